// Journals of earlier versions (../journals): opened, imported, served and continued; and a session whose journal cannot
// be read, which affects no other session.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { after, test } from 'node:test';
import { makker } from '../cli/makker.mjs';
import { Api, assertProblem } from './api.mjs';
import { pathOf, startDaemon, temporaryStore } from './daemon.mjs';

const ADMIN = 'the-administrator-of-the-tests';

const journal = (name) => readFileSync(new URL(`../journals/${name}`, import.meta.url), 'utf8');
const rowsOf = (text) => text.trimEnd().split('\n').map((row) => JSON.parse(row));
/** The versions of the SQLite tables that the journals were written with. */
const VERSIONS = { '0.1': 6, 'tables-3': 3, 'decks-5': 5 };
const answersOf = (form) => rowsOf(journal(`${form}-answers.jsonl`));
const answers = answersOf('0.1');
const sqlite = (path, input) => execFileSync('sqlite3', [path], { input, encoding: 'utf8' }).trim();

/** A database as an earlier makkerd has left it. */
function storeOf(form) {
	const store = temporaryStore(after);
	sqlite(pathOf(store), `PRAGMA application_id = 1298885490; PRAGMA user_version = ${VERSIONS[form]};\n${journal(`${form}.sql`)}`);
	return store;
}

async function assertAnswers(api, form) {
	for (const { id, game, name, ...expected } of answersOf(form)) {
		const { status, body } = await api.session(id);
		assert.equal(status, 200, `${game}: ${JSON.stringify(body)}`);
		assert.deepEqual(Object.fromEntries(Object.keys(expected).map((member) => [member, body[member]])), expected, `${game} ${name}`);
		assert.equal((await api.get(`/v1/sessions/${id}/history?limit=500`)).status, 200);
	}
}

test('a database of 0.1 is migrated, served and continued, and a copy of it is kept', async () => {
	const store = storeOf('0.1');
	const daemon = await startDaemon(after, { store });
	const api = new Api(daemon);
	await assertAnswers(api, '0.1');
	assert.equal((await api.get('/v1/simulations')).body.simulations[0].played, 5);
	const { id, version } = answers.find(({ name }) => name === '10-20-30');
	const answer = await api.line(id, '3D');
	assert.equal(answer.status, 200);
	assert.equal(answer.body.version, version + 1);
	await daemon.stop();
	await daemon.restart();
	assert.equal((await api.session(id)).body.version, version + 1);

	const current = sqlite(pathOf(store), 'PRAGMA user_version;');
	const copy = `${pathOf(store)}.before-${current}`;
	assert.equal(statSync(copy).mode & 0o777, 0o600);
	assert.equal(sqlite(copy, 'PRAGMA user_version;'), '6');
	assert.equal(sqlite(copy, 'SELECT count(*) FROM session;'), String(answers.length));
});

test('a database with the schema of version 3 is migrated, served, undone and continued', async () => {
	const store = storeOf('tables-3');
	const daemon = await startDaemon(after, { store });
	const api = new Api(daemon);
	await assertAnswers(api, 'tables-3');
	const { id, table } = answersOf('tables-3').find(({ name }) => name === 'klondike, seen');
	for (const steps of [30, -30]) { // every event between is read
		assert.equal((await api.undo(id, { steps })).status, 200);
	}
	const { body } = await api.session(id);
	assert.deepEqual(body.table, table);
	await daemon.stop();
	assert.equal(sqlite(`${pathOf(store)}.before-${sqlite(pathOf(store), 'PRAGMA user_version;')}`, 'PRAGMA user_version;'), '3');
});

test('tables dealt from a given deck have the same cards after undo, to the end', async () => {
	const api = new Api(await startDaemon(after, { store: storeOf('decks-5') }));
	await assertAnswers(api, 'decks-5');
	const decks = new Map(rowsOf(journal('decks-5.jsonl')).map(({ id, deal: { deck } }) => [id, deck.match(/../g)]));
	const playing = answersOf('decks-5').filter(({ status }) => status === 'playing');
	assert.deepEqual(playing.map(({ game }) => game), ['klondike', 'freecell', 'ten-twenty-thirty', 'doppelkopf']);
	for (const { id, game, table, version } of playing.filter(({ game }) => game !== 'doppelkopf')) {
		for (const steps of [20, -20]) {
			assert.equal((await api.undo(id, { steps })).status, 200, game);
		}
		const { body } = await api.session(id);
		assert.deepEqual([body.table, body.version], [table, version + 2], game);
		assert.ok(!('deck' in body) || body.deck === null, 'the game is not over');
	}
	const { id } = playing.find(({ game }) => game === 'ten-twenty-thirty');
	let { body: session } = await api.session(id);
	while (session.status === 'playing') {
		const [{ kind, deal, column, combo }] = session.moves;
		({ body: session } = await api.post(`/v1/sessions/${id}/moves`, { kind, deal, column, combo }));
	}
	assert.deepEqual(session.deck, decks.get(id));
});

