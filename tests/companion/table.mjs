// The companion page of one table, in the words of the tests.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS, until } from './browser.mjs';

/** Records in the page the shown sentences with their times, and all layout shifts. */
function watch() {
	window.said = [];
	window.shifted = [];
	new PerformanceObserver((list) => list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput).forEach((entry) => {
		const what = entry.sources.map(({ node, previousRect: from, currentRect: to }) =>
			`${node?.className ?? node?.nodeName} ${from.x},${from.y} -> ${to.x},${to.y}`);
		window.shifted.push({ value: entry.value, what });
	})).observe({ type: 'layout-shift', buffered: true });
	new MutationObserver(() => {
		const text = document.querySelector('.sentence')?.textContent;
		const version = Number(document.querySelector('main')?.dataset.version);
		const last = window.said.at(-1);
		if (text !== undefined && !Number.isNaN(version) && (text !== last?.text || version !== last.version)) {
			window.said.push({ text, version, at: Date.now() });
		}
	}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

/** The drawn cards, in codes. */
function drawn() {
	const codes = (selector) => [...document.querySelectorAll(`${selector} mk-card[code]`)].map((card) => card.getAttribute('code'));
	const groups = [...document.querySelectorAll('.klondike > .pile')].filter((pile) => pile.style.translate.split(' ').length > 1);
	return {
		columns: groups.map((pile) => ({
			unseen: pile.querySelectorAll('.back').length,
			cards: [...pile.querySelectorAll('mk-card[code]')].map((card) => card.getAttribute('code')),
		})),
		all: codes('.klondike'),
		left: document.querySelector('.klondike .left')?.textContent ?? '0',
		lifted: codes('.klondike .lift'),
		targets: document.querySelectorAll('.klondike .target').length,
		arrow: document.querySelectorAll('.klondike .arrow').length,
	};
}

export class Table {
	constructor({ page }, daemon) {
		Object.assign(this, { page, daemon });
	}

	async open(id, query = '') {
		await this.page.addInitScript(watch);
		await this.page.goto(`${this.daemon.url}/s/${id}${query}`);
		await this.page.waitForSelector('.klondike');
		return this;
	}

	/** Waits until the session's sentence is shown; returns the time (as Date.now()). */
	async says({ version, message }) {
		const { at } = await this.until((wanted) => {
			const last = window.said.at(-1);
			return last?.text === wanted.message && last.version === wanted.version && last;
		}, { version, message });
		return at;
	}

	/**
	 * Waits until the page shows what `ask` returns at the same moment, and returns that session: while a search runs its
	 * sentence changes, and the page may skip one.
	 */
	async follows(ask) {
		for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
			const { body } = await ask();
			const last = await this.page.evaluate(() => window.said.at(-1));
			if (last?.text === body.message && last.version === body.version) {
				return body;
			}
			assert.ok(Date.now() < end, `version ${body.version}, "${body.message}", and the page says ${JSON.stringify(last)}`);
		}
	}

	/** Waits until `holds` gives something true in the page. */
	until(holds, value) {
		return until(this.page, holds, value, async () => `; it says "${await this.sentence()}"`);
	}

	sentence() {
		return this.page.textContent('.sentence');
	}

	/** Waits until this sentence is drawn: the effect of a tap is visible with the next frame. */
	reads(text) {
		return this.until((wanted) => document.querySelector('.sentence')?.textContent === wanted, text);
	}

	statusLine() {
		return this.page.textContent('.status-line');
	}

	drawn() {
		return this.page.evaluate(drawn);
	}

	/** Asserts that the page shows the table of the daemon, card by card. */
	async shows({ table, status, suggestion }) {
		const seen = await this.drawn();
		assert.deepEqual(seen.columns, table.columns.map(({ unseen, cards }) => ({ unseen, cards })));
		assert.equal(Number(seen.left), table.draw_pile.left);
		const tops = Object.values(table.foundations).filter((card) => card[0] !== 'X');
		const front = table.draw_pile.cards.at(-1);
		[...tops, ...(front ? [front] : [])].forEach((card) => assert.ok(seen.all.includes(card), `${card} is not drawn`));
		if (status === 'playing' && suggestion?.card && suggestion.type !== 5) {
			assert.ok(seen.lifted.includes(suggestion.card), `${suggestion.card} is not lifted: ${seen.lifted}`);
			assert.equal(seen.arrow, 1);
		}
	}

	/** As soon as the table takes taps again. */
	async press(position, index) {
		await this.page.waitForSelector('.field:not([aria-disabled])');
		// At its upper edge: the cards in front of it leave that free.
		return this.page.click(`[data-spot="${position}/${index}"]`, { force: true, position: { x: 12, y: 3 } });
	}

	/** As soon as the picker has settled: before that no tap counts. */
	async pick(card) {
		await this.page.waitForSelector('#picker[open]:not(.fresh)');
		await this.page.click(`#picker [data-card="${card}"]`);
	}

	/** The cards that may be picked, as soon as the picker is there: it may still be on its way. */
	async offered() {
		await this.page.waitForSelector('#picker[open] .deck');
		return this.page.$$eval('#picker .deck [data-card]', (cards) => cards.map((card) => card.dataset.card));
	}

	main() {
		return this.page.click('.thumb .main');
	}

	/** Asserts that there was no unexpected layout shift. */
	async stoodStill() {
		assert.deepEqual(await this.page.evaluate(() => window.shifted), []);
	}
}
