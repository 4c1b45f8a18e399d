// The texts and pictures of the tiles of games and tables on the start page.

/** The small cards on a tile, and the line below its title. */
export const TILES = {
	klondike: { cards: ['8♠', '7♥', '6♠'], line: 'line_klondike' },
	'take-away': { cards: ['•••', '••', '•'], line: 'line_take_away' },
	doppelkopf: { cards: ['10♥', '♣', '♠'], line: 'line_doppelkopf' },
	'ten-twenty-thirty': { cards: ['10', '20', '30'], line: 'line_ten_twenty_thirty' },
	freecell: { cards: ['A♥', '2♠', '3♦'], line: 'line_freecell' },
};

export const lineOf = ({ name, presets }, t) => (TILES[name] ? t(TILES[name].line) : presets[0]?.about ?? '');

/** The table that was used last and is not finished. */
export const unfinished = ({ tables, removed }) => tables?.filter(({ id, status }) => !removed.includes(id) && (status === 'playing' || status === 'waiting'))
	.sort((one, other) => other.updated_at.localeCompare(one.updated_at))[0];
