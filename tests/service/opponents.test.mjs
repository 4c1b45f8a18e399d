// Practice tables of take-away: a random player against the program, which replies by events of its own, also through
// kill -9; the first seat, the winner, undo, and rejected requests. Bouton's rule is computed here once more.
// MAKKER_OPPONENTS sets how many games.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { makker } from '../cli/makker.mjs';
import { Api, assertProblem } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { FORMS } from './listeners.mjs';
import { pick, randomFrom } from './random.mjs';

const GAMES = Number(process.env.MAKKER_OPPONENTS ?? 40);
const daemon = await startDaemon(after, { store: temporaryStore(after), args: ['--session-cache-size=2'] });
const api = new Api(daemon);
const INSTANT = { query: '?budget_ms=0' };
const practice = (rules, fields) => api.create({ game: 'take-away', cards: 'program', strategy: 'theory', language: 'en', rules, ...fields });

const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
const grundy = ({ groups, limits }) => groups.reduce((all, cards, at) => all ^ (cards % (limits[at] + 1)), 0);
const taken = (groups, { group, count }) => groups.map((cards, at) => (at === group ? cards - count : cards));
const take = (id, { group, count }, options = INSTANT) => api.move(id, { kind: 'take', group, count }, options);

/** The session past that version. */
async function past(id, version) {
	const { body, status, text } = await api.get(`/v1/sessions/${id}?after=${version}&wait_s=20`);
	assert.equal(status, 200, text);
	assert.ok(body.version > version, text);
	return body;
}

function chooseMove({ groups, limits }, random) {
	const group = pick(groups.map((_, at) => at).filter((at) => groups[at] > 0), random);
	return { group, count: 1 + Math.floor(random() * Math.min(groups[group], limits[group])) };
}

/** The reply is legal, and wins where that is possible. */
function checkReply(before, { table, observed, version }, last) {
	const [{ group, count }] = observed.moves;

	assert.equal(observed.moves.length, 1);
	assert.ok(count >= 1 && count <= before.limits[group], JSON.stringify({ before, observed }));
	assert.deepEqual(table.groups, taken(before.groups, { group, count }), `version ${version}`);
	assert.equal(table.turn, 'user');
	if (last === 'wins' && grundy(before) !== 0) {
		assert.equal(grundy(table), 0, 'the program wins where it can');
	}
}

async function playGame(number, random) {
	const last = number % 3 === 2 ? 'loses' : 'wins';
	const first = number % 2 === 0 ? 'user' : 'advisor';
	const opponents = number % 4 < 2 ? 'theory' : 'minimax';
	let session = await practice({ first, last_card: last }, { opponents, seed: number });
	const { id } = session;
	const killAt = number % 5 === 1 ? 1 + Math.floor(random() * 3) : -1;

	assert.equal(session.opponents, opponents);
	for (let moves = 0; session.status === 'playing'; moves++) {
		const { table } = session;
		if (table.turn === 'user') {
			const move = number % 8 === 0 ? session.suggestion : chooseMove(table, random);
			const answer = await take(id, move);
			assert.equal(answer.status, 200, answer.text);
			assert.deepEqual(answer.body.table.groups, taken(table.groups, move));
			session = answer.body;
		} else {
			assert.deepEqual([session.moves, session.suggestion, session.advice], [[], null, null]);
			if (moves === killAt) {
				await daemon.kill();
				await daemon.restart();
			}
			session = await past(id, session.version);
			checkReply(table, session, last);
		}
	}
	const { table, status, version } = session;
	assert.equal(sum(table.groups), 0);
	assert.equal(status, (table.turn === 'user') === (last === 'loses') ? 'won' : 'lost');
	assert.equal(session.seed, number);
	const { events } = (await api.history(id)).body;
	assert.equal(events.length, version);
	assert.deepEqual(events.map(({ kind }) => kind), events.map((_, at) => (((at % 2 === 0) === (first === 'user')) ? 'move' : 'reply')));
	return status;
}

test(`${GAMES} random games: each move gets a legal reply, also after kill -9`, { timeout: 600_000 }, async (t) => {
	const random = randomFrom(23);
	const ends = {};

	for (let number = 0; number < GAMES; number++) {
		const status = await playGame(number, random);
		ends[status] = (ends[status] ?? 0) + 1;
	}
	t.diagnostic(JSON.stringify(ends));
	assert.ok(ends.won > 0 && ends.lost > 0, 'following the suggestions can win');
});

test('equal seeds give the same table and the same replies', async () => {
	const lines = await Promise.all([1, 2].map(async () => {
		let session = await practice({ first: 'advisor' }, { seed: 99 });
		const tables = [];
		while (session.status === 'playing') {
			if (session.table.turn === 'user') {
				const { group, count } = session.moves.at(-1);
				({ body: session } = await take(session.id, { group, count }));
			} else {
				session = await past(session.id, session.version);
			}
			tables.push(session.table);
		}
		return tables;
	}));
	assert.ok(lines[0].length > 2);
	assert.deepEqual(lines[0], lines[1]);
});

for (const [form, listen] of Object.entries(FORMS)) {
	test(`a reply is notified: ${form}`, async () => {
		const { id } = await practice({ groups: [3, 4, 5] });
		const listener = await listen(api, id);
		const turns = () => listener.all.filter(({ session }) => session).map(({ session }) => [session.version, session.table.turn]);

		await take(id, { group: 0, count: 1 });
		await listener.until(() => turns().some(([version]) => version === 2), 'the reply');
		assert.deepEqual(new Map(turns()), new Map([[0, 'user'], [1, 'advisor'], [2, 'user']]));
		listener.close();
	});
}

