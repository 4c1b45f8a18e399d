// Analysis of a game's history: the moves that were not undone, the value that each lost, and the
// decisive one.

const STEPS = new Set(['snapshot', 'move', 'table', 'correction']);

/** Returns the events that are not undone. An undone event can be redone only until the next change. */
export function effectiveEvents(history) {
	const steps = [];
	let taken = 0;
	for (const event of history) {
		if (event.kind === 'undo') {
			taken -= event.steps;
		} else if (STEPS.has(event.kind)) {
			steps.splice(taken, Infinity, event);
			taken++;
		}
	}
	return steps.slice(0, taken);
}

export const isMove = ({ moves }) => moves?.length > 0;

/** Returns how much less the played move was worth than the suggested one; 0 if unknown. */
export function valueLost({ advised }) {
	const best = advised?.suggestion?.value;
	const made = advised?.made?.value;
	return typeof best === 'number' && typeof made === 'number' ? Math.max(0, best - made) : 0;
}

/** Smaller losses may be noise and are not shown. */
export const MIN_LOSS = 0.03;

/** Returns the event of the move that lost the most value, or null. */
export function decisiveOf(history) {
	const worst = effectiveEvents(history).filter(isMove).reduce(
		(most, event) => (most === null || valueLost(event) > valueLost(most) ? event : most), null);
	return worst && valueLost(worst) >= MIN_LOSS ? worst : null;
}

/** True if the value of any played move is known. */
export const hasValues = (history) => effectiveEvents(history).some(({ advised }) => typeof advised?.made?.value === 'number');
