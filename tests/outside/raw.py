"""Raw sockets: malformed requests, wrong framing, connections that end halfway.

After each kind: one well-formed response or a close, nothing in flight, resident memory as before.
"""

import gzip
import json
import threading
import time

from daemon import ADMIN_TOKEN, Failed, new_table
from wire import Closed, Connection, Malformed, request_bytes, wait_until

ANY_REFUSAL = {400, 404, 405, 411, 413, 414, 417, 421, 426, 431, 501, 505}
HOST = b"Host: localhost\r\n"
LAST = b"Connection: close\r\n\r\n"
ADMIN = b"Authorization: Bearer " + ADMIN_TOKEN.encode() + b"\r\n"
JSON = b"Content-Type: application/json\r\n"
SESSION_BODY = b'{"game":"take-away","rules":{"groups":[3,4,5]}}'
SHORT_ROUNDS = 12
WAIT_S = 1.5  # for an answer or a close; far below the daemon's own deadlines


def get(target=b"/livez", headers=b"", version=b"HTTP/1.1", host=HOST):
    return b"GET " + target + b" " + version + b"\r\n" + host + headers + LAST


def post(headers, body=b"", host=HOST):
    return b"POST /v1/sessions HTTP/1.1\r\n" + host + JSON + ADMIN + headers + LAST + body


def chunked(body, headers=b""):
    return post(b"Transfer-Encoding: chunked\r\n" + headers, body)


def chunk(data, end=b"\r\n", behind=b"\r\n", extension=b""):
    return b"%x" % len(data) + extension + end + data + behind


def noise(rng):
    return bytes(rng.randrange(256) for _ in range(rng.randrange(20, 400))) + b"\r\n\r\n"


def mutated(rng):
    """A valid request with some bytes changed, removed or doubled."""
    data = bytearray(chunked(chunk(SESSION_BODY) + b"0\r\n\r\n") if rng.random() < 0.5 else get(b"/v1/games?language=da"))
    for _ in range(rng.randrange(1, 5)):
        place = rng.randrange(len(data))
        action = rng.randrange(3)
        if action == 0:
            data[place] = rng.randrange(256)
        elif action == 1:
            del data[place]
        else:
            data[place:place] = data[place:place + rng.randrange(1, 30)]
    return bytes(data)


CLIENT_HELLO = bytes.fromhex("16030100c5010000c10303") + bytes(range(32)) + bytes(160) + b"\r\n\r\n"
OK_OR_400 = {200, 400}

