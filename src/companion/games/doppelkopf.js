// Doppelkopf on the companion page: what taps mean, and the state of the deal. klondike.js describes a game's module.

import { figure, translatorOf } from '../texts.js';
import { isPractice } from '../state.js';
import { rememberedNames } from './seat_names.js';


export const SUITS = 'CSHD';
export const RANKS = 'A0KQJ9';
export const SEATS = [0, 1, 2, 3];
export const LEVELS = ['re', 'contra', 'no_90', 'no_60', 'no_30', 'black'];
const COPIES = 2;
const MAX_TAKEN = 5;

/** Fields of a reported move. */
const MOVE_FIELDS = ['seat', 'card', 'announce', 'team', 'reservation', 'cards', 'shift', 'return', 'trumps', 'take', 'hand', 'dealer'];

export const moveBody = (move) => Object.fromEntries(MOVE_FIELDS.filter((name) => name in move).map((name) => [name, move[name]]));
export const moveKey = (move) => JSON.stringify(moveBody(move));

// ---- A new table ------------------------------------------------------------------------------------

export const deckOrder = (language) => translatorOf('doppelkopf', language)('deck_order');
export const presetTitle = (name, language) => translatorOf('doppelkopf', language)(`preset_${name}`) || name;
export const choiceTitle = (name, language) => translatorOf('doppelkopf', language)(`choice_${name}`) || name;

/** House rules differ in much more; the other options are available by the API. */
export const formOptions = () => ['nines', 'second_dulle_beats_first', 'poverty', 'swines', 'games', 'mandatory_soli'];

// ---- Words ------------------------------------------------------------------------------------------

export const curve = false; // the value is expected points, not a chance

export const value = (points, language) => figure(points, language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });
export const measure = (language) => translatorOf('doppelkopf', language)('expected');

/** Points at the end of the bar; most deals count less. */
const WIDE = 10;
const share = (points) => (points === null ? null : Math.min(1, Math.max(0, 0.5 + points / (2 * WIDE))));
export const bar = ({ value: points, low, high }) => ({ value: share(points), low: share(low), high: share(high) });

export function reasons(move, language) {
	const t = translatorOf('doppelkopf', language);
	return [...move.reasons.map((reason) => t(`reason_${reason}`)), move.held_back ? t(`held_${move.held_back}`) : ''].filter(Boolean);
}

/** Moves of a poverty have no card and no announcement: their text names the move. */
function dealing({ seat, kind, trumps }, language) {
	const t = translatorOf('doppelkopf', language);
	return (seat === 0 && t(`own_${kind}`)) || t(`does_${kind}${trumps ? '_trump' : ''}`);
}

export const shortName = (move, language) => move.plain_text || dealing(move, language);

const turnOf = ({ table }) => table.seat_to_play;

/** The possible moves of other players are shown on the table instead. */
export const listed = ({ table, moves }) => turnOf({ table }) === 0 || moves.some(({ value: points }) => points !== null);

export const turn = (session, language) => translatorOf('doppelkopf', language)(`turn_${turnOf(session) ?? 'none'}`);

/** Text of the main button if another player is to act: the move is tapped on the table, or the program plays it. */
export function mainText(session, language) {
	const t = translatorOf('doppelkopf', language);
	if (isPractice(session)) {
		return turnOf(session) === 0 ? null : turn(session, language);
	}
	if (session.table.phase === 'over') {
		return t('next_deal');
	}
	return turnOf(session) === 0 ? null : t(session.table.phase === 'playing' ? 'tap_theirs' : 'say_theirs');
}

/** True while only the others, who speak before, have said something at a table without cards: each once. */
export const isUnmoved = (session) => isPractice(session) && session.version < SEATS.length && session.table.reservations[0] === null;

// ---- Players ----------------------------------------------------------------------------------------

let names = { id: null, names: [] };

/** The names given to the players, by seat; the own one is always "you". */
export function namesOf({ id, seatNames }) {
	if (!seatNames && names.id !== id) {
		names = { id, names: rememberedNames(id) };
	}
	return seatNames ?? names.names;
}

/** Another player's name, or where he sits. */
export const playerOf = (state, seat) => (seat > 0 && namesOf(state)[seat]) || translatorOf('doppelkopf', state.language)(`seat_${seat}`);

