// Snapshots in all their forms, and the findings of the daemon.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem, gameOf, placesOf, SEED_JSON, SEED_LINE, timeless } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { DECK } from './klondike.mjs';

const api = new Api(await startDaemon(after));

/** The original program's table after 8D has moved onto 9C and turned up a card. */
const moved = (card) => `KS,UU,UU,UU,UU,5S,5H,QC,7H,${card},9D,8D`;
/** The original program's table after one draw. */
const drawn = (card) => SEED_LINE.replace('KS', card);

// ---- Forms --------------------------------------------------------------------------------------

test('the first line of the original program is the initial table', async () => {
	const session = await api.begun();
	assert.equal(session.version, 1);
	assert.equal(session.status, 'playing');
	assert.equal(session.observed.explanation, 'first');
	assert.deepEqual(session.table, {
		columns: SEED_JSON.columns.map((card, unseen) => ({ unseen, cards: [card] })),
		foundations: { C: 'XC', D: 'XD', H: 'XH', S: 'XS' },
		draw_pile: { cards: ['KS'], left: 23, removed: 0, shuffles: 3, known_order: [] },
		anti_loop: { just_moved: 'XX', column_to_column: 0, max_column_to_column: 2, idle: 0 },
	});
	assert.deepEqual(session.moves.map(({ line }) => line[0]), ['8D 5>7', 'draw']);
});

test('a line, JSON, and a line as CSV are the same snapshot', async () => {
	const line = timeless(await api.begun());
	const { id } = await api.create();
	assert.deepEqual(timeless((await api.snapshot(id, SEED_JSON)).body), line);
	const { id: other } = await api.create();
	const csv = await api.line(other, SEED_LINE, { headers: { 'content-type': 'text/csv' } });
	assert.deepEqual(timeless(csv.body), line);
});

test('the default content type of `curl -d` is read by the first character of the body', async () => {
	for (const body of [SEED_LINE, JSON.stringify(SEED_JSON)]) {
		for (const headers of [{}, { 'content-type': 'application/x-www-form-urlencoded' }]) {
			const { id } = await api.create();
			const answer = await api.send('POST', `/v1/sessions/${id}/snapshots?typed=true`, { body, headers });
			assert.equal(answer.body.observed?.explanation, 'first', answer.text);
		}
	}
});

test('a content type may name its character set', async () => {
	for (const [type, body] of [['text/plain; charset=utf-8', SEED_LINE],
		['application/json;charset=UTF-8', JSON.stringify(SEED_JSON)], ['Text/Plain', SEED_LINE]]) {
		const { id } = await api.create();
		const path = `/v1/sessions/${id}/snapshots`;
		const answer = await api.send('POST', path, { body, headers: { 'content-type': type } });
		assert.equal(answer.status, 200, `${type}: ${answer.text}`);
	}
});

test('white space around a line and a line end are ignored', async () => {
	for (const line of [`${SEED_LINE}\n`, `${SEED_LINE}\r\n`, `  ${SEED_LINE} \n`,
		SEED_LINE.replaceAll(',', ' , ')]) {
		const { id } = await api.create();
		const answer = await api.line(id, line);
		assert.equal(answer.status, 200, `${JSON.stringify(line)}: ${answer.text}`);
	}
});

const SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' };
const SPELLINGS = {
	'rank, suit': ([rank, suit]) => rank + suit,
	'suit, rank': ([rank, suit]) => suit + rank,
	'lower case': ([rank, suit]) => (rank + suit).toLowerCase(),
	'lower case, suit first': ([rank, suit]) => (suit + rank).toLowerCase(),
	'a ten as 10': ([rank, suit]) => (rank === '0' ? '10' : rank) + suit,
	'a ten as 10, suit first': ([rank, suit]) => suit + (rank === '0' ? '10' : rank),
	'a ten as T': ([rank, suit]) => (rank === '0' ? 'T' : rank) + suit,
	'a ten as t': ([rank, suit]) => (rank === '0' ? 't' : rank) + suit.toLowerCase(),
	'rank, sign': ([rank, suit]) => rank + SIGNS[suit],
	'sign, rank': ([rank, suit]) => SIGNS[suit] + rank,
	'sign, 10': ([rank, suit]) => SIGNS[suit] + (rank === '0' ? '10' : rank.toLowerCase()),
};

