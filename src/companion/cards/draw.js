// SVG elements, made without any markup being read.

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element with attributes and children. */
export function draw(name, attributes = {}, ...children) {
	const element = document.createElementNS(SVG, name);
	for (const [key, value] of Object.entries(attributes)) {
		element.setAttribute(key, value);
	}
	element.append(...children);
	return element;
}

/** A shape of `d`, moved to x and y and scaled. */
export const shape = (kind, d, x, y, scale = 1) =>
	draw('path', { class: kind, d, transform: `translate(${x} ${y}) scale(${scale})` });

/** An empty card, 100 by 140: as wide as what it lies in. Its name is told by who shows it. */
export const sheet = (kind, ...children) => draw('svg',
	{ class: `card ${kind}`, viewBox: '0 0 100 140', 'aria-hidden': 'true', focusable: 'false' }, ...children);

export const paper = () =>
	draw('rect', { class: 'card-paper', x: .75, y: .75, width: 98.5, height: 138.5, rx: 9 });
