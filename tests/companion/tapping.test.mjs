// Without a camera: a whole game from the first card to the end, by tapping on the page only.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { DECK, DRAW_PILE } from '../service/klondike.mjs';
import { Player } from '../service/player.mjs';
import { device, shot, startBrowser } from './browser.mjs';
import { Table } from './table.mjs';

const SHORT_GAME = 8; // a seed

const daemon = await startDaemon(after);
const api = new Api(daemon);
const browser = await startBrowser(after);

const picking = (table) => table.page.evaluate(() => document.querySelector('#picker').open);

/** Enters the first table: after each card the next place is selected automatically. */
async function enter(table, { columns, draw_pile: front }) {
	await table.press(0, 0);
	for (const card of [...columns, front]) {
		assert.ok((await table.offered()).includes(card));
		await table.pick(card);
	}
	await table.until(() => !document.querySelector('#picker').open);
	await table.main();
}

/** Makes the suggested move: by the big button, or card by card on the table. */
async function follow(table, { suggestion: { type, from, to, cut }, table: { columns } }, byCards) {
	if (!byCards || type > 4) {
		await (type > 4 && byCards ? table.press(DRAW_PILE, 0) : table.main());
		return;
	}
	await table.press(from, from === DRAW_PILE ? 1 : cut - 1);
	await table.page.waitForSelector('.held');
	await table.press(to, to < 7 ? Math.max(0, columns[to].cards.length - 1) : 0);
}

test('a whole game by tapping only', async (t) => {
	const phone = await device(browser);
	const table = new Table(phone, daemon);
	let session;
	let count = 0;
	const link = {
		create: async (fields) => {
			session = await api.create({ ...fields, language: 'en' });
			await table.open(session.id);
			await shot(phone.page, 'phone-waiting');
			return session;
		},
		// Here the player enters the snapshot by taps.
		post: async (id, kind, seen) => {
			if (kind === 'snapshots' && session.version === 0) {
				await enter(table, seen);
			} else {
				count += 1;
				const { from } = session.suggestion;
				const before = session;
				await follow(table, session, count % 2 === 0);
				const revealed = seen.revealed ?? (from === DRAW_PILE ? seen.draw_pile : seen.columns[from]);
				const moved = ({ version }) => Number(document.querySelector('main').dataset.version) > version
					|| document.querySelector('#picker').open;
				await table.until(moved, { version: before.version });
				if (await picking(table)) {
					const lie = before.table.columns.flatMap(({ cards }) => cards);
					const offered = await table.offered();
					assert.ok(offered.includes(revealed), `${revealed} is not offered after ${before.message}`);
					assert.deepEqual(offered.filter((card) => lie.includes(card)), []);
					await table.pick(revealed);
				}
			}
			await table.until((version) => Number(document.querySelector('main').dataset.version) > version, session.version);
			session = (await api.session(id)).body;
			await table.says(session);
			await table.shows(session);
			return session;
		},
	};
	const player = new Player(link, SHORT_GAME, {});
	assert.equal((await player.play()).status, 'won');
	t.diagnostic(`${count} moves by tapping`);
	await phone.finish();
});

test('a step is undone and redone; a card and a count are corrected', async () => {
	const phone = await device(browser);
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	await table.says((await api.session(id)).body);
	await phone.page.click('.thumb [aria-label="Undo"]');
	await table.until(() => document.querySelector('main').dataset.version === '2');
	assert.equal((await api.session(id)).body.status, 'waiting');
	await phone.page.click('.thumb [aria-label="Redo"]');
	await table.says((await api.session(id)).body.version === 3 ? (await api.session(id)).body : { version: 3, message: 'Move the eight of diamonds from column 5 to column 7.' });

	await phone.page.click('.thumb [aria-label="Correct"]');
	await shot(phone.page, 'phone-editing');
	await table.press(3, 0);
	const offered = await table.offered();
	assert.equal(offered.length, DECK.length - 8);
	await table.pick('7D');
	await table.until(() => document.querySelector('main').dataset.version === '4');
	assert.deepEqual((await api.session(id)).body.table.columns[3].cards, ['7D']);

	await phone.page.click('.counts .number');
	await phone.page.click('[aria-label="One less"]');
	await phone.page.click('#sheet .main');
	await table.until(() => document.querySelector('main').dataset.version === '5');
	assert.equal((await api.session(id)).body.table.draw_pile.shuffles, 2);
	await phone.finish();
});

test('another move is selected first, and then reported', async () => {
	const phone = await device(browser);
	const { id } = await api.begun({ language: 'en' });
	const table = await new Table(phone, daemon).open(id);
	await phone.page.click('.move >> nth=1');
	await table.reads('Turn over the next card of the stock.');
	await shot(phone.page, 'phone-other-move');
	await phone.page.click('.say .link');
	await table.reads('Move the eight of diamonds from column 5 to column 7.');
	await phone.page.click('.move >> nth=1');
	await table.reads('Turn over the next card of the stock.');
	await table.main();
	await phone.page.waitForSelector('#picker[open]');
	await shot(phone.page, 'phone-picker');
	await table.pick('2C');
	await table.until(() => document.querySelector('main').dataset.version === '2');
	const { observed, table: now } = (await api.session(id)).body;
	assert.equal(observed.explanation, 'other_move');
	assert.deepEqual(now.draw_pile.cards, ['KS', '2C']);
	await phone.finish();
});
