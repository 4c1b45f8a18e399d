// kill -9 under posting clients, with many sessions in the store: is all there that was acknowledged, and how
// soon does the daemon answer again? `node tests/bench/kill.mjs [rounds] [sound|full|weak] [sessions] [clients]`
//
// sound: the disk works; full: it is full in the middle of each round; weak: writes and syncs fail by chance.

import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../service/client.mjs';
import { Daemon } from '../service/daemon.mjs';
import { fillDisk, weakDisk } from '../service/disks.mjs';
import { Kills, persist } from '../service/kills.mjs';
import { randomFrom } from '../service/random.mjs';
import { filledStore, temporaryFolder } from './stores.mjs';

const [rounds = '10', disk = 'sound', sessions = '10000', clients = '32'] = process.argv.slice(2);
const EVENTS = 100;
const random = randomFrom(1);
const awhile = () => 50 + 250 * random();

const DISKS = {
	sound: { env: () => ({}), lasts: () => sleep(awhile()) },
	full: {
		env: () => ({}),
		lasts: async (daemon) => {
			await sleep(awhile());
			await fillDisk(daemon, awhile());
			await sleep(awhile());
		},
	},
	weak: { env: weakDisk, lasts: () => sleep(2 * awhile()) },
};

const { env, lasts } = DISKS[disk];
const at = (times, share) => [...times].sort((one, other) => one - other)[Math.ceil(share * times.length) - 1].toFixed(0);

const store = await filledStore(temporaryFolder(), sessions, EVENTS);
const daemon = new Daemon({ store, env: env(1) });
await persist(daemon, () => daemon.start());
const page = JSON.parse((await request(`${daemon.url}/v1/sessions?limit=100`)).text);
const readyMs = [];
const readMs = [];
let refusedStarts = 0;

/** Milliseconds from exec to the first 200 of /readyz, and to the first session of the store. */
async function restart() {
	const { id } = page.sessions[Math.floor(random() * page.sessions.length)];
	const since = performance.now();
	try {
		daemon.env = env(kills.rounds + 1000 * (refusedStarts + 1));
		await daemon.restart();
	} catch (error) {
		if (disk !== 'weak' || ++refusedStarts > Number(rounds)) {
			throw error;
		}
		return restart();
	}
	readyMs.push(performance.now() - since);
	const { status, text } = await request(`${daemon.url}/v1/sessions/${id}`);
	readMs.push(performance.now() - since);
	if (status !== 200) {
		throw new Error(text);
	}
}

const kills = new Kills(daemon, { clients: Number(clients), lasts: () => lasts(daemon), again: restart });
while (kills.rounds < Number(rounds)) {
	await kills.round();
}
await kills.checkAll();
await daemon.stop();
console.log(`${kills} (disk: ${disk}, ${sessions} sessions in the store)`);
console.log(`  from exec to the first 200 of /readyz: median ${at(readyMs, 0.5)} ms, most ${at(readyMs, 1)} ms`);
console.log(`  from exec to the first session: median ${at(readMs, 0.5)} ms, most ${at(readMs, 1)} ms`);
if (refusedStarts > 0) {
	console.log(`  the disk failed while it started, which it refused to: ${refusedStarts} times`);
}
process.exit(0);
