// Take-away on the page: a game against the computer by taps, one of two people, and tables that are hard to show.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESK, device, PHONE, shot, startBrowser } from './browser.mjs';
import { Plain } from './plain_api.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Plain(daemon);
const browser = await startBrowser(after);

const begun = (rules) => api.create({ game: 'take-away', rules });

async function opened(phone, id) {
	const table = new Table(phone, daemon);
	await phone.page.goto(`${daemon.url}/s/${id}`);
	await phone.page.waitForSelector('.take-away');
	return table;
}

const groupsOf = (page) => page.$$eval('.group-count', (counts) => counts.map((count) => Number(count.textContent.replace(/\D/g, ''))));
const reaches = (table, version) => table.until((wanted) => document.querySelector('main').dataset.version === wanted, String(version));

test('a whole game against the computer, by tapping what is suggested', async (t) => {
	const phone = await device(browser);
	await phone.page.goto(`${daemon.url}/`);
	await phone.page.click('[data-game=take-away]');
	await phone.page.waitForSelector('.entering');
	const id = phone.page.url().split('/').at(-1);
	const table = new Table(phone, daemon);
	await phone.page.click('.entry:nth-child(3) [aria-label="One more"]'); // 3 4 6: a win for who begins
	await isClean(phone.page, 'entering');
	await phone.page.click('.thumb .main');
	let taps = 0;
	for (let version = 1; version < 20; version++) {
		await reaches(table, version);
		const body = await api.session(id);
		assert.deepEqual(await groupsOf(phone.page), body.table.groups);
		if (body.status !== 'playing') {
			break;
		}
		assert.equal(await table.sentence(), body.message);
		assert.equal(await phone.page.textContent('.standing'), 'You win if you make no mistake.');
		assert.equal(await phone.page.textContent('.thumb .main span'), body.table.turn === 'user' ? 'I did this' : 'Done for you');
		await table.main();
		taps += 1;
	}
	const { status, version: moves } = await api.session(id);
	t.diagnostic(`take-away: ${taps} taps for ${moves - 1} moves of both players: ${(taps / (moves - 1)).toFixed(2)} a move`);
	assert.equal(status, 'won');
	await phone.page.waitForSelector('.ending');
	await isClean(phone.page, 'won');
	await shot(phone.page, 'take-away-won');
	await phone.finish();
});

test('how many is chosen by tapping the group, by steps and by the slider; undo and redo', async () => {
	const phone = await device(browser);
	const { id } = await begun({ groups: [3, 4, 5], limits: [2, 3, 4] });
	const table = await opened(phone, id);
	const { page } = phone;
	await page.click('[data-spot="1/0"]');
	await page.click('.taker [aria-label="One more"]');
	assert.equal(await page.inputValue('.taker input[type=number]'), '2');
	assert.equal(await page.$$eval('[data-spot="1/0"] .goes', (cards) => cards.length), 2);
	await page.fill('.taker input[type=range]', '3');
	assert.equal(await page.textContent('.thumb .main small'), '3 from group 2');
	assert.equal(await page.isDisabled('.taker [aria-label="One more"]'), true);
	await page.$eval('.taker [aria-label="One less"]', (button) => { button.click(); button.click(); }); // before anything is drawn
	assert.equal(await page.textContent('.thumb .main small'), '1 from group 2');
	await page.fill('.taker input[type=range]', '3');
	await table.main();
	await reaches(table, 1);
	assert.deepEqual(await groupsOf(page), [3, 1, 5]);
	await page.click('.thumb [aria-label="Undo"]');
	await table.until(() => document.querySelectorAll('.group-count')[1].textContent === '4');
	await page.click('.thumb [aria-label="Redo"]');
	await table.until(() => document.querySelectorAll('.group-count')[1].textContent === '1');
	await phone.finish();
});

test('two people: what the other one took is tapped, also by keys', async () => {
	const desk = await device(browser, { like: DESK });
	const { id } = await begun({ groups: [1, 12, 1_000_000_000], opponent: 'person', first: 'advisor' });
	const table = await opened(desk, id);
	const { page } = desk;
	assert.ok(await page.isDisabled('.thumb .main'));
	await isClean(page, 'the other one is to move');
	await page.focus('[data-spot][tabindex="0"]');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('Enter');
	await page.fill('.taker input[type=number]', '123456789');
	await page.keyboard.press('Enter');
	assert.equal(await page.textContent('.thumb .main small'), '123,456,789 from group 3');
	await table.main();
	await reaches(table, 1);
	assert.deepEqual((await api.session(id)).table.groups, [1, 12, 876_543_211]);
	assert.equal(await page.textContent('.status-line'), 'Your turn');
	await desk.finish();
});

const MANY = Array.from({ length: 64 }, (_, place) => (place % 3 === 0 ? 1_000_000_000 - place : place + 1));

for (const [language, rules] of Object.entries({
	en: { groups: [3, 4, 5], limits: [2, 3, 4] }, da: { groups: MANY }, de: { groups: [3, 4, 6, 13], first: 'advisor' },
	el: { groups: [1_000_000_000, 12], opponent: 'person', first: 'advisor' },
})) {
	for (const [where, like] of Object.entries({ phone: PHONE, desk: { ...DESK, colorScheme: 'dark' } })) {
		test(`${rules.groups.length} groups on a ${where}: ${language}; nothing runs over the edge`, async () => {
			const one = await device(browser, { like, locale: language });
			const { id } = await begun(rules);
			await opened(one, id);
			await isClean(one.page, language);
			const wide = await one.page.evaluate(() => ({
				page: document.documentElement.scrollWidth - innerWidth,
				counts: [...document.querySelectorAll('.group')].filter((group) => group.scrollWidth > group.clientWidth).length,
			}));
			assert.deepEqual(wide, { page: 0, counts: 0 });
			await shot(one.page, `take-away-${language}-${where}`);
			await one.finish();
		});
	}
}
