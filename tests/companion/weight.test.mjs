// How heavy the page is and how soon it can be used, on a slow phone in a slow network.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { copy, deal, legal, look, play, PRESETS } from '../service/klondike.mjs';
import { randomFrom } from '../service/random.mjs';
import { device, median, startBrowser, undisturbed } from './browser.mjs';
import { Table } from './table.mjs';

const MOST_BYTES = 200 * 1024;
const MOST_FILES = 18; // before it can be used: six come at a time, and a round takes 150 ms
const FRAME_MS = 16;
// What is called slow 4G: 1.6 Mbit/s with 150 ms there and back; and a processor of a quarter the speed.
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6e6 * 0.9) / 8, uploadThroughput: 750e3 / 8 };

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

async function throttled(phone) {
	const debug = await phone.page.context().newCDPSession(phone.page);
	await debug.send('Network.enable');
	await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 });
	return debug;
}

for (const [what, path] of [['the start page', async () => '/'], ['a table', async () => `/s/${(await api.begun()).id}`]]) {
	test(`${what} is light, and soon there on a slow phone`, async (t) => {
		const phone = await device(browser);
		const debug = await throttled(phone);
		await debug.send('Network.emulateNetworkConditions', SLOW_4G);
		let bytes = 0;
		let requests = 0;
		debug.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; requests += 1; });
		await phone.page.goto(daemon.url + await path(), { waitUntil: 'commit' });
		await phone.page.waitForSelector('.thumb .main, form .main');
		const soon = await phone.page.evaluate(() => performance.getEntriesByName('usable')[0].startTime);
		const files = await phone.page.evaluate((end) => performance.getEntriesByType('resource')
			.filter(({ name, responseEnd }) => /\.(js|css)$/.test(name) && responseEnd < end).length, soon);
		await phone.page.waitForLoadState('networkidle');
		assert.ok(files <= MOST_FILES, `${files} files`);
		assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
		t.diagnostic(`${bytes} bytes in ${requests} answers, usable after ${Math.round(soon)} ms with ${files} files`);
		await phone.finish();
	});
}

test('an update is painted within a frame on a slow phone', async (t) => {
	const phone = await device(browser);
	const random = randomFrom(7);
	const cards = deal(PRESETS.syvkabale, random);
	const { id } = await api.create({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	await throttled(phone);
	await api.snapshot(id, look(cards));
	await phone.page.evaluate(() => performance.clearMeasures());
	for (let count = 0; count < 60; count++) {
		const { body: { suggestion, status } } = await api.session(id);
		if (status !== 'playing') {
			break;
		}
		play(cards, suggestion, random);
		const { body } = await api.snapshot(id, look(copy(cards)));
		await table.says(body);
	}
	const took = await phone.page.evaluate(() => performance.getEntriesByName('paint', 'measure').map(({ duration }) => duration));
	t.diagnostic(`${took.length} updates: ${median(took).toFixed(1)} ms (median), ${Math.max(...took).toFixed(1)} ms (most)`);
	assert.ok(took.length >= 40 && legal(cards).length > 0);
	assert.ok(undisturbed(took) < FRAME_MS, `${undisturbed(took)} ms`);
	await phone.finish();
});
