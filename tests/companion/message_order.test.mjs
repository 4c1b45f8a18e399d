// Responses and messages arrive in any order: taps, input and open views are neither lost nor reverted.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { device, holdBack, startBrowser } from './browser.mjs';
import { Plain } from './plain_api.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const plain = new Plain(daemon);
const browser = await startBrowser(after);

const HAND = ['0H', 'QC', 'QS', 'JC', 'JD', 'AD', 'KD', '9D', 'AC', '0C', 'AS', '9S'];

async function opened() {
	const phone = await device(browser);
	const { id } = await api.begun({ language: 'en' });
	return { ...phone, id, table: await new Table(phone, daemon).open(id) };
}

/** A table of Doppelkopf after `moves`. */
async function dealt(moves, fields = {}) {
	const phone = await device(browser);
	const { id } = await plain.create({ game: 'doppelkopf', ...fields });
	const post = (kind, body) => plain.send('POST', `/v1/sessions/${id}/${kind}?wait=false`, body);
	await post('snapshots', { hand: HAND, dealer: 3 });
	for (const one of moves) {
		await post('moves', one);
	}
	await phone.page.goto(`${daemon.url}/s/${id}`);
	await phone.page.waitForSelector('.doko');
	return { ...phone, id, table: new Table(phone, daemon) };
}

/** Waits until everything received so far is drawn. */
const drawn = (page) => page.evaluate(() => new Promise((then) => { requestAnimationFrame(() => requestAnimationFrame(then)); }));

const HEALTHY = [0, 1, 2, 3].map((seat) => ({ seat, reservation: 'none' }));
const reaches = (page, version) => page.waitForSelector(`main[data-version="${version}"]`);

test('message before response: panels can be unfolded, and the next move can be entered', async () => {
	const { page, id, finish } = await dealt(HEALTHY);
	const { version } = await plain.session(id);
	const answer = await holdBack(page, /\/moves\?/);
	await page.click('[data-own="AC"]', { position: { x: 8, y: 20 } });
	await reaches(page, version + 1);
	await page.click('.doko-others .link');
	await page.click('[data-announce="2 contra"]');
	await page.waitForSelector('.doko-seat.at2 .doko-said:has-text("Kontra")');
	await page.click('.doko-possible [data-pick="KC"]');
	await reaches(page, version + 3);
	assert.deepEqual((await plain.session(id)).table.trick.cards, ['AC', 'KC']);
	answer();
	await finish();
});

test('a pending request blocks the next move, but not local panels', async () => {
	const { page, finish } = await dealt(HEALTHY);
	await page.routeWebSocket(/\/events/, () => { /* no messages at all */ });
	await page.reload();
	await page.waitForSelector('.doko');
	const answer = await holdBack(page, /\/moves\?/);
	await page.click('[data-own="AC"]', { position: { x: 8, y: 20 } });
	await page.waitForSelector('[data-own="QC"]:disabled');
	await page.click('.doko-others .link');
	await page.waitForSelector('[data-announce="2 contra"]:disabled');
	answer();
	await page.waitForSelector('.doko-possible [data-pick="KC"]:enabled');
	await finish();
});

test('response before older messages: they revert nothing and close nothing', async () => {
	const phone = await device(browser);
	const { page } = phone;
	let hold = false;
	const late = [];
	const kinds = [];
	const keep = (text, deliver) => {
		const { event, id: version } = JSON.parse(text);
		kinds.push(...(event === 'advice' ? [] : [`${event} ${version}`]));
		late.push(deliver);
	};
	let sockets = 0;
	await page.routeWebSocket(/\/events/, (socket) => {
		sockets++;
		const deliver = (text) => socket.send(text);
		socket.connectToServer().onMessage((text) => (hold ? keep(text, () => deliver(text)) : deliver(text)));
	});
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	await table.says((await api.session(id)).body);
	await page.waitForSelector('.status-line[data-link="open"]');
	hold = true;
	await api.line(id, SEED_LINE.replace('8D', '8H')); // it contradicts; then nothing has changed
	await api.line(id, SEED_LINE);
	await page.click('[data-spot="4/0"]', { force: true, position: { x: 12, y: 3 } });
	await page.waitForSelector('.held');
	await table.press(6, 0);
	await table.pick('QH');
	await reaches(page, 2);
	await table.press(11, 0);
	await page.waitForSelector('#picker[open]');
	const before = await table.sentence();
	while (!kinds.includes('session 2')) {
		await sleep(5);
	}
	for (const deliver of late) {
		deliver();
		await drawn(page);
		assert.equal(await table.sentence(), before);
		assert.ok(await page.evaluate(() => document.querySelector('#picker').open));
	}
	// On a busy machine the page may have opened its connection anew: that begins with the present session.
	assert.deepEqual(sockets > 1 ? [...new Set(kinds)] : kinds, ['conflict 1', 'session 1', 'session 2'], `${sockets} connections`);
	await phone.finish();
});

