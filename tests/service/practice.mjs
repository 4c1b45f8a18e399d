// A player at practice tables with its own implementation of the rules that knows only the shown cards: every text of the
// daemon is searched for cards that this player has not seen.

import assert from 'node:assert/strict';
import { copy, DECK, DRAW, keyOf, legal, play, SHUFFLE, won } from './klondike.mjs';
import { pick } from './random.mjs';

const RANK_WORDS = ['ace', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king'];
const SUIT_WORDS = ['clubs', 'diamonds', 'hearts', 'spades'];
const CODE = /(?<![A-Za-z0-9])(?:[A2-90JQK][CDHS]|[CDHS][A2-90JQK])(?![A-Za-z0-9])/g;
const WORDS = new RegExp(`(${RANK_WORDS.join('|')}) of (${SUIT_WORDS.join('|')})`, 'gi');
const SYMBOLS = /[♣♦♥♠]/u;
const turned = (code) => ('CDHS'.includes(code[0]) ? code[1] + code[0] : code);

/** All cards that a text names, as codes or in English. */
export function cardsIn(text) {
	assert.doesNotMatch(text, SYMBOLS);
	const words = [...text.matchAll(WORDS)].map(([, rank, suit]) =>
		DECK[SUIT_WORDS.indexOf(suit.toLowerCase()) * 13 + RANK_WORDS.indexOf(rank.toLowerCase())]);
	return new Set([...(text.match(CODE) ?? []).map(turned), ...words]);
}

/** Fails where `text` names a card that is not among those that may be known. */
export function assertNamesOnly(text, known, what) {
	const hidden = [...cardsIn(text)].filter((card) => !known.has(card));
	assert.deepEqual(hidden, [], `${what} names hidden cards:\n${text.slice(0, 4000)}`);
}

/** The only card that was never seen is known, too. */
function withTheLast(known) {
	return known.size === DECK.length - 1 ? new Set(DECK) : known;
}

/** A table as its player knows it: hidden cards are null. */
export class Player {
	constructor(rules, table) {
		const columns = table.columns.map(({ unseen, cards }) => ({ under: Array(unseen).fill(null), up: cards }));
		const pile = Array(24).fill(null);
		const shown = table.draw_pile.cards;

		shown.forEach((card, place) => { pile[place] = card; });
		this.table = {
			rules, columns, foundations: [0, 0, 0, 0], pile, turned: shown.length,
			shuffles: rules.shuffles === 'unlimited' ? Infinity : rules.shuffles, justMoved: 'XX', columnToColumn: 0,
		};
		this.known = new Set([...columns.map(({ up: [card] }) => card), ...shown.filter(Boolean)]);
		this.past = [];
	}

	get moves() {
		return legal(this.table);
	}

	get isWon() {
		return won(this.table);
	}

	/** The cards that a text may name. */
	get mayBeNamed() {
		return withTheLast(this.known);
	}

	/** Makes the move; `card` is the card that the daemon reports as turned up (undefined: none). */
	play(move, card) {
		const { table } = this;

		this.past.push([copy(table), new Set(this.known)]);
		play(table, move, () => 0);
		if (move.type === SHUFFLE && table.rules.shuffle_order === 'shuffled') {
			table.pile.fill(null);
		}
		this.#see(move, card);
	}

	undo(steps) {
		const [back] = this.past.splice(this.past.length - steps);
		[this.table, this.known] = back;
	}

	#see(move, card) {
		const { table } = this;
		const column = table.columns[move.from]?.up;
		const due = column === undefined ? table.pile[table.turned - 1] : column.at(-1);
		const place = column === undefined ? [table.pile, table.turned - 1] : [column, column.length - 1];

		if (due === null) {
			assert.ok(card, `nothing came up after ${keyOf(move)}`);
			assert.ok(!this.known.has(card) || table.rules.shuffle_order === 'shuffled' || table.rules.draw > 1, `${card} came up twice`);
			place[0][place[1]] = card;
			this.known.add(card);
		} else if (card && due !== undefined) {
			assert.equal(card, due, 'a known card has changed');
		}
	}
}

/** A move as clients send it. */
export const asRequest = ({ type, from, to, cut }) => ({ type, from, to, cut });

/** A move by chance; games come to an end, so turning the stock is only one of the moves. */
export function chooseMove({ moves }, random) {
	const others = moves.filter(({ type }) => type !== DRAW && type !== SHUFFLE);

	return pick(others.length > 0 && random() < 0.6 ? others : moves, random);
}
