/** What a settlement knows of a document, and how it notes what is stated of an element. Knows no rule. */
import type { GraphElement, Value } from '../../graph.js';
import { isKind, type MetaclassName } from '../../metamodel/facts.js';
import type { Nodes } from './nodes.js';
import type { QualifiedNames } from './qualified-names.js';
import type { OwnershipIndex } from './ownership-index.js';

/** What a settlement knows of the document. */
export interface FullDocument {
    readonly ownership: OwnershipIndex;
    readonly nodes: Nodes;
    readonly names: QualifiedNames;
    /** whether words of the extension are stated, which tell more than the metamodel */
    readonly isOfOurs: boolean;
    /** the steps in front of what an element owns, as they are requested */
    readonly steps: Map<GraphElement, readonly (Value | undefined)[]>;
}

/** What is stated, by property: an empty list for what is not. */
export type Statements = Map<string, readonly Value[]>;

export const is = (element: GraphElement | undefined, ...kinds: readonly MetaclassName[]): boolean =>
    element !== undefined && kinds.some(kind => isKind(element.metaclass, kind));

/** Puts values to a property; none when there are none. */
export function put(stated: Statements, property: string, ...values: readonly (Value | undefined)[]): void {
    const present = values.filter(v => v !== undefined);
    if (present.length > 0) {
        stated.set(property, present);
    }
}

/** Whether an element is one that the notation of KerML does not declare; that of SysML takes words of KerML, too. */
export const isOfSysMLAlone = (element: GraphElement): boolean =>
    is(element, 'Definition') || (is(element, 'Usage') && !is(element, 'ReferenceUsage', 'MetadataUsage'));
