"""Softmax regression in numpy: the classifiers of enrolled and learned decks, and the calibration of probabilities."""

from dataclasses import dataclass

import numpy as np

_BATCH = 256


def log_softmax(scores: np.ndarray) -> np.ndarray:
    scores = scores - scores.max(axis=1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


@dataclass
class Softmax:
    """A softmax regression. `weights`: a row for each feature and a last one for the bias."""

    weights: np.ndarray

    def logits(self, vectors: np.ndarray) -> np.ndarray:
        return vectors @ self.weights[:-1] + self.weights[-1]

    def log_probabilities(self, vectors: np.ndarray) -> np.ndarray:
        return log_softmax(self.logits(vectors))


def fit(vectors: np.ndarray, labels: np.ndarray, classes: int, epochs: int = 18, decay: float = 3e-4,
        learning_rate: float = 0.05) -> Softmax:
    """Trains with Adam on mini-batches, with weight decay and a linearly falling learning rate; the order of the batches is reproducible."""
    inputs = np.hstack([vectors, np.ones((len(vectors), 1))]).astype(np.float32)
    targets = np.eye(classes, dtype=np.float32)[labels]
    weights = np.zeros((inputs.shape[1], classes), np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    order = np.random.default_rng(0)
    batches = max(1, len(inputs) // _BATCH)
    for step in range(1, epochs * batches + 1):
        if step % batches == 1 or batches == 1:
            batches_of_epoch = np.array_split(order.permutation(len(inputs)), batches)
        batch = batches_of_epoch[step % batches]
        probabilities = np.exp(log_softmax(inputs[batch] @ weights))
        gradient = inputs[batch].T @ (probabilities - targets[batch]) / len(batch) + decay * weights
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient * gradient
        step_size = learning_rate * (1 - 0.95 * step / (epochs * batches))
        weights -= step_size * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return Softmax(weights)


def fit_mix(parts: list[np.ndarray], labels: np.ndarray, rounds: int = 300) -> np.ndarray:
    """Weights for the sum of several classifiers' log probabilities, with which the combined probabilities are calibrated.

    With one classifier this is temperature scaling (Guo et al. 2017).
    """
    mix = np.full(len(parts), 1.0 / len(parts))
    labelled = np.arange(len(labels)), labels
    for _ in range(rounds):
        probabilities = np.exp(log_softmax(sum(m * part for m, part in zip(mix, parts))))
        gradient = np.array([((probabilities * part).sum(axis=1) - part[labelled]).mean() for part in parts])
        mix = np.maximum(mix - 0.1 * gradient, 0.0)
    return mix
