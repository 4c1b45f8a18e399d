// Idempotency-Key at several daemons on one store: a request repeated at another daemon gets the response of the first, and of two
// at the same moment one carries it out. AGAIN sets how often.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, assertProblem, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { DRAW, keyed, POSTS, same, settle, WISH } from '../service/keys.mjs';
import { randomFrom } from '../service/random.mjs';
import { startCluster } from './cluster.mjs';
import { Cutter } from './cutter.mjs';
import { startPostgres } from './postgres.mjs';

const ROUNDS = Number(process.env.AGAIN ?? 200);
const KILLS = Math.ceil(ROUNDS / 20);
const CLIENTS = 8;
const postgres = startPostgres(after, 'fsync=off');
const store = postgres.database('again');
const cluster = await startCluster(after, { store, size: 3 });
const apis = cluster.daemons.map((daemon) => new Api(daemon));
const [here, there] = apis;
const random = randomFrom(88);
const count = (what, database = 'again') => Number(postgres.sql(`SELECT count(*) FROM makker.${what}`, database));

test('a snapshot without changes has no stored response: another daemon answers with the present state', async () => {
	const { id, version } = await here.begun();
	const headers = keyed();
	for (const api of apis) {
		const answer = await api.send('POST', `/v1/sessions/${id}/snapshots?wait=false`, { text: SEED_LINE, headers });
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.body.version, version);
	}
	const other = { text: SEED_LINE.replace('KS', '2C'), headers };
	assertProblem(await apis[2].send('POST', `/v1/sessions/${id}/snapshots?wait=false`, other), 422, 'idempotency_key_reused');
});

for (const [name, [path, body]] of Object.entries(POSTS)) {
	test(`${name}: a request repeated at another daemon gets the first response`, async () => {
		const { id, version } = await here.begun();
		const headers = keyed();
		const send = (api, other) => api.send('POST', `/v1/sessions/${id}${path}`, { ...body, ...other, headers });
		const first = await send(here);
		assert.equal(first.status, 200, first.text);
		await settle(here);
		same(first, await send(there));
		await there.patch(id, { name: 'in between' });
		for (const api of apis) {
			same(first, await send(api));
		}
		assertProblem(await send(apis[2], { json: { steps: 7 }, text: undefined }), 422, 'idempotency_key_reused');
		assert.equal((await there.session(id)).body.version, first.body.version + 1);
		assert.ok(first.body.version <= version + 1);
	});
}

test('a rejected request is evaluated again at each daemon, without effect', async () => {
	const { id, version } = await here.begun();
	const headers = keyed();
	for (const api of apis) {
		assertProblem(await api.post(`/v1/sessions/${id}/moves`, { kind: 'flight' }, { headers }), 400, 'invalid_value');
	}
	assert.equal((await there.post(`/v1/sessions/${id}/moves`, DRAW, { headers })).body.version, version + 1);
});

test('a table and a simulation are created once, at any daemon', async () => {
	const simulations = count('simulation');
	for (const [path, fields, status] of [['/v1/sessions', { ...WISH, name: 'once' }, 201], ['/v1/simulations', { game: 'take-away', games: 3, seed: 5 }, 202]]) {
		const headers = keyed();
		const first = await here.post(path, fields, { headers });
		assert.equal(first.status, status, first.text);
		await settle(here);
		for (const api of apis) {
			same(first, await api.post(path, fields, { headers }));
		}
	}
	assert.equal(count("session WHERE name = 'once'"), 1);
	assert.equal(count('simulation'), simulations + 1);
});

