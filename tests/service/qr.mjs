// QR codes, read as a phone reads them.

import jsQR from 'jsqr';

/** What a phone reads from a QR code in SVG: its squares, 4 pixels wide each. */
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
