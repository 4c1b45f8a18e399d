// Rate limits and allowed Host names, as for other machines. Here the loopback client is treated as one of them
// (--rate-limit-local).

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, assertProblem, SEED_LINE } from './api.mjs';
import { agentOf, open, request } from './client.mjs';
import { startDaemon } from './daemon.mjs';
import { flood, overflow } from './floods.mjs';
import { build } from './long.mjs';
import { readMetrics } from './metrics.mjs';

const BURST_S = 4;
/** The minimum that a sanitized daemon on a slow machine admits of a burst: some short requests take it a millisecond, too. */
const SLOW = 0.75;


function assertLater(answer) {
	assertProblem(answer, 429, 'too_many_requests');
	assert.ok(Number(answer.headers['retry-after']) >= 1);
}

describe('an address', () => {
	test('has its burst, gets 429 beyond it, and is served again after Retry-After', async () => {
		const args = ['--rate-limit-local', '--rate-limit-per-address', '10', '--rate-limit-per-session', '0'];
		const api = new Api(await startDaemon(after, { args }));
		const { good, refused } = await overflow(() => api.get('/v1/games'));
		assert.ok(good.length >= 10, `${good.length} of a burst`); // the start has asked, too
		refused.forEach(assertLater);
		await sleep(1000 * Number(refused[0].headers['retry-after']));
		assert.equal((await api.get('/v1/games')).status, 200);
	});

	test('of the loopback interface has no limit by default', async () => {
		const args = ['--rate-limit-per-address', '1', '--rate-limit-per-session', '1'];
		const api = new Api(await startDaemon(after, { args }));
		const { id } = await api.begun();
		assert.equal((await flood(() => api.session(id))).refused.length, 0);
	});
});

// A request behind a trusted proxy comes from the address that the proxy names; others are local and not counted.
const PROXIED = ['--trusted-proxies', '127.0.0.1'];
const from = (address) => ({ headers: { 'x-forwarded-for': address } });

// On a fast machine that rests a long page takes about a millisecond, which costs nothing; to a sanitized daemon it is always long.
const LONG_MS = 1.6;

/** Milliseconds that a page takes, the least of five; below a millisecond nothing is reported. */
async function workOf(url) {
	const spent = [];
	for (let i = 0; i < 5; i++) {
		const { headers } = await request(url, from('192.0.2.3'));
		spent.push(Number(/load;dur=([\d.]+)/.exec(headers['server-timing'] ?? '')?.[1] ?? 0));
	}
	return Math.min(...spent);
}

describe('work of the loop', () => {
	test('beyond a millisecond counts as more requests, of the address and of the session', async () => {
		for (const [address, session] of [[50, 0], [0, 50]]) {
			const rates = ['--rate-limit-per-address', `${address}`, '--rate-limit-per-session', `${session}`];
			const daemon = await startDaemon(after, { args: [...PROXIED, ...rates] });
			const long = await build(new Api(daemon), 'pictures', 500);
			const short = await build(new Api(daemon), 'pictures', 1);
			const admitted = async ({ id }, options) => {
				const url = `${daemon.url}/v1/sessions/${id}/history?limit=500`;
				return (await overflow(() => request(url, options))).good.length;
			};
			const works = await workOf(`${daemon.url}/v1/sessions/${long.id}/history?limit=500`);
			const much = await admitted(long, from('192.0.2.1'));
			const little = await admitted(short, from('192.0.2.2'));
			assert.ok(little >= 0.5 * 50 * BURST_S, `${little} short pages`);
			assert.ok(much < (works > LONG_MS ? 0.75 : 1.05) * little, `${much} long pages of ${works} ms, ${little} short ones`);
		}
	});

	test('for messages to many subscribers counts, too', async () => {
		const daemon = await startDaemon(after, { args: [...PROXIED, '--rate-limit-per-address', '0', '--rate-limit-per-session', '10'] });
		const api = new Api(daemon);
		const [quiet, followed] = [await api.begun(), await api.begun()];
		const streams = await Promise.all(Array.from({ length: 310 }, () =>
			open(`${daemon.url}/v1/sessions/${followed.id}/events`, { headers: { accept: 'text/event-stream' } })));
		streams.forEach((stream) => stream.resume());
		/** Number of successive requests that are admitted before the first rejection. */
		const admitted = async (ask) => {
			for (let count = 0; ; count++) {
				const { status } = await ask(count);
				if (status !== 200) {
					assert.equal(status, 429);
					return count;
				}
			}
		};
		const renaming = ({ id }) => (count) => api.patch(id, { name: `name ${count}` }, from('192.0.2.1'));
		const pictures = ({ id }) => () => api.line(id, SEED_LINE, { query: '?typed=false', ...from('192.0.2.1') });
		// A change without effect sends no message.
		const nothing = await admitted(pictures(followed));
		await sleep(5000);
		const [much, little] = [await admitted(renaming(followed)), await admitted(renaming(quiet))];
		streams.forEach((stream) => stream.destroy());
		assert.ok(nothing >= SLOW * 10 * BURST_S, `${nothing} pictures of the same table`);
		assert.ok(little >= SLOW * 10 * BURST_S, `${little} changes without subscribers`);
		assert.ok(much < 0.75 * Math.min(nothing, little), `${much} changes with subscribers, ${little} without`);
	});
});

