"""Convolutional networks that classify cards of any deck without enrolment.

There are two small networks, run by OpenCV's DNN module. The index network classifies a corner: rank, suit, and whether it has an index at all.
The face network classifies a whole card: rank, suit, and whether it is a face, a back or neither. `learn` trains them; `calibration.json` has
the weights with which their outputs are combined, fitted on decks that neither was trained on.
"""

import functools
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from .. import layout, places
from ..cards import BACK, DECK, RANKS, SUITS
from ..finder import RECTIFIED
from ..softmax import log_softmax
from . import windows

HERE = Path(__file__).parent
_CORNER_MARGIN_PX = windows.STRIDE  # around a corner, in which the index is located
_RANK_OF = np.array([RANKS.index(card[0]) for card in DECK])
_SUIT_OF = np.array([SUITS.index(card[1]) for card in DECK])
_COURTS, _NUMBERS = (np.array([card[0] in ranks for card in DECK]) for ranks in ("JQK", "234567890"))
_COURT_ERROR_RATE = 0.02  # assumed error rate of the face network between court cards and numbers
_SURE_INDEX_PROBABILITY = 0.9
_MIN_PROBABILITY = 1e-12  # probability
_RANK_SHARPNESS = 1.5  # factor for the log probabilities of the ranks of front cards: with the weights of `calibration.json` alone they are underconfident (docs/camera-accuracy.md)
_RANKS, _SUITS = slice(0, len(RANKS)), slice(len(RANKS), len(RANKS) + len(SUITS))
_KIND = len(RANKS) + len(SUITS)
_BACK_KIND, _NEITHER = windows.KINDS.index(BACK), windows.KINDS.index("neither")
_LARGE_INDEX_SCALE = 0.65  # at it large indices have the size of the others
_MIN_MEAN_PROBABILITY = 0.9  # of the best cards: below it this scale is tried,
_MIN_SCALE_GAIN = 0.25  # and chosen if it is greater by so much there: with three cards or more by 0.39 to 0.73 with large indices, by at most 0.14 with others
_MIN_CARDS_FOR_SCALE = 3  # fewer cards of a deck with small indices may gain as much
_SEARCH_MARGIN_PX = 5 * windows.STRIDE  # around the two corners of a place, in which the indices of its card are searched for: 16 mm
_MIN_SEARCH_LOGIT = 1.0  # of an index that a search accepts
_MAX_NEARER_MM, _MAX_FARTHER_MM = 5.0, 9.5  # of the two corners' distance from a card's diagonal: indices close to the edges are farther apart
_STRIP_MARGIN_PX = 2 * windows.STRIDE  # around the left edge of a column's front card, in which the indices of the cards beneath it are located; `fan` passes a strip that leaves about 8 mm to its left, 4 to its right
_STRIP_STEP_PX = windows.STRIDE // 2  # between two evaluated rows of a column


class _Net:
    """A network from an ONNX file. A call evaluates a batch of pictures of the same size."""

    def __init__(self, name: str):
        self.net = cv2.dnn.readNetFromONNX(str(HERE / f"{name}.onnx"))

    def __call__(self, pictures: list[np.ndarray]) -> np.ndarray:
        self.net.setInput(cv2.dnn.blobFromImages(pictures, 1 / 255))
        return self.net.forward()


def _mean_position(scores: np.ndarray) -> np.ndarray:
    """The mean position weighted by softmax (soft argmax) in a map of logits: x and y in millimetres from its first element."""
    weights = np.exp(scores - scores.max())
    ys, xs = np.mgrid[0 : scores.shape[0], 0 : scores.shape[1]]
    return np.array([(weights * xs).sum(), (weights * ys).sum()]) / weights.sum() * windows.STRIDE / RECTIFIED


