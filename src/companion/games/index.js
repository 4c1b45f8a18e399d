// Games with a view of their own: a row each, with module, drawing and style sheet, loaded on demand.

import * as generic from './generic.js';
import { loadStyle } from '../style_sheet.js';
import { loadTexts } from '../texts.js';
import * as klondike from './klondike.js';

const GAMES = {
	klondike: { module: async () => klondike, drawing: () => import('./klondike_table.js') },
	doppelkopf: { words: 'doppelkopf', module: () => import('./doppelkopf.js'), drawing: () => import('./doppelkopf_table.js'), style: '/companion/games/doppelkopf.css' },
	'take-away': { words: 'take_away', module: () => import('./take_away.js'), drawing: () => import('./take_away_table.js'), style: '/companion/games/take_away.css' },
	'ten-twenty-thirty': { words: 'ten_twenty_thirty', module: () => import('./ten_twenty_thirty.js'), drawing: () => import('./ten_twenty_thirty_table.js'), style: '/companion/games/ten_twenty_thirty.css' },
};

const GENERIC = { drawing: () => import('./generic_table.js'), style: '/companion/games/generic.css' };

// The default game is loaded with the page.
const modules = new Map([['klondike', klondike]]);
const drawings = new Map();

/** A game's module; the generic one until it is loaded, or if the game has none. */
export const moduleOf = (name) => modules.get(name) ?? generic;

/** Draws the table; undefined until it is loaded. */
export const drawingOf = (name) => drawings.get(name);

export const isLoaded = (name) => drawings.has(name);

/** Loads a game's words in one language: from a file of the page, or from the daemon if the page has no view of its own for it. */
export const loadWordsOf = async (name, language) => (!(name in GAMES) ? generic.loadWords(language)
	: GAMES[name].words && loadTexts(language, GAMES[name].words));

async function loadModule(name, language) {
	const [module] = await Promise.all([GAMES[name].module(), loadWordsOf(name, language)]);
	modules.set(name, module);
}

/** Loads the modules of these games, with their words. */
export const loadModules = (names, language) => Promise.all(names.filter((name) => name in GAMES).map((name) => loadModule(name, language)));

/** Loads module, drawing, style sheet and words of a game. */
export async function loadGame(name, language) {
	const row = GAMES[name] ?? GENERIC;
	if (isLoaded(name)) {
		await loadWordsOf(name, language);
		return;
	}
	const [, drawing] = await Promise.all([name in GAMES ? loadModule(name, language) : loadWordsOf(name, language), row.drawing(), row.style && loadStyle(row.style)]);
	if (row === GENERIC) {
		modules.set(name, { ...generic, reasons: generic.reasonsOf(name) });
	}
	drawings.set(name, drawing.Table);
}
