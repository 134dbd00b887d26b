/**
 * The names at the roots of a model's documents, and which of them a text mentions. A name of a text can only lead out of its document by
 * one that it mentions, directly or through other documents that it refers to.
 */
import type { AstNode } from '../generated/tree.js';
import type { World } from '../semantics/world.js';

/** What declares names at its root: a document. */
export interface Declaring {
    readonly isLibrary: boolean;
    readonly rootNames: ReadonlySet<string>;
    rootMembers(name: string): readonly AstNode[];
}

/** The documents that declare a name at their root, in the order of the model. */
export type Globals<D extends Declaring = Declaring> = ReadonlyMap<string, readonly D[]>;

export function globalsOf<D extends Declaring>(documents: readonly D[]): Globals<D> {
    const globals = new Map<string, D[]>();
    // versions of library files are found behind the model's own roots, as the library is
    for (const document of documents.filter(d => !d.isLibrary)) {
        for (const name of document.rootNames) {
            const declaring = globals.get(name);
            if (declaring === undefined) {
                globals.set(name, [document]);
            } else {
                declaring.push(document);
            }
        }
    }
    return globals;
}

/** The members of a name at the roots: those of the documents, the library's behind them. */
export function membersOf(globals: Globals, library: World, name: string): readonly AstNode[] {
    const own = (globals.get(name) ?? []).flatMap(document => document.rootMembers(name));
    const ofLibrary = library.lookupGlobal(name);
    return own.length === 0 ? ofLibrary : ofLibrary.length === 0 ? own : [...own, ...ofLibrary];
}

const WORD = /^\w+$/;

/** Whether a name is written without quotes, so that a text which has it elsewhere has it as a word. */
export const isWord = (name: string): boolean => WORD.test(name);

/** Those of some names that a text mentions anywhere, in a comment perhaps: none that it refers to is left out. */
export function mentioned<D extends Declaring>(text: string, globals: Globals<D>): Globals<D> {
    const found = new Map<string, readonly D[]>();
    const { others, lengths } = namesOf(globals);
    for (const name of others) {
        if (mentions(text, name)) {
            found.set(name, globals.get(name)!);
        }
    }
    if (found.size < globals.size) {
        eachWord(text, lengths, word => {
            const documents = globals.get(word);
            if (documents !== undefined) {
                found.set(word, documents);
            }
        });
    }
    return found;
}

/** Whether a text mentions a name. One that is written with escapes counts as mentioned. */
export function mentions(text: string, name: string): boolean {
    return text.includes(name) || /['"\\\n\t\r\b\f]/.test(name);
}

/** What a text is searched for: names that are no words, and the marked lengths of all names. */
interface Names {
    readonly others: readonly string[];
    readonly lengths: Uint8Array;
}

/** Of the names at the roots of a model, which all of its documents are searched for. */
const known = new WeakMap<Globals<Declaring>, Names>();

function namesOf(globals: Globals<Declaring>): Names {
    let names = known.get(globals);
    if (names === undefined) {
        const all = [...globals.keys()];
        const lengths = new Uint8Array(1 + all.reduce((longest, { length }) => Math.max(longest, length), 0));
        all.forEach(name => (lengths[name.length] = 1));
        names = { others: all.filter(name => !isWord(name)), lengths };
        known.set(globals, names);
    }
    return names;
}

/** Calls a function for the words of a text that have a length in question: runs of letters, digits and underscores. */
function eachWord(text: string, lengths: Uint8Array, each: (word: string) => void): void {
    let start = -1;
    for (let i = 0; i <= text.length; i++) {
        const c = i < text.length ? text.charCodeAt(i) : 0;
        if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95) {
            if (start < 0) {
                start = i;
            }
        } else if (start >= 0) {
            if (lengths[i - start] === 1) {
                each(text.slice(start, i));
            }
            start = -1;
        }
    }
}
