// Practice tables on the page: the program deals, so that no card is entered, corrected or announced for others.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { cutTexts } from './cut.mjs';
import { device, shot, startBrowser, takesTap, until } from './browser.mjs';
import { Plain } from './plain_api.mjs';

const daemon = await startDaemon(after);
const api = new Plain(daemon);
const browser = await startBrowser(after);
const PLAYED = 6;

const versionOf = (page) => page.locator('main[data-version]').first().evaluate(({ dataset }) => Number(dataset.version)); // when there is one
const newer = (page, version) => until(page, (last) => Number(document.querySelector('main')?.dataset.version ?? -1) > last, version);

/** Asks for a suggestion and plays it. */
async function playSuggested(page) {
	await takesTap(page);
	assert.equal(await page.textContent('.thumb .main'), 'Hint');
	await page.tap('.thumb .main');
	await page.waitForSelector('.thumb .main:has-text("Play it")');
	await takesTap(page);
	await page.tap('.thumb .main');
}

/** Taps the main button as soon as it takes a tap: in the page, since a busy machine is late with taps that come from outside. */
const tapAtOnce = (page) => page.evaluate(() => new Promise((then) => {
	const tap = (observer) => {
		const main = document.querySelector('.thumb .main');
		if (main?.textContent.includes('Play it') && !main.disabled && !main.hasAttribute('aria-disabled')) {
			observer.disconnect();
			main.click();
			then();
		}
	};
	const watching = new MutationObserver((all, observer) => tap(observer));
	watching.observe(document.querySelector('#page'), { subtree: true, childList: true, attributes: true });
	document.querySelector('.thumb .main').click(); // asks for the suggestion
}));

/** The advice that the page shows. */
const adviceShown = (page) => page.evaluate(() => ({
	marks: [...document.querySelectorAll('.arrow, .lift, .target, .aimed, .worth, .moves, .standing, .say .progress.on')].map((one) => one.className.baseVal ?? one.className),
	percents: document.querySelector('#page').textContent.match(/\d+\s?%/g) ?? [],
	thinking: /Thinking|certain|longer be won/.test(document.querySelector('.status-line').textContent),
	said: document.querySelector('#toast').textContent ? '' : document.querySelector('#live').textContent.replace(/^I take \d cards? from group \d\.$/, ''), // a confirmed move is no advice, nor the computer's move
}));
const NO_ADVICE = { marks: [], percents: [], thinking: false, said: '' };

const STRATEGIES = { klondike: 'heuristic', 'ten-twenty-thirty': 'ordered', freecell: 'heuristic' };
for (const game of Object.keys(STRATEGIES)) {
	test(`${game}: a game with the program's cards is started in the form of the variants and asks for no card`, async () => {
		const { page, finish } = await device(browser);
		await page.goto(daemon.url);
		await page.click(`[data-variants=${game}]`);
		await page.waitForSelector('#sheet[open]:not(.fresh)');
		await page.check('#sheet [name=program]');
		await page.click('#sheet form .main');
		await page.waitForSelector('.thumb .main');
		const id = page.url().split('/').at(-1);
		await api.send('PATCH', `/v1/sessions/${id}`, { strategy: STRATEGIES[game] });
		for (let made = 0, version = await versionOf(page); made < PLAYED; made++, version = await versionOf(page)) {
			await playSuggested(page);
			await newer(page, version);
			assert.equal(await page.$('.pad'), null);
			assert.equal(await page.isVisible('#picker'), false);
		}
		assert.equal(await page.$('.thumb [aria-label=Correct]'), null);
		assert.equal((await api.session(id)).cards, 'program');
		await page.goto(daemon.url); // the tile remembers it, as any variant
		await page.waitForSelector(`[data-game=${game}]:has-text("Makker deals")`);
		await finish();
	});
}

test('another game after one with the program’s cards has them, too', async () => {
	const { id } = await api.create({ game: 'take-away', cards: 'program', rules: { groups: [1], first: 'user' } });
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await playSuggested(page);
	await page.waitForSelector('.thumb .main:has-text("Another game")');
	await takesTap(page);
	await page.tap('.thumb .main');
	await page.waitForURL((url) => !url.href.includes(id));
	await page.waitForSelector('.take-away');
	assert.equal((await api.session(page.url().split('/').at(-1))).cards, 'program');
	await finish();
});

