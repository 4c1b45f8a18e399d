// Taps at random moments and the resulting requests: whether, and for how long, their content was shown before the tap.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const MIN_SHOWN_MS = 300;
const DOUBLE_MS = 400; // between the taps of a double tap

/**
 * Runs in the page before its own scripts. Records for each frame the content of the screen, and for each request that changes
 * the table the content at the time of the tap. Responses and messages are delayed at random up to `late`.
 */
function watch(late) {
	const shown = []; // {text, since}: the states of the screen
	let tap = null;
	let latest = Promise.resolve();
	const wait = () => new Promise((then) => { setTimeout(then, Math.random() < 0.5 ? 0 : Math.random() * late); });
	const read = () => {
		const text = (selector) => document.querySelector(selector)?.textContent ?? '';
		const main = document.querySelector('.thumb .main');
		return {
			version: Number(document.querySelector('main')?.dataset.version ?? -1),
			sentence: text('.sentence'),
			main: main && !main.disabled ? main.textContent : '',
			pad: document.querySelectorAll('.pad [data-card]').length > 0,
			picker: document.querySelector('#picker')?.open ? text('#picker .muted') : '',
		};
	};
	const note = () => {
		const now = read();
		const text = JSON.stringify(now);
		if (shown.at(-1)?.text !== text) {
			shown.push({ ...now, text, since: performance.now() });
			shown.splice(0, shown.length - 100);
		}
		requestAnimationFrame(() => setTimeout(note));
	};
	document.addEventListener('DOMContentLoaded', note);
	const places = { main: '.thumb .main', pad: '.pad', picker: '#picker', table: '.field', bar: '.thumb' };
	addEventListener('pointerdown', ({ timeStamp, target }) => {
		const [place] = Object.entries(places).find(([, selector]) => target.closest?.(selector)) ?? ['other'];
		tap = { at: timeStamp, place };
		const state = shown.findLast(({ since }) => since <= timeStamp);
		window.noteTap({ place, after: state ? timeStamp - state.since : -1 });
	}, { capture: true });
	/** The content of the screen at the tap, and since when these parts of it had been the same. */
	const seen = (parts) => {
		const before = shown.filter(({ since }) => since <= tap.at);
		const state = before.at(-1);
		const from = before.findLastIndex((one) => parts.some((part) => one[part] !== state[part]));
		return { ...state, since: before[from + 1].since };
	};
	const PARTS = { main: ['version', 'sentence', 'main'], pad: ['version', 'sentence', 'pad'], picker: ['picker'], table: ['version'] };
	const { fetch } = window;
	window.fetch = async (path, options = {}) => {
		const isChange = options.method === 'POST' && /\/(moves|corrections)\?/.test(path);
		const evidence = isChange && tap && { tap, version: Number(options.headers['If-Match'].replaceAll('"', '')), seen: PARTS[tap.place] ? seen(PARTS[tap.place]) : null };
		const answer = await fetch(path, options);
		if (evidence && answer.ok) {
			window.noteRecord({ ...evidence, kind: path.replace(/.*\/(\w+)\?.*/, '$1') });
		}
		if (options.method === 'POST') {
			await wait();
		}
		return answer;
	};
	const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
	Object.defineProperty(WebSocket.prototype, 'onmessage', {
		set(handler) {
			this.handler = handler;
			set.call(this, handler && ((event) => {
				latest = Promise.all([latest, wait()]).then(() => this.handler?.(event));
			}));
		},
	});
}

/** Records of one page: `taps`, and `records` of the resulting changes. */
export async function watchTaps(page, late) {
	const notes = { taps: [], records: [] };
	await page.exposeFunction('noteTap', (tap) => notes.taps.push(tap));
	await page.exposeFunction('noteRecord', (record) => notes.records.push(record));
	await page.addInitScript(watch, late);
	return notes;
}

/** Centres of the tap targets, by place. */
const targets = (page) => page.evaluate(() => {
	const centres = (selector) => [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())
		.filter(({ width, top, bottom }) => width > 0 && top >= 0 && bottom <= innerHeight)
		.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
	return { main: centres('.thumb .main'), pad: centres('.pad [data-card]'), picker: centres('#picker[open] .deck [data-card]'), table: centres('.field [data-spot]') };
});

/** A place to tap now: mostly where a tap records something. */
function choose({ main, pad, picker, table }, random) {
	const among = (list) => list[Math.floor(random() * list.length)];
	if (picker.length > 0) {
		return among(picker);
	}
	const chance = random();
	return (chance < 0.15 && among(table)) || (chance < 0.6 && among(pad)) || among(main) || among(table) || [180, 400];
}

/** Taps `count` times, at any moment, every third time twice; `change` makes another device's change now and then. */
export async function tapAway(page, { count, random, change, pause = 250 }) {
	let places = await targets(page);
	let at = null;
	for (let done = 0; done < count; done++) {
		if (!at || random() > 0.33) {
			places = random() < 0.5 ? await targets(page) : places;
			at = choose(places, random);
			await sleep(random() * pause);
		} else {
			await sleep(20 + random() * 330);
		}
		if (random() < 0.02) {
			await change();
		}
		await page.touchscreen.tap(...at);
	}
}

/** Each recorded move was shown when the finger came down, long enough to be read; no two come from a double tap. */
export function assertShown({ records }, instructionOf) {
	for (const [place, { tap, version, seen, kind }] of records.entries()) {
		const about = JSON.stringify(records[place]);
		assert.ok(seen, `recorded from where nothing is recorded: ${about}`);
		assert.ok(tap.at - seen.since >= MIN_SHOWN_MS, `shown for ${tap.at - seen.since} ms: ${about}`);
		if (kind === 'moves' && tap.place !== 'table') {
			assert.equal(tap.place === 'picker' ? seen.picker : seen.sentence, instructionOf(version), about);
		}
		if (tap.place !== 'picker') {
			assert.equal(seen.version, version, about);
		}
		if (place > 0) {
			const between = tap.at - records[place - 1].tap.at;
			assert.ok(between > DOUBLE_MS || between < 0, `two records ${between} ms apart: ${about}`); // below 0: another page
		}
	}
}
