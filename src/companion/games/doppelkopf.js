// Doppelkopf for the companion page: what a tap means, and how the deal stands. (klondike.js says what a game offers.)

import { translatorOf } from './doppelkopf_messages.js';

export const SUITS = 'CSHD';
export const RANKS = 'A0KQJ9';
export const SEATS = [0, 1, 2, 3];
export const LEVELS = ['re', 'contra', 'no_90', 'no_60', 'no_30', 'black'];
const COPIES = 2;
const MAX_TAKEN = 5;

/** What is told of an event: the fields that the daemon reads. */
const MOVE_FIELDS = ['seat', 'card', 'announce', 'team', 'reservation', 'cards', 'shift', 'return', 'trumps', 'take', 'hand', 'dealer'];

export const moveBody = (move) => Object.fromEntries(MOVE_FIELDS.filter((name) => name in move).map((name) => [name, move[name]]));
export const moveKey = (move) => JSON.stringify(moveBody(move));

// ---- A new table ------------------------------------------------------------------------------------

export const presetTitle = (name, language) => translatorOf(language)(`preset_${name}`) || name;
export const choiceTitle = (name, language) => translatorOf(language)(`choice_${name}`) || name;

/** Houses differ in much more: who wants that tells it to the daemon. */
export const formOptions = () => ['nines', 'second_dulle_beats_first', 'poverty', 'swines', 'games', 'mandatory_soli'];

// ---- Words ------------------------------------------------------------------------------------------

export const curve = false; // points of many deals are no chance

const signed = (number, language) => new Intl.NumberFormat(language, {
	minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero',
}).format(number);

export const value = (points, language) => signed(points, language);
export const measure = (language) => translatorOf(language)('expected');

/** Most games count less than this: where the bar ends. */
const WIDE = 10;
const share = (points) => (points === null ? null : Math.min(1, Math.max(0, 0.5 + points / (2 * WIDE))));
export const bar = ({ value: points, low, high }) => ({ value: share(points), low: share(low), high: share(high) });

export function reasons(move, language) {
	const t = translatorOf(language);
	return [...move.reasons.map((reason) => t(`reason_${reason}`)), move.held_back ? t(`held_${move.held_back}`) : ''].filter(Boolean);
}

/** Of a poverty neither a card nor a word is said: the move itself is told. */
function dealing({ seat, kind, trumps }, language) {
	const t = translatorOf(language);
	return (seat === 0 && t(`own_${kind}`)) || t(`does_${kind}${trumps ? '_trump' : ''}`);
}

export const shortName = (move, language) => move.plain_text || dealing(move, language);

const turnOf = ({ table }) => table.seat_to_play;

/** What another one may play is listed on the table already. */
export const listed = ({ table, moves }) => turnOf({ table }) === 0 || moves.some(({ value: points }) => points !== null);

export const turn = (session, language) => translatorOf(language)(`turn_${turnOf(session) ?? 'none'}`);

/** What the main button says where another one is to act: it is tapped on the table. */
export function mainText(session, language) {
	const t = translatorOf(language);
	if (session.table.phase === 'over') {
		return t('next_deal');
	}
	return turnOf(session) === 0 ? null : t(session.table.phase === 'playing' ? 'tap_theirs' : 'say_theirs');
}

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

/** The hand as players hold it: trumps first, then suit by suit, each from the highest down. */
export function inOrder({ table, rules }) {
	const trumps = (TRUMPS[table.game] ?? ((dulle) => coloured('D', dulle)))(rules.dullen ? ['0H'] : []);
	const others = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
	const all = [...trumps, ...others.filter((card) => !trumps.includes(card))];
	return [...table.hand].sort((one, other) => all.indexOf(one) - all.indexOf(other));
}

/** The card that a move plays or gives, where one is seen. */
export const cardOf = ({ card, shift, return: given }) => card ?? (Array.isArray(shift) ? shift[0] : Array.isArray(given) ? given[0] : undefined);

