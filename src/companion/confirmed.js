// A button that asks before it does what cannot be undone.

import { h } from './dom.js';

/** `name`: of its elements; `text`: of the button; `what`: below it; `ask` and `yes`: the question and its answer; `press`: what is done then. */
export function Confirmed({ confirming }, actions, t, { name, text, what, ask, yes, press }) {
	return confirming ? [
		h('p', { key: 'sure', id: `${name}-sure`, class: 'sure' }, ask),
		h('div', { key: 'sure-buttons', class: 'sure-buttons', role: 'group', 'aria-labelledby': `${name}-sure`, 'data-means': name },
			h('button', { type: 'button', class: 'wide', on: { click: () => actions.confirm(false) } }, t('cancel')),
			h('button', { type: 'button', class: 'wide', on: { click: press } }, yes)),
	] : [
		h('button', { key: name, type: 'button', class: 'wide asks-first', 'aria-describedby': `${name}-what`, on: { click: () => actions.confirm(true) } }, text),
		h('p', { key: `${name}-what`, id: `${name}-what`, class: 'muted' }, what),
	];
}
