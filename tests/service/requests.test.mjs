// Requests that are rejected before their operation: wrong paths, methods, origins, media types, malformed HTTP.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Api, assertProblem, SEED_LINE } from './api.mjs';
import { exchange, fetchBytes } from './client.mjs';
import { operations } from './contract.mjs';
import { startDaemon } from './daemon.mjs';
import { until } from './runs.mjs';

const api = new Api(await startDaemon(after));
const NOBODY = '0'.repeat(32);
const EVIL = 'https://evil.example';

// A valid body of each changing operation.
const BODIES = {
	'POST /v1/sessions': { json: { game: 'klondike' } },
	'POST /v1/sessions/{id}/snapshots': { text: SEED_LINE },
	'POST /v1/sessions/{id}/moves': { json: { kind: 'draw', revealed: '2C' } },
	'POST /v1/sessions/{id}/undo': { json: { steps: 1 } },
	'POST /v1/sessions/{id}/corrections': { json: { position: 11, card: '2C' } },
	'POST /v1/sessions/{id}/tokens': { json: { renew: ['camera'] } },
	'PATCH /v1/sessions/{id}': { json: { name: 'a' } },
};

/** Sends an operation's good request for session `id` with more headers; `path` adds to the path. */
function send({ name, method, path }, id, headers = {}) {
	return api.send(method, path.replace('{id}', id), { ...BODIES[name], headers });
}

// Files of the page and simulations are asked for in their own tests.
const elsewhere = ({ path }) => path.includes('{path}') || path.startsWith('/v1/simulations/');
const ofSession = operations.filter(({ path }) => path.startsWith('/v1/sessions/{id}'));
const acceptable = operations.filter((operation) => operation.method !== 'DELETE' && !elsewhere(operation));
const withBody = operations.filter(({ name }) => name in BODIES);

describe('of every operation', () => {
	for (const operation of ofSession) {
		test(`${operation.name}: an unknown session is not found`, async () => {
			assertProblem(await send(operation, NOBODY), 404, 'unknown_session');
		});
	}
	for (const operation of operations) {
		test(`${operation.name}: a page of another origin is rejected`, async () => {
			const { id } = await api.begun();
			const before = (await api.session(id)).body;
			assertProblem(await send(operation, id, { origin: EVIL }), 403, 'origin_not_allowed');
			assert.deepEqual((await api.session(id)).body, before);
		});
	}
	for (const operation of acceptable) {
		test(`${operation.name}: an unsupported media type gets 406`, async () => {
			const { id } = await api.begun();
			const before = (await api.session(id)).body;
			const answer = await send(operation, id, { accept: 'image/png' });
			assertProblem(answer, 406, 'not_acceptable', 'Accept');
			// A client that would rather speak HTTP/2 is answered like any other.
			const newer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' };
			assertProblem(await send(operation, id, { accept: 'image/png', ...newer }), 406, 'not_acceptable');
			assert.deepEqual((await api.session(id)).body, before);
		});
	}
	for (const { name, method, path } of withBody) {
		test(`${name}: 415 for an unsupported content type, 413 for a body that is too large`, async () => {
			const { id } = await api.begun();
			const address = path.replace('{id}', id);
			const of = (type, body) => api.send(method, address, { body, headers: { 'content-type': type } });
			assertProblem(await of('image/gif', 'GIF89a'), 415, 'unsupported_media_type', 'Content-Type');
			assertProblem(await of('application/json', `{"a":"${'a'.repeat(65536)}"}`), 413, 'too_large');
			assert.equal((await api.session(id)).body.version, 1);
		});
	}
	for (const { name, method, path } of ofSession.filter(({ method }) => method !== 'GET')) {
		test(`${name}: an invalid If-Match, or one of another version`, async () => {
			const { id } = await api.begun();
			const of = (tag) => send({ name, method, path }, id, { 'if-match': tag });
			assertProblem(await of('1'), 400, 'invalid_if_match', 'If-Match');
			assertProblem(await of('"9"'), 412, 'version_mismatch');
			assert.equal((await api.session(id)).body.version, 1);
		});
	}
});

test('the same origin is allowed', async () => {
	const { status } = await api.get('/v1/games', { headers: { origin: api.daemon.url } });
	assert.equal(status, 200);
});

test('an unknown path gets 404', async () => {
	for (const path of ['/v1', '/v1/', '/v2/sessions', '/v1/sessions/', '/v1/session', `/v1/sessions/${NOBODY}/cards`,
		'/v1/sessions//events', '/livez/', '/LIVEZ', '/v1/games/klondike', '/v1/games//rules', '/v1/games/klondike/rules/', '/../etc/passwd', '/v1/%73essions/x/y']) {
		assertProblem(await api.get(path), 404, 'not_found');
	}
});

test('an invalid id is an unknown session', async () => {
	for (const id of ['x', NOBODY.slice(1), `${NOBODY}0`, NOBODY.replace('0', 'g'), '%2e%2e', 'a%2fb', "'--", '%C3%B8', '%ff']) {
		const { status, body } = await api.get(`/v1/sessions/${id}`);
		assert.equal(status, 404, id);
		assert.ok(['unknown_session', 'not_found'].includes(body.code));
	}
});

