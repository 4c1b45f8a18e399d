// Doppelkopf at the table: the essential elements fit on one small screen; one tap for "all healthy"; names; special points and mandatory solos.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESKTOP, device, PHONE, shot, startBrowser } from './browser.mjs';
import { Plain } from './plain_api.mjs';
import { Table } from './table.mjs';

const ADMIN = 'the-administrator-of-the-tests';

const daemon = await startDaemon(after);
const api = new Plain(daemon);
const browser = await startBrowser(after);

const HAND = ['0H', 'QC', 'QH', 'QD', 'JC', 'JD', 'AD', 'KD', 'AC', '0C', 'AS', '9S'];

const dealt = async (rules = {}, where = api) => {
	const { id } = await where.create({ game: 'doppelkopf', rules: { mandatory_soli: 0, ...rules } });
	await where.send('POST', `/v1/sessions/${id}/snapshots?wait=false`, { hand: HAND, dealer: 3 });
	return id;
};
const move = (id, body) => api.send('POST', `/v1/sessions/${id}/moves?wait=false`, body);
const healthy = async (id) => {
	for (const seat of [0, 1, 2, 3]) {
		await move(id, { seat, reservation: 'none' });
	}
};
const plays = async (id, first, cards) => {
	for (const [place, card] of cards.entries()) {
		await move(id, { seat: (first + place) % 4, card });
	}
};

async function opened(phone, id, at = daemon) {
	const table = new Table(phone, at);
	await phone.page.goto(`${at.url}/s/${id}`);
	await phone.page.waitForSelector('.doko-round');
	return table;
}

const SCREENS = {
	'320x640': { ...PHONE, viewport: { width: 320, height: 640 } },
	'360x640': { ...PHONE, viewport: { width: 360, height: 640 } },
	'360x740': PHONE,
};

/** The lowest edge of the essential elements above the bar, and the own cards whose rank or suit is not fully visible. */
function seen() {
	const bar = document.querySelector('.thumb').getBoundingClientRect().top;
	const lowest = Math.max(...[...document.querySelectorAll('.doko-own, .doko-possible')].map((one) => one.getBoundingClientRect().bottom));
	const hidden = [...document.querySelectorAll('.doko-own')].filter((button) => {
		const frame = button.getBoundingClientRect();
		const [, rank, suit] = button.querySelectorAll('svg > *');
		return [rank, suit].some((part) => {
			const box = part.getBoundingClientRect();
			const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
			const isInside = box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
			return !isInside || !button.contains(document.elementFromPoint(x, y));
		});
	}).map(({ dataset }) => dataset.own);
	return { isAbove: lowest <= bar, hidden, wide: document.documentElement.scrollWidth - innerWidth };
}

for (const [name, like] of Object.entries(SCREENS)) {
	for (const locale of ['en', 'da', 'de', 'el']) {
		test(`the others' cards and each own card are fully visible on one screen of ${name}: ${locale}`, async () => {
			const phone = await device(browser, { like, locale, colorScheme: locale === 'de' ? 'dark' : 'light' });
			const id = await dealt();
			await healthy(id);
			const table = await opened(phone, id);
			await phone.page.waitForSelector('.doko-own svg');
			assert.deepEqual(await phone.page.evaluate(seen), { isAbove: true, hidden: [], wide: 0 }, 'one is to play');
			await move(id, { seat: 0, card: 'AC' });
			await phone.page.waitForSelector('.doko-possible');
			assert.deepEqual(await phone.page.evaluate(seen), { isAbove: true, hidden: [], wide: 0 }, 'another one is to play');
			if (locale === 'de') {
				assert.equal(await phone.page.getAttribute('[data-own=QC] mk-card', 'letter'), 'D');
				assert.equal(await phone.page.textContent('[data-pick=JS] [aria-hidden]'), 'B♠');
			}
			await isClean(phone.page, `${name} ${locale}`);
			await shot(phone.page, `doppelkopf-whole-${name}-${locale}`);
			await phone.finish();
		});
	}
}

