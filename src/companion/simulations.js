// Games that play themselves: started, watched, cancelled.

import { ask } from './request.js';
import { loadGame } from './games/index.js';

const LOOK_MS = 500;
const FIGURES_EVERY = 4; // looks
const MOST_POINTS = 400;
const USUAL = { games: 1000, seed: 1, care: 'quick' };

/** What a strategy that searches is given for a decision; without a clock, so that the numbers can be had again. */
const BUDGETS = { careful: { worlds: 60 } };

/** What is wished, made whole: the game's first preset and strategy where none was chosen. */
function whole(wish, games) {
	const game = games.find(({ name }) => name === wish.game) ?? games[0];
	const named = (list, name) => (list.find((one) => one.name === name) ?? list[0]).name;
	return { ...USUAL, ...wish, game: game.name, preset: named(game.presets, wish.preset), strategy: named(game.strategies, wish.strategy) };
}

/** Does the strategy that is chosen think for as long as it is given? */
export const searches = ({ game, strategy }, games) =>
	games.find(({ name }) => name === game).strategies.find(({ name }) => name === strategy).searches;

/** As the daemon is asked. */
const asked = ({ care, ...wish }, games) => ({ ...wish, budget: searches(wish, games) ? BUDGETS[care] : undefined });

/** The curve of the rate: of very long runs every second point is let go of. */
function grown(points, { played, statistics: { won } }) {
	if (played === 0 || points.at(-1)?.played === played) {
		return points;
	}
	const all = [...points, { played, share: won.share, low: won.low, high: won.high }];
	return all.length > MOST_POINTS ? all.filter((_, place) => place % 2 === 0) : all;
}

/** Moves a second; the last is as fast as the page can draw. */
export const PACES = [0.5, 1, 2, 4, 8, 16, 32, Infinity];
const USUAL_PACE = 2;
const AFTER_GAME_MS = 2000;

/** One game of a run, move by move, at the pace that is wished; then the next one. */
function createWatching({ store, language, complain }) {
	let timer;
	const set = (change) => store.set(({ watch }) => ({ watch: { ...watch, ...change } }));
	const isOver = ({ at, steps }) => at >= steps.length - 1;

	async function show(run, number) {
		const { game, status, steps, rules, preset } = await ask('GET', `/v1/simulations/${run.id}/game?number=${number}&language=${language()}`);
		const { pace = USUAL_PACE } = store.state.watch ?? {};
		await loadGame(game);
		store.set({ watch: { run, number, game, rules, preset, end: status, steps, at: 0, pace, goes: true } });
		go();
	}

	function forth() {
		const { watch } = store.state;
		if (watch && !isOver(watch)) {
			set({ at: watch.at + 1 });
		} else if (watch?.goes) {
			next();
		}
	}

	function go() {
		const { watch } = store.state;
		clearTimeout(timer);
		if (watch?.goes) {
			timer = setTimeout(() => { forth(); go(); }, isOver(watch) ? AFTER_GAME_MS : 1000 / watch.pace);
		}
	}

	const next = () => {
		const { run, number } = store.state.watch;
		return show(run, (number + 1) % run.games).catch(complain);
	};

	return {
		watchGame: (run) => show(run, 0).catch(complain),
		watchNext: next,
		watchStep() {
			set({ goes: false });
			forth();
		},
		watchGoOn() {
			set({ goes: !store.state.watch.goes });
			go();
		},
		watchPace(place) {
			set({ pace: PACES[place] });
			go();
		},
		watchEnd() {
			clearTimeout(timer);
			store.set({ watch: null });
		},
	};
}

export function createRuns({ store, language, complain }) {
	const watching = createWatching({ store, language, complain });
	const set = (change) => store.set(({ run }) => ({ run: { ...run, ...change } }));
	const hear = (now) => store.set(({ run }) => ({ run: { ...run, now, points: grown(run.points, now) } }));
	const tried = (doing) => async (...values) => {
		try {
			await doing(...values);
		} catch (error) {
			complain(error);
		}
	};

	async function watch(id) {
		for (let status = 'running', looks = 1; status === 'running'; looks++) {
			const now = await ask('GET', `/v1/simulations/${id}`);
			if (store.state.run.now?.id !== id) {
				return;
			}
			hear(now);
			({ status } = now);
			if (looks % FIGURES_EVERY === 0) {
				await readFigures();
			}
			await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
		}
		await readFigures();
	}

	/** How all games ended so far. */
	const readFigures = async () => store.set({ figures: (await ask('GET', '/v1/statistics')).games });

	/** What was started elsewhere, or before the page was loaded again, goes on. */
	const follow = tried(async () => {
		const { simulations: [running] } = await ask('GET', '/v1/simulations?status=running&limit=1');
		if (running && !store.state.run.now) {
			set({ now: await ask('GET', `/v1/simulations/${running.id}`), points: [] });
			await watch(running.id);
		}
	});

	return {
		...watching,
		readFigures: tried(readFigures),
		wishRun(change) {
			const isFirst = !store.state.run;
			store.set(({ run, games }) => ({
				run: { now: null, points: [], ...run, wish: whole({ ...run?.wish, ...change }, games) },
			}));
			if (isFirst) {
				follow();
			}
		},
		simulate: tried(async () => {
			const { run, games } = store.state;
			const now = await ask('POST', '/v1/simulations', asked(run.wish, games));
			watching.watchEnd();
			set({ now, points: [] });
			await watch(now.id);
		}),
		cancelRun: tried(async () => hear(await ask('DELETE', `/v1/simulations/${store.state.run.now.id}`))),
	};
}
