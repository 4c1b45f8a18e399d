// Whole games at a real table: a simulated player and his camera, the page on a phone and on a desktop.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { Player } from '../service/player.mjs';
import { DESKTOP, device, median, shot, startBrowser, undisturbed } from './browser.mjs';
import { Table } from './table.mjs';

const PROMPT_MS = 200; // from the camera's answer to the sentence on the phone, on a quiet machine
const ERRANDS = 10; // on a busy one as long as so many errands to the page

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

const SHORT_GAME = 8; // a seed

/** Time until a page has drawn something and the test knows of it. */
async function errand({ page }) {
	const begun = performance.now();
	await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(drawn); }));
	return performance.now() - begun;
}

/** Posts as the camera's program does, and then checks the phones. */
function link(phones, seen) {
	const answered = async (answer) => {
		const at = Date.now();
		assert.ok(answer.status < 300, answer.text);
		for (const phone of phones) {
			seen.delays.push(await phone.says(answer.body) - at);
			seen.errands.push(await errand(phone));
		}
		await phones[seen.delays.length % phones.length].shows(answer.body);
		await seen.each?.(answer.body);
		return answer.body;
	};
	return {
		create: async (fields) => {
			const session = await api.create({ ...fields, language: 'en' });
			await Promise.all(phones.map((phone) => phone.open(session.id)));
			return session;
		},
		post: async (id, kind, body) => answered(await api.post(`/v1/sessions/${id}/${kind}?budget_ms=0`, body)),
	};
}

test('a whole game on a phone: prompt suggestions, deviations tracked, two phones in step', async (t) => {
	const phone = await device(browser);
	const desktop = await device(browser, { like: DESKTOP });
	const phones = [new Table(phone, daemon), new Table(desktop, daemon)];
	const seen = { delays: [], errands: [] };
	const player = new Player(link(phones, seen), SHORT_GAME, { deviation: 0.15 });
	const { status } = await player.play();

	assert.ok(['won', 'lost'].includes(status), status);
	assert.ok(player.counts.deviations > 3, 'no deviation in this game');
	const prompt = Math.max(PROMPT_MS, ERRANDS * median(seen.errands));
	assert.ok(undisturbed(seen.delays) < prompt, `${undisturbed(seen.delays)} ms, not ${prompt} ms`);
	t.diagnostic(`${player.counts.snapshots} snapshots, sentence after ${median(seen.delays)} ms (median), ${Math.max(...seen.delays)} ms (most)`
		+ `; an errand to the page ${median(seen.errands).toFixed(1)} ms`);
	for (const one of phones) {
		await one.stoodStill();
		assert.equal(await one.page.textContent('.thumb .main'), 'Another game');
	}
	await shot(phones[0].page, `phone-${status}`);
	await shot(phones[1].page, `desktop-${status}`);
	await phone.finish();
	await desktop.finish();
});

test('three cards at a time on a desktop, while a search runs', async () => {
	const desktop = await device(browser, { like: DESKTOP });
	const table = new Table(desktop, daemon);
	const { id } = await api.create({ preset: 'klondike-3', strategy: 'search', language: 'en' });
	await table.open(id);
	const { body: first } = await api.line(id, 'BACK,XX,XX,XX,XX,5S,5H,QC,7H,8D,9D,9C', { query: '?wait=false' });
	assert.equal(first.advice.final, false);
	await table.follows(() => api.session(id));
	await table.until(() => document.querySelector('.worth .number')?.textContent.endsWith('%'));
	await api.line(id, '2C,XX,XX,XX,XX,5S,5H,QC,7H,8D,9D,9C');
	await table.until(() => document.querySelectorAll('.under .unknown').length === 2);
	await table.shows(await table.follows(() => api.session(id)));
	await shot(desktop.page, 'desktop-three');
	await table.stoodStill();
	await desktop.finish();
});
