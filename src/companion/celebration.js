// The cards of a won game fly to their foundations and cascade down, with a few notes if the player has turned them on; the suggested
// card moves once along its arrow. The caller leaves it out with reduced motion.

import { DECK, RANKS, SUITS, rankSign } from './cards.js';

const FLY_MS = 320;
const FLY_EVERY_MS = 35;
const FALL_MS = 1600;
const FALL_EVERY_MS = 70;
const BOUNCES = 24; // keyframes of a falling card

/** A layer over the page that takes no taps and is silent. */
export function layer() {
	const box = Object.assign(document.createElement('div'), { className: 'over-table' });
	box.setAttribute('aria-hidden', 'true');
	document.body.append(box);
	return box;
}

/** A copy of a card's picture at a place of the screen. */
export function copyOf(card, { left, top, width }, box) {
	const copy = card.cloneNode(false);
	Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
	box.append(copy);
	return copy;
}

/** The way of a card that falls and bounces off the lower edge, as keyframes. */
function fall({ top, width }, place) {
	const side = (place % 2 ? 1 : -1) * (90 + 23 * (place % 7));
	const floor = innerHeight - top - width * 1.4;
	let [y, speed] = [0, -120 - 40 * (place % 3)];
	return Array.from({ length: BOUNCES + 1 }, (_, step) => {
		const frame = { transform: `translate(${(side * step * 3) / BOUNCES}px, ${y}px)` };
		speed += 60;
		y += speed / 2;
		if (y > floor) {
			y = floor;
			speed = -0.7 * speed;
		}
		return frame;
	});
}

const done = (animations) => Promise.all(animations.map(({ finished }) => finished.catch(() => {})));

/** Where the cards gather: their foundations, or in games without any the middle of the table. */
function gathering(field) {
	const piles = [...field.querySelectorAll('.klondike > .pile')].slice(2, 6);
	const boxes = piles.length === SUITS.length ? piles.map((pile) => (pile.querySelector('.spot') ?? pile).getBoundingClientRect()) : [];
	const { left, top, width } = field.getBoundingClientRect();
	return (suit) => boxes[SUITS.indexOf(suit)] ?? { left: left + width / 2 - 30 + 16 * SUITS.indexOf(suit), top: top + 20, width: 52 };
}

/** The cascade; resolves when it is over. */
export async function celebrate(field) {
	const box = layer();
	const at = gathering(field);
	const cards = [...field.querySelectorAll('mk-card[code]')].filter((card) => DECK.includes(card.getAttribute('code')))
		.sort((one, two) => RANKS.indexOf(one.getAttribute('code')[0]) - RANKS.indexOf(two.getAttribute('code')[0]));
	const flights = cards.map((card, place) => {
		const from = card.getBoundingClientRect();
		const to = at(card.getAttribute('code')[1]);
		return copyOf(card, from, box).animate([{ transform: 'none' }, { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px)` }],
			{ duration: FLY_MS, delay: place * FLY_EVERY_MS, fill: 'both', easing: 'ease-in-out' });
	});
	await done(flights);
	const sample = field.querySelector('mk-card[code]');
	const falling = !sample ? [] : [...RANKS].reverse().flatMap((rank) => [...SUITS].map((suit) => rank + suit)).map((code, place) => {
		const to = at(code[1]);
		const copy = copyOf(sample, to, box);
		copy.setAttribute('code', code);
		copy.setAttribute('letter', rankSign(code[0], document.documentElement.lang));
		return copy.animate(fall(to, place), { duration: FALL_MS, delay: place * FALL_EVERY_MS, fill: 'both' });
	});
	await done(falling);
	box.remove();
}

/** Four rising notes. */
export function chime() {
	const audio = new AudioContext();
	[523, 659, 784, 1047].forEach((pitch, place) => {
		const [tone, volume] = [audio.createOscillator(), audio.createGain()];
		const start = audio.currentTime + 0.13 * place;
		tone.frequency.value = pitch;
		volume.gain.setValueAtTime(0.12, start);
		volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
		tone.connect(volume).connect(audio.destination);
		tone.start(start);
		tone.stop(start + 0.5);
	});
	setTimeout(() => audio.close(), 2000);
}

/** The cards of the suggestion move once along its arrow. */
export function hint(field) {
	const [, x1, y1, x2, y2] = /^M(\S+) (\S+)Q\S+ \S+ (\S+) (\S+)$/.exec(field.querySelector('.arrow .line path')?.getAttribute('d') ?? '') ?? [];
	const cards = [...field.querySelectorAll('.lift mk-card')];
	if (x1 === undefined || cards.length === 0) {
		return;
	}
	const box = layer();
	const moves = cards.map((card) => copyOf(card, card.getBoundingClientRect(), box).animate(
		[{ transform: 'none', opacity: 0.9 }, { transform: `translate(${x2 - x1}px, ${y2 - y1}px)`, opacity: 0.9, offset: 0.8 },
			{ transform: `translate(${x2 - x1}px, ${y2 - y1}px)`, opacity: 0 }],
		{ duration: 700, easing: 'ease-in-out', fill: 'both' }));
	done(moves).then(() => box.remove());
}
