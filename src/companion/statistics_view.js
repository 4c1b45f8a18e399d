// The statistics page: simulations, followed while they run, and the outcomes of all games.

import { Histogram, RateCurve } from './charts.js';
import { summaryOfChoices, unreviewed } from './choices.js';
import { h, icon } from './dom.js';
import { moduleOf } from './games/index.js';
import { clock, recordedGames, sameVariant, summaryOf } from './record.js';
import { ReplayView } from './replay_view.js';
import { isActive, NO_TABLE, PACES, proportion, searches, totalsOf } from './simulations.js';
import { figure } from './texts.js';

const percent = (share, language) => figure(share, language, { style: 'percent', maximumFractionDigits: 1 });
const count = (number, language) => figure(number, language, { maximumFractionDigits: 0 });

// ---- The form -------------------------------------------------------------------------------------------

const select = (label, value, options, pick) => h('label', { key: label, class: 'typed' }, h('span', {}, label),
	h('select', { on: { change: ({ target }) => pick(options[target.selectedIndex][0]) } },
		options.map(([name, title]) => h('option', { key: name, value: name, selected: name === value }, title))));

const number = (label, value, limits, pick) => h('label', { key: label, class: 'typed' }, h('span', {}, label),
	h('input', { type: 'number', inputmode: 'numeric', ...limits, value: String(value), on: { change: ({ target }) => pick(target.valueAsNumber) } }));

const button = (name, label, press, more) => h('button', { key: name, type: 'button', class: 'wide', on: { click: press }, ...more }, label);

function paceText(pace, language, t) {
	return pace === NO_TABLE ? t('pace_no_table') : pace === Infinity ? t('max_speed')
		: t(pace === 1 ? 'pace_says_one' : 'pace_says', figure(pace, language));
}

/** Speed, start, pause and stop: the one control of games that play themselves. */
function controls({ run, replay, language }, actions, t) {
	const text = paceText(run.pace, language, t);
	const paused = run.status === 'paused';
	return h('div', { key: 'controls', class: 'autoplay', role: 'group', 'aria-label': t('new_run') },
		h('label', { key: 'pace', class: 'typed' }, h('span', {}, `${t('pace')}: ${text}`),
			h('input', {
				type: 'range', min: '0', max: String(PACES.length - 1), step: '1', value: String(PACES.indexOf(run.pace)), 'aria-valuetext': text,
				on: { input: ({ target }) => actions.changePace(target.valueAsNumber) },
			})),
		isActive(run) ? h('div', { key: 'going', class: 'controls' },
			button('go', t(paused ? 'continue' : 'pause'), actions.pauseRun),
			button('stop', t('stop_run'), actions.stopRun),
			replay && button('step', t('one_move'), actions.replayStep, { disabled: !paused || !replay.steps[replay.at].move }),
			replay && button('next', t('next_game'), actions.replayNext, { disabled: paused }))
			: h('button', { key: 'start', type: 'submit', class: 'main' }, t('start')));
}

function runForm(state, actions, t) {
	const { games, run, language } = state;
	const { options } = run;
	const game = games.find(({ name }) => name === options.game);
	const submit = (event) => {
		event.preventDefault();
		if (!isActive(run)) {
			actions.simulate();
		}
	};
	return h('form', { key: 'run-form', class: 'panel', 'aria-labelledby': 'new-run', on: { submit } },
		h('h2', { id: 'new-run' }, t('new_run')),
		select(t('game'), options.game, games.map(({ name, title }) => [name, title]),
			(value) => actions.changeRun({ game: value, preset: undefined, strategy: undefined })),
		select(t('kind'), options.preset, game.presets.map(({ name }) => [name, moduleOf(game.name).presetTitle(name, language) || name]), (preset) => actions.changeRun({ preset })),
		select(t('strategy'), options.strategy, game.strategies.map(({ name }) => [name, t(`strategy_${name}`) || name]), (strategy) => actions.changeRun({ strategy })),
		(!searches(options, games) || options.care === 'careful') && h('p', { key: 'about-strategy', class: 'muted' }, game.strategies.find(({ name }) => name === options.strategy).about),
		searches(options, games) && [
			select(t('care'), options.care, ['quick', 'careful'].map((name) => [name, t(`care_${name}`)]), (care) => actions.changeRun({ care })),
			h('p', { key: 'about-care', class: 'muted' }, t(`care_${options.care}_about`)),
		],
		number(t('games_wanted'), options.games, { min: '1', max: '1000000000', required: true }, (value) => actions.changeRun({ games: value || 1 })),
		number(t('seed'), options.seed, { min: '0', max: '9007199254740991', required: true }, (value) => actions.changeRun({ seed: value || 0 })),
		controls(state, actions, t));
}

