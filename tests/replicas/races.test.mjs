// Two daemons, two clients at one table at the same time: whatever is answered took place, once and in one order, and
// both daemons, a third that is started later, and all subscribers have the same table. RACES sets how often.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { copy, deal, legal, look, play, PRESETS, revealedBy } from '../service/klondike.mjs';
import { pick, randomFrom } from '../service/random.mjs';
import { until } from '../service/runs.mjs';
import { startCluster } from './cluster.mjs';
import { NotifyProbe, FORM_NAMES } from './notify_probe.mjs';
import { startPostgres } from './postgres.mjs';

const ROUNDS = Number(process.env.RACES ?? 25);
const postgres = startPostgres(after, 'fsync=off');
const store = postgres.database('races');
const cluster = await startCluster(after, { store, size: 2 });
const apis = cluster.daemons.map((daemon) => new Api(daemon));
const random = randomFrom(7);
let last = 0;

/** A table of Klondike with one picture, and the truth of it. */
async function opened() {
	const table = deal(PRESETS['klondike-1'], random);
	const { id } = await apis[0].create({ preset: 'klondike-1' });
	const { body, status, text } = await apis[1].snapshot(id, look(table));
	assert.equal(status, 200, text);
	return { id, table, version: body.version };
}

function anyMove(table) {
	const moved = copy(table);
	const { type, from, to, cut } = pick(legal(table), random);
	play(moved, { type, from, to, cut }, random);
	return { type, from, to, cut, revealed: revealedBy(table, moved, { type, from, to, cut }) };
}

const subscribersAt = (id) => Promise.all([...apis, ...apis].map(async ({ daemon }, place) => {
	const subscriber = new NotifyProbe({ anywhere: () => daemon.url, id, form: FORM_NAMES[place] });
	await subscriber.join();
	return subscriber;
}));

/** Any change of a client that does not know of the others. */
const changes = [
	(api, { id, table }) => api.move(id, anyMove(table)),
	(api, { id }) => api.undo(id, { steps: 1 }),
	(api, { id }) => api.undo(id, { steps: -1 }),
	(api, { id }) => api.correct(id, { position: 11, count: 'shuffles', value: 1 }),
	(api, { id, table }) => api.correct(id, { position: 0, card: table.columns[0].up[0] }),
	(api, { id, table }) => api.correct(id, { position: 0, card: table.columns[1].up[0] }),
	(api, { id, table }) => api.snapshot(id, look(table)),
	(api, { id }) => api.send('PATCH', `/v1/sessions/${id}`, { json: { name: `name ${++last}` } }),
];

/** The finding of an unclear snapshot is known only at the daemon that received it. */
const shown = async (api, id) => {
	const { status, body } = await api.session(id, '?language=en');
	assert.equal(status, 200);
	const { version, table, name, status: state } = body;
	return { version, table, name, state };
};

test(`${ROUNDS} times concurrent random changes at both daemons`, async (t) => {
	const game = await opened();
	const subscribers = await subscribersAt(game.id);
	const answered = new Map();
	const refused = {};
	const change = async (api) => {
		const { status, body, text } = await pick(changes, random)(api, game);
		assert.ok(status === 200 || (status >= 400 && status < 500), text);
		if (status !== 200) {
			refused[body.code] = (refused[body.code] ?? 0) + 1;
		} else {
			const { version } = body;
			const table = JSON.stringify(body.table);
			assert.ok(version >= game.version, 'an older version than before');
			assert.equal(answered.get(version) ?? table, table, `two tables have version ${version}`);
			answered.set(version, table);
		}
	};
	for (let round = 0; round < ROUNDS; round++) {
		await Promise.all([...apis, ...apis].map(change));
		const [one, other] = await Promise.all(apis.map((api) => shown(api, game.id)));
		assert.deepEqual(one, other);
		assert.ok(one.version <= game.version + apis.length * 2);
		game.version = one.version;
	}
	await Promise.all(subscribers.map((subscriber) => subscriber.finish(game.version, answered)));
	subscribers.filter((subscriber) => subscriber.receivesAll).forEach((subscriber) => assert.equal(subscriber.received.size, game.version));
	const third = new Api(await startDaemon(t.after.bind(t), { store }));
	assert.deepEqual(await shown(third, game.id), await shown(apis[0], game.id));
	const events = postgres.sql(`SELECT string_agg(version::text, ',' ORDER BY version) FROM makker.event WHERE session = '${game.id}'`, 'races');
	assert.equal(events, Array.from({ length: game.version }, (_, i) => i + 1).join());
	t.diagnostic(`${game.version} versions, refused: ${JSON.stringify(refused)}`);
});

