"""Checks the world itself: the rules, the camera's rates, the player, and a known deal. Needs no daemon.
Arguments: how many random games, how many processes."""

import multiprocessing
import random
import sys
import types

from . import words
from .camera import COLUMNS, Camera, Slot, confuse
from .client import Answer
from .compare import corrections, differences
from .player import Game
from .rows import ROWS
from .rules import (COLUMN_TO_COLUMN, DECK, DRAW, DRAW_PILE, DRAW_TO_COLUMN, Illegal, KING_TO_EMPTY, Move, RANK, SHUFFLE, Table,
                    TO_FOUNDATION, is_red)


def check(truth, what):
    if not truth:
        raise AssertionError(what)


def all_cards(table):
    cards = [card for pile in table.down + table.up for card in pile] + table.stock + table.waste
    return cards + [DECK[13 * suit + rank] for suit in range(4) for rank in range(table.foundations[suit])]


def check_table(table):
    check(sorted(all_cards(table)) == sorted(DECK), "52 different cards")
    check(len(table.stock) + len(table.waste) + table.removed == 24, "the draw pile's cards and those that left it are 24")
    check(table.waste or not table.stock, "a card of the draw pile lies face up")
    check(0 <= table.shuffles <= 3, "shuffles")
    for down, up in zip(table.down, table.up):
        check(up or not down, "the last card of a column lies face up")
        for behind, front in zip(up, up[1:]):
            check(RANK[behind] == RANK[front] + 1 and is_red(behind) != is_red(front), "a column goes down in alternating colours")


def brute_moves(table):
    """Legal moves found by asking of every source and target whether the card may go there."""
    found = set()
    for source in list(range(7)) + [11]:
        pile = table.waste[-1:] if source == 11 else table.up[source]
        for place, card in enumerate(pile, 1):
            cut = 0 if source == 11 else place
            top = table.foundations["CDHS".index(card[1])]
            if place == len(pile) and "A234567890JQK"[top:top + 1] == card[0]:
                found.add(Move(TO_FOUNDATION, source, 7 + "CDHS".index(card[1]), cut, card))
            for target in range(7):
                under = table.front(target)
                if target == source:
                    continue
                if under == "XX":
                    if card[0] == "K":
                        found.add(Move(KING_TO_EMPTY, source, target, cut, card))
                elif "A234567890JQK".index(under[0]) - "A234567890JQK".index(card[0]) == 1 and (
                        (under[1] in "CS") == (card[1] in "DH")):
                    found.add(Move(DRAW_TO_COLUMN if source == 11 else COLUMN_TO_COLUMN, source, target, cut, card))
    if table.stock:
        found.add(Move(DRAW, 11, 11, 0, ""))
    elif table.waste and table.shuffles > 0:
        found.add(Move(SHUFFLE, 11, 11, 0, ""))
    return found


def check_random_games(games, jobs):
    total = {}
    with multiprocessing.Pool(jobs) as pool:
        for ends in pool.imap(play_random_games, [range(seed, min(seed + 100, games)) for seed in range(0, games, 100)]):
            for name, count in ends.items():
                total[name] = total.get(name, 0) + count
    return total


def play_random_games(seeds):
    """Half of the moves are the player's own choice, so that games end; every seventh table is checked in detail."""
    ends = {"won": 0, "lost": 0, "long": 0}
    for seed in seeds:
        chance = random.Random(seed)
        table = Table.deal(chance)
        for step in range(100):
            moves = table.moves()
            if table.won() or not moves:
                break
            move = table.own_choice(chance) if chance.random() < 0.5 else None
            move = move or chance.choice(moves)
            if (step + seed) % 7 == 0:
                check_table(table)
                check(len(set(moves)) == len(moves) and set(moves) == brute_moves(table), "the same moves found twice")
                kept = str(table)
                after = table.copy()
                after.apply(move, chance)
                check(str(table) == kept and str(after) != kept, "a copy shares nothing, and a move changes it")
            table.apply(move, chance)
        check_table(table)
        ends["won" if table.won() else "lost" if not table.moves() else "long"] += 1
    return ends


