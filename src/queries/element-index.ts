/**
 * The elements of a document by their types and by their names, made when a document is first searched by them. A document never changes,
 * and models share it: so one index serves all that have the document.
 */
import type { AstNode } from '../language/generated/tree.js';
import { declaredMembersOf } from '../exchange/builder/members.js';
import { elementsWithin, ownNameOf, type QueriedElement } from './elements.js';
import type { PropertyName } from './properties.js';

type Index = ReadonlyMap<string, readonly QueriedElement[]>;

/** The properties by which elements are kept, each with its text. */
const INDEXED = {
    '@type': ({ type }: QueriedElement) => type,
    name: ({ node }: QueriedElement) => ownNameOf(node)
} satisfies Partial<Record<PropertyName, (element: QueriedElement) => string | undefined>>;

export type IndexedProperty = keyof typeof INDEXED;

export const isIndexed = (property: string): property is IndexedProperty => Object.hasOwn(INDEXED, property);

const known: Readonly<Record<IndexedProperty, WeakMap<AstNode, Index>>> = { '@type': new WeakMap(), name: new WeakMap() };

/** The elements below a root that have a value of a property, owners before what they own, in the order of the text. */
export function elementsWith(root: AstNode, property: IndexedProperty, value: string): readonly QueriedElement[] {
    let index = known[property].get(root);
    if (index === undefined) {
        index = indexOf(root, INDEXED[property]);
        known[property].set(root, index);
    }
    return index.get(value) ?? NONE;
}
const NONE: readonly QueriedElement[] = [];

function indexOf(root: AstNode, textOf: (element: QueriedElement) => string | undefined): Index {
    const index = new Map<string, QueriedElement[]>();
    for (const member of declaredMembersOf(root)) {
        for (const element of elementsWithin(member)) {
            const text = textOf(element);
            if (text !== undefined) {
                const same = index.get(text);
                if (same === undefined) {
                    index.set(text, [element]);
                } else {
                    same.push(element);
                }
            }
        }
    }
    return index;
}
