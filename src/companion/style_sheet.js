// Style sheets that not every page needs.

const loading = new Map();

/** Resolves when the style sheet is there; it is named by its whole path, for sw.js. */
export function loadStyle(path) {
	if (!loading.has(path)) {
		loading.set(path, new Promise((resolve, reject) => {
			const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: path });
			link.addEventListener('load', resolve);
			link.addEventListener('error', () => {
				loading.delete(path);
				link.remove();
				reject(new Error(`${path} could not be loaded`));
			});
			document.head.append(link);
		}));
	}
	return loading.get(path);
}
