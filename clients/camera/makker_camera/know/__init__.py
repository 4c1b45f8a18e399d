"""What recognises a card."""
