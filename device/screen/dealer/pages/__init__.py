"""The pages of the dealer's panel that show something, and the pieces that pages and tasks are made of."""
