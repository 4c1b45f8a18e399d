"""A player at the table that follows the daemon's suggestions, answers its questions and compares each answer with the truth."""

import random

from . import words
from .camera import Camera
from .client import Broken, Session
from .compare import corrections, differences, falsehoods, kind_of, show
from .rules import (DECK, DRAW, DRAW_PILE, FOUNDATION, SHUFFLE, Table, describe, find_move, mix, mix_badly)

MAX_ANSWERS = 3  # in a row by a player that stops
MAX_LAST_PICTURES = 16  # pictures of the last table by a player that answers nothing
MAX_QUESTIONS = 12  # about one picture; then the game is given up
MAX_FRUITLESS_ANSWERS = 3  # in a row, that changed nothing; then the player enters the whole table
MAX_MOVES = 400


def says_yes(text):
    """True if an answer says that the draw pile was shuffled."""
    text = text.lower()
    return text.startswith("yes") or (not text.startswith("no") and "shuffl" in text)


def agrees(meant, true):
    """True if the statement of an answer is true. Members that it leaves open are missing."""
    if isinstance(meant, dict):
        return all(agrees(value, true[name]) for name, value in meant.items())
    if isinstance(meant, list) and meant and isinstance(meant[0], dict):
        return len(meant) == len(true) and all(map(agrees, meant, true))
    return meant == true


class GivenUp(Exception):
    """The game cannot continue."""


class Result:
    """One game's figures."""

    def __init__(self, seed):
        self.seed = seed
        self.moves = 0
        self.pictures = 0
        self.answers = 0
        self.questions = 0
        self.by_himself = 0  # of the questions: corrections that nothing had asked for
        self.asks = 0  # of the questions: answers to `asks`
        self.unlikely = 0  # answered with another one than the likeliest
        self.by_words = 0  # of them: answers chosen by their words alone
        self.unanswerable = 0  # asks none of whose answers was known to be true
        self.tables = 0  # whole tables entered
        self.repairs = 0  # proposed, each once
        self.wrong_repairs = 0  # of them: another card lay there
        self.silent = 0  # answers in_sync whose table was false
        self.silent_at_end = False
        self.true_at_end = False  # the table, in_sync or not
        self.behind = 0  # corrections answered in_sync with the true table of the picture before
        self.first_silent = None
        self.silent_kind = None
        self.understood = 0  # pictures that were explained, without
        self.last_looks = 0  # those of the last table
        self.true_tables = 0  # answers whose table was the true one, `in_sync` or not
        self.open = []  # for how many moves questions were open, one after another
        self.open_at_end = False
        self.unexplained = 0  # pictures that a player that stops left so
        self.throttled = 0
        self.refused = {}  # codes of refused snapshots and corrections
        self.known = False
        self.called_lost = None  # the daemon says lost while there are moves: whether the true deal can be won
        self.unsure = False  # the last answer was not in_sync
        self.ended = None
        self.aborted = None

    def refuse(self, code):
        self.refused[code] = self.refused.get(code, 0) + 1


