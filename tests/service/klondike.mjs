// An independent implementation of Klondike, written from the specification: the reference that the daemon is
// compared with. It shares no code and no data with the daemon, and it holds the world (a whole
// table with its hidden cards) where the daemon only has knowledge.
//
// Positions, as everywhere: 0-6 columns, 7-10 foundations (clubs, diamonds, hearts, spades), 11 the
// draw pile. Cards are their two-character codes.

import { shuffled } from './random.mjs';

export const RANKS = 'A234567890JQK';
export const SUITS = 'CDHS';
export const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
export const DRAW_PILE = 11;
const FIRST_FOUNDATION = 7;

const RANK = new Map(DECK.map((card) => [card, RANKS.indexOf(card[0]) + 1]));
const SUIT = new Map(DECK.map((card) => [card, SUITS.indexOf(card[1])]));
const isRed = (card) => card[1] === 'D' || card[1] === 'H';
const isKing = (card) => card[0] === 'K';
const last = (list) => list[list.length - 1];

export const TO_FOUNDATION = 1;
export const KING_TO_EMPTY = 2;
export const COLUMN_TO_COLUMN = 3;
export const DRAW_TO_COLUMN = 4;
export const DRAW = 5;
export const SHUFFLE = 6;
export const FOUNDATION_TO_COLUMN = 7;

const SYVKABALE = {
	draw: 1, shuffles: 3, shuffle_order: 'shuffled', foundation_return: false, goal: 'turned_up',
	stock_known: false, first_card_up: true, max_column_to_column: 2,
};
const LITERATURE = {
	...SYVKABALE, shuffles: 'unlimited', shuffle_order: 'kept', foundation_return: true,
	goal: 'cleared', first_card_up: false,
};
/** The rules of the presets, as the specification's table has them. */
export const PRESETS = {
	syvkabale: SYVKABALE,
	'klondike-1': LITERATURE,
	'klondike-3': { ...LITERATURE, draw: 3 },
};

// ---- A table ------------------------------------------------------------------------------------

/** A dealt table; `deck` are all 52 cards in the order of dealing. */
export function dealt(rules, deck) {
	const cards = [...deck];
	const columns = [];
	for (let column = 0; column < 7; column++) {
		columns.push({ under: cards.splice(0, column), up: cards.splice(0, 1) });
	}
	return {
		rules, columns, foundations: [0, 0, 0, 0],
		pile: cards, // in the order of turning; the first `turned` are face up, the front card last
		turned: rules.first_card_up ? 1 : 0,
		shuffles: rules.shuffles === 'unlimited' ? Infinity : rules.shuffles,
		justMoved: 'XX', columnToColumn: 0,
	};
}

export function deal(rules, random) {
	return dealt(rules, shuffled(DECK, random));
}

/** An independent copy (the rules are shared). */
export function copy(table) {
	return {
		...table,
		columns: table.columns.map(({ under, up }) => ({ under: [...under], up: [...up] })),
		foundations: [...table.foundations],
		pile: [...table.pile],
	};
}

export const left = (table) => table.pile.length - table.turned;
export const removed = (table) => 24 - table.pile.length;
export const unseen = (table) => table.columns.map(({ under }) => under.length);
const waste = (table) => table.pile[table.turned - 1];
const isEmpty = ({ under, up }) => under.length === 0 && up.length === 0;

/** The top card of a foundation (0-3), or undefined. */
const topOf = (table, suit) => DECK[suit * 13 + table.foundations[suit] - 1];
const hasTop = (table, suit) => table.foundations[suit] > 0;

// ---- Legal moves --------------------------------------------------------------------------------

function fitsFoundation(table, card) {
	return table.foundations[SUIT.get(card)] === RANK.get(card) - 1;
}

function fitsColumn(column, card) {
	const front = last(column.up);
	if (front === undefined) {
		return false;
	}
	return isRed(front) !== isRed(card) && RANK.get(front) === RANK.get(card) + 1;
}

function addToFoundation(moves, table, from, card, cut) {
	if (card !== undefined && fitsFoundation(table, card)) {
		moves.push({ type: TO_FOUNDATION, from, to: FIRST_FOUNDATION + SUIT.get(card), cut, card });
	}
}

/** Every column that `card` may be put on, as moves of `type` (kings to empty: `kingType`). */
function addToColumns(moves, table, from, card, cut, type, kingType) {
	for (let to = 0; to < 7; to++) {
		if (to === from) {
			continue;
		}
		if (fitsColumn(table.columns[to], card)) {
			moves.push({ type, from, to, cut, card });
		} else if (isKing(card) && isEmpty(table.columns[to])) {
			moves.push({ type: kingType, from, to, cut, card });
		}
	}
}

