// Doppelkopf over HTTP: events as snapshots and moves, contradictions, undo, a whole deal.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const api = new Api(await startDaemon(after));

const HAND = ['0H', 'QC', 'QS', 'JD', 'AD', 'KD', 'AC', '0C', '9S', 'KS', 'AH', '9H'];

async function dealt() {
	const { id } = await api.create({ game: 'doppelkopf', strategy: 'tricks' });
	const { status, body } = await api.snapshot(id, { hand: HAND, dealer: 0 });

	assert.equal(status, 200);
	assert.equal(body.table.seat_to_play, 1);
	return id;
}

test('a card that is played ends the reservation round', async () => {
	const id = await dealt();
	const { body } = await api.snapshot(id, { seat: 1, card: 'AS' });

	assert.equal(body.observed.explanation, 'several_moves');
	assert.deepEqual(body.table.trick, { leader: 1, cards: ['AS'] });
	assert.deepEqual(body.table.reservations, ['none', 'none', 'none', 'none']);
	assert.equal(body.table.teams[0], 're');
	assert.ok(body.moves.some(({ seat, card }) => seat === 2 && card === 'AS'));
	assert.equal(body.suggestion, null);
});

test('an impossible reservation is rejected with a message', async () => {
	const { id } = await api.create({ game: 'doppelkopf', strategy: 'tricks' });

	await api.snapshot(id, { hand: HAND, dealer: 3 });
	await api.snapshot(id, { seat: 0, reservation: 'none' });
	const refused = await api.snapshot(id, { seat: 3, reservation: 'marriage' });

	assertProblem(refused, 409, 'snapshot_contradiction');
	assert.equal(refused.body.detail, "It is another player's turn.");
	assert.equal(refused.body.errors[0].pointer, '/reservation');
	assert.deepEqual((await api.session(id)).body.observed.asks, []);
});

for (const strategy of ['search', 'uniform', 'tree', 'tricks']) {
	test(`${strategy}: an unnamed reservation is advised on, and named after all seats have spoken`, async () => {
		const { id } = await api.create({ game: 'doppelkopf', strategy });

		await api.snapshot(id, { hand: HAND, dealer: 0 });
		await api.snapshot(id, { seat: 1, reservation: 'some' });
		await api.snapshot(id, { seat: 2, reservation: 'none' });
		const asked = (await api.snapshot(id, { seat: 3, reservation: 'none' })).body;
		const { seat, reservation } = asked.suggestion;
		assert.deepEqual([seat, reservation], [0, 'none']);
		const waiting = (await api.snapshot(id, { seat, reservation })).body;
		assert.deepEqual([waiting.table.phase, waiting.table.seat_to_play, waiting.suggestion], ['reservations', 1, null]);
		assert.ok(waiting.moves.length > 0 && waiting.moves.every((move) => move.seat === 1 && !['none', 'some'].includes(move.reservation)));
		assertProblem(await api.snapshot(id, { seat: 1, reservation: 'none' }), 422, 'unnamed_reservation');
		assertProblem(await api.snapshot(id, { seat: 1, reservation: 'some' }), 422, 'unnamed_reservation');
		const { table } = (await api.snapshot(id, { seat: 1, reservation: 'solo_hearts' })).body;
		assert.deepEqual([table.phase, table.game, table.soloist], ['playing', 'solo_hearts', 1]);
		assert.deepEqual(table.reservations, ['none', 'solo_hearts', 'none', 'none']);
	});
}

test('a reservation can be named before all seats have spoken', async () => {
	const { id } = await api.create({ game: 'doppelkopf', strategy: 'tricks' });

	await api.snapshot(id, { hand: HAND, dealer: 0 });
	await api.snapshot(id, { seat: 1, reservation: 'some' });
	const { table } = (await api.snapshot(id, { seat: 1, reservation: 'solo_clubs' })).body;
	assert.deepEqual([table.reservations, table.seat_to_play], [[null, 'solo_clubs', null, null], 2]);
});

test('a third copy of a card is a contradiction and changes nothing', async () => {
	const id = await dealt();

	await api.snapshot(id, { seat: 1, card: 'AS' });
	const before = (await api.snapshot(id, { seat: 2, card: 'AS' })).body;
	const third = await api.snapshot(id, { seat: 3, card: 'AS' });

	assertProblem(third, 409, 'snapshot_contradiction');
	assert.equal(third.body.conflicts[0].seen, 'AS');
	assert.equal((await api.session(id)).body.version, before.version);
});

test('the own hand must follow suit, and the highest card takes the trick', async () => {
	const id = await dealt();

	for (const [seat, card] of [[1, 'AS'], [2, '0S'], [3, 'KS']]) {
		await api.move(id, { seat, card });
	}
	assertProblem(await api.move(id, { seat: 0, card: 'QC' }), 422, 'must_follow');
	const { body } = await api.move(id, { seat: 0, card: '9S' });

	assert.equal(body.table.seat_to_play, 1);
	assert.deepEqual(body.table.points, [0, 25, 0, 0]);
	assert.equal(body.table.tricks[0].winner, 1);
});

