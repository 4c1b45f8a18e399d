// Cost of an idle cached session: resident bytes of the daemon after
// many were asked for and had a picture posted to them, less those before, for each.
// `node tests/bench/idle_connections.mjs [sessions]`

import { readFileSync } from 'node:fs';
import { JSON_TYPE } from '../service/api.mjs';
import { agentOf, request } from '../service/client.mjs';
import { Daemon } from '../service/daemon.mjs';
import { filledStore, temporaryFolder } from './stores.mjs';

const [sessions = '100000'] = process.argv.slice(2);
const EVENTS = 40;
const AT_ONCE = 16;
const UNCLEAR = JSON.stringify({ draw_pile: 'UU', columns: Array(7).fill('UU'), camera: 'left', frame: 1000 });

const store = await filledStore(temporaryFolder(), sessions, EVENTS);
const daemon = await new Daemon({ store, args: ['--session-cache-size', '1000000'] }).start();
const agent = agentOf(AT_ONCE);

async function ask(path, options) {
	const { status, text } = await request(daemon.url + path, { agent, ...options });
	if (status !== 200) {
		throw new Error(`${path}: ${text}`);
	}
	return text;
}

/** The bytes of the process that are in memory. */
const resident = () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${daemon.child.pid}/status`, 'utf8'))[1]) * 1024;

async function allIds() {
	const ids = [];
	for (let next = ''; next !== null;) {
		const page = JSON.parse(await ask(`/v1/sessions?limit=100${next && `&after=${next}`}`));
		ids.push(...page.sessions);
		next = page.next;
	}
	return ids;
}

/** Loads it; a camera's picture says nothing of it, and is kept. */
async function use({ id, game }) {
	await ask(`/v1/sessions/${id}?fields=version`);
	if (game === 'klondike') {
		await ask(`/v1/sessions/${id}/snapshots?budget_ms=0&fields=version`, { method: 'POST', headers: JSON_TYPE, body: UNCLEAR });
	}
}

const all = await allIds();
const before = resident();
const waiting = [...all];
await Promise.all(Array.from({ length: AT_ONCE }, async () => {
	while (waiting.length > 0) {
		await use(waiting.pop());
	}
}));
const loaded = Number(/^makker_sessions_cached (\d+)$/m.exec(await ask('/metrics'))[1]);
const after = resident();
console.log(`${loaded} sessions in memory, ${((after - before) / 2 ** 20).toFixed(0)} MiB more than before: `
	+ `${((after - before) / loaded).toFixed(0)} bytes each`);
await daemon.stop();
process.exit(0);