def _local_maxima(out: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """The indices near a corner: the best card of each local maximum of the index logit and its position (see `_mean_position`), in descending order of the logit."""
    scores = out[_KIND]
    local_maximum = cv2.dilate(scores, np.ones((3, 3), np.uint8))
    found = []
    for y, x in np.argwhere((scores == local_maximum) & (scores >= _MIN_SEARCH_LOGIT)):
        neighbourhood = np.full_like(scores, -np.inf)
        window = slice(max(0, y - 1), y + 2), slice(max(0, x - 1), x + 2)
        neighbourhood[window] = scores[window]
        found.append((float(scores[y, x]), int(card_log_probabilities(out[None, :, y, x]).argmax()), _mean_position(neighbourhood)))
    return [(card, at) for _, card, at in sorted(found, key=lambda one: -one[0])]


def _corner_positions(maps: np.ndarray) -> list[np.ndarray]:
    """Positions of the indices at the upper and the lower corner. If indices of lower cards are visible, too, the best pair with the same card."""
    first, second = (_local_maxima(one) for one in maps)
    if first and second and first[0][0] != second[0][0]:
        for card, at in first:
            for other, other_at in second:
                if card == other:
                    return [at, other_at]
    return [_mean_position(one[_KIND]) for one in maps]


def card_log_probabilities(out: np.ndarray) -> np.ndarray:
    """Log probabilities of the 52 cards. `out`: rows of outputs that begin with the logits of ranks and suits."""
    return log_softmax(out[:, _RANKS])[:, _RANK_OF] + log_softmax(out[:, _SUITS])[:, _SUIT_OF]


def rank_log_probabilities(cards: np.ndarray) -> np.ndarray:
    """Log probabilities of the 13 ranks, from those of the 52 cards."""
    return np.log(np.stack([np.exp(cards[:, _RANK_OF == rank]).sum(axis=1) for rank in range(len(RANKS))], axis=1).clip(_MIN_PROBABILITY))


def suit_log_probabilities(cards: np.ndarray) -> np.ndarray:
    """The same of the 4 suits."""
    return np.log(np.stack([np.exp(cards[:, _SUIT_OF == suit]).sum(axis=1) for suit in range(len(SUITS))], axis=1).clip(_MIN_PROBABILITY))


def mixed(parts: list[np.ndarray], rank_mix: np.ndarray, suit_mix: np.ndarray) -> np.ndarray:
    """The combined log probabilities of the 52 cards. Ranks and suits have separate weights: a face shows its suit up to ten times, but its
    rank only by the number of pips."""
    ranks = log_softmax(sum(m * rank_log_probabilities(part) for m, part in zip(rank_mix, parts)))
    suits = log_softmax(sum(m * suit_log_probabilities(part) for m, part in zip(suit_mix, parts)))
    return ranks[:, _RANK_OF] + suits[:, _SUIT_OF]


def court_log_probabilities(faces: np.ndarray) -> np.ndarray:
    """Log probabilities that a card is a court card or a number, from `card_log_probabilities` of whole cards: a court card is a picture, whatever the letter
    of its index. They are 0 for aces, some of which are pictures, too."""
    probabilities = np.exp(faces)
    courts, numbers = probabilities[:, _COURTS].sum(axis=1), probabilities[:, _NUMBERS].sum(axis=1)
    result = np.zeros_like(faces)
    for cards, probability_of_others in ((_COURTS, numbers), (_NUMBERS, courts)):
        result[:, cards] = np.log((1 - _COURT_ERROR_RATE) * (1 - probability_of_others).clip(0, 1) + _COURT_ERROR_RATE)[:, None]
    return result


def _have_different_indices(upper: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """True for cards with two different indices, each read with certainty: one may belong to a lower card. About one card in a thousand has."""
    return (upper.argmax(axis=1) != lower.argmax(axis=1)) & (np.minimum(upper.max(axis=1), lower.max(axis=1)) >= np.log(_SURE_INDEX_PROBABILITY))


def _log_sigmoid(x: np.ndarray) -> np.ndarray:
    return -np.logaddexp(0, -x)


@dataclass(frozen=True)
class Strip:
    """Outputs of the index network along the left edge of a column, one for each evaluated row."""

    scores: np.ndarray  # logits of an index
    cards: np.ndarray  # log probabilities of the 52 cards
    x: int

    def candidates(self, last: int) -> list[tuple[float, int, int]]:
        """Corners above row `last`: (logit, y, x)."""
        return [(float(score), _STRIP_STEP_PX * i, self.x) for i, score in enumerate(self.scores) if _STRIP_STEP_PX * i < last]

    def log_probabilities(self, chain: list[tuple[int, int]]) -> np.ndarray:
        return np.array([self.cards[y // _STRIP_STEP_PX] for y, _ in chain])


class Network:
    """Recogniser for cards of any deck. `size`: of the cards in millimetres."""

    def __init__(self, size: tuple[float, float] = layout.CARD, calibration: dict | None = None):
        self.size = size
        self.index, self.face = _Net("index"), _Net("face")
        calibration_values = calibration or json.loads((HERE / "calibration.json").read_text("utf-8"))
        self.rank_mix, self.suit_mix, self.kind_mix = (np.array(calibration_values[name]) for name in ("ranks", "suits", "kinds"))
        self.court_mix, self.run_mix = calibration_values["court"], np.array([calibration_values["run"]])

    # ---- Whole cards ---------------------------------------------------------------------------

    def _corner_pieces(self, rectified: np.ndarray, card: places.Card, pixels: int = _CORNER_MARGIN_PX, scale: float = 1.0) -> list[np.ndarray]:
        """The upper left corner with its surroundings, and the lower right one rotated by 180 degrees."""
        reach = pixels / RECTIFIED / scale
        extent = ((windows.INDEX[0] + 2 * pixels) / RECTIFIED / scale, (windows.INDEX[1] + 2 * pixels) / RECTIFIED / scale)
        upper = places.moved(card, -reach, -reach)
        far = places.moved(card, self.size[0] + reach, self.size[1] + reach)
        return [places.face(rectified, one, extent, RECTIFIED * scale) for one in (upper, places.Card(far.x, far.y, far.turn + np.pi))]

    def _face_piece(self, rectified: np.ndarray, card: places.Card) -> np.ndarray:
        along, down = np.array([np.cos(card.turn), np.sin(card.turn)]), np.array([-np.sin(card.turn), np.cos(card.turn)])
        scale = np.array(self.size) / windows.FACE
        matrix = np.column_stack([along * scale[0], down * scale[1], [card.x, card.y]]) * RECTIFIED
        return cv2.warpAffine(rectified, matrix, windows.FACE, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)

    def search(self, rectified: np.ndarray, middle: tuple[float, float]) -> places.Card | None:
        """Locates the top card of a pile around `middle` (millimetres) by its two indices, where its outline is not reliable. None if one of the
        indices is not certain or their positions do not fit a card."""
        start = places.Card(middle[0] - self.size[0] / 2, middle[1] - self.size[1] / 2, 0.0)
        maps = self.index(self._corner_pieces(rectified, start, _SEARCH_MARGIN_PX))
        if maps[:, _KIND].reshape(2, -1).max(axis=1).min() < _MIN_SEARCH_LOGIT:
            return None
        upper, lower = (at - _SEARCH_MARGIN_PX / RECTIFIED for at in _corner_positions(maps))
        card = places.between(start, upper, -lower, self.size)
        excess_mm = np.hypot(*(np.array(self.size) - lower - upper)) - np.hypot(*self.size)
        return card if card is not None and -_MAX_NEARER_MM < excess_mm < _MAX_FARTHER_MM else None

    @staticmethod
    def _pooled(out: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Pools the outputs around each corner, weighted by the logits of an index: log probabilities of the 52 cards, and those of an index and of none."""
        kinds = out[:, _KIND].reshape(len(out), -1)
        weights = np.exp(log_softmax(kinds))
        outputs = out.reshape(len(out), out.shape[1], -1)
        log_probabilities = np.stack([card_log_probabilities(outputs[:, :, place]) for place in range(outputs.shape[2])], axis=2)
        logits = kinds.max(axis=1)
        return log_softmax((log_probabilities * weights[:, None]).sum(axis=2)), np.column_stack([_log_sigmoid(logits), _log_sigmoid(-logits)])

    def _corners(self, rectified: np.ndarray, cards: list[places.Card]) -> list[np.ndarray]:
        """The outputs of `_pooled` for both corners of each card, alternating. If their mean probability is low, a smaller scale is tried as well, at which
        large indices fit the window: all cards of a table are of one deck. One or two cards are not enough for that."""
        probability, *outputs = self._corners_at(rectified, cards, 1.0)
        if probability <= _MIN_MEAN_PROBABILITY and len(cards) >= _MIN_CARDS_FOR_SCALE:
            smaller_probability, *smaller_outputs = self._corners_at(rectified, cards, _LARGE_INDEX_SCALE)
            if smaller_probability > probability + _MIN_SCALE_GAIN:
                return smaller_outputs
        return outputs

    def _corners_at(self, rectified: np.ndarray, cards: list[places.Card], scale: float) -> tuple[float, np.ndarray, np.ndarray]:
        """The mean probability of the best cards by the corners with an index, and the outputs of `_pooled`."""
        log_probabilities, kinds = self._pooled(self.index([piece for card in cards for piece in self._corner_pieces(rectified, card, scale=scale)]))
        faces = kinds[:, 0] > kinds[:, 1]
        return float(np.exp(log_probabilities[faces].max(axis=1)).mean()) if faces.any() else 1.0, log_probabilities, kinds

    def parts(self, rectified: np.ndarray, cards: list[places.Card]) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
        """For the face and the two corners: log probabilities of the 52 cards, and of face and back; and from the face alone the probability
        of neither."""
        corners, indices = self._corners(rectified, cards)
        faces = self.face([self._face_piece(rectified, card) for card in cards])
        kinds = log_softmax(faces[:, _KIND:])
        neither = np.exp(kinds[:, _NEITHER])
        kinds = log_softmax(kinds[:, [0, _BACK_KIND]])
        return [card_log_probabilities(faces), corners[0::2], corners[1::2]], [kinds, indices[0::2], indices[1::2]], neither

    def fronts(self, rectified: np.ndarray, cards: list[places.Card]) -> np.ndarray:
        """Probabilities of windows.CLASSES for each card. Their sum is below 1 by the probability that it is neither face nor back."""
        if not cards:
            return np.empty((0, len(windows.CLASSES)))
        given, kinds, neither = self.parts(rectified, cards)
        ranks_and_suits = mixed(given, _RANK_SHARPNESS * self.rank_mix, self.suit_mix)
        cards52 = np.exp(log_softmax(ranks_and_suits + _RANK_SHARPNESS * self.court_mix * court_log_probabilities(given[0])))
        are_two = _have_different_indices(given[1], given[2])
        cards52[are_two] = np.exp(given).mean(axis=0)[are_two]
        kind = np.exp(log_softmax(sum(m * part for m, part in zip(self.kind_mix, kinds))))
        return np.hstack([cards52 * kind[:, :1], kind[:, 1:]]) * (1 - neither[:, None])

    # ---- Fans ----------------------------------------------------------------------------------

    def strip(self, strip: np.ndarray, x: int) -> Strip:
        """`strip`: the left part of a column; `x`: the left edge of its front card in it, in pixels."""
        left = int(np.clip(x - _STRIP_MARGIN_PX, 0, max(0, strip.shape[1] - windows.INDEX[0] - 2 * _STRIP_MARGIN_PX)))
        part = strip[:, left : left + windows.INDEX[0] + 2 * _STRIP_MARGIN_PX]
        high = -(-max(part.shape[0], windows.INDEX[1]) // windows.STRIDE) * windows.STRIDE + windows.STRIDE
        padded = cv2.copyMakeBorder(part, 0, high + _STRIP_STEP_PX - part.shape[0], 0, 0, cv2.BORDER_REPLICATE)
        out = self.index([np.ascontiguousarray(padded[shift : shift + high]) for shift in (0, _STRIP_STEP_PX)])
        rows = np.stack([out[0], out[1]], axis=2).reshape(out.shape[1], -1, out.shape[3])  # interleaved in the order of their rows
        columns = rows[_KIND].argmax(axis=1)
        outputs = np.take_along_axis(rows, columns[None, :, None], axis=2)[:, :, 0].T
        return Strip(outputs[:, _KIND], card_log_probabilities(outputs), x)

    def run_probabilities(self, log_probabilities: np.ndarray) -> np.ndarray:
        return np.exp(log_softmax(self.run_mix[0] * log_probabilities))


@functools.cache
def network(size: tuple[float, float] = layout.CARD) -> Network:
    return Network(size)
