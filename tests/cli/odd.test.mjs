// Odd input of all kinds to every command, for every game: it is refused or answered, and nothing crashes.
//
// MAKKER_ODD (60) is the number of generated tables of each game besides the fixed ones. Each game gets one of MAKKER_ODD_SHARES (1)
// shares of the rows, so that with no more shares than games every row is still tried.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lab, makker } from './makker.mjs';

const GENERATED = Number(process.env.MAKKER_ODD ?? 60);
const SHARES = Number(process.env.MAKKER_ODD_SHARES ?? 1);
const AT_ONCE = 3;
const EVERYBODYS = ['-g', '-l', '-n', '-S', '--nodes', '-T'];
const NOBODY_LISTENS = 'http://127.0.0.1:1';

const folder = mkdtempSync(join(tmpdir(), 'makker-odd-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const games = (await makker(['games', '--language', 'en'])).stdout.split('\n')
	.map((line) => /^([a-z-]+): /.exec(line)?.[1]).filter(Boolean);

/** Asserts a regular exit with one of the exit codes, a message with each rejection, and no finding of a sanitizer. */
function assertFine({ code, stdout, stderr }, what) {
	assert.ok([0, 1, 2].includes(code), `${what}: ended with ${code}\n${stdout.slice(-1000)}${stderr.slice(-3000)}`);
	assert.doesNotMatch(stderr, /Sanitizer|runtime error|\(null\)/, what);
	assert.ok(code === 0 || stderr || stdout, `${what}: status ${code} without a word`);
}

/** Runs all rows of [args, input], or their share of number `share`, a few at a time; `lab` as the first argument is makker-lab. */
async function runAll(rows, share) {
	const left = rows.filter((_, index) => share === undefined || index % SHARES === share % SHARES);
	await Promise.all(Array.from({ length: AT_ONCE }, async () => {
		while (left.length > 0) {
			const [args, input] = left.shift();
			const what = `makker ${args.map((arg) => JSON.stringify(arg.slice(0, 200))).join(' ')} < ${JSON.stringify(String(input).slice(0, 200))}`;
			assertFine(await (args[0] === 'lab' ? lab(args.slice(1), { input }) : makker(args, { input })), what);
		}
	}));
}

const LINES = [
	'', ' ', '\n', 'KS,UU', 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C', '-', ',', ',,,,,,,', ':', '|', '0', '-1', '1 2 3', '1,2,3', '3/1 4/2',
	'99999999999999999999', 'KS', 'XX', 'KSKSKS', 'KS KS KS', '--', 'ø', '\u0000', '\u001b[2J', 'a'.repeat(5000), 'KS,'.repeat(3000),
	'{', '}', '[', '"', '{"', '{}x', '\ufeff{}', 'nul', '[[[', '['.repeat(5000), '{"a":'.repeat(3000),
];
const VALUES = [null, true, 0, -1, 1e300, 4294967296, '', 'KS', 'BACK', 'EMPTY', 'x'.repeat(3000), [], [[]], {}, ['KS', 'KS'],
	Array(300).fill('KS'), Array(300).fill(null), [{}], { card: 'KS' }, [['KS'], 7, null]];
const FIELDS = ['table', 'columns', 'tableau', 'waste', 'stock', 'foundations', 'groups', 'limits', 'hand', 'trick', 'tricks', 'players',
	'turn', 'deck', 'removed', 'left', 'status', 'game', 'preset', 'rules', 'strategy', 'language', 'phase', 'cards', 'announcements',
	'camera', 'frame', 'known', 'unseen', 'draw_pile', 'contract', 'seat', 'dealt', 'reservations', 'scores'];

/** The same tables at each run. */
function* generated(count) {
	let state = 7;
	const below = (limit) => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return (state >>> 8) % limit;
	};
	const value = (depth) => (depth > 0 && below(3) === 0 ? object(depth - 1) : VALUES[below(VALUES.length)]);
	const object = (depth) => Object.fromEntries(
		Array.from({ length: 1 + below(4) }, () => [FIELDS[below(FIELDS.length)], value(depth)]));
	for (let i = 0; i < count; i++) {
		yield JSON.stringify(object(2));
	}
}

function* tables() {
	yield* LINES;
	yield* VALUES.map((value) => JSON.stringify(value));
	yield* VALUES.map((table) => JSON.stringify({ table, status: 'playing' }));
	yield* VALUES.map((rules) => JSON.stringify({ table: {}, rules }));
	yield* generated(GENERATED);
}

test('there are games to try', () => assert.ok(games.length >= 4, String(games)));

for (const [number, game] of games.entries()) {
	const isFirst = number === 0; // input that is read before the game is known is tried with one of them
	test(`${game}: any table, as a line, as JSON and as neither, is ranked or rejected`, async () => {
		const rows = [];
		for (const table of tables()) {
			rows.push([['advise', '--game', game, '--nodes', '10'], table]);
		}
		for (const table of LINES) {
			rows.push([['advise', '--game', game, '--json', '-l', 'el'], table]);
			if (!table.includes('\u0000')) {
				rows.push([['advise', '--game', game, '--nodes', '10', '--', table], '']);
			}
		}
		await runAll(rows, number);
	});

	test(`${game}: any deal, table or deck is solved or rejected`, async () => {
		const file = join(folder, `${game}.txt`);
		const rows = [...LINES, ...generated(10)].flatMap((input) => [
			[['solve', '--game', game, '--table', '--memory', '16', '--nodes', '1000'], input],
			[['solve', '--game', game, '--memory', '16', '--nodes', '1000'], input],
			[['simulate', '--game', game, '--decks', '-'], input],
			[['lab', 'verify-records', '--game', game, '-'], input],
			...(isFirst ? [input, `0\t${input}`].map((games) => [['lab', 'benchmark', 'judge', 'syvkabale', '-'], games]) : []),
		]);
		writeFileSync(file, LINES.join('\n'));
		rows.push([['simulate', '--game', game, '--deals', file], ''], [['lab', 'verify-records', '--game', game, file], ''],
			[['lab', 'benchmark', 'judge', 'klondike-3', folder], ''],
			[['lab', 'verify-records', '--game', game, folder], ''], [['simulate', '--game', game, '--deals', folder], ''],
			[['simulate', '--game', game, '--decks', folder], ''], [['solve', '--game', game, folder], '']);
		await runAll(rows, number);
	});

	test(`${game}: games with any options are played or rejected`, async () => {
		const small = ['--game', game, '-n', '2', '--nodes', '20'];
		const { stdout } = await makker(['games', '--language', 'en']);
		const part = stdout.slice(stdout.indexOf(`${game}: `)).split(/\n(?=[a-z-]+: )/)[0];
		const options = [...part.matchAll(/^ +([a-z][a-z_0-9]+) \(/gm)].map(([, name]) => name);
		const words = ['', '=', 'x', 'x=', '=x', ',', ',,,', 'a=1,a=2', '\u00ff', 'k=v'.repeat(500)];
		const rules = [...words, ...options.flatMap((name) => [name, `${name}=`, `${name}=-1`, `${name}=[]`, `${name}=true`,
			`${name}=99999999999999999999`, `${name}=unlimited`, `${name}=KS`])];
		await runAll([
			[['simulate', ...small, '--perfect-information'], ''],
			[['simulate', ...small, '--opponent', 'random'], ''],
			[['lab', 'tournament', ...small, '--compare', ','], ''],
			[['simulate', ...small, '--json', '-l', 'el'], ''],
			[['lab', 'tournament', ...small, '--calibration', '--json'], ''],
			[['lab', 'tournament', ...small, '--compare', ''], ''],
			[['lab', 'camera-test', '--game', game, '-n', '1', '-u', NOBODY_LISTENS], ''],
			[['lab', 'camera-test', '--game', game, '-n', '1', '--show', '--tracker=trusting', '-u', NOBODY_LISTENS], ''],
			[['post', '--game', game, '--new', '-u', NOBODY_LISTENS, '-'], 'KS,UU'],
			...rules.map((word) => [['simulate', ...small, '-s', 'no', '--rules', word], '']),
			...(isFirst ? rules : words).slice(0, 40).map((word) => [['advise', '--game', game, '--rules', word], 'KS']),
			...words.flatMap((word) => ['-p', '-s', ...(isFirst ? EVERYBODYS : [])].map((option) =>
				[['simulate', ...small, '-n', '1', option, word], ''])),
		], isFirst ? undefined : number);
	});
}

test('stores, files and addresses of any kind are rejected', async () => {
	const words = ['', 'x', 'sqlite:', 'memory:', 'sqlite:/', `sqlite:${folder}`, 'postgresql:', `sqlite:${folder}/\u0001`, '/dev/null', folder,
		'sqlite:/proc/self/mem', `sqlite:${'x'.repeat(5000)}`];
	const urls = ['', 'x', 'http://', 'http:///', 'unix:', 'unix:/', 'file:///etc/passwd', 'http://[', `http://${'x'.repeat(5000)}`, NOBODY_LISTENS];
	await runAll([
		...words.flatMap((word) => [[['export', '--store', word], ''], [['import', '--store', word], '{}\n'],
			[['import', '--store', word, word], '']]),
		...LINES.map((line) => [['import', '--store', 'memory:'], line]),
		...urls.flatMap((url) => [[['health', '-u', url], ''], [['show', '-u', url], ''], [['show', '-u', url, 'x/../y?#'], ''],
			[['post', '-u', url, '--session', '%00/..', '-'], 'KS']]),
		...LINES.filter((line) => !line.includes('\u0000')).map((line) => [[line], '']),
	]);
});
