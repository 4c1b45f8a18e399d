// Simulations: started, followed, replayed, cancelled.

import { request } from './request.js';
import { loadGame } from './games/index.js';

const POLL_MS = 500;
const STATISTICS_EVERY = 4; // polls
const MAX_POINTS = 400;
const DEFAULTS = { games: 1000, seed: 1, care: 'quick' };

/** Search budget per decision; in worlds, not time, so that results are reproducible. */
const BUDGETS = { careful: { worlds: 60 } };

/** Options with defaults: the game's first preset and strategy if none is chosen. */
function withDefaults(options, games) {
	const game = games.find(({ name }) => name === options.game) ?? games[0];
	const named = (list, name) => (list.find((one) => one.name === name) ?? list[0]).name;
	return { ...DEFAULTS, ...options, game: game.name, preset: named(game.presets, options.preset), strategy: named(game.strategies, options.strategy) };
}

/** True if the chosen strategy searches. */
export const searches = ({ game, strategy }, games) =>
	games.find(({ name }) => name === game).strategies.find(({ name }) => name === strategy).searches;

/** Request body of a simulation. */
const requestBody = ({ care, ...options }, games) => ({ ...options, budget: searches(options, games) ? BUDGETS[care] : undefined });

/** Appends a point to the curve of the win rate; of long runs every second point is dropped. */
function grown(points, { played, statistics: { won } }) {
	if (played === 0 || points.at(-1)?.played === played) {
		return points;
	}
	const all = [...points, { played, share: won.share, low: won.low, high: won.high }];
	return all.length > MAX_POINTS ? all.filter((_, place) => place % 2 === 0) : all;
}

/** Moves per second; the last is as fast as the page can draw. */
export const PACES = [0.5, 1, 2, 4, 8, 16, 32, Infinity];
const DEFAULT_PACE = 2;
const AFTER_GAME_MS = 2000;

/** Replays the games of a run one after another, move by move, at the chosen pace. */
function createReplay({ store, language, showError }) {
	let timer;
	const set = (change) => store.set(({ replay }) => ({ replay: { ...replay, ...change } }));
	const isOver = ({ at, steps }) => at >= steps.length - 1;

	async function show(run, number) {
		const { game, status, steps, rules, preset } = await request('GET', `/v1/simulations/${run.id}/games/${number}?language=${language()}`);
		const { pace = DEFAULT_PACE } = store.state.replay ?? {};
		await loadGame(game, language());
		store.set({ replay: { run, number, game, rules, preset, end: status, steps, at: 0, pace, goes: true } });
		go();
	}

	function forth() {
		const { replay } = store.state;
		if (replay && !isOver(replay)) {
			set({ at: replay.at + 1 });
		} else if (replay?.goes) {
			next();
		}
	}

	function go() {
		const { replay } = store.state;
		clearTimeout(timer);
		if (replay?.goes) {
			timer = setTimeout(() => { forth(); go(); }, isOver(replay) ? AFTER_GAME_MS : 1000 / replay.pace);
		}
	}

	const next = () => {
		const { run, number } = store.state.replay;
		return show(run, (number + 1) % run.games).catch(showError);
	};

	return {
		replayGame: (run) => show(run, 0).catch(showError),
		replayNext: next,
		replayStep() {
			set({ goes: false });
			forth();
		},
		replayToggle() {
			set({ goes: !store.state.replay.goes });
			go();
		},
		replayPace(place) {
			set({ pace: PACES[place] });
			go();
		},
		replayEnd() {
			clearTimeout(timer);
			store.set({ replay: null });
		},
	};
}

export function createSimulations({ store, language, showError }) {
	const replay = createReplay({ store, language, showError });
	const set = (change) => store.set(({ run }) => ({ run: { ...run, ...change } }));
	const update = (now) => store.set(({ run }) => ({ run: { ...run, now, points: grown(run.points, now) } }));
	const withErrorToast = (action) => async (...values) => {
		try {
			await action(...values);
		} catch (error) {
			showError(error);
		}
	};

	async function pollRun(id) {
		for (let status = 'running', looks = 1; status === 'running'; looks++) {
			const now = await request('GET', `/v1/simulations/${id}`);
			if (store.state.run.now?.id !== id) {
				return;
			}
			update(now);
			({ status } = now);
			if (looks % STATISTICS_EVERY === 0) {
				await readStatistics();
			}
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		}
		await readStatistics();
	}

	/** Outcomes of all games so far. */
	const readStatistics = async () => store.set({ statistics: (await request('GET', '/v1/statistics')).games });

	/** Follows a simulation that was started elsewhere or before the page was reloaded. */
	const follow = withErrorToast(async () => {
		const { simulations: [running] } = await request('GET', '/v1/simulations?status=running&limit=1');
		if (running && !store.state.run.now) {
			set({ now: await request('GET', `/v1/simulations/${running.id}`), points: [] });
			await pollRun(running.id);
		}
	});

	return {
		...replay,
		readStatistics: withErrorToast(readStatistics),
		changeRun(change) {
			const isFirst = !store.state.run;
			store.set(({ run, games }) => ({
				run: { now: null, points: [], ...run, options: withDefaults({ ...run?.options, ...change }, games) },
			}));
			if (isFirst) {
				follow();
			}
		},
		simulate: withErrorToast(async () => {
			const { run, games } = store.state;
			const now = await request('POST', '/v1/simulations', requestBody(run.options, games));
			replay.replayEnd();
			set({ now, points: [] });
			await pollRun(now.id);
		}),
		cancelRun: withErrorToast(async () => update(await request('DELETE', `/v1/simulations/${store.state.run.now.id}`))),
	};
}
