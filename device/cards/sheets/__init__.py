"""Sheets of labels to stick on cards: which labels, what they look like, where they stand on the paper, and the PDF."""
