"""What every picture shares: shapes, zones, colours, the places of cards."""