test('a method that a path does not have gets 405 with the allowed ones', async () => {
	for (const [method, path, allowed] of [
		['PUT', '/v1/sessions', ['GET', 'HEAD', 'POST', 'OPTIONS']],
		['POST', '/v1/games', ['GET', 'HEAD', 'OPTIONS']],
		['DELETE', '/v1/sessions', ['GET', 'HEAD', 'POST', 'OPTIONS']],
		['POST', `/v1/sessions/${NOBODY}`, ['GET', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']],
		['GET', `/v1/sessions/${NOBODY}/snapshots`, ['POST', 'OPTIONS']],
		['GET', `/v1/sessions/${NOBODY}/undo`, ['POST', 'OPTIONS']],
		['PATCH', '/metrics', ['GET', 'HEAD', 'OPTIONS']],
	]) {
		const answer = await api.send(method, path);
		assertProblem(answer, 405, 'method_not_allowed');
		assert.deepEqual(answer.headers.allow.split(/, */).sort(), allowed.sort(), `${method} ${path}`);
	}
});

test('long responses are compressed for clients that accept gzip', async () => {
	const { id } = await api.begun();
	for (let count = 0; count < 4; count++) {
		await api.line(id, SEED_LINE.replace('8D', count % 2 ? '8D' : '0D'));
		await api.post(`/v1/sessions/${id}/undo`, { steps: 1 });
	}
	for (const path of ['/v1/games?language=el', '/v1/sessions', `/v1/sessions/${id}/history`]) {
		const plain = await fetchBytes(api.url(path));
		const packed = await fetchBytes(api.url(path), { headers: { 'accept-encoding': 'gzip' } });
		assert.equal(plain.headers['content-encoding'], undefined);
		assert.match(plain.headers.vary, /Accept-Encoding/);
		assert.equal(packed.headers['content-encoding'], plain.body.length > 1024 ? 'gzip' : undefined, path);
		assert.ok(packed.body.length <= plain.body.length);
		assert.deepEqual(plain.body.length > 1024 ? gunzipSync(packed.body) : packed.body, plain.body, path);
	}
	const { headers } = await fetchBytes(api.url(`/v1/sessions/${id}`), { headers: { 'accept-encoding': 'gzip' } });
	assert.equal(headers['content-encoding'], undefined, 'short frequent responses are not compressed');
});

test('OPTIONS returns the allowed methods', async () => {
	const { status, headers } = await api.send('OPTIONS', '/v1/sessions');
	assert.equal(status, 204);
	assert.deepEqual(headers.allow.split(/, */).sort(), ['GET', 'HEAD', 'OPTIONS', 'POST']);
});

test('every response has a new request id, the same in header and problem', async () => {
	const one = await api.get('/v1/sessions/x');
	const two = await api.get('/v1/sessions/x');
	assert.equal(one.headers['x-request-id'], one.body.request_id);
	assert.notEqual(one.body.request_id, two.body.request_id);
	await until(() => api.daemon.output.includes(one.body.request_id), 'naming the request in the log');
});

// ---- Broken HTTP --------------------------------------------------------------------------------

const HOST = 'Host: localhost\r\n';
const BROKEN = {
	'two lengths': `POST /v1/sessions HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
	'a length and chunks': `POST /v1/sessions HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
	'two hosts': `GET /livez HTTP/1.1\r\n${HOST}${HOST}\r\n`,
	'no host': 'GET /livez HTTP/1.1\r\nAccept: */*\r\n\r\n',
	'a NUL in the path': `GET /v1/sessions/%00 HTTP/1.1\r\n${HOST}\r\n`,
	'a length that is a word': `POST /v1/sessions HTTP/1.1\r\n${HOST}Content-Length: two\r\n\r\n{}`,
	'a negative length': `POST /v1/sessions HTTP/1.1\r\n${HOST}Content-Length: -2\r\n\r\n{}`,
	'no HTTP': 'hello\r\n\r\n',
};

for (const [name, bytes] of Object.entries(BROKEN)) {
	test(`malformed HTTP: ${name}: is rejected and the connection closed`, async () => {
		const { answer, closed } = await exchange(api.daemon.port, bytes);
		assert.ok(closed);
		assert.match(answer, /^HTTP\/1\.[01] 400 |^$/, answer);
		assert.ok(!/ 200 OK/.test(answer));
		assert.equal((await api.get('/livez')).status, 200);
	});
}

test('a chunked body is read, and one that is too large is rejected', async () => {
	const { id } = await api.create();
	const chunked = (body) => api.send('POST', `/v1/sessions/${id}/snapshots`, {
		body, headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
	});
	assert.equal((await chunked(SEED_LINE)).status, 200);
	assertProblem(await chunked('K'.repeat(100_000)), 413, 'too_large');
});
