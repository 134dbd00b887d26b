/**
 * Syntax: text to nodes. Code outside this folder uses this file, not the generated parsers or a concrete syntax tree. Depends on the
 * notation only: not on the meaning of names, libraries or models.
 */
import type { AstNode, Expression, Member, RootNamespace } from '../generated/tree.js';
import { Bodies, type Body, type KnownBodies, NO_BODIES } from './bodies.js';
import { KerMLParser } from '../generated/kerml-parser.js';
import { SysMLParser } from '../generated/sysml-parser.js';
import type { SyntaxDiagnostic } from './diagnostics.js';
import { LineIndex } from './lines.js';
import { forEachChild, type Span, spanOf, type SyntaxNode } from './node.js';
import type { Trivia } from './scanner.js';

export { expectation, type SyntaxDiagnostic } from './diagnostics.js';
export { LineIndex, computeLineStarts, type Position } from './lines.js';
export {
    bodyContentOf,
    childrenOf,
    EMPTY,
    fieldOf,
    forEachChild,
    forEachChildOfHead,
    isCut,
    nameSpanOf,
    propertiesOf,
    spanOf,
    visitAll,
    type MemberIndex,
    type Span,
    type SyntaxNode
} from './node.js';
export { allowedDistance, distance } from './spelling.js';
export { isForeignWord, type Trivia } from './scanner.js';
export { tokenValue, unquote } from './values.js';

/** The two languages. A word that one of them reserves may be a name in the other. */
export type SyntaxLanguage = 'kerml' | 'sysml';

/** A parsed document. There is always a root; after syntax errors it contains the nodes that could be parsed. */
export interface ParsedDocument {
    readonly root: RootNamespace & SyntaxNode;
    /** Syntax errors in the order of the text. */
    readonly diagnostics: readonly SyntaxDiagnostic[];
    /** Reserved words where only a name is possible, which were read as names. */
    readonly reservedNames: readonly Span[];
    /** The lines of the text, computed on first use. */
    readonly lines: LineIndex;
    /** The bodies that the next version of the text may keep. */
    readonly bodies?: Bodies;
}

/** A separate expression; undefined if nothing of it could be read. */
export interface ParsedExpression {
    readonly expression: (Expression & SyntaxNode) | undefined;
    readonly diagnostics: readonly SyntaxDiagnostic[];
}

let kerml: KerMLParser | undefined;
let sysml: SysMLParser | undefined;

/** The parser of a language, for the files of this folder. */
export function parserFor(language: SyntaxLanguage): KerMLParser | SysMLParser {
    return language === 'kerml' ? (kerml ??= withBodies(() => new KerMLParser())) : (sysml ??= withBodies(() => new SysMLParser()));
}

/** A parser that uses a second one for bodies that are parsed on demand, possibly in the middle of its own parse. */
function withBodies<P extends KerMLParser | SysMLParser>(made: () => P): P {
    const parser = made();
    let second: P | undefined;
    parser.bodyReader = { readBody: (body, owner) => (second ??= made()).readBody(body, owner) };
    return parser;
}

/** The language of a file, determined by its name: `.kerml` is KerML, all else SysML. */
export function languageOf(path: string): SyntaxLanguage {
    return path.toLowerCase().endsWith('.kerml') ? 'kerml' : 'sysml';
}

/** Limits of the attempts to read reserved words as names in one document: their number, and the total characters parsed. */
const MAX_TRIALS = 64;
const MAX_TRIAL_TEXT = 20_000_000;

interface Reading {
    readonly diagnostics: SyntaxDiagnostic[];
    readonly root: ReturnType<SysMLParser['parse']>;
    readonly bodies: readonly Body[];
}

function read(parser: KerMLParser | SysMLParser, text: string, known: KnownBodies = NO_BODIES): Reading {
    const diagnostics: SyntaxDiagnostic[] = [];
    const root = parser.parse(text, diagnostics, known);
    return { diagnostics, root, bodies: parser.bodies };
}

/** The bodies that other parses of the same text may keep. */
const knownFrom = (text: string, { bodies }: Reading): KnownBodies => new Bodies(text, bodies).keptIn(text);

/**
 * Determines which reserved words are meant as names, and parses the text with these. Tries it first in the declaration that contains all
 * errors, which is short even in a long text. Adds the words to `names`.
 */
