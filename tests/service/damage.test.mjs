// No acknowledged change is lost when another program cuts or overwrites the store's files in place; if that is not
// possible, no change is acknowledged after it. `tests/bench/run damage` does the same for longer.

import { after, test } from 'node:test';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { DATABASE_DAMAGES, LOG_DAMAGES, damageDatabase, damageLogs } from './damages.mjs';
import { randomFrom } from './random.mjs';

const ROUNDS = Number(process.env.MAKKER_DAMAGES ?? 3);
const CLIENTS = 8;
const random = randomFrom(8377);
const pause = () => 30 + 120 * random();

for (const [name, damage] of Object.entries(LOG_DAMAGES)) {
	test(`a log that is ${name} while clients write loses nothing, ${ROUNDS} times`, async (t) => {
		const daemon = await startDaemon(after, { store: temporaryStore(after) });
		t.diagnostic(await damageLogs(daemon, damage, { rounds: ROUNDS, clients: CLIENTS, pause }));
	});
}

for (const [name, damage] of Object.entries(DATABASE_DAMAGES)) {
	test(`a database that is ${name} acknowledges nothing more and is refused by the next start, ${ROUNDS} times`,
		async () => {
			for (let round = 0; round < ROUNDS; round++) {
				await damageDatabase(temporaryStore(after), damage, { clients: CLIENTS, pause });
			}
		});
}
