"""A camera over the table: which slots it reports, in which form, and how it misreads."""

import json

from .rules import DECK, DRAW_PILE, RED, SUITS

SIMILAR = {"6": "95", "9": "6", "Q": "K", "K": "QJ", "J": "K", "3": "8", "8": "3", "5": "6", "A": "4", "4": "A"}
OTHER_SUIT = 0.92  # of the misreadings: the rank is right, the suit is not
SAME_COLOUR = 0.75  # of those: the other suit of the same colour
EMPTY_MISREAD = 0.1  # an empty slot is misread that much less often than a card
BLIND_PICTURES = 10
DOUBTS = (0.55, 0.98)  # probability of the likelier of two cards, uniform
JITTER = 0.02  # by which the probability differs from picture to picture

COLUMNS = list(range(7))
FOUNDATIONS = list(range(7, 11))
STOCK = 12


def confuse(card, random):
    """A card that a reader may confuse with this one."""
    rank, suit = card
    if random.random() >= OTHER_SUIT and rank in SIMILAR:
        return random.choice(SIMILAR[rank]) + suit
    twin = next(other for other in SUITS if other != suit and (other in RED) == (suit in RED))
    if random.random() < SAME_COLOUR:
        return rank + twin
    return rank + random.choice([other for other in SUITS if other not in (suit, twin)])


def as_text(code):
    """A code as it is, candidates as `QD0.72/JD0.28`."""
    return code if isinstance(code, str) else "/".join(f"{one['card']}{one['p']}" for one in code)


class Slot:
    """One slot's reader. `misread` is the rate of all pictures. A misreading may come again in the next picture (`repeat`), or be
    stuck: it begins with the card and lasts as long as that lies there (`stuck`). A doubt (`doubtful`) is a list of two cards with
    calibrated probabilities: of the cards given with 0.7, seven of ten are right. It lasts as the light that causes it does; with
    `fresh_doubts` each picture errs for itself."""

    def __init__(self, row, random):
        self.row = row
        self.random = random
        self.card = None
        self.stuck = None
        self.wrong = None  # the misreading of the picture before this one
        self.fresh = True  # the card was not read yet
        self.doubt = None  # the likelier card of two, the other one, and the probability of the first
        self.blind = 0

    def arrive(self, card):
        self.card = card
        self.stuck = None
        self.wrong = None
        self.fresh = True
        if card in DECK and self.random.random() < self.row.stuck * self.row.misread:
            self.stuck = confuse(card, self.random)
        is_doubtful = card in DECK and self.row.doubtful and self.random.random() < self.row.doubtful
        self.doubt = self.begin_doubt() if is_doubtful else None

    def begin_doubt(self):
        p, other = self.random.uniform(*DOUBTS), confuse(self.card, self.random)
        return (self.card, other, p) if self.random.random() < p else (other, self.card, p)

    def read_doubtful(self):
        """Candidates; from 0.9 on the likelier card alone, from 0.99 on as a plain code. The probability of the next picture differs a little."""
        likelier, other, p = self.begin_doubt() if self.row.fresh_doubts else self.doubt
        p = min(max(p + self.random.uniform(-JITTER, JITTER), 0.5), 0.999)
        if p >= 0.99:
            return likelier
        first, second = {"card": likelier, "p": round(p, 3)}, {"card": other, "p": round(1 - p, 3)}
        return [first] if p >= 0.9 else [first, second]

    def read(self, card):
        if card != self.card:
            self.arrive(card)
        if not self.blind and self.random.random() < self.row.bursts:
            self.blind = BLIND_PICTURES
        if self.blind:
            self.blind -= 1
            return "UU"
        if self.random.random() < self.row.unreadable:
            return "UU"
        if self.stuck:
            return self.stuck
        if self.doubt:
            return self.read_doubtful()
        if self.wrong and self.random.random() < self.row.repeat:
            return self.wrong
        rate = self.rate()
        self.fresh = False
        if self.random.random() >= rate:
            self.wrong = None
            return card
        if card not in DECK:
            self.wrong = self.random.choice(DECK)
        elif self.row.confusion == "any":
            self.wrong = self.random.choice([other for other in DECK if other != card])
        else:
            self.wrong = confuse(card, self.random)
        return self.wrong

    def rate(self):
        """Of misreadings that begin with this picture."""
        rate = self.row.misread * (1 if self.card in DECK else EMPTY_MISREAD)
        stuck = self.row.stuck * rate if self.card in DECK else 0
        independent = (rate - stuck) / (1 - stuck)
        again = 0 if self.fresh else self.row.repeat * independent
        return (independent - again) / (1 - again)


class Picture:
    """A snapshot: slots by position, and a frame number if the camera numbers its pictures."""

    def __init__(self, codes, form, frame, numbered):
        self.codes = codes
        self.form = form
        self.frame = frame
        self.numbered = numbered

    def line(self):
        """The one-line form, for people too."""
        return ",".join(as_text(self.codes.get(position, "UU")) for position in [DRAW_PILE] + FOUNDATIONS + COLUMNS)

    def body(self, done):
        """The request's content type, query and body."""
        if self.form == "seed" and not self.numbered:
            return "text/plain", "&done=true" if done else "", self.line()
        shown = {"draw_pile": self.codes[DRAW_PILE], "columns": [self.codes[column] for column in COLUMNS]}
        if self.form == "all":
            shown["foundations"] = [self.codes[position] for position in FOUNDATIONS]
            shown["stock"] = self.codes[STOCK]
        if self.numbered:
            shown["camera"] = "outside"
            shown["frame"] = self.frame
        if done:
            shown["done"] = True
        return "application/json", "", json.dumps(shown)

    def __str__(self):
        text = self.line()
        if self.form == "all":
            text += "," + self.codes[STOCK]
        return text + (f" frame {self.frame}" if self.numbered else "")


class Camera:
    def __init__(self, row, random):
        self.row = row
        self.random = random
        self.frame = 0
        self.slots = {position: Slot(row, random) for position in range(13)}

    def take(self, table, instead=None):
        """A picture of the table; `instead` has slots that show something else."""
        self.frame += 1
        positions = [DRAW_PILE] + COLUMNS + (FOUNDATIONS if self.row.form == "all" else [])
        shown = {position: table.front(position) for position in positions}
        shown.update((position, card) for position, card in (instead or {}).items() if position in shown)
        codes = {position: self.slots[position].read(card) for position, card in shown.items()}
        if self.row.form == "all":
            codes[STOCK] = self.read_stock("BACK" if table.stock else "XX")
        if self.row.form == "seed":
            # The line has no word for a face-down card in a column: its reader reads nothing there.
            codes = {position: "UU" if code == "BACK" else code for position, code in codes.items()}
        return Picture(codes, self.row.form, self.frame, self.row.numbered)

    def read_stock(self, shown):
        if self.random.random() < self.row.unreadable:
            return "UU"
        if self.random.random() < self.row.misread * EMPTY_MISREAD:
            return "XX" if shown == "BACK" else "BACK"
        return shown

    def miss(self):
        """A picture that never arrives."""
        self.frame += 1
