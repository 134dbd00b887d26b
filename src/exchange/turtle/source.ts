/**
 * Turtle and the notation that it was made of (contract: conversion 11.2), without a graph between the two: the source text that stands in
 * our writer's lines, and whether the Turtle of that text says what the lines say. Knows lines; neither notation nor elements.
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
 * The source text of Turtle: the texts of the declarations in the order of their subjects, each tail behind what its subject owns. It is a
 * guess: only what {@link SameStatements} finds in its Turtle makes it the notation of the graph. Undefined where there is no such text.
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

/** What the lines of a subject say of its text. */
function statedOf(turtle: string, from: number, to: number): StatedOfText {
    const [owner, language, document] = [OWNER, LANGUAGE, DOCUMENT].map(predicate => statedAt(turtle, predicate, from, to));
    const subject = turtle.slice(from, turtle.indexOf('\n', from));
    return { id: ELEMENT.exec(subject)?.[1] ?? '', owner, language: language?.slice(1, -1), document };
}

/** What stands behind a predicate, between two places of a text. */
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

/** What a line that may differ states: texts and places. */
const ASIDE = /^ {4}sysx:(source(?:Text|Tail|Document)|(source(?:Line|Column|EndLine|EndColumn))) /;
const PLACE = /^"[1-9]\d{0,8}"\^\^xsd:integer [;.]\n$/;
const END = /^ [;.]\n$/;
/** Of these a text may have one that its repetition has not: of several documents one text is made. */
const ALONE: ReadonlySet<string> = new Set(['sourceTail', 'sourceDocument']);

/** Compares Turtle with a text, line by line: whether both state the same, source texts and their places aside. */
export class SameStatements {
    private at = 0;

    constructor(private readonly turtle: string) {}

    /**
     * Compares the next lines.
     * @param written whole lines, as our writer makes them
     * @returns whether the text goes on with what they state
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

    /** Whether the text ends where the lines end. */
    get isAtEnd(): boolean {
        return this.at === this.turtle.length;
    }

    /** The length of the lines that stand here in both. */
    private commonLines(written: string, from: number): number {
        const { turtle, at } = this;
        let [low, high] = [0, written.length - from];
        let step = high;
        // Comparing ends with the first difference, so that a long step that fails costs what a short one does.
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

    /** Passes lines that may differ. @returns how much of what is written is passed; undefined where the two differ */
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

    /** Whether statements of a subject go on here: the line in front is there, is not empty and ends none. */
    private get isWithinStatements(): boolean {
        const { turtle, at } = this;
        return at > 1 && turtle[at - 2] !== '\n' && turtle[at - 2] !== '.';
    }

    /** Whether a property stands on the line in front, or behind, too: it may have one value. */
    private isRepeated({ property, end }: Aside): boolean {
        const line = `    sysx:${property} `;
        const before = this.turtle.slice(0, Math.max(this.at - 1, 0)).lastIndexOf('\n') + 1;
        return (before < this.at && this.turtle.startsWith(line, before)) || this.turtle.startsWith(line, end);
    }
}

/** Whole lines that may differ: a text with its tail, or one property. */
interface Aside {
    readonly property: string;
    readonly end: number;
    /** what the last line ends with */
    readonly mark: string;
}

/** The lines at a place, when they may differ and state a value that their property may have. */
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
