// Cards as they lie on the table. Codes are those of the API: "8D", "0H" (a ten), "KS"; "BACK" is a
// card face down, "UU" one that nobody knows, "XX" a place where nothing lies.

import { BACKS, cardBack } from './backs.js';
import { draw, paper, shape, sheet } from './draw.js';
import { BANDS, EMBLEMS, RANKS, SUITS } from './shapes.js';

export { BACKS, cardBack };

/** The faces that can be chosen: our own, made to be read from afar, and a picture of each card. */
export const THEMES = ['jumbo', 'pictures'];

// In a column the upper part is all that is seen of a card: rank and suit are there, side by side.
const INDEX_TOP = 13;
const INDEX_HEIGHT = 38;
const INDEX_LEFT = 13;

const rank = (name) => shape('card-rank', RANKS[name].d, INDEX_LEFT, INDEX_TOP, INDEX_HEIGHT / 50);
const suit = (name, x, y, size) => shape('card-suit', SUITS[name], x, y, size / 100);

function court(name, ofSuit) {
	return [
		draw('rect', { class: 'card-shade', x: 8, y: 63, width: 84, height: 69, rx: 5 }),
		shape('card-emblem', EMBLEMS[name], 22.8, 67, .85),
		shape('card-band', BANDS[name], 22.8, 67, .85),
		suit(ofSuit, 34, 98, 32),
	];
}

const body = (ofRank, ofSuit) => (ofRank in EMBLEMS ? court(ofRank, ofSuit) : [suit(ofSuit, 18, 66, 64)]);

function jumbo(ofRank, ofSuit, fourColour) {
	return sheet(`card-${ofSuit}${fourColour ? ' card-four' : ''}`,
		paper(), rank(ofRank), suit(ofSuit, 56, 9.5, 38), ...body(ofRank, ofSuit));
}

const unknown = () => sheet('card-unknown', paper(), shape('card-rank', RANKS.U.d, 32, 42, 1.3));

/** Where nothing lies: a dashed outline, with what belongs there (a suit, a rank) if `hint` names it. */
export function cardSlot(hint = '') {
	const line = draw('rect', { class: 'card-slot-line', x: 2.5, y: 2.5, width: 95, height: 135, rx: 9 });
	const inside = hint in SUITS ? [shape('card-slot-hint', SUITS[hint], 26, 46, .48)]
		: hint in RANKS ? [shape('card-slot-rank', RANKS[hint].d, 50 - RANKS[hint].width / 2, 45)] : [];
	return sheet('card-slot', line, ...inside);
}

function picture(code) {
	const image = new Image(100, 140);
	image.className = 'card card-picture';
	image.alt = '';
	image.draggable = false;
	image.src = new URL(`pictures/${code}.svg`, import.meta.url);
	return image;
}

const made = new Map();

function make(code, { fourColour, theme, back }) {
	const [ofRank, ofSuit] = code;
	if (code === 'BACK') {
		return cardBack(back);
	}
	if (code === 'XX' || ofRank === 'X') {
		return cardSlot(ofSuit);
	}
	if (code.length !== 2 || !(ofSuit in SUITS) || !(ofRank in RANKS)) {
		return unknown();
	}
	return theme === 'pictures' ? picture(code) : jumbo(ofRank, ofSuit, fourColour);
}

/**
 * A new element for a card, as wide as what it lies in. `fourColour`: clubs are green and diamonds
 * blue; `theme`: one of THEMES; `back`: one of BACKS. It is hidden from screen readers: who shows it
 * names it.
 */
export function cardFace(code, { fourColour = false, theme = 'jumbo', back = 'lattice' } = {}) {
	const key = `${code} ${Boolean(fourColour)} ${theme} ${back}`;
	if (!made.has(key)) {
		made.set(key, make(code, { fourColour, theme, back }));
	}
	return made.get(key).cloneNode(true);
}
