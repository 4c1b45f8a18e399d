"""The connections of the service. One that shows no table is closed after some seconds, and when there are too many, the oldest
such one of the address that has most of them is closed: so that strangers can hold neither memory nor descriptors, and a phone
finds its way in beside them."""

import asyncio
import contextlib
import socket
import ssl
from collections import Counter
from typing import Callable

MAX_CONNECTIONS = 64
IDLE_S = 30.0  # until a connection that shows no table is closed; the files of the page take less
_HANDSHAKE_S = 5.0
_LOOK_S = 0.25
_NO_DESCRIPTORS_S = 0.2


class _Connection:
    def __init__(self, address: str):
        self.address = address
        self.since = asyncio.get_running_loop().time()
        self.transport: asyncio.BaseTransport | None = None  # once TLS has begun


class Connections:
    """`protocol` makes the protocol of a connection. `shows_table`: transports that are not closed, since a phone shows a table there."""

    def __init__(self, protocol: Callable[[], asyncio.BaseProtocol], tls: ssl.SSLContext | None, shows_table: set, idle_s: float = IDLE_S):
        self.protocol = protocol
        self.tls = tls
        self.shows_table = shows_table
        self.idle_s = idle_s
        self.open: dict[asyncio.Task, _Connection] = {}
        self.listening: list[socket.socket] = []
        self.accepting: list[asyncio.Task] = []

    async def listen(self, host: str, port: int) -> int:
        """The port. Raises OSError if the address is not free."""
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
            except OSError:  # gone again, or no descriptor is left
                await asyncio.sleep(_NO_DESCRIPTORS_S)
                continue
            if len(self.open) >= MAX_CONNECTIONS:
                await self._close_one()
            task = loop.create_task(self._hold(accepted))
            self.open[task] = _Connection(address[0])
            task.add_done_callback(self.open.pop)
            await asyncio.sleep(0)  # others have their turn, however many connect

    async def _close_one(self) -> None:
        idle = {task: one for task, one in self.open.items() if one.transport not in self.shows_table}
        per_address = Counter(one.address for one in idle.values())
        task = max(idle, key=lambda one: (per_address[idle[one].address], -idle[one].since))
        task.cancel()
        await asyncio.wait([task])

    async def _hold(self, accepted: socket.socket) -> None:
        """Until the connection ends or has shown no table for too long."""
        loop = asyncio.get_running_loop()
        mine = self.open[asyncio.current_task()]
        handshake_s = _HANDSHAKE_S if self.tls else None
        with contextlib.suppress(OSError, asyncio.TimeoutError):
            mine.transport, _ = await loop.connect_accepted_socket(self.protocol, accepted, ssl=self.tls, ssl_handshake_timeout=handshake_s)
        if mine.transport is None:
            return
        try:
            while not mine.transport.is_closing() and (mine.transport in self.shows_table or loop.time() - mine.since < self.idle_s):
                await asyncio.sleep(_LOOK_S)
        finally:
            self.shows_table.discard(mine.transport)
            with contextlib.suppress(AttributeError):  # of Python 3.11, where TLS has ended already
                mine.transport.abort()
