// The statistics page: games that play themselves are started, watched, and cancelled.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { device, PHONE, shot, startBrowser, until } from './browser.mjs';
import { cutTexts } from './cut.mjs';
import { careless } from './prepared_tables.mjs';

// With their share of the processor, so that a busy machine delays no game for ever.
const daemon = await startDaemon(after, { args: ['--simulation-priority', 'normal'] });
const browser = await startBrowser(after);
const api = new Api(daemon);

test('a run is started, followed to its end, and shown with the results of the daemon', async () => {
	const phone = await device(browser, { locale: 'de' });
	const { page } = phone;
	await page.goto(`${daemon.url}/`);
	await page.click('[aria-label="Statistik"]');
	await page.waitForSelector('text=Anzahl der Spiele');
	await page.selectOption('form select >> nth=0', 'take-away');
	await page.fill('form input >> nth=0', '300');
	await page.fill('form input >> nth=1', '7');
	await isClean(page, 'a new run');
	await page.click('form .main');
	await page.waitForSelector('.run[data-status="finished"]');
	const { simulations: [run] } = await page.evaluate(() => fetch('/v1/simulations').then((answer) => answer.json()));
	assert.deepEqual([run.game, run.games, run.seed, run.played], ['take-away', 300, 7, 300]);
	const { statistics } = await page.evaluate((id) => fetch(`/v1/simulations/${id}`).then((answer) => answer.json()), run.id);
	assert.match(await page.textContent('.run p'), /300 von 300/);
	assert.equal((await page.textContent('.figures dd small')).split(' ')[0], String(statistics.won.games));
	assert.equal(await page.$$eval('.chart .bin', (bins) => bins.length), statistics.length.histogram.length);
	await isClean(page, 'a run');
	await shot(page, 'statistics-phone');
	await phone.finish();
});

test('no word is broken beside the numbers, in four languages on the smallest phone', async () => {
	for (const locale of ['en', 'da', 'de', 'el']) {
		const { page, finish } = await device(browser, { locale, like: { ...PHONE, viewport: { width: 320, height: 640 } } });
		await page.goto(`${daemon.url}/#statistics`);
		await page.waitForSelector('.so-far .figures dt');
		assert.deepEqual(await page.$$eval('.so-far .figures dt, .so-far .figures dd', (all) => all.flatMap(({ firstChild }) => {
			const range = document.createRange();
			return [...firstChild.data.matchAll(/\S+/g)].filter(({ index, 0: word }) => {
				range.setStart(firstChild, index);
				range.setEnd(firstChild, index + word.length);
				return range.getClientRects().length > 1;
			}).map(({ 0: word }) => word);
		})), [], locale);
		await finish();
	}
});

test('a long run is cancelled; its messages do not disturb typing', async () => {
	const phone = await device(browser);
	const { page } = phone;
	await page.goto(`${daemon.url}/#statistics`);
	await page.fill('form input >> nth=0', '1000000000');
	await page.click('form .main');
	await page.waitForSelector('.run[data-status="running"]');
	await page.fill('form input >> nth=1', '7');
	for (let updates = 0, before = await page.textContent('.run p'); updates < 2; updates++) {
		await page.waitForSelector(`.run p:not(:text-is("${before}"))`);
		before = await page.textContent('.run p');
	}
	assert.equal(await page.inputValue('form input >> nth=1'), '7');
	await page.fill('form input >> nth=1', ''); // no seed: the placeholder is shown
	await page.keyboard.press('Tab');
	assert.equal(await page.inputValue('form input >> nth=1'), '0');
	await page.reload(); // it continues, and so does its display
	await page.waitForSelector('.run[data-status="running"]');
	await page.waitForSelector('.so-far .ends dd:has-text("won")');
	await page.click('text=Stop');
	await page.waitForSelector('.run[data-status="stopped"]');
	const { simulations: [run] } = await page.evaluate(() => fetch('/v1/simulations').then((answer) => answer.json()));
	assert.equal(run.status, 'cancelled');
	await phone.finish();
});

/** Moves the one slider: its last place is without the table, the one before as fast as can be drawn. */
const setPace = (page, fromEnd) => page.$eval('.autoplay input[type="range"]', (range, back) => {
	range.value = String(Number(range.max) - back);
	range.dispatchEvent(new Event('input', { bubbles: true }));
}, fromEnd);
const isPlayed = (page, games, wanted) => until(page, (text) => document.querySelector('.run p').textContent === text, `${games} af ${wanted} spil`);

