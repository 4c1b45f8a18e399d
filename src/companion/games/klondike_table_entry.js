// Entry of a whole Klondike table: for when more than one card is wrong.

import { DECK, RANKS, SUITS, SUIT_SIGNS, cardName, cardSign, isRed, suitName } from '../cards.js';
import { h } from '../dom.js';
import { translatorOf } from '../texts.js';
import { DRAW_PILE, FIRST_FOUNDATION, foundationCards, placeName } from './klondike.js';

const MAX_UNSEEN = 6;
const MAX_LEFT = 24;
const MAX_SHUFFLES = 99;

/** The editable table, initially as believed. */
export const draftOf = ({ table: { columns, foundations, draw_pile: pile } }) => ({
	columns, foundations, front: pile.cards.at(-1) ?? null, left: pile.left, shuffles: pile.shuffles,
});

const placedIn = ({ columns, foundations, front }) =>
	[...columns.flatMap(({ cards }) => cards), ...foundationCards(foundations), ...(front ? [front] : [])];

/** The table as sent to the daemon. Of the waste only the front card is visible. */
export function tableOf(draft, { table: { draw_pile: believed }, rules }) {
	const { columns, foundations, front, left, shuffles } = draft;
	const placed = placedIn(draft);
	const unless = (card) => (placed.includes(card) ? null : card);
	const unseen = columns.reduce((sum, column) => sum + column.unseen, 0);
	const turned = Math.max(0, DECK.length - unseen - placed.length + (front ? 1 : 0) - left);
	const under = turned === believed.cards.length ? believed.cards.slice(0, -1).map(unless)
		: Array.from({ length: Math.max(0, turned - 1) }, () => null);
	return {
		columns, foundations,
		draw_pile: {
			cards: turned > 0 ? [...under, front] : [], left, shuffles,
			known_order: rules.stock_known && left === believed.left ? believed.known_order : [],
		},
	};
}

// ---- Changing it ------------------------------------------------------------------------------------

const replaced = (list, at, value) => list.map((one, index) => (index === at ? value : one));

/** Returns the draft with another card at a place; 'XX' removes the card. */
function withCard(draft, position, index, card) {
	if (position === DRAW_PILE) {
		return { ...draft, front: card === 'XX' ? null : card };
	}
	if (position >= FIRST_FOUNDATION) {
		const suit = SUITS[position - FIRST_FOUNDATION];
		return { ...draft, foundations: { ...draft.foundations, [suit]: card === 'XX' ? `X${suit}` : card } };
	}
	const column = draft.columns[position];
	const cards = card === 'XX' ? column.cards.filter((_, at) => at !== index)
		: [...column.cards.slice(0, index), card, ...column.cards.slice(index + 1)];
	return { ...draft, columns: replaced(draft.columns, position, { ...column, cards }) };
}

/** Candidates for the place of `present`: on a foundation the cards of its suit, elsewhere all cards not placed yet. */
function possibleCards(draft, position, present) {
	const placed = placedIn(draft);
	return position >= FIRST_FOUNDATION && position < DRAW_PILE
		? [...RANKS].map((rank) => rank + SUITS[position - FIRST_FOUNDATION])
		: DECK.filter((card) => card === present || !placed.includes(card));
}

// ---- How it looks -----------------------------------------------------------------------------------

function chip({ draft, language }, actions, position, index, card, vacant = '–') {
	const wanted = { position, present: card, cards: possibleCards(draft, position, card), put: (answer) => withCard(draft, position, index, answer) };
	return h('button', {
		key: `${index} ${card}`, type: 'button', class: `answer ${card === null ? 'more' : isRed(card) ? 'red' : 'black'}`, 'data-place': `${position}/${index}`,
		'aria-label': card ? null : translatorOf('klondike', language)('empty'), on: { click: () => actions.pickDraftCard(wanted) },
	}, card ? [h('span', { 'aria-hidden': 'true' }, cardSign(card, language)), h('span', { class: 'hidden' }, cardName(card, language))] : vacant);
}

function number({ label, value, most, change }, actions, t) {
	const step = (by, text, sign) => h('button', {
		type: 'button', class: 'plain', 'aria-label': `${label}: ${text}`, on: { click: () => actions.changeDraft(change(Math.min(most, Math.max(0, value + by)))) },
	}, sign);
	return h('div', { class: 'counter', role: 'group', 'aria-label': label },
		step(-1, t('less'), '−'), h('output', { 'aria-live': 'polite' }, value), step(1, t('more'), '+'));
}

function row(key, title, ...inside) {
	return h('div', { key, class: 'entry-row', role: 'group', 'aria-label': title }, h('h3', {}, title), ...inside);
}

function column(state, actions, t, position) {
	const { draft, language } = state;
	const { unseen, cards } = draft.columns[position];
	const speak = translatorOf('klondike', language);
	const title = speak('column', position + 1);
	const change = (value) => ({ columns: replaced(draft.columns, position, { unseen: value, cards }) });
	const add = { position, present: null, cards: possibleCards(draft, position, null), put: (card) => withCard(draft, position, cards.length, card) };
	return row(`column${position}`, title,
		number({ label: speak('count_unseen', placeName(position, language)), value: unseen, most: MAX_UNSEEN, change }, actions, t),
		h('div', { key: 'cards', class: 'run' }, cards.map((card, index) => chip(state, actions, position, index, card)),
			h('button', {
				key: 'add', type: 'button', class: 'answer more', 'data-place': `${position}/${cards.length}`,
				'aria-label': `${title}: ${speak('add_card')}`, on: { click: () => actions.pickDraftCard(add) },
			}, '+')));
}

function foundation(state, actions, suit, at) {
	const top = state.draft.foundations[suit];
	return h('div', { key: suit, class: 'foundation', role: 'group', 'aria-label': translatorOf('klondike', state.language)('foundation', suitName(suit, state.language)) },
		chip(state, actions, FIRST_FOUNDATION + at, 0, top[0] === 'X' ? null : top, SUIT_SIGNS[suit]));
}

function drawPile(state, actions, t) {
	const { draft, language } = state;
	const speak = translatorOf('klondike', language);
	return row('pile', speak('stock_and_waste'),
		number({ label: speak('count_left'), value: draft.left, most: MAX_LEFT, change: (left) => ({ left }) }, actions, t),
		chip(state, actions, DRAW_PILE, 0, draft.front));
}

function shuffles({ draft, language }, actions, t) {
	const label = translatorOf('klondike', language)('count_shuffles');
	return draft.shuffles !== 'unlimited' && row('shuffles', label,
		number({ label, value: draft.shuffles, most: MAX_SHUFFLES, change: (value) => ({ shuffles: value }) }, actions, t));
}

export function TableEntry(state, actions, t) {
	return [
		h('p', {}, translatorOf('klondike', state.language)('enter_table_how')),
		row('foundations', translatorOf('klondike', state.language)('foundations'), [...SUITS].map((suit, at) => foundation(state, actions, suit, at))),
		drawPile(state, actions, t),
		shuffles(state, actions, t),
		[0, 1, 2, 3, 4, 5, 6].map((position) => column(state, actions, t, position)),
		state.toast && h('p', { key: 'toast', class: 'refusal', role: 'alert' }, state.toast),
		h('button', { key: 'save', type: 'button', class: 'main', disabled: state.busy, on: { click: () => actions.submitTable() } }, t('save')),
	];
}