describe('a session', () => {
	test('with too many requests gets 429, and other sessions are served', async () => {
		const args = ['--rate-limit-local', '--rate-limit-per-address', '0', '--rate-limit-per-session', '10'];
		const api = new Api(await startDaemon(after, { args }));
		const [one, other] = [await api.begun(), await api.begun()];
		const { good, refused } = await overflow(() => api.session(one.id));
		assert.ok(good.length >= SLOW * 10 * BURST_S, `${good.length} of a burst`);
		refused.forEach(assertLater);
		assert.equal((await api.session(other.id)).status, 200);
		const figures = readMetrics((await api.get('/metrics')).text).get('makker_rate_limited_total').samples;
		assert.equal(figures.get('makker_rate_limited_total{by="session"}'), refused.length);
		assert.equal(figures.get('makker_rate_limited_total{by="address"}'), 0);
	});

	test('is not exhausted by requests without its token', async () => {
		const token = 'the-administrator-of-the-tests';
		const args = ['--rate-limit-local', '--rate-limit-per-address', '0', '--rate-limit-per-session', '1', '--auth', 'token', '--admin-token', token];
		const api = new Api(await startDaemon(after, { args }));
		const headers = { authorization: `Bearer ${token}` };
		const { body } = await api.post('/v1/sessions', { game: 'klondike' }, { headers });
		const strangers = await Promise.all(Array.from({ length: 100 }, () => api.session(body.id)));
		assert.ok(strangers.every(({ status }) => status === 401));
		assert.equal((await api.get(`/v1/sessions/${body.id}`, { headers })).status, 200);
	});

	test('with a camera at five snapshots a second and eight phones stays below the limit', async () => {
		const api = new Api(await startDaemon(after, { args: ['--rate-limit-local'] }));
		const { id } = await api.begun();
		const agent = agentOf(9);
		const phones = () => Promise.all(Array.from({ length: 8 }, () => api.session(id, '?fields=version')));
		for (let picture = 0; picture < 15; picture++) {
			const [posted, ...seen] = await Promise.all([
				api.patch(id, { name: `picture ${picture}` }, { agent }), ...await phones()]);
			assert.equal(posted.status, 200);
			seen.forEach(({ status }) => assert.equal(status, 200));
			await sleep(100);
		}
		agent.destroy();
	});
});

const api = new Api(await startDaemon(after, {
	args: ['--allowed-hosts', 'kitchen cards.local', '--public-url', 'https://cards.example'],
}));

describe('the Host header of a daemon on the loopback interface', () => {
	const asked = async (host, path = '/v1/games') => api.get(path, { headers: { host } });

	test('may be an address, localhost, or a listed one', async () => {
		for (const host of ['127.0.0.1', '127.0.0.1:8377', 'localhost:9', '[::1]:8377', 'kitchen:8377',
			'cards.local', 'cards.example', '192.168.1.7:8377']) {
			assert.equal((await asked(host)).status, 200, host);
		}
	});

	test('may be no other name (DNS rebinding)', async () => {
		for (const host of ['evil.example', 'evil.example:8377', 'localhost.evil.example', '127.0.0.1.evil.example']) {
			assertProblem(await asked(host), 421, 'host_not_allowed');
			const made = await api.post('/v1/sessions', { game: 'klondike' }, {
				headers: { host, origin: `http://${host}` },
			});
			assertProblem(made, 421, 'host_not_allowed');
		}
		assert.deepEqual((await api.get('/v1/sessions')).body.sessions, []);
	});

	test('is not checked where tokens are required', async () => {
		const token = 'administrator-of-the-test';
		const guarded = new Api(await startDaemon(after, { args: ['--auth', 'token', '--admin-token', token] }));
		assert.equal((await guarded.get('/v1/games', { headers: { host: 'cards.example' } })).status, 200);
	});
});
