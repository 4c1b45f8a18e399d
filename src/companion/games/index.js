// The games that have a view of their own: a row each, with its meaning, its drawing and its style, loaded when needed.

import * as generic from './generic.js';
import * as klondike from './klondike.js';

const GAMES = {
	klondike: { module: async () => klondike, drawing: () => import('./klondike_table.js') },
	doppelkopf: { module: () => import('./doppelkopf.js'), drawing: () => import('./doppelkopf_table.js'), style: 'doppelkopf.css' },
	'take-away': { module: () => import('./take_away.js'), drawing: () => import('./take_away_table.js'), style: 'take_away.css' },
	'ten-twenty-thirty': { module: () => import('./ten_twenty_thirty.js'), drawing: () => import('./ten_twenty_thirty_table.js'), style: 'ten_twenty_thirty.css' },
};

// The first game that is offered is known at once.
const modules = new Map([['klondike', klondike]]);
const drawings = new Map();

/** A game's meaning: that of any game before it is loaded, and where it has none of its own. */
export const moduleOf = (name) => modules.get(name) ?? generic;

/** Draws the table; undefined for a game without a view. */
export const drawingOf = (name) => drawings.get(name);

export const isLoaded = (name) => drawings.has(name) || (name !== undefined && !(name in GAMES));

/** Loads what the games mean. */
export async function loadModules(names) {
	await Promise.all(names.filter((name) => name in GAMES)
		.map(async (name) => modules.set(name, await GAMES[name].module())));
}

const loadStyle = (file) => file && new Promise((resolve, reject) => {
	const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `/companion/games/${file}` });
	link.addEventListener('load', resolve);
	link.addEventListener('error', reject);
	document.head.append(link);
});

/** Loads all that a table of this game needs. */
export async function loadGame(name) {
	const row = GAMES[name];
	const [, drawing] = await Promise.all([loadModules([name]), row?.drawing(), loadStyle(row?.style)]);
	if (drawing) {
		drawings.set(name, drawing.Table);
	}
}
