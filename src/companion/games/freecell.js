// FreeCell on the companion page: drawn as any game (generic.js); here the first table is entered card by card, in the order of the deal.

import { DECK } from '../cards.js';
import { translatorOf } from '../texts.js';

const COLUMNS = 8;
const PLACES = DECK.map((_, place) => place); // row by row
const TITLES = { freecell: 'FreeCell', 'bakers-game': 'Baker’s Game' }; // the same in every language

export const presetTitle = (name) => TITLES[name] ?? name;
export const choiceTitle = (name, language) => translatorOf('freecell', language)(`choice_${name}`) || name;

export const pad = true;
export const placeName = (place, language) => translatorOf('klondike', language)('in_column', place % COLUMNS + 1);

export const unseenCards = ({ entry: entered }) => {
	const seen = new Set(Object.values(entered));
	return DECK.filter((card) => !seen.has(card));
};
export const whereIs = ({ entry: entered }, card) => PLACES.find((place) => entered[place] === card);

const columnsOf = (cards) => Array.from({ length: COLUMNS }, (_, column) => PLACES.filter((place) => place % COLUMNS === column && cards[place]).map((place) => cards[place]));

export const press = ({ session }, { position }) => (session.status === 'waiting' ? { enter: position } : {});

export const entry = {
	about: (language) => translatorOf('freecell', language)('enter'),
	slots: () => PLACES,
	next: (session, cards) => PLACES.find((place) => !cards[place]),
	snapshot: ({ table }, cards) => ({ ...table, columns: columnsOf(cards) }),
};

/** The table with the cards entered so far. */
export const entered = ({ session, entry: cards }) => entry.snapshot(session, cards);
