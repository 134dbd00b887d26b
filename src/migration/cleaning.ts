/**
 * The gate of what is written: the document is analysed, and what has an error is written otherwise or left out, with a note. The mappers
 * write what the notation admits; the gate is for what they cannot foresee in a model (contract: migration 4.1, 16).
 */
import type { Library } from '../language/library/library.js';
import '../runtime/evaluation/index.js';
import { Workspace } from '../language/workspace/workspace.js';
import type { Mapping } from './mapping/mapping.js';
import { Declaration, type Line } from './notation/declaration.js';
import type { Written } from './notation/writer.js';

/** Longest text that is analysed: analysing takes seconds a megabyte. */
const MAX_LENGTH = 3_000_000;
/** Looks at the document; what is left out may leave other names without a target. */
const ROUNDS = 8;

/** Writes the document until it has no errors. */
export function writeClean(mapping: Mapping, write: () => Written): Written {
    let written = write();
    for (let round = 0; round < ROUNDS && written.text.length <= MAX_LENGTH; round++) {
        mapping.options.checkCancelled();
        const errors = errorsByLine(written.text, mapping.options.library, mapping.options.strict);
        if (errors.size === 0) {
            return written;
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
            return written;
        }
        written = write();
    }
    return written;
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
    const what = strip(item);
    if (what !== undefined) {
        if (source !== undefined) {
            mapping.approximated(source, `${what} is not written: ${message}`);
        }
        return;
    }
    owner.remove(item);
    if (item.source !== undefined && mapping.declarationOf(item.source) === item) {
        mapping.forget(item.source);
        mapping.unmapped(item.source, message);
        mapping.writeUnmapped(item.source);
    } else if (source !== undefined) {
        mapping.approximated(source, `'${item.name || item.keyword}' is not written: ${message}`);
    }
}

/** Takes the most doubtful part away and says which; undefined when only the declaration itself is left. */
function strip(item: Declaration): string | undefined {
    if (item.value !== undefined) {
        item.value = undefined;
        return 'its value';
    }
    if (item.redefines.length + item.specializes.length > 0) {
        item.redefines = [];
        item.specializes = [];
        item.generals.clear();
        return 'what it specializes';
    }
    const isNeeded = item.declarations().length > 0;
    if (isNeeded && (item.types.length > 0 || item.multiplicity !== '' || item.tail !== undefined)) {
        item.types = [];
        item.multiplicity = '';
        item.tail = undefined;
        return 'its type';
    }
    return undefined;
}

function nearestSource(owner: Declaration): Declaration['source'] {
    return owner.source ?? [...owner.owners()].find(o => o.source !== undefined)?.source;
}
