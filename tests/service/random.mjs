// Reproducible random numbers: the same seed gives the same games on every machine.

/** A source of numbers in [0, 1) (mulberry32). */
export function randomFrom(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** One of `list`, each equally likely. */
export function pick(list, random) {
	return list[Math.floor(random() * list.length)];
}

/** `list` in a new order, all orders equally likely. */
export function shuffled(list, random) {
	const cards = [...list];
	for (let last = cards.length - 1; last > 0; last--) {
		const other = Math.floor(random() * (last + 1));
		[cards[last], cards[other]] = [cards[other], cards[last]];
	}
	return cards;
}
