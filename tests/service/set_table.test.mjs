// A game in progress: the table is given when the session is created.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem, gameOf, loseOne, SEED_LINE } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const api = new Api(await startDaemon(after));
const column = (unseen, ...cards) => ({ unseen, cards });
// Ten moves were made before.
const TABLE = {
	columns: [column(0, '5S'), column(1, '5H', '4S'), column(2, 'QC'), column(3, '7H'), column(3, 'JD'), column(5, '9D'),
		column(6, '9C', '8D')],
	foundations: { C: 'XC', D: 'XD', H: 'XH', S: 'XS' },
	draw_pile: { cards: ['2C', '3D', 'KS'], shuffles: 2 },
};
const adopt = (table, more = {}) => api.post('/v1/sessions', { game: 'klondike', strategy: 'heuristic', table, ...more });

test('a session starts from any table, and is advised at once', async () => {
	const { status, body } = await adopt(TABLE);
	assert.equal(status, 201);
	assert.equal(body.version, 1);
	assert.equal(body.status, 'playing');
	assert.deepEqual(body.table.columns.map(({ unseen }) => unseen), [0, 1, 2, 3, 3, 5, 6]);
	assert.deepEqual(body.table.draw_pile.cards, ['2C', '3D', 'KS']);
	assert.equal(body.table.draw_pile.shuffles, 2);
	assert.ok(body.suggestion);
});

test('camera snapshots continue from the given table', async () => {
	const { body: { id } } = await adopt(TABLE);
	const { body } = await api.line(id, '2D,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,8D');
	assert.equal(body.version, 2);
	assert.deepEqual(body.observed.revealed, [{ position: 11, card: '2D' }]);
});

test('a session can be created from the table of another session', async () => {
	const first = (await adopt(TABLE)).body;
	const second = (await adopt(first.table)).body;
	assert.deepEqual(gameOf(second), gameOf(first));
});

test('a card of a given table can be corrected, and the table undone', async () => {
	const { body: { id } } = await adopt(TABLE);
	await api.line(id, '2D,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,8D');
	const corrected = (await api.correct(id, { position: 2, card: 'QS' })).body;
	assert.deepEqual(corrected.table.columns[2].cards, ['QS']);
	assert.deepEqual((await api.history(id)).body.events.map(({ kind }) => kind), ['table', 'snapshot', 'correction']);
	assert.equal((await api.undo(id, { steps: 3 })).body.status, 'waiting');
});

test('an impossible table is rejected with its place, and no session is created', async () => {
	const twice = structuredClone(TABLE);
	twice.columns[0].cards = ['QC'];
	const short = { ...TABLE, columns: TABLE.columns.slice(1) };
	assertProblem(await adopt('table'), 400, 'invalid_type', '/table');
	assert.equal((await adopt(twice)).status, 422);
	assert.match((await adopt(short)).body.errors[0].pointer, /^\/table\/columns/);
	assertProblem(await adopt({ ...TABLE, columns: TABLE.columns.with(0, column(0, '1X')) }), 400, 'invalid_card',
		'/table/columns/0/cards/0');
});

test('a table that is too large is rejected, when it creates or replaces, without effect', async () => {
	const count = async () => (await api.get('/v1/sessions?limit=100')).body.sessions.length;
	const before = await count();
	const wide = { groups: [3, 4, 5], turn: 'user', grundy: 'x'.repeat(11_000) };
	assertProblem(await api.post('/v1/sessions', { game: 'take-away', table: wide }), 422, 'table_too_large', '/table');
	assert.equal(await count(), before);
	const made = await api.post('/v1/sessions', { game: 'take-away', table: { ...wide, grundy: 'x'.repeat(9_000) } });
	assert.equal(made.status, 201, made.text);
	assertProblem(await api.correct(made.body.id, { table: wide }), 422, 'table_too_large', '/table');
	assert.equal((await api.session(made.body.id)).body.version, 1);
});

