"""Route x method x credential, made from openapi.yaml; and what the contract says about names and members."""

import json

import contract
from daemon import ADMIN_TOKEN, Failed, new_table
from wire import Closed, Connection, Malformed, Response, Websocket, request_bytes

# Authorization, from the contract's paragraph on tokens; operations that are not listed need no token.
ADMIN = {"admin"}
READ = {"admin", "owner", "companion"}
REPORT = {"admin", "owner", "camera"}
OWN = {"admin", "owner"}
ROLES = {
    "getTableCode": {"companion"},
    "getStatistics": ADMIN,
    "createSession": ADMIN,
    "listSessions": ADMIN,
    "getSession": READ,
    "updateSession": OWN,
    "deleteSession": OWN,
    "changeTokens": OWN,
    "postSnapshot": REPORT,
    "postMove": REPORT,
    "createCorrection": READ,
    "undoSteps": READ,
    "getAdvice": READ,
    "getReview": READ,
    "getHistory": READ,
    "streamSessionEvents": READ,
    "createSimulation": ADMIN,
    "listSimulations": ADMIN,
    "getSimulation": ADMIN,
    "cancelSimulation": ADMIN,
    "getSimulationGame": ADMIN,
    "streamSimulationEvents": ADMIN,
}
BODIES = {
    "createSession": '{"game":"take-away","rules":{"groups":[3,4,5]}}',
    "updateSession": '{"name":"matrix"}',
    "changeTokens": '{"revoke":["companion"]}',
    "postSnapshot": '{"groups":[2,4,5]}',
    "postMove": '{"group":0,"count":1}',
    "createCorrection": '{"table":{"groups":[3,4,5]}}',
    "undoSteps": '{"steps":1}',
    "createSimulation": '{"game":"take-away","games":1}',
}
# Open to all unless the daemon is configured otherwise.
BY_CONFIGURATION = {"getMetrics"}
ALL_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FROB")
STREAMS = ("streamSessionEvents", "streamSimulationEvents")
WRONG_HEADERS = (
    "Bearer wrong-token-wrong-token", "Bearer ", "Bearer", "Basic " + "YWRtaW46YWRtaW4=", ADMIN_TOKEN,
    "Bearer " + ADMIN_TOKEN + "x", "Bearer " + ADMIN_TOKEN[:-1], "Bearer " + ADMIN_TOKEN.upper(),
    "Bearer " + ADMIN_TOKEN + " " + ADMIN_TOKEN, "Token " + ADMIN_TOKEN, "Bearer " + "a" * 8000,
    "Bearer \"" + ADMIN_TOKEN + "\"", "Bearer " + ADMIN_TOKEN + ",", "Bearer\xa0" + ADMIN_TOKEN,
)


class World:
    """A daemon with tokens, one session, another one, one that was deleted, and a simulation."""

    def __init__(self, run):
        self.run = run
        self.made = run.daemon(["--max-running-simulations=64"], auth="token").start()
        self.admin = self.made.client()
        self.other = new_table(self.admin)
        self.gone = new_table(self.admin)
        answer = self.admin.request("DELETE", f"/v1/sessions/{self.gone['id']}")
        if answer.status != 204:
            raise Failed(f"not deleted: {answer}")
        answer = self.admin.post("/v1/simulations", {"game": "take-away", "games": 3})
        if answer.status != 202:
            raise Failed(f"no simulation: {answer}")
        self.simulation = answer.json()["id"]
        self.fresh()

    def fresh(self):
        """A session that has one move, so that undo has something to undo."""
        self.table = new_table(self.admin)
        answer = self.admin.post(f"/v1/sessions/{self.table['id']}/snapshots", {"groups": [2, 4, 5]})
        if answer.status != 200:
            raise Failed(f"no snapshot: {answer}")

    def credentials(self):
        """name -> (Authorization values, whose)."""
        tokens = self.table["tokens"]
        found = {"none": [], "wrong": ["Bearer wrong-token-wrong-token"], "admin": [f"Bearer {ADMIN_TOKEN}"]}
        for role in ("camera", "companion", "owner"):
            found[role] = [f"Bearer {tokens[role]}"]
            found[f"other's {role}"] = [f"Bearer {self.other['tokens'][role]}"]
            found[f"deleted {role}"] = [f"Bearer {self.gone['tokens'][role]}"]
        return found

    def target(self, operation, session=None):
        path = operation.path.replace("{path}", "app.js").replace("{n}", "0").replace("{game}", "klondike")
        if path.startswith("/v1/simulations/"):
            return path.replace("{id}", self.simulation)
        return path.replace("{id}", session or self.table["id"])

    def ask(self, operation, method, target, credentials):
        """The status, headers and problem code of one cell."""
        headers = [("Authorization", value) for value in credentials]
        body = BODIES.get(operation.name) if operation and method == operation.method else None
        if body:
            headers.append(("Content-Type", "application/json"))
        with Connection(self.made.address, 10 * self.run.settings.slowness) as connection:
            connection.send(request_bytes(method, target, headers, body))
            if operation and operation.name in STREAMS and method == "GET":
                status, found = connection.head()
                if status < 300:
                    return status, dict(found), None
                body = connection.take(int(dict(found)["content-length"]))
                return status, dict(found), Response(status, found, body).code()
            response = connection.response(method)
            return response.status, dict(response.headers), response.code()


