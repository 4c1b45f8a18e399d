"""A fake daemon: gives prepared answers in order and records the requests."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

IN_SYNC = b'{"sync":"in_sync","status":"playing","message":"ok"}'
CREATED = b'{"id":"s1","game":"klondike","status":"waiting"}'


class _Handler(BaseHTTPRequestHandler):
    def _answer(self):
        if self.command == "GET" and self.path.endswith("?fields=version,table"):
            self._send(*self.server.state)
            return
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length)) if length else None
        with self.server.changed:
            self.server.came.append((self.path, body, self.headers.get("Authorization")))
            status, text, *headers = self.server.answers.pop(0) if self.server.answers else (200, IN_SYNC)
            self.server.changed.notify_all()
        self._send(status, text, *headers)

    def _send(self, status, text, *headers):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = _answer

    def log_message(self, *_):
        pass


class Server(HTTPServer):
    """`answers`: (status, body, *(header, value)) each; then every request succeeds. `state` returns the version and table of the session,
    which is not recorded among the requests. A port that was used before may
    be given: the daemon is back."""

    allow_reuse_address = True

    def __init__(self, case, answers=(), port: int = 0):
        super().__init__(("127.0.0.1", port), _Handler)
        self.came, self.answers, self.state = [], list(answers), (403, b"{}")
        self.changed = threading.Condition()
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_port}"
        case.addCleanup(self.stop)

    def stop(self) -> None:
        if self.socket.fileno() >= 0:
            self.shutdown()
            self.server_close()

    def posted(self) -> list[dict]:
        return [body for path, body, _ in self.came if "/snapshots" in path]

    def wait_for(self, count: int) -> None:
        """Until so many requests came."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.came) >= count, 60), self.came
