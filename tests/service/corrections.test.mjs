// Corrections of misread cards and counts, and questions about a snapshot.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem, gameOf, placesOf, SEED_LINE } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { DECK } from './klondike.mjs';

const api = new Api(await startDaemon(after));
const FOLLOWED = 'KS,XC,XD,XH,XS,5S,5H,QC,7H,4C,9D,8D';

/** A table on which the eight of diamonds went to column 7 and the four of clubs came up. */
async function followed() {
	const { id } = await api.begun();
	await api.line(id, FOLLOWED);
	return id;
}

const cardsOf = ({ body }, column) => body.table.columns[column].cards;

test('a card is corrected by its place', async () => {
	const id = await followed();
	const answer = await api.correct(id, { position: 4, card: '4S' });
	assert.equal(answer.status, 200, answer.text);
	assert.equal(answer.body.version, 3);
	assert.deepEqual(cardsOf(answer, 4), ['4S']);
	assert.deepEqual(answer.body.observed.revealed, [{ position: 4, card: '4S' }]);
});

test('a card beneath the front one is corrected by its index', async () => {
	const id = await followed();
	const answer = await api.correct(id, { position: 6, index: 1, card: '9S' });
	assert.deepEqual(cardsOf(answer, 6), ['9S', '8D']);
});

test('a card is corrected by its event, wherever it lies now', async () => {
	const id = await followed();
	const answer = await api.correct(id, { event: 1, position: 4, card: '8H' });
	assert.deepEqual(cardsOf(answer, 6), ['9C', '8H']);
	assert.equal(answer.body.observed.moves[0].card, '8H');
});

test('a correction that makes a later event impossible is rejected with that event', async () => {
	const id = await followed();
	const before = (await api.session(id)).body;
	const answer = await api.correct(id, { event: 1, position: 4, card: '8S' });
	assertProblem(answer, 409, 'correction_contradicts', '/events/2');
	assert.deepEqual((await api.session(id)).body, before);
});

test('a correction to the present state makes no new version', async () => {
	const id = await followed();
	const { status, body } = await api.correct(id, { position: 4, card: '4C' });
	assert.deepEqual([status, body.version], [200, 2]);
});

/** A table of which one picture of a camera has shown the eight of diamonds moved. */
async function read(service, line = FOLLOWED) {
	const { id } = await service.begun();
	// The player says that it is one move: no other is suspected between the two pictures.
	const { body } = await service.line(id, line, { query: '?typed=false&done=true' });
	assert.deepEqual([body.sync, body.observed.unconfirmed], ['looking', ['4C']], JSON.stringify(body.observed));
	return { id, version: body.version };
}

test('a card that one snapshot has shown is confirmed by the same statement of the player', async () => {
	const { id, version } = await read(api);
	const before = (await api.session(id)).body;
	const { body } = await api.correct(id, { position: 4, card: '4C' });
	assert.deepEqual([body.sync, body.version, body.observed.unconfirmed], ['in_sync', version + 1, []]);
	assert.deepEqual(body.table, before.table);
	const { body: { events } } = await api.history(id);
	assert.deepEqual([events.at(-1).kind, events.at(-1).explanation], ['answer', 'unchanged']);
	const again = await api.correct(id, { position: 4, card: '4C' });
	assert.deepEqual([again.status, again.body.version], [200, version + 1], 'once is enough');
	const undone = (await api.undo(id, { steps: 1 })).body;
	assert.deepEqual([undone.sync, undone.observed.unconfirmed], ['looking', ['4C']]);
	assert.equal((await api.undo(id, { steps: -1 })).body.sync, 'in_sync');
});

test('a card of an event is confirmed in the same way, that of another event is not', async () => {
	const { id, version } = await read(api);
	const other = await api.correct(id, { event: 1, position: 4, card: '8D' });
	assert.deepEqual([other.body.sync, other.body.version], ['looking', version]);
	const { body } = await api.correct(id, { event: 2, position: 4, card: '4C' });
	assert.deepEqual([body.sync, body.version], ['in_sync', version + 1]);
});

test('an impossible place is rejected, also while the first snapshot is unclear', async () => {
	const { id } = await api.create();
	const asked = await api.line(id, SEED_LINE.replace('8D', 'UU'));
	assert.deepEqual([asked.body.sync, asked.body.version], ['looking', 0]);
	for (const place of [{ position: 4, index: 3 }, { position: 4, index: 2 }, { position: 9, index: 1 }, { position: 11, index: 2 }]) {
		assertProblem(await api.correct(id, { ...place, card: '2D' }), 422, 'no_card_known', '/position');
	}
	const { body } = await api.correct(id, { position: 4, index: 1, card: '8D' });
	assert.deepEqual([body.observed.explanation, body.version, body.table.columns[4].cards], ['first', 1, ['8D']]);
});