# name, what is sent (bytes, or a function of the chance), statuses that may be answered, whether closing
# without an answer will do. One request each; the connection is to be closed by the server.
KINDS = (
    ("arguments_400_empty", get(b"/?" + b"&" * 400), {200, 400, 414, 431}, True),
    ("arguments_350_empty", get(b"/?" + b"&" * 350), {200, 400, 414, 431}, True),
    ("arguments_2000_named", get(b"/v1/games?" + b"&".join(b"a%d=1" % i for i in range(2000))), {400, 414, 431},
     True),
    ("arguments_800_equals", get(b"/livez?" + b"=&" * 800), {200, 400, 414, 431}, True),
    ("arguments_of_a_post", b"POST /v1/sessions?" + b"&" * 500 + b" HTTP/1.1\r\n" + HOST + JSON +
        b"Content-Length: %d\r\n" % len(SESSION_BODY) + LAST + SESSION_BODY, {400, 401, 414, 431}, True),
    ("cookies_800", get(headers=b"Cookie: " + b"a=b; " * 800 + b"\r\n"), {200, 400, 431}, True),
    ("cookies_3000_short", get(headers=b"Cookie: " + b"a;" * 3000 + b"\r\n"), {200, 400, 431}, True),
    ("target_40000", get(b"/" + b"a" * 40000), {400, 404, 414, 431}, True),
    ("target_200000", get(b"/" + b"a" * 200000), {400, 404, 414, 431}, True),
    ("header_20000", get(headers=b"X-Long: " + b"a" * 20000 + b"\r\n"), {431}, False),
    ("header_100000", get(headers=b"X-Long: " + b"a" * 100000 + b"\r\n"), {431}, True),
    ("header_name_20000", get(headers=b"X" * 20000 + b": 1\r\n"), {431}, False),
    ("headers_300", get(headers=b"".join(b"X-%d: 1\r\n" % i for i in range(300))), {431}, True),
    ("headers_3000", get(headers=b"".join(b"X-%d: 1\r\n" % i for i in range(3000))), {431}, True),
    ("header_without_colon", get(headers=b"nonsense\r\n"), {400}, False),
    ("header_without_name", get(headers=b": value\r\n"), {400}, False),
    ("header_blank_before_colon", get(headers=b"Accept : */*\r\n"), {400}, False),
    ("header_folded", get(headers=b"X-Long: a\r\n b\r\n"), {400}, False),
    ("header_first_folded", b"GET /livez HTTP/1.1\r\n Host: localhost\r\n" + LAST, {400}, False),
    ("header_bare_lf", b"GET /livez HTTP/1.1\r\nHost: localhost\nConnection: close\r\n\r\n", {400}, True),
    ("request_all_bare_lf", b"GET /livez HTTP/1.1\nHost: localhost\nConnection: close\n\n", {400}, True),
    ("header_bare_cr", get(headers=b"X-Bad: a\rb\r\n"), {400}, False),
    ("header_nul", get(headers=b"X-Bad: a\0b\r\n"), {400}, False),
    ("header_high_name", get(headers=b"X-\xc3\xa9: 1\r\n"), {400}, False),
    ("target_nul", get(b"/liv\0ez"), {400}, True),
    ("target_control", get(b"/liv\x01ez"), {400, 404}, True),
    ("target_high_bytes", get(b"/\xff\xfe\xfd"), {400, 404}, True),
    ("target_bad_percent", get(b"/%zz%"), {400, 404}, False),
    ("target_percent_nul", get(b"/livez%00"), {400, 404}, False),
    ("target_dots", get(b"/companion/../../../../etc/passwd"), {400, 404}, False),
    ("target_dots_percent", get(b"/companion/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), {400, 404}, False),
    ("target_without_slash", get(b"livez"), {400, 404}, False),
    ("target_authority", get(b"localhost:80"), {400, 404}, False),
    ("target_fragment", get(b"/livez#token=x"), {200, 400, 404}, False),
    ("target_empty", b"GET  HTTP/1.1\r\n" + HOST + LAST, {400, 404}, True),
    ("host_missing", get(host=b""), {400}, False),
    ("host_twice", get(host=HOST + HOST), {400}, False),
    ("host_two_names", get(host=b"Host: localhost, elsewhere\r\n"), {400, 421}, False),
    ("host_broken", get(host=b"Host: [::1\r\n"), {400, 421}, False),
    ("host_long", get(host=b"Host: " + b"a" * 9000 + b"\r\n"), {200, 400, 421, 431}, False),
    ("version_2_0", get(version=b"HTTP/2.0"), {400, 505}, True),
    ("version_0_9", b"GET /livez\r\n\r\n", {400, 505}, True),
    ("version_1_10", get(version=b"HTTP/1.10"), {400, 505}, True),
    ("version_other_word", get(version=b"HTTX/1.1"), {400, 505}, True),
    ("version_small", get(version=b"http/1.1"), {400, 505}, True),
    ("http2_preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 405, 505}, True),
    ("tls_hello", CLIENT_HELLO, {400, 505}, True),
    ("noise", noise, ANY_REFUSAL | {200}, True),
    ("mutated", mutated, ANY_REFUSAL | {200, 201, 401, 403, 406, 415, 422}, True),
    ("method_missing", b" /livez HTTP/1.1\r\n" + HOST + LAST, {400, 405, 501}, True),
    ("method_bad_letters", b"G(T /livez HTTP/1.1\r\n" + HOST + LAST, {400, 405, 501}, False),
    ("method_8000", b"A" * 8000 + b" /livez HTTP/1.1\r\n" + HOST + LAST, {400, 405, 414, 431, 501}, True),
    ("method_connect", b"CONNECT localhost:80 HTTP/1.1\r\n" + HOST + LAST, {400, 404, 405, 501}, False),
    ("method_trace", b"TRACE /livez HTTP/1.1\r\n" + HOST + LAST, {405, 501}, False),
    ("request_line_tabs", b"GET\t/livez\tHTTP/1.1\r\n" + HOST + LAST, OK_OR_400, True),
    ("request_line_blanks", b"GET   /livez   HTTP/1.1\r\n" + HOST + LAST, OK_OR_400 | {404, 505}, True),
    ("length_plus", post(b"Content-Length: +2\r\n", b"{}"), {400}, False),
    ("length_minus", post(b"Content-Length: -2\r\n", b"{}"), {400}, False),
    ("length_list", post(b"Content-Length: 2,2\r\n", b"{}"), {400}, False),
    ("length_hex", post(b"Content-Length: 0x2\r\n", b"{}"), {400}, False),
    ("length_empty", post(b"Content-Length: \r\n", b"{}"), {400}, False),
    ("length_words", post(b"Content-Length: two\r\n", b"{}"), {400}, False),
    ("length_two_numbers", post(b"Content-Length: 2 2\r\n", b"{}"), {400}, False),
    ("length_fraction", post(b"Content-Length: 2.0\r\n", b"{}"), {400}, False),
    ("length_beyond_64_bits", post(b"Content-Length: 99999999999999999999999\r\n", b"{}"), {400, 413}, False),
    ("length_2_to_63", post(b"Content-Length: 9223372036854775807\r\n", b"{}"), {400, 413}, False),
    ("length_twice_other", post(b"Content-Length: 2\r\nContent-Length: 3\r\n", b"{} "), {400}, False),
    ("length_twice_same", post(b"Content-Length: 2\r\nContent-Length: 2\r\n", b"{}"), {400, 401}, False),
    ("length_and_chunks", post(b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"), {400}, False),
    ("length_above_limit", post(b"Content-Length: 65537\r\n", b"x" * 65537), {401, 413}, True),
    ("coding_gzip", post(b"Transfer-Encoding: gzip\r\n", b"x"), {400, 501}, False),
    ("coding_chunked_not_last", post(b"Transfer-Encoding: chunked, gzip\r\n", b"0\r\n\r\n"), {400, 501}, False),
    ("coding_chunked_twice", post(b"Transfer-Encoding: chunked, chunked\r\n", b"0\r\n\r\n"), {400, 501}, False),
    ("coding_almost_chunked", post(b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n"), {400, 501}, False),
    ("coding_two_lines", post(b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", b"0\r\n\r\n"),
        {400, 501}, False),
    ("coding_in_1_0", b"POST /v1/sessions HTTP/1.0\r\n" + HOST + JSON + b"Transfer-Encoding: chunked\r\n" + LAST +
        b"0\r\n\r\n", {400, 401, 501}, False),
    ("chunk_size_word", chunked(b"xyz\r\n{}\r\n0\r\n\r\n"), {400}, False),
    ("chunk_size_empty", chunked(b"\r\n{}\r\n0\r\n\r\n"), {400}, False),
    ("chunk_size_minus", chunked(b"-2\r\n{}\r\n0\r\n\r\n"), {400}, False),
    ("chunk_size_0x", chunked(b"0x2\r\n{}\r\n0\r\n\r\n"), {400}, False),
    ("chunk_size_beyond_64_bits", chunked(b"fffffffffffffffff\r\n{}\r\n0\r\n\r\n"), {400, 413}, False),
    ("chunk_size_300_zeros", chunked(b"0" * 300 + chunk(SESSION_BODY) + b"0\r\n\r\n"), {400}, False),
    ("chunk_last_300_zeros", chunked(chunk(SESSION_BODY) + b"0" * 300 + b"\r\n\r\n"), {400}, False),
    ("length_300_zeros", post(b"Content-Length: " + b"0" * 300 + b"2\r\n", b"{}"), {400}, False),
    ("chunk_lf_behind_size", chunked(chunk(SESSION_BODY, end=b"\n") + b"0\r\n\r\n"), {400}, False),
    ("chunk_lf_behind_extension", chunked(chunk(SESSION_BODY, end=b"\n", extension=b";a=b") + b"0\r\n\r\n"), {400}, False),
    ("chunk_lf_behind_data", chunked(chunk(SESSION_BODY, behind=b"\n") + b"0\r\n\r\n"), {400}, False),
    ("chunk_lf_behind_last", chunked(chunk(SESSION_BODY) + b"0\n\r\n"), {400}, False),
    ("chunk_lf_in_trailer", chunked(chunk(SESSION_BODY) + b"0\r\nX-Trailer: 1\n\r\n"), {400}, False),
    ("chunk_cr_in_extension", chunked(chunk(SESSION_BODY, extension=b";a=\rb") + b"0\r\n\r\n"), {400}, False),
    ("chunk_data_too_long", chunked(b"2\r\n{}xxxx\r\n0\r\n\r\n"), {400}, False),
    ("chunk_trailer_without_colon", chunked(chunk(SESSION_BODY) + b"0\r\nnonsense\r\n\r\n"), {400}, False),
    ("chunk_extension_40000", chunked(chunk(SESSION_BODY, extension=b";" + b"a" * 40000) + b"0\r\n\r\n"), {400, 413, 431},
     True),
    ("chunk_trailers_2000", chunked(chunk(SESSION_BODY) + b"0\r\n" + b"X-Trailer: 1\r\n" * 2000 + b"\r\n"),
        {400, 413, 431}, True),
    ("chunks_of_one_above_limit", chunked(b"1\r\nx\r\n" * 66000 + b"0\r\n\r\n"), {401, 413}, True),
    ("expect_unknown", post(b"Expect: 200-ok\r\nContent-Length: 2\r\n", b"{}"), {400, 401, 417, 422}, False),
    ("expect_with_bad_length", post(b"Expect: 100-continue\r\nContent-Length: x\r\n"), {400}, False),
    ("leading_blank_lines", b"\r\n" * 2 + get(), {200, 400}, True),
    ("leading_blank_lines_5000", b"\r\n" * 5000 + get(), {200, 400}, True),
    ("leading_bom", b"\xef\xbb\xbf" + get(), {400, 405, 501}, True),
    ("upgrade_h2c", get(headers=b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"), {200, 400}, False),
    ("connection_names_2000", get(headers=b"Connection: " + b"a," * 2000 + b"b\r\n"), {200, 400, 431}, True),
    ("accept_4000", get(headers=b"Accept: " + b"a/b;q=0.1," * 400 + b"*/*\r\n"), {200, 400, 406, 431}, False),
    ("range_2000", get(headers=b"Range: bytes=" + b"0-1," * 2000 + b"2-3\r\n"), {200, 400, 416, 431}, True),
)

# Requests that are good, and what they must be answered.
GOOD = (
    ("absolute_form", get(b"http://localhost/livez"), {200}, "GET"),
    ("absolute_form_query", get(b"http://localhost:8377/v1/games?language=da"), {200}, "GET"),
    ("absolute_form_large_letters", get(b"HTTP://LOCALHOST/livez"), {200}, "GET"),
    ("options_of_all", b"OPTIONS * HTTP/1.1\r\n" + HOST + LAST, {200, 204}, "OPTIONS"),
    ("options_of_a_path", b"OPTIONS /livez HTTP/1.1\r\n" + HOST + LAST, {200, 204}, "OPTIONS"),
    ("head", b"HEAD /v1/games HTTP/1.1\r\n" + HOST + LAST, {200}, "HEAD"),
    ("http_1_0", b"GET /livez HTTP/1.0\r\n\r\n", {200}, "GET"),
    ("get_with_body", get(headers=b"Content-Length: 2\r\n") + b"{}", {200}, "GET"),
    ("percent_letters", get(b"/%6c%69vez"), {200}, "GET"),
    ("headers_80", get(headers=b"".join(b"X-%d: 1\r\n" % i for i in range(80))), {200}, "GET"),
)


def exchange(address, data, method="GET", wait=4.0):
    """The responses to these bytes."""
    with Connection(address, wait) as connection:
        connection.send_quietly(data)
        return connection.responses(wait, (method,))


def check_kind(run, made, kind, rounds):
    name, data, statuses, may_close = kind
    bad = 0
    for _ in range(rounds):
        sent = data(run.random) if callable(data) else data
        try:
            found = exchange(made.address, sent, wait=WAIT_S * run.settings.slowness)
        except Malformed as error:
            bad += not run.check(False, f"{name}: {error}; sent {sent[:70]!r}")
        except TimeoutError:
            bad += name not in ("noise", "mutated") and not run.check(False, f"{name}: no answer and no close")
        except OSError as error:
            bad += not run.check(False, f"{name}: {error!r}")
        else:
            codes = [one.status for one in found]
            if name == "mutated":
                good = len(codes) <= 2
            else:
                good = len(codes) == 0 and may_close or len(codes) == 1 and codes[0] in statuses
            bad += not run.check(good, f"{name}: answered {codes}, wanted one of {sorted(statuses)}")
        if bad or not made.alive():
            break
    if not made.alive():
        raise Failed(f"{name}: makkerd ended with {made.process.poll()}: {made.log_tail()}")


def check_after(run, made, name, before):
    """Nothing in flight, and resident memory as it was."""
    try:
        made.require_idle(name, 1.0)
    except Failed as error:
        run.check(False, str(error))
        run.settings.own_in_flight = made.in_flight()  # each kind answers for its own
    grown = made.resident() - before
    run.check(grown <= run.settings.memory_mb * 1e6, f"{name}: {grown / 1e6:.1f} MB more resident")


def warm_up(made):
    """Causes all one-time allocations before memory is measured."""
    for data in (get(), get(b"/v1/games"), get(b"/openapi.yaml"), post(b"Content-Length: 60000\r\n", b" " * 60000),
                 get(headers=b"X-Long: " + b"a" * 20000 + b"\r\n"), chunked(chunk(SESSION_BODY) + b"0\r\n\r\n")) * 20:
        exchange(made.address, data)


def malformed(run):
    """Each kind of malformed request, as often as there is time."""
    made = run.daemon(["--shutdown-grace-s=1"]).start()
    first = SHORT_ROUNDS if run.settings.short else max(20, run.settings.requests)
    warm_up(made)
    before = made.resident()
    share = run.seconds / len(KINDS)
    for kind in KINDS:
        began = time.monotonic()
        check_kind(run, made, kind, first)
        while time.monotonic() - began < share and len(run.failures) == 0:
            check_kind(run, made, kind, 50)
        check_after(run, made, kind[0], before)
    run.settings.own_in_flight = 1
    run.note(f"{len(KINDS)} kinds, {(made.resident() - before) / 1e6:.2f} MB more resident")
    made.require_live("malformed")
    made.require_idle("malformed", 2)


def good_forms(run):
    """Forms that a server must support (RFC 9112): absolute-form, OPTIONS *, HTTP/1.0."""
    made = run.daemon().start()
    for name, data, statuses, method in GOOD:
        try:
            found = exchange(made.address, data, method)
            codes = [one.status for one in found]
        except (Malformed, OSError) as error:
            codes = repr(error)
        run.check(codes in ([one] for one in statuses), f"{name}: {codes}, wanted {sorted(statuses)}")
    packed = gzip.compress(SESSION_BODY)
    client = made.client()
    response = client.post("/v1/sessions", SESSION_BODY.decode(), headers=[("Content-Type", "application/json"),
                                                                   ("Content-Encoding", "gzip")])
    run.check(response.status == 415, f"a plain body called gzip: {response}")
    client.close()
    client.connection = None
    with Connection(made.address) as connection:
        connection.send(request_bytes("POST", "/v1/sessions", authorized(made) + [
            ("Content-Type", "application/json"), ("Content-Encoding", "gzip")], packed))
        response = connection.response()
        run.check(response.status == 415, f"a gzip body: {response}")
    made.require_live("good forms")


def authorized(made, token=None):
    client = made.client(token)
    return [("Authorization", f"Bearer {client.token}")] if client.token else []


def pipelined(run):
    """One response for each request, in their order; none after a request that closes the connection or is refused."""
    made = run.daemon().start()
    rounds = 0
    while rounds < 3 or run.more():
        rounds += 1
        count = run.random.randrange(2, 60)
        paths = [run.random.choice(("/livez", "/nope", "/v1/games", "/openapi.yaml")) for _ in range(count)]
        wanted = {"/livez": 200, "/nope": 404, "/v1/games": 200, "/openapi.yaml": 200}
        data = b"".join(request_bytes("GET", path) for path in paths[:-1])
        data += request_bytes("GET", paths[-1], [("Connection", "close")])
        with Connection(made.address) as connection:
            pieces = run.random.choice((1, 7, len(data)))
            sender = threading.Thread(target=send_in_pieces, args=(connection, data, pieces), daemon=True)
            sender.start()
            codes = [one.status for one in connection.responses(10)]
            sender.join()
        run.check(codes == [wanted[path] for path in paths], f"{count} pipelined: {len(codes)} answers")
        bad = request_bytes("GET", "/livez") * 3 + b"GET /livez HTTP/1.1\r\nnonsense\r\n\r\n" + request_bytes("GET",
                                                                                                              "/livez")
        try:
            codes = [one.status for one in exchange(made.address, bad)]
        except (Malformed, TimeoutError) as error:
            codes = repr(error)
        run.check(codes == [200, 200, 200, 400], f"pipelined behind a malformed one: {codes}")
        hidden = post(b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
                      b"0\r\n\r\n" + request_bytes("GET", "/v1/games"))
        try:
            codes = [one.status for one in exchange(made.address, hidden.replace(b"Connection: close\r\n", b""))]
        except (Malformed, TimeoutError) as error:
            codes = repr(error)
        run.check(codes == [400], f"two framings with another request inside: {codes}")
    made.require_idle("pipelined")
    made.require_live("pipelined")


def send_in_pieces(connection, data, pieces):
    size = max(1, len(data) // pieces)
    for start in range(0, len(data), size):
        connection.send_quietly(data[start:start + size])


def half_closed(run):
    """SHUT_WR behind the request: the answer still comes."""
    made = run.daemon().start()
    client = made.client()
    table = new_table(client)
    path = f"/v1/sessions/{table['id']}"
    credentials = authorized(made)
    cases = (
        ("GET", "/livez", [], None, 200),
        ("GET", "/openapi.yaml", [], None, 200),
        ("GET", path, credentials, None, 200),
        ("GET", f"{path}/advice?budget_ms=100", credentials, None, 200),
        ("GET", f"{path}?after=1000&wait_s=1", credentials, None, 200),
        ("POST", f"{path}/moves", credentials, '{"group":0,"count":1}', 200),
        ("POST", f"{path}/undo", credentials, '{"steps":1}', 200),
        ("PATCH", path, credentials, '{"name":"half"}', 200),
        ("POST", "/v1/sessions", credentials, '{"game":"klondike"}', 201),
        ("GET", "/nope", [], None, 404),
    )
    rounds = 0
    while rounds < 2 or run.more() and len(run.failures) < 20:
        rounds += 1
        for method, target, headers, body, wanted in cases:
            pause = run.random.choice((0, 0, 0.005, 0.02))
            check_half_closed(run, made, (method, target, request_bytes(method, target, headers, body)), pause,
                              wanted)
    client.close()
    made.require_idle("half-closed", 3)
    made.require_connections("half-closed", 3)
    made.require_live("half-closed")


def check_half_closed(run, made, request, pause, wanted):
    method, target, data = request
    what = f"{method} {target}, half-closed after {pause * 1000:.0f} ms"
    with Connection(made.address, 3) as connection:
        connection.send(data)
        time.sleep(pause)
        connection.finish_sending()
        try:
            status = connection.response(method).status
        except (Malformed, Closed, OSError) as error:
            status = repr(error)
        if not run.check(status == wanted, f"{what}: {status}, wanted {wanted}"):
            return
        connection.socket.settimeout(1.0 * run.settings.slowness)
        try:
            more = connection.fill()
        except TimeoutError:
            more = None
        run.check(more is False, f"{what}: the connection stays open behind the answer" if more is None
                  else f"{what}: more behind the answer: {connection.buffer[:60]!r}")


UNFINISHED = (
    b"G", b"GET /livez HTTP/1.1\r\n", b"GET /livez HTTP/1.1\r\nHost: loc", get()[:-2],
    b"POST /v1/sessions HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 60000\r\n\r\n" + b"{" * 30000,
    chunked(b"ffff\r\n" + b"x" * 3000), chunked(b"2\r\n{}\r\n"), b"",
)


def unfinished(run):
    """FIN or RST in an unfinished request: its connection is freed at once, whatever came with it."""
    made = run.daemon().start()
    made.require_live("unfinished, before")
    count = 300 if run.settings.short else 1800
    for ending in ("fin", "reset"):
        for data in UNFINISHED:
            before = made.resident()
            for _ in range(count // 10 if data is not UNFINISHED[2] else count):
                connection = Connection(made.address)
                connection.send_quietly(data)
                if ending == "fin":
                    connection.close()
                else:
                    connection.reset()
            what = f"{ending} behind {data[:30]!r}"
            freed = wait_until(lambda: made.metrics()["makker_http_connections"] <= 1, 1.0 * run.settings.slowness,
                               0.05)
            if not run.check(freed,
                             f"{what}: {made.metrics()['makker_http_connections']:.0f} connections a second later"):
                made.restart()
                continue
            grown = made.resident() - before
            run.check(grown < run.settings.memory_mb * 1e6, f"{what}: {grown / 1e6:.1f} MB more resident")
    made.require_idle("unfinished")
    made.require_live("unfinished")


def reset_while_waiting(run):
    """RST during long polls, streams, websockets and searches frees all of them."""
    made = run.daemon().start()
    client = made.client()
    table = new_table(client, game="klondike", rules={})
    client.post(f"/v1/sessions/{table['id']}/snapshots?budget_ms=0", body="KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C",
                headers=[("Content-Type", "text/plain")])
    client.close()
    path = f"/v1/sessions/{table['id']}"
    credentials = authorized(made)
    files_before = made.descriptors()
    upgrade = [("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
               ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==")]
    waits = (
        request_bytes("GET", f"{path}?after=1000&wait_s=60", credentials),
        request_bytes("GET", f"{path}/events", credentials + [("Accept", "text/event-stream")]),
        request_bytes("GET", f"{path}/events", credentials + [("Accept", "application/x-ndjson")]),
        request_bytes("GET", f"{path}/events", credentials + upgrade),
        request_bytes("GET", f"{path}/advice?budget_ms=2000", credentials),
    )
    rounds = 0
    while rounds < 1 or run.more():
        rounds += 1
        connections = []
        for index in range(50):
            connection = Connection(made.address)
            connection.send(waits[index % len(waits)])
            connections.append(connection)
        time.sleep(0.1)
        listening = made.metrics()["makker_subscribers"]
        run.check(listening >= 30, f"only {listening:.0f} of 40 listen")
        for connection in connections:
            if run.random.random() < 0.5:
                connection.reset()
            else:
                connection.close()
        made.require_idle("reset while waiting", 4)
        gone = wait_until(lambda: made.metrics()["makker_subscribers"] == 0, 3)
        run.check(gone, f"{made.metrics()['makker_subscribers']:.0f} listeners stay")
        made.require_connections("reset while waiting", 4)
    run.check(made.descriptors() <= files_before + 4, f"{made.descriptors() - files_before} files more open")
    made.require_live("reset while waiting")


def ended_or_refused(connection):
    """True if the server closed this connection, with or without a refusal (408)."""
    connection.socket.settimeout(0.2)
    try:
        while connection.fill():
            pass
        return connection.buffer == b"" or connection.buffer.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4"))
    except TimeoutError:
        return False
    finally:
        connection.close()


def slow_clients(run):
    """Slow headers and bodies end after their time, slow readers too; others are served meanwhile."""
    seconds = 2
    made = run.daemon([f"--header-timeout-s={seconds}", f"--body-timeout-s={seconds}",
                       f"--idle-timeout-s={seconds}"]).start()
    slow = []
    for data in (get(), post(b"Content-Length: 40000\r\n", b"x" * 40000), chunked(b"1\r\nx\r\n" * 1000)):
        slow += [(Connection(made.address, 30), data) for _ in range(20)]
    silent = [Connection(made.address, 30) for _ in range(20)]
    readers = [Connection(made.address, 30, receive_buffer=2048) for _ in range(10)]
    for reader in readers:
        reader.send_quietly(request_bytes("GET", "/openapi.yaml") * 40)
    began = time.monotonic()
    latencies = []
    place = 0
    client = made.client()
    while time.monotonic() - began < seconds + 1.5:
        for connection, data in slow:
            half = len(data) - 30 if len(data) > 30 else 0
            connection.send_quietly(data[:half] if place == 0 and data[0:4] == b"POST" else data[place:place + 1])
        place += 1
        asked = time.monotonic()
        run.check(client.get("/livez").status == 200, "/livez beside slow clients")
        latencies.append(time.monotonic() - asked)
        time.sleep(0.2)
    client.close()
    still = made.metrics()["makker_http_connections"]
    served = sum(not ended_or_refused(connection) for connection, _ in slow)
    run.check(served == 0, f"{served} of {len(slow)} slow requests are served, or wait on")
    for reader in readers + silent:
        reader.close()
    run.check(still <= 1 + len(readers), f"{still:.0f} connections after {seconds} + 1.5 s of slow requests")
    run.check(max(latencies) < 0.25 * run.settings.slowness,
              f"/livez took {max(latencies) * 1000:.0f} ms beside slow clients")
    made.require_connections("slow clients", 3)
    made.require_idle("slow clients")
    made.require_live("slow clients")


def continued(run):
    """Expect: 100-continue: an interim response, then one; or a refusal at once."""
    made = run.daemon().start()
    credentials = authorized(made)
    for size, wanted in ((len(SESSION_BODY), 201), (70000, 413)):
        body = SESSION_BODY if wanted == 201 else b" " * size
        head = request_bytes("POST", "/v1/sessions", credentials + [("Expect", "100-continue"),
            ("Content-Type", "application/json"), ("Content-Length", str(size)), ("Connection", "close")])
        with Connection(made.address, 5) as connection:
            connection.send(head)
            time.sleep(0.05)
            connection.send_quietly(body)
            try:
                codes = [one.status for one in connection.responses(5)]
            except (Malformed, OSError) as error:
                codes = repr(error)
        run.check(codes == [wanted], f"100-continue with {size} bytes: {codes}")
    made.require_idle("continued")
    made.require_live("continued")


def bodies(run):
    """Hostile JSON: 4xx problem documents with a code, never 5xx, and the daemon continues."""
    made = run.daemon().start()
    client = made.client()
    table = new_table(client)
    path = f"/v1/sessions/{table['id']}"
    chosen = ["{", "[]", "null", "1", '"x"', "{}", '{"game":1}', '{"game":"klondike","game":"klondike"}',
              "[" * 20000, '{"a":' * 17 + "1" + "}" * 17,
              '{"game":"\ud800"}'.encode("utf-8", "surrogatepass").decode("latin-1"),
              '{"game":"klondike\\u0000"}', '{"game":"take-away","rules":{"groups":[1e400]}}',
              '{"game":"take-away","rules":{"groups":[99999999999999999999]}}', '{"steps":1e3}', '{"steps":0}',
              "\x00" * 50,
              '{"position":4294967296,"card":"8D"}', '{"table":{}}', '{"table":{"columns":[]}}',
              '{"group":-1,"count":0}',
              '{"name":' + '"x' * 5 + "}", "{" + ",".join(f'"a{i}":1' for i in range(5000)) + "}"]
    for method, target in (("POST", "/v1/sessions"), ("POST", path + "/snapshots"), ("POST", path + "/moves"),
                           ("POST", path + "/corrections"), ("POST", path + "/undo"), ("PATCH", path),
                           ("POST", "/v1/simulations")):
        for text in chosen:
            response = client.request(method, target, text, headers=[("Content-Type", "application/json")])
            code = response.code()
            fine = 400 <= response.status < 500 and code or response.status == 200 and method != "POST" or \
                text in ("{}", '{"game":"klondike"}', '{"steps":1e3}') and response.status < 300
            run.check(fine, f"{method} {target[-12:]} {text[:50]!r}: {response}")
    while run.more():
        text = bytearray(json.dumps({"game": "klondike", "rules": {"shuffles": 2}, "name": "k"}).encode())
        for _ in range(3):
            text[run.random.randrange(len(text))] = run.random.randrange(256)
        with Connection(made.address) as connection:
            connection.send(request_bytes("POST", "/v1/sessions", authorized(made), bytes(text)))
            response = connection.response()
            run.check(response.status in (201, 400, 413, 415, 422), f"{bytes(text)!r}: {response}")
    client.close()
    made.require_idle("bodies")
    made.require_live("bodies")


SCENARIOS = (
    ("raw_malformed", malformed, 6, ()),
    ("raw_good_forms", good_forms, 1, ()),
    ("raw_pipelined", pipelined, 2, ()),
    ("raw_half_closed", half_closed, 2, ()),
    ("raw_unfinished", unfinished, 2, ()),
    ("raw_reset_while_waiting", reset_while_waiting, 2, ()),
    ("raw_slow_clients", slow_clients, 1, ()),
    ("raw_continued", continued, 1, ()),
    ("raw_bodies", bodies, 2, ()),
)
