// Klondike on the companion page: what taps mean, which cards must be entered.
//
// The page is independent of the games. A game's module exports what is listed here; a second module exports its drawing:
// Table(state, actions), which describes the table (see dom.js). games/index.js names both.
//   presetTitle formOptions choiceTitle   the form for a new table
//   press steer                           what a tap or an arrow key means
//   placeName current                     name of a position, and the card believed to be there
//   reveals possibleRevealed              true if the revealed card must be entered; its candidates
//   possibleCards unseenCards             candidates for a correction and for the first table
//   entry                                 entering the first table
//   moveKey moveBody                      identity of a move, and its request body
//   value reasons shortName               a move's value and reasons as texts, its short name
// Optional:
//   shown(session, chosen, language)      the displayed move, if not every move is in the list: the player composes it, also where no advice is shown
//   turn standing mainText                texts of the status line, the standing and the main button
//   measure bar                           name of the values if they are not a chance; values as shares for the bar
//   corrects: false, curve: false         no corrections; no curve of values over time
//   deckOrder(language)                   the order in which a given deck is dealt
//   dealsText(language)                   what the form for a new table says of a practice table
//   wantedRules(rules, deals)             the chosen rules without those that such a table (`deals`: a practice table) cannot have
//   reply(session)                        the program's last move, if the table itself does not show it
//   reviewed: false                       the daemon has no reviews of the game
//   (a drawing shows state.shown, and beside it state.better: a move that was better, of a review)
//   spotted(move, entry, session)         the tap that the main button stands for, if the move needs further input
//   listed(session)                       false if the moves are not listed below the table
//   pad                                   cards may be entered on the pad below the table; then whereIs(state, card): a card's position
//   entered(state)                        the table with the cards entered so far, for the drawing of any game
//   taps                                  a drawing of piles makes cards buttons: a tap picks one up, as dragged and dropped say
//   dragged(session, {position, index})   the legal moves of a card that is picked up with those upon it, the best first
//   lifted(session, moves)                the indices of the cards that are dragged together; without it those upon it
//   dropped(session, moves, position)     the one of them that leads to a pile, or undefined
//   loadLine                              loads the module that plays a line on the table: follow
//   loadTableEntry                        loads the module for entering a whole table: draftOf tableOf TableEntry

import { DECK, RANKS, SUITS, cardSign, suitName } from '../cards.js';
import { percent, translatorOf } from '../texts.js';

/** Positions as the API numbers them. */
export const DRAW_PILE = 11;
export const FIRST_FOUNDATION = 7;

export const DRAW = 5;
export const SHUFFLE = 6;

export const moveKey = ({ type, from, to, cut }) => `${type} ${from}>${to} ${cut}`;

/** Request body of a move. */
export const moveBody = ({ type, from, to, cut }) => ({ type, from, to, cut });

// ---- A new table ------------------------------------------------------------------------------------

export const deckOrder = (language) => translatorOf('klondike', language)('deck_order');
export const presetTitle = (name, language) => translatorOf('klondike', language)(`preset_${name}`) || name;
export const choiceTitle = (name, language) => translatorOf('klondike', language)(`choice_${name}`) || name;

/** Options of the form; some apply only with others, some only to measurements. */
export const formOptions = (rules) => ['draw', 'shuffles',
	...(rules.shuffles === 0 ? [] : ['shuffle_order']), 'goal', 'foundation_return', 'first_card_up'];

// ---- Words ------------------------------------------------------------------------------------------

/** "in column 5": the place of a card to be entered. */
export function placeName(position, language) {
	const t = translatorOf('klondike', language);
	if (position === DRAW_PILE) {
		return t('on_waste');
	}
	return position < FIRST_FOUNDATION ? t('in_column', position + 1) : t('on_foundation', suitName(SUITS[position - FIRST_FOUNDATION], language));
}

export const value = (number, language) => percent(number, language);

export function reasons(move, language) {
	const t = translatorOf('klondike', language);
	const all = move.reasons.map((reason) => t(`reason_${reason}`));
	return [...all, move.held_back ? t(`held_${move.held_back}`) : ''].filter(Boolean);
}

const spot = (position) => (position < FIRST_FOUNDATION ? String(position + 1) : '▲');

/** "8♦ → 7", "next card": for buttons. */
export function shortName(move, language) {
	const t = translatorOf('klondike', language);
	if (move.type === DRAW) {
		return t('short_draw');
	}
	return move.type === SHUFFLE ? t('short_shuffle') : `${cardSign(move.card, language)} → ${spot(move.to)}`;
}

