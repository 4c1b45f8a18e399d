// Accessibility of a page, as far as a program can check it: axe-core.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const AXE = readFileSync(fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');

/** The violations that axe-core finds, a text each. */
export async function violations(page) {
	if (!await page.evaluate(() => 'axe' in window)) { // it comes by the debugger: the page's policy would not let it in
		await page.evaluate(AXE);
	}
	return page.evaluate(async () => (await window.axe.run(document, {
		resultTypes: ['violations'], selectors: false, // nothing else is read
		runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
	})).violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`));
}

export async function isClean(page, state) {
	assert.deepEqual(await violations(page), [], state);
}