for (const form of Object.keys(VERSIONS)) {
	test(`an export of the form ${form} is imported and served`, async () => {
		const store = temporaryStore(after);
		const { code, stderr } = await makker(['import', '--store', store], { input: journal(`${form}.jsonl`) });
		assert.equal(code, 0, stderr);
		await assertAnswers(new Api(await startDaemon(after, { store })), form);
	});
}

test('the former name of an option is accepted in old journals only', async () => {
	const store = storeOf('0.1');
	const { id } = answers.find(({ game }) => game === 'doppelkopf');
	sqlite(pathOf(store), `UPDATE session SET rules = replace(rules, 're_doubles_against_the_old', 're_doubles_special_points') WHERE id = '${id}';`);
	const api = new Api(await startDaemon(after, { store }));
	const { status, body } = await api.session(id);
	assert.equal(status, 200, JSON.stringify(body));
	assert.equal(body.rules.re_doubles_against_the_old, true);
	assert.ok(!('re_doubles_special_points' in body.rules));
	assertProblem(await api.post('/v1/sessions', { game: 'doppelkopf', rules: { re_doubles_special_points: true } }), 422, 'unknown_option',
		'/rules/re_doubles_special_points');
});

test('a session with a corrupt journal fails alone, with an error that is not retryable', async () => {
	const store = storeOf('0.1');
	const [broken, ...others] = answers;
	sqlite(pathOf(store), `UPDATE session SET rules = '{"colour":"blue"}' WHERE id = '${broken.id}';`);
	const daemon = await startDaemon(after, { store });
	const api = new Api(daemon);
	const refused = await api.session(broken.id);
	assertProblem(refused, 500, 'session_corrupt');
	assert.equal(refused.headers['retry-after'], undefined);
	for (const [method, path, json] of [
		['POST', '/snapshots', {}], ['POST', '/moves', { kind: 'draw' }], ['POST', '/corrections', { position: 0, card: '5C' }],
		['POST', '/undo', { steps: 1 }], ['POST', '/tokens', { renew: ['camera'] }], ['PATCH', '', { name: 'new' }], ['GET', '/advice'], ['GET', '/history'], ['GET', '/review'],
		['GET', '/events'],
	]) {
		const answer = await api.send(method, `/v1/sessions/${broken.id}${path}`, { json });
		assertProblem(answer, 500, 'session_corrupt');
		assert.equal(answer.headers['retry-after'], undefined, `${method} ${path}`);
	}
	for (const { id } of others) {
		assert.equal((await api.session(id)).status, 200);
	}
	assert.equal((await api.get('/v1/sessions')).body.sessions.length, answers.length);
	await daemon.stop();
	const listed = await makker(['check', '--store', store]);
	assert.equal(listed.code, 1);
	assert.match(listed.stdout, new RegExp(`^${broken.id}: .*colour.*\n$`));
	assert.equal(listed.stderr, `${answers.length} sessions, 1 cannot be read\n`);
	await daemon.restart();
	assertProblem(await api.send('DELETE', `/v1/sessions/${broken.id}`, { headers: { 'if-match': '"1"' } }), 412, 'version_mismatch');
	assert.equal((await api.send('DELETE', `/v1/sessions/${broken.id}`)).status, 204);
	assertProblem(await api.session(broken.id), 404, 'unknown_session');
	assert.equal((await api.get('/v1/sessions')).body.sessions.length, others.length);
	await daemon.stop();
	const { code, stdout, stderr } = await makker(['check', '--store', store]);
	assert.deepEqual([code, stdout, stderr], [0, '', `${others.length} sessions, 0 cannot be read\n`]);
});

test('only the administrator can delete a session that cannot be read', async () => {
	const store = temporaryStore(after);
	const daemon = await startDaemon(after, { store, args: ['--auth', 'token', '--admin-token', ADMIN] });
	const api = new Api(daemon);
	const bearer = (token) => ({ authorization: `Bearer ${token}` });
	const { body: { id, tokens } } = await api.post('/v1/sessions', { game: 'klondike' }, { headers: bearer(ADMIN) });
	await daemon.stop();
	sqlite(pathOf(store), `UPDATE session SET strategy = 'none' WHERE id = '${id}';`);
	await daemon.restart();
	const remove = (token) => api.send('DELETE', `/v1/sessions/${id}`, { headers: token ? bearer(token) : {} });
	assertProblem(await remove(), 401, 'token_required');
	assertProblem(await remove(tokens.owner), 500, 'session_corrupt');
	assert.equal((await remove(ADMIN)).status, 204);
	assertProblem(await remove(ADMIN), 404, 'unknown_session');
});
