// The statistics page: games that are played by themselves, watched while they run.

import { Histogram, RateCurve } from './charts.js';
import { h, icon } from './dom.js';
import { moduleOf } from './games/index.js';
import { searches } from './simulations.js';
import { Watching } from './replay_view.js';

const percent = (share, language) =>
	new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
const count = (number, language) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(number);

// ---- What shall be played -------------------------------------------------------------------------------

const select = (label, value, options, pick) => h('label', { key: label, class: 'typed' }, h('span', {}, label),
	h('select', { on: { change: ({ target }) => pick(options[target.selectedIndex][0]) } },
		options.map(([name, title]) => h('option', { key: name, value: name, selected: name === value }, title))));

const number = (label, value, limits, pick) => h('label', { key: label, class: 'typed' }, h('span', {}, label),
	h('input', { type: 'number', inputmode: 'numeric', ...limits, value: String(value), on: { change: ({ target }) => pick(target.valueAsNumber) } }));

function wishes({ games, run: { wish, now }, language }, does, say) {
	const game = games.find(({ name }) => name === wish.game);
	const running = now?.status === 'running';
	const submit = (event) => {
		event.preventDefault();
		does.simulate();
	};
	return h('form', { key: 'wish', class: 'panel wish', 'aria-labelledby': 'new-run', on: { submit } },
		h('h2', { id: 'new-run' }, say('new_run')),
		select(say('game'), wish.game, games.map(({ name, title }) => [name, title]),
			(value) => does.wishRun({ game: value, preset: undefined, strategy: undefined })),
		select(say('kind'), wish.preset, game.presets.map(({ name }) => [name, moduleOf(game.name).presetTitle(name, language) || name]), (preset) => does.wishRun({ preset })),
		select(say('strategy'), wish.strategy, game.strategies.map(({ name, about }) => [name, `${name}: ${about}`]), (strategy) => does.wishRun({ strategy })),
		searches(wish, games) && select(say('care'), wish.care, ['quick', 'careful'].map((name) => [name, say(`care_${name}`)]), (care) => does.wishRun({ care })),
		number(say('games_wanted'), wish.games, { min: '1', max: '1000000000', required: true }, (value) => does.wishRun({ games: value || 1 })),
		number(say('seed'), wish.seed, { min: '0', max: '9007199254740991', required: true }, (value) => does.wishRun({ seed: value || 0 })),
		running ? h('button', { key: 'cancel', type: 'button', class: 'main', on: { click: does.cancelRun } }, say('cancel'))
			: h('button', { key: 'start', type: 'submit', class: 'main' }, say('start')));
}

// ---- What came of it ------------------------------------------------------------------------------------

const row = (title, text) => [h('dt', { key: title }, title), h('dd', { key: `${title}:` }, text)];

function shares({ won, lost, drawn }, language, say) {
	const about = ({ games, low, high }) => say('games_between', count(games, language), percent(low, language), percent(high, language));
	const share = (title, ends) => [h('dt', { key: title }, title), h('dd', { key: `${title}:` }, percent(ends.share, language),
		h('small', {}, about(ends)))];
	return [share(say('status_won'), won), share(say('status_lost'), lost), drawn.games > 0 && share(say('status_drawn'), drawn)];
}

function pictures({ won, length }, points, language, say) {
	const curve = say('rate_says', percent(won.share, language), percent(won.low, language), percent(won.high, language));
	const lengths = say('lengths_say', count(length.min, language), count(length.median, language), count(length.p95, language), count(length.max, language));
	return [
		points.length > 1 && h('figure', { key: 'rate', class: 'curve' }, RateCurve(points, `${say('rate')}. ${curve}`, (share) => percent(share, language)), h('figcaption', {}, `${say('rate')}. ${curve}`)),
		h('figure', { key: 'lengths', class: 'curve' }, Histogram(length.histogram, `${say('lengths')}. ${lengths}`, (number) => count(number, language)), h('figcaption', {}, `${say('lengths')}. ${lengths}`)),
	];
}

function result({ run: { now, points }, watch, language }, does, say) {
	const { statistics: all } = now;
	return h('section', { key: 'result', class: 'panel run', 'aria-labelledby': 'result', 'data-status': now.status },
		h('h2', { id: 'result' }, say(`run_${now.status}`) || now.status),
		h('p', {}, say('played_of', count(now.played, language), count(now.games, language))),
		h('progress', { max: String(now.games), value: now.played, 'aria-label': say('run_running') }),
		all.played > 0 && [
			h('dl', { key: 'figures', class: 'figures' }, shares(all, language, say),
				row(say('streak'), count(all.streaks.longest_won, language)),
				row(say('decisions'), count(all.speed.decisions_per_cpu_s, language))),
			pictures(all, points, language, say),
		],
		!watch && h('button', { key: 'watch', type: 'button', class: 'wide', on: { click: () => does.watchGame(now) } }, say('watch')));
}

// ---- All that was played ------------------------------------------------------------------------------------

const KINDS = [['advised', 'as_advised'], ['unadvised', 'unadvised'], ['automatic', 'automatic']];

const ends = ({ played, won }, language, say) => (played === 0 ? '–'
	: `${percent(won.share, language)} · ${say('won_of', count(won.games, language), count(played, language))}`);

/** How each game ended: as advised, otherwise, and by itself. */
function soFar({ figures, games, language }, say) {
	const played = figures.filter((one) => KINDS.some(([kind]) => one[kind].played > 0));
	const title = (name) => games?.find((game) => game.name === name)?.title ?? name;
	return h('section', { key: 'so-far', class: 'panel so-far', 'aria-labelledby': 'so-far' },
		h('h2', { id: 'so-far' }, say('so_far')),
		played.length === 0 && h('p', { class: 'muted' }, say('no_games')),
		played.map((one) => h('div', { key: one.game, class: 'ends' },
			h('h3', {}, title(one.game)),
			h('dl', { class: 'figures' }, KINDS.map(([kind, text]) => row(say(text), ends(one[kind], language, say)))))));
}

export function Statistics(state, does, say) {
	return [
		h('header', { key: 'top', class: 'top start' },
			h('button', { type: 'button', class: 'plain', 'aria-label': say('home'), on: { click: does.leaveStatistics } }, icon('home')),
			h('div', { class: 'brand' }, h('h1', {}, say('statistics')))),
		h('main', { key: 'statistics', class: 'start statistics' },
			state.games && state.run ? wishes(state, does, say) : h('p', { class: 'panel loading' }, say('loading')),
			state.run?.now && result(state, does, say),
			state.watch && Watching(state, does, say),
			state.figures && soFar(state, say)),
	];
}
