// 10-20-30 on the companion page: what taps mean, which cards must be entered. klondike.js describes a game's module.

import { DECK, cardSign } from '../cards.js';
import { percent, translatorOf } from '../texts.js';

export const COLUMNS = [0, 1, 2, 3, 4, 5, 6];
export const COMBOS = ['T2B1', 'T1B2', 'B3'];
const DEALT_FIRST = COLUMNS.length;

export const moveKey = ({ kind, column, combo }) => (kind === 'deal' ? 'deal' : `${column} ${combo}`);
export const moveBody = ({ kind, column, combo }) => (kind === 'deal' ? { kind, column } : { kind, column, combo });

// ---- A new table ------------------------------------------------------------------------------------

export const deckOrder = (language) => translatorOf('ten_twenty_thirty', language)('deck_order');
export const presetTitle = (name, language) => translatorOf('ten_twenty_thirty', language)(`preset_${name}`) || name;
export const choiceTitle = (name, language) => translatorOf('ten_twenty_thirty', language)(`choice_${name}`) || name;

/** With forced removal there is no late removal. */
export const formOptions = ({ removal }) => ['removal', ...(removal === 'forced' ? [] : ['late_removal']), 'stuck'];

// ---- Words ------------------------------------------------------------------------------------------

export const corrects = false;

export const value = (number, language) => percent(number, language);
export const reasons = (move, language) => move.reasons.map((reason) => translatorOf('ten_twenty_thirty', language)(`reason_${reason}`)).filter(Boolean);
export const placeName = (position, language) => translatorOf('ten_twenty_thirty', language)('in_column', position + 1);

/** "7♥ K♦ 3♣", "Deal to column 4": for buttons. */
export const shortName = ({ kind, column, cards }, language) => (kind === 'deal'
	? translatorOf('ten_twenty_thirty', language)('deal', column + 1) : cards.map((card) => (card ? cardSign(card, language) : '?')).join(' '));

// ---- Cards ------------------------------------------------------------------------------------------

/** The cards not seen yet; before the first snapshot those not entered yet. */
export function unseenCards({ session: { table, status }, entry: entered }) {
	const seen = new Set([
		...table.columns.flat(), ...table.known_deck, ...(status === 'waiting' ? Object.values(entered) : []),
	]);
	return DECK.filter((card) => !seen.has(card));
}
export const possibleRevealed = (state) => unseenCards(state);
export const possibleCards = (state) => unseenCards(state);
export const current = ({ table }, position, index) => table.columns[position]?.[index] ?? null;

export const pad = true;

/** The column in which a card lies, or undefined. */
export function whereIs({ session: { table, status }, entry: entered }, card) {
	const column = COLUMNS.find((one) => (status === 'waiting' ? entered[one] === card : table.columns[one].includes(card)));
	return column;
}

/** A dealt card that is unknown must be entered. */
export const reveals = ({ table }, { kind }) => kind === 'deal' && !table.known_deck[0];

// ---- The first table --------------------------------------------------------------------------------

export const entry = {
	about: (language) => translatorOf('ten_twenty_thirty', language)('enter'),
	slots: () => COLUMNS,
	next: (session, cards) => COLUMNS.find((column) => !cards[column]),
	snapshot: (session, cards) => ({ columns: COLUMNS.map((column) => [cards[column]]), deck_left: DECK.length - DEALT_FIRST }),
};

// ---- Taps -------------------------------------------------------------------------------------------

/** The legal move that removes three cards from a column in this way, or undefined. */
export const taking = ({ moves }, column, combo) =>
	moves.find((move) => move.kind === 'remove' && move.column === column && move.combo === combo);

export const dealing = ({ moves }) => moves.find(({ kind }) => kind === 'deal');

export function press(state, { position, part, index }) {
	const { session } = state;
	if (part === 'fold') {
		return { set: { expanded: state.expanded === position ? null : position } };
	}
	if (session.status === 'waiting') {
		return { enter: position };
	}
	const move = part === 'deal' ? dealing(session) : part === 'card' ? takingFrom(session, position, index) : taking(session, position, part);
	return session.status === 'playing' && move ? { move } : {};
}

// ---- Dragging ---------------------------------------------------------------------------------------

/** The place of the deck beside those of the columns. */
export const DECK_PLACE = COLUMNS.length;

/** Indices of the cards that each way removes from a column of `count` cards. */
export const PLACES = {
	T2B1: (count) => [0, 1, count - 1],
	T1B2: (count) => [0, count - 2, count - 1],
	B3: (count) => [count - 3, count - 2, count - 1],
};
const takes = ({ column, combo }, { table }) => PLACES[combo](table.columns[column].length);

/** The moves that take a card; of the deck's card the deal. */
export const dragged = (session, { position, index }) => session.moves.filter((move) => (move.kind === 'deal'
	? position === DECK_PLACE : move.column === position && takes(move, session).includes(index)));

/** The cards that go together: those of the best of these moves. */
export const lifted = (session, [best]) => (best.kind === 'deal' ? [0] : takes(best, session));

/** What is taken goes to the deck, the deck's card to the column whose turn it is. */
export const dropped = (session, [best], position) => (position === (best.kind === 'deal' ? best.column : DECK_PLACE) ? best : undefined);

/** The best move that takes this card, or any of its column. */
const takingFrom = (session, position, index) => dragged(session, { position, index })[0]
	?? session.moves.find(({ kind, column }) => kind === 'remove' && column === position);

/** Every button is in the tab order: arrow keys do nothing. */
export const steer = ({ focus }) => focus;
export const countTitle = () => '';
