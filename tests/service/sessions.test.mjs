// Life cycle of a session: created, changed, listed, deleted.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem, SEED_LINE } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { PRESETS } from './klondike.mjs';

const api = new Api(await startDaemon(after));

test('the games are listed with options, presets, strategies and languages', async () => {
	const { body } = await api.get('/v1/games');
	const klondike = body.games.find(({ name }) => name === 'klondike');
	const options = klondike.options.map(({ name }) => name).sort();
	assert.deepEqual(options, Object.keys(PRESETS.syvkabale).sort());
	assert.deepEqual(klondike.languages.map(({ code }) => code).sort(), ['da', 'de', 'el', 'en']);
	const strategies = klondike.strategies.map(({ name }) => name);
	assert.ok(strategies.includes('classic') && strategies.includes('heuristic'));
	for (const [name, rules] of Object.entries(PRESETS)) {
		assert.deepEqual(klondike.presets.find((preset) => preset.name === name)?.rules, rules, name);
	}
});

test('the defaults of the options are those of the preset syvkabale, and are allowed', async () => {
	const { body } = await api.get('/v1/games');
	for (const { name, default: value, allowed, least, most } of body.games[0].options) {
		assert.deepEqual(value, PRESETS.syvkabale[name], name);
		assert.ok(allowed ? allowed.includes(value) : value >= least && value <= most, name);
	}
});

test('the list of games is in the requested language', async () => {
	const title = async (options, query = '') =>
		(await api.get(`/v1/games${query}`, options)).body.games[0].options[0].about;
	const danish = await title({}, '?language=da');
	assert.notEqual(danish, await title({}, '?language=en'));
	assert.equal(await title({ headers: { 'accept-language': 'sv, da-DK;q=0.8, en;q=0.1' } }), danish);
});

test('only the game is needed for a new session', async () => {
	const answer = await api.post('/v1/sessions', { game: 'klondike' });
	assert.equal(answer.status, 201);
	const session = answer.body;
	assert.equal(answer.headers.location, `/v1/sessions/${session.id}`);
	assert.equal(answer.headers.etag, '"0"');
	assert.equal(session.version, 0);
	assert.equal(session.status, 'waiting');
	assert.equal(session.sync, 'in_sync');
	assert.equal(session.preset, 'syvkabale');
	assert.equal(session.name, null);
	assert.deepEqual(session.rules, PRESETS.syvkabale);
	assert.deepEqual(session.moves, []);
	assert.equal(session.suggestion, null);
	assert.deepEqual(session.observed, {});
	assert.notEqual(session.message, '');
});

test('a session has all requested properties', async () => {
	const fields = {
		preset: 'klondike-3', rules: { draw: 1, shuffles: 2 }, language: 'da', strategy: 'classic',
		name: 'køkken ♣',
	};
	const made = await api.create(fields);
	const { body } = await api.session(made.id);
	assert.deepEqual(body, made);
	assert.deepEqual(body.rules, { ...PRESETS['klondike-3'], draw: 1, shuffles: 2 });
	for (const field of ['preset', 'language', 'strategy', 'name']) {
		assert.equal(body[field], fields[field]);
	}
});

test('a language tag may name a region', async () => {
	const { body } = await api.post('/v1/sessions', { game: 'klondike' },
		{ headers: { 'accept-language': 'de-AT' } });
	assert.equal(body.language, 'de');
});

test('ids are unique and have 128 random bits', async () => {
	const ids = await Promise.all(Array.from({ length: 50 }, async () => (await api.create()).id));
	assert.equal(new Set(ids).size, 50);
	const heads = new Set(ids.map((id) => id.slice(0, 8)));
	const tails = new Set(ids.map((id) => id.slice(-8)));
	assert.ok(heads.size > 48 && tails.size > 48, 'ids look alike');
});

test('PATCH changes language, strategy and name, and makes a new version', async () => {
	const { id, message } = await api.begun();
	const answer = await api.patch(id, { language: 'da', strategy: 'classic', name: 'stue' });
	assert.equal(answer.status, 200);
	assert.equal(answer.headers.etag, '"2"');
	assert.equal(answer.body.language, 'da');
	assert.equal(answer.body.strategy, 'classic');
	assert.equal(answer.body.advice.strategy, 'classic');
	assert.equal(answer.body.name, 'stue');
	assert.notEqual(answer.body.message, message);
	assert.equal((await api.patch(id, { name: null })).body.name, null);
	const { body } = await api.session(id);
	assert.deepEqual([body.language, body.strategy, body.version], ['da', 'classic', 3]);
});