test('an impossible place is rejected while a later snapshot is unclear', async () => {
	const { id, version } = await api.begun();
	const asked = await api.line(id, SEED_LINE.replace('8D', 'UU').replace('9C', '8D'));
	assert.deepEqual([asked.body.sync, asked.body.version], ['looking', version]);
	for (const place of [{ position: 4, index: 9 }, { position: 0, index: 3 }, { position: 8, index: 1 }, { position: 11, index: 2 }]) {
		assertProblem(await api.correct(id, { ...place, card: '2D' }), 422, 'no_card_known', '/position');
	}
	const { body } = await api.correct(id, { position: 4, card: 'JD' });
	assert.deepEqual([body.version, body.table.columns[4].cards, body.table.columns[6].cards], [version + 1, ['JD'], ['9C', '8D']]);
});

test('a confirmed card is no longer asked for, and snapshots confirm the others as fast as before', async () => {
	const { id } = await api.create();
	const look = async () => (await api.line(id, SEED_LINE, { query: '?typed=false' })).body;
	await look();
	const second = await look();
	assert.equal(second.observed.unconfirmed.length, 8);
	const { body } = await api.correct(id, { position: 2, card: 'QC' });
	assert.deepEqual([body.sync, body.observed.unconfirmed.length], ['looking', 7]);
	assert.ok(!body.observed.unconfirmed.includes('QC'));
	let pictures = 2;
	for (let seen = body; seen.sync !== 'in_sync' && pictures < 16; pictures++) {
		seen = await look();
	}
	const { id: unconfirmed } = await api.create();
	let alone = 0;
	for (let seen = { sync: 'looking' }; seen.sync !== 'in_sync' && alone < 16; alone++) {
		seen = (await api.line(unconfirmed, SEED_LINE, { query: '?typed=false' })).body;
	}
	assert.equal(pictures, alone);
});

test('a card that is confirmed while a snapshot is pending is stored as well', async () => {
	const durable = await startDaemon(after, { store: temporaryStore(after) });
	const kept = new Api(durable);
	const { id, version } = await read(kept);
	const asked = await kept.line(id, FOLLOWED.replace('4C', '4S'), { query: '?typed=false' });
	assert.equal(asked.body.observed.explanation, 'look_again');
	const { body } = await kept.correct(id, { position: 4, card: '4C' });
	assert.deepEqual([body.sync, body.version, body.observed.explanation], ['in_sync', version + 1, 'unchanged']);
	await durable.kill();
	await durable.restart();
	const { body: found } = await kept.session(id);
	assert.deepEqual([found.sync, found.version, found.table], ['in_sync', version + 1, body.table]);
});

test('a confirmed card stays so after kill -9', async () => {
	const durable = await startDaemon(after, { store: temporaryStore(after) });
	const kept = new Api(durable);
	const { id, version } = await read(kept);
	const { body } = await kept.correct(id, { position: 4, card: '4C' });
	await durable.kill();
	await durable.restart();
	const { body: found } = await kept.session(id);
	assert.deepEqual([found.sync, found.version, found.observed.unconfirmed], ['in_sync', version + 1, []]);
	assert.deepEqual(found.table, body.table);
});

test('two corrections of the same card follow each other', async () => {
	const id = await followed();
	await api.correct(id, { position: 4, card: '4S' });
	assert.deepEqual(cardsOf(await api.correct(id, { event: 2, position: 4, card: '3S' }), 4), ['3S']);
});

test('counts are corrected: a column with more face-down cards leaves fewer in the draw pile', async () => {
	const id = await followed();
	const { table } = (await api.correct(id, { position: 4, unseen: 4 })).body;
	assert.equal(table.columns[4].unseen, 4);
	assert.equal(table.draw_pile.left, 22);
	assert.equal((await api.correct(id, { position: 11, shuffles: 2 })).body.table.draw_pile.shuffles, 2);
	assert.equal((await api.correct(id, { position: 11, left: 20 })).body.table.draw_pile.left, 20);
});

test('the number of redeals can be corrected up to the limit of the rules', async () => {
	const id = await followed();
	const before = (await api.session(id)).body;
	for (const shuffles of [-1, 4, 32767]) {
		assertProblem(await api.correct(id, { position: 11, shuffles }), 422, 'invalid_correction', '/shuffles');
	}
	assert.deepEqual((await api.session(id)).body, before);
	assert.equal((await api.correct(id, { position: 11, shuffles: 0 })).body.table.draw_pile.shuffles, 0);

	const { id: unlimited } = await api.begun({ preset: 'klondike-1' });
	for (const shuffles of [0, 3]) {
		assertProblem(await api.correct(unlimited, { position: 11, shuffles }), 422, 'invalid_correction', '/shuffles');
	}
	assert.equal((await api.correct(unlimited, { position: 11, shuffles: -1 })).status, 200);
});

