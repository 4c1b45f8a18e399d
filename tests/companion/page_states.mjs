// The states of the page, each with the way to it. `prepare` makes their tables once; a state is opened by a device in any language, so
// its steps name no word of a language.

import { Api, asking, loseOne, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { takesTap, until } from './browser.mjs';
import { Plain } from './plain_api.mjs';
import { almostWon, careless, middleGame, win } from './prepared_tables.mjs';
import { Proxy } from './proxy.mjs';

const ADMIN = 'the-administrator-of-the-tests';
export const NAME = 'Kitchen table';
const ENTERED = ['5S', '5H', 'QC', '7H'];
const DOKO_HAND = ['0H', 'QC', 'QH', 'QD', 'JC', 'JD', 'AD', 'KD', 'AC', '0C', 'AS', '9S'];
const TENS = [['5H', 'KD', 'QS'], ['6C', '4C'], ['7D', 'AD'], ['8S', '2C'], ['9C', '6H'], ['2H', '0C'], ['3D', 'JD']];
const UNCLEAR = SEED_LINE.replace('8D', 'UU').replace('9C', '8D');
const OTHER_TABLE = SEED_LINE.replace('5S,5H', '0S,2H').replace('KS', 'QD');

// The buttons of a table's first line.
const TOP = { rules: 2, share: 3, history: 4, settings: 5 };
const top = (name) => async (page) => page.click(`.top button:nth-of-type(${TOP[name]})`);

const settled = (page) => page.waitForSelector('#sheet[open]:not(.fresh)');

/** Doppelkopf in each of its phases. */
async function doppelkopf(plain) {
	const deal = async () => {
		const { id } = await plain.create({ game: 'doppelkopf', rules: { mandatory_soli: 0, games: 4 } });
		await plain.send('POST', `/v1/sessions/${id}/snapshots?wait=false`, { hand: DOKO_HAND, dealer: 3 });
		return id;
	};
	const move = (id, body) => plain.send('POST', `/v1/sessions/${id}/moves?wait=false`, body);
	const healthy = async () => {
		const id = await deal();
		for (const seat of [0, 1, 2, 3]) {
			await move(id, { seat, reservation: 'none' });
		}
		return id;
	};
	const others = await healthy();
	await move(others, { seat: 0, card: 'AC' });
	const over = await healthy();
	for (let now = await plain.session(over); now.table.phase === 'playing'; now = await plain.session(over)) {
		const { seat, card } = now.moves.filter(({ kind }) => kind === 'play').at(-1);
		await move(over, { seat, card });
	}
	const empty = (await plain.create({ game: 'doppelkopf' })).id;
	return { empty, reservations: await deal(), own: await healthy(), others, over };
}

/** Klondike as the camera sees it well, badly, and not at all. */
async function klondike(api) {
	const begun = async () => (await api.begun({ strategy: 'search', name: NAME })).id;
	const seen = async (...lines) => {
		const id = await begun();
		for (const line of lines) {
			await api.line(id, line);
		}
		return id;
	};
	const won = await almostWon(api);
	await win(api, won);
	return {
		empty: (await api.create()).id, first: await begun(), middle: await middleGame(api, { name: NAME }), looking: await seen(UNCLEAR),
		conflict: await seen(SEED_LINE.replace('8D', '8H')), other: await seen(OTHER_TABLE),
		asking: (await asking(api, {})).id, won, lost: (await loseOne(api, {})).id,
		careless: (await careless(api, { game: 'klondike', name: NAME })).id,
	};
}

/** A table of a daemon that asks for tokens, with the token of one role. */
async function tokened(after, role) {
	const daemon = await startDaemon(after, { args: ['--auth', 'token', '--admin-token', ADMIN] });
	const bearer = (token) => ({ authorization: `Bearer ${token}` });
	const api = new Api(daemon);
	const { body: { id, tokens } } = await api.post('/v1/sessions', { game: 'klondike', strategy: 'heuristic' }, { headers: bearer(ADMIN) });
	await api.send('POST', `/v1/sessions/${id}/snapshots`, { text: SEED_LINE, headers: bearer(tokens.camera) });
	return `${daemon.url}/s/${id}#token=${tokens[role]}`;
}
const watched = (after) => tokened(after, 'companion');
const owned = (after) => tokened(after, 'owner');

const hasAdvice = (page) => until(page, () => document.querySelector('.worth .number')?.textContent.endsWith('%'));
const why = async (page) => {
	await hasAdvice(page);
	await page.click('button.worth');
	await page.waitForSelector('#sheet[open]:not(.fresh) .sheet-why li');
};

// Practice tables as their players find them: without advice, then with the hint that was asked for.
const PRACTICE = {
	klondike: {}, freecell: {}, 'ten-twenty-thirty': {}, doppelkopf: { strategy: 'tree' }, 'take-away': { rules: { groups: [3, 4, 6], first: 'user' } },
};

const askHint = async (page) => {
	await takesTap(page);
	await page.click('.thumb .main');
	await page.waitForSelector('.thumb .main > span');
	await takesTap(page);
};

/** The form of a practice table with a deck that is none. */
async function wrongDeal(page, game) {
	await page.click(`[data-variants=${game}]`);
	await settled(page);
	await page.check('#sheet [name=program]');
	await page.click('#sheet details.rules summary');
	await page.fill('#given-deck', 'AS KH 10D 2C');
	await page.click('#sheet form .main');
	await page.waitForSelector('#given-deck-wrong');
	await page.$eval('#sheet details.rules', (one) => one.scrollIntoView());
}

/** The image of a result, instead of the share dialog of a phone. */
async function showPicture(page) {
	await page.waitForSelector('.ending .decisive');
	await page.evaluate(() => {
		navigator.canShare = () => true;
		navigator.share = async ({ files: [file] }) => {
			const image = await createImageBitmap(file);
			const { width, height } = image;
			const picture = Object.assign(document.createElement('canvas'), { width, height, className: 'shared-picture', role: 'img', ariaLabel: file.name });
			picture.getContext('2d').drawImage(image, 0, 0);
			Object.assign(picture.style, { position: 'fixed', inset: 0, margin: 'auto', maxWidth: '100%', maxHeight: '100%' });
			const dialog = Object.assign(document.createElement('dialog'), { ariaLabel: file.name });
			dialog.append(picture);
			document.body.append(dialog);
			dialog.showModal();
		};
	});
	await page.click('.result-buttons button');
	await page.waitForSelector('.shared-picture');
}

const PLAYED_SLOWLY = 2; // of the slider's paces

/** A game that plays itself, paused in its middle. */
async function autoplay(page, game) {
	await page.selectOption('form select >> nth=0', game);
	await page.fill('.autoplay input[type=range]', String(PLAYED_SLOWLY));
	await page.click('form .main');
	await page.waitForSelector('.replay .stage mk-card');
	await page.click('.autoplay .controls button >> nth=0');
	await page.$eval('.replay', (one) => one.scrollIntoView({ block: 'center' }));
}

/** Waits until so many games are noted on the phone, each with its review. */
const areNoted = (page, wanted) => until(page, (count) => {
	const games = JSON.parse(localStorage.getItem('makker-games') ?? '[]');
	return games.length === count && games.every(({ choices }) => choices);
}, wanted);

/** Many games without the table, to their end. */
async function playAll(page) {
	await page.selectOption('form select >> nth=0', 'ten-twenty-thirty');
	await page.fill('form input[type=number] >> nth=0', '400');
	await page.$eval('.autoplay input[type=range]', (range) => { range.value = range.max; range.dispatchEvent(new Event('input', { bubbles: true })); });
	await page.click('form .main');
	await page.waitForSelector('.run[data-status=finished] .curve >> nth=0');
	await page.$eval('.run', (one) => one.scrollIntoView());
}

/** All states: {name, url, ready, steps, faults}. `ready` is a selector, `steps` leads from there; `faults`: complaints that belong to it. */
export async function prepare(after) {
	const none = await startDaemon(after);
	const daemon = await startDaemon(after);
	const api = new Api(daemon);
	const plain = new Plain(daemon);
	const table = await klondike(api);
	const doko = await doppelkopf(plain);
	const tens = (await plain.create({ game: 'ten-twenty-thirty' })).id;
	await plain.send('POST', `/v1/sessions/${tens}/snapshots`, { columns: TENS, deck_left: 52 - TENS.flat().length });
	const freecell = (await plain.create({ game: 'freecell', rules: { deal: 1 } })).id;
	const freecellPlayed = (await careless(api, { game: 'freecell', seed: 5 }, { most: 14 })).id;
	const takeAway = (await plain.create({ game: 'take-away', rules: { groups: [3, 4, 6] } })).id;
	const waiting = Object.fromEntries(await Promise.all(['freecell', 'take-away', 'ten-twenty-thirty']
		.map(async (game) => [game, (await plain.create({ game })).id])));
	const proxy = await new Proxy(daemon).start();
	after(() => proxy.finish());

	const practice = Object.fromEntries(await Promise.all(Object.entries(PRACTICE).map(async ([game, fields]) => [game, (await plain.create({ game, cards: 'program', seed: 7, ...fields })).id])));
	const lostTens = (await careless(api, { game: 'ten-twenty-thirty' })).id;
	const second = (await careless(api, { game: 'klondike', seed: 4 })).id;

	const start = (name, steps) => ({ name, url: `${daemon.url}/`, ready: '.tile', steps });
	const at = (name, id, ready, steps) => ({ name, url: `${daemon.url}/s/${id}`, ready, steps });
	const main = '.thumb .main';
	return [
		{ name: 'start-empty', url: `${none.url}/`, ready: '.tile' },
		start('start-tables'),
		...['klondike', 'doppelkopf', 'ten-twenty-thirty', 'freecell', 'take-away'].flatMap((game) => [
			start(`variants-${game}`, async (page) => { await page.click(`[data-variants=${game}]`); await settled(page); }),
			start(`own-rules-${game}`, async (page) => {
				await page.click(`[data-variants=${game}]`);
				await settled(page);
				await page.click('#sheet details.rules summary');
				await page.$eval('#sheet details.rules', (one) => one.scrollIntoView());
			}),
			start(`rules-${game}`, async (page) => {
				await page.click(`.tile:has([data-game=${game}]) button:has(svg) >> nth=0`);
				await page.waitForSelector('mk-rules:not([aria-busy]) .of-aim');
			}),
		]),
		start('start-settings', async (page) => { await page.click('.top button:last-child'); await settled(page); }),
		start('rename', async (page) => { await page.click('.tables .plain >> nth=0'); await settled(page); }),
		{ name: 'statistics', url: `${daemon.url}/#statistics`, ready: 'form select' },
		{ name: 'autoplay', url: `${daemon.url}/#statistics`, ready: 'form select', steps: (page) => autoplay(page, 'klondike') },
		{ name: 'autoplay-freecell', url: `${daemon.url}/#statistics`, ready: 'form select', steps: (page) => autoplay(page, 'freecell') },
		{ name: 'autoplay-finished', url: `${daemon.url}/#statistics`, ready: 'form select', steps: playAll },
		at('choices', table.careless, '.ending', async (page) => { // two games of this phone, with the cost of their choices
			await areNoted(page, 1);
			await page.goto(`${daemon.url}/s/${second}`);
			await areNoted(page, 2);
			await page.goto(`${daemon.url}/#statistics`);
			await page.waitForSelector('.own .costs');
			await page.$eval('.own', (one) => one.scrollIntoView());
		}),
		at('klondike-empty', table.empty, '.pad'),
		at('klondike-entry', table.empty, '.pad', async (page) => {
			for (const card of ENTERED) {
				await page.click(`.pad [data-card="${card}"]`);
			}
		}),
		at('klondike-first', table.first, main, hasAdvice),
		at('klondike', table.middle, main, hasAdvice),
		at('klondike-editing', table.middle, main, async (page) => { await hasAdvice(page); await page.click('.thumb button:last-child'); }),
		at('klondike-other-move', table.middle, main, async (page) => {
			await hasAdvice(page);
			await page.click('.move >> nth=1');
			await page.waitForSelector('.say.other');
		}),
		at('why', table.middle, main, why),
		at('share', table.middle, main, async (page) => { await top('share')(page); await page.waitForSelector('#sheet .qr svg path'); }),
		at('history', table.middle, main, async (page) => { await top('history')(page); await page.waitForSelector('#sheet[open] .events'); }),
		at('settings', table.middle, main, async (page) => { await top('settings')(page); await settled(page); }),
		at('looking', table.looking, '.status-line.eye'),
		at('conflict', table.conflict, '.questions'),
		at('conflict-whole-table', table.other, '.enter-table', async (page) => {
			await page.click('.enter-table');
			await page.waitForSelector('#sheet [data-place="0/0"]');
		}),
		at('question', table.asking, '.question.which'),
		at('win', table.won, '.result'),
		at('lost', table.lost, '.ending'),
		at('picture-won', table.won, '.result', showPicture),
		at('picture-reviewed', table.careless, '.result', showPicture),
		at('picture-lost', lostTens, '.result', showPicture),
		at('review-end', table.careless, '.dearest'),
		at('review', table.careless, '.dearest', async (page) => { await page.click('.dearest button'); await page.waitForSelector('.reviewed'); }),
		at('review-freecell', freecellPlayed, main, async (page) => {
			await top('history')(page);
			await page.click('#sheet[open]:not(.fresh) .sheet-history > .wide');
			await page.waitForSelector('.reviewed');
			await page.focus('.scrub input');
			await page.keyboard.press('ArrowRight');
		}),
		{
			name: 'offline', url: `${proxy.url}/s/${table.first}`, ready: '.status-line[data-link=open]', faults: /Failed to load resource|WebSocket connection/,
			steps: async (page) => { proxy.cut(); await page.waitForSelector('.cut-off'); },
			leave: () => proxy.mend(),
		},
		{ name: 'gone', url: `${daemon.url}/s/${'0'.repeat(32)}`, ready: '.status-line.lost', faults: /Failed to load resource|WebSocket connection/ },
		{ name: 'watching', url: await watched(after), ready: '.watching' },
		at('freecell-empty', waiting.freecell, main),
		at('freecell', freecell, '.generic section'),
		at('freecell-editing', freecell, main, async (page) => { await takesTap(page); await page.click('.thumb button:last-child'); await page.waitForSelector('main.editing'); }),
		at('ten-twenty-thirty-empty', waiting['ten-twenty-thirty'], '.tens-enter'),
		at('ten-twenty-thirty', tens, '.way.aimed, .tens-stock.aimed'),
		at('take-away-empty', waiting['take-away'], '.entering'),
		at('take-away', takeAway, '.take-away .group'),
		...Object.entries(practice).flatMap(([game, id]) => [at(`hint-${game}`, id, main, (page) => takesTap(page)), at(`hint-asked-${game}`, id, main, askHint)]),
		at('settings-practice', practice.klondike, main, async (page) => { await top('settings')(page); await settled(page); }),
		...['klondike', 'freecell'].map((game) => ({ ...start(`given-deal-${game}`, (page) => wrongDeal(page, game)), faults: /Failed to load resource/ })),
		{ name: 'share-owner', url: await owned(after), ready: main, faults: /Failed to load resource/, steps: async (page) => { await top('share')(page); await settled(page); } },
		{
			name: 'share-renew', url: await owned(after), ready: main, faults: /Failed to load resource/,
			steps: async (page) => { await top('share')(page); await settled(page); await page.click('[aria-describedby=renew-what]'); await page.waitForSelector('.sure'); },
		},
		at('doppelkopf-empty', doko.empty, '.doko-dealers'),
		at('doppelkopf-reservations', doko.reservations, '[data-choice]'),
		at('doppelkopf', doko.own, '.doko-own svg'),
		at('doppelkopf-others', doko.others, '.doko-possible'),
		at('doppelkopf-names', doko.own, '.doko-own svg', async (page) => { await page.click('.doko-names'); await settled(page); }),
		at('doppelkopf-score', doko.over, '.doko-score', (page) => page.$eval('.doko-score', (one) => one.scrollIntoView({ block: 'center' }))),
	];
}
