"""The sounds of both screens: when one is due, how it is made, how loud it is, and who plays it."""
