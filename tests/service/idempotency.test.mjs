// Idempotency-Key over kill -9 and a restart: a request is never applied twice, and
// gets the first response again. MAKKER_AGAIN sets how often it is killed in the middle.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, assertProblem, SEED_LINE } from './api.mjs';
import { Daemon, pathOf, startDaemon, temporaryStore } from './daemon.mjs';
import { DRAW, keyed, POSTS, same, settle, WISH } from './keys.mjs';
import { randomFrom } from './random.mjs';

const KILLS = Number(process.env.MAKKER_AGAIN ?? 25);
const ADMIN = 'the-administrator-of-this-test';
const random = randomFrom(8);

const daemon = await startDaemon(after, { store: temporaryStore(after) });
const api = new Api(daemon);

async function restart(of = daemon, before = () => {}) {
	await of.kill();
	before();
	await of.restart();
}

const sql = (statement, of = daemon) => execFileSync('sqlite3', [pathOf(of.store), statement], { encoding: 'utf8' }).trim();
const loseAnswers = () => sql('UPDATE once SET answer = NULL');

const ALL = { ...POSTS, 'moves in a line of text': ['/moves', { json: DRAW, headers: { accept: 'text/plain' } }] };

/** A table, and a way to send it one of the POSTs, each time the same. */
async function asked(name) {
	const { id, version } = await api.begun();
	const [path, { headers, ...body }] = ALL[name];
	const all = keyed(headers);
	return { id, version, send: () => api.send('POST', `/v1/sessions/${id}${path}`, { ...body, headers: all }) };
}

for (const name of Object.keys(ALL)) {
	test(`${name}: the same response after kill -9, also after further changes`, async () => {
		const { id, version, send } = await asked(name);
		const first = await send();
		assert.equal(first.status, 200, first.text);
		await settle(api);
		await restart();
		same(first, await send());
		assert.equal((await api.session(id)).body.version, version + 1);
		await api.patch(id, { name: 'gone on' });
		await restart();
		same(first, await send());
		assert.equal((await api.session(id)).body.version, version + 2);
	});

	test(`${name}: without a stored response the answer is the present table or 409`, async () => {
		const { id, version, send } = await asked(name);
		const first = await send();
		await settle(api);
		await restart(daemon, loseAnswers);
		const again = await send();
		assert.equal(again.status, 200, again.text);
		assert.equal(again.headers.etag, first.headers.etag);
		assert.equal(again.headers['content-type'], first.headers['content-type']);
		if (again.body) {
			assert.equal(again.body.version, version + 1);
			assert.deepEqual(again.body.table, first.body.table);
		}
		await settle(api);
		await restart();
		same(again, await send());
		await api.patch(id, { name: 'gone on' });
		await restart(daemon, loseAnswers);
		const lostResponse = await send();
		assert.equal(lostResponse.status, 409, lostResponse.text);
		assert.equal(lostResponse.headers.location, `/v1/sessions/${id}`);
		assert.match(lostResponse.text, new RegExp(`version ${version + 1} of /v1/sessions/${id}`));
		if (lostResponse.body) {
			assertProblem(lostResponse, 409, 'response_unavailable');
		}
		assert.equal((await api.session(id)).body.version, version + 2);
	});
}

test('a table is created once, whatever was lost', async () => {
	const headers = keyed();
	const send = () => api.post('/v1/sessions', { ...WISH, name: 'once' }, { headers });
	const first = await send();
	assert.equal(first.status, 201);
	await settle(api);
	await restart();
	same(first, await send());
	await restart(daemon, loseAnswers);
	const again = await send();
	assert.equal(again.status, 201, again.text);
	assert.equal(again.body.id, first.body.id);
	assert.equal(again.headers.location, first.headers.location);
	await api.remove(first.body.id);
	await restart(daemon, loseAnswers);
	assertProblem(await send(), 409, 'response_unavailable');
	assert.equal(sql("SELECT count(*) FROM session WHERE name = 'once'"), '0');
});

test('a table in progress is created once', async () => {
	const { table } = await api.begun();
	const headers = keyed();
	const send = () => api.post('/v1/sessions', { ...WISH, name: 'in progress', table }, { headers });
	const first = await send();
	assert.equal(first.status, 201, first.text);
	assert.equal(first.body.version, 1);
	await settle(api);
	await restart();
	same(first, await send());
	await restart(daemon, loseAnswers);
	assert.equal((await send()).body.id, first.body.id);
	// Killed between its two steps: the session exists without its table.
	await restart(daemon, () => sql(`UPDATE once SET answer = NULL; DELETE FROM event WHERE session =
		(SELECT number FROM session WHERE id = '${first.body.id}'); UPDATE session SET version = 0 WHERE id = '${first.body.id}'`));
	assertProblem(await send(), 409, 'response_unavailable');
	assert.equal(sql("SELECT count(*) FROM session WHERE name = 'in progress'"), '1');
});

