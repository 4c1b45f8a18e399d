// Take-away on the page: a game against the computer by taps, one of two people, and tables that are hard to show.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESKTOP, device, PHONE, shot, startBrowser, takesTap } from './browser.mjs';
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

test('a whole game against the computer, by tapping the suggestions', async (t) => {
	const phone = await device(browser);
	await phone.page.goto(`${daemon.url}/`);
	await phone.page.click('[data-game=take-away]');
	await phone.page.waitForSelector('.entering');
	const id = phone.page.url().split('/').at(-1);
	const table = new Table(phone, daemon);
	await phone.page.click('.entry:nth-child(3) [aria-label="One more"]'); // 3 4 6: a win for the first player
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

test('the number of cards is set by tapping the group, by steps and by the slider; undo and redo', async () => {
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

test('two people: the other one\'s move is entered by taps, also by keys', async () => {
	const desktop = await device(browser, { like: DESKTOP });
	const { id } = await begun({ groups: [1, 12, 1_000_000_000], opponent: 'person', first: 'advisor' });
	const table = await opened(desktop, id);
	const { page } = desktop;
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
	await desktop.finish();
});

// ---- Without cards ------------------------------------------------------------------------------------------

/** The player's turn, at a version whose reply has come, or the end. */
async function turn(table, id, after) {
	for (;;) {
		const body = await api.session(id);
		if (body.version > after && (body.status !== 'playing' || body.table.turn === 'user')) {
			await reaches(table, body.version);
			return body;
		}
	}
}

const WORDS = {
	en: { plays: /No cards to hand\? Makker .* plays against you/, tap: 'Tap the group from which you take.', took: /^I take \d cards? from group \d\. Your move\.$/, announced: /, I took \d$/ },
	da: { plays: /Ingen kort ved hånden\? Makker .* spiller mod dig/, tap: 'Tryk på den gruppe, du vil tage fra.', took: /^Jeg tager \d kort fra gruppe \d\. Det er din tur\.$/, announced: /, Jeg tog \d$/ },
	de: { plays: /Keine Karten zur Hand\? Makker .* spielt gegen dich/, tap: 'Tippe auf die Gruppe, aus der du nimmst.', took: /^Ich nehme \d Karten? aus Gruppe \d\. Du bist dran\.$/, announced: /, Ich habe \d genommen$/ },
	el: { plays: /Δεν έχεις τράπουλα; Το Makker .* παίζει εναντίον σου/, tap: 'Άγγιξε την ομάδα από την οποία θα πάρεις.', took: /^Παίρνω \d φύλλ[οα] από την ομάδα \d\. Είναι η σειρά σου\.$/, announced: /, Πήρα \d$/ },
};
for (const [place, language] of Object.keys(WORDS).entries()) {
	const first = place % 2 ? 'advisor' : 'user';
	test(`no cards at hand, ${language}: from the address to the end by taps; the ${first} begins, and the computer's moves are announced`, async () => {
		const phone = await device(browser, { locale: language });
		const { page } = phone;
		const table = new Table(phone, daemon);
		const words = WORDS[language];
		await page.goto(daemon.url);
		await page.tap('[data-variants=take-away]');
		await page.waitForSelector('#sheet[open]:not(.fresh)');
		await page.tap('#sheet details.rules summary');
		await page.selectOption('#rule-opponent', 'person'); // with real cards; no other person is here
		assert.match(await page.textContent('#sheet label:has([name=program])'), words.plays);
		await page.tap('#sheet [name=program]');
		await page.waitForSelector('#rule-opponent', { state: 'detached' });
		await page.selectOption('#rule-first', first);
		await page.fill('#rule-groups', '3 4 5');
		await isClean(page, `${language}: the form`);
		await page.tap('#sheet form .main');
		await page.waitForSelector('.take-away .group');
		const id = page.url().split('/').at(-1);
		let now = await turn(table, id, -1);
		assert.deepEqual([now.cards, now.rules.groups, now.rules.first, now.rules.opponent], ['program', [3, 4, 5], first, 'computer']);
		assert.equal(now.version, first === 'user' ? 0 : 1);
		for (let taken = 0; now.status === 'playing'; taken++) {
			await takesTap(table.page);
			assert.deepEqual(await groupsOf(page), now.table.groups);
			assert.equal(await page.textContent('.taker'), words.tap);
			if (now.version > 0) {
				assert.match(await page.textContent('.sentence'), words.took);
				assert.match(await page.textContent(`[data-spot="${now.observed.moves[0].group}/0"] .hidden`), words.announced);
				assert.equal(await page.textContent('.group-took'), `Makker −${now.observed.moves[0].count}`);
			}
			if (taken === 1) {
				await isClean(page, `${language}: after a reply`);
				assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
				await shot(page, `take-away-practice-${language}`);
			}
			await page.tap(`[data-spot="${now.table.groups.findIndex((count) => count > 0)}/0"]`);
			await page.waitForSelector('[data-spot][aria-pressed=true]');
			await takesTap(table.page);
			await page.tap('.thumb .main');
			now = await turn(table, id, now.version);
		}
		await page.waitForSelector('.ending');
		await page.goto(daemon.url); // the tile has the variant
		await page.tap('[data-game=take-away]');
		await page.waitForSelector('.take-away .group');
		assert.equal((await api.session(page.url().split('/').at(-1))).cards, 'program');
		await phone.finish();
	});
}

test('groups for a table without cards are separate from those with cards', async () => {
	const phone = await device(browser);
	const { page } = phone;
	await page.goto(daemon.url);
	await page.tap('[data-variants=take-away]');
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	await page.tap('#sheet details.rules summary');
	await page.tap('#sheet [name=program]');
	await page.fill('#rule-groups', '2 2');
	await page.tap('#sheet [name=program]');
	await page.waitForSelector('#rule-groups', { state: 'detached' });
	await page.tap('#sheet form .main');
	await page.waitForSelector('.entering');
	const { cards, status, rules } = await api.session(page.url().split('/').at(-1));
	assert.deepEqual([cards, status, rules.groups], [undefined, 'waiting', []]);
	await phone.finish();
});

const MANY = Array.from({ length: 64 }, (_, place) => (place % 3 === 0 ? 1_000_000_000 - place : place + 1));

for (const [language, rules] of Object.entries({
	en: { groups: [3, 4, 5], limits: [2, 3, 4] }, da: { groups: MANY }, de: { groups: [3, 4, 6, 13], first: 'advisor' },
	el: { groups: [1_000_000_000, 12], opponent: 'person', first: 'advisor' },
})) {
	for (const [where, like] of Object.entries({ phone: PHONE, desktop: { ...DESKTOP, colorScheme: 'dark' } })) {
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
