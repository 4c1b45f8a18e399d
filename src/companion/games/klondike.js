// Klondike for the companion page: what a tap means, what must be asked, how the table is drawn.
//
// The page knows no game. A game's module offers what is exported here, and beside it a drawing: Table(state, does)
// of klondike_table.js, which describes the table (see dom.js). games/index.js names both.
//   presetTitle asked choiceTitle        the form for a new table
//   press steer                           what a tap or an arrow key means
//   place current                         where a position is, and what is believed to lie there
//   reveals mayTurnUp mayLie notSeen      must a card be asked for, and which ones may it be
//   entry                                 how a first table is entered
//   keyOf mark                            what identifies a move, and what is told of it
//   value reasons short                   a move's worth, why it is good, its short name
// A game may also have:
//   shown(session, chosen, language)      the move that is looked at, where not every move is in the list
//   turn standing mainText                whose turn it is, how the game stands, what the main button says, in its own words
//   measure bar                           what its values are called, where they are no chance, and as shares for the bar
//   corrects: false, curve: false         nothing can be put right in it; its worth over time is no curve
//   spotted(move, entry)                  the part of the table that the main button stands for, where it does not tell the move
//   listed(session)                       false where its moves are not listed below the table
//   retelling                             loads how a whole table is entered anew: draftOf tableOf Retelling

import { DECK, RANKS, SUITS, SUIT_NAMES, cardSign } from '../cards.js';
import { inLanguage, percent } from '../texts.js';
import { translatorOf } from './klondike_messages.js';

/** The numbers of places, as the API has them. */
export const DRAW_PILE = 11;
export const FIRST_FOUNDATION = 7;

export const DRAW = 5;
export const SHUFFLE = 6;

export const moveKey = ({ type, from, to, cut }) => `${type} ${from}>${to} ${cut}`;

/** What of a move is told to the daemon. */
export const moveBody = ({ type, from, to, cut }) => ({ type, from, to, cut });

// ---- A new table ------------------------------------------------------------------------------------

export const presetTitle = (name, language) => translatorOf(language)(`preset_${name}`) || name;
export const choiceTitle = (name, language) => translatorOf(language)(`choice_${name}`) || name;

/** The rules that are worth a question: some matter only with others, some only to measurements. */
export const formOptions = (rules) => ['draw', 'shuffles',
	...(rules.shuffles === 0 ? [] : ['shuffle_order']), 'goal', 'foundation_return', 'first_card_up'];

// ---- Words ------------------------------------------------------------------------------------------

const suitName = (position, language) => inLanguage(SUIT_NAMES[SUITS[position - FIRST_FOUNDATION]], language);

/** "in column 5": where a card is asked for. */
export function placeName(position, language) {
	const t = translatorOf(language);
	if (position === DRAW_PILE) {
		return t('on_waste');
	}
	return position < FIRST_FOUNDATION ? t('in_column', position + 1) : t('on_foundation', suitName(position, language));
}

export const value = (number, language) => percent(number, language);

export function reasons(move, language) {
	const t = translatorOf(language);
	const all = move.reasons.map((reason) => t(`reason_${reason}`));
	return [...all, move.held_back ? t(`held_${move.held_back}`) : ''].filter(Boolean);
}

const spot = (position) => (position < FIRST_FOUNDATION ? String(position + 1) : '▲');

/** "8♦ → 7", "next card": for buttons. */
export function shortName(move, language) {
	const t = translatorOf(language);
	if (move.type === DRAW) {
		return t('short_draw');
	}
	return move.type === SHUFFLE ? t('short_shuffle') : `${cardSign(move.card)} → ${spot(move.to)}`;
}

// ---- Cards ------------------------------------------------------------------------------------------

/** All cards on the foundations. */
export const foundationCards = (foundations) => SUITS.split('').flatMap((suit) =>
	RANKS.slice(0, RANKS.indexOf(foundations[suit][0]) + 1).split('').map((rank) => rank + suit));

