// The review of a game: its curve is scrubbed by finger, mouse and keys, and the table shows that moment with the made move and the better one.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESKTOP, device, PHONE, shot, startBrowser, until } from './browser.mjs';
import { cutTexts } from './cut.mjs';
import { careless } from './prepared_tables.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after, { args: [] });
const api = new Api(daemon);
const browser = await startBrowser(after);
const SMALL = { ...PHONE, viewport: { width: 320, height: 640 } };

const LOSSES = ['inaccuracy', 'mistake', 'blunder'];
const KLONDIKE = await careless(api, { game: 'klondike' });

/** The review that the page shows, with the tables of its decisions. */
async function reviewOf(id) {
	const decisions = [];
	for (let next = 0; next !== null;) {
		const { body } = await api.get(`/v1/sessions/${id}/review?tables=true&limit=500&language=en&after=${next}`);
		decisions.push(...body.decisions);
		if (body.next === null) {
			return { ...body, decisions };
		}
		({ next } = body);
	}
	return null;
}

const isReviewed = (page) => page.waitForSelector('.decisive .figure, .decisive .made', { state: 'attached' });

async function opened(id, options = {}) {
	const phone = await device(browser, options);
	const table = await new Table(phone, daemon).open(id);
	await isReviewed(phone.page);
	return { ...phone, table, review: await reviewOf(id) };
}

const slider = (page) => page.$eval('.scrub input', ({ value, max, ariaValueText }) => ({ at: Number(value), max: Number(max), text: ariaValueText }));
const isAt = (page, place) => until(page, (wanted) => document.querySelector('.scrub input')?.value === wanted, String(place));

/** The cut texts but for those that stand there without a review, too. */
const cutReviewed = async (page) => cutTexts(page, await page.$$eval('.status-line span, .sentence', (all) => all.map(({ textContent }) => textContent)));

/** A move that is worth more than the made one. */
const hasBetter = ({ better, made, best }) => better !== null && made < best;

/** The table and its text are those of the decision. */
async function showsDecision({ page, table, review }, place) {
	await isAt(page, place);
	const decision = review.decisions[place];
	await until(page, (text) => document.querySelector('.review-bar [role=status]')?.textContent === text, `${place + 1}/${review.count}`);
	await table.shows({ table: decision.table, status: 'shown' });
	assert.equal((await page.$$('.arrow.made')).length, 1);
	assert.equal((await page.$$('.arrow.better')).length, hasBetter(decision) ? 1 : 0);
	const { text } = await slider(page);
	assert.ok(text.startsWith(`Decision ${place + 1} of ${review.count}: ${decision.move.instruction}`), text);
}

test('the sums of luck and choices are never cut: the widest of both units, in four languages on the smallest phone', async () => {
	for (const locale of ['en', 'da', 'de', 'el']) {
		for (const [unit, luck, choice] of [['win_chance', 0.15, -0.85], ['points', 12.5, -28.2]]) {
			const { page, finish } = await device(browser, { like: SMALL, locale });
			await page.route(/\/review\?/, async (route) => {
				const response = await route.fetch();
				const review = await response.json();
				await route.fulfill({ status: response.status(), json: { ...review, unit, sums: { ...review.sums, luck, choice } } });
			});
			await page.goto(`${daemon.url}/s/${KLONDIKE.id}`);
			await isReviewed(page);
			await until(page, (end) => document.querySelector('.review-dock p')?.textContent.includes(end), unit === 'points' ? '28' : '85');
			assert.deepEqual(await page.$eval('.review-dock', (dock) => [...dock.querySelectorAll('p, span')].filter((one) => one.getBoundingClientRect().right > dock.getBoundingClientRect().right)
				.map(({ textContent }) => textContent)), [], `${locale} ${unit}`);
			assert.deepEqual((await cutTexts(page)).filter((text) => /85|28/.test(text)), [], `${locale} ${unit}`);
			await finish();
		}
	}
});