test('a seat that does not follow suit is void, until that is undone', async () => {
	const id = await dealt();

	await api.snapshot(id, { seat: 1, card: 'AS' });
	const { body } = await api.snapshot(id, { seat: 2, card: 'JS' });

	assert.deepEqual(body.table.voids[2], ['spades']);
	const undone = (await api.post(`/v1/sessions/${id}/undo`, { steps: 1 })).body;

	assert.deepEqual(undone.table.voids[2], []);
});

test('an invalid event is rejected with its place', async () => {
	const id = await dealt();

	assertProblem(await api.snapshot(id, { seat: 7, card: 'AS' }), 400, 'invalid_value');
	assertProblem(await api.snapshot(id, { seat: 1, card: '2S' }), 422, 'no_such_card');
	assertProblem(await api.snapshot(id, { seat: 1, announce: 'boo' }), 400, 'invalid_value');
	assertProblem(await api.snapshot(id, { seat: 2, card: 'AS' }), 409, 'snapshot_contradiction');
});

test('the search reports the probability of winning for each card, in numbers and in words', async () => {
	const id = await dealt();

	for (const [seat, card] of [[1, 'AS'], [2, '0S'], [3, '9S']]) {
		await api.move(id, { seat, card });
	}
	let cards;
	// A busy machine may have no time to think in 50 ms: then the judgement is instant and has no numbers, or one world and no interval.
	for (let ms = 50; !cards?.every(({ odds, low }) => odds && low !== null) && ms <= 60_000; ms *= 2) {
		const { body } = await api.get(`/v1/sessions/${id}/advice?strategy=search&budget_ms=${ms}&language=de`);
		cards = body.moves.filter(({ kind }) => kind === 'play');
	}

	assert.equal(cards.length, 2);
	for (const { odds, value, low, high, why } of cards) {
		assert.ok(low <= value && value <= high, JSON.stringify(cards));
		assert.ok(odds.win >= odds.below_90 - 1e-9 && odds.below_90 >= odds.below_60 && odds.below_60 >= odds.below_30);
		assert.match(why, new RegExp(`Deine Partei gewinnt ${Math.round(100 * odds.win)} von 100 `));
	}
});

test('announcements are possible only after a marriage is decided, by the right teams', async () => {
	const { id } = await api.create({ game: 'doppelkopf', strategy: 'tricks' });

	await api.snapshot(id, { hand: ['QC', 'QC', ...HAND.slice(2)], dealer: 3 });
	await api.move(id, { seat: 0, reservation: 'marriage' });
	for (const seat of [1, 2, 3]) {
		await api.move(id, { seat, reservation: 'none' });
	}
	assertProblem(await api.move(id, { seat: 0, announce: 're' }), 422, 'too_early');
	for (const [seat, card] of [[0, 'KS'], [1, 'AS'], [2, '0S'], [3, '9S']]) {
		await api.move(id, { seat, card });
	}
	assertProblem(await api.move(id, { seat: 1, announce: 'contra' }), 422, 'other_party');
	const { body } = await api.move(id, { seat: 1, announce: 're' });

	assert.deepEqual(body.table.teams, ['re', 're', 'contra', 'contra']);
	assert.equal(body.table.partner, 1);
});

test('a table in the middle of a deal can be entered, with its match', async () => {
	const id = await dealt();

	for (const [seat, card] of [[1, 'AS'], [2, '0S'], [3, 'KS'], [0, '9S'], [1, 'AC']]) {
		await api.move(id, { seat, card });
	}
	await api.move(id, { seat: 3, announce: 'contra' });
	const { body: { table, moves } } = await api.get(`/v1/sessions/${id}`);
	const { status, body } = await api.post('/v1/sessions', { game: 'doppelkopf', strategy: 'tricks', table });

	assert.equal(status, 201);
	assert.deepEqual(body.table, table);
	assert.deepEqual(body.moves, moves);
	const { body: next } = await api.move(body.id, { seat: 2, card: '9C' });

	assert.deepEqual(next.table.trick.cards, ['AC', '9C']);
	assert.equal((await api.post(`/v1/sessions/${body.id}/undo`, { steps: 1 })).body.table.trick.cards.length, 1);
});

test('an impossible table is rejected with its place, and no session is created', async () => {
	const answer = await api.post('/v1/sessions', {
		game: 'doppelkopf', table: { hand: HAND, dealer: 0, trick: { leader: 1, cards: ['AS', 'AS', 'AS'] } },
	});

	assertProblem(answer, 422, 'card_gone');
	assert.equal(answer.body.errors[0].pointer, '/table/trick/cards/2');
	assertProblem(await api.post('/v1/sessions', { game: 'doppelkopf', table: { hand: HAND.slice(1) } }), 422, 'wrong_count');
});

