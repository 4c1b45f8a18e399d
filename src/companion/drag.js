// Cards dragged by a finger or the mouse. What is dropped on a pile is the same move as two taps; where it is not possible the card goes
// back, and the page says so. A card follows the finger as a copy: the table itself changes with the daemon's answer only.

import { copyOf, layer } from './celebration.js';
import { judgeAt, showEarly } from './guard.js';
import { isWatching } from './token.js';

const SLOP = 9; // pixels; less is a tap
const MIN_SHARE = 0.2; // of the card that must lie over a pile
const BACK_MS = 200;

/** {position, index} of the card at an element; index: from the deepest card. */
function placeOf(element) {
	const { spot } = element.closest('[data-spot]')?.dataset ?? {};
	if (spot) {
		const [position, index] = spot.split('/').map(Number);
		return { position, index };
	}
	const card = element.closest('[data-position] > li');
	return card && { position: Number(card.parentElement.dataset.position), index: [...card.parentElement.children].indexOf(card) };
}

/** The elements of a pile's cards, or the one of an empty pile, with their indices. */
const spotsOf = (field, position) => [
	...[...field.querySelectorAll(`[data-spot^="${position}/"]`)].map((element) => ({ element, index: placeOf(element).index })),
	...[...field.querySelectorAll(`[data-position="${position}"] > li, ol[data-position="${position}"]:empty`)].map((element, index) => ({ element, index })),
];

/** The positions of all piles. */
const positionsOf = (field) => new Set([...field.querySelectorAll('[data-spot], [data-position]')]
	.map(({ dataset: { spot, position } }) => Number(position ?? spot.split('/')[0])));

/** The area of a pile's cards, and `below` as many pixels. */
function areaOf(spots, below) {
	const boxes = spots.map(({ element }) => element.getBoundingClientRect());
	return {
		left: Math.min(...boxes.map(({ left }) => left)), right: Math.max(...boxes.map(({ right }) => right)),
		top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)) + below,
	};
}

const shared = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
	* Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** The pile that a box covers most, or else the free place below it; undefined where it covers none. */
function pileUnder(field, box) {
	const least = MIN_SHARE * box.width * box.height;
	const covered = (below) => [...positionsOf(field)].map((position) => ({ position, area: shared(box, areaOf(spotsOf(field, position), below)) }))
		.filter(({ area }) => area >= least).sort((one, two) => two.area - one.area)[0];
	return (covered(0) ?? covered(box.height))?.position;
}