// Sum of choices, its standard error, whether a move is marked as a mistake: the text.
const SAID = [
	[{ choice: 0.06, error: 0.04, marked: false }, { en: 'Luck +15%, your choices as good as the best.', da: 'Held +15 %, dine valg så gode som de bedste.', de: 'Glück +15 %, deine Entscheidungen so gut wie die besten.', el: 'Τύχη +15%, οι επιλογές σου ισάξιες των καλύτερων.' }],
	[{ choice: -0.06, error: 0.04, marked: false }, { en: 'Luck +15%, your choices as good as the best.', da: 'Held +15 %, dine valg så gode som de bedste.', de: 'Glück +15 %, deine Entscheidungen so gut wie die besten.', el: 'Τύχη +15%, οι επιλογές σου ισάξιες των καλύτερων.' }],
	[{ choice: -0.2, error: 0.04, marked: false }, { en: 'Luck +15%, your choices −20%.No single move cost much.', da: 'Held +15 %, dine valg −20 %.Intet enkelt træk kostede ret meget.', de: 'Glück +15 %, deine Entscheidungen −20 %.Kein einzelner Zug hat viel gekostet.', el: 'Τύχη +15%, οι επιλογές σου −20%.Καμία κίνηση από μόνη της δεν κόστισε πολύ.' }],
	[{ choice: 0.02, error: 0.05, marked: true }, { en: 'Luck +15%, your choices +2% (±10%).', da: 'Held +15 %, dine valg +2 % (±10 %).', de: 'Glück +15 %, deine Entscheidungen +2 % (±10 %).', el: 'Τύχη +15%, οι επιλογές σου +2% (±10%).' }],
	[{ choice: -0.2, error: 0.05, marked: true }, { en: 'Luck +15%, your choices −20%.', da: 'Held +15 %, dine valg −20 %.', de: 'Glück +15 %, deine Entscheidungen −20 %.', el: 'Τύχη +15%, οι επιλογές σου −20%.' }],
	[{ choice: -0.2, error: 0.25, marked: true, unit: 'points' }, { en: 'Luck +0.2, your choices −0.2 points (±0.5).', da: 'Held +0,2, dine valg −0,2 point (±0,5).', de: 'Glück +0,2, deine Entscheidungen −0,2 Punkte (±0,5).', el: 'Τύχη +0,2, οι επιλογές σου −0,2 πόντοι (±0,5).' }],
	[{ choice: 0.3, error: 0.25, marked: false, unit: 'points' }, { en: 'Luck +0.2 points, your choices as good as the best.', da: 'Held +0,2 point, dine valg så gode som de bedste.', de: 'Glück +0,2 Punkte, deine Entscheidungen so gut wie die besten.', el: 'Τύχη +0,2 πόντοι, οι επιλογές σου ισάξιες των καλύτερων.' }],
];
test('an insignificant sum of choices is not shown as a number, in four languages', async () => {
	for (const locale of ['en', 'da', 'de', 'el']) {
		const { page, finish } = await device(browser, { like: SMALL, locale });
		for (const [{ choice, error, marked, unit = 'win_chance' }, texts] of SAID) {
			await page.route(/\/review\?/, async (route) => {
				const response = await route.fetch();
				const review = await response.json();
				const sums = { ...review.sums, luck: unit === 'points' ? 0.2 : 0.15, choice, choice_error: error };
				await route.fulfill({ status: response.status(), json: { ...review, unit, sums, dearest: marked ? review.dearest : [] } });
			});
			await page.goto(`${daemon.url}/s/${KLONDIKE.id}`);
			await isReviewed(page);
			const said = await page.$$eval('.decisive > p:not(.could)', (all) => all.map(({ textContent }) => textContent).join(''));
			assert.equal(said.replaceAll('\u00a0', ' '), texts[locale]);
			assert.ok(said.startsWith(await page.textContent('.review-dock p')), said);
			assert.deepEqual(await cutReviewed(page), []);
			await page.unroute(/\/review\?/);
		}
		await finish();
	}
});

test('keys step through the decisions with their tables', async () => {
	const one = await opened(KLONDIKE.id);
	const { page, review, table } = one;
	assert.ok(review.count > 40, `${review.count}`);
	const { at, max, text } = await slider(page);
	assert.deepEqual([at, max], [review.count, review.count]);
	assert.match(text, /^The end of the game: \d+%$/);
	await page.focus('.scrub input');
	await page.keyboard.press('Home');
	await showsDecision(one, 0);
	for (let place = 1; place <= 12; place++) {
		await page.keyboard.press('ArrowRight');
		await showsDecision(one, place);
	}
	await page.keyboard.press('ArrowLeft');
	await showsDecision(one, 11);
	await isClean(page, 'a decision');
	await page.keyboard.press('End');
	await isAt(page, review.count);
	await page.waitForSelector('.review-bar', { state: 'detached' });
	await table.shows(KLONDIKE);
	await table.stoodStill();
	await one.finish();
});

