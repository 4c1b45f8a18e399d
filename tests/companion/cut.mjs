// Texts that are cut: a player cannot read the whole of them, however the page is scrolled.

/**
 * Runs in the page. Gives the visible texts that end beyond the window's sides, beyond the edge of an element that hides what
 * overflows it, beyond the sides of their button, in an ellipsis, or as an option of a list without room for it. Where a player can scroll sideways a text is not cut; texts for screen readers alone are no matter.
 * A line that was lost is shown in full by a box above the bar. Of the reasons of a move the first must be seen: all of them are one tap away. `names`: the player's own, which may be too long.
 */
function cut(names) {
	const SLACK = 1.5;
	const firstReason = (text) => (text.includes(' · ') ? text.indexOf(' · ') : text.length);
	const styles = new Map();
	const styleOf = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
	const ancestors = (element) => (element.parentElement ? [element, ...ancestors(element.parentElement)] : [element]);
	const hides = (value) => value === 'hidden' || value === 'clip';
	const scrolls = (value) => value === 'auto' || value === 'scroll';
	/** The side at which a box is cut by this element, or nothing. */
	const cutBy = (element, box) => {
		const { overflowX, overflowY } = styleOf(element);
		const frame = element.getBoundingClientRect();
		return hides(overflowX) && (box.left < frame.left - SLACK || box.right > frame.right + SLACK) ? 'a side'
			: hides(overflowY) && (box.top < frame.top - SLACK || box.bottom > frame.bottom + SLACK) ? 'above or below' : '';
	};
	/** A box of a text is as high as its font; its letters, which alone can be cut, may be lower than some fonts are. */
	const brush = document.createElement('canvas').getContext('2d');
	const lettersOf = ({ data, parentElement }) => {
		const { fontStyle, fontWeight, fontSize, fontFamily } = styleOf(parentElement); // `font` is empty where digits are tabular
		brush.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
		const { fontBoundingBoxAscent, actualBoundingBoxAscent, fontBoundingBoxDescent, actualBoundingBoxDescent } = brush.measureText(data);
		return ({ left, right, top, bottom }) => ({
			left, right, top: top + Math.max(0, fontBoundingBoxAscent - actualBoundingBoxAscent), bottom: bottom - Math.max(0, fontBoundingBoxDescent - actualBoundingBoxDescent),
		});
	};
	const fault = (node) => {
		const around = ancestors(node.parentElement);
		if (names.includes(node.data.trim()) || around.some((one) => one.matches('.hidden, .status-line.lost, svg, script, style, option, [inert]')) || !node.parentElement.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) {
			return null;
		}
		const range = document.createRange();
		range.selectNodeContents(node);
		if (node.parentElement.matches('.why')) {
			range.setEnd(node, firstReason(node.data));
		}
		const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0).map(lettersOf(node));
		const scroller = around.findIndex((one) => scrolls(styleOf(one).overflowX) && one.scrollWidth > one.clientWidth + 1 && one !== document.documentElement);
		const frames = scroller < 0 ? around : around.slice(0, scroller);
		const inFrame = frames.slice(0, -2).flatMap((one) => boxes.map((box) => cutBy(one, box))).find((side) => side !== '');
		const inWindow = scroller < 0 && boxes.some(({ left, right }) => left < -SLACK || right > innerWidth + SLACK) && 'the window';
		const button = around.find((one) => one.matches('button'))?.getBoundingClientRect();
		const inButton = button && scroller < 0 && boxes.some(({ left, right }) => left < button.left - SLACK || right > button.right + SLACK) && 'its button';
		return inFrame || inWindow || inButton ? `"${node.data.trim().slice(0, 60)}" at ${inFrame || inWindow || inButton}` : null;
	};
	/** A list shows one of its options at a time: a copy as wide as the widest of them says whether all of them have room. */
	const listFault = (list) => {
		const copy = list.cloneNode(true);
		copy.removeAttribute('id');
		copy.style.cssText = 'position: absolute; visibility: hidden; width: max-content; min-width: 0; max-width: none;';
		list.parentElement.append(copy);
		const missing = copy.getBoundingClientRect().width - list.getBoundingClientRect().width;
		copy.remove();
		const widest = [...list.options].map(({ text }) => text).reduce((one, other) => (other.length > one.length ? other : one), '');
		return missing > SLACK ? `"${widest.slice(0, 60)}" in a list that is ${Math.ceil(missing)} px too narrow` : null;
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) => (node.data.trim() === '' ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
	const found = [];
	while (walker.nextNode()) {
		found.push(fault(walker.currentNode));
	}
	for (const list of document.querySelectorAll('select')) {
		found.push(list.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !list.closest('[inert]') ? listFault(list) : null);
	}
	const wide = document.documentElement.scrollWidth - innerWidth;
	return [...new Set(found.filter(Boolean)), ...(wide > 0 ? [`the page is ${wide} px wider than the window`] : [])];
}

export const cutTexts = (page, names = []) => page.evaluate(cut, names);
