"""What the table process needs from the outside world, a page each; the parts that provide it fit these shapes."""
