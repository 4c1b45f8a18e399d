// Arrows from pile to pile over a table whose piles lie where the browser puts them: measured when it has.

import { arrowPaths } from '../cards.js';

const LOW = 0.74; // the lower part of a card: rank and suit stay legible
const SVG = 'http://www.w3.org/2000/svg';

const element = (name, attributes, ...children) => {
	const made = document.createElementNS(SVG, name);
	Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
	made.append(...children);
	return made;
};

/** `made` and `better`: "FROM COUNT TO", positions of piles; COUNT cards are moved. */
class Moves extends HTMLElement {
	static observedAttributes = ['made', 'better'];

	connectedCallback() {
		this.watch = new ResizeObserver(() => this.draw());
		this.watch.observe(this.parentElement);
	}

	disconnectedCallback() {
		this.watch.disconnect();
	}

	attributeChangedCallback() {
		requestAnimationFrame(() => this.isConnected && this.draw());
	}

	/** The middle of a card of a pile, from its front; of the empty place where it has none. */
	middle(position, fromFront) {
		const pile = this.parentElement.querySelector(`[data-position="${position}"]`);
		const card = pile?.children[pile.children.length - 1 - fromFront] ?? pile?.lastElementChild ?? pile;
		const box = card?.getBoundingClientRect();
		const around = this.getBoundingClientRect();
		return box && [box.left + box.width / 2 - around.left, box.top + box.height * LOW - around.top];
	}

	arrow(kind, side) {
		const [from, count, to] = (this.getAttribute(kind) ?? '').split(' ').map(Number);
		const [one, other] = [this.middle(from, count - 1), this.middle(to, 0)];
		if (!one || !other) {
			return [];
		}
		const paths = arrowPaths(one, other, side);
		return [element('g', { class: `arrow ${kind}` }, ...['halo', 'line'].map((part) => element('g', { class: part }, ...paths.map((d) => element('path', { d })))))];
	}

	draw() {
		const { width, height } = this.parentElement.getBoundingClientRect();
		this.replaceChildren(element('svg', { viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' }, ...this.arrow('better', -1), ...this.arrow('made', 1)));
	}
}
/** Defines <mk-moves>. */
export const defineMoves = () => customElements.get('mk-moves') ?? customElements.define('mk-moves', Moves);
