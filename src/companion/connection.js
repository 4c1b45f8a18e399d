// The websocket on which the daemon notifies the page of changes.

import { request } from './request.js';
import { tokenFor } from './token.js';

const FINAL_STATES = { 401: 'locked', 403: 'locked', 404: 'gone' }; // no reconnection after these
const MIN_RETRY_MS = 400;
const MAX_RETRY_MS = 8_000;
const IDLE_CHECK_MS = 5_000; // silence after which the connection is checked
const CHECK_TIMEOUT_MS = 3_000;

/**
 * Subscribes to one session for the lifetime of the page. `onMessage(message)` receives each message, `onStatus(status)`
 * the state of the connection: {state, lastMessageAt, attempt}. Every connection starts with the complete session, so
 * that missed messages need no request.
 */
export function openSocket({ id, language, onMessage, onStatus }) {
	const status = { state: 'connecting', lastMessageAt: null, attempt: 0 };
	let socket;
	let timer;
	let version = -1;
	let closed = false;

	const update = (change) => onStatus({ ...Object.assign(status, change) });

	function retry() {
		if (closed) {
			return;
		}
		// Random jitter, so that the phones of a household do not reconnect at the same moment.
		const wait = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** status.attempt) * (0.75 + Math.random() / 2);
		update({ state: 'lost', attempt: status.attempt + 1 });
		clearTimeout(timer);
		timer = setTimeout(comeBack, wait);
	}

	function drop() {
		if (socket) {
			socket.onmessage = socket.onclose = null;
			socket.close();
			socket = undefined;
		}
	}

	function lose() {
		drop();
		retry();
	}

	function connect() {
		clearTimeout(timer);
		drop();
		const url = new URL(`/v1/sessions/${id}/events?language=${language()}`, location.href);
		url.protocol = url.protocol.replace('http', 'ws');
		// A websocket request has no custom headers: the token is passed as a subprotocol.
		const token = tokenFor(url.pathname);
		socket = new WebSocket(url, token ? ['makker', `makker.bearer.${token}`] : []);
		socket.onmessage = ({ data }) => take(JSON.parse(data));
		socket.onclose = lose;
		// Not every connection that fails to open reports it.
		timer = setTimeout(lose, CHECK_TIMEOUT_MS + MAX_RETRY_MS / 4);
	}

	function take(message) {
		version = message.id ?? version;
		update({ state: 'open', lastMessageAt: Date.now(), attempt: 0 });
		clearTimeout(timer);
		closed = message.event === 'deleted';
		if (!closed) {
			timer = setTimeout(check, IDLE_CHECK_MS);
		}
		onMessage(message);
	}

	/** Returns the daemon's version of the session; undefined if it does not respond. */
	async function presentVersion() {
		try {
			return (await request('GET', `/v1/sessions/${id}?fields=version`, undefined, { milliseconds: CHECK_TIMEOUT_MS })).version;
		} catch (error) {
			if (FINAL_STATES[error.status]) {
				closed = true;
				drop();
				update({ state: FINAL_STATES[error.status] });
			}
			return undefined;
		}
	}

	async function comeBack() {
		if (await presentVersion() === undefined) {
			retry();
		} else if (!closed) {
			connect();
		}
	}

	/** A phone often does not notice that it has lost its network: idle connections are checked. */
	async function check() {
		const present = await presentVersion();
		if (present === undefined) {
			lose();
		} else if (present > version) {
			connect();
		} else {
			update({ state: 'open', lastMessageAt: Date.now() });
			clearTimeout(timer);
			timer = setTimeout(check, IDLE_CHECK_MS);
		}
	}

	/** Checks or reconnects immediately: the page is visible again, or the player asked for it. */
	function now() {
		if (closed) {
			return;
		}
		if (socket?.readyState === WebSocket.OPEN) {
			check();
		} else {
			update({ attempt: 0 });
			connect();
		}
	}

	document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && now());
	addEventListener('pageshow', ({ persisted }) => persisted && now());
	addEventListener('online', now);
	addEventListener('offline', lose);
	connect();
	return { now, again: connect };
}
