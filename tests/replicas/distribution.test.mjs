// The tables can be distributed by the session's id: no key and no constraint spans two sessions, and no statement that the
// daemon prepares, but those that are listed here.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startDaemon } from '../service/daemon.mjs';
import { startPostgres } from './postgres.mjs';

/** Statements that do not name a single session, by a unique part; docs/postgresql.md and docs/scale.md list them. */
const SPANNING = {
	'a page of the list of sessions': /^SELECT .* FROM makker\.session WHERE \(created_ms, id\) < \(\$5::bigint, \$1\)/,
	'expired sessions': /^SELECT .* FROM makker\.session WHERE created_ms < \$1::bigint AND updated_ms < \$1::bigint/,
	'changes that wait for the same commit': /^WITH moved AS \(UPDATE makker\.session AS session SET .* FROM unnest\(/,
	'whether the tables can be read: no row': /FROM makker\.session WHERE false/,
};
const MENTION = /\b(?:FROM|UPDATE|JOIN) makker\.(?:session|event|review)\b/g;
// Up to the condition that names the session: a parameter, the writing connection's own row, or the row locked before. The row that moved is that session.
const OF_ONE = /^(?:FROM|UPDATE) makker\.(?:session|event|review)(?: AS \w+)?(?: SET [^()]*(?:\([^()]*\)[^()]*)*?)?(?: FROM (?:given|moved))? WHERE (?:event\.)?(?:id|session) = (?:\$\d|'check '|\(SELECT id FROM held\))/;

const postgres = startPostgres(after, 'log_min_duration_statement=0');
const daemon = await startDaemon(after, { store: postgres.database('apart') });
await daemon.stop();

/** All statements that its connections (listening, reading, writing) have prepared, each in one line. */
function prepared() {
	const log = readFileSync(join(postgres.folder, 'log'), 'utf8');
	return [...log.matchAll(/ parse [lrw]\d+: ([\s\S]*?)(?=\n\d{4}-\d\d-\d\d )/g)].map(([, text]) => text.replace(/\s+/g, ' ').trim());
}

const spans = (statement) => [...statement.matchAll(MENTION)].some(({ index }) => !OF_ONE.test(statement.slice(index)));

test('each prepared statement reads and writes one session, except those listed', () => {
	const statements = prepared();
	assert.ok(statements.length > 40, `${statements.length} statements`);
	const spanning = statements.filter(spans);
	for (const [what, pattern] of Object.entries(SPANNING)) {
		assert.equal(spanning.filter((statement) => pattern.test(statement)).length, 1, what);
	}
	assert.deepEqual(spanning.filter((statement) => !Object.values(SPANNING).some((pattern) => pattern.test(statement))), []);
});

test('the search for such statements finds them', () => {
	assert.ok(spans('SELECT count(*) FROM makker.event'));
	assert.ok(spans('DELETE FROM makker.session WHERE updated_ms < $1'));
	assert.ok(spans('UPDATE makker.session SET name = $2 WHERE game = $1'));
	assert.ok(spans('SELECT FROM makker.session WHERE id = $1 UNION ALL SELECT FROM makker.event WHERE version = $2'));
	assert.ok(spans('SELECT FROM makker.session JOIN makker.event ON session = id'));
	assert.ok(!spans('DELETE FROM makker.event WHERE session = $1 AND NOT EXISTS (SELECT FROM makker.session WHERE id = $1)'));
});

test('each key of sessions, events and simulations begins with the id, and no row refers to another table', () => {
	const sql = (text) => postgres.sql(text, 'apart');
	const ofOurs = "connamespace = 'makker'::regnamespace";
	assert.equal(sql(`SELECT count(*) FROM pg_constraint WHERE ${ofOurs} AND contype NOT IN ('p')`), '0');
	const keys = sql("SELECT relname || ' ' || attname FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]"
		+ ` JOIN pg_class ON pg_class.oid = conrelid WHERE ${ofOurs} AND NOT relispartition ORDER BY 1`);
	assert.deepEqual(keys.split('\n'), ['event session', 'kind part', 'once key', 'owned owner', 'part name', 'review session',
		'session id', 'simulation id']);
	const unique = sql('SELECT count(*) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid'
		+ " WHERE relnamespace = 'makker'::regnamespace AND indisunique AND NOT indisprimary");
	assert.equal(unique, '0');
});
