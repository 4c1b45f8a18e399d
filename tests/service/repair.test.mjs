// The repair of a contradiction that one earlier misreading explains is proposed, or applied automatically.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, SEED_LINE } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const FOLLOWED = 'KS,XC,XD,XH,XS,5S,5H,QC,7H,4C,9D,8D';
// The four of clubs was really the four of spades: now it went onto the five of hearts.
const REALLY = 'KS,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,8D';

async function misread(api) {
	const { id } = await api.begun();
	await api.line(id, FOLLOWED);
	return id;
}

async function contradict(api, id, really = REALLY) {
	await api.line(id, really);
	await api.line(id, really);
	return api.line(id, really);
}

test('after some snapshots the repair is proposed, and one request applies it', async () => {
	const api = new Api(await startDaemon(after));
	const id = await misread(api);
	assert.equal((await contradict(api, id)).status, 409);
	const { body } = await api.session(id);
	const { repair } = body.observed;
	assert.deepEqual([repair.event, repair.position, repair.card, repair.was, repair.unique], [2, 4, '4S', '4C', true]);
	assert.deepEqual(repair.now, [{ position: 4, card: '4C', index: 1 }]);
	assert.equal(body.message, 'I read the four of spades as the four of clubs in column 5 one move ago. Right?');
	for (const [language, words] of Object.entries({
		da: 'Jeg læste spar fire som klør fire i kolonne 5 for et træk siden. Er det rigtigt?',
		de: 'Ich habe die Pik-Vier in Spalte 5 vor einem Zug als Kreuz-Vier gelesen. Stimmt das?',
		el: 'Διάβασα το τέσσερα μπαστούνι ως το τέσσερα σπαθί στη στήλη 5 πριν από μία κίνηση. Σωστά;',
	})) {
		const answer = await api.get(`/v1/sessions/${id}?language=${language}`, { headers: { accept: 'text/plain' } });
		assert.equal(answer.text.trim(), words);
	}
	assert.equal((await api.correct(id, repair)).status, 200);
	const mended = (await api.line(id, REALLY)).body;
	assert.equal(mended.sync, 'in_sync');
	assert.deepEqual(mended.table.columns[1].cards, ['5H', '4S']);
});

test('a completely occluded snapshot raises no question, and the repair is proposed as before', async () => {
	const api = new Api(await startDaemon(after));
	const id = await misread(api);
	await api.line(id, REALLY);
	for (let times = 0; times < 2; times++) {
		const { status, body } = await api.line(id, Array(12).fill('UU').join());

		assert.deepEqual([status, body.sync, body.observed.explanation], [200, 'looking', 'look_again']);
		assert.match(body.message, /^I can't read several piles\./);
		assert.deepEqual(body.observed.asks.flatMap(({ cards }) => cards), []);
		assert.deepEqual(body.observed.doubts, []);
	}
	await api.line(id, REALLY);
	assert.equal((await api.line(id, REALLY)).status, 409);
	assert.equal((await api.session(id)).body.observed.repair.card, '4S');
});

test('a proposed repair stays while the same snapshot is repeated, until it is answered', async () => {
	const api = new Api(await startDaemon(after));
	const { id } = await api.begun();
	await api.line(id, SEED_LINE.replace('KS', '2D')); // it was the four of spades, which then went onto the five of hearts
	for (let pictures = 1; pictures <= 12; pictures++) {
		assert.equal((await api.line(id, SEED_LINE.replace('5S,5H', '5S,4S'))).status, 409, `picture ${pictures}`);
	}
	const { body: { version, observed: { repair } } } = await api.session(id);
	assert.deepEqual([version, repair.event, repair.card, repair.was], [2, 2, '4S', '2D']);
	await api.correct(id, repair);
	const { body } = await api.line(id, SEED_LINE.replace('5S,5H', '5S,4S'));
	assert.equal(body.sync, 'in_sync');
	assert.deepEqual([body.table.columns[1].cards, body.table.draw_pile.cards], [['5H', '4S'], ['KS']]);
});

test('the age of the misreading is spelled out next to the number of the column', async () => {
	const api = new Api(await startDaemon(after));
	const id = await misread(api);
	for (const revealed of ['3H', '2H', '3D']) {
		await api.move(id, { type: 5, revealed });
	}
	await contradict(api, id, REALLY.replace('KS', '3D'));
	for (const [language, words] of Object.entries({
		en: 'I read the four of spades as the four of clubs in column 5 four moves ago. Right?',
		da: 'Jeg læste spar fire som klør fire i kolonne 5 for fire træk siden. Er det rigtigt?',
		de: 'Ich habe die Pik-Vier in Spalte 5 vor vier Zügen als Kreuz-Vier gelesen. Stimmt das?',
		el: 'Διάβασα το τέσσερα μπαστούνι ως το τέσσερα σπαθί στη στήλη 5 πριν από τέσσερις κινήσεις. Σωστά;',
	})) {
		const answer = await api.get(`/v1/sessions/${id}?language=${language}`, { headers: { accept: 'text/plain' } });
		assert.equal(answer.text.trim(), words);
	}
});

test('with auto_repair a unique repair is applied automatically', async () => {
	const api = new Api(await startDaemon(after, { args: ['--auto-repair'] }));
	const id = await misread(api);
	assert.equal((await contradict(api, id)).status, 200);
	const mended = (await api.line(id, REALLY)).body;
	assert.equal(mended.sync, 'in_sync');
	assert.deepEqual(mended.table.columns[1].cards, ['5H', '4S']);
	assert.ok((await api.history(id)).body.events.some(({ kind }) => kind === 'correction'));
});
