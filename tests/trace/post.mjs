// The functions that a snapshot POST passes (token, SQLite, search, websocket): see tests/trace-post.
//
//     node tests/trace/post.mjs PROGRAM RECORDER.so [--calls]
//
// PROGRAM is built with MODE=trace. Five POSTs are recorded; timers and other work that comes by chance is in some of
// them only, so the functions that count are those of all five. `--calls` prints the first POST call by call.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

const [program, recorder, option] = process.argv.slice(2);
const ROUNDS = 5;
const SIGNAL = 42; // of record.c
const FIRST = '2H,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C';
const SECOND = 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C'; // the next card of the stock
const ADMIN = 'an-administrator-of-the-trace';

/** The table of the pipeline, from its source. */
const STAGES = new Set(readFileSync('src/api/pipeline/pipeline.c', 'utf8')
	.match(/stages\[\] = \{([^}]*)\}/)[1].match(/\w+/g));

const folder = mkdtempSync(join(tmpdir(), 'makker-trace-'));
const recorded = join(folder, 'calls');
const daemon = spawn(program, ['--listen', '127.0.0.1:0', '--store', `sqlite:${folder}/trace.db`, '--auth', 'token', '--admin-token', ADMIN,
	'--log-level', 'warn'], {
	env: { ...process.env, LD_PRELOAD: recorder, MAKKER_TRACE: recorded },
	stdio: ['ignore', 'pipe', 'inherit'],
});

async function post(address, path, token, body, type) {
	const answer = await fetch(address + path, {
		method: 'POST', body, headers: { authorization: `Bearer ${token}`, 'content-type': type },
	});
	const text = await answer.text();
	if (!answer.ok) {
		throw new Error(`${path}: ${answer.status} ${text}`);
	}
	return JSON.parse(text);
}

/** The lines "thread function" of one POST, from before it is sent until the subscriber has its final advice. */
async function record(address) {
	const { id, tokens } = await post(address, '/v1/sessions', ADMIN, '{"game":"klondike"}', 'application/json');
	const socket = new WebSocket(`${address.replace('http', 'ws')}/v1/sessions/${id}/events`,
		['makker', `makker.bearer.${tokens.companion}`]);
	const snapshots = `/v1/sessions/${id}/snapshots?budget_ms=20&typed=true`;
	await once(socket, 'open');
	await post(address, snapshots, tokens.camera, FIRST, 'text/plain');
	await sleep(50);
	const notified = new Promise((resolve) => socket.on('message', (data) => {
		const { event, advice, session } = JSON.parse(data);
		if (event === 'advice' ? advice.final : session?.version === 2 && session.advice.final) {
			resolve();
		}
	}));
	process.kill(daemon.pid, SIGNAL);
	await sleep(20);
	await Promise.all([notified, post(address, snapshots, tokens.camera, SECOND, 'text/plain')]);
	await sleep(20);
	process.kill(daemon.pid, SIGNAL);
	while (!existsSync(recorded)) {
		await sleep(5);
	}
	await sleep(20);
	const lines = readFileSync(recorded, 'utf8').trim().split('\n');
	rmSync(recorded);
	socket.close();
	return lines;
}

/** Maps each address to { name, file } of the source. */
function resolve(addresses) {
	const text = execFileSync('addr2line', ['-f', '-e', program, ...addresses], { encoding: 'utf8', maxBuffer: 1 << 26 });
	const lines = text.trim().split('\n');
	return new Map(addresses.map((address, i) => [address, {
		name: lines[2 * i],
		file: lines[2 * i + 1].replace(/^.*\/src\//, '').replace(/:.*/, ''),
	}]));
}

/** Prints what the rounds have in common. */
function report(rounds) {
	const passed = rounds.map((lines) => new Set(lines.map((line) => line.split(' ')[1])));
	const common = [...passed[0]].filter((address) => passed.every((set) => set.has(address)));
	const first = rounds[0].map((line) => line.split(' ')).filter(([, address]) => common.includes(address));
	const sources = resolve([...new Set(first.flatMap(([, address, caller]) => [address, caller]))]);
	const calls = first.map(([thread, address, caller]) => ({ thread, ...sources.get(address), from: sources.get(caller).file }));
	const crossing = new Set(calls.filter(({ file, from }) => file !== from).map(({ file, name }) => `${file} ${name}`));
	const files = [...new Set(calls.map(({ file }) => file))].sort();
	const lookups = calls.filter(({ name }) => name === 'cached_session_acquire').length;
	const stages = calls.filter(({ file }) => file.startsWith('api/')).map(({ name }) => name).filter((name) => STAGES.has(name));
	if (option === '--calls') {
		calls.forEach(({ thread, name, file }) => console.log(`${Number.parseInt(thread, 16)}  ${file}  ${name}`));
	}
	for (const file of files) {
		const names = [...new Set(calls.filter((call) => call.file === file).map(({ name }) => name))];
		console.log(`${file}: ${names.join(' ')}`);
	}
	console.log(`stages: ${stages.join(' ')}`);
	console.log(`functions ${common.length}, of them entered from another file ${crossing.size}; files ${files.length}; `
		+ `session look-ups ${lookups}; stages ${stages.length}, passed more than once ${stages.length - new Set(stages).size}`);
}

try {
	const [first] = await once(daemon.stdout.setEncoding('utf8'), 'data');
	const address = first.match(/http:\/\/[0-9.:]+/)[0];
	const rounds = [];
	for (let i = 0; i < ROUNDS; i++) {
		rounds.push(await record(address));
	}
	report(rounds);
} finally {
	daemon.kill('SIGTERM');
	await once(daemon, 'close');
	rmSync(folder, { recursive: true, force: true });
}
