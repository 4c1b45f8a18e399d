"""Sessions with long journals: each route answers in time, and other clients are served meanwhile."""

import json
import multiprocessing
import random
import threading
import time

from daemon import Failed, new_table
from signals import Notify
from wire import Client, Closed, Connection, Malformed, Websocket, request_bytes

PERSON = {"groups": [10 ** 9, 10 ** 9], "opponent": "person"}
KEPT_ORDER = {"shuffles": "unlimited", "shuffle_order": "kept"}
WATCHDOG_S = 10
ROUTE_TIMEOUT_S = 60
MIN_PINGS = 20


# ---- A keeper of Klondike tables ---------------------------------------------------------------------

class Klondike:
    """A real deal: it keeps the whole table and produces the snapshots that a camera would send."""

    SUITS = "CDHS"
    RANKS = "A234567890JQK"

    def __init__(self, rng):
        cards = [rank + suit for suit in self.SUITS for rank in self.RANKS]
        rng.shuffle(cards)
        self.columns = []
        for size in range(7):
            self.columns.append([cards.pop() for _ in range(size + 1)])
        self.stock = cards  # the next card is the last
        self.waste = [self.stock.pop()]

    def step(self):
        """Draws, or turns the waste over where the stock is empty."""
        if not self.stock:
            self.stock = self.waste[::-1]
            self.waste = []
        self.waste.append(self.stock.pop())

    def snapshot(self):
        return {"draw_pile": self.waste[-1], "foundations": ["UU"] * 4,
                "columns": [column[-1] for column in self.columns]}

    def table(self):
        """The whole table as a correction sends it."""
        return {"columns": [{"unseen": place, "cards": [column[-1]]} for place, column in enumerate(self.columns)],
                "foundations": {"C": "XC", "D": "XD", "H": "XH", "S": "XS"},
                "draw_pile": {"cards": list(self.waste)}}

    def hidden_card(self):
        """A card that no camera has seen: it lies face down in the last column."""
        return self.columns[6][1]


# ---- Journals ----------------------------------------------------------------------------------------

class Journal:
    """One session that is made long by events of one kind."""

    def __init__(self, made, name, rng):
        self.name = name
        self.random = rng
        self.made = made
        self.keeper = Klondike(rng)
        self.client = made.client()
        self.klondike = name != "moves"
        if self.klondike:
            self.table = new_table(self.client, game="klondike", rules=KEPT_ORDER, strategy="heuristic")
        else:
            self.table = new_table(self.client, rules=PERSON)
        self.path = f"/v1/sessions/{self.table['id']}"
        self.version = 0
        self.undone = False
        self.refused = None
        if self.klondike:
            self.post("/snapshots", dict(self.keeper.snapshot(), typed=True))

    def post(self, path, body):
        answer = self.client.post(f"{self.path}{path}?budget_ms=0&fields=version&wait=false", body)
        return self.take(answer)

    def take(self, answer):
        if answer.status == 200:
            self.version = answer.json()["version"]
        return answer

    def one(self, number):
        """One more event; true where it was accepted."""
        answer = getattr(self, "event_" + self.name)(number)
        if answer.status == 200:
            return True
        if answer.status in (409, 422, 429, 503) and answer.code() not in (None, "snapshot_contradiction"):
            self.refused = answer
            return False
        raise Failed(f"{self.name}, event {number}: {answer}")

    def event_moves(self, number):
        return self.post("/moves", {"group": number % 2, "count": 1})

    def event_snapshots(self, _):
        self.keeper.step()
        return self.post("/snapshots", dict(self.keeper.snapshot(), typed=True))

    def event_entered(self, number):
        table = self.keeper.table()
        table["draw_pile"]["cards"] = table["draw_pile"]["cards"] if number % 2 else [self.keeper.hidden_card()]
        return self.post("/corrections", {"table": table})

    def event_corrections(self, number):
        cards = (self.keeper.columns[4][-1], self.keeper.hidden_card())
        return self.post("/corrections", {"position": 4, "card": cards[(number + 1) % 2]})

    def event_undo(self, number):
        if number < 4:
            return self.event_snapshots(number)
        self.undone = not self.undone
        return self.post("/undo", {"steps": 1 if self.undone else -1})

    def event_renamings(self, number):
        return self.take(self.client.request("PATCH", self.path + "?fields=version", {"name": f"table {number}"}))

    def event_mixture(self, number):
        if self.undone:
            self.undone = False
            return self.post("/undo", {"steps": -1})
        kind = self.random.choice(("snapshots", "snapshots", "entered", "corrections", "undo", "renamings"))
        if kind == "entered":
            return self.post("/corrections", {"table": self.keeper.table()})
        if kind == "corrections":
            other = self.post("/corrections", {"position": 4, "card": self.keeper.hidden_card()})
            right = self.post("/corrections", {"position": 4, "card": self.keeper.columns[4][-1]})
            return right if other.status == 200 else self.event_snapshots(number)
        return getattr(self, "event_" + kind)(number)


