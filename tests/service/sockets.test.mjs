// Other listening addresses than a port: a unix socket, and a socket that systemd has bound (socket activation).

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { check } from './contract.mjs';
import { statusesOf } from '../outside/malformed.mjs';
import { Api } from './api.mjs';
import { PROGRAM, startDaemon } from './daemon.mjs';

const folder = mkdtempSync(join(tmpdir(), 'makker-sockets-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The program with these arguments; `descriptor` is handed over as systemd does. Answers it and its first line. */
async function start(args, descriptor) {
	const words = [PROGRAM, '--store', 'memory:', ...args];
	const activated = ['-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"', ...words];
	const child = descriptor === undefined
		? spawn(words[0], words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
		: spawn('sh', activated, { stdio: ['ignore', 'pipe', 'pipe', descriptor] });
	after(() => child.kill('SIGKILL'));
	let log = '';
	child.stderr.setEncoding('utf8').on('data', (text) => { log += text; });
	const ended = once(child, 'close'); // with all that it wrote
	const line = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended.then(() => [''])]);
	return { child, ended, line: String(line[0]).trim(), log: () => log };
}

async function stop({ child, ended }) {
	child.kill('SIGTERM');
	assert.deepEqual(await ended, [0, null]);
}

/** Asks over whatever `where` names; the answer is held against the contract as everywhere. */
async function ask(where, { method = 'GET', path = '/livez', body } = {}) {
	const headers = { host: 'localhost', ...(body && { 'content-type': 'application/json' }) };
	return check(`http://localhost${path}`, { method, headers, body }, await send(where, { method, path, headers, body }));
}

function send(where, { method, path, headers, body }) {
	return new Promise((resolve, reject) => {
		const call = request({ ...where, method, path, headers, agent: false }, (answer) => {
			let text = '';
			answer.setEncoding('utf8').on('data', (more) => { text += more; });
			answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
		});
		call.on('error', reject);
		call.end(body);
	});
}

/** Creates a table and posts its first cards, over any kind of connection. */
async function playsAt(where) {
	const created = await ask(where, { method: 'POST', path: '/v1/sessions', body: '{"game":"klondike"}' });
	assert.equal(created.status, 201);
	const { id } = created.body;
	const answer = await ask(where, {
		method: 'POST', path: `/v1/sessions/${id}/snapshots?budget_ms=0`,
		body: '{"draw_pile":"KS","columns":["5S","5H","QC","7H","8D","9D","9C"]}',
	});
	assert.equal(answer.status, 200);
	assert.equal(answer.body.version, 1);
}

test('a unix socket serves as a port does, and is removed at shutdown', async () => {
	const socketPath = join(folder, 'daemon.sock');
	const daemon = await start(['--listen', `unix:${socketPath}`]);
	assert.equal(daemon.line, `unix:${socketPath}`);
	await playsAt({ socketPath });
	await stop(daemon);
	assert.ok(!existsSync(socketPath));
});

test('a client of a unix socket is a trusted proxy', async () => {
	const socketPath = join(folder, 'proxied.sock');
	const daemon = await start(['--listen', `unix:${socketPath}`]);
	for (const list of ['203.0.113.7, 198.51.100.9', 'nonsense', undefined]) {
		const headers = { host: 'cards.example', ...(list && { 'x-forwarded-for': list }) };
		assert.equal((await send({ socketPath }, { method: 'GET', path: '/livez', headers })).status, 200);
	}
	await stop(daemon);
	const clients = [...daemon.log().matchAll(/ client=(\S+) method=GET path=\/livez/g)].map(([, client]) => client);
	assert.deepEqual(clients, ['198.51.100.9', 'unix', 'unix']);
});

test('the unix socket of a killed daemon is reused', async () => {
	const socketPath = join(folder, 'killed.sock');
	const first = await start(['--listen', `unix:${socketPath}`]);
	first.child.kill('SIGKILL');
	await first.ended;
	assert.ok(existsSync(socketPath));
	const second = await start(['--listen', `unix:${socketPath}`]);
	assert.equal((await ask({ socketPath })).status, 200);
	await stop(second);
});

test('the unix socket of a running daemon is not replaced', async () => {
	const socketPath = join(folder, 'used.sock');
	const first = await start(['--listen', `unix:${socketPath}`]);
	const second = await start(['--listen', `unix:${socketPath}`]);
	assert.equal((await second.ended)[0], 69);
	assert.match(second.log(), /used\.sock/);
	assert.equal((await ask({ socketPath })).status, 200);
	await stop(first);
});

test('an inherited socket takes precedence over the configuration', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address();
	const daemon = await start(['--listen', '127.0.0.1:1'], server._handle.fd);
	server.close(); // the daemon has it, too
	assert.equal(daemon.line, `http://127.0.0.1:${port}`);
	await playsAt({ host: '127.0.0.1', port });
	await stop(daemon);
});

test('an inherited non-loopback socket requires tokens', async () => {
	const server = createServer().listen(0, '0.0.0.0');
	await once(server, 'listening');
	const daemon = await start([], server._handle.fd);
	server.close();
	assert.equal((await daemon.ended)[0], 78);
	assert.match(daemon.log(), /set auth = token/);
});

// ---- Clients that send no more ------------------------------------------------------------------

/** Sends bytes and FIN; returns the response. */
function halfClosed(port, bytes) {
	return new Promise((resolve, reject) => {
		const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
		let answer = '';
		socket.setEncoding('latin1').on('data', (text) => { answer += text; });
		socket.on('end', () => { socket.destroy(); resolve(answer); }).on('error', reject);
		socket.end(bytes);
	});
}

test('a half-closed client gets the response to its change and to its long poll', async () => {
	const api = new Api(await startDaemon(after));
	const { id } = await api.begun();
	const { port } = api.daemon;
	const post = (path, body) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
		+ `Content-Length: ${body.length}\r\n\r\n${body}`;
	assert.deepEqual(statusesOf(await halfClosed(port, post('/v1/sessions', '{"game":"klondike"}'))), [201]);
	const poll = halfClosed(port, `GET /v1/sessions/${id}?after=1&wait_s=2 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
	assert.deepEqual(statusesOf(await poll), [200]);
	const noted = halfClosed(port, `GET /v1/sessions/${id}?after=1&wait_s=30 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
	await new Promise((resolve) => { setTimeout(resolve, 600); }); // it is being watched by then
	assert.equal((await api.patch(id, { name: 'half' })).status, 200);
	assert.deepEqual(statusesOf(await noted), [200]);
});

test('1,800 aborted unfinished requests are released within a second', async () => {
	const daemon = await startDaemon(after, { args: ['--max-connections', '2000'] });
	const figure = async (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm')
		.exec(await (await fetch(`${daemon.url}/metrics`, { headers: { connection: 'close' } })).text())[1]);
	const sockets = [];
	for (let i = 0; i < 1800; i++) {
		const socket = connect({ port: daemon.port, host: '127.0.0.1', allowHalfOpen: true });
		sockets.push(socket);
		socket.on('error', () => {}).end(['GET /liv', `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${'b'.repeat(5000)}`,
			'POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'][i % 3]);
		if (i % 100 === 99) { await new Promise((resolve) => { setImmediate(resolve); }); }
	}
	await Promise.all(sockets.map((socket) => socket.writableFinished || once(socket, 'finish')));
	await new Promise((resolve) => { setTimeout(resolve, 1000); });
	assert.ok(await figure('makker_http_connections') <= 2, 'connections are held');
	assert.equal(await figure('makker_http_requests_in_flight'), 1); // this one
	sockets.forEach((socket) => socket.destroy());
});