test('Doppelkopf: the program plays the other seats; the player has only own moves', async () => {
	const { id } = await api.create({ game: 'doppelkopf', cards: 'program', seed: 7, strategy: 'tree' });
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.doko-own');
	const offered = () => page.evaluate(() => [...document.querySelectorAll('[data-all=healthy], .doko-others, .doko-possible, .doko-enter, .thumb [aria-label=Correct]')].map(({ className }) => className));
	let cards = 0;
	for (let version = await versionOf(page); cards < 4; version = await versionOf(page)) {
		await takesTap(page);
		assert.deepEqual(await offered(), []);
		cards += (await api.session(id)).suggestion?.card ? 1 : 0;
		await playSuggested(page);
		await newer(page, version);
	}
	await isClean(page, 'a practice table of Doppelkopf');
	await finish();
});

test('a dealt table is searched when a page shows it, as later positions are', async () => {
	const searching = await startDaemon(after, { args: [] });
	const { id } = await new Plain(searching).create({ game: 'klondike', cards: 'program', seed: 3, strategy: 'search' });
	const { page, finish } = await device(browser);
	await page.goto(`${searching.url}/s/${id}`);
	await takesTap(page);
	await page.tap('.thumb .main');
	await until(page, () => /\d+\s?%/.test(document.querySelector('main').textContent));
	assert.equal(await versionOf(page), 0);
	await finish();
});

// ---- Advice on demand -------------------------------------------------------------------------------------

const TABLES = {
	klondike: { cards: 'program', seed: 3, strategy: 'heuristic' },
	freecell: { cards: 'program', seed: 3, strategy: 'heuristic' },
	'ten-twenty-thirty': { cards: 'program', seed: 3, strategy: 'ordered' },
	doppelkopf: { cards: 'program', seed: 7, strategy: 'tree', opponents: 'tricks' },
	'take-away': { cards: 'program', rules: { groups: [3, 4, 6], first: 'user' } },
};
for (const [game, fields] of Object.entries(TABLES)) {
	test(`${game}: a practice table shows no advice until the player asks, and then for this position`, async () => {
		const { id } = await api.create({ game, ...fields });
		const { page, finish } = await device(browser);
		await page.goto(`${daemon.url}/s/${id}`);
		await takesTap(page);
		assert.deepEqual(await adviceShown(page), NO_ADVICE);
		assert.match(await page.textContent('.say .sentence'), /^Your move/);
		await isClean(page, `${game}: a hint may be asked for`);
		const version = await versionOf(page);
		await playSuggested(page);
		await newer(page, version);
		await takesTap(page);
		await page.waitForSelector('.thumb .main:has-text("Hint")');
		assert.deepEqual(await adviceShown(page), NO_ADVICE);
		await finish();
	});
}

test('Undo is disabled before the first move of the player, also after it was undone', async () => {
	const { page, finish } = await device(browser);
	const undo = '.thumb [aria-label=Undo]';
	const spoken = await api.create({ game: 'doppelkopf', ...TABLES.doppelkopf, seed: 7 });
	await page.goto(`${daemon.url}/s/${spoken.id}`);
	await takesTap(page);
	assert.ok(await versionOf(page) > 0, 'others have spoken');
	assert.ok(await page.isDisabled(undo));
	const begun = await api.create({ game: 'take-away', cards: 'program', rules: { groups: [3, 4, 6], first: 'advisor' } });
	await page.goto(`${daemon.url}/s/${begun.id}`);
	await page.waitForSelector('main[data-version="1"]');
	await takesTap(page);
	assert.ok(await page.isDisabled(undo));
	await playSuggested(page);
	await page.waitForSelector('main[data-version="3"]');
	await takesTap(page, undo);
	await page.tap(undo);
	await page.waitForSelector('main[data-version="4"]');
	await takesTap(page, undo);
	await page.tap(undo);
	await page.waitForSelector('#toast:has-text("nothing to undo")');
	await page.waitForSelector(`${undo}:disabled`);
	await finish(/409/);
});

