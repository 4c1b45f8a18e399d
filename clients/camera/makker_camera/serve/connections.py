"""The connections of the service. A connection without an authenticated phone is closed after IDLE_TIMEOUT_S. At MAX_CONNECTIONS the
oldest of these is closed, of the address with the most of them. So clients without the key can exhaust neither memory nor
descriptors, and a phone can always connect."""

import asyncio
import contextlib
import socket
import ssl
from collections import Counter
from typing import Callable

MAX_CONNECTIONS = 64
IDLE_TIMEOUT_S = 30.0  # of a connection without an authenticated phone; loading the page takes less
_HANDSHAKE_TIMEOUT_S = 5.0
_CHECK_INTERVAL_S = 0.25
_ACCEPT_RETRY_S = 0.2


class _Connection:
    def __init__(self, address: str):
        self.address = address
        self.since = asyncio.get_running_loop().time()
        self.transport: asyncio.BaseTransport | None = None  # once TLS has begun


class Connections:
    """Accepts and closes connections. `protocol`: factory of a connection's protocol; `shows_table`: transports of authenticated phones, which are not closed."""

    def __init__(self, protocol: Callable[[], asyncio.BaseProtocol], tls: ssl.SSLContext | None, shows_table: set, idle_s: float = IDLE_TIMEOUT_S):
        self.protocol = protocol
        self.tls = tls
        self.shows_table = shows_table
        self.idle_s = idle_s
        self.open: dict[asyncio.Task, _Connection] = {}
        self.listening: list[socket.socket] = []
        self.accepting: list[asyncio.Task] = []

    async def listen(self, host: str, port: int) -> int:
        """Starts to listen; returns the port. Raises OSError if the address is not free."""
        loop = asyncio.get_running_loop()
        infos = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, _, _, _, address in dict.fromkeys(infos):
            listening = socket.create_server(address, family=family, backlog=128)
            listening.setblocking(False)
            self.listening.append(listening)
            self.accepting.append(loop.create_task(self._accept(listening)))
        return self.listening[0].getsockname()[1]

    async def close(self) -> None:
        tasks = [*self.accepting, *self.open]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for listening in self.listening:
            listening.close()

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                accepted, address = await loop.sock_accept(listening)
            except OSError:  # the client has disconnected, or no descriptor is left
                await asyncio.sleep(_ACCEPT_RETRY_S)
                continue
            if len(self.open) >= MAX_CONNECTIONS:
                await self._close_oldest_idle()
            task = loop.create_task(self._serve_connection(accepted))
            self.open[task] = _Connection(address[0])
            task.add_done_callback(self.open.pop)
            await asyncio.sleep(0)  # other tasks run between two connections

    async def _close_oldest_idle(self) -> None:
        idle = {task: one for task, one in self.open.items() if one.transport not in self.shows_table}
        per_address = Counter(one.address for one in idle.values())
        task = max(idle, key=lambda one: (per_address[idle[one].address], -idle[one].since))
        task.cancel()
        await asyncio.wait([task])

    async def _serve_connection(self, accepted: socket.socket) -> None:
        """Serves one connection until it ends or is idle for too long."""
        loop = asyncio.get_running_loop()
        connection = self.open[asyncio.current_task()]
        handshake_s = _HANDSHAKE_TIMEOUT_S if self.tls else None
        with contextlib.suppress(OSError, asyncio.TimeoutError):
            connection.transport, _ = await loop.connect_accepted_socket(self.protocol, accepted, ssl=self.tls, ssl_handshake_timeout=handshake_s)
        if connection.transport is None:
            return
        try:
            while not connection.transport.is_closing() and (connection.transport in self.shows_table or loop.time() - connection.since < self.idle_s):
                await asyncio.sleep(_CHECK_INTERVAL_S)
        finally:
            self.shows_table.discard(connection.transport)
            with contextlib.suppress(AttributeError):  # Python 3.11 raises it where TLS has ended already
                connection.transport.abort()