test('one speed control: move by move, maximum speed, thousands without the table, with pause and stop', async () => {
	const phone = await device(browser, { ...PHONE, viewport: { width: 320, height: 640 }, locale: 'da' });
	const { page } = phone;
	const get = (path) => page.evaluate((asked) => fetch(asked).then((answer) => answer.json()), path);
	const at = () => page.getAttribute('.replay', 'data-at').then(Number);
	await page.goto(`${daemon.url}/#statistics`);
	await page.selectOption('form select >> nth=0', 'ten-twenty-thirty');
	await page.selectOption('form select >> nth=2', 'ordered');
	await page.fill('form input >> nth=0', '5000');
	await page.fill('form input >> nth=1', '11');
	await setPace(page, 7); // one move a second
	await page.waitForSelector('text=Tempo: 1 træk i sekundet');
	await isClean(page, 'before the start');
	await page.click('form .main');
	await page.waitForSelector('.replay .tens');
	await until(page, () => Number(document.querySelector('.replay').dataset.at) >= 2);
	await page.click('text=Pause');
	const before = await at();
	await page.click('text=Ét træk');
	assert.equal(await at(), before + 1);
	await new Promise((resolve) => { setTimeout(resolve, 1500); });
	assert.equal(await at(), before + 1, 'a paused game stands');
	assert.match(await page.textContent('.replay .instruction'), /\.$/);
	await isPlayed(page, 0, '5.000');
	assert.deepEqual(await cutTexts(page, []), []);
	await isClean(page, 'a game that is watched');
	await shot(page, 'statistics-replay');
	// Its end is that of the daemon, and counts.
	const { simulations: [first] } = await get('/v1/simulations');
	assert.deepEqual([first.games, first.status], [1, 'finished']);
	const { status } = await get(`/v1/simulations/${first.id}/games/0`);
	await setPace(page, 1);
	await page.click('text=Fortsæt');
	const ends = { won: 'vundet', lost: 'tabt', drawn: 'uafgjort' };
	await until(page, (end) => document.querySelector('.replay .instruction').textContent === end, ends[status]);
	await until(page, () => /^[1-9] af 5\.000/.test(document.querySelector('.run p').textContent));
	await until(page, () => document.querySelector('.replay .muted').textContent.startsWith('Spil 3,'));
	// A reload loses no game.
	const so = await page.textContent('.run p');
	await page.reload();
	await page.waitForSelector('.replay .tens');
	assert.ok(parseInt(await page.textContent('.run p'), 10) >= parseInt(so, 10), `${so} before the reload`);
	await until(page, () => document.querySelector('.replay .muted').textContent.startsWith('Spil 5,'));
	// Thousands, and no table.
	await setPace(page, 0);
	await page.waitForSelector('.replay', { state: 'detached' });
	await until(page, () => Number(document.querySelector('.run p').textContent.split(' ')[0].replace('.', '')) > 100);
	await page.waitForSelector('.run[data-status="finished"]');
	await isPlayed(page, '5.000', '5.000');
	// However it was divided, the result is that of the whole with this seed.
	const { body: { id } } = await api.post('/v1/simulations', { game: 'ten-twenty-thirty', strategy: 'ordered', games: 5000, seed: 11 });
	await until(page, async (path) => (await (await fetch(path)).json()).status === 'finished', `/v1/simulations/${id}`);
	const { statistics: { won, length: { mean } } } = await get(`/v1/simulations/${id}`);
	const { simulations } = await get('/v1/simulations?game=ten-twenty-thirty');
	assert.ok(simulations.length > 3, 'it was divided');
	assert.equal(await page.textContent('.figures dd small').then((text) => text.split(' ')[0]), new Intl.NumberFormat('da').format(won.games));
	assert.match(await page.textContent('.run .figures'), new RegExp(`gennemsnit${new Intl.NumberFormat('da', { maximumFractionDigits: 1 }).format(mean)}`));
	await isClean(page, 'the end of a run');
	assert.deepEqual(await cutTexts(page, []), []);
	await shot(page, 'statistics-autoplay');
	await phone.finish();
});

