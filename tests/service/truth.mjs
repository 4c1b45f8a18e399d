// Compares the daemon's description of a table with the true table.

import assert from 'node:assert/strict';
import {
	copy, DRAW, foundationCodes, heldBack, keyOf, left, legal, lost, play, removed, SHUFFLE, unseen, won,
} from './klondike.mjs';

/**
 * A game is won exactly when its goal is reached; it is called lost only when it is, and always when no
 * move is left. (That the game is decided is a proof: with less knowledge it may not be found.)
 */
function assertStatus(status, table) {
	assert.equal(status === 'won', won(table), `status ${status}`);
	if (status === 'lost') {
		assert.notEqual(lost(table), false, 'called lost, but it is not');
	}
	assert.ok(status !== 'playing' || legal(table).length > 0, 'still playing without a move');
}

function assertColumns(said, table) {
	assert.equal(said.length, 7);
	said.forEach(({ unseen: under, cards }, column) => {
		const { under: trueUnder, up } = table.columns[column];
		assert.equal(under, trueUnder.length, `unseen of column ${column}`);
		assert.equal(cards.join(' '), up.join(' '), `cards of column ${column}`);
	});
}

/**
 * Cards of the waste that never lay in front (draw 3), or that no picture showed (`missed`), may be unknown; the front
 * card never.
 */
function assertPile(said, table, missed) {
	const turned = table.pile.slice(0, table.turned);
	assert.equal(said.cards.length, turned.length, 'cards of the waste');
	said.cards.forEach((card, place) => {
		if (card !== null || place === turned.length - 1 || (table.rules.draw === 1 && !missed)) {
			assert.equal(card, turned[place], `card ${place} of the waste`);
		}
	});
	said.known_order.forEach((card, place) => {
		if (card !== null) {
			assert.equal(card, table.pile[table.turned + place], `known card ${place} of the stock`);
		}
	});
	assert.equal(said.left, left(table), 'left');
	assert.equal(said.removed, removed(table), 'removed');
	assert.equal(said.shuffles === 'unlimited' ? Infinity : said.shuffles, table.shuffles, 'shuffles');
}

/** The table as the daemon writes it is the true one (`missed`: the order of moves may be unknown). */
export function assertTable(said, table, { missed = false } = {}) {
	assertColumns(said.columns, table);
	assert.deepEqual(said.foundations, foundationCodes(table));
	assertPile(said.draw_pile, table, missed);
	if (!missed) {
		assert.equal(said.anti_loop.just_moved, table.justMoved, 'just_moved');
		assert.equal(said.anti_loop.column_to_column, table.columnToColumn, 'column_to_column');
	}
}

/** The card that a draw or redeal will show if its order is fixed: it may be known beforehand. */
function comes(table, { type }) {
	const certain = table.rules.shuffle_order === 'kept' || table.pile.length === 1;
	if (type !== DRAW && !(type === SHUFFLE && certain)) {
		return undefined;
	}
	const next = copy(table);
	play(next, { type });
	return next.pile[next.turned - 1];
}

/** Exactly the legal moves, ranked 1, 2, 3, ..., each with its required members. */
export function assertMoves(moves, table, { missed = false } = {}) {
	const truth = new Map(legal(table).map((move) => [keyOf(move), move]));
	const said = new Set(moves.map(keyOf));
	for (const key of truth.keys()) {
		assert.ok(said.has(key), `the legal move ${key} is missing`);
	}
	assert.equal(moves.length, said.size, 'a move is listed twice');
	moves.forEach((move, place) => {
		const true_ = truth.get(keyOf(move));
		assert.ok(true_, `${keyOf(move)} is not legal`);
		assert.equal(move.rank, place + 1);
		assert.ok(move.card === true_.card || move.card === comes(table, true_), `card of ${keyOf(move)}`);
		if (!missed) {
			assert.equal(move.held_back, heldBack(table, true_), `held_back of ${keyOf(move)}`);
		}
	});
}

/** The suggestion is one of the listed moves, and never a pointless one. */
export function assertSuggestion({ suggestion, moves }) {
	if (suggestion !== null) {
		assert.ok(moves.some((move) => keyOf(move) === keyOf(suggestion)), 'a suggestion not in moves');
		assert.notEqual(suggestion.held_back, 'pointless_king');
	}
}

/** Beyond doubt, or but for cards that too few pictures have shown. */
const isBelieved = ({ sync, observed: { explanation, unconfirmed } }) =>
	sync === 'in_sync' || (sync === 'looking' && explanation !== 'look_again' && unconfirmed.length > 0);

/** Nothing is asked, and draws that no picture showed may lie in the waste (`Sync` in openapi.yaml). */
const isOpen = ({ sync, asks, observed: { explanation, unconfirmed } }) =>
	sync === 'looking' && asks === null && unconfirmed.length === 0 && explanation !== 'look_again';

/** Of such a table the columns, the foundations and the front of the waste are known. */
function assertOpenTable(said, table) {
	assertColumns(said.columns, table);
	assert.deepEqual(said.foundations, foundationCodes(table));
	assert.equal(said.draw_pile.cards.at(-1), table.pile[table.turned - 1], 'the front of the waste');
}

/** Everything that the daemon says of a session is true. */
export function assertTruth(session, table, options) {
	try {
		if (options?.missed && session.status === 'playing' && isOpen(session)) {
			assertOpenTable(session.table, table);
			assertSuggestion(session);
			return;
		}
		const { status } = session;
		assertStatus(status, table);
		assert.ok(isBelieved(session) || isOpen(session), `${session.sync}: ${session.message}`);
		assertTable(session.table, table, options);
		if (status === 'playing') {
			assertMoves(session.moves, table, options);
			assertSuggestion(session);
		} else {
			assert.equal(session.suggestion, null, 'a suggestion although the game is over');
		}
	} catch (error) {
		error.message += `\nthe truth: ${JSON.stringify({ ...table, unseen: unseen(table) })}\nsaid: ${
			JSON.stringify(session)}`;
		throw error;
	}
}
