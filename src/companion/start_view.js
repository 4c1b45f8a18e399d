// The start page: a new table, the tables in progress, the language.

import { h, icon } from './dom.js';
import { moduleOf } from './games/index.js';
import { LANGUAGES } from './languages.js';

function languages({ language }, does, say) {
	return h('label', { class: 'language' }, h('span', { class: 'hidden' }, say('language')),
		h('select', { value: language, on: { change: ({ target }) => does.prefer({ language: target.value }) } },
			Object.entries(LANGUAGES).map(([code, name]) => h('option', { key: code, value: code, lang: code, selected: code === language }, name))));
}

function radio({ name, value, checked, title, about, pick }) {
	return h('label', { key: value, class: 'choice' },
		h('input', { type: 'radio', name, value, checked, on: { change: () => pick(value) } }),
		h('span', {}, h('strong', {}, title), about && h('span', { class: 'muted' }, about)));
}

/** A rule that is neither chosen nor counted nor a list of counts is left to those who write JSON. */
const isAsked = (option) => option && (option.allowed || (option.type === 'list' ? option.member.type === 'count' : option.most !== undefined));

/** Counts, typed one after another: "3 4 5". */
function listField({ name, about }, { value, pick }) {
	const id = `rule-${name}`;
	return h('div', { key: name, class: 'rule' }, h('label', { for: id }, about),
		h('input', {
			id, type: 'text', inputmode: 'text', autocomplete: 'off', placeholder: '3 4 5', value: value.join(' '),
			on: { change: ({ target }) => pick((target.value.match(/\d+/g) ?? []).map(Number)) },
		}));
}

const MOST_STEPS = 9; // of a count: more is no house rule

function optionField(option, { value, language, say, titles, pick }) {
	const id = `rule-${option.name}`;
	const word = (one) => (one === true ? say('yes') : one === false ? say('no')
		: one === 'unlimited' ? say('unlimited') : titles(String(one), language));
	const values = option.allowed ?? [...Array(Math.min(option.most - option.least, MOST_STEPS) + 1).keys()].map((step) => option.least + step);
	const all = option.unlimited ? [...values, 'unlimited'] : values;
	return h('div', { key: option.name, class: 'rule' },
		h('label', { for: id }, option.about),
		h('select', { id, on: { change: ({ target }) => pick(all[target.selectedIndex]) } },
			all.map((one) => h('option', { key: String(one), value: String(one), selected: one === value }, word(one)))));
}

/** What the wish comes to: the preset's rules, and what was chosen instead. */
function rulesOf(game, { preset, rules }) {
	const { rules: from } = game.presets.find(({ name }) => name === preset) ?? game.presets[0];
	return { ...from, ...rules };
}

function ruleFields(game, state, does, say) {
	const { wish, language } = state;
	const module = moduleOf(game.name);
	const rules = rulesOf(game, wish);
	const names = module.asked(rules) ?? game.options.map(({ name }) => name);
	return h('details', { class: 'rules' }, h('summary', {}, say('rules')),
		names.map((name) => game.options.find((option) => option.name === name))
			.filter(isAsked).map((option) => (option.type === 'list' ? listField : optionField)(option, {
				value: rules[option.name], language, say, titles: module.choiceTitle,
				pick: (value) => does.wish({ rules: { ...wish.rules, [option.name]: value } }),
			})));
}

function newTable(state, does, say) {
	const { games, wish, language } = state;
	const game = games.find(({ name }) => name === wish.game);
	const preset = wish.preset ?? game.presets[0]?.name;
	const submit = (event) => {
		event.preventDefault();
		does.create(wish);
	};
	return h('form', { class: 'panel', on: { submit }, 'aria-labelledby': 'new-table' },
		h('h2', { id: 'new-table' }, say('new_table')),
		games.length > 1 && h('fieldset', {}, h('legend', {}, say('game')), games.map(({ name, title }) => radio({
			name: 'game', value: name, checked: name === wish.game, title,
			pick: (value) => does.wish({ game: value, preset: undefined, rules: undefined }),
		}))),
		game.presets.length > 1 && h('fieldset', {}, h('legend', {}, games.length > 1 ? say('kind') : game.title),
			game.presets.map(({ name, about }) => radio({
				name: 'preset', value: name, checked: name === preset, about,
				title: moduleOf(game.name).presetTitle(name, language),
				pick: (value) => does.wish({ preset: value, rules: undefined }),
			}))),
		ruleFields(game, state, does, say),
		h('label', { class: 'typed' }, h('span', {}, say('name'), ' ', h('small', {}, `(${say('optional')})`)),
			h('input', {
				type: 'text', maxlength: '40', autocomplete: 'off', placeholder: say('name_example'), value: wish.name ?? '',
				on: { input: ({ target }) => does.wish({ name: target.value.trim() === '' ? undefined : target.value.trim() }) },
			})),
		h('button', { type: 'submit', class: 'main' }, say('start')));
}

const when = (time, language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

function tables({ tables: list, games, language }, does, say) {
	const title = ({ game }) => games.find(({ name }) => name === game)?.title ?? game;
	return h('section', { class: 'panel', 'aria-labelledby': 'tables' }, h('h2', { id: 'tables' }, say('tables')),
		list.length === 0 ? h('p', { class: 'muted' }, say('no_tables'))
			: h('ul', { class: 'tables' }, list.map((one) => h('li', { key: one.id },
				h('a', { href: `/s/${one.id}`, on: { click: (event) => { event.preventDefault(); does.visit(one.id); } } },
					h('strong', {}, one.name ?? title(one)),
					h('span', { class: 'muted' }, [one.name && title(one), when(one.updated_at, language)].filter(Boolean).join(' · ')),
					h('span', { class: `state ${one.status}` }, say(`status_${one.status}`)))))));
}

function awaited({ missing }, does, say) {
	return missing === null ? h('p', { key: 'awaited', class: 'panel loading' }, say('loading'))
		: h('div', { key: 'missing', class: 'panel loading', role: 'alert' }, h('p', {}, missing),
			h('button', { type: 'button', class: 'wide', on: { click: () => does.readStart() } }, say('try_now')));
}

export function Start(state, does, say) {
	return [
		h('header', { key: 'top', class: 'top start' },
			h('div', { class: 'brand' }, h('h1', {}, say('title')), h('p', {}, say('tagline'))),
			languages(state, does, say),
			h('button', { type: 'button', class: 'plain', 'aria-label': say('statistics'), title: say('statistics'), on: { click: does.showStatistics } }, icon('history')),
			h('button', { type: 'button', class: 'plain', 'aria-label': say('settings'), on: { click: () => does.open('settings') } }, icon('settings'))),
		h('main', { key: 'start', class: 'start' },
			state.games && state.wish ? newTable(state, does, say) : awaited(state, does, say),
			state.tables && state.games && tables(state, does, say)),
	];
}
