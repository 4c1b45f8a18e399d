// Doppelkopf on the page: a hand is entered, a whole deal is played by taps, one a card; announcements, the score, four languages.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESKTOP, device, PHONE, shot, startBrowser } from './browser.mjs';
import { Plain } from './plain_api.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Plain(daemon);
const browser = await startBrowser(after);

const HAND = ['0H', 'QC', 'QS', 'JC', 'JD', 'AD', 'KD', '9D', 'AC', '0C', 'AS', '9S'];

const begun = async (rules = {}, dealer = 3) => {
	const { id } = await api.create({ game: 'doppelkopf', rules: { mandatory_soli: 0, games: 4, ...rules } });
	await api.send('POST', `/v1/sessions/${id}/snapshots?wait=false`, { hand: HAND, dealer });
	return id;
};

async function opened(phone, id) {
	const table = new Table(phone, daemon);
	await phone.page.goto(`${daemon.url}/s/${id}`);
	await phone.page.waitForSelector('.doko');
	return table;
}

const reaches = (table, version) => table.until((wanted) => document.querySelector('main').dataset.version === wanted, String(version));
const codes = (page, selector, name) => page.$$eval(selector, (all, key) => all.map((one) => one.dataset[key]), name);

const healthy = async (id) => {
	for (const seat of [0, 1, 2, 3]) {
		await api.send('POST', `/v1/sessions/${id}/moves?wait=false`, { seat, reservation: 'none' });
	}
};

/** Plays any card of any player until the deal is over. */
async function playedOut(id) {
	for (let now = await api.session(id); now.table.phase === 'playing'; now = await api.session(id)) {
		const { seat, card } = now.moves.filter(({ kind }) => kind === 'play').at(-1);
		await api.send('POST', `/v1/sessions/${id}/moves?wait=false`, { seat, card });
	}
}

test('the hand is entered by taps, twice for duplicate cards, and the dealer, too', async () => {
	const phone = await device(browser);
	const { id } = await api.create({ game: 'doppelkopf' });
	const table = await opened(phone, id);
	const { page } = phone;
	for (const card of ['9C', '9C', '9C']) {
		await page.click(`[data-pick="${card}"]`); // the third tap takes both back
	}
	for (const card of HAND) {
		assert.ok(await page.isDisabled('.thumb .main'));
		await page.click(`[data-pick="${card}"]`);
	}
	await page.click('.doko-dealers button:nth-of-type(3)');
	await isClean(page, 'entering');
	await shot(page, 'doppelkopf-entering');
	await page.click('.thumb .main');
	await reaches(table, 1);
	const body = await api.session(id);
	assert.deepEqual([...body.table.hand].sort(), [...HAND].sort());
	assert.equal(body.table.dealer, 2);
	assert.equal((await codes(page, '.doko-own', 'own')).length, 12);
	await phone.finish();
});

