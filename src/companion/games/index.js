// Games with a view of their own: a row each, with module, drawing and style sheet, loaded on demand.

import * as generic from './generic.js';
import { loadStyle } from '../style_sheet.js';
import { loadTexts } from '../texts.js';
import * as klondike from './klondike.js';

/** The view of a game whose table is drawn from its piles. */
const drawGeneric = () => Promise.all([import('./generic_table.js'), import('./generic_arrows.js')]).then(([drawing, { defineMoves }]) => {
	defineMoves();
	return drawing;
});
const GENERIC = { isGeneric: true, module: async () => ({}), drawing: drawGeneric, style: '/companion/games/generic.css' };

const GAMES = {
	klondike: { module: async () => klondike, drawing: () => import('./klondike_table.js') },
	doppelkopf: { words: 'doppelkopf', module: () => import('./doppelkopf.js'), drawing: () => import('./doppelkopf_table.js'), style: '/companion/games/doppelkopf.css' },
	'take-away': { words: 'take_away', module: () => import('./take_away.js'), drawing: () => import('./take_away_table.js'), style: '/companion/games/take_away.css' },
	'ten-twenty-thirty': { words: 'ten_twenty_thirty', module: () => import('./ten_twenty_thirty.js'), drawing: () => import('./ten_twenty_thirty_table.js'), style: '/companion/games/ten_twenty_thirty.css' },
	freecell: { ...GENERIC, words: 'freecell', module: () => import('./freecell.js') },
};
const rowOf = (name) => GAMES[name] ?? GENERIC;

// The default game is loaded with the page.
const modules = new Map([['klondike', klondike]]);
const drawings = new Map();
const fitting = new Map();

/** A game's module; the generic one until it is loaded, or if the game has none. */
export const moduleOf = (name) => modules.get(name) ?? generic;

/** Draws the table; undefined until it is loaded. */
export const drawingOf = (name) => drawings.get(name);

/** True if the game's table is wholly visible in {width, height, above}; a drawing that can't tell has fixed places. */
export const fitsIn = (session, size) => fitting.get(session?.game)?.(session, size) ?? true;

export const isLoaded = (name) => drawings.has(name);

/** Loads a game's words in one language: from a file of the page, and from the daemon if its piles and reasons are named there. */
export async function loadWordsOf(name, language) {
	const { words, isGeneric } = rowOf(name);
	await Promise.all([words && loadTexts(language, words), isGeneric && generic.loadWords(language)]);
}

async function loadModule(name, language) {
	const { module, isGeneric } = rowOf(name);
	const [found, taps] = await Promise.all([module(), isGeneric && import('./generic_taps.js'), loadWordsOf(name, language)]);
	modules.set(name, isGeneric ? { ...generic, ...taps, reasons: generic.reasonsOf(name), ...found } : found);
}

/** Loads the modules of these games, with their words. */
export const loadModules = (names, language) => Promise.all(names.filter((name) => name in GAMES).map((name) => loadModule(name, language)));

/** Loads module, drawing, style sheet and words of a game. */
export async function loadGame(name, language) {
	const row = rowOf(name);
	if (isLoaded(name)) {
		await loadWordsOf(name, language);
		return;
	}
	const [, drawing] = await Promise.all([loadModule(name, language), row.drawing(), row.style && loadStyle(row.style)]);
	drawings.set(name, drawing.Table);
	fitting.set(name, drawing.fits);
}