/** The cards that nobody has seen yet (before the first picture: those that were not entered). */
export function unseenCards({ session: { table, status }, entry }) {
	const pile = table.draw_pile;
	const seen = new Set([
		...table.columns.flatMap(({ cards }) => cards), ...foundationCards(table.foundations),
		...pile.cards, ...pile.known_order, ...(pile.somewhere ?? []),
		...(status === 'waiting' ? Object.values(entry) : []),
	]);
	return DECK.filter((card) => !seen.has(card));
}

/** What may lie at a place, as far as the player has to say it. */
export const possibleCards = (state, position) => (position === DRAW_PILE
	? [...unseenCards(state), ...(state.session.table.draw_pile.somewhere ?? [])] : unseenCards(state));

/** What a move may have turned up: of the draw pile also cards that were seen before it was mixed. */
export function possibleRevealed(state, { type, from }) {
	const { cards, known_order: order, somewhere = [], left } = state.session.table.draw_pile;
	const known = cards.filter(Boolean);
	if (type === SHUFFLE) {
		const strange = left + cards.length - known.length - somewhere.length;
		return [...known, ...somewhere, ...(strange > 0 ? unseenCards(state) : [])];
	}
	if (type !== DRAW && from !== DRAW_PILE) {
		return unseenCards(state);
	}
	return [...somewhere, ...(left > somewhere.length + order.filter(Boolean).length ? unseenCards(state) : [])];
}

/** The card that is believed to lie there. */
export function current({ table }, position, index) {
	if (position === DRAW_PILE) {
		return table.draw_pile.cards.at(-1) ?? null;
	}
	return position < FIRST_FOUNDATION ? table.columns[position].cards[index] ?? null : null;
}

function comesUp({ rules, table: { draw_pile: pile } }, type) {
	if (type === DRAW) {
		return pile.known_order[Math.min(rules.draw, pile.left) - 1];
	}
	const certain = rules.shuffle_order === 'kept' || pile.cards.length === 1;
	return certain ? pile.cards[Math.min(rules.draw, pile.cards.length) - 1] : null;
}

/** Does the move turn up a card that nobody knows? Then the player is asked for it. */
export function reveals(session, { type, from, cut }) {
	const { columns, draw_pile: pile } = session.table;
	if (type === DRAW || type === SHUFFLE) {
		return !comesUp(session, type);
	}
	if (from === DRAW_PILE) {
		return pile.cards.length === 1 && pile.left > 0 && !comesUp(session, DRAW);
	}
	return from < FIRST_FOUNDATION && cut === 1 && columns[from].unseen > 0;
}

// ---- The first table --------------------------------------------------------------------------------

const slots = ({ rules }) => [0, 1, 2, 3, 4, 5, 6, ...(rules.first_card_up ? [DRAW_PILE] : [])];

export const entry = {
	about: (language) => translatorOf(language)('enter'),
	slots,
	/** The next place without a card, or undefined. */
	next: (session, cards) => slots(session).find((slot) => !cards[slot]),
	snapshot: (session, cards) => ({
		draw_pile: session.rules.first_card_up ? cards[DRAW_PILE] : 'BACK',
		columns: [0, 1, 2, 3, 4, 5, 6].map((slot) => cards[slot]),
	}),
};

export const loadTableEntry = () => import('./klondike_table_entry.js');

// ---- Taps -------------------------------------------------------------------------------------------

const STOCK = 0; // index of the face-down part of the draw pile; its front card has 1

const cutAt = (position, index) => (position < FIRST_FOUNDATION ? index + 1 : null);

/** The legal moves of a card, the best first. */
const movesOf = ({ moves }, { position, index }) => moves.filter(({ type, from, cut }) =>
	type !== DRAW && type !== SHUFFLE && from === position && (cutAt(position, index) ?? cut) === cut);