/** The players who may have a name: {seat, title, name}. */
export const seatsOf = (state) => [1, 2, 3].map((seat) => ({ seat, title: translatorOf('doppelkopf', state.language)(`seat_${seat}`), name: namesOf(state)[seat] }));

// ---- Cards ------------------------------------------------------------------------------------------

const PICTURES = ['QC', 'QS', 'QH', 'QD', 'JC', 'JS', 'JH', 'JD'];
const each = (ranks) => [...ranks].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
const coloured = (suit, dulle) => [...dulle, ...PICTURES,
	...['A', '0', 'K', '9'].map((rank) => rank + suit).filter((card) => !dulle.includes(card))];

const TRUMPS = {
	solo_clubs: (dulle) => coloured('C', dulle),
	solo_spades: (dulle) => coloured('S', dulle),
	solo_hearts: (dulle) => coloured('H', dulle),
	solo_queens: () => each('Q'),
	solo_jacks: () => each('J'),
	solo_meatless: () => [],
	solo_kings: () => each('K'),
	solo_queens_jacks: () => each('QJ'),
	solo_kings_jacks: () => each('KJ'),
	solo_kings_queens: () => each('KQ'),
	solo_koehler: () => each('KQJ'),
};

/** The hand in playing order: trumps first, then suit by suit, each from the highest down. */
export function inOrder({ table, rules }) {
	const trumps = (TRUMPS[table.game] ?? ((dulle) => coloured('D', dulle)))(rules.dullen ? ['0H'] : []);
	const others = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
	const all = [...trumps, ...others.filter((card) => !trumps.includes(card))];
	return [...table.hand].sort((one, other) => all.indexOf(one) - all.indexOf(other));
}

/** The visible card that a move plays or passes, if any. */
export const cardOf = ({ card, shift, return: given }) => card ?? (Array.isArray(shift) ? shift[0] : Array.isArray(given) ? given[0] : undefined);

/** The move that plays or passes a card, or undefined. */
export const moveWith = ({ moves, status }, card) => (status === 'playing' ? moves.find((move) => cardOf(move) === card) : undefined);

/** The moves by which all who have not spoken yet say that they are healthy; none if it is only one, or the program speaks for the others. */
export function healthyMoves({ table, status, cards }) {
	const silent = status === 'playing' && !isPractice({ cards }) && table.phase === 'reservations' ? table.reservations.filter((one) => one === null).length : 0;
	return silent < 2 ? [] : Array.from({ length: silent }, (_, place) => ({ seat: (table.seat_to_play + place) % SEATS.length, reservation: 'none' }));
}

/** Moves without a card: reservations, announcements, poverty decisions. */
export const nonCardMoves = ({ moves, status }) => (status === 'playing' ? moves.filter((move) => cardOf(move) === undefined) : []);

// ---- Corrections ----------------------------------------------------------------------------------

/** Positions as the API numbers them; 0 to 3: cards played by the seats. */
const OWN_HAND = 4;
const TAKEN = 5;

const allCards = ({ rules }) => [...SUITS].flatMap((suit) => ranksOf({ rules }).map((rank) => rank + suit));
const times = (cards, card) => cards.filter((one) => one === card).length;

/** All tricks, including an incomplete one: the card that each seat played, by seat. */
export const tricksOf = ({ table }) => [...table.tricks, ...(table.trick.cards.length > 0 ? [table.trick] : [])]
	.map(({ leader, cards }) => SEATS.map((seat) => cards[(seat - leader + SEATS.length) % SEATS.length] ?? null));

/** The own hand as dealt, in the order of the API's indices. */
function dealtCards(session) {
	const { table: { hand, poverty } } = session;
	const played = tricksOf(session).map(([own]) => own).filter(Boolean);
	const held = [...hand, ...played, ...(poverty?.given ?? [])];
	return allCards(session).flatMap((card) => Array(times(held, card) - times(poverty?.taken ?? [], card)).fill(card));
}

/** Place of a card of the hand for a correction: {position, index}. */
export function placeOfCard(session, card) {
	const place = dealtCards(session).indexOf(card);
	return place >= 0 ? { position: OWN_HAND, index: place + 1 }
		: { position: TAKEN, index: (session.table.poverty?.taken ?? []).indexOf(card) + 1 };
}

