"""Recognisers: they classify the picture of a card."""