for (const [game, buttons] of [['ten-twenty-thirty', '.way, .tens-stock, .tens-head.next'], ['take-away', '.taker, .group']]) {
	test(`${game}: the message about a quick move covers no element that is tapped next`, async () => {
		const { id } = await api.create({ game, ...TABLES[game] });
		const { page, finish } = await device(browser);
		await page.goto(`${daemon.url}/s/${id}`);
		await takesTap(page);
		// In the page, and before the tap: on a busy machine the next change of the table may take the button away before it is seen from outside.
		const shown = page.evaluate((selector) => new Promise((resolve) => {
			const toast = document.querySelector('#toast');
			const look = () => {
				if (!toast.hidden && toast.textContent.includes('Undo')) {
					const { left, right, top, bottom } = toast.getBoundingClientRect();
					const covered = [...document.querySelectorAll(`${selector}, .thumb button`)].map((one) => [one.className, one.getBoundingClientRect()])
						.filter(([, box]) => box.left < right && box.right > left && box.top < bottom && box.bottom > top).map(([name]) => name);
					resolve({ covered, top });
				}
			};
			new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
		}), buttons);
		await tapAtOnce(page);
		const { covered, top } = await shown;
		assert.deepEqual(covered, []);
		assert.ok(top >= 0);
		await finish();
	});
}

test('the second tap of a double tap on the hint plays nothing', async () => {
	const { id } = await api.create({ game: 'klondike', ...TABLES.klondike });
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await takesTap(page);
	await page.evaluate(() => { // in the page: a busy machine makes two slow taps of two that come from outside
		document.querySelector('.thumb .main').click();
		setTimeout(() => document.querySelector('.thumb .main').click(), 120);
	});
	await page.waitForSelector('.thumb .main:has-text("Play it")');
	await page.waitForSelector('.arrow');
	await takesTap(page);
	assert.equal((await api.session(id)).version, 0);
	await finish();
});

test('a card picked up without a hint is shown without its best move', async () => {
	const { id } = await api.create({ game: 'klondike', ...TABLES.klondike });
	const { moves: [{ from }] } = await api.session(id);
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await takesTap(page);
	await page.tap(`[data-spot^="${from}/"] >> nth=-1`);
	await page.waitForSelector('.held');
	assert.deepEqual(await adviceShown(page), NO_ADVICE);
	await finish();
});

test('take-away without a hint: a tapped group starts with one card and shows no forecast', async () => {
	const { id } = await api.create({ game: 'take-away', ...TABLES['take-away'] });
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await takesTap(page);
	for (const group of [0, 1, 2]) {
		await page.tap(`[data-spot="${group}/0"]`);
		await page.waitForSelector(`[data-spot="${group}/0"][aria-pressed=true]`);
		assert.equal(await page.inputValue('.taker .counter input'), '1');
		assert.deepEqual((await adviceShown(page)).marks.filter((mark) => !mark.includes('group')), []);
	}
	const version = await versionOf(page);
	await takesTap(page);
	await page.tap('.thumb .main');
	await newer(page, version);
	await finish();
});

test('suggestions can be enabled permanently on a phone; a table with real cards always has them', async () => {
	const { id } = await api.create({ game: 'klondike', ...TABLES.klondike });
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await takesTap(page);
	await page.tap('[aria-label=Settings]');
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	await page.tap('#sheet label:has-text("Always show suggestions") input');
	await page.tap('#sheet [aria-label=Close]');
	await page.waitForSelector('.thumb .main:has-text("Play it")');
	await page.reload();
	await page.waitForSelector('.thumb .main:has-text("Play it")');
	await page.waitForSelector('.arrow');
	const real = await api.create({ game: 'klondike', strategy: 'heuristic' });
	await page.goto(`${daemon.url}/s/${real.id}`);
	await page.waitForSelector('.pad');
	await page.tap('[aria-label=Settings]');
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	assert.equal(await page.$('#sheet label:has-text("Always show suggestions")'), null);
	await finish();
});

test('neither the start page nor the history shows the value of a practice table', async () => {
	const searching = await startDaemon(after, { args: [] });
	const plain = new Plain(searching);
	const { id } = await plain.create({ game: 'klondike', cards: 'program', seed: 3, strategy: 'search' });
	const { moves: [{ from, to, type, cut }] } = await plain.session(id);
	await plain.send('POST', `/v1/sessions/${id}/moves`, { type, from, to, cut });
	await until({ evaluate: async () => (await plain.session(id)).advice.final }, () => true);
	const { page, finish } = await device(browser);
	await page.goto(searching.url);
	await page.waitForSelector('.continue:has-text("move 2")');
	assert.doesNotMatch(await page.textContent('.continue'), /%/);
	await page.goto(`${searching.url}/s/${id}`);
	await takesTap(page);
	await page.tap('[aria-label=History]');
	await page.waitForSelector('#sheet .events li');
	assert.doesNotMatch(await page.textContent('#sheet'), /%/);
	assert.equal(await page.$('#sheet .curve'), null);
	await finish();
});

