// Sheets that open over the page: settings, history, sharing, correcting a count.

import { BACKS, THEMES, defineCard } from './cards/face.js';
import { h, icon } from './dom.js';
import { moduleOf } from './games/index.js';
import { isPractice } from './state.js';
import { History } from './history.js';
import { MAX_LENGTH, knownNames } from './games/seat_names.js';
import { LANGUAGES } from './languages.js';
import { bearer, isOwner, tokenToShare } from './token.js';
import { Confirmed } from './confirmed.js';
import { Variants } from './variants.js';
import { Why } from './why.js';

defineCard();

function choose({ label, value, options, pick }) {
	return h('label', { class: 'setting' }, h('span', {}, label),
		h('select', { on: { change: ({ target }) => pick(options[target.selectedIndex][0]) } },
			options.map(([name, text]) => h('option', { key: String(name), value: String(name), selected: name === value }, text))));
}

function tick({ label, checked, pick, can = true }, t) {
	return h('label', { class: `setting ${can ? '' : 'cannot'}` },
		h('span', {}, label, !can && h('small', {}, t('not_here'))),
		h('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: checked && can, disabled: !can, on: { change: ({ target }) => pick(target.checked) } }));
}

function backs({ preferences }, actions, t) {
	return h('fieldset', { class: 'setting backs' }, h('legend', {}, t('back')), Object.keys(BACKS).map((name, place) =>
		h('label', { key: name }, h('input', {
			type: 'radio', name: 'back', value: name, checked: preferences.back === name, class: 'hidden',
			'aria-label': `${t('back')} ${place + 1}`, on: { change: () => actions.prefer({ back: name }) },
		}), h('mk-card', { back: name, 'aria-hidden': 'true' }))));
}

function Settings(state, actions, t) {
	const { preferences: all, can } = state;
	const prefer = (name) => (value) => actions.prefer({ [name]: value });
	const pair = (prefix) => (name) => [name, t(`${prefix}_${name}`)];
	return [
		choose({ label: t('language'), value: all.language, pick: prefer('language'), options: [[null, t('as_browser')], ...Object.entries(LANGUAGES)] }),
		choose({ label: t('theme'), value: all.theme, pick: prefer('theme'), options: ['auto', 'light', 'dark'].map(pair('theme')) }),
		tick({ label: t('large'), checked: all.large, pick: prefer('large') }, t),
		choose({ label: t('deck'), value: all.deck, pick: prefer('deck'), options: THEMES.map(pair('deck')) }),
		tick({ label: t('four_colour'), checked: all.fourColour, pick: prefer('fourColour') }, t),
		backs(state, actions, t),
		isPractice(state.session) && tick({ label: t('always_advice'), checked: all.advice, pick: prefer('advice') }, t),
		tick({ label: t('speak'), checked: all.speak, pick: prefer('speak'), can: can.speak }, t),
		tick({ label: t('vibrate'), checked: all.vibrate, pick: prefer('vibrate'), can: can.vibrate }, t),
		tick({ label: t('sound'), checked: all.sound, pick: prefer('sound'), can: 'AudioContext' in globalThis }, t),
		tick({ label: t('awake'), checked: all.awake, pick: prefer('awake'), can: can.awake }, t),
	];
}

const isOwnComputer = (host) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/**
 * The QR code of a session, and its address in words. It is fetched, because the URL of an image must not contain a token, and because
 * the daemon knows how other devices reach it: an address of this computer alone is said to be one.
 */
class Code extends HTMLElement {
	async connectedCallback() {
		const id = this.getAttribute('table');
		const answer = await fetch(`/s/${id}/qr.svg`, { headers: bearer(tokenToShare(id)), cache: 'no-store' }).catch(() => ({ ok: false }));
		if (answer.ok) {
			const picture = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
			const title = picture.querySelector('title');
			this.address = new URL(title.textContent);
			title.remove();
			this.setAttribute('aria-label', this.address.origin + this.address.pathname);
			this.replaceChildren(document.importNode(picture, true));
			this.dispatchEvent(new CustomEvent('drawn'));
		}
	}
}
customElements.define('mk-code', Code);

const alone = (t) => h('p', { key: 'alone', class: 'alone', role: 'note' }, t('alone'), ' ', h('code', {}, 'make run PHONE=1'));

function Share(state, actions, t) {
	const { origin, pathname, hostname, href } = state.shared ?? {};
	const hasCode = !isOwner(state.id) || tokenToShare(state.id); // an owner's own token is not passed on
	return [
		hostname && isOwnComputer(hostname) ? alone(t) : hasCode && h('p', { key: 'how' }, t('share_how')),
		hasCode && h('mk-code', { key: `code${state.codes}`, class: 'qr', role: 'img', 'aria-label': t('share'), table: state.id, on: { drawn: ({ currentTarget }) => actions.showShared(currentTarget.address) } }),
		hostname && h('p', { key: 'address', class: 'address' }, origin + pathname),
		hostname && navigator.clipboard && h('button', {
			type: 'button', class: 'wide', on: { click: () => navigator.clipboard.writeText(href).then(() => actions.toast('copied')) },
		}, t('copy')),
		isOwner(state.id) && [
			Confirmed(state, actions, t, { name: 'renew', ask: t('renew_code_sure'), yes: t('renew_code_yes'), text: t('renew_code'), what: t('renew_code_what'), press: actions.renewCode }),
		],
	];
}

function Count({ count }, actions, t) {
	const step = (by) => actions.recount(Math.min(count.most, Math.max(0, count.value + by)));
	return [
		h('div', { class: 'stepper' },
			h('button', { type: 'button', class: 'plain', 'aria-label': t('less'), on: { click: () => step(-1) } }, '−'),
			h('output', { 'aria-live': 'polite' }, count.value),
			h('button', { type: 'button', class: 'plain', 'aria-label': t('more'), on: { click: () => step(1) } }, '+')),
		h('button', {
			type: 'button', class: 'main', on: { click: () => actions.correctCount() },
		}, t('save')),
	];
}

function Seats(state, actions, t) {
	const seats = state.game.seatsOf(state);
	const submit = (event) => {
		event.preventDefault();
		const { elements } = event.target;
		actions.nameSeats(['', ...seats.map(({ seat }) => elements[`seat${seat}`].value.trim())]);
	};
	return h('form', { on: { submit } },
		h('p', { class: 'muted' }, t('seat_names_how')),
		seats.map(({ seat, title, name }) => h('label', { key: String(seat), class: 'typed' }, h('span', {}, title),
			h('input', { name: `seat${seat}`, type: 'text', maxlength: String(MAX_LENGTH), autocomplete: 'off', list: 'known-names', value: name }))),
		h('datalist', { id: 'known-names' }, knownNames().map((name) => h('option', { key: name, value: name }))),
		h('button', { type: 'submit', class: 'main' }, t('save')));
}

/** The rules sheet: on the start page with a choice of the variant and a button to begin, at a table with that table's rules. */
function About({ games, about, language, session }, actions, t) {
	const { game, preset } = about;
	const { presets } = games?.find(({ name }) => name === game) ?? { presets: [] };
	const chosen = preset ?? presets[0]?.name;
	return [
		presets.length > 1 && choose({
			label: t('kind'), value: chosen, pick: (name) => actions.openAbout(game, name),
			options: presets.map(({ name }) => [name, moduleOf(game).presetTitle(name, language) || name]),
		}),
		h('mk-rules', { game, preset: chosen, lang: language, own: session ? JSON.stringify(session.rules) : undefined }),
		games && h('button', { type: 'button', class: 'main', on: { click: () => actions.startVariant(game, chosen) } }, t('start')),
	];
}

function Manage({ managed }, actions, t) {
	const submit = (event) => {
		event.preventDefault();
		actions.rename(managed.id, event.target.elements.title.value.trim() || null);
	};
	return [
		h('form', { key: managed.id, on: { submit } },
			h('label', { class: 'typed' }, h('span', {}, t('name')), h('input', { name: 'title', type: 'text', maxlength: '40', autocomplete: 'off', value: managed.name })),
			h('button', { type: 'submit', class: 'main' }, t('save'))),
		h('button', { type: 'button', class: 'wide remove', on: { click: () => actions.remove({ id: managed.id, name: managed.title }) } }, t('remove')),
	];
}

const titleOf = ({ games }, name) => games.find((one) => one.name === name).title;

const SHEETS = {
	variants: { title: (state) => titleOf(state, state.newTable.game), inside: Variants },
	about: { title: (state, t) => (state.games ? titleOf(state, state.about.game) : t('how_to_play')), inside: About },
	manage: { title: ({ managed }) => managed.title, inside: Manage },
	seats: { title: (state, t) => t('seat_names'), inside: Seats },
	why: { title: (state, t) => t('why'), inside: Why },
	settings: { title: (state, t) => t('settings'), inside: Settings },
	history: { title: (state, t) => t('history'), inside: History },
	share: { title: (state, t) => t('share'), inside: Share },
	enter_table: { title: (state, t) => t('enter_table'), inside: (state, actions, t) => state.tableEntry.TableEntry(state, actions, t) },
	count: { title: ({ count, game, language }) => game.countTitle(count, language), inside: Count },
};

export function Sheet(state, actions, t) {
	const { title, inside } = SHEETS[state.sheet];
	return [
		h('header', {}, h('h2', { id: 'sheet-title' }, title(state, t)),
			h('button', { type: 'button', class: 'plain', 'aria-label': t('close'), on: { click: actions.dismiss } }, icon('close'))),
		h('div', { key: state.sheet, class: `sheet-${state.sheet}` }, inside(state, actions, t)),
		h('p', { key: 'said', class: 'hidden', role: 'status' }, state.said),
	];
}
