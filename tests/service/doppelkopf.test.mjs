// Doppelkopf over HTTP: events as snapshots and moves, contradictions, taking back, a whole deal.

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

test('a third copy of a card is a contradiction and changes nothing', async () => {
	const id = await dealt();

	await api.snapshot(id, { seat: 1, card: 'AS' });
	const before = (await api.snapshot(id, { seat: 2, card: 'AS' })).body;
	const third = await api.snapshot(id, { seat: 3, card: 'AS' });

	assertProblem(third, 409, 'snapshot_contradiction');
	assert.equal(third.body.conflicts[0].seen, 'AS');
	assert.equal((await api.session(id)).body.version, before.version);
});

test('the own hand has to follow, and the trick goes to the highest card', async () => {
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

test('who does not follow is void, and what is taken back is forgotten', async () => {
	const id = await dealt();

	await api.snapshot(id, { seat: 1, card: 'AS' });
	const { body } = await api.snapshot(id, { seat: 2, card: 'JS' });

	assert.deepEqual(body.table.voids[2], ['spades']);
	const undone = (await api.post(`/v1/sessions/${id}/undo`, { steps: 1 })).body;

	assert.deepEqual(undone.table.voids[2], []);
});

test('what is no event is refused with its place', async () => {
	const id = await dealt();

	assertProblem(await api.snapshot(id, { seat: 7, card: 'AS' }), 400, 'bad_value');
	assertProblem(await api.snapshot(id, { seat: 1, card: '2S' }), 422, 'no_such_card');
	assertProblem(await api.snapshot(id, { seat: 1, announce: 'boo' }), 400, 'bad_value');
	assertProblem(await api.snapshot(id, { seat: 2, card: 'AS' }), 409, 'snapshot_contradiction');
});

test('the search tells for each card how likely the own side wins, in numbers and in words', async () => {
	const id = await dealt();

	for (const [seat, card] of [[1, 'AS'], [2, '0S'], [3, '9S']]) {
		await api.move(id, { seat, card });
	}
	const { body } = await api.get(`/v1/sessions/${id}/advice?strategy=search&budget_ms=50&language=de`);
	const cards = body.moves.filter(({ kind }) => kind === 'play');

	assert.equal(cards.length, 2);
	for (const { odds, value, low, high, why } of cards) {
		assert.ok(low <= value && value <= high);
		assert.ok(odds.win >= odds.below_90 - 1e-9 && odds.below_90 >= odds.below_60 && odds.below_60 >= odds.below_30);
		assert.match(why, new RegExp(`Deine Partei gewinnt ${Math.round(100 * odds.win)} von 100 `));
	}
});

test('before a marriage is clear nothing is announced; after it by the right parties', async () => {
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
