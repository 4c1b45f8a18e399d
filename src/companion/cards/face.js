// Pictures of cards. Codes are those of the API: "8D", "0H" (a ten), "KS"; "BACK" is a face-down
// card, "UU" an unknown one, "XX" an empty place.
//
// They are SVG elements, built without parsing markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element with attributes and children. */
function draw(name, attributes = {}, ...children) {
	const element = document.createElementNS(SVG, name);
	for (const [key, value] of Object.entries(attributes)) {
		element.setAttribute(key, value);
	}
	element.append(...children);
	return element;
}

/** A shape of `d`, moved to x and y and scaled. */
const shape = (kind, d, x, y, scale = 1) =>
	draw('path', { class: kind, d, transform: `translate(${x} ${y}) scale(${scale})` });

/** An empty card, 100 by 140, as wide as its container. The caller provides its accessible name. */
const sheet = (kind, ...children) => draw('svg',
	{ class: `card ${kind}`, viewBox: '0 0 100 140', 'aria-hidden': 'true', focusable: 'false' }, ...children);

const paper = () =>
	draw('rect', { class: 'card-paper', x: .75, y: .75, width: 98.5, height: 138.5, rx: 9 });

// ---- Shapes --------------------------------------------------------------------------------------

// Ranks, suits and emblems are drawn here, so that they look the same everywhere and need no font.

/**
 * Ranks are strokes of the given width, 50 high: a few bold lines that are legible at arm's length.
 * The 3 has a flat top, so that it does not look like an 8.
 */
const RANKS = {
	A: { width: 32, d: 'M0 50 16 0 32 50M6 34H26' },
	2: { width: 29, d: 'M1 14C1 5 7 0 15 0S29 5 29 13C29 20 25 25 18 31.5L1 49V50H30' },
	3: { width: 29, d: 'M1 0H28L14 19C23 19 29 25 29 34.5S23 50 14.5 50C8 50 3 47.5 0 42' },
	4: { width: 30, d: 'M22 50V0L0 35.5H31' },
	5: { width: 29, d: 'M27 0H5L3 21.5C6 19 10 17.5 14.5 17.5 23 17.5 29 24 29 33.5S23 50 14 50C8 50 3 47.5 0 42.5' },
	6: { width: 30, d: 'M22 0C9 9 0 21.5 0 34.5 0 44 6 50 15 50S30 44 30 34.5 24 19 15.5 19C8 19 2.5 23 .5 29.5' },
	7: { width: 29, d: 'M0 0H29L11 50' },
	8: { width: 30, d: 'M15 23.5C7.5 23.5 2.5 19 2.5 12S7.5 0 15 0 27.5 5 27.5 12 22.5 23.5 15 23.5C6 23.5 0 29 0 37S6 50 15 50 30 45 30 37 24 23.5 15 23.5Z' },
	9: { width: 30, d: 'M8 50C21 41 30 28.5 30 15.5 30 6 24 0 15 0S0 6 0 15.5 6 31 14.5 31C22 31 27.5 27 29.5 20.5' },
	0: { width: 42.5, d: 'M0 9 7.5 0V50M32 0C25 0 21.5 9 21.5 25S25 50 32 50 42.5 41 42.5 25 39 0 32 0Z' },
	J: { width: 25, d: 'M9 0H25V35C25 45 20 50 12.5 50 6 50 1 46.5 0 39' },
	Q: { width: 34, d: 'M17 0C6 0 0 9 0 25S6 50 17 50 34 41 34 25 28 0 17 0ZM19 36 34 53' },
	K: { width: 31, d: 'M0 0V50M29 0 1 30M11.5 20 31 50' },
	// Letters of other languages: Bube, Dame, Es, Knægt.
	B: { width: 30, d: 'M0 23.5H17C25 23.5 30 29 30 37S25 50 17 50H0V0H16C23 0 27.5 5 27.5 12S23 23.5 16 23.5' },
	D: { width: 31, d: 'M0 0V50H12C24 50 31 41 31 25S24 0 12 0Z' },
	E: { width: 27, d: 'M27 0H0V50H28M0 24H23' },
	Kn: { width: 44, d: 'M0 0V50M21 0 1 30M8.5 19.5 22 50M30 50V22M30 33C30 26 34 21.5 37.5 21.5 41.5 21.5 44 25 44 31V50' },
	U: { width: 27, d: 'M0 12C1 4.5 6 0 13.5 0S27 5 27 12.5C27 22 14 21 14 34M14 49.5V50' },
};