test('losses are marked on the curve, and the costliest decisions link to their tables with both moves', async () => {
	const one = await opened(KLONDIKE.id);
	const { page, review } = one;
	const losses = review.decisions.filter(({ mark }) => LOSSES.includes(mark));
	assert.ok(review.dearest.length > 0);
	for (const mark of LOSSES) {
		assert.equal((await page.$$(`.scrub .${mark}`)).length, losses.filter((loss) => loss.mark === mark).length, mark);
	}
	assert.equal((await page.$$('.dearest button')).length, review.dearest.length);
	for (const [place, { number, move, better }] of review.dearest.entries()) {
		await page.click(`.dearest li:nth-child(${place + 1}) button`);
		await showsDecision(one, number - 1);
		assert.equal((await page.$$('.arrow.better')).length, 1);
		assert.equal((await page.$$('.compared')).length, 2);
		assert.ok((await page.getAttribute('.scrub input', 'aria-valuetext')).includes(`Better: “${better.instruction}”`));
		assert.notEqual(move.instruction, better.instruction);
		await until(page, () => scrollY === 0);
	}
	await page.click('.review-bar button:last-child');
	await page.waitForSelector('.thumb .main');
	assert.equal(await page.evaluate(() => document.activeElement.type), 'range');
	await one.finish();
});

for (const [name, like] of [['a finger', PHONE], ['the mouse', DESKTOP]]) {
	test(`the curve is scrubbed by ${name}`, async () => {
		const one = await opened(KLONDIKE.id, { like });
		const { page, review, table } = one;
		const { x, y, width, height } = await (await page.$('.scrub')).boundingBox();
		const across = (place) => x + (width * place) / review.count;
		const debug = await page.context().newCDPSession(page);
		const touch = (type, place) => debug.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: across(place), y: y + height / 2 }] });
		const pointer = like === PHONE ? { down: (place) => touch('touchStart', place), move: (place) => touch('touchMove', place), up: () => touch('touchEnd') } : {
			down: async (place) => {
				await page.mouse.move(across(place), y + height / 2);
				await page.mouse.down();
			},
			move: (place) => page.mouse.move(across(place), y + height / 2),
			up: () => page.mouse.up(),
		};
		await pointer.down(5);
		await showsDecision(one, 5);
		for (const place of [6, 9, 20, 19]) {
			await pointer.move(place);
			await showsDecision(one, place);
		}
		await pointer.up();
		await showsDecision(one, 19);
		if (like === DESKTOP) {
			await page.mouse.move(across(2), y + height / 2);
			await page.waitForTimeout(100);
			await isAt(page, 19);
		}
		assert.equal((await api.session(KLONDIKE.id)).body.version, KLONDIKE.version, 'nothing was played');
		await table.stoodStill();
		await one.finish();
	});
}

test('the end of a lost game shows whether its deck was winnable, in each language', async () => {
	const lost = await careless(api, { game: 'klondike', rules: { shuffles: 0 } });
	assert.equal(lost.status, 'lost');
	for (const language of ['en', 'da', 'de', 'el']) {
		const one = await opened(lost.id, { locale: language });
		const said = (await import(`../../src/companion/words/${language}.js`)).page[`verdict_${one.review.verdict}`];
		assert.equal(await one.page.textContent('.decisive .could'), said);
		await one.finish();
	}
});

test('a tap on the table of an earlier moment plays nothing', async () => {
	const { page, finish } = await opened(KLONDIKE.id);
	await page.focus('.scrub input');
	await page.keyboard.press('Home');
	await page.waitForSelector('.review-bar');
	const requests = [];
	page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
	for (const spot of await page.$$('.field .spot')) {
		await spot.click({ force: true, position: { x: 6, y: 3 } });
	}
	assert.deepEqual(requests, []);
	await finish();
});