test(`at two daemons at once, ${ROUNDS} times: it is applied once, and the other response is equal or "in progress"`, async (t) => {
	const answered = {};
	const tables = await Promise.all(Array.from({ length: 4 }, () => here.begun()));
	for (let round = 1; round <= ROUNDS; round++) {
		const table = tables[round % tables.length];
		const [what, json] = table.drawn ? ['undo', { steps: 1 }] : ['moves', DRAW];
		const headers = keyed();
		const guarded = round % 3 ? headers : { ...headers, 'if-match': `"${table.version}"` };
		const named = keyed();
		const both = apis.slice(0, 2);
		const [answers, made] = await Promise.all([
			Promise.all(both.map(async (api, place) => {
				await sleep(place === round % 2 ? 2 * random() : 0);
				return api.post(`/v1/sessions/${table.id}/${what}`, json, { headers: guarded });
			})),
			Promise.all(both.map((api) => api.post('/v1/sessions', { ...WISH, name: `round ${round}` }, { headers: named }))),
		]);
		table.drawn = !table.drawn;
		table.version++;
		for (const [group, good] of [[answers, 200], [made, 201]]) {
			const done = group.filter(({ status }) => status === good);
			assert.ok(done.length >= 1, group.map(({ text }) => text).join('\n'));
			group.filter(({ status }) => status !== good).forEach((answer) => assertProblem(answer, 409, 'request_in_progress'));
			done.forEach(({ body }) => assert.equal(body.id, done[0].body.id));
			done.forEach(({ body }) => assert.equal(body.version, done[0].body.version));
			answered[done.length] = (answered[done.length] ?? 0) + 1;
		}
		assert.equal((await apis[2].session(table.id)).body.version, table.version);
		assert.equal(count(`session WHERE name = 'round ${round}'`), 1);
	}
	t.diagnostic(`answered by one ${answered[1] ?? 0} times, by both ${answered[2] ?? 0} times`);
});

test(`a daemon is killed ${KILLS} times with pending posts, which are repeated at another`, async () => {
	const tables = await Promise.all(Array.from({ length: CLIENTS }, () => there.begun()));
	const victim = cluster.daemons[0];
	for (let round = 1; round <= KILLS; round++) {
		const [what, json] = round % 2 ? ['moves', DRAW] : ['undo', { steps: 1 }];
		const posts = tables.map(({ id }) => [`/v1/sessions/${id}/${what}`, json, { headers: keyed() }]);
		posts.push(['/v1/sessions', { ...WISH, name: `killed ${round}` }, { headers: keyed() }]);
		const thrown = posts.map((post) => here.post(...post).catch(() => {}));
		await sleep(12 * random());
		await cluster.kill(victim);
		await Promise.all(thrown);
		const answers = await Promise.all(posts.map((post) => there.post(...post)));
		answers.forEach(({ status, text }, place) => assert.equal(status, place < CLIENTS ? 200 : 201, text));
		for (const [place, { id, version }] of tables.entries()) {
			assert.equal(answers[place].body.version, version + round);
			assert.equal((await here.session(id)).body.version, version + round);
		}
		assert.equal(count(`session WHERE name = 'killed ${round}'`), 1);
	}
});

test('connections that break around commits: requests without a response are repeated at another daemon and applied once', async (t) => {
	postgres.database('cut');
	const cutter = await new Cutter(postgres, { answers: 0.08, others: 0.003, random }).listen();
	t.after(() => cutter.close());
	cutter.quiet = true;
	const cut = new Api(await startDaemon(t.after.bind(t), { store: cutter.url('cut') }));
	const whole = new Api(await startDaemon(t.after.bind(t), { store: postgres.url('cut') }));
	const tables = await Promise.all(Array.from({ length: CLIENTS }, () => whole.begun()));
	const before = count('event', 'cut');
	let refused = 0;
	let posts = 0;
	cutter.quiet = false;
	await Promise.all(tables.map(async ({ id, version }) => {
		for (let round = 1; round <= ROUNDS / 5 || cutter.cuts.answers === 0; round++, posts++) { // until a commit was cut off
			const [what, json] = round % 2 ? ['moves', DRAW] : ['undo', { steps: 1 }];
			const headers = keyed();
			let answer = await cut.post(`/v1/sessions/${id}/${what}`, json, { headers });
			while (answer.status === 503) {
				refused++;
				answer = await whole.post(`/v1/sessions/${id}/${what}`, json, { headers });
			}
			assert.equal(answer.status, 200, answer.text);
			assert.equal(answer.body.version, version + round);
			assert.equal((await whole.post(`/v1/sessions/${id}/${what}`, json, { headers })).body.version, version + round);
		}
	}));
	cutter.quiet = true;
	assert.equal(count('event', 'cut'), before + posts);
	t.diagnostic(`${refused} refusals, ${JSON.stringify(cutter.cuts)}`);
});
