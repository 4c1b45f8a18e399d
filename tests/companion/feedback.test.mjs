// Speech, vibration, wake lock and error messages: with a fake voice, motor and lock that only
// take notes.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { device, startBrowser } from './browser.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

function takeNotes(preferences) {
	localStorage.setItem('makker', JSON.stringify(preferences));
	window.notes = { spoken: [], buzzed: 0, locks: [], released: 0 };
	window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
	const voice = { getVoices: () => [], cancel() {}, speak: ({ text, lang }) => window.notes.spoken.push({ text, lang }) };
	Object.defineProperty(window, 'speechSynthesis', { value: voice });
	Object.defineProperty(navigator, 'vibrate', { value: () => { window.notes.buzzed += 1; return true; } });
	const lock = { addEventListener() {}, release: async () => { window.notes.released += 1; } };
	Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => { window.notes.locks.push(kind); return lock; } } });
}

/** A phone that takes notes, at a table that has begun. */
async function noting(preferences, locale = 'en') {
	const phone = await device(browser, { locale });
	await phone.page.addInitScript(takeNotes, preferences);
	const { id } = await api.begun({ language: locale });
	const table = await new Table(phone, daemon).open(id);
	await phone.page.waitForSelector('.speak');
	return { ...phone, id, table };
}

const WORDS = { en: 'Read the suggestion aloud', da: 'Læs forslaget højt', de: 'Vorschlag vorlesen', el: 'Ανάγνωση της πρότασης' };

for (const [language, title] of Object.entries(WORDS)) {
	test(`the suggestion is spoken in ${language} if speech is enabled`, async () => {
		const { page, table, id, finish } = await noting({ vibrate: false }, language);
		assert.deepEqual(await page.evaluate(() => window.notes.spoken), []);
		await page.click(`[aria-label="${title}"]`);
		const { message } = (await api.get(`/v1/sessions/${id}?language=${language}`)).body;
		const [said] = await table.until(() => window.notes.spoken.length > 0 && window.notes.spoken);
		assert.equal(said.lang, language);
		assert.equal(said.text, message);
		await finish();
	});
}

test('the phone vibrates on a new suggestion, and the screen stays on while enabled', async () => {
	const { page, table, finish } = await noting({});
	assert.deepEqual(await table.until(() => window.notes.locks.length > 0 && window.notes.locks), ['screen']);
	await page.click('.thumb [aria-label="Undo"]');
	await table.until(() => window.notes.buzzed > 0);
	await table.until(() => window.notes.released > 0);
	assert.deepEqual(await page.evaluate(() => window.notes.spoken), []);
	await finish();
});

test('a wake lock that is granted late is released if it is no longer enabled', async () => {
	const { page, table, finish } = await noting({ vibrate: false, awake: false });
	await page.evaluate(() => {
		const { request } = navigator.wakeLock;
		navigator.wakeLock.request = (kind) => new Promise((then) => { window.grant = () => then(request(kind)); });
	});
	await page.click('[aria-label="Settings"]');
	const wanted = page.locator('#sheet label', { hasText: 'Keep the screen on' }).locator('input');
	await wanted.check();
	await table.until(() => Boolean(window.grant));
	await page.click('#sheet label:has-text("Large text")');
	await wanted.uncheck();
	await page.evaluate(() => window.grant());
	await table.until(() => window.notes.released === 1);
	assert.equal(await page.evaluate(() => window.notes.locks.length), 1);
	await finish();
});

test('without these settings there is no speech, vibration or wake lock', async () => {
	const { page, table, finish } = await noting({ vibrate: false, awake: false });
	await page.click('.thumb [aria-label="Undo"]');
	await table.until(() => document.querySelector('main').dataset.version === '2');
	await page.waitForSelector('.thumb [aria-label="Redo"]:enabled');
	assert.deepEqual(await page.evaluate(() => window.notes), { spoken: [], buzzed: 0, locks: [], released: 0 });
	await finish();
});

test('only undone steps can be redone', async () => {
	const { page, finish } = await noting({});
	assert.ok(await page.isDisabled('.thumb [aria-label="Redo"]'));
	await page.click('.thumb [aria-label="Undo"]');
	await page.click('.thumb [aria-label="Redo"]');
	await page.waitForSelector('main[data-version="3"]');
	await page.waitForSelector('.thumb [aria-label="Redo"]:disabled');
	await finish();
});

const REFUSED = {
	en: 'The table has just changed. Look again.',
	da: 'Bordet er lige blevet ændret. Se igen.',
	de: 'Der Tisch hat sich gerade geändert. Sieh noch einmal hin.',
	el: 'Το τραπέζι μόλις άλλαξε. Κοίταξε ξανά.',
};

for (const [language, text] of Object.entries(REFUSED)) {
	test(`a rejection is shown in ${language}`, async () => {
		const { page, id, table, finish } = await noting({}, language);
		// Another phone is faster, and this one has not received the change yet.
		await page.route('**/undo?*', async (route) => {
			await api.post(`/v1/sessions/${id}/undo`, { steps: 1 });
			await route.continue();
		});
		await page.click('.thumb .plain');
		await table.until((wanted) => document.querySelector('#toast').textContent === wanted, text);
		assert.equal((await api.session(id)).body.version, 2);
		await finish(/412/);
	});
}
