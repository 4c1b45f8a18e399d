// The games that have a view of their own: a row each, with its meaning and, loaded when it is needed, its drawing.

import * as any from './any.js';
import * as klondike from './klondike.js';

const GAMES = {
	klondike: { module: klondike, drawing: () => import('./klondike_table.js') },
};

export const moduleOf = (name) => GAMES[name]?.module ?? any;

/** The drawings of all games, by name. */
export async function drawings() {
	const all = await Promise.all(Object.entries(GAMES).map(async ([name, { drawing }]) => [name, (await drawing()).Table]));
	return Object.fromEntries(all);
}