test('a correction can be undone and redone', async () => {
	const id = await followed();
	const before = (await api.session(id)).body;
	const corrected = (await api.correct(id, { event: 1, position: 4, card: '8H' })).body;
	assert.deepEqual(gameOf((await api.undo(id, { steps: 1 })).body), gameOf(before));
	assert.deepEqual(gameOf((await api.undo(id, { steps: -1 })).body), gameOf(corrected));
});

test('a corrected game continues, also after a correction of the correction', async () => {
	const id = await followed();
	await api.correct(id, { event: 1, position: 4, card: '8H' });
	const { body } = await api.line(id, FOLLOWED.replace('8D', '8H').replace('KS', '2C'));
	assert.equal(body.observed.moves[0].kind, 'draw');
	const { events } = (await api.history(id)).body;
	assert.deepEqual(events.map(({ kind }) => kind), ['snapshot', 'snapshot', 'correction', 'snapshot']);
	assert.deepEqual([events[2].event, events[2].was, events[2].card], [1, '8D', '8H']);
});

test('the player names an unreadable card in one request', async () => {
	const { id } = await api.begun();
	const asked = (await api.line(id, FOLLOWED.replace('4C', 'UU'))).body;
	assert.equal(asked.sync, 'looking');
	assert.deepEqual(asked.observed.unreadable, [4]);
	const { body } = await api.correct(id, { position: 4, card: '4C' });
	assert.equal(body.sync, 'in_sync');
	assert.equal(body.version, 2);
	assert.equal(body.observed.explanation, 'suggested_move');
	assert.deepEqual(body.table.columns[4].cards, ['4C']);
});

test('the player names a card that was covered', async () => {
	const { id } = await api.create();
	await api.line(id, 'KS,XC,XD,XH,XS,8C,5H,QC,7H,8D,9S,KD');
	const asked = (await api.line(id, 'KS,XC,XD,XH,XS,XX,5H,QC,7H,8C,8D,KD')).body;
	assert.equal(asked.sync, 'looking');
	assert.deepEqual(asked.observed.doubts, [
		{ position: 4, card: '9D', index: 1 }, { position: 4, card: '9H', index: 1 }]);
	const { body } = await api.correct(id, asked.observed.doubts[1]);
	assert.equal(body.observed.explanation, 'several_moves');
	assert.deepEqual(body.table.columns[4].cards, ['9H', '8C']);
});

test('a question about a snapshot can be posted as its answer, in every language', async () => {
	const { id } = await api.begun();
	const unclear = {
		draw_pile: 'KS', foundations: ['XX', 'XX', 'XX', 'XX'],
		columns: ['5S', '5H', 'QC', '7H', [{ card: '4C', p: 0.6 }, { card: '4S', p: 0.3 }], '9D', '8D'],
	};
	const { observed } = (await api.snapshot(id, unclear)).body;
	assert.deepEqual(placesOf(observed), [{ position: 4, cards: ['4C', '4S'] }]);
	for (const [language, words] of Object.entries({
		en: "Which card is in front in column 5: four of clubs or four of spades? I can't read it clearly.",
		da: 'Hvilket kort ligger forrest i kolonne 5: klør fire eller spar fire? Jeg kan ikke læse det tydeligt.',
		de: 'Welche Karte liegt vorn in Spalte 5: Kreuz-Vier oder Pik-Vier? Ich kann sie nicht deutlich lesen.',
		el: 'Ποιο φύλλο είναι μπροστά στη στήλη 5: τέσσερα σπαθί ή τέσσερα μπαστούνι; Δεν το διαβάζω καθαρά.',
	})) {
		const response = await api.get(`/v1/sessions/${id}?language=${language}`, { headers: { accept: 'text/plain' } });
		assert.equal(response.text.trim(), words);
	}
	const { body } = await api.correct(id, observed.asks[0].answers[1].correction);
	assert.deepEqual([body.sync, body.observed.asks], ['in_sync', []]);
	assert.deepEqual(body.table.columns[4].cards, ['4S']);
});

test('a conflict lists the possible cards, the expected one first', async () => {
	const { id } = await api.begun();
	const { body: { conflicts } } = await api.line(id, SEED_LINE.replace('8D', '8H'));
	const { observed } = (await api.session(id)).body;
	assert.deepEqual(observed.asks.map(({ position }) => position), conflicts.map(({ position }) => position));
	assert.deepEqual(placesOf(observed)[0], { position: 4, cards: ['8D', '8H'] });
});

test('a question about a snapshot can be answered with no card', async () => {
	const { id } = await api.create();
	await api.line(id, 'KS,XC,XD,XH,XS,8C,5H,2C,2H,8D,9H,KD');
	const asked = (await api.line(id, 'KS,XC,XD,XH,XS,UU,5H,2C,2H,8D,UU,KD')).body;
	const [place] = placesOf(asked.observed);
	assert.deepEqual({ ...place, cards: place.cards.toSorted() }, { position: 0, cards: ['8C', 'XX'] });
	const { body } = await api.correct(id, { position: 0, card: 'XX' });
	assert.equal(body.sync, 'in_sync');
	assert.deepEqual(body.table.columns[0], { unseen: 0, cards: [] });
});

