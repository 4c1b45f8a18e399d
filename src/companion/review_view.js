// The review of a game: a curve of the player's chance over the decisions, to scrub by finger, mouse and arrow keys; what was made of the
// selected decision, and what was better; the decisions that cost most.

import { h, icon } from './dom.js';
import { figure, percent, percentChange } from './texts.js';

// ---- What a review says -------------------------------------------------------------------------------

const LOSSES = ['inaccuracy', 'mistake', 'blunder'];

/** True if the decision has a mark that says that it cost something. */
export const isLoss = ({ mark }) => LOSSES.includes(mark);

/** The review of the shown version, if it has decisions; null: there is none. */
export const reviewOf = ({ review, session }) => (session && review?.version === session.version && review.count !== 0 ? review : null);

/** The best move, where it is another one than the made move and worth more. */
export const betterOf = ({ move, better, made, best }, { moveKey }) =>
	(better && made !== null && made < best && moveKey(better) !== moveKey(move) ? better : null);

/** The instruction of the better move; null: there is none. An announcement may be worse than none at all, which is no move. */
function betterText(decision, game, t) {
	const better = betterOf(decision, game);
	return better ? better.instruction : isLoss(decision) && !decision.better ? t('announce_nothing') : null;
}

/** True if the review of the shown version says something although the game had no decision: whether it could have been won. */
export const isJudged = ({ review, session }) => review?.version === session.version && Boolean(review.verdict);

/** Texts of values and of their changes in the review's unit. */
function wordsOf({ unit }, language) {
	const signed = (value) => figure(value, language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });
	return unit === 'points' ? { value: signed, change: signed, inPoints: true }
		: { value: (value) => percent(value, language), change: (value) => percentChange(value, language), inPoints: false };
}

const CONFIDENT = 1.96; // standard errors: a 95 % interval

/** True if the choices together cost more than chance explains. */
const isCostly = ({ sums: { choice, choice_error: error } }) => choice < -CONFIDENT * error;

/** No move is a mistake, and all together cost no more than chance explains: the figure of the choices says nothing, and may be above 0. */
const isFlawless = (review) => review.sums.decisions > 0 && review.dearest.length === 0 && !isCostly(review);

function sumsText(review, language, t) {
	const { value, change, inPoints } = wordsOf(review, language);
	const { decisions, luck, choice, choice_error: error } = review.sums;
	if (decisions === 0) {
		return t('review_no_values');
	}
	const [key, keyOfPoints] = isFlawless(review) ? ['luck_alone', 'luck_alone_points']
		: isCostly(review) ? ['luck_and_choice', 'luck_and_choice_points'] : ['luck_and_choice_about', 'luck_and_choice_about_points'];
	return t(inPoints ? keyOfPoints : key, change(luck), change(choice), value(CONFIDENT * error).replace('+', ''));
}

/** Luck and choices for those who did not play, once the review is finished; null where it says nothing of them. */
export function sharedSums(state, t) {
	const review = reviewOf(state);
	if (review?.status !== 'finished' || review.sums.decisions === 0) {
		return null;
	}
	const { value, change, inPoints } = wordsOf(review, state.language);
	const { luck, choice, choice_error: error } = review.sums;
	const amount = (number) => (inPoints ? t('points', change(number)) : change(number));
	const margin = isCostly(review) ? '' : ` (±${value(CONFIDENT * error).replace('+', '')})`;
	const parts = [
		change(luck) !== change(0) && t('picture_luck', amount(luck)),
		isFlawless(review) ? t('picture_flawless') : t('picture_choices', amount(choice)) + margin,
	].filter(Boolean).map((part) => part.replaceAll(' ', '\u00a0')); // a line ends between them
	const [first, ...rest] = parts.join(' · ');
	return first.toLocaleUpperCase(state.language) + rest.join('');
}

const progressText = ({ count, valued }, t) => (count === null ? t('reviewing') : t('review_progress', valued, count));

/** What the choice gave away: of chances the difference of the two percentages that stand beside it. */
const lossOf = ({ unit }, { best, made, choice }) => (unit === 'points' ? choice : (Math.round(100 * made) - Math.round(100 * best)) / 100);

/** The verdict on a decision, in one line. */
function verdict(review, decision, language, t) {
	const { change, inPoints } = wordsOf(review, language);
	if (decision.before === null) {
		return t('review_no_value');
	}
	return [
		decision.mark && t(`mark_${decision.mark}`),
		isLoss(decision) && change(lossOf(review, decision)),
		Math.abs(decision.luck) >= (inPoints ? 0.05 : 0.005) && t('review_luck', change(decision.luck)),
	].filter(Boolean).join(' · ');
}

