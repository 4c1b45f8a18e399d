// Drawings of the deal of each game: how the table looks before the first move.

import { rankSign } from './cards.js';
import { h } from './dom.js';
import { translatorOf } from './texts.js';

const WIDTH = 328;
const CARD = { width: 36, height: 50 };
const STEP = 41; // from column to column, eight of which fit
const SUITS = { C: '♣', D: '♦', H: '♥', S: '♠' };
const MARGIN = 2;
let signOf = (rank) => rank; // in the language that is drawn just now

// ---- Cards, places and words ---------------------------------------------------------------------

const at = (x, y) => ({ transform: `translate(${x} ${y})` });
const paper = (more) => h('rect', { width: CARD.width, height: CARD.height, rx: 4, ...more });

/** `fanned`: the next card covers its right half, not its lower one. */
function faceUp(code, x, y, fanned = false) {
	const [rank, suit] = [signOf(code[0]), SUITS[code[1]]];
	return h('g', { class: `face ${/[DH]/.test(code[1]) ? 'red' : 'black'}`, 'data-card': code, ...at(x, y) }, paper(),
		h('text', { x: 3, y: 12 }, rank), fanned ? h('text', { x: 4, y: 25 }, suit) : h('text', { x: CARD.width - 3, y: 12, class: 'right' }, suit));
}

const faceDown = (x, y) => h('g', { class: 'back', ...at(x, y) }, paper(), h('rect', { x: 4, y: 4, width: CARD.width - 8, height: CARD.height - 8, rx: 2 }));
const empty = (x, y, sign = '') => h('g', { class: 'free', ...at(x, y) }, paper(), h('text', { x: CARD.width / 2, y: 32, class: 'middle' }, sign));
const words = (text, x, y, where = '') => h('text', { class: `words ${where}`, x, y }, text);
const arrow = (d) => h('path', { class: 'way', d, 'marker-end': 'url(#deal-tip)' });

