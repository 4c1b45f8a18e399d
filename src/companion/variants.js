// The variants of a game: presets by name, single rules under "more", the name of the table.

import { h } from './dom.js';
import { moduleOf } from './games/index.js';
import { GivenDeal, problemOf, requestOf } from './given_deal.js';

/** The API's texts stand alone: they name the variant, and the values as the API writes them, which the form says beside them. */
const withoutTitle = (about, title) => (about.startsWith(`${title}: `) ? about.charAt(title.length + 2).toUpperCase() + about.slice(title.length + 3) : about);
const withoutCodes = ({ about, allowed = [] }) => about.replace(/ \((\w+)\)/g, (all, code) => (allowed.includes(code) ? '' : all));

function radio({ name, value, checked, title, about, pick }) {
	return h('label', { key: value, class: 'choice' },
		h('input', { type: 'radio', name, value, checked, on: { change: () => pick(value) } }),
		h('span', {}, h('strong', {}, title), about && h('span', { class: 'muted' }, withoutTitle(about, title))));
}

/** Options that are neither a choice, a count nor a list of counts are available by the API only; the number of a deal has a field of its own. */
const isFormOption = (option) => option && option.name !== 'deal' && (option.allowed || (option.type === 'list' ? option.member.type === 'count' : option.most !== undefined));

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
		h('label', { for: id }, withoutCodes(option)),
		h('select', { id, on: { change: ({ target }) => pick(all[target.selectedIndex]) } },
			all.map((one) => h('option', { key: String(one), value: String(one), selected: one === value }, word(one)))));
}

/** The effective rules: the preset's, overridden by the chosen ones. */
function rulesOf(game, { preset, rules }) {
	const { rules: from } = game.presets.find(({ name }) => name === preset) ?? game.presets[0];
	return { ...from, ...rules };
}

/** A game with the program's cards instead of those on the table. */
const programDeals = ({ newTable, language }, actions, t) => h('label', { key: 'deals', class: 'setting' },
	h('span', {}, moduleOf(newTable.game).dealsText?.(language) ?? t('program_deals')),
	h('input', {
		type: 'checkbox', role: 'switch', class: 'switch', name: 'program', checked: newTable.cards === 'program',
		on: { change: ({ target }) => actions.changeNewTable({ cards: target.checked ? 'program' : undefined }) },
	}));

function ruleFields(game, state, actions, t) {
	const { newTable, language } = state;
	const module = moduleOf(game.name);
	const rules = rulesOf(game, newTable);
	const names = module.formOptions(rules, newTable.cards === 'program') ?? game.options.map(({ name }) => name);
	return h('details', { class: 'rules' }, h('summary', {}, t('rules')),
		GivenDeal(game, state, actions, t),
		names.map((name) => game.options.find((option) => option.name === name))
			.filter(isFormOption).map((option) => (option.type === 'list' ? listField : optionField)(option, {
				value: rules[option.name], language, t, titles: module.choiceTitle,
				pick: (value) => actions.changeNewTable({ rules: { ...newTable.rules, [option.name]: value } }),
			})));
}

export function Variants(state, actions, t) {
	const { games, newTable, language } = state;
	const game = games.find(({ name }) => name === newTable.game);
	const preset = newTable.preset ?? game.presets[0]?.name;
	const submit = (event) => {
		event.preventDefault();
		actions.createTyped(requestOf(newTable), problemOf);
	};
	return h('form', { on: { submit }, 'aria-labelledby': 'sheet-title' },
		game.presets.length > 1 && h('fieldset', {}, h('legend', {}, t('kind')),
			game.presets.map(({ name, about }) => radio({
				name: 'preset', value: name, checked: name === preset, about,
				title: moduleOf(game.name).presetTitle(name, language),
				pick: (value) => actions.changeNewTable({ preset: value, rules: undefined }),
			}))),
		programDeals(state, actions, t),
		ruleFields(game, state, actions, t),
		h('label', { class: 'typed' }, h('span', {}, t('name'), ' ', h('small', {}, `(${t('optional')})`)),
			h('input', {
				type: 'text', maxlength: '40', autocomplete: 'off', placeholder: t('name_example'), value: newTable.name ?? '',
				on: { input: ({ target }) => actions.changeNewTable({ name: target.value.trim() === '' ? undefined : target.value.trim() }) },
			})),
		h('button', { type: 'submit', class: 'main' }, t('start')));
}