/** The same for a screen reader, with both moves. */
function valueText(review, place, { language, game }, t) {
	const { value } = wordsOf(review, language);
	const decision = review.decisions[place];
	if (!decision) {
		return review.sums.end === null ? t('review_end') : `${t('review_end')}: ${value(review.sums.end)}`;
	}
	const better = betterText(decision, game, t);
	const best = better && (isLoss(decision) ? t('decisive_says', better, value(decision.best), value(decision.made)) : t('review_best', better, value(decision.best)));
	return [
		`${t('review_at', place + 1, review.count)}: ${decision.move.instruction}`,
		`${verdict(review, decision, language, t)}.`,
		decision.before !== null && (best || value(decision.before)),
	].filter(Boolean).join(' ');
}

// ---- The curve ----------------------------------------------------------------------------------------

const WIDTH = 320;
const HEIGHT = 64;

/** The values between which the curve lies: chances from 0 to 1, points around 0. */
function scaleOf({ unit, decisions }) {
	const known = decisions.filter(({ before }) => before !== null).flatMap(({ before, made, after }) => [before, made, after]);
	return unit === 'points' ? { low: Math.min(-1, ...known), high: Math.max(1, ...known), middle: 0 } : { low: 0, high: 1, middle: 0.5 };
}

/** Places of the curve in its own units. `at`: a decision, or `count` for the end. */
function placesOf(review) {
	const { low, high, middle } = scaleOf(review);
	return {
		x: (at) => ((WIDTH * at) / Math.max(1, review.count)).toFixed(1),
		y: (value) => (HEIGHT * (1 - (value - low) / (high - low))).toFixed(1),
		middle,
	};
}

/** The pieces of the line: where no value is known it is broken. */
function lines({ decisions, count }, { x, y }) {
	const points = decisions.map(({ before }, at) => before !== null && `${x(at)} ${y(before)}`);
	const last = decisions.at(-1);
	const all = [...points, decisions.length === count && last && last.after !== null && `${x(count)} ${y(last.after)}`];
	return all.reduce((path, point, at) => (point ? `${path}${at > 0 && all[at - 1] ? 'L' : 'M'}${point}` : path), '');
}

/** A line of no length: its round or square ends are a dot that the curve's stretching does not distort. */
const dot = (kind, key, at, value, { x, y }) => h('path', { key, class: `mark ${kind}`, d: `M${x(at)} ${y(value)}h0` });

