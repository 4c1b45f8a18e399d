// nginx and Caddy as they are shipped in conf/proxy, in front of a daemon, on free ports and without root.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import http from 'node:http';
import https, { Agent } from 'node:https';
import { freePort } from '../service/free_port.mjs';

const CONF = fileURLToPath(new URL('../../conf/proxy', import.meta.url));
const PATIENCE_MS = 60_000;

// Certificates are self-signed.
export const agent = new Agent({ rejectUnauthorized: false, keepAlive: false });

const isThere = (program) => spawnSync('which', [program]).status === 0;

/** Nothing here can be tried without these: to leave it out would look like success. */
export function need(packages, ...programs) {
	const missing = programs.filter((program) => !isThere(program));
	if (missing.length > 0) {
		throw new Error(`not installed: ${missing.join(', ')} (\`.ci/packages ${packages}\` installs them)`);
	}
}

/** `text` with each [old, new]; an old one that is not there is an error. */
function replaced(text, pairs) {
	return pairs.reduce((all, [old, now]) => {
		assert.ok(all.includes(old), `no '${old}' in the configuration`);
		return all.replaceAll(old, now);
	}, text);
}

function certificate(folder) {
	const [key, pem] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
		'-subj', '/CN=localhost', '-days', '2', '-keyout', key, '-out', pem], { stdio: 'ignore' });
	return { key, pem };
}

/** A file that includes conf/proxy/nginx.conf, and the folders that nginx needs. */
export function nginxFile(folder, port, upstreams, { plain = false } = {}) {
	const { key, pem } = certificate(folder);
	const site = replaced(readFileSync(join(CONF, 'nginx.conf'), 'utf8'), [
		['listen 443 ssl;', `listen 127.0.0.1:${port}${plain ? '' : ' ssl'};`],
		['listen [::]:443 ssl;', ''],
		['server 127.0.0.1:8377 max_fails=0;', upstreams.map((one) => `server ${one} max_fails=0;`).join('\n')],
		['cards.example;', 'localhost;'],
		['/etc/ssl/certs/cards.example.pem', pem],
		['/etc/ssl/private/cards.example.key', key],
	]);
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
		.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
	const path = join(folder, 'nginx.conf');
	writeFileSync(path, `daemon off; pid ${folder}/pid; error_log stderr;
		${process.getuid() === 0 ? `user ${userInfo().username};` : ''}
		events {}
		http { access_log off; ${temporary}\n${site} }`);
	return path;
}

const proxies = {
	nginx: (folder, port, upstreams, options) => ({
		args: ['-c', nginxFile(folder, port, upstreams, options), '-e', 'stderr'],
	}),
	caddy: async (folder, port, upstreams, { plain }) => ({
		args: ['run', '--adapter', 'caddyfile', '--config', join(CONF, 'Caddyfile')],
		env: {
			XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder,
			MAKKER_SITE: plain ? 'http://localhost' : 'localhost', MAKKER_UPSTREAM: upstreams.join(' '),
			MAKKER_HTTP_PORT: String(plain ? port : await freePort()), MAKKER_HTTPS_PORT: String(plain ? await freePort() : port),
			MAKKER_SPARE: String(await freePort()),
		},
	}),
};

/** Starts one; gives {url, port, pid} when it lets requests through to the daemons. `plain`: without TLS. */
export async function startProxy(after, name, upstreams, { plain = false } = {}) {
	const folder = mkdtempSync(join(tmpdir(), `makker-${name}-`));
	mkdirSync(join(folder, 'proxy'));
	const port = await freePort();
	const { args, env } = await proxies[name](folder, port, upstreams, { plain });
	const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
	let log = '';
	for (const output of [child.stdout, child.stderr]) {
		output.setEncoding('utf8').on('data', (text) => { log += text; });
	}
	process.on('exit', () => child.kill('SIGKILL'));
	after(async () => {
		child.kill('SIGTERM');
		await Promise.race([once(child, 'exit'), sleep(3000, undefined, { ref: false })]);
		child.kill('SIGKILL');
		rmSync(folder, { recursive: true, force: true });
	});
	const proxy = { port, plain, pid: child.pid, url: `${plain ? 'http' : 'https'}://localhost:${port}`, get log() { return log; } };
	for (const end = Date.now() + PATIENCE_MS; (await ask(proxy, '/readyz').catch(() => ({}))).status !== 200;) {
		assert.ok(Date.now() < end && child.exitCode === null, `${name} does not serve:\n${log}`);
		await sleep(50);
	}
	return proxy;
}

/** One request through a proxy: {status, headers, text}. `from` is the client's own address, `over` its connections. */
export function ask(proxy, path, { method = 'GET', headers = {}, body, from = '127.0.0.1', over = agent } = {}) {
	return new Promise((resolve, reject) => {
		const options = { agent: proxy.plain ? undefined : over, method, headers, host: '127.0.0.1', port: proxy.port, path,
			servername: 'localhost', localAddress: from };
		options.headers = { host: `localhost:${proxy.port}`, ...headers };
		const call = (proxy.plain ? http : https).request(options, (answer) => {
			let text = '';
			answer.setEncoding('utf8').on('data', (more) => { text += more; });
			answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
			answer.on('error', reject);
		});
		call.on('error', reject);
		call.end(body);
	});
}

/** A streaming response: the text received so far is in `received`. */
export function listen(proxy, path, accept) {
	return new Promise((resolve, reject) => {
		const headers = { host: `localhost:${proxy.port}`, accept };
		const call = https.request({ agent, headers, host: '127.0.0.1', port: proxy.port, path, servername: 'localhost' },
			(answer) => {
				const stream = { status: answer.statusCode, received: '', end: () => call.destroy() };
				answer.setEncoding('utf8').on('data', (more) => { stream.received += more; });
				answer.on('error', () => {});
				resolve(stream);
			});
		call.on('error', reject);
		call.end();
	});
}
