// The daemon's API for tests of the page: its answers are taken as they are. (tests/service holds them against the contract.)

import assert from 'node:assert/strict';
import { request } from '../service/client.mjs';

export class Plain {
	constructor(daemon) {
		this.daemon = daemon;
	}

	async send(method, path, json) {
		const answer = await request(this.daemon.url + path, {
			method, headers: { 'content-type': 'application/json' }, body: json === undefined ? undefined : JSON.stringify(json),
		});
		assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
		return answer.text === '' ? {} : JSON.parse(answer.text);
	}

	create(fields) {
		return this.send('POST', '/v1/sessions', { language: 'en', ...fields });
	}

	session(id, query = '?language=en') {
		return this.send('GET', `/v1/sessions/${id}${query}`);
	}
}
