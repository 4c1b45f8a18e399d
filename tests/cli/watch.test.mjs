// makker watch: whatever way the vision program writes its file, each whole snapshot arrives.

import assert from 'node:assert/strict';
import {
	closeSync, linkSync, mkdtempSync, openSync, renameSync, rmSync, unlinkSync, writeFileSync, writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ID, problem, session, startFake } from './fake.mjs';
import { makker, Program } from './makker.mjs';

const LINES = [
	'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C', 'KS,UU,UU,UU,UU,5S,5H,QC,7H,2C,9D,8D',
	'3H,UU,UU,UU,UU,5S,5H,QC,7H,2C,9D,8D', '4H,UU,UU,UU,UU,5S,5H,QC,7H,2C,9D,8D',
];

/* A file to watch, in a folder of its own, and a way to follow it. */
function scene(t, fake) {
	const folder = mkdtempSync(join(tmpdir(), 'makker-watch-'));
	const file = join(folder, 'table.txt');

	t.after(() => rmSync(folder, { recursive: true, force: true }));
	return {
		folder,
		file,
		other: join(folder, 'table.tmp'),
		watch(...args) {
			const program = new Program(['watch', file, '--session', ID, '--url', fake.url, ...args]);

			t.after(() => program.child.kill());
			return program;
		},
		rename(text) {
			writeFileSync(this.other, text);
			renameSync(this.other, file);
		},
	};
}

/* A daemon that counts. */
function counting(fields = {}) {
	let count = 0;

	return ({ method }) => {
		count += method === 'POST' ? 1 : 0;
		return { json: session({ message: `message ${count}`, ...fields }) };
	};
}

/*
 * The posted snapshots. If a writer is suspended in the middle, its file is read, and the same is posted again when it
 * is done: that is harmless and ignored here.
 */
const posted = (fake) => fake.snapshots.filter((text, i, all) => text !== all[i - 1]);

test('the content of the file at the start is posted, then every change', async (t) => {
	const fake = await startFake(t, counting());
	const { file, watch } = scene(t, fake);

	writeFileSync(file, `${LINES[0]}\n`);
	const program = watch();
	await program.until('the first message', () => program.lines().length === 1);
	writeFileSync(file, `${LINES[1]}\n`);
	await program.until('the second message', () => program.lines().length >= 2);
	assert.deepEqual(program.lines().slice(0, 2), ['message 1', 'message 2']);
	assert.deepEqual(posted(fake), [`${LINES[0]}\n`, `${LINES[1]}\n`]);
	assert.equal(program.stderr, '');
});

const WAYS = {
	'renaming into place': (place, text) => place.rename(text),
	'truncating and writing': ({ file }, text) => writeFileSync(file, text),
	'writing into the middle': ({ file }, text) => {
		const handle = openSync(file, 'r+');

		writeSync(handle, text, 0);
		closeSync(handle);
	},
	'writing without ever closing': (place, text) => {
		place.handle ??= openSync(place.file, 'r+');
		writeSync(place.handle, text, 0);
	},
	'deleting and creating': ({ file }, text) => {
		unlinkSync(file);
		writeFileSync(file, text);
	},
	'linking into place': ({ file, other }, text) => {
		rmSync(other, { force: true });
		writeFileSync(other, text);
		unlinkSync(file);
		linkSync(other, file);
	},
};

for (const [name, write] of Object.entries(WAYS)) {
	test(`${name} is noticed`, async (t) => {
		const fake = await startFake(t, counting());
		const place = scene(t, fake);

		writeFileSync(place.file, LINES[0]);
		const program = place.watch();
		for (let i = 1; i < 4; i++) {
			await program.until(`snapshot ${i}`, () => posted(fake).length === i);
			write(place, LINES[i]);
		}
		await program.until('the last message', () => posted(fake).length === 4 && program.lines().length >= 4);
		assert.deepEqual(posted(fake), LINES);
	});
}

test('a missing file is waited for', async (t) => {
	const fake = await startFake(t, counting());
	const { file, watch } = scene(t, fake);
	const program = watch();

	await program.until('the start', () => fake.requests.length === 1);
	await sleep(100);
	writeFileSync(file, LINES[0]);
	await program.until('the message', () => program.lines().length >= 1);
	assert.deepEqual(posted(fake), [LINES[0]]);
});

/* So long the half of a snapshot may lie there before it is taken for all that comes. */
const DOUBTFUL_MS = 1000;

/* Writes a half, after a while the whole; false where this machine took so long for it that the half was all there was. */
async function writeHalves(file, whole, length) {
	const begun = performance.now();

	writeFileSync(file, whole.slice(0, length));
	await sleep(150);
	writeFileSync(file, whole);
	return performance.now() - begun < DOUBTFUL_MS;
}

