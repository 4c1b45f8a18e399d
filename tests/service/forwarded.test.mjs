// A proxy in front: its X-Forwarded headers are used if it is trusted (or connects by a unix socket), and ignored otherwise.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { overflow } from './floods.mjs';
import { scanned } from './qr.mjs';
import { until } from './runs.mjs';

const withArgs = async (...args) => new Api(await startDaemon(after, { args }));

/** Whom the log names as the client of a request with these headers. */
async function clientOf(api, headers) {
	const answer = await api.get('/livez', { headers });
	assert.equal(answer.status, 200);
	const line = new RegExp(`request_id=${answer.headers['x-request-id']} client=(\\S+)`);
	await until(() => line.test(api.daemon.output), 'its line in the log');
	return line.exec(api.daemon.output)[1];
}

/** The line of the log about an answered request. */
async function lineOf(api, { headers }) {
	const line = new RegExp(`^.*msg=request request_id=${headers['x-request-id']} .*$`, 'm');
	await until(() => line.test(api.daemon.output), 'its line in the log');
	return line.exec(api.daemon.output)[0];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`;
const MADE_HERE = /^[0-9a-f]{16}$/;

describe('request and trace ids', () => {
	test('of a trusted proxy are in the log and in the response', async () => {
		const api = await withArgs('--trusted-proxies', '127.0.0.1');
		for (const id of ['a', 'Root-1.67891233_abc', 'x'.repeat(64)]) {
			const answer = await api.get('/livez', { headers: { 'x-request-id': id, traceparent: PARENT } });
			assert.equal(answer.headers['x-request-id'], id);
			assert.match(await lineOf(api, answer), new RegExp(` trace_id=${TRACE}( |$)`));
		}
	});

	test('with invalid characters or length are replaced', async () => {
		const api = await withArgs('--trusted-proxies', '127.0.0.1');
		for (const id of ['', 'a b', 'a status=200', 'x'.repeat(65), '"a"', 'å']) {
			const answer = await api.get('/livez', { headers: { 'x-request-id': Buffer.from(id).toString('latin1') } });
			assert.match(answer.headers['x-request-id'], MADE_HERE, id);
		}
		for (const parent of ['', '00', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`,
			`0-${TRACE}-b7ad6b7169203331-01`, `00-${TRACE}`, `00-${TRACE}0-b7ad6b7169203331-01`]) {
			const answer = await api.get('/livez', { headers: { traceparent: parent } });
			assert.doesNotMatch(await lineOf(api, answer), /trace_id/, parent);
		}
	});

	test('of other clients are ignored', async () => {
		const api = await withArgs();
		const answer = await api.get('/livez', { headers: { 'x-request-id': 'mine', traceparent: PARENT } });
		assert.match(answer.headers['x-request-id'], MADE_HERE);
		assert.doesNotMatch(await lineOf(api, answer), /trace_id/);
	});
});

const behind = (list, more) => ({ 'x-forwarded-for': list, ...more });

