// The shipped configurations of nginx and Caddy, each with the real proxy in front of the real daemon: TLS, long polls,
// streams, websockets, and the address of the client.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent } from 'node:https';
import { describe, test, after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { WebSocket } from 'ws';
import { SEED_LINE } from '../service/api.mjs';
import { request } from '../service/client.mjs';
import { startDaemon, temporaryStore } from '../service/daemon.mjs';
import { KINDS, MAX_GROWTH, run } from '../outside/malformed.mjs';
import { overflow } from '../service/floods.mjs';
import { scanned } from '../service/qr.mjs';
import { agent, ask, need, listen, startProxy } from './proxy.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };
const PATIENCE_MS = 60_000;

async function until(what, holds) {
	for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(10)) {
		assert.ok(Date.now() < end, `${what} did not come`);
	}
}

/** The answer to a head that announces so large a body, of which nothing is sent. */
function refusedHead(proxy, length) {
	return new Promise((resolve, reject) => {
		const socket = tls.connect({ host: '127.0.0.1', port: proxy.port, servername: 'localhost', rejectUnauthorized: false }, () => {
			socket.write(`POST /v1/sessions HTTP/1.1\r\nHost: localhost:${proxy.port}\r\nContent-Type: application/json\r\n`
				+ `Content-Length: ${length}\r\n\r\n`);
		});
		let text = '';
		socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')));
		socket.setEncoding('latin1').on('error', reject).on('data', (more) => {
			text += more;
			if (/\r\n\r\n[^]*}/.test(text)) {
				socket.destroy();
				resolve(text);
			}
		}).on('end', () => resolve(text));
	});
}

