// The run of games that play themselves, stored in this tab while it goes on: after a reload it goes on where it was.

const KEY = 'makker-run';

/** The stored run, or null; also where an earlier version of the page has stored it in another form. */
export function rememberedRun() {
	try {
		const run = JSON.parse(sessionStorage.getItem(KEY));
		return typeof run?.started?.game === 'string' && Number.isInteger(run.pace) && Number.isInteger(run.done?.played) && Array.isArray(run.points) ? run : null;
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
