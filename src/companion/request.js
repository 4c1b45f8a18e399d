// Requests to the daemon, and its errors.

import { bearer, tokenFor } from './token.js';

/** An error response of the daemon, with its error code. */
export class ApiError extends Error {
	constructor(status, problem) {
		super(problem.detail ?? `HTTP ${status}`);
		Object.assign(this, { status, code: problem.code ?? 'unreachable', problem });
	}
}

const RESPONSE_TIMEOUT_MS = 15_000;

/** `version`: precondition (If-Match); the daemon rejects the request at any other version. */
export async function request(method, path, body, { milliseconds = RESPONSE_TIMEOUT_MS, version, keepalive = false } = {}) {
	const response = await fetch(path, {
		method,
		headers: {
			...bearer(tokenFor(path)),
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
		},
		body: body === undefined ? undefined : JSON.stringify(body),
		signal: AbortSignal.timeout(milliseconds),
		cache: 'no-store',
		keepalive,
	});
	const answer = response.status === 204 ? {} : await response.json().catch(() => ({}));
	if (!response.ok) {
		throw new ApiError(response.status, answer);
	}
	return answer;
}

/** Data of the start page: [{games}, {sessions}]. */
export const fetchStart = (language) => Promise.all([request('GET', `/v1/games?language=${language}`), request('GET', '/v1/sessions?limit=30')]);
