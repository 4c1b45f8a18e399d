// Taps, dragging and corrections on the piles of a game without a view of its own: they come to the listed moves between two piles.

import { DECK } from '../cards.js';
import { translatorOf } from '../texts.js';
import { kindsOf, moveKey, pilesOf } from './generic.js';

const kindAt = (kinds, position) => kinds.find(({ first, count }) => position >= first && position < first + count);

/** {kind, pile} at a position of the table. */
function pileAt({ game, table }, position) {
	const kind = kindAt(kindsOf(game), position);
	return { kind, pile: kind && (kind.single ? table[kind.name] : table[kind.name]?.[position - kind.first]) };
}

const nameAt = (game, position, language) => {
	const { title, count, first } = kindAt(pilesOf(game, language), position) ?? { title: '', first: 0, count: 2 };
	return count > 1 ? `${title} ${position - first + 1}`.trim() : title;
};

/** A place among others of a sentence: "here: Column 3". */
export const pileName = (position, language, game) => translatorOf('cards', language)('here', nameAt(game, position, language));
export const placeName = pileName;

/** The cards of a table that can be seen. */
const visible = (value) => (Array.isArray(value) ? value.flatMap(visible) : value && typeof value === 'object' ? visible(Object.values(value)) : DECK.includes(value) ? [value] : []);

export const possibleRevealed = ({ session: { table } }) => {
	const seen = new Set(visible(table));
	return DECK.filter((card) => !seen.has(card));
};

// ---- Taps ---------------------------------------------------------------------------------------------

/** Cards are picked up by a tap: the drawing makes them buttons. */
export const taps = true;

/** The moves of these cards: of a pile whose cards are listed, the front cards from `index` on. */
export function dragged(session, { position, index }) {
	const { kind, pile } = pileAt(session, position);
	const wanted = kind?.content === 'cards' && Array.isArray(pile) ? pile.length - index : 1;
	return session.moves.filter(({ from, to, count = 1 }) => from === position && Number.isInteger(to) && count === wanted);
}

export const dropped = (session, moves, position) => moves.find(({ to }) => to === position);

const letGo = { set: { held: null, chosen: null } };

/** Of several moves between two piles the best one is shown, so that the player sees which it is before it is made. */
const played = (moves) => (moves.length === 1 ? { move: moves[0] } : { set: { held: null, chosen: moveKey(moves[0]) } });

/** Nothing can be picked up from a pile that is face down, nor where cards stay on their pile: the first tap makes the only move. */
const needsNoTarget = ({ kind }, position, moves) => moves.length === 1 && (kind?.content === 'number' || moves[0].to === position);

/** The first tap picks up a card with those upon it, the second says where to. */
export function press({ session, held, editing }, { position, index }) {
	if (editing) {
		return pressToCorrect(session, { position, index });
	}
	if (held?.position === position) {
		return letGo;
	}
	const there = held ? dragged(session, held).filter(({ to }) => to === position) : [];
	if (there.length > 0) {
		return played(there);
	}
	const moves = dragged(session, { position, index });
	if (moves.length === 0) {
		return letGo;
	}
	return needsNoTarget(pileAt(session, position), position, moves) ? { move: moves[0] } : { set: { held: { position, index }, chosen: moveKey(moves[0]) } };
}

// ---- Corrections --------------------------------------------------------------------------------------

/** True where a card can be corrected: not of a foundation, whose cards lie beneath, nor of a number. */
const isCorrected = ({ content, max }) => content === 'cards' || (content === 'front' && max === 1);

/** The card at a place, `index` from the deepest. */
export function current(session, position, index) {
	const { kind, pile } = pileAt(session, position);
	return !kind || !isCorrected(kind) ? null : kind.content === 'front' ? pile : pile[index] ?? null;
}

export function pressToCorrect(session, { position, index }) {
	return DECK.includes(current(session, position, index)) ? { pickCard: { position, index: index + 1 } } : {};
}

/** The cards that may lie there: those of the piles that can be corrected, and where cards are hidden, those that are not on the table. */
export function possibleCards({ session }) {
	const kinds = kindsOf(session.game);
	const lying = visible(kinds.filter(isCorrected).map(({ name }) => session.table[name]));
	return kinds.some(({ content }) => content === 'number') ? [...lying, ...possibleRevealed({ session })] : lying;
}

/** The whole table with another card at a place; the one that was there takes its place. */
export function correction(session, { position, index, card }) {
	const present = current(session, position, index - 1);
	const changed = (value) => (Array.isArray(value) ? value.map(changed)
		: value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one)]))
			: value === present ? card : value === card ? present : value);
	return { table: changed(session.table) };
}
