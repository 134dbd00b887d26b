/** Stores each text of a model once, as a copy that does not keep the document's buffer in memory. */
import type { ExternalElement } from '../uml-model.js';

/** Longer texts are not looked up, because they are rarely repeated. */
const LONGEST = 100;
/** Shorter texts need no explicit copy, because the JavaScript engine copies short substrings itself. */
const SHORTEST_PIECE = 13;

export class KeptTexts {
    private readonly known = new Map<string, string>();
    /** by href */
    private readonly externals = new Map<string, ExternalElement>();

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
    /** Returns an equal target, which the references to it share. */
    keptExternal({ href, path, metaclass }: ExternalElement): ExternalElement {
        const known = this.externals.get(href);
        if (known !== undefined && known.path === path && known.metaclass === metaclass) {
            return known;
        }
        const own = { href: this.kept(href), path: this.kept(path), metaclass: this.kept(metaclass) };
        this.externals.set(own.href, own);
        return own;
    }
}
