// The backs of the cards.

import { draw, paper, sheet } from './draw.js';

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

/** Their names, in the order in which they are offered. */
export const BACKS = { lattice, waves, star, plain };

/** A card that lies face down. An unknown name is the first back. */
export function cardBack(name = 'lattice') {
	const known = Object.hasOwn(BACKS, name) ? name : 'lattice';
	return sheet(`card-back card-back-${known}`, paper(), ground(), frame(), ...BACKS[known]());
}
