"""Spreadsheets: what a workbook holds, what is read from one, and the exports; all as data."""