test('an unknown card is not a valid answer to a question about a snapshot', async () => {
	const { id } = await api.begun();
	await api.line(id, FOLLOWED.replace('4C', 'UU'));
	await api.correct(id, { position: 4, card: 'UU' });
	assert.equal((await api.session(id)).body.version, 1);
});

/** Two pictures of a misread waste, from which a draw was concluded. */
async function misled() {
	const { id } = await api.begun();
	const look = async () => (await api.line(id, FOLLOWED.replace('KS', '2C'), { query: '?typed=false' })).body;
	await look();
	const { observed: { moves } } = await look();
	assert.deepEqual(moves.map(({ kind }) => kind), ['column_to_column', 'draw']);
	return id;
}

test('a correction removes a move that was inferred from a misread card', async () => {
	const id = await misled();
	const { body } = await api.correct(id, { position: 11, left: 23 });
	assert.deepEqual([body.table.draw_pile.cards, body.table.draw_pile.left], [['KS'], 23]);
	assert.deepEqual(body.observed.moves.map(({ kind }) => kind), ['column_to_column']);
	assert.equal((await api.line(id, FOLLOWED)).body.sync, 'in_sync');
	const { events } = (await api.history(id)).body;
	assert.deepEqual(events.find(({ kind }) => kind === 'correction').anew, [2]);
});

test('the next correct snapshot removes a draw that was inferred from a misread card', async () => {
	const { body } = await api.line(await misled(), FOLLOWED);
	assert.deepEqual([body.asks, body.observed.explanation, body.observed.revised], [null, 'unchanged', { position: 11, was: '2C', card: 'KS' }]);
	assert.deepEqual([body.table.draw_pile.cards, body.table.draw_pile.left], [['KS'], 23]);
});

test('a front card can be corrected repeatedly, also where an ace may have gone to its foundation', async () => {
	const { id } = await api.create({ strategy: 'heuristic' });
	await api.line(id, '0S,UU,UU,UU,UU,JC,6S,6D,7H,AC,2D,QD');
	await api.line(id, '7D,UU,UU,UU,UU,JC,6S,6D,7H,AC,2D,QD');
	for (const card of ['8C', 'AC', '8C', 'AC', '9D', 'AC', '8C', 'AC']) {
		const answer = await api.correct(id, { position: 4, card });
		assert.equal(answer.status, 200, `${card}: ${answer.text}`);
		assert.equal(cardsOf(answer, 4).at(-1), card);
	}
	const { body: { table } } = await api.session(id);
	assert.deepEqual([table.columns[4], table.foundations.C, table.draw_pile.cards], [{ unseen: 4, cards: ['AC'] }, 'XC', ['0S', '7D']]);
});

test('events after a wrong move are explained again from their snapshots', async () => {
	const { id } = await api.create();
	const start = 'KS,XC,XD,XH,XS,5S,5H,QC,7H,AD,9D,9C';
	await api.line(id, start);
	// The foundation shows the ace; the two is a misreading, and taken for a card that was turned up.
	const { body: misled } = await api.line(id, 'KS,XC,2D,XH,XS,5S,5H,QC,7H,4C,9D,9C', { query: '?typed=false' });
	assert.equal(misled.table.foundations.D, '2D');
	const { body: onward } = await api.line(id, 'KS,XC,2D,XH,XS,5S,4C,QC,7H,JD,9D,9C', { query: '?typed=false' });
	assert.deepEqual([onward.version, onward.table.columns[4].unseen], [3, 1]);
	const { status, body } = await api.correct(id, { position: 8, card: 'AD' });
	assert.equal(status, 200);
	assert.equal(body.table.foundations.D, 'AD');
	assert.deepEqual(body.table.columns[4], { unseen: 2, cards: ['JD'] });
	assert.deepEqual(body.table.columns[1].cards, ['5H', '4C']);
	const undone = await api.undo(id, { steps: 1 });
	assert.equal(undone.body.table.foundations.D, '2D');
	assert.equal((await api.undo(id, { steps: -1 })).body.table.foundations.D, 'AD');
});

