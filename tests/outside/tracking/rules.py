"""A Klondike table with real cards: draw one or three, three shuffles that really mix, the first card up, nothing
comes back from the foundations. Written from the game's specification alone."""

from typing import NamedTuple

RANKS = "A234567890JQK"
SUITS = "CDHS"
RED = "DH"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
RANK = {card: RANKS.index(card[0]) for card in DECK}
SUIT = {card: SUITS.index(card[1]) for card in DECK}

# Positions: 0-6 columns, 7-10 foundations, 11 the draw pile.
FOUNDATION = 7
DRAW_PILE = 11

TO_FOUNDATION, KING_TO_EMPTY, COLUMN_TO_COLUMN, DRAW_TO_COLUMN, DRAW, SHUFFLE = range(1, 7)
KINDS = ["", "to_foundation", "king_to_empty", "column_to_column", "draw_to_column", "draw", "shuffle"]


class Move(NamedTuple):
    kind: int
    source: int
    target: int
    cut: int  # the place in the column where it is cut, from 1; 0 outside columns
    card: str  # the card at the cut; '' of a draw or a shuffle

    def __str__(self):
        if self.kind in (DRAW, SHUFFLE):
            return KINDS[self.kind]
        return f"{self.card} {self.source}>{self.target}"


class Illegal(Exception):
    """A move that the rules forbid."""


def is_red(card):
    return card[1] in RED


# The front cards of a column on which a card may be laid.
BELOW = {card: {front for front in DECK if RANK[front] == RANK[card] + 1 and is_red(card) != is_red(front)} for card in DECK}


def mix(pile, random):
    """A real shuffle: every order is as likely."""
    random.shuffle(pile)


def mix_badly(pile, random):
    """Three packets change places; the order within each is kept."""
    first, second = sorted(random.randrange(len(pile) + 1) for _ in range(2))
    pile[:] = pile[second:] + pile[first:second] + pile[:first]


