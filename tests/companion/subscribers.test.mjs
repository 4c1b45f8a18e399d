// Accessibility: four languages, light and dark, large text, keys, screen readers; and no injected markup.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, SEED_LINE } from '../service/api.mjs';
import { request } from '../service/client.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESKTOP, device, PHONE, shot, startBrowser } from './browser.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

const PAUSE_MS = 20;
const AGAIN_MS = 3000; // after which a key without effect is pressed again

const SENTENCES = {
	en: 'Move the eight of diamonds from column 5 to column 7.',
	da: 'Flyt ruder otte fra kolonne 5 til kolonne 7.',
	de: 'Lege die Karo-Acht von Spalte 5 auf Spalte 7.',
	el: null, // the text of the daemon
};

for (const [language, sentence] of Object.entries(SENTENCES)) {
	test(`the page is in ${language}, the language of the browser, whatever the table's language is`, async () => {
		const phone = await device(browser, { locale: language });
		const { id } = await api.begun({ language: language === 'en' ? 'da' : 'en' });
		const table = await new Table(phone, daemon).open(id);
		const { body } = await api.session(id, `?language=${language}`);
		await table.says(body);
		assert.equal(await table.sentence(), sentence ?? body.message);
		assert.equal(await phone.page.getAttribute('html', 'lang'), language);
		assert.equal(await phone.page.textContent('#live'), body.message);
		const name = await phone.page.getAttribute('[data-spot="4/0"]', 'aria-label');
		assert.equal(name.toLowerCase(), body.suggestion.plain_text.toLowerCase());
		await isClean(phone.page, language);
		await shot(phone.page, `phone-${language}`);
		await phone.finish();
	});
}

test('changes while a sheet is open are announced in the sheet, not outside of it', async () => {
	const phone = await device(browser);
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	await table.says((await api.session(id)).body);
	await phone.page.click('.top [aria-label="Settings"]');
	const said = '#sheet[open] > [role=status]';
	await phone.page.waitForSelector(said, { state: 'attached' });
	assert.equal(await phone.page.textContent(said), '', 'an earlier announcement is not repeated');
	await api.undo(id, { steps: 1 });
	const { body } = await api.session(id);
	await phone.page.waitForSelector(`${said}:text-is("${body.message}")`, { state: 'attached' });
	await phone.finish();
});

test('a chosen language is stored', async () => {
	const phone = await device(browser);
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	await phone.page.click('.top [aria-label="Settings"]');
	await phone.page.selectOption('#sheet select >> nth=0', 'da');
	await table.says((await api.session(id, '?language=da')).body);
	await shot(phone.page, 'phone-settings');
	await isClean(phone.page, 'settings');
	await phone.page.reload();
	await table.says((await api.session(id, '?language=da')).body);
	await phone.finish();
});

test('every main state is accessible, light and dark, large, on a phone and on a desktop', async () => {
	for (const [name, options] of Object.entries({
		light: {}, dark: { like: { ...PHONE, colorScheme: 'dark' } }, desktop: { like: { ...DESKTOP, colorScheme: 'dark' } },
	})) {
		const phone = await device(browser, options);
		await phone.page.goto(`${daemon.url}/`);
		await phone.page.waitForSelector('form');
		await isClean(phone.page, `start ${name}`);
		await shot(phone.page, `start-${name}`);
		const { id } = await api.create({ language: 'en', name: 'Kitchen table' });
		const table = await new Table(phone, daemon).open(id);
		await isClean(phone.page, `waiting ${name}`);
		await table.press(0, 0);
		await table.offered();
		await isClean(phone.page, `picker ${name}`);
		await phone.page.keyboard.press('Escape');
		await api.line(id, SEED_LINE);
		await table.says((await api.session(id)).body);
		await isClean(phone.page, `playing ${name}`);
		await shot(phone.page, `playing-${name}`);
		await phone.page.click('.top [aria-label="History"]');
		await phone.page.waitForSelector('.events');
		await isClean(phone.page, `history ${name}`);
		await phone.page.keyboard.press('Escape');
		await phone.page.click('.top [aria-label="Open on another phone"]');
		await phone.page.waitForSelector('#sheet[open] .qr');
		await isClean(phone.page, `share ${name}`);
		await shot(phone.page, `share-${name}`);
		await phone.page.keyboard.press('Escape');
		await phone.page.click('.thumb [aria-label="Correct"]');
		await phone.page.waitForSelector('.table-view.editing');
		await isClean(phone.page, `editing ${name}`);
		await phone.page.click('.thumb .main');
		await api.line(id, SEED_LINE.replace('8D', '8H'));
		await phone.page.waitForSelector('.questions');
		await isClean(phone.page, `desynced ${name}`);
		await phone.finish();
	}
});