for (const [name, whole, length] of [
	['line', LINES[0], 20],
	['thirteenth slot', `${LINES[0]},BACK`, LINES[0].length + 3],
	['JSON', '{"draw_pile":"KS","columns":["5S","5H","QC","7H","8D","9D","9C"]}', 30],
]) {
	test(`half-written ${name} is not posted until it is complete`, async (t) => {
		const fake = await startFake(t, counting());
		let program;
		let inTime;

		do {
			const { file, watch } = scene(t, fake);

			fake.requests = [];
			program = watch();
			await program.until('the start', () => fake.requests.length === 1);
			inTime = await writeHalves(file, whole, length);
			await program.until('the message', () => program.lines().length >= 1);
			program.child.kill();
			await program.ended();
		} while (!inTime);
		assert.deepEqual(posted(fake), [whole]);
		// On a machine that took longer than the first quiet interval to write the half the program has reported that it waits.
		assert.match(program.stderr, /^(makker watch: waiting for a snapshot in .*\n)?$/);
	});
}

test('a line that stays invalid is posted in the end, and the error of the daemon is printed', async (t) => {
	const fake = await startFake(t, ({ method }) => (method === 'GET' ? { json: session() }
		: problem(400, 'a line has 12 slots')));
	const { file, watch } = scene(t, fake);

	writeFileSync(file, 'KS,UU');
	const program = watch();
	await program.until('the problem', () => program.stderr.includes('a line has 12 slots'));
	assert.deepEqual(fake.snapshots, ['KS,UU']);
	writeFileSync(file, LINES[0]);
	await program.until('the next', () => posted(fake).length === 2);
});

test('a file that is written thirty times a second is posted nevertheless', async (t) => {
	const fake = await startFake(t, counting());
	const place = scene(t, fake);

	let frame = 0;
	const camera = setInterval(() => place.rename(LINES[frame++ % LINES.length]), 33);

	try {
		const program = place.watch();

		await program.until('three messages', () => program.lines().length >= 3);
	} finally {
		clearInterval(camera);
	}
});

test('many writes in a short time are one snapshot: the last', async (t) => {
	const fake = await startFake(t, counting());
	const { file, watch } = scene(t, fake);
	const program = watch();

	await program.until('the start', () => fake.requests.length === 1);
	program.child.kill('SIGSTOP'); /* so that it sees all of them at once, on a slow machine too */
	LINES.forEach((line) => writeFileSync(file, line));
	program.child.kill('SIGCONT');
	await program.until('the message', () => program.lines().length === 1);
	await sleep(200);
	assert.deepEqual(fake.snapshots, [LINES[3]]);
});

test('other files of the folder are ignored', async (t) => {
	const fake = await startFake(t, counting());
	const { file, folder, watch } = scene(t, fake);

	writeFileSync(file, LINES[0]);
	const program = watch();
	await program.until('the message', () => program.lines().length === 1);
	writeFileSync(join(folder, 'else.txt'), LINES[1]);
	await sleep(250);
	assert.equal(fake.snapshots.length, 1);
});

test('watch ends when the game is won, unless --keep-going is given', async (t) => {
	const fake = await startFake(t, ({ method }) => ({
		json: session({ status: method === 'GET' ? 'playing' : 'won', message: 'Won!' }),
	}));
	const { file, watch } = scene(t, fake);

	writeFileSync(file, LINES[0]);
	const program = watch();
	assert.equal(await program.ended(), 0);
	assert.deepEqual(program.lines(), ['Won!']);

	const patient = watch('--keep-going');
	await patient.until('the message', () => patient.lines().length === 1);
	writeFileSync(file, LINES[1]);
	await patient.until('the next message', () => patient.lines().length >= 2);
});

test('watch ends at once if the game is already over', async (t) => {
	const fake = await startFake(t, () => ({ json: session({ status: 'lost', message: 'Lost.' }) }));
	const program = scene(t, fake).watch();

	assert.equal(await program.ended(), 0);
	assert.deepEqual(program.lines(), ['Lost.']);
});

test('a contradiction is printed, and the next snapshot is posted', async (t) => {
	let refuse = true;
	const fake = await startFake(t, ({ method }) => (method === 'POST' && refuse
		? problem(409, '8H lies under 7S') : { json: session({ message: 'fine' }) }));
	const { file, watch } = scene(t, fake);

	writeFileSync(file, LINES[0]);
	const program = watch();
	await program.until('the problem', () => program.stderr.includes('8H lies under 7S'));
	refuse = false;
	writeFileSync(file, LINES[1]);
	await program.until('the message', () => program.lines().length >= 1);
});

test('an unreachable daemon is waited for, and gets the newest snapshot', async (t) => {
	const fake = await startFake(t, counting());
	const place = scene(t, fake);

	place.rename(LINES[0]);
	const program = place.watch();
	await program.until('the first message', () => program.lines().length === 1);
	await fake.stop();
	place.rename(LINES[1]);
	await program.until('the complaint', () => program.stderr.includes('waiting for the daemon'));
	place.rename(LINES[2]);
	await fake.start(fake.port);
	await program.until('the second message', () => program.lines().length === 2);
	assert.deepEqual(fake.snapshots, [LINES[0], LINES[2]]);
	assert.equal(program.stderr.split('\n').length, 2, 'one complaint for the whole absence');
});

