// Idempotency-Key: a repeated request gets the stored response and is applied once.

import assert from 'node:assert/strict';
import http from 'node:http';
import { after, test } from 'node:test';
import { Api, assertProblem, SEED_LINE } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';

const daemon = await startDaemon(after, { store: temporaryStore(after) });
const api = new Api(daemon);
let last = 0;
const keyed = (key = `key-${++last}`) => ({ 'idempotency-key': key });
const draw = { kind: 'draw', revealed: '2C' };

const same = (one, other) => {
	assert.equal(other.status, one.status);
	assert.equal(other.text, one.text);
	for (const name of ['etag', 'location', 'content-type']) {
		assert.equal(other.headers[name], one.headers[name], name);
	}
	assert.notEqual(other.headers['x-request-id'], one.headers['x-request-id'], 'it is another request');
};

const POSTS = {
	snapshots: ['/snapshots?wait=false&typed=true', { text: SEED_LINE.replace('KS', '2C') }],
	moves: ['/moves', { json: draw }],
	corrections: ['/corrections', { json: { position: 11, card: '2C' } }],
	undo: ['/undo', { json: { steps: 1 } }],
};

for (const [name, [path, body]] of Object.entries(POSTS)) {
	test(`${name}: the same key and body get the stored response`, async () => {
		const { id, version } = await api.begun();
		const headers = keyed();
		const first = await api.send('POST', `/v1/sessions/${id}${path}`, { ...body, headers });
		assert.equal(first.status, 200, first.text);
		await api.send('PATCH', `/v1/sessions/${id}`, { json: { name: 'in between' } });
		same(first, await api.send('POST', `/v1/sessions/${id}${path}`, { ...body, headers }));
		assert.equal((await api.session(id)).body.version, version + 2);
	});
}

test('a table is created once', async () => {
	const headers = keyed();
	const fields = { game: 'klondike', strategy: 'heuristic' };
	const first = await api.post('/v1/sessions', fields, { headers });
	assert.equal(first.status, 201);
	same(first, await api.post('/v1/sessions', fields, { headers }));
	assert.notEqual((await api.post('/v1/sessions', fields, { headers: keyed() })).body.id, first.body.id);
});

test('another body with the same key gets 422 and changes nothing', async () => {
	const { id, version } = await api.begun();
	const headers = keyed();
	await api.post(`/v1/sessions/${id}/moves`, draw, { headers });
	assertProblem(await api.post(`/v1/sessions/${id}/moves`, { ...draw, revealed: '3C' }, { headers }), 422, 'idempotency_key_reused', 'Idempotency-Key');
	assert.equal((await api.session(id)).body.version, version + 1);
});

test('a key belongs to its path', async () => {
	const headers = keyed();
	for (const { id } of [await api.begun(), await api.begun()]) {
		assert.equal((await api.post(`/v1/sessions/${id}/moves`, draw, { headers })).body.id, id);
	}
});

test('an error response is repeated, too', async () => {
	const { id } = await api.begun();
	const headers = keyed();
	const wrong = { text: SEED_LINE.replace('8D', '8H'), headers };
	const post = () => api.send('POST', `/v1/sessions/${id}/snapshots?typed=true`, wrong);
	const first = await post();
	assert.equal(first.status, 409);
	same(first, await post());
});

test('concurrent requests with one key are applied once', async () => {
	const { id, version } = await api.begun();
	const headers = keyed();
	const answers = await Promise.all(Array.from({ length: 12 }, () => api.post(`/v1/sessions/${id}/moves`, draw, { headers })));
	const done = answers.filter(({ status }) => status === 200);
	assert.ok(done.length >= 1);
	assert.equal(new Set(done.map(({ text }) => text)).size, 1);
	answers.filter(({ status }) => status !== 200).forEach((answer) => assertProblem(answer, 409, 'request_in_progress'));
	assert.equal((await api.session(id)).body.version, version + 1);
});

test('a retry after a lost connection is not applied twice', async () => {
	const { id, version } = await api.begun();
	const headers = keyed();
	const path = `/v1/sessions/${id}/moves`;
	await new Promise((resolve) => {
		const body = JSON.stringify(draw);
		const lost = http.request(api.url(path), { method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length } });
		lost.on('error', resolve);
		lost.on('close', resolve);
		lost.end(body, () => lost.destroy());
	});
	let again;
	do {
		again = await api.post(path, draw, { headers });
	} while (again.body.code === 'request_in_progress');
	assert.ok(again.status === 200 || again.body.code === 'response_unavailable', again.text);
	assert.equal((await api.session(id)).body.version, version + 1);
});

test('an invalid key is rejected', async () => {
	const { id } = await api.begun();
	for (const key of ['', 'x'.repeat(256), 'ø']) {
		const answer = await api.post(`/v1/sessions/${id}/moves`, draw, { headers: keyed(key) });
		assertProblem(answer, 400, 'invalid_idempotency_key', 'Idempotency-Key');
	}
});

test('the oldest stored responses are evicted beyond the limit', async () => {
	const { id } = await api.begun();
	const headers = keyed('the oldest');
	const wrong = { headers, text: '{' };
	const post = (options) => api.send('POST', `/v1/sessions/${id}/snapshots`, options);
	await post(wrong);
	assertProblem(await post({ headers, text: '[' }), 422, 'idempotency_key_reused', 'Idempotency-Key');
	for (let sent = 0; sent < 4096; sent += 32) {
		await Promise.all(Array.from({ length: 32 }, () => post({ headers: keyed(), text: '{' })));
	}
	assertProblem(await post({ headers, text: '[' }), 400, 'invalid_slot_count');
});

test('simulations: one key starts one run, and none with another body', async () => {
	const headers = keyed();
	const fields = { game: 'take-away', games: 5, seed: 1 };
	const first = await api.send('POST', '/v1/simulations', { json: fields, headers });
	assert.equal(first.status, 202, first.text);
	same(first, await api.send('POST', '/v1/simulations', { json: fields, headers }));
	assertProblem(await api.send('POST', '/v1/simulations', { json: { ...fields, games: 6 }, headers }), 422, 'idempotency_key_reused', 'Idempotency-Key');
	assert.equal((await api.get('/v1/simulations')).body.simulations.length, 1);
});