class Game:
    def __init__(self, client, row, seed, settings):
        self.row = row
        self.settings = settings
        self.result = Result(seed)
        self.chance = random.Random(f"player {seed}")
        self.table = Table.deal(random.Random(f"deal {seed}"), row.draw)
        self.client = client
        client.throttled = 0
        self.camera = Camera(row, random.Random(f"camera {seed}"))
        self.session = Session(client, settings.strategy, settings.budget, row.draw)
        self.answer = {}  # the session object as last answered
        self.before = self.table  # the true table at the last picture that was accepted
        self.passed = []  # of a player that stops: the true tables at the pictures since then
        self.sure = self.table  # the true table when the daemon was last sure
        self.moves_since = []  # the moves since then
        self.at_version = {}  # the true table by the version that it led to
        self.shown = set()
        self.also_true = None  # another table that the last picture may mean
        self.unjudged = False  # the picture is of a table that no table in the API describes
        self.questions = {}  # by number: the moves that it may be about
        self.asked_at = None  # the number of the move after which the question that is open came
        self.was_asking = False
        self.guessed = set()  # questions answered by the words of their answers
        self.proposed = set()  # repairs
        self.last_picture = None
        self.pending = False  # something was done since the last accepted picture
        self.unseen_moves = False  # moves were made without a picture since the last answer
        self.still_missing = 0  # pictures of the next moves
        self.open_until = None  # the number of the move after which a question that is left open is answered

    def note(self, text):
        if self.settings.verbose:
            print(text, flush=True)

    # ---- The game --------------------------------------------------------------------------------

    def play(self):
        try:
            self.follow()
        except GivenUp as reason:
            self.result.aborted = str(reason)
        except Broken as reason:
            self.result.aborted = f"broken: {reason}"
        self.judge_end()
        try:
            self.session.delete()
        except Broken:
            pass
        self.result.throttled = self.client.throttled
        return self.result

    def follow(self):
        self.note(f"truth   {self.table}")
        self.watch()
        while self.result.moves < MAX_MOVES:
            if self.table.won() or self.table.lost():
                break
            move = self.choose()
            if move is None:
                break
            previous = self.table.copy()
            previous_picture = self.last_picture
            self.surround(move)
            self.make(move)
            if self.chance.random() < self.row.second and not self.table.won():
                self.second_move()
            if self.is_picture_missing():
                self.camera.miss()
                self.unseen_moves = True
                self.note("        (no picture arrives)")
                continue
            self.watch()
            self.afterwards(move, previous, previous_picture)
        if self.unseen_moves:
            self.watch()
        if self.row.stops:
            self.answer_a_few()
        if not self.row.answers:
            self.look_to_the_end()
        self.result.ended = ("won" if self.table.won() else "lost" if self.table.lost() else
                             "long" if self.result.moves >= MAX_MOVES else
                             f"called lost {self.result.called_lost}" if self.result.called_lost else "no suggestion")

    def is_picture_missing(self):
        """Of the move just made."""
        if self.row.every_other:
            return self.result.moves % 2 == 1
        if self.still_missing:
            self.still_missing -= 1
            return True
        if not self.row.missing or self.chance.random() >= self.row.missing:
            return False
        if self.row.missing_most > 1:
            self.still_missing = self.chance.randint(self.row.missing_least, self.row.missing_most) - 1
        return True

    def look_to_the_end(self):
        """Nothing is done any more: pictures of the last table until the daemon is sure, but no answer."""
        pictures, understood = self.result.pictures, self.result.understood
        for _ in range(MAX_LAST_PICTURES):
            if self.answer.get("sync") == "in_sync":
                break
            self.again()
        self.result.last_looks = self.result.pictures - pictures
        self.result.understood = understood
        if self.asked_at is not None:
            self.result.open_at_end = True
            self.result.open.append(self.result.moves - self.asked_at)

    def make(self, move):
        turn = self.table.unturned is None and not self.chance.random() < self.row.forget
        turned_before = sum(map(len, self.table.down))
        shuffle = mix_badly if self.row.bad_shuffle else mix
        self.table.apply(move, self.chance, shuffle, turn)
        if move.kind == SHUFFLE:
            self.shown.clear()
        self.result.moves += 1
        self.moves_since.append(move)
        self.pending = True
        turned = "" if sum(map(len, self.table.down)) == turned_before else f", turned {self.table.front(move.source)}"
        self.note(f"move    {self.result.moves}: {move}{turned}"
                  + (f", forgot to turn up column {self.table.unturned}" if self.table.unturned is not None else ""))
        self.note(f"truth   {self.table}")

    def second_move(self):
        move = self.table.own_choice(self.chance)
        if move and self.table.unturned is None:
            self.make(move)

    def choose(self):
        """The next move; None where there is nothing to follow and nothing to correct."""
        if self.row.stops and self.answer.get("status") in ("playing", "waiting"):
            move = self.choose_without_objection()
            if move:
                return move
        if self.unseen_moves:
            move = self.table.own_choice(self.chance)
            if move:
                return move
            self.watch()
        legal = self.table.moves()
        suggested = self.suggested()
        if suggested is None and not self.row.answers:
            return self.table.own_choice(self.chance)
        if suggested is None and self.lazy_wait():
            move = self.table.own_choice(self.chance)
            if move:
                return move
            self.answer_asks()
            self.settle()
            suggested = self.suggested()
        objections = 0
        while suggested is None and self.object_to_suggestion():
            suggested = self.suggested()
            objections += 1
            if objections > MAX_QUESTIONS:
                raise GivenUp(f"{MAX_QUESTIONS} objections did not help")
        if suggested is None:
            return None
        others = [move for move in legal if move != suggested]
        if others and self.chance.random() < self.row.deviate:
            return self.chance.choice(others)
        return suggested

    def choose_without_objection(self):
        """The suggestion that was last given where it can be followed, else another move; None where none is of use."""
        legal = self.table.moves()
        wanted = self.suggested() or self.next_card(legal) or self.table.own_choice(self.chance)
        others = [move for move in legal if move != wanted]
        if wanted and others and self.chance.random() < self.row.deviate:
            return self.chance.choice(others)
        return wanted

    def next_card(self, legal):
        """To draw and to shuffle is the same gesture: where no card is left to draw, the waste is shuffled first."""
        suggestion = self.answer.get("suggestion")
        if not suggestion or suggestion["type"] not in (DRAW, SHUFFLE):
            return None
        return next((move for move in legal if move.kind in (DRAW, SHUFFLE)), None)

    def suggested(self):
        suggestion = self.answer.get("suggestion")
        return find_move(suggestion, self.table.moves()) if suggestion else None

    def object_to_suggestion(self):
        """The suggestion cannot be followed, or there is none: the player compares tables and puts right what is wrong.
        False where the daemon's table is right: then it only knows no good move."""
        found = differences(self.answer["table"], self.table, set(DECK))
        if not falsehoods(found):
            if self.answer.get("suggestion"):
                raise GivenUp(f"illegal suggestion on a true table: {self.answer['suggestion'].get('line')}")
            if self.answer["status"] == "lost":
                self.result.called_lost = "although a line wins" if self.table.winnable() else "with reason"
                self.note(f"end     called lost {self.result.called_lost}")
            elif self.answer["status"] != "playing":
                raise GivenUp(f"status {self.answer['status']} on a true table that is not finished")
            return False
        self.note(f"player  cannot follow: {show(found)}")
        self.result.by_himself += 1
        for attempt in corrections(found)[:MAX_FRUITLESS_ANSWERS] if self.answer["status"] == "playing" else []:
            self.correct_by(attempt)
            if self.suggested():
                return True
            if self.answer.get("sync") != "in_sync":
                break
        if self.answer.get("sync") != "in_sync" or falsehoods(differences(self.answer["table"], self.table, set(DECK))):
            self.enter_table()
        return True

    def lazy_wait(self):
        return self.settings.lazy and self.answer.get("asks")

    # ---- Pictures --------------------------------------------------------------------------------

    def surround(self, move):
        """Pictures before the move and in the middle of it."""
        if self.row.before:
            self.watch()
        if self.chance.random() < self.row.middle and move.source != move.target:
            after = self.table.copy()
            after.apply(move)
            self.also_true = after
            self.watch(self.camera.take(self.table, self.lifted(move)))
            self.also_true = None

    def lifted(self, move):
        """The picture in the middle of a move: the source slot shows the card still and a hand is over the target, or it
        shows what lies beneath."""
        if self.chance.random() < 0.5:
            return {move.target: "UU"}
        if move.source == DRAW_PILE:
            return {DRAW_PILE: self.table.waste[-2] if len(self.table.waste) > 1 else "UU"}
        up = self.table.up[move.source]
        beneath = up[move.cut - 2] if move.cut > 1 else "BACK" if self.table.down[move.source] else "XX"
        return {move.source: beneath}

    def afterwards(self, move, previous, previous_picture):
        if self.table.unturned is not None:
            self.note(f"player  turns up column {self.table.unturned}")
            self.table.turn_up(self.table.unturned)
            self.pending = True
            self.note(f"truth   {self.table}")
            self.watch()
        if self.row.twice:
            self.post(self.last_picture, False)
            self.settle()
        for _ in range(self.chance.randint(0, self.row.clock) if self.row.clock else 0):
            self.watch()
        if self.row.late and previous_picture and self.chance.random() < self.row.late:
            self.post(previous_picture, False, shows=previous)
            self.settle()
        if self.row.undo and move.kind != SHUFFLE and self.chance.random() < self.row.undo:
            self.note("player  takes the move back")
            self.table = previous
            self.moves_since = self.moves_since[:-1]
            self.pending = True
            self.note(f"truth   {self.table}")
            self.watch()

    def watch(self, picture=None):
        """A picture is taken and sent; more of them, answers and corrections until the daemon is sure."""
        self.unjudged = self.table.unturned is not None
        done = self.row.done and self.pending and self.result.answers > 0
        self.post(picture or self.camera.take(self.table), done)
        self.settle()
        self.unseen_moves = False

    def again(self):
        """Another picture of the same table."""
        self.post(self.camera.take(self.table), self.row.done and self.pending)

    def post(self, picture, done, shows=None):
        table = shows or self.table
        if picture.codes[DRAW_PILE] == table.front(DRAW_PILE):
            self.shown.add(table.front(DRAW_PILE))
        self.last_picture = picture
        self.result.pictures += 1
        self.note(f"picture {picture}{' done' if done else ''}")
        self.accept(self.session.snapshot(picture, done))
        if shows is None and (self.answer.get("observed") or {}).get("explanation") not in ("look_again", "contradiction"):
            self.before = self.table.copy()  # The daemon's table is that of this picture: what is corrected in it is the present one.
            self.passed.clear()
        elif self.row.stops:
            self.passed.append(self.table.copy())

    def settle(self):
        """Until the last picture is accepted."""
        looks = fruitless = asked = patience = 0
        self.tried = []
        if not self.row.answers:
            self.look_again()
            return
        if self.row.stops:
            self.settle_and_stop()
            return
        while (self.answer.get("sync") != "in_sync" and not self.is_left_open()
               and not (self.settings.quick and self.may_go_on())):
            if self.table.unturned is not None and not self.answer.get("asks"):
                return  # The player turns the card up and the camera looks again.
            asks = self.answer.get("asks") and not (self.settings.lazy and self.picture_may_help())
            if self.lazy_wait() and (asks or looks >= self.row.looks):
                break
            if self.answer.get("sync") == "looking" and not asks and looks < self.row.looks:
                looks += 1
                self.again()
                continue
            if patience < self.settings.patience and self.picture_may_help():
                patience += 1
                self.again()
                continue
            if asked >= MAX_QUESTIONS:
                raise GivenUp(f"{MAX_QUESTIONS} answers did not help: {self.describe_trouble()}")
            trouble = self.trouble()
            if self.answer.get("asks"):
                self.answer_asks()
            else:
                self.correct()
            if self.is_behind():
                self.again()
            looks = 0
            asked += 1
            fruitless = fruitless + 1 if self.trouble() == trouble else 0
            if fruitless >= MAX_FRUITLESS_ANSWERS:
                self.enter_table()
                if self.answer.get("sync") == "desynced":
                    raise GivenUp("desynced after the whole table")
        self.before = self.table.copy()
        self.pending = False

    def settle_and_stop(self):
        """A few pictures, answers to what is asked, another picture where this one is still not explained, at last the whole table, or
        not: the game continues in any case."""
        for _ in range(self.row.stops - 1):
            if not self.is_unexplained() and not (self.answer.get("observed") or {}).get("unconfirmed"):
                break
            self.again()
        if self.leaves_open():
            return
        self.answer_a_few()
        if self.is_unexplained():
            self.again()
        if self.is_unexplained() and self.chance.random() < self.row.enters:
            self.enter_table()
        self.pending = self.is_unexplained()
        self.result.unexplained += self.pending

    def is_unexplained(self):
        return (self.answer.get("sync") == "desynced"
                or (self.answer.get("sync") == "looking"
                    and (self.answer.get("observed") or {}).get("explanation") in ("look_again", "contradiction", None)))

    def leaves_open(self):
        """A question is answered some moves later, with what is true then."""
        if not self.answer.get("asks") or not self.row.answers_late:
            return False
        if self.open_until is None:
            self.open_until = self.result.moves + self.row.answers_late
        if self.result.moves < self.open_until:
            return True
        self.open_until = None
        return False

    def answer_a_few(self):
        for _ in range(MAX_ANSWERS):
            if not self.answer.get("asks"):
                break
            self.answer_asks()
            self.still_missing = max(self.still_missing, self.row.missing_after_answer)

    def look_again(self):
        """More pictures of the same table, but no answer. Play begins when the daemon knows the first table."""
        while self.answer.get("status") == "waiting" and self.result.pictures < MAX_LAST_PICTURES:
            self.again()
        for _ in range(self.row.looks):
            if self.answer.get("sync") == "in_sync" or self.is_left_open():
                break
            self.again()
        self.before = self.table.copy()
        self.pending = False

    def may_go_on(self):
        """Understood, and the suggestion can be followed or the game is over."""
        explanation = (self.answer.get("observed") or {}).get("explanation")
        return (explanation not in ("look_again", "contradiction") and not self.answer.get("asks")
                and (self.answer.get("status") != "playing" or self.suggested() is not None))

    def is_left_open(self):
        """Nothing is asked and no other picture is expected: the game continues (`Sync` in openapi.yaml)."""
        observed = self.answer.get("observed") or {}
        return (self.answer.get("sync") == "looking" and not self.answer.get("asks") and not observed.get("unconfirmed")
                and observed.get("explanation") not in ("look_again", "contradiction", None))

    def picture_may_help(self):
        """A contradiction, or a question about a card: the next picture may be clearer. About moves no picture says more."""
        asks = self.answer.get("asks")
        return not asks or not any("question" in one["correction"] for one in asks.get("answers", []))

    def trouble(self):
        """The obstacles to the next move, to check whether an answer helped."""
        observed = self.answer.get("observed") or {}
        asks = self.answer.get("asks")
        return (self.answer.get("sync"), self.answer.get("version"), str(asks and asks.get("question")),
                str(asks and asks.get("text")), str(observed.get("conflicts")), str(observed.get("asks")))

    def describe_trouble(self):
        observed = self.answer.get("observed") or {}
        codes = sorted({conflict.get("code", "?") for conflict in observed.get("conflicts", [])})
        return f"{self.answer.get('sync')} {' '.join(codes)}"

    # ---- Answers of the daemon -------------------------------------------------------------------

    def accept(self, answer, correction=False):
        """Takes an answer over and compares its table with the truth."""
        self.result.answers += 1
        if answer.status == 200:
            self.answer = answer.body
        else:
            self.result.refuse(answer.code)
            self.note(f"daemon  {answer.status} {answer.code}: {answer.body.get('detail')}")
            if answer.status == 400:
                raise GivenUp(f"400 {answer.code}: {answer.body.get('detail')}")
            self.answer = self.session.look().body
            if answer.code == "game_over" and self.answer.get("sync") == "in_sync":
                self.note(f"daemon  {describe(self.answer['table'])}")
                if not self.table.won() and self.row.answers:
                    self.enter_table()
                return
            if not correction and self.answer.get("sync") == "in_sync":
                self.answer["sync"] = "looking"  # The picture was refused as impossible: another is needed.
        self.at_version.setdefault(self.answer["version"], self.table.copy())
        self.remember_question()
        self.count_repair()
        if (self.answer.get("sync") == "in_sync" and not self.is_behind()) or self.is_left_open():
            self.sure = self.table.copy()
            self.moves_since = []
        if not self.row.answers:
            self.note_question()
            observed = self.answer.get("observed") or {}
            self.result.understood += observed.get("explanation") not in ("look_again", "contradiction", None)
            self.result.questions += self.asked_at == self.result.moves and not self.was_asking
            self.was_asking = self.asked_at is not None
        self.judge(answer.status, correction)

    def judge(self, status, correction):
        found = differences(self.answer["table"], self.table, self.shown)
        self.result.true_tables += not found
        if self.settings.verbose:
            self.print_answer(status, found)
        if self.answer.get("sync") != "in_sync" or self.unjudged:
            return
        false = falsehoods(found)
        if false and self.also_true:
            false = falsehoods(differences(self.answer["table"], self.also_true, self.shown)) and false
        if not false:
            return
        if correction and self.is_behind():
            self.result.behind += 1
            self.note("BEHIND  true before the last picture, which was not accepted")
            return
        self.result.silent += 1
        if self.result.first_silent is None:
            self.result.first_silent = f"after move {self.result.moves}: {show(false)}"
            self.result.silent_kind = kind_of(false)
        self.note("SILENT  the daemon is sure and wrong")

    def is_behind(self):
        """True if the daemon is sure of the true table before the last picture, but not of the present one."""
        def is_false(table):
            return bool(falsehoods(differences(self.answer["table"], table, self.shown)))
        return (self.answer.get("sync") == "in_sync" and self.pending and is_false(self.table)
                and not all(map(is_false, [self.before, *self.passed])))

    def print_answer(self, status, found):
        observed = self.answer.get("observed") or {}
        moves = " ".join((move.get("card") or "") + f"({move['kind']})" for move in observed.get("moves", []))
        self.note(f"daemon  {status} version {self.answer['version']} {self.answer.get('status')} {self.answer.get('sync')}, "
                  f"{observed.get('explanation')} {moves}")
        self.note(f"        {describe(self.answer['table'])}")
        for name in ("doubts", "conflicts", "asks", "repair"):
            if observed.get(name):
                self.note(f"        observed.{name} {observed[name]}")
        if self.answer.get("asks"):
            self.note(f"        asks {self.answer['asks']}")
        if found:
            self.note(f"        differs: {show(found)}")
        self.note(f"        says: {self.answer.get('message')}")

    def judge_end(self):
        if not self.answer.get("table") or not self.answer["table"].get("columns"):
            return
        found = differences(self.answer["table"], self.table, self.shown)
        self.result.unsure = self.answer.get("sync") != "in_sync"
        self.result.known = not found and not self.result.unsure and not self.result.aborted
        self.result.true_at_end = not found
        self.result.silent_at_end = bool(falsehoods(found)) and not self.result.unsure
        self.note(f"end     {self.result.aborted or self.result.ended}: "
                  f"{'known' if self.result.known else 'not known'}; {show(found)}")

    # ---- Answers of the player -------------------------------------------------------------------

    def correct_by(self, correction):
        """One correction or answer: one question."""
        self.result.questions += 1
        self.note(f"player  {correction}")
        self.accept(self.session.correct(correction), correction=True)

    def enter_table(self):
        """Enters the whole table, again if the first time had no effect."""
        self.result.tables += 1
        if self.result.tables > 3 + self.result.moves // 10:
            raise GivenUp("the whole table had to be entered repeatedly")
        whole = self.table.to_json()
        self.note("player  enters the whole table")
        answer = self.session.correct({"table": whole})
        if answer.status != 200:
            self.note(f"daemon  {answer.status} {answer.body}")
            raise GivenUp(f"table refused: {answer.code}")
        self.shown.update(self.table.waste)
        self.accept(answer, correction=True)

    def note_question(self):
        """For how many moves unanswered questions are open."""
        if self.answer.get("asks"):
            self.asked_at = self.result.moves if self.asked_at is None else self.asked_at
        elif self.asked_at is not None:
            self.result.open.append(self.result.moves - self.asked_at)
            self.asked_at = None

    def count_repair(self):
        """A proposed repair is true where its card lay at its place when the event came."""
        repair = (self.answer.get("observed") or {}).get("repair")
        if not repair or repair.get("card") not in DECK:
            return
        which = (repair["event"], repair["position"], repair.get("index", 0), repair["card"])
        if which not in self.proposed:
            self.proposed.add(which)
            self.result.repairs += 1
            self.result.wrong_repairs += not self.is_true_of_event(repair)

    def remember_question(self):
        """The moves since the daemon was last sure: a question may be answered much later."""
        asks = self.answer.get("asks")
        if asks and "question" in asks:
            self.questions.setdefault(asks["question"], list(self.moves_since))

    def answer_asks(self):
        """Chooses the answer that is true; where none is, says what lies at the place."""
        asks = self.answer["asks"]
        self.result.asks += 1
        for place, one in enumerate(asks.get("answers", [])):
            if self.is_true(asks, one):
                self.result.unlikely += place > 0
                self.correct_by(one["correction"])
                return
        chosen = self.true_where_they_differ(asks.get("answers", []))
        if chosen is not None:
            self.result.unlikely += chosen > 0
            self.correct_by(asks["answers"][chosen]["correction"])
            return
        if any("means" in one for one in asks.get("answers", [])):
            self.note(f"player  none of the answers is true: {asks}")
            self.result.unanswerable += 1
            self.enter_table()
            return
        guess = self.best_by_words(asks)
        if guess is not None:
            self.result.by_words += 1
            self.correct_by(asks["answers"][guess]["correction"])
            return
        places = [one["correction"] for one in asks.get("answers", [])] + [asks]
        place = next((place for place in places if "position" in place), None)
        truth = place and self.table.card_at(place["position"], place.get("index", 0))
        if truth and truth != "BACK":
            place_of = {name: place[name] for name in ("position", "index") if name in place}
            self.correct_by({**place_of, "card": truth})
            return
        self.result.unanswerable += 1
        self.note(f"player  knows no answer to {asks}")
        self.correct()

    def best_by_words(self, asks):
        """The answer to a question of another code whose text agrees with what was done; none a second time for one question."""
        number = asks.get("question")
        if number in self.guessed or not asks.get("answers") or any("question" not in one["correction"] for one in asks["answers"]):
            return None
        self.guessed.add(number)
        return words.best([one["text"] for one in asks["answers"]], self.questions[number])

    def is_true(self, asks, one):
        correction = one["correction"]
        if "means" in one:
            return self.is_meant(one["means"])
        if asks.get("code") == "same_card":
            return says_yes(one["text"]) == any(move.kind == SHUFFLE for move in self.questions[asks.get("question")])
        counts = words.counts(one["text"])
        if counts:
            return counts.items() <= {"left": len(self.table.stock), "shuffles": self.table.shuffles}.items()
        if "event" in correction:
            return self.is_true_of_event(correction)
        if "position" not in correction:
            return False
        position = correction["position"]
        if "card" in correction:
            return self.table.card_at(position, correction.get("index", 0)) == correction["card"]
        counts = {"left": len(self.table.stock), "shuffles": self.table.shuffles,
                  "unseen": len(self.table.down[position]) if position < FOUNDATION else None}
        return all(counts[name] == correction[name] for name in counts if name in correction)

    def is_meant(self, means, misread=False):
        """True if the table that the answer means is the true one. `misread`: any card may be in front of the waste."""
        pile = {"left": len(self.table.stock), "removed": 24 - len(self.table.stock) - len(self.table.waste), "shuffles": self.table.shuffles}
        pile["foundations"] = self.table.to_json()["foundations"]
        pile["columns"] = [{"unseen": len(self.table.down[column]), "cards": list(self.table.up[column])} for column in range(FOUNDATION)]
        waste = means.get("waste", self.table.waste)
        beneath = len(waste) - misread
        return (pile["left"] <= means.get("left_at_most", pile["left"])
                and len(waste) == len(self.table.waste)
                and all(card in (None, true) for card, true in zip(waste[:beneath], self.table.waste))
                and all(agrees(meant, pile[name]) for name, meant in means.items() if name not in ("waste", "left_at_most")))

    def true_where_they_differ(self, answers):
        """The only answer that is true but for the front card of the waste, which is misread in all of them; else None."""
        if not answers or not all((one.get("means") or {}).get("waste") for one in answers):
            return None
        if len({one["means"]["waste"][-1] for one in answers}) > 1:
            return None
        true = [place for place, one in enumerate(answers) if self.is_meant(one["means"], misread=True)]
        return true[0] if len(true) == 1 else None

    def is_true_of_event(self, correction):
        """True if the card of a correction of an earlier event is the true one."""
        then = self.at_version.get(correction["event"])
        return bool(then) and then.card_at(correction["position"], correction.get("index", 0)) == correction["card"]

    def correct(self):
        """The player's report if a picture was refused or never clear: the first possibility that was not tried yet."""
        for correction in self.ideas():
            if correction not in self.tried:
                self.tried.append(correction)
                self.correct_by(correction)
                return
        self.result.questions += 1
        self.note("player  sees the correct table, or has no idea left: another picture")
        self.again()

    def ideas(self):
        observed = self.answer.get("observed") or {}
        repair = observed.get("repair")
        if repair and repair.get("card") in DECK and self.is_true_of_event(repair):
            yield repair
        for place in observed.get("conflicts", []) + observed.get("asks", []):
            if place["position"] > DRAW_PILE:
                continue
            place_of = {name: place[name] for name in ("position", "index") if name in place}
            truth = self.table.card_at(place["position"], place.get("index", 0))
            if truth and truth != "BACK":
                yield {**place_of, "card": truth}
        # The daemon's table may be one picture behind: what is wrong in it was wrong before. No correction makes anything wrong that is right now.
        now = {(position, what) for position, what, _, _ in differences(self.answer["table"], self.table, set(DECK))}
        behind = differences(self.answer["table"], self.before, set(DECK))
        yield from corrections([one for one in behind if one[:2] in now])
