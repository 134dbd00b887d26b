/**
 * Reads the parts of a document from their declarations (contract: views 7.2, 8.2): the kind of block, its attributes and names. Runs no
 * query.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { referentOf } from '../../language/semantics/referents.js';
import { nameOf } from '../../language/semantics/naming.js';
import { conformsToLibrary, typesOf } from '../../language/semantics/specialization.js';
import { type Feature, isFeature } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { isA, layoutOf, type Slot, failureOf } from '../../runtime/evaluation/index.js';
import type { QueryContext } from '../query-context.js';
import { QueryFault } from '../faults.js';
import { isQuery, QUERIES } from '../queries/definition.js';
import { isAmong } from '../../language/closed-lists.js';

const BLOCKS = ['Section', 'Paragraph', 'Table', 'List', 'Definitions', 'Formula', 'Diagram', 'Image'] as const;
const RUNS = ['Span', 'Link', 'Ref'] as const;
const COLUMN_RUNS = ['SpanColumn', 'LinkColumn'] as const;
const KINDS = ['Document', ...BLOCKS, ...RUNS, ...COLUMN_RUNS] as const;

export type PartKind = (typeof KINDS)[number];
export type BlockKind = (typeof BLOCKS)[number];

/** A part in a document definition: a block, a run, or a query. */
export interface Part {
    readonly kind: PartKind | 'Query';
    readonly feature: Feature;
    readonly name: string;
    /** all its declarations, the most specific first */
    readonly declarations: readonly AstNode[];
}

/** Whether an element is a document that a model declares. */
export function isDocument(element: AstNode): boolean {
    return isA(element, 'PartDefinition') && !scopeOf(element).isLibrary && conformsToLibrary(element, `${QUERIES}::Document`);
}

export function isBlock(part: Part): part is Part & { readonly kind: BlockKind } {
    return isAmong(BLOCKS, part.kind);
}
export function isRun(part: Part): boolean {
    return isAmong(RUNS, part.kind);
}
export function isColumnRun(part: Part): boolean {
    return isAmong(COLUMN_RUNS, part.kind);
}

/** The parts of a part or document: inherited ones first, each group in the order of declaration. @throws QueryFault */
export function partsOf(owner: AstNode): Part[] {
    const slots = layoutOf(owner).slots.filter(s => s.isModelled);
    const own = (slot: Slot): boolean => slot.chain.some(f => f.$container === owner) && slot.chain.length === 1;
    return [...slots.filter(s => !own(s)), ...slots.filter(own)].flatMap(slot => partOf(slot) ?? []);
}

function partOf({ feature, chain, names }: Slot): Part | undefined {
    const part = (kind: Part['kind']): Part => ({ kind, feature, name: names[0] ?? '', declarations: chain });
    if (isA(feature, 'CalculationUsage')) {
        return scopeOf(feature).isLibrary ? undefined : part('Query');
    }
    if (!isA(feature, 'PartUsage') || feature.isReference || feature.kind === 'ref') {
        return undefined;
    }
    const kind = KINDS.find(k => conformsToLibrary(feature, `${QUERIES}::${k}`));
    if (kind === undefined || scopeOf(feature).isLibrary) {
        return undefined;
    }
    return part(kind);
}

/** The query that types a calc of a block. @throws QueryFault */
export function queryOf({ feature, name }: Part): AstNode {
    const query = typesOf(feature).find(isQuery);
    if (query === undefined) {
        throw new QueryFault('definition', `${name} is typed by no document query`);
    }
    return query;
}

// --- Attributes -------------------------------------------------------------------------------------------------------

/** The text of an attribute of a part or document; undefined if it has none. @throws QueryFault */
export function textOf(context: QueryContext, owner: AstNode, attribute: string): string | undefined {
    const index = layoutOf(owner).byName.get(attribute);
    if (index === undefined) {
        return undefined;
    }
    try {
        const value = context.run.prototypeOf(owner).read(index);
        return typeof value === 'string' ? value : undefined;
    } catch (error) {
        throw new QueryFault('definition', `${attribute}: ${failureOf(error).message}`);
    }
}

/** The text of a required attribute. @throws QueryFault if it is absent or blank */
export function requiredText(context: QueryContext, owner: AstNode, attribute: string): string {
    const text = textOf(context, owner, attribute);
    if (text === undefined || text.trim() === '') {
        throw new QueryFault('definition', `${attribute} ${text === undefined ? 'is required' : 'is blank'}`);
    }
    return text;
}

/** An attribute with one of the given words as its value; undefined if it is absent. @throws QueryFault for another text */
export function wordOf<W extends string>(context: QueryContext, owner: AstNode, attribute: string, words: readonly W[]): W | undefined {
    const text = textOf(context, owner, attribute);
    const word = words.find(w => w === text);
    if (text !== undefined && word === undefined) {
        throw new QueryFault('definition', `${attribute} is one of ${words.join(', ')}, not "${text}"`);
    }
    return word;
}

/** The expression that binds a reference. */
export function boundTo(owner: AstNode, reference: string): AstNode | undefined {
    const layout = layoutOf(owner);
    const index = layout.byName.get(reference);
    return index === undefined ? undefined : layout.slots[index].chain.find(f => f.value !== undefined)?.value?.expression;
}

/** The element that a reference is bound to. @throws QueryFault for a name that does not resolve */
export function referredBy(owner: AstNode, reference: string): AstNode | undefined {
    const expression = boundTo(owner, reference);
    if (expression === undefined) {
        return undefined;
    }
    const element = referentOf(expression);
    if (element === undefined) {
        throw new QueryFault('definition', `${reference} names nothing`);
    }
    return element;
}

// --- Names ------------------------------------------------------------------------------------------------------------

/** Keeps letters, digits and `_`, and writes each other byte as `.XX`: for names of files and anchors (contract: views 7.5). */
export function escapedName(name: string): string {
    return [...new TextEncoder().encode(name)]
        .map(byte => {
            const char = String.fromCharCode(byte);
            return /[A-Za-z0-9_]/.test(char) ? char : `.${byte.toString(16).toUpperCase().padStart(2, '0')}`;
        })
        .join('');
}

/** The anchor of a block: the names on the path from its document. */
export function anchorOf(path: readonly string[]): string {
    return path.map(escapedName).join('-');
}

/** The file of a document without extension: the segments of its qualified name, joined by `-`. */
export function fileOf(document: AstNode): string {
    const names: string[] = [];
    for (let e: AstNode | undefined = document; e?.$container !== undefined; e = e.$container) {
        names.unshift(escapedName(nameOf(e) ?? ''));
    }
    return names.join('-');
}

/** The documents that type a reference. */
export function documentsTyping(feature: AstNode): readonly AstNode[] {
    return isFeature(feature) ? typesOf(feature).filter(isDocument) : [];
}