test('a running review shows its progress and the decisions reviewed so far', async () => {
	const { id } = await careless(api, { game: 'klondike', seed: 12 });
	const whole = await reviewOf(id).then(async (early) => {
		let all = early;
		for (; all === null || all.status === 'running'; all = await reviewOf(id)) { /* until it is finished */ }
		return all;
	});
	const phone = await device(browser, { like: SMALL });
	let known = 0;
	await phone.page.route(/\/review\?/, async (route) => {
		const answer = await route.fetch();
		const page = await answer.json();
		const after = Number(new URL(route.request().url()).searchParams.get('after'));
		const decisions = page.decisions.slice(0, Math.max(0, known - after));
		await route.fulfill({ status: 202, json: known > whole.count ? page : { ...page, status: 'running', valued: known, decisions, dearest: [], next: after + decisions.length } });
	});
	const table = await new Table(phone, daemon).open(id);
	const { page } = phone;
	await page.waitForSelector('.review-dock');
	const says = (text) => until(page, (wanted) => document.querySelector('.review-dock p').textContent === wanted, text);
	await says(`0 of ${whole.count} decisions reviewed …`);
	assert.equal(await page.$eval('.scrub input', (one) => one.disabled), true);
	const places = () => page.evaluate(() => ['.review-dock', '.scrub', '.thumb', '.field'].map((name) => JSON.stringify(document.querySelector(name).getBoundingClientRect())));
	const before = await places();
	known = 10;
	await says(`10 of ${whole.count} decisions reviewed …`);
	await page.focus('.scrub input');
	await page.keyboard.press('Home');
	await until(page, (text) => document.querySelector('.review-bar [role=status]').textContent === text, `1/${whole.count}`);
	await page.keyboard.press('PageUp');
	await page.keyboard.press('PageUp');
	await isAt(page, 9); // the last one that has been valued
	await page.keyboard.press('End');
	await page.waitForSelector('.review-bar', { state: 'detached' });
	await isClean(page, 'a running review');
	await shot(page, 'review-running');
	known = whole.count + 1;
	await page.waitForSelector('.decisive .figure', { state: 'attached' });
	assert.deepEqual(await places(), before);
	await table.stoodStill();
	await phone.finish();
});

/** Opens the review of a game in play from its history, and shows a decision. */
async function openDecision(page, id, place) {
	await page.goto(`${daemon.url}/s/${id}`);
	await page.waitForSelector('.thumb .main');
	await page.click('.top button:nth-of-type(4)');
	await page.click('#sheet[open]:not(.fresh) .sheet-history > .wide');
	await until(page, () => document.querySelector('.scrub input')?.disabled === false && !document.querySelector('.review-dock p').textContent.includes('…'));
	await page.focus('.scrub input');
	await page.keyboard.press('Home');
	for (let at = 0; at < place; at++) {
		await page.keyboard.press('ArrowRight');
	}
	await isAt(page, place);
}

test('FreeCell: the losing move and the winning line are played on the table', async () => {
	const { id } = await careless(api, { game: 'freecell', seed: 33 }, { most: 9, every: 3 });
	const phone = await device(browser, { like: SMALL });
	const { page } = phone;
	await openDecision(page, id, 8);
	const { count, decisions: { 8: { mark, better } } } = await reviewOf(id);
	assert.deepEqual([count, mark, better.line.length], [9, 'blunder', 8]);
	await page.waitForSelector('mk-moves .arrow.made');
	await page.waitForSelector('mk-moves .arrow.better');
	await isClean(page, 'FreeCell');
	await shot(page, 'review-freecell');
	await page.click('.review-bar [aria-label="Show the better moves"]');
	await page.waitForSelector('.line-bar:not(.review-bar)');
	await page.click('.line-bar [aria-label="Next"]');
	await until(page, () => document.querySelector('.line-bar [role=status]').textContent.startsWith('1/8'));
	await page.click('.line-bar [aria-label="Close"]');
	await until(page, () => document.querySelector('.review-bar [role=status]')?.textContent === '9/9');
	await phone.finish();
});