def outcome(roles, name):
    """The expected answer for a credential: 'granted', or the statuses of its refusal."""
    if not roles or name in roles:
        return "granted"
    if name in ("none", "wrong"):
        return {401}
    if name.startswith(("other's", "deleted")):
        return {401, 403}
    return {403}


def check_cell(world, operation, name, credentials):
    run = world.run
    target = world.target(operation)
    cell = f"{operation.method} {operation.path} with {name}"
    status, headers, code = world.ask(operation, operation.method, target, credentials)
    wanted = outcome(ROLES.get(operation.name), name)
    run.check(status in operation.statuses, f"{cell}: {status} is not in the contract")
    if wanted == "granted":
        fine = status < 300 or operation.name == "getTablePage" and status == 404 or \
            operation.name == "getCompanionFile" and status == 404
        run.check(fine, f"{cell}: {status} {code}, should be granted")
        return status
    run.check(status in wanted, f"{cell}: {status} {code}, wanted {sorted(wanted)}")
    if status >= 400:
        run.check(code is not None, f"{cell}: {status} is no problem document with a code")
    if status == 401:
        run.check((headers.get("www-authenticate") or "").startswith("Bearer"),
                  f"{cell}: 401 without WWW-Authenticate")
    return status


def roles_against_contract(run, operations):
    """Operations that require a role have `security` with 401 and 403, and no others do."""
    names = {operation.name for operation in operations}
    run.check(set(ROLES) <= names, f"operations that the contract lacks: {sorted(set(ROLES) - names)}")
    for operation in operations:
        if operation.name in ROLES:
            run.check(operation.wants_token(),
                      f"{operation.name}: a role is required, but the contract has no security")
            lacking = {401, 403} - operation.statuses
            run.check(not lacking, f"{operation.name}: a role is required, but {sorted(lacking)} not in the contract")
        elif operation.name not in BY_CONFIGURATION:
            run.check(not operation.wants_token(), f"{operation.name}: security, but open to all")


def cells(run):
    """Every operation with every credential."""
    operations = contract.operations(run.settings.contract)
    if len(operations) < 28:
        raise Failed(f"only {len(operations)} operations were read")
    roles_against_contract(run, operations)
    world = World(run)
    granted = 0
    order = [(operation, name) for operation in operations for name in world.credentials()]
    run.random.shuffle(order)
    for operation, name in order:
        status = check_cell(world, operation, name, world.credentials()[name])
        granted += status < 300
        if operation.method != "GET" and status < 300:
            world.fresh()
        if operation.name == "deleteSession" and status in (401, 403):
            answer = world.admin.get(f"/v1/sessions/{world.table['id']}")
            run.check(answer.status == 200, f"a refused deletion by {name} deleted: {answer.status}")
    run.check(granted > 60, f"only {granted} of {len(order)} granted: is the daemon alive?")
    run.note(f"{len(order)} cells, {granted} granted")
    world.made.require_live("cells")
    world.made.require_idle("cells")


