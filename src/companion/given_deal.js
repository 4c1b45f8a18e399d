// The deal of a practice table as a player gives it: a seed, the number of a deal of FreeCell, or the cards themselves.

import { h } from './dom.js';
import { moduleOf } from './games/index.js';

/** The fields of a new table, each with the beginning of the pointers by which the API names it. */
const POINTERS = { deal: '/rules/deal', seed: '/seed', deck: '/deck' };

/** A number as a number; anything else as it is, for the daemon to say what is wrong with it. */
const numberOf = (text) => (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text);

const cardsOf = (text) => text.match(/[^\s,;"'[\]]+/g) ?? [];

const filled = (text) => (text?.trim() ? text.trim() : undefined);

/** The body of the request for a table, of what the form has; fields that are empty or of no use are left out. */
export function requestOf({ typed = {}, ...table }) {
	const [deal, seed, deck] = ['deal', 'seed', 'deck'].map((name) => filled(typed[name]));
	const wanted = moduleOf(table.game).wantedRules?.(table.rules, table.cards === 'program') ?? table.rules;
	const rules = deal === undefined ? wanted : { ...wanted, deal: numberOf(deal) };
	return {
		...table,
		...(rules === undefined ? {} : { rules }),
		...(table.cards === 'program' && seed !== undefined ? { seed: numberOf(seed) } : {}),
		...(table.cards === 'program' && deck !== undefined ? { deck: cardsOf(deck) } : {}),
	};
}

/** {field, text} of what the daemon says of one of the fields; null: it is of none of them. */
export function problemOf({ problem }) {
	const [{ pointer = '', detail } = {}] = problem?.errors ?? [];
	const [field] = Object.entries(POINTERS).find(([, start]) => pointer.startsWith(start)) ?? [];
	return field && detail ? { field, text: detail } : null;
}

function field(name, { kind = 'input', label, how, more }, { newTable, typedProblem }, actions) {
	const id = `given-${name}`;
	const wrong = typedProblem?.field === name ? typedProblem.text : null;
	const value = newTable.typed?.[name] ?? '';
	return h('div', { key: name, class: 'given' },
		h('label', { for: id }, label),
		h(kind, {
			id, name, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', value, ...more,
			'aria-invalid': wrong ? 'true' : undefined, 'aria-describedby': [wrong && `${id}-wrong`, `${id}-how`].filter(Boolean).join(' '),
			on: { input: ({ target }) => actions.changeTyped(name, target.value) },
		}),
		wrong && h('p', { key: wrong, id: `${id}-wrong`, class: 'wrong', role: 'alert' }, wrong),
		h('p', { id: `${id}-how`, class: 'muted' }, how));
}

const NUMBER = { type: 'text', inputmode: 'numeric' };

/** FreeCell has numbers, with which the cards on a table are known, too; other games have a seed. A practice table may have any cards. */
export function GivenDeal(game, state, actions, t) {
	const { newTable, language } = state;
	const isNumbered = game.options.some(({ name }) => name === 'deal');
	const deals = newTable.cards === 'program';
	const order = moduleOf(game.name).deckOrder?.(language);
	return [
		isNumbered && field('deal', { label: t('deal_number'), how: t('deal_number_how'), more: NUMBER }, state, actions),
		deals && !isNumbered && field('seed', { label: t('deal_seed'), how: t('deal_seed_how'), more: NUMBER }, state, actions),
		deals && order && field('deck', { kind: 'textarea', label: t('given_deck'), how: `${t('given_deck_how')} ${order}`, more: { rows: '3' } }, state, actions),
	];
}
