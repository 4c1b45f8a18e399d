// Draws the table of any game whose members are lists of cards: a list of codes is a row of single cards, a list of lists a row of columns.

import { DECK, cardName } from '../cards.js';
import { h } from '../dom.js';

const CODES = new Set([...DECK, 'XX', 'UU', 'BACK']);
const isCard = (value) => value === null || CODES.has(value);
const isRow = (value) => Array.isArray(value) && value.length > 0 && value.every(isCard);
const isColumns = (value) => Array.isArray(value) && value.length > 0 && value.every((one) => Array.isArray(one) && one.every(isCard));

/** The drawable members of a table: [{name, columns}], a single card as a column of one. */
export const pilesOf = (table) => Object.entries(table).flatMap(([name, value]) =>
	(isRow(value) ? [{ name, columns: value.map((card) => (card === 'XX' || card === null ? [] : [card])) }]
		: isColumns(value) ? [{ name, columns: value }] : []));

function card(code, place, { preferences: look, language }) {
	const isFace = DECK.includes(code);
	return h('li', { key: `${place} ${code}` },
		isFace ? h('mk-card', { code, deck: look.deck, 'four-colour': look.fourColour, 'aria-hidden': 'true' })
			: h('mk-card', { back: look.back, 'aria-hidden': 'true' }),
		h('span', { class: 'hidden' }, isFace ? cardName(code, language) : '?'));
}

const column = (cards, number, state) => h('ol', { key: `pile${number}`, class: cards.length === 0 ? 'empty' : '' },
	cards.map((code, place) => card(code, place, state)));

/** `state` includes `language`. */
export const Table = (state) => h('div', { class: 'generic' }, pilesOf(state.session.table).map(({ name, columns }) =>
	h('section', { key: name, 'aria-label': name.replaceAll('_', ' '), style: { '--piles': Math.max(8, columns.length) } },
		columns.map((cards, number) => column(cards, number, state)))));
