/** Functions that compiled parsers use to build lists of nodes and values, and the binding powers of operators. */
import { EMPTY, type SyntaxNode } from './node.js';

/** Binding powers of operators: twice the power, plus one if the operator is right-associative. */
export function powers(count: number, operators: readonly (readonly number[])[]): Uint8Array {
    const table = new Uint8Array(count);
    for (const [kind, power] of operators) {
        table[kind] = power;
    }
    return table;
}

/** A node whose place in the tree is writable. */
type Linked = { -readonly [key in keyof SyntaxNode]: SyntaxNode[key] };

/** Adds a child to a list property; returns the list. */
export function append(list: SyntaxNode[], child: Linked, container: SyntaxNode, property: string): SyntaxNode[] {
    child.$container = container;
    child.$containerProperty = property;
    child.$containerIndex = list.length;
    if (list === EMPTY) {
        // An array literal allocates room for just one element, and most lists stay this short.
        return [child];
    }
    list.push(child);
    return list;
}

/** Adds a value to a list property; returns the list. */
export function appendValue<T>(list: T[], value: T): T[] {
    if (list === EMPTY) {
        return [value];
    }
    list.push(value);
    return list;
}

/** Prepends the list of an earlier node to the list of the node that replaces it. */
export function prepend<T>(earlier: T[], list: T[], container: SyntaxNode, isNodes: boolean): T[] {
    if (earlier === EMPTY) {
        return list;
    }
    earlier.push(...list);
    if (isNodes) {
        (earlier as unknown as Linked[]).forEach((child, index) => {
            child.$container = container;
            child.$containerIndex = index;
        });
    }
    return earlier;
}