test('a card misread in the first snapshot is corrected where it lies now, although it is assumed elsewhere', async () => {
	const { id } = await api.create();
	const look = async (line) => (await api.line(id, line, { query: '?typed=false' })).body;
	// The ace of diamonds is read as that of clubs, again and again.
	const misread = SEED_LINE.replace('8D', 'AC');
	for (let pictures = 0, sync; sync !== 'in_sync' && pictures < 16; pictures++) {
		({ sync } = await look(misread));
	}
	const up = SEED_LINE.replace('8D', '4C');
	let seen;
	for (let pictures = 0; (!seen || seen.observed.unconfirmed.length > 0) && pictures < 16; pictures++) {
		seen = await look(up);
	}
	assert.deepEqual([seen.observed.unconfirmed, seen.table.foundations], [[], { C: 'AC', D: 'XD', H: 'XH', S: 'XS' }]);
	const { body } = await api.correct(id, { position: 8, card: 'AD' });
	assert.deepEqual(body.table.foundations, { C: 'XC', D: 'AD', H: 'XH', S: 'XS' });
	assert.deepEqual(body.table.columns[4], { unseen: 3, cards: ['4C'] });
	// Where both lie there, the other is named next, and was not seen when it was moved up.
	const { body: both } = await api.correct(id, { position: 7, card: 'AC' });
	assert.deepEqual([both.table.foundations.C, both.table.foundations.D], ['AC', 'AD']);
	assert.deepEqual(both.table.columns[4], { unseen: 2, cards: ['4C'] });
	// The ace of clubs is somewhere else, and comes up.
	await api.undo(id, { steps: 1 });
	let drawn = seen;
	for (let pictures = 0; pictures < 4 && drawn.table.draw_pile.cards.at(-1) !== 'AC'; pictures++) {
		drawn = (await api.line(id, up.replace('KS', 'AC'))).body;
	}
	assert.deepEqual([drawn.table.draw_pile.cards.at(-1), drawn.table.foundations.C], ['AC', 'XC']);
});

test('correcting a place to no card removes the move that brought the card', async () => {
	const { id } = await api.create();
	await api.line(id, 'KS,XC,XD,XH,XS,8C,5H,2C,2H,8D,9H,KD');
	// It was drawn; but the nine is hidden by a hand, and the eight was misread as gone.
	await api.line(id, 'KS,UU,UU,UU,UU,XX,5H,2C,2H,8D,UU,KD', { query: '?typed=false' });
	const moved = (await api.session(id)).body;
	assert.deepEqual(moved.table.columns[5].cards, ['9H', '8C']);
	const { status, body } = await api.correct(id, { position: 5, index: 2, card: 'XX' });
	assert.equal(status, 200);
	assert.deepEqual(body.table.columns[5].cards, ['9H']);
	assert.deepEqual(body.table.columns[0].cards, ['8C']);
});

test('a card that came and went between snapshots is found when it is named', async () => {
	const id = await followed();
	const { status, body } = await api.correct(id, { position: 3, index: 2, card: '6C' });
	assert.equal(status, 200);
	assert.deepEqual(body.table.columns[3].cards, ['7H', '6C']);
	assert.deepEqual(body.table.columns[4], { unseen: 2, cards: ['4C'] });
	const { explanation, moves, revealed } = body.observed;
	assert.deepEqual([explanation, moves.length], ['several_moves', 2]);
	for (const query of ['', '?explain=true&after=2']) {
		const event = (await api.history(id, query)).body.events.at(-1);
		assert.deepEqual([event.kind, event.anew, event.explanation, event.revealed], ['correction', [2], explanation, revealed]);
		assert.deepEqual(event.moves, moves, 'as of a snapshot that meant two moves');
	}
});

test('a card that contradicts a snapshot is rejected if the snapshot was typed or is an unlikely misreading', async () => {
	const ace = { position: 7, card: 'AC' };
	const drawn = async (card, typed) => {
		const { id } = await api.create();
		for (const front of ['KS', card]) {
			await api.line(id, SEED_LINE.replaceAll(/X[CDHS]/g, 'UU').replace('KS', front), { query: `?typed=${typed}` });
		}
		const before = (await api.session(id)).body.table;
		const { status } = await api.correct(id, ace);
		return { status, same: JSON.stringify((await api.session(id)).body.table) === JSON.stringify(before) };
	};
	assert.deepEqual(await drawn('QS', true), { status: 422, same: true });
	assert.deepEqual(await drawn('8C', false), { status: 422, same: true });
	assert.deepEqual(await drawn('QS', false), { status: 200, same: false }, 'drawn and put up: the king was read as a queen');
});

/** A game in the middle, of which the daemon knows the waste, with five cards face down. */
const MIDDLE = {
	columns: [
		{ unseen: 0, cards: ['7S', '6H', '5C', '4D', '3C'] }, { unseen: 1, cards: ['QH', 'JC', '0D'] },
		{ unseen: 2, cards: ['8S', '7D', '6S', '5D', '4S', '3D', '2S'] }, { unseen: 3, cards: ['3S'] },
		{ unseen: 2, cards: ['QC'] }, { unseen: 4, cards: ['0C'] }, { unseen: 5, cards: ['JS'] },
	],
	foundations: { C: 'XC', D: '2D', H: 'XH', S: 'XS' },
	draw_pile: { cards: ['7C', '9S', 'KD', '2C', 'QS', 'JH', 'KH', '5H', '6D'], left: 5, removed: 10, shuffles: 3 },
};
const middle = (front) => `${front},UU,UU,UU,UU,3C,0D,2S,3S,QC,0C,JS`;

