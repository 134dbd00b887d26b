/**
 * Usages that take their names from what they refer to (`perform x`), while that is being looked up: until it is found the name takes no
 * part in the search. Knows no namespaces' members.
 */
import type { AstNode } from '../generated/tree.js';
import { lastSegment, type NameNode, owningNamespaceOf } from './structure.js';

/**
 * References from which usages take their names and that are being looked up, by their text: how often in any
 * namespace, and in which ones alone.
 */
const referring = new Map<string, number>();
const referringIn = new Map<string, Set<AstNode>>();

/**
 * Whether a reference of the text of this one, from which a usage takes its name, is being looked up, so that
 * the name takes no part in that.
 */
export function isBeingReferred(naming: NameNode): boolean {
    return referring.has(naming.text) || referringIn.get(naming.text)?.has(owningNamespaceOf(naming.$container!)!) === true;
}

/**
 * What a namespace remembers the answer for a name under: a key of its own while references are being looked up that give the name to
 * usages, for these are left out of that answer.
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

/** Looks something up while the references of a text give no usage its name, in any namespace. */
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

/** Looks something up while the references of a text give no usage of one namespace its name. */
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
