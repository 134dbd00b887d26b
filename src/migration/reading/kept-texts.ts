/** Stores each text of a model once, as a copy that does not keep the document's buffer in memory. */

/** Longer texts are not looked up, because they are rarely repeated. */
const LONGEST = 100;
/** Shorter texts need no explicit copy, because the JavaScript engine copies short substrings itself. */
const SHORTEST_PIECE = 13;

export class KeptTexts {
    private readonly known = new Map<string, string>();

    /** Returns an equal text that occupies only its own memory. */
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
