// The expected line in Klondike, played out on the page: the table after each of its moves. A card that nobody has seen yet
// stays unknown.

import { RANKS, SUITS, rankSign, SUIT_SIGNS } from '../cards.js';
import { translatorOf } from '../texts.js';

const UNKNOWN = 'UU';
const STOCK = 'P';
const FOUNDATION = 'F';

/** "8D 5>7", "draw", "shuffle" as the daemon writes moves in short; null for what is none. */
function readShort(text) {
	const [, card, from, to] = /^([A-Z0-9]{2}) ([1-7PF])>([1-7PF])$/.exec(text) ?? [];
	return card ? { card, from, to } : text === 'draw' || text === 'shuffle' ? { kind: text } : null;
}

const isColumn = (place) => place !== STOCK && place !== FOUNDATION;
const at = (place) => Number(place) - 1;

/** Turns `count` cards of the stock up: the known ones as they are. */
function turnUp(pile, count) {
	const number = Math.min(count, pile.left);
	const up = Array.from({ length: number }, (_, place) => pile.known_order[place] ?? null);
	return { ...pile, cards: [...pile.cards, ...up], left: pile.left - number, known_order: pile.known_order.slice(number) };
}

function redealt(pile, { shuffle_order: order, draw }) {
	const known = order === 'kept' ? pile.cards : [];
	const shuffles = pile.shuffles === 'unlimited' ? pile.shuffles : Math.max(0, pile.shuffles - 1);
	return turnUp({ ...pile, cards: [], left: pile.left + pile.cards.length, known_order: known, shuffles }, draw);
}

/** Takes a card, with what lies on it, from its place: [table, cards], or null if it is not there. */
function take(table, { card, from }) {
	if (from === STOCK) {
		const { draw_pile: pile } = table;
		const rest = { ...pile, cards: pile.cards.slice(0, -1) };
		return pile.cards.at(-1) === card && [{ ...table, draw_pile: rest.cards.length === 0 ? turnUp(rest, 1) : rest }, [card]];
	}
	if (from === FOUNDATION) {
		const below = RANKS[RANKS.indexOf(card[0]) - 1] ?? 'X';
		return table.foundations[card[1]] === card && [{ ...table, foundations: { ...table.foundations, [card[1]]: below + card[1] } }, [card]];
	}
	const { unseen, cards } = table.columns[at(from)];
	const place = cards.indexOf(card);
	const opens = place === 0 && unseen > 0;
	const column = { unseen: opens ? unseen - 1 : unseen, cards: opens ? [UNKNOWN] : cards.slice(0, place) };
	return place >= 0 && [{ ...table, columns: table.columns.with(at(from), column) }, cards.slice(place)];
}

function put(table, cards, to) {
	if (to === FOUNDATION) {
		const [card] = cards;
		return { ...table, foundations: { ...table.foundations, [card[1]]: card } };
	}
	const { unseen, cards: there } = table.columns[at(to)];
	return { ...table, columns: table.columns.with(at(to), { unseen, cards: [...there, ...cards] }) };
}

/** The table after a move, and the cards that moved; null if it is not possible on this table. */
function after(table, move, rules) {
	if (move.kind) {
		const pile = move.kind === 'draw' ? turnUp(table.draw_pile, rules.draw) : redealt(table.draw_pile, rules);
		return { table: { ...table, draw_pile: pile }, cards: [] };
	}
	const [rest, cards] = take(table, move) || [];
	return rest && (isColumn(move.to) || SUITS.includes(move.card[1])) ? { table: put(rest, cards, move.to), cards } : null;
}

function words(move, language) {
	const t = translatorOf('klondike', language);
	if (move.kind) {
		return t(move.kind === 'draw' ? 'short_draw' : 'short_shuffle');
	}
	return `${rankSign(move.card[0], language)}${SUIT_SIGNS[move.card[1]]} → ${move.to === FOUNDATION ? '▲' : move.to}`;
}

/** The line as [{table, cards, text}], from the table as it is; it ends before a move that cannot be followed. */
export function follow({ table, rules }, line, language) {
	const steps = [{ table, cards: [], text: '' }];
	for (const short of line) {
		const move = readShort(short);
		const next = move && after(steps.at(-1).table, move, rules);
		if (!next) {
			break;
		}
		steps.push({ ...next, text: words(move, language) });
	}
	return steps;
}
