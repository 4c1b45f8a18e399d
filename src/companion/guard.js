// A tap is for what the finger saw. An element with `data-means` records nothing before its meaning has been on the screen for a while.

/** Time for which a new meaning must have been seen. */
export const SETTLE_MS = 500;

/** A tap this soon after a change may have been meant for what was there before: it can be undone at once. */
export const DOUBT_MS = 1000;

const meanings = new WeakMap(); // element -> {means, since}; since: Infinity until a frame has shown it
let pressedAt = 0; // when the finger came down
let tap = { age: Infinity, settled: true }; // of the last tap: how long its meaning had been seen

const after = (frame) => requestAnimationFrame(() => setTimeout(frame));

function begin(element, means) {
	const meaning = { means, since: Infinity };
	meanings.set(element, meaning);
	element.setAttribute('aria-disabled', 'true');
	after(() => {
		meaning.since = performance.now();
		setTimeout(() => meanings.get(element) === meaning && element.removeAttribute('aria-disabled'), SETTLE_MS);
	});
}

/** Called after each paint: notes the meanings that have changed. */
export function noteMeanings(root = document) {
	for (const element of root.querySelectorAll('[data-means]')) {
		const { means } = element.dataset;
		if (meanings.get(element)?.means !== means) {
			begin(element, means);
		}
	}
}

/** An element that has just appeared counts as new, although its meaning is the one it had when last on the screen. */
export const renewMeanings = (root) => root.querySelectorAll('[data-means]').forEach((element) => meanings.delete(element));

/** True if the element's meaning had been seen long enough at this time; `lastTap` then says for how long. */
export function judgeAt(element, time) {
	const age = element ? time - (meanings.get(element)?.since ?? Infinity) : Infinity;
	tap = { age, settled: age >= SETTLE_MS };
	return tap.settled;
}

/** A tap counts from the moment when the finger came down; a key from when it was pressed. */
const timeOf = (event) => (event.detail > 0 ? Math.min(pressedAt, event.timeStamp) : event.timeStamp);

/**
 * Stops early taps, except within `data-soft`: there a tap may still do what records nothing, and `lastTap` says what it is.
 * Between a meaning's change and the next frame the finger saw the earlier one.
 */
function judge(event) {
	const element = event.target.closest?.('[data-means]');
	if (!judgeAt(element, timeOf(event)) && element.dataset.soft === undefined) {
		showEarly(event.target.closest('button') ?? element);
		event.preventDefault();
		event.stopImmediatePropagation();
	}
}

/** Marks what was tapped too early, or does not move: otherwise the tap seems to have been lost. */
const EARLY_MS = 600;
export function showEarly(element) {
	element.classList.add('early');
	setTimeout(() => element.classList.remove('early'), EARLY_MS);
}

/** {age, settled} of the last tap. */
export const lastTap = () => tap;

export function startGuard() {
	addEventListener('pointerdown', ({ timeStamp }) => { pressedAt = timeStamp; }, { capture: true });
	addEventListener('click', judge, { capture: true });
}