def check_known_deal():
    """The README's table: 8D of column 4 goes to 9C of column 6, which uncovers QH; 8C is the next card drawn."""
    fronts = ["5S", "5H", "QC", "7H", "8D", "9D", "9C"]
    rest = [card for card in DECK if card not in fronts + ["QH", "KS", "8C"]]
    deck = []
    for column, front in enumerate(fronts):
        hidden = [rest.pop() for _ in range(column - (column == 4))]
        deck += hidden + (["QH"] if column == 4 else []) + [front]
    deck += ["KS", "8C"] + rest
    table = Table(list(reversed(deck)))
    check_table(table)
    check([table.front(column) for column in range(7)] == fronts and table.front(11) == "KS", "the fronts")
    check([str(move) for move in table.moves()] == ["8D 4>6", "draw"], "two moves")
    table.apply(Move(COLUMN_TO_COLUMN, 4, 6, 1, "8D"))
    check(table.front(4) == "QH" and table.up[6] == ["9C", "8D"] and len(table.down[4]) == 3, "8D uncovers QH")
    table.apply(Move(DRAW, 11, 11, 0, ""))
    check(table.front(11) == "8C" and len(table.stock) == 22, "8C is drawn")
    table.apply(Move(DRAW_TO_COLUMN, 11, 5, 0, "8C"))
    check(table.front(11) == "KS" and table.removed == 1 and len(table.stock) == 22, "KS lies under it")
    check(table.front(7) == "XX", "no club on its foundation")
    try:
        table.apply(Move(SHUFFLE, 11, 11, 0, ""))
    except Illegal:
        pass
    else:
        check(False, "no shuffle while cards are left")


def check_last_card_of_the_pile():
    """The only face-up card of the draw pile is played: the next one is turned up, and `left` goes down."""
    table = Table.deal(random.Random(1))
    card = table.waste[0]
    for pile in table.down + table.up:
        pile.clear()
    table.foundations["CDHS".index(card[1])] = RANK[card]
    table.apply(Move(TO_FOUNDATION, 11, 7 + "CDHS".index(card[1]), 0, card))
    check(len(table.waste) == 1 and len(table.stock) == 22 and table.removed == 1, "the next card is turned up")


def check_draw_three():
    """Three cards at a time, the last time those that are left; a played card lays bare the one beneath it."""
    table = Table.deal(random.Random(1), 3)
    check(len(table.waste) == 3 and len(table.stock) == 21, "three cards lie face up at first")
    for left in (18, 15, 12, 9, 6, 3, 0):
        table.apply(Move(DRAW, 11, 11, 0, ""))
        check(len(table.stock) == left and len(table.waste) == 24 - left, f"three are drawn, {left} left")
    played = table.waste[-1]
    table.foundations["CDHS".index(played[1])] = RANK[played]
    table.apply(Move(TO_FOUNDATION, 11, 7 + "CDHS".index(played[1]), 0, played))
    check(len(table.waste) == 23 and not table.stock, "no other card is turned up")
    table.apply(Move(SHUFFLE, 11, 11, 0, ""), random.Random(2), lambda pile, chance: chance.shuffle(pile))
    check(len(table.waste) == 3 and len(table.stock) == 20, "three cards come up after a shuffle")
    table.stock = table.stock[:2]
    table.apply(Move(DRAW, 11, 11, 0, ""))
    check(len(table.waste) == 5 and not table.stock, "the last two are drawn together")


def check_camera():
    """The marginal rates, with and without repetition."""
    table = Table.deal(random.Random(2))
    for name in ("confused", "repeating"):
        chance = random.Random(3)
        wrong = unread = pictures = 0
        for _ in range(4000):
            camera = Camera(ROWS[name], chance)
            for _ in range(4):
                picture = camera.take(table)
                pictures += 8
                for position in list(range(7)) + [11]:
                    code = picture.codes[position]
                    unread += code == "UU"
                    wrong += code not in ("UU", table.front(position))
        readable = pictures * (1 - ROWS[name].unreadable)
        check(abs(wrong / readable - 0.018) < 0.002, f"misread {wrong / readable:.4f} in {name}")
        check(abs(unread / pictures - 0.034) < 0.003, f"unreadable {unread / pictures:.4f} in {name}")
    chance = random.Random(4)
    same_rank = sum(confuse("6H", chance)[0] == "6" for _ in range(20000)) / 20000
    check(abs(same_rank - 0.92) < 0.01, f"same rank {same_rank:.3f}")


