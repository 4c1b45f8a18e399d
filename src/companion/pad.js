// All cards, each at its place: in the picker, and as a pad below the table, where a tap says which card was turned over, or which one
// lies at the place to be entered.

import { RANKS, SUITS, SUIT_SIGNS, cardName, isRed, rankSign, theCard } from './cards.js';
import { h, memo } from './dom.js';
import { asksForCard } from './state.js';

const face = (code, language, name) => [
	h('span', { 'aria-hidden': 'true' }, rankSign(code[0], language), h('span', { class: 'pip' }, SUIT_SIGNS[code[1]])),
	name && h('span', { class: 'hidden' }, name),
];

const colour = (code) => (isRed(code) ? 'red' : 'black');

export const choice = (code, language, answer, key = code) => h('button', {
	key, type: 'button', class: `pick ${colour(code)}`, 'data-card': code, on: { click: () => answer(code) },
}, face(code, language, cardName(code, language)));

/** A card that lies on the table: grey, it says where. */
const usedCard = (code, place, { language, actions }) => h('button', {
	key: code, type: 'button', class: 'pick used', 'data-used': code, on: { click: () => actions.pickUsed(code) },
}, face(code, language, `${cardName(code, language)}, ${place}`));

function key(code, offered, ctx) {
	const { state, language, answer } = ctx;
	const place = offered.has(code) ? null : state.game.whereIs?.(state, code);
	return offered.has(code) ? choice(code, language, answer)
		: typeof place === 'number' ? usedCard(code, state.game.placeName(place, language), ctx)
			: h('span', { key: code, class: 'pick gone', 'aria-hidden': 'true' }, face(code, language));
}

/** Every card has a fixed place. `means` changes with what a tap says. */
export function deck(state, actions, { means, cards, answer }) {
	const ctx = { state, actions, answer, language: state.language };
	const offered = new Set(cards);
	return memo('deck', [means, state.session.version, cards.join(), state.language, state.entry], () =>
		h('div', { key: 'deck', class: 'deck' }, [...SUITS].map((suit) => h('div', { key: suit, class: 'picks' },
			[...RANKS].map((rank) => key(rank + suit, offered, ctx))))));
}

/** The meaning of a tap on the pad now, or null. */
function wanted(state, actions, t) {
	const { session, shown, game, entry, language } = state;
	if (!game.pad || !state.padFits || state.watching || state.editing || state.question || state.questions.length > 0) {
		return null;
	}
	if (session.status === 'waiting') {
		const place = game.entry.next(session, entry);
		return place === undefined ? null : {
			means: `enter ${place}`, title: t('pick_at', game.placeName(place, language)),
			cards: game.unseenCards(state), answer: (card) => actions.enterCard(place, card),
		};
	}
	return shown && asksForCard(game, session, shown) ? {
		means: game.moveKey(shown), title: t('pad_revealed'),
		cards: game.possibleRevealed(state, shown), answer: (card) => actions.submitMove(shown, card),
	} : null;
}

export function Pad(state, actions, t) {
	const pad = wanted(state, actions, t);
	return pad && h('section', { key: 'pad', class: 'pad', 'aria-labelledby': 'pad-title' },
		h('p', { id: 'pad-title', key: pad.title }, pad.title),
		h('div', { role: 'group', 'aria-labelledby': 'pad-title', 'data-means': `${state.session.version} ${pad.means}` }, deck(state, actions, pad)));
}

/** "The eight of diamonds is in column 3." */
export const whereText = (code, place, language, t) => t('lies', theCard(code, language), place);
