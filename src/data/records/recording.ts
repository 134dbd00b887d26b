/**
 * Records runs of a case as declarations in the model: chooses the package, the names, and writes the texts (contract: newest-operations
 * 4). It makes no run, parses nothing and changes no model.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, nameOf, notationNameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isPackage, owningNamespaceOf, segmentsOf } from '../../language/semantics/structure.js';
import { documentOf, textOf } from '../../language/semantics/text.js';
import { scopeOf } from '../../language/semantics/world.js';
import type { Model } from '../../language/workspace/workspace.js';
import { withDeclarations } from '../../editing/index.js';
import { articledKind } from '../../runtime/evaluation/index.js';
import type { CompletedRun, Stamp } from './completed-run.js';
import { definitionLines, definitionNameOf, recordFeaturesOf, RecordRefusal } from './record-definition.js';
import { quoted } from '../../runtime/values/index.js';
import { recordLines } from './record-notation.js';

export interface RecordingRequest {
    /** an analysis or verification case */
    readonly element: AstNode;
    readonly runs: readonly CompletedRun[];
    readonly stamp: Stamp;
    /** qualified name of the package for the records; if empty, `Records` next to the package of the case */
    readonly into: string;
}

export interface RecordedDocument {
    readonly name: string;
    readonly content: string;
    /** whether the model does not contain it yet */
    readonly isNew: boolean;
}

export interface Recording {
    /** qualified names */
    readonly package: string;
    readonly definition: string;
    readonly records: readonly string[];
    /** the declarations in their packages, as a separate text */
    readonly source: string;
    readonly document: RecordedDocument;
    /** the values that could not be recorded */
    readonly reasons: readonly string[];
}

const UNIT = '    ';

/** Writes runs as records. @throws RecordRefusal */
export function recordRuns(model: Model, { element, runs, stamp, into }: RecordingRequest): Recording {
    const features = recordFeaturesOf(model, element);
    const home = homeOf(model, element, into);
    const caseName = qualifiedNameOf(element) ?? '';
    const taken = new Map((home.existing?.members ?? []).map(member => [nameOf(member) ?? '', member]));
    const definition = definitionFor(taken, element, name => definitionLines(name, element, features, UNIT));
    const context = { model, caseName, definition: definition.name, features, stamp, unit: UNIT };
    const reasons: string[] = [];
    const records: string[] = [];
    const lines = [...definition.lines];
    let next = 1;
    for (const run of runs) {
        while (taken.has(`${nameOf(element)}_run${next}`)) {
            next++;
        }
        const name = `${nameOf(element)}_run${next++}`;
        const written = recordLines(name, run, context);
        lines.push(...written.lines);
        records.push(`${home.id}::${name}`);
        reasons.push(...written.omitted.map(feature => `${name}: ${feature} is not recorded: no notation states its value`));
    }
    return {
        package: home.id,
        definition: `${home.id}::${definition.name}`,
        records,
        source: `${inPackages(home.names, lines).join('\n')}\n`,
        document: documentWith(model, home, lines),
        reasons
    };
}

// --- Packages of records ----------------------------------------------------------------------------------------------

/** The package for the records. */
interface Home {
    readonly id: string;
    /** names on its path from the root */
    readonly names: readonly string[];
    /** the package, if it exists */
    readonly existing?: AstNode;
    /** the package that will own a new one; undefined at the root */
    readonly owner?: AstNode;
}

function homeOf(model: Model, element: AstNode, into: string): Home {
    if (into !== '') {
        return packageNamed(model, into);
    }
    const own = enclosingPackage(element);
    const outer = own === undefined ? undefined : enclosingPackage(own);
    return packageNamed(model, [...(outer === undefined ? [] : [notationNameOf(outer)!]), 'Records'].join('::'));
}

function enclosingPackage(element: AstNode): AstNode | undefined {
    let owner = owningNamespaceOf(element);
    while (owner !== undefined && !isPackage(owner)) {
        owner = owningNamespaceOf(owner);
    }
    return owner;
}

function packageNamed(model: Model, id: string): Home {
    const existing = elementById(model, id);
    if (existing !== undefined) {
        if (!isPackage(existing)) {
            throw new RecordRefusal(`${id} names ${articledKind(existing)}, not a package`);
        }
        if (scopeOf(existing).isLibrary) {
            throw new RecordRefusal(`${id} is a package of the library, which takes no records`);
        }
        return { id: qualifiedNameOf(existing)!, names: namesTo(existing), existing };
    }
    const names = segmentsOf(id).map(s => s.name);
    if (names.length < 2) {
        return { id: names.join('::'), names };
    }
    const { existing: owner, id: ownerId, names: before } = packageNamed(model, names.slice(0, -1).map(quoted).join('::'));
    if (owner === undefined) {
        throw new RecordRefusal(`there is no package ${ownerId} that could hold ${id}`);
    }
    return { id: `${ownerId}::${names.at(-1)}`, names: [...before, names.at(-1)!], owner };
}

const namesTo = (element: AstNode): string[] => segmentsOf(notationNameOf(element) ?? '').map(s => s.name);

/** Wraps lines in nested packages. */
function inPackages(names: readonly string[], lines: readonly string[]): readonly string[] {
    return names.reduceRight<readonly string[]>(
        (inner, name) => [`package ${quoted(name)} {`, ...inner.map(line => UNIT + line), '}'],
        lines
    );
}

function documentWith(model: Model, { names, existing, owner }: Home, lines: readonly string[]): RecordedDocument {
    const name = names.at(-1)!;
    const own = inPackages([name], lines);
    const place = existing ?? owner;
    if (place === undefined) {
        return { name: freeDocumentName(model, name), content: `${own.join('\n')}\n`, isNew: true };
    }
    const content = withDeclarations(place, existing === undefined ? own : lines);
    if (content === undefined) {
        throw new RecordRefusal(`${names.join('::')} can have no members`);
    }
    return { name: documentOf(place).name, content, isNew: false };
}

function freeDocumentName(model: Model, name: string): string {
    const base = name.replace(/[^\p{L}\p{N}_.-]/gu, '_');
    const taken = new Set(model.documents.map(d => d.name));
    for (let k = 1; ; k++) {
        const candidate = `${base}${k === 1 ? '' : `-${k}`}.sysml`;
        if (!taken.has(candidate)) {
            return candidate;
        }
    }
}

// --- The definition ---------------------------------------------------------------------------------------------------

/** The existing definition of the same shape, or a new one under the next free name. */
function definitionFor(
    taken: ReadonlyMap<string, AstNode>,
    element: AstNode,
    linesOf: (name: string) => readonly string[]
): { readonly name: string; readonly lines: readonly string[] } {
    const base = definitionNameOf(element);
    for (let k = 1; ; k++) {
        const name = k === 1 ? base : `${base}${k}`;
        const existing = taken.get(name);
        const lines = linesOf(name);
        if (existing === undefined) {
            return { name, lines };
        }
        if (condensed(textOf(existing)) === condensed(lines.join('\n'))) {
            return { name, lines: [] };
        }
    }
}

const condensed = (text: string): string => text.replace(/\s+/g, ' ').trim();
