/** Texts of documents that a model keeps: each once, and apart from the piece of the document that it was read in. */

/** Longer texts are seldom the same. */
const LONGEST = 100;
/** Shorter pieces of a text are copies of their own. */
const SHORTEST_PIECE = 13;

export class KeptTexts {
    private readonly known = new Map<string, string>();

    /** The same text, which holds no more memory than its own. */
    kept(text: string): string {
        const known = this.known.get(text);
        if (known !== undefined) {
            return known;
        }
        const own = text.length < SHORTEST_PIECE ? text : Buffer.from(text).toString();
        if (own.length <= LONGEST) {
            this.known.set(own, own);
        }
        return own;
    }
}