// ---- Cards ------------------------------------------------------------------------------------------

/** All cards on the foundations. */
export const foundationCards = (foundations) => SUITS.split('').flatMap((suit) =>
	RANKS.slice(0, RANKS.indexOf(foundations[suit][0]) + 1).split('').map((rank) => rank + suit));

/** The cards not seen yet; before the first snapshot those not entered yet. */
export function unseenCards({ session: { table, status }, entry }) {
	const pile = table.draw_pile;
	const seen = new Set([
		...table.columns.flatMap(({ cards }) => cards), ...foundationCards(table.foundations),
		...pile.cards, ...pile.known_order, ...(pile.somewhere ?? []),
		...(status === 'waiting' ? Object.values(entry) : []),
	]);
	return DECK.filter((card) => !seen.has(card));
}

/** Candidates for a card at a position. */
export const possibleCards = (state, position) => (position === DRAW_PILE
	? [...unseenCards(state), ...(state.session.table.draw_pile.somewhere ?? [])] : unseenCards(state));

/** Candidates for a revealed card; from the stock also cards that were seen before a shuffle. */
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

/** The position at which a card lies, or undefined. */
export function whereIs({ session: { table, status }, entry }, card) {
	if (status === 'waiting') {
		const place = Object.keys(entry).find((one) => entry[one] === card);
		return place === undefined ? undefined : Number(place);
	}
	const column = table.columns.findIndex(({ cards }) => cards.includes(card));
	if (column >= 0) {
		return column;
	}
	return foundationCards(table.foundations).includes(card) ? FIRST_FOUNDATION + SUITS.indexOf(card[1])
		: [...table.draw_pile.cards, ...table.draw_pile.known_order].includes(card) ? DRAW_PILE : undefined;
}

export const pad = true;

/** The card believed to be there. */
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

/** True if the move reveals an unknown card, which the player must enter. */
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
	about: (language, hasPad) => translatorOf('klondike', language)(hasPad ? 'enter' : 'enter_places'),
	slots,
	/** The next place without a card, or undefined. */
	next: (session, cards) => slots(session).find((slot) => !cards[slot]),
	snapshot: (session, cards) => ({
		draw_pile: session.rules.first_card_up ? cards[DRAW_PILE] : 'BACK',
		columns: [0, 1, 2, 3, 4, 5, 6].map((slot) => cards[slot]),
	}),
};

/** The module that plays a line on the table. */
export const loadLine = () => import('./klondike_line.js');

export const loadTableEntry = () => import('./klondike_table_entry.js');

// ---- Taps -------------------------------------------------------------------------------------------

const STOCK = 0; // index of the stock at position DRAW_PILE; the waste has 1

const cutAt = (position, index) => (position < FIRST_FOUNDATION ? index + 1 : null);

/** The legal moves of a card, the best first. */
const movesOf = ({ moves }, { position, index }) => moves.filter(({ type, from, cut }) =>
	type !== DRAW && type !== SHUFFLE && from === position && (cutAt(position, index) ?? cut) === cut);

export const targetsOf = (session, held) => new Set(held ? movesOf(session, held).map(({ to }) => to) : []);

export const dragged = (session, place) => (place.position === DRAW_PILE && place.index === STOCK ? [] : movesOf(session, place));

/** Any of the foundations takes a card to its own one. */
export const dropped = (session, moves, position) => moves.find(({ to }) => to === position)
	?? (position >= FIRST_FOUNDATION && position < DRAW_PILE ? moves.find(({ to }) => to >= FIRST_FOUNDATION) : undefined);

function pick(session, spotted) {
	const [best] = movesOf(session, spotted);
	return best ? { set: { held: spotted, chosen: moveKey(best) } } : { set: { held: null, chosen: null }, refuse: spotted };
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
	translatorOf('klondike', language)(`count_${name}`, placeName(position, language));

/** Intents of a tap: {set} changes the page's state, {move} a move, {pickCard} or {count} a correction, {moves} several, {toast} a text key, {refuse} a place that shakes, {enter} a first card. */
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

/** The place that an arrow key moves the focus to. */
export function steer({ session: { table }, focus }, key) {
	const step = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
	const across = key === 'ArrowLeft' || key === 'ArrowRight';
	return across ? sideways(table, focus, step) : upAndDown(table, focus, step);
}
