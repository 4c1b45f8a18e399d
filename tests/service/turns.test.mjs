// Many requests that are ready at the same moment: no turn of the loop takes more than 20 ms of processor time.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from './api.mjs';
import { pathOf, startDaemon, temporaryStore } from './daemon.mjs';
import { hungDisk } from './disks.mjs';
import { longTurns } from './long.mjs';

const WAIT_MS = 60_000; /* against hanging requests */
const TRIES = 4; /* a busy machine now and then adds to a thread's processor time */

const GZIP = 'Accept-Encoding: gzip\r\n';
const requestOf = (path, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

/** A connection that counts the responses with status 200. */
async function connect(port) {
	const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
	await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
	socket.answered = 0;
	return socket;
}

function countAnswers(socket) {
	socket.setEncoding('latin1').on('data', (text) => { socket.answered += text.split('HTTP/1.1 200 OK').length - 1; });
	socket.on('error', () => {});
}

/** All connections send while the daemon is stopped, so that it finds every request at once. */
async function ask(daemon, { connections, requests, path, headers, isRead }) {
	const sockets = await Promise.all(Array.from({ length: connections }, () => connect(daemon.port)));
	sockets.forEach((socket) => (isRead ? countAnswers(socket) : socket.pause().on('error', () => {})));
	daemon.child.kill('SIGSTOP');
	sockets.forEach((socket) => socket.write(requestOf(path, headers).repeat(requests)));
	await sleep(200);
	daemon.child.kill('SIGCONT');
	const wanted = connections * requests;
	const count = () => sockets.reduce((sum, { answered }) => sum + answered, 0);
	if (!isRead) {
		await sleep(1000);
	}
	for (const end = Date.now() + WAIT_MS; isRead && count() < wanted && Date.now() < end;) {
		await sleep(20);
	}
	sockets.forEach((socket) => socket.destroy());
	return { wanted, answered: count() };
}

for (const [what, load] of [
	['60 requests for the games in gzip', { connections: 60, requests: 1, path: '/v1/games?language=el', headers: GZIP, isRead: true }],
	['800 requests for the metrics', { connections: 800, requests: 1, path: '/metrics', isRead: true }],
	['20 connections with 20 requests for the metrics in a row', { connections: 20, requests: 20, path: '/metrics', isRead: true }],
	['1000 connections with 20 requests in a row', { connections: 1000, requests: 20, path: '/livez', isRead: true }],
	['200 connections with 50 long responses that they do not read', { connections: 200, requests: 50, path: '/openapi.yaml' }],
]) {
	test(`${what} at the same moment: no turn of the loop takes more than 20 ms`, async (t) => {
		const daemon = await startDaemon((end) => t.after(end), { args: ['--log-level', 'warn'] });
		const api = new Api(daemon);
		const slow = [];
		for (let tries = 0; tries < TRIES && slow.length === tries; tries++) {
			const before = await longTurns(api);
			const { wanted, answered } = await ask(daemon, load);
			assert.equal(answered, load.isRead ? wanted : 0);
			const turns = await longTurns(api) - before;
			if (turns > 0) {
				slow.push(turns);
			}
		}
		assert.ok(slow.length < TRIES, `long turns, each time: ${slow}`);
	});
}

/** `act` again and again, until no turn of the loop was long meanwhile; fails where each time one was. */
async function expectShortTurns(api, act) {
	const slow = [];
	for (let tries = 0; tries < TRIES && slow.length === tries; tries++) {
		const before = await longTurns(api);
		await act(tries);
		const turns = await longTurns(api) - before;
		if (turns > 0) {
			slow.push(turns);
		}
	}
	assert.ok(slow.length < TRIES, `long turns, each time: ${slow}`);
}

/** The session as JSON has 25 KB. */
const LARGE = { game: 'take-away', strategy: undefined, rules: { groups: Array(64).fill(1000) } };

const subscribers = async (api) => Number(/^makker_subscribers (\d+)$/m.exec((await api.get('/metrics')).text)[1]);

/** A request each on its own connection, sent while the daemon is stopped; resolves to the numbers of each status. */
async function sendTogether(daemon, requests) {
	const sockets = await Promise.all(requests.map(() => connect(daemon.port)));
	const statuses = {};
	const ended = sockets.map((socket) => new Promise((resolve) => {
		let first = true;
		socket.setEncoding('latin1').on('error', () => {}).on('close', resolve).on('data', (text) => {
			if (first) {
				statuses[text.slice(9, 12)] = (statuses[text.slice(9, 12)] ?? 0) + 1;
				first = false;
			}
		});
	}));
	daemon.child.kill('SIGSTOP');
	sockets.forEach((socket, place) => socket.write(requests[place]));
	await sleep(200);
	daemon.child.kill('SIGCONT');
	await Promise.all(ended);
	return statuses;
}

function changeOf(method, path, body) {
	const text = JSON.stringify(body);
	return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

test('400 changes that one commit completes: no turn of the loop takes more than 20 ms', async (t) => {
	const daemon = await startDaemon((end) => t.after(end), {
		args: ['--log-level', 'warn', '--search-budget-ms', '0'], store: temporaryStore((end) => t.after(end)) });
	const api = new Api(daemon);
	const sessions = await Promise.all(Array.from({ length: 400 }, () => api.create(LARGE)));
	await expectShortTurns(api, async (tries) => {
		const requests = sessions.map(({ id }) => changeOf('PATCH', `/v1/sessions/${id}`, { name: `the ${tries}th` }));
		assert.deepEqual(await sendTogether(daemon, requests), { 200: 400 });
	});
});

test('1600 requests that wait for an unresponsive disk are rejected together: no turn of the loop takes more than 20 ms', async (t) => {
	const store = temporaryStore((end) => t.after(end));
	const hung = `${pathOf(store)}.hung`;
	const daemon = await startDaemon((end) => t.after(end), { store, env: hungDisk(hung),
		args: ['--log-level', 'error', '--search-budget-ms', '0', '--store-timeout-s', '1'] });
	const api = new Api(daemon);
	await expectShortTurns(api, async () => {
		for (const end = Date.now() + WAIT_MS; (await api.get('/readyz')).status !== 200; await sleep(20)) {
			assert.ok(Date.now() < end, 'the disk takes too long');
		}
		writeFileSync(hung, '');
		const bodies = Array.from({ length: 1600 }, () => changeOf('POST', '/v1/sessions', LARGE));
		const statuses = await sendTogether(daemon, bodies);
		rmSync(hung);
		assert.deepEqual(statuses, { 503: 1600 });
	});
});

const subscriptionOf = (id) => `GET /v1/sessions/${id}/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`;

test('1600 subscribers that read events get a move, each once: no turn of the loop takes more than 20 ms', async (t) => {
	const daemon = await startDaemon((end) => t.after(end), { args: ['--log-level', 'warn', '--search-budget-ms', '0'] });
	const api = new Api(daemon);
	const { id } = await api.create(LARGE);
	const sockets = await Promise.all(Array.from({ length: 1600 }, () => connect(daemon.port)));
	sockets.forEach((socket) => {
		socket.versions = [];
		socket.setEncoding('latin1').on('error', () => {}).on('data', (text) => {
			socket.versions.push(...Array.from(text.matchAll(/^id: (\d+)$/gm), ([, version]) => Number(version)));
		});
		socket.write(subscriptionOf(id));
	});
	const until = async (version) => {
		for (const end = Date.now() + WAIT_MS; sockets.some(({ versions }) => versions.at(-1) !== version); await sleep(20)) {
			assert.ok(Date.now() < end, `version ${version} is missing`);
		}
	};
	await until(0);
	let last = 0;
	await expectShortTurns(api, async () => {
		const { body } = await api.move(id, { kind: 'take', group: 0, count: 1 });
		last = body.version;
		await until(last);
	});
	const [{ versions }] = sockets;
	assert.deepEqual(versions, Array.from({ length: versions.length }, (_, place) => last + 1 - versions.length + place));
	sockets.forEach((socket) => {
		assert.deepEqual(socket.versions, versions);
		socket.destroy();
	});
});

test('400 long polls are answered by one move: no turn of the loop takes more than 20 ms', async (t) => {
	const daemon = await startDaemon((end) => t.after(end), { args: ['--log-level', 'warn', '--search-budget-ms', '0'] });
	const api = new Api(daemon);
	const { id } = await api.create(LARGE);
	const sockets = await Promise.all(Array.from({ length: 400 }, () => connect(daemon.port)));
	sockets.forEach(countAnswers);
	let rounds = 0;
	await expectShortTurns(api, async () => {
		sockets.forEach((socket, place) => socket.write(requestOf(`/v1/sessions/${id}?wait_s=50&max_moves=${place % 128}`)));
		while (await subscribers(api) < sockets.length) {
			await sleep(20);
		}
		await api.move(id, { kind: 'take', group: 0, count: 1 });
		rounds++;
		for (const end = Date.now() + WAIT_MS; sockets.some(({ answered }) => answered < rounds); await sleep(20)) {
			assert.ok(Date.now() < end, 'responses are missing');
		}
	});
	assert.ok(sockets.every(({ answered }) => answered === rounds), 'one response each');
	sockets.forEach((socket) => socket.destroy());
});

/** A masked ping of 100 bytes (RFC 6455, 5.2). */
const PING = Buffer.concat([Buffer.from([0x89, 0x80 | 100, 0, 0, 0, 0]), Buffer.alloc(100, 'p')]);
const PINGS = 200;

async function openWebsocket(port, id) {
	const socket = await connect(port);
	socket.on('error', () => {});
	socket.write([`GET /v1/sessions/${id}/events HTTP/1.1`, 'Host: localhost', 'Upgrade: websocket', 'Connection: Upgrade',
		'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''].join('\r\n'));
	await new Promise((resolve) => socket.once('data', resolve));
	socket.received = 0;
	socket.on('data', (bytes) => { socket.received += bytes.length; });
	return socket;
}

test(`1000 websockets with ${PINGS} pings each at the same moment: no turn of the loop takes more than 20 ms`, async (t) => {
	const daemon = await startDaemon((end) => t.after(end), { args: ['--log-level', 'warn'] });
	const api = new Api(daemon);
	const { id } = await api.create();
	const sockets = await Promise.all(Array.from({ length: 1000 }, () => openWebsocket(daemon.port, id)));
	const slow = [];
	for (let tries = 0; tries < TRIES && slow.length === tries; tries++) {
		const before = await longTurns(api);
		const wanted = sockets.map(({ received }) => received + PINGS * (PING.length - 4)); /* a pong has no mask */
		daemon.child.kill('SIGSTOP');
		sockets.forEach((socket) => socket.write(Buffer.concat(Array(PINGS).fill(PING))));
		await sleep(200);
		daemon.child.kill('SIGCONT');
		for (const end = Date.now() + WAIT_MS; sockets.some(({ received }, place) => received < wanted[place]);) {
			assert.ok(Date.now() < end, 'pongs are missing');
			await sleep(20);
		}
		const turns = await longTurns(api) - before;
		if (turns > 0) {
			slow.push(turns);
		}
	}
	sockets.forEach((socket) => socket.destroy());
	assert.ok(slow.length < TRIES, `long turns, each time: ${slow}`);
});

test('the compressed list of games is the same every time, and differs by language', async (t) => {
	const daemon = await startDaemon((end) => t.after(end));
	const api = new Api(daemon);
	const texts = new Set();
	for (const language of ['da', 'de', 'el', 'en']) {
		const plain = (await api.get(`/v1/games?language=${language}`)).text;
		for (let i = 0; i < 2; i++) {
			const response = await fetch(`${daemon.url}/v1/games?language=${language}`, { headers: { 'accept-encoding': 'gzip' } });
			assert.equal(response.headers.get('content-encoding'), 'gzip');
			assert.equal(await response.text(), plain);
		}
		texts.add(plain);
	}
	assert.equal(texts.size, 4);
});
