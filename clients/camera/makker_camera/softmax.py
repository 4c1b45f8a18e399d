"""Softmax regression in plain numpy, the only machine learning of the camera."""

from dataclasses import dataclass

import numpy as np

_BATCH = 256


def log_softmax(scores: np.ndarray) -> np.ndarray:
    scores = scores - scores.max(axis=1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


@dataclass
class Softmax:
    """`weights`: a row for each feature, and a last one for the constant."""

    weights: np.ndarray

    def logits(self, vectors: np.ndarray) -> np.ndarray:
        return vectors @ self.weights[:-1] + self.weights[-1]

    def log_chances(self, vectors: np.ndarray) -> np.ndarray:
        return log_softmax(self.logits(vectors))


def fit(vectors: np.ndarray, labels: np.ndarray, classes: int, passes: int = 18, decay: float = 3e-4,
        rate: float = 0.05) -> Softmax:
    """Adam on small batches in a fixed order, with a decaying rate."""
    inputs = np.hstack([vectors, np.ones((len(vectors), 1))]).astype(np.float32)
    wanted = np.eye(classes, dtype=np.float32)[labels]
    weights = np.zeros((inputs.shape[1], classes), np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    order = np.random.default_rng(0)
    batches = max(1, len(inputs) // _BATCH)
    for step in range(1, passes * batches + 1):
        if step % batches == 1 or batches == 1:
            parts = np.array_split(order.permutation(len(inputs)), batches)
        batch = parts[step % batches]
        chances = np.exp(log_softmax(inputs[batch] @ weights))
        slope = inputs[batch].T @ (chances - wanted[batch]) / len(batch) + decay * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope * slope
        now = rate * (1 - 0.95 * step / (passes * batches))
        weights -= now * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return Softmax(weights)


def fit_mix(parts: list[np.ndarray], labels: np.ndarray, rounds: int = 300) -> np.ndarray:
    """Weights of the parts' log probabilities that make the combined probabilities calibrated.

    With one part this is calibration by a temperature (Guo et al. 2017).
    """
    mix = np.full(len(parts), 1.0 / len(parts))
    right = np.arange(len(labels)), labels
    for _ in range(rounds):
        chances = np.exp(log_softmax(sum(m * part for m, part in zip(mix, parts))))
        slope = np.array([((chances * part).sum(axis=1) - part[right]).mean() for part in parts])
        mix = np.maximum(mix - 0.1 * slope, 0.0)
    return mix