def head_and_others(run):
    """Methods that a path has not: 405 with Allow, or the refusal of the credential; HEAD as GET; OPTIONS."""
    operations = contract.operations(run.settings.contract)
    world = World(run)
    paths = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method] = operation
    for path, known in paths.items():
        any_operation = next(iter(known.values()))
        target = world.target(any_operation)
        allowed = set(known) | {"OPTIONS"} | ({"HEAD"} if "GET" in known else set())
        for name in ("none", "wrong", "camera", "companion", "owner", "admin"):
            credentials = world.credentials()[name]
            for method in ALL_METHODS:
                if method in known:
                    continue
                if method == "HEAD" and "GET" in known:
                    if known["GET"].name not in STREAMS:
                        status, _, _ = world.ask(None, "HEAD", target, credentials)
                        other, _, _ = world.ask(known["GET"], "GET", target, credentials)
                        # A review that HEAD has begun may be finished when GET asks for it.
                        fits = status == other or (status, other) == (202, 200)
                        run.check(fits, f"HEAD {path} with {name}: {status}, GET: {other}")
                    continue
                status, headers, code = world.ask(None, method, target, credentials)
                allow = {word.strip() for word in headers.get("allow", "").split(",")}
                if method == "OPTIONS":
                    run.check(status in (200, 204) and allow == allowed,
                              f"OPTIONS {path} with {name}: {status} {sorted(allow)}")
                elif status not in (401, 403) or name == "admin":
                    run.check(status == 405 and allow == allowed and (code == "method_not_allowed" or method == "HEAD"),
                              f"{method} {path} with {name}: {status} {code}, Allow {sorted(allow)} for {sorted(allowed)}")
    world.made.require_live("other methods")
    world.made.require_idle("other methods")


def wrong_headers(run):
    """Authorization headers that are no token, two of them, and tokens at the wrong place."""
    world = World(run)
    path = f"/v1/sessions/{world.table['id']}"
    operation = next(one for one in contract.operations(run.settings.contract) if one.name == "getSession")

    def status_of(headers, target=path):
        with Connection(world.made.address) as connection:
            head = b"GET " + target.encode() + b" HTTP/1.1\r\nHost: localhost\r\n"
            connection.send(head + b"".join(b"Authorization: " + one.encode("latin-1") + b"\r\n" for one in headers) + b"\r\n")
            return connection.response().status
    run.check(status_of([f"Bearer {ADMIN_TOKEN}"]) == 200, "the right token is refused")
    run.check(status_of([f"bearer {ADMIN_TOKEN}"]) == 200, "the scheme in small letters is refused (RFC 9110 11.1)")
    for value in WRONG_HEADERS:
        status = status_of([value])
        run.check(status in (400, 401, 431), f"Authorization: {value[:50]!r}: {status}")
    for pair in (("wrong-token-wrong-token", ADMIN_TOKEN), (ADMIN_TOKEN, "wrong-token-wrong-token")):
        status = status_of([f"Bearer {one}" for one in pair])
        run.check(status in (400, 401), f"two Authorization headers, one of them right: {status}")
    for query in ("token", "access_token", "bearer", "authorization"):
        status = status_of([], f"{path}?{query}={ADMIN_TOKEN}")
        run.check(status in (400, 401), f"the token as ?{query}=: {status}")
    tokens = world.table["tokens"]
    for spelled in (path.upper().replace("/V1/SESSIONS", "/v1/sessions"), path + "/", "/" + path,
                    path.replace("/v1", "/v1/."),
                    path.replace("sessions", "%73essions"), path + "%00", path + "?", path + "/advice/../history"):
        with Connection(world.made.address) as connection:
            connection.send(request_bytes("GET", spelled,
                                          [("Authorization", f"Bearer {world.other['tokens']['owner']}")]))
            status = connection.response().status
        run.check(status in (400, 401, 403, 404), f"another session's token at {spelled}: {status}")
    for protocols, wanted in ((f"makker, makker.bearer.{tokens['companion']}", 101), ("makker", 401),
                              ("makker, makker.bearer.wrong-token-wrong-token", 401),
                              (f"makker, makker.bearer.{tokens['camera']}", 403),
                              (f"makker, makker.bearer.{world.other['tokens']['owner']}", None)):
        socket = Websocket(world.made.address, path + "/events", [("Sec-WebSocket-Protocol", protocols)])
        fine = socket.status == wanted or wanted is None and socket.status in (401, 403)
        run.check(fine and (socket.status == 101 or socket.status in operation.statuses),
                  f"a websocket with {protocols[:30]}: {socket.status}, wanted {wanted}")
        if socket.status == 101:
            run.check(socket.headers.get("sec-websocket-protocol") == "makker", "the subprotocol is not confirmed")
            run.check(socket.message()["event"] == "session", "the first message is no session")
        socket.close()
    world.made.require_live("wrong headers")
    world.made.require_idle("wrong headers")


