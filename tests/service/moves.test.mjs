// Reported moves, undo, and the history.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem, gameOf, SEED_LINE, timeless } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';

const api = new Api(await startDaemon(after));
const FOLLOWED = 'KS,UU,UU,UU,UU,5S,5H,QC,7H,4C,9D,8D';
const drawn = (card) => SEED_LINE.replace('KS', card);

// ---- Moves --------------------------------------------------------------------------------------

test('the history is in the requested language', async () => {
	const { id } = await api.begun({ language: 'en' });
	await api.move(id, { type: 3, from: 4, to: 6, cut: 1, revealed: 'QH' });
	const said = async (query) => (await api.history(id, query)).body.events.at(-1).moves[0].instruction;
	assert.match(await said(''), /^Move /);
	assert.match(await said('?language=de'), /^Lege /);
});

test('a reported move has the same effect as the snapshot of it', async () => {
	const { id } = await api.begun();
	const reported = await api.move(id, { type: 3, from: 4, to: 6, cut: 1, revealed: '4C' });
	assert.equal(reported.status, 200);
	assert.equal(reported.body.observed.explanation, 'suggested_move');
	const { id: other } = await api.begun();
	const seen = await api.line(other, FOLLOWED);
	assert.deepEqual(gameOf(reported.body), gameOf(seen.body));
	assert.equal(reported.body.version, 2);
});

test('a partial move is accepted if it names one legal move', async () => {
	for (const fields of [{ type: 3 }, { kind: 'column_to_column' }, { from: 4 }, { card: '8D' },
		{ card: 'd8' }, { to: 6, cut: 1 }]) {
		const { id } = await api.begun();
		const { body, text } = await api.move(id, { ...fields, revealed: 'C4' });
		assert.equal(body.table?.columns[4].cards[0], '4C', `${JSON.stringify(fields)}: ${text}`);
	}
});

test('a reported draw turns up its card', async () => {
	const { id } = await api.begun();
	const { body } = await api.move(id, { type: 5, from: 11, to: 11, cut: 0, revealed: '0h' });
	assert.deepEqual(body.table.draw_pile.cards, ['KS', '0H']);
	assert.equal(body.observed.explanation, 'other_move');
	assert.deepEqual(body.observed.revealed, [{ position: 11, card: '0H' }]);
});

test('an empty stock is redealt, and the first card is turned up again', async () => {
	const { id } = await api.create({ rules: { shuffles: 1, shuffle_order: 'kept' } });
	await api.line(id, SEED_LINE);
	const cards = ['AC', '2C', '3C', '4C', '6C', '7C', '8C', '0C', 'JC', 'KC', 'AD', '2D', '3D', '4D', '5D', '6D',
		'7D', '0D', 'JD', 'QD', 'KD', 'AH', '2H'];
	for (const card of cards) {
		await api.move(id, { kind: 'draw', revealed: card });
	}
	const last = (await api.session(id)).body;
	assert.equal(last.table.draw_pile.left, 0);
	assert.ok(last.moves.some(({ kind }) => kind === 'shuffle'));
	const { body } = await api.move(id, { kind: 'shuffle' });
	assert.deepEqual(body.table.draw_pile, {
		cards: ['KS'], left: 23, removed: 0, shuffles: 0, known_order: cards,
	});
});

// ---- Taking back --------------------------------------------------------------------------------

/** A session after three accepted changes, and the response to each. */
async function three() {
	const first = await api.begun();
	const second = (await api.line(first.id, FOLLOWED)).body;
	const third = (await api.line(first.id, FOLLOWED.replace('KS', '2C'))).body;
	return { id: first.id, states: [first, second, third] };
}

test('undo and redo go step by step', async () => {
	const { id, states } = await three();
	for (const [steps, place] of [[1, 1], [1, 0], [-1, 1], [-1, 2], [2, 0], [-2, 2]]) {
		const { body, text } = await api.undo(id, { steps });
		assert.deepEqual(gameOf(body), gameOf(states[place]), text);
	}
});

test('undo is an accepted change: the version increases', async () => {
	const { id } = await three();
	assert.equal((await api.undo(id, { steps: 2 })).body.version, 4);
	assert.equal((await api.undo(id, { steps: -2 })).body.version, 5);
});

test('undo without a body, or with an empty one, undoes one step', async () => {
	const { id, states } = await three();
	const { body } = await api.send('POST', `/v1/sessions/${id}/undo`, {});
	assert.deepEqual(gameOf(body), gameOf(states[1]));
	assert.deepEqual(gameOf((await api.undo(id, {})).body), gameOf(states[0]));
});

test('the first snapshot can be undone, too', async () => {
	const { id, message } = await api.create();
	await api.line(id, SEED_LINE);
	const { body } = await api.undo(id, { steps: 1 });
	assert.deepEqual([body.status, body.moves, body.suggestion], ['waiting', [], null]);
	assert.equal(body.message, message);
	assert.equal((await api.line(id, drawn('AH'))).body.observed.explanation, 'first');
});

test('undo is limited to the accepted steps', async () => {
	const { id } = await api.create();
	assertProblem(await api.undo(id, { steps: 1 }), 409, 'nothing_to_undo');
	await api.line(id, SEED_LINE);
	for (const steps of [2, -1, 1000, -1000]) {
		assertProblem(await api.undo(id, { steps }), 409, 'nothing_to_undo');
	}
	assert.equal((await api.session(id)).body.version, 1);
});

