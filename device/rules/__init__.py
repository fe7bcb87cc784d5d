"""The game itself, pure: cards, hands, the compulsory drawing table, outcomes and the house rules of a table."""
