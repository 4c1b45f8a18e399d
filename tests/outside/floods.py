"""Floods: one client takes all that it can get; limits answer clearly, and another client is served meanwhile."""

import json
import threading
import time

import contract
from daemon import new_table
from wire import Closed, Connection, Malformed, Response, Websocket, request_bytes, wait_until

# What docs/limits.md does not say.
LIMITS = {
    "idle_key_bytes": 512,  # what a keyed POST that changes nothing may leave on disk
    "token_key_bytes": 16_777_216,  # what keys of one token may take, whatever their number
    "memory_bytes": 48_000_000,  # what a flood may leave resident
    "other_p99_ms": 250.0,  # a request of another client meanwhile
}


def limits(settings):
    """The table above, with the numbers that docs/limits.md gives under the same names."""
    found = dict(LIMITS)
    for name, row in contract.limits(settings.limits).items():
        if name in found and row["value"] is not None:
            found[name] = row["value"]
    return found


class Witness(threading.Thread):
    """Another client: reads and changes its own table meanwhile, and remembers how long that took."""

    def __init__(self, made, source="127.0.0.9"):
        super().__init__(daemon=True)
        admin = made.client(source=source)
        table = new_table(admin, rules={"groups": [10 ** 9, 10 ** 9], "opponent": "person"})
        admin.close()
        self.path = f"/v1/sessions/{table['id']}"
        self.client = made.client((table.get("tokens") or {}).get("owner"), source=source)
        self.times = []
        self.problems = []
        self.ended = threading.Event()
        self.changes = 0
        self.slowness = made.settings.slowness

    def run(self):
        while not self.ended.is_set():
            for method, target, body in (("GET", self.path, None),
                                         ("POST", self.path + "/moves", {"group": 0, "count": 1})):
                began = time.monotonic()
                try:
                    answer = self.client.request(method, target, body)
                    if answer.status != 200:
                        self.problems.append(f"{method}: {answer}")
                    elif method == "POST":
                        self.changes += 1
                except (OSError, Malformed, Closed) as error:
                    self.problems.append(f"{method}: {error!r}")
                self.times.append(time.monotonic() - began)
            self.ended.wait(0.02)

    def finish(self, run, what):
        self.ended.set()
        self.join(20)
        times = sorted(self.times)
        run.check(len(times) >= 2, f"{what}: the other client asked only {len(times)} times")
        run.check(not self.problems,
                  f"{what}: {len(self.problems)} of {len(times)} refused to the other client: {self.problems[:1]}")
        p99 = times[int(len(times) * 0.99)] * 1000 if times else 0
        bound = limits(run.settings)["other_p99_ms"] * run.settings.slowness * (8 if run.settings.short else 1)
        run.check(p99 < bound, f"{what}: p99 of the other client {p99:.0f} ms")
        answer = self.client.get(self.path)
        if answer.status == 200:
            run.check(answer.json()["version"] >= self.changes, f"{what}: the other client lost changes")
        run.note(f"{what}: the other client: {len(times)} requests, p99 {p99:.1f} ms")


def check_refusal(run, answer, what):
    """A refusal is a problem document with a documented code, and says with Retry-After when to come again."""
    code = answer.code()
    run.check(answer.status in (409, 422, 429, 503) and code in run.settings.codes, f"{what}: refused by {answer}")
    if answer.status in (429, 503):
        after = answer.header("retry-after") or ""
        run.check(after.isdigit() and int(after) >= 1, f"{what}: {answer.status} {code} without Retry-After")


class Costs:
    """Memory and disk before and after a flood."""

    def __init__(self, made):
        self.made = made
        self.memory = made.resident()
        self.disk = made.disk()

    def check(self, run, what, disk):
        grown = self.made.resident() - self.memory
        bound = limits(run.settings)["memory_bytes"] * (4 if run.settings.sanitizer else 1)
        run.check(grown < bound, f"{what}: {grown / 1e6:.1f} MB more resident")
        written = self.made.disk() - self.disk
        run.check(written < disk, f"{what}: {written / 1e6:.2f} MB more on disk, {disk / 1e6:.2f} allowed")
        return written