for (const name of ['nginx', 'caddy']) {
	describe(name, async () => {
		need('test', name);
		const daemon = await startDaemon(after, { args: ['--trusted-proxies', '127.0.0.1', '--rate-limit-per-address', '20'] });
		const proxy = await startProxy(after, name, [`127.0.0.1:${daemon.port}`]);
		const create = async () => {
			const made = await ask(proxy, '/v1/sessions', { method: 'POST', headers: JSON_TYPE, body: '{"game":"klondike"}' });
			assert.equal(made.status, 201, made.text);
			return JSON.parse(made.text).id;
		};
		const figures = async () => (await request(`${daemon.url}/metrics`)).text;
		const post = (id) => ask(proxy, `/v1/sessions/${id}/snapshots?budget_ms=0`,
			{ method: 'POST', headers: { 'content-type': 'text/plain' }, body: SEED_LINE });

		test('serves a game over HTTPS', async () => {
			const id = await create();
			const answer = await post(id);
			assert.equal(answer.status, 200);
			assert.equal(JSON.parse(answer.text).version, 1);
			assert.equal(answer.headers.etag, '"1"');
		});

		test('has no resources left of malformed requests', async (t) => {
			const after = (done) => t.after(done); // a daemon of its own: malformed requests use up the rate
			const other = await startDaemon(after, { args: ['--trusted-proxies', '127.0.0.1', '--rate-limit-per-address', '0', '--address-rejections', '0'] });
			const before = await startProxy(after, name, [`127.0.0.1:${other.port}`]);
			const rows = await run({ target: { port: before.port, proxied: true, secure: true }, url: other.url, count: 8, parallel: 8, anyStatus: true });
			for (const row of rows) {
				assert.deepEqual(row.wrong, [], row.name);
				assert.equal(row.after.running, 0, row.name);
			}
			assert.equal(rows.length, KINDS.length);
			assert.ok(rows.at(-1).after.resident - rows[0].before.resident <= MAX_GROWTH);
		});

		test('answers a long poll when the table changes', async () => {
			const id = await create();
			const poll = ask(proxy, `/v1/sessions/${id}?after=0&wait_s=60`);
			await until('the long poll', async () => /^makker_subscribers 1$/m.test(await figures()));
			await post(id);
			const answer = await poll;
			assert.equal(answer.status, 200);
			assert.equal(JSON.parse(answer.text).version, 1);
		});

		for (const [accept, wanted] of [['text/event-stream', /event: session[^]*"version":1\b/],
			['application/x-ndjson', /"event":"session"[^\n]*"version":1\b/]]) {
			test(`forwards ${accept} without buffering`, async () => {
				const id = await create();
				const stream = await listen(proxy, `/v1/sessions/${id}/events`, accept);
				assert.equal(stream.status, 200);
				await until('the present table', () => stream.received.includes('"version":0'));
				await post(id);
				await until('the change', () => wanted.test(stream.received));
				stream.end();
				await until('the end of the listener', async () => /^makker_subscribers 0$/m.test(await figures()));
			});
		}

		test('forwards a websocket', async () => {
			const id = await create();
			const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}/v1/sessions/${id}/events`,
				{ agent, headers: { host: `localhost:${proxy.port}`, origin: proxy.url }, servername: 'localhost' });
			const received = [];
			socket.on('message', (message) => received.push(JSON.parse(message)));
			await once(socket, 'open');
			await until('the present table', () => received[0]?.session.version === 0);
			await post(id);
			await until('the change', () => received.some((message) => message.session?.version === 1));
			socket.close(1000);
			assert.equal((await once(socket, 'close'))[0], 1000);
		});

		test('forwards the client address, whatever headers the client sends', async () => {
			for (const lie of [undefined, '6.6.6.6', '127.0.0.1', 'nonsense, 6.6.6.6']) {
				const headers = lie === undefined ? {} : { 'x-forwarded-for': lie };
				const answer = await ask(proxy, '/v1/games', { headers, from: '127.0.0.9' });
				const line = new RegExp(`request_id=${answer.headers['x-request-id']} client=127\\.0\\.0\\.9 `);
				await until('the line in the log', () => line.test(daemon.output));
			}
		});

		test('keeps the rate limits of clients separate', async () => {
			const over = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 4 }); // many handshakes would take long
			const { refused } = await overflow(() => ask(proxy, '/livez', { from: '127.0.0.8', over }));
			over.destroy();
			assert.ok(Number(refused[0].headers['retry-after']) >= 1);
			assert.equal((await ask(proxy, '/livez', { from: '127.0.0.7' })).status, 200);
		});

		test('has links to its own address, whatever headers the client sends', async () => {
			const id = await create();
			const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
			const code = await ask(proxy, `/s/${id}/qr.svg`, { headers });
			assert.equal(scanned(code.text), `${proxy.url}/s/${id}`);
		});

		test('forwards errors of the daemon unchanged', async () => {
			const large = await ask(proxy, '/v1/sessions',
				{ method: 'POST', headers: JSON_TYPE, body: ' '.repeat(100_000) });
			assert.equal(large.status, 413);
			assert.equal(large.headers['content-type'], 'application/problem+json');
		});

		test('has its own errors in the form of the API', async (t) => {
			const other = await startDaemon((done) => t.after(done));
			const before = await startProxy((done) => t.after(done), name, [`127.0.0.1:${other.port}`]);
			if (name === 'nginx') { // Caddy has no limit of its own
				const large = await refusedHead(before, 2_000_000);
				assert.match(large, /^HTTP\/1.1 413 /);
				assert.match(large, /^content-type: application\/problem\+json\r$/im);
				assert.match(large, /"code":"too_large"/);
			}
			await other.stop();
			const answer = await ask(before, '/v1/games');
			assert.match(String(answer.status), /^50[234]$/);
			assert.equal(answer.headers['content-type'], 'application/problem+json');
			assert.equal(answer.headers['retry-after'], '1');
			const problem = JSON.parse(answer.text);
			assert.deepEqual({ status: problem.status, code: problem.code }, { status: answer.status, code: 'unreachable' });
		});

		test('forwards the error of an unreachable store at once', async (t) => {
			const full = await startDaemon((done) => t.after(done), { store: temporaryStore((done) => t.after(done)), args: ['--trusted-proxies', '127.0.0.1'] });
			const before = await startProxy((done) => t.after(done), name, [`127.0.0.1:${full.port}`]);
			const creation = () => ask(before, '/v1/sessions', { method: 'POST', headers: JSON_TYPE, body: '{"game":"klondike"}' });
			assert.equal((await creation()).status, 201);
			full.limitFiles(4096);
			await until('the end of its store', async () => {
				await request(`${full.url}/v1/sessions`, { method: 'POST', headers: JSON_TYPE, body: '{"game":"klondike"}' });
				return (await request(`${full.url}/readyz`)).status === 503;
			});
			await sleep(2000); // three rounds of Caddy's questions
			const took = [];
			for (let k = 0; k < 3; k++) {
				const begin = Date.now();
				const answer = await creation();
				took.push(Date.now() - begin);
				assert.deepEqual([answer.status, JSON.parse(answer.text).code], [503, 'store_unavailable'], `${took} ms: ${answer.text}`);
				assert.ok(answer.headers['retry-after'] > 0);
			}
			// The quickest: on a busy machine Caddy's question of the daemon's health may take longer than its limit.
			assert.ok(Math.min(...took) < 3000, `${took} ms`);
			assert.equal((await ask(before, '/livez')).status, 200, 'requests without the store are served');
			full.limitFiles(Infinity);
			let last;
			await until('the store', async () => {
				last = await creation();
				return last.status === 201;
			}).catch((error) => assert.fail(`${error.message}: ${last.status} ${last.text}`));
		});

		test('does not forward /metrics', async () => {
			assert.equal((await ask(proxy, '/metrics')).status, 404);
			assert.equal((await request(`${daemon.url}/metrics`)).status, 200);
		});
	});
}
