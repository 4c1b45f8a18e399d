// The phone as the camera: rendered photographs before Chromium's camera, `makker-camera serve`, a real daemon, the companion page.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PATIENCE_MS, SHOTS, device, startBrowser, until } from '../companion/browser.mjs';
import { Table } from '../companion/table.mjs';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { freePort } from '../service/free_port.mjs';
import { scannedInTerminal } from '../service/qr.mjs';

const CLIENT = fileURLToPath(new URL('../../clients/camera/', import.meta.url));
const LEARNED = fileURLToPath(new URL('makker.npz', import.meta.url));
const run = promisify(execFile);

const column = (backs, ...cards) => ({ backs, run: cards });
const DEAL = [column(0, '5S'), column(1, '5H'), column(2, 'QC'), column(3, '7H'), column(4, '8D'), column(5, '9D'), column(6, '9C')];
const APART = 500_000_009; // a seed whose columns do not touch without a mat
const MOVED = [...DEAL.slice(0, 4), column(3, 'QH'), DEAL[5], column(6, '9C', '8D')];

const browser = await startBrowser(after);
const daemon = await startDaemon(after);
const api = new Api(daemon);
const folder = mkdtempSync(join(tmpdir(), 'makker-serve-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const environment = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', XDG_DATA_HOME: folder };

/** A photograph of a table, as base64. Without a mat the seed is also that of the places and of the camera. */
async function photographed(scene, seed, conditions = 'plain') {
	writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
	await run(join(CLIENT, 'makker-render'), [folder, '--table', join(folder, 'scene.json'), '--seed', `${seed}`, '--conditions', conditions],
		{ env: environment, timeout: 120_000 });
	return readFileSync(join(folder, `${seed}.jpg`)).toString('base64');
}

/** `makker-camera serve` with its address, and a folder of its own for what it keeps; it is stopped after the test. */
const serve = (t, ...more) => serveFrom(mkdtempSync(join(folder, 'home-')), t, ...more);

async function serveFrom(home, t, ...more) {
	const deck = more.includes('freecell') ? [] : ['--deck', LEARNED]; // the network reads cards that lie beneath others better
	const child = spawn(join(CLIENT, 'makker-camera'), ['serve', '--listen', '127.0.0.1:0', ...deck, ...more],
		{ env: { ...environment, XDG_DATA_HOME: home, PYTHONUNBUFFERED: '1' }, stdio: ['ignore', 'pipe', 'pipe'] });
	const lines = [];
	let ended = false;
	const exited = once(child, 'exit').then((how) => { ended = true; return how; });
	child.stderr.on('data', (text) => lines.push(String(text)));
	t.after(async () => {
		child.kill('SIGTERM');
		await exited;
	});
	const url = await new Promise((found, failed) => {
		createInterface({ input: child.stdout }).on('line', (line) => {
			lines.push(line);
			const at = /https?:\S+#key=\S+/.exec(line);
			at && found(at[0]);
		});
		exited.then(() => failed(new Error(lines.join('\n'))));
	});
	return { url, home, lines, child, exited, isRunning: () => !ended };
}

/** A page whose camera shows what `show(jpeg)` puts before it. */
async function phoneAt(browser, url, { init = () => {}, ...options }) {
	const phone = await device(browser, options);
	await phone.page.addInitScript(init);
	await phone.page.addInitScript(() => {
		const canvas = document.createElement('canvas');
		const context = canvas.getContext('2d');
		let bitmap;
		window.showPicture = async (base64) => {
			const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
			bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
			[canvas.width, canvas.height] = [bitmap.width, bitmap.height];
		};
		setInterval(() => bitmap && context.drawImage(bitmap, 0, 0), 100);
		navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
	});
	await phone.page.goto(url);
	return { ...phone, show: (jpeg) => phone.page.evaluate((base64) => window.showPicture(base64), jpeg) };
}

/** The newest session, as soon as the page shows its suggestion: which move that is depends on how far a search comes. */
async function advised(page, before) {
	for (const end = Date.now() + PATIENCE_MS; ; await sleep(200)) {
		const { sessions: [newest] } = (await api.get('/v1/sessions?limit=1')).body;
		const session = newest && (await api.session(newest.id)).body;
		const shown = await page.evaluate(() => document.getElementById('advice').textContent);
		if (session?.suggestion && session.version !== before && shown === session.suggestion.instruction) {
			return session;
		}
		assert.ok(Date.now() < end, `${shown} / ${await page.evaluate(() => document.getElementById("notes").textContent)}: ${JSON.stringify(session)}`);
	}
}

/** Pixels of the arrow's colour on the overlay. */
const arrowPixels = (page) => page.evaluate(() => {
	const canvas = document.getElementById('overlay');
	const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
	let count = 0;
	for (let i = 0; i < data.length; i += 4) {
		count += data[i] > 240 && data[i + 1] > 210 && data[i + 2] < 110 && data[i + 3] > 200;
	}
	return count;
});

test('a phone above the table shows the move over the real cards, and the daemon knows the table', async (t) => {
	const service = await serve(t, '--url', daemon.url);
	const phone = await phoneAt(browser, service.url, { locale: 'da' });
	await phone.show(await photographed({ columns: DEAL, draw_pile: '3D' }, 100));
	await phone.page.getByRole('button', { name: 'Start kameraet' }).click();

	const dealt = await advised(phone.page);
	const { id } = dealt;
	assert.ok(await arrowPixels(phone.page) > 200);
	assert.deepEqual(dealt.table.columns.map(({ cards }) => cards), DEAL.map(({ run: cards }) => cards));
	assert.equal(dealt.language, 'da');
	await phone.page.screenshot({ path: join(SHOTS, 'camera-phone-da.png') });

	await phone.show(await photographed({ columns: MOVED, draw_pile: '3D' }, 104));
	await advised(phone.page, dealt.version);
	const companion = await device(browser);
	const table = await new Table(companion, daemon).open(id);
	const moved = (await api.session(id)).body;
	assert.deepEqual(moved.table.columns.map(({ cards }) => cards), MOVED.map(({ run: cards }) => cards), service.lines.join('\n'));
	await table.shows(moved);
	assert.ok(service.isRunning());
	assert.deepEqual(readdirSync(folder, { recursive: true }).filter((name) => /-\d+\.jpg$/.test(name)), [], 'pictures are not kept');
	await companion.finish();
	await phone.finish();
});

/** Number 617 of the numbered deals. */
const NUMBERED = ['7D 0D 0H KD 4C 4S JD', 'AD 7S QC 5H QS 0S KS', '5C QD 3H 9S 9C 2H KC', '3S AC 9D 3C 9H 5D 4H',
	'5S 6D 6S 8S 7C JC', '8C 8H 8D 7H 6H 6C', '2D AS 3D 4D 2C JH', 'AH KH 0C JS 2S QH'].map((cards) => cards.split(' '));
const NONE = ['XX', 'XX', 'XX', 'XX'];
const freecell = (columns, cells = NONE) => ({ game: 'freecell', columns, cells });

test('FreeCell is followed card by card, a card in a hand is missed, and the arrow ends at a cell that is empty', async (t) => {
	const service = await serve(t, '--url', daemon.url, '--game', 'freecell');
	const phone = await phoneAt(browser, service.url, { locale: 'de' });
	await phone.show(await photographed(freecell(NUMBERED), 100));
	await phone.page.locator('#start').click();
	const { id, ...dealt } = await advised(phone.page);
	assert.deepEqual([dealt.game, dealt.table.columns], ['freecell', NUMBERED], service.lines.join('\n'));
	assert.ok(await arrowPixels(phone.page) > 200);
	await phone.page.screenshot({ path: join(SHOTS, 'camera-phone-freecell-de.png') });

	const lifted = [...NUMBERED.slice(0, 7), NUMBERED[7].slice(0, -1)];
	await phone.show(await photographed(freecell(lifted), 100));
	await until(phone.page, () => document.getElementById('notes').textContent.startsWith('Nicht alle 52 Karten sind zu sehen'));
	assert.equal((await api.session(id)).body.version, dealt.version);

	await phone.show(await photographed(freecell(lifted, ['XX', 'QH', 'XX', 'XX']), 100));
	await advised(phone.page, dealt.version);
	const moved = (await api.session(id)).body;
	assert.deepEqual([moved.table.columns, moved.table.cells.toSorted()], [lifted, ['QH', 'XX', 'XX', 'XX']], service.lines.join('\n'));
	assert.equal(await phone.page.evaluate(() => document.getElementById('notes').textContent), '');
	await phone.finish();
});

const adviceIs = (page, wanted) => until(page, (text) => document.getElementById('advice').textContent === text, wanted);

/** The spoken texts go to `window.spoken`. */
const recordSpeech = () => {
	window.spoken = [];
	window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
	Object.defineProperty(window, 'speechSynthesis', { value: { cancel() {}, speak: ({ text }) => window.spoken.push(text) } });
};

test('after an illegal move the page says what contradicts, without arrow and advice, until it is taken back', async (t) => {
	const service = await serve(t, '--url', daemon.url);
	const phone = await phoneAt(browser, service.url, { locale: 'de', init: recordSpeech });
	const dealt = await photographed({ columns: DEAL, draw_pile: '3D' }, 100);
	await phone.show(dealt);
	await phone.page.locator('#start').click();
	await phone.page.getByRole('button', { name: 'Rat vorlesen' }).click();
	const before = await advised(phone.page);
	assert.ok(await arrowPixels(phone.page) > 200);

	await phone.show(await photographed({ columns: [column(0, '5S', '5H'), column(0, '2D'), ...DEAL.slice(2)], draw_pile: '3D' }, 100));
	await until(phone.page, () => document.getElementById('advice').textContent.startsWith('Ich sehe Herz-Fünf in Spalte 1'));
	const contradicted = (await api.session(before.id)).body;
	assert.deepEqual([contradicted.sync, contradicted.version], ['desynced', before.version]);
	await adviceIs(phone.page, contradicted.asks?.text ?? contradicted.message);
	assert.equal(await arrowPixels(phone.page), 0);
	await phone.page.screenshot({ path: join(SHOTS, 'camera-phone-contradiction-de.png') });

	await phone.show(dealt);
	const { suggestion: { instruction } } = await advised(phone.page);
	assert.ok(await arrowPixels(phone.page) > 200);
	const spoken = await phone.page.evaluate(() => window.spoken);
	// First the advice, perhaps an earlier one than the search's.
	assert.ok(spoken.findIndex((text) => text.startsWith('Ich sehe Herz-Fünf in Spalte 1')) > 0, spoken.join('\n'));
	assert.equal(spoken.at(-1), instruction);
	await phone.finish();
});

test('a question is answered on the phone, and takes the place of the advice', async (t) => {
	const service = await serve(t, '--url', daemon.url);
	const phone = await phoneAt(browser, service.url, { locale: 'da' });
	await phone.show(await photographed({ columns: DEAL, draw_pile: '3D' }, 100));
	await phone.page.locator('#start').click();
	const { id } = await advised(phone.page);
	for (const end = Date.now() + PATIENCE_MS; (await api.session(id)).body.sync !== 'in_sync'; await sleep(200)) {
		assert.ok(Date.now() < end, service.lines.join('\n')); // the daemon expects no other picture of the phone
	}
	// Another camera shows a drawn card that it cannot read clearly.
	const waste = [{ card: 'JC', p: 0.5 }, { card: 'KC', p: 0.48 }];
	let asks = null;
	for (let frame = 1; !asks; frame++) {
		assert.ok(frame < 20);
		const snapshot = { draw_pile: waste, stock: 'BACK', columns: DEAL.map(({ run: cards }) => cards.at(-1)), camera: 'other', frame, ...(frame === 1 && { done: true }) };
		({ asks } = (await api.post(`/v1/sessions/${id}/snapshots`, snapshot)).body);
	}
	await adviceIs(phone.page, asks.text);
	assert.equal(await arrowPixels(phone.page), 0);
	const buttons = await phone.page.locator('#answers button').allTextContents();
	assert.deepEqual(buttons, asks.answers.map(({ text }) => text));
	await phone.page.screenshot({ path: join(SHOTS, 'camera-phone-question-da.png') });
	await phone.page.locator('#answers').getByRole('button', { name: 'klør konge' }).click();
	await until(phone.page, () => document.getElementById('answers').hidden);
	const answered = (await api.session(id)).body;
	assert.deepEqual(answered.table.draw_pile.cards, ['3D', 'KC']);
	assert.notEqual(await phone.page.evaluate(() => document.getElementById('advice').textContent), asks.text);
	await phone.finish();
});

test('of a session that was deleted neither advice nor arrow stays', async (t) => {
	const service = await serve(t, '--url', daemon.url);
	const phone = await phoneAt(browser, service.url, { locale: 'el' });
	await phone.show(await photographed({ columns: DEAL, draw_pile: '3D' }, 100));
	await phone.page.locator('#start').click();
	const { id } = await advised(phone.page);
	assert.equal((await api.send('DELETE', `/v1/sessions/${id}`)).status, 204);
	await until(phone.page, () => document.getElementById('notes').textContent.startsWith('Αυτό το τραπέζι δεν υπάρχει πια.'));
	assert.deepEqual([await phone.page.evaluate(() => document.getElementById('advice').textContent), await arrowPixels(phone.page)], ['', 0]);
	await phone.finish();
});

test('without a mat the arrow lies over the real cards, too', async (t) => {
	const service = await serve(t, '--url', daemon.url);
	const phone = await phoneAt(browser, service.url, { locale: 'el' });
	await phone.show(await photographed({ columns: DEAL, draw_pile: '3D' }, APART, 'felt'));
	await phone.page.locator('#start').click();
	const dealt = await advised(phone.page);
	assert.ok(await arrowPixels(phone.page) > 200);
	assert.deepEqual(dealt.table.columns.map(({ cards }) => cards), DEAL.map(({ run: cards }) => cards));
	await phone.page.screenshot({ path: join(SHOTS, 'camera-phone-felt-el.png') });

	await phone.show(await photographed({ columns: MOVED, draw_pile: '3D' }, APART, 'felt'));
	await advised(phone.page, dealt.version);
	const moved = (await api.session(dealt.id)).body;
	assert.deepEqual(moved.table.columns.map(({ cards }) => cards), MOVED.map(({ run: cards }) => cards), service.lines.join('\n'));
	await phone.finish();
});

/** As on an iPhone, which opens no websocket to a certificate that no authority has signed. */
const refuseWebsockets = () => {
	window.WebSocket = class extends EventTarget {
		static OPEN = 1;
		constructor() {
			super();
			setTimeout(() => this.dispatchEvent(new CloseEvent('close', { code: 1006 })));
		}
	};
};

test('where the browser opens no websocket, the pictures go by requests', async (t) => {
	const service = await serve(t, '--url', daemon.url);
	const phone = await phoneAt(browser, service.url, { locale: 'en', init: refuseWebsockets });
	await phone.show(await photographed({ columns: DEAL, draw_pile: '3D' }, 100));
	await phone.page.locator('#start').click();
	const { table } = await advised(phone.page);
	assert.deepEqual(table.columns.map(({ cards }) => cards), DEAL.map(({ run: cards }) => cards));
	assert.ok(await arrowPixels(phone.page) > 200);

	const second = await phoneAt(browser, service.url, { locale: 'en' });
	await until(phone.page, () => document.getElementById('notes').textContent === 'Another phone has taken over.');
	await second.finish();
	const stranger = await phoneAt(browser, service.url.replace(/key=.*/, 'key=wrong'), { locale: 'en', init: refuseWebsockets });
	await until(stranger.page, () => document.getElementById('notes').textContent.startsWith('This address is no longer valid.'));
	await stranger.finish(/403/);
	service.child.kill('SIGTERM');
	await service.exited;
	await phone.finish(/409/);
});

test('what hinders the reading is said in the language of the phone', async (t) => {
	const service = await serve(t, '--url', daemon.url);
	const black = await run('/usr/bin/python3', ['-c', 'import cv2, numpy, base64; print(base64.b64encode(cv2.imencode(".jpg", numpy.zeros((1080, 1920, 3), numpy.uint8))[1]).decode())']);
	for (const [locale, button, dark] of [['de', 'Kamera starten', 'Zu dunkel'], ['el', 'Άνοιγμα κάμερας', 'Πολύ σκοτεινά']]) {
		const phone = await phoneAt(browser, service.url, { locale });
		await phone.show(black.stdout.trim());
		await phone.page.getByRole('button', { name: button }).click();
		await until(phone.page, (wanted) => document.getElementById('notes').textContent.includes(wanted), dark);
		await phone.finish();
	}
});

test('where there is no camera, single photographs are taken', async (t) => {
	const service = await serve(t, '--url', daemon.url, '--language', 'en');
	const phone = await device(browser);
	await phone.page.addInitScript(() => { Object.defineProperty(navigator, 'mediaDevices', { value: undefined }); });
	await phone.page.goto(service.url);
	const shows = (wanted) => until(phone.page, (text) => document.getElementById('notes').textContent.startsWith(text), wanted);
	await shows('Browsers open the camera on HTTPS pages only.');
	await phone.page.locator('input[type=file]').setInputFiles({ name: 'no.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
	await shows('This picture cannot be read');
	await photographed({ columns: DEAL, draw_pile: '3D' }, 100);
	await phone.page.locator('input[type=file]').setInputFiles(join(folder, '100.jpg'));
	await shows('Reading the cards');
	const { table, language } = await advised(phone.page);
	assert.deepEqual([table.columns.map(({ cards }) => cards), language], [DEAL.map(({ run: cards }) => cards), 'en']);
	await phone.page.locator('input[type=file]').setInputFiles({ name: 'no.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
	await until(phone.page, () => document.getElementById('notes').textContent.includes('cannot be read'));
	await phone.finish();
});

test('a photograph that is taken while there is no connection is sent when there is one', async (t) => {
	const port = await freePort();
	const first = await serve(t, '--url', daemon.url, '--listen', `127.0.0.1:${port}`);
	const phone = await device(browser);
	await phone.page.addInitScript(() => { Object.defineProperty(navigator, 'mediaDevices', { value: undefined }); });
	await phone.page.goto(first.url);
	await photographed({ columns: DEAL, draw_pile: '3D' }, 100);
	first.child.kill('SIGTERM');
	await first.exited;
	const shows = (wanted) => until(phone.page, (text) => document.getElementById('notes').textContent.startsWith(text), wanted);
	await shows('No connection');
	await phone.page.locator('input[type=file]').setInputFiles(join(folder, '100.jpg'));
	await serveFrom(first.home, t, '--url', daemon.url, '--listen', `127.0.0.1:${port}`);
	await advised(phone.page);
	await phone.finish(/ERR_CONNECTION_REFUSED/);
});

test('a camera that another program takes is started again', async (t) => {
	const service = await serve(t, '--url', daemon.url);
	const phone = await phoneAt(browser, service.url, { locale: 'en' });
	await phone.show(await photographed({ columns: DEAL, draw_pile: '3D' }, 100));
	await phone.page.locator('#start').click();
	await advised(phone.page);
	await phone.page.evaluate(() => {
		const [track] = document.getElementById('video').srcObject.getVideoTracks();
		track.stop();
		track.dispatchEvent(new Event('ended'));
	});
	await until(phone.page, () => document.getElementById('notes').textContent === 'The camera was closed. Start it again.');
	await phone.page.locator('#start').click();
	await until(phone.page, () => document.getElementById('start').hidden && document.getElementById('notes').textContent === '');
	await phone.finish();
});

test('a restarted service continues the game, and begins another one with another deal', async (t) => {
	const port = await freePort();
	const args = [t, '--url', daemon.url, '--listen', `127.0.0.1:${port}`];
	const first = await serve(...args);
	const phone = await phoneAt(browser, first.url, { locale: 'en' });
	await phone.show(await photographed({ columns: DEAL, draw_pile: '3D' }, 100));
	await phone.page.locator('#start').click();
	const dealt = await advised(phone.page);
	const again = async (service, columns, draw_pile, seed) => {
		service.child.kill('SIGTERM');
		await service.exited;
		await phone.show(await photographed({ columns, draw_pile }, seed));
		return serveFrom(first.home, ...args);
	};
	const second = await again(first, MOVED, '3D', 104);
	const moved = await advised(phone.page, dealt.version);
	assert.deepEqual([moved.id, moved.table.columns.map(({ cards }) => cards)], [dealt.id, MOVED.map(({ run: cards }) => cards)]);
	const other = [column(0, 'KD'), column(1, '2C'), column(2, '7S'), column(3, 'JC'), column(4, '4H'), column(5, '6D'), column(6, '0H')];
	await again(second, other, '8S', 105);
	for (let session = moved; session.id === dealt.id; await sleep(200)) {
		session = await advised(phone.page);
	}
	assert.deepEqual((await advised(phone.page)).table.columns.map(({ cards }) => cards), other.map(({ run: cards }) => cards));
	await phone.finish(/ERR_CONNECTION_REFUSED/);
});

test('a daemon that stops in the middle of a game is said, and its return', async (t) => {
	const own = await startDaemon((done) => t.after(done), { store: `sqlite:${join(folder, 'own.db')}` });
	const service = await serve(t, '--url', own.url);
	const phone = await phoneAt(browser, service.url, { locale: 'en' });
	await phone.show(await photographed({ columns: DEAL, draw_pile: '3D' }, 100));
	await phone.page.locator('#start').click();
	await until(phone.page, () => /^(Move|Turn) /.test(document.getElementById('advice').textContent));
	const { port } = own;
	await own.stop();
	await until(phone.page, () => document.getElementById('notes').textContent.startsWith('The program is not reachable.'));
	own.args = ['--listen', `127.0.0.1:${port}`];
	await own.start();
	await until(phone.page, () => document.getElementById('notes').textContent === '');
	await phone.finish();
});

test('with --phone the page is on HTTPS, with a certificate that only its owner can read', async (t) => {
	const service = await serve(t, '--url', daemon.url, '--phone', '--host', '127.0.0.1');
	assert.match(service.url, /^https:/);
	assert.equal(scannedInTerminal(service.lines.filter((line) => /^[█▀▄ ]+$/.test(line))), service.url);
	const phone = await device(browser, { ignoreHTTPSErrors: true });
	await phone.page.goto(service.url);
	assert.equal(await phone.page.evaluate(() => isSecureContext), true);
	await phone.page.getByRole('button', { name: 'Start the camera' }).waitFor();
	for (const name of ['127.0.0.1.key', 'phone-key']) {
		assert.equal(statSync(join(service.home, 'makker-camera', name)).mode & 0o077, 0, name);
	}
	await phone.finish();
});