test('a simulation is started once', async () => {
	const headers = keyed();
	const send = () => api.post('/v1/simulations', { game: 'take-away', games: 5, seed: 3 }, { headers });
	const first = await send();
	assert.equal(first.status, 202, first.text);
	await settle(api);
	await restart();
	same(first, await send());
	await restart(daemon, loseAnswers);
	const again = await send();
	assert.equal(again.status, 202, again.text);
	assert.equal(again.headers.location, first.headers.location);
	assert.equal(sql('SELECT count(*) FROM simulation'), '1');
});

test('a request without effect has none when repeated and returns the present table; a rejection is evaluated again', async () => {
	const { id } = await api.begun();
	const headers = keyed();
	const unchanged = () => api.send('POST', `/v1/sessions/${id}/snapshots?wait=false&typed=true`, { text: SEED_LINE, headers });
	const first = await unchanged();
	assert.equal(first.body.observed.explanation, 'unchanged');
	const refused = keyed();
	const draw = () => api.post(`/v1/sessions/${id}/undo`, { steps: 2 }, { headers: refused });
	assertProblem(await draw(), 409, 'nothing_to_undo');
	await api.move(id, DRAW);
	assertProblem(await draw(), 409, 'nothing_to_undo');
	same(first, await unchanged());
	const { body: present } = await api.move(id, { kind: 'draw', revealed: '3C' });
	await restart();
	const again = await unchanged();
	assert.equal(again.status, 200);
	assert.equal(again.body.version, present.version);
	assert.deepEqual(again.body.table, present.table, 'the first picture is not learned from again');
	assert.equal((await draw()).status, 200);
});

test('another body, another path and another key are different requests', async () => {
	const { id, version } = await api.begun();
	const headers = keyed();
	await api.move(id, DRAW, { headers });
	await restart();
	assertProblem(await api.move(id, { ...DRAW, revealed: '3C' }, { headers }), 422, 'idempotency_key_reused');
	assertProblem(await api.move(id, { ...DRAW, revealed: '3C' }, { headers }), 422, 'idempotency_key_reused');
	assert.equal((await api.move(id, DRAW, { headers })).body.version, version + 1);
	assert.equal((await api.undo(id, { steps: 1 }, { headers })).body.version, version + 2);
	assert.equal((await api.move(id, DRAW, { headers: keyed() })).body.version, version + 3);
});

test('a key expires after a day', async () => {
	const { id, version } = await api.begun();
	const headers = keyed();
	await api.move(id, DRAW, { headers });
	await settle(api);
	const age = (ms) => restart(daemon, () => sql(`UPDATE once SET at_ms = at_ms - ${ms}`));
	await age(23.9 * 3600 * 1000);
	assert.equal((await api.move(id, DRAW, { headers })).body.version, version + 1);
	await settle(api);
	await age(0.2 * 3600 * 1000);
	assert.equal((await api.undo(id, { steps: 1 })).body.version, version + 2);
	assert.equal((await api.move(id, DRAW, { headers })).body.version, version + 3);
	await settle(api);
	await restart();
	assert.equal((await api.move(id, DRAW, { headers })).body.version, version + 3);
});

test('a request is not applied while the store cannot be read', async () => {
	const other = await startDaemon(after, { store: temporaryStore(after) });
	const { id, version } = await new Api(other).begun();
	const headers = keyed();
	sql('ALTER TABLE once RENAME TO gone', other);
	const refused = await new Api(other).move(id, DRAW, { headers });
	assertProblem(refused, 503, 'store_unavailable');
	assert.ok(refused.headers['retry-after']);
	assert.equal((await new Api(other).session(id)).body.version, version);
	sql('ALTER TABLE gone RENAME TO once', other);
	assert.equal((await new Api(other).move(id, DRAW, { headers })).body.version, version + 1);
});

// ---- tokens ----

const bearer = (token) => ({ authorization: `Bearer ${token}` });