test('a draw that was inferred from a misreading is removed by naming the previous card of the waste', async () => {
	const { id, table } = (await api.create({ table: MIDDLE }));
	await api.line(id, middle('4H'), { query: '?typed=false' });
	await api.line(id, middle('6D'), { query: '?typed=false' });
	const { status, body } = await api.correct(id, { position: 11, card: '6D' });
	assert.equal(status, 200);
	assert.deepEqual(body.table, table, 'no shuffle: five cards are face down');
});

test('a count that is already known changes nothing, also while a snapshot is unclear', async () => {
	const { id } = await api.create({ table: MIDDLE });
	await api.line(id, middle('4H'), { query: '?typed=false' });
	await api.line(id, middle('4H').replace('2S', '2H'), { query: '?typed=false' });
	const before = (await api.session(id)).body.table;
	for (const count of [{ position: 11, shuffles: 3 }, { position: 0, unseen: 0 }, { position: 6, unseen: 5 }]) {
		assert.equal((await api.correct(id, count)).status, 200);
		assert.deepEqual((await api.session(id)).body.table, before);
	}
});

test('the stock count can be corrected while the waste is empty', async () => {
	const { id } = await api.create();
	await api.line(id, '6D,XX,XX,XX,XX,0C,7S,AC,5D,JS,7H,3D');
	const { body } = await api.line(id, 'XX,XX,XX,XX,XX,0C,6D,AC,5D,JS,7H,3D');
	assert.deepEqual([body.table.draw_pile.cards, body.table.draw_pile.left], [[], 23]);
	assert.equal((await api.correct(id, { position: 11, left: 23 })).status, 200);
});

test('an answer that nothing explains is rejected and changes nothing', async () => {
	const id = await followed();
	const before = (await api.session(id)).body;
	for (const fields of [{ position: 6, index: 1, card: 'XX' }, { position: 3, index: 2, card: '6D' },
		{ position: 9, card: '8H' }, { event: 1, position: 4, card: 'XX' }]) {
		const { status } = await api.correct(id, fields);
		assert.ok(status === 409 || status === 422, `${JSON.stringify(fields)}: ${status}`);
		assert.deepEqual((await api.session(id)).body, before);
	}
});

test('confirming the known card marks the snapshot as misread', async () => {
	const { id } = await api.begun();
	assert.equal((await api.line(id, SEED_LINE.replace('8D', '8H'))).status, 409);
	const { body } = await api.correct(id, { position: 4, card: '8D' });
	assert.deepEqual([body.sync, body.version], ['in_sync', 1]);
});

test('an answer never overwrites a correct card that the snapshot shows elsewhere', async () => {
	const { id } = await api.begun();
	const moved = SEED_LINE.replace('7H,8D', '4C,7H'); // the seven of hearts onto a red card: no rule allows that
	assert.equal((await api.line(id, moved)).status, 409);
	const { body } = await api.correct(id, { position: 3, card: '4C' });
	assert.deepEqual([body.version, body.sync, body.observed.explanation], [1, 'desynced', 'contradiction']);
	assert.deepEqual(body.table.columns[3].cards, ['7H']);
	assert.equal((await api.line(id, moved)).status, 409);
	// The statement about that snapshot does not hold for the next one, which shows the card correctly again.
	const again = await api.line(id, SEED_LINE);
	assert.deepEqual([again.body.version, again.body.sync], [1, 'in_sync']);
});

/* ---- A typing error ------------------------------------------------------------------------- */

const TYPED = 'KS,XX,XX,XX,XX,5S,5H,QC,7H,8D,9D,9C';
const typed = (waste, line = TYPED) => line.replace(/^../, waste);

/** A session of the lines, each typed; the answer to the last one. */
async function type(...lines) {
	const { id } = await api.create({ language: 'en' });
	let last;
	for (const line of lines) {
		last = await api.line(id, line);
	}
	return { id, last };
}

test('the correct line after a typing error raises a question, whose answer removes the draw', async () => {
	const { id, last } = await type(TYPED, typed('2C'), TYPED);
	assertProblem(last, 409, 'snapshot_contradiction', '/draw_pile');
	const { repair } = (await api.session(id)).body.observed;
	assert.deepEqual([repair.event, repair.position, repair.was, repair.card], [2, 11, '2C', 'KS']);
	assert.match(last.body.detail, /^I read the king of spades as the two of clubs/);
	const { body } = await api.correct(id, repair);
	assert.deepEqual([body.sync, body.table.draw_pile.cards, body.table.draw_pile.left], ['in_sync', ['KS'], 23]);
	assert.deepEqual((await api.line(id, typed('4C'))).body.table.draw_pile.cards, ['KS', '4C']);
});