/** Eight cards that begin at `place` of the deck, as a first snapshot. */
function eight(place, spell) {
	const cards = Array.from({ length: 8 }, (_, more) => DECK[(place + more) % 52]);
	const [draw_pile, ...columns] = cards.map(spell);
	return { cards, json: { draw_pile, columns }, line: `${draw_pile},UU,UU,UU,UU,${columns}` };
}

for (const [name, spell] of Object.entries(SPELLINGS)) {
	test(`all 52 cards can be written as ${name}`, async () => {
		for (let place = 0; place < 52; place += 8) {
			const { cards, json, line } = eight(place, spell);
			for (const form of [json, line]) {
				const { id } = await api.create();
				const kind = typeof form === 'string' ? 'line' : 'snapshot';
				const { body, text } = await api[kind](id, form);
				assert.ok(body.table, text);
				assert.deepEqual(body.table.columns.map((column) => column.cards[0]), cards.slice(1));
				assert.deepEqual(body.table.draw_pile.cards, [cards[0]]);
			}
		}
	});
}

test('foundations can be missing, unreadable, or empty', async () => {
	const whole = timeless(await api.begun());
	for (const foundations of [undefined, ['XX', 'XX', 'XX', 'XX'], ['XX', 'UU', 'uu', 'xx']]) {
		const { id } = await api.create();
		const { body } = await api.snapshot(id, { ...SEED_JSON, foundations });
		assert.deepEqual(body.table, whole.table);
	}
});

test('a column may be a list of all its face-up cards', async () => {
	const { id } = await api.begun();
	const columns = ['5S', '5H', 'QC', '7H', '4C', '9D', ['9C', '8D']];
	const { body } = await api.snapshot(id, { ...SEED_JSON, columns });
	assert.equal(body.observed.explanation, 'suggested_move');
	assert.deepEqual(body.table.columns[6].cards, ['9C', '8D']);
});

test('the time of a snapshot is optional, and an unknown member is rejected', async () => {
	const { id } = await api.create();
	const refused = await api.snapshot(id, { ...SEED_JSON, lamp: { on: true } });
	assertProblem(refused, 400, 'unknown_member', '/lamp');
	const { status } = await api.snapshot(id, { ...SEED_JSON, taken_at: '2026-11-21T10:00:00Z' });
	assert.equal(status, 200);
});

// ---- Findings --------------------------------------------------------------------------

test('the same snapshot again changes nothing', async () => {
	const before = await api.begun();
	const { body, headers } = await api.line(before.id, SEED_LINE);
	assert.equal(headers.etag, '"1"');
	assert.equal(body.observed.explanation, 'unchanged');
	assert.deepEqual(gameOf(body), gameOf(before));
});

test('a followed suggestion is recognised with the card that it turned up', async () => {
	const { id, suggestion } = await api.begun();
	assert.equal(suggestion.line[0], '8D 5>7');
	const { body } = await api.line(id, moved('4C'));
	assert.equal(body.observed.explanation, 'suggested_move');
	assert.deepEqual(body.observed.revealed, [{ position: 4, card: '4C' }]);
	const [{ type, from, to, cut, revealed }] = body.observed.moves;
	assert.deepEqual({ type, from, to, cut, revealed }, { type: 3, from: 4, to: 6, cut: 1, revealed: '4C' });
	assert.deepEqual(body.table.columns[4], { unseen: 3, cards: ['4C'] });
	assert.deepEqual(body.table.columns[6], { unseen: 6, cards: ['9C', '8D'] });
	assert.equal(body.table.anti_loop.just_moved, '8D');
	assert.equal(body.table.anti_loop.column_to_column, 1);
});

