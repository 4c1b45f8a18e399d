// Alarms and dashboard refer to existing metrics. Their evaluation by Prometheus: tests/deploy/end_to_end.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { readMetrics } from '../service/metrics.mjs';
import { dashboard, drawn, rules } from './observed.mjs';

/** Figures are shown from the first request, search or snapshot on that they count. */
async function figures() {
	const api = new Api(await startDaemon(after));
	const { id } = await api.create({ strategy: 'search' });
	await api.line(id, SEED_LINE, { query: '?budget_ms=20' });
	return readMetrics((await api.get('/metrics')).text);
}
const there = await figures();

const named = (expr) => [...expr.matchAll(/\b(?:makker|process)_\w+/g)].map(([name]) => name);
const family = (name) => name.replace(/_(bucket|sum|count)$/, '');

test('alarms and dashboard refer to existing metrics', () => {
	const all = [...rules.map(({ expr }) => expr), ...drawn].flatMap(named);
	assert.ok(all.length > 30);
	const missing = all.filter((name) => !there.has(name) && !there.has(family(name)));
	assert.deepEqual(missing, []);
});

test('the panels of the dashboard do not overlap', () => {
	const taken = new Set();
	for (const { gridPos: { x, y, w, h } } of dashboard.panels) {
		for (let cell = 0; cell < w * h; cell++) {
			const place = `${x + (cell % w)},${y + Math.floor(cell / w)}`;
			assert.ok(!taken.has(place), place);
			taken.add(place);
		}
		assert.ok(x + w <= 24);
	}
});
