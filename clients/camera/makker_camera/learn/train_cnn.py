"""Trains the networks of `know`: `makker-train`. Needs python3-torch; the same seed gives the same samples.

For each network a set of samples is generated from the decks of the part `train`, on which it is trained. The probabilities are
calibrated afterwards on the decks of the part `calibrate` (`makker-train --calibrate`).
"""

import argparse
import functools
import time
from pathlib import Path

import numpy as np

from .. import decks, photo_effects
from ..cards import BACK
from ..know import windows
from . import artwork, by_deck, calibrate, crops, typefaces

_SEED = 3_000_000_000
_GENERATED_DECKS = 240  # from typefaces
_GENERATED_SHARE = 0.5  # of the samples: from these decks
_RECOLOURED_SHARE = 0.2  # of the samples: with the suit in another colour
_BATCH = 128
_SAMPLES = {"index": 240_000, "face": 40_000}
_EPOCHS = {"index": 3, "face": 5}
HERE = Path(__file__).resolve().parents[1] / "know"


# ---- Samples -----------------------------------------------------------------------------------


class DeckSource:
    """Chooses a random deck for each sample: each family with the same probability, and each deck of a family."""

    def __init__(self, rng: np.random.Generator, generated: int):
        rows = [one for one in artwork.table() if one.part == "train"]
        self.families = {one.family: [artwork.load(row.name) for row in rows if row.family == one.family] for one in rows}
        courts = [deck for family in self.families.values() for deck in family]
        fonts = typefaces.fonts()
        self.generated = [typefaces.generated(rng, fonts, courts) for _ in range(generated)]  # each with True if its indices are large
        self.backs = [deck[BACK] for deck in courts] + [typefaces.back(rng) for _ in range(500)]

    def draw(self, rng: np.random.Generator) -> tuple[decks.Deck, bool]:
        """A deck, and True if its indices are large."""
        if self.generated and rng.random() < _GENERATED_SHARE:
            return self.generated[int(rng.integers(0, len(self.generated)))]
        family = list(self.families.values())[int(rng.integers(0, len(self.families)))]
        return family[int(rng.integers(0, len(family)))], False


def _sample(name: str, source: DeckSource, rng: np.random.Generator) -> tuple:
    """A sample: the picture with its labels."""
    deck, is_large = source.draw(rng)
    if name == "face":
        return crops.face(deck, source.backs, rng, rng.random() < _RECOLOURED_SHARE)
    scale = rng.uniform(0.58, 0.75) if is_large and rng.random() < 0.6 else 1.0
    return crops.corner(deck, rng, scale, rng.random() < _RECOLOURED_SHARE)


@functools.cache
def _deck_source() -> DeckSource:
    source = DeckSource(np.random.default_rng(_SEED + 1), _GENERATED_DECKS)
    print(f"{sum(map(len, source.families.values()))} drawn decks of {len(source.families)} families, {len(source.generated)} generated", flush=True)
    return source


