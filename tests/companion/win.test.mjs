// The end of a game: its remarkable values, the cascade, an image to share, an invitation to install; the record of this phone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { clock, summaryOf } from '../../src/companion/record.js';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESKTOP, device, PHONE, shot, startBrowser, until } from './browser.mjs';
import { almostWon, careless, win } from './prepared_tables.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

const won = (id, moves, seconds) => ({ id, game: 'klondike', preset: 'syvkabale', status: 'won', moves, seconds });

test('streaks and best values are those of the won games, in their order', () => {
	const lost = { ...won('x', 12, 3), status: 'lost' };
	assert.deepEqual(summaryOf([won('a', 90, 300), won('b', 120, 200), lost, won('c', 100, 250)]),
		{ played: 4, won: 3, streak: 1, longest: 2, fastest: 200, shortest: 90 });
	assert.deepEqual(summaryOf([]), { played: 0, won: 0, streak: 0, longest: 0, fastest: null, shortest: null });
	assert.deepEqual([0, 59, 247, 3909].map(clock), ['0:00', '0:59', '4:07', '1:05:09']);
});

async function opened(options = {}, before = []) {
	const id = await almostWon(api);
	const phone = await device(browser, options);
	await phone.page.addInitScript((games) => {
		window.layers = 0;
		new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((one) => { window.layers += one.className === 'over-table'; })))
			.observe(document, { subtree: true, childList: true });
		if (!localStorage.getItem('makker-games')) {
			localStorage.setItem('makker-games', JSON.stringify(games));
		}
	}, before);
	const table = await new Table(phone, daemon).open(id);
	await phone.page.waitForSelector('.speak');
	return { ...phone, id, table };
}

test('a win is shown with its moves, streak and records, and the cards cascade', async () => {
	const { page, id, finish } = await opened({}, [won('a', 90, 900), won('b', 95, 800), { ...won('c', 1, 1), preset: 'klondike-1' }]);
	await win(api, id);
	await page.waitForSelector('.result .praise');
	assert.match(await page.textContent('.result .figure'), /^1 move · \d+:\d\d$/);
	assert.equal(await page.textContent('.result .praise'), '3 wins in a row · best time so far · fewest moves so far');
	assert.match(await page.textContent('.result .muted'), /^3 of 3 won · fastest win \d+:\d\d$/);
	await page.waitForSelector('.over-table mk-card');
	await isClean(page, 'cascade');
	await shot(page, 'win-cascade');
	await page.waitForSelector('.over-table', { state: 'detached' });
	const [kept] = JSON.parse(await page.evaluate(() => localStorage.getItem('makker-games'))).filter((one) => one.status === 'won').slice(-1);
	assert.deepEqual([kept.id, kept.game, kept.moves], [id, 'klondike', 1]);
	await finish();
});

test('with reduced motion neither the hint nor the cascade is animated', async () => {
	const { page, id, finish } = await opened({ reducedMotion: 'reduce' });
	await win(api, id);
	await page.waitForSelector('.result');
	await page.waitForTimeout(1200);
	assert.equal(await page.evaluate(() => window.layers), 0);
	await finish();
});

test('the suggested card moves once along its arrow, not again for the same suggestion', async () => {
	const { page, id, table, finish } = await opened();
	await table.until(() => window.layers === 1);
	await page.waitForSelector('.over-table', { state: 'detached' });
	await page.click('.move[aria-pressed=false]');
	await page.waitForSelector('.say.other');
	await page.click('.say .link');
	await page.waitForSelector('.say:not(.other)');
	await page.waitForTimeout(1000);
	assert.equal(await page.evaluate(() => window.layers), 1);
	assert.equal((await api.session(id)).body.version, 2);
	await finish();
});

test('a game that was undone and won again counts once, and a reload adds nothing', async () => {
	const { page, id, finish } = await opened();
	await win(api, id);
	await page.waitForSelector('.result');
	await api.post(`/v1/sessions/${id}/undo`, { steps: 1 });
	await page.waitForSelector('.arrow');
	await win(api, id);
	await page.waitForSelector('.result');
	await page.reload();
	await page.waitForSelector('.result');
	assert.equal(await page.textContent('.result .muted').then((text) => text.slice(0, 10)), '1 of 1 won');
	assert.equal(await page.$('.praise'), null, 'the first game is trivially the best');
	await finish();
});

