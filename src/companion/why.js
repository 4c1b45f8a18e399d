// Why this move: its chance in words, all its reasons, what the runner-up costs, and the line that is thought of, played on the table.

import { h, icon } from './dom.js';
import { figure } from './texts.js';

/** Smaller differences are not shown as a cost. */
const MIN_COST = 0.005;

/** The difference of two values as they are shown: of chances the one between their rounded percentages. */
const differenceOf = (one, other, { measure }) => (measure ? one - other : (Math.round(100 * one) - Math.round(100 * other)) / 100);

function chance({ shown, game, language }, t) {
	const text = (value) => game.value(value, language);
	const name = game.measure?.(language) ?? t('chance');
	const { value, low, high } = shown;
	if (value === null) {
		return h('p', { key: 'chance' }, t('why_no_value'));
	}
	return h('p', { key: 'chance' }, h('strong', {}, `${name}: ${text(value)}`), ' ',
		low !== null && low < high ? t('why_between', text(low), text(high)) : t('why_exact'));
}

function reasons({ shown, game, language }, t) {
	const all = game.reasons(shown, language);
	return (shown.why || all.length > 0) && h('section', { key: 'reasons' }, h('h3', {}, t('why_reasons')),
		shown.why ? h('p', {}, shown.why) : h('ul', {}, all.map((reason) => h('li', { key: reason }, reason))));
}

function cost(difference, { game, language }, t) {
	if (difference < MIN_COST) {
		return t('why_as_good');
	}
	return game.measure ? t('why_points_less', figure(difference, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }))
		: t(Math.round(100 * difference) === 1 ? 'why_one_percent_less' : 'why_percent_less', figure(100 * difference, language, { maximumFractionDigits: 0 }));
}

/** The best of the other moves with a value. */
function runnerUp(state, t) {
	const { shown, session, game, language } = state;
	const [other] = session.moves.filter((move) => move.value !== null && game.moveKey(move) !== game.moveKey(shown))
		.sort((one, two) => two.value - one.value);
	if (!other || shown.value === null) {
		return session.moves.length > 1 && h('section', { key: 'other' }, h('h3', {}, t('why_runner_up')), h('p', {}, t('why_no_other')));
	}
	const difference = differenceOf(shown.value, other.value, game);
	const text = difference < -MIN_COST ? t('why_better') : cost(difference, state, t);
	return h('section', { key: 'other' }, h('h3', {}, t('why_runner_up')),
		h('p', {}, other.instruction, ' ', h('strong', {}, game.value(other.value, language)), ` · ${text}`));
}

/** Of a proven win the moves to its end, otherwise what is expected to follow. */
const lineOf = ({ shown, session, game }) => (session.advice?.win?.length > 0 && session.suggestion && game.moveKey(shown) === game.moveKey(session.suggestion)
	? session.advice.win : shown.line ?? []);

const MAX_LISTED = 12;

function line(state, actions, t) {
	const { follow, language } = state;
	const steps = follow ? follow(state.session, lineOf(state), language).slice(1) : [];
	if (steps.length < 2) { // the move alone
		return state.game.reveals(state.session, state.shown) && h('p', { key: 'depends', class: 'muted' }, t('why_depends'));
	}
	return h('section', { key: 'line' }, h('h3', {}, t('why_line')),
		h('ol', { class: 'line-of-moves' }, steps.slice(0, MAX_LISTED).map(({ text }, place) => h('li', { key: String(place) }, text)),
			steps.length > MAX_LISTED && h('li', { key: 'more', class: 'muted' }, t('why_more', steps.length - MAX_LISTED))),
		h('button', { type: 'button', class: 'wide', on: { click: () => actions.playLine(follow(state.session, lineOf(state), language)) } }, t('why_show')));
}

/** The sheet; nothing while the move is being replaced. */
export const Why = (state, actions, t) => (!state.shown ? h('p', { class: 'muted' }, t('loading')) : [
	h('p', { key: 'move', class: 'made' }, state.shown.instruction),
	chance(state, t), reasons(state, t), runnerUp(state, t), line(state, actions, t),
]);

/** Instead of the bar at the thumb while a line is played. */
export function LineBar({ line: { steps, at } }, actions, t) {
	const go = (to) => actions.stepLine(to);
	const step = (name, label, to) => h('button', {
		key: name, type: 'button', class: 'plain', 'aria-label': t(label), title: t(label), disabled: to < 0 || to >= steps.length, on: { click: () => go(to) },
	}, icon(name));
	return h('footer', { key: 'line-bar', class: 'thumb line-bar', 'aria-label': t('why_line') },
		step('undo', 'previous', at - 1), step('redo', 'why_next', at + 1),
		h('p', { key: 'at', role: 'status' }, at === 0 ? t('why_now') : `${at}/${steps.length - 1} · ${steps[at].text}`),
		h('button', { key: 'close', type: 'button', class: 'plain', 'aria-label': t('close'), title: t('close'), on: { click: actions.endLine } }, icon('close')));
}
