// Responses under overload or with a failing store: retry later, and
// nothing was changed.

import assert from 'node:assert/strict';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { Api, assertProblem, SEED_LINE } from './api.mjs';
import { request } from './client.mjs';
import { pathOf, spoil, startDaemon, temporaryStore } from './daemon.mjs';
import { FORMS, refusedWebsocket } from './listeners.mjs';
import { until } from './runs.mjs';
import { Slow } from './slow.mjs';

function assertLater(answer, status, code) {
	assertProblem(answer, status, code);
	assert.ok(Number(answer.headers['retry-after']) >= 1);
}

/** Every change of session `id` that the contract has, by its name. */
const changesOf = (api, id) => Object.entries({
	snapshots: () => api.line(id, SEED_LINE.replace('KS', '2C')),
	moves: () => api.move(id, { kind: 'draw', revealed: '2C' }),
	corrections: () => api.correct(id, { position: 11, card: '2C' }),
	undo: () => api.undo(id, { steps: 1 }),
	PATCH: () => api.patch(id, { name: 'a' }),
	DELETE: () => api.remove(id),
	POST: () => api.post('/v1/sessions', { game: 'klondike' }),
});

// ---- Too many changes ---------------------------------------------------------------------------

const limitedApi = new Api(await startDaemon(after, {
	store: temporaryStore(after), args: ['--max-queued-changes', '1'],
}));

/** Sends a change among eleven others at once, where only one may wait. */
async function changeAmongMany(name) {
	const { id } = await limitedApi.begun();
	const changes = Object.fromEntries(changesOf(limitedApi, id));
	const others = Array.from({ length: 11 }, (_, count) => limitedApi.patch(id, { name: `name ${count}` }));
	return { id, last: await changes[name](), others: await Promise.all(others) };
}

for (const name of ['snapshots', 'moves', 'corrections', 'undo', 'PATCH', 'DELETE']) {
	test(`${name}: one among many concurrent changes gets 429 and changes nothing`, async () => {
		let result;
		for (let tries = 0; tries < 50 && result?.last.status !== 429; tries++) {
			result = await changeAmongMany(name);
		}
		const { id, last, others } = result;
		assertLater(last, 429, 'too_many_changes');
		const accepted = others.filter(({ status }) => status === 200).length;
		others.filter(({ status }) => status !== 200)
			.forEach((answer) => assertLater(answer, 429, 'too_many_changes'));
		assert.equal((await limitedApi.session(id)).body.version, 1 + accepted);
	});
}

// ---- Too many sessions --------------------------------------------------------------------------

test('no session is created beyond max_sessions, also after a restart, until one is deleted', async (t) => {
	const daemon = await startDaemon(t.after.bind(t), {
		store: temporaryStore(t.after.bind(t)), args: ['--max-sessions', '3'],
	});
	const api = new Api(daemon);
	const answers = await Promise.all(Array.from({ length: 8 }, () => api.post('/v1/sessions', { game: 'klondike' })));
	const begun = answers.filter(({ status }) => status === 201);
	assert.equal(begun.length, 3);
	answers.filter(({ status }) => status !== 201).forEach((answer) => assertLater(answer, 429, 'too_many_sessions'));
	await daemon.stop();
	await daemon.start();
	assertLater(await api.post('/v1/sessions', { game: 'klondike' }), 429, 'too_many_sessions');
	assert.equal((await api.line(begun[0].body.id, SEED_LINE)).status, 200, 'those that there are can be played');
	assert.equal((await api.remove(begun[0].body.id)).status, 204);
	assert.equal((await api.post('/v1/sessions', { game: 'klondike' })).status, 201);
});

// ---- Too many connections -----------------------------------------------------------------------

test('connections that never finish a request block no client, and are closed in time', async () => {
	const args = ['--max-connections', '200', '--header-timeout-s', '2'];
	const daemon = await startDaemon(after, { args });
	const slow = new Slow(daemon.port, 400);
	await slow.opened;
	for (let asked = 0; asked < 100; asked++) {
		// A connection of its own for each, as a new client has.
		assert.equal((await request(`${daemon.url}/v1/games`, { agent: false })).status, 200);
	}
	await until(() => slow.closed === 400, 'closing all of them');
	slow.end();
});

// ---- Too many listeners -------------------------------------------------------------------------

test('subscribers and long polls beyond the limit get 503 with Retry-After', async () => {
	const api = new Api(await startDaemon(after, { args: ['--max-subscribers', '2'] }));
	const [{ id }, other, third] = [await api.begun(), await api.begun(), await api.begun()];
	const joined = [await FORMS.ndjson(api, id), await FORMS.websocket(api, other.id)];
	const path = `/v1/sessions/${third.id}/events`;
	assertLater(await api.get(path), 503, 'too_many_subscribers');
	assertLater(await refusedWebsocket(api, path), 503, 'too_many_subscribers');
	assertLater(await api.session(third.id, '?after=1&wait_s=5'), 503, 'too_many_subscribers');
	assert.equal((await api.session(id)).status, 200);
	joined.forEach((messages) => messages.close());
});