test('another move than the suggested one is recognised without a question', async () => {
	const { id } = await api.begun();
	const { body } = await api.line(id, drawn('2C'));
	assert.equal(body.observed.explanation, 'other_move');
	assert.equal(body.observed.moves[0].kind, 'draw');
	assert.deepEqual(body.table.draw_pile.cards, ['KS', '2C']);
	assert.equal(body.table.draw_pile.left, 22);
});

test('two moves after a missed frame are found', async () => {
	const { id } = await api.begun();
	const { body } = await api.line(id, moved('4C').replace('KS', '2C'));
	assert.equal(body.observed.explanation, 'several_moves');
	assert.deepEqual(body.observed.moves.map(({ kind }) => kind).sort(), ['column_to_column', 'draw']);
	assert.equal(body.table.draw_pile.left, 22);
	assert.equal(body.table.columns[4].unseen, 3);
	assert.equal(body.version, 2);
});

test('unreadable slots are no evidence', async () => {
	const { id } = await api.begun();
	const { body } = await api.line(id, 'UU,UU,UU,UU,UU,UU,UU,UU,UU,4C,UU,8D');
	assert.equal(body.observed.explanation, 'suggested_move');
	assert.equal(body.table.columns[4].cards[0], '4C');
});

test('a snapshot without readable slots is unclear and changes nothing', async () => {
	const before = await api.begun();
	const { body, headers } = await api.line(before.id, Array(12).fill('UU').join(','));
	assert.ok(['look_again', 'unchanged'].includes(body.observed.explanation));
	assert.equal(headers.etag, '"1"');
	assert.deepEqual(gameOf(body), gameOf(before));
});

for (const slot of ['UU', 'BACK']) {
	test(`a turned-up card that is read as ${slot} stays unknown until a later snapshot`, async () => {
		const before = await api.begun();
		const { body, headers } = await api.line(before.id, moved(slot));
		assert.equal(body.observed.explanation, 'look_again');
		assert.equal(body.sync, 'looking');
		assert.equal(headers.etag, '"1"');
		assert.deepEqual(gameOf(body), gameOf(before));
		assert.notEqual(body.message, before.message);
		const clear = (await api.line(before.id, moved('4C'))).body;
		assert.equal(clear.observed.explanation, 'suggested_move');
		assert.equal(clear.sync, 'in_sync');
	});
}

test('an incomplete first snapshot leaves the session waiting', async () => {
	const { id } = await api.create();
	const { body } = await api.line(id, SEED_LINE.replace('QC', 'UU'));
	assert.equal(body.observed.explanation, 'look_again');
	assert.deepEqual(body.observed.unreadable.filter((position) => position < 7), [2]);
	assert.deepEqual([body.status, body.sync, body.version], ['waiting', 'looking', 0]);
	assert.equal((await api.line(id, SEED_LINE)).body.observed.explanation, 'first');
});

test('a draw is possible before the next card of the stock is turned up', async () => {
	const { id } = await api.create();
	await api.line(id, 'AS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C');
	const { body } = await api.snapshot(id, {
		draw_pile: 'BACK', foundations: ['XX', 'XX', 'XX', 'AS'], columns: SEED_JSON.columns,
	});
	assert.equal(body.sync, 'in_sync');
	assert.deepEqual(body.table.draw_pile.cards, []);
	assert.equal(body.table.draw_pile.left, 23);
	assert.equal(body.table.draw_pile.removed, 1);
	assert.ok(body.moves.some(({ kind }) => kind === 'draw'));
	const next = (await api.line(id, drawn('KC'))).body;
	assert.deepEqual(next.table.draw_pile.cards, ['KC']);
	assert.equal(next.table.draw_pile.left, 22);
});

