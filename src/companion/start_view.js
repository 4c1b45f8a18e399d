// The start page: the table to continue, a tile for each game, all tables, a code that opens one.

import { h, icon } from './dom.js';
import { moduleOf } from './games/index.js';
import { LANGUAGES } from './languages.js';
import { rememberedVariant } from './preferences.js';
import { TILES, lineOf, unfinished } from './tiles.js';

function languages({ language }, actions, t) {
	return h('label', { class: 'language' }, h('span', { class: 'hidden' }, t('language')),
		h('select', { value: language, on: { change: ({ target }) => actions.prefer({ language: target.value }) } },
			Object.entries(LANGUAGES).map(([code, name]) => h('option', { key: code, value: code, lang: code, selected: code === language }, name))));
}

const titleOf = ({ games }, { game }) => games.find(({ name }) => name === game)?.title ?? game;

const visit = (actions, id) => (event) => {
	event.preventDefault();
	actions.visit(id);
};

// ---- The table to continue ------------------------------------------------------------------------------

function continuing(state, actions, t) {
	const table = unfinished(state);
	if (!table) {
		return null;
	}
	const { outlook, language } = state;
	const isPlaying = table.status === 'playing';
	const known = isPlaying && outlook?.id === table.id;
	const value = known && typeof outlook.value === 'number' ? moduleOf(table.game).value(outlook.value, language) : null;
	return h('a', { key: 'continue', class: 'continue', href: `/s/${table.id}`, on: { click: visit(actions, table.id) } },
		h('span', {}, t('continue')),
		h('strong', {}, [table.name, titleOf(state, table)].filter(Boolean).join(' · ')),
		h('span', { key: `how ${value}` }, [known ? t('at_move', outlook.made + 1) : t(`status_${table.status}`), value].filter(Boolean).join(' · ')));
}

// ---- A tile for each game -------------------------------------------------------------------------------

const picture = ({ name, title }) => h('span', { class: 'mini', 'aria-hidden': 'true' },
	(TILES[name]?.cards ?? [title[0]]).map((card) => h('span', { class: /[♥♦]/.test(card) ? 'red' : '' }, card)));

/** The line of a tile: the variant that a tap starts, if one was chosen, otherwise what the game is. */
function lineOfTile(game, language, t) {
	const { preset, cards } = rememberedVariant(game.name);
	const title = preset && moduleOf(game.name).presetTitle(preset, language);
	const variant = title && title !== preset ? title : null;
	return [variant, cards === 'program' && t('program_deals_short')].filter(Boolean).join(' · ') || lineOf(game, t);
}

function tile(game, language, actions, t) {
	const { name, title } = game;
	return h('li', { key: name, class: 'tile' },
		h('button', { type: 'button', class: 'play', 'data-game': name, on: { click: () => actions.startGame(name) } },
			picture(game), h('strong', {}, title), h('span', { class: 'muted' }, lineOfTile(game, language, t))),
		h('button', { type: 'button', class: 'plain', 'aria-label': `${title}: ${t('how_to_play')}`, on: { click: () => actions.openAbout(name) } }, icon('question')),
		h('button', { type: 'button', class: 'plain', 'aria-label': `${title}: ${t('variants')}`, 'data-variants': name, on: { click: () => actions.openVariants(name) } }, icon('gear')),
		h('button', { type: 'button', class: 'without', 'aria-label': `${title}: ${t('without_cards')}`, 'data-practise': name, on: { click: () => actions.practise(name) } }, t('without_cards')));
}

const tiles = ({ games, language }, actions, t) => h('section', { key: 'tiles', class: 'panel games', 'aria-labelledby': 'new-table' },
	h('h2', { id: 'new-table' }, t('new_table')),
	h('ul', { class: 'tiles' }, games.map((game) => tile(game, language, actions, t))));

// ---- All tables -----------------------------------------------------------------------------------------

const when = (time, language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

const FILTERS = {
	all: () => true,
	open: ({ status }) => status === 'playing' || status === 'waiting',
	finished: ({ status }) => status !== 'playing' && status !== 'waiting',
};

const filterField = ({ filter }, actions, t) => h('label', { key: 'filter' }, h('span', { class: 'hidden' }, t('filter')),
	h('select', { on: { change: ({ target }) => actions.filterTables(target.value) } },
		Object.keys(FILTERS).map((name) => h('option', { key: name, value: name, selected: name === filter }, t(`filter_${name}`)))));

function row(one, state, actions, t) {
	const title = titleOf(state, one);
	return h('li', { key: one.id },
		h('a', { href: `/s/${one.id}`, on: { click: visit(actions, one.id) } },
			h('strong', {}, one.name ?? title),
			h('span', { class: 'muted' }, [one.name && title, when(one.updated_at, state.language)].filter(Boolean).join(' · ')),
			h('span', { class: `state ${one.status}` }, t(`status_${one.status}`))),
		h('button', { type: 'button', class: 'plain', 'aria-label': `${one.name ?? title}: ${t('manage')}`, on: { click: () => actions.manage(one) } }, icon('more')));
}

function tables(state, actions, t) {
	const list = state.tables.filter(({ id }) => !state.removed.includes(id));
	const shown = list.filter(FILTERS[state.filter]);
	return h('section', { key: 'tables', class: 'panel', 'aria-labelledby': 'tables' },
		h('div', { class: 'titled' }, h('h2', { id: 'tables' }, t('tables')), list.length > 1 && filterField(state, actions, t)),
		shown.length === 0 ? h('p', { class: 'muted' }, t(list.length === 0 ? 'no_tables' : 'none_such'))
			: h('ul', { class: 'tables' }, shown.map((one) => row(one, state, actions, t))));
}

// ---- A code ---------------------------------------------------------------------------------------------

function code(state, actions, t) {
	const submit = (event) => {
		event.preventDefault();
		actions.openCode(event.target.elements.code.value);
	};
	return h('form', { key: 'code', class: 'panel code', on: { submit } },
		h('label', { for: 'code' }, t('code')),
		h('input', { id: 'code', name: 'code', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' }),
		h('button', { type: 'submit', class: 'wide' }, t('open_code')));
}

function placeholder({ missing }, actions, t) {
	return missing === null ? h('p', { key: 'awaited', class: 'panel loading' }, t('loading'))
		: h('div', { key: 'missing', class: 'panel loading', role: 'alert' }, h('p', {}, missing),
			h('button', { type: 'button', class: 'wide', on: { click: () => actions.readStart() } }, t('try_now')));
}

export function StartView(state, actions, t) {
	return [
		h('header', { key: 'top', class: 'top start' },
			h('div', { class: 'brand' }, h('h1', {}, t('title')), h('p', {}, t('tagline'))),
			languages(state, actions, t),
			h('button', { type: 'button', class: 'plain', 'aria-label': t('statistics'), title: t('statistics'), on: { click: actions.showStatistics } }, icon('history')),
			h('button', { type: 'button', class: 'plain', 'aria-label': t('settings'), on: { click: () => actions.open('settings') } }, icon('settings'))),
		h('main', { key: 'start', class: 'start' }, state.games && state.tables
			? [continuing(state, actions, t), tiles(state, actions, t), tables(state, actions, t), code(state, actions, t)]
			: [placeholder(state, actions, t), state.missing !== null && code(state, actions, t)]),
	];
}
