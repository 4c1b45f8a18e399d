// Draws the seven columns of 10-20-30, the three ways to take from each, and the known cards of the deck.

import { backPicture, cardName, cardPicture, cardSign } from '../cards.js';
import { h } from '../dom.js';
import { translatorOf } from '../texts.js';
import { COLUMNS, COMBOS, DECK_PLACE, PLACES, dealing, taking } from './ten_twenty_thirty.js';

const RATIO = 1.4; // height of a card
const READABLE = 0.4; // share of the height that shows rank and suit
const MAX_WIDE = 84;
const FIRST = 2; // cards that can be removed from the top
const LAST = 3; // and from the bottom
const MAX_SHOWN = 6; // cards of a column that is not folded
const FOLD = 20;
const MAX_COMING = 8;

function frame(width) {
	const gap = Math.max(4, Math.round(width * 0.014));
	const card = Math.min(MAX_WIDE, Math.floor((width - 6 * gap) / 7));
	const tall = Math.round(card * RATIO);
	return { gap, card, tall, step: Math.max(20, Math.round(tall * READABLE)) };
}

const picture = (code, { look, language }) => cardPicture(code, look, language);
const px = (number) => `${number}px`;

// ---- A column -----------------------------------------------------------------------------------------

const DOUBLE_MS = 350;
let tapped = { column: null, at: -Infinity };

/** The second of two quick taps on a column's cards takes three of them. */
function tap(actions, column, index, { timeStamp }) {
	const isSecond = tapped.column === column && timeStamp - tapped.at < DOUBLE_MS;
	tapped = { column: isSecond ? null : column, at: timeStamp };
	if (isSecond) {
		actions.press({ position: column, part: 'card', index });
	}
}

function card(ctx, column, code, place, { y, goes, better }) {
	return h('li', {
		key: code, class: `tens-card ${goes ? 'goes' : ''} ${better ? 'better' : ''}`, style: { translate: `0 ${px(y)}` }, 'data-spot': `${column}/${place}`,
		on: { click: (event) => tap(ctx.actions, column, place, event) },
	}, picture(code, ctx), h('span', { class: 'hidden' }, cardName(code, ctx.language)));
}

/** Offsets of the cards; the middle of a long column is folded. */
function lay(count, { step }, isWhole) {
	if (isWhole || count <= MAX_SHOWN) {
		return { shown: Array.from({ length: count }, (_, place) => [place, place * step]), fold: null };
	}
	const top = FIRST * step;
	const last = count - LAST;
	return {
		shown: [...Array.from({ length: FIRST }, (_, place) => [place, place * step]),
			...Array.from({ length: LAST }, (_, place) => [last + place, top + FOLD + place * step])],
		fold: { at: top, hidden: count - FIRST - LAST },
	};
}

/** The places of the column's cards that a move takes. */
const placesOf = (move, column, cards) => new Set(move?.kind === 'remove' && move.column === column ? PLACES[move.combo](cards.length) : []);

function cardsOf(ctx, column, cards) {
	const { move, box, state, actions, t } = ctx;
	const { shown, fold } = lay(cards.length, box, state.expanded === column);
	const going = placesOf(move, column, cards);
	const better = placesOf(state.better, column, cards);
	return [
		h('ol', { key: 'cards', class: 'tens-cards' }, shown.map(([place, y]) => card(ctx, column, cards[place], place, { y, goes: going.has(place), better: better.has(place) }))),
		fold && h('button', {
			key: 'fold', type: 'button', class: 'fold tens-fold', style: { translate: `0 ${px(fold.at)}` }, 'aria-label': `⋯ ${fold.hidden}: ${t('folded', fold.hidden)}`,
			on: { click: () => actions.press({ position: column, part: 'fold' }) },
		}, `⋯ ${fold.hidden}`),
	];
}

function empty(ctx, column) {
	const { t, state, actions } = ctx;
	if (state.session.status !== 'waiting') {
		return h('span', { key: 'gone', class: 'tens-gone' }, h('span', { class: 'hidden' }, t('gone')));
	}
	if (state.watching) {
		return null;
	}
	const code = state.entry[column];
	return h('button', {
		key: `enter${code}`, type: 'button', class: 'tens-enter', on: { click: () => actions.press({ position: column }) },
		'aria-label': `${t('column', column + 1)}: ${code ? cardName(code, ctx.language) : t('enter_here')}`,
	}, code ? picture(code, ctx) : h('span', { class: 'plus', 'aria-hidden': 'true' }, '+'));
}

// ---- The three ways ---------------------------------------------------------------------------------------

const BARS = 6;

/** Icon of a way: a column of six lines, three of them marked. */
const sign = (combo) => h('svg', { class: 'combo', viewBox: '0 0 20 25', 'aria-hidden': 'true' },
	Array.from({ length: BARS }, (_, place) => h('path', { class: PLACES[combo](BARS).includes(place) ? 'going' : 'staying', d: `M3 ${2.5 + 4 * place}h14` })));

