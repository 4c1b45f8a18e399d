"""Chooses the answer that describes what the player did, by the words of the English texts."""

import re

from .rules import DRAW, FOUNDATION, SHUFFLE

RANK_NAMES = dict(zip("A234567890JQK", "ace two three four five six seven eight nine ten jack queen king".split()))
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
CARD = re.compile(rf"({'|'.join(RANK_NAMES.values())}) of ({'|'.join(SUIT_NAMES.values())})")


def named(card):
    return f"{RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"


def of_moves(moves):
    """The words that a true answer about these moves may contain."""
    words = set()
    for move in moves:
        if move.kind == SHUFFLE:
            words.add("shuffle")
        elif move.kind == DRAW:
            words.add("draw")
        else:
            words |= {named(move.card), "foundation" if move.target >= FOUNDATION else f"column {move.target + 1}"}
            if move.source < 7:
                words.add(f"column {move.source + 1}")
    return words or {"nothing"}


def of_text(text):
    text = text.lower()
    words = {match[0] for match in CARD.finditer(text)} | set(re.findall(r"column [1-7]", text))
    for word, forms in (("shuffle", ("shuffl",)), ("draw", ("drawn", "turned", "turn up", "drew")), ("foundation", ("foundation",)),
                        ("nothing", ("nothing", "not moved", "no move"))):
        if any(form in text for form in forms):
            words.add(word)
    return words


def counts(text):
    """The draw pile's counts that a text names."""
    found = {}
    for name, pattern in (("left", r"face down: (\d+)"), ("shuffles", r"shuffles left: (\d+)")):
        match = re.search(pattern, text.lower())
        if match:
            found[name] = int(match[1])
    return found


def best(texts, moves):
    """The place of the text that agrees best with the moves; None where two agree equally well."""
    done = of_moves(moves)
    scores = [len(of_text(text) & done) - len(of_text(text) - done) for text in texts]
    if not scores or scores.count(max(scores)) > 1:
        return None
    return scores.index(max(scores))
