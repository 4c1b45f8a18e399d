// QR codes, read as a phone reads them.

import jsQR from 'jsqr';

/** Reads a QR code in SVG, whose squares are 4 pixels wide, as a phone does. */
export function scanned(svg) {
	const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)[1]);
	const width = 4 * size;
	const pixels = new Uint8ClampedArray(4 * width * width).fill(255);
	for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
		for (let row = 4 * y; row < 4 * y + 4; row++) {
			for (let column = 4 * x; column < 4 * (Number(x) + Number(length)); column++) {
				pixels.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3);
			}
		}
	}
	return jsQR(pixels, width, width)?.data;
}

/** The same of one in a terminal, whose blocks are light: two squares in each character. */
export function scannedInTerminal(rows) {
	const [across, down] = [rows[0].length + 4, 2 * rows.length + 4];
	const [width, height] = [4 * across, 4 * down];
	const pixels = new Uint8ClampedArray(4 * width * height).fill(255);
	const isDark = (x, y) => !{ 0: '█▀', 1: '█▄' }[y % 2].includes(rows[Math.floor(y / 2)][x]);
	for (let y = 0; y < 2 * rows.length; y++) {
		for (let x = 0; x < rows[0].length; x++) {
			for (let row = 4 * y + 8; isDark(x, y) && row < 4 * y + 12; row++) {
				for (let column = 4 * x + 8; column < 4 * x + 12; column++) {
					pixels.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3);
				}
			}
		}
	}
	return jsQR(pixels, width, height)?.data;
}
