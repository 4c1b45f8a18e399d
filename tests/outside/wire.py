"""HTTP/1.1 and websockets over raw sockets, read strictly; nothing of the project is used here."""

import base64
import json
import os
import re
import socket
import struct
import time

STATUS_LINE = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d) [^\x00-\x08\x0a-\x1f\x7f]*\Z")
HEADER_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*\Z", re.S)
SIZE_LINE = re.compile(rb"([0-9A-Fa-f]{1,15})(;.*)?\Z")
MAX_RESPONSE = 64 << 20


class Malformed(Exception):
    """The daemon sent no well-formed response."""


class Closed(Exception):
    """The connection ended before a response began."""


class Response:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    def header(self, name):
        values = [value for key, value in self.headers if key == name.lower()]
        return values[0] if values else None

    def json(self):
        return json.loads(self.body)

    def code(self):
        """The stable code of a problem document, else None."""
        if self.header("content-type") != "application/problem+json":
            return None
        try:
            return self.json().get("code")
        except ValueError:
            return None

    def __repr__(self):
        return f"{self.status} {self.body[:160]!r}"


class Connection:
    """One connection. `source` binds another loopback address, for limits that count addresses."""

    def __init__(self, address, timeout=10.0, source=None, receive_buffer=None):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        if source:
            self.socket.bind((source, 0))
        self.socket.connect(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.ended = False
        self.reset_seen = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, data):
        self.socket.sendall(data)

    def send_quietly(self, data):
        """Sends what the peer accepts: a server may refuse and close while the client still writes."""
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError, TimeoutError):
            pass

    def finish_sending(self):
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def reset(self):
        """Closes with RST."""
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:
            pass
        self.socket.close()

    def close(self):
        self.socket.close()

    def fill(self):
        """Reads once; false at the end of the stream."""
        if self.ended:
            return False
        try:
            data = self.socket.recv(65536)
        except (ConnectionResetError, BrokenPipeError):
            self.reset_seen = True
            data = b""
        if not data:
            self.ended = True
            return False
        self.buffer += data
        if len(self.buffer) > MAX_RESPONSE:
            raise Malformed("a response without end")
        return True

    def line(self):
        while b"\n" not in self.buffer:
            if not self.fill():
                raise Malformed(f"the stream ends within a line: {self.buffer[:80]!r}")
        line, self.buffer = self.buffer.split(b"\n", 1)
        if not line.endswith(b"\r"):
            raise Malformed(f"a line that ends without CR: {line[:80]!r}")
        return line[:-1]

    def take(self, size):
        while len(self.buffer) < size:
            if not self.fill():
                raise Malformed(f"the body ends {size - len(self.buffer)} bytes early")
        data, self.buffer = self.buffer[:size], self.buffer[size:]
        return data

    def headers(self):
        headers = []
        while True:
            line = self.line()
            if not line:
                return headers
            found = HEADER_LINE.match(line)
            if not found:
                raise Malformed(f"no header line: {line[:80]!r}")
            headers.append((found[1].decode().lower(), found[2].decode("latin-1")))

    def chunks(self):
        body = b""
        while True:
            found = SIZE_LINE.match(self.line())
            if not found:
                raise Malformed("no chunk size")
            size = int(found[1], 16)
            if size == 0:
                self.headers()
                return body
            body += self.take(size)
            if self.line():
                raise Malformed("data behind a chunk")

    def head(self):
        """The status and headers of the next response; interim ones are passed over."""
        while True:
            if not self.buffer and not self.fill():
                raise Closed("closed without a response")
            found = STATUS_LINE.match(self.line())
            if not found:
                raise Malformed("no status line")
            status, headers = int(found[1]), self.headers()
            if status != 100:
                return status, headers

    def response(self, method="GET"):
        status, headers = self.head()
        lengths = [value for key, value in headers if key == "content-length"]
        codings = [value for key, value in headers if key == "transfer-encoding"]
        if len(lengths) > 1 or (lengths and codings):
            raise Malformed("two framings in one response")
        if method == "HEAD" or status in (204, 304) or status < 200:
            body = b""
        elif codings:
            body = self.chunks()
        elif lengths:
            if not lengths[0].isdigit():
                raise Malformed(f"Content-Length: {lengths[0]}")
            body = self.take(int(lengths[0]))
        else:
            while self.fill():
                pass
            body, self.buffer = self.buffer, b""
        if re.match(rb"HTTP/1\.[01] \d{3} ", body):
            raise Malformed("the body is a second head")
        return Response(status, headers, body)

    def responses(self, wait=5.0, methods=("GET",)):
        """All responses until the stream ends; raises Malformed for anything else on it."""
        found = []
        self.socket.settimeout(wait)
        while True:
            method = methods[min(len(found), len(methods) - 1)]
            try:
                found.append(self.response(method))
            except Closed:
                return found

    def request(self, method, path, headers=(), body=None, host="localhost"):
        self.send(request_bytes(method, path, headers, body, host))
        return self.response(method)


