// Draws the groups of take-away: single cards for a small group, a heap with its number for a large one.

import { backPicture } from '../cards.js';
import { h } from '../dom.js';
import { isPractice } from '../state.js';
import { translatorOf } from '../texts.js';
import { MAX_CARDS, entered, mostOf, number, reply } from './take_away.js';

const MAX_ROWS = 6; // groups that get a row of their own
const MAX_COUNTED = 13; // cards drawn one by one
const HEAP = 7; // cards of a heap
const HUGE = 9999; // larger numbers get a smaller font

const back = ({ look }, key, kind, style) => h('span', { key, class: `heap-card ${kind}`, style }, backPicture(look));

// ---- One group ----------------------------------------------------------------------------------------

/** The cards of a small group; those to be taken are last and raised. */
function counted(ctx, count, goes) {
	return Array.from({ length: count }, (_, place) => back(ctx, `card${place}`, place >= count - goes ? 'goes' : ''));
}

const heap = (ctx, count, goes) => Array.from({ length: HEAP }, (_, place) => back(ctx, `heap${place}`, goes > 0 && place === HEAP - 1 ? 'goes' : ''));

function describe({ t, language, table }, group, goes, took) {
	const count = table.groups[group];
	const most = mostOf(table, group);
	return [
		t('group', group + 1),
		count === 0 ? t('empty') : count === 1 ? t('one_card') : t('cards', number(count, language)),
		most < count && t('limit', number(most, language)),
		goes > 0 && t('goes', number(goes, language)),
		took > 0 && t('took', number(took, language)),
	].filter(Boolean).join(', ');
}

function group(ctx, position) {
	const { t, language, table, move, last, state, actions, inRows } = ctx;
	const count = table.groups[position];
	const most = mostOf(table, position);
	const goes = move?.group === position ? move.count : 0;
	const better = state.better?.group === position ? state.better.count : 0;
	const took = last?.group === position ? last.count : 0;
	return h('button', {
		key: `group${position}`, type: 'button', class: `group ${goes > 0 ? 'aimed' : ''} ${better > 0 ? 'better' : ''} ${count === 0 ? 'none' : ''}`,
		'aria-pressed': String(goes > 0), 'data-spot': `${position}/0`,
		tabindex: state.focus.position === position ? '0' : '-1', disabled: count === 0 || state.session.status !== 'playing' || state.watching,
		on: { click: () => actions.press({ position, index: 0 }) },
	},
	h('span', { class: 'hidden' }, describe(ctx, position, goes, took)),
	h('span', { class: 'group-name', 'aria-hidden': 'true' }, t('group', position + 1)),
	h('span', { key: `count${count}`, class: `group-count ${count > HUGE ? 'huge' : ''}`, 'aria-hidden': 'true' }, number(count, language)),
	h('span', { class: 'group-limit', 'aria-hidden': 'true' }, most < count ? t('limit', number(most, language)) : ''),
	inRows && h('span', { key: 'cards', class: `group-cards ${count > MAX_COUNTED ? 'heap' : ''}`, 'aria-hidden': 'true' },
		count <= MAX_COUNTED ? counted(ctx, count, goes) : heap(ctx, count, goes)),
	(goes > 0 || better > 0 || took > 0) && h('span', { key: 'goes', class: 'group-marks', 'aria-hidden': 'true' },
		took > 0 && h('span', { key: 'took', class: 'group-took' }, h('span', {}, 'Makker '), `−${number(took, language)}`),
		better > 0 && h('span', { key: 'better', class: 'group-goes better' }, `−${number(better, language)}`),
		goes > 0 && h('span', { key: 'goes', class: 'group-goes' }, `−${number(goes, language)}`)));
}

// ---- How many -----------------------------------------------------------------------------------------

const button = (sign, label, press, more = {}) =>
	h('button', { type: 'button', class: 'plain step', 'aria-label': label, on: { click: press }, ...more }, sign);

function stepper({ t, actions, part, position, count, most, label }) {
	const set = (value) => actions.press({ part, position, value: Math.min(most, Math.max(1, value)) });
	return h('span', { class: 'counter' },
		button('−', t('one_less'), () => set((count || 1) - 1), { disabled: count <= 1 }),
		h('input', {
			type: 'number', inputmode: 'numeric', min: '1', max: String(most), step: '1', required: true, 'aria-label': label,
			class: count > HUGE ? 'huge' : '', value: String(count), on: { change: ({ target }) => set(Math.round(target.valueAsNumber) || 1) },
		}),
		button('+', t('one_more'), () => set((count || 0) + 1), { disabled: count >= most }));
}

function taker(ctx) {
	const { t, actions, move, table, state } = ctx;
	if (state.session.status !== 'playing' || state.watching) {
		return null;
	}
	if (!move && isPractice(state.session)) {
		return h('p', { key: 'taker', class: 'taker none' }, table.turn === 'user' ? t('tap_own') : '');
	}
	if (!move) {
		return h('p', { key: 'taker', class: 'taker none' }, state.session.sync === 'in_sync' ? t('tap_other') : '');
	}
	const most = mostOf(table, move.group);
	const label = t('how_many', move.group + 1);
	return h('div', { key: 'taker', class: 'taker', role: 'group', 'aria-label': label },
		h('p', {}, label),
		stepper({ t, actions, part: 'take', position: move.group, count: move.count, most, label }),
		h('input', {
			type: 'range', min: '1', max: String(most), step: '1', value: String(move.count), 'aria-label': label, disabled: most === 1,
			on: { input: ({ target }) => actions.press({ part: 'take', position: move.group, value: target.valueAsNumber }) },
		}));
}

// ---- The first groups -----------------------------------------------------------------------------------

function entering(ctx) {
	const { t, actions, state } = ctx;
	const groups = entered(state.session, state.entry);
	return [
		h('ul', { class: 'entries' }, groups.map((count, position) => h('li', { key: `entry${position}`, class: 'entry' },
			h('span', { class: 'group-name' }, t('group', position + 1)),
			stepper({ t, actions, part: 'count', position, count, most: MAX_CARDS, label: t('cards_of', position + 1) }),
			button('×', t('without_group', position + 1), () => actions.press({ part: 'without', position }), { disabled: groups.length === 1 })))),
		h('button', { type: 'button', class: 'wide', disabled: groups.length >= 64, on: { click: () => actions.press({ part: 'more' }) } }, t('another_group')),
	];
}

// ---- All of it ------------------------------------------------------------------------------------------

/** `state` includes `language` and `shown` (the displayed move, or null). */
export function Table(state, actions) {
	const { session, language, preferences } = state;
	const ctx = {
		state, actions, language, t: translatorOf('take_away', language), look: preferences, table: session.table, move: state.shown, last: state.drawn ? undefined : reply(session),
		inRows: session.table.groups.length <= MAX_ROWS,
	};
	if (session.status === 'waiting') {
		return h('div', { class: 'take-away entering' }, !state.watching && entering(ctx));
	}
	return h('div', { class: `take-away ${ctx.inRows ? 'rows' : 'tiles'} ${session.table.limits.some((limit) => limit > HUGE) ? 'broad' : ''}` },
		h('div', { key: 'groups', class: 'groups' }, session.table.groups.map((_, position) => group(ctx, position))),
		taker(ctx));
}
