// Playing cards: their codes, and their names in words.

import { inLanguage } from './texts.js';

export const RANKS = 'A234567890JQK';
export const SUITS = 'CDHS';
export const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
export const SUIT_SIGNS = { C: '♣', D: '♦', H: '♥', S: '♠' };

export const RANK_NAMES = {
	A: ['ace', 'es', 'Ass', 'άσος'],
	2: ['two', 'to', 'Zwei', 'δύο'],
	3: ['three', 'tre', 'Drei', 'τρία'],
	4: ['four', 'fire', 'Vier', 'τέσσερα'],
	5: ['five', 'fem', 'Fünf', 'πέντε'],
	6: ['six', 'seks', 'Sechs', 'έξι'],
	7: ['seven', 'syv', 'Sieben', 'επτά'],
	8: ['eight', 'otte', 'Acht', 'οκτώ'],
	9: ['nine', 'ni', 'Neun', 'εννιά'],
	0: ['ten', 'ti', 'Zehn', 'δέκα'],
	J: ['jack', 'knægt', 'Bube', 'βαλές'],
	Q: ['queen', 'dame', 'Dame', 'ντάμα'],
	K: ['king', 'konge', 'König', 'ρήγας'],
};
export const SUIT_NAMES = {
	C: ['clubs', 'klør', 'Kreuz', 'σπαθί'],
	D: ['diamonds', 'ruder', 'Karo', 'καρό'],
	H: ['hearts', 'hjerter', 'Herz', 'κούπα'],
	S: ['spades', 'spar', 'Pik', 'μπαστούνι'],
};
const ORDER = ['{0} of {1}', '{1} {0}', '{1}-{0}', '{0} {1}'];

/** "eight of diamonds", "ruder otte", "Karo-Acht", "οκτώ καρό". */
export const cardName = (code, language) =>
	inLanguage(ORDER, language, inLanguage(RANK_NAMES[code[0]], language), inLanguage(SUIT_NAMES[code[1]], language));

// German and Greek articles follow the rank; English has one, Danish none.
const GERMAN_ARTICLES = { A: 'das', J: 'der', K: 'der' };
const GREEK_ARTICLES = { A: 'ο', J: 'ο', Q: 'η', K: 'ο' };
const ARTICLES = {
	en: () => 'the ', da: () => '', de: (rank) => `${GERMAN_ARTICLES[rank] ?? 'die'} `, el: (rank) => `${GREEK_ARTICLES[rank] ?? 'το'} `,
};

/** "the eight of diamonds", "ruder otte", "die Karo-Acht", "το οκτώ καρό". */
export const theCard = (code, language) => ARTICLES[language](code[0]) + cardName(code, language);

/** "8♦", "10♥": short, for buttons. */
export const cardSign = (code) => (code[0] === '0' ? '10' : code[0]) + SUIT_SIGNS[code[1]];

export const isRed = (code) => code[1] === 'D' || code[1] === 'H';
