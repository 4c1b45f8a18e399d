// The messages from a client to PostgreSQL (manual, "Message Formats").

const TEXT = (bytes, from) => bytes.toString('latin1', from, bytes.indexOf(0, from));

export class Frontend {
	constructor() {
		this.rest = Buffer.alloc(0);
		this.prepared = new Map(); // name -> statement
		this.carried = []; // the statements carried out since the last COMMIT or ROLLBACK
	}

	/** The complete messages received so far, but none after the first for which `ends({ commits, carried })`. */
	pass(bytes, ends) {
		const whole = [];
		this.rest = Buffer.concat([this.rest, bytes]);
		for (let size; !this.ended && (size = this.#size()) <= this.rest.length; this.rest = this.rest.subarray(size)) {
			const message = this.rest.subarray(0, size);
			whole.push(message);
			const commits = this.begun && this.#commits(message);
			this.ended = ends({ commits, carried: this.carried });
			this.carried = commits ? [] : this.carried;
			this.begun = true;
		}
		return Buffer.concat(whole);
	}

	/** Of the next message. The first of a connection has no letter in front of its length. */
	#size() {
		const letter = this.begun ? 1 : 0;
		return this.rest.length >= letter + 4 ? letter + this.rest.readInt32BE(letter) : Infinity;
	}

	/** Is COMMIT carried out by it? Statements are prepared (P), bound (B) and carried out (E). */
	#commits(message) {
		const letter = String.fromCharCode(message[0]);
		const first = ['P', 'B'].includes(letter) ? TEXT(message, 5) : '';
		const second = ['P', 'B'].includes(letter) ? TEXT(message, 5 + first.length + 1) : '';
		if (letter === 'P') {
			this.prepared.set(first, second);
		} else if (letter === 'B') {
			this.bound = this.prepared.get(second);
		} else if (letter === 'E' && this.bound === 'ROLLBACK') {
			this.carried = [];
		} else if (letter === 'E' && this.bound !== undefined) {
			this.carried.push(this.bound);
		}
		return letter === 'E' && this.bound === 'COMMIT';
	}
}
