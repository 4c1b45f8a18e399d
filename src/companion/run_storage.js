// The run of games that play themselves, stored in this tab while it goes on: after a reload it goes on where it was.

const KEY = 'makker-run';

/** The stored run, or null. */
export function rememberedRun() {
	try {
		return JSON.parse(sessionStorage.getItem(KEY));
	} catch {
		return null;
	}
}

/** null: none goes on. A private window may reject storage: the run then lasts for this page only. */
export function rememberRun(run) {
	try {
		if (run) {
			sessionStorage.setItem(KEY, JSON.stringify(run));
		} else {
			sessionStorage.removeItem(KEY);
		}
	} catch { /* not stored */ }
}
