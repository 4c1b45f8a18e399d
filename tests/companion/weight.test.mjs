// How heavy the page is and how soon it can be used, on a slow phone in a slow network.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { copy, deal, legal, look, play, PRESETS } from '../service/klondike.mjs';
import { randomFrom } from '../service/random.mjs';
import { device, median, startBrowser } from './browser.mjs';
import { Table } from './table.mjs';

const MAX_BYTES = 200 * 1024;
// Before it can be used. Six come at a time, and each round takes 150 ms; each 18 KB take 100 ms.
const MAX_FILES = 6;
const MAX_FIRST_BYTES = 60 * 1024;
const VISITS = 5;
// The network profile "slow 4G": 1.6 Mbit/s with 150 ms there and back; and a processor of a quarter the speed.
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

/** A first visit on a slow phone: when the page was usable, and the files loaded by then and later. */
async function visit(path) {
	const phone = await device(browser);
	const debug = await throttled(phone);
	await debug.send('Network.emulateNetworkConditions', SLOW_4G);
	let bytes = 0;
	debug.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
	await phone.page.goto(daemon.url + path, { waitUntil: 'commit' });
	await phone.page.waitForSelector('.thumb .main, .tile');
	const { soon, came } = await phone.page.evaluate(() => {
		const [{ startTime }] = performance.getEntriesByName('usable');
		const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
		return { soon: startTime, came: entries.filter(({ responseEnd }) => responseEnd < startTime).map(({ name, transferSize }) => ({ name, transferSize })) };
	});
	await phone.page.waitForLoadState('networkidle');
	await phone.finish();
	return {
		soon: Math.round(soon), bytes,
		files: came.filter(({ name }) => /\.(js|css)$/.test(name)).length,
		first: came.reduce((sum, { transferSize }) => sum + transferSize, 0),
	};
}

for (const [what, path] of [['the start page', async () => '/'], ['a table', async () => `/s/${(await api.begun()).id}`]]) {
	test(`${what} is small and quickly usable on a slow phone`, async (t) => {
		const visits = [];
		for (let count = 0; count < VISITS; count++) {
			visits.push(await visit(await path()));
		}
		const [{ bytes, files, first }] = visits;
		const soon = visits.map((one) => one.soon);
		assert.ok(files <= MAX_FILES, `${files} files`);
		assert.ok(first < MAX_FIRST_BYTES, `${first} bytes before it can be used`);
		assert.ok(bytes < MAX_BYTES, `${bytes} bytes`);
		t.diagnostic(`usable after ${median(soon)} ms (median), ${Math.min(...soon)} ms (least), with ${first} of ${bytes} bytes in ${files} files`);
	});
}

/**
 * So many buttons are made, laid out and thrown away by a quiet machine in a frame of 16 ms, at a quarter of its speed. Done between
 * the updates it is a frame as this machine has it just now.
 */
const FRAME_BUTTONS = 250;
function frameOf(count) {
	const begun = performance.now();
	const box = document.createElement('div');
	for (let made = 0; made < count; made++) {
		const one = box.appendChild(document.createElement('button'));
		one.textContent = `card ${made}`;
		one.style.translate = `${made}px 3px`;
	}
	document.body.append(box);
	box.getBoundingClientRect();
	box.remove();
	return performance.now() - begun;
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
	const frames = [];
	for (let count = 0; count < 60; count++) {
		const { body: { suggestion, status } } = await api.session(id);
		if (status !== 'playing') {
			break;
		}
		play(cards, suggestion, random);
		const { body } = await api.snapshot(id, look(copy(cards)));
		await table.says(body);
		frames.push(await phone.page.evaluate(frameOf, FRAME_BUTTONS));
	}
	const took = await phone.page.evaluate(() => performance.getEntriesByName('paint', 'measure').map(({ duration }) => duration));
	t.diagnostic(`${took.length} updates: ${median(took).toFixed(1)} ms (median), ${Math.max(...took).toFixed(1)} ms (most), a frame ${median(frames).toFixed(1)} ms (median), ${Math.min(...frames).toFixed(1)} ms (least)`);
	assert.ok(took.length >= 40 && legal(cards).length > 0);
	assert.ok(median(took) < median(frames), `${median(took)} ms, a frame ${median(frames)} ms`);
	await phone.finish();
});

test('an open page does not grow after many updates', async (t) => {
	const phone = await device(browser);
	const { id } = await api.begun();
	await new Table(phone, daemon).open(id);
	await phone.page.waitForSelector('.speak');
	const debug = await phone.page.context().newCDPSession(phone.page);
	await debug.send('Performance.enable');
	const holds = async () => {
		await debug.send('HeapProfiler.collectGarbage');
		const { metrics } = await debug.send('Performance.getMetrics');
		return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
	};
	const updates = async (count) => {
		let version;
		for (let step = 0; step < count; step += 2) {
			await api.move(id, { type: 3, from: 4, to: 6, cut: 1, revealed: 'QH' });
			({ body: { version } } = await api.post(`/v1/sessions/${id}/undo`, { steps: 1 }));
		}
		await phone.page.waitForSelector(`main[data-version="${version}"]`);
		return holds();
	};
	const before = await updates(20);
	const after = await updates(200);
	t.diagnostic(`${before.JSHeapUsedSize >> 10} KB, after 200 updates ${after.JSHeapUsedSize >> 10} KB`);
	assert.ok(after.JSEventListeners < before.JSEventListeners + 20, `${after.JSEventListeners} listeners, before ${before.JSEventListeners}`);
	assert.ok(after.Nodes < 1.2 * before.Nodes, `${after.Nodes} nodes, before ${before.Nodes}`);
	assert.ok(after.JSHeapUsedSize < 1.5 * before.JSHeapUsedSize, `${after.JSHeapUsedSize} bytes, before ${before.JSHeapUsedSize}`);
	await phone.finish();
});