const tip = () => h('marker', { id: 'deal-tip', viewBox: '0 0 8 8', refX: 6, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto' }, h('path', { d: 'M0 0 8 4 0 8z' }));

const range = (count) => [...Array(count).keys()];
const FOUNDATIONS = ['♣', '♦', '♥', '♠'];

// ---- The games -----------------------------------------------------------------------------------

/** 1 to 7 cards, the last of each column face up; stock, waste and foundations above. */
const KLONDIKE = ['5S', '5H', 'QC', '7H', '8D', '9D', '9C'];
const KLONDIKE_WASTE = 'KS';

function klondike(word, value) {
	const left = (WIDTH - 6 * 46 - CARD.width) / 2;
	const column = (number) => left + number * 46;
	const turned = value('first_card_up');
	return { height: 214, parts: [
		faceDown(column(0), 16), words(word('stock'), column(0), 11),
		turned ? [faceUp(KLONDIKE_WASTE, column(1), 16), words(word('waste'), column(1) + 8, 78)] : empty(column(1), 16),
		FOUNDATIONS.map((suit, place) => empty(column(3 + place), 16, suit)), words(word('foundations'), column(6) + CARD.width, 11, 'right'),
		KLONDIKE.map((code, number) => [range(number).map((row) => faceDown(column(number), 88 + 11 * row)), faceUp(code, column(number), 88 + 11 * number)]),
	] };
}

/** Deal number 1 of Microsoft FreeCell. */
const FREECELL = [
	'JD KD 2S 4C 3S 6D 6S', '2D KC KS 5C 0D 8S 9C', '9H 9S 9D 0S 4S 8D 2H', 'JC 5S QD QH 0H QS 6H', '5D AD JS 4H 8H 6C', '7H QC AS AC 2C 3D', '7C KH AH 4D JH 8C', '5H 3H 3C 7S 7D 0C',
].map((column) => column.split(' '));

function freecell(word, value) {
	const column = (number) => MARGIN + number * STEP;
	const cells = value('cells');
	return { height: 236, parts: [
		range(cells).map((place) => empty(column(place), 16)), words(word('cells'), column(0), 11),
		FOUNDATIONS.map((suit, place) => empty(column(4 + place), 16, suit)), words(word('foundations'), column(7) + CARD.width, 11, 'right'),
		FREECELL.map((codes, number) => codes.map((code, row) => faceUp(code, column(number), 78 + 17 * row))),
	] };
}

/** Two rows are dealt, the third begins. */
const TENS = ['7H 2C', 'KD 0S', '3S JH', '9C 6D', 'AS QC', '5D 4H', '8S 0C'].map((column) => column.split(' '));

function tens(word) {
	const column = (number) => MARGIN + number * STEP;
	return { height: 144, parts: [
		TENS.map((codes, number) => codes.map((code, row) => faceUp(code, column(number), 4 + 17 * row))),
		range(3).map((layer) => faceDown(column(7) - 2 * layer, 4 + 2 * layer)), words(word('deck'), column(7) + CARD.width, 72, 'right'),
		arrow(`M${column(7) + 14} 84C${column(7)} 112 ${column(0) + 70} 116 ${column(0) + 24} 82`), words(word('next'), WIDTH / 2, 124, 'middle'),
	] };
}

const GROUPS = [3, 4, 5];

function takeAway() {
	const gap = 22;
	const wide = (count) => CARD.width + 12 * (count - 1);
	const lefts = GROUPS.map((count, place) => (WIDTH - GROUPS.reduce((sum, one) => sum + wide(one), gap * 2)) / 2
		+ GROUPS.slice(0, place).reduce((sum, one) => sum + wide(one) + gap, 0));
	return { height: 84, parts: GROUPS.map((count, place) => [
		range(count).map((card) => faceDown(lefts[place] + 12 * card, 4)),
		words(count, lefts[place] + wide(count) / 2, 74, 'middle number'),
	]) };
}

/** The player's own hand, sorted as at the table: trumps from high to low, then the side suits. */
const HAND = ['0H', 'QS', 'QD', 'JC', 'JH', 'AD', 'KD', 'AC', '0C', 'AS', 'KS', '9S'];

function doppelkopf(word, value) {
	const hand = value('nines') ? HAND : HAND.filter((code) => code[0] !== '9' && code !== 'KS');
	const middle = WIDTH / 2;
	const count = hand.length;
	const wide = CARD.width + 20 * (count - 1);
	const small = (x, y) => h('g', { transform: `translate(${x} ${y}) scale(.6)` },
		range(count).map((card) => faceDown(5 * card, 0)), words(`${count}`, CARD.width / 2 + 2.5 * (count - 1), 68, 'middle number'));
	const spread = .6 * (CARD.width + 5 * (count - 1));
	return { height: 242, parts: [
		small(middle - spread / 2, 4), small(MARGIN, 74), small(WIDTH - MARGIN - spread, 74),
		words(word('first'), MARGIN, 70), words(`${word('you')} · ${word('dealer')}`, middle, 236, 'middle'),
		hand.map((code, card) => faceUp(code, middle - wide / 2 + 20 * card, 170, true)),
		arrow(`M${middle - 40} 142A48 48 0 1 1 ${middle + 40} 142`),
	] };
}

const DRAWINGS = { klondike, freecell, 'take-away': takeAway, 'ten-twenty-thirty': tens, doppelkopf };

/** Draws the deal by these rules; null for a game without a drawing. `value`: of an option, by its name. */
export function dealDrawing(game, { language, label, value }) {
	if (!DRAWINGS[game]) {
		return null;
	}
	signOf = (rank) => rankSign(rank, language);
	const { height, parts } = DRAWINGS[game](translatorOf('rules', language), value);
	return h('svg', { class: 'deal', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': label }, h('defs', {}, tip()), parts);
}
