// Each game at a practice table from the address to its end by taps, as a new user has it. All responses and messages about the table meanwhile, to the
// page and over its websocket, is searched: it names no card that has not been drawn, or in Doppelkopf played. The deals are the same each time.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDaemon } from '../service/daemon.mjs';
import { cardsIn } from '../service/practice.mjs';
import { device, startBrowser, takesTap, until } from './browser.mjs';
import { Plain } from './plain_api.mjs';

const daemon = await startDaemon(after);
const api = new Plain(daemon);
const browser = await startBrowser(after);
const MAX_MOVES = 400;
const DECK_SIZE = 52;
const PAUSE_MS = 20;
const TAP_MS = 3000; // after which a tap without effect is repeated

/** Keeps the code of every card that was ever drawn. */
function noteCards() {
	window.drawnCards = new Set();
	const note = () => document.querySelectorAll('mk-card[code]').forEach((card) => window.drawnCards.add(card.getAttribute('code')));
	new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Everything that the page receives about its table: { url, text }, in the order of arrival; a body that has not arrived yet is empty. */
function listen(page) {
	const received = [];
	const isOfTable = (url) => new URL(url).pathname.startsWith('/v1/sessions');
	const bodies = [];
	page.on('response', (response) => {
		if (isOfTable(response.url()) && response.status() !== 101) {
			const entry = { url: response.url(), text: '' };
			received.push(entry);
			bodies.push(response.text().then(async (text) => { entry.text = text + JSON.stringify(await response.allHeaders()); }, () => {}));
		}
	});
	page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push({ url: socket.url(), text: String(payload) })));
	return { received, settled: () => Promise.all(bodies) };
}

const tableOf = (text) => {
	const json = /^\{/.test(text) && text.includes('"table"') ? text.slice(0, text.lastIndexOf('}{') + 1 || undefined) : null;
	const read = json && JSON.parse(json);
	return read?.session?.table ?? read?.table ?? null;
};

const PLAYED = ({ hand, trick, tricks, poverty }) => [...hand, ...trick.cards, ...tricks.flatMap(({ cards }) => cards), ...(poverty ? [...(poverty.given ?? []), ...(poverty.taken ?? [])] : [])];

/** The cards that may be named by now. In Doppelkopf the page may skip a card between two of its pictures. */
async function mayBeNamed(page, game, received) {
	const drawn = new Set(await page.evaluate(() => [...window.drawnCards]));
	if (game === 'doppelkopf') {
		received.map(({ text }) => tableOf(text)).filter(Boolean).forEach((table) => PLAYED(table).forEach((card) => drawn.add(card)));
	}
	return drawn;
}

const versionIn = ({ text }) => Math.max(-1, ...[...text.matchAll(/"version":(\d+)/g)].map(([, version]) => Number(version)));

/** The texts about this table before the game's end, after which the history names every card. The list of all tables includes other games. */
function beforeEnd(received) {
	const own = received.filter(({ url }) => new URL(url).pathname !== '/v1/sessions');
	const end = own.findIndex(({ text }) => /"status":"(?:won|lost|drawn)"/.test(text));
	return end < 0 ? own : own.slice(0, end);
}

/** Checks the received texts during the game; returns their number. */
async function search(page, game, { received, settled }) {
	await settled();
	const texts = beforeEnd(received);
	await until(page, (version) => Number(document.querySelector('main')?.dataset.version ?? -1) >= version, Math.max(...texts.map(versionIn)));
	const known = await mayBeNamed(page, game, texts);
	if (game !== 'take-away' && known.size < DECK_SIZE - 1) {
		for (const { url, text } of texts) {
			const hidden = [...cardsIn(text)].filter((card) => !known.has(card));
			assert.deepEqual(hidden, [], `${url} names hidden cards:\n${text.slice(0, 3000)}`);
		}
	}
	return texts.length;
}

/** From the address to the new table: the form of the variants, the program deals. */
async function begin(page, game, rules, given) {
	await page.addInitScript(noteCards);
	await page.goto(daemon.url);
	await page.tap(`[data-variants=${game}]`);
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	await page.tap('#sheet [name=program]');
	if (Object.keys(rules).length + Object.keys(given).length > 0) {
		await page.tap('#sheet details.rules summary');
	}
	for (const [name, value] of Object.entries(rules)) {
		await page.selectOption(`#rule-${name}`, value);
	}
	for (const [name, value] of Object.entries(given)) {
		await page.fill(`#given-${name}`, value);
	}
	await page.tap('#sheet form .main');
	await page.waitForSelector('.thumb .main');
	return page.url().split('/').at(-1);
}

/** By the hint: a tap for it, and one to play it. */
async function tapMain(page) {
	await takesTap(page);
	await page.tap('.thumb .main');
}

/** On the table: the first three cards that may go, else the stock. A tap that comes too early is repeated. */
async function tapTens(page) {
	const version = await page.$eval('main', ({ dataset }) => Number(dataset.version));
	const isLater = (last) => Boolean(document.querySelector('.ending')) || Number(document.querySelector('main')?.dataset.version ?? -1) > last;
	for (let waited = Infinity; !await page.evaluate(isLater, version); waited += PAUSE_MS) {
		if (waited >= TAP_MS) {
			const target = await page.$('.way:enabled') ? '.way:enabled' : '.tens-stock';
			await takesTap(page, target);
			await page.tap(target);
			waited = 0;
		}
		await sleep(PAUSE_MS);
	}
}

const GAMES = {
	klondike: { given: { seed: '8' }, strategy: 'heuristic' },
	freecell: { given: { deal: '2' }, strategy: 'heuristic' }, // in about half of the deals this strategy plays without end
	'ten-twenty-thirty': { given: { seed: '19' }, move: tapTens },
	'take-away': { given: { seed: '1' } },
	doppelkopf: { given: { seed: '1' }, rules: { games: '1', mandatory_soli: '0' } },
};
for (const [game, { strategy, rules = {}, given = {}, move = tapMain }] of Object.entries(GAMES)) {
	test(`${game}: from the address to the end by taps, and no text of the daemon names a hidden card`, async (t) => {
		const { page, finish } = await device(browser);
		const recorder = listen(page);
		const id = await begin(page, game, rules, given);
		if (strategy) {
			await api.send('PATCH', `/v1/sessions/${id}`, { strategy });
		}
		let session = await api.session(id);
		let taps = 0;
		for (; session.status === 'playing' && taps < 2 * MAX_MOVES; session = await api.session(id)) {
			const isMine = await until(page, () => document.querySelector('.ending') || (document.querySelector('.thumb .main:not([disabled])') && !document.querySelector('.thumb .main[aria-disabled=true]') && 1));
			if (isMine !== 1) {
				continue;
			}
			await move(page);
			taps++;
			if (taps % 10 === 0) {
				await search(page, game, recorder);
			}
		}
		const texts = await search(page, game, recorder);
		assert.notEqual(session.status, 'playing', `${taps} taps`);
		await page.waitForSelector('.ending');
		assert.equal(session.cards, 'program');
		assert.ok(texts > 5, `${texts}`);
		t.diagnostic(`${game}: ${session.status} after ${taps} taps, ${texts} texts searched`);
		await finish();
	});
}