test('Retry-After is obeyed', async (t) => {
	let posts = 0;
	const times = [];
	const fake = await startFake(t, ({ method }) => {
		if (method === 'GET') {
			return { json: session() };
		}
		times.push(Date.now());
		posts += 1;
		return posts === 1 ? { ...problem(503, 'busy'), headers: { 'retry-after': '1' } }
			: { json: session() };
	});
	const { file, watch } = scene(t, fake);

	writeFileSync(file, LINES[0]);
	const program = watch();
	await program.until('the message', () => program.lines().length === 1);
	assert.ok(times[1] - times[0] >= 990, `${times[1] - times[0]} ms`);
});

test('watch ends with a message if the table is deleted', async (t) => {
	const fake = await startFake(t, ({ method }) => (method === 'GET' ? { json: session() }
		: problem(404, 'session not found')));
	const { file, watch } = scene(t, fake);

	writeFileSync(file, LINES[0]);
	const program = watch();
	assert.equal(await program.ended(), 1);
	assert.match(program.stderr, /session not found/);
});

test('watch ends with a message if the folder is deleted', async (t) => {
	const fake = await startFake(t, counting());
	const { file, folder, watch } = scene(t, fake);

	writeFileSync(file, LINES[0]);
	const program = watch();
	await program.until('the message', () => program.lines().length === 1);
	rmSync(folder, { recursive: true });
	assert.equal(await program.ended(), 1);
	assert.match(program.stderr, /the directory is gone/);
});

test('the message that it waits is printed once while there is no snapshot', async (t) => {
	const fake = await startFake(t, counting());
	const { file, watch } = scene(t, fake);
	const program = watch();

	await program.until('the message that it waits', () => program.stderr === `makker watch: waiting for a snapshot in ${file}\n`);
	writeFileSync(file, LINES[0]);
	await program.until('the message', () => program.lines().length === 1);
	assert.equal(program.stderr.split('\n').length, 2);
});

const REFUSED = [
	[['watch', '--new'], 2, /missing FILE/],
	[['watch', 'a', 'b', '--new'], 2, /one file at a time/],
	[['watch', 'table.txt'], 2, /either --session ID or --new is required/],
	[['watch', '.', '--new'], 1, /\. is a directory; expected a file/],
	[['watch', '/dev/null/table.txt', '--new'], 1, /\/dev\/null\/table\.txt: Not a directory/],
];

for (const [args, expected, words] of REFUSED) {
	test(`${args.join(' ').slice(0, 60)}: rejected with a message`, async () => {
		/* Port 9 (discard): a command that connects fails with another error. */
		const { code, stderr } = await makker(args, { env: { MAKKER_URL: 'http://127.0.0.1:9' } });

		assert.equal(code, expected, stderr);
		assert.match(stderr, words);
	});
}

/** Waits until so many were posted, and returns the `done` of each. */
async function doneOf(program, fake, count) {
	const posts = () => fake.requests.filter(({ method }) => method === 'POST');

	await program.until(`${count} posts`, () => posts().length >= count);
	return posts().map(({ url }) => url.includes('done=true'));
}

test('each change of the file sets `done`, also with the same text; the content at the start does not', async (t) => {
	const fake = await startFake(t, counting());
	const { file, watch } = scene(t, fake);

	writeFileSync(file, LINES[0]);
	const program = watch();
	await doneOf(program, fake, 1);
	await sleep(1500);
	writeFileSync(file, LINES[0]);
	assert.deepEqual((await doneOf(program, fake, 2)).slice(0, 2), [false, true]);
	assert.ok(fake.requests.every(({ url }) => !url.includes('typed')), 'it may be a camera\'s');
});

test('a file that is rewritten all the time does not set `done`', async (t) => {
	const fake = await startFake(t, counting());
	const { file, watch } = scene(t, fake);

	writeFileSync(file, LINES[0]);
	const program = watch('--continuous');
	await doneOf(program, fake, 1);
	writeFileSync(file, LINES[1]);
	assert.ok(!(await doneOf(program, fake, 2)).includes(true));
});

test('a snapshot whose response was lost is sent again with its idempotency key', async (t) => {
	let fails = 0;
	const fake = await startFake(t, ({ method }) => (method === 'POST' && fails-- > 0 ? problem(503, 'later') : { json: session() }));
	const { file, watch } = scene(t, fake);

	writeFileSync(file, LINES[0]);
	const program = watch();
	await doneOf(program, fake, 1);
	fails = 2;
	writeFileSync(file, LINES[1]);
	await program.until('the third try', () => fake.requests.filter(({ method }) => method === 'POST').length >= 4);
	const [first, ...others] = fake.requests.filter(({ method }) => method === 'POST').slice(1).map(({ key }) => key);
	assert.match(first, /^[0-9a-f]{32}$/);
	assert.deepEqual(others, [first, first]);
});

test('--verbose prints the reasons for each snapshot', async (t) => {
	const fake = await startFake(t, ({ method }) => ({ json: session(method === 'POST' ? { why: ['slots: KS'] } : {}) }));
	const { file, watch } = scene(t, fake);

	writeFileSync(file, LINES[0]);
	const program = watch('--verbose');
	await program.until('why', () => program.stderr.includes('slots: KS\n'));
	assert.ok(fake.requests.some(({ url }) => url.includes('explain=true')));
});
