// FreeCell over HTTP: a deal by its number, the table as a snapshot and on a line, the suggestions
// followed to the win, undo, Baker's game; invalid input is rejected with its place.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';

const daemon = await startDaemon(after, { store: temporaryStore(after) });
const api = new Api(daemon);
const begin = (request) => api.create({ game: 'freecell', strategy: 'search', ...request });
const numbered = (deal, request) => begin({ rules: { deal }, ...request });
const INSTANT = { query: '?budget_ms=0' };

const FIRST_ROW = ['JD', '2D', '9H', 'JC', '5D', '7H', '7C', '5H'];
const FRONTS = ['6S', '9C', '2H', '6H', '6C', '3D', '8C', '0C'];
const front = (column) => column.at(-1);
const lineOf = ({ cells, foundations, columns }) =>
	[...cells, ...foundations, ...columns.map((cards) => cards.join(' ') || 'XX')].join();

test('a numbered deal has its table at once', async () => {
	const { table, status } = await numbered(1);

	assert.equal(status, 'playing');
	assert.deepEqual(table.columns.map(([deepest]) => deepest), FIRST_ROW);
	assert.deepEqual(table.columns.map(front), FRONTS);
	assert.deepEqual(table.cells, ['XX', 'XX', 'XX', 'XX']);
	assert.deepEqual(table.foundations, ['XX', 'XX', 'XX', 'XX']);
});

test('the first snapshot, as JSON or on a line, begins a game', async () => {
	const { table } = await numbered(617);
	const { id } = await begin(), { id: other } = await begin();
	const first = await api.snapshot(id, table, INSTANT);
	const line = await api.line(other, lineOf(table), INSTANT);

	for (const { status, body, text } of [first, line]) {
		assert.equal(status, 200, text);
		assert.equal(body.observed.explanation, 'first');
		assert.deepEqual(body.table, table);
	}
});

test('reporting each suggestion as a move wins the game', async () => {
	const { id } = await numbered(617);
	let { body } = await api.get(`/v1/sessions/${id}/advice?budget_ms=1000`);
	let moves = 0;

	assert.equal(body.advice.won_for_certain, true);
	let { suggestion } = body;
	for (; suggestion; moves++) {
		const { kind, from, to, count } = suggestion;
		const { status, body: moved, text } = await api.move(id, { kind, from, to, count }, { query: '?budget_ms=1000' });

		assert.equal(status, 200, text);
		({ suggestion } = moved);
		assert.ok(moves < 200, 'the game ends');
		if (!suggestion) {
			assert.equal(moved.status, 'won');
			assert.deepEqual(moved.table.foundations, ['KC', 'KD', 'KH', 'KS']);
		}
	}
});

test('a move can name any empty cell or column, not only the listed one', async () => {
	const { id, table } = await numbered(1);
	const { body: { table: after }, status, text } = await api.move(id, { kind: 'to_cell', from: 5, to: 10, count: 1, card: '3D' });

	assert.equal(status, 200, text);
	assert.deepEqual(after.cells, ['XX', 'XX', '3D', 'XX']);
	assertProblem(await api.move(id, { from: 4, to: 10 }), 422, 'illegal_move', '/to');
	const columns = [['KC', ...table.columns.flat().filter((card) => card !== 'KC' && card !== 'KD').slice(0, 11)], ['KD']];
	const rest = table.columns.flat().filter((card) => !columns.flat().includes(card));
	for (let place = 2; place < 6; place++) {
		columns.push(rest.splice(0, 12));
	}
	const { body: { table: empty, moves }, text: entered } = await api.post(`/v1/sessions/${id}/corrections`,
		{ table: { cells: ['XX', 'XX', 'XX', 'XX'], foundations: ['XX', 'XX', 'XX', 'XX'], columns: [...columns, [], []] } });

	assert.deepEqual(empty?.columns.slice(6), [[], []], entered);
	assert.deepEqual(moves.filter(({ to }) => to === 7), []);
	const { body: { table: moved } } = await api.move(id, { kind: 'to_column', from: 0, to: 7, count: 1 });
	assert.deepEqual(moved.columns.slice(6), [[], [columns[0].at(-1)]]);
});

test('a snapshot after two moves identifies them, and both can be undone', async () => {
	const { id, table } = await numbered(1);
	const columns = structuredClone(table.columns);
	const cells = [columns[0].pop(), 'XX', columns[1].pop(), 'XX'];
	const { body, text, status } = await api.snapshot(id, { ...table, columns, cells }, INSTANT);

	assert.equal(status, 200, text);
	assert.equal(body.observed.explanation, 'several_moves');
	assert.deepEqual(body.observed.moves.map(({ kind, card }) => [kind, card]).sort(),
		[['to_cell', front(table.columns[0])], ['to_cell', front(table.columns[1])]].sort());
	assert.deepEqual(body.table.cells, cells);
	const undone = await api.post(`/v1/sessions/${id}/undo`, {});
	assert.deepEqual(undone.body.table, table);
});

test('a snapshot that no moves explain is a contradiction with its place', async () => {
	const { id, table } = await numbered(1);
	const columns = structuredClone(table.columns);

	[columns[2][0], columns[3][0]] = [columns[3][0], columns[2][0]];
	const answer = await api.snapshot(id, { ...table, columns }, INSTANT);
	assertProblem(answer, 409, 'snapshot_contradiction', '/columns/2');
	assert.deepEqual((await api.get(`/v1/sessions/${id}`)).body.table, table);
});

test('invalid input is rejected with its place', async () => {
	const { id, table } = await numbered(1);
	const { id: empty } = await begin();
	const twice = structuredClone(table.columns), short = structuredClone(table.columns);

	twice[7][0] = 'JD';
	short[0].pop();
	assertProblem(await api.snapshot(id, { ...table, columns: twice }), 422, 'duplicate_card', '/columns/7/0');
	assertProblem(await api.snapshot(empty, { ...table, columns: short }), 422, 'wrong_deck');
	assertProblem(await api.snapshot(id, { ...table, cells: ['9Z', 'XX', 'XX', 'XX'] }), 400, 'invalid_card', '/cells/0');
	assertProblem(await api.snapshot(id, { ...table, columns: table.columns.slice(1) }), 400, 'invalid_slot_count', '/columns');
	assertProblem(await api.move(id, { from: 0, to: 1 }), 422, 'illegal_move', '/to');
	assertProblem(await api.move(id, { kind: 'to_cell' }), 422, 'ambiguous_move');
	assertProblem(await api.move(id, { from: 12 }), 422, 'illegal_move', '/from');
	assertProblem(await api.move(id, { from: 0, to: 8, revealed: '5C' }), 422, 'no_card_revealed');
});

test("Baker's game builds in suit", async () => {
	const { rules, moves, table } = await numbered(1, { preset: 'bakers-game' });

	assert.equal(rules.build, 'suit');
	for (const { to, card } of moves.filter(({ kind }) => kind === 'to_column')) {
		assert.equal(front(table.columns[to])[1], card[1]);
	}
});

test('an unwinnable deal is never reported as a proven win', async () => {
	const { id } = await numbered(11982);
	const { body } = await api.get(`/v1/sessions/${id}/advice?budget_ms=2000`);

	assert.equal(body.advice.won_for_certain, false);
});

for (const [language, move] of [['da', /^Flyt .* til/], ['de', /^Lege .* auf/], ['el', /^Μετακίνησε/], ['en', /^Move .* to/]]) {
	test(`moves have names in ${language}`, async () => {
		const { moves } = await numbered(1, { language });

		for (const { instruction } of moves) {
			assert.match(instruction, move);
		}
	});
}
