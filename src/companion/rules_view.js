// The rules of a game in words, with a drawing of the deal: <mk-rules game="klondike" preset="klondike-1" lang="da">. Loaded when a player
// asks for them. `own`: the rules of a table as JSON; those that differ from the preset's come first.

import { dealDrawing } from './deal_drawings.js';
import { h, paint } from './dom.js';
import { moduleOf } from './games/index.js';
import { request } from './request.js';
import { loadStyle } from './style_sheet.js';
import { loadTexts, translator, translatorOf } from './texts.js';

const OWN = { words: 'rules' }; // the service worker looks for this name, too

const itemsOf = ({ sections }) => sections.filter(({ name }) => name === 'options' || name === 'options_off').flatMap(({ items }) => items);

const valueOf = (rules) => (option) => itemsOf(rules).find((item) => item.option === option)?.value;

// ---- Sections ---------------------------------------------------------------------------------------------

const list = (name, items) => items.length > 0 && h('dl', { key: 'items', class: name === 'glossary' ? 'terms' : 'values' },
	items.map(({ term, text }) => h('div', { key: term }, h('dt', {}, term), h('dd', {}, text))));

const paragraphs = (texts) => texts.map((text, place) => h('p', { key: place }, text));

function section({ name, title, paragraphs: texts, items }, drawing) {
	return h('section', { key: name, class: `of-${name}`, 'aria-labelledby': `rules-${name}` },
		h('h3', { id: `rules-${name}` }, title), name === 'deal' && drawing, paragraphs(texts), list(name, items));
}

/** The options that a variant switches off are many in Doppelkopf, and interest few players: they are folded. */
const folded = ({ name, title, items }) => h('details', { key: name }, h('summary', {}, title), list('options', items));

function word(value, game, language) {
	const t = translator(language);
	return Array.isArray(value) ? value.map((one) => word(one, game, language)).join(', ')
		: value === true ? t('yes') : value === false ? t('no') : value === 'unlimited' ? t('unlimited')
			: moduleOf(game).choiceTitle(String(value), language);
}

/** The rules that the players of this table have changed. */
function changed(rules) {
	const items = itemsOf(rules).filter((item) => item.changed)
		.map(({ value, term }) => ({ term, text: word(value, rules.game, rules.language) }));
	return items.length > 0 && section({ name: 'own', title: translatorOf('rules', rules.language)('at_table'), paragraphs: [], items });
}

function Rules(rules) {
	const { title } = rules.sections.find(({ name }) => name === 'deal') ?? {};
	const drawing = dealDrawing(rules.game, { language: rules.language, label: title, value: valueOf(rules) });
	return [
		changed(rules),
		rules.sections.map((one) => (one.name === 'options_off' ? folded(one) : section(one, drawing))),
	];
}

// ---- The element ------------------------------------------------------------------------------------------

class RulesElement extends HTMLElement {
	static observedAttributes = ['game', 'preset', 'lang', 'own'];

	connectedCallback() {
		this.readSoon();
	}

	attributeChangedCallback() {
		this.readSoon();
	}

	/** Several attributes change at once: they are one request. */
	readSoon() {
		if (this.isConnected && !this.isDue) {
			this.isDue = true;
			queueMicrotask(() => {
				this.isDue = false;
				this.read();
			});
		}
	}

	show(children) {
		this.painted = paint(this, this.painted, children);
	}

	/** Only the newest request counts. */
	async read() {
		const [game, preset, language] = ['game', 'preset', 'lang'].map((name) => this.getAttribute(name));
		const t = translator(language);
		const number = (this.number ?? 0) + 1;
		this.number = number;
		this.setAttribute('aria-busy', 'true');
		if (!this.painted) {
			this.show(h('p', { class: 'muted', key: 'loading' }, t('loading')));
		}
		const own = this.getAttribute('own');
		const query = (preset ? `&preset=${encodeURIComponent(preset)}` : '') + (own ? `&rules=${encodeURIComponent(own)}` : '');
		const shown = await Promise.all([request('GET', `/v1/games/${game}/rules?language=${language}${query}`), loadStyle('/companion/rules.css'), loadTexts(language, OWN.words)])
			.then(([rules]) => Rules(rules), () => h('div', { key: 'failed', role: 'alert' },
				h('p', {}, t('unreachable')), h('button', { type: 'button', class: 'wide', on: { click: () => this.read() } }, t('try_now'))));
		if (this.number === number) {
			this.show(shown);
			this.removeAttribute('aria-busy');
		}
	}
}
customElements.define('mk-rules', RulesElement);
