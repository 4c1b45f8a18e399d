// Prometheus accepts the alarms and the queries of the dashboard, and raises each alarm for its cause.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CONF, drawn, rules } from '../observed.mjs';
import { need } from '../proxy.mjs';

need('deploy', 'promtool');
const folder = mkdtempSync(join(tmpdir(), 'makker-observe-'));
after(() => rmSync(folder, { recursive: true }));
const promtool = (...args) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });

test('Prometheus accepts its configuration and the alarms', () => {
	promtool('check', 'config', `${CONF}prometheus.yml`);
	promtool('check', 'rules', `${CONF}alarms.yml`);
});

test('Prometheus accepts the queries of the dashboard', () => {
	const path = join(folder, 'dashboard.yml');
	const asked = drawn.map((expr, i) => ({ record: `panel:${i}`, expr }));
	writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules: asked }] }));
	promtool('check', 'rules', path);
});

// Each alarm with figures that must raise it, and the same daemon when all is well.
const series = (name, values, labels = '') => ({ series: `${name}{job="makkerd",instance="one"${labels}}`, values });
const raising = {
	MakkerDown: [series('up', '0x60')],
	MakkerStoreUnavailable: [series('makker_store_available', '0x60')],
	MakkerStoreErrors: [series('makker_store_failed_appends_total', '0+1x60')],
	MakkerStoreSlow: [series('makker_store_commit_duration_seconds_bucket', '0+0x60', ',le="0.25"'),
		series('makker_store_commit_duration_seconds_bucket', '0+10x60', ',le="1"'),
		series('makker_store_commit_duration_seconds_bucket', '0+10x60', ',le="+Inf"')],
	MakkerLoopBusy: [series('makker_event_loop_max_busy_seconds', '0.8x60')],
	MakkerErrors: [series('makker_http_requests_total', '0+95x60', ',code="200"'),
		series('makker_http_requests_total', '0+5x60', ',code="503"')],
	MakkerSlow: [series('makker_http_request_duration_seconds_bucket', '0+0x60', ',le="2.5",route="/v1/sessions/{id}/snapshots"'),
		series('makker_http_request_duration_seconds_bucket', '0+9x60', ',le="5",route="/v1/sessions/{id}/snapshots"'),
		series('makker_http_request_duration_seconds_bucket', '0+9x60', ',le="+Inf",route="/v1/sessions/{id}/snapshots"')],
	MakkerSearchesRejected: [series('makker_searches_rejected_total', '0+1x60')],
	MakkerFileDescriptorsLow: [series('process_open_fds', '900x60'), series('process_max_fds', '1024x60')],
	MakkerMemory: [series('process_resident_memory_bytes', '3000000000x60')],
	MakkerRestarts: [series('process_start_time_seconds', '100+60x60')],
};
const well = [series('up', '1x60'), series('makker_store_available', '1x60'), series('makker_store_failed_appends_total', '3x60'),
	series('makker_store_commit_duration_seconds_bucket', '0+10x60', ',le="0.25"'),
	series('makker_store_commit_duration_seconds_bucket', '0+10x60', ',le="+Inf"'),
	series('makker_event_loop_max_busy_seconds', '0.02x60'), series('makker_http_requests_total', '0+1000x60', ',code="200"'),
	series('makker_http_requests_total', '0+1x60', ',code="503"'), series('makker_searches_rejected_total', '7x60'),
	series('process_open_fds', '50x60'), series('process_max_fds', '1024x60'),
	series('process_resident_memory_bytes', '50000000x60'), series('process_start_time_seconds', '100x60')];

function raised(name, input, interval = '1m', after = ['20m']) {
	const path = join(folder, 'raised.yml');
	const got = {
		rule_files: [`${CONF}alarms.yml`], evaluation_interval: interval,
		tests: [{ interval, input_series: input, alert_rule_test: after.map((time) => ({ eval_time: time, alertname: name, exp_alerts: [] })) }],
	};
	writeFileSync(path, JSON.stringify(got));
	try {
		promtool('test', 'rules', path);
		return false;
	} catch (error) {
		return new RegExp(`alertname: ${name}`).test(`${error.stdout}${error.stderr}`);
	}
}

test('every alarm is raised by its cause, and none in normal operation', () => {
	assert.deepEqual(Object.keys(raising).sort(), rules.map(({ alert }) => alert).sort());
	for (const [name, input] of Object.entries(raising)) {
		assert.ok(raised(name, input), `${name} is not raised`);
		assert.ok(!raised(name, well), `${name} is raised although all is well`);
	}
});

test('a past outage raises no alarm about errors, a present one of minutes does', () => {
	const minutes = Array.from({ length: 32 }, (_, i) => `${15 * (i + 1)}s`);
	const outage = (rounds) => [series('makker_http_requests_total', `0+100x4 400x${rounds - 1} 400+100x28`, ',code="200"'),
		series('makker_http_requests_total', `0x4 0+100x${rounds} ${100 * rounds}x28`, ',code="503"')];
	assert.ok(!raised('MakkerErrors', outage(3), '15s', minutes));
	assert.ok(raised('MakkerErrors', outage(20), '15s', minutes));
});