KINDS = ("moves", "snapshots", "entered", "corrections", "undo", "renamings", "mixture")


def lengthen(journal, count, seconds, failures):
    """Events until there are enough, or the daemon refuses more, or the time is over."""
    end = time.monotonic() + seconds
    number = 0
    try:
        while number < count and time.monotonic() < end:
            if not journal.one(number):
                return
            number += 1
    except Exception as error:  # whatever it is, the scenario reports it
        failures.append(f"{journal.name}: event {number}: {error!r}")


# ---- Routes ------------------------------------------------------------------------------------------

def routes(journal):
    """(name, method, path, body, statuses) of everything that can be asked of a long session."""
    path, version = journal.path, journal.version
    found = [
        ("session", "GET", path, None, {200}),
        ("session in Danish", "GET", path + "?language=da", None, {200}),
        ("history, first page", "GET", path + "/history?limit=1", None, {200}),
        ("history, 500", "GET", path + "/history?limit=500", None, {200}),
        ("history, middle", "GET", f"{path}/history?limit=10&after={version // 2}", None, {200}),
        ("history, end", "GET", f"{path}/history?after={max(0, version - 1)}", None, {200}),
        ("advice", "GET", path + "/advice?budget_ms=0", None, {200}),
        ("undo", "POST", path + "/undo?budget_ms=0", {"steps": 1}, {200, 409}),
        ("redo", "POST", path + "/undo?budget_ms=0", {"steps": -1}, {200, 409}),
        ("undo of 1000", "POST", path + "/undo?budget_ms=0", {"steps": 1000}, {200, 409}),
        ("redo of 1000", "POST", path + "/undo?budget_ms=0", {"steps": -1000}, {200, 409}),
        ("rename", "PATCH", path, {"name": "timed"}, {200, 409}),
        ("other language", "PATCH", path, {"language": "de"}, {200, 409}),
        ("qr", "GET", f"/s/{journal.table['id']}/qr.svg", None, {200, 403}),
        ("page", "GET", f"/s/{journal.table['id']}", None, {200}),
        ("list", "GET", "/v1/sessions?limit=100", None, {200}),
        ("statistics", "GET", "/v1/statistics", None, {200}),
        ("metrics", "GET", "/metrics", None, {200}),
    ]
    if journal.klondike:
        seen = journal.keeper.snapshot()
        wrong = dict(seen, draw_pile=journal.keeper.columns[6][0])
        found += [
            ("snapshot", "POST", path + "/snapshots?budget_ms=0", seen, {200, 409}),
            ("contradiction", "POST", path + "/snapshots?budget_ms=0", wrong, {200, 409}),
            ("correction of event 1", "POST", path + "/corrections?budget_ms=0",
             {"event": 1, "position": 3, "card": journal.keeper.columns[3][-1]}, {200, 404, 409, 422}),
            ("correction", "POST", path + "/corrections?budget_ms=0",
             {"position": 2, "card": journal.keeper.hidden_card()}, {200, 409, 422}),
            ("entered table", "POST", path + "/corrections?budget_ms=0", {"table": journal.keeper.table()},
             {200, 409, 422, 429}),
        ]
    else:
        found += [("move", "POST", path + "/moves?budget_ms=0", {"group": 0, "count": 1}, {200, 409}),
                  ("entered table", "POST", path + "/corrections?budget_ms=0", {"table": {"groups": [9, 9]}},
                   {200, 409, 422, 429})]
    return found


def ping(address, ended, results):
    """/livez again and again, in a process of its own; how long each took."""
    times = []
    client = Client(address)
    while not ended.is_set() or len(times) < MIN_PINGS:
        began = time.monotonic()
        try:
            fine = client.get("/livez").status == 200
        except (OSError, Malformed, Closed):
            fine = False
        times.append(time.monotonic() - began if fine else 60.0)
        time.sleep(0.002)
    results.put(times)


class Pinger:
    def __init__(self, address):
        self.ended = multiprocessing.Event()
        self.results = multiprocessing.Queue()
        self.process = multiprocessing.Process(target=ping, args=(address, self.ended, self.results), daemon=True)
        self.process.start()

    def finish(self):
        self.ended.set()
        times = sorted(self.results.get(timeout=90))
        self.process.join()
        return times