def finish(run, made, what):
    made.require_live(what)
    made.require_idle(what)


def requests(run):
    """More requests than rate_limit_per_address from one address: 429, and another address is served."""
    made = run.daemon(["--rate-limit-local=yes", "--rate-limit-per-address=150", "--rate-limit-per-session=0"]).start()
    witness = Witness(made)  # sends 100 requests/s at most
    witness.start()
    client = made.client(source="127.0.0.2")
    counts = {}
    end = time.monotonic() + max(1.5, min(run.seconds, 20))
    while time.monotonic() < end:
        answer = client.get(run.random.choice(("/livez", "/v1/games", "/nope", "/v1/sessions")))
        counts[answer.status] = counts.get(answer.status, 0) + 1
        if answer.status == 429:
            check_refusal(run, answer, "rate_limit_per_address")
    served = sum(count for status, count in counts.items() if status != 429)
    span = max(1.5, min(run.seconds, 20))
    run.check(counts.get(429, 0) > 100, f"rate_limit_per_address is never reached: {counts}")
    run.check(served <= 600 + 150 * (span + 1), f"{served} served in {span:.1f} s at a rate of 150")
    witness.finish(run, "requests")
    run.check(made.metrics()["makker_rate_limited_total"] >= counts.get(429, 0), "the refusals are not counted")
    time.sleep(1.2)
    run.check(client.get("/v1/games").status == 200, "the address is not served again after a second")
    finish(run, made, "requests")


def malformed_requests(run):
    """Requests that libmicrohttpd rejects before a handler count against the rate of their address, too."""
    made = run.daemon(["--rate-limit-local=yes", "--rate-limit-per-address=20", "--log-level=info"]).start()
    log = made.log_size()
    count = 600
    answered = {}
    for _ in range(count):
        with Connection(made.address, source="127.0.0.2") as connection:
            connection.send_quietly(b"GET / HTTP/1.1\r\nnonsense\r\n\r\n")
            try:
                for answer in connection.responses(2):
                    answered[answer.status] = answered.get(answer.status, 0) + 1
            except (Malformed, TimeoutError):
                pass
    limited = made.client(source="127.0.0.2").get("/v1/games").status
    run.check(limited == 429 or answered.get(400, 0) < count / 2,
              f"{count} malformed requests are answered {answered}, then a good one {limited}: none counts")
    other = made.client(source="127.0.0.3").get("/v1/games").status
    run.check(other == 200, f"another address is answered {other}")
    lines = (made.log_size() - log) / 200
    run.check(lines < count, f"{lines:.0f} log lines for {count} malformed requests")
    finish(run, made, "malformed requests")


def session_requests(run):
    """More requests about one session than rate_limit_per_session: 429, and another session is served."""
    made = run.daemon(["--rate-limit-local=yes", "--rate-limit-per-address=0", "--rate-limit-per-session=40"]).start()
    witness = Witness(made)
    table = new_table(made.client())
    client = made.client((table.get("tokens") or {}).get("companion"))
    witness.start()
    refused = 0
    for _ in range(600):
        answer = client.get(f"/v1/sessions/{table['id']}")
        if answer.status == 429:
            refused += 1
            check_refusal(run, answer, "rate_limit_per_session")
    run.check(refused > 100, f"rate_limit_per_session is never reached: {refused} of 600")
    witness.finish(run, "session requests")
    finish(run, made, "session requests")


