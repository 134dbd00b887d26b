/** The interface between a full document and the rules that make it sparse. Contains no rule. */
import type { GraphElement, Value } from '../../graph.js';
import { isKind, type MetaclassName } from '../../metamodel/facts.js';
import type { Nodes } from './nodes.js';
import type { QualifiedNames } from './qualified-names.js';
import type { OwnershipIndex } from './ownership-index.js';

/** The knowledge about a full document that the rules share. */
export interface FullDocument {
    readonly ownership: OwnershipIndex;
    readonly nodes: Nodes;
    readonly names: QualifiedNames;
    /** whether the document states keywords by terms of the extension, which say more than the metamodel */
    readonly isOfOurs: boolean;
    /** caches the preceding steps of each owner's members */
    readonly steps: Map<GraphElement, readonly (Value | undefined)[]>;
}

/** The values to state, by property; an empty list states nothing. */
export interface Statements {
    get(property: string): readonly Value[] | undefined;
    has(property: string): boolean;
    set(property: string, values: readonly Value[]): unknown;
}

/** Statements in addition to those of an element, which are not copied. */
export class Additions implements Statements {
    private readonly added = new Map<string, readonly Value[]>();

    constructor(private readonly element: GraphElement) {}

    get(property: string): readonly Value[] | undefined {
        return this.added.get(property) ?? (this.element.has(property) ? this.element.all(property) : undefined);
    }

    has(property: string): boolean {
        return this.added.has(property) || this.element.has(property);
    }

    set(property: string, values: readonly Value[]): this {
        this.added.set(property, values);
        return this;
    }

    forEach(each: (values: readonly Value[], property: string) => void): void {
        this.added.forEach(each);
    }
}

export const is = (element: GraphElement | undefined, ...kinds: readonly MetaclassName[]): boolean =>
    element !== undefined && kinds.some(kind => isKind(element.metaclass, kind));

/** Sets the values of a property, unless all are undefined. */
export function put(stated: Statements, property: string, ...values: readonly (Value | undefined)[]): void {
    const present = values.filter(v => v !== undefined);
    if (present.length > 0) {
        stated.set(property, present);
    }
}

/** Whether only SysML's notation can declare an element. That notation can declare KerML elements, too. */
export const isOfSysMLAlone = (element: GraphElement): boolean =>
    is(element, 'Definition') || (is(element, 'Usage') && !is(element, 'ReferenceUsage', 'MetadataUsage'));
