// Where everything of a Klondike table lies, in pixels: a function of the table and the room for it.

export const DRAW_PILE = 11;
export const FIRST_FOUNDATION = 7;
const RATIO = 1.4; // height of a card
const READABLE = 0.38; // as much of it shows its rank and suit
const COUNTS_HEIGHT = 24;
const NUMBERS_HEIGHT = 20;
const FIRST_BACK = 17; // room for the number of face-down cards
const NEXT_BACK = 4;
const FOLDED = 4; // what is seen of a card in a fold
const FOLD = 20; // where the fold is opened

/** What all of the table has in common. */
export function frame(width, height) {
	const gap = Math.max(4, Math.round(width * 0.014));
	const card = Math.floor((width - 6 * gap) / 7);
	const tall = Math.round(card * RATIO);
	const columnsAt = tall + COUNTS_HEIGHT + NUMBERS_HEIGHT;
	return {
		gap, card, tall, columnsAt,
		x: (place) => place * (card + gap),
		countsAt: tall,
		room: Math.max(height - columnsAt, tall * 2),
	};
}

const backsHeight = (unseen) => (unseen === 0 ? 0 : FIRST_BACK + (unseen - 1) * NEXT_BACK);

/** As many of the front cards as fit are shown, and always the deepest one; the others are folded. */
function fold(count, room, step) {
	let shown = count - 2;
	while (shown > 1 && step + FOLD + (count - 1 - shown) * FOLDED + shown * step > room) {
		shown -= 1;
	}
	return { from: 1, to: count - shown };
}

/**
 * One column: where each face-down and face-up card begins, from the column's top. `folded`: from which card
 * (counted from 0) to which one not, and where the handle is. A column that is unfolded may be longer than the room.
 */
export function column({ unseen, cards }, { tall, room }, unfolded = false) {
	const top = backsHeight(unseen);
	const backs = Array.from({ length: unseen }, (_, place) => (place === 0 ? 0 : FIRST_BACK + (place - 1) * NEXT_BACK));
	const free = room - tall - top;
	const readable = Math.max(20, Math.round(tall * READABLE));
	const step = Math.min(Math.round(tall * 0.44), Math.floor(free / Math.max(1, cards.length - 1)));
	if (step >= readable || unfolded || cards.length < 4) {
		const used = Math.max(step, readable);
		return { backs, fronts: cards.map((_, place) => top + place * used), folded: null };
	}
	const folded = fold(cards.length, free, readable);
	let y = top;
	const fronts = cards.map((_, place) => {
		const here = y;
		y += place === 0 ? readable + FOLD : place < folded.to - 1 ? FOLDED : readable;
		return here;
	});
	return { backs, fronts, folded: { ...folded, at: top + readable } };
}

/** How high the table must be for a column that is shown whole. */
export const heightOf = (lies, { tall, columnsAt }) => columnsAt + tall + Math.max(0, ...lies.fronts);