test('FreeCell without a hint: keys reach the movable cards and the targets', async () => {
	const { id } = await api.create({ game: 'freecell', ...TABLES.freecell });
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await takesTap(page);
	const version = await versionOf(page);
	await page.focus('.heap button[tabindex="0"]');
	await page.keyboard.press('Enter');
	await page.waitForSelector('.heap .held');
	await page.focus('[data-piles=cells] button[tabindex="0"]');
	await page.keyboard.press('Enter');
	await newer(page, version);
	await finish();
});

test('FreeCell: the button of the suggested move has its short form, as in Klondike', async () => {
	const { id } = await api.create({ game: 'freecell', ...TABLES.freecell, language: 'de' });
	const { page, finish } = await device(browser, { locale: 'de' });
	await page.goto(`${daemon.url}/s/${id}`);
	for (let made = 0, version = await versionOf(page); made < 4; made++, version = await versionOf(page)) {
		await takesTap(page);
		await page.tap('.thumb .main');
		const short = await page.textContent('.thumb .main small');
		const [, sign, suit, to] = /^([2-9ABDK]|10)([♣♦♥♠]) → ([1-8]|▢|▲)$/u.exec(short) ?? assert.fail(short);
		const sentence = await page.textContent('.sentence');
		const words = { A: 'Ass', B: 'Bube', D: 'Dame', K: 'König', '♣': 'Kreuz', '♦': 'Karo', '♥': 'Herz', '♠': 'Pik', '▲': 'Ablagestapel', '▢': 'Zelle' };
		assert.match(sentence, new RegExp(words[suit]));
		assert.match(sentence, new RegExp(words[sign] ?? ''));
		assert.match(sentence, new RegExp(words[to] ?? `Spalte ${to}\\.`));
		await takesTap(page);
		await page.tap('.thumb .main');
		await newer(page, version);
	}
	await finish();
});

// ---- A deal of the player's own ---------------------------------------------------------------------------

const DECK = [...'SHCD'].flatMap((suit) => [...'A234567890JQK'].map((rank) => rank + suit));

/** The form of the variants with the program's cards and its details open. */
async function givenForm(page, game, { program = true } = {}) {
	await page.goto(daemon.url);
	await page.click(`[data-variants=${game}]`);
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	if (program) {
		await page.check('#sheet [name=program]');
	}
	await page.click('#sheet details.rules summary');
}