test('a running game is reviewed from its history until the next move', async () => {
	const { id } = await careless(api, { game: 'klondike', seed: 5 }, { most: 20 });
	const phone = await device(browser);
	const { page } = phone;
	const table = await new Table(phone, daemon).open(id);
	await page.waitForSelector('.thumb .main');
	assert.equal(await page.$('.review-dock'), null);
	await page.click('.top [aria-label="History"]');
	await page.waitForSelector('#sheet[open]:not(.fresh) .events');
	await page.click('.sheet-history .wide');
	const review = await reviewOf(id);
	await showsDecision({ page, table, review }, 0);
	assert.equal(await page.$('.moves'), null);
	await page.keyboard.press('ArrowRight');
	await isClean(page, 'a game in play');
	const { body: session } = await api.session(id);
	await api.post(`/v1/sessions/${id}/undo`, { steps: 1 });
	await page.waitForSelector('.review-dock', { state: 'detached' });
	await page.waitForSelector('.thumb .main');
	assert.equal((await api.session(id)).body.version, session.version + 1);
	await phone.finish();
});

test('the page waits while the daemon has no capacity for another review', async () => {
	const busy = await startDaemon(after, { args: ['--max-running-reviews', '1'] });
	const its = new Api(busy);
	const other = await careless(its, { game: 'klondike' });
	const { id } = await careless(its, { game: 'klondike', seed: 4 });
	assert.equal((await its.get(`/v1/sessions/${other.id}/review?budget_ms=1000`)).status, 202);
	const phone = await device(browser);
	const refused = phone.page.waitForResponse((response) => response.url().includes('/review?') && response.status() === 429);
	await new Table(phone, busy).open(id);
	await refused;
	await its.remove(other.id);
	await isReviewed(phone.page);
	await phone.finish(/Failed to load resource/);
});

test('the page stops polling a review when its table changes or the view is left', async () => {
	const { id } = await careless(api, { game: 'klondike', seed: 6 });
	for (const leave of [(page) => page.evaluate(() => { window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })); }), () => api.post(`/v1/sessions/${id}/undo`, { steps: 1 })]) {
		const phone = await device(browser);
		let asked = 0;
		await phone.page.route(/\/review\?/, (route) => {
			asked += 1;
			return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: { code: 'too_many_reviews' } });
		});
		await new Table(phone, daemon).open(id);
		await until(phone.page, () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/review?')).length >= 2);
		await leave(phone.page);
		await phone.page.waitForTimeout(1500); // one that was on its way
		const before = asked;
		await phone.page.waitForTimeout(2500);
		assert.equal(asked, before);
		await phone.finish(/Failed to load resource/);
	}
});

test('a game given up before the first move shows whether it was winnable, without decisions, in four languages', async () => {
	for (const [deal, verdict] of [[164, 'winnable'], [11982, 'unwinnable']]) {
		const { id } = await api.create({ game: 'freecell', cards: 'program', rules: { deal } });
		assert.equal((await api.patch(id, { status: 'stopped' })).status, 200);
		for (const locale of ['en', 'da', 'de', 'el']) {
			const { page, finish } = await device(browser, { locale, like: SMALL });
			await page.goto(`${daemon.url}/s/${id}`);
			const said = (await import(`../../src/companion/words/${locale}.js`)).page[`verdict_${verdict}`];
			assert.equal(await page.textContent('.decisive .could'), said);
			assert.equal(await page.locator('.decisive .figure').count(), 0);
			await isClean(page, locale);
			await shot(page, `review-nothing-${locale}`);
			await page.click('.top [aria-label="History"], .top [aria-label="Forløb"], .top [aria-label="Verlauf"], .top [aria-label="Ιστορικό"]');
			await page.waitForSelector('#sheet[open]:not(.fresh) .events');
			assert.deepEqual(await page.$$eval('#sheet .events .what', (all) => all.map(({ textContent }) => textContent)), [{ en: 'Given up', da: 'Opgivet', de: 'Aufgegeben', el: 'Εγκατάλειψη' }[locale]]);
			await shot(page, `history-given-up-${locale}`);
			await finish();
		}
	}
});

