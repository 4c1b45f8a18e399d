// One game of a run, shown as a table that nobody touches, with what sets its pace.

import { h, icon } from './dom.js';
import { drawingOf } from './games/index.js';
import { PACES } from './simulations.js';

const MOST_WIDE = 440;
const BESIDE = 72; // the margins of the page, the panel and the stage
const TALL = 300;
const NOTHING_SEEN = { explanation: 'unchanged', moves: [], revealed: [], unreadable: [], doubts: [], conflicts: [] };

/** A step as the drawings know tables. */
function sessionOf({ game, rules, preset, steps, at, end }) {
	const { table, move } = steps[at];
	return {
		game, rules, preset, table, version: at, moves: move ? [move] : [], suggestion: move,
		status: move ? 'playing' : end, sync: 'in_sync', observed: NOTHING_SEEN, advice: null,
	};
}

/** What the drawing of any game asks of the page's state. */
const stateOf = (state) => ({
	...state, session: sessionOf(state.watch), shown: state.watch.steps[state.watch.at].move, known: true, question: null, questions: [], entry: {},
	unfolded: null, editing: false, held: null, chosen: null, busy: true, width: Math.min(MOST_WIDE, innerWidth - BESIDE), height: TALL,
});

const button = (name, label, press, more) => h('button', { key: name, type: 'button', class: 'wide', on: { click: press }, ...more }, label);

function pace({ watch, language }, does, say) {
	const place = PACES.indexOf(watch.pace);
	const text = watch.pace === Infinity ? say('flat_out') : say('pace_says', new Intl.NumberFormat(language).format(watch.pace));
	return h('label', { key: 'pace', class: 'typed' }, h('span', {}, `${say('pace')}: ${text}`),
		h('input', {
			type: 'range', min: '0', max: String(PACES.length - 1), step: '1', value: String(place), 'aria-valuetext': text,
			on: { input: ({ target }) => does.watchPace(target.valueAsNumber) },
		}));
}

/** The game that is watched. */
export function Watching(state, does, say) {
	const { watch } = state;
	const { move } = watch.steps[watch.at];
	return h('section', { key: 'watch', class: 'panel watching', 'aria-labelledby': 'watching', 'data-at': String(watch.at) },
		h('div', { class: 'titled' }, h('h2', { id: 'watching' }, say('watch')),
			h('button', { type: 'button', class: 'plain', 'aria-label': say('close'), on: { click: does.watchEnd } }, icon('close'))),
		h('p', { class: 'muted' }, say('watch_at', watch.number + 1, watch.at, watch.steps.length - 1)),
		h('div', { key: `stage ${watch.game}`, class: 'stage', inert: true }, drawingOf(watch.game)(stateOf(state), does)),
		h('p', { class: 'said' }, move?.instruction ?? say(`status_${watch.end}`)),
		pace(state, does, say),
		h('div', { class: 'controls' },
			button('go', say(watch.goes ? 'pause' : 'go_on'), does.watchGoOn),
			button('step', say('one_move'), does.watchStep, { disabled: !move }),
			button('next', say('next_game'), does.watchNext)));
}