test('one tap reports all healthy, and is undone as one step', async () => {
	const phone = await device(browser, { locale: 'de' });
	const id = await dealt();
	const table = await opened(phone, id);
	const { page } = phone;
	await page.waitForSelector('.field:not([aria-disabled])');
	await page.click('[data-all=healthy]');
	await table.until(() => document.querySelector('main').dataset.version === '5');
	assert.equal((await api.session(id)).table.phase, 'playing');
	await table.until(() => document.querySelector('#toast').textContent.startsWith('Notiert: Alle sind gesund'));
	await page.waitForSelector('#toast .link:not([aria-disabled])');
	await page.click('#toast .link');
	await table.until(() => document.querySelector('[data-all=healthy]') !== null);
	assert.deepEqual((await api.session(id)).table.reservations, [null, null, null, null]);
	await phone.finish();
});

test('the button skips seats that have spoken; for the last seat it is absent', async () => {
	const phone = await device(browser);
	const id = await dealt();
	await move(id, { seat: 0, reservation: 'none' });
	await move(id, { seat: 1, reservation: 'none' });
	const table = await opened(phone, id);
	const { page } = phone;
	await page.waitForSelector('.field:not([aria-disabled])');
	await page.click('[data-all=healthy]');
	await table.until(() => document.querySelector('main').dataset.version === '5');
	await api.send('POST', `/v1/sessions/${id}/undo`, { steps: 1 });
	await page.waitForSelector('[data-choice*="none"]');
	assert.equal(await page.$('[data-all=healthy]'), null);
	await phone.finish();
});

test('the names of the players stay on the phone and are used for the next table', async () => {
	const phone = await device(browser, { like: { ...PHONE, viewport: { width: 320, height: 640 } }, locale: 'el' });
	const { page } = phone;
	const id = await dealt();
	await opened(phone, id);
	await page.click('.doko-names');
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	await isClean(page, 'names');
	await page.fill('#sheet [name=seat1]', 'Αναστασία');
	await page.fill('#sheet [name=seat3]', '<b>Bo</b>');
	await shot(page, 'doppelkopf-names');
	await move(id, { seat: 0, reservation: 'none' }); // the page is redrawn: the input stays
	await page.waitForSelector('main[data-version="2"]', { state: 'attached' });
	assert.equal(await page.inputValue('#sheet [name=seat1]'), 'Αναστασία');
	assert.equal(await page.inputValue('#sheet [name=seat3]'), '<b>Bo</b>');
	await page.click('#sheet .main');
	await page.waitForSelector('.doko-seat.at1:has-text("Αναστασία")');
	assert.equal(await page.textContent('.doko-seat.at3 strong'), '<b>Bo</b>');
	await page.reload();
	await page.waitForSelector('.doko-seat.at1:has-text("Αναστασία")');
	await opened(phone, await dealt());
	assert.equal(await page.textContent('.doko-seat.at1 strong'), 'Αναστασία');
	assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
	// Another player takes the seat: the previous name is offered from now on.
	await page.click('.doko-names');
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	await page.fill('#sheet [name=seat1]', 'Bo');
	await page.click('#sheet .main');
	await page.waitForSelector('.doko-seat.at1:has-text("Bo")');
	await page.click('.doko-names');
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	const offered = await page.$$eval('#known-names option', (all) => all.map(({ value }) => value));
	assert.ok(['Bo', 'Αναστασία'].every((name) => offered.includes(name)), offered.join());
	await phone.finish();
});

test('a special point is shown at once, with a question mark while it depends on an unknown team', async () => {
	const phone = await device(browser);
	const id = await dealt();
	await healthy(id);
	const table = await opened(phone, id);
	const said = (text) => table.until((wanted) => document.querySelector('.doko-seat.at0 .doko-said').textContent === wanted, text);
	await plays(id, 0, ['0H', 'AD', 'JS', 'JH']);
	await said('fox caught?');
	assert.deepEqual((await api.session(id)).table.tricks[0].special, [{ what: 'fox_caught', certain: false }]);
	await plays(id, 0, ['JD', 'JS', 'QC', '0D']); // now the other queen of clubs is known, and the fox was kontra's
	await said('fox caught');
	assert.deepEqual((await api.session(id)).table.tricks[0].special, [{ what: 'fox_caught', certain: true }]);
	await shot(phone.page, 'doppelkopf-fox');
	await phone.finish();
});

