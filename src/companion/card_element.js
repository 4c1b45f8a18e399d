// The element that shows a card.

import { cardBack, cardFace } from './cards/face.js';

/** A card as a picture: <mk-card code="8D" deck="jumbo" four-colour>, or <mk-card back="weave">. */
class Card extends HTMLElement {
	static observedAttributes = ['code', 'deck', 'four-colour', 'back'];

	connectedCallback() {
		this.#draw();
	}

	attributeChangedCallback() {
		if (this.isConnected) {
			this.#draw();
		}
	}

	#draw() {
		const code = this.getAttribute('code');
		const name = `${code} ${this.getAttribute('deck')} ${this.hasAttribute('four-colour')} ${this.getAttribute('back')}`;
		if (name === this.drawn) {
			return;
		}
		this.drawn = name;
		this.replaceChildren(code
			? cardFace(code, { fourColour: this.hasAttribute('four-colour'), theme: this.getAttribute('deck') })
			: cardBack(this.getAttribute('back')));
	}
}
customElements.define('mk-card', Card);