// ---- During the game: a correction of the whole table.

const LATER = { ...TABLE, columns: TABLE.columns.with(2, column(1, 'QC', 'JH')), foundations: { ...TABLE.foundations, H: 'AH' } };
const enter = (id, table, options) => api.correct(id, { table }, options);

/** A session that goes wrong: it was adopted, and a picture was learned since. */
async function inProgress() {
	const { body: { id } } = await adopt(TABLE);
	await api.line(id, '2D,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,8D');
	return id;
}

test('an entered table replaces the view in one version', async () => {
	const id = await inProgress();
	const { status, body } = await enter(id, LATER);
	assert.equal(status, 200);
	assert.deepEqual([body.version, body.sync, body.observed], [3, 'in_sync', {}]);
	assert.deepEqual(body.table.columns[2], column(1, 'QC', 'JH'));
	assert.deepEqual(gameOf(body), gameOf((await adopt(LATER)).body));
	assert.equal((await api.history(id)).body.events.at(-1).kind, 'table');
	const { body: onward } = await api.line(id, '2D,XC,XD,AH,XS,5S,4S,JH,7H,JD,9D,8D');
	assert.deepEqual([onward.sync, onward.observed.explanation], ['in_sync', 'suggested_move']);
});

test('an entered table can be undone and redone, and is kept over a restart', async () => {
	const id = await inProgress();
	const before = (await api.session(id)).body;
	const after = (await enter(id, LATER)).body;
	const undone = (await api.undo(id, { steps: 1 })).body;
	assert.deepEqual(gameOf(undone), gameOf(before));
	assert.deepEqual(undone.observed.revealed, before.observed.revealed);
	const again = (await api.undo(id, { steps: -1 })).body;
	assert.deepEqual([gameOf(again), again.observed], [gameOf(after), after.observed]);
});

test('an entered table can be corrected; events before it cannot', async () => {
	const id = await inProgress();
	await enter(id, LATER);
	assertProblem(await api.correct(id, { position: 2, card: 'JD' }), 409, 'correction_contradicts', '/events/3');
	assert.deepEqual((await api.correct(id, { position: 0, card: '6S' })).body.table.columns[0].cards, ['6S']);
	assertProblem(await api.correct(id, { event: 2, position: 11, card: '2H' }), 422, 'no_card_known', '/event');
	const { table } = (await api.session(id)).body;
	assert.deepEqual(table.columns[2].cards, ['QC', 'JH']);
});

test('an earlier correction does not affect a table that is entered later', async () => {
	const id = await inProgress();
	await api.correct(id, { position: 2, card: 'QS' });
	assert.deepEqual((await enter(id, TABLE)).body.table.columns[2].cards, ['QC']);
});

test('entering the known table makes no new version, but resolves doubts', async () => {
	const id = await inProgress();
	const { body: { table } } = await api.session(id);
	assert.equal((await enter(id, table)).body.version, 2);
	await api.line(id, '2D,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,2S');
	assert.notEqual((await api.session(id)).body.sync, 'in_sync');
	assert.deepEqual((({ version, sync }) => [version, sync])((await enter(id, table)).body), [3, 'in_sync']);
});

