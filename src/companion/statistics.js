// The statistics page: games that are played by themselves, watched while they run.

import { Histogram, RateCurve } from './charts.js';
import { h, icon } from './dom.js';
import { moduleOf } from './games/index.js';

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
	return h('form', { key: 'wish', class: 'panel', 'aria-labelledby': 'new-run', on: { submit } },
		h('h2', { id: 'new-run' }, say('new_run')),
		select(say('game'), wish.game, games.map(({ name, title }) => [name, title]),
			(value) => does.wishRun({ game: value, preset: undefined, strategy: undefined })),
		select(say('kind'), wish.preset, game.presets.map(({ name }) => [name, moduleOf(game.name).presetTitle(name, language) || name]), (preset) => does.wishRun({ preset })),
		select(say('strategy'), wish.strategy, game.strategies.map(({ name, about }) => [name, `${name}: ${about}`]), (strategy) => does.wishRun({ strategy })),
		number(say('games_wanted'), wish.games, { min: '1', max: '1000000000', required: true }, (value) => does.wishRun({ games: value || 1 })),
		number(say('seed'), wish.seed, { min: '0', max: '9007199254740991', required: true }, (value) => does.wishRun({ seed: value || 0 })),
		running ? h('button', { key: 'cancel', type: 'button', class: 'main', on: { click: does.cancelRun } }, say('cancel'))
			: h('button', { key: 'start', type: 'submit', class: 'main' }, say('start')));
}

// ---- What came of it ------------------------------------------------------------------------------------

const row = (title, text) => [h('dt', { key: title }, title), h('dd', { key: `${title}:` }, text)];

function shares({ won, lost, drawn }, language, say) {
	const text = ({ games, share, low, high }) => `${count(games, language)} · ${say('interval', percent(share, language), percent(low, language), percent(high, language))}`;
	return [row(say('status_won'), text(won)), row(say('status_lost'), text(lost)), drawn.games > 0 && row(say('status_drawn'), text(drawn))];
}

function pictures({ won, length }, points, language, say) {
	const curve = say('rate_says', percent(won.share, language), percent(won.low, language), percent(won.high, language));
	const lengths = say('lengths_say', count(length.min, language), count(length.median, language), count(length.p95, language), count(length.max, language));
	return [
		points.length > 1 && h('figure', { key: 'rate', class: 'curve' }, RateCurve(points, `${say('rate')}. ${curve}`), h('figcaption', {}, `${say('rate')}. ${curve}`)),
		h('figure', { key: 'lengths', class: 'curve' }, Histogram(length.histogram, `${say('lengths')}. ${lengths}`), h('figcaption', {}, `${say('lengths')}. ${lengths}`)),
	];
}

function result({ run: { now, points }, language }, say) {
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
		]);
}

export function Statistics(state, does, say) {
	return [
		h('header', { key: 'top', class: 'top start' },
			h('button', { type: 'button', class: 'plain', 'aria-label': say('home'), on: { click: does.leaveStatistics } }, icon('home')),
			h('div', { class: 'brand' }, h('h1', {}, say('statistics')))),
		h('main', { key: 'statistics', class: 'start' },
			state.games && state.run ? wishes(state, does, say) : h('p', { class: 'panel loading' }, say('loading')),
			state.run?.now && result(state, say)),
	];
}
