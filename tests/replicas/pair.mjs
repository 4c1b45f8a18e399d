// A PostgreSQL and its synchronous standby: the standby has every commit before the primary confirms it.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Postgres } from './postgres.mjs';

const PATIENCE_MS = 60_000;

export async function until(holds, what) {
	for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(20)) {
		assert.ok(Date.now() < end, `${what} takes too long`);
	}
}

/** Makes the server `standby`, which has no data yet, the synchronous standby of `primary`. */
export async function attachStandby(primary, standby) {
	await standby.followBeside(primary);
	primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
	primary.sql('SELECT pg_reload_conf()');
	await until(() => primary.sql('SELECT sync_state FROM pg_stat_replication') === 'sync', 'the standby');
}

/** [primary, standby] with a database `play`; at these ports, or none. */
export async function startPair(after, ports) {
	const servers = [0, 1].map((place) => new Postgres({ port: ports[place] }));
	after(() => servers.forEach((server) => server.remove()));
	const [primary, standby] = servers;
	primary.start();
	await attachStandby(primary, standby);
	primary.database('play');
	return servers;
}

export const byTcp = (servers) => `postgres://makker@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/play`
	+ '?target_session_attrs=read-write';

/** Asserts that the database has exactly the acknowledged versions of each of `games`: {id, version}. */
export function assertKept(server, games) {
	const rows = server.sql(
		"SELECT session.id || ' ' || session.version || ' ' || count(event) || ' ' || coalesce(max(event.version), 0)"
		+ ' FROM makker.session LEFT JOIN makker.event ON event.session = session.id GROUP BY session.id', 'play');
	const kept = new Map(rows.split('\n').map((row) => [row.slice(0, 32), row.slice(33)]));
	for (const { id, version } of games.filter((game) => game.id)) {
		assert.equal(kept.get(id), `${version} ${version} ${version}`, `session ${id}`);
	}
}