const STEM = 'M45 68H55C55 82 59 91 68 97H32C41 91 45 82 45 68Z';

/** Suits fill a square of 100 by 100. */
const SUITS = {
	C: `M29 25A21 21 0 1 1 71 25 21 21 0 1 1 29 25ZM4 58A21 21 0 1 1 46 58 21 21 0 1 1 4 58ZM54 58A21 21 0 1 1 96 58 21 21 0 1 1 54 58ZM38 38H62L58 70H42Z${STEM}`,
	D: 'M50 1C60 20 74 37 89 50 74 63 60 80 50 99 40 80 26 63 11 50 26 37 40 20 50 1Z',
	H: 'M50 95C22 70 4 52 4 31 4 15 15 5 28 5 38 5 46 11 50 21 54 11 62 5 72 5 85 5 96 15 96 31 96 52 78 70 50 95Z',
	S: `M50 2C58 21 95 40 95 63 95 76 85 84 75 84 66 84 59 79 55 71H45C41 79 34 84 25 84 15 84 5 76 5 63 5 40 42 21 50 2Z${STEM}`,
};

/** Emblems of the court cards, 64 by 34: a king's crown, a queen's coronet, a jack's feathered cap. */
const EMBLEMS = {
	K: 'M4 34 0 9 16 19 32 0 48 19 64 9 60 34Z',
	Q: 'M6 34C4 22 2 15 0 10 8 12 12 16 16 22 18 14 24 7 32 2 40 7 46 14 48 22 52 16 56 12 64 10 62 15 60 22 58 34Z',
	J: 'M4 34C4 20 14 12 28 12 34 12 38 13 42 15 44 8 52 1 64 0 63 8 58 15 51 20 54 24 56 29 56 34Z',
};

/** Lower edge of an emblem's band. */
const BANDS = { K: 'M4 26H60', Q: 'M6 27H58', J: 'M5 27H55' };

// ---- Backs ---------------------------------------------------------------------------------------

const ground = () => draw('rect', { class: 'back-ground', x: 6, y: 6, width: 88, height: 128, rx: 5 });
const frame = () => draw('rect', { class: 'back-line', x: 10, y: 10, width: 80, height: 120, rx: 3 });

/** Numbers from `first` to `last`, `step` apart. */
const steps = (first, last, step) =>
	Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, place) => first + place * step);

// Diagonals, cut off where they meet the frame: x and y run from (10, 10) to (90, 130).
function diagonals(slope) {
	const left = 10;
	const right = 90;
	return steps(-70, 130, 20).map((start) => {
		const from = slope > 0 ? start : start + 80;
		const at = (x) => from + slope * (x - left);
		const inside = (y) => Math.min(130, Math.max(10, y));
		const x = (y) => left + (y - from) / slope;
		const y0 = inside(at(left));
		const y1 = inside(at(right));
		return `M${x(y0)} ${y0}L${x(y1)} ${y1}`;
	}).join('');
}

const lattice = () => [
	draw('path', { class: 'back-accent', d: diagonals(1) + diagonals(-1) }),
	draw('path', { class: 'back-fill', d: steps(30, 110, 20).flatMap((y) => steps(20, 80, 20).map((x) =>
		`M${x} ${y - 4}l4 4-4 4-4-4Z`)).join('') }),
];

const waves = () => steps(20, 120, 10).map((y, row) => draw('path', {
	class: row % 2 ? 'back-line' : 'back-accent',
	d: `M12 ${y}${steps(0, 3, 1).map(() => 'q4.75-8 9.5 0t9.5 0').join('')}`,
}));

