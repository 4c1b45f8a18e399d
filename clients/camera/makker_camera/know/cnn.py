"""The network that knows playing cards, not one deck: reads rank and suit of any deck without enrolment.

Two small networks in OpenCV's DNN module. One looks at a corner and tells rank, suit, and whether an index is there at all;
the other looks at a whole card and tells rank, suit, and whether it is a face, a back or neither. `learn` trains them;
`calibration.json` says how much each counts, fitted on decks that neither was trained on.
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
_REACH = windows.STRIDE  # pixels around a corner that are searched
_RANK_OF = np.array([RANKS.index(card[0]) for card in DECK])
_SUIT_OF = np.array([SUITS.index(card[1]) for card in DECK])
_COURTS, _NUMBERS = (np.array([card[0] in ranks for card in DECK]) for ranks in ("JQK", "234567890"))
_COURT_ERRORS = 0.02  # share of court cards and of numbers that the face is wrong about, as far as it is believed
_SURE_INDEX = 0.9
_LEAST = 1e-12  # probability
_RANKS, _SUITS = slice(0, len(RANKS)), slice(len(RANKS), len(RANKS) + len(SUITS))
_KIND = len(RANKS) + len(SUITS)
_BACK_KIND, _NEITHER = windows.KINDS.index(BACK), windows.KINDS.index("neither")
_LARGE_INDEX = 0.65  # scale at which large indices are as large as others
_DOUBTFUL = 0.9  # mean probability of the best cards below which it is tried
_SEARCH = 3 * windows.STRIDE  # pixels around the corners of a place that are searched
_SURELY = 1.0  # logit of an index from which a search believes it
_NEARER, _FARTHER = 5.0, 9.5  # millimetres by which two corners may be nearer or farther than a card is long: indices close to the edges are farther
_STEP = windows.STRIDE // 2  # pixels from one searched row of a fan to the next


class _Net:
    """An ONNX file; one forward for many pictures of the same extent."""

    def __init__(self, name: str):
        self.net = cv2.dnn.readNetFromONNX(str(HERE / f"{name}.onnx"))

    def __call__(self, pictures: list[np.ndarray]) -> np.ndarray:
        self.net.setInput(cv2.dnn.blobFromImages(pictures, 1 / 255))
        return self.net.forward()


def _peak(scores: np.ndarray) -> np.ndarray:
    """Where corners are, in millimetres from the first answer of a map: x and y."""
    weight = np.exp(scores - scores.max())
    ys, xs = np.mgrid[0 : scores.shape[0], 0 : scores.shape[1]]
    return np.array([(weight * xs).sum(), (weight * ys).sum()]) / weight.sum() * windows.STRIDE / RECTIFIED


def _peaks(out: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """The indices around a corner: the likeliest card of each and its position (see `_peak`), in descending order of score."""
    scores = out[_KIND]
    highest = cv2.dilate(scores, np.ones((3, 3), np.uint8))
    found = []
    for y, x in np.argwhere((scores == highest) & (scores >= _SURELY)):
        near = np.full_like(scores, -np.inf)
        around = slice(max(0, y - 1), y + 2), slice(max(0, x - 1), x + 2)
        near[around] = scores[around]
        found.append((float(scores[y, x]), int(card_log_chances(out[None, :, y, x]).argmax()), _peak(near)))
    return [(card, at) for _, card, at in sorted(found, key=lambda one: -one[0])]


def _of_one_card(maps: np.ndarray) -> list[np.ndarray]:
    """Positions of the indices at the upper and the lower corner. If cards beneath show indices, too, the likeliest pair of the same card."""
    first, second = (_peaks(one) for one in maps)
    if first and second and first[0][0] != second[0][0]:
        for card, at in first:
            for other, other_at in second:
                if card == other:
                    return [at, other_at]
    return [_peak(one[_KIND]) for one in maps]


def card_log_chances(out: np.ndarray) -> np.ndarray:
    """Log probabilities of the 52 cards; `out`: rows that begin with the outputs of ranks and suits."""
    return log_softmax(out[:, _RANKS])[:, _RANK_OF] + log_softmax(out[:, _SUITS])[:, _SUIT_OF]


def rank_log_chances(cards: np.ndarray) -> np.ndarray:
    """Log probabilities of the 13 ranks, from those of the 52 cards."""
    return np.log(np.stack([np.exp(cards[:, _RANK_OF == rank]).sum(axis=1) for rank in range(len(RANKS))], axis=1).clip(_LEAST))


def suit_log_chances(cards: np.ndarray) -> np.ndarray:
    """The same of the 4 suits."""
    return np.log(np.stack([np.exp(cards[:, _SUIT_OF == suit]).sum(axis=1) for suit in range(len(SUITS))], axis=1).clip(_LEAST))


def mixed(parts: list[np.ndarray], rank_mix: np.ndarray, suit_mix: np.ndarray) -> np.ndarray:
    """The log probabilities of the 52 cards that the parts give together. Ranks and suits are weighed apart: a face shows its suit
    up to ten times, and its rank only by their number."""
    ranks = log_softmax(sum(m * rank_log_chances(part) for m, part in zip(rank_mix, parts)))
    suits = log_softmax(sum(m * suit_log_chances(part) for m, part in zip(suit_mix, parts)))
    return ranks[:, _RANK_OF] + suits[:, _SUIT_OF]


def court_log_chances(faces: np.ndarray) -> np.ndarray:
    """Of `card_log_chances` of whole cards only what they say of court cards and numbers: a court card is a picture, whatever letter is in its
    corner. Nothing is said of aces, some of which are pictures, too."""
    chances = np.exp(faces)
    courts, numbers = chances[:, _COURTS].sum(axis=1), chances[:, _NUMBERS].sum(axis=1)
    result = np.zeros_like(faces)
    for cards, against in ((_COURTS, numbers), (_NUMBERS, courts)):
        result[:, cards] = np.log((1 - _COURT_ERRORS) * (1 - against).clip(0, 1) + _COURT_ERRORS)[:, None]
    return result


def _are_two_cards(upper: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """Which cards have two different indices, each read with certainty: one may be that of a card beneath. One in a thousand cards has."""
    return (upper.argmax(axis=1) != lower.argmax(axis=1)) & (np.minimum(upper.max(axis=1), lower.max(axis=1)) >= np.log(_SURE_INDEX))


def _log_sigmoid(x: np.ndarray) -> np.ndarray:
    return -np.logaddexp(0, -x)


@dataclass(frozen=True)
class Strip:
    """Answers along the left edge of a column: a row for each searched height."""

    scores: np.ndarray  # logit that a corner is there
    cards: np.ndarray  # log probabilities of the 52 cards
    x: int

    def candidates(self, last: int) -> list[tuple[float, int, int]]:
        """Corners above row `last`: (logit, y, x)."""
        return [(float(score), _STEP * i, self.x) for i, score in enumerate(self.scores) if _STEP * i < last]

    def log_chances(self, chain: list[tuple[int, int]]) -> np.ndarray:
        return np.array([self.cards[y // _STEP] for y, _ in chain])


class Network:
    """Recognises cards of any deck. `size`: of the cards in millimetres."""

    def __init__(self, size: tuple[float, float] = layout.CARD, calibration: dict | None = None):
        self.size = size
        self.index, self.face = _Net("index"), _Net("face")
        given = calibration or json.loads((HERE / "calibration.json").read_text("utf-8"))
        self.rank_mix, self.suit_mix, self.kind_mix = (np.array(given[name]) for name in ("ranks", "suits", "kinds"))
        self.court_mix, self.run_mix = given["court"], np.array([given["run"]])

    # ---- Whole cards ---------------------------------------------------------------------------

    def _corner_pieces(self, rectified: np.ndarray, card: places.Card, pixels: int = _REACH, scale: float = 1.0) -> list[np.ndarray]:
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
        """The card whose indices are near both corners of an upright card at `middle` (millimetres): of a pile whose
        outline says nothing. None if one of them is not surely there, or they do not fit a card."""
        started = places.Card(middle[0] - self.size[0] / 2, middle[1] - self.size[1] / 2, 0.0)
        maps = self.index(self._corner_pieces(rectified, started, _SEARCH))
        if maps[:, _KIND].reshape(2, -1).max(axis=1).min() < _SURELY:
            return None
        upper, lower = (at - _SEARCH / RECTIFIED for at in _of_one_card(maps))
        card = places.between(started, upper, -lower, self.size)
        off = np.hypot(*(np.array(self.size) - lower - upper)) - np.hypot(*self.size)
        return card if card is not None and -_NEARER < off < _FARTHER else None

    @staticmethod
    def _corner_part(out: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """From the answers around each corner: log probabilities of the 52 cards, and of an index and none."""
        kinds = out[:, _KIND].reshape(len(out), -1)
        weight = np.exp(log_softmax(kinds))
        spread = out.reshape(len(out), out.shape[1], -1)
        given = np.stack([card_log_chances(spread[:, :, place]) for place in range(spread.shape[2])], axis=2)
        there = kinds.max(axis=1)
        return log_softmax((given * weight[:, None]).sum(axis=2)), np.column_stack([_log_sigmoid(there), _log_sigmoid(-there)])

    def _corners(self, rectified: np.ndarray, cards: list[places.Card]) -> tuple[np.ndarray, np.ndarray]:
        """Both corners of each card, one after the other. When they are doubtful on the whole, a smaller scale is tried,
        at which large indices fit into the window: all cards of a table are of one deck."""
        best = None
        for scale in (1.0, _LARGE_INDEX):
            given, kinds = self._corner_part(self.index([piece for card in cards for piece in self._corner_pieces(rectified, card, scale=scale)]))
            faces = kinds[:, 0] > kinds[:, 1]
            sure = float(np.exp(given[faces].max(axis=1)).mean()) if faces.any() else 1.0
            if best is None or sure > best[0]:
                best = sure, given, kinds
            if sure > _DOUBTFUL:
                break
        return best[1:]

    def parts(self, rectified: np.ndarray, cards: list[places.Card]) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
        """What the face and the two corners tell: log probabilities of the 52 cards; of a face and a back; and the probability
        that it is neither."""
        corners, indices = self._corners(rectified, cards)
        faces = self.face([self._face_piece(rectified, card) for card in cards])
        kinds = log_softmax(faces[:, _KIND:])
        neither = np.exp(kinds[:, _NEITHER])
        kinds = log_softmax(kinds[:, [0, _BACK_KIND]])
        return [card_log_chances(faces), corners[0::2], corners[1::2]], [kinds, indices[0::2], indices[1::2]], neither

    def fronts(self, rectified: np.ndarray, cards: list[places.Card]) -> np.ndarray:
        """Probabilities of windows.CLASSES for each card; they add up to less than 1 if it may be something else."""
        if not cards:
            return np.empty((0, len(windows.CLASSES)))
        given, kinds, neither = self.parts(rectified, cards)
        cards52 = np.exp(log_softmax(mixed(given, self.rank_mix, self.suit_mix) + self.court_mix * court_log_chances(given[0])))
        are_two = _are_two_cards(given[1], given[2])
        cards52[are_two] = np.exp(given).mean(axis=0)[are_two]
        kind = np.exp(log_softmax(sum(m * part for m, part in zip(self.kind_mix, kinds))))
        return np.hstack([cards52 * kind[:, :1], kind[:, 1:]]) * (1 - neither[:, None])

    # ---- Fans ----------------------------------------------------------------------------------

    def strip(self, strip: np.ndarray, x: int) -> Strip:
        """`strip`: the left part of a column, `x` the left edge of its front card in it."""
        left = int(np.clip(x - _REACH, 0, max(0, strip.shape[1] - windows.INDEX[0] - 2 * _REACH)))
        part = strip[:, left : left + windows.INDEX[0] + 2 * _REACH]
        high = -(-max(part.shape[0], windows.INDEX[1]) // windows.STRIDE) * windows.STRIDE + windows.STRIDE
        padded = cv2.copyMakeBorder(part, 0, high + _STEP - part.shape[0], 0, 0, cv2.BORDER_REPLICATE)
        out = self.index([np.ascontiguousarray(padded[shift : shift + high]) for shift in (0, _STEP)])
        rows = np.stack([out[0], out[1]], axis=2).reshape(out.shape[1], -1, out.shape[3])  # in the order of their heights
        best = rows[_KIND].argmax(axis=1)
        given = np.take_along_axis(rows, best[None, :, None], axis=2)[:, :, 0].T
        return Strip(given[:, _KIND], card_log_chances(given), x)

    def run_chances(self, log_chances: np.ndarray) -> np.ndarray:
        return np.exp(log_softmax(self.run_mix[0] * log_chances))


@functools.cache
def network(size: tuple[float, float] = layout.CARD) -> Network:
    return Network(size)
