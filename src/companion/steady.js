// Which advice is shown: that of a new table when the search has ended, or what is known after a while; then no other until the end.

/** So long a new table waits for its advice. */
export const WAIT_MS = 400;

const isThinking = ({ status, sync, advice }) => status === 'playing' && sync === 'in_sync' && advice?.final === false;

const keyOf = ({ session, preferences }) => `${session.id} ${session.version} ${preferences.language}`;

/** The key of the advice that is waited for, or null. */
export const awaited = ({ steady }) => (steady?.withheld ? steady.key : null);

const same = (one, other) => one?.instruction === other?.instruction;

/** The state with `steady`: {key, withheld, moves, suggestion, message}. `met`: the suggestion changed while a request was pending. */
export function withSteady(before, state) {
	const { session } = state;
	if (!session) {
		return state;
	}
	if (session === before.session && state.waited === before.waited && state.preferences === before.preferences) {
		return state;
	}
	const key = keyOf(state);
	const last = before.steady?.key === key ? before.steady : null;
	const { moves, suggestion, message } = session;
	if (!isThinking(session) || state.waited === key) {
		const stays = isThinking(session) && last && !last.withheld;
		const steady = stays ? last : { key, withheld: false, moves, suggestion, message };
		return { ...state, steady, met: state.met || (state.busy !== null && last !== null && !same(last.suggestion, steady.suggestion)) };
	}
	return { ...state, steady: last && !last.withheld ? last : { key, withheld: true, moves, suggestion: null, message: '' } };
}
