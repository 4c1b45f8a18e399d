// Forces rare orders of events: MAKKER_PAGE_LATE names what is delayed for every page of the tests.
//
//   answers   to requests: the websocket's messages are always first    news      messages of the websocket: the responses are always first
//   cpu       everything: the page has an eighth of the processor       net       everything: the network is slow

const SLOW = 8;
const SLOW_NET = { offline: false, latency: 400, downloadThroughput: 60_000, uploadThroughput: 30_000 }; // ms, bytes a second

/** Runs in the page, before anything of its own. How late is different each time, so that all orders come about. */
function hold(what) {
	const later = window.setTimeout.bind(window); // a test may stop the page's own clock
	const wait = (least, most) => new Promise((then) => { later(then, least + Math.random() * (most - least)); });
	if (what === 'answers') {
		const ask = window.fetch;
		window.fetch = async (path, options = {}) => {
			const answer = await ask(path, options);
			await ((options.method ?? 'GET') === 'GET' ? wait(0, 600) : wait(300, 2000));
			return answer;
		};
		return;
	}
	let last = Promise.resolve();
	for (const name of ['onmessage', 'onclose']) {
		const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, name);
		Object.defineProperty(WebSocket.prototype, name, {
			set(handler) {
				this[`late ${name}`] = handler; // a closed socket receives no more
				set.call(this, handler && ((event) => {
					last = Promise.all([last, wait(300, 1000)]).then(() => this[`late ${name}`]?.(event));
				}));
			},
		});
	}
}

const debugging = async (context, page, method, values) => (await context.newCDPSession(page)).send(method, values);

const LATE = {
	answers: (context) => context.addInitScript(hold, 'answers'),
	news: (context) => context.addInitScript(hold, 'news'),
	cpu: (context, page) => debugging(context, page, 'Emulation.setCPUThrottlingRate', { rate: SLOW }),
	net: (context, page) => debugging(context, page, 'Network.emulateNetworkConditions', SLOW_NET),
};

/** Applies MAKKER_PAGE_LATE, if set, to a device's page. */
export async function makeLate(context, page) {
	await LATE[process.env.MAKKER_PAGE_LATE]?.(context, page);
}