function readReservedNames(parser: KerMLParser | SysMLParser, text: string, first: Reading, names: Span[]): Reading {
    const { offset, end } = enclosingDeclaration(text, first);
    const part = text.slice(offset, end);
    const reading = part.length < text.length ? read(parser, part) : first;
    if (reading.diagnostics.length !== first.diagnostics.length || reading === first) {
        return withReservedNames(parser, text, first, names);
    }
    const found: Span[] = [];
    withReservedNames(parser, part, reading, found);
    if (found.length === 0) {
        return first;
    }
    found.forEach(name => names.push({ offset: name.offset + offset, end: name.end + offset }));
    names.forEach(name => parser.asNames.add(name.offset));
    const all = read(parser, text, knownFrom(text, first));
    parser.asNames.clear();
    return all;
}

/** The innermost package, or declaration of a package, whose braces enclose all errors; otherwise the whole text. */
function enclosingDeclaration(text: string, { diagnostics, root }: Reading): Span {
    const from = Math.min(...diagnostics.map(d => Math.min(d.offset, refusedToken(d).offset)));
    const to = Math.max(...diagnostics.map(d => Math.max(d.end, refusedToken(d).end)));
    let around: Span = { offset: 0, end: text.length };
    for (let members: readonly Member[] | undefined = root.members; members !== undefined;) {
        const inner: Member | undefined = members.find(m => m.$offset < from && m.$end > to && text[m.$end - 1] === '}');
        if (inner === undefined) {
            break;
        }
        around = { offset: inner.$offset, end: inner.$end };
        members = inner.$type === 'Package' ? inner.members : undefined;
    }
    return around;
}

/**
 * Reads reserved words at errors as names if that reduces the number of errors. An error may hide later ones: if a word only moves the
 * error to a later token, it is kept tentatively until further words reduce the number. Adds the words that became names to `names`.
 */
function withReservedNames(parser: KerMLParser | SysMLParser, text: string, first: Reading, names: Span[]): Reading {
    let kept = first;
    let current = first;
    let pending: Span[] = [];
    const tried = new Set<number>();
    const known = knownFrom(text, first);
    for (let trials = 0; trials < MAX_TRIALS && trials * text.length < MAX_TRIAL_TEXT; trials++) {
        const word = sorted(current.diagnostics)
            .map(refusedToken)
            .find(({ offset, end }) => !tried.has(offset) && parser.isReserved(text.slice(offset, end)));
        if (word === undefined) {
            break;
        }
        tried.add(word.offset);
        parser.asNames.add(word.offset);
        const reading = read(parser, text, known);
        const { diagnostics } = reading;
        if (diagnostics.length < kept.diagnostics.length) {
            names.push(...pending, { offset: word.offset, end: word.end });
            pending = [];
            kept = current = reading;
        } else if (diagnostics.every(d => refusedToken(d).offset !== word.offset)) {
            pending.push({ offset: word.offset, end: word.end });
            current = reading;
        } else {
            // The tentative words did not help. Drop them; all but the first may be tried again without it.
            parser.asNames.delete(word.offset);
            if (pending.length > 0) {
                tried.delete(word.offset);
            }
            pending.forEach(({ offset }, i) => {
                parser.asNames.delete(offset);
                if (i > 0) {
                    tried.delete(offset);
                }
            });
            pending = [];
            current = kept;
        }
    }
    parser.asNames.clear();
    return kept;
}

/** The token that could not be read, according to a finding. */
function refusedToken({ refused, offset, end }: SyntaxDiagnostic): Span {
    return refused ?? { offset, end };
}

const MODIFIER = /\w\s+(ordered|nonunique)\s*[{;]/g;

/**
 * The words `ordered` and `nonunique` that are names rather than modifiers: directly between the keyword of a usage and its body or end, as
 * in `action ordered { … }`. Kept bodies are not searched, because a body with such a word is never kept.
 */
function modifiersAsNames(text: string, { root }: Reading, known: KnownBodies): Span[] {
    const words = [...text.matchAll(MODIFIER)]
        .map(match => ({ offset: match.index + match[0].lastIndexOf(match[1]), word: match[1] }))
        .filter(({ offset }) => !known.cover(offset));
    if (words.length === 0) {
        return [];
    }
    const found: Span[] = [];
    visitContaining(root, words, node => {
        const { kind, isOrdered, isNonunique } = node;
        if (kind === undefined || (isOrdered !== true) === (isNonunique !== true)) {
            return;
        }
        const { offset, end } = spanOf(node);
        const word = words.find(w => w.offset < end && new RegExp(`^(?:\\w+\\s+)*${kind}\\s+$`).test(text.slice(offset, w.offset)));
        if (word !== undefined) {
            found.push({ offset: word.offset, end: word.offset + word.word.length });
        }
    });
    return found;
}

/** Calls a function for the nodes that contain at least one of the words, containers first. */
function visitContaining(root: AstNode, words: readonly { readonly offset: number }[], each: (node: AstNode) => void): void {
    const work = [root];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        each(node);
        forEachChild(node, child => {
            if (words.some(({ offset }) => offset > child.$offset && offset < child.$end)) {
                work.push(child);
            }
        });
    }
}