/** A misread own card was another one of the hand; a card of another player is one of the unknown cards. */
export function possibleCards({ session }, position) {
	const { table: { hand } } = session;
	const seen = [...hand, ...tricksOf(session).flat()];
	const isHidden = (card) => times(seen, card) < COPIES;
	return position === 0 ? allCards(session).filter((card) => hand.includes(card)) : allCards(session).filter(isHidden);
}

export function current(session, position, place) {
	return position < OWN_HAND ? tricksOf(session)[place]?.[position] ?? null : dealtCards(session)[place] ?? null;
}

// ---- Cards that are entered -------------------------------------------------------------------------

const sizeOf = ({ rules }) => (rules.nines ? 12 : 10);

const isOwnTake = ({ kind, seat }) => kind === 'take' && seat === 0;

/** Returns what is being entered and of how many cards, or null. */
export function entering(session, all) {
	if (isPractice(session)) {
		return null;
	}
	if (session.status === 'waiting' || (session.status === 'playing' && session.table.phase === 'over')) {
		return { what: 'hand', size: sizeOf(session) };
	}
	return all.taking && session.moves.some(isOwnTake) ? { what: 'taken', size: MAX_TAKEN } : null;
}

export const countsOf = (all) => all.counts ?? {};
export const listOf = (all) => Object.entries(countsOf(all)).flatMap(([card, count]) => Array(count).fill(card));
export const dealerOf = (session, all) => all.dealer ?? session.table.score_table.next_dealer;
export const ranksOf = ({ rules }) => [...RANKS].filter((rank) => rules.nines || rank !== '9');

/** Adds one copy of a card; after the second copy removes both. */
function withCard(session, all, card) {
	const counts = countsOf(all);
	const { size } = entering(session, all);
	const now = counts[card] ?? 0;
	const isFull = listOf(all).length >= size || now >= COPIES;
	return { ...all, counts: { ...counts, [card]: isFull ? 0 : now + 1 } };
}

const dealt = (session, all) => ({ hand: listOf(all), dealer: dealerOf(session, all) });

export const isComplete = (session, all) => listOf(all).length === sizeOf(session);

export const entry = {
	about: (language) => translatorOf('doppelkopf', language)('enter'),
	next: (session, all) => (isComplete(session, all) ? undefined : listOf(all).length),
	snapshot: dealt,
};

// ---- Taps -------------------------------------------------------------------------------------------

const PARTS = {
	enter: ({ session, entry: all }, { card }) => ({ set: { entry: withCard(session, all, card) } }),
	dealer: ({ entry: all }, { seat }) => ({ set: { entry: { ...all, dealer: seat } } }),
	deal: ({ session, entry: all }) => ({ move: dealt(session, all) }),
	took: ({ entry: all }) => ({ move: { seat: 0, take: true, cards: listOf(all) } }),
	card({ session }, { card }) {
		const move = moveWith(session, card);
		return move ? { move } : {};
	},
	/** A player who accepts a poverty sees its cards and enters them. */
	choose: (state, { move }) => (isOwnTake(move) && !isPractice(state.session) ? { set: { entry: { taking: true } } } : { move }),
	healthy: ({ session }) => ({ moves: { list: healthyMoves(session), text: (language) => translatorOf('doppelkopf', language)('all_healthy') } }),
	announce: (state, { seat, level }) => ({ set: { expanded: null }, move: { seat, announce: level } }),
	correct: (state, { position, index }) => ({ pickCard: { position, index } }),
	fold: ({ expanded }, { name }) => ({ set: { expanded: expanded === name ? null : name } }),
};

/** The tap that the main button stands for, if the move needs further input. */
export function spotted(move, all, session) {
	if (!isOwnTake(move) || isPractice(session)) {
		return undefined;
	}
	return all.taking && listOf(all).length > 0 ? { part: 'took' } : { part: 'choose', move };
}

/** Moves wait for the response to the previous one; changes of the display do not. */
export function press(state, part) {
	const intents = PARTS[part.part]?.(state, part) ?? {};
	return state.busy && (intents.move || intents.moves) ? {} : intents;
}

/** Every button is in the tab order: arrow keys do nothing. */
export const steer = ({ focus }) => focus;

// ---- No move reveals a card --------------------------------------------------------------

export const placeName = (position, language) => translatorOf('doppelkopf', language)(`at_${Math.min(position, OWN_HAND)}`);
export const reveals = () => false;
export const unseenCards = () => [];
export const possibleRevealed = () => [];
export const countTitle = () => '';