test('without first_card_up the draw pile shows its back or no card', async () => {
	for (const slot of ['BACK', 'XX']) {
		const { id } = await api.create({ preset: 'klondike-3' });
		const { body } = await api.line(id, drawn(slot));
		assert.deepEqual(body.table.draw_pile.cards, []);
		assert.equal(body.table.draw_pile.left, 24);
		const three = (await api.line(id, drawn('KC'))).body.table.draw_pile;
		assert.deepEqual(three, { cards: [null, null, 'KC'], left: 21, removed: 0, shuffles: 'unlimited', known_order: three.known_order });
	}
});

test('a contradiction names the place, and nothing is changed', async () => {
	const before = await api.begun();
	const answer = await api.line(before.id, SEED_LINE.replace('8D', '8H'));
	assertProblem(answer, 409, 'snapshot_contradiction', '/columns/4');
	const [conflict] = answer.body.conflicts;
	assert.equal(conflict.position, 4);
	assert.equal(conflict.seen, '8H');
	assert.ok(conflict.expected.includes('8D'));
	const session = (await api.session(before.id)).body;
	assert.equal(session.version, 1);
	assert.equal(session.sync, 'desynced');
	assert.deepEqual(session.observed.conflicts, answer.body.conflicts);
	assert.deepEqual(gameOf(session), gameOf(before));
	assert.equal((await api.line(before.id, SEED_LINE)).body.sync, 'in_sync');
});

test('a contradiction in a line names the slot of the line', async () => {
	const { id } = await api.begun();
	const { body } = await api.line(id, SEED_LINE.replace('7H', '7S'));
	assert.deepEqual(body.conflicts.map(({ position }) => position), [3]);
	assert.equal(body.errors[0].detail, body.conflicts[0].reason);
	assert.equal(body.errors[0].pointer, '/columns/3');
});

// ---- Frames -------------------------------------------------------------------------------------

const frame = (number, camera, slots = {}) =>
	({ ...SEED_JSON, ...slots, camera, frame: number });

test('an older or repeated frame of the same camera changes nothing', async () => {
	const { id } = await api.create();
	await api.snapshot(id, frame(10, 'left'));
	const two = frame(11, 'left', { draw_pile: '2C' });
	const accepted = (await api.snapshot(id, two)).body;
	assert.equal(accepted.version, 2);
	for (const late of [two, frame(10, 'left'), frame(3, 'left', { draw_pile: '3C' })]) {
		const { body, status } = await api.snapshot(id, late);
		assert.equal(status, 200);
		assert.deepEqual(body, accepted);
	}
});

test('each camera counts its own frames', async () => {
	const { id } = await api.create();
	await api.snapshot(id, frame(1000, 'left'));
	const { body } = await api.snapshot(id, frame(1, 'right', { draw_pile: '2C' }));
	assert.equal(body.version, 2);
	assert.equal((await api.snapshot(id, frame(2, undefined, { draw_pile: '3C' }))).body.version, 3);
	assert.equal((await api.snapshot(id, frame(1, 'right', { draw_pile: '4C' }))).body.version, 3);
});

// ---- The query ----------------------------------------------------------------------------------

test('query parameters apply to this response only', async () => {
	const { id } = await api.create();
	const query = '?strategy=classic&max_moves=1&budget_ms=0&wait=false&fields=moves,advice';
	const { body } = await api.line(id, SEED_LINE, { query });
	assert.deepEqual(Object.keys(body).sort(), ['advice', 'moves']);
	assert.equal(body.moves.length, 1);
	assert.equal(body.advice.strategy, 'classic');
	const session = (await api.session(id)).body;
	assert.equal(session.strategy, 'heuristic');
	assert.equal(session.moves.length, 2);
});