def request_bytes(method, path, headers=(), body=None, host="localhost"):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name}: {value}" for name, value in headers]
    if isinstance(body, str):
        body = body.encode()
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8") + (body or b"")


# ---- Websockets ----------------------------------------------------------------------------------

class Websocket:
    def __init__(self, address, path, headers=(), timeout=10.0, source=None):
        self.connection = Connection(address, timeout, source)
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = [("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
                   ("Sec-WebSocket-Key", key)]
        self.connection.send(request_bytes("GET", path, upgrade + list(headers)))
        self.response = None
        status, answer = self.connection.head()
        self.status = status
        self.headers = dict(answer)
        if status != 101:
            length = int(self.headers.get("content-length", "0"))
            self.response = Response(status, answer, self.connection.take(length))

    def frame(self):
        """The next frame: (opcode, payload)."""
        first, second = self.connection.take(2)
        size = second & 127
        if second & 128:
            raise Malformed("a masked frame from the server")
        if size == 126:
            size = struct.unpack(">H", self.connection.take(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.connection.take(8))[0]
        return first & 15, self.connection.take(size)

    def message(self):
        """The next text message; pings are answered."""
        while True:
            opcode, payload = self.frame()
            if opcode == 9:
                self.send(10, payload)
            elif opcode == 1:
                return json.loads(payload)
            elif opcode == 8:
                raise Closed(f"closed with {payload[:2].hex()}")

    def send(self, opcode, payload=b""):
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        head = bytes([128 | opcode])
        head += bytes([128 | len(payload)]) if len(payload) < 126 else bytes([254]) + struct.pack(">H",
                                                                                                  len(payload))
        self.connection.send_quietly(head + mask + masked)

    def close(self):
        self.connection.close()


class Client:
    """A kept connection that is opened again where the server closed it."""

    def __init__(self, address, token=None, source=None, timeout=15.0):
        self.address = address
        self.token = token
        self.source = source
        self.timeout = timeout
        self.connection = None

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def request(self, method, path, body=None, headers=()):
        """One response. A kept connection that was closed meanwhile is replaced before anything is sent."""
        headers = list(headers)
        if self.token:
            headers.append(("Authorization", f"Bearer {self.token}"))
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
            headers.append(("Content-Type", "application/json"))
        if self.connection and self.stale():
            self.close()
        if not self.connection:
            self.connection = Connection(self.address, self.timeout, self.source)
        try:
            response = self.connection.request(method, path, headers, body)
        except (OSError, Malformed, Closed):
            self.close()
            raise
        if (response.header("connection") or "").lower() == "close":
            self.close()
        return response

    def stale(self):
        self.connection.socket.setblocking(False)
        try:
            return self.connection.socket.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            self.connection.socket.settimeout(self.timeout)

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.request("POST", path, body, **more)


def wait_until(condition, seconds, pause=0.02):
    """True if the condition becomes true in time."""
    end = time.monotonic() + seconds
    while True:
        if condition():
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(pause)