test('a run is paused without the table, resumed with it, and stopped; the daemon plays no further game', async () => {
	const phone = await device(browser, { locale: 'en' });
	const { page } = phone;
	const get = (path) => page.evaluate((asked) => fetch(asked).then((answer) => answer.json()), path);
	await page.goto(`${daemon.url}/#statistics`);
	await page.selectOption('form select >> nth=0', 'klondike');
	await page.selectOption('form select >> nth=2', 'classic');
	await page.fill('form input >> nth=0', '1000000000');
	await page.click('form .main');
	await until(page, () => document.querySelector('.run p')?.textContent.match(/^\d\d/));
	await page.click('text=Pause');
	await page.waitForSelector('.run[data-status="paused"]');
	await until(page, async () => (await (await fetch('/v1/simulations?status=running')).json()).simulations.length === 0);
	const { simulations: [{ played }] } = await get('/v1/simulations');
	const text = `${new Intl.NumberFormat('en').format(played)} of 1,000,000,000 games`;
	await until(page, (wanted) => document.querySelector('.run p').textContent === wanted, text);
	await setPace(page, 4);
	await page.click('text=Continue');
	await page.waitForSelector('.replay .klondike, .replay .table, .replay .stage > *');
	assert.equal(await page.textContent('.run p'), text, 'the game that is shown has not ended');
	assert.equal((await get('/v1/simulations?status=running')).simulations.length, 0);
	await page.click('text=Stop');
	await page.waitForSelector('.run[data-status="stopped"]');
	await page.waitForSelector('form .main:has-text("Start")');
	await phone.finish();
});

test('with reduced motion there are at most two redraws a second at any speed', async () => {
	const phone = await device(browser, { locale: 'en', reducedMotion: 'reduce' });
	const { page } = phone;
	await page.goto(`${daemon.url}/#statistics`);
	await page.selectOption('form select >> nth=0', 'ten-twenty-thirty');
	await page.selectOption('form select >> nth=2', 'ordered');
	await page.fill('form input >> nth=0', '50');
	await setPace(page, 2); // 32 moves a second
	await page.click('form .main');
	await page.waitForSelector('.replay');
	const seen = await page.evaluate(() => new Promise((resolve) => {
		const places = [Number(document.querySelector('.replay').dataset.at)];
		const watch = new MutationObserver(() => places.push(Number(document.querySelector('.replay').dataset.at)));
		watch.observe(document.querySelector('.replay'), { attributes: true, attributeFilter: ['data-at'] });
		setTimeout(() => resolve(places), 1700);
	}));
	assert.ok(seen.length >= 2 && seen.length <= 5, seen.join());
	assert.ok(seen.slice(1).every((place, index) => place - seen[index] === 16 || place < seen[index] || place > 16), `16 moves at a time: ${seen}`);
	await page.click('text=Stop');
	await phone.finish();
});

test('a simulated Doppelkopf game asks for nothing: no announcements, no cards of others, no names', async () => {
	const phone = await device(browser, { locale: 'en' });
	const { page } = phone;
	await page.goto(`${daemon.url}/#statistics`);
	await page.selectOption('form select >> nth=0', 'doppelkopf');
	await page.fill('form input >> nth=0', '2');
	await setPace(page, 3);
	await page.evaluate(() => {
		window.asked = new Set();
		new MutationObserver(() => document.querySelectorAll('.replay :is(.doko-choices, .doko-others, .doko-possible, .doko-names, .doko-enter)').forEach((one) => window.asked.add(one.className)))
			.observe(document.body, { subtree: true, childList: true });
	});
	await page.click('form .main');
	await page.waitForSelector('.replay .doko-round');
	await until(page, () => Number(document.querySelector('.replay').dataset.at) >= 30);
	await shot(page, 'statistics-replay-doppelkopf');
	assert.deepEqual(await page.evaluate(() => [...window.asked]), []);
	await page.click('text=Stop');
	await phone.finish();
});

test('a searching strategy has a choice of effort, others have none', async () => {
	const phone = await device(browser, { locale: 'de' });
	const { page } = phone;
	const get = (path) => page.evaluate((asked) => fetch(asked).then((answer) => answer.json()), path);
	const newest = async () => get(`/v1/simulations/${(await get('/v1/simulations')).simulations[0].id}`);
	const run = async () => {
		await page.click('form .main');
		await page.waitForSelector('.run[data-status="finished"]');
		return newest();
	};
	await page.goto(`${daemon.url}/#statistics`);
	await page.selectOption('form select >> nth=0', 'ten-twenty-thirty');
	await page.fill('form input >> nth=0', '2');
	await page.selectOption('label:has-text("Bedenkzeit") select', 'careful');
	await isClean(page, 'a careful run');
	const careful = await run();
	assert.deepEqual([careful.strategy, careful.budget.worlds, careful.played], ['search', 60, 2]);
	assert.match(await page.textContent('label:has-text("Bedenkzeit") select'), /lang/);
	await shot(page, 'statistics-careful');
	await page.selectOption('label:has-text("Bedenkzeit") select', 'quick');
	await page.fill('form input >> nth=0', '3');
	await page.click('form .main');
	await page.waitForSelector('.run p:has-text("3 von 3")');
	assert.equal((await newest()).budget.worlds, 0);
	await page.selectOption('form select >> nth=2', 'ordered');
	await page.waitForSelector('label:has-text("Bedenkzeit")', { state: 'detached' });
	await phone.finish();
});

