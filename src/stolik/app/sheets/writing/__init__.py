"""What a workbook holds: sheets, formulas, and the values they must give."""
