"""A keep-alive HTTP client for one daemon."""

import http.client
import json
import time
import uuid

FIELDS = ["version", "status", "sync", "table", "observed", "suggestion", "message"]
RETRIES = 200


class Broken(Exception):
    """A response of the daemon with which a client cannot continue."""


class Answer:
    def __init__(self, status, body):
        self.status = status
        self.body = body

    @property
    def code(self):
        return self.body.get("code") if self.status >= 400 else None


class Client:
    def __init__(self, address, outages=False):
        """With `outages` the daemon may be gone for a while: requests are repeated, each with its key."""
        self.connection = http.client.HTTPConnection(*address, timeout=60)
        self.outages = outages
        self.throttled = 0
        self.fields = ",".join(FIELDS)

    def request(self, method, path, body=None, kind="application/json"):
        data = None if body is None else (body if isinstance(body, str) else json.dumps(body)).encode()
        headers = {"Accept-Encoding": "identity"}
        if data is not None:
            headers["Content-Type"] = kind
        if method == "POST" and self.outages:
            headers["Idempotency-Key"] = uuid.uuid4().hex
        for _ in range(RETRIES):
            try:
                self.connection.request(method, path, data, headers)
                response = self.connection.getresponse()
                text = response.read()
            except (OSError, http.client.HTTPException) as error:
                self.connection.close()
                if self.outages:
                    time.sleep(0.1)
                    continue
                raise Broken(f"{method}: {error!r}") from error
            if response.status not in (429, 503):
                break
            self.throttled += 1
            time.sleep(0.05)
        else:
            raise Broken(f"{method} has no answer after {RETRIES} tries")
        if response.status >= 500 or response.status == 404:
            raise Broken(f"{method} is {response.status} {text[:200]!r}")
        return Answer(response.status, json.loads(text) if text else {})

    def learn_fields(self):
        """Adds `asks` to the fields where the daemon has it."""
        with_asks = self.request("POST", "/v1/sessions?fields=id,asks", {"game": "klondike"})
        if with_asks.status == 201:
            self.fields = ",".join(FIELDS + ["asks"])
            self.request("DELETE", f"/v1/sessions/{with_asks.body['id']}")


class Session:
    """One table at the daemon."""

    def __init__(self, client, strategy, budget, draw=1):
        self.client = client
        answer = client.request("POST", "/v1/sessions?fields=id",
                                {"game": "klondike", "preset": "syvkabale", "language": "en", "strategy": strategy,
                                 "rules": {"draw": draw}})
        if answer.status != 201:
            raise Broken(f"no session: {answer.status} {answer.body}")
        self.path = f"/v1/sessions/{answer.body['id']}"
        self.query = f"?fields={client.fields}&budget_ms={budget}"

    def snapshot(self, picture, done):
        kind, query, body = picture.body(done)
        return self.client.request("POST", f"{self.path}/snapshots{self.query}{query}", body, kind)

    def correct(self, correction):
        return self.client.request("POST", f"{self.path}/corrections{self.query}", correction)

    def look(self):
        return self.client.request("GET", f"{self.path}?fields={self.client.fields}")

    def delete(self):
        self.client.request("DELETE", self.path)