test('an earlier typing error is more likely than several unseen moves', async () => {
	// The eight of clubs could have gone to column 6, taken the seven of hearts, and both another card.
	const { id, last } = await type(TYPED, typed('8C'), TYPED);
	assert.equal(last.body.sync, 'looking');
	const { body } = await api.correct(id, { position: 11, card: 'KS' });
	assert.deepEqual([body.sync, body.table.draw_pile.cards, body.table.draw_pile.left], ['in_sync', ['KS'], 23]);
	assert.deepEqual(body.table.columns.map(({ unseen }) => unseen), [0, 1, 2, 3, 4, 5, 6]);
});

test('the card of a proposed repair can be named by its present place', async () => {
	const line = 'QC,XX,XX,XX,XX,2C,5D,4H,JH,QD,2D,JS';
	const { id, last } = await type(line, typed('AS', line), line.replace('2D', 'AC'));
	assert.match(last.body.detail, /^I read the ace of clubs as the ace of spades/);
	const { body } = await api.correct(id, { position: 5, card: 'AC' });
	assert.deepEqual(body.table.draw_pile.cards, ['QC', 'AC']);
	assert.deepEqual(body.table.columns[5].cards, ['2D'], 'a typed card is not overturned');
	assert.equal(body.sync, 'looking', 'the line that was typed last shows another table');
	const next = await api.line(id, line.replace('2D', 'AC'));
	assert.deepEqual([next.body.sync, next.body.table.columns[5].cards], ['in_sync', ['2D', 'AC']]);
});

test('a waste that a typing error filled can be corrected to empty', async () => {
	const { id } = await api.create();
	await api.line(id, '6D,XX,XX,XX,XX,0C,7S,AC,5D,JS,7H,3D');
	await api.line(id, 'XX,XX,XX,XX,XX,0C,6D,AC,5D,JS,7H,3D');
	await api.line(id, '9H,XX,XX,XX,XX,0C,6D,AC,5D,JS,7H,3D');
	const { status, body } = await api.correct(id, { position: 11, card: 'XX' });
	assert.deepEqual([status, body.table?.draw_pile.cards, body.table?.draw_pile.left], [200, [], 23]);
});

test('a card that was drawn unseen may lie beneath any card of the waste but the first', async () => {
	const { id } = await type(TYPED, typed('8C'), typed('AH'));
	const { body } = await api.correct(id, { position: 11, left: 20 });
	assert.deepEqual(body.table.draw_pile.cards, ['KS', null, null, 'AH']);
	const next = await api.line(id, typed('JH'));
	assert.deepEqual([next.body.sync, next.body.table.draw_pile.cards], ['in_sync', ['KS', null, null, 'AH', 'JH']]);
});

/** No foundation can be seen. */
const line = (waste, columns) => `${waste},UU,UU,UU,UU,${columns}`;

test('a misread card is corrected by event or by place alike, also where another move was made', async () => {
	for (const at of [{ event: 2 }, {}]) {
		const { id } = await api.create();
		await api.line(id, line('2C', '7C,6S,7S,5D,2H,7H,9D'));
		const { observed } = (await api.line(id, line('9C', '7C,5D,7S,KD,2H,7H,9D'))).body;
		assert.deepEqual(observed.moves.map((move) => move.kind), ['column_to_column', 'draw']);
		const { status, body } = await api.correct(id, { ...at, position: 11, card: '2C' });
		assert.equal(status, 200);
		assert.deepEqual(body.observed.moves.map((move) => move.kind), ['column_to_column']);
		assert.deepEqual([body.sync, body.table.draw_pile.cards, body.table.draw_pile.left], ['in_sync', ['2C'], 23]);
	}
});

const columns = 'JS,5H,9H,2D,8D,3H,7C';
const mistyped = columns.replace('5H', '5D');

/** A draw was typed with another card in column 1. */
async function afterMistypedDraw() {
	const { id } = await api.create();
	await api.line(id, line('6S', columns));
	assertProblem(await api.line(id, line('4S', mistyped)), 409, 'snapshot_contradiction');
	return id;
}

test('a line with a typing error loses no draw: the next line names the card', async () => {
	const id = await afterMistypedDraw();
	const { body } = await api.line(id, line('0D', columns));
	assert.deepEqual([body.sync, body.observed.unconfirmed, body.observed.asks], ['in_sync', [], []]);
	assert.deepEqual(body.observed.moves.map((move) => move.kind), ['draw', 'draw']);
	assert.deepEqual([body.table.draw_pile.cards, body.table.draw_pile.left], [['6S', '4S', '0D'], 21]);
	const again = (await api.line(id, line('9C', columns))).body;
	assert.deepEqual([again.sync, again.table.draw_pile.left], ['in_sync', 20]);
});