test('new tokens are returned again for the same token and key, and are nowhere in the store', async () => {
	const guarded = await startDaemon(after, { store: temporaryStore(after), args: ['--auth', 'token', '--admin-token', ADMIN] });
	const its = new Api(guarded);
	const headers = keyed(bearer(ADMIN));
	const send = () => its.post('/v1/sessions', WISH, { headers });
	const first = await send();
	assert.equal(first.status, 201, first.text);
	await settle(its, { headers: bearer(ADMIN) });
	await restart(guarded);
	same(first, await send());
	assert.equal((await its.session(first.body.id)).status, 401);
	assert.equal((await its.get(`/v1/sessions/${first.body.id}`, { headers: bearer(first.body.tokens.owner) })).status, 200);

	const move = (token) => its.move(first.body.id, { kind: 'draw', revealed: '2C' }, { headers: { ...headers, ...bearer(token) } });
	assertProblem(await move('mkc_00000000000000000000000000000000'), 401, 'invalid_token');
	await restart(guarded, () => sql('UPDATE once SET answer = NULL', guarded));
	const lostResponse = await send();
	assertProblem(lostResponse, 409, 'response_unavailable');
	assert.equal(lostResponse.headers.location, first.headers.location);
	assert.equal(sql('SELECT count(*) FROM session WHERE name IS NULL', guarded), '1');

	const fresh = await its.post('/v1/sessions', WISH, { headers: keyed(bearer(ADMIN)) });
	await settle(its, { headers: bearer(ADMIN) });
	const files = ['', '-wal'].map((end) => pathOf(guarded.store) + end).filter((path) => existsSync(path));
	for (const file of files) {
		const bytes = readFileSync(file);
		for (const secret of [ADMIN, ...Object.values(first.body.tokens), ...Object.values(fresh.body.tokens), 'key-']) {
			assert.ok(!bytes.includes(secret), `${file} has a secret`);
		}
	}
	assert.ok(!Object.values(fresh.body.tokens).some((secret) => guarded.log.includes(secret)));
});

// ---- killed in the middle ----

/** Sends a POST and does not wait for the answer. */
function throwAway(on, path, json, headers) {
	return new Promise((resolve) => {
		const body = JSON.stringify(json);
		const lost = http.request(on.url(path), { method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length } });
		lost.on('error', resolve);
		lost.on('close', resolve);
		lost.on('response', (answer) => answer.resume());
		lost.end(body);
	});
}

/** Posts until the response is final, as a camera does. */
async function insist(post) {
	for (;;) {
		const answer = await post();
		if (![503, 429].includes(answer.status) && answer.body?.code !== 'request_in_progress') {
			return answer;
		}
		await sleep(5);
	}
}

test(`killed ${KILLS} times with moves, tables and simulations under way: each is applied once`, async (t) => {
	const victim = new Daemon({ store: temporaryStore(after) });
	await victim.start();
	const its = new Api(victim);
	const tables = [];
	for (let number = 0; number < 8; number++) {
		tables.push(await its.begun());
	}
	let done = 0, stored = 0, before = 0;
	for (let round = 1; round <= KILLS; round++) {
		const [what, json] = round % 2 ? ['moves', DRAW] : ['undo', { steps: 1 }];
		const posts = tables.map(({ id }) => [`/v1/sessions/${id}/${what}`, json, keyed()]);
		posts.push(['/v1/sessions', { ...WISH, name: `round ${round}` }, keyed()]);
		posts.push(['/v1/simulations', { game: 'take-away', games: 1, seed: round }, keyed()]);
		const thrown = posts.map((post) => throwAway(its, ...post));
		await sleep(16 * random());
		await victim.kill();
		await Promise.all(thrown);
		const [keys, kept] = sql('SELECT count(*), count(answer) FROM once', victim).split('|').map(Number);
		done += keys - before;
		stored += kept - before;
		await victim.restart();
		const answers = await Promise.all(posts.map(([path, json, headers]) => insist(() => its.post(path, json, { headers }))));
		answers.forEach(({ status, text }, number) => assert.equal(status, [201, 202][number - 8] ?? 200, text));
		for (const [number, { id, version }] of tables.entries()) {
			assert.equal(answers[number].body.version, version + round);
			assert.equal((await its.session(id)).body.version, version + round);
		}
		assert.equal(sql(`SELECT count(*) FROM session WHERE name = 'round ${round}'`, victim), '1');
		assert.equal(sql('SELECT count(*) FROM simulation', victim), String(round));
		await settle(its);
		before = Number(sql('SELECT count(*) FROM once', victim));
	}
	t.diagnostic(`of ${KILLS * 10} posts ${done} had been applied when it was killed, and ${stored} of their responses stored`);
	await victim.stop();
});