def _samples(name: str, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Pictures and labels of the training set; cached beside the artwork."""
    kept = artwork.CACHE / f"{name}-{seed}-{count}.npz"
    if kept.exists():
        with np.load(kept) as arrays:
            return arrays["pictures"], arrays["labels"]
    rng, source = np.random.default_rng(seed), _deck_source()
    pictures, labels, started = [], [], time.monotonic()
    for number in range(count):
        picture, *label = _sample(name, source, rng)
        pictures.append(picture)
        labels.append(label)
        if number % 10_000 == 9999:
            print(f"{name}: {number + 1} samples, {time.monotonic() - started:.0f} s", flush=True)
    result = np.array(pictures), np.array(labels)
    np.savez(kept, pictures=result[0], labels=result[1])
    return result


# ---- Networks ----------------------------------------------------------------------------------


def _layers(torch, *sizes, padding: int = 0):
    """Convolutions with batch normalisation and ReLU. Each of `sizes` is (input channels, output channels, kernel, stride, whether max pooling follows)."""
    nn, layers = torch.nn, []
    for inputs, outputs, kernel, stride, pool in sizes:
        around = padding and (kernel // 2 if isinstance(kernel, int) else 0)
        layers += [nn.Conv2d(inputs, outputs, kernel, stride, around, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()]
        if pool:
            layers.append(nn.MaxPool2d(2))
    return layers


def index_network(torch):
    """Fully convolutional and without padding: its outputs for a strip are those of the single windows."""
    return torch.nn.Sequential(
        *_layers(torch, (3, 24, 5, 2, False), (24, 40, 3, 1, True), (40, 72, 3, 1, True), (72, 96, 3, 1, False), (96, 128, (3, 1), 1, False)),
        torch.nn.Dropout(0.15), torch.nn.Conv2d(128, windows.INDEX_OUT, 1))


def face_network(torch):
    return torch.nn.Sequential(
        *_layers(torch, (3, 16, 5, 2, False), (16, 28, 3, 1, True), (28, 56, 3, 1, True), (56, 72, 3, 1, False), (72, 40, 1, 1, False), padding=1),
        torch.nn.Flatten(), torch.nn.Dropout(0.15), torch.nn.Linear(40 * 6 * 8, windows.FACE_OUT))


def _loss(torch, name: str, out, labels):
    """Cross entropy of rank and suit for samples with a card, and of the kind for all."""
    functional = torch.nn.functional
    has_card = labels[:, 0] >= 0
    ranks, suits, kinds = out[:, :13], out[:, 13:17], out[:, 17:]
    loss = functional.cross_entropy(ranks[has_card], labels[has_card, 0]) + functional.cross_entropy(suits[has_card], labels[has_card, 1])
    if name == "index":
        return loss + functional.binary_cross_entropy_with_logits(kinds[:, 0], has_card.float())
    return loss + functional.cross_entropy(kinds, labels[:, 2])


def _accuracy(torch, name: str, network, pictures, labels) -> str:
    """Accuracy on a set of samples: shares of right cards and right kinds."""
    network.eval()
    right = kinds = cards = 0
    shift = crops.MARGIN_PX if name == "index" else crops.MARGIN_PX // 2
    with torch.no_grad():
        for start in range(0, len(pictures), 500):
            batch = torch.from_numpy(pictures[start : start + 500, shift:-shift, shift:-shift]).permute(0, 3, 1, 2).float() / 255
            out, expected = network(batch).flatten(1), torch.from_numpy(labels[start : start + 500])
            is_card = expected[:, 0] >= 0
            good = (out[:, :13].argmax(1) == expected[:, 0]) & (out[:, 13:17].argmax(1) == expected[:, 1])
            right, cards = right + int(good[is_card].sum()), cards + int(is_card.sum())
            kinds += int(((out[:, 17] > 0) == is_card).sum() if name == "index" else (out[:, 17:].argmax(1) == expected[:, 2]).sum())
    network.train()
    return f"cards {100 * right / cards:.2f} %, kinds {100 * kinds / len(pictures):.2f} %"


def _train(torch, name: str, pool, held_out, epochs: int, minutes: float):
    """AdamW with a one-cycle learning rate. Ends after `epochs`, or after the epoch in which the time limit is reached; so the result is
    reproducible only with enough `minutes`."""
    pictures, labels = pool
    torch.manual_seed(_SEED % 2**31)
    rng = np.random.default_rng(_SEED)
    network = index_network(torch) if name == "index" else face_network(torch)
    optimiser = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=1e-3)
    batches = len(pictures) // _BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 5e-3, epochs * batches, pct_start=0.15)
    high, wide = (windows.INDEX if name == "index" else windows.FACE)[::-1]
    max_shift = pictures.shape[1] - high
    started = time.monotonic()
    for epoch in range(epochs):
        order, total = rng.permutation(len(pictures)), 0.0
        for start in range(0, batches * _BATCH, _BATCH):
            batch = np.sort(order[start : start + _BATCH])
            top, left = rng.integers(0, max_shift + 1, 2)
            inputs = torch.from_numpy(pictures[batch, top : top + high, left : left + wide]).permute(0, 3, 1, 2).float() / 255
            gain = rng.uniform(0.75, 1.25, (_BATCH, 1, 1, 1)) * (1 + rng.normal(0, 0.03, (_BATCH, 3, 1, 1)))
            loss = _loss(torch, name, network(inputs * torch.from_numpy(gain.astype(np.float32))).flatten(1), torch.from_numpy(labels[batch]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        spent = time.monotonic() - started
        print(f"{name}: pass {epoch + 1}, loss {total / batches:.3f}, {spent:.0f} s; held out: {_accuracy(torch, name, network, *held_out)}", flush=True)
        _export(torch, name, network)
        if spent > minutes * 60:
            break
    return network


def _export(torch, name: str, network) -> None:
    network.eval()
    wide, high = windows.INDEX if name == "index" else windows.FACE
    axes = {"in": {0: "n", 2: "h", 3: "w"}, "out": {0: "n", 2: "h", 3: "w"}} if name == "index" else {"in": {0: "n"}, "out": {0: "n"}}
    torch.onnx.export(network, torch.zeros(1, 3, high, wide), str(HERE / f"{name}.onnx"), opset_version=11,
                      input_names=["in"], output_names=["out"], dynamic_axes=axes)
    network.train()


def _held_out(name: str, seed: int, count: int = 2000) -> tuple[np.ndarray, np.ndarray]:
    """Samples of the decks of the part `calibrate`, whose accuracy is printed after each epoch; no decision depends on it."""
    rng = np.random.default_rng(seed)
    loaded = [artwork.load(one) for one in artwork.names("calibrate")]
    backs = [deck[BACK] for deck in loaded]
    drawn = [loaded[int(rng.integers(0, len(loaded)))] for _ in range(count)]
    samples = [crops.corner(deck, rng) if name == "index" else crops.face(deck, backs, rng) for deck in drawn]
    return np.array([sample[0] for sample in samples]), np.array([sample[1:] for sample in samples])


def main(args: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="makker-train", description=__doc__)
    parser.add_argument("--only", choices=("index", "face"), help="one of the two networks")
    parser.add_argument("--samples", type=int, help=f"in place of {_SAMPLES}")
    parser.add_argument("--passes", type=int, help=f"in place of {_EPOCHS}")
    parser.add_argument("--minutes", type=float, default=1e6, help="ends a network's training after the pass in which they are over")
    parser.add_argument("--calibrate", action="store_true", help="instead: fit what the probabilities mean, and write it beside the networks")
    parser.add_argument("--measure", nargs="+", metavar="DECK", help="instead: measure decks of artwork.tsv; `test` stands for those held out")
    parser.add_argument("--readers", nargs="+", default=["network"], choices=("network", "histograms", "both"))
    parser.add_argument("--conditions", nargs="+", default=["fullhd"], choices=photo_effects.CONDITIONS)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--first", type=int, default=by_deck.FIRST_SEED, help="seed of the first table (%(default)s)")
    options = parser.parse_args(args)
    artwork.fetch()
    if options.calibrate:
        return calibrate.main()
    if options.measure:
        names = [name for given in options.measure for name in (artwork.names(given) if given in artwork.PARTS else [given])]
        return by_deck.main(names, options.readers, range(options.first, options.first + options.tables), options.conditions)
    return _train_networks(options)


def _train_networks(options: argparse.Namespace) -> int:
    import torch

    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    for number, name in enumerate(("index", "face")):
        if options.only in (None, name):
            pool = _samples(name, options.samples or _SAMPLES[name], _SEED + 10 + number)
            _train(torch, name, pool, _held_out(name, _SEED + 20 + number), options.passes or _EPOCHS[name], options.minutes)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