describe('a trusted proxy', () => {
	test('names the client address, through a chain of trusted proxies', async () => {
		const api = await withArgs('--trusted-proxies', '127.0.0.1 10.0.0.0/8 fd00::/8');
		for (const [list, client] of [
			['203.0.113.7', '203.0.113.7'],
			['203.0.113.7:4711', '203.0.113.7'],
			['[2001:db8::7]:443', '2001:db8::7'],
			['1.1.1.1, 203.0.113.7', '203.0.113.7'],
			['1.1.1.1 ,203.0.113.7\t, 10.1.2.3,fd00::5', '203.0.113.7'],
			[['1.1.1.1', '203.0.113.7', '10.1.2.3'], '203.0.113.7'],
			['10.1.2.3', '10.1.2.3'],
			['10.9.9.9, 10.1.2.3', '10.9.9.9'],
			['::ffff:10.1.2.3, 203.0.113.9', '203.0.113.9'],
		]) {
			assert.equal(await clientOf(api, behind(list)), client, String(list));
		}
	});

	test('is the client itself if its header is invalid', async () => {
		const api = await withArgs('--trusted-proxies', '127.0.0.1,10.0.0.0/8');
		for (const list of ['', ',', 'unknown', '203.0.113.7,', '203.0.113.7, <script>', '1.2.3.4.5', 'localhost',
			'203.0.113.7 client=6.6.6.6', ','.repeat(8000), 'x'.repeat(8000), '"203.0.113.7"', '[203.0.113.7']) {
			assert.equal(await clientOf(api, behind(list)), '127.0.0.1', list.slice(0, 40));
		}
		assert.equal(await clientOf(api, behind('203.0.113.7, nonsense, 10.1.2.3')), '10.1.2.3');
		const many = Array.from({ length: 80 }, (_, i) => `10.0.0.${i}`);
		assert.equal(await clientOf(api, behind(['203.0.113.7', ...many])), '203.0.113.7');
	});

	test('has a rate limit of its own, as each of its clients', async () => {
		const api = await withArgs('--trusted-proxies', '127.0.0.1', '--rate-limit-per-address', '2');
		const ask = (list) => api.get('/v1/games', { headers: behind(list) });
		await overflow(() => ask('203.0.113.7'));
		assert.equal((await ask('1.1.1.1, 203.0.113.8')).status, 200);
		assert.equal((await ask('203.0.113.7, 203.0.113.9')).status, 200);
		// Not even the loopback address: a client may have written that.
		await overflow(() => ask('127.0.0.1'));
		// Without the header it is a program of this machine.
		assert.equal((await api.get('/v1/games')).status, 200);
	});

	test('names the scheme and host of links', async () => {
		const api = await withArgs('--trusted-proxies', '127.0.0.1', '--allowed-hosts', '*');
		const { id } = await api.create();
		const code = async (headers) => (await api.get(`/s/${id}/qr.svg`, { headers })).text;
		for (const [headers, origin] of [
			[{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cards.example' }, 'https://cards.example'],
			[{ 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': 'cards.example:8443' }, 'https://cards.example:8443'],
			[{ 'x-forwarded-proto': 'https' }, `https://127.0.0.1:${api.daemon.port}`],
			[{ 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'cards.example' }, 'http://cards.example'],
			[{ 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'evil.example, cards.example' }, 'http://cards.example'],
		]) {
			assert.equal(scanned(await code(headers)), `${origin}/s/${id}`);
		}
		for (const host of ['<img>', 'a/b', 'user@host', 'a b', 'cards.example,', 'a'.repeat(256)]) {
			const answer = await api.get(`/s/${id}/qr.svg`, { headers: { 'x-forwarded-host': host } });
			assertProblem(answer, 400, 'invalid_host');
		}
	});

	test('accepts pages whose origin is the forwarded host', async () => {
		const api = await withArgs('--trusted-proxies', '127.0.0.1', '--allowed-hosts', 'cards.example');
		const ask = (origin, host) => api.get('/v1/games', { headers: { origin, 'x-forwarded-host': host } });
		assert.equal((await ask('https://cards.example', 'cards.example')).status, 200);
		assertProblem(await ask('https://evil.example', 'cards.example'), 403, 'origin_not_allowed');
		assertProblem(await ask('https://evil.example', 'evil.example'), 421, 'host_not_allowed');
		// A page that was brought here under a false name cannot talk itself out of that.
		const brought = { host: 'evil.example', 'x-forwarded-host': 'cards.example' };
		assertProblem(await api.get('/v1/games', { headers: brought }), 421, 'host_not_allowed');
	});
});

test('forwarded headers of other clients are ignored', async () => {
	const api = await withArgs('--trusted-proxies', '10.0.0.0/8', '--rate-limit-local', '--rate-limit-per-address', '2');
	const { id } = await api.create();
	const headers = behind('203.0.113.7', { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cards.example' });
	assert.equal(await clientOf(api, headers), '127.0.0.1');
	assert.equal(scanned((await api.get(`/s/${id}/qr.svg`, { headers })).text), `${api.daemon.url}/s/${id}`);
	let asked = 0;
	await overflow(() => api.get('/v1/games', { headers: behind(`203.0.113.${asked++ % 256}`) }));
});
