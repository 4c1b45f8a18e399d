// Every state of the page in four languages, on four screens and with large text, in build/screenshots/states with an index.html that shows them side by
// side. Fails when a state is not reached, when the page complains, when a text is cut, or when axe-core finds
// something (on the phone: light, dark, large). STATES, LANGUAGES and SCREENS name
// some of them.

import { rmSync, writeFileSync } from 'node:fs';
import { violations } from './axe.mjs';
import { device, SHOTS, shot, startBrowser } from './browser.mjs';
import { cutTexts } from './cut.mjs';
import { NAME, prepare } from './page_states.mjs';

const PATIENCE_MS = 60_000;
const ALL_SCREENS = [
	{ name: '320', width: 320, height: 640, colorScheme: 'light' },
	{ name: '360', width: 360, height: 740, colorScheme: 'light' },
	{ name: '360-dark', width: 360, height: 740, colorScheme: 'dark' },
	{ name: '1280', width: 1280, height: 800, colorScheme: 'light' },
	{ name: '740', width: 740, height: 360, colorScheme: 'light' }, // the phone, turned
	{ name: '360-large', width: 360, height: 740, colorScheme: 'light', large: true },
];
const FIRST = { width: 360, height: 740 };
const listed = (text, all) => (text ? text.split(/[ ,]+/) : all);
const SCREENS = ALL_SCREENS.filter(({ name }) => listed(process.env.SCREENS, [name]).includes(name));
const LANGUAGES = listed(process.env.LANGUAGES, ['en', 'da', 'de', 'el']);
const FOLDER = 'states/';

/** Waits until nothing moves and all requests are answered. */
const isStill = (page) => page.evaluate(async () => {
	await document.fonts.ready;
	await new Promise((then) => { requestAnimationFrame(() => requestAnimationFrame(then)); });
	await Promise.race([Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))), new Promise((then) => { setTimeout(then, 2000); })]);
});

/** Large text from now on, as its setting makes it. */
const enlarge = (page) => page.evaluate(() => {
	const { documentElement: root } = document;
	const large = () => root.dataset.large === 'true' || root.setAttribute('data-large', 'true');
	new MutationObserver(large).observe(root, { attributes: true });
	large();
});

/** The screenshots of one state in one language; returns their problems. */
async function take(browser, state, language) {
	const faults = [];
	const phone = await device(browser, { like: { viewport: FIRST, hasTouch: true, isMobile: true }, locale: language, reducedMotion: 'reduce' });
	const { page } = phone;
	page.setDefaultTimeout(PATIENCE_MS);
	await page.goto(state.url);
	await page.waitForSelector(state.ready);
	await page.evaluate(() => new Promise((then) => { (window.requestIdleCallback ?? setTimeout)(then); }));
	await state.steps?.(page);
	for (const { name, width, height, colorScheme, large } of SCREENS) {
		if (large) {
			await enlarge(page);
		}
		await page.setViewportSize({ width, height });
		await page.emulateMedia({ colorScheme });
		await page.evaluate(() => dispatchEvent(new Event('resize'))); // the emulation's own event may come before the new height
		await isStill(page);
		faults.push(...(await cutTexts(page, [NAME])).map((text) => `${name}: ${text}`));
		if (width === FIRST.width) {
			faults.push(...(await violations(page)).map((text) => `${name}: ${text}`));
		}
		await shot(page, `${FOLDER}${state.name}-${language}-${name}`);
	}
	await phone.finish(state.faults);
	return faults;
}

const cell = (state, language, { name }) => `<td><a href="${state}-${language}-${name}.png"><img loading="lazy" src="${state}-${language}-${name}.png" alt="${state} ${language} ${name}"></a></td>`;

/** A row a state and screen, a column a language. */
const index = (names) => `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>States of the page</title>
<style>body { font: 14px sans-serif } img { max-width: 24vw; max-height: 90vh; border: 1px solid #888 } th { text-align: left; vertical-align: top }</style>
<h1>States of the page</h1>
<p>${names.map((name) => `<a href="#${name}">${name}</a>`).join(' · ')}</p>
<table><tr><th><th>${LANGUAGES.join('<th>')}</tr>
${names.flatMap((name) => SCREENS.map((screen, place) => `<tr${place === 0 ? ` id="${name}"` : ''}><th>${name}<br>${screen.name}</th>${LANGUAGES.map((language) => cell(name, language, screen)).join('')}</tr>`)).join('\n')}
</table></html>
`;

const ends = [];
const after = (end) => ends.unshift(end);
const browser = await startBrowser(after);
const all = await prepare(after);
const wanted = listed(process.env.STATES, all.map(({ name }) => name));
const states = all.filter(({ name }) => wanted.includes(name));
const unknown = wanted.filter((name) => !all.some((state) => state.name === name));
if (!process.env.STATES) {
	rmSync(SHOTS + FOLDER, { recursive: true, force: true });
}
let wrong = 0;
const report = (place, faults) => {
	wrong += faults.length;
	console.log(`${faults.length === 0 ? 'ok' : 'FAULT'} ${place}${faults.map((text) => `\n    ${text}`).join('')}`);
};
unknown.forEach((name) => report(name, ['is no state of the page']));
for (const state of states) {
	for (const language of LANGUAGES) {
		report(`${state.name} ${language}`, await take(browser, state, language).catch((error) => [String(error).split('\n', 3).join(' ')]));
		state.leave?.();
	}
}
writeFileSync(`${SHOTS}${FOLDER}index.html`, index(states.map(({ name }) => name)));
console.log(`${states.length * LANGUAGES.length * SCREENS.length} pictures of ${states.length} states in ${SHOTS}${FOLDER}index.html, ${wrong} faults`);
for (const end of ends) {
	await end();
}
process.exitCode = wrong > 0 ? 1 : 0;