for (const [locale, like] of [['da', PHONE], ['de', { ...PHONE, viewport: { width: 320, height: 640 } }], ['el', { ...PHONE, viewport: { width: 320, height: 640 } }], ['en', DESKTOP]]) {
	test(`the result is an image to share, and the page offers its installation: ${locale}`, async () => {
		const { page, id, table, finish } = await opened({ locale, like, colorScheme: locale === 'de' ? 'dark' : 'light' }, [won('a', 90, 900), won('b', 95, 800)]);
		await page.evaluate(() => {
			window.prompted = 0;
			window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => { window.prompted += 1; } }));
		});
		await win(api, id);
		await page.waitForSelector('.result-buttons button:nth-child(2)');
		assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
		await page.waitForSelector('.over-table', { state: 'detached' });
		await page.$eval('.ending', (one) => one.scrollIntoView({ block: 'center' }));
		await isClean(page, locale);
		await shot(page, `win-${locale}`);
		const [download] = await Promise.all([page.waitForEvent('download'), page.click('.result-buttons button:first-child')]);
		assert.equal(download.suggestedFilename(), 'makker.png');
		const picture = readFileSync(await download.path());
		assert.equal(picture.toString('latin1', 1, 4), 'PNG');
		assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1080, 1350]);
		await page.click('.result-buttons button:nth-child(2)');
		await table.until(() => window.prompted === 1 && !document.querySelector('.result-buttons button:nth-child(2)'));
		await finish();
	});
}

/** Notes the texts that are drawn, and whether they have room; the cards that are drawn; and that blobs are let go. */
function watchPicture() {
	Object.assign(window, { written: [], codes: [], shared: [], made: [], revoked: [] });
	const { fillText } = CanvasRenderingContext2D.prototype;
	CanvasRenderingContext2D.prototype.fillText = function note(text, x, y, ...squeezed) {
		window.written.push({ text, y, width: this.measureText(text).width, size: parseFloat(/[\d.]+px/.exec(this.font)[0]), squeezed: squeezed.length > 0 });
		return fillText.call(this, text, x, y, ...squeezed);
	};
	new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((one) => one.inert && window.codes.push(...[...one.querySelectorAll('mk-card')].map((card) => card.getAttribute('code'))))))
		.observe(document.body, { childList: true });
	const { createObjectURL, revokeObjectURL } = URL;
	URL.createObjectURL = (blob) => { window.made.push(createObjectURL(blob)); return window.made.at(-1); };
	URL.revokeObjectURL = (address) => { window.revoked.push(address); revokeObjectURL(address); };
}
const share = '.result-buttons button:first-child';

test('the image has game, variant, moves, streak and luck, but neither table name nor address', async () => {
	const { page, id, table, finish } = await opened({}, [won('a', 90, 900), won('b', 95, 800)]);
	const module = '/companion/result_picture.js';
	const requested = [];
	page.on('request', (request) => requested.push(new URL(request.url()).pathname));
	await page.reload();
	await page.waitForSelector('.thumb .main');
	await page.waitForSelector('.speak');
	assert.equal(await page.$(share), null, 'while the game is played there is no result');
	await page.evaluate(watchPicture);
	await win(api, id);
	await table.until(() => JSON.parse(localStorage.getItem('makker-games')).at(-1).choices); // its review has come
	assert.ok(requested.some((path) => path.endsWith('/ending.js')) && !requested.includes(module), 'loaded when it is asked for');
	await page.clock.install();
	const [download] = await Promise.all([page.waitForEvent('download'), page.click(share)]);
	assert.ok(requested.includes(module));
	const { written, codes } = await page.evaluate(() => ({ written, codes }));
	const [headline, game, variant, figures, ...rest] = written.map(({ text }) => text.replaceAll('\u00a0', ' '));
	assert.deepEqual([headline, game, variant], ['Won!', 'Klondike', 'Danish rules']);
	assert.match(figures, /^1 move · \d+:\d\d$/);
	assert.deepEqual(rest, ['3 wins in a row', 'best time so far', 'fewest moves so far', 'No mistakes', 'Makker']);
	const said = written.map(({ text }) => text).join(' ');
	['Kitchen', id, '127.0.0.1', 'localhost', new URL(daemon.url).port].forEach((secret) => assert.ok(!said.includes(secret), secret));
	assert.deepEqual(codes, ['KS', 'KH', 'KC', 'KD']);
	assert.ok(readFileSync(await download.path()).length > 10_000);
	assert.equal(await page.evaluate(() => document.querySelector('[inert] > mk-card')), null, 'nothing of it stays in the page');
	assert.deepEqual(await page.evaluate(() => [made.length, revoked.length]), [1, 0]);
	await page.clock.fastForward(61_000);
	assert.deepEqual(await page.evaluate(() => revoked), await page.evaluate(() => made));
	await finish();
});

