"""Deals and draws that anybody can check: held, made, traced."""
