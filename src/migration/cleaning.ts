/**
 * Analyses the written document. Simplifies or omits each declaration that has an error, and adds a note to the report. The mappers write
 * only valid notation; this step covers errors that they cannot foresee in a model (contract: migration 4.1, 16).
 */
import type { Library } from '../language/library/library.js';
import '../runtime/evaluation/index.js';
import { Workspace } from '../language/workspace/workspace.js';
import { type Mapping, NOT_MIGRATED } from './mapping/mapping.js';
import { Declaration, type Line } from './notation/declaration.js';
import type { Written } from './notation/writer.js';
import { everyElement, type UmlElement } from './uml-model.js';
import { hasEntry } from './mapping/kinds.js';

/** Longest document, in characters, that is analysed: the analysis takes about one second per megabyte. */
const MAX_LENGTH = 10_000_000;
/** Total number of characters that all rounds together may analyse. */
const MAX_ANALYSED = 24_000_000;
/** Greatest number of rounds. A further round is needed because an omitted declaration may leave references to it unresolved. */
const ROUNDS = 8;

/** The written document. `remark` is a line for the report; undefined when the document has no errors. */
export interface CleanDocument {
    readonly written: Written;
    readonly remark?: string;
}

/** Writes and analyses the document repeatedly, until it has no errors or a limit is reached. */
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
            const lost = lostElements(mapping, written);
            if (lost.length === 0) {
                return { written };
            }
            lost.forEach(element => lose(element, 'its owner is not written', mapping));
            written = write();
            continue;
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

/** Returns the elements whose declarations are in no document, because the declaration of an owner was removed. */
function lostElements(mapping: Mapping, { lines }: Written): UmlElement[] {
    return [...everyElement(mapping.model.roots)].filter(element => {
        const declaration = mapping.declarationOf(element);
        return declaration?.source === element && !lines.has(declaration) && declaration.owner?.declaresInHead(declaration) !== true;
    });
}

/** Returns the first error message of each line, by line number. */
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

/** Removes the cause of an error: one part of a declaration if a remedy applies, otherwise the whole declaration. Removes a faulty line. */
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
    const isOfElement = item.source !== undefined && mapping.declarationOf(item.source) === item;
    for (const element of mapping.carriedBy(item)) {
        lose(element, element === item.source ? message : 'what carries it is not written', mapping);
    }
    if (!isOfElement && source !== undefined) {
        mapping.approximated(source, `'${item.name || item.keyword}' is not written: ${message}`);
    }
}

/** Returns all declarations nested in a declaration, inner before outer. */
function membersBelow(item: Declaration): Declaration[] {
    const found: Declaration[] = [];
    const open = [...item.declarations()];
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
        found.unshift(member);
        open.push(...member.declarations());
    }
    return found;
}

/** Records a member of an omitted declaration as unmapped, and writes its comment in `place`. */
function loseMember(member: Declaration, place: Declaration, mapping: Mapping): void {
    mapping.carriedBy(member).forEach(element => lose(element, 'its owner is not written', mapping, place));
}

/** Records an element whose declaration is omitted, and writes its comment. */
function lose(element: UmlElement, reason: string, mapping: Mapping, place?: Declaration): void {
    mapping.forget(element);
    if (hasEntry(element) && !mapping.isHidden(element)) {
        const wasWritten = mapping.accounts.verdictOf(element) !== 'unmapped';
        mapping.unmapped(element, reason);
        if (wasWritten) {
            mapping.writeUnmapped(element, place);
        }
    }
}

/** Moves the comments about unmapped elements from an omitted body to its owner, so that they stay in the document. */
function keepComments(body: Declaration, owner: Declaration): void {
    for (const member of body.members()) {
        if (!(member instanceof Declaration) && member.comment?.text.startsWith(NOT_MIGRATED) === true) {
            owner.addComment(member.comment, 'marker', Infinity);
        }
    }
}

/** A part that can be removed from a declaration to cure an error. */
interface Remedy {
    /** messages that this remedy cures; every message if undefined */
    readonly cures?: RegExp;
    readonly applies: (item: Declaration) => boolean;
    readonly apply: (item: Declaration) => void;
    /** name, for the report, of the part that is lost */
    readonly loses: string;
}

const without =
    (word: string): Remedy['apply'] =>
    item => {
        item.prefixes = item.prefixes.filter(prefix => prefix !== word);
    };

/** Tried in this order: first the remedies for specific messages, then those for any message, the most doubtful part first. */
const REMEDIES: readonly Remedy[] = [
    {
        cures: /can be constant/,
        applies: item => item.prefixes.includes('constant'),
        apply: without('constant'),
        loses: 'that it is constant'
    },
    {
        cures: /must be constant/,
        applies: item => !item.prefixes.includes('constant'),
        apply: item => {
            const before = item.prefixes.at(-1) === 'ref' ? item.prefixes.length - 1 : item.prefixes.length;
            item.prefixes = item.prefixes.toSpliced(before, 0, 'constant');
        },
        loses: 'that it varies'
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
        apply: item => (item.prefixes = ['abstract', ...item.prefixes]),
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

/** Removes one part of a declaration and returns its name; returns undefined if no remedy applies. */
function strip(item: Declaration, message: string): string | undefined {
    const remedy = REMEDIES.find(({ cures, applies }) => cures?.test(message) !== false && applies(item));
    remedy?.apply(item);
    return remedy?.loses;
}

function nearestSource(owner: Declaration): Declaration['source'] {
    return owner.source ?? [...owner.owners()].find(o => o.source !== undefined)?.source;
}