def check_doubts():
    """A card is read with doubt as often as the row says, the probabilities are true, and a doubt lasts unless it is fresh."""
    table = Table.deal(random.Random(5))
    for name, lasts in (("doubtful", True), ("doubtful_fresh", False)):
        chance = random.Random(6)
        cards = doubts = right = expected = changed = 0
        for _ in range(20000):
            slot = Slot(ROWS[name], chance)
            card = table.front(len(COLUMNS) - 1)
            first, second = slot.read(card), slot.read(card)
            cards += 1
            if isinstance(first, list):
                doubts += 1
                right += first[0]["card"] == card
                expected += first[0]["p"]
                changed += isinstance(second, list) and first[0]["card"] != second[0]["card"]
        check(abs(doubts / cards - 0.05) < 0.006, f"doubts {doubts / cards:.4f} in {name}")
        check(abs(right - expected) < 3 * (0.2 * doubts) ** 0.5, f"{right} of {doubts} right, {expected:.1f} expected in {name}")
        check((changed == 0) == lasts, f"{changed} of {doubts} doubts changed in {name}")


def check_missing():
    """Which pictures are missing, by moves: . arrives, x is missing."""
    settings = types.SimpleNamespace(strategy="heuristic", budget=0, verbose=False)

    def pattern(name, moves):
        game = Game(Script([]), ROWS[name], 1, settings)
        found = ""
        for _ in range(moves):
            game.result.moves += 1
            found += "x" if game.is_picture_missing() else "."
        return found
    check(pattern("every_other", 8) == "x.x.x.x.", "every other picture is missing")
    for name, share, least, most in (("missing", 0.2, 1, None), ("two_or_three", 0.15, 2, 3), ("blocked", 0.03, 4, 8)):
        found = pattern(name, 20000)
        begun = [len(one) for one in found.split(".") if one]
        check(min(begun) == least, f"{least} pictures in a row are missing in {name}, at least")
        if most:
            longer = sum(length > most for length in begun) / len(begun)
            check(longer < 0.25, f"more than {most} in {name} only where two such gaps meet: {longer:.2f}")
            mean = share * (least + most) / 2
            check(abs(found.count("x") / len(found) - mean / (1 - share + mean)) < 0.02, f"the share of missing pictures in {name}")


class Script:
    """A fake daemon with given responses that records the requests."""

    def __init__(self, answers):
        self.answers = answers
        self.sent = []
        self.fields = ""
        self.throttled = 0

    def request(self, method, path, body=None, kind=None):
        if path.startswith("/v1/sessions?"):
            return Answer(201, {"id": "1"})
        if method == "DELETE":
            return Answer(204, {})
        self.sent.append(body)
        return Answer(200, self.answers.pop(0)(self))