function addFromColumn(moves, table, from) {
	const { up } = table.columns[from];
	addToFoundation(moves, table, from, last(up), up.length);
	for (let cut = 1; cut <= up.length; cut++) {
		addToColumns(moves, table, from, up[cut - 1], cut, COLUMN_TO_COLUMN, KING_TO_EMPTY);
	}
}

function addFromPile(moves, table) {
	const card = waste(table);
	if (card !== undefined) {
		addToFoundation(moves, table, DRAW_PILE, card, 1);
		addToColumns(moves, table, DRAW_PILE, card, 1, DRAW_TO_COLUMN, KING_TO_EMPTY);
	}
}

function addFromFoundations(moves, table) {
	for (let suit = 0; suit < 4; suit++) {
		if (hasTop(table, suit)) {
			addToColumns(moves, table, FIRST_FOUNDATION + suit, topOf(table, suit), 1,
				FOUNDATION_TO_COLUMN, FOUNDATION_TO_COLUMN);
		}
	}
}

export function mayShuffle(table) {
	return left(table) === 0 && table.pile.length > 0 && table.shuffles > 0;
}

/** Every legal move, in no particular order. */
export function legal(table) {
	const moves = [];
	for (let from = 0; from < 7; from++) {
		addFromColumn(moves, table, from);
	}
	addFromPile(moves, table);
	if (table.rules.foundation_return) {
		addFromFoundations(moves, table);
	}
	if (left(table) > 0) {
		moves.push({ type: DRAW, from: DRAW_PILE, to: DRAW_PILE, cut: 0, card: null });
	}
	if (mayShuffle(table)) {
		moves.push({ type: SHUFFLE, from: DRAW_PILE, to: DRAW_PILE, cut: 0, card: null });
	}
	return moves;
}

/** The members that identify a move of one table. */
export const keyOf = ({ type, from, to, cut }) => `${type} ${from}>${to} ${cut}`;

/** Why the classic rules never choose a legal move; null where they don't hold it back. */
export function heldBack(table, move) {
	const { under } = table.columns[move.from] ?? { under: null };
	if (move.type === KING_TO_EMPTY && under?.length === 0) {
		return 'pointless_king';
	}
	if (move.type !== COLUMN_TO_COLUMN) {
		return null;
	}
	// At the limit the original program does not even look at the cards.
	if (table.columnToColumn >= table.rules.max_column_to_column) {
		return 'column_to_column_limit';
	}
	return move.card === table.justMoved ? 'just_moved' : null;
}

// ---- Playing ------------------------------------------------------------------------------------

function turnUp(table) {
	table.turned = Math.min(table.turned + table.rules.draw, table.pile.length);
}

function shuffle(table, random) {
	table.shuffles -= 1;
	table.turned = 0;
	if (table.rules.shuffle_order === 'shuffled') {
		table.pile = shuffled(table.pile, random);
	}
	turnUp(table);
}

/** The cards that a move removes, deepest first; the player then turns up the next card. */
function take(table, { from, cut }) {
	if (from === DRAW_PILE) {
		table.turned -= 1;
		const [card] = table.pile.splice(table.turned, 1);
		if (table.turned === 0) {
			turnUp(table);
		}
		return [card];
	}
	if (from >= FIRST_FOUNDATION) {
		const card = topOf(table, from - FIRST_FOUNDATION);
		table.foundations[from - FIRST_FOUNDATION] -= 1;
		return [card];
	}
	const column = table.columns[from];
	const cards = column.up.splice(cut - 1);
	if (column.up.length === 0 && column.under.length > 0) {
		column.up.push(column.under.pop());
	}
	return cards;
}

/** Carries out a legal move. `random` decides the order of a real shuffle. */
export function play(table, move, random) {
	table.columnToColumn = move.type === COLUMN_TO_COLUMN ? table.columnToColumn + 1 : 0;
	if (move.type === DRAW) {
		turnUp(table);
		return;
	}
	if (move.type === SHUFFLE) {
		shuffle(table, random);
		return;
	}
	const cards = take(table, move);
	table.justMoved = cards[0];
	if (move.to >= FIRST_FOUNDATION) {
		table.foundations[move.to - FIRST_FOUNDATION] += 1;
	} else {
		table.columns[move.to].up.push(...cards);
	}
}