function drawing(review, moment, language) {
	const places = placesOf(review);
	const { x, y, middle } = places;
	const { decisions } = review;
	const now = decisions[moment];
	return h('svg', { key: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true', lang: language },
		h('path', { key: 'grid', class: 'grid', d: `M0 ${y(middle)}H${WIDTH}M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}` }),
		h('path', { key: 'line', class: 'line', d: lines(review, places) || 'M0 0' }),
		decisions.map((one, at) => isLoss(one) && dot(one.mark, `mark${at}`, at, one.before, places)),
		now && h('path', { key: 'at', class: 'at', d: `M${x(moment)} 0V${HEIGHT}` }),
		now && now.before !== null && dot('now', 'now', moment, now.before, places));
}

/** The decision at this place of the curve that has been valued; null: the end. */
const momentAt = ({ count, decisions }, place) => (place < decisions.length ? place : place * 2 < decisions.length + count ? decisions.length - 1 : null);

/** The range under the curve takes keys and speaks; the curve itself takes fingers and the mouse anywhere. */
function scrubber(review, state, actions, t) {
	const { moment, language } = state;
	const show = (place) => actions.showMoment(momentAt(review, place));
	const point = ({ currentTarget, clientX }) => {
		const { left, width } = currentTarget.getBoundingClientRect();
		show(Math.min(review.count, Math.max(0, Math.round((review.count * (clientX - left)) / width))));
	};
	const type = ({ target }) => show(target.valueAsNumber);
	const at = review.decisions[moment] ? moment : review.count;
	return h('div', {
		key: 'scrub', class: 'scrub', on: {
			pointerdown: (event) => {
				event.currentTarget.setPointerCapture(event.pointerId);
				point(event);
			},
			pointermove: (event) => event.currentTarget.hasPointerCapture(event.pointerId) && point(event),
		},
	},
	drawing(review, moment, language),
	h('input', {
		type: 'range', min: '0', max: String(review.count), step: '1', value: String(at), disabled: review.decisions.length === 0,
		'aria-label': t(review.unit === 'points' ? 'review_curve_points' : 'review_curve'), 'aria-valuetext': valueText(review, at, state, t),
		on: { input: type, change: type },
	}));
}

/** Above the bar at the thumb, at the end of a game: the curve, and what luck and choices came to. Its place does not change while it comes. */
export function ReviewDock(state, actions, t) {
	const review = reviewOf(state);
	if (!review) {
		return null;
	}
	const text = review.status === 'running' ? progressText(review, t) : sumsText(review, state.language, t);
	return h('section', { key: 'review', class: 'review-dock', 'aria-label': t('review') },
		h('p', {}, h('span', { key: text }, text)),
		review.count === null ? h('div', { key: 'scrub', class: 'scrub' }) : scrubber(review, state, actions, t));
}

// ---- One decision -------------------------------------------------------------------------------------

const sample = (kind) => h('svg', { class: `sample ${kind}`, viewBox: '0 0 28 12', 'aria-hidden': 'true' }, h('path', { d: 'M2 6H24M19 1.5 25 6l-6 4.5' }));

function row(kind, name, text, value) {
	return h('p', { key: kind, class: 'compared' }, sample(kind), h('span', { class: 'hidden' }, `${name}: `),
		h('span', { key: `${kind} ${text}`, class: 'what' }, text), h('span', { key: `${kind} is ${value}`, class: 'number' }, value));
}

const MAX_SHORT = 14; // letters that stand in one line on the smallest phone
const MAX_WORDY = 19; // and in a smaller font

/** One decision with a long name is enough, and reservations have them: the table stays where it is while the curve is scrubbed. */
function sizeOf({ unit, decisions }, nameOf) {
	const longest = Math.max(...decisions.flatMap(({ move, better }) => [move, better]).map((one) => (one ? nameOf(one).length : 0)));
	return unit === 'points' || longest > MAX_WORDY ? 'wordy lengthy' : longest > MAX_SHORT ? 'wordy' : '';
}

/** In place of the suggestion: the made move and the better one, each with its arrow's sample. */
export function ReviewSays(state, t) {
	const { review, moment, language, game } = state;
	const decision = review.decisions[moment];
	const { value } = wordsOf(review, language);
	const better = betterOf(decision, game);
	const worth = (number) => (number === null ? '' : value(number));
	const nameOf = (move) => game.shortName(move, language) || move.instruction;
	const instead = better ? nameOf(better) : betterText(decision, game, t) && t('nothing');
	const text = verdict(review, decision, language, t);
	return h('section', { key: 'say', class: `say reviewed ${sizeOf(review, nameOf)}`, 'aria-label': t('review_at', moment + 1, review.count) },
		h('p', { class: `verdict ${isLoss(decision) ? 'loss' : ''}` }, h('span', { key: text }, text)),
		row('made', t('review_made'), nameOf(decision.move), worth(decision.made)),
		instead && row('better', t('review_better'), instead, worth(decision.best)));
}

/** Instead of the bar at the thumb while an earlier table is shown. */
export function ReviewBar(state, actions, t) {
	const { review, moment, game } = state;
	const go = (name, label, to) => h('button', {
		key: name, type: 'button', class: 'plain', 'aria-label': t(label), title: t(label), disabled: !review.decisions[to], on: { click: () => actions.showMoment(to) },
	}, icon(name));
	const better = betterOf(review.decisions[moment], game);
	return h('footer', { key: 'review-bar', class: 'thumb line-bar review-bar', 'aria-label': t('review') },
		go('undo', 'previous', moment - 1), go('redo', 'why_next', moment + 1),
		h('p', { key: 'at', role: 'status' }, `${moment + 1}/${review.count}`),
		h('button', {
			key: 'show', type: 'button', class: 'plain', 'aria-label': t('review_line'), title: t('review_line'), disabled: !(better?.line.length > 1 && game.loadLine),
			on: { click: actions.playBetter },
		}, icon('eye')),
		h('button', { key: 'close', type: 'button', class: 'plain', 'aria-label': t('review_close'), title: t('review_close'), on: { click: actions.endReview } }, icon('close')));
}

// ---- The decisions that cost most -----------------------------------------------------------------------

const VERDICTS = { winnable: 'verdict_winnable', unwinnable: 'verdict_unwinnable', undecided: 'verdict_undecided' };

/** Below the table of a finished game. */
export function Dearest(review, { language, session, game }, actions, t) {
	const { value, change, inPoints } = wordsOf(review, language);
	if (review.status === 'running') {
		return h('p', { class: 'muted', 'aria-live': 'polite' }, t('reviewing'));
	}
	const { count, dearest, sums, verdict: could } = review;
	return h('div', { class: 'decisive' },
		count > 0 && h('p', { class: 'figure' }, sumsText(review, language, t)),
		could && session.status !== 'won' && h('p', { key: 'could', class: 'could' }, t(VERDICTS[could])),
		sums.decisions > 0 && dearest.length === 0 && !isFlawless(review) && h('p', {}, t('no_dear')),
		dearest.length > 0 && h('h2', {}, t('dearest')),
		dearest.length > 0 && h('ol', { class: 'dearest' }, dearest.map((decision) => [decision, betterText(decision, game, t)]).map(([{ number, move, best, made, choice }, better]) => h('li', { key: String(number) },
			h('button', { type: 'button', class: 'wide', on: { click: () => { actions.showMoment(number - 1); actions.showTable(); } } },
				h('span', { class: 'made' }, move.instruction), h('span', { class: 'number' }, inPoints ? t('points', change(choice)) : change(lossOf(review, { best, made, choice }))),
				better && h('span', { class: 'instead' }, t('decisive_says', better, value(best), value(made))))))));
}