test('the longest match that a table can contain is accepted', async () => {
	const rows = Array.from({ length: 40 }, () => ({
		game: 'solo_queens_jacks', soloist: 3, re: [3], value: -64, bock: 64, points: [4096, 4096, 4096, -9999], sums: [-163840, -163840, -163840, 491520],
	}));
	const tricks = [{ leader: 1, cards: ['AS', '0S', 'KS', '9S'] }];
	const { status, body } = await api.post('/v1/sessions', {
		game: 'doppelkopf', rules: { mandatory_soli: 0, games: 0 },
		table: { hand: HAND.filter((card) => card !== '9S'), dealer: 0, tricks, score_table: { rows, games: 200, sums: [-100000, 100000, 50000, -50000] } },
	});

	assert.equal(status, 201);
	assert.equal(body.table.score_table.rows.length, 40);
	assert.deepEqual(body.table.score_table.sums, [-100000, 100000, 50000, -50000]);
});

const correct = (id, correction) => api.post(`/v1/sessions/${id}/corrections`, correction);

test('a card that makes later events impossible is rejected with the first of them', async () => {
	const id = await dealt();

	for (const [seat, card] of [[1, 'AS'], [2, '0S'], [3, '9C'], [0, '9S'], [1, 'KC'], [2, '9C']]) {
		await api.move(id, { seat, card });
	}
	const before = (await api.session(id)).body;
	const refused = await correct(id, { position: 3, index: 1, card: 'JS' }); // then seat 3 would have led

	assertProblem(refused, 409, 'correction_contradicts');
	assert.equal(refused.body.errors[0].pointer, '/events/6');
	assert.deepEqual((await api.session(id)).body, before);
});

test('a wrong card is corrected in its event only: its duplicate stays', async () => {
	const id = await dealt();

	for (const [seat, card] of [[1, 'AS'], [2, '0S'], [3, '9C'], [0, '9S'], [1, 'KC'], [2, '9C']]) {
		await api.move(id, { seat, card });
	}
	const { body: right } = await correct(id, { position: 3, index: 1, card: 'KH' });

	assert.deepEqual(right.table.tricks[0].cards, ['AS', '0S', 'KH', '9S']);
	assert.deepEqual(right.table.trick.cards, ['KC', '9C']);
	const { body: back } = await api.post(`/v1/sessions/${id}/undo`, { steps: 1 });

	assert.deepEqual(back.table.tricks[0].cards, ['AS', '0S', '9C', '9S']);
	const { body: history } = await api.get(`/v1/sessions/${id}/history`);
	const { version } = history.events.find(({ moves }) => moves?.some(({ seat, card }) => seat === 3 && card === '9C'));
	const { body: again } = await correct(id, { event: version, position: 3, card: 'KH' });

	assert.deepEqual(again.table.tricks[0].cards, ['AS', '0S', 'KH', '9S']);
});

test('a rejected card raises no question, and no correction takes it for the visible card', async () => {
	const id = await dealt();

	for (const [seat, card] of [[1, 'AS'], [2, '0S'], [3, 'JS']]) {
		await api.snapshot(id, { seat, card });
	}
	assertProblem(await api.snapshot(id, { seat: 2, card: 'AC' }), 409, 'snapshot_contradiction');
	const refused = (await api.session(id)).body;

	assert.equal(refused.sync, 'desynced');
	assert.deepEqual(refused.observed.asks, []);
	const answer = await correct(id, { position: 2, card: 'AC' });

	assertProblem(answer, 409, 'ambiguous_place');
	assert.equal(answer.body.errors[0].pointer, '/position');
	assert.deepEqual((await api.session(id)).body, refused);
	/* Elsewhere, or where an index says which card is meant, it is the known one. */
	const { body: other } = await correct(id, { position: 3, card: 'KH' });

	assert.deepEqual(other.table.trick.cards, ['AS', '0S', 'KH']);
	assertProblem(await api.snapshot(id, { seat: 2, card: 'AC' }), 409, 'snapshot_contradiction');
	const { body: meant } = await correct(id, { position: 2, index: 1, card: 'KC' });

	assert.equal(meant.sync, 'in_sync');
	assert.deepEqual(meant.table.trick.cards, ['AS', 'KC', 'KH']);
	const { body: next } = await correct(id, { position: 2, card: '0S' });

	assert.deepEqual(next.table.trick.cards, ['AS', '0S', 'KH']);
});

test('the last card of a seat is corrected by its place; a card of the hand, too', async () => {
	const id = await dealt();

	await api.move(id, { seat: 1, card: 'AS' });
	const { body } = await correct(id, { position: 1, card: 'AC' });

	assert.deepEqual(body.table.trick.cards, ['AC']);
	/* In the order of the suits from clubs down: AC 0C QC KS ... */
	const { body: other } = await correct(id, { position: 4, index: 2, card: 'KC' });

	assert.ok(other.table.hand.includes('KC') && !other.table.hand.includes('0C'));
	assertProblem(await correct(id, { position: 1, card: '2H' }), 409, 'correction_contradicts');
	assertProblem(await correct(id, { position: 2, card: 'AH' }), 422, 'no_card_known');
	assert.deepEqual((await api.session(id)).body.table, other.table);
});
