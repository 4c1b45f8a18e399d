// What opens over the page: settings, history, sharing, putting a count right.

import { BACKS, THEMES } from './cards/face.js';
import { h, icon } from './dom.js';
import { History } from './history.js';
import { LANGUAGES } from './languages.js';
import { bearer, tokenToShare } from './token.js';

function choose({ label, value, options, pick }) {
	return h('label', { class: 'setting' }, h('span', {}, label),
		h('select', { on: { change: ({ target }) => pick(options[target.selectedIndex][0]) } },
			options.map(([name, text]) => h('option', { key: String(name), value: String(name), selected: name === value }, text))));
}

function tick({ label, checked, pick, can = true }, say) {
	return h('label', { class: `setting ${can ? '' : 'cannot'}` },
		h('span', {}, label, !can && h('small', {}, say('not_here'))),
		h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: checked && can, disabled: !can, on: { change: ({ target }) => pick(target.checked) } }));
}

function backs({ preferences }, does, say) {
	return h('fieldset', { class: 'setting backs' }, h('legend', {}, say('back')), Object.keys(BACKS).map((name, place) =>
		h('label', { key: name }, h('input', {
			type: 'radio', name: 'back', value: name, checked: preferences.back === name, class: 'hidden',
			'aria-label': `${say('back')} ${place + 1}`, on: { change: () => does.prefer({ back: name }) },
		}), h('mk-card', { back: name, 'aria-hidden': 'true' }))));
}

function Settings(state, does, say) {
	const { preferences: all, can } = state;
	const prefer = (name) => (value) => does.prefer({ [name]: value });
	const pair = (prefix) => (name) => [name, say(`${prefix}_${name}`)];
	return [
		choose({ label: say('language'), value: all.language, pick: prefer('language'), options: [[null, say('as_browser')], ...Object.entries(LANGUAGES)] }),
		choose({ label: say('theme'), value: all.theme, pick: prefer('theme'), options: ['auto', 'light', 'dark'].map(pair('theme')) }),
		tick({ label: say('large'), checked: all.large, pick: prefer('large') }, say),
		choose({ label: say('deck'), value: all.deck, pick: prefer('deck'), options: THEMES.map(pair('deck')) }),
		tick({ label: say('four_colour'), checked: all.fourColour, pick: prefer('fourColour') }, say),
		backs(state, does, say),
		tick({ label: say('speak'), checked: all.speak, pick: prefer('speak'), can: can.speak }, say),
		tick({ label: say('vibrate'), checked: all.vibrate, pick: prefer('vibrate'), can: can.vibrate }, say),
		tick({ label: say('awake'), checked: all.awake, pick: prefer('awake'), can: can.awake }, say),
	];
}

/** The code where a token is wanted for it: no picture's address may carry one. */
class Code extends HTMLElement {
	async connectedCallback() {
		const id = this.getAttribute('table');
		const answer = await fetch(`/s/${id}/qr.svg`, { headers: bearer(tokenToShare(id)), cache: 'no-store' });
		if (answer.ok) {
			const picture = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
			picture.querySelector('title').remove();
			this.replaceChildren(document.importNode(picture, true));
		}
	}
}
customElements.define('mk-code', Code);

function Share(state, does, say) {
	const token = tokenToShare(state.id);
	const place = `${location.origin}/s/${state.id}`;
	const address = token ? `${place}#token=${token}` : place;
	return [
		h('p', {}, say('share_how')),
		token
			? h('mk-code', { class: 'qr', role: 'img', 'aria-label': place, table: state.id })
			: h('img', { class: 'qr', src: `/s/${state.id}/qr.svg`, alt: address, width: '240', height: '240' }),
		h('p', { class: 'address' }, place),
		navigator.clipboard && h('button', {
			type: 'button', class: 'wide', on: { click: () => navigator.clipboard.writeText(address).then(() => does.note('copied')) },
		}, say('copy')),
	];
}

function Count({ count }, does, say) {
	const step = (by) => does.recount(Math.min(count.most, Math.max(0, count.value + by)));
	return [
		h('div', { class: 'stepper' },
			h('button', { type: 'button', class: 'plain', 'aria-label': say('less'), on: { click: () => step(-1) } }, '−'),
			h('output', { 'aria-live': 'polite' }, count.value),
			h('button', { type: 'button', class: 'plain', 'aria-label': say('more'), on: { click: () => step(1) } }, '+')),
		h('button', {
			type: 'button', class: 'main', on: { click: () => does.correctCount() },
		}, say('save')),
	];
}

const SHEETS = {
	settings: { title: (state, say) => say('settings'), inside: Settings },
	history: { title: (state, say) => say('history'), inside: (state, does, say) => History(state, say) },
	share: { title: (state, say) => say('share'), inside: Share },
	retell: { title: (state, say) => say('retell'), inside: (state, does, say) => state.telling.Retelling(state, does, say) },
	count: { title: ({ count, game, language }) => game.countTitle(count, language), inside: Count },
};

export function Sheet(state, does, say) {
	const { title, inside } = SHEETS[state.sheet];
	return [
		h('header', {}, h('h2', { id: 'sheet-title' }, title(state, say)),
			h('button', { type: 'button', class: 'plain', 'aria-label': say('close'), on: { click: does.dismiss } }, icon('close'))),
		h('div', { key: state.sheet, class: `sheet-${state.sheet}` }, inside(state, does, say)),
	];
}