function way(ctx, column, combo) {
	const { t, language, state: { session, busy, watching, better }, actions, move } = ctx;
	const found = taking(session, column, combo);
	const isThis = (one) => found && one?.kind === 'remove' && one.column === column && one.combo === combo;
	const names = found ? `: ${found.cards.map((code) => (code ? cardName(code, language) : '?')).join(', ')}` : '';
	return h('button', {
		key: combo, type: 'button', class: `way ${isThis(move) ? 'aimed' : ''} ${isThis(better) ? 'better' : ''}`, disabled: !found || busy || watching, 'data-way': `${column} ${combo}`,
		'aria-label': t('take', column + 1, t(`combo_${combo}`)) + names, on: { click: () => actions.press({ position: column, part: combo }) },
	}, sign(combo));
}

function column(ctx, position) {
	const { t, state: { session, watching }, height, actions, isPlaying } = ctx;
	const cards = session.table.columns[position];
	const isNext = isPlaying && session.table.next_column === position && Boolean(dealing(session));
	const name = [t('column', position + 1), isNext && t('is_next')].filter(Boolean).join(', ');
	return h('section', { key: `column${position}`, class: 'tens-column', 'aria-label': name },
		isNext ? h('button', {
			key: 'next', type: 'button', class: 'tens-head next', disabled: watching, 'aria-label': `${position + 1}: ${t('deal', position + 1)}`,
			on: { click: () => actions.press({ position, part: 'deal' }) },
		}, `▼ ${position + 1}`) : h('span', { key: 'head', class: 'tens-head', 'aria-hidden': 'true' }, position + 1),
		h('div', { class: 'tens-pile', style: { height: px(height) } }, cards.length > 0 ? cardsOf(ctx, position, cards) : empty(ctx, position)),
		h('div', { class: 'ways' }, COMBOS.map((combo) => way(ctx, position, combo))));
}

// ---- The deck -----------------------------------------------------------------------------------------------

function coming({ t, language, state: { session: { table } } }) {
	const unknown = table.known_deck.findIndex(Boolean);
	const signs = table.known_deck.slice(Math.max(0, unknown)).slice(0, MAX_COMING).map((code) => (code ? cardSign(code, language) : '?')).join(' ');
	if (unknown < 0) {
		return '';
	}
	return unknown === 0 ? t('coming', signs) : t('coming_later', unknown, signs);
}

function deck(ctx) {
	const { t, look, actions, state: { session, busy, watching, better }, move, isPlaying } = ctx;
	const { deck_left: left, known_deck: known, next_column: next, dealt } = session.table;
	const picturesOf = known[0] ? picture(known[0], ctx) : backPicture(look);
	return h('div', { key: 'deck', class: 'tens-deck' },
		h('button', {
			type: 'button', class: `tens-stock ${move?.kind === 'deal' ? 'aimed' : ''} ${better?.kind === 'deal' ? 'better' : ''}`, disabled: !isPlaying || busy || watching || !dealing(session), 'data-spot': `${DECK_PLACE}/0`,
			'aria-label': `${t('deck')}, ${t('left', left)}: ${t('deal', next + 1)}`, on: { click: () => actions.press({ part: 'deal', position: next }) },
		}, left > 0 && picturesOf),
		h('p', {}, h('strong', {}, `${t('left', left)} · ${t('dealt', dealt)}`),
			h('span', { class: 'tens-coming' }, coming(ctx)),
			h('span', { class: 'tens-outlook' }, isPlaying ? session.advice?.outlook ?? '' : '')));
}

// ---- All of it ----------------------------------------------------------------------------------------------

function heightOf({ table }, box, expanded) {
	const folded = FIRST * box.step + FOLD + (LAST - 1) * box.step;
	const whole = expanded === null ? 0 : (table.columns[expanded].length - 1) * box.step;
	return Math.max(folded, (MAX_SHOWN - 1) * box.step, whole) + box.tall + 8;
}

const HEADS = 56; // the numbers of the columns, and what is between the rows

/** True if every card is visible in `above` pixels: the pad may stand below the table. */
export function fits({ table }, { width, above }) {
	const box = frame(width);
	const lowest = Math.max(...table.columns.flatMap((cards) => lay(cards.length, box, false).shown.map(([, y]) => y)), 0);
	return HEADS + 2 * box.tall + lowest <= above;
}

/** `state` includes `language` and `shown` (the displayed move, or null). */
export function Table(state, actions) {
	const { session, language, preferences, shown } = state;
	const box = frame(state.width);
	const ctx = {
		state, actions, language, t: translatorOf('ten_twenty_thirty', language), look: preferences, move: shown, box,
		height: heightOf(session, box, state.expanded), isPlaying: session.status === 'playing',
	};
	return h('div', {
		class: 'tens', style: { '--card': px(box.card), '--tall': px(box.tall), '--gap': px(box.gap) },
	}, deck(ctx), h('div', { key: 'columns', class: 'tens-columns' }, COLUMNS.map((position) => column(ctx, position))));
}