export const targetsOf = (session, held) => new Set(held ? movesOf(session, held).map(({ to }) => to) : []);

function pick(session, spotted) {
	const [best] = movesOf(session, spotted);
	return best ? { set: { held: spotted, chosen: moveKey(best) } } : { set: { held: null, chosen: null } };
}

function play({ session, held }, spotted) {
	const { position, index } = spotted;
	if (held) {
		const move = movesOf(session, held).find(({ to }) => to === position);
		if (move) {
			return { move };
		}
		if (held.position === position && held.index === index) {
			return { set: { held: null, chosen: null } };
		}
	}
	if (position === DRAW_PILE && index === STOCK) {
		const move = session.moves.find(({ type }) => type === DRAW || type === SHUFFLE);
		return move ? { move } : {};
	}
	return pick(session, spotted);
}

function correct({ session: { table } }, { position, index, part }) {
	if (part === 'unseen') {
		return { count: { position, name: 'unseen', value: table.columns[position].unseen, most: 6 } };
	}
	if (part === 'shuffles') {
		return table.draw_pile.shuffles === 'unlimited' ? {}
			: { count: { position, name: 'shuffles', value: table.draw_pile.shuffles, most: 99 } };
	}
	if (position === DRAW_PILE && index === STOCK) {
		return { count: { position, name: 'left', value: table.draw_pile.left, most: 24 } };
	}
	if (position < FIRST_FOUNDATION) {
		return table.columns[position].cards[index] ? { pickCard: { position, index: index + 1 } } : { toast: 'edit_all' };
	}
	return position === DRAW_PILE && table.draw_pile.cards.length > 0 ? { pickCard: { position } } : { toast: 'edit_all' };
}

export const countTitle = ({ name, position }, language) =>
	translatorOf(language)(`count_${name}`, placeName(position, language));

/** What a tap means: {set}, a change of the page's state; {move}; {ask} or {count} to put right; {note}, what to say; {enter}. */
export function press(state, spotted) {
	if (spotted.part === 'fold') {
		return { set: { expanded: state.expanded === spotted.position ? null : spotted.position } };
	}
	if (state.session.status === 'waiting') {
		return slots(state.session).includes(spotted.position) && spotted.part !== 'unseen'
			? { enter: spotted.position } : {};
	}
	if (state.editing) {
		return correct(state, spotted);
	}
	return spotted.part ? {} : play(state, spotted);
}

// ---- Keys -------------------------------------------------------------------------------------------

// The top row, in the columns' places.
const TOP = [[DRAW_PILE, 0], [DRAW_PILE, 1], [DRAW_PILE, 1], [7, 0], [8, 0], [9, 0], [10, 0]];
const topPlace = ({ position, index }) => TOP.findIndex(([at, part]) => at === position && part === index);

const front = ({ columns }, position) => Math.max(0, columns[position].cards.length - 1);

function sideways(table, { position, index }, step) {
	if (position < FIRST_FOUNDATION) {
		const next = Math.min(6, Math.max(0, position + step));
		return { position: next, index: Math.min(index, front(table, next)) };
	}
	let at = topPlace({ position, index });
	do {
		at += step;
	} while (at === 2);
	const [next, part] = TOP[Math.min(6, Math.max(0, at))];
	return { position: next, index: part };
}

function upAndDown(table, { position, index }, step) {
	if (position >= FIRST_FOUNDATION) {
		return step > 0 ? { position: topPlace({ position, index }), index: 0 } : { position, index };
	}
	if (index + step < 0) {
		const [at, part] = TOP[position];
		return { position: at, index: part };
	}
	return { position, index: Math.min(index + step, front(table, position)) };
}

/** Where an arrow key leads. */
export function steer({ session: { table }, focus }, key) {
	const step = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
	const across = key === 'ArrowLeft' || key === 'ArrowRight';
	return across ? sideways(table, focus, step) : upAndDown(table, focus, step);
}
