"""A game of Klondike played at random: the table after the deal and after some moves."""

from decks import CODES, RANKS

RED = "DH"


class Game:
    """Columns are lists of face-down and face-up cards, front one last; foundations take aces in the order in which they come, or have `suits`."""

    def __init__(self, rng, draw, suits=None):
        deck = [CODES[at] for at in rng.permutation(52)]
        self.rng, self.draw, self.suits = rng, draw, suits
        self.down = [[deck.pop() for _ in range(column)] for column in range(7)]
        self.up = [[deck.pop()] for _ in range(7)]
        self.stock, self.waste = deck, []
        self.foundations = [[], [], [], []]

    def accepts(self, column, card):
        front = self.up[column][-1] if self.up[column] else None
        if front is None:
            return card[0] == "K"
        return (front[1] in RED) != (card[1] in RED) and RANKS.index(front[0]) == RANKS.index(card[0]) + 1

    def foundation_for(self, card):
        for at, pile in enumerate(self.foundations):
            if pile and pile[-1][1] == card[1]:
                return at if RANKS.index(card[0]) == len(pile) else None
        if card[0] != "A":
            return None
        return self.suits.index(card[1]) if self.suits else next((at for at, pile in enumerate(self.foundations) if not pile), None)

    def moves(self):
        """(weight, function) of each legal move that is worth something, and of turning a stock card."""
        found = []
        for source in range(7):
            run = self.up[source]
            if not run:
                continue
            target = self.foundation_for(run[-1])
            if target is not None:
                found.append((3, lambda s=source, t=target: self.foundations[t].append(self.up[s].pop())))
            for column in range(7):
                if column != source and self.accepts(column, run[0]) and (self.down[source] or self.up[column]):
                    found.append((4, lambda s=source, c=column: (self.up[c].extend(self.up[s]), self.up[s].clear())))
        if self.waste:
            card = self.waste[-1]
            target = self.foundation_for(card)
            if target is not None:
                found.append((3, lambda t=target: self.foundations[t].append(self.waste.pop())))
            found += [(3, lambda c=column: self.up[c].append(self.waste.pop())) for column in range(7) if self.accepts(column, card)]
        if self.stock or self.waste:
            found.append((2, self.turn_stock))
        return found

    def turn_stock(self):
        if not self.stock:
            self.stock, self.waste = self.waste[::-1], []
        for _ in range(min(self.draw, len(self.stock))):
            self.waste.append(self.stock.pop())

    def play(self, moves):
        for _ in range(moves):
            found = self.moves()
            if not found:
                return
            weights = [weight for weight, _ in found]
            found[self.rng.choice(len(found), p=[weight / sum(weights) for weight in weights])][1]()
            self.turn_up()

    def build(self, least, most):
        """Puts cards of each suit up, as many as lie on its foundation when a game is almost won, and turns cards of the stock."""
        self.foundations = [[rank + suit for rank in RANKS[:self.rng.integers(least, most + 1)]] for suit in self.suits or self.rng.permutation(list("CDHS"))]
        gone = {card for pile in self.foundations for card in pile}
        for pile in [*self.down, *self.up, self.stock, self.waste]:
            pile[:] = [card for card in pile if card not in gone]
        self.turn_up()
        for _ in range(int(self.rng.integers(2, 9))):
            self.turn_stock()

    def turn_up(self):
        for column in range(7):
            if not self.up[column] and self.down[column]:
                self.up[column].append(self.down[column].pop())

    def truth(self):
        """The front card of each place, with the names of makker-camera's documentation; foundations from left to right."""
        front = lambda pile: pile[-1] if pile else "XX"
        return {"columns": [front(run) for run in self.up], "foundations": [front(pile) for pile in self.foundations],
                "draw_pile": front(self.waste), "stock": "BACK" if self.stock else "XX", "piles": self.piles()}

    def piles(self):
        """The places where a face lies on other cards that should be hidden by it."""
        piles = {"draw_pile": self.waste, **{f"foundation {at + 1}": pile for at, pile in enumerate(self.foundations)}}
        return [place for place, pile in piles.items() if len(pile) > 1]
