"""The web service: the page, and a websocket that receives pictures of a table and returns the overlay to draw over them.

The first message of a websocket is the text `{"key": KEY, "language": "da"}`. Each further message is one of three: a picture, as a
binary message of one byte (0: frame of a video, 1: single photograph) and a JPEG; the text `same`, if the picture has not changed; or
`{"question": TEXT, "answer": 0}`, the player's answer, counted from 0, to the question that the page shows. The service answers each
message with one JSON text before it handles the next; its member `again` requests another picture even of an unchanged table. There is
one phone at a time: a new one replaces it.

The same messages can be sent by POST, for browsers that cannot open a websocket to a certificate without an authority, such as those of
iPhones. The first text is the body of `/phone`, which answers {"phone": NAME}; each further message is the body of `/message`, with NAME
in the header Makker-Phone.
"""

import asyncio
import hmac
import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from ..watch_session import say
from .connections import Connections
from .phone_table import PhoneTable

MAX_PICTURE_SIZE = 4 << 20  # bytes
MAX_UNAUTHENTICATED = 16  # websockets that have not sent the key yet
_KEY_TIMEOUT_S = 5.0  # for the key
_MAX_GREETING_SIZE = 1000  # bytes
_LANGUAGES = ("da", "en", "de", "el")
_PAGE = Path(__file__).resolve().parent / "page"
_MEDIA_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; media-src 'self' blob:; "
                               "img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "Permissions-Policy": "camera=(self)",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

# Close codes of the websocket.
WRONG_KEY, REPLACED, INVALID = 4001, 4002, 4003


@dataclass(frozen=True)
class _PostingPhone:
    """A phone that sends its messages by POST."""

    language: str
    name: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    transports: set = field(default_factory=set)  # connections of its messages


