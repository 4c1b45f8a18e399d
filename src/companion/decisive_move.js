// What the history of a game comes to: the moves that count, what each gave away, and the one that
// decided the game.

const STEPS = new Set(['snapshot', 'move', 'table', 'correction']);

/** The events that were not taken back. What was undone comes again only until something new happens. */
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

/** What the move that was made was worth less than the one that was suggested; 0 where that is not known. */
export function valueLost({ advised }) {
	const best = advised?.suggestion?.value;
	const made = advised?.made?.value;
	return typeof best === 'number' && typeof made === 'number' ? Math.max(0, best - made) : 0;
}

/** Less than this may be chance: it is not told. */
export const MIN_LOSS = 0.03;

/** The move by which most was given away, or null. */
export function decisiveOf(history) {
	const worst = effectiveEvents(history).filter(isMove).reduce(
		(most, event) => (most === null || valueLost(event) > valueLost(most) ? event : most), null);
	return worst && valueLost(worst) >= MIN_LOSS ? worst : null;
}

/** Was it known of any move what it was worth? */
export const hasValues = (history) => effectiveEvents(history).some(({ advised }) => typeof advised?.made?.value === 'number');