// ---- The end ------------------------------------------------------------------------------------

export function won({ rules, columns, foundations }) {
	return rules.goal === 'cleared'
		? foundations.every((rank) => rank === 13)
		: columns.every(({ under }) => under.length === 0);
}

/** The face-up cards; the order of the columns does not affect the rest of the game. */
const faceUp = ({ columns, foundations }) =>
	`${columns.map(({ under, up }) => up.join('') + (under.length > 0 ? '-' : '')).sort()} ${foundations}`;

/** The cards that can be turned to the front of the draw pile without any being played. */
function coming(table) {
	const { pile, turned, rules, shuffles } = table;
	const fronts = (from) => pile.filter((_, place) => place >= from
		&& ((place + 1 - from) % rules.draw === 0 || place === pile.length - 1));
	const now = turned > 0 ? [pile[turned - 1], ...fronts(turned)] : fronts(0);
	if (shuffles === 0) {
		return now;
	}
	return rules.shuffle_order === 'shuffled' ? pile : [...now, ...fronts(0)];
}

const turnsUp = (table, { from, cut }) =>
	from < 7 && cut === 1 && table.columns[from].under.length > 0;

export const isTurning = ({ type }) => type === DRAW || type === SHUFFLE;

function mayBePlayed(table, cards) {
	return cards.some((card) => fitsFoundation(table, card)
		|| table.columns.some((column) => fitsColumn(column, card) || (isKing(card) && isEmpty(column))));
}

/**
 * Is the game lost: does no sequence of moves turn up a card of a column, play a card of the draw pile
 * or reach the goal? Pushing the same cards to and fro does not keep it alive. It knows the hidden
 * cards, so it is at least as sure as any player can be. (undefined: too much to look at)
 */
export function lost(table, most = 3000) {
	const pile = coming(table);
	const met = new Set([faceUp(table)]);
	const open = [table];
	while (open.length > 0) {
		const present = open.pop();
		if (won(present) || mayBePlayed(present, pile)) {
			return false;
		}
		for (const move of legal(present)) {
			if (turnsUp(present, move)) {
				return false;
			}
			if (isTurning(move) || move.from === DRAW_PILE) {
				continue;
			}
			const next = copy(present);
			play(next, move);
			const name = faceUp(next);
			if (!met.has(name)) {
				met.add(name);
				open.push(next);
			}
		}
		if (met.size > most) {
			return undefined;
		}
	}
	return true;
}

// ---- The view of a camera -----------------------------------------------------------------------

function pileSlot(table) {
	if (table.turned > 0) {
		return waste(table);
	}
	return table.pile.length > 0 ? 'BACK' : 'XX';
}

/**
 * A snapshot in the JSON form, every slot readable. `foundations` false: left out; `runs`: columns as
 * lists of all their face-up cards instead of the front card alone; `stock`: whether face-down cards
 * lie in the draw pile.
 */
export function look(table, { foundations = true, runs = false, stock = false } = {}) {
	const seen = { draw_pile: pileSlot(table) };
	if (foundations) {
		seen.foundations = [0, 1, 2, 3].map((suit) => (hasTop(table, suit) ? topOf(table, suit) : 'XX'));
	}
	if (stock) {
		seen.stock = left(table) > 0 ? 'BACK' : 'XX';
	}
	seen.columns = table.columns.map(({ up }) => (runs && up.length > 0 ? [...up] : (last(up) ?? 'XX')));
	return seen;
}

/** The same in one line; foundations that were left out are UU. */
export function lineOf({ draw_pile, foundations, columns }) {
	const fronts = columns.map((slot) => (Array.isArray(slot) ? last(slot) : slot));
	return [draw_pile, ...(foundations ?? ['UU', 'UU', 'UU', 'UU']), ...fronts].join(',');
}

/** The card that a move has turned up (`before` -> `after`), or undefined. */
export function revealedBy(before, after, { type, from }) {
	if (type === DRAW || type === SHUFFLE) {
		return waste(after);
	}
	if (from === DRAW_PILE) {
		return before.turned === 1 && after.turned > 0 ? waste(after) : undefined;
	}
	if (from < 7 && after.columns[from].under.length < before.columns[from].under.length) {
		return last(after.columns[from].up);
	}
	return undefined;
}

/** The foundations as the API writes them. */
export function foundationCodes(table) {
	return Object.fromEntries([...SUITS].map((suit, place) =>
		[suit, hasTop(table, place) ? topOf(table, place) : `X${suit}`]));
}