def time_route(run, made, journal, route):
    """Asks once; the time of the answer, and the loop's processor time meanwhile."""
    name, method, target, body, statuses = route
    what = f"{journal.name}, {journal.version} events: {name}"
    client = made.client(timeout=ROUTE_TIMEOUT_S)
    client.get("/livez")
    cpu = made.loop_cpu()
    began = time.monotonic()
    try:
        answer = client.request(method, target, body)
    except (OSError, Malformed, Closed) as error:
        run.check(False, f"{what}: {error!r}")
        return None
    finally:
        took = (time.monotonic() - began) * 1000
        cpu = (made.loop_cpu() - cpu) * 1000 if made.alive() else 0
        client.close()
    run.check(answer.status in statuses, f"{what}: {answer}")
    bound = run.settings.route_ms * run.settings.slowness
    run.check(took < bound, f"{what}: {took:.0f} ms, {cpu:.0f} ms of them the loop's")
    return took, cpu, what


def time_first_message(run, made, journal):
    """A new listener's first message."""
    token = made.client().token
    headers = [("Authorization", f"Bearer {token}")] if token else []
    began = time.monotonic()
    socket = Websocket(made.address, journal.path + "/events", headers, timeout=ROUTE_TIMEOUT_S)
    event = socket.message()["event"]
    took = (time.monotonic() - began) * 1000
    socket.close()
    run.check(event == "session" and took < run.settings.route_ms * run.settings.slowness,
              f"{journal.name}, {journal.version} events: the first message ({event}) after {took:.0f} ms")


def check_pages(run, made, journal):
    """All pages of the history: every version once, in order, up to the session's own."""
    client = made.client(timeout=ROUTE_TIMEOUT_S)
    version = client.get(journal.path).json()["version"]
    if version > 5000 and run.settings.short:
        return
    seen = []
    while True:
        page = client.get(f"{journal.path}/history?limit=500&after={seen[-1] if seen else 0}").json()["events"]
        if not page:
            break
        seen += [one["version"] for one in page]
        if len(seen) > version + 1000:
            break
    run.check(seen == sorted(set(seen)) and seen[-1:] == [version],
              f"{journal.name}: the history's pages end with {seen[-3:]}, version {version}")
    client.close()


def quiet_p99(made):
    """p99 of /livez in milliseconds while this daemon has nothing else to do: what the machine itself costs now."""
    pinger = Pinger(made.address)
    time.sleep(0.25)
    times = pinger.finish()
    return times[int(len(times) * 0.99)] * 1000


def measure(run, made, journal):
    idle = quiet_p99(made)
    before = made.metrics()
    pinger = Pinger(made.address)
    time.sleep(0.3)
    slowest = (0, 0, "")
    most_cpu = (0, 0, "")
    for route in routes(journal):
        timed = time_route(run, made, journal, route)
        if not timed:
            pinger.finish()
            raise Failed(f"{journal.name}: no answer to {route[0]}, the other routes are left out")
        slowest = max(slowest, timed)
        most_cpu = max(most_cpu, (timed[1], timed[0], timed[2]))
    time_first_message(run, made, journal)
    times = pinger.finish()
    p99 = times[int(len(times) * 0.99)] * 1000
    stretch = busy_stretch(before, made.metrics()) * 1000
    bound = max(run.settings.live_ms * run.settings.slowness, 3 * idle)
    if not run.settings.short:
        run.check(p99 < bound,
                  f"{journal.name}: /livez meanwhile p99 {p99:.1f} ms, longest {times[-1] * 1000:.0f} ms (idle p99 {idle:.1f} ms)")
    busy = min(most_cpu[0], stretch)
    run.check(busy < run.settings.stretch_ms * run.settings.slowness,
              f"{journal.name}: the loop was busy up to {stretch:.1f} ms at a stretch; {most_cpu[0]:.0f} ms of processor in all during {most_cpu[2]}")
    run.note(f"{journal.name}: {journal.version} events, slowest {slowest[0]:.0f} ms ({slowest[2].split(': ')[-1]}), "
             f"loop {most_cpu[0]:.0f} ms, {stretch:.1f} ms at a stretch, /livez p99 {p99:.1f} ms")
    journal.version = made.client().get(journal.path).json()["version"]
    check_pages(run, made, journal)


def longest_stretch(before, after):
    """The upper bound in seconds of the longest busy stretch between two readings of the histogram."""
    name = "makker_event_loop_busy_seconds_bucket"
    grown = []
    for key, value in after.items():
        if key.startswith(name + "{") and 'le="' in key:
            bound = key.split('le="')[1].split('"')[0]
            grown.append((float("inf") if bound == "+Inf" else float(bound), value - before.get(key, 0)))
    grown.sort()
    for (bound, count), (_, before_it) in zip(reversed(grown), list(reversed(grown))[1:] + [(0, 0)]):
        if count > before_it:
            return after["makker_event_loop_max_busy_seconds"] if bound == float("inf") else min(bound,
                                                                                          after["makker_event_loop_max_busy_seconds"])
    return 0.0