/** The move that a card stands for now, or undefined. */
export const moveWith = ({ moves, status }, card) => (status === 'playing' ? moves.find((move) => cardOf(move) === card) : undefined);

/** What may be chosen beside cards. */
export const nonCardMoves = ({ moves, status }) => (status === 'playing' ? moves.filter((move) => cardOf(move) === undefined) : []);

// ---- What may be put right ------------------------------------------------------------------------

/** The numbers of places, as the API has them; 0 to 3 are what the seats played. */
const OWN_HAND = 4;
const TAKEN = 5;

const allCards = ({ rules }) => [...SUITS].flatMap((suit) => ranksOf({ rules }).map((rank) => rank + suit));
const times = (cards, card) => cards.filter((one) => one === card).length;

/** Every trick, also the one that is not full: what each seat played, by seat. */
export const tricksOf = ({ table }) => [...table.tricks, ...(table.trick.cards.length > 0 ? [table.trick] : [])]
	.map(({ leader, cards }) => SEATS.map((seat) => cards[(seat - leader + SEATS.length) % SEATS.length] ?? null));

/** The own hand as it was dealt, in the order in which its cards are numbered. */
function dealtCards(session) {
	const { table: { hand, poverty } } = session;
	const played = tricksOf(session).map(([own]) => own).filter(Boolean);
	const held = [...hand, ...played, ...(poverty?.given ?? [])];
	return allCards(session).flatMap((card) => Array(times(held, card) - times(poverty?.taken ?? [], card)).fill(card));
}

/** Where a card of the hand was told: {position, index}. */
export function placeOfCard(session, card) {
	const place = dealtCards(session).indexOf(card);
	return place >= 0 ? { position: OWN_HAND, index: place + 1 }
		: { position: TAKEN, index: (session.table.poverty?.taken ?? []).indexOf(card) + 1 };
}

/** Whoever played another own card still holds the right one; all else is among what is not known. */
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

/** Is a hand being entered, and of how many cards? */
export function entering(session, all) {
	if (session.status === 'waiting' || (session.status === 'playing' && session.table.phase === 'over')) {
		return { what: 'hand', size: sizeOf(session) };
	}
	return all.taking && session.moves.some(isOwnTake) ? { what: 'taken', size: MAX_TAKEN } : null;
}

export const countsOf = (all) => all.counts ?? {};
export const listOf = (all) => Object.entries(countsOf(all)).flatMap(([card, count]) => Array(count).fill(card));
export const dealerOf = (session, all) => all.dealer ?? session.table.score_table.next_dealer;
export const ranksOf = ({ rules }) => [...RANKS].filter((rank) => rules.nines || rank !== '9');

/** One more of a card, and after the second none. */
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
	about: (language) => translatorOf(language)('enter'),
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
	/** Who takes a poverty himself sees the cards. */
	choose: (state, { move }) => (isOwnTake(move) ? { set: { entry: { taking: true } } } : { move }),
	announce: (state, { seat, level }) => ({ set: { expanded: null }, move: { seat, announce: level } }),
	correct: (state, { position, index }) => ({ pickCard: { position, index } }),
	fold: ({ expanded }, { name }) => ({ set: { expanded: expanded === name ? null : name } }),
};

/** The part of the table that the main button stands for, where a move is not told by itself. */
export function spotted(move, all) {
	if (!isOwnTake(move)) {
		return undefined;
	}
	return all.taking && listOf(all).length > 0 ? { part: 'took' } : { part: 'choose', move };
}

/** Moves wait for the answer to the last one; what only this page shows does not. */
export function press(state, part) {
	const intents = PARTS[part.part]?.(state, part) ?? {};
	return state.busy && intents.move ? {} : intents;
}

/** Each of its buttons is reached by itself. */
export const steer = ({ focus }) => focus;

// ---- No move asks for a card -------------------------------------------------------------

export const placeName = (position, language) => translatorOf(language)(`at_${Math.min(position, OWN_HAND)}`);
export const reveals = () => false;
export const unseenCards = () => [];
export const possibleRevealed = () => [];
export const countTitle = () => '';
