// The store's files are cut and overwritten in place under posting clients, then kill -9: is all there that was
// acknowledged, or was nothing acknowledged after it? `node tests/bench/damage.mjs [rounds] [clients]`

import { Daemon } from '../service/daemon.mjs';
import { DATABASE_DAMAGES, LOG_DAMAGES, damageDatabase, damageLogs } from '../service/damages.mjs';
import { randomFrom } from '../service/random.mjs';
import { temporaryFolder } from './stores.mjs';

const [rounds = 100, clients = 32] = process.argv.slice(2).map(Number);
const random = randomFrom(1);
const pause = () => 50 + 250 * random();
const folder = temporaryFolder();
let stores = 0;
const store = () => `sqlite:${folder}/${stores++}/makker.db`;

for (const [name, damage] of Object.entries(LOG_DAMAGES)) {
	const daemon = await new Daemon({ store: store() }).start();
	console.log(`log ${name}: ${await damageLogs(daemon, damage, { rounds, clients, pause })}`);
	await daemon.stop();
}
for (const [name, damage] of Object.entries(DATABASE_DAMAGES)) {
	let late = 0;
	for (let round = 0; round < rounds; round++) {
		late += await damageDatabase(store(), damage, { clients, pause });
	}
	console.log(`database ${name}: ${rounds} times under ${clients} clients; ${late} changes that were on their way`
		+ ' were acknowledged, none after that; every start was refused');
}
process.exit(0);