test('a whole deal by taps: one for each card, then its row in the score and the next hand', async (t) => {
	const phone = await device(browser);
	const id = await begun();
	const table = await opened(phone, id);
	const { page } = phone;
	let taps = 0;
	for (let version = 1; version < 80; version++) {
		await reaches(table, version);
		const { table: now, moves } = await api.session(id);
		if (now.phase === 'over') {
			break;
		}
		if (now.phase === 'reservations') {
			await page.click('[data-choice*=\'"reservation":"none"\']');
		} else if (now.seat_to_play === 0) {
			const legal = moves.filter(({ kind }) => kind === 'play').map(({ card }) => card);
			await page.waitForSelector('.doko-own:not([disabled])');
			assert.deepEqual(new Set(await codes(page, '.doko-own:not([disabled])', 'own')), new Set(legal));
			await page.click(`[data-own="${legal[0]}"]:not([disabled])`, { position: { x: 8, y: 20 } });
		} else {
			const possible = moves.filter(({ kind }) => kind === 'play').map(({ card }) => card);
			await page.waitForSelector('.doko-possible [data-pick]:not([disabled])');
			assert.deepEqual(new Set(await codes(page, '.doko-possible [data-pick]', 'pick')), new Set(possible));
			await page.click(`.doko-possible [data-pick="${possible[version % possible.length]}"]`);
		}
		taps += 1;
		if (version === 26) {
			await page.evaluate(() => scrollTo(0, 0));
			await shot(page, 'doppelkopf-middle');
		}
	}
	const { table: { score_table: sheet, points } } = await api.session(id);
	const { version: events } = await api.session(id);
	t.diagnostic(`Doppelkopf: ${taps} taps for ${events - 1} calls and cards of four players: ${(taps / (events - 1)).toFixed(2)} each`);
	assert.equal(sheet.games, 1);
	assert.equal(points.reduce((sum, one) => sum + one), 240);
	const shown = await page.$$eval('.doko-score tbody:not(.doko-account) td:not(:last-child)', (cells) => cells.map((cell) => Number(cell.textContent.replace('−', '-'))));
	assert.deepEqual(shown, sheet.rows[0].points);
	const { table: { result } } = await api.session(id);
	const accounts = await texts(page, '.doko-account p');
	assert.deepEqual(accounts.map((text) => text.replace(/\D*(\d+).*/, '$1')).sort(), [result.re_points, result.contra_points].map(String).sort());
	assert.doesNotMatch(accounts.join(), /undefined|·\s*(·|$)|: *$/);
	await isClean(page, 'over');
	await shot(page, 'doppelkopf-over');
	for (const card of HAND) {
		await page.click(`[data-pick="${card}"]`);
	}
	await page.click('[data-enter=deal]');
	await table.until(() => document.querySelectorAll('.doko-own').length === 12);
	assert.equal((await api.session(id)).table.phase, 'reservations');
	await phone.finish();
});

/** Makes the score as wide as it can be, one row for each kind of game; gives every word of it that stands on two lines. */
function brokenWords(games) {
	const body = document.querySelector('.doko-score tbody');
	const [row] = body.rows;
	games.forEach((name, place) => {
		const copy = row.cloneNode(true);
		copy.cells[0].textContent = `${place + 10}. ${name} ×2`;
		[...copy.cells].slice(1).forEach((cell) => { cell.textContent = '−36'; });
		body.append(copy);
	});
	[...document.querySelector('.doko-score tfoot tr').cells].slice(1, 5).forEach((cell) => { cell.textContent = '−120'; });
	const walker = document.createTreeWalker(document.querySelector('.doko-score'), NodeFilter.SHOW_TEXT);
	const broken = [];
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		for (const { 0: word, index } of node.parentElement.closest('.hidden') ? [] : node.data.matchAll(/\S+/g)) {
			const range = document.createRange();
			range.setStart(node, index);
			range.setEnd(node, index + word.length);
			if (range.getClientRects().length > 1) {
				broken.push(word);
			}
		}
	}
	const over = document.querySelector('.doko-score table').getBoundingClientRect().right - document.querySelector('.doko-score').getBoundingClientRect().right;
	return { broken, fits: over <= 0 && document.documentElement.scrollWidth <= innerWidth };
}

test('the score breaks no word or number, down to 320 pixels', async () => {
	const id = await begun();
	await healthy(id);
	await playedOut(id);
	for (const locale of ['en', 'da', 'de', 'el']) {
		for (const width of [320, 360]) {
			const phone = await device(browser, { like: { ...PHONE, viewport: { width, height: 740 } }, locale });
			await opened(phone, id);
			await phone.page.waitForSelector('.doko-score');
			await phone.page.$eval('.doko-score', (one) => one.scrollIntoView({ block: 'center' }));
			await shot(phone.page, `doppelkopf-score-${locale}-${width}`);
			assert.deepEqual(await phone.page.evaluate(brokenWords, await gamesIn(locale)), { broken: [], fits: true }, `${locale} ${width}`);
			await phone.page.$eval('.doko-score', (one) => one.scrollIntoView({ block: 'start' }));
			await shot(phone.page, `doppelkopf-scores-${locale}-${width}`);
			await phone.finish();
		}
	}
});

