/**
 * The gate of the output: the document is analysed; a declaration with an error is written otherwise or left out, with a note. The mappers
 * write what the notation admits; the gate is for what they cannot foresee in a model (contract: migration 4.1, 16).
 */
import type { Library } from '../language/library/library.js';
import '../runtime/evaluation/index.js';
import { Workspace } from '../language/workspace/workspace.js';
import { type Mapping, NOT_MIGRATED } from './mapping/mapping.js';
import { Declaration, type Line } from './notation/declaration.js';
import type { Written } from './notation/writer.js';

/** Longest text that is analysed: the analysis takes about a second for a megabyte. */
const MAX_LENGTH = 10_000_000;
/** Characters that are analysed in all rounds together. */
const MAX_ANALYSED = 24_000_000;
/** Analyses the document again: omitted declarations may leave other names without a target. */
const ROUNDS = 8;

/** A document with what the report says of its check; nothing when it has no errors. */
export interface CleanDocument {
    readonly written: Written;
    readonly remark?: string;
}

/** Writes the document until it has no errors. */
export function writeClean(mapping: Mapping, write: () => Written): CleanDocument {
    let written = write();
    let analysed = 0;
    for (let round = 0; round < ROUNDS; round++) {
        analysed += written.text.length;
        if (written.text.length > MAX_LENGTH || analysed > MAX_ANALYSED) {
            break;
        }
        mapping.options.checkCancelled();
        const errors = errorsByLine(written.text, mapping.options.library, mapping.options.strict);
        if (errors.size === 0) {
            return { written };
        }
        const failed = new Set<Declaration | Line>();
        for (const [line, message] of errors) {
            const origin = written.origins[line - 1];
            if (origin !== undefined && !failed.has(origin.item)) {
                failed.add(origin.item);
                degrade(origin.item, origin.owner, message, mapping);
            }
        }
        if (failed.size === 0) {
            return { written, remark: `the written document has errors on ${errors.size} lines that stand for no element` };
        }
        written = write();
    }
    return {
        written,
        remark: `the written document, ${written.text.length} characters long, was not checked to the end: run 'check' on it`
    };
}

/** The first error of each line. */
function errorsByLine(content: string, library: Library, strict: boolean): Map<number, string> {
    const documents = [{ name: 'migrated.sysml', language: 'sysml' as const, content }];
    const { model } = new Workspace({ library, cacheSize: 1 }).parse(documents, { strict });
    const errors = new Map<number, string>();
    for (const { severity, message, span } of model.diagnostics) {
        if (severity === 'error' && span?.startLine !== undefined && !errors.has(span.startLine)) {
            errors.set(span.startLine, message);
        }
    }
    return errors;
}

/** Takes away what may be wrong: of a declaration first its value, then what it refers to, then itself. */
function degrade(item: Declaration | Line, owner: Declaration, message: string, mapping: Mapping): void {
    if (!(item instanceof Declaration)) {
        owner.removeLine(item);
        const source = nearestSource(owner);
        if (source !== undefined) {
            mapping.approximated(source, `a line of its body is not written: ${message}`);
        }
        return;
    }
    const source = item.source ?? nearestSource(owner);
    const what = strip(item, message);
    if (what !== undefined) {
        if (source !== undefined) {
            mapping.approximated(source, `${what} is not written: ${message}`);
        }
        return;
    }
    owner.remove(item);
    const below = membersBelow(item);
    [item, ...below].forEach(body => keepComments(body, owner));
    below.forEach(member => loseMember(member, owner, mapping));
    if (item.source !== undefined && mapping.declarationOf(item.source) === item) {
        mapping.forget(item.source);
        mapping.unmapped(item.source, message);
        mapping.writeUnmapped(item.source);
    } else if (source !== undefined) {
        mapping.approximated(source, `'${item.name || item.keyword}' is not written: ${message}`);
    }
}

/** Declarations below one, inner before outer. */
function membersBelow(item: Declaration): Declaration[] {
    const found: Declaration[] = [];
    const open = [...item.declarations()];
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
        found.unshift(member);
        open.push(...member.declarations());
    }
    return found;
}

/** A member of an omitted declaration is omitted, too. */
function loseMember(member: Declaration, place: Declaration, mapping: Mapping): void {
    const { source } = member;
    if (source !== undefined && mapping.declarationOf(source) === member) {
        mapping.forget(source);
        mapping.unmapped(source, 'its owner is not written');
        mapping.writeUnmapped(source, place);
    }
}

/** What a body says of elements that are not migrated stays in the document. */
function keepComments(body: Declaration, owner: Declaration): void {
    for (const member of body.members()) {
        if (!(member instanceof Declaration) && member.comment?.text.startsWith(NOT_MIGRATED) === true) {
            owner.addComment(member.comment, 'marker', Infinity);
        }
    }
}

/** What may be taken away from a declaration, and when. */
interface Remedy {
    /** a message that it cures; every message without one */
    readonly cures?: RegExp;
    readonly applies: (item: Declaration) => boolean;
    readonly apply: (item: Declaration) => void;
    /** what is then lost */
    readonly loses: string;
}

const without =
    (word: string): Remedy['apply'] =>
    item => {
        item.prefixes = item.prefixes.filter(prefix => prefix !== word);
    };

/** In the order in which they are tried: first what a message speaks of, then the most doubtful part. */
const REMEDIES: readonly Remedy[] = [
    {
        cures: /can be constant/,
        applies: item => item.prefixes.includes('constant'),
        apply: without('constant'),
        loses: 'that it is constant'
    },
    {
        cures: /nonunique/i,
        applies: item => item.isNonunique,
        apply: item => (item.isNonunique = false),
        loses: 'nonunique'
    },
    {
        cures: /must have two or more/,
        applies: item => item.isDefinition && !item.prefixes.includes('abstract'),
        apply: item => item.prefixes.unshift('abstract'),
        loses: 'that it has links of its own'
    },
    {
        cures: /\btyped by\b/,
        applies: item => item.types.length > 0,
        apply: item => {
            item.types = [];
            item.generals.clear();
        },
        loses: 'its type'
    },
    {
        cures: /accessible feature|subset|redefin/i,
        applies: item => item.redefines.length + item.specializes.length > 0,
        apply: withoutGenerals,
        loses: 'what it specializes'
    },
    { applies: item => item.value !== undefined, apply: item => (item.value = undefined), loses: 'its value' },
    { applies: item => item.redefines.length + item.specializes.length > 0, apply: withoutGenerals, loses: 'what it specializes' },
    {
        applies: item => item.declarations().length > 0 && (item.types.length > 0 || item.multiplicity !== '' || item.tail !== undefined),
        apply: item => {
            item.types = [];
            item.multiplicity = '';
            item.tail = undefined;
        },
        loses: 'its type'
    }
];

function withoutGenerals(item: Declaration): void {
    item.redefines = [];
    item.specializes = [];
    item.generals.clear();
}

/** Takes one part away and says which; undefined when only the declaration itself is left. */
function strip(item: Declaration, message: string): string | undefined {
    const remedy = REMEDIES.find(({ cures, applies }) => cures?.test(message) !== false && applies(item));
    remedy?.apply(item);
    return remedy?.loses;
}

function nearestSource(owner: Declaration): Declaration['source'] {
    return owner.source ?? [...owner.owners()].find(o => o.source !== undefined)?.source;
}
