// A short run of tests/outside/malformed.mjs, with the counters and the log of rejected requests.

import './contract.mjs';
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { KINDS, run, statusesOf } from '../outside/malformed.mjs';
import { Api } from './api.mjs';
import { exchange } from './client.mjs';
import { BUILD, startDaemon } from './daemon.mjs';
import { until } from './runs.mjs';

const COUNT = Number(process.env.MAKKER_MALFORMED ?? 100);
// AddressSanitizer keeps what was freed for a while; it finds leaks without this test.
const MEASURES = !/asan|tsan/.test(BUILD);

test(`${KINDS.length} kinds of malformed requests, ${COUNT} each, leak neither memory nor descriptors`, async (t) => {
	const daemon = await startDaemon(after, { args: ['--log-level', 'warn'] });
	const rows = await run({ target: daemon, url: daemon.url, count: COUNT });
	for (const { name, answered, closed, wrong, before, after: end, ok } of rows) {
		assert.deepEqual(wrong, [], name);
		assert.equal(answered + closed, COUNT, name);
		assert.equal(end.running, 0, `${name}: requests in flight`);
		assert.ok(ok || !MEASURES, `${name}: ${before.resident} -> ${end.resident} bytes`);
	}
	t.diagnostic(`resident memory: ${rows[0].before.resident} -> ${rows.at(-1).after.resident} bytes`);
});

const MANY = 1500;
const MIB = 1024 * 1024;

test(`the memory of ${MANY} connections is returned to the system when they close`, { skip: !MEASURES && 'sanitized' }, async (t) => {
	const daemon = await startDaemon(t.after.bind(t), { args: ['--log-level', 'warn'] });
	const figure = async (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await new Api(daemon).get('/metrics')).text)[1]);
	const resident = () => figure('process_resident_memory_bytes');
	const before = await resident();
	const sockets = await Promise.all(Array.from({ length: MANY }, async () => {
		const socket = net.connect(daemon.port, '127.0.0.1');
		socket.on('error', () => {});
		await new Promise((resolve) => { socket.once('connect', resolve); });
		socket.write('POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{');
		return socket;
	}));
	await until(async () => await figure('makker_http_connections') > MANY, 'the connections');
	const most = await resident();
	assert.ok(most > before + 10 * MIB, `${before} -> ${most} bytes: nothing to give back`);
	for (const socket of sockets) { socket.destroy(); }
	await until(async () => await resident() < before + 2.1 * MIB, 'the memory');
	t.diagnostic(`resident memory: ${before}, with them ${most}, afterwards ${await resident()} bytes`);
});

/** [status, bytes]: one of each reason of the metric. */
const REASONS = {
	malformed: [400, 'hello\r\n\r\n'],
	body_too_large: [413, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n'],
	target_too_long: [414, `GET /?${'&'.repeat(400)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
	header_too_large: [431, `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`],
	version: [505, 'GET / HTTP/2.0\r\n\r\n'],
	other: [421, 'GET https://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n'],
};

test('malformed requests are counted by reason, and logged at most once a second', async () => {
	const daemon = await startDaemon(after);
	const since = Date.now();
	for (const [status, bytes] of Object.values(REASONS)) {
		for (let i = 0; i < 20; i++) {
			assert.deepEqual(statusesOf((await exchange(daemon.port, bytes)).answer), [status]);
		}
	}
	const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
	for (const reason of Object.keys(REASONS)) {
		assert.match(metrics, new RegExp(`^makker_http_rejected_requests_total\\{reason="${reason}"\\} 20$`, 'm'));
	}
	const lines = daemon.output.split('\n').filter((line) => / status=(4\d\d|505) /.test(line));
	assert.ok(lines.length >= 1 && lines.length <= 2 + (Date.now() - since) / 1000, `${lines.length} lines`);
	assert.match(lines[0], / suppressed=0/);
	// The first /readyz may have come before it was ready.
	assert.doesNotMatch(daemon.output, /request failed(?!.* code=not_ready)/, 'no fault of the daemon');
	await new Promise((resolve) => { setTimeout(resolve, 1100); });
	await exchange(daemon.port, REASONS.malformed[1]);
	await daemon.stop();
	const logged = daemon.output.split('\n').filter((line) => / suppressed=/.test(line));
	const suppressed = logged.reduce((sum, line) => sum + Number(/ suppressed=(\d+)/.exec(line)[1]), 0);
	assert.equal(logged.length + suppressed, 121);
});

test('malformed requests count against the rate limit of their address, and get no response beyond it', async () => {
	const daemon = await startDaemon(after, { args: ['--rate-limit-per-address', '1', '--rate-limit-local'] });
	const answers = [];
	for (let i = 0; i < 20; i++) {
		answers.push(statusesOf((await exchange(daemon.port, 'hello\r\n\r\n')).answer).join());
	}
	assert.equal(answers[0], '400');
	assert.ok(answers.filter((one) => one === '').length >= 5, `${answers}`);
	const { answer } = await exchange(daemon.port, 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
	assert.deepEqual(statusesOf(answer), [429]);
});

/** The statuses of all answers to bytes that are sent in pieces, 50 ms apart, until the daemon closes. */
function statusesOfPieces(port, pieces) {
	return new Promise((resolve, reject) => {
		const socket = net.connect({ port, host: '127.0.0.1' });
		let answer = '';
		socket.setEncoding('latin1').on('data', (bytes) => { answer += bytes; }).on('error', reject);
		socket.on('close', () => resolve(statusesOf(answer)));
		(async () => {
			for (const piece of pieces) {
				socket.write(piece);
				await sleep(50);
			}
		})();
	});
}

test('requests before a malformed one in a pipeline are answered first', async () => {
	const daemon = await startDaemon(after);
	const { id, version } = await new Api(daemon).begun();
	const head = 'HTTP/1.1\r\nHost: localhost\r\n\r\n';
	const get = `GET /livez ${head}`;
	const poll = `GET /v1/sessions/${id}?after=${version}&wait_s=1 ${head}`;
	for (const [expected, ...pieces] of [
		[[200, 400], `${get}hello\r\n\r\n`],
		[[200, 400], `${poll}hello\r\n\r\n`],
		[[200, 400], poll, 'hello\r\n\r\n'],
		[[200, 505], `${poll}GET / HT`, 'TP/9.1\r\n\r\n'],
		[[200, 200, 400], `${poll}${get}GET / HT`, 'TX/1.1\r\n\r\n'],
		[[200, 400], `${poll}GET / HTTP/1.1\r\nHos`, 't : h\r\n\r\n'],
		[[200, 400], `${poll}\r\n`, '(\r\n\r\n'],
		[[200, 400], `${poll}GET / HT`, 'TX', get],
		[[200, 400], `${poll}POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r`, '{}', get],
	]) {
		assert.deepEqual(await statusesOfPieces(daemon.port, pieces), expected, JSON.stringify(pieces));
	}
	const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
	assert.match(metrics, /^makker_http_requests_in_flight 1$/m);
	assert.match(metrics, /^makker_http_rejected_requests_total\{reason="malformed"\} 8$/m);
	assert.match(metrics, /^makker_http_rejected_requests_total\{reason="version"\} 1$/m);
});