// ---- The cost of choices ----------------------------------------------------------------------------

/** The sums of a finished review. */
async function sumsOf(id) {
	for (;;) {
		const { status, body } = await api.get(`/v1/sessions/${id}/review?limit=1&language=en`);
		if (status === 200) {
			return body.sums;
		}
		await new Promise((resolve) => { setTimeout(resolve, 50); });
	}
}

/** "−33.3%": the mean of these chances, as the page writes it without its interval. */
const costText = (values) => `${new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })
	.format(values.reduce((sum, value) => sum + value, 0) / values.length).replace('-', '−')}`;

const costs = (page) => page.$$eval('.costs dt', (titles) => titles.map((title) => [title.textContent, title.nextElementSibling.textContent]));

test('the cost of choices is stored at the end of each game, loaded for earlier games, and shown by kinds of mistakes', async () => {
	const fields = { game: 'take-away', opponents: 'theory' };
	const games = []; // the second begins at a table that is lost
	for (const groups of [[3, 4, 5], [1, 2, 3], [2, 2, 5]]) {
		games.push(await careless(api, { ...fields, rules: { groups, first: 'user' } }, { every: 2 }));
	}
	const phone = await device(browser, { ...PHONE, viewport: { width: 320, height: 640 } });
	const { page } = phone;
	await page.goto(`${daemon.url}/s/${games[0].id}`);
	await page.waitForSelector('.decisive .figure', { state: 'attached' });
	await until(page, () => JSON.parse(localStorage.getItem('makker-games'))?.[0].choices !== undefined);
	// Two games that were finished by an earlier version of the page, and one that the daemon has no more.
	await page.evaluate((ids) => {
		const [first] = JSON.parse(localStorage.getItem('makker-games'));
		localStorage.setItem('makker-games', JSON.stringify([...ids.map((id) => ({ ...first, id, choices: undefined })), first]));
	}, [games[1].id, games[2].id, 'f'.repeat(32)]);
	await page.goto(`${daemon.url}/#statistics`);
	const all = await Promise.all(games.map(({ id }) => sumsOf(id)));
	await page.waitForSelector('.costs');
	assert.deepEqual((await costs(page))[0], ['All choices, per game', costText([all[0].choice])], 'one game has no interval');
	await page.click('text=Review earlier games (3)');
	await page.waitForSelector('text=Last games: 3; in percentage points');
	await page.waitForSelector('text=Review earlier games', { state: 'detached' });
	const shown = await costs(page);
	const choices = all.map(({ choice }) => choice);
	assert.ok(shown[0][1].startsWith(costText(choices)), `${shown[0][1]} is not ${costText(choices)}`);
	const kinds = all.flatMap((one) => one.kinds);
	assert.ok(kinds.some(({ choice }) => choice < 0), 'no player made a mistake');
	for (const { kind, text } of kinds.filter(({ choice }) => choice < 0)) {
		const [, cost] = shown.find(([title]) => title === text);
		assert.ok(cost.startsWith(costText(all.map((one) => one.kinds.find((its) => its.kind === kind)?.choice ?? 0))), `${text}: ${cost}`);
	}
	assert.deepEqual(await cutTexts(page, []), []);
	await isClean(page, 'the cost of choices');
	await page.$eval('.own', (own) => own.scrollIntoView());
	await shot(page, 'statistics-choices');
	await page.reload();
	await page.waitForSelector('.costs');
	const names = new Set(shown.map(([title]) => title));
	assert.deepEqual((await costs(page)).filter(([title]) => !names.has(title)), [], 'a kind is shown by its name only');
	await until(page, (count) => document.querySelectorAll('.costs dt').length === count, shown.length);
	assert.deepEqual(await costs(page), shown, 'it is kept');
	await phone.finish(/404/); // the game that is gone
});