test('PATCH reads a merge patch, also by that media type', async () => {
	const { id } = await api.create();
	const answer = await api.send('PATCH', `/v1/sessions/${id}`, {
		json: { name: 'a' }, headers: { 'content-type': 'application/merge-patch+json' },
	});
	assert.equal(answer.body.name, 'a');
});

test('the instructions are in the session\'s language', async () => {
	const sentences = new Set();
	for (const language of ['en', 'da', 'de', 'el']) {
		const { suggestion, message } = await api.begun({ language });
		sentences.add(suggestion.instruction);
		assert.equal(message, suggestion.instruction);
	}
	assert.equal(sentences.size, 4);
	assert.ok(sentences.has('Flyt ruder otte fra kolonne 5 til kolonne 7.'), [...sentences].join('\n'));
});

test('a deleted session is gone and cannot be deleted again', async () => {
	const { id } = await api.begun();
	const gone = await api.remove(id);
	assert.equal(gone.status, 204);
	for (const answer of [await api.session(id), await api.remove(id), await api.line(id, SEED_LINE),
		await api.history(id)]) {
		assertProblem(answer, 404, 'unknown_session');
	}
});

test('DELETE honours If-Match', async () => {
	const { id } = await api.begun();
	assertProblem(await api.remove(id, { headers: { 'if-match': '"0"' } }), 412, 'version_mismatch');
	assert.equal((await api.session(id)).status, 200);
	assert.equal((await api.remove(id, { headers: { 'if-match': '"1"' } })).status, 204);
});

// ---- The list -----------------------------------------------------------------------------------

const page = async (query) => (await api.get(`/v1/sessions?${query}`)).body;

/** The ids on all pages. */
async function walk(query) {
	const ids = [];
	for (let after = ''; after !== null;) {
		const { sessions, next } = await page(`${query}${after && `&after=${after}`}`);
		ids.push(...sessions.map(({ id }) => id));
		after = next;
	}
	return ids;
}

test('the list is paged, newest first, each session exactly once', async () => {
	const made = [];
	for (let count = 0; count < 7; count++) {
		made.unshift((await api.create()).id);
	}
	const ids = await walk('limit=3');
	assert.deepEqual(ids.filter((id) => made.includes(id)).length, 7);
	assert.deepEqual(ids.slice(0, 7).sort(), [...made].sort());
	assert.equal(new Set(ids).size, ids.length);
	const { sessions } = await page('limit=100');
	const times = sessions.map(({ created_at }) => created_at);
	assert.deepEqual(times, [...times].sort().reverse());
});

test('new sessions do not shift a page in the middle of the list', async () => {
	const first = await page('limit=2');
	const before = await page(`limit=2&after=${first.next}`);
	await api.create();
	assert.deepEqual(await page(`limit=2&after=${first.next}`), before);
});

test('paging continues if the last session of a page is deleted meanwhile', async () => {
	for (let count = 0; count < 5; count++) {
		await api.create();
	}
	const all = await walk('limit=100');
	const first = await page('limit=2');
	assert.equal((await api.remove(first.sessions[1].id)).status, 204);
	const { sessions, next } = await page(`limit=2&after=${first.next}`);
	assert.deepEqual(sessions.map(({ id }) => id), all.slice(2, 4));
	assert.deepEqual((await page(`limit=1&after=${next}`)).sessions.map(({ id }) => id), [all[4]]);
});

test('the list can be filtered by status and game', async () => {
	const { id } = await api.begun();
	const playing = await walk('status=playing&game=klondike&limit=100');
	assert.ok(playing.includes(id));
	assert.ok(!(await walk('status=waiting&limit=100')).includes(id));
	assert.deepEqual((await page('status=drawn')).sessions, []);
	for (const { status } of (await page('status=playing')).sessions) {
		assert.equal(status, 'playing');
	}
});

test('a cursor with a time before 1970 is rejected', async () => {
	const { next } = await page('limit=1');
	for (const time of ['ffffffffffffffff', '8000000000000000']) {
		const answer = await api.get(`/v1/sessions?after=${next.slice(0, -16)}${time}`);
		assertProblem(answer, 400, 'invalid_query', '?after');
	}
	for (const time of ['0000000000000000', '7fffffffffffffff']) {
		assert.equal((await api.get(`/v1/sessions?after=${next.slice(0, -16)}${time}`)).status, 200);
	}
});

test('the list has the same data of each session as the session', async () => {
	const session = await api.begun({ name: 'hall' });
	const { sessions } = await page('limit=1');
	for (const [field, value] of Object.entries(sessions[0])) {
		assert.deepEqual(value, session[field], field);
	}
});
