/**
 * Compares Turtle with the notation that it was made from (contract: conversion 11.2), without building a graph: finds the source text in
 * the lines of Turtle that `writer.ts` wrote, and checks whether the Turtle of that text states the same. Does not depend on notation or
 * elements.
 */
import { type CarriedSource, SourceCollector, type StatedOfText } from '../reading/carried-source.js';
import { NAMESPACES } from '../vocabulary.js';
import { literalAt } from './literals.js';

const TEXT = '\n    sysx:sourceText "';
const TAIL = '\n    sysx:sourceTail "';
const EITHER = TEXT.slice(0, -'ext "'.length);
const OWNER = '\n    sysml:owner ';
const LANGUAGE = '\n    sysx:sourceLanguage ';
const DOCUMENT = '\n    sysx:sourceDocument ';
const EXPRESSION = /^(?:expr:|<urn:opensysml:expr:)/;
const ELEMENT = new RegExp(`^(?:elmt:|<${NAMESPACES.elmt})(.*?)>?$`);

/**
 * The source text in Turtle: the texts of declarations in the order of their subjects, and each tail after the subject's owned elements.
 * The caller must verify with {@link SameStatements} that its Turtle states the same. Undefined if there is no such text.
 */
export function carriedSource(turtle: string): CarriedSource | undefined {
    const collector = new SourceCollector();
    for (let at = turtle.indexOf(EITHER); at >= 0; at = turtle.indexOf(EITHER, at + 1)) {
        const isTail = turtle.startsWith(TAIL, at);
        const literal = isTail || turtle.startsWith(TEXT, at) ? literalAt(turtle, at + TEXT.length - 1) : undefined;
        const start = turtle.lastIndexOf('\n\n', at) + 2;
        const subject = turtle.slice(start, turtle.indexOf('\n', start));
        if (literal === undefined || start < 2) {
            return undefined;
        }
        if (EXPRESSION.test(subject)) {
            continue;
        }
        if (!(isTail ? collector.tail(subject, literal.value) : collector.text(subject, literal.value, statedOf(turtle, start, at)))) {
            return undefined;
        }
    }
    return collector.source();
}

/** The statements about the text of a subject. */
function statedOf(turtle: string, from: number, to: number): StatedOfText {
    const [owner, language, document] = [OWNER, LANGUAGE, DOCUMENT].map(predicate => statedAt(turtle, predicate, from, to));
    const subject = turtle.slice(from, turtle.indexOf('\n', from));
    return { id: ELEMENT.exec(subject)?.[1] ?? '', owner, language: language?.slice(1, -1), document };
}

/** The object after a predicate, within a range of the text. */
function statedAt(turtle: string, predicate: string, from: number, to: number): string | undefined {
    const lines = turtle.slice(from, to);
    const at = lines.indexOf(predicate);
    return at < 0
        ? undefined
        : lines
              .slice(at + predicate.length)
              .split('\n', 1)[0]
              .slice(0, -' ;'.length);
}

/** Lines that may differ: source texts and positions. */
const ASIDE = /^ {4}sysx:(source(?:Text|Tail|Document)|(source(?:Line|Column|EndLine|EndColumn))) /;
const PLACE = /^"[1-9]\d{0,8}"\^\^xsd:integer [;.]\n$/;
const END = /^ [;.]\n$/;
/** Properties that only one of the texts may state, because several documents were joined to one text. */
const ALONE: ReadonlySet<string> = new Set(['sourceTail', 'sourceDocument']);

/** Checks line by line whether a Turtle text states the same as another one, ignoring source texts and their positions. */
export class SameStatements {
    private at = 0;

    constructor(private readonly turtle: string) {}

    /**
     * Compares the next lines, and continues after them.
     * @param written whole lines that `writer.ts` wrote
     * @returns whether the text continues with the same statements
     */
    goOnWith(written: string): boolean {
        let from = 0;
        while (from < written.length) {
            const same = this.commonLines(written, from);
            from += same;
            this.at += same;
            if (from < written.length) {
                const skipped = this.skip(written, from);
                if (skipped === undefined) {
                    return false;
                }
                from += skipped;
            }
        }
        return true;
    }

    /** Whether the text ends here. */
    get isAtEnd(): boolean {
        return this.at === this.turtle.length;
    }

    /** The length of the lines that both texts have in common here. */
    private commonLines(written: string, from: number): number {
        const { turtle, at } = this;
        let [low, high] = [0, written.length - from];
        let step = high;
        // A comparison stops at the first difference, so a long step that fails is as cheap as a short one.
        while (step > 0) {
            if (turtle.slice(at + low, at + low + step) === written.slice(from + low, from + low + step)) {
                low += step;
                step = Math.min(step, high - low);
            } else {
                high = low + step - 1;
                step = (high - low + 1) >> 1;
            }
        }
        return low === 0 ? 0 : written.slice(from, from + low).lastIndexOf('\n') + 1;
    }

    /** Skips lines that may differ. @returns the number of characters of `written` to skip; undefined if the texts differ */
    private skip(written: string, from: number): number | undefined {
        const { turtle, at } = this;
        const own = asideAt(turtle, at);
        const other = asideAt(written, from);
        if (own !== undefined && own.property === other?.property && own.mark === other.mark) {
            this.at = own.end;
            return other.end - from;
        }
        if (own !== undefined && own.mark === ';' && ALONE.has(own.property) && this.isWithinStatements && !this.isRepeated(own)) {
            this.at = own.end;
            return 0;
        }
        return other !== undefined && other.mark === ';' && ALONE.has(other.property) ? other.end - from : undefined;
    }

    /** Whether statements of a subject continue here: there is a previous line, and it is not empty and does not end a subject. */
    private get isWithinStatements(): boolean {
        const { turtle, at } = this;
        return at > 1 && turtle[at - 2] !== '\n' && turtle[at - 2] !== '.';
    }

    /** Whether an adjacent line states the same property, which is invalid because the property may have only one value. */
    private isRepeated({ property, end }: Aside): boolean {
        const line = `    sysx:${property} `;
        const before = this.turtle.slice(0, Math.max(this.at - 1, 0)).lastIndexOf('\n') + 1;
        return (before < this.at && this.turtle.startsWith(line, before)) || this.turtle.startsWith(line, end);
    }
}

/** Lines that may differ: a source text with its tail, or one property. */
interface Aside {
    readonly property: string;
    readonly end: number;
    /** the terminator of the last line */
    readonly mark: string;
}

/** The lines at an offset, if they may differ and their value is valid for the property. */
function asideAt(text: string, at: number): Aside | undefined {
    const end = text.indexOf('\n', at) + 1;
    const line = text.slice(at, end);
    const [head, property, place] = ASIDE.exec(line) ?? [];
    if (head === undefined) {
        return undefined;
    }
    const object = line.slice(head.length);
    const isStated =
        place === undefined ? object.startsWith('"') && END.test(object.slice(literalAt(object, 0)?.end ?? 0)) : PLACE.test(object);
    const mark = line.at(-2)!;
    const tail = property === 'sourceText' && mark === ';' ? asideAt(text, end) : undefined;
    return isStated ? { property, end, mark, ...(tail?.property === 'sourceTail' ? { end: tail.end, mark: tail.mark } : {}) } : undefined;
}
