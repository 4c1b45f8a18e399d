// Playing cards: their codes, their names in words, their letters and pictures.

import { h } from './dom.js';
import { translatorOf } from './texts.js';

export const RANKS = 'A234567890JQK';
export const SUITS = 'CDHS';
export const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
export const SUIT_SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' };

export const suitName = (suit, language) => translatorOf('cards', language)(`suit_${suit}`);

/** "eight of diamonds", "ruder otte", "Karo-Acht", "οκτώ καρό". */
export const cardName = (code, language) => (code === 'UU' ? translatorOf('cards', language)('unknown')
	: translatorOf('cards', language)('card', translatorOf('cards', language)(`rank_${code[0]}`), suitName(code[1], language)));

// German and Greek articles follow the rank; English has one, Danish none.
const GERMAN_ARTICLES = { A: 'das', J: 'der', K: 'der' };
const GREEK_ARTICLES = { A: 'ο', J: 'ο', Q: 'η', K: 'ο' };
const ARTICLES = {
	en: () => 'the ', da: () => '', de: (rank) => `${GERMAN_ARTICLES[rank] ?? 'die'} `, el: (rank) => `${GREEK_ARTICLES[rank] ?? 'το'} `,
};

/** "the eight of diamonds", "ruder otte", "die Karo-Acht", "το οκτώ καρό". */
export const theCard = (code, language) => ARTICLES[language](code[0]) + cardName(code, language);

/** The corner text of a card in the countries of the language: "8", "10", "D" for a queen. */
export const rankSign = (rank, language) => (rank === '0' ? '10' : translatorOf('cards', language)(`letter_${rank}`) || rank);

/** "8♦", "10♥", "D♣": short, for buttons. */
export const cardSign = (code, language) => rankSign(code[0], language) + SUIT_SIGNS[code[1]];

export const isRed = (code) => code[1] === 'D' || code[1] === 'H';

/** The picture of a card; its name is the caller's. `look`: the player's preferences. */
export const cardPicture = (code, look, language) => h('mk-card', {
	code, deck: look.deck, 'four-colour': look.fourColour, letter: code.length === 2 ? rankSign(code[0], language) : undefined, 'aria-hidden': 'true',
});

export const backPicture = (look) => h('mk-card', { back: look.back, 'aria-hidden': 'true' });

// ---- The arrow of a move ------------------------------------------------------------------------------------

const BOW = 0.12; // of the length
const MAX_BOW = 30;

/** The path from one place to another, bowed to one side or the other, and its head. */
export function arrowPaths([x1, y1], [x2, y2], side) {
	const bow = Math.min(MAX_BOW, Math.hypot(x2 - x1, y2 - y1) * BOW) * side;
	const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2 - bow];
	const angle = Math.atan2(y2 - my, x2 - mx);
	const [one, other] = [-2.6, 2.6].map((turn) => `${x2 + 13 * Math.cos(angle + turn)} ${y2 + 13 * Math.sin(angle + turn)}`);
	return [`M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`, `M${one}L${x2} ${y2}L${other}`];
}
