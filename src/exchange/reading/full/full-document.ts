/** The interface between a full document and the functions that make it sparse. */
import type { GraphElement, Value } from '../../graph.js';
import { isKind, type MetaclassName } from '../../metamodel/facts.js';
import type { Nodes } from './nodes.js';
import type { QualifiedNames } from './qualified-names.js';
import type { OwnershipIndex } from './ownership-index.js';

/** The facts about a full document that these functions share. */
export interface FullDocument {
    readonly ownership: OwnershipIndex;
    readonly nodes: Nodes;
    readonly names: QualifiedNames;
    /** whether the document states terms of the extension other than positions, which contain more than the metamodel can express */
    readonly isOfOurs: boolean;
    /** caches the preceding steps of each owner's members */
    readonly steps: Map<GraphElement, readonly (Value | undefined)[]>;
}

/** The values to state, by property; an empty list states nothing. */
export type Statements = Map<string, readonly Value[]>;

export const is = (element: GraphElement | undefined, ...kinds: readonly MetaclassName[]): boolean =>
    element !== undefined && kinds.some(kind => isKind(element.metaclass, kind));

/** Sets the values of a property, unless all are undefined. */
export function put(stated: Statements, property: string, ...values: readonly (Value | undefined)[]): void {
    const present = values.filter(v => v !== undefined);
    if (present.length > 0) {
        stated.set(property, present);
    }
}

/** Whether only SysML's notation can declare an element. SysML's notation can also declare some elements of KerML. */
export const isOfSysMLAlone = (element: GraphElement): boolean =>
    is(element, 'Definition') || (is(element, 'Usage') && !is(element, 'ReferenceUsage', 'MetadataUsage'));