test('the partner’s fox is no special point, and a solo has none', async () => {
	const id = await dealt();
	await healthy(id);
	await plays(id, 0, ['0H', 'AD', 'JS', 'JH']);
	await plays(id, 0, ['JD', 'QC', 'JS', '0D']);
	assert.deepEqual((await api.session(id)).table.tricks[0].special, []);
	const solo = await dealt();
	await move(solo, { seat: 0, reservation: 'solo_diamonds' });
	for (const seat of [1, 2, 3]) {
		await move(solo, { seat, reservation: 'none' });
	}
	await plays(solo, 0, ['0H', 'AD', 'JS', 'JH']);
	assert.deepEqual((await api.session(solo)).table.tricks[0].special, []);
});

test('the score shows the open mandatory solos and the rest of the pot', async () => {
	const phone = await device(browser, { like: DESKTOP });
	const id = await dealt({ mandatory_soli: 1, games: 24, points: 40 });
	await move(id, { seat: 0, reservation: 'solo_diamonds' });
	for (const seat of [1, 2, 3]) {
		await move(id, { seat, reservation: 'none' });
	}
	for (let now = await api.session(id); now.table.phase === 'playing'; now = await api.session(id)) {
		const { seat, card } = now.moves.filter(({ kind }) => kind === 'play').at(-1);
		await move(id, { seat, card });
	}
	await opened(phone, id);
	await phone.page.waitForSelector('.doko-score');
	const { table: { score_table: sheet } } = await api.session(id);
	const owed = await phone.page.$$eval('.doko-owed td', (cells) => cells.map(({ textContent }) => textContent));
	assert.deepEqual(owed.slice(0, 4), sheet.mandatory_soli_left.map((count) => (count === 0 ? '✓' : String(count))));
	assert.deepEqual(owed.slice(0, 4), ['✓', '1', '1', '1']);
	assert.equal(await phone.page.textContent('.doko-score h2 small'), `23 games left · ${40 - sheet.points_played} points in the pot`);
	await isClean(phone.page, 'score');
	await phone.finish();
});

test('a companion phone has no buttons of the table', async (t) => {
	const guarded = await startDaemon((done) => t.after(done), { args: ['--auth', 'token', '--admin-token', ADMIN] });
	const bearer = (token) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
	const ask = async (path, body, token) => (await fetch(guarded.url + path, { method: 'POST', headers: bearer(token), body: JSON.stringify(body) })).json();
	const { id, tokens } = await ask('/v1/sessions', { game: 'doppelkopf', rules: { mandatory_soli: 0 } }, ADMIN);
	const phone = await device(browser, { locale: 'de' });
	const { page } = phone;
	await page.goto(`${guarded.url}/s/${id}#token=${tokens.companion}`);
	await page.waitForSelector('.watching');
	const offered = () => page.$$eval('.field button:enabled:not(.doko-names)', (all) => all.map(({ textContent }) => textContent));
	assert.deepEqual(await offered(), [], 'before the deal');
	const post = (kind, body) => ask(`/v1/sessions/${id}/${kind}?wait=false`, body, tokens.camera);
	await post('snapshots', { hand: HAND, dealer: 3 });
	await page.waitForSelector('.doko-own');
	assert.deepEqual(await offered(), [], 'reservations');
	for (const seat of [0, 1, 2, 3]) {
		await post('moves', { seat, reservation: 'none' });
	}
	await page.waitForSelector('main[data-version="5"]');
	assert.deepEqual(await offered(), [], 'to play');
	await post('moves', { seat: 0, card: 'AC' });
	await page.waitForSelector('main[data-version="6"]');
	assert.deepEqual(await offered(), [], 'another one is to play');
	assert.equal((await page.$$('.doko-own')).length, 11);
	await isClean(page, 'watching');
	await shot(page, 'doppelkopf-watching');
	await phone.finish(/Failed to load resource|WebSocket connection/);
});
