/**
 * The root names of a model's documents, and those that occur in a text. A name in a document can resolve into another document only by a
 * root name that occurs in the text of the first document, or of documents that it depends on.
 */
import type { AstNode } from '../generated/tree.js';
import type { World } from '../semantics/world.js';
import { changeOf } from '../syntax/text-change.js';
import { isOfWord, offsetsOfWord } from './words.js';

/** A document with root names. */
export interface Declaring {
    readonly isLibrary: boolean;
    readonly rootNames: ReadonlySet<string>;
    rootMembers(name: string): readonly AstNode[];
}

/** The documents that declare a name at their root, in the order of the model. */
export type Globals<D extends Declaring = Declaring> = ReadonlyMap<string, readonly D[]>;

export function globalsOf<D extends Declaring>(documents: readonly D[]): Globals<D> {
    const globals = new Map<string, D[]>();
    // versions of library files come after the model's own roots, like the library
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

/** The root members with a name: those of the documents, then those of the library. */
export function membersOf(globals: Globals, library: World, name: string): readonly AstNode[] {
    const own = (globals.get(name) ?? []).flatMap(document => document.rootMembers(name));
    const ofLibrary = library.lookupGlobal(name);
    return own.length === 0 ? ofLibrary : ofLibrary.length === 0 ? own : [...own, ...ofLibrary];
}

const WORD = /^\w+$/;

/** Whether a name is written without quotes, so that it occurs in texts as a word. */
export const isWord = (name: string): boolean => WORD.test(name);

/** The root names that occur anywhere in a text, even in comments: a superset of those to which it refers. */
export function mentioned<D extends Declaring>(text: string, globals: Globals<D>): Globals<D> {
    const found = new Map<string, readonly D[]>();
    const { words, others, lengths } = namesOf(globals);
    const areFew = words.length <= MOST_SEARCHED;
    const wanted = [...others.filter(name => mentions(text, name)), ...(areFew ? words.filter(word => hasWord(text, word)) : [])];
    wanted.forEach(name => found.set(name, globals.get(name)!));
    if (!areFew) {
        eachWord(text, lengths, word => {
            const documents = globals.get(word);
            if (documents !== undefined) {
                found.set(word, documents);
            }
        });
    }
    return found;
}

/**
 * The root names that occur in the next version of a text. A name that does not occur in the earlier version can only be in the inserted
 * text, or in the words at its edges. One that does occur there is absent only if the change removed it.
 */
export function mentionedAfter<D extends Declaring>(
    older: { readonly text: string; readonly globals: Globals<Declaring> },
    text: string,
    globals: Globals<D>
): Globals<D> {
    const { start, oldEnd, newEnd } = changeOf(older.text, text);
    const { words, others } = namesOf(globals);
    const added = wholeWords(text, start, newEnd);
    const removed = wholeWords(older.text, start, oldEnd);
    const isMentioned = (word: string): boolean => hasWord(added, word);
    const stays = (word: string): boolean => older.globals.has(word) && (!hasWord(removed, word) || hasWord(text, word));
    const wanted = [...others.filter(name => mentions(text, name)), ...words.filter(word => isMentioned(word) || stays(word))];
    return new Map(wanted.map(name => [name, globals.get(name)!]));
}

/** A part of a text, with the words that it cuts as a whole. */
function wholeWords(text: string, start: number, end: number): string {
    let [from, to] = [start, end];
    while (isOfWord(text.charCodeAt(from - 1))) {
        from--;
    }
    while (isOfWord(text.charCodeAt(to))) {
        to++;
    }
    return text.slice(from, to);
}

const hasWord = (text: string, word: string): boolean => offsetsOfWord(text, word).next().done !== true;

/** Whether a name may occur in a text: it does, or it needs escapes, so that its spelling in the text differs. */
export function mentions(text: string, name: string): boolean {
    return text.includes(name) || /['"\\\n\t\r\b\f]/.test(name);
}

/** Up to this number of names, searching each is faster than reading all words of a text. */
const MOST_SEARCHED = 16;

/** The names to search: those that are words, the others, and a table that marks the lengths of all names. */
interface Names {
    readonly words: readonly string[];
    readonly others: readonly string[];
    readonly lengths: Uint8Array;
}

/** By the root names of a model: computed once for all of its documents. */
const known = new WeakMap<Globals<Declaring>, Names>();

function namesOf(globals: Globals<Declaring>): Names {
    let names = known.get(globals);
    if (names === undefined) {
        const all = [...globals.keys()];
        const lengths = new Uint8Array(1 + all.reduce((longest, { length }) => Math.max(longest, length), 0));
        all.forEach(name => (lengths[name.length] = 1));
        names = { words: all.filter(isWord), others: all.filter(name => !isWord(name)), lengths };
        known.set(globals, names);
    }
    return names;
}

/** Calls a function for the words of a text with a marked length: runs of letters, digits and underscores. */
function eachWord(text: string, lengths: Uint8Array, each: (word: string) => void): void {
    let start = -1;
    for (let i = 0; i <= text.length; i++) {
        const c = i < text.length ? text.charCodeAt(i) : 0;
        if (isOfWord(c)) {
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