// ---- The result -----------------------------------------------------------------------------------------

const row = (title, text) => [h('dt', { key: title }, title), h('dd', { key: `${title}:` }, text)];

function shares({ played, won, lost, drawn }, language, t) {
	const share = (title, games) => {
		const ends = proportion(games, played);
		return [h('dt', { key: title }, title), h('dd', { key: `${title}:` }, percent(ends.share, language),
			h('small', {}, t('games_between', count(games, language), percent(ends.low, language), percent(ends.high, language))))];
	};
	return [share(t('status_won'), won), share(t('status_lost'), lost), drawn > 0 && share(t('status_drawn'), drawn)];
}

function rateCurve({ won, played }, points, language, t) {
	const { share, low, high } = proportion(won, played);
	const curve = t('rate_says', percent(share, language), percent(low, language), percent(high, language));
	return points.length > 1 && h('figure', { key: 'rate', class: 'curve' }, RateCurve(points, `${t('rate')}. ${curve}`, (one) => percent(one, language)), h('figcaption', {}, `${t('rate')}. ${curve}`));
}

function lengthBins(length, language, t) {
	const lengths = t('lengths_say', count(length.min, language), count(length.median, language), count(length.p95, language), count(length.max, language));
	return h('figure', { key: 'lengths', class: 'curve' }, Histogram(length.histogram, `${t('lengths')}. ${lengths}`, (number) => count(number, language)), h('figcaption', {}, `${t('lengths')}. ${lengths}`));
}

/** All games so far; what only the daemon counts, where one simulation has them all. */
function result({ run, language }, t) {
	const totals = totalsOf(run);
	const whole = run.done.played === 0 && run.now?.statistics;
	const mean = figure(totals.length / totals.played, language, { maximumFractionDigits: 1 });
	return h('section', { key: 'result', class: 'panel run', 'aria-labelledby': 'result', 'data-status': run.status },
		h('h2', { id: 'result' }, t(`run_${run.status}`)),
		h('p', { role: 'status' }, t('played_of', count(totals.played, language), count(run.started.games, language))),
		h('progress', { max: String(run.started.games), value: String(totals.played), 'aria-label': t('run_running') }),
		totals.played > 0 && [
			h('dl', { key: 'figures', class: 'figures' }, shares(totals, language, t), row(t('mean_length'), mean),
				whole && row(t('streak'), count(whole.streaks.longest_won, language)),
				whole && row(t('decisions'), count(whole.speed.decisions_per_cpu_s, language))),
			rateCurve(totals, run.points, language, t),
			whole && lengthBins(whole.length, language, t),
		]);
}

// ---- All games so far ---------------------------------------------------------------------------------------

const KINDS = [['advised', 'as_advised'], ['unadvised', 'unadvised'], ['automatic', 'automatic']];

const ends = ({ played, won }, language, t) => (played === 0 ? '–'
	: `${percent(won.share, language)} · ${t('won_of', count(won.games, language), count(played, language))}`);

/** Outcomes by game: as advised, not as advised, simulated. */
function soFar({ statistics, games, language }, t) {
	const played = statistics.filter((one) => KINDS.some(([kind]) => one[kind].played > 0));
	const title = (name) => games?.find((game) => game.name === name)?.title ?? name;
	return h('section', { key: 'so-far', class: 'panel so-far', 'aria-labelledby': 'so-far' },
		h('h2', { id: 'so-far' }, t('so_far')),
		played.length === 0 && h('p', { class: 'muted' }, t('no_games')),
		played.map((one) => h('div', { key: one.game, class: 'ends' },
			h('h3', {}, title(one.game)),
			h('dl', { class: 'figures' }, KINDS.map(([kind, text]) => row(t(text), ends(one[kind], language, t)))))));
}

// ---- What choices cost ------------------------------------------------------------------------------------