const begun = async (page) => {
	await page.click('#sheet form .main');
	await page.waitForURL(/\/s\//);
	await page.waitForSelector('.thumb .main');
	return api.session(page.url().split('/').at(-1));
};

test('a seed and a given deck are typed in the form; errors are shown at the field', async () => {
	const { page, finish } = await device(browser);
	await givenForm(page, 'klondike', { program: false });
	assert.equal(await page.locator('#given-seed, #given-deck').count(), 0, 'real cards have none');
	await page.check('#sheet [name=program]');
	await page.fill('#given-seed', 'horse');
	await page.click('#sheet form .main');
	assert.match(await page.textContent('#given-seed-wrong'), /A whole number from 0 to 9007199254740991 is expected here/);
	assert.equal(await page.evaluate(() => document.activeElement.id), 'given-seed');
	assert.equal(await page.getAttribute('#given-seed', 'aria-invalid'), 'true');
	assert.equal(await page.isVisible('#toast'), false);
	await isClean(page, 'a seed that is none');
	await page.fill('#given-seed', '7');
	await page.waitForSelector('#given-seed-wrong', { state: 'detached' }); // it is another one now
	const says = { 'Missing here, for instance: king of diamonds': DECK.slice(0, -1), 'too often in the deck: ace of spades': [...DECK.slice(0, -1), 'AS'], '‘1X’ is no card|\'1X\' is no card': [...DECK.slice(0, -1), '1X'] };
	for (const [text, cards] of Object.entries(says)) {
		await page.fill('#given-deck', cards.join(' '));
		await page.waitForSelector('#given-deck-wrong', { state: 'detached' });
		await page.click('#sheet form .main');
		await page.waitForSelector('#given-deck-wrong');
		assert.match(await page.textContent('#given-deck-wrong'), new RegExp(text));
	}
	await page.fill('#given-deck', DECK.join(', ').toLowerCase().replaceAll('0', '10'));
	const session = await begun(page);
	assert.deepEqual(session.table.columns.map(({ cards }) => cards.at(-1)), [0, 2, 5, 9, 14, 20, 27].map((place) => DECK[place]));
	await finish(/400|422/);
});

test('equal seeds of the form deal equal cards', async () => {
	const { page, finish } = await device(browser);
	const tables = [];
	for (const seed of ['12', '12', '13']) {
		await givenForm(page, 'ten-twenty-thirty');
		await page.fill('#given-seed', seed);
		tables.push((await begun(page)).table);
	}
	assert.deepEqual(tables[0], tables[1]);
	assert.notDeepEqual(tables[0], tables[2]);
	await finish();
});

test('FreeCell: a numbered deal, also of real cards; another game has another one', async () => {
	const { page, finish } = await device(browser);
	await givenForm(page, 'freecell', { program: false });
	await page.fill('#given-deal', '99999999999');
	await page.click('#sheet form .main');
	await page.waitForSelector('#given-deal-wrong');
	await page.fill('#given-deal', '617');
	assert.equal((await begun(page)).rules.deal, 617);
	await page.goto(daemon.url);
	await page.click('[data-game=freecell]');
	await page.waitForURL(/\/s\//);
	await page.waitForSelector('.thumb .main');
	assert.equal((await api.session(page.url().split('/').at(-1))).rules.deal, 0, 'the tile remembers the variant, not the deal');
	await givenForm(page, 'freecell');
	assert.equal(await page.locator('#given-seed').count(), 0);
	await page.fill('#given-deck', DECK.join(' '));
	assert.deepEqual((await begun(page)).table.columns.map(([card]) => card), DECK.slice(0, 8));
	await finish(/422|400/);
});

test('a game in which a seen card was hidden again by undo reports it at its end, in each language', async () => {
	const play = async ({ undoes }) => {
		const { id } = await api.create({ game: 'ten-twenty-thirty', cards: 'program', preset: 'forced', seed: 12, strategy: 'ordered' });
		for (let session = await api.session(id); session.status === 'playing'; session = await api.session(id)) {
			const { kind, column, combo } = session.moves[0];
			await api.send('POST', `/v1/sessions/${id}/moves?wait=false`, kind === 'deal' ? { kind, column } : { kind, column, combo });
			if (undoes && kind === 'deal' && !(await api.session(id)).assisted && (await api.session(id)).status === 'playing') {
				await api.send('POST', `/v1/sessions/${id}/undo`, {});
			}
		}
		assert.equal((await api.session(id)).assisted, undoes);
		return id;
	};
	const [helped, alone] = [await play({ undoes: true }), await play({ undoes: false })];
	for (const [locale, text] of [['en', 'With help'], ['da', 'Med hjælp'], ['de', 'Mit Hilfe'], ['el', 'Με βοήθεια']]) {
		const { page, finish } = await device(browser, { locale, viewport: { width: 320, height: 640 } });
		await page.goto(`${daemon.url}/s/${helped}`);
		await page.waitForSelector('.result .assisted');
		assert.ok((await page.textContent('.result .assisted')).startsWith(text), locale);
		assert.equal(await page.locator('.result .praise').count(), 0);
		await page.$eval('.result', (result) => result.scrollIntoView({ block: 'center' }));
		assert.deepEqual((await cutTexts(page)).filter((cut) => cut.includes(text)), []);
		await shot(page, `assisted-${locale}`);
		await page.goto(`${daemon.url}/s/${alone}`);
		await page.waitForSelector('.result .figure');
		assert.equal(await page.locator('.result .assisted').count(), 0);
		await finish();
	}
});

test('after the end the same cards can be played again', async () => {
	const { id } = await api.create({ game: 'ten-twenty-thirty', cards: 'program', preset: 'forced', seed: 12, strategy: 'ordered', name: 'Twelve' });
	const { table } = await api.session(id);
	for (let session = await api.session(id); session.status === 'playing'; session = await api.session(id)) {
		const { kind, column, combo } = session.moves[0];
		await api.send('POST', `/v1/sessions/${id}/moves?wait=false`, kind === 'deal' ? { kind, column } : { kind, column, combo });
	}
	const { page, finish } = await device(browser);
	await page.goto(`${daemon.url}/s/${id}`);
	await page.click('.result-buttons button:has-text("The same cards again")');
	await page.waitForURL((url) => /\/s\//.test(url) && !url.href.includes(id));
	await page.waitForSelector('.thumb .main');
	const again = await api.session(page.url().split('/').at(-1));
	assert.deepEqual([again.table, again.name], [table, 'Twelve']);
	await finish();
});

test('a game is given up from the history, after a question, and its end says whether it could have been won', async () => {
	const ways = [['en', 'Give up', 'given up', 'The game was given up.'], ['da', 'Giv op', 'opgivet', 'Spillet blev opgivet.'],
		['de', 'Aufgeben', 'aufgegeben', 'Das Spiel wurde aufgegeben.'], ['el', 'Εγκατάλειψη', 'εγκατάλειψη', 'Το παιχνίδι εγκαταλείφθηκε.']];
	for (const [locale, text, status, message] of ways) {
		const { id } = await api.create({ game: 'freecell', cards: 'program', language: locale, rules: { deal: 164 } });
		const { moves: [{ type, from, to, cut }] } = await api.session(id);
		await api.send('POST', `/v1/sessions/${id}/moves?wait=false`, { type, from, to, cut });
		const { page, finish } = await device(browser, { locale, viewport: { width: 320, height: 640 } });
		await page.goto(`${daemon.url}/s/${id}`);
		await page.waitForSelector('.thumb .main');
		const open = async () => {
			await page.click('.top button:nth-of-type(4)');
			await page.waitForSelector('#sheet[open]:not(.fresh) .give-up .asks-first');
		};
		await open();
		assert.equal((await page.textContent('.give-up .asks-first')), `${text} …`);
		await page.click('.give-up .asks-first');
		await page.waitForSelector('.sure-buttons');
		assert.equal(await page.evaluate(() => document.activeElement.closest('.sure-buttons') !== null), true, 'the focus is on the answers');
		await isClean(page, `the question, ${locale}`);
		assert.deepEqual(await cutTexts(page), []);
		await shot(page, `give-up-${locale}`);
		await page.click('.sure-buttons button >> nth=0'); // no
		await page.waitForSelector('.give-up .asks-first');
		assert.equal((await api.session(id)).status, 'playing');
		await page.click('.give-up .asks-first');
		const asked = page.waitForRequest((request) => request.method() === 'PATCH');
		await page.click('.sure-buttons button >> nth=1');
		assert.equal(new URL((await asked).url()).searchParams.get('language'), locale, 'the answer is in the language of the page');
		await page.waitForSelector('#sheet', { state: 'hidden' });
		await page.waitForSelector('.result .figure');
		assert.equal((await api.session(id)).status, 'stopped');
		assert.ok((await page.textContent('main')).includes(message), 'the message');
		await until(page, (word) => document.querySelector('.status-line').textContent.includes(word), status);
		await page.waitForSelector('.decisive .could', { state: 'attached' });
		assert.equal(await page.isEnabled('.thumb .plain >> nth=0'), false, 'nothing is undone');
		assert.deepEqual(await cutTexts(page), []);
		await isClean(page, `the end, ${locale}`);
		await shot(page, `given-up-${locale}`);
		await page.click('.top button:nth-of-type(4)');
		await page.waitForSelector('#sheet[open]:not(.fresh) .sheet-history');
		assert.equal(await page.locator('.give-up').count(), 0);
		await finish();
	}
});

test('the response to giving up closes no view that was opened after its event', async () => {
	const { id } = await api.create({ game: 'freecell', cards: 'program', rules: { deal: 164 } });
	const { moves: [{ type, from, to, cut }] } = await api.session(id);
	await api.send('POST', `/v1/sessions/${id}/moves?wait=false`, { type, from, to, cut });
	const { page, finish } = await device(browser);
	let answer;
	const answered = new Promise((resolve) => { answer = resolve; });
	await page.route((url) => url.pathname === `/v1/sessions/${id}`, async (route) => {
		const response = await route.fetch();
		await (route.request().method() === 'PATCH' && answered);
		await route.fulfill({ response });
	});
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.thumb .main');
	await page.click('.top button:nth-of-type(4)');
	await page.click('#sheet[open]:not(.fresh) .give-up .asks-first');
	const done = page.waitForResponse((response) => response.request().method() === 'PATCH');
	await page.click('.sure-buttons button >> nth=1');
	await page.waitForSelector('.decisive .figure', { state: 'attached' });
	await page.focus('.scrub input');
	await page.keyboard.press('Home');
	await page.waitForSelector('.review-bar');
	answer();
	await (await done).finished();
	await new Promise((resolve) => { setTimeout(resolve, 500); });
	assert.equal(await page.locator('.review-bar').count(), 1, 'the reviewed table is still shown');
	await finish();
});