def check_player():
    """The answer that is true: of a card that came up again, and of a card that was read wrong."""
    settings = types.SimpleNamespace(strategy="heuristic", budget=0, lazy=False, quick=False, verbose=False, patience=0)
    for shuffled in (True, False):
        script = Script([])
        game = Game(script, ROWS["perfect"], 1, settings)

        def session(sync, asks=None):
            return lambda _: {"version": 1, "status": "playing", "sync": sync, "table": game.table.to_json(), "observed": {},
                              "suggestion": None, "asks": asks}
        script.answers += [session("in_sync")]
        game.watch()
        game.moves_since = [Move(SHUFFLE, 11, 11, 0, "")] if shuffled else []
        question = {"question": 17, "code": "same_card", "text": "Again?", "answers": [
            {"text": "Yes, the draw pile was shuffled", "correction": {"question": 17, "answer": 1}},
            {"text": "No, nothing was done", "correction": {"question": 17, "answer": 2}}]}
        script.answers += [session("looking", question), session("in_sync")]
        game.watch()
        check(script.sent[-1] == {"question": 17, "answer": 1 if shuffled else 2}, "the answer about the same card")
        front = game.table.front(3)
        other = confuse(front, random.Random(1))
        for answers, expected in (([other, front], front), ([other], front), ([], front)):
            place = {"code": "which_card", "position": 3, "text": "Which?", "answers": [
                {"text": card, "correction": {"position": 3, "card": card}} for card in answers]}
            script.answers += [session("looking", place), session("in_sync")]
            game.watch()
            check(script.sent[-1] == {"position": 3, "card": expected}, "the answer about a card")
    texts = ["The four of spades went to its foundation", "The next card was drawn, the four of spades is still in the draw pile"]
    check(words.best(texts, [Move(TO_FOUNDATION, 11, 10, 0, "4S")]) == 0, "a text about a foundation")
    check(words.best(texts, [Move(DRAW, 11, 11, 0, "")]) == 1, "a text about a draw")
    check(words.counts("Cards face down: 12. Shuffles left: 0.") == {"left": 12, "shuffles": 0}, "a text about counts")
    false = game.table.to_json()
    false["draw_pile"]["left"] -= 1
    found = differences(false, game.table, set())
    check(found == [(11, "left", 22, 23)] and corrections(found) == [{"position": 11, "left": 23}], "one difference")
    check(not differences(game.table.to_json(), game.table, set(DECK)), "no difference")
    game.before = game.table.copy()
    game.table.apply(Move(DRAW, 11, 11, 0, ""))
    misread = game.table.to_json()
    misread["draw_pile"]["cards"][-1] = confuse(game.table.front(DRAW_PILE), random.Random(1))
    game.answer = {"table": misread, "observed": {}}
    meant = {"left": len(game.table.stock), "waste": game.table.waste[:-1] + [misread["draw_pile"]["cards"][-1]]}
    other = {"left": len(game.table.stock) - 1, "waste": ["KH"] + meant["waste"]}
    check(game.true_where_they_differ([{"means": other}, {"means": meant}]) == 1, "a card misread in all answers is not the question")
    check(game.true_where_they_differ([{"means": other}, {"means": other}]) is None, "no answer is true")
    check(not any("left" in idea for idea in game.ideas()), "a count that is right is not put wrong")


def check_player_who_stops():
    """Seven pictures of a table that nothing explains, one more after the answer, and the game continues; a question that may wait is answered
    ten moves later; to draw and to shuffle is the same gesture."""
    settings = types.SimpleNamespace(strategy="heuristic", budget=0, verbose=False)
    script = Script([])

    def session(sync, explanation, asks=None, suggestion=None):
        return lambda _: {"version": 1, "status": "playing", "sync": sync, "table": game.table.to_json(), "suggestion": suggestion,
                          "observed": {"explanation": explanation}, "asks": asks}
    game = Game(script, ROWS["missing_stops"].changed(enters=0.0), 1, settings)
    script.answers += [session("looking", "look_again")] * 8
    game.watch()
    check(len(script.sent) == 8 and not script.answers and game.result.unexplained == 1, "seven pictures, and one more")
    question = {"question": 17, "code": "same_card", "text": "Again?", "answers": [
        {"text": "Yes, the draw pile was shuffled", "correction": {"question": 17, "answer": 1}},
        {"text": "No, nothing was done", "correction": {"question": 17, "answer": 2}}]}
    script.answers += [session("looking", "look_again", question)] * 7 + [session("in_sync", "unchanged")]
    game.watch()
    check(script.sent[-1] == {"question": 17, "answer": 2} and not script.answers and game.result.unexplained == 1, "the answer")
    game = Game(script, ROWS["late_answers"], 1, settings)
    script.answers += [session("looking", "several_moves", question)] * 2 + [session("in_sync", "unchanged")]
    script.answers.insert(1, script.answers[0])
    for moves in (0, 9, 10):
        before = len(script.sent)
        game.result.moves = moves
        game.watch()
        check(len(script.sent) - before == (2 if moves == 10 else 1), f"answered after {moves} moves, or not yet")
    game = Game(script, ROWS["missing_stops"].changed(deviate=0.0), 1, settings)
    while game.table.stock:
        game.table.apply(Move(DRAW, 11, 11, 0, ""))
    game.answer = session("looking", "unchanged", suggestion={"type": DRAW, "from": 11, "to": 11})(script)
    check(game.choose().kind == SHUFFLE, "the next card, of a stock that is empty")


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    jobs = int(sys.argv[2]) if len(sys.argv) > 2 else None
    check_known_deal()
    check_last_card_of_the_pile()
    check_draw_three()
    check_camera()
    check_doubts()
    check_missing()
    check_player()
    check_player_who_stops()
    print(f"{games} random games: {check_random_games(games, jobs)}; all well")
    return 0


if __name__ == "__main__":
    sys.exit(main())