test('a new change discards undone steps', async () => {
	const { id } = await three();
	await api.undo(id, { steps: 2 });
	await api.line(id, drawn('7S'));
	assertProblem(await api.undo(id, { steps: -1 }), 409, 'nothing_to_undo');
	assert.deepEqual((await api.session(id)).body.table.draw_pile.cards, ['KS', '7S']);
});

test('after an undo the game continues from there', async () => {
	const { id, states } = await three();
	await api.undo(id, { steps: 2 });
	const { body } = await api.line(id, FOLLOWED);
	assert.deepEqual(gameOf(body), gameOf(states[1]));
	assert.equal(body.observed.explanation, 'suggested_move');
});

test('undo does not revert a change of the name', async () => {
	const { id, states } = await three();
	await api.patch(id, { name: 'stue', language: 'da' });
	const { body } = await api.undo(id, { steps: 1 });
	assert.deepEqual([body.name, body.language], ['stue', 'da']);
	assert.deepEqual(body.table, states[1].table);
});

// ---- The history --------------------------------------------------------------------------------

test('the history has every accepted change, oldest first', async () => {
	const { id } = await three();
	await api.move(id, { kind: 'draw', revealed: '3C' });
	await api.undo(id, { steps: 1 });
	await api.patch(id, { name: 'a' });
	const { body } = await api.history(id);
	assert.equal(body.next, null);
	assert.deepEqual(body.events.map(({ version, kind }) => `${version} ${kind}`),
		['1 snapshot', '2 snapshot', '3 snapshot', '4 move', '5 undo', '6 change']);
	const [first, second, third, reported, undone] = body.events;
	assert.deepEqual([first, second, third, reported].map(({ explanation }) => explanation),
		['first', 'suggested_move', 'other_move', 'other_move']);
	assert.equal(first.line, SEED_LINE);
	assert.equal(second.line, FOLLOWED);
	assert.deepEqual(second.moves.map(({ card, revealed }) => [card, revealed]), [['8D', '4C']]);
	assert.deepEqual(reported.revealed, [{ position: 11, card: '3C' }]);
	assert.equal(undone.steps, 1);
});

test('rejected changes are not in the history', async () => {
	const { id } = await api.begun();
	await api.line(id, SEED_LINE);
	await api.line(id, SEED_LINE.replace('8D', '8H'));
	await api.line(id, FOLLOWED.replace('4C', 'UU'));
	await api.move(id, { kind: 'shuffle' });
	assert.equal((await api.history(id)).body.events.length, 1);
});

const INSTANT = { value: null, low: null, high: null };

test('the history has the advice before each move', async () => {
	const { id, states } = await three();
	const { events } = (await api.history(id)).body;
	assert.equal(events[0].advised, undefined);
	for (const [place, event] of events.slice(1).entries()) {
		const { suggestion, made, ...table } = event.advised;
		const { instruction } = states[place].suggestion;
		assert.deepEqual(table, INSTANT);
		assert.equal(suggestion.instruction, instruction);
		assert.deepEqual(made, INSTANT);
	}
	await api.patch(id, { language: 'da' });
	const inDanish = (await api.history(id)).body.events[1].advised.suggestion;
	assert.equal(inDanish.instruction, 'Flyt ruder otte fra kolonne 5 til kolonne 7.');
});

test('the forecast of a search is stored with the move that was made', async (t) => {
	const store = temporaryStore((done) => t.after(done));
	const daemon = await startDaemon((done) => t.after(done), { store });
	const thinker = new Api(daemon);
	const { id } = await thinker.create({ strategy: 'search' });
	const before = (await thinker.line(id, SEED_LINE, { query: '?budget_ms=300' })).body;
	const { line, reasons, rank, visits, held_back, ...best } = before.suggestion;
	const other = before.moves.find(({ kind }) => kind === 'draw');
	await thinker.move(id, { kind: 'draw', revealed: '3C' }, { query: '?budget_ms=0' });
	const advised = async () => (await thinker.history(id)).body.events.at(-1).advised;
	const recorded = await advised();
	const { value, low, high } = before.advice;
	assert.ok(value >= 0 && value <= 1);
	assert.deepEqual(recorded, {
		value, low, high, suggestion: best, made: { value: other.value, low: other.low, high: other.high },
	});
	await daemon.stop();
	await daemon.restart();
	assert.deepEqual(await advised(), recorded);
});

test('the history is paged by version', async () => {
	const { id } = await api.begun();
	for (const card of ['2C', '3C', '4C', '6C', '7C', '8C']) {
		await api.line(id, drawn(card));
	}
	const versions = [];
	for (let after = 0; after !== null;) {
		const { events, next } = (await api.history(id, `?limit=3&after=${after}`)).body;
		assert.ok(events.length <= 3);
		versions.push(...events.map(({ version }) => version));
		after = next;
	}
	assert.deepEqual(versions, [1, 2, 3, 4, 5, 6, 7]);
	assert.deepEqual((await api.history(id, '?after=7')).body, { events: [], next: null });
});

test('the lines of the history, posted to a new session, lead to the same table', async () => {
	const { id, states } = await three();
	const { id: again } = await api.create();
	let last;
	for (const { line } of (await api.history(id)).body.events) {
		last = (await api.line(again, line)).body;
	}
	assert.deepEqual(timeless(last), timeless(states[2]));
});
