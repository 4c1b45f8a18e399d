// Draws the table of any game from the piles that GET /v1/games lists for it.

import { DECK, backPicture, cardName, cardPicture } from '../cards.js';
import { h } from '../dom.js';
import { figure, translator } from '../texts.js';
import { pilesOf } from './generic.js';

/** The cards of a pile of a table, the deepest first; of a face-down pile that is a number, one back. */
const CARDS = {
	front: (front) => (front === 'XX' || front === null ? [] : [front]),
	cards: (cards) => (cards === 'UU' ? ['UU'] : cards),
	number: (number) => (number === 0 ? [] : ['BACK']),
};

/** The piles of a table by kind: [{name, heading, piles: [{position, title, cards, number}]}]. */
export const layout = (table, kinds) => kinds.filter(({ name }) => name in table)
	.map(({ name, title, titles, single, content, first }) => ({
		name,
		heading: titles,
		piles: (single ? [table[name]] : table[name]).map((pile, place) => ({
			position: first + place,
			title: single ? title : `${title} ${place + 1}`,
			cards: CARDS[content](pile),
			number: content === 'number' ? pile : null,
		})),
	}));

function card(code, { position, index }, { state: { preferences: look, language, held }, press, reached }) {
	const isFace = DECK.includes(code);
	const inside = [isFace ? cardPicture(code, look, language) : backPicture(look), h('span', { class: 'hidden' }, isFace ? cardName(code, language) : '?')];
	return h('li', { key: `${index} ${code}`, class: held?.position === position && index >= held.index ? 'held' : '' },
		press ? h('button', { type: 'button', tabindex: reached({ position, index }) ? '0' : '-1', on: { click: () => press({ position, index }) } }, inside) : inside);
}

const pile = ({ position, title, cards, number }, place, ctx) => h('div', { key: `pile${place}`, class: ctx.targets.has(position) ? 'heap open' : 'heap' },
	h('ol', { class: cards.length === 0 ? 'empty' : '', 'aria-label': title, 'data-position': position }, cards.map((code, index) => card(code, { position, index }, ctx))),
	ctx.press && cards.length === 0 && h('button', { key: 'empty', type: 'button', class: 'free', tabindex: ctx.reached({ position, index: 0 }) ? '0' : '-1', 'aria-label': title, on: { click: () => ctx.press({ position, index: 0 }) } }),
	number !== null && h('p', {}, figure(number, ctx.state.language)));

/** Opens the picker for the next card of the first table, where there is no room for the pad. */
function enterButton(state, actions) {
	const { session, game, entry, language } = state;
	const next = session.status === 'waiting' && !state.padFits && !state.watching ? game.entry.next(session, entry) : undefined;
	return game.pad && next !== undefined && h('button', { key: `enter${next}`, type: 'button', class: 'wide', on: { click: () => actions.press({ position: next }) } },
		translator(language)('pick_at', game.placeName(next, language)));
}

const MIN_COLUMNS = 3; // of a single pile: its heading is in one piece

/** A move between two piles, for its arrow. */
const between = (move) => (Number.isInteger(move?.from) && Number.isInteger(move.to) ? `${move.from} ${move.count ?? 1} ${move.to}` : undefined);

/** What a tap on a card does, where the game knows it: it plays or corrects; and the piles where a card that is held may go. */
function tapsOf(state, actions, positions) {
	const { session, game, held } = state;
	const isPlayed = game.taps && session.status === 'playing' && !state.line && state.moment === null;
	const mayTap = isPlayed && !state.editing;
	const moves = mayTap && held ? game.dragged(session, held) : [];
	const targets = new Set(moves.length > 0 ? positions.filter((position) => game.dropped(session, moves, position)) : []);
	// Keys reach the cards where no list of moves stands below the table.
	const reached = (place) => state.editing || (state.hides && (targets.has(place.position) || game.dragged(session, place).length > 0));
	return { state, press: isPlayed ? actions.press : null, targets, reached };
}

/** `state` includes `language`, and of a review the move that was made (`shown`) and the better one. A row has as many columns as the largest kind has piles, and at least 8. */
export function Table(state, actions) {
	const { session, game } = state;
	const table = session.status === 'waiting' && game.entered ? game.entered(state) : session.table;
	const kinds = layout(table, pilesOf(session.game, state.language));
	const ctx = tapsOf(state, actions, kinds.flatMap(({ piles }) => piles.map(({ position }) => position)));
	const columns = Math.max(8, ...kinds.map(({ piles }) => piles.length));
	return h('div', { class: 'generic', style: { '--columns': columns } }, enterButton(state, actions), kinds.map(({ name, heading, piles }) =>
		h('section', { key: name, 'data-piles': name, 'aria-label': heading, style: { '--piles': Math.max(piles.length, MIN_COLUMNS) } },
			h('h3', { 'aria-hidden': 'true' }, heading),
			piles.map((one, place) => pile(one, place, ctx)))),
	state.moment !== null && h('mk-moves', { key: 'moves', made: between(state.shown), better: between(state.better) }));
}
