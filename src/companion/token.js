// The page's access tokens, if the daemon requires them. A token arrives in the fragment of the URL, which
// browsers do not send, and is removed from there at once, because URLs are easily shown or shared.

const START = 'start';
const BEARER = /^#token=([\w.~+/=-]{1,256})$/;
const held = new Map(); // for windows without storage

const keyOf = (place) => `makker-token-${place}`;

/** {own, share}: the token that this device sends, and the one that it passes on. */
function tokensOf(place) {
	try {
		return held.get(place) ?? JSON.parse(localStorage.getItem(keyOf(place))) ?? {};
	} catch {
		return {};
	}
}

function keep(place, tokens) {
	held.set(place, tokens);
	try {
		localStorage.setItem(keyOf(place), JSON.stringify(tokens));
	} catch { /* for this page only */ }
}

const isOwners = (token) => token?.startsWith('mko_') ?? false;
const isCompanions = (token) => token.startsWith('mkp_');

/** Moves the token from the URL of `id`'s page (null: the start page) to the storage; a stronger one stays. */
export function takeToken(id) {
	const [, token] = BEARER.exec(location.hash) ?? [];
	if (!token) {
		return;
	}
	const known = tokensOf(id ?? START);
	keep(id ?? START, {
		own: isOwners(known.own) && isCompanions(token) ? known.own : token,
		share: isCompanions(token) ? token : known.share,
	});
	history.replaceState(history.state, '', location.pathname + location.search);
}

/** Stores the tokens of a new session. */
export function keepTokens(id, tokens) {
	if (tokens) {
		keep(id, { own: tokens.owner, share: tokens.companion });
	}
}

/** The token for a path of the API; undefined: none. */
export function tokenFor(path) {
	const [, id] = /^\/(?:v1\/sessions|s)\/([0-9a-f]{32})/.exec(path) ?? [];
	return (id && tokensOf(id).own) ?? tokensOf(START).own;
}

/** The parts of a scanned or copied code: {id, token}, each possibly undefined. */
export function readCode(text) {
	const [, id] = /(?:^|[^0-9a-z])([0-9a-f]{32})(?:$|[^0-9a-z])/.exec(text.trim()) ?? [];
	const [, token] = /#token=([\w.~+/=-]{1,256})$/.exec(text.trim()) ?? /^(mk[op]_[\w-]{1,250})$/.exec(text.trim()) ?? [];
	return { id, token };
}

/** True if this device may only look on, undo and correct. */
export const isWatching = (id) => isCompanions(tokenFor(`/s/${id}`) ?? '');

/** True if it may open another table: of this one it has a token, of the daemon none. */
export const mayCreate = (id) => tokensOf(id).own === undefined || tokensOf(START).own !== undefined;

/** True if it may renew the codes of this table. */
export const isOwner = (id) => isOwners(tokensOf(id).own);

/** The codes of other devices are this one from now on. */
export const keepShared = (id, share) => keep(id, { ...tokensOf(id), share });

/** The token that may be passed on for this session. */
export const tokenToShare = (id) => tokensOf(id).share;

export const bearer = (token) => (token ? { Authorization: `Bearer ${token}` } : {});