const TWICE = () => {
	const style = new CSSStyleSheet();
	style.replaceSync(':root:root { font-size: 200% }');
	document.adoptedStyleSheets = [style];
};

/** Width of the page. Not the value of a phone, which includes overflow. */
const widthOf = ({ page }) => page.evaluate(() => document.documentElement.scrollWidth);

for (const [name, { width, height, large = false, twice = false }] of Object.entries({
	small: { width: 320, height: 568 }, large: { width: 360, height: 740, large: true },
	twice: { width: 360, height: 740, twice: true }, sideways: { width: 740, height: 360 },
})) {
	test(`${name}: nothing runs over the edge or over anything else`, async () => {
		const phone = await device(browser, { like: { viewport: { width, height }, hasTouch: true }, locale: 'el' });
		await phone.page.addInitScript((wanted) => localStorage.setItem('makker', JSON.stringify({ large: wanted })), large);
		const { id } = await api.begun({ language: 'el', name: 'Kitchen table' });
		await phone.page.goto(`${daemon.url}/`);
		await phone.page.waitForSelector('.tile');
		await phone.page.evaluate(twice ? TWICE : () => {});
		assert.equal(await widthOf(phone), width, 'start');
		await new Table(phone, daemon).open(id);
		await phone.page.evaluate(twice ? TWICE : () => {});
		assert.equal(await widthOf(phone), width);
		const { sentence, worth, field, bar } = await phone.page.evaluate(() => Object.fromEntries(
			['sentence', 'worth', 'field', 'thumb'].map((one) => [one === 'thumb' ? 'bar' : one, document.querySelector(`.${one}`).getBoundingClientRect()])));
		assert.ok(sentence.bottom <= worth.top + 1, 'the sentence overlaps its value');
		const beside = field.right <= sentence.left;
		assert.ok(beside || worth.bottom <= field.top + 1, 'the suggestion runs into the table');
		assert.ok(name !== 'sideways' || (beside && field.bottom <= height && field.right <= bar.left), 'the table is not all there');
		assert.ok(sentence.top < height / 4, 'the suggestion is not at the top');
		await isClean(phone.page, name);
		await shot(phone.page, `phone-${name}`);
		await phone.finish();
	});
}

test('tap targets are large enough for a finger', async () => {
	const phone = await device(browser);
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	const small = () => phone.page.evaluate(() => [...document.querySelectorAll('button, a, select, summary')]
		.filter((element) => element.checkVisibility() && !element.closest('.hidden, .pad')) // the picker offers the same cards as the pad, in large
		.map((element) => ({ name: element.className, box: element.getBoundingClientRect(), more: getComputedStyle(element, '::after') }))
		.filter(({ box, more }) => {
			const around = more.content === 'none' || more.position !== 'absolute' ? [0, 0]
				: [[more.top, more.bottom], [more.left, more.right]].map((sides) => Math.max(0, -parseFloat(sides[0]) - parseFloat(sides[1])));
			return box.height + around[0] < 43 || box.width + around[1] < 43;
		}).map(({ name, box }) => `${name} ${box.width}x${box.height}`));
	assert.deepEqual(await small(), []);
	await phone.page.click('.move >> nth=1');
	assert.deepEqual(await small(), [], 'another move is selected');
	await phone.page.click('.thumb [aria-label="Correct"]');
	await phone.page.waitForSelector('.table-view.editing');
	assert.deepEqual(await small(), [], 'editing');
	await phone.page.click('.thumb .main');
	await table.main();
	await table.offered();
	assert.deepEqual(await small(), [], 'the picker');
	await phone.page.keyboard.press('Escape');
	await api.line(id, SEED_LINE.replace('8D', '8H'));
	await phone.page.waitForSelector('.questions');
	assert.deepEqual(await small(), [], 'questions');
	await phone.page.goto(`${daemon.url}/`);
	await phone.page.waitForSelector('.tables');
	assert.deepEqual(await small(), [], 'start');
	await phone.finish();
});

