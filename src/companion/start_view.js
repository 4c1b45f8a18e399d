// The start page: a new table, the tables in progress, the language.

import { h, icon } from './dom.js';
import { moduleOf } from './games/index.js';
import { LANGUAGES } from './languages.js';

function languages({ language }, actions, t) {
	return h('label', { class: 'language' }, h('span', { class: 'hidden' }, t('language')),
		h('select', { value: language, on: { change: ({ target }) => actions.prefer({ language: target.value }) } },
			Object.entries(LANGUAGES).map(([code, name]) => h('option', { key: code, value: code, lang: code, selected: code === language }, name))));
}

function radio({ name, value, checked, title, about, pick }) {
	return h('label', { key: value, class: 'choice' },
		h('input', { type: 'radio', name, value, checked, on: { change: () => pick(value) } }),
		h('span', {}, h('strong', {}, title), about && h('span', { class: 'muted' }, about)));
}

/** Options that are neither a choice, a count nor a list of counts are available by the API only. */
const isFormOption = (option) => option && (option.allowed || (option.type === 'list' ? option.member.type === 'count' : option.most !== undefined));

/** Counts, typed one after another: "3 4 5". */
function listField({ name, about }, { value, pick }) {
	const id = `rule-${name}`;
	return h('div', { key: name, class: 'rule' }, h('label', { for: id }, about),
		h('input', {
			id, type: 'text', inputmode: 'text', autocomplete: 'off', placeholder: '3 4 5', value: value.join(' '),
			on: { change: ({ target }) => pick((target.value.match(/\d+/g) ?? []).map(Number)) },
		}));
}

const MAX_STEPS = 9; // of a count; larger values are not offered

function optionField(option, { value, language, t, titles, pick }) {
	const id = `rule-${option.name}`;
	const word = (one) => (one === true ? t('yes') : one === false ? t('no')
		: one === 'unlimited' ? t('unlimited') : titles(String(one), language));
	const values = option.allowed ?? [...Array(Math.min(option.most - option.least, MAX_STEPS) + 1).keys()].map((step) => option.least + step);
	const all = option.unlimited ? [...values, 'unlimited'] : values;
	return h('div', { key: option.name, class: 'rule' },
		h('label', { for: id }, option.about),
		h('select', { id, on: { change: ({ target }) => pick(all[target.selectedIndex]) } },
			all.map((one) => h('option', { key: String(one), value: String(one), selected: one === value }, word(one)))));
}

/** The effective rules: the preset's, overridden by the chosen ones. */
function rulesOf(game, { preset, rules }) {
	const { rules: from } = game.presets.find(({ name }) => name === preset) ?? game.presets[0];
	return { ...from, ...rules };
}

function ruleFields(game, state, actions, t) {
	const { newTable, language } = state;
	const module = moduleOf(game.name);
	const rules = rulesOf(game, newTable);
	const names = module.formOptions(rules) ?? game.options.map(({ name }) => name);
	return h('details', { class: 'rules' }, h('summary', {}, t('rules')),
		names.map((name) => game.options.find((option) => option.name === name))
			.filter(isFormOption).map((option) => (option.type === 'list' ? listField : optionField)(option, {
				value: rules[option.name], language, t, titles: module.choiceTitle,
				pick: (value) => actions.changeNewTable({ rules: { ...newTable.rules, [option.name]: value } }),
			})));
}

function newTableForm(state, actions, t) {
	const { games, newTable, language } = state;
	const game = games.find(({ name }) => name === newTable.game);
	const preset = newTable.preset ?? game.presets[0]?.name;
	const submit = (event) => {
		event.preventDefault();
		actions.create(newTable);
	};
	return h('form', { class: 'panel', on: { submit }, 'aria-labelledby': 'new-table' },
		h('h2', { id: 'new-table' }, t('new_table')),
		games.length > 1 && h('fieldset', {}, h('legend', {}, t('game')), games.map(({ name, title }) => radio({
			name: 'game', value: name, checked: name === newTable.game, title,
			pick: (value) => actions.changeNewTable({ game: value, preset: undefined, rules: undefined }),
		}))),
		game.presets.length > 1 && h('fieldset', {}, h('legend', {}, games.length > 1 ? t('kind') : game.title),
			game.presets.map(({ name, about }) => radio({
				name: 'preset', value: name, checked: name === preset, about,
				title: moduleOf(game.name).presetTitle(name, language),
				pick: (value) => actions.changeNewTable({ preset: value, rules: undefined }),
			}))),
		ruleFields(game, state, actions, t),
		h('label', { class: 'typed' }, h('span', {}, t('name'), ' ', h('small', {}, `(${t('optional')})`)),
			h('input', {
				type: 'text', maxlength: '40', autocomplete: 'off', placeholder: t('name_example'), value: newTable.name ?? '',
				on: { input: ({ target }) => actions.changeNewTable({ name: target.value.trim() === '' ? undefined : target.value.trim() }) },
			})),
		h('button', { type: 'submit', class: 'main' }, t('start')));
}

const when = (time, language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

function tables({ tables: list, games, language }, actions, t) {
	const title = ({ game }) => games.find(({ name }) => name === game)?.title ?? game;
	return h('section', { class: 'panel', 'aria-labelledby': 'tables' }, h('h2', { id: 'tables' }, t('tables')),
		list.length === 0 ? h('p', { class: 'muted' }, t('no_tables'))
			: h('ul', { class: 'tables' }, list.map((one) => h('li', { key: one.id },
				h('a', { href: `/s/${one.id}`, on: { click: (event) => { event.preventDefault(); actions.visit(one.id); } } },
					h('strong', {}, one.name ?? title(one)),
					h('span', { class: 'muted' }, [one.name && title(one), when(one.updated_at, language)].filter(Boolean).join(' · ')),
					h('span', { class: `state ${one.status}` }, t(`status_${one.status}`)))))));
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
		h('main', { key: 'start', class: 'start' },
			state.games && state.newTable ? newTableForm(state, actions, t) : placeholder(state, actions, t),
			state.tables && state.games && tables(state, actions, t)),
	];
}
