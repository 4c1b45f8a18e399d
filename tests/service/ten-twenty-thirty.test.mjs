// 10-20-30 over HTTP: a game of dealt cards, reported by lines, JSON, columns and moves; undo,
// history and a restart; invalid input is rejected with its place.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem, gameOf } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { DECK } from './klondike.mjs';

const daemon = await startDaemon(after, { store: temporaryStore(after) });
const api = new Api(daemon);

// After two rounds the third card gives column 1 a triplet: 7, 3 and a king.
const DEALT = ['7H', 'KD', '3C', '2S', '5D', '6H', '8C', '3H', '9C', '2D', '4S', '6S', '9H', '9D', 'KC'];
const begin = (fields) => api.create({ game: 'ten-twenty-thirty', strategy: 'search', ...fields });
const INSTANT = { query: '?budget_ms=0' };

async function dealt(cards = DEALT, fields = {}) {
	const { id } = await begin(fields);
	let answer;

	for (const card of cards) {
		answer = await api.line(id, card, INSTANT);
		assert.equal(answer.status, 200, answer.text);
	}
	return answer.body;
}

test('dealt cards go to the columns in turn, and the deck is unknown', async () => {
	const { table, status, version } = await dealt();

	assert.equal(status, 'playing');
	assert.equal(version, DEALT.length);
	assert.deepEqual(table.columns[0], ['7H', '3H', 'KC']);
	assert.deepEqual(table.columns[1], ['KD', '9C']);
	assert.deepEqual([table.deck_left, table.next_column, table.dealt, table.outlook],
		[52 - DEALT.length, 1, DEALT.length, 'unknown']);
	assert.deepEqual(table.known_deck, Array(52 - DEALT.length).fill(null));
});

test('three cards that add up can be removed or left, and go under the deck in their order', async () => {
	const { id, moves } = await dealt();
	const named = moves.map(({ kind, column, combo }) => [kind, column, combo]);
	const { body } = await api.move(id, { kind: 'remove', column: 0, combo: 'B3' }, INSTANT);

	assert.deepEqual(named.filter(([kind]) => kind === 'deal'), [['deal', 1, undefined]]);
	assert.ok(named.some(([kind, column]) => kind === 'remove' && column === 0));
	assert.deepEqual(moves.find(({ combo }) => combo === 'B3').cards, ['7H', '3H', 'KC']);
	assert.deepEqual(body.table.columns[0], []);
	assert.deepEqual(body.table.known_deck.slice(-3), ['7H', '3H', 'KC']);
	assert.equal(body.table.deck_left, 52 - DEALT.length + 3);
});

test('a dealt card can be reported as JSON or as a move, too', async () => {
	const { id } = await dealt(DEALT.slice(0, 8));
	const { body } = await api.snapshot(id, { dealt: DEALT[8] }, INSTANT);
	const { body: moved } = await api.move(id, { kind: 'deal', column: 2, revealed: DEALT[9] }, INSTANT);

	assert.deepEqual(body.table.columns[1], ['KD', '9C']);
	assert.deepEqual(moved.table.columns[2], ['3C', '2D']);
});

test('whole columns show what was removed and dealt since', async () => {
	const { id, table } = await dealt();
	const columns = [[], ['BACK', '9C', 'AC'], ...table.columns.slice(2)];
	const { status, body } = await api.snapshot(id, { columns, deck_left: 39 }, INSTANT);

	assert.equal(status, 200);
	assert.equal(body.observed.explanation, 'several_moves');
	assert.deepEqual(body.observed.moves.map(({ kind }) => kind), ['remove', 'deal']);
	assert.deepEqual(body.table.columns[1], ['KD', '9C', 'AC']);
});

test('seven columns on one line begin a game', async () => {
	const { id } = await begin();
	const { body } = await api.line(id, '7H 3H,KD,3C,2S,5D,6H,8C', INSTANT);

	assert.equal(body.observed.explanation, 'first');
	assert.deepEqual(body.table.columns[0], ['7H', '3H']);
	assert.equal(body.table.next_column, 1);
});

test('with a known deck the next cards are known, and another card contradicts it', async () => {
	const { id } = await begin({ rules: { deck: DECK } });
	const { status, body, text } = await api.snapshot(id, { columns: DECK.slice(0, 7).map((card) => [card]) }, INSTANT);

	assert.equal(status, 200, text);
	assert.deepEqual(body.table.known_deck, DECK.slice(7));
	assert.equal(body.suggestion.card, DECK[7]);
	assertProblem(await api.line(id, 'KS'), 409, 'snapshot_contradiction', '/columns/0');
});

for (const [cut, outlook] of [[4, 'winnable'], [5, 'no_longer_winnable']]) {
	test(`a known deck that is ${outlook} is reported so at once`, async () => {
		const deck = [...DECK.slice(cut), ...DECK.slice(0, cut)];
		const { id } = await begin({ rules: { deck, removal: 'mandatory' } });
		const { body } = await api.snapshot(id, { columns: deck.slice(0, 7).map((card) => [card]) }, INSTANT);

		assert.equal(body.table.outlook, outlook);
	});
}