def keyed(run, made, path, token, body, count, wanted, seconds=0.0):
    """Many POSTs, each with a new Idempotency-Key, on four connections; how many were answered `wanted`."""
    counts = {}
    lock = threading.Lock()
    began = time.monotonic()

    def work(part):
        client = made.client(token)
        number = 0
        while number < count / 4 or time.monotonic() - began < seconds:
            number += 1
            answer = client.post(path, body(part, number), headers=[("Idempotency-Key", f"key-{part}-{number}")])
            with lock:
                counts[answer.status] = counts.get(answer.status, 0) + 1
                if answer.status not in wanted:
                    check_refusal(run, answer, "a key")
        client.close()
    threads = [threading.Thread(target=work, args=(part,), daemon=True) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts


def keys_idle(run):
    """Keyed POSTs that change nothing: the disk stays bounded."""
    made = run.daemon().start()
    witness = Witness(made)
    admin = made.client()
    table = new_table(admin, game="klondike", rules={}, strategy="heuristic")
    path = f"/v1/sessions/{table['id']}/snapshots?budget_ms=0"
    token = (table.get("tokens") or {}).get("owner")
    snapshot = {"columns": ["5S", "5H", "QC", "7H", "8D", "9D", "9C"], "draw_pile": "KS"}
    run.check(admin.post(path, snapshot).status == 200, "the first snapshot")
    witness.start()
    keyed(run, made, path, token, lambda part, number: snapshot, 200, {200})
    costs = Costs(made)
    count = 2000 if run.settings.short else 6000
    counts = keyed(run, made, path, token, lambda part, number: snapshot, count, {200}, run.seconds)
    sent = sum(counts.values())
    witness.finish(run, "keys that change nothing")
    run.check(counts.get(200, 0) > 100, f"answers: {counts}")
    bounds = limits(run.settings)
    log = 16 << 20  # SQLite's log has a size of its own, whatever is written
    if made.store.startswith("sqlite"):
        made.stop()
        written = made.disk() - min(costs.disk, log)
        allowed = min(sent * bounds["idle_key_bytes"], bounds["token_key_bytes"]) + 300_000
        run.check(written < allowed,
                  f"{sent} keyed POSTs that change nothing: {written / sent:.0f} bytes each on disk")
        made.start()
    version = made.client().get(f"/v1/sessions/{table['id']}").json()["version"]
    run.check(version == 1, f"the version is {version}")
    finish(run, made, "keys that change nothing")


def keys_hold(run):
    """The first key and the last are answered as the first time, with other bodies 422; large keys are refused."""
    made = run.daemon().start()
    client = made.client()
    table = new_table(client, rules={"groups": [10 ** 9, 10 ** 9], "opponent": "person"})
    path = f"/v1/sessions/{table['id']}/moves"
    move = {"group": 0, "count": 1}
    for number in range(60):
        first = client.post(path, move, headers=[("Idempotency-Key", f"hold-{number}")])
        again = client.post(path, move, headers=[("Idempotency-Key", f"hold-{number}")])
        run.check(first.status == again.status == 200 and first.body == again.body, f"key {number} again: {again}")
        other = client.post(path, {"group": 1, "count": 1}, headers=[("Idempotency-Key", f"hold-{number}")])
        run.check(other.status == 422 and other.code() == "idempotency_key_reused", f"key {number} with another body: {other}")
    for key in ("", "x" * 256, "\u00e9", "a b\x01"):
        answer = client.post(path, move, headers=[("Idempotency-Key", key)])
        run.check(answer.status == 400 and answer.code(), f"the key {key[:10]!a}: {answer.status}")
    version = client.get(f"/v1/sessions/{table['id']}").json()["version"]
    run.check(version == 60, f"60 keyed moves led to version {version}")
    finish(run, made, "keys")


def tables(run):
    """More tables than `sessions`: 429; a deletion makes room; the others are served."""
    made = run.daemon(["--max-sessions=40"]).start()
    witness = Witness(made)
    witness.start()
    client = made.client()
    made_ids = []
    for _ in range(60):
        answer = client.post("/v1/sessions", {"game": "take-away", "rules": {"groups": [3, 4, 5]}})
        if answer.status == 201:
            made_ids.append(answer.json()["id"])
        else:
            check_refusal(run, answer, "sessions")
    run.check(len(made_ids) == 39, f"{len(made_ids) + 1} tables with --max-sessions=40")
    client.request("DELETE", f"/v1/sessions/{made_ids[0]}")
    answer = client.post("/v1/sessions", {"game": "klondike"})
    run.check(answer.status == 201, f"after a deletion: {answer}")
    answer = client.post("/v1/sessions", {"game": "klondike"})
    run.check(answer.status == 429, f"and one more: {answer}")
    witness.finish(run, "tables")
    finish(run, made, "tables")


def open_listener(made, path, token, kind, source="127.0.0.2"):
    """A listener of a kind; (connection, status)."""
    headers = [("Authorization", f"Bearer {token}")] if token else []
    if kind == "websocket":
        socket = Websocket(made.address, path + "/events", headers, source=source)
        return socket.connection, socket.status, socket.response
    connection = Connection(made.address, source=source)
    if kind == "poll":
        connection.send(request_bytes("GET", path + "?after=99999&wait_s=60", headers))
        return connection, None, None
    accept = "text/event-stream" if kind == "sse" else "application/x-ndjson"
    connection.send(request_bytes("GET", path + "/events", headers + [("Accept", accept)]))
    status, found = connection.head()
    answer = None
    if status != 200:
        answer = Response(status, found, connection.take(int(dict(found).get("content-length", "0"))))
    return connection, status, answer


def listeners(run):
    """One token opens more listeners than there are places: refused, and another token still gets one."""
    made = run.daemon(["--max-subscribers=20"]).start()
    admin = made.client()
    greedy, modest = new_table(admin), new_table(admin)
    for kind in ("ndjson", "websocket", "sse", "poll"):
        held = []
        refused = 0
        for _ in range(30):
            connection, status, answer = open_listener(
                made, f"/v1/sessions/{greedy['id']}", (greedy.get("tokens") or {}).get("companion"), kind)
            held.append(connection)
            if answer is not None and status >= 400:
                refused += 1
                check_refusal(run, answer, f"{kind} listeners")
        time.sleep(0.1)
        if kind != "poll":
            run.check(refused >= 10, f"{kind}: only {refused} of 30 refused with --max-subscribers=20")
        run.check(made.metrics()["makker_subscribers"] <= 20,
                  f"{kind}: {made.metrics()['makker_subscribers']:.0f} listeners")
        connection, status, answer = open_listener(
            made, f"/v1/sessions/{modest['id']}", (modest.get("tokens") or {}).get("owner"), "ndjson", "127.0.0.3")
        run.check(status == 200, f"{kind}: another token's listener is answered {answer or status}")
        connection.close()
        for one in held:
            one.close()
        free = wait_until(lambda: made.metrics()["makker_subscribers"] == 0, 3)
        if not run.check(free,
                         f"{kind}: {made.metrics()['makker_subscribers']:.0f} places stay taken behind closed connections"):
            made.kill()
            made.start()
            admin = made.client()
            greedy, modest = new_table(admin), new_table(admin)
    finish(run, made, "listeners")


def slow_listeners(run):
    """Listeners that never read are closed or bounded while the table changes."""
    made = run.daemon(["--max-session-events=1000000"]).start()
    admin = made.client()
    table = new_table(admin, rules={"groups": [10 ** 9, 10 ** 9], "opponent": "person"})
    path = f"/v1/sessions/{table['id']}"
    token = (table.get("tokens") or {}).get("owner")
    held = []
    for index in range(40):
        connection = Connection(made.address, receive_buffer=1024)
        headers = [("Authorization", f"Bearer {token}")] if token else []
        accept = ("text/event-stream", "application/x-ndjson")[index % 2]
        connection.send(request_bytes("GET", path + "/events", headers + [("Accept", accept)]))
        held.append(connection)
    time.sleep(0.2)
    witness = Witness(made)
    witness.start()
    costs = Costs(made)
    changes = 0
    while changes < (600 if run.settings.short else 2000) or run.more():
        answer = admin.post(path + "/moves", {"group": changes % 2, "count": 1})
        run.check(answer.status in (200, 429), f"a move beside slow listeners: {answer}")
        changes += 1
    costs.check(run, "slow listeners", 64 << 20)
    witness.finish(run, "slow listeners")
    for connection in held:
        connection.close()
    finish(run, made, "slow listeners")


def simulations(run):
    """More simulations than `simulations`: 429 with Retry-After; sums that cannot be are 4xx; tables are served."""
    made = run.daemon(["--max-running-simulations=4", "--simulation-threads=1", "--max-finished-simulations=10"]).start()
    witness = Witness(made)
    witness.start()
    client = made.client()
    begun = []
    refused = 0
    for number in range(12):
        answer = client.post("/v1/simulations",
                             {"game": "klondike", "games": 1000000, "seed": number, "strategy": "heuristic"})
        if answer.status == 202:
            begun.append(answer.json()["id"])
        else:
            refused += 1
            check_refusal(run, answer, "simulations")
    run.check(len(begun) == 4 and refused == 8, f"{len(begun)} begun, {refused} refused with --max-running-simulations=4")
    for fields in ({"game": "klondike", "games": 10 ** 15}, {"game": "klondike", "games": -1},
                 {"game": "klondike", "games": 0},
                 {"game": "klondike", "games": 1.5}, {"game": "x" * 60000},
                 {"game": "klondike", "games": 1, "seed": "x"}):
        answer = client.post("/v1/simulations", fields)
        run.check(answer.status in (400, 422) and answer.code(), f"simulations {json.dumps(fields)[:60]}: {answer}")
    for name in begun:
        answer = client.request("DELETE", f"/v1/simulations/{name}")
        run.check(answer.status == 200, f"cancelled: {answer}")
    run.check(wait_until(lambda: made.metrics()["makker_simulations_running"] == 0, 5),
              "cancelled simulations run on")
    costs = Costs(made)
    for number in range(60):
        answer = client.post("/v1/simulations", {"game": "take-away", "games": 1, "seed": number})
        run.check(answer.status in (202, 429), f"a short simulation: {answer}")
        wait_until(lambda: made.metrics()["makker_simulations_running"] < 4, 5)
    remembered = len(client.get("/v1/simulations?limit=100").json()["simulations"])
    run.check(remembered <= 14, f"{remembered} simulations are remembered with --max-finished-simulations=10")
    costs.check(run, "simulations", 64 << 20)
    witness.finish(run, "simulations")
    finish(run, made, "simulations")


def renamings(run):
    """A table that is renamed without end: whatever limit there is answers clearly; the disk grows in proportion."""
    made = run.daemon().start()
    witness = Witness(made)
    admin = made.client()
    table = new_table(admin)
    client = made.client((table.get("tokens") or {}).get("owner"))
    path = f"/v1/sessions/{table['id']}"
    witness.start()
    costs = Costs(made)
    accepted = 0
    count = 0
    while count < (300 if run.settings.short else 3000) or run.more():
        count += 1
        answer = client.request("PATCH", path, {"name": f"{count:04d}" + "n" * 90})
        if answer.status == 200:
            accepted += 1
        else:
            check_refusal(run, answer, "renamings")
    run.check(client.get(path).json()["version"] >= accepted, "accepted renamings are lost")
    costs.check(run, "renamings", (32 << 20) + 2000 * count)
    witness.finish(run, "renamings")
    finish(run, made, "renamings")


def connections(run):
    """More idle connections than `connections`: the idle go, others are served."""
    made = run.daemon(["--max-connections=100"]).start()
    witness = Witness(made)
    witness.start()
    costs = Costs(made)
    held = []
    for _ in range(400):
        try:
            held.append(Connection(made.address, source="127.0.0.2"))
        except OSError:
            pass
    time.sleep(0.3)
    open_now = made.metrics()["makker_http_connections"]
    run.check(open_now <= 104, f"{open_now:.0f} connections with --max-connections=100")
    costs.check(run, "connections", 64 << 20)
    witness.finish(run, "connections")
    for one in held:
        one.close()
    finish(run, made, "connections")


def thoughts(run):
    """Many long thoughts: advice is 503 busy or shorter; instant answers stay instant."""
    made = run.daemon(["--search-threads=1", "--max-queued-searches=4"]).start()
    admin = made.client()
    witness = Witness(made)
    tables_made = []
    for _ in range(12):
        table = new_table(admin, game="klondike", rules={}, strategy="search")
        answer = admin.post(f"/v1/sessions/{table['id']}/snapshots?budget_ms=0",
                            {"columns": ["5S", "5H", "QC", "7H", "8D", "9D", "9C"], "draw_pile": "KS"})
        run.check(answer.status == 200, f"a snapshot: {answer}")
        tables_made.append(table)
    witness.start()
    counts = {}
    lock = threading.Lock()

    def think(table):
        client = made.client((table.get("tokens") or {}).get("owner"), timeout=40)
        answer = client.get(f"/v1/sessions/{table['id']}/advice?budget_ms=1500")
        with lock:
            counts[answer.status] = counts.get(answer.status, 0) + 1
            if answer.status != 200:
                check_refusal(run, answer, "thoughts")
    threads = [threading.Thread(target=think, args=(table,), daemon=True) for table in tables_made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(40 * run.settings.slowness)
    run.check(sum(counts.values()) == len(threads) and counts.get(200, 0) >= 1, f"answers to 12 thoughts: {counts}")
    witness.finish(run, "thoughts")
    finish(run, made, "thoughts")


def max_queued_changes(run):
    """More changes at once to one table than `max_queued_changes`: 429 for some, and the accepted ones are all there."""
    made = run.daemon(["--max-queued-changes=4"]).start()
    admin = made.client()
    witness = Witness(made)
    table = new_table(admin, rules={"groups": [10 ** 9, 10 ** 9], "opponent": "person"})
    path = f"/v1/sessions/{table['id']}"
    witness.start()
    counts = {}
    for _ in range(5):
        held = []
        credentials = [("Authorization", f"Bearer {admin.token}")] if admin.token else []
        for _ in range(60):
            connection = Connection(made.address)
            connection.send(request_bytes("POST", path + "/moves", credentials, '{"group":0,"count":1}'))
            held.append(connection)
        for connection in held:
            answer = connection.response()
            counts[answer.status] = counts.get(answer.status, 0) + 1
            if answer.status != 200:
                check_refusal(run, answer, "max_queued_changes")
            connection.close()
    version = admin.get(path).json()["version"]
    run.check(counts.get(200, 0) > 0 and version == counts[200], f"version {version} after {counts}")
    witness.finish(run, "waiting changes")
    finish(run, made, "waiting changes")


def entered_tables(run):
    """Entered tables without end: accepted or clearly refused, the loop stays free, the disk grows in proportion."""
    made = run.daemon().start()
    witness = Witness(made)
    admin = made.client()
    table = new_table(admin, rules={"groups": [10 ** 9] * 64})
    path = f"/v1/sessions/{table['id']}"
    client = made.client((table.get("tokens") or {}).get("companion"))
    witness.start()
    costs = Costs(made)
    count = 0
    sizes = 0
    while count < (150 if run.settings.short else 2000) or run.more() and count < 20000:
        body = json.dumps({"table": {"groups": [10 ** 9 - count % 7 - place for place in range(64)]}})
        sizes += len(body)
        answer = client.post(path + "/corrections", json.loads(body))
        count += 1
        if answer.status != 200:
            check_refusal(run, answer, f"entered table {count}")
            break
    run.check(count > 50, f"only {count} entered tables")
    costs.check(run, "entered tables", (32 << 20) + 20 * sizes)
    witness.finish(run, "entered tables")
    finish(run, made, "entered tables")


SCENARIOS = (
    ("floods_requests", requests, 1, ()),
    ("floods_malformed_requests", malformed_requests, 1, ()),
    ("floods_session_requests", session_requests, 1, ()),
    ("floods_keys_idle", keys_idle, 3, ()),
    ("floods_keys_hold", keys_hold, 1, ()),
    ("floods_tables", tables, 1, ()),
    ("floods_listeners", listeners, 1, ()),
    ("floods_slow_listeners", slow_listeners, 2, ()),
    ("floods_simulations", simulations, 1, ()),
    ("floods_renamings", renamings, 2, ()),
    ("floods_connections", connections, 1, ()),
    ("floods_thoughts", thoughts, 1, ()),
    ("floods_waiting_changes", max_queued_changes, 1, ()),
    ("floods_entered_tables", entered_tables, 2, ()),
)
