// explain=true: the chosen explanation of a snapshot and the other hypotheses.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, asking, SEED_JSON, SEED_LINE } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const daemon = await startDaemon(after, { args: ['--log-level', 'debug'] });
const quiet = await startDaemon(after);
const api = new Api(daemon);

const AFTER_THE_MOVE = 'KS,UU,UU,UU,UU,5S,5H,QC,7H,QH,9D,8D';
const why = (lines) => lines.filter((line) => !line.startsWith('table: '));

// The first two snapshots of README.md.
const FIRST = [
	`slots: ${SEED_LINE}`,
	'concluded: first',
	...['5S', '5H', 'QC', '7H', '8D', '9D', '9C'].map((card, column) => `new card at position ${column}: ${card}`),
	'new card at position 11: KS',
	'move 1, suggested: Move the eight of diamonds from column 5 to column 7.',
	'move 2: Turn over the next card of the stock.',
];
const SECOND = [
	`slots: ${AFTER_THE_MOVE}`,
	'expected: nothing was done 25 %, the suggestion is followed 85 %',
	'explanation, odds 1, chosen: 8D 5>7, QH came up',
	'concluded: suggested_move: 8D 5>7',
	'new card at position 4: QH',
	'move 1, suggested: Turn over the next card of the stock.',
];

test('explain=true adds the reasons, and the history has the same reasons', async () => {
	const { id } = await api.create({ language: 'da' });
	const { body: { why: first } } = await api.line(id, SEED_LINE, { query: '?explain=true' });
	const { body: { why: second, table } } = await api.line(id, AFTER_THE_MOVE, { query: '?explain=true' });

	assert.deepEqual(why(first), FIRST);
	assert.deepEqual(why(second), SECOND);
	assert.deepEqual(JSON.parse(second.find((line) => line.startsWith('table: ')).slice('table: '.length)), table);
	const { body: { events } } = await api.history(id, '?explain=true');
	assert.deepEqual(why(events[0].why), FIRST);
	const [weighed, concluded] = [why(events[1].why).filter((line) => line.startsWith('explanation')), why(events[1].why).slice(-3)];
	assert.match(weighed[0], /8D 5>7, QH came up$/);
	assert.deepEqual(concluded, SECOND.slice(-3));
});

test('a page of the history with explain=true is limited to four events', async () => {
	const { id } = await api.begun();
	await api.line(id, AFTER_THE_MOVE);
	for (let steps = 0; steps < 8; steps++) {
		await api.undo(id, { steps: steps % 2 ? -1 : 1 });
	}
	const { body } = await api.history(id, '?explain=true&limit=500');

	assert.deepEqual([body.events.length, body.next], [4, 4]);
	assert.equal((await api.history(id, '?limit=500')).body.events.length, 10);
});

const missing = (lines) => Number(/each hid a move ([\d.]+) %/u.exec(lines.find((line) => line.startsWith('expected: ')))?.[1]);

test('the tracker estimates whether a missing snapshot hides a move', async () => {
	const { id } = await api.create();
	let frame = 0;
	const show = async (front, shown = 1) => {
		const seen = { ...SEED_JSON, draw_pile: front, camera: 'left', frame: ++frame };
		const { body } = await api.snapshot(id, seen, { query: '?explain=true&typed=false' });

		return shown > 1 ? show(front, shown - 1) : body.why;
	};
	await show('KS', 4);
	const shares = [];
	for (const front of ['2D', '3C', 'JS', '4H', '6S', '0C']) {
		frame++;
		shares.push(missing(await show(front)));
		await show(front, 4);
	}
	assert.ok(shares.every((share, i) => i === 0 || share > shares[i - 1]), `${shares}`);
	assert.ok(shares.at(-1) > 75, `${shares}`);
	for (let lost = 0; lost < 12; lost++) {
		frame++;
		shares.push(missing(await show('0C')));
	}
	assert.ok(shares.at(-1) < 50, `${shares}`);
});

const another = (lines) => Number(/this one shows another ([\d.]+) %/u.exec(lines.find((line) => line.startsWith('expected: ')))?.[1]);

test('the tracker estimates that the snapshot after a missing one shows one more move', async () => {
	const deal = { ...SEED_JSON, columns: ['5S', '4H', 'QC', 'JH', '8D', '9D', '9C'] };
	const after = async (columns) => {
		const { id } = await api.create();
		const show = async (seen, frame) => (await api.snapshot(id, { ...seen, camera: 'left', frame }, { query: '?explain=true&typed=false' })).body;
		for (let frame = 1; frame <= 4; frame++) {
			await show(deal, frame);
		}
		const { observed: { moves } } = await show({ ...deal, columns }, 6);
		for (let frame = 7; frame <= 9; frame++) {
			await show({ ...deal, columns }, frame);
		}
		return [moves.length, another((await show({ ...deal, columns, draw_pile: '0C' }, 11)).why)];
	};
	const [[two, often], [one, seldom]] = [await after(['4H', '6C', 'QC', 'JH', 'KD', '9D', '8D']), await after(['5S', '4H', 'QC', 'JH', 'KD', '9D', '8D'])];
	assert.deepEqual([two, one], [2, 1]);
	assert.ok(often > 1.5 * seldom, `${often} after two moves, ${seldom} after one`);
});