test('the image of a lost game shows no card, and the result of the review', async () => {
	const lost = await careless(api, { game: 'ten-twenty-thirty', name: 'Kitchen' });
	assert.equal(lost.status, 'lost');
	const phone = await device(browser, { locale: 'de' });
	const { page } = phone;
	await page.goto(`${daemon.url}/s/${lost.id}`);
	await page.waitForSelector('.dearest');
	await page.evaluate(watchPicture);
	await Promise.all([page.waitForEvent('download'), page.click(share)]);
	const { written, codes } = await page.evaluate(() => ({ written, codes }));
	const said = written.map(({ text }) => text.replaceAll('\u00a0', ' '));
	assert.deepEqual(said.slice(0, 3), ['Verloren', '10-20-30', 'Freie Wahl']);
	assert.match(said.at(-2), /^(Glück [+−]\d+ % · )?Entscheidungen −\d+ %( \(±\d+ %\))?$/);
	assert.deepEqual(codes, [null, null, null, null]);
	await phone.finish();
});

/** The longest texts of every game: in the order in which they are drawn, without overlaps, within the margins. */
async function layLongest(language) {
	const { layTexts, measurer, WIDTH, HEIGHT, MARGIN } = await import('/companion/result_picture.js');
	const [{ loadLanguage, loadTexts, translator }, { loadModules, moduleOf }] = await Promise.all([import('/companion/texts.js'), import('/companion/games/index.js')]);
	await Promise.all([loadLanguage(language), loadTexts(language, 'more')]);
	const { games } = await (await fetch(`/v1/games?language=${language}`)).json();
	await loadModules(games.map(({ name }) => name), language);
	const t = translator(language);
	const measure = measurer();
	const room = WIDTH - 2 * MARGIN;
	const ends = [['picture_won', [t('wins_in_a_row', 12), t('best_time'), t('fewest_moves')]], ...['picture_lost', 'picture_drawn', 'picture_stopped'].map((key) => [key, []])];
	const notes = [`${t('picture_luck', t('points', '−123,4'))} · ${t('picture_choices', t('points', '−123,4'))} (±12,3)`, t('assisted')];
	const named = [...games.flatMap((game) => game.presets.map(({ name }) => [game.title, moduleOf(game.name).presetTitle(name, language)])), ['Ω'.repeat(60), 'a long name of a variant '.repeat(5).trim()]];
	const faults = [];
	for (const [game, variant] of named) {
		for (const [headline, remarks] of ends) {
			const texts = [['headline', t(headline)], ['game', game], ['variant', variant], ['figures', t('moves_and_time', 1234, '12:34:56')],
				...remarks.map((text) => ['remark', text]), ...notes.map((text) => ['note', text])].map(([kind, text]) => ({ kind, text }));
			const lines = layTexts(texts, measure);
			const words = (list) => list.join(' ').split(/[ ·]+/).join(' ');
			if (words(lines.map(({ text }) => text)) !== words(texts.map(({ text }) => text))) {
				faults.push(`${game}: not every word is drawn`);
			}
			lines.forEach(({ text, baseline, size, weight }, place) => {
				const last = lines[place - 1];
				const wide = measure(text, size, weight) - room;
				const above = last ? last.baseline + 0.25 * last.size : 520; // the lower edge of the cards
				if (!text || wide > 0 || baseline - 0.75 * size < above || baseline + 0.25 * size > HEIGHT - 120 || size < 12) {
					faults.push(`${text}: ${[wide, baseline, size, above]}`);
				}
			});
		}
	}
	return { faults, count: named.length };
}

for (const locale of ['en', 'da', 'de', 'el']) {
	test(`the longest texts of every game fit into the image: ${locale}`, async () => {
		const { page, finish } = await opened({ locale });
		const { faults, count } = await page.evaluate(layLongest, locale);
		assert.deepEqual(faults, []);
		assert.ok(count > 10);
		await finish();
	});
}

test('the image has a margin of the table’s colour with the cards within, also in dark mode', async () => {
	for (const colorScheme of ['light', 'dark']) {
		const { page, id, finish } = await opened({ colorScheme });
		await win(api, id);
		await page.waitForSelector(share);
		await page.evaluate(() => {
			navigator.canShare = () => true;
			navigator.share = async ({ files: [file] }) => { window.picture = file; };
		});
		await page.click(share);
		await until(page, () => window.picture);
		const { felt, margin, inside } = await page.evaluate(async () => {
			const image = await createImageBitmap(window.picture);
			const brush = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }).getContext('2d');
			brush.drawImage(image, 0, 0);
			const { data } = brush.getImageData(0, 0, image.width, image.height);
			const colours = [new Set(), new Map()];
			for (let y = 0; y < image.height; y++) {
				for (let x = 0; x < image.width; x++) {
					const colour = `#${[0, 1, 2].map((part) => data[4 * (y * image.width + x) + part].toString(16).padStart(2, '0')).join('')}`;
					const isMargin = x < 40 || y < 40 || x >= image.width - 40 || y >= image.height - 40;
					isMargin ? colours[0].add(colour) : colours[1].set(colour, (colours[1].get(colour) ?? 0) + 1);
				}
			}
			const paper = getComputedStyle(document.documentElement).getPropertyValue('--card-paper');
			return { felt: getComputedStyle(document.documentElement).getPropertyValue('--felt'), margin: [...colours[0]], inside: ['#c4122f', '#17191f', paper, '#ffb829'].map((colour) => colours[1].get(colour) ?? 0) };
		});
		assert.deepEqual(margin, [felt]);
		assert.ok(inside.every((count) => count > 1000), `${colorScheme}: ${inside}`);
		await finish();
	}
});

