// The history: a list of events, a curve of the winning chance, and the decisive move.

import { Confirmed } from './confirmed.js';
import { h } from './dom.js';
import { Dearest, isJudged, reviewOf } from './review_view.js';
import { isPractice } from './state.js';
import { decisiveOf, hasValues, isMove, effectiveEvents, MIN_LOSS, valueLost } from './decisive_move.js';

const WIDTH = 320;
const HEIGHT = 120;

/** Points of the curve: value of the best move before each change, if known. */
const pointsOf = (history, session) => {
	const known = effectiveEvents(history).filter(({ advised }) => typeof advised?.value === 'number')
		.map(({ version, advised: { value, low, high } }) => ({ at: version - 1, value, low: low ?? value, high: high ?? value }));
	const now = session.advice?.value;
	const last = typeof now === 'number' && session.status === 'playing'
		? [{ at: session.version, value: now, low: session.advice.low ?? now, high: session.advice.high ?? now }] : [];
	const end = { won: 1, lost: 0 }[session.status];
	return [...known, ...(end === undefined ? last : [{ at: session.version, value: end, low: end, high: end }])];
};

export function Curve(history, state, t) {
	const points = state.game.curve === false ? [] : pointsOf(history, state.session);
	if (points.length < 2) {
		return null;
	}
	const [first, last] = [points[0], points.at(-1)];
	const x = ({ at }) => (WIDTH * (at - first.at)) / Math.max(1, last.at - first.at);
	const y = (value) => HEIGHT * (1 - value);
	const line = (list, value) => list.map((point) => `${x(point).toFixed(1)} ${y(value(point)).toFixed(1)}`);
	const band = [...line(points, ({ low }) => low), ...line([...points].reverse(), ({ high }) => high)];
	const text = (value) => state.game.value(value, state.language);
	return h('figure', { class: 'curve' },
		h('svg', {
			viewBox: `-4 -6 ${WIDTH + 8} ${HEIGHT + 12}`, role: 'img',
			'aria-label': `${t('curve')}. ${t('curve_says', text(first.value), text(last.value))}`,
		},
		[0, 0.5, 1].map((value) => h('path', { class: 'grid', d: `M0 ${y(value)}H${WIDTH}` })),
		h('path', { class: 'band', d: `M${band.join('L')}Z` }),
		h('path', { class: 'line', d: `M${line(points, ({ value }) => value).join('L')}` }),
		h('circle', { class: 'dot', cx: x(last), cy: y(last.value), r: 4 })),
		h('figcaption', {}, t('curve_says', text(first.value), text(last.value))));
}

function Decisive(history, { language, game }, t) {
	const worst = decisiveOf(history);
	const text = (value) => game.value(value, language);
	return h('div', { class: 'decisive' }, h('h2', {}, t('decisive')),
		worst ? [h('p', { class: 'made' }, worst.moves[0].instruction),
			h('p', {}, t('decisive_says', worst.advised.suggestion.instruction, text(worst.advised.suggestion.value), text(worst.advised.made.value)))]
			: h('p', {}, t('no_decisive')));
}

/** Of a finished game what its review says; without one the curve and the decisive move, and nothing if no move has a value. */
export const Review = (state, actions, t) => {
	const review = reviewOf(state) ?? (isJudged(state) ? state.review : null);
	return review ? Dearest(review, state, actions, t)
		: [Curve(state.history, state, t), hasValues(state.history) && Decisive(state.history, state, t)];
};

function what(event, { language }, t) {
	const moves = isMove(event) ? event.moves.map(({ instruction }) => instruction).join(' ') : '';
	// The revised meaning of the newest snapshot.
	if (event.kind === 'correction') {
		return moves ? `${t('event_correction')}: ${moves}` : t('event_correction');
	}
	if (event.status) {
		return t(event.status === 'stopped' ? 'event_stopped' : 'event_playing');
	}
	return moves || ({ snapshot: t('event_first'), table: t('event_first'), undo: t('event_undo'), change: t('event_change') }[event.kind] ?? event.kind);
}

function event(one, state, t) {
	const { language, game } = state;
	const given = valueLost(one);
	const { hides } = state;
	const remark = hides ? '' : one.explanation === 'suggested_move' ? t('as_suggested')
		: isMove(one) && given >= MIN_LOSS ? t('otherwise', one.advised.suggestion.instruction) : '';
	return h('li', { key: one.version, class: !hides && given >= MIN_LOSS ? 'given' : '' },
		h('time', { datetime: one.at }, new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(one.at))),
		h('span', { class: 'what' }, what(one, state, t), remark && h('small', {}, remark)),
		h('span', { class: 'number' }, !hides && typeof one.advised?.made?.value === 'number' ? game.value(one.advised.made.value, language) : ''));
}

/** At a practice table that is played. */
const giveUp = (state, actions, t) => isPractice(state.session) && state.session.status === 'playing' && !state.watching
	&& h('div', { key: 'give-up', class: 'give-up' }, Confirmed(state, actions, t, { name: 'give-up', text: t('give_up'), what: t('give_up_what'), ask: t('give_up_sure'), yes: t('give_up_yes'), press: actions.giveUp }));

export function History(state, actions, t) {
	const { history, game } = state;
	if (!history) {
		return h('p', { class: 'muted' }, t('loading'));
	}
	const reviews = game.reviewed !== false && history.some(isMove);
	return history.length === 0 ? [h('p', { key: 'none', class: 'muted' }, t('no_history')), giveUp(state, actions, t)]
		: [reviews && h('button', { key: 'review', type: 'button', class: 'wide', on: { click: actions.openReview } }, t('review_open')), giveUp(state, actions, t),
			!state.hides && Curve(history, state, t), h('ol', { class: 'events' }, [...history].reverse().map((one) => event(one, state, t)))];
}