def busy_stretch(before, after):
    """The same in processor time, as an upper bound: other processes lengthen a stretch, but not the loop's own work in it.

    The processor time of the whole thread during a request is no stretch: it contains all that others ask meanwhile.
    """
    return min(longest_stretch(before, after), after["makker_event_loop_max_cpu_seconds"])


def long_journals(run):
    """Each kind of journal, made long beside the others; then each route of each, timed alone."""
    folder = run.folder()
    notify = Notify(folder)
    made = run.daemon(["--session-cache-size=1000"], folder=folder, environment={
        "NOTIFY_SOCKET": notify.path, "WATCHDOG_USEC": str(WATCHDOG_S * 1000000)}).start()
    journals = [Journal(made, name, random.Random(run.random.random())) for name in KINDS]
    failures = []
    seconds = max(8 if run.settings.short else 60, run.seconds / 2,
                  run.settings.events / 30) * run.settings.slowness
    threads = [threading.Thread(target=lengthen, args=(journal, run.settings.events, seconds, failures),
                                daemon=True)
               for journal in journals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 90)
    for failure in failures:
        run.check(False, failure)
    for journal in journals:
        run.check(journal.version >= 10, f"{journal.name}: only {journal.version} events")
        if journal.refused:
            run.note(f"{journal.name}: refused after {journal.version}: {journal.refused}")
    made.require_live("long journals")
    for journal in journals:
        try:
            measure(run, made, journal)
        except (Failed, OSError, Malformed, Closed) as error:
            run.check(False, f"{journal.name}: {error!r}")
            made.kill()
            made.start()
    longest, _ = notify.gaps()
    run.check(longest is None or longest < WATCHDOG_S, f"{longest} s without a sign of life to the supervisor")
    reload_journals(run, made, journals)
    made.require_live("long journals")
    made.require_idle("long journals")


def reload_journals(run, made, journals):
    """After a new start, and after others took their places in memory, each is loaded again in time."""
    if run.settings.store != "sqlite":
        return
    made.kill()
    made.options = ["--session-cache-size=1"]
    made.environment = {}
    made.start()
    for journal in journals + journals[:2]:
        before = made.metrics()
        route = ("loading", "GET", journal.path, None, {200})
        timed = time_route(run, made, journal, route)
        stretch = busy_stretch(before, made.metrics()) * 1000
        answer = made.get(journal.path)
        run.check(answer.status == 200 and answer.json()["version"] >= journal.version,
                  f"{journal.name}: version {journal.version} was acknowledged, after a restart {answer}")
        if timed:
            busy = min(timed[1], stretch)
            run.check(busy < run.settings.stretch_ms * run.settings.slowness,
                      f"{journal.name}: loading keeps the loop busy for {busy:.0f} ms")


def long_names(run):
    """Lists and statistics with many sessions stay quick."""
    made = run.daemon().start()
    count = 400 if run.settings.short else 4000
    client = made.client()
    credentials = [("Authorization", f"Bearer {client.token}")] if client.token else []
    body = json.dumps({"game": "take-away", "rules": {"groups": [3, 4, 5]}, "name": "n" * 96})
    for start in range(0, count, 100):  # pipelined, which is quicker
        with Connection(made.address, 60) as connection:
            connection.send(request_bytes("POST", "/v1/sessions?fields=id", credentials, body) * 100)
            for _ in range(100):
                run.check(connection.response("POST").status == 201, "a session of many")
    seen = []
    after = ""
    while True:
        began = time.monotonic()
        page = client.get(f"/v1/sessions?limit=100{after}").json()
        took = (time.monotonic() - began) * 1000
        run.check(took < run.settings.route_ms * run.settings.slowness, f"a page of sessions took {took:.0f} ms")
        seen += [one["id"] for one in page["sessions"]]
        if not page["next"]:
            break
        after = f"&after={page['next']}"
    run.check(len(seen) == len(set(seen)) == count, f"{len(set(seen))} of {count} sessions in the pages")
    for path in ("/v1/statistics", "/metrics", "/v1/sessions?limit=1&game=klondike", "/v1/sessions?status=won"):
        began = time.monotonic()
        answer = client.get(path)
        took = (time.monotonic() - began) * 1000
        run.check(answer.status == 200 and took < run.settings.route_ms * run.settings.slowness,
                  f"{path}: {answer.status} after {took:.0f} ms")
    made.require_live("many sessions")


SCENARIOS = (
    ("journals_long", long_journals, 6, ("alone",)),
    ("journals_many_sessions", long_names, 1, ("alone",)),
)
