// The card picker: a dialog with the cards that are possible.

import { RANKS, SUITS, cardName, cardSign, rankSign } from './cards.js';
import { h, icon } from './dom.js';
import { choice, deck } from './pad.js';

/** The places of the first table: the current one is lit, each leads to its card. */
function strip({ places, at }, { game, language }, actions, t) {
	const before = places[places.findIndex(({ position }) => position === at) - 1];
	return h('nav', { class: 'strip', 'aria-label': t('places') },
		h('button', { type: 'button', class: 'plain', 'aria-label': t('previous'), disabled: !before, on: { click: () => actions.enter(before.position) } }, icon('undo')),
		h('ol', {}, places.map(({ position, card }, place) => h('li', { key: String(position) }, h('button', {
			type: 'button', class: 'place', 'aria-current': position === at ? 'step' : undefined,
			on: { click: () => actions.enter(position) },
		},
		h('span', { 'aria-hidden': 'true' }, card ? cardSign(card, language) : position === place ? place + 1 : '□'),
		h('span', { class: 'hidden' }, [game.placeName(position, language), card && cardName(card, language)].filter(Boolean).join(', ')))))));
}

export function Picker(state, actions, t) {
	const { cardPicker, language } = state;
	const { answer } = actions;
	const offered = new Set(cardPicker.cards);
	const likely = cardPicker.likely.filter((code) => offered.has(code) || code.length === 2);
	const means = `${cardPicker.title} ${cardPicker.about ?? ''}`;
	return [
		h('header', {}, h('h2', { id: 'picker-title' }, cardPicker.title),
			h('button', { type: 'button', class: 'plain', 'aria-label': t('close'), on: { click: actions.dismiss } }, icon('close'))),
		cardPicker.places && strip(cardPicker, state, actions, t),
		cardPicker.about && h('p', { class: 'muted' }, cardPicker.about),
		h('p', { class: 'where-it-lies', role: 'status' }, cardPicker.said),
		h('div', { role: 'group', 'aria-labelledby': 'picker-title', 'data-means': means },
			likely.length > 0 && h('div', { class: 'likely' }, h('p', { class: 'label' }, t('likely')),
				h('div', { class: 'picks' }, likely.map((code) => choice(code, language, answer, `likely ${code}`)))),
			deck(state, actions, { means, cards: cardPicker.cards, answer }),
			cardPicker.nothing && h('button', { type: 'button', class: 'wide', on: { click: () => answer('XX') } }, t('empty_place'))),
		h('p', { key: 'said', class: 'hidden', role: 'status' }, state.said),
	];
}

/** Typing a card: its rank, in code or as on the card, then the letter of its suit as in codes. */
export function pickByKeys(language) {
	let rank = null;
	return (key, cards, answer) => {
		const typed = key.toUpperCase();
		const asRank = typed === '1' || typed === 'T' ? '0' : [...RANKS].find((one) => rankSign(one, language()) === typed) ?? typed;
		if (rank && SUITS.includes(typed) && cards.includes(rank + typed)) {
			answer(rank + typed);
			rank = null;
		} else if (RANKS.includes(asRank) && asRank.length === 1) {
			rank = asRank;
		}
	};
}
