"""Training of the networks: artwork of decks, samples, trainer, calibration. Reading a table needs nothing of this."""
