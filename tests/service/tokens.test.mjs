// The tokens of a table, and the administrator's, while the daemon runs: renewed, revoked, and the connections opened with them.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { WebSocket } from 'ws';
import { Api, assertProblem, SEED_LINE } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { until } from './runs.mjs';

const ADMIN = 'the-administrator-of-the-tests';
const NEXT = 'the-next-administrator-of-tests';
const TOKEN = /^mk[cpo]_[\w-]{32}$/;
const SOON_MS = 1000; // within which connections of a revoked token end

const bearer = (token) => ({ authorization: `Bearer ${token}` });
const folder = mkdtempSync(join(tmpdir(), 'makker-tokens-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'admin-token');
writeFileSync(file, `${ADMIN}\n`, { mode: 0o600 });
const guarded = ['--auth', 'token', '--admin-token-file', file];
const daemon = await startDaemon(after, { store: temporaryStore(after), args: guarded });
const api = new Api(daemon);

async function table(at = api) {
	const { status, body } = await at.post('/v1/sessions', { game: 'klondike', strategy: 'heuristic' }, { headers: bearer(ADMIN) });
	assert.equal(status, 201);
	return body;
}

const change = (id, token, body, headers = {}, at = api) =>
	at.post(`/v1/sessions/${id}/tokens`, body, { headers: { ...bearer(token), ...headers } });
const read = (id, token, at = api) => at.get(`/v1/sessions/${id}`, { headers: bearer(token) });
const snapshot = (id, token, at = api) =>
	at.send('POST', `/v1/sessions/${id}/snapshots?wait=false`, { text: SEED_LINE, headers: bearer(token) });

/** A websocket that has its first message; `ended` resolves with its code and after how long. */
async function websocket(path, token) {
	const socket = new WebSocket(`${daemon.url.replace('http', 'ws')}${path}`, ['makker', `makker.bearer.${token}`]);
	after(() => socket.terminate());
	const seen = { messages: 0 };
	socket.on('message', () => { seen.messages++; });
	seen.ended = new Promise((resolve) => { socket.on('close', (code) => resolve({ code, at: Date.now() })); });
	await until(() => seen.messages > 0, 'the first message');
	return seen;
}

/** A stream of server-sent events that has begun. */
async function stream(path, token) {
	const answer = await fetch(`${daemon.url}${path}`, { headers: { ...bearer(token), accept: 'text/event-stream' } });
	assert.equal(answer.status, 200);
	const reader = answer.body.getReader();
	await reader.read();
	const ended = (async () => {
		while (!(await reader.read()).done) { /* more messages */ }
		return { at: Date.now() };
	})();
	return { ended };
}

async function endsSoon(opened, since) {
	const { code, at } = await opened.ended;
	assert.ok(at - since < SOON_MS, `after ${at - since} ms`);
	return code;
}

// ---- a table's tokens ---------------------------------------------------------------------------

for (const by of ['owner', 'the administrator']) {
	test(`a token that ${by} renews is valid at once, and the old one is not`, async () => {
		const { id, tokens } = await table();
		const { status, headers, body } = await change(id, by === 'owner' ? tokens.owner : ADMIN, { renew: ['camera', 'companion'] });
		assert.equal(status, 200);
		assert.equal(headers['cache-control'], 'no-store');
		assert.deepEqual(Object.keys(body.tokens).sort(), ['camera', 'companion']);
		assert.match(body.tokens.camera, TOKEN);
		assertProblem(await read(id, tokens.companion), 401, 'invalid_token');
		assertProblem(await snapshot(id, tokens.camera), 401, 'invalid_token');
		assert.equal((await read(id, body.tokens.companion)).status, 200);
		assert.equal((await snapshot(id, body.tokens.camera)).status, 200);
		assert.equal((await read(id, tokens.owner)).status, 200);
		assert.equal('tokens' in (await read(id, tokens.owner)).body, false);
	});
}

test('a role that is revoked has no token until it gets a new one', async () => {
	const { id, tokens } = await table();
	const { body } = await change(id, tokens.owner, { revoke: ['companion'] });
	assert.equal('tokens' in body, false);
	assertProblem(await read(id, tokens.companion), 401, 'invalid_token');
	assert.equal((await snapshot(id, tokens.camera)).status, 200);
	const again = await change(id, tokens.owner, { renew: ['companion'] });
	assert.equal((await read(id, again.body.tokens.companion)).status, 200);
	assertProblem(await read(id, tokens.companion), 401, 'invalid_token');
});

test('an owner can renew the owner\'s token and continue with the new one', async () => {
	const { id, tokens } = await table();
	const { body } = await change(id, tokens.owner, { renew: ['owner'] });
	assertProblem(await change(id, tokens.owner, { renew: ['owner'] }), 401, 'invalid_token');
	assert.equal((await change(id, body.tokens.owner, { revoke: ['camera'] })).status, 200);
});

test('a duplicate role in one list is rejected with its place, and no token is renewed', async () => {
	const { id, tokens } = await table();

	assertProblem(await change(id, tokens.owner, { renew: ['camera', 'owner', 'camera'] }), 400, 'invalid_value', '/renew/2');
	assertProblem(await change(id, tokens.owner, { renew: ['owner'], revoke: ['camera', 'camera'] }), 400, 'invalid_value', '/revoke/1');
	assert.equal((await read(id, tokens.owner)).status, 200);
	assert.equal((await snapshot(id, tokens.camera)).status, 200);
});

test('new tokens and revocations are kept over a restart', async () => {
	const { id, tokens } = await table();
	const { body } = await change(id, ADMIN, { renew: ['camera', 'owner'], revoke: ['companion'] });
	for (const ending of ['kill', 'stop']) {
		await daemon[ending]();
		await daemon.restart();
		assert.equal((await read(id, body.tokens.owner)).status, 200);
		assert.equal((await snapshot(id, body.tokens.camera)).status, 200);
		for (const old of [tokens.owner, tokens.companion]) {
			assertProblem(await read(id, old), 401, 'invalid_token');
		}
		assertProblem(await snapshot(id, tokens.camera), 401, 'invalid_token');
	}
});

test('renewing tokens during moves does not change the table', async () => {
	const { id, tokens } = await table();
	await snapshot(id, tokens.camera);
	const before = (await read(id, tokens.owner)).body;
	const { body } = await change(id, tokens.owner, { renew: ['camera'] });
	assert.equal(body.version, before.version + 1);
	assert.deepEqual(body.table, before.table);
	const { body: page } = await api.get(`/v1/sessions/${id}/history`, { headers: bearer(tokens.owner) });
	assert.deepEqual(page.events.map((event) => event.kind), ['snapshot', 'change']);
	const undone = await api.post(`/v1/sessions/${id}/undo`, { steps: 1 }, { headers: bearer(tokens.owner) });
	assert.equal(undone.status, 200);
	assertProblem(await snapshot(id, tokens.camera), 401, 'invalid_token'); // an undo brings no token back
});

test('a repeated renewal with its key returns the same tokens', async () => {
	const { id, tokens } = await table();
	const key = { 'idempotency-key': 'renewal' };
	const first = await change(id, tokens.owner, { renew: ['camera'] }, key);
	const second = await change(id, tokens.owner, { renew: ['camera'] }, key);
	assert.deepEqual(second.body, first.body);
	assert.equal(second.headers['cache-control'], 'no-store');
	assert.equal((await snapshot(id, first.body.tokens.camera)).status, 200);
});

test('a renewal can have an If-Match version', async () => {
	const { id, tokens } = await table();
	const { headers } = await read(id, tokens.owner);
	assert.equal((await change(id, tokens.owner, { renew: ['camera'] }, { 'if-match': headers.etag })).status, 200);
	assertProblem(await change(id, tokens.owner, { renew: ['camera'] }, { 'if-match': headers.etag }), 412, 'version_mismatch');
});

for (const [what, body, pointer] of [
	['no role', {}, ''], ['empty lists', { renew: [], revoke: [] }, ''],
	['a role that there is not', { renew: ['camera', 'admin'] }, '/renew/1'], ['a role that is no text', { revoke: [7] }, '/revoke/0'],
	['a role instead of a list', { renew: 'camera' }, '/renew'], ['both for one role', { renew: ['camera'], revoke: ['camera'] }, '/revoke'],
	['a member that there is not', { renew: ['camera'], roles: [] }, '/roles'],
]) {
	test(`${what}: 400 with its place, without effect`, async () => {
		const { id, tokens } = await table();
		const answer = await change(id, tokens.owner, body);
		assert.equal(answer.status, 400, answer.text);
		assert.equal(answer.body.errors[0]?.pointer ?? '', pointer);
		assert.equal((await read(id, tokens.owner)).body.version, 0);
		assert.equal((await snapshot(id, tokens.camera)).status, 200);
	});
}

test('a renewal that cannot be stored leaves the old token valid', async (t) => {
	const full = await startDaemon((end) => t.after(end), { store: temporaryStore((end) => t.after(end)), args: guarded });
	const there = new Api(full);
	const { id, tokens } = await table(there);
	full.limitFiles(1);
	assertProblem(await change(id, tokens.owner, { renew: ['companion'] }, {}, there), 503, 'store_unavailable');
	assert.equal((await read(id, tokens.companion, there)).status, 200);
	assert.doesNotMatch(full.log, /tokens changed/);
});

test('an unknown strategy parameter changes no token', async () => {
	const { id, tokens } = await table();
	const answer = await api.post(`/v1/sessions/${id}/tokens?strategy=none`, { renew: ['camera'] }, { headers: bearer(tokens.owner) });
	assertProblem(answer, 422, 'unknown_strategy');
	assert.equal((await snapshot(id, tokens.camera)).status, 200);
});

test('without tokens there are none to renew', async (t) => {
	const open = new Api(await startDaemon((end) => t.after(end)));
	const { id } = await open.create();
	assertProblem(await open.post(`/v1/sessions/${id}/tokens`, { renew: ['camera'] }), 409, 'no_tokens');
});

test('a table created without tokens gets them where they are required', async (t) => {
	const store = temporaryStore((end) => t.after(end));
	const open = await startDaemon((end) => t.after(end), { store });
	const { id } = await new Api(open).create();
	await open.stop();
	open.args = guarded;
	await open.restart();
	const wanting = new Api(open);
	const { body } = await change(id, ADMIN, { renew: ['owner'] }, {}, wanting);
	assert.equal((await read(id, body.tokens.owner, wanting)).status, 200);
	assertProblem(await snapshot(id, 'mkc_00000000000000000000000000000000', wanting), 401, 'invalid_token');
});

test('the log has a line for each change of tokens, without a token', async () => {
	const { id, tokens } = await table();
	const { headers, body } = await change(id, tokens.owner, { renew: ['camera', 'owner'], revoke: ['companion'] });
	const line = new RegExp(`tokens changed.* request_id=${headers['x-request-id']} session=${id} by=owner renewed="camera owner" revoked=companion`);
	await until(() => line.test(daemon.log), 'the line');
	for (const token of [...Object.values(tokens), ...Object.values(body.tokens)]) {
		assert.ok(!daemon.log.includes(token));
	}
});

// ---- Connections opened with them ------------------------------------------------------------------

test('websockets, streams and long polls of a revoked token end within a second, others continue', async () => {
	const { id, tokens } = await table();
	const path = `/v1/sessions/${id}/events`;
	const socket = await websocket(path, tokens.companion);
	const events = await stream(path, tokens.companion);
	const poll = api.get(`/v1/sessions/${id}?after=0&wait_s=30`, { headers: bearer(tokens.companion) })
		.then((answer) => ({ answer, at: Date.now() }));
	const owner = await websocket(path, tokens.owner);
	const admin = await websocket(path, ADMIN);
	const since = Date.now();
	const { body } = await change(id, tokens.owner, { renew: ['companion'] });
	assert.equal(await endsSoon(socket, since), 1008);
	await endsSoon(events, since);
	const { answer, at } = await poll;
	assertProblem(answer, 401, 'invalid_token');
	assert.ok(at - since < SOON_MS);
	const before = [owner.messages, admin.messages];
	await snapshot(id, tokens.camera);
	await until(() => owner.messages > before[0] && admin.messages > before[1], 'messages to the others');
	assert.equal((await websocket(path, body.tokens.companion)).messages > 0, true);
});

test('the administrator\'s streams end when the token is gone from its file', async () => {
	const { id, tokens } = await table();
	const path = `/v1/sessions/${id}/events`;
	writeFileSync(file, `${ADMIN}\n${NEXT}\n`, { mode: 0o600 });
	const reload = async () => {
		const count = () => daemon.log.split('configuration reloaded').length;
		const before = count();
		daemon.child.kill('SIGHUP');
		await until(() => count() > before, 'the reload');
	};
	await reload();
	const { body: simulation } = await api.post('/v1/simulations', { game: 'klondike', games: 100_000 }, { headers: bearer(ADMIN) });
	const old = await websocket(path, ADMIN);
	const run = await stream(`/v1/simulations/${simulation.id}/events`, ADMIN);
	const next = await websocket(path, NEXT);
	const owner = await websocket(path, tokens.owner);
	writeFileSync(file, `${NEXT}\n`, { mode: 0o600 });
	const since = Date.now();
	await reload();
	assert.equal(await endsSoon(old, since), 1008);
	await endsSoon(run, since);
	assertProblem(await read(id, ADMIN), 401, 'invalid_token');
	const before = [owner.messages, next.messages];
	await snapshot(id, tokens.camera);
	await until(() => owner.messages > before[0] && next.messages > before[1], 'messages to the others');
	await api.send('DELETE', `/v1/simulations/${simulation.id}`, { headers: bearer(NEXT) });
});

// ---- /metrics -----------------------------------------------------------------------------------

for (const auth of ['off', 'token']) {
	test(`/metrics has tokens of its own (auth = ${auth}), which are renewed like the administrator's`, async (t) => {
		const own = join(folder, `metrics-${auth}`);
		const admin = 'the-administrator-beside-metrics';
		writeFileSync(own, 'the-first-token-of-metrics\n', { mode: 0o600 });
		const other = await startDaemon((end) => t.after(end), {
			args: ['--auth', auth, '--metrics-token-file', own, ...(auth === 'token' ? ['--admin-token', admin] : [])],
		});
		const there = new Api(other);
		const figures = (token) => there.get('/metrics', { headers: token ? bearer(token) : {} });
		const reload = async () => {
			const from = other.log.length;
			other.child.kill('SIGHUP');
			await until(() => other.log.slice(from).includes('configuration reloaded'), 'the reload');
			return other.log.slice(from);
		};
		assertProblem(await figures(), 401, 'token_required');
		assertProblem(await figures('the-second-token-of-metrics'), 401, 'invalid_token');
		assert.equal((await figures('the-first-token-of-metrics')).status, 200);
		assert.equal((await figures(admin)).status, auth === 'token' ? 200 : 401);
		assert.equal((await there.get('/readyz')).status, 200);
		if (auth === 'token') {
			assertProblem(await there.get('/v1/sessions', { headers: bearer('the-first-token-of-metrics') }), 401, 'invalid_token');
			const { body } = await there.post('/v1/sessions', { game: 'klondike' }, { headers: bearer(admin) });
			assertProblem(await figures(body.tokens.owner), 403, 'insufficient_scope');
		}
		writeFileSync(own, 'the-first-token-of-metrics\nthe-second-token-of-metrics\n', { mode: 0o600 });
		assert.match(await reload(), /tokens changed.* of=\/metrics valid=2/);
		writeFileSync(own, 'the-second-token-of-metrics\n', { mode: 0o600 });
		assert.match(await reload(), /tokens changed.* of=\/metrics valid=1/);
		assertProblem(await figures('the-first-token-of-metrics'), 401, 'invalid_token');
		assert.equal((await figures('the-second-token-of-metrics')).status, 200);
		assert.doesNotMatch(other.log, /token-of-metrics/);
	});
}