class Table:
    """All cards on the table, including face-down ones. Lists end with the card in front or on top."""

    def __init__(self, deck, shuffles=3, draw=1):
        deck = list(deck)
        self.draw = draw  # cards at a time
        self.down = [[] for _ in range(7)]
        self.up = [[] for _ in range(7)]
        for column in range(7):
            for _ in range(column):
                self.down[column].append(deck.pop())
            self.up[column].append(deck.pop())
        self.foundations = [0, 0, 0, 0]
        self.stock = deck
        self.waste = []
        self.turn_pile()
        self.removed = 0
        self.shuffles = shuffles
        self.unturned = None  # the column whose next card the player forgot to turn up

    @classmethod
    def deal(cls, random, draw=1):
        deck = list(DECK)
        random.shuffle(deck)
        return cls(deck, draw=draw)

    def copy(self):
        other = Table.__new__(Table)
        other.down = [list(cards) for cards in self.down]
        other.up = [list(cards) for cards in self.up]
        other.foundations = list(self.foundations)
        other.stock = list(self.stock)
        other.waste = list(self.waste)
        other.removed = self.removed
        other.draw = self.draw
        other.shuffles = self.shuffles
        other.unturned = self.unturned
        return other

    # ---- What can be seen ------------------------------------------------------------------------

    def front(self, position):
        """The card in front at a position; XX: none, BACK: a face-down one."""
        if position == DRAW_PILE:
            return self.waste[-1] if self.waste else "XX"
        if position >= FOUNDATION:
            count = self.foundations[position - FOUNDATION]
            return RANKS[count - 1] + SUITS[position - FOUNDATION] if count else "XX"
        if self.up[position]:
            return self.up[position][-1]
        return "BACK" if self.down[position] else "XX"

    def card_at(self, position, index=0):
        """The face-up card at a place, index from 1 with the deepest; 0: the front. None where there is no such place."""
        if not index:
            return self.front(position)
        pile = self.waste if position == DRAW_PILE else self.up[position] if position < FOUNDATION else []
        return pile[index - 1] if index <= len(pile) else None

    def won(self):
        return not any(self.down)

    def lost(self):
        return not self.won() and not self.moves()

    # ---- Moves -----------------------------------------------------------------------------------

    def goes_up(self, card):
        return self.foundations[SUIT[card]] == RANK[card]

    def moves(self):
        found = []
        fronts = [cards[-1] if cards else None for cards in self.up]
        empty = [column for column in range(7) if not self.up[column] and not self.down[column]]
        played = self.waste[-1] if self.waste else None
        for column, card in enumerate(fronts):
            if card and self.goes_up(card):
                found.append(Move(TO_FOUNDATION, column, FOUNDATION + SUIT[card], len(self.up[column]), card))
        if played and self.goes_up(played):
            found.append(Move(TO_FOUNDATION, DRAW_PILE, FOUNDATION + SUIT[played], 0, played))
        for column in range(7):
            for cut, card in enumerate(self.up[column], 1):
                if card[0] == "K":
                    found += [Move(KING_TO_EMPTY, column, target, cut, card) for target in empty]
                if not BELOW[card].isdisjoint(fronts):
                    found += [Move(COLUMN_TO_COLUMN, column, target, cut, card) for target in range(7)
                              if target != column and fronts[target] in BELOW[card]]
        if played:
            if played[0] == "K":
                found += [Move(KING_TO_EMPTY, DRAW_PILE, target, 0, played) for target in empty]
            found += [Move(DRAW_TO_COLUMN, DRAW_PILE, target, 0, played) for target in range(7)
                      if fronts[target] in BELOW[played]]
        if self.stock:
            found.append(Move(DRAW, DRAW_PILE, DRAW_PILE, 0, ""))
        elif self.waste and self.shuffles:
            found.append(Move(SHUFFLE, DRAW_PILE, DRAW_PILE, 0, ""))
        return found

    def apply(self, move, random=None, shuffle=mix, turn=True):
        """Carries out a legal move and turns up what it uncovers (not in a column where `turn` is false)."""
        if move not in self.moves():
            raise Illegal(str(move))
        if move.kind == DRAW:
            self.turn_pile()
        elif move.kind == SHUFFLE:
            pile = list(reversed(self.waste))  # turned over: the card that came first comes first again
            shuffle(pile, random)
            self.stock, self.waste = pile, []
            self.turn_pile()
            self.shuffles -= 1
        else:
            self.put(move.target, self.take(move))
            if move.source < 7 and turn:
                self.turn_up(move.source)
            elif move.source < 7 and not self.up[move.source] and self.down[move.source]:
                self.unturned = move.source

    def take(self, move):
        if move.source != DRAW_PILE:
            cards = self.up[move.source][move.cut - 1:]
            del self.up[move.source][move.cut - 1:]
            return cards
        cards = [self.waste.pop()]
        self.removed += 1
        if not self.waste and self.draw == 1:
            self.turn_pile()
        return cards

    def turn_pile(self):
        """The next cards of the stock are turned over, one on the other."""
        for _ in range(min(self.draw, len(self.stock))):
            self.waste.append(self.stock.pop())

    def put(self, target, cards):
        if target >= FOUNDATION:
            self.foundations[target - FOUNDATION] += 1
        else:
            self.up[target] += cards

    def turn_up(self, column):
        if not self.up[column] and self.down[column]:
            self.up[column].append(self.down[column].pop())
        if self.unturned == column:
            self.unturned = None

    def winnable(self, most=3000):
        """True if a sequence of moves without a shuffle wins this deal with all cards known; false, too, if none was found among so
        many tables."""
        known = {self.identity()}
        waiting = [self]
        while waiting and len(known) < most:
            table = waiting.pop()
            for move in table.moves():
                if move.kind == SHUFFLE:
                    continue
                after = table.copy()
                after.apply(move)
                if after.won():
                    return True
                if after.identity() not in known:
                    known.add(after.identity())
                    waiting.append(after)
        return False

    def identity(self):
        """Equal for tables that differ only in the order of their columns."""
        columns = sorted((tuple(down), tuple(up)) for down, up in zip(self.down, self.up))
        return tuple(columns), len(self.stock), tuple(self.waste)

    def own_choice(self, random):
        """The move of a player without advice: a card that gets free, a foundation, a column, then the pile; None where nothing of this
        is left."""
        def worth(move):
            if move.source < 7 and move.cut == 1 and self.down[move.source]:
                return 5
            if move.kind == TO_FOUNDATION:
                return 4
            if move.source == DRAW_PILE and move.kind != SHUFFLE:
                return 2 if move.kind == DRAW else 3
            return 1 if move.kind == SHUFFLE else 0
        found = [move for move in self.moves() if worth(move)]
        random.shuffle(found)
        return max(found, key=worth, default=None)

    # ---- Its form in the API ---------------------------------------------------------------------

    def to_json(self):
        """The whole table, as a player enters it."""
        return {"columns": [{"unseen": len(down), "cards": list(up)} for down, up in zip(self.down, self.up)],
                "foundations": {suit: (RANKS[count - 1] if count else "X") + suit
                                for suit, count in zip(SUITS, self.foundations)},
                "draw_pile": {"cards": list(self.waste), "left": len(self.stock), "removed": self.removed,
                              "shuffles": self.shuffles}}

    def __str__(self):
        return describe(self.to_json())


def describe(table):
    """One line of a table in the API's form."""
    pile = table["draw_pile"]
    cards = " ".join(card or "?" for card in pile["cards"])
    columns = "  ".join(f"{index}:{column['unseen']}+{'.'.join(column['cards'])}"
                        for index, column in enumerate(table["columns"]))
    foundations = " ".join(table["foundations"][suit] for suit in SUITS)
    return f"[{cards}] left {pile['left']} removed {pile['removed']} shuffles {pile['shuffles']} | {foundations} | {columns}"


def parse_move(described):
    """The move of a suggestion; the place of the cut counts in columns only."""
    card = described.get("card") or ""
    kind = described["type"]
    cut = described.get("cut") or 0
    return Move(kind, described["from"], described["to"], cut, "" if kind in (DRAW, SHUFFLE) else card)


def find_move(described, moves):
    """The legal move that a suggestion means, else None."""
    wanted = parse_move(described)
    for move in moves:
        if move.kind != wanted.kind:
            continue
        if move.kind in (DRAW, SHUFFLE):
            return move
        if (move.source, move.target, move.card) != (wanted.source, wanted.target, wanted.card):
            continue
        if move.kind != COLUMN_TO_COLUMN or move.cut == wanted.cut:
            return move
    return None
