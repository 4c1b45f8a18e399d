// The names of the players at a table, stored on this device; a new table begins with those that were used last.

const KEY = 'makker-seats';
const MAX_TABLES = 30;
const MAX_KNOWN = 30;
export const MAX_LENGTH = 12;

function all() {
	try {
		return JSON.parse(localStorage.getItem(KEY)) ?? {};
	} catch {
		return {};
	}
}

/** The names by seat, "" where none is known. */
export function rememberedNames(id) {
	const { tables = {}, last = [] } = all();
	const names = tables[id] ?? last;
	return [0, 1, 2, 3].map((seat) => (typeof names[seat] === 'string' ? names[seat].slice(0, MAX_LENGTH) : ''));
}

/** All names that were given on this device, the last ones first: offered where a player is named. */
export function knownNames() {
	const { tables = {}, last = [], known = [] } = all();
	return [...new Set([last, known, ...Object.values(tables).reverse()].flat().filter((name) => typeof name === 'string' && name !== ''))];
}

/** A private window may reject storage: the names then last for this page only. */
export function rememberNames(id, names) {
	const { tables = {} } = all();
	const others = Object.entries(tables).filter(([one]) => one !== id).slice(1 - MAX_TABLES);
	try {
		localStorage.setItem(KEY, JSON.stringify({ tables: Object.fromEntries([...others, [id, names]]), last: names, known: knownNames().slice(0, MAX_KNOWN) }));
	} catch { /* not stored */ }
}