const star = () => [
	draw('path', { class: 'back-accent', d: steps(0, 165, 15).map((angle) => {
		const x = 34 * Math.cos(angle * Math.PI / 180);
		const y = 34 * Math.sin(angle * Math.PI / 180);
		return `M${(50 - x).toFixed(2)} ${(70 - y).toFixed(2)}L${(50 + x).toFixed(2)} ${(70 + y).toFixed(2)}`;
	}).join('') }),
	draw('circle', { class: 'back-line', cx: 50, cy: 70, r: 34 }),
	draw('circle', { class: 'back-ground', cx: 50, cy: 70, r: 13 }),
	draw('circle', { class: 'back-line', cx: 50, cy: 70, r: 13 }),
	draw('path', { class: 'back-fill', d: 'M50 60l3 7 7 3-7 3-3 7-3-7-7-3 7-3Z' }),
	draw('path', { class: 'back-fill', d: [[20, 20], [80, 20], [20, 120], [80, 120]].map(([x, y]) =>
		`M${x} ${y - 6}l2 4 4 2-4 2-2 4-2-4-4-2 4-2Z`).join('') }),
];

const plain = () => [
	draw('rect', { class: 'back-accent', x: 16, y: 16, width: 68, height: 108, rx: 2 }),
	draw('path', { class: 'back-fill', d: 'M50 50 66 70 50 90 34 70Z' }),
];

/** Names of the backs, in the order of the settings. */
export const BACKS = { lattice, waves, star, plain };

/** A face-down card. An unknown name gives the first back. */
function cardBack(name = 'lattice') {
	const known = Object.hasOwn(BACKS, name) ? name : 'lattice';
	return sheet(`card-back card-back-${known}`, paper(), ground(), frame(), ...BACKS[known]());
}

// ---- Faces ---------------------------------------------------------------------------------------

/** The selectable faces: large indices that are legible from afar, and classic pictures. */
export const THEMES = ['jumbo', 'pictures'];

// In a column only the upper part of a card is visible: rank and suit are side by side there.
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

function jumbo(ofRank, ofSuit, letter, fourColour) {
	return sheet(`card-${ofSuit}${fourColour ? ' card-four' : ''}`,
		paper(), rank(letter), suit(ofSuit, 56, 9.5, 38), ...body(ofRank, ofSuit));
}

const unknown = () => sheet('card-unknown', paper(), shape('card-rank', RANKS.U.d, 32, 42, 1.3));

/** An empty place: a dashed outline, with the suit or rank that belongs there if `hint` names it. */
function cardSlot(hint = '') {
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
	image.src = `/companion/cards/pictures/${code}.svg`; // the whole path: this module may be joined with others
	return image;
}

const made = new Map();

function make(code, { fourColour, theme, back, letter }) {
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
	return theme === 'pictures' ? picture(code) : jumbo(ofRank, ofSuit, letter in RANKS ? letter : ofRank, fourColour);
}

/**
 * Creates the element of a card, as wide as its container. `fourColour`: clubs are green and diamonds
 * blue; `theme`: one of THEMES; `back`: one of BACKS; `letter`: of the rank in the player's language. It is hidden from screen readers: the caller
 * provides its name.
 */
function cardFace(code, { fourColour = false, theme = 'jumbo', back = 'lattice', letter = null } = {}) {
	const key = `${code} ${Boolean(fourColour)} ${theme} ${back} ${letter}`;
	if (!made.has(key)) {
		made.set(key, make(code, { fourColour, theme, back, letter }));
	}
	return made.get(key).cloneNode(true);
}

// ---- The element ---------------------------------------------------------------------------------

/** A card as a picture: <mk-card code="8D" deck="jumbo" four-colour>, or <mk-card back="weave">. */
class Card extends HTMLElement {
	static observedAttributes = ['code', 'deck', 'four-colour', 'letter', 'back'];

	connectedCallback() {
		this.#draw();
	}

	attributeChangedCallback() {
		if (this.isConnected) {
			this.#draw();
		}
	}

	#draw() {
		const code = this.getAttribute('code');
		const name = `${code} ${this.getAttribute('deck')} ${this.hasAttribute('four-colour')} ${this.getAttribute('letter')} ${this.getAttribute('back')}`;
		if (name === this.drawn) {
			return;
		}
		this.drawn = name;
		this.replaceChildren(code
			? cardFace(code, { fourColour: this.hasAttribute('four-colour'), theme: this.getAttribute('deck'), letter: this.getAttribute('letter') })
			: cardBack(this.getAttribute('back')));
	}
}

/** Makes the element known. Called by whatever is the first to show cards. */
export const defineCard = () => customElements.get('mk-card') ?? customElements.define('mk-card', Card);