test('a rejected table changes nothing', async () => {
	const id = await inProgress();
	const before = (await api.session(id)).body;
	const with2 = (cards) => ({ ...TABLE, columns: TABLE.columns.with(2, column(1, ...cards)) });
	const none = { ...TABLE, columns: TABLE.columns.map((_, i) => column(i)), draw_pile: { cards: [] } };
	assertProblem(await enter(id, with2(['QC', '1X'])), 400, 'invalid_card', '/table/columns/2/cards/1');
	assertProblem(await enter(id, with2(['QC', 'QC'])), 422, 'broken_table', '/table');
	assertProblem(await enter(id, with2(['QC', '9H'])), 422, 'broken_table', '/table');
	assertProblem(await enter(id, none), 422, 'broken_table', '/table');
	assertProblem(await enter(id, { ...TABLE, columns: [] }), 400, 'invalid_slot_count', '/table/columns');
	assertProblem(await enter(id, TABLE, { headers: { 'if-match': '"1"' } }), 412, 'version_mismatch');
	for (const table of [null, 7, 'table', [], [TABLE], {}, { columns: 3 }, { ...TABLE, draw_pile: { cards: 'KS' } },
		{ ...TABLE, foundations: { C: 'KC' } }, { ...TABLE, draw_pile: { cards: ['KS'], left: 3 } },
		{ ...TABLE, more: 'x'.repeat(11000) }]) {
		const { status, body } = await enter(id, table);
		assert.ok([400, 413, 422, 429, 503].includes(status), `${JSON.stringify(table).slice(0, 80)}: ${status}`);
		assert.ok(body.errors?.every(({ pointer }) => pointer.startsWith('/table')) ?? true);
	}
	assert.deepEqual((await api.session(id)).body, before);
});

test('a game that seemed lost continues after its table is entered', async () => {
	const { id, table } = await loseOne(api);
	assert.equal((await api.session(id)).body.status, 'lost');
	const draw_pile = { cards: table.draw_pile.cards.slice(0, -1), left: 1, shuffles: 0 };
	const { status, body } = await enter(id, { ...table, draw_pile });
	assert.deepEqual([status, body.status], [200, 'playing']);
});

/** Events at tables of all games, after each of which the table of GET can be entered again. */
const courses = {
	klondike: [{ line: SEED_LINE }],
	'ten-twenty-thirty': '7H 6H 6D 7D 8D 9D 5H 3C KC QC JC 0C 9C'.split(' ').map((dealt) => ({ dealt })),
	'take-away': [{ groups: [3, 4, 5] }, { groups: [1, 4, 5] }],
	doppelkopf: [
		{ hand: ['0H', 'QC', 'QS', 'JD', 'AD', 'KD', 'AC', '0C', '9S', 'KS', 'AH', '9H'], dealer: 0 },
		{ seat: 1, reservation: 'some' }, { seat: 2, reservation: 'none' }, { seat: 3, reservation: 'none' },
		{ seat: 0, reservation: 'none' }, { seat: 1, reservation: 'solo_queens' }, { seat: 1, card: 'AS' },
	],
};

for (const [game, course] of Object.entries(courses)) {
	test(`${game}: entering the table that GET returns changes nothing, also before the first card`, async () => {
		const preset = game === 'doppelkopf' ? 'freedoko' : undefined;
		const { id } = await api.create({ game, preset, strategy: undefined });
		const enterAgain = async () => {
			const before = (await api.session(id)).body;
			const { status, body } = await api.correct(id, { table: before.table });

			assert.equal(status, 200);
			assert.deepEqual([body.version, body.table], [before.version, before.table]);
			const other = await api.create({ game, preset, strategy: undefined, table: before.table });
			assert.deepEqual(other.table, before.table);
		};

		await enterAgain();
		for (const { line, ...snapshot } of course) {
			assert.equal((line ? await api.line(id, line) : await api.snapshot(id, snapshot)).status, 200);
			await enterAgain();
		}
	});
}

test('event numbers continue after a table is entered again', async () => {
	const { id } = await api.create({ game: 'doppelkopf', preset: 'freedoko', strategy: undefined });
	for (const snapshot of courses.doppelkopf) {
		await api.snapshot(id, snapshot);
	}
	const { table } = (await api.session(id)).body;
	assert.equal(table.event, courses.doppelkopf.length);
	const other = await api.create({ game: 'doppelkopf', preset: 'freedoko', strategy: undefined, table });
	assert.equal((await api.snapshot(other.id, { seat: 2, card: 'AS', event: table.event + 1 })).status, 200);
});