test('an outlook that needs a search is reported after it', async () => {
	const deck = [...DECK.slice(4), ...DECK.slice(0, 4)];
	const { id } = await begin({ rules: { deck } });
	const { body } = await api.snapshot(id, { columns: deck.slice(0, 7).map((card) => [card]) }, INSTANT);

	assert.equal(body.table.outlook, 'unknown');
	assert.equal((await api.get(`/v1/sessions/${id}/advice?budget_ms=60000`)).body.advice.won_for_certain, true);
	const { body: dealt } = await api.line(id, deck[7], { query: '?budget_ms=60000' });
	assert.equal(dealt.table.outlook, 'winnable');
});

test('the forced form has one move at a time', async () => {
	const { id, moves } = await dealt(DEALT, { preset: 'forced' });

	assert.deepEqual(moves.map(({ kind, combo }) => [kind, combo]), [['remove', 'T2B1']]);
	assertProblem(await api.move(id, { kind: 'deal', column: 1 }), 422, 'illegal_move', '/kind');
});

test('undo, redo and the history have each step', async () => {
	const { id } = await dealt();
	const { body: before } = await api.move(id, { kind: 'remove', column: 0, combo: 'B3' }, INSTANT);
	const { body: undone } = await api.undo(id, { steps: 2 });
	const { body: again } = await api.undo(id, { steps: -2 });
	const { body: history } = await api.history(id);

	assert.deepEqual(undone.table.columns[0], ['7H', '3H']);
	assert.deepEqual(again.table, before.table);
	assert.equal(again.status, before.status);
	assert.deepEqual(history.events.slice(0, DEALT.length).map(({ line }) => line), DEALT);
	assert.deepEqual(history.events.at(-3).moves.map(({ kind, combo }) => [kind, combo]), [['remove', 'B3']]);
});

const SEVEN = (first) => [first, ['KD', '9C'], ['3C', '2D'], ['2S', '4S'], ['5D', '6S'], ['6H', '9H'], ['8C', '9D']];
for (const [what, post, status, code, pointer] of [
	['a line that is no card', (id) => api.line(id, '9X'), 400, 'invalid_card', '/0'],
	['an empty column line', (id) => api.line(id, 'KD,3C'), 400, 'invalid_slot_count', ''],
	['a card that is none', (id) => api.snapshot(id, { dealt: '1H' }), 400, 'invalid_card', '/dealt'],
	['a number for a card', (id) => api.snapshot(id, { dealt: 7 }), 400, 'invalid_type', '/dealt'],
	['a card that lies already', (id) => api.line(id, '9D'), 409, 'snapshot_contradiction', '/columns/1'],
	['six columns', (id) => api.snapshot(id, { columns: SEVEN([]).slice(1) }), 400, 'invalid_slot_count', '/columns'],
	['no columns', (id) => api.snapshot(id, {}), 400, 'missing_field', '/columns'],
	['a column that is a word', (id) => api.snapshot(id, { columns: SEVEN('7H') }), 400, 'invalid_type', '/columns/0'],
	['a bad card in a column', (id) => api.snapshot(id, { columns: SEVEN(['7H', 'QQ']) }), 400, 'invalid_card', '/columns/0/1'],
	['a huge column', (id) => api.snapshot(id, { columns: SEVEN(Array(53).fill('UU')) }), 400, 'invalid_slot_count', '/columns/0'],
	['a deck below nothing', (id) => api.snapshot(id, { columns: SEVEN(['7H', '3H', 'KC']), deck_left: -1 }),
		400, 'invalid_value', '/deck_left'],
	['a wrong deck', (id) => api.snapshot(id, { columns: SEVEN(['7H', '3H', 'KC']), deck_left: 30 }),
		409, 'snapshot_contradiction', '/deck_left'],
	['another card than lies there', (id) => api.snapshot(id, { columns: SEVEN(['7H', '4H', 'KC']) }),
		409, 'snapshot_contradiction', '/columns/0'],
	['a move of no kind', (id) => api.move(id, { column: 0 }), 400, 'missing_field', '/kind'],
	['a column that is not there', (id) => api.move(id, { kind: 'remove', column: 7 }), 400, 'invalid_value', '/column'],
	['half a column', (id) => api.move(id, { kind: 'remove', column: 0.5 }), 400, 'invalid_type', '/column'],
	['an unknown combo', (id) => api.move(id, { kind: 'remove', column: 0, combo: 'B4' }), 400, 'invalid_value', '/combo'],
	['a column without three', (id) => api.move(id, { kind: 'remove', column: 1, combo: 'B3' }), 422, 'illegal_move', '/column'],
	['a deal out of turn', (id) => api.move(id, { kind: 'deal', column: 3, revealed: 'AC' }), 422, 'illegal_move', '/column'],
]) {
	test(`${what} is rejected with its place and changes nothing`, async () => {
		const before = await dealt();

		assertProblem(await post(before.id), status, code, pointer);
		const { body } = await api.session(before.id);
		assert.deepEqual([body.version, body.table, body.status], [before.version, before.table, before.status]);
	});
}