test('undo and redo apply to a move and its reply together', async () => {
	const { id, table } = await practice({ groups: [3, 4, 5] });
	const after = [];

	for (const move of [{ group: 0, count: 1 }, { group: 1, count: 1 }]) {
		await take(id, move);
		after.push(await past(id, 2 * after.length + 1));
	}
	const undone = (await api.undo(id, {})).body;
	assert.deepEqual(undone.table, after[0].table);
	assert.equal(undone.assisted, false, 'nothing is hidden');
	assert.deepEqual((await api.undo(id, {})).body.table, table);
	assertProblem(await api.undo(id, {}), 409, 'nothing_to_undo');
	assert.deepEqual((await api.undo(id, { steps: -2 })).body.table, after[1].table);
	assertProblem(await api.undo(id, { steps: 3 }), 409, 'nothing_to_undo');
	assert.deepEqual((await api.undo(id, { steps: 2 })).body.table, table);
	const { events } = (await api.history(id)).body;
	assert.deepEqual(events.filter(({ kind }) => kind === 'undo').map(({ steps }) => steps), [2, 2, -4, 4]);
	await take(id, { group: 2, count: 1 });
	assert.equal((await past(id, 9)).version, 10);
});

test('the first move of the program cannot be undone', async () => {
	const { id } = await practice({ groups: [3, 4, 5], first: 'advisor' });
	await past(id, 0);
	assertProblem(await api.undo(id, {}), 409, 'nothing_to_undo');
});

test('an exported game continues with its replies at another daemon', async () => {
	const { id } = await practice({ groups: [3, 4, 5] });
	await take(id, { group: 0, count: 1 });
	const before = await past(id, 1);
	await daemon.stop();
	const { code, stdout, stderr } = await makker(['export', '--store', daemon.store]);
	assert.equal(code, 0, stderr);
	await daemon.restart();
	const line = stdout.split('\n').find((text) => text.includes(id));
	assert.match(line, /"opponents":"theory"/);
	const store = temporaryStore(after);
	const file = join(store.replace(/^sqlite:/, '').replace(/\/[^/]*$/, ''), 'sessions.ndjson');
	const imports = async (text) => {
		writeFileSync(file, `${text}\n`);
		return makker(['import', '--store', store, file]);
	};

	for (const [from, to] of [['"opponents":"theory"', '"opponents":"nim"'], ['"kind":"reply"', '"kind":"move"'],
		['{"finding":', '{"covered":[1,255,0,0,0,0,0,0,1],"finding":']]) {
		assert.ok(line.includes(from), line);
		assert.notEqual((await imports(line.replace(from, to))).code, 0, to);
	}
	const imported = await imports(line);
	assert.equal(imported.code, 0, imported.stderr);
	const other = new Api(await startDaemon(after, { store }));
	const { body } = await other.session(id);
	assert.deepEqual([body.table, body.opponents, body.version], [before.table, 'theory', 2]);
	await other.move(id, { kind: 'take', group: 2, count: 1 }, INSTANT);
	assert.equal((await other.get(`/v1/sessions/${id}?after=3&wait_s=20`)).body.version, 4);
});

// ---- Refusals -----------------------------------------------------------------------------------

describe('refused', () => {
	const create = (fields) => api.post('/v1/sessions', fields);
	const nim = { game: 'take-away', cards: 'program' };

	test('invalid opponents', async () => {
		const unknown = await create({ ...nim, opponents: 'nim' });
		assertProblem(unknown, 422, 'unknown_strategy', '/opponents');
		assert.match(unknown.body.detail, /theory, minimax/);
		assertProblem(await create({ ...nim, opponents: 7 }), 400, 'invalid_type', '/opponents');
		assertProblem(await create({ game: 'take-away', opponents: 'theory' }), 400, 'invalid_value', '/opponents');
		assertProblem(await create({ ...nim, cards: 'player', opponents: 'theory' }), 400, 'invalid_value', '/opponents');
		assertProblem(await create({ game: 'klondike', cards: 'program', opponents: 'search' }), 400, 'invalid_value', '/opponents');
	});

	for (const [language, says, alone] of [['en', /other seats/, /alone/], ['da', /andre pladser/, /alene/], ['de', /anderen Plätze/, /allein/], ['el', /άλλες θέσεις/, /άτομο/]]) {
		test(`in ${language}`, async () => {
			assert.match((await create({ ...nim, language, opponents: 'nim' })).body.detail, says);
			assert.match((await create({ game: 'freecell', cards: 'program', language, opponents: 'search' })).body.detail, alone);
		});
	}

	test('a human opponent', async () => {
		assertProblem(await create({ ...nim, rules: { opponent: 'person' } }), 422, 'invalid_value', '/rules/opponent');
		assertProblem(await create({ ...nim, rules: { limits: [5, 5], total: 9 } }), 422, 'other_total', '/rules/total');
		assertProblem(await create({ ...nim, preset: 'homework', rules: { limits: [3, 3, 3, 3] } }), 422, 'too_many_cards', '/rules/limits');
		assert.equal((await create({ game: 'take-away', rules: { opponent: 'person' } })).status, 201);
	});

	test('a snapshot, a table, a correction', async () => {
		const { id } = await practice({ groups: [3, 4, 5] });
		assertProblem(await api.line(id, '2,4,5'), 422, 'program_deals');
		assertProblem(await api.correct(id, { table: { groups: [1] } }), 422, 'program_deals', '/table');
		assert.equal((await api.session(id)).body.version, 0);
	});
});