test('any player can announce at any time; a late announcement is rejected with a message', async () => {
	const phone = await device(browser);
	const id = await begun();
	await healthy(id);
	const table = await opened(phone, id);
	const { page } = phone;
	await page.click('.doko-others .link');
	await page.click('[data-announce="2 contra"]');
	await table.until(() => document.querySelector('.doko-seat.at2 .doko-said').textContent !== '');
	assert.equal(await page.textContent('.doko-seat.at2 .doko-said'), 'Kontra');
	assert.equal(await page.textContent('.doko-seat.at2 .doko-team [aria-hidden]'), 'Kontra');
	await page.click('.doko-others .link');
	await page.click('[data-announce="2 contra"]');
	await page.waitForSelector('.notice, [role=status]');
	assert.equal((await api.session(id)).table.announcements.length, 1);
	await phone.finish(/422/); // the second time it is refused
});

test('a wrong card of any player or of the hand is corrected by two taps', async () => {
	const phone = await device(browser, { locale: 'de' });
	const id = await begun();
	await healthy(id);
	for (const [seat, card] of ['AC', '9C', 'KC'].entries()) {
		await api.send('POST', `/v1/sessions/${id}/moves?wait=false`, { seat, card });
	}
	const table = await opened(phone, id);
	const { page } = phone;
	await page.click('[data-do=edit], .thumb button:last-of-type');
	await page.waitForSelector('.doko-tricks');
	await isClean(page, 'putting right');
	await shot(page, 'doppelkopf-correcting');
	await page.click('[data-correct="1 1"]');
	await page.waitForSelector('dialog[open] [data-card="0C"]');
	await shot(page, 'doppelkopf-which');
	await page.click('dialog[open] [data-card="0C"]');
	await table.until(() => document.querySelector('[data-correct="1 1"]').textContent.includes('10'));
	assert.deepEqual((await api.session(id)).table.trick.cards, ['AC', '0C', 'KC']);
	await page.click('[data-own="AS"]', { position: { x: 8, y: 20 } });
	await page.click('dialog[open] [data-card="AH"]');
	await page.waitForSelector('[data-own="AH"]');
	const { table: { hand } } = await api.session(id);
	assert.ok(hand.includes('AH') && !hand.includes('AS'));
	await phone.finish();
});

const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent.trim()));

test('a poverty of another player: every choice has a label, without an empty grid above', async () => {
	const phone = await device(browser, { locale: 'de' });
	const { id } = await api.create({ game: 'doppelkopf', preset: 'freedoko', language: 'de' });
	const { rules } = await api.session(id);
	const hand = rules.nines ? HAND : HAND.map((card) => card.replace('9', 'K'));
	await api.send('POST', `/v1/sessions/${id}/snapshots?wait=false`, { hand, dealer: 3 });
	const table = await opened(phone, id);
	const { page } = phone;
	const phases = new Set();
	for (let version = 1; version < 40; version++) {
		await reaches(table, version);
		const { table: { phase, seat_to_play: seat }, moves } = await api.session(id);
		if (phase === 'playing') {
			break;
		}
		await page.waitForSelector('[data-choice]:not([disabled])');
		const said = await texts(page, '[data-choice]');
		assert.ok(said.length > 0 && said.every((text) => text !== ''), `${phase}: ${said}`);
		assert.equal(new Set(said).size, said.length, `${phase}: ${said}`);
		assert.equal(await page.$('.doko-possible'), null);
		assert.equal(await page.$('.moves') === null, seat !== 0);
		if (!phases.has(`${phase} ${seat}`)) {
			phases.add(`${phase} ${seat}`);
			await isClean(page, phase);
			await shot(page, `doppelkopf-${phase}-${seat}`);
		}
		const wanted = phase === 'reservations' ? moves.find(({ reservation }) => reservation === (seat === 1 ? 'poverty' : 'none'))
			: moves.find(({ kind }) => kind === (seat === 3 ? 'take' : 'refuse')) ?? moves[0];
		const key = await page.$$eval('[data-choice]', (all, { seat: who, reservation, take }) => all.map((one) => one.dataset.choice).find((one) => {
			const move = JSON.parse(one);
			return move.seat === who && move.reservation === reservation && move.take === take;
		}), wanted);
		await page.click(`[data-choice='${key}']`);
	}
	assert.deepEqual([...phases].sort(), ['poverty_offer 2', 'poverty_offer 3', 'poverty_return 3', 'poverty_shift 1', 'reservations 0', 'reservations 1', 'reservations 2', 'reservations 3']);
	await phone.finish();
});