// ---- Over a restart: the last test, since the daemon gets another port ----------------------------

test('a restart restores the sessions', async () => {
	const { id } = await dealt();
	const { body: before } = await api.move(id, { kind: 'remove', column: 0, combo: 'B3' }, INSTANT);
	const { body: history } = await api.history(id);
	await daemon.stop();
	await daemon.restart();
	const { body } = await api.session(id);

	assert.deepEqual([body.table, body.status, body.version], [before.table, before.status, before.version]);
	assert.deepEqual(gameOf(body).moves.map(({ kind }) => kind).sort(), before.moves.map(({ kind }) => kind).sort());
	assert.deepEqual((await api.history(id)).body, history);
});

test('a misread card is corrected by its place and in its event', async () => {
	const { id } = await dealt(DEALT.slice(0, 8));
	const right = await api.correct(id, { position: 0, index: 1, card: '8H' });

	assert.equal(right.status, 200, right.text);
	assert.deepEqual(right.body.table.columns[0], ['8H', '3H']);
	assertProblem(await api.correct(id, { position: 1, index: 1, card: '8H' }), 409, 'correction_contradicts');
	assertProblem(await api.correct(id, { position: 1, index: 9, card: 'QH' }), 422, 'no_card_known', '/position');
	assertProblem(await api.correct(id, { position: 1, unseen: 3 }), 400, 'unknown_member', '/unseen');
	assert.deepEqual((await api.undo(id, { steps: 1 })).body.table.columns[0], ['7H', '3H']);
});

test('a game in progress is entered as a table, advised at once and continued', async () => {
	const { table, moves } = await dealt();
	const taken = await begin({ table });

	assert.equal(taken.version, 1);
	assert.deepEqual(taken.table, table);
	assert.deepEqual(taken.moves.map(({ kind, combo }) => [kind, combo]), moves.map(({ kind, combo }) => [kind, combo]));
	assert.ok(taken.suggestion);
	assert.deepEqual((await api.line(taken.id, '9S', INSTANT)).body.table.columns[1], ['KD', '9C', '9S']);
	assert.equal((await api.history(taken.id)).body.events[0].kind, 'table');
	assert.deepEqual((await begin({ table: { columns: table.columns } })).table, table);
});

test('an impossible table is rejected with its place, and a table can be entered during the game', async () => {
	const { id, table } = await dealt();
	const adopt = (wrong) => api.post('/v1/sessions', { game: 'ten-twenty-thirty', table: { ...table, ...wrong } });
	const columns = table.columns.with(0, ['7H', '3H', 'QC']);

	assertProblem(await adopt({ columns: table.columns.with(0, ['KD']) }), 422, 'duplicate_card', '/table/columns/1/0');
	assertProblem(await adopt({ next_column: 4 }), 422, 'wrong_count', '/table/next_column');
	assertProblem(await adopt({ dealt: 16 }), 422, 'wrong_count', '/table/dealt');
	assertProblem(await adopt({ known_deck: [] }), 400, 'invalid_slot_count', '/table/known_deck');
	assertProblem(await adopt({ columns: 'all' }), 400, 'invalid_type', '/table/columns');
	const { body } = await api.correct(id, { table: { ...table, columns } });
	assert.deepEqual(body.table.columns, columns);
	assert.deepEqual((await api.undo(id, { steps: 1 })).body.table, table);
});

test('a rejected card raises no question, and no correction takes it for the visible card', async () => {
	const { id } = await dealt(DEALT.slice(0, 8));

	assertProblem(await api.line(id, 'KD', INSTANT), 409, 'snapshot_contradiction');
	const refused = (await api.session(id)).body;
	const correct = (correction) => api.post(`/v1/sessions/${id}/corrections${INSTANT.query}`, correction);

	assert.deepEqual(refused.observed.asks, []);
	assertProblem(await correct({ position: 1, card: '9D' }), 409, 'ambiguous_place');
	assert.deepEqual((await api.session(id)).body, refused);
	const { body } = await api.line(id, '9D', INSTANT);

	assert.equal(body.sync, 'in_sync');
	assert.deepEqual(body.table.columns[1], ['KD', '9D']);
	assertProblem(await api.line(id, 'KD', INSTANT), 409, 'snapshot_contradiction');
	const { body: right } = await correct({ position: 1, index: 2, card: '9S' });

	assert.deepEqual(right.table.columns[1], ['KD', '9S']);
});