for (const width of [320, 360, 1280]) {
	test(`while the curve is scrubbed the table stays where it is, at ${width} px, in four languages`, async () => {
		const { id } = await careless(api, { game: 'doppelkopf', seed: 20, opponents: 'tricks', rules: { mandatory_soli: 0, games: 1 } }, { most: 4000 });
		await reviewOf(id);
		for (const locale of ['en', 'da', 'de', 'el']) {
			const { page, finish } = await device(browser, { locale, like: width > 1000 ? DESKTOP : { ...PHONE, viewport: { width, height: 740 } } });
			await page.goto(`${daemon.url}/s/${id}`);
			await isReviewed(page);
			await page.focus('.scrub input');
			await page.keyboard.press('Home');
			const { max } = await slider(page);
			const tops = new Set();
			for (let at = 0; at < max; at++) {
				await isAt(page, at);
				await page.waitForSelector('.say.reviewed');
				tops.add(await page.$eval('.field', (field) => Math.round(field.getBoundingClientRect().top + scrollY)));
				assert.deepEqual(await page.$eval('.say.reviewed', (say) => [say.scrollHeight > say.clientHeight, say.scrollWidth > say.clientWidth]), [false, false], `${locale} ${at}`);
				if (at === 0 || at === 4) {
					await shot(page, `review-row-${locale}-${width}-${at}`);
				}
				await page.keyboard.press('ArrowRight');
			}
			assert.equal(tops.size, 1, `${locale}: ${[...tops]}`);
			await finish();
		}
	});
}

test('without a review the end shows the summary of the history', async () => {
	const phone = await device(browser);
	await phone.page.route(/\/review\?/, (route) => route.fulfill({ status: 409, contentType: 'application/problem+json', json: { title: 'no', status: 409, code: 'no_review' } }));
	await new Table(phone, daemon).open(KLONDIKE.id);
	await phone.page.waitForSelector('.result');
	await phone.page.waitForSelector('.review-dock', { state: 'detached' });
	await phone.finish(/Failed to load resource/);
});

for (const [game, seed, every, marks] of [
	['take-away', 4, 2, ['.group-goes:not(.better)', '.group-goes.better']],
	['ten-twenty-thirty', 3, 9, [':is(.way, .tens-stock).aimed', ':is(.way, .tens-stock).better']],
]) {
	test(`both moves of a decision are shown on the table: ${game}`, async () => {
		const { id } = await careless(api, { game, seed }, { every });
		const phone = await device(browser, { like: SMALL });
		const { page } = phone;
		await page.goto(`${daemon.url}/s/${id}`);
		await isReviewed(page);
		const review = await reviewOf(id);
		const place = review.decisions.findIndex(hasBetter);
		assert.ok(place >= 0, `${game} ${seed}: every move was the best one`);
		await page.focus('.scrub input');
		await page.keyboard.press('Home');
		for (let at = 0; at < place; at++) {
			await page.keyboard.press('ArrowRight');
		}
		await until(page, (text) => document.querySelector('.review-bar [role=status]')?.textContent === text, `${place + 1}/${review.count}`);
		for (const mark of marks) {
			await page.waitForSelector(mark);
		}
		await isClean(page, game);
		assert.deepEqual(await cutReviewed(page), []);
		await shot(page, `review-${game}`);
		await phone.finish();
	});
}

test('take-away: no group is below the curve, on the smallest phone in the language of the longest texts', async () => {
	const { id } = await careless(api, { game: 'take-away', seed: 4 }, { every: 2 });
	for (const like of [SMALL, PHONE]) {
		const { page, finish } = await device(browser, { locale: 'el', like });
		await page.goto(`${daemon.url}/s/${id}`);
		await isReviewed(page);
		const lowest = () => page.evaluate(() => document.querySelector('.group:last-child').getBoundingClientRect().bottom - document.querySelector('.review-dock').getBoundingClientRect().top);
		assert.ok(await lowest() <= 0, `at the end by ${await lowest()} px`);
		await page.focus('.scrub input');
		await page.keyboard.press('Home');
		await page.waitForSelector('.say.reviewed');
		assert.equal(await page.$$eval('.group', (all) => all.length), 5);
		assert.ok(await lowest() <= 0, `at a decision by ${await lowest()} px`);
		assert.deepEqual(await cutReviewed(page), []);
		await finish();
	}
});