test(`${ROUNDS} times concurrent changes of the same version at both: one succeeds`, async () => {
	const { id, version: first } = await opened();
	let version = first;
	for (let round = 0; round < ROUNDS; round++) {
		const headers = { 'if-match': `"${version}"` };
		const answers = await Promise.all(apis.map((api) =>
			api.send('PATCH', `/v1/sessions/${id}`, { json: { name: `name ${++last}` }, headers })));
		assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
		version++;
		const [winner] = answers.filter(({ status }) => status === 200);
		assert.equal(winner.body.version, version);
		assert.equal((await apis[round % 2].session(id)).body.name, winner.body.name);
	}
});

test('If-Match: * changes any version, also at both daemons at once', async () => {
	const { id, version } = await opened();
	const headers = { 'if-match': '*' };
	for (let round = 0; round < ROUNDS; round++) {
		const answers = await Promise.all(apis.map((api) =>
			api.send('PATCH', `/v1/sessions/${id}`, { json: { name: `name ${++last}` }, headers })));
		assert.deepEqual(answers.map(({ status }) => status), [200, 200]);
	}
	assert.equal((await apis[0].session(id)).body.version, version + 2 * ROUNDS);
});

test('an ETag of one daemon is valid at the other, an old one is not', async () => {
	const { id, table } = await opened();
	const { headers: { etag: old } } = await apis[0].session(id);
	const { headers: { etag } } = await apis[0].move(id, anyMove(table), { headers: { 'if-match': old } });
	assertProblem(await apis[1].undo(id, { steps: 1 }, { headers: { 'if-match': old } }), 412, 'version_mismatch');
	assert.equal((await apis[1].get(`/v1/sessions/${id}`, { headers: { 'if-none-match': etag } })).status, 304);
	assert.equal((await apis[1].undo(id, { steps: 1 }, { headers: { 'if-match': etag } })).status, 200);
	assertProblem(await apis[0].undo(id, { steps: -1 }, { headers: { 'if-match': etag } }), 412, 'version_mismatch');
	assert.equal((await apis[0].undo(id, { steps: -1 }, { headers: { 'if-match': '*' } })).status, 200);
});

test('a request repeated with its Idempotency-Key at another daemon gets its response, also with an old If-Match', async () => {
	const { id, table, version } = await opened();
	const move = anyMove(table);
	const headers = { 'idempotency-key': 'once', 'if-match': `"${version}"` };
	assert.equal((await apis[0].move(id, move, { headers })).body.version, version + 1);
	assert.equal((await apis[0].move(id, move, { headers })).body.version, version + 1);
	assert.equal((await apis[1].move(id, move, { headers })).body.version, version + 1);
	assertProblem(await apis[1].move(id, move, { headers: { 'if-match': headers['if-match'] } }), 412, 'version_mismatch');
	assert.equal((await apis[1].session(id)).body.version, version + 1);
});

test('a snapshot repeated at another daemon, with or without its key, is no second move', async () => {
	const { id, table } = await opened();
	play(table, pick(legal(table), random), random);
	const headers = { 'idempotency-key': 'picture' };
	const { body: { version } } = await apis[0].snapshot(id, look(table), { headers });
	assert.equal((await apis[1].snapshot(id, look(table), { headers })).body.version, version);
	assert.equal((await apis[0].snapshot(id, look(table))).body.version, version);
});

test(`${ROUNDS} tables are deleted at both during changes: once, and then at no daemon`, async () => {
	for (let round = 0; round < ROUNDS; round++) {
		const game = await opened();
		const subscribers = round < 4 ? await subscribersAt(game.id) : [];
		const removals = apis.map((api) => api.send('DELETE', `/v1/sessions/${game.id}`));
		const others = apis.map((api) => pick(changes, random)(api, game));
		const ends = (await Promise.all(removals)).map(({ status }) => status);
		assert.deepEqual(ends.sort(), [204, 404]);
		(await Promise.all(others)).forEach(({ status }) => assert.ok(status === 200 || (status >= 400 && status < 500), `${status}`));
		for (const api of apis) {
			assert.equal((await api.session(game.id)).status, 404);
		}
		for (const subscriber of subscribers) {
			await until(() => !subscriber.receivesAll || subscriber.deleted, `notification by ${subscriber.form}`);
			subscriber.leave();
		}
	}
	const left = postgres.sql('SELECT count(*) FROM makker.event WHERE NOT EXISTS (SELECT FROM makker.session WHERE id = event.session)', 'races');
	assert.equal(left, '0');
});