for (const [name, downloads] of [['AbortError', 0], ['InvalidStateError', 0], ['NotAllowedError', 1]]) {
	test(`the image is shared once if files can be shared; ${name}: ${downloads === 0 ? 'no download' : 'it is downloaded'}`, async () => {
		const { page, id, table, finish } = await opened();
		let count = 0;
		page.on('download', () => { count += 1; });
		await page.evaluate((error) => {
			window.shared = [];
			navigator.canShare = ({ files }) => files.length === 1;
			navigator.share = async ({ files: [file] }) => {
				window.shared.push(`${file.name} ${file.type} ${file.size > 10_000}`);
				throw new DOMException('no', error);
			};
		}, name);
		await win(api, id);
		await page.waitForSelector(share);
		await page.waitForSelector('.over-table', { state: 'detached' });
		await page.evaluate((button) => { document.querySelector(button).click(); }, share);
		await table.until(() => window.shared.length === 1);
		for (const end = Date.now() + 10_000; count < downloads && Date.now() < end;) {
			await page.waitForTimeout(20);
		}
		assert.deepEqual(await page.evaluate(() => window.shared), ['makker.png image/png true']);
		assert.equal(count, downloads);
		assert.equal(await page.textContent('#toast'), '');
		await finish();
	});
}

test('the statistics list the games of this phone by variant', async () => {
	const { page, finish } = await opened({ locale: 'de' }, [won('a', 90, 900), won('b', 95, 61), { ...won('c', 80, 9), preset: 'klondike-3', status: 'lost' }]);
	await page.goto(`${daemon.url}/#statistics`);
	await page.waitForSelector('.own');
	await page.waitForSelector('.own h3:has-text("Klondike · Drei Karten"), .own h3:has-text("Jeweils drei Karten")');
	const figures = await page.$$eval('.own .ends', (all) => all.map((one) => [...one.querySelectorAll('dd')].map(({ textContent }) => textContent)));
	assert.deepEqual(figures, [['2 von 2', '2', '2', '1:01', '90'], ['0 von 1', '0', '0']]);
	await isClean(page, 'statistics');
	await shot(page, 'win-statistics');
	await finish();
});

test('a win plays a few notes if sound is enabled', async () => {
	const { page, id, table, finish } = await opened();
	await page.evaluate(() => {
		window.notes = 0;
		const { createOscillator } = AudioContext.prototype;
		AudioContext.prototype.createOscillator = function count() {
			window.notes += 1;
			return createOscillator.call(this);
		};
	});
	await page.click('.top button:last-child');
	await page.waitForSelector('#sheet[open]:not(.fresh)');
	await page.click('#sheet .setting:has-text("Sound when") input');
	await page.click('#sheet header button');
	await win(api, id);
	await table.until(() => window.notes === 4);
	await finish();
});

test('a tap that is too early gets feedback from the button', async () => {
	const { page, id, table, finish } = await opened();
	await page.waitForSelector('.thumb .main:not([aria-disabled])');
	await page.evaluate(() => {
		window.early = 0;
		new MutationObserver((all) => { window.early += all.some(({ target }) => target.classList?.contains('early')); })
			.observe(document.querySelector('.thumb'), { subtree: true, attributes: true, attributeFilter: ['class'] });
	});
	await page.evaluate(() => new Promise((then) => {
		const main = document.querySelector('.thumb .main');
		new MutationObserver((all, observer) => {
			if (main.getAttribute('aria-disabled') === 'true') {
				observer.disconnect();
				requestAnimationFrame(() => requestAnimationFrame(() => {
					main.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
					main.click();
				}));
			}
		}).observe(main, { attributes: true, attributeFilter: ['aria-disabled'] });
		document.querySelectorAll('.move')[1].click();
		then();
	}));
	await table.until(() => window.early > 0);
	assert.equal((await api.session(id)).body.version, 2);
	await finish();
});
