// The card picker: a dialog with the cards that are possible.

import { RANKS, SUITS, SUIT_SIGNS, cardName, cardSign, isRed } from './cards.js';
import { h, icon } from './dom.js';

const colour = (code) => (isRed(code) ? 'red' : 'black');

const choice = (code, { language, actions, key }) => h('button', {
	key: key ?? code, type: 'button', class: `pick ${colour(code)}`, 'data-card': code,
	on: { click: () => actions.answer(code) },
}, h('span', { 'aria-hidden': 'true' }, cardSign(code)), h('span', { class: 'hidden' }, cardName(code, language)));

/** Every card has a fixed place; impossible cards leave theirs empty. */
function suitRow(suit, offered, ctx) {
	return h('div', { class: 'picks', role: 'group' }, [...RANKS].map((rank) => {
		const code = rank + suit;
		return offered.has(code) ? choice(code, ctx)
			: h('span', { key: code, class: 'pick gone', 'aria-hidden': 'true' }, rank === 'A' ? SUIT_SIGNS[suit] : '');
	}));
}

export function Picker({ cardPicker, language }, actions, t) {
	const offered = new Set(cardPicker.cards);
	const ctx = { language, actions };
	const likely = cardPicker.likely.filter((code) => offered.has(code) || code.length === 2);
	return [
		h('header', {}, h('h2', { id: 'picker-title' }, cardPicker.title),
			h('button', { type: 'button', class: 'plain', 'aria-label': t('close'), on: { click: actions.dismiss } }, icon('close'))),
		cardPicker.about && h('p', { class: 'muted' }, cardPicker.about),
		likely.length > 0 && h('div', { class: 'likely' }, h('p', { class: 'label' }, t('likely')),
			h('div', { class: 'picks' }, likely.map((code) => choice(code, { ...ctx, key: `likely ${code}` })))),
		h('div', { class: 'deck' }, [...SUITS].map((suit) => suitRow(suit, offered, ctx))),
		cardPicker.nothing && h('button', { type: 'button', class: 'wide', on: { click: () => actions.answer('XX') } }, t('empty_place')),
	];
}

/** Typing a card: its rank, then the letter of its suit as in codes. */
export function pickByKeys() {
	let rank = null;
	return (key, cards, answer) => {
		const typed = key.toUpperCase();
		const asRank = typed === '1' || typed === 'T' ? '0' : typed;
		if (rank && SUITS.includes(typed) && cards.includes(rank + typed)) {
			answer(rank + typed);
			rank = null;
		} else if (RANKS.includes(asRank) && asRank.length === 1) {
			rank = asRank;
		}
	};
}
