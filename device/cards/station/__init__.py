"""A station off the table: packs enrolled, labels confirmed, cards checked, decks inspected, receipts sealed."""
