// A real browser for the tests: Debian's Chromium, driven by playwright-core. CHROMIUM names another one: its shell without windows
// (/usr/bin/chromium-headless-shell) takes a third of the processor's time for each page.
//
// An error on a page's console (an exception, a refused inline style, a missing file) fails its test.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { makeLate } from './latency.mjs';

export const SHOTS = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));
const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
	'--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
	'--disable-component-update', '--disable-sync',
];

export const PATIENCE_MS = 120_000; // against hanging pages
const MAX_PAUSE_MS = 50; // between two looks at the page

export const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

let shared;

/** The browser of this process: files that run in one (together.mjs) share it. It is closed after all of them. */
export function startBrowser(after) {
	shared ??= chromium.launch({ executablePath: PROGRAM, args: FLAGS });
	after(async () => (await shared).close());
	return shared;
}

/** A new device: nothing is remembered on it. `complaints` are collected, and asserted by `finish`. */
export async function device(browser, { like = PHONE, locale = 'en', ...more } = {}) {
	const context = await browser.newContext({ ...like, locale, serviceWorkers: 'block', ...more });
	const page = await context.newPage();
	await makeLate(context, page);
	const complaints = [];
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
	page.setDefaultTimeout(PATIENCE_MS);
	return {
		page,
		complaints,
		/** `allowed`: errors that the test causes itself (a connection that was cut). */
		async finish(allowed = /^$/) {
			assert.deepEqual(complaints.filter((text) => !allowed.test(text)), []);
			await page.unrouteAll({ behavior: 'ignoreErrors' }); // an answer may still be on its way
			await context.close();
		},
	};
}

/** Waits until `holds` gives something true in the page. (waitForFunction would need an unsafe policy.) */
export async function until(page, holds, value, about = () => '') {
	const end = Date.now() + PATIENCE_MS;
	for (let pause = 5; ; pause = Math.min(MAX_PAUSE_MS, 1.2 * pause)) {
		const found = await page.evaluate(holds, value);
		if (found) {
			return found;
		}
		if (Date.now() >= end) {
			assert.fail(`waits in vain for ${JSON.stringify(value) ?? holds}${await about()}`);
		}
		await sleep(pause);
	}
}

/** Waits until a button, the main one if none is named, takes a tap: it is not greyed out, nor is its meaning new. */
export const takesTap = (page, selector = '.thumb .main') => until(page, (wanted) => {
	const one = document.querySelector(wanted);
	return one && !one.disabled && !one.closest('[aria-disabled=true]');
}, selector);

/**
 * Delays responses of the daemon until the returned function is called: all pages have received the messages by then. `times`: how
 * many of them, without it all.
 */
export async function holdBack(page, pattern, times) {
	let release;
	const released = new Promise((then) => { release = then; });
	await page.route(pattern, async (route) => {
		const response = await route.fetch();
		await released;
		await route.fulfill({ response });
	}, { times });
	return release;
}

/** Writes a screenshot to build/screenshots. */
export async function shot(page, name) {
	const path = `${SHOTS}${name}.png`;
	mkdirSync(dirname(path), { recursive: true });
	await page.screenshot({ path, animations: 'disabled' });
}

const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)];
export const median = (list) => at(list, 0.5);

/** Duration on an otherwise idle machine: this can be asserted, the median only be reported. */
export const undisturbed = (list) => at(list, 0.1);
