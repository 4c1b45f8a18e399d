// The expected line in FreeCell, played out on the page: the table after each of its moves.

import { SUITS, cardSign } from '../cards.js';

const NONE = 'XX';
const FOUNDATION = 'h';
const CELLS = 'abcd';

/** "83", "4a", "ch", "74(2)" as the daemon writes moves in short; null for what is none. */
function readShort(text) {
	const [, from, to, count = '1'] = /^([1-8a-d])([1-8a-dh])(?:\((\d+)\))?$/.exec(text) ?? [];
	return from ? { from, to, count: Number(count) } : null;
}

const isCell = (place) => CELLS.includes(place);
const at = (place) => (isCell(place) ? CELLS.indexOf(place) : Number(place) - 1);

/** Takes cards from the front of their place: [table, cards], or undefined if they are not there. */
function take(table, { from, count }) {
	if (isCell(from)) {
		const card = table.cells[at(from)];
		return card && card !== NONE && count === 1 ? [{ ...table, cells: table.cells.with(at(from), NONE) }, [card]] : undefined;
	}
	const cards = table.columns[at(from)];
	return cards.length >= count ? [{ ...table, columns: table.columns.with(at(from), cards.slice(0, -count)) }, cards.slice(-count)] : undefined;
}

function put(table, cards, to) {
	const [card] = cards;
	if (to === FOUNDATION) {
		return { ...table, foundations: table.foundations.with(SUITS.indexOf(card[1]), card) };
	}
	if (isCell(to)) {
		return table.cells[at(to)] === NONE ? { ...table, cells: table.cells.with(at(to), card) } : null;
	}
	return { ...table, columns: table.columns.with(at(to), [...table.columns[at(to)], ...cards]) };
}

const target = (to) => (to === FOUNDATION ? '▲' : isCell(to) ? '▢' : to);

/** The line as [{table, cards, text}], from the table as it is; it ends before a move that cannot be followed. */
export function follow({ table }, line, language) {
	const steps = [{ table, cards: [], text: '' }];
	for (const short of line) {
		const move = readShort(short);
		const [rest, cards] = (move && take(steps.at(-1).table, move)) ?? [];
		const next = rest && put(rest, cards, move.to);
		if (!next) {
			break;
		}
		steps.push({ table: next, cards, text: `${cardSign(cards[0], language)} → ${target(move.to)}` });
	}
	return steps;
}