test('an accepted poverty: the main button asks for the cards, and then reports them', async () => {
	const phone = await device(browser);
	const { id } = await api.create({ game: 'doppelkopf', preset: 'freedoko' });
	await api.send('POST', `/v1/sessions/${id}/snapshots?wait=false`, { hand: HAND, dealer: 3 });
	for (const move of [0, 1, 2].map((seat) => ({ seat, reservation: 'none' })).concat({ seat: 3, reservation: 'poverty', cards: 3 }, Array(3).fill({ seat: 3, shift: 1 }))) {
		await api.send('POST', `/v1/sessions/${id}/moves?wait=false`, move);
	}
	const table = await opened(phone, id);
	const { page } = phone;
	await page.waitForSelector('[data-choice*="true"]');
	assert.deepEqual((await texts(page, '[data-choice]')).sort(), ['do not take them', 'take the cards']);
	await page.click('[data-move*="true"]');
	await page.click('.thumb .main');
	for (const card of ['JD', '9H', '9H']) {
		await page.click(`[data-pick="${card}"]`);
	}
	await page.click('.thumb .main');
	await table.until(() => document.querySelectorAll('.doko-own').length === 15);
	assert.equal((await api.session(id)).table.phase, 'poverty_return');
	await phone.finish();
});

/** Which of these games' names runs over the trick's edge or into a card. */
function crowded(games) {
	const name = document.querySelector('.doko-game');
	const edge = document.querySelector('.doko-trick').getBoundingClientRect();
	const cards = [...document.querySelectorAll('.doko-lies')].map((card) => card.getBoundingClientRect());
	return games.filter((text) => {
		name.textContent = text;
		const box = name.getBoundingClientRect();
		return box.left < edge.left || box.right > edge.right || box.bottom > edge.bottom || cards.some(({ bottom }) => bottom > box.top);
	});
}

/** The names of all games in a language. */
async function gamesIn(language) {
	const { doppelkopf } = await import(`../../src/companion/words/${language}_doppelkopf.js`);
	return Object.entries(doppelkopf).filter(([key]) => key.startsWith('game_')).map(([, name]) => name);
}

for (const [place, language] of ['en', 'da', 'de', 'el'].entries()) {
	for (const [where, like] of Object.entries({ phone: PHONE, desktop: { ...DESKTOP, colorScheme: 'dark' } })) {
		test(`a trick on a ${where}: ${language}; nothing runs over the edge`, async () => {
			const one = await device(browser, { like, locale: language });
			const id = await begun(place % 2 ? { nines: true } : {});
			await healthy(id);
			for (const [seat, card] of ['AC', '9C', 'KC'].entries()) {
				await api.send('POST', `/v1/sessions/${id}/moves?wait=false`, { seat, card });
			}
			await opened(one, id);
			await one.page.waitForSelector('.doko-possible');
			await isClean(one.page, language);
			assert.equal(await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
			await shot(one.page, `doppelkopf-${language}-${where}`);
			assert.deepEqual(await one.page.evaluate(crowded, await gamesIn(language)), []);
			await one.finish();
		});
	}
}
