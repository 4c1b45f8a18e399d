"""docs/limits.md row by row: each limit that a client can reach is set low, or is what it is, and one beyond it is refused.

The page says the status and the code of each refusal; /metrics has each limit and counts its refusals.
"""

import json
import time

import contract
from daemon import Failed, new_table
from floods import open_listener
from wire import Closed, Connection, Malformed, Websocket, request_bytes, wait_until

PERSON = {"groups": [10 ** 9, 10 ** 9], "opponent": "person"}
COLUMNS = {"columns": ["5S", "5H", "QC", "7H", "8D", "9D", "9C"], "draw_pile": "KS"}
OPEN = ["--rate-limit-local=yes", "--rate-limit-per-address=0", "--rate-limit-per-session=0"]


class Case:
    """A daemon whose limit is `value`, and one client with one session."""

    def __init__(self, run, name, value, fixed):
        self.run = run
        self.value = value
        options = list(OPEN)
        if not fixed:
            options = [one for one in options if not one.startswith(f"--{name.replace('_', '-')}=")]
            options.append(f"--{name.replace('_', '-')}={value}")
        self.made = run.daemon(options).start()
        self.admin = self.made.client()
        self.held = []

    def table(self, **params):
        found = new_table(self.admin, **(params or {"rules": PERSON}))
        return found, f"/v1/sessions/{found['id']}", (found.get("tokens") or {}).get("owner")

    def close(self):
        for one in self.held:
            one.close()


def ask(case, path, headers=(), body=None, method="GET"):
    credentials = [("Authorization", f"Bearer {case.admin.token}")] if case.admin.token else []
    with Connection(case.made.address) as connection:
        connection.send_quietly(request_bytes(method, path, credentials + list(headers), body))
        return connection.response(method)


# Each does one thing more than `value` times, or one that is larger, and returns all answers in order.

def many_requests(case):
    client = case.made.client(source="127.0.0.2")
    return [client.get("/v1/games") for _ in range(case.value * 6 + 10)]


def many_about_session(case):
    _, path, _ = case.table()
    return [case.admin.get(path) for _ in range(case.value * 6 + 10)]


def many_rejections(case):
    found = []
    for _ in range(case.value * 6 + 10):
        with Connection(case.made.address, source="127.0.0.2") as connection:
            connection.send_quietly(b"GET /livez HTTP/1.1\r\nnonsense\r\n\r\n")
            try:
                found += connection.responses(3)
            except (Malformed, TimeoutError):
                pass
    return found


def many_streams(case):
    _, path, token = case.table()
    found = []
    for _ in range(case.value + 1):
        connection, status, answer = open_listener(case.made, path, token, "ndjson")
        case.held.append(connection)
        found.append(answer if answer is not None else Granted(status))
    return found