const MAX_KINDS = 5;

/** "−3.1 % (±0.8)" or "−0.4 points". */
function costOf({ mean, margin }, unit, language) {
	const number = (value, more) => figure(value, language, { minimumFractionDigits: 1, maximumFractionDigits: 1, ...more });
	const style = unit === 'points' ? 'decimal' : 'percent';
	return `${number(mean, { style, signDisplay: 'exceptZero' })}${margin === null ? '' : ` (±${number(style === 'percent' ? 100 * margin : margin)})`}`;
}

/** What a kind of mistake costs less than this on average is not named. */
const isDear = (unit) => ({ mean }) => mean <= (unit === 'points' ? -0.05 : -0.0005);

/** The choices in the games of one variant: their cost a game, and the dearest kinds of mistakes. */
function choices(variant, played, { games, language }, t) {
	const summary = summaryOfChoices(played);
	const kinds = games?.find(({ name }) => name === variant.game)?.mistakes ?? [];
	const titleOf = (name) => kinds.find(({ kind }) => kind === name)?.text; // unknown until the list of games has come
	return summary && [
		h('h4', { key: 'choices' }, t('choices_cost')),
		h('p', { key: 'choices-of', class: 'muted' }, t(summary.unit === 'points' ? 'choices_of_points' : 'choices_of', count(summary.games, language))),
		h('dl', { key: 'choices-list', class: 'figures costs' },
			row(t('choices_all'), costOf(summary, summary.unit, language)),
			summary.kinds.filter(isDear(summary.unit)).filter(({ kind }) => titleOf(kind)).slice(0, MAX_KINDS).map((kind) => row(titleOf(kind.kind), costOf(kind, summary.unit, language)))),
	];
}

/** Games from before their choices were noted, or whose end this phone left early. */
function reviewRest(all, state, actions, t) {
	const missing = state.unreviewed || unreviewed(all).length;
	return missing > 0 && h('div', { key: 'review-rest' }, state.unreviewed > 0 ? h('p', { key: 'left', class: 'muted', role: 'status' }, t('choices_left', missing))
		: h('button', { key: 'ask', type: 'button', class: 'wide', on: { click: actions.reviewGames } }, t('choices_review', missing)));
}

/** The games finished on this phone, by game and variant. */
function own(state, actions, t) {
	const { games, language } = state;
	const all = recordedGames();
	const variants = all.filter((one, place) => all.findIndex(sameVariant(one)) === place);
	const title = ({ game, preset }) => [games?.find(({ name }) => name === game)?.title ?? game, preset && moduleOf(game).presetTitle(preset, language)].filter(Boolean).join(' · ');
	return variants.length > 0 && h('section', { key: 'own', class: 'panel own', 'aria-labelledby': 'own' },
		h('h2', { id: 'own' }, t('on_this_phone')),
		variants.map((variant) => {
			const { played, won, streak, longest, fastest, shortest } = summaryOf(all.filter(sameVariant(variant)));
			return h('div', { key: `${variant.game} ${variant.preset}`, class: 'ends' }, h('h3', {}, title(variant)),
				h('dl', { class: 'figures' },
					row(t('status_won'), t('so_many_of', count(won, language), count(played, language))),
					row(t('now_in_a_row'), count(streak, language)), row(t('streak'), count(longest, language)),
					fastest !== null && row(t('fastest_win'), clock(fastest)), shortest !== null && row(t('shortest_win'), count(shortest, language))),
				choices(variant, all.filter(sameVariant(variant)), state, t));
		}),
		reviewRest(all, state, actions, t));
}

export function StatisticsView(state, actions, t) {
	return [
		h('header', { key: 'top', class: 'top start' },
			h('button', { type: 'button', class: 'plain', 'aria-label': t('home'), on: { click: actions.leaveStatistics } }, icon('home')),
			h('div', { class: 'brand' }, h('h1', {}, t('statistics')))),
		h('main', { key: 'statistics', class: 'start statistics' },
			state.games && state.run ? runForm(state, actions, t) : h('p', { class: 'panel loading' }, t('loading')),
			state.replay && ReplayView(state, actions, t),
			state.run?.started && result(state, t),
			own(state, actions, t),
			state.statistics && soFar(state, t)),
	];
}