/**
 * Parses a document. Never throws; errors are in the result, which is the same with and without an earlier version.
 * @param earlier an earlier version of the text, of which unchanged bodies are kept: their members are read on demand
 */
export function parseDocument(text: string, language: SyntaxLanguage, earlier?: Bodies): ParsedDocument {
    const parser = parserFor(language);
    const known = earlier?.keptIn(text) ?? NO_BODIES;
    let reading = read(parser, text, known);
    const reservedNames: Span[] = [];
    if (reading.diagnostics.length > 0) {
        reading = readReservedNames(parser, text, reading, reservedNames);
    }
    const modifiers = modifiersAsNames(text, reading, known);
    if (modifiers.length > 0) {
        reservedNames.push(...modifiers);
        reservedNames.forEach(({ offset }) => parser.asNames.add(offset));
        reading = read(parser, text, known);
        parser.asNames.clear();
    }
    const { root, diagnostics, bodies } = reading;
    return {
        root,
        diagnostics: sorted(diagnostics),
        reservedNames,
        lines: new LineIndex(text),
        bodies: new Bodies(text, bodies)
    };
}

/** A copy of a parsed document with a separate tree, which is parsed on demand. */
export function parsedAgain(
    { diagnostics, reservedNames, lines, bodies }: ParsedDocument,
    text: string,
    language: SyntaxLanguage
): ParsedDocument {
    let read: ParsedDocument | undefined;
    return {
        get root() {
            return (read ??= parseDocument(text, language, bodies)).root;
        },
        diagnostics,
        reservedNames,
        lines,
        ...(bodies !== undefined && { bodies })
    };
}

/** Parses a text that consists of one expression. Never throws. */
export function parseExpression(text: string, language: SyntaxLanguage): ParsedExpression {
    const diagnostics: SyntaxDiagnostic[] = [];
    const expression = parserFor(language).parseExpression(text, diagnostics);
    return { expression: expression as (Expression & SyntaxNode) | undefined, diagnostics: sorted(diagnostics) };
}

/**
 * The notes of a text (`// …` and `//* … *\/`), found by scanning it again.
 * @param part an extent that begins and ends where tokens begin; the whole text by default
 */
export function notesOf(text: string, language: SyntaxLanguage, part: Span = { offset: 0, end: text.length }): Trivia[] {
    const notes: Trivia[] = [];
    parserFor(language).scanner.scanPart(text, part, [], notes);
    return notes;
}

/** The words of a language's notation. */
export function keywordsOf(language: SyntaxLanguage): readonly string[] {
    return parserFor(language).keywords;
}

/** Whether a word is reserved in a language, so that an equal name needs quotes. */
export function isReservedWord(word: string, language: SyntaxLanguage): boolean {
    return parserFor(language).isReserved(word);
}

const plainWords: Readonly<Record<SyntaxLanguage, Map<string, boolean>>> = { kerml: new Map(), sysml: new Map() };

/** Whether a reserved word is usable as a name without quotes, because it only introduces notation of an extension. */
export function isPlainWord(word: string, language: SyntaxLanguage): boolean {
    const known = plainWords[language];
    let isPlain = known.get(word);
    if (isPlain === undefined) {
        const { expression, diagnostics } = parseExpression(word, language);
        isPlain = diagnostics.length === 0 && expression?.$type === 'FeatureReferenceExpression';
        known.set(word, isPlain);
    }
    return isPlain;
}

/** The texts of the tokens of a text, with comments and without notes. Characters that form no token are left out. */
export function tokensOf(text: string, language: SyntaxLanguage): string[] {
    const { starts, ends, count } = parserFor(language).scanner.scan(text, []);
    return Array.from({ length: count }, (_, i) => text.slice(starts[i], ends[i]));
}

/** Sorts findings in the order of the text: the scanner reports before the parser. */
function sorted(diagnostics: SyntaxDiagnostic[]): SyntaxDiagnostic[] {
    return diagnostics.length > 1 ? diagnostics.sort((a, b) => a.offset - b.offset) : diagnostics;
}