test('Doppelkopf: the curve is of points, and both cards are marked in the hand', async () => {
	const { id, status } = await careless(api, { game: 'doppelkopf', seed: 20, opponents: 'tricks', rules: { mandatory_soli: 0, games: 1 } }, { most: 4000 });
	assert.notEqual(status, 'playing');
	const phone = await device(browser, { like: SMALL });
	const { page } = phone;
	await page.goto(`${daemon.url}/s/${id}`);
	await isReviewed(page);
	assert.match(await page.textContent('.review-dock p'), /^Luck .*, your choices .* points\.$/);
	const review = await reviewOf(id);
	assert.equal(review.unit, 'points');
	const place = review.decisions.findIndex((decision) => hasBetter(decision) && decision.move.card && decision.better.card);
	assert.ok(place >= 0);
	await page.focus('.scrub input');
	await page.keyboard.press('Home');
	for (let at = 0; at < place; at++) {
		await page.keyboard.press('ArrowRight');
	}
	await isAt(page, place);
	const { move, better } = review.decisions[place];
	await page.waitForSelector(`.doko-own.aimed[data-own="${move.card}"]`);
	await page.waitForSelector(`.doko-own.better[data-own="${better.card}"]`);
	await isClean(page, 'Doppelkopf');
	await shot(page, 'review-doppelkopf');
	assert.deepEqual(await page.$eval('.say.reviewed', (say) => [say.scrollHeight > say.clientHeight, say.scrollWidth > say.clientWidth]), [false, false]);
	await phone.finish();
});

test('Doppelkopf: a decision in which no announcement was best is shown as such', async () => {
	const { id } = await careless(api, { game: 'doppelkopf', seed: 20, opponents: 'tricks', rules: { mandatory_soli: 0, games: 1 } }, { most: 4000 });
	const { dearest: [{ number, best, made }] } = await reviewOf(id);
	for (const [locale, text, short] of [['en', 'Announce nothing.', 'Nothing'], ['da', 'Meld ikke noget.', 'Intet'], ['de', 'Sag nichts an.', 'Nichts'], ['el', 'Μη δηλώσεις τίποτα.', 'Τίποτα']]) {
		const { page, finish } = await device(browser, { locale, like: SMALL });
		await page.route(/\/review\?/, async (route) => { // the dearest decision as one that should not have been announced
			const response = await route.fetch();
			const body = await response.json();
			[...body.dearest, ...body.decisions].filter((one) => one.number === number).forEach((one) => { one.better = null; });
			await route.fulfill({ response, json: body });
		});
		await page.goto(`${daemon.url}/s/${id}`);
		await isReviewed(page);
		const value = (points) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(points).replace('-', '−');
		const instead = await page.textContent('.dearest li:first-child .instead');
		assert.ok(instead.includes(text) && instead.includes(value(best)) && instead.includes(value(made)), instead);
		await page.$eval('.dearest li:first-child button', (button) => button.click());
		await page.waitForSelector('.say.reviewed .compared:nth-of-type(3)');
		assert.equal(await page.textContent('.say.reviewed .compared:nth-of-type(3) .what'), short);
		assert.ok((await slider(page)).text.includes(text));
		await shot(page, `review-silence-${locale}`);
		assert.deepEqual(await cutReviewed(page), []);
		await isClean(page, locale);
		await finish();
	}
});

for (const [locale, like, colorScheme] of [['en', PHONE, 'dark'], ['da', SMALL, 'light'], ['de', SMALL, 'dark'], ['el', SMALL, 'light'], ['en', DESKTOP, 'light'], ['el', DESKTOP, 'dark']]) {
	test(`a review is read at ${like.viewport.width} px: ${locale}, ${colorScheme}`, async () => {
		const { page, finish } = await opened(KLONDIKE.id, { like, locale, colorScheme });
		await isClean(page, 'the end');
		assert.deepEqual(await cutReviewed(page), []);
		await shot(page, `review-end-${locale}-${like.viewport.width}`);
		await page.$eval('.dearest button', (one) => one.click());
		await page.waitForSelector('.reviewed');
		await isClean(page, 'a decision');
		assert.deepEqual(await cutReviewed(page), []);
		assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
		await shot(page, `review-${locale}-${like.viewport.width}`);
		await finish();
	});
}
