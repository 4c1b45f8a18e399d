// Requests that clients send one behind the other, more than a turn of the loop has time for. libmicrohttpd parses the next one
// from the bytes that it has, so it must be suspended without polling the socket.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, test } from 'node:test';
import { Api } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { readMetrics } from './metrics.mjs';
import { until } from './runs.mjs';

const CONNECTIONS = 100;
const REQUEST = 'GET /v1/games/doppelkopf/rules?language=el HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n'; // an expensive one
const LIMIT_S = 0.02;

const daemon = await startDaemon(after, { args: ['--log-level', 'warn'] });
const api = new Api(daemon);
const longestTurn = async () => readMetrics((await api.get('/metrics')).text)
	.get('makker_event_loop_max_cpu_seconds').samples.get('makker_event_loop_max_cpu_seconds');

/** Each connection sends `count` at once, while the daemon sleeps; resolves when all are answered. */
async function flood(count) {
	const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
		const socket = net.connect(daemon.port, '127.0.0.1');
		await once(socket, 'connect');
		return socket;
	}));
	daemon.child.kill('SIGSTOP');
	const answered = sockets.map((socket) => {
		const seen = { answers: 0 };
		socket.setEncoding('latin1').on('data', (text) => { seen.answers += text.split('HTTP/1.1 200 OK\r\n').length - 1; });
		socket.write(REQUEST.repeat(count));
		return seen;
	});
	daemon.child.kill('SIGCONT');
	// A status line that comes in two pieces is not counted.
	await until(() => answered.filter(({ answers }) => answers >= count).length >= 0.9 * CONNECTIONS, 'the answers');
	sockets.forEach((socket) => socket.destroy());
}

test('a turn of the loop stays short however many requests are pipelined', async () => {
	for (const count of [1, 2, 3, 4]) {
		await flood(count);
	}
	// A sanitized daemon takes longer for each: a turn may begin a few, but not one of each connection.
	const started = performance.now();
	for (let i = 0; i < 20; i++) {
		await api.get('/v1/games/doppelkopf/rules?language=el');
	}
	const one = (performance.now() - started) / 20 / 1000;
	const longest = await longestTurn();
	assert.ok(longest < Math.max(LIMIT_S, 8 * one), `${longest} s, one takes ${one} s at most`);
});

test('each pipelined request is answered once and in order', async () => {
	const socket = net.connect(daemon.port, '127.0.0.1');
	await once(socket, 'connect');
	let text = '';
	socket.setEncoding('latin1').on('data', (more) => { text += more; });
	const games = ['klondike', 'none', 'doppelkopf', 'take-away', 'other', 'freecell'];
	socket.write(games.map((game) => `GET /v1/games/${game}/rules HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
	await until(() => text.split('HTTP/1.1 ').length === games.length + 1, 'all answers');
	assert.deepEqual([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status), ['200', '404', '200', '200', '404', '200']);
	socket.destroy();
});
