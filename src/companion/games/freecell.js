// FreeCell on the companion page: drawn as any game (generic.js); here the first table is entered card by card, in the order of the deal.

import { DECK, cardSign } from '../cards.js';
import { translatorOf } from '../texts.js';
import { moveKey } from './generic.js';
import { pressToCorrect } from './generic_taps.js';

const COLUMNS = 8;
const PLACES = DECK.map((_, place) => place); // row by row
const TITLES = { freecell: 'FreeCell', 'bakers-game': 'Baker’s Game' }; // the same in every language

export const deckOrder = (language) => translatorOf('freecell', language)('deck_order');
export const presetTitle = (name) => TITLES[name] ?? name;
export const choiceTitle = (name, language) => translatorOf('freecell', language)(`choice_${name}`) || name;

export const pad = true;
export const placeName = (place, language) => translatorOf('klondike', language)('in_column', place % COLUMNS + 1);

export const unseenCards = ({ entry: entered }) => {
	const seen = new Set(Object.values(entered));
	return DECK.filter((card) => !seen.has(card));
};
export const whereIs = ({ entry: entered }, card) => PLACES.find((place) => entered[place] === card);

/** "K♠ → ▲", "7♥ → 3", "9♣ → ▢": for buttons. */
export function shortName({ kind, card, to }, language) {
	return `${cardSign(card, language)} → ${kind === 'to_foundation' ? '▲' : kind === 'to_cell' ? '▢' : to + 1}`;
}

const columnsOf = (cards) => Array.from({ length: COLUMNS }, (_, column) => PLACES.filter((place) => place % COLUMNS === column && cards[place]).map((place) => cards[place]));

// ---- Taps -------------------------------------------------------------------------------------------

/** Cards are picked up by a tap: the drawing makes them buttons. */
export const taps = true;

function pick(session, place) {
	const [best] = dragged(session, place);
	return { set: best ? { held: place, chosen: moveKey(best) } : { held: null, chosen: null } };
}

/** The first tap picks up a card with those upon it, the second says where to. */
export function press({ session, held, editing }, { position, index }) {
	if (session.status === 'waiting') {
		return { enter: position };
	}
	if (editing) {
		return pressToCorrect(session, { position, index });
	}
	if (held?.position === position) {
		return { set: { held: null, chosen: null } };
	}
	const move = held && dropped(session, dragged(session, held), position);
	return move ? { move } : pick(session, { position, index });
}

/** The module that plays a line on the table. */
export const loadLine = () => import('./freecell_line.js');

// ---- Dragging ---------------------------------------------------------------------------------------

const FIRST_CELL = 8;
const FIRST_FOUNDATION = 12;
const KINDS = [[FIRST_CELL, 'to_column'], [FIRST_FOUNDATION, 'to_cell'], [Infinity, 'to_foundation']];

/** Only the front cards of a column that are in sequence move together. */
export const dragged = ({ moves, table: { columns } }, { position, index }) => moves.filter(({ from, count }) =>
	from === position && count === (position < FIRST_CELL ? columns[position].length - index : 1));

/** A listed move stands for those to any empty cell or column, and to a foundation for the card's own. */
export function dropped({ table: { cells, columns } }, moves, position) {
	const [, wanted] = KINDS.find(([end]) => position < end);
	const isFree = wanted === 'to_cell' ? cells[position - FIRST_CELL] === 'XX' : columns[position]?.length === 0;
	const move = moves.find(({ kind, to }) => kind === wanted
		&& (to === position || wanted === 'to_foundation' || (isFree && (wanted === 'to_cell' || columns[to].length === 0))));
	return move && wanted !== 'to_foundation' ? { ...move, to: position } : move;
}

export const entry = {
	about: (language) => translatorOf('freecell', language)('enter'),
	slots: () => PLACES,
	next: (session, cards) => PLACES.find((place) => !cards[place]),
	snapshot: ({ table }, cards) => ({ ...table, columns: columnsOf(cards) }),
};

/** The table with the cards entered so far. */
export const entered = ({ session, entry: cards }) => entry.snapshot(session, cards);