test('a contradiction that the next line repeats raises a question', async () => {
	const id = await afterMistypedDraw();
	const next = await api.line(id, line('0D', mistyped));
	assert.notEqual(next.body.sync, 'in_sync');
	assert.equal((await api.session(id)).body.table.draw_pile.left, 23, 'nothing is believed yet');
});

test('a count refers to the table of the rejected line', async () => {
	const id = await afterMistypedDraw();
	assertProblem(await api.correct(id, { position: 11, left: 17 }), 409, 'snapshot_first');
	const { body } = await api.correct(id, { position: 11, left: 22 });
	assert.deepEqual([body.sync, body.observed.moves.map((move) => move.kind)], ['in_sync', ['draw']]);
	assert.deepEqual([body.table.draw_pile.cards, body.table.draw_pile.left], [['6S', '4S'], 22]);
	const { body: same } = await api.line(id, line('4S', columns));
	assert.deepEqual([same.sync, same.version], ['in_sync', body.version]);
});

test('a line rejected for a card at two places loses no draw', async () => {
	const { id } = await api.create();
	await api.line(id, line('6S', columns));
	assertProblem(await api.line(id, line('4S', columns.replace('5H', 'JS'))), 422, 'duplicate_card');
	const { body } = await api.line(id, line('0D', columns));
	assert.deepEqual([body.sync, body.table.draw_pile.cards, body.table.draw_pile.left], ['in_sync', ['6S', '4S', '0D'], 21]);
});

test('a waste that seems empty while the stock has cards is not explained by unseen draws and a redeal', async () => {
	const others = DECK.filter((card) => ![...columns.split(','), '7S'].includes(card));
	for (const [preset, left] of [['syvkabale', 1], ['klondike-3', 6]]) {
		const waste = others.slice(0, 24 - left);
		const { id } = await api.create({ preset, table: {
			columns: columns.split(',').map((card, under) => ({ unseen: under, cards: [card] })),
			draw_pile: { cards: waste, left },
		} });
		assert.equal((await api.line(id, line(waste.at(-1), columns))).body.sync, 'in_sync', preset);
		assertProblem(await api.line(id, line('XX', columns)), 409, 'snapshot_contradiction');
		const { body } = await api.line(id, line('7S', columns));
		assert.deepEqual([body.sync, body.observed.moves.map((move) => move.kind)], ['in_sync', ['draw']], preset);
	}
});

test('cards stated as drawn unseen are undone after another draw', async () => {
	const { id } = await api.create();
	for (const front of ['6S', '4S', '0D']) {
		await api.line(id, line(front, columns));
	}
	await api.correct(id, { position: 11, left: 20 });
	assert.equal((await api.line(id, line('KC', columns))).body.table.draw_pile.left, 19);
	const { body } = await api.correct(id, { position: 11, left: 20 });
	const { cards, left, removed } = body.table.draw_pile;
	assert.deepEqual([body.sync, left, removed, cards.length, cards[0], cards.slice(2)], ['in_sync', 20, 0, 4, '6S', ['0D', 'KC']]);
	assertProblem(await api.correct(id, { position: 11, left: 22 }), 422, 'invalid_correction');
});

test('a repair is unique after the line was typed twice: before, the line may be mistyped', async () => {
	const { id } = await api.create();
	await api.line(id, line('5S', 'QH,4H,QD,JD,7C,4C,9D'));
	await api.line(id, line('9H', 'QH,4H,QD,JD,7C,4C,9D'));
	const refused = line('6S', 'QH,4H,QD,JS,7C,4C,9D');
	for (const unique of [false, true]) {
		assertProblem(await api.line(id, refused), 409, 'snapshot_contradiction');
		const { repair } = (await api.session(id)).body.observed;
		assert.deepEqual([repair.position, repair.card, repair.was, repair.unique], [3, 'JS', 'JD', unique]);
	}
});

test('a column typed as empty is corrected by the card that was turned up there', async () => {
	const { id } = await api.create();
	await api.line(id, line('6S', 'QH,JS,5H,2D,8D,3H,7C'));
	const { body: believed } = await api.line(id, line('6S', 'JS,XX,5H,2D,8D,3H,7C'));
	assert.deepEqual([believed.observed.explanation, believed.sync], ['several_moves', 'looking'], 'which ace was it?');
	const right = line('6S', 'JS,7S,5H,2D,8D,3H,7C');
	assertProblem(await api.line(id, right), 409, 'snapshot_contradiction');
	const { body } = await api.correct(id, { position: 1, card: '7S' });
	assert.deepEqual([body.sync, body.observed.moves.map((move) => [move.kind, move.revealed])], ['in_sync', [['column_to_column', '7S']]]);
	assert.deepEqual([body.table.columns[1], body.table.foundations.C], [{ unseen: 0, cards: ['7S'] }, 'XC']);
	const { body: same } = await api.line(id, right);
	assert.deepEqual([same.sync, same.version], ['in_sync', body.version]);
});