test('with reduced motion the move is only marked', async () => {
	const phone = await device(browser, { like: { ...PHONE, reducedMotion: 'reduce' } });
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	const translate = await phone.page.$eval('.lift mk-card', (card) => getComputedStyle(card).translate);
	assert.equal(translate, 'none');
	const { body } = await api.line(id, 'KS,UU,UU,UU,UU,5S,5H,QC,7H,QH,9D,8D');
	await table.says(body);
	assert.equal(await phone.page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length), 0);
	await phone.finish();
});

test('a game by keys alone', async () => {
	const desktop = await device(browser, { like: DESKTOP });
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(desktop, daemon).open(id);
	const { keyboard } = desktop.page;
	/** Presses Enter when its target has been on the screen for long enough (guard.js); again, if it was too early nevertheless. */
	const enter = async (hasWorked) => {
		for (let waited = Infinity; !await desktop.page.evaluate(hasWorked); waited += PAUSE_MS) {
			if (waited >= AGAIN_MS) {
				await table.until(() => !document.activeElement.matches('[aria-disabled]'));
				await keyboard.press('Enter');
				waited = 0;
			}
			await sleep(PAUSE_MS);
		}
	};
	await desktop.page.focus('[data-spot][tabindex="0"]');
	await keyboard.press('ArrowUp');
	for (let step = 0; step < 12; step++) {
		await keyboard.press('ArrowLeft');
	}
	assert.equal(await desktop.page.evaluate(() => document.activeElement.dataset.spot), '11/0');
	await keyboard.press('ArrowDown');
	for (let step = 0; step < 4; step++) {
		await keyboard.press('ArrowRight');
	}
	assert.equal(await desktop.page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'eight of diamonds');
	await enter(() => document.querySelector('.held') !== null);
	await keyboard.press('ArrowRight');
	await keyboard.press('ArrowRight');
	await enter(() => document.querySelector('#picker').open);
	await keyboard.press('q');
	await keyboard.press('h');
	await table.until(() => document.querySelector('main').dataset.version === '2');
	assert.deepEqual((await api.session(id)).body.table.columns[6].cards, ['9C', '8D']);
	assert.notEqual(await desktop.page.evaluate(() => document.activeElement.dataset.spot), undefined);
	await desktop.finish();
});

test('a table is started on the start page, with a house rule', async () => {
	const phone = await device(browser, { locale: 'de' });
	await phone.page.goto(`${daemon.url}/`);
	await phone.page.click('[data-variants=klondike]');
	await phone.page.click('#sheet details.rules summary');
	await phone.page.selectOption('#rule-shuffles', '1');
	await phone.page.fill('#sheet input[type=text]', 'Küche');
	await phone.page.click('#sheet form .main');
	await phone.page.waitForSelector('.klondike');
	const { body } = await api.session(phone.page.url().split('/').at(-1));
	assert.deepEqual([body.rules.shuffles, body.name, body.language], [1, 'Küche', 'de']);
	await phone.finish();
});

test('every other game can be opened and selected on the start page', async () => {
	const json = async (path, options) => JSON.parse((await request(daemon.url + path, options)).text);
	const { games } = await json('/v1/games');
	for (const { name } of games.filter((game) => game.name !== 'klondike')) {
		const phone = await device(browser);
		const { id } = await json('/v1/sessions', { method: 'POST', body: JSON.stringify({ game: name }) });
		await phone.page.goto(`${daemon.url}/s/${id}`);
		await phone.page.waitForSelector('.sentence');
		assert.equal(await phone.page.textContent('.sentence'), (await json(`/v1/sessions/${id}?language=en`)).message);
		await phone.page.goto(`${daemon.url}/`);
		await phone.page.click(`[data-variants="${name}"]`);
		await phone.page.waitForSelector('#sheet form .main:enabled');
		await phone.finish();
	}
});

test('a selection made just before a redraw is kept', async () => {
	const phone = await device(browser);
	await phone.page.goto(`${daemon.url}/`, { waitUntil: 'networkidle' });
	await phone.page.click('[data-variants=doppelkopf]');
	await phone.page.waitForSelector('input[name=preset][value=nonines]');
	await phone.page.evaluate(() => {
		document.querySelector('select').dispatchEvent(new Event('change')); // it does not bubble: only a paint is asked for
		document.querySelector('input[name=preset][value=nonines]').click();
	});
	await phone.page.waitForSelector('.choice:has([value=nonines]:checked)');
	await phone.page.evaluate(() => {
		const language = document.querySelector('select');
		language.dispatchEvent(new Event('change'));
		language.value = 'da';
		['input', 'change'].forEach((type) => language.dispatchEvent(new Event(type, { bubbles: true })));
	});
	await phone.page.waitForSelector('html[lang=da]');
	await phone.finish();
});