export function startDrag({ page, store, game, actions, isKnown }) {
	let drag = null; // {pointer, field, place, version, x, y, moves, box, cards}; box: the layer of the copies, once it has begun
	let dropped = null; // {box, cards, version}: it waits for the daemon's answer

	const mayMove = ({ session, editing, line, moment, busy, cardPicker, sheet, id }) => session?.status === 'playing' && isKnown(session)
		&& !editing && !line && moment === null && busy === null && !cardPicker && !sheet && !isWatching(id);

	/** The moves of what a pointer has come down on, or null. */
	function wouldDrag({ target, isPrimary, button, timeStamp }) {
		const field = target.closest?.('.field');
		const place = field && placeOf(target);
		if (!place || !isPrimary || button !== 0 || !mayMove(store.state) || !judgeAt(field, timeStamp)) {
			return null;
		}
		const moves = game().dragged?.(store.state.session, place) ?? [];
		return moves.length > 0 ? { field, place, moves } : null;
	}

	function mark({ field, place, moves }) {
		const together = game().lifted?.(store.state.session, moves);
		const taken = spotsOf(field, place.position).filter(({ index }) => (together ? together.includes(index) : index >= place.index)).map(({ element }) => element);
		taken.forEach((element) => element.setAttribute('data-dragged', ''));
		for (const position of positionsOf(field)) {
			if (game().dropped(store.state.session, moves, position)) {
				spotsOf(field, position).at(-1).element.setAttribute('data-drop', '');
			}
		}
		return taken;
	}

	const unmark = () => page.querySelectorAll('[data-dragged], [data-drop]').forEach((element) => {
		element.removeAttribute('data-dragged');
		element.removeAttribute('data-drop');
	});

	function lift() {
		document.querySelectorAll('.over-table').forEach((hint) => hint.remove());
		const cards = mark(drag).map((element) => element.querySelector('mk-card')).filter(Boolean);
		const box = layer();
		box.classList.add('dragging');
		drag.copies = cards.map((card) => copyOf(card, card.getBoundingClientRect(), box));
		drag.cards = cards.map((card) => card.getAttribute('code'));
		drag.held = drag.copies[Math.max(0, cards.findIndex((card) => placeOf(card).index === drag.place.index))];
		drag.box = box;
		drag.field.setPointerCapture?.(drag.pointer);
	}

	/** The copies go back to where they came from. */
	function goBack({ box }) {
		const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
		box.animate([{ translate: box.style.translate || '0 0' }, { translate: '0 0' }], { duration: calm ? 0 : BACK_MS, easing: 'ease-out', fill: 'forwards' })
			.finished.catch(() => {}).then(() => {
				box.remove();
				if (!drag?.box && !dropped) {
					unmark();
				}
			});
	}

	function cancel() {
		const ended = drag;
		drag = null;
		if (ended?.box) {
			goBack(ended);
		}
	}

	/** Where the cards were dropped, and the move to there: null if they lie where they were, or on no pile; undefined if it is not possible. */
	function dropOf({ field, place, moves, held }) {
		const position = pileUnder(field, held.getBoundingClientRect());
		return { position, move: position === undefined || position === place.position ? null : game().dropped(store.state.session, moves, position) };
	}

	function drop() {
		const { position, move } = dropOf(drag);
		if (!move) {
			const { field } = drag;
			cancel();
			if (move === undefined) {
				showEarly(spotsOf(field, position).at(-1).element);
				actions.toast('refused_move');
			}
			return;
		}
		dropped = drag;
		drag = null;
		actions.move(move);
		answered(store.state);
	}

	/** The answer has come, or there will be none: the picker was closed, or the move was refused. */
	function answered({ session, busy, cardPicker }) {
		if (dropped && session?.version !== dropped.version) {
			const { box } = dropped;
			requestAnimationFrame(() => { // the page shows the table as it is now
				box.remove();
				unmark();
				dropped = null;
			});
		} else if (dropped && busy === null && !cardPicker) {
			const back = dropped;
			dropped = null;
			goBack(back);
		}
	}

	// ---- Events ---------------------------------------------------------------------------------------

	addEventListener('pointerdown', (event) => {
		if (drag) {
			cancel(); // a second finger
			return;
		}
		const found = dropped ? null : wouldDrag(event);
		drag = found && { ...found, pointer: event.pointerId, version: store.state.session.version, x: event.clientX, y: event.clientY };
	});
	addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
		if (drag?.pointer !== pointerId) {
			return;
		}
		const [x, y] = [clientX - drag.x, clientY - drag.y];
		if (!drag.box && Math.hypot(x, y) >= SLOP) {
			lift();
		}
		if (drag.box) {
			drag.box.style.translate = `${x}px ${y}px`;
		}
	});
	// A mouse clicks where it was released: that is not a tap.
	let swallows = false;
	addEventListener('pointerup', ({ pointerId }) => {
		if (drag?.pointer === pointerId && drag.box) {
			swallows = true;
			setTimeout(() => { swallows = false; });
			drop();
		} else if (drag?.pointer === pointerId) {
			drag = null;
		}
	});
	addEventListener('pointercancel', ({ pointerId }) => drag?.pointer === pointerId && cancel());
	addEventListener('click', (event) => {
		if (swallows) {
			event.preventDefault();
			event.stopImmediatePropagation();
		}
	}, { capture: true });
	// The page does not scroll under a card that moves; no browser drags a picture of its own.
	addEventListener('touchmove', (event) => drag && event.cancelable && event.preventDefault(), { passive: false });
	addEventListener('dragstart', (event) => event.target.closest?.('.field') && event.preventDefault());
	addEventListener('keydown', ({ key }) => key === 'Escape' && cancel());
	store.subscribe((state) => {
		if (drag && (state.session?.version !== drag.version || !mayMove(state))) {
			cancel(); // somebody else has changed the table
		}
		answered(state);
	});

	return {
		/** Where a card was dropped, in the table's coordinates; undefined if it was not. */
		droppedAt(code) {
			const place = dropped?.cards.indexOf(code) ?? -1;
			const table = place >= 0 && page.querySelector('.klondike')?.getBoundingClientRect();
			const { left, top } = table ? dropped.copies[place].getBoundingClientRect() : {};
			return table ? { x: left - table.left, y: top - table.top } : undefined;
		},
	};
}
