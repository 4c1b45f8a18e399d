// docker-compose.yml, read as docker-compose reads it: the services, their networks, and that no container has more rights than
// it needs. The image itself: tests/deploy/end_to_end.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { need } from './proxy.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
need('test', 'docker-compose');

function config(env = {}) {
	return parse(execFileSync('docker-compose', ['--project-directory', ROOT, '-f', `${ROOT}docker-compose.yml`, 'config'],
		{ encoding: 'utf8', env: { PATH: process.env.PATH, ...env } }));
}
const services = config().services;
const inProfile = (wanted) => Object.keys(services).filter((name) => (services[name].profiles?.[0]) === wanted).sort();
const daemons = ['makkerd', 'makkerd-1', 'makkerd-2', 'makkerd-3'];

test('one command starts a daemon and its proxy; the profiles add the rest', () => {
	assert.deepEqual(inProfile(undefined), ['makkerd', 'proxy']);
	assert.deepEqual(inProfile('camera'), ['camera']);
	assert.deepEqual(inProfile('scale'), ['makkerd-1', 'makkerd-2', 'makkerd-3', 'postgres', 'scale']);
	assert.deepEqual(inProfile('observe'), ['grafana', 'prometheus']);
});

test('daemons can write to their volume only, and have no capabilities', () => {
	for (const name of daemons) {
		const { read_only, cap_drop, security_opt, ports, image } = services[name];
		assert.deepEqual({ read_only, cap_drop, security_opt, ports, image }, {
			read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], ports: undefined, image: 'makker',
		}, name);
	}
	assert.deepEqual(services.makkerd.volumes, ['tables:/var/lib/makker:rw']);
});

test('the camera can write to its volume only, has no capabilities, and its page gets the published address', () => {
	const { read_only, cap_drop, security_opt, volumes, networks } = services.camera;
	assert.deepEqual({ read_only, cap_drop, security_opt, volumes, networks: Object.keys(networks).sort() }, {
		read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'],
		volumes: ['camera:/var/lib/makker-camera:rw'], networks: ['daemons', 'outside'],
	});
	const { command, environment, ports } = config({ MAKKER_CAMERA_HOST: '192.168.1.5', MAKKER_CAMERA_PORT: '9000',
		MAKKER_ADDRESS: '0.0.0.0', MAKKER_ADMIN_TOKEN: 'administrator-of-the-test', MAKKER_PUBLIC_URL: 'https://cards.example' }).services.camera;
	assert.deepEqual(command, ['serve', '--phone', '--host=192.168.1.5', '--listen=0.0.0.0:9000']);
	assert.match(ports[0], /^0\.0\.0\.0:9000:9000/);
	assert.equal(environment.MAKKER_TOKEN, 'administrator-of-the-test');
	// No phone knows the container that the camera posts to.
	assert.deepEqual([environment, services.camera.environment].map((one) => one.MAKKER_PUBLIC_URL), ['https://cards.example', 'https://localhost:8443']);
});

test('the package and the image of the camera require the same programs', () => {
	const words = (text) => text.split(/[\s,\\]+/).filter((word) => word && !word.startsWith('${'));
	const control = readFileSync(`${ROOT}conf/debian/control`, 'utf8').split('Package: makker-camera')[1];
	const image = readFileSync(`${ROOT}conf/image/camera.Dockerfile`, 'utf8');
	const [, needed] = /^Depends:\n((?: .*\n)+)/m.exec(control);
	const [, installed] = /--no-install-recommends \\\n(.*) && \\/.exec(image);
	assert.deepEqual(words(installed).filter((name) => name !== 'python3').sort(), words(needed).sort());
});

test('ports are published on the loopback address by default', () => {
	const published = Object.values(services).flatMap(({ ports }) => ports ?? []);
	assert.equal(published.length, 4);
	published.forEach((port) => assert.match(port, /^127\.0\.0\.1:\d+:\d+(\/tcp)?$/));
	const open = config({ MAKKER_ADDRESS: '0.0.0.0', MAKKER_PORT: '443', MAKKER_AUTH: 'token',
		MAKKER_ADMIN_TOKEN: 'administrator-of-the-test', MAKKER_SITE: 'cards.example' }).services;
	assert.match(open.proxy.ports[0], /^0\.0\.0\.0:443:443/);
	assert.equal(open.proxy.environment.MAKKER_SITE, 'cards.example');
	for (const name of daemons) {
		assert.equal(open[name].environment.MAKKER_AUTH, 'token');
		assert.equal(open[name].environment.MAKKER_ADMIN_TOKEN, 'administrator-of-the-test');
	}
});

test('the proxies refer to existing daemons, and the three share one store', () => {
	const asks = (name) => services[name].environment.MAKKER_UPSTREAM.split(' ').map((one) => one.replace(/:8377$/, ''));
	assert.deepEqual(asks('proxy'), ['makkerd']);
	assert.deepEqual(asks('scale'), ['makkerd-1', 'makkerd-2', 'makkerd-3']);
	const stores = new Set(asks('scale').map((name) => services[name].environment.MAKKER_STORE));
	assert.deepEqual([...stores], ['postgres://makker:makker@postgres/makker']);
	for (const proxy of ['proxy', 'scale']) {
		assert.deepEqual(Object.keys(services[proxy].depends_on).sort(), asks(proxy));
	}
});

test('the files mounted into containers exist', () => {
	const files = Object.values(services).flatMap(({ volumes }) => volumes ?? [])
		.map((volume) => volume.split(':')[0]).filter((path) => path.startsWith('/'));
	assert.ok(files.length >= 6);
	files.forEach((path) => assert.ok(existsSync(path), path));
});
