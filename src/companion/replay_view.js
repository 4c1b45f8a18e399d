// Replay of a simulated game: its table, read-only, with controls of the pace.

import { defineCard } from './cards/face.js';
import { h, icon } from './dom.js';
import { drawingOf } from './games/index.js';
import { PACES } from './simulations.js';

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
	expanded: null, editing: false, held: null, chosen: null, busy: true, width: Math.min(MAX_WIDE, innerWidth - BESIDE), height: TALL,
});

const button = (name, label, press, more) => h('button', { key: name, type: 'button', class: 'wide', on: { click: press }, ...more }, label);

function pace({ replay, language }, actions, t) {
	const place = PACES.indexOf(replay.pace);
	const text = replay.pace === Infinity ? t('max_speed') : t('pace_says', new Intl.NumberFormat(language).format(replay.pace));
	return h('label', { key: 'pace', class: 'typed' }, h('span', {}, `${t('pace')}: ${text}`),
		h('input', {
			type: 'range', min: '0', max: String(PACES.length - 1), step: '1', value: String(place), 'aria-valuetext': text,
			on: { input: ({ target }) => actions.replayPace(target.valueAsNumber) },
		}));
}

/** The replayed game. */
export function ReplayView(state, actions, t) {
	const { replay } = state;
	const { move } = replay.steps[replay.at];
	return h('section', { key: 'replay', class: 'panel replay', 'aria-labelledby': 'replay-title', 'data-at': String(replay.at) },
		h('div', { class: 'titled' }, h('h2', { id: 'replay-title' }, t('watch')),
			h('button', { type: 'button', class: 'plain', 'aria-label': t('close'), on: { click: actions.replayEnd } }, icon('close'))),
		h('p', { class: 'muted' }, t('watch_at', replay.number + 1, replay.at, replay.steps.length - 1)),
		h('div', { key: `stage ${replay.game}`, class: 'stage', inert: true }, drawingOf(replay.game)(stateOf(state), actions)),
		h('p', { class: 'instruction' }, move?.instruction ?? t(`status_${replay.end}`)),
		pace(state, actions, t),
		h('div', { class: 'controls' },
			button('go', t(replay.goes ? 'pause' : 'continue'), actions.replayToggle),
			button('step', t('one_move'), actions.replayStep, { disabled: !move }),
			button('next', t('next_game'), actions.replayNext)));
}