def deleted(run):
    """Tokens of a session that was deleted, before and after a restart; its subscribers receive the deletion."""
    world = World(run)
    for _ in range(2 if run.settings.short else 6):
        table = new_table(world.admin)
        path = f"/v1/sessions/{table['id']}"
        listener = Websocket(world.made.address, path + "/events",
                             [("Authorization", f"Bearer {table['tokens']['companion']}")])
        run.check(listener.message()["event"] == "session", "no first message")
        owner = world.made.client(table["tokens"]["owner"])
        run.check(owner.request("DELETE", path).status == 204, "the owner cannot delete")
        run.check(listener.message()["event"] == "deleted", "the subscriber is not notified of the deletion")
        listener.close()
        for role, token in table["tokens"].items():
            for method, target in (("GET", path), ("GET", path + "/history"), ("POST", path + "/undo"),
                                   ("DELETE", path)):
                status = world.made.client(token).request(method, target).status
                run.check(status in (401, 403, 404), f"{method} with a deleted session's {role}: {status}")
        run.check(world.made.get(path).status == 404, "the administrator still finds it")
        if run.settings.store == "sqlite":
            world.made.restart()
            world.admin = world.made.client()
            status = world.made.client(table["tokens"]["owner"]).get(path).status
            run.check(status in (401, 403, 404), f"after a restart: {status}")
            status = world.made.client(world.table["tokens"]["owner"]).get(f"/v1/sessions/{world.table['id']}").status
            run.check(status == 200, f"a token that is good is refused after a restart: {status}")
    world.made.require_live("deleted")


# ---- Strictness ----------------------------------------------------------------------------------

UNKNOWN = (  # method, path behind the session, body: one member or parameter too many, which must be 400
    ("POST", "", '{"game":"take-away","ruels":{"groups":[3,4,5]}}'),
    ("POST", "", '{"game":"klondike","nonsense":1}'),
    ("PATCH", "/", '{"rules":{"shuffles":1}}'),
    ("PATCH", "/", '{"nam":"x"}'),
    ("PATCH", "/?langage=da", '{"name":"x"}'),
    ("GET", "/?fields=foo", None),
    ("GET", "/?budget=5", None),
    ("GET", "/?langage=da", None),
    ("GET", "/advice?budget=5", None),
    ("GET", "/advice?wiat=false", None),
    ("GET", "/history?limt=5", None),
    ("POST", "/snapshots", '{"columns":["5S","5H","QC","7H","8D","9D","9C"],"stok":"BACK"}'),
    ("POST", "/snapshots?budgetms=1", '{"columns":["5S","5H","QC","7H","8D","9D","9C"]}'),
    ("POST", "/moves", '{"type":5,"form":1}'),
    ("POST", "/undo", '{"step":1}'),
    ("POST", "/undo?stps=1", '{"steps":1}'),
    ("POST", "/corrections", '{"position":4,"card":"8D","idnex":0}'),
    ("GET", "sessions?limt=5", None),
    ("GET", "simulations?limt=5", None),
    ("GET", "games?langage=da", None),
    ("GET", "statistics?x=1", None),
    ("POST", "simulations", '{"game":"take-away","games":1,"sed":1}'),
)
IF_MATCH = (('"99" *', 400), ('"0" *', 400), ('*, "0"', 400), ('"0', 400), ("0", 400), ('"0";', 400),
            ('W/"0"', 412), ('"99"', 412),
            (",CURRENT,", 200), ("*", 200), ("CURRENT", 200), ('"98", CURRENT', 200))