// ---- A store that fails -------------------------------------------------------------------------

// Files of this size hold a few changes.
const ROOM_BYTES = 150 * 1024;

/** Changes the session until the store takes no more; gives the last version that was acknowledged. */
async function fill(api, id) {
	for (let version = 1; ; version++) {
		const answer = await api.patch(id, { name: `name ${version}` });
		if (answer.status !== 200) {
			assertLater(answer, 503, 'store_unavailable');
			return version;
		}
	}
}

test('with a full disk no change is acknowledged, reads are served, and no change is lost', async () => {
	const daemon = await startDaemon(after, { store: temporaryStore(after) });
	const api = new Api(daemon);
	const { id } = await api.begun();
	daemon.limitFiles(ROOM_BYTES);
	const version = await fill(api, id);
	daemon.limitFiles(1); // a change that takes fewer pages than the last one would find room
	const before = (await api.session(id)).body;
	assert.equal(before.version, version);
	assertLater(await api.get('/readyz'), 503, 'not_ready');
	assert.equal((await api.get('/readyz?ignore=store')).status, 200, 'for a load balancer');
	assert.equal((await api.get('/readyz?ignore=everything')).status, 400);
	assert.equal((await api.get('/livez')).status, 200);
	for (const [name, change] of changesOf(api, id)) {
		const answer = await change();
		assert.equal(answer.status, 503, `${name}: ${answer.text}`);
		assertLater(answer, 503, 'store_unavailable');
	}
	assert.deepEqual((await api.session(id)).body, before);
	await daemon.stop();
	await daemon.restart();
	assert.equal((await api.session(id)).body.version, version);
	assert.equal((await api.line(id, SEED_LINE.replace('KS', '2C'))).body.version, version + 1);
});

/** Every change is rejected as such; reads are served. */
async function assertNothingIsStored(api, id) {
	const before = (await api.session(id)).body;
	for (const [name, change] of changesOf(api, id)) {
		const answer = await change();
		assert.equal(answer.status, 503, `${name}: ${answer.text}`);
		assertLater(answer, 503, 'store_unavailable');
	}
	assertLater(await api.get('/readyz'), 503, 'not_ready');
	assert.equal((await api.get('/livez')).status, 200);
	assert.deepEqual((await api.session(id)).body, before);
	assert.equal((await api.get('/v1/sessions')).status, 200);
}

test('changes are rejected while the store is moved away, and accepted when it is back', async () => {
	const daemon = await startDaemon(after, { store: temporaryStore(after) });
	const api = new Api(daemon);
	const path = pathOf(daemon.store);
	const { id, version } = await api.begun();
	renameSync(path, `${path}.away`);
	await assertNothingIsStored(api, id);
	copyFileSync(`${path}.away`, path); // another file, whatever is in it
	await assertNothingIsStored(api, id);
	renameSync(`${path}.away`, path);
	await until(async () => (await api.get('/readyz')).status === 200, 'the store');
	assert.match(daemon.output, /the database was removed, moved or replaced/);
	assert.equal((await api.line(id, SEED_LINE.replace('KS', '2C'))).body.version, version + 1);
	await daemon.kill();
	await daemon.restart();
	assert.equal((await api.session(id)).body.version, version + 1);
});

test('without its write-ahead log the store accepts no change, and acknowledged changes are kept over kill -9', async () => {
	const daemon = await startDaemon(after, { store: temporaryStore(after) });
	const api = new Api(daemon);
	const { id, version } = await api.begun();
	rmSync(`${pathOf(daemon.store)}-wal`);
	await assertNothingIsStored(api, id);
	await daemon.kill();
	await daemon.restart();
	assert.equal((await api.session(id)).body.version, version);
	assert.equal((await api.patch(id, { name: 'again' })).status, 200);
});

test('every response reports a store that cannot be read, and the daemon keeps running', async () => {
	const daemon = await startDaemon(after, { store: temporaryStore(after) });
	const api = new Api(daemon);
	const { id } = await api.begun();
	await daemon.stop();
	await daemon.restart();
	spoil(daemon.store);
	const reads = ['', '/advice', '/history', '/review', '/events'].map((path) => `/v1/sessions/${id}${path}`);
	for (const path of [...reads, '/v1/sessions']) {
		assertLater(await api.get(path), 503, 'store_unavailable');
	}
	for (const [name, change] of changesOf(api, id).filter(([name]) => name !== 'POST')) {
		const answer = await change();
		assert.equal(answer.status, 503, `${name}: ${answer.text}`);
		assertLater(answer, 503, 'store_unavailable');
	}
	assert.equal((await api.get('/livez')).status, 200);
});
