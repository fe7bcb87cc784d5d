"""Sheets of labels to stick on cards: which labels, how they look, where they stand; the PDF, and how it is printed."""