def strict(run):
    """Unknown members and parameters, malformed If-Match: 400 with a code, and nothing is changed."""
    made = run.daemon().start()
    client = made.client()
    table = new_table(client, game="klondike", rules={})
    base = f"/v1/sessions/{table['id']}"
    answer = client.post(base + "/snapshots?budget_ms=0",
                         {"columns": ["5S", "5H", "QC", "7H", "8D", "9D", "9C"], "draw_pile": "KS"})
    run.check(answer.status == 200, f"a good snapshot: {answer}")
    for method, path, body in UNKNOWN:
        if path == "":
            target = "/v1/sessions"
        elif path[0] != "/":
            target = "/v1/" + path
        else:
            target = base + (path[1:] if path.startswith("/?") else path.rstrip("/"))
        before = client.get(base).json()["version"]
        answer = client.request(method, target, json.loads(body) if body else None)
        run.check(answer.status == 400 and answer.code(),
                  f"{method} {target.replace(table['id'], 'ID')} {body or ''}: {answer}")
        after = client.get(base).json()["version"]
        run.check(answer.status < 400 or before == after, f"{method} {path}: refused, but the version is {after}")
    for value, wanted in IF_MATCH:
        version = client.get(base).json()["version"]
        answer = client.request("PATCH", base, {"name": f"n{run.random.random()}"},
                                headers=[("If-Match", value.replace("CURRENT", f'"{version}"'))])
        run.check(answer.status == wanted, f"If-Match: {value}: {answer.status} {answer.code()}, wanted {wanted}")
    made.require_live("strict")
    made.require_idle("strict")


BAD_NAMES = (" ", "   ", "\t", "\u00a0\u2003", "a\u0000b", "a\u001bb", "a\u007fb", "a\u0085b", "a\u009bb",
             "a\u202eb", "a\u2066b",
             "a\u200fb", "a\u2028b", "a\u2029b", "x" * 97, "\u00e9" * 49, "\ud83d\ude00" * 25)
GOOD_NAMES = ("kitchen", "K\u00f8kken", "\u03ba\u03bf\u03c5\u03b6\u03af\u03bd\u03b1", "x" * 96, "Tisch 1 (links)",
              "\U0001f0a1")


def names(run):
    """Names with controls, bidi controls, separators, only blanks, or too long are refused at creation and change."""
    made = run.daemon().start()
    client = made.client()
    table = new_table(client)
    path = f"/v1/sessions/{table['id']}"
    for name in GOOD_NAMES:
        answer = client.request("PATCH", path, {"name": name})
        run.check(answer.status == 200 and answer.json()["name"] == name, f"the good name {name!r}: {answer}")
    for name in BAD_NAMES:
        last = client.get(path).json()["name"]
        answer = client.request("PATCH", path, {"name": name})
        run.check(answer.status in (400, 422) and answer.code(),
                  f"PATCH with the name {name[:20]!a}: {answer.status}")
        run.check(answer.status < 400 or client.get(path).json()["name"] == last, f"{name!a} was refused and taken")
        answer = client.post("/v1/sessions", {"game": "take-away", "rules": {"groups": [3, 4, 5]}, "name": name})
        run.check(answer.status in (400, 422) and answer.code(),
                  f"a session with the name {name[:20]!a}: {answer.status}")
    made.require_live("names")


def origins(run):
    """A page from elsewhere is refused, websockets too; the same origin is served."""
    made = run.daemon().start()
    table = new_table(made.client())
    path = f"/v1/sessions/{table['id']}/events"
    token = made.client().token
    own = f"http://localhost:{made.address[1]}"
    for origin, granted in ((None, True), (own, True), ("https://evil.example", False), ("null", False),
                            (own + ".evil.example", False), ("http://localhost.evil.example", False)):
        headers = [("Origin", origin)] if origin else []
        headers += [("Authorization", f"Bearer {token}")] if token else []
        try:
            with Connection(made.address) as connection:
                connection.send(request_bytes("GET", "/v1/games", headers, host=f"localhost:{made.address[1]}"))
                status = connection.response().status
            socket = Websocket(made.address, path, headers + ([("X-Host", "x")] if not origin else []))
            upgraded = socket.status
            socket.close()
        except (Malformed, Closed) as error:
            raise Failed(f"Origin {origin}: {error}") from error
        run.check(status == (200 if granted else 403), f"Origin {origin}: {status}")
        if origin != own:
            run.check(upgraded == (101 if granted else 403), f"a websocket with Origin {origin}: {upgraded}")
    made.require_live("origins")
    made.require_idle("origins")


SCENARIOS = (
    ("matrix_cells", cells, 1, ()),
    ("matrix_other_methods", head_and_others, 1, ()),
    ("matrix_wrong_headers", wrong_headers, 1, ()),
    ("matrix_deleted", deleted, 1, ()),
    ("matrix_strict", strict, 1, ()),
    ("matrix_names", names, 1, ()),
    ("matrix_origins", origins, 1, ()),
)
