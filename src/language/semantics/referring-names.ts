/**
 * The references that are being resolved and from which a usage takes its name (`perform x`). Until the reference is resolved, the usage
 * has no name, because the reference must not resolve to its own usage. Does not depend on members of namespaces.
 */
import type { AstNode } from '../generated/tree.js';
import { lastSegment, type NameNode, owningNamespaceOf } from './structure.js';

/**
 * Texts of naming references that are being looked up: the number of lookups for all namespaces, and the namespaces of lookups for single
 * ones.
 */
const referring = new Map<string, number>();
const referringIn = new Map<string, Set<AstNode>>();

/** Whether a naming reference with the same text is being looked up, so that its usage is no candidate. */
export function isBeingReferred(naming: NameNode): boolean {
    return referring.has(naming.text) || referringIn.get(naming.text)?.has(owningNamespaceOf(naming.$container!)!) === true;
}

/**
 * The memo key of a name: a separate key while naming references to it are being looked up, since usages named by them are excluded from
 * the result.
 */
export function memoryKeyOf(name: string): string {
    let key = name;
    for (const text of referring.keys()) {
        key += lastSegment(text) === name ? `\n${text}` : '';
    }
    for (const [text, owners] of referringIn) {
        key += lastSegment(text) === name ? `\n${text} ${[...owners].map(numberOf).join(' ')}` : '';
    }
    return key;
}

const numbers = new WeakMap<AstNode, number>();
let count = 0;

function numberOf(owner: AstNode): number {
    const number = numbers.get(owner) ?? count++;
    numbers.set(owner, number);
    return number;
}

/** Runs a lookup during which usages, in any namespace, get no name from references with a text. */
export function whileReferred<T>(text: string, lookup: () => T): T {
    const outer = referring.get(text) ?? 0;
    referring.set(text, outer + 1);
    try {
        return lookup();
    } finally {
        if (outer === 0) {
            referring.delete(text);
        } else {
            referring.set(text, outer);
        }
    }
}

/** Runs a lookup during which usages of one namespace get no name from references with a text. */
export function whileReferredIn<T>(owner: AstNode, text: string, lookup: () => T): T {
    const owners = referringIn.get(text) ?? new Set();
    referringIn.set(text, owners.add(owner));
    try {
        return lookup();
    } finally {
        owners.delete(owner);
        if (owners.size === 0) {
            referringIn.delete(text);
        }
    }
}
