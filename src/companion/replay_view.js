// A game that plays itself: its table, read-only.

import { defineCard } from './cards/face.js';
import { h } from './dom.js';
import { drawingOf } from './games/index.js';

defineCard();

const MAX_WIDE = 440;
const BESIDE = 72; // margins of page, panel and stage
const TALL = 300;
const NOTHING_SEEN = { explanation: 'unchanged', moves: [], revealed: [], unreadable: [], doubts: [], conflicts: [] };

/** A step of the replay in the form of a session, for the drawings. */
function sessionOf({ game, rules, preset, steps, at, end }) {
	const { table, move } = steps[at];
	return {
		game, rules, preset, table, version: at, moves: move ? [move] : [], suggestion: move,
		status: move ? 'playing' : end, sync: 'in_sync', observed: NOTHING_SEEN, advice: null,
	};
}

/** The state that a drawing needs. */
const stateOf = (state) => ({
	...state, session: sessionOf(state.replay), shown: state.replay.steps[state.replay.at].move, known: true, question: null, questions: [], entry: {},
	expanded: null, editing: false, held: null, chosen: null, busy: true, watching: true, width: Math.min(MAX_WIDE, innerWidth - BESIDE), height: TALL,
});

/** The game that is shown. */
export function ReplayView(state, actions, t) {
	const { replay } = state;
	const { move } = replay.steps[replay.at];
	return h('section', { key: 'replay', class: 'panel replay', 'aria-label': t('table'), 'data-at': String(replay.at) },
		h('p', { class: 'muted' }, t('watch_at', replay.number + 1, replay.at, replay.steps.length - 1)),
		h('div', { key: `stage ${replay.game}`, class: 'stage', inert: true }, drawingOf(replay.game)(stateOf(state), actions)),
		h('p', { class: 'instruction' }, move?.instruction ?? t(`status_${replay.end}`)));
}
