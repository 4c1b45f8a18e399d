// Alarms and dashboard: well formed, and about figures that a daemon really has.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { Api, SEED_LINE } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { readMetrics } from '../service/metrics.mjs';
import { isThere } from './proxy.mjs';

const CONF = fileURLToPath(new URL('../../conf/observe/', import.meta.url));
const skip = !isThere('promtool') && 'promtool (package prometheus) is not installed';
const rules = parse(readFileSync(`${CONF}alarms.yml`, 'utf8')).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync(`${CONF}makker.json`, 'utf8'));
const drawn = dashboard.panels.flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr
	.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'));

const folder = mkdtempSync(join(tmpdir(), 'makker-observe-'));
after(() => rmSync(folder, { recursive: true }));
const promtool = (...args) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });

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

test('every figure that alarms and dashboard name is one of the daemon', () => {
	const all = [...rules.map(({ expr }) => expr), ...drawn].flatMap(named);
	assert.ok(all.length > 30);
	const missing = all.filter((name) => !there.has(name) && !there.has(family(name)));
	assert.deepEqual(missing, []);
});

test('Prometheus takes its configuration and the alarms', { skip }, () => {
	promtool('check', 'config', `${CONF}prometheus.yml`);
	promtool('check', 'rules', `${CONF}alarms.yml`);
});

test('Prometheus understands what the dashboard asks', { skip }, () => {
	const path = join(folder, 'dashboard.yml');
	const asked = drawn.map((expr, i) => ({ record: `panel:${i}`, expr }));
	writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules: asked }] }));
	promtool('check', 'rules', path);
});

test('the dashboard\'s panels lie side by side, none on another', () => {
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

// Each alarm with figures that must raise it, and the same daemon when all is well.
const series = (name, values, labels = '') => ({ series: `${name}{job="makkerd",instance="one"${labels}}`, values });
const raising = {
	MakkerDown: [series('up', '0x60')],
	MakkerStoreFails: [series('makker_store_failures_total', '0+1x60')],
	MakkerStoreSlow: [series('makker_store_commit_duration_seconds_bucket', '0+0x60', ',le="0.25"'),
		series('makker_store_commit_duration_seconds_bucket', '0+10x60', ',le="1"'),
		series('makker_store_commit_duration_seconds_bucket', '0+10x60', ',le="+Inf"')],
	MakkerLoopBusy: [series('makker_loop_longest_seconds', '0.8x60')],
	MakkerErrors: [series('makker_http_requests_total', '0+95x60', ',code="200"'),
		series('makker_http_requests_total', '0+5x60', ',code="503"')],
	MakkerSlow: [series('makker_http_request_duration_seconds_bucket', '0+0x60', ',le="2.5",route="/v1/sessions/{id}/snapshots"'),
		series('makker_http_request_duration_seconds_bucket', '0+9x60', ',le="5",route="/v1/sessions/{id}/snapshots"'),
		series('makker_http_request_duration_seconds_bucket', '0+9x60', ',le="+Inf",route="/v1/sessions/{id}/snapshots"')],
	MakkerNoTimeToThink: [series('makker_thoughts_refused_total', '0+1x60')],
	MakkerFilesShort: [series('process_open_fds', '900x60'), series('process_max_fds', '1024x60')],
	MakkerMemory: [series('process_resident_memory_bytes', '3000000000x60')],
	MakkerRestarts: [series('process_start_time_seconds', '100+60x60')],
};
const well = [series('up', '1x60'), series('makker_store_failures_total', '3x60'),
	series('makker_store_commit_duration_seconds_bucket', '0+10x60', ',le="0.25"'),
	series('makker_store_commit_duration_seconds_bucket', '0+10x60', ',le="+Inf"'),
	series('makker_loop_longest_seconds', '0.02x60'), series('makker_http_requests_total', '0+1000x60', ',code="200"'),
	series('makker_http_requests_total', '0+1x60', ',code="503"'), series('makker_thoughts_refused_total', '7x60'),
	series('process_open_fds', '50x60'), series('process_max_fds', '1024x60'),
	series('process_resident_memory_bytes', '50000000x60'), series('process_start_time_seconds', '100x60')];

function raised(name, input) {
	const path = join(folder, 'raised.yml');
	const got = {
		rule_files: [`${CONF}alarms.yml`], evaluation_interval: '1m',
		tests: [{ interval: '1m', input_series: input, alert_rule_test: [{ eval_time: '20m', alertname: name, exp_alerts: [] }] }],
	};
	writeFileSync(path, JSON.stringify(got));
	try {
		promtool('test', 'rules', path);
		return false;
	} catch (error) {
		return new RegExp(`alertname: ${name}`).test(`${error.stdout}${error.stderr}`);
	}
}

test('every alarm is raised by what it is for, and none where all is well', { skip }, () => {
	assert.deepEqual(Object.keys(raising).sort(), rules.map(({ alert }) => alert).sort());
	for (const [name, input] of Object.entries(raising)) {
		assert.ok(raised(name, input), `${name} is not raised`);
		assert.ok(!raised(name, well), `${name} is raised although all is well`);
	}
});