test('input is kept when its request fails', async () => {
	const poverty = [...HEALTHY.slice(0, 3), { seat: 3, reservation: 'poverty', cards: 3 }, ...Array(3).fill({ seat: 3, shift: 1 })];
	const { page, table, id, finish } = await dealt(poverty, { preset: 'freedoko' });
	await page.click('[data-choice*="true"]');
	for (const card of ['JD', '9H', '9H']) {
		await page.click(`[data-pick="${card}"]`);
	}
	await page.route(/\/moves\?/, (route) => route.abort(), { times: 1 });
	await page.click('[data-enter=took]');
	await page.waitForSelector('#toast:has-text("does not respond")');
	await page.click('[data-enter=took]');
	await table.until(() => document.querySelectorAll('.doko-own').length === 15);
	assert.equal((await plain.session(id)).table.phase, 'poverty_return');
	await page.waitForSelector('.doko-enter', { state: 'detached' });
	await finish(/Failed to load resource/);
});

test('steps undone faster than the responses can all be redone', async () => {
	const { page, id, finish } = await opened();
	await api.move(id, { type: 3, from: 4, to: 6, cut: 1, revealed: 'QH' });
	await reaches(page, 2);
	const answer = await holdBack(page, /\/undo\?/);
	for (const version of [3, 4]) {
		await page.click('.thumb [aria-label="Undo"]');
		await reaches(page, version);
	}
	answer();
	for (const version of [5, 6]) {
		await page.click('.thumb [aria-label="Redo"]:enabled');
		await reaches(page, version);
	}
	await page.waitForSelector('.thumb [aria-label="Redo"]:disabled');
	assert.deepEqual((await api.session(id)).body.table.columns[6].cards, ['9C', '8D']);
	await finish();
});

test('a late answer closes nothing that was opened meanwhile', async () => {
	const { page, id, finish } = await opened();
	const other = SEED_LINE.replace('5S,5H', '0S,2H').replace('KS', 'QD');
	assert.equal((await api.line(id, other)).status, 409);
	await page.click('.enter-table');
	const answer = await holdBack(page, /\/corrections\?/);
	const answered = page.waitForResponse(/\/corrections\?/);
	await page.click('#sheet .main');
	await reaches(page, 2);
	await page.click('#sheet [aria-label="Close"]');
	await page.click('.top [aria-label="Settings"]');
	await page.waitForSelector('#sheet[open] .sheet-settings');
	answer();
	await (await answered).finished();
	await page.check('#sheet .switch >> nth=0'); // after everything that the answer brought about
	await page.waitForSelector('html[data-large=true]');
	assert.ok(await page.isVisible('#sheet .sheet-settings'));
	await finish();
});

test('of two responses to the same request the later request counts', async () => {
	const { page, id, finish } = await opened();
	await page.waitForSelector('.speak');
	const answer = await holdBack(page, /\/history\?/, 1);
	const first = page.waitForRequest(/\/history\?/);
	await page.click('.top [aria-label="History"]');
	await first;
	await api.move(id, { type: 3, from: 4, to: 6, cut: 1, revealed: 'QH' });
	await page.waitForSelector('.events li:nth-child(2)');
	const answered = page.waitForResponse(/\/history\?/);
	answer();
	await (await answered).finished();
	await drawn(page);
	assert.equal(await page.$$eval('.events li', (all) => all.length), 2);
	await finish();
});