class Service:
    """The service for one table. `key`: the secret that phones must send."""

    def __init__(self, table: PhoneTable, key: str):
        self.table = table
        self.key = key
        self.phone: web.WebSocketResponse | _PostingPhone | None = None
        self.unauthenticated = 0
        self.shows_table = set()  # transports of phones that have sent the key
        self.worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")

    def application(self) -> web.Application:
        app = web.Application(client_max_size=MAX_PICTURE_SIZE)
        app.router.add_get("/", self._file)
        app.router.add_get("/live", self._websocket)
        app.router.add_post("/phone", self._register_phone)
        app.router.add_post("/message", self._message)
        app.router.add_get("/{name:[a-z]+\\.(?:css|js|svg)}", self._file)
        app.on_shutdown.append(self._stop)
        return app

    async def _stop(self, _app: web.Application) -> None:
        if isinstance(self.phone, web.WebSocketResponse):
            await self.phone.close(code=1001)
        self.worker.shutdown(wait=False, cancel_futures=True)

    async def _file(self, request: web.Request) -> web.Response:
        path = _PAGE / request.match_info.get("name", "index.html")
        if not path.is_file():
            raise web.HTTPNotFound()
        return web.Response(body=path.read_bytes(), content_type=_MEDIA_TYPES[path.suffix], charset="utf-8", headers=_HEADERS)

    @staticmethod
    def _check_origin(request: web.Request) -> None:
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="another page's script may not use this camera\n")

    async def _take_over(self, phone: web.WebSocketResponse | _PostingPhone) -> None:
        before, self.phone = self.phone, phone
        if isinstance(before, web.WebSocketResponse):
            await before.close(code=REPLACED)  # its handler then closes it with the same code
        elif before is not None:
            self.shows_table -= before.transports
        say("a phone shows the table")

    # ---- The websocket -------------------------------------------------------------------------

    async def _websocket(self, request: web.Request) -> web.StreamResponse:
        self._check_origin(request)
        if self.unauthenticated >= MAX_UNAUTHENTICATED:
            raise web.HTTPServiceUnavailable(text="too many phones say no key\n", headers={"Retry-After": "5"})
        phone = web.WebSocketResponse(max_msg_size=MAX_PICTURE_SIZE, heartbeat=15, compress=False)
        self.unauthenticated += 1
        try:
            await phone.prepare(request)
            language = await self._receive_greeting(phone)
        finally:
            self.unauthenticated -= 1
        if language is None:
            await phone.close(code=WRONG_KEY)
            return phone
        await self._take_over(phone)
        self.shows_table.add(request.transport)
        try:
            await self._serve(phone, language)
        finally:
            self.shows_table.discard(request.transport)
        if self.phone is phone:
            self.phone = None
            say("the phone is gone")
        else:
            await phone.close(code=REPLACED)
        return phone

    async def _receive_greeting(self, phone: web.WebSocketResponse) -> str | None:
        """Waits for the greeting; returns the phone's language, or None if the key is wrong or late."""
        try:
            return self._language(await asyncio.wait_for(phone.receive_str(), _KEY_TIMEOUT_S))
        except (TimeoutError, asyncio.TimeoutError, TypeError):
            return None

    def _language(self, greeting: str | bytes) -> str | None:
        """The phone's language by its greeting; None if the key is wrong."""
        try:
            hello = json.loads(greeting)
            given_key = hello["key"].encode()
            language = hello.get("language")
        except (TypeError, ValueError, KeyError, AttributeError, RecursionError):
            return None
        if not hmac.compare_digest(given_key, self.key.encode()):
            return None
        return language if language in _LANGUAGES else "en"

    async def _serve(self, phone: web.WebSocketResponse, language: str) -> None:
        async for message in phone:
            handle = self._handler_of(message.data, language) if message.type in (WSMsgType.BINARY, WSMsgType.TEXT) else None
            if handle is None:
                await phone.close(code=INVALID)
                break
            view = await asyncio.get_running_loop().run_in_executor(self.worker, handle)
            if phone.closed:
                break
            await phone.send_json(view)

    def _handler_of(self, message: bytes | str, language: str) -> Callable[[], dict] | None:
        """The function that handles a message and returns the view; None for an invalid message."""
        if isinstance(message, bytes) and len(message) > 1 and message[0] in (0, 1):
            return lambda: self.table.show(message[1:], message[0] == 1, language)
        return self.table.show_again if message == "same" else self._answer_handler(message)

    def _answer_handler(self, message: bytes | str) -> Callable[[], dict] | None:
        """The function that handles the player's answer to a question; None for an invalid message."""
        try:
            reply = json.loads(message)
            question, number = reply["question"], reply["answer"]
        except (TypeError, ValueError, KeyError, RecursionError):
            return None
        return lambda: self.table.answer(question, number)

    # ---- By POST -------------------------------------------------------------------------------

    async def _register_phone(self, request: web.Request) -> web.Response:
        self._check_origin(request)
        if request.content_length is None or request.content_length > _MAX_GREETING_SIZE:
            raise web.HTTPRequestEntityTooLarge(_MAX_GREETING_SIZE, request.content_length or 0)
        language = self._language(await request.read())
        if language is None:
            raise web.HTTPForbidden(text="this is not the key\n")
        phone = _PostingPhone(language)
        await self._take_over(phone)
        return web.json_response({"phone": phone.name}, headers=_HEADERS)

    async def _message(self, request: web.Request) -> web.Response:
        self._check_origin(request)
        phone = self.phone
        if not isinstance(phone, _PostingPhone) or not hmac.compare_digest(request.headers.get("Makker-Phone", "").encode(), phone.name.encode()):
            raise web.HTTPConflict(text="another phone shows the table\n")
        phone.transports.add(request.transport)
        self.shows_table.add(request.transport)
        message = await request.read()
        handle = self._handler_of(message if message[:1] in (b"\0", b"\1") else message.decode(errors="replace"), phone.language)
        if handle is None:
            raise web.HTTPBadRequest(text="this is no picture\n")
        view = await asyncio.get_running_loop().run_in_executor(self.worker, handle)
        return web.json_response(view, headers=_HEADERS)


def run(service: Service, host: str, port: int, tls, started: Callable[[int], None]) -> None:
    """Serves until SIGINT or SIGTERM; `started` is called with the port. Raises OSError if the address is not free."""

    async def serve() -> None:
        runner = web.AppRunner(service.application(), access_log=None, handle_signals=True)
        await runner.setup()
        connections = Connections(runner.server, tls, service.shows_table)
        try:
            started(await connections.listen(host, port))
            await asyncio.Event().wait()
        finally:
            await runner.shutdown()
            await connections.close()
            await runner.cleanup()

    try:
        asyncio.run(serve())
    except (KeyboardInterrupt, web.GracefulExit) as error:
        raise KeyboardInterrupt from error
    finally:
        service.table.close()