/** The reading of the draw pile in the first snapshot, and the resulting question. */
for (const [reading, cards, words] of [
	[[{ card: 'KS', p: 0.73 }, { card: 'KC', p: 0.06 }], ['KS', 'KC'],
		"Which card is in front on the waste: king of spades or king of clubs? I can't read it clearly."],
	[[{ card: 'KS', p: 0.73 }], ['KS'],
		"I can't see the front card on the waste clearly. Is it the king of spades?"],
]) {
	test(`a card of the first snapshot with the candidates ${cards} raises a question that names them`, async () => {
		const { id } = await api.create({ strategy: 'heuristic' });
		const { body } = await api.snapshot(id, { ...SEED_JSON, draw_pile: reading });

		assert.deepEqual([body.status, body.sync, body.message], ['waiting', 'looking', words]);
		assert.deepEqual(placesOf(body.observed), [{ position: 11, cards }]);
		const answered = (await api.correct(id, { position: 11, card: 'KC' })).body;
		assert.deepEqual([answered.version, answered.sync, answered.table.draw_pile.cards], [1, 'in_sync', ['KC']]);
	});
}

test('the thirteenth slot of a line is the stock of the JSON form, and is stored', async () => {
	for (const [slot, stock] of [['BACK', 'BACK'], ['uu', 'UU']]) {
		const { id } = await api.begun();
		const { id: other } = await api.begun();
		const line = await api.line(id, `${SEED_LINE.replace('KS', '2C')},${slot}`);
		const json = await api.snapshot(other, { ...SEED_JSON, draw_pile: '2C', stock });
		assert.deepEqual([line.status, line.body.version], [200, 2], line.text);
		assert.deepEqual([gameOf(line.body), line.body.observed], [gameOf(json.body), json.body.observed]);
		for (const each of [id, other]) {
			const { body: { events } } = await api.history(each);
			assert.equal(events.at(-1).line, `${SEED_LINE.replace('KS', '2C')},${stock}`);
		}
	}
});

test('an empty thirteenth slot contradicts a stock with cards', async () => {
	const { id } = await api.begun();
	const answer = await api.line(id, `${SEED_LINE},XX`);
	assert.ok(answer.status === 409 || answer.body.sync === 'looking', answer.text);
	assert.equal((await api.session(id)).body.version, 1);
});

test('draws are tracked while several explanations are kept', async () => {
	const drawn = ['4S', '3S', '3H', 'KH', 'KD', 'JD', '4C', 'KC', '6H', '8C', '7C', '2H', '6S'];
	const { id } = await api.create();
	let session;
	for (const card of ['QC', ...drawn]) {
		const line = `${card},XC,XD,XH,XS,4H,5H,2C,QH,7D,9C,4D,BACK`;
		({ body: session } = await api.line(id, line, { query: '?typed=false' }));
	}
	assert.deepEqual(session.table.draw_pile.cards, ['QC', ...drawn]);
	assert.equal(session.table.draw_pile.left, 10);
	// The kings look alike, and so do the threes: that one of each was drawn twice is not ruled out.
	assert.equal(session.sync, 'looking');
	assert.equal(session.asks, null, 'the player can do the same');
	assert.notEqual(session.observed.explanation, 'look_again');
});

// ---- Accepted sessions can be loaded again ---------------------------------------------------------

test('a listed stock that is too long leaves a session that can be loaded', async () => {
	const forgetful = new Api(await startDaemon(after, { args: ['--session-cache-size', '0'] }));
	const { id } = await forgetful.create({ rules: { first_card_up: false } });
	await forgetful.snapshot(id, { columns: ['KD', '5S', '9C', '0C', 'QS', '0D', 'KC'] });
	const { body } = await forgetful.snapshot(id, { draw_pile: ['UU', '3D'], columns: ['UU', 'UU', 'UU', 'UU', '5H', 'UU', 'UU'] });
	assert.deepEqual(body.table.draw_pile.known_order, []);
	const { status, body: session } = await forgetful.get(`/v1/sessions/${id}`);
	assert.equal(status, 200);
	assert.deepEqual(session.table, body.table);
});