test('no text of the daemon can become markup', async () => {
	const phone = await device(browser);
	const name = '<img src=x onerror=alert(1)>';
	const { id } = await api.begun({ language: 'en', name });
	phone.page.on('dialog', () => assert.fail('a script ran'));
	await new Table(phone, daemon).open(id);
	assert.equal(await phone.page.textContent('.where h1'), name);
	assert.equal(await phone.page.$('.where img'), null);
	await phone.page.goto(`${daemon.url}/`);
	await phone.page.waitForSelector('.tables');
	assert.ok((await phone.page.textContent('.tables')).includes(name));
	assert.equal(await phone.page.$('.tables img'), null);
	await phone.finish();
});

test('the content security policy is strict, and the page sends no request to another origin', async () => {
	const { headers } = await request(`${daemon.url}/`, { headers: { accept: 'text/html' } });
	assert.doesNotMatch(headers['content-security-policy'], /unsafe-|\*/);
	const phone = await device(browser);
	const asked = new Set();
	phone.page.on('request', (one) => asked.add(new URL(one.url()).origin));
	const { id } = await api.begun({ language: 'en' });
	await new Table(phone, daemon).open(id);
	await phone.page.waitForSelector('.speak'); // the modules loaded when idle are there, too
	assert.deepEqual([...asked], [daemon.url]);
	await phone.finish();
});

test('a move that is still legal keeps its element and the focus, whatever its new rank', async () => {
	const phone = await device(browser);
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	const key = await phone.page.$$eval('.move', (rows) => rows.find((row) => row.textContent.includes('Turn over the next card')).dataset.move);
	await phone.page.focus(`[data-move="${key}"]`);
	await phone.page.evaluate((wanted) => {
		window.blurred = 0;
		window.row = document.querySelector(`[data-move="${wanted}"]`);
		window.rankBefore = window.row.querySelector('.rank').textContent;
		document.addEventListener('focusout', () => { window.blurred += 1; });
	}, key);
	const { body } = await api.move(id, { type: 3, from: 4, to: 6, cut: 1, revealed: 'QH' });
	await table.says(body);
	const after = await phone.page.evaluate(() => ({
		same: document.activeElement === window.row, blurred: window.blurred,
		before: window.rankBefore, now: window.row.querySelector('.rank').textContent,
	}));
	assert.deepEqual([after.same, after.blurred], [true, 0]);
	assert.notEqual(after.before, after.now, 'it is ranked as before: this shows nothing');
	await phone.finish();
});

test('reordered elements keep their identity and the focus', async () => {
	const phone = await device(browser);
	await phone.page.goto(`${daemon.url}/`);
	await phone.page.waitForSelector('.tile');
	const seen = await phone.page.evaluate(async () => {
		const { h, paint } = await import('/companion/dom.js');
		const box = document.body.appendChild(document.createElement('div'));
		let blurred = 0;
		box.addEventListener('focusout', () => { blurred += 1; });
		const described = (order) => [...order].map((name) => h('button', { key: name, type: 'button' }, name));
		let last = paint(box, undefined, described('abcde'));
		const [, , middle] = box.children;
		middle.focus();
		const orders = [];
		for (const order of ['edcba', 'cab', 'xyzc', 'c', 'bdcae']) {
			last = paint(box, last, described(order));
			orders.push([order, box.textContent, document.activeElement === middle]);
		}
		return { orders, blurred };
	});
	seen.orders.forEach(([order, text, focused]) => assert.deepEqual([text, focused], [order, true]));
	assert.equal(seen.blurred, 0);
	await phone.finish();
});

test('a part with another tag becomes another element at the same place', async () => {
	const phone = await device(browser);
	await phone.page.goto(`${daemon.url}/`);
	await phone.page.waitForSelector('.tile');
	const seen = await phone.page.evaluate(async () => {
		const { h, memo, paint } = await import('/companion/dom.js');
		const box = document.body.appendChild(document.createElement('div'));
		const part = (tag) => memo('part', [tag], () => h(tag, {}, tag));
		let last;
		return ['b', 'i', 'b', 'b'].map((tag) => {
			last = paint(box, last, [h('u', {}, '1'), part(tag), h('u', {}, '2')]);
			return box.innerHTML;
		});
	});
	assert.deepEqual(seen, ['b', 'i', 'b', 'b'].map((tag) => `<u>1</u><${tag}>${tag}</${tag}><u>2</u>`));
	await phone.finish();
});
