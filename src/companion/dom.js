// A page as a function of its state: h() describes elements, paint() updates the document to match.
//
// Only differences from the last description are applied. Text is always set as text, never parsed as markup.

const SVG = 'http://www.w3.org/2000/svg';
const NOTHING = Object.freeze({});

/** Describes an element: its tag, its properties (`key`, `class`, `style`, `on`, attributes) and its children. */
export function h(tag, props, ...children) {
	const given = props ?? NOTHING;
	return { tag, key: given.key, props: given, children: children.flat(Infinity).filter(isThere).map(asNode) };
}

/** A part whose description is recomputed only if one of `inputs` has changed. */
export const memo = (key, inputs, make) => ({ key, inputs, make });

const isThere = (child) => child !== null && child !== undefined && child !== false && child !== true;
const asNode = (child) => (typeof child === 'object' ? child : { text: String(child) });

/** Updates the children of `parent` to match `children`. Returns the description to pass as `last` next time. */
export function paint(parent, last, children) {
	const next = [children].flat(Infinity).filter(isThere).map(asNode);
	paintChildren(parent, last ?? [], next, parent.namespaceURI === SVG);
	return next;
}

// ---- Children -------------------------------------------------------------------------------------

const kind = (node) => (node.make ? 'memo' : node.tag ?? '#');

/** Returns a function that takes the old node for a new one: by key, or in order for nodes without a key. */
function indexByKey(nodes) {
	const byKey = new Map();
	const inOrder = new Map();
	for (const node of nodes) {
		if (node.key !== undefined) {
			byKey.set(node.key, node);
		} else {
			const name = kind(node);
			inOrder.set(name, [...(inOrder.get(name) ?? []), node]);
		}
	}
	return (wanted) => {
		const found = wanted.key !== undefined ? byKey.get(wanted.key) : inOrder.get(kind(wanted))?.shift();
		if (wanted.key !== undefined && found && kind(found) === kind(wanted)) {
			byKey.delete(wanted.key);
			return found;
		}
		return wanted.key === undefined ? found : undefined;
	};
}

const isSame = (old, node) => old.key === node.key && kind(old) === kind(node);

function paintChildren(parent, last, next, svg) {
	if (last.length === next.length && last.every((old, index) => isSame(old, next[index]))) {
		next.forEach((node, index) => update(last[index], node, svg));
	} else {
		rearrange(parent, last, next, svg);
	}
}

function rearrange(parent, last, next, svg) {
	const take = indexByKey(last);
	const kept = new Set();
	next.forEach((node) => {
		const old = take(node);
		if (old) {
			kept.add(old);
			update(old, node, svg);
		} else {
			create(node, svg);
		}
	});
	last.filter((node) => !kept.has(node)).forEach((node) => node.element.remove());
	arrange(parent, next.map(({ element }) => element));
}

/** A moved element loses the focus: the element with the focus stays, the others are arranged around it. */
function arrange(parent, elements) {
	const { activeElement } = document;
	const stays = parent.contains(activeElement) ? elements.findIndex((element) => element.contains(activeElement)) : -1;
	putInOrder(parent, elements.slice(0, Math.max(0, stays)), parent.firstChild);
	putInOrder(parent, elements.slice(stays + 1), stays < 0 ? parent.firstChild : elements[stays].nextSibling);
}

function putInOrder(parent, elements, first) {
	let index = first;
	for (const element of elements) {
		if (element === index) {
			index = index.nextSibling;
		} else {
			parent.insertBefore(element, index);
		}
	}
}

// ---- One node -------------------------------------------------------------------------------------

function create(node, svg) {
	if (node.make) {
		node.inner = node.make();
		create(node.inner, svg);
		node.element = node.inner.element;
	} else if (node.tag === undefined) {
		node.element = document.createTextNode(node.text);
	} else {
		const inSvg = svg || node.tag === 'svg';
		node.element = inSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
		if (node.tag === 'input') {
			trackTyping(node.element);
		}
		setProps(node.element, NOTHING, node.props);
		paintChildren(node.element, [], node.children, inSvg);
	}
}

function update(old, node, svg) {
	node.element = old.element;
	if (node.make) {
		updateMemo(old, node, svg);
	} else if (node.tag === undefined) {
		if (old.text !== node.text) {
			node.element.data = node.text;
		}
	} else {
		setProps(node.element, old.props, node.props);
		paintChildren(node.element, old.children, node.children, svg || node.tag === 'svg');
	}
}