const ANSWERED = ['Question: ', 'Spørgsmål: ', 'Frage: ', 'Ερώτηση: '];
const RIGHTED = [
	['Corrected: eight of hearts. Event 1 had eight of diamonds.', 'Rettet: hjerter otte. Hændelse 1 havde ruder otte.',
		'Korrigiert: Herz-Acht. Ereignis 1 hatte Karo-Acht.', 'Διόρθωση: οκτώ κούπα. Το συμβάν 1 είχε οκτώ καρό.'],
	['Corrected count: /draw_pile/shuffles = 1.', 'Rettet tal: /draw_pile/shuffles = 1.', 'Korrigierte Zahl: /draw_pile/shuffles = 1.',
		'Διορθωμένος αριθμός: /draw_pile/shuffles = 1.'],
];
const CONFIRMED = ['Confirmed as read: queen of clubs.', 'Bekræftet, som det blev læst: klør dame.', 'Bestätigt, wie gelesen: Kreuz-Dame.',
	'Επιβεβαιώθηκε όπως διαβάστηκε: ντάμα σπαθί.'];

for (const [number, language] of ['en', 'da', 'de', 'el'].entries()) {
	test(`${language}: the history has answered questions and corrections`, async () => {
		const { id } = await api.begun({ language });
		await api.correct(id, { position: 4, card: '8H' });
		await api.correct(id, { position: 11, shuffles: 1 });
		const { body: { events } } = await api.history(id, '?explain=true');
		assert.deepEqual(events.slice(1).map(({ kind, why: said }) => [kind, said]), RIGHTED.map((words) => ['correction', [words[number]]]));

		const { id: doubted, asks } = await asking(api, { language });
		await api.correct(doubted, asks.answers[1].correction);
		const { body: { events: [answer] } } = await api.history(doubted, `?explain=true&after=${asks.question}`);
		assert.equal(answer.kind, 'answer');
		assert.ok(answer.why[0].startsWith(ANSWERED[number]), answer.why[0]);
		assert.ok(answer.why[0].includes(asks.text) && answer.why[0].includes(asks.answers[1].text), answer.why[0]);
		assert.ok(answer.why[1].startsWith('concluded: '), answer.why[1]);

		const { id: unsure } = await api.create({ language });
		await api.line(unsure, SEED_LINE, { query: '?typed=false' });
		await api.correct(unsure, { position: 2, card: 'QC' });
		const { body: { events: [confirmed] } } = await api.history(unsure, '?explain=true&after=1');
		assert.equal(confirmed.why[0], CONFIRMED[number]);
	});
}

test('a response has no `why` without `explain`', async () => {
	const { id } = await api.create();
	const { body } = await api.line(id, SEED_LINE);

	assert.equal(body.why, undefined);
	assert.equal((await api.history(id)).body.events[0].why, undefined);
	assert.equal((await api.line(id, SEED_LINE, { query: '?explain=maybe' })).status, 400);
});

test('a rejection has its reasons and the hypotheses that were scored', async () => {
	const { id } = await api.begun();
	const answer = await api.line(id, SEED_LINE.replace('8D', '8H'), { query: '?explain=true' });

	assert.equal(answer.status, 409);
	const lines = why(answer.body.why);
	assert.ok(lines.includes('no explanation within so few moves'), answer.text);
	assert.ok(lines.includes('concluded: contradiction'));
	assert.ok(lines.some((line) => line.startsWith('refused: ') && line.includes('eight of hearts')), answer.text);
});

test('the reasons name a reached limit of moves between columns', async () => {
	const { id } = await api.begun({ rules: { max_column_to_column: 1 } });
	const { body } = await api.line(id, AFTER_THE_MOVE, { query: '?explain=true' });

	assert.ok(body.why.includes('max column-to-column reached'), body.why.join('\n'));
});

test('the reasons for an unclear snapshot say that no explanation is accepted', async () => {
	const { id } = await api.begun();
	const { body } = await api.line(id, SEED_LINE.replace('8D', 'UU').replace('9C', '8D'), { query: '?explain=true&typed=false' });

	assert.equal(body.sync, 'looking');
	assert.ok(body.why.includes('no explanation is accepted: another snapshot is needed'), body.why.join('\n'));
});

test('log_level=debug logs the same lines, and other levels none', async () => {
	const { id } = await api.begun();
	await new Api(quiet).begun();
	const mine = () => daemon.output.split('\n').filter((line) => line.includes('level=debug') && line.includes(id));
	for (let i = 0; i < 50 && mine().length < FIRST.length + 1; i++) {
		await new Promise((then) => { setTimeout(then, 100); });
	}

	assert.equal(mine().length, FIRST.length + 1);
	assert.ok(mine()[0].includes(`why="slots: ${SEED_LINE}"`), mine()[0]);
	assert.ok(!quiet.output.includes('why='));
});
