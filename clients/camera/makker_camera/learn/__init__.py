"""Training of the network that knows playing cards: artwork, samples, the trainer. Reading needs nothing of this."""