def streams_of_many(case):
    """Several tokens from several addresses, so that only the daemon's own limit is reached."""
    found = []
    for owner in range(4):
        _, path, token = case.table()
        for _ in range(case.value // 3):
            connection, status, answer = open_listener(case.made, path, token, "ndjson", f"127.0.0.{2 + owner}")
            case.held.append(connection)
            found.append(answer if answer is not None else Granted(status))
    return found


def many_polls(case):
    _, path, token = case.table()
    headers = [("Authorization", f"Bearer {token}")] if token else []
    for _ in range(case.value):
        connection = Connection(case.made.address)
        connection.send(request_bytes("GET", path + "?after=99&wait_s=30", headers))
        case.held.append(connection)
    time.sleep(0.2)
    with Connection(case.made.address) as connection:
        connection.send(request_bytes("GET", path + "?after=99&wait_s=3", headers))
        return [Granted(200), connection.response()]


def many_simulations(case):
    return [case.admin.post("/v1/simulations",
                            {"game": "klondike", "games": 1000000, "seed": number, "strategy": "heuristic"})
            for number in range(case.value + 1)]


def many_tables(case):
    return [case.admin.post("/v1/sessions",
                            {"game": "take-away", "rules": {"groups": [3, 4, 5]}}) for _ in range(case.value + 1)]


def many_events(case):
    _, path, _ = case.table()
    found = [case.admin.post(path + "/moves?fields=version",
                             {"group": number % 2, "count": 1}) for number in range(case.value + 1)]
    version = case.admin.get(path).json()["version"]
    accepted = sum(answer.status == 200 for answer in found)
    case.run.check(version == accepted, f"version {version} after {accepted} accepted events")
    case.run.check(case.admin.request("DELETE", path).status == 204, "a full session cannot be deleted")
    return found


def large_journal(case):
    _, path, _ = case.table()
    found = []
    for number in range(case.value // 60):
        found.append(case.admin.request("PATCH", path + "?fields=version", {"name": f"{number:05d}" + "n" * 90}))
        if found[-1].status != 200:
            break
    return found


def corrections(case):
    _, path, _ = case.table(game="klondike", rules={}, strategy="heuristic")
    case.admin.post(path + "/snapshots?budget_ms=0", COLUMNS)
    cards = ("8H", "8D")
    return [case.admin.post(path + "/corrections?budget_ms=0&fields=version",
                            {"position": 4, "card": cards[number % 2]})
            for number in range(case.value * 2 + 2)]


def many_changes(case):
    _, path, token = case.table()
    headers = [("Authorization", f"Bearer {token}")] if token else []
    for _ in range(case.value + 40):
        connection = Connection(case.made.address)
        connection.send(request_bytes("POST", path + "/moves", headers, '{"group":0,"count":1}'))
        case.held.append(connection)
    return [connection.response() for connection in case.held]


def long_name(case):
    _, path, _ = case.table()
    return [case.admin.request("PATCH", path, {"name": "n" * size}) for size in (case.value, case.value + 1)]


def many_headers(case):
    return [ask(case, "/livez", [(f"X-{number}", "1") for number in range(count)]) for count in (case.value - 10,
                                                                                                 case.value + 1)]


def long_header(case):
    return [ask(case, "/livez", [("X-Long", "a" * size)]) for size in (case.value - 300, case.value + 1)]


def long_body(case):
    _, path, _ = case.table()
    text = '{"name":"x"}'
    return [ask(case, path, [("Content-Type", "application/json")], text + " " * (size - len(text)), "PATCH")
            for size in (case.value, case.value + 1)]


def deep_json(case):
    _, path, _ = case.table()
    return [case.admin.request("PATCH", path, json.loads('{"name":"x"}'))] + [
        ask(case, "/v1/sessions", [("Content-Type", "application/json")],
            '{"game":"take-away","rules":' + "[" * case.value + "]" * case.value + "}", "POST")]


def many_values(case):
    _, path, _ = case.table()
    return [case.admin.request("PATCH", path, {"name": "x"}),
            case.admin.request("POST", "/v1/sessions",
                               {"game": "take-away", "rules": {"groups": [1] * case.value}})]


def long_key(case):
    _, path, _ = case.table()
    return [case.admin.post(path + "/moves", {"group": 0, "count": 1}, headers=[("Idempotency-Key", "k" * size)])
            for size in (case.value, case.value + 1)]


def many_steps(case):
    _, path, _ = case.table()
    case.admin.post(path + "/moves", {"group": 0, "count": 1})
    return [case.admin.post(path + "/undo", {"steps": 1}),
            case.admin.post(path + "/undo", {"steps": case.value + 1})]


def query(path, low=1):
    def drive(case):
        _, session, _ = case.table(game="klondike", rules={}, strategy="heuristic")
        case.admin.post(session + "/snapshots?budget_ms=0", COLUMNS)
        return [case.admin.get(path.format(session=session, value=value)) for value in (low, case.value + 1)]
    return drive


def many_games(case):
    return [case.admin.post("/v1/simulations", {"game": "take-away", "games": games}) for games in (1,
                                                                                                    case.value + 1)]


def long_camera(case):
    _, path, _ = case.table(game="klondike", rules={}, strategy="heuristic")
    return [case.admin.post(path + "/snapshots?budget_ms=0", dict(COLUMNS, camera="c" * size, frame=1))
            for size in (case.value, case.value + 1)]


class Granted:
    """A stream that was opened."""

    def __init__(self, status):
        self.status = status


# name -> (what is done, the value it is set to where it is an option)
DRIVERS = {
    "rate_limit_per_address": (many_requests, 20),
    "rate_limit_per_session": (many_about_session, 20),
    "address_rejections": (many_rejections, 10),
    "address_subscribers": (many_streams, 10),
    "token_subscribers": (many_streams, 10),
    "session_subscribers": (many_streams, 10),
    "token_polls": (many_polls, 10),
    "session_polls": (many_polls, 10),
    "max_subscribers": (streams_of_many, 12),
    "token_simulations": (many_simulations, 2),
    "max_running_simulations": (many_simulations, 3),
    "max_sessions": (many_tables, 20),
    "token_sessions_per_hour": (many_tables, 30),
    "token_sessions": (many_tables, 30),
    "max_session_events": (many_events, 40),
    "max_session_bytes": (large_journal, 65536),
    "max_corrections": (corrections, 5),
    "max_queued_changes": (many_changes, 4),
    "name_length": (long_name, 0),
    "headers": (many_headers, 0),
    "header_bytes": (long_header, 0),
    "request_body_bytes": (long_body, 0),
    "json_depth": (deep_json, 0),
    "json_values": (many_values, 0),
    "key_length": (long_key, 0),
    "undo_steps": (many_steps, 0),
    "page_length": (query("/v1/sessions?limit={value}"), 0),
    "history_length": (query("{session}/history?limit={value}"), 0),
    "wait_seconds": (query("{session}?wait_s={value}"), 0),
    "think_ms": (query("{session}/advice?budget_ms={value}"), 0),
    "simulated_games": (many_games, 0),
    "camera_length": (long_camera, 0),
}


def one_beyond(run):
    """One beyond each row: the documented refusal; the first is granted, and the daemon serves on."""
    rows = contract.limits(run.settings.limits)
    if not run.check(len(rows) >= 20, f"docs/limits.md has {len(rows)} rows"):
        return
    names = [name for name in DRIVERS if name in rows]
    run.check(len(names) >= 20, f"only {len(names)} rows of docs/limits.md are known here")
    chosen = run.random.sample(names, 8) if run.settings.short else names
    for name in chosen:
        check_row(run, name, rows[name])
    run.note(f"{len(chosen)} of {len(rows)} rows")


def check_row(run, name, row):
    drive, value = DRIVERS[name]
    case = Case(run, name, row["value"] if row["fixed"] else value, row["fixed"])
    try:
        answers = drive(case)
        run.check(answers and answers[0].status < 300 or name == "address_rejections",
                  f"{name}: the first is {answers[:1]}")
        refused = [one for one in answers if one.status >= 400 and not isinstance(one, Granted)]
        beyond = [one for one in refused if one.status == row["status"] and one.code() == row["code"]]
        run.check(beyond,
                  f"{name}={case.value}: beyond it {row['status']} {row['code']} is documented, {len(answers)} answers end with {answers[-1]}")
        for one in beyond[:1]:
            if one.status in (429, 503):
                run.check((one.header("retry-after") or "").isdigit(), f"{name}: {one.status} without Retry-After")
        figures = case.made.metrics()
        shown = [figures[key] for key in figures if key.startswith("makker_limit{") and f'"{name}"' in key]
        run.check(shown == [float(case.value)], f"{name}: /metrics has makker_limit {shown}, set to {case.value}")
        counted = [figures[key] for key in figures if key.startswith("makker_limit_refusals_total{") and f'"{name}"' in key]
        # Limits that are not configurable share their refusals with others of the same code.
        if value:
            run.check(counted and counted[0] >= 1, f"{name}: /metrics counts {counted} refusals")
        case.made.require_live(name)
    except (Failed, Closed, Malformed, OSError, KeyError, ValueError) as error:
        run.check(False, f"{name}: {error!r}")
    case.close()
    case.made.kill()


# ---- Websockets ----------------------------------------------------------------------------------

PLACES = 12  # a daemon has them twice

# Of the websocket of each number: which of the tables, whose token, from which address. All have in common what is limited.
SHARED = {
    "address_subscribers": lambda number: (number % 4, "owner", "127.0.0.2"),
    "token_subscribers": lambda number: (number % 4, "admin", f"127.0.0.{2 + number % 5}"),
    "session_subscribers": lambda number: (0, ("owner", "companion", "admin")[number % 3], f"127.0.0.{2 + number % 5}"),
    "max_subscribers": lambda number: (number % 4, "owner", f"127.0.0.{2 + number % 4}"),
}
# One that shares nothing with them; the daemon's own limit is for all.
OTHERS = {
    "address_subscribers": (0, "owner", "127.0.0.9"),
    "token_subscribers": (0, "owner", "127.0.0.2"),
    "session_subscribers": (1, "owner", "127.0.0.2"),
}


class Room:
    """A daemon with that limit, and four tables."""

    def __init__(self, run, name):
        self.made = run.daemon(OPEN + [f"--{name.replace('_', '-')}={PLACES}"]).start()
        self.admin = self.made.client()
        self.tables = [new_table(self.admin) for _ in range(4)]

    def join(self, table, role, source, kind="websocket"):
        """(connection, status, answer where it is refused, the websocket)."""
        found = self.tables[table]
        token = self.admin.token if role == "admin" else (found.get("tokens") or {}).get(role)
        path = f"/v1/sessions/{found['id']}"
        if kind != "websocket":
            return (*open_listener(self.made, path, token, kind, source), None)
        headers = [("Authorization", f"Bearer {token}")] if token else []
        opened = Websocket(self.made.address, path + "/events", headers, source=source)
        return opened.connection, opened.status, opened.response, opened


def is_served(opened):
    """Sends a ping and waits for its pong; other messages are skipped."""
    opened.send(9, b"there?")
    try:
        return any(opened.frame() == (10, b"there?") for _ in range(20))
    except (Malformed, Closed, OSError):
        return False


def websockets(run):
    """Websockets up to the limit of an address, a token, a session and the daemon: one beyond is refused, others are not."""
    rows = contract.limits(run.settings.limits)
    for name, shared in SHARED.items():
        if name == "token_subscribers" and run.settings.auth != "token":
            continue
        check_websockets(run, name, rows[name], shared)


def check_websockets(run, name, row, shared):
    room = Room(run, name)
    held = [room.join(*shared(number)) for number in range(PLACES)]
    opened = [one[3] for one in held if one[1] == 101]
    if not run.check(len(opened) == PLACES, f"{name}: {len(opened)} of {PLACES} websockets are opened"):
        return
    for kind in ("websocket", "ndjson", "sse"):
        connection, status, answer, _ = room.join(*shared(PLACES), kind)
        run.check(answer is not None and (status, answer.code()) == (row["status"], row["code"]),
                  f"{name}: a {kind} beyond {PLACES} websockets is {status} {answer}")
        run.check(answer is not None and (answer.header("retry-after") or "").isdigit(), f"{name}: {kind} without Retry-After")
        connection.close()
    others = []
    if name in OTHERS:
        others = [room.join(*OTHERS[name])]
        run.check(others[0][1] == 101, f"{name}: another's websocket is {others[0][1]} {others[0][2]}")
    for one in opened:
        run.check(is_served(one), f"{name}: a websocket that was opened is not served any more")
    figures = room.made.metrics()
    run.check(figures["makker_subscribers"] == PLACES + len(others), f"{name}: {figures['makker_subscribers']} subscribers")
    counted = [figures[key] for key in figures if key.startswith("makker_limit_refusals_total{") and f'"{name}"' in key]
    run.check(counted and counted[0] >= 3, f"{name}: /metrics counts {counted} refusals")
    opened[0].close()
    late = []

    def joins():
        late.append(room.join(*shared(0)))
        return late[-1][1] == 101
    run.check(wait_until(joins, 5 * run.settings.slowness, 0.1), f"{name}: a websocket that ended leaves no place: {late[-1][1]}")
    for one in held + others + late:
        one[0].close()
    room.made.require_live(name)
    room.made.kill()


SCENARIOS = (
    ("limits_one_beyond", one_beyond, 2, ()),
    ("limits_websockets", websockets, 1, ()),
)
