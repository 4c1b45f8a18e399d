// Questions about cards that no snapshot shows: the page asks beside the suggestion, and one tap answers.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, asking, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { isClean } from './axe.mjs';
import { DESKTOP, device, PHONE, shot, startBrowser } from './browser.mjs';
import { Table } from './table.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

async function opened({ options, ...fields } = {}) {
	const phone = await device(browser, options);
	const session = await asking(api, { language: 'en', ...fields });
	const table = await new Table(phone, daemon).open(session.id);
	await phone.page.waitForSelector('.status-line[data-link=open]');
	await phone.page.waitForSelector('.question.which');
	// A key pressed earlier would count as early, like a tap.
	await table.until(() => !document.querySelector('.question.which').closest('[aria-disabled]') && !document.querySelector('.question.which [aria-disabled]'));
	return { phone, id: session.id, session, table };
}

const answers = ({ page }) => page.$$eval('.question.which button', (buttons) => buttons.map(({ textContent }) => textContent));
const answered = (table, version) => table.until((wanted) => document.querySelector('main').dataset.version === String(wanted)
	&& !document.querySelector('.questions'), version);

test('the same card after a redeal: a question beside the suggestion is answered by one tap', async () => {
	const { phone, id, session, table } = await opened();
	assert.equal(session.asks.code, 'same_card');
	assert.equal(await phone.page.textContent('.question.which p'), session.asks.text);
	assert.deepEqual(await answers(phone), session.asks.answers.map(({ text }) => text));
	assert.equal(await table.sentence(), session.suggestion.instruction);
	assert.match(await table.statusLine(), /question/);
	await phone.page.waitForSelector('.thumb .main:enabled:not([aria-disabled])');
	assert.ok((await phone.page.textContent('#live')).includes(session.asks.text));
	await shot(phone.page, 'phone-asking');
	await phone.page.click('.question.which button:nth-of-type(2)');
	await answered(table, session.version + 1);
	const { body } = await api.session(id);
	assert.deepEqual([body.sync, body.asks, body.table.draw_pile.shuffles], ['in_sync', null, 3]);
	await table.says(body);
	await phone.finish();
});

test('the game continues without an answer', async () => {
	const { phone, id, session, table } = await opened();
	await table.main();
	await table.pick('QS'); // the card that was turned up
	await table.until((version) => Number(document.querySelector('main').dataset.version) > version, session.version);
	const { body } = await api.session(id);
	assert.notEqual(body.asks, null);
	await phone.page.waitForSelector('.question.which');
	await phone.page.click('.question.which button:nth-of-type(1)');
	await answered(table, body.version + 1);
	assert.equal((await api.session(id)).body.table.draw_pile.shuffles, 2);
	await phone.finish();
});

test('an unclear snapshot and a question are both shown, and a clear snapshot leaves the question', async () => {
	const { phone, id, session, table } = await opened();
	await api.line(id, SEED_LINE.replace('5H', 'UU').replace('KS', 'UU').replace('9C', 'UU'));
	const { body } = await api.session(id);
	assert.equal(body.observed.explanation, 'look_again');
	await table.says(body);
	assert.deepEqual(await answers(phone), session.asks.answers.map(({ text }) => text));
	await phone.finish();
});

test('the question is in the language of the page', async () => {
	for (const locale of ['da', 'de', 'el']) {
		const { phone, id } = await opened({ options: { locale } });
		const { body: { asks } } = await api.session(id, `?language=${locale}`);
		assert.equal(await phone.page.textContent('.question.which p'), asks.text);
		assert.deepEqual(await answers(phone), asks.answers.map(({ text }) => text));
		await phone.finish();
	}
});

test('by keyboard: answers are reached by Tab, and the focus is not lost with them', async () => {
	const { phone, id, session, table } = await opened({ options: { like: DESKTOP } });
	const { page } = phone;
	await page.focus('.question.which button');
	await page.keyboard.press('Tab');
	assert.equal(await page.evaluate(() => document.activeElement.textContent), session.asks.answers[1].text);
	await page.keyboard.press('Enter');
	await answered(table, session.version + 1);
	assert.equal((await api.session(id)).body.sync, 'in_sync');
	await table.until(() => document.activeElement.matches('.thumb .main'));
	await phone.finish();
});

test('a question is an accessible group named by its text, large enough for a finger', async () => {
	for (const [name, like] of Object.entries({ phone: PHONE, desktop: DESKTOP, small: { ...PHONE, viewport: { width: 320, height: 568 } } })) {
		const { phone, session } = await opened({ options: { like } });
		const { page } = phone;
		await page.getByRole('group', { name: session.asks.text }).waitFor();
		for (const { text } of session.asks.answers) {
			const { height } = await page.getByRole('button', { name: text }).boundingBox();
			assert.ok(height >= 52, `${text}: ${height}`);
		}
		const { questions, say } = await page.evaluate(() => Object.fromEntries(
			['questions', 'say'].map((one) => [one, document.querySelector(`.${one}`).getBoundingClientRect().toJSON()])));
		assert.ok(questions.top >= say.bottom || questions.left >= say.right || questions.bottom <= say.top, `${name}: the question hides the suggestion`);
		await isClean(page, name);
		await shot(page, `asking-${name}`);
		await phone.finish();
	}
});

/** The elements that a question covers: cards of the table, and the sentence. */
const covered = (page) => page.evaluate(() => {
	const question = document.querySelector('.questions').getBoundingClientRect();
	const isUnder = ({ top, bottom, left, right }) => bottom > question.top + 1 && top < question.bottom - 1 && right > question.left + 1 && left < question.right - 1;
	const words = document.createRange();
	words.selectNodeContents(document.querySelector('.sentence'));
	const cards = [...document.querySelectorAll('.field mk-card')].filter((card) => isUnder(card.getBoundingClientRect()));
	return [...cards.map((card) => card.getAttribute('code')), ...[...words.getClientRects()].filter(isUnder).map(() => 'the sentence')];
});

const SCREENS = { phone: [360, 740], small: [320, 640], lying: [740, 360], large: [360, 740], shortest: [320, 568] };

for (const locale of ['en', 'da', 'de', 'el']) {
	test(`a question covers neither a card nor the sentence, ${locale}`, async () => {
		const conflict = (await api.begun({ language: locale })).id;
		await api.line(conflict, SEED_LINE.replace('8D', '8H'));
		const asked = (await asking(api, { language: locale })).id;
		for (const [name, [width, height]] of Object.entries(SCREENS)) {
			for (const id of name === 'shortest' ? [asked] : [asked, conflict]) { // a repair and its alternatives need more than it has
				const phone = await device(browser, { like: { ...PHONE, viewport: { width, height } }, locale });
				await phone.page.addInitScript((large) => localStorage.setItem('makker', JSON.stringify({ large })), name === 'large');
				const table = await new Table(phone, daemon).open(id);
				await phone.page.waitForSelector('.questions');
				await table.until(() => document.querySelector('.field mk-card'));
				assert.deepEqual(await covered(phone.page), [], `${name}, ${id === asked ? 'which explanation' : 'which card'}`);
				await phone.finish();
			}
		}
	});
}

test('a late answer is rejected with a message', async () => {
	const { phone, id, session } = await opened();
	await phone.page.route(/\/corrections/, async (route) => {
		await api.correct(id, session.asks.answers[0].correction); // on another phone
		await route.continue();
	});
	await phone.page.click('.question.which button:nth-of-type(2)');
	await phone.page.waitForSelector('#toast:has-text("just changed")');
	assert.equal((await api.session(id)).body.table.draw_pile.shuffles, 2);
	await phone.finish(/status of 4(12|22)/);
});