function updateMemo(old, node, svg) {
	if (node.inputs.every((input, index) => input === old.inputs[index])) {
		node.inner = old.inner;
	} else {
		node.inner = node.make();
		if (isSame(old.inner, node.inner)) {
			update(old.inner, node.inner, svg);
		} else {
			create(node.inner, svg);
			old.element.replaceWith(node.inner.element);
		}
		node.element = node.inner.element;
	}
}

// ---- Properties -----------------------------------------------------------------------------------

// Properties whose state is in the element rather than in its attributes: typed text, checked boxes.
const LIVE = new Set(['value', 'checked', 'disabled', 'selected', 'open']);

// Fields with typed text that the state does not have: it takes it at a `change` event, if it handles one, else when the form is sent.
const typing = new WeakSet();
const beginTyping = ({ currentTarget }) => typing.add(currentTarget);
const endTyping = ({ currentTarget }) => handlers.get(currentTarget)?.change && typing.delete(currentTarget);

/** Runs before the field's own handlers, which may replace the typed text. */
function trackTyping(element) {
	element.addEventListener('input', beginTyping);
	element.addEventListener('change', endTyping);
}

function setProps(element, old, props) {
	for (const name of Object.keys(old)) {
		if (!(name in props)) {
			setProp(element, name, old[name], undefined);
		}
	}
	for (const [name, value] of Object.entries(props)) {
		setProp(element, name, old[name], value);
	}
}

function setProp(element, name, old, value) {
	if (name === 'key') {
		return;
	}
	if (name === 'on') {
		setListeners(element, value);
	} else if (name === 'style') {
		setStyle(element, old ?? NOTHING, value ?? NOTHING);
	} else if (LIVE.has(name) && name in element) {
		const isTyped = name === 'value' && old === value && typing.has(element);
		if (!isTyped && element[name] !== (value ?? false)) {
			element[name] = value ?? false;
		}
	} else if (old !== value) {
		setAttribute(element, name, value);
	}
}

function setAttribute(element, name, value) {
	if (isThere(value)) {
		element.setAttribute(name, value);
	} else if (value === true) {
		element.setAttribute(name, '');
	} else {
		element.removeAttribute(name);
	}
}

/** Sets styles by the object model, which a strict content security policy allows, unlike `style=""`. */
function setStyle(element, old, style) {
	for (const name of Object.keys(old)) {
		if (!(name in style)) {
			element.style.removeProperty(name);
		}
	}
	for (const [name, value] of Object.entries(style)) {
		if (old[name] !== value) {
			element.style.setProperty(name, value);
		}
	}
}

// One listener per event type: it calls the handler of the last description.
const handlers = new WeakMap();
const listenedTypes = new WeakMap();

function dispatch(event) {
	handlers.get(event.currentTarget)?.[event.type]?.(event);
}

function setListeners(element, on) {
	const types = listenedTypes.get(element) ?? new Set();
	for (const type of Object.keys(on ?? NOTHING)) {
		if (!types.has(type)) {
			element.addEventListener(type, dispatch);
			listenedTypes.set(element, types.add(type));
		}
	}
	handlers.set(element, on ?? NOTHING);
}

// ---- Icons ----------------------------------------------------------------------------------------

// Drawn by strokes.
const PATHS = {
	home: ['M4 11 12 4l8 7', 'M6 10v9h12v-9'],
	share: ['M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4z', 'M14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2'],
	history: ['M4 17l5-6 4 3 7-9', 'M4 20h16'],
	settings: ['M4 7h10M18 7h2M4 17h2M10 17h10', 'M14 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0'],
	undo: ['M9 7 4 12l5 5', 'M4 12h10a6 6 0 0 1 6 6'],
	redo: ['M15 7l5 5-5 5', 'M20 12H10a6 6 0 0 0-6 6'],
	edit: ['M4 20l1-5L16 4l4 4L9 19z', 'M13 7l4 4'],
	speak: ['M4 10v4h4l5 4V6L8 10z', 'M16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11'],
	quiet: ['M4 10v4h4l5 4V6L8 10z', 'M16 9.5l5 5M21 9.5l-5 5'],
	gear: ['M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0', 'M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2'],
	more: ['M12 5.5h.01M12 12h.01M12 18.5h.01'],
	close: ['M6 6l12 12M18 6 6 18'],
	check: ['M5 13l4 4L19 7'],
	eye: ['M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z', 'M9.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0'],
	question: ['M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4', 'M12 17.5v.5'],
	think: ['M5 12h.01M12 12h.01M19 12h.01'],
	lost: ['M3 9a14 14 0 0 1 18 0M6.5 13a9 9 0 0 1 11 0M12 18h.01', 'M4 4l16 16'],
	star: ['M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6z'],
};

export const icon = (name) => h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
	PATHS[name].map((d) => h('path', { d })));
