// The entered part of a table, stored on this device until the table has begun: a reload or an empty battery does not lose it.

const keyOf = (id) => `makker-entry-${id}`;

/** The stored entry for this version of the table, or undefined. */
export function rememberedEntry(id, version) {
	try {
		const kept = JSON.parse(localStorage.getItem(keyOf(id)));
		if (kept && kept.version !== version) {
			localStorage.removeItem(keyOf(id)); // the table has begun without it
			return undefined;
		}
		return kept?.entry;
	} catch {
		return undefined;
	}
}

/** A private window may reject storage: the entry then lasts for this page only. */
export function rememberEntry(id, version, entry) {
	try {
		if (Object.keys(entry).length === 0) {
			localStorage.removeItem(keyOf(id));
		} else {
			localStorage.setItem(keyOf(id), JSON.stringify({ version, entry }));
		}
	} catch { /* not stored */ }
}
