/**
 * How often names are declared in the documents of a model, at their roots and below: a filter in front of questions about imports. Names
 * are counted by their hashes, so that a count may be too high but never too low. Resolves nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { importedName, isImport, lastSegment } from '../semantics/structure.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import type { Census } from '../semantics/world.js';
import { visitAll } from '../syntax/node.js';

/** Hashes of the names that one document declares. */
export interface DeclaredNames {
    readonly atRoot: readonly number[];
    /** Below the roots, and those that imports of single members and recursive imports bring in. */
    readonly nested: readonly number[];
}

/** A document as the census reads it. */
export interface Counted {
    readonly isLibrary: boolean;
    readonly declaredNames: DeclaredNames;
}

export function declaredNamesOf(root: AstNode): DeclaredNames {
    const atRoot: number[] = [];
    const nested: number[] = [];
    visitAll(root, node => {
        if (isImport(node)) {
            const { name, isNamespaceImport } = importedName(node);
            if (!isNamespaceImport) {
                nested.push(hashOf(lastSegment(name)));
            }
            return;
        }
        const hashes = node.$container === root ? atRoot : nested;
        const name = lookupNameOf(node);
        const { shortName } = node;
        if (name !== undefined) {
            hashes.push(hashOf(name));
        }
        if (shortName !== undefined && shortName !== name) {
            hashes.push(hashOf(shortName));
            if (hashes === atRoot) {
                // an import by one of the two names brings in the other one
                nested.push(hashOf(shortName), ...(name === undefined ? [] : [hashOf(name)]));
            }
        }
    });
    return { atRoot, nested };
}

/** The counts of all documents of a model, made when they are first needed. */
export class NameCensus implements Census {
    private documents: readonly Counted[] | undefined;
    private nested = new Uint8Array(0);
    /** The hashes that are declared more than once, without those that only share their counters with others. */
    private readonly repeated = new Set<number>();
    private mask = 0;

    /** @param isOfLibrary whether the library may declare a name */
    constructor(
        documents: readonly Counted[],
        private readonly isOfLibrary: (name: string) => boolean
    ) {
        this.documents = documents.filter(d => !d.isLibrary);
    }

    isOnlyAtRoots(name: string): boolean {
        this.count();
        return !this.isIn(this.nested, hashOf(name), 1) && !this.isOfLibrary(name);
    }

    isDeclaredOnce(name: string): boolean {
        this.count();
        return !this.repeated.has(hashOf(name)) && !this.isOfLibrary(name);
    }

    /** Whether a hash may have been counted so often. It has several counters, of which the smallest is the nearest to its count. */
    private isIn(counts: Uint8Array, hash: number, least: number): boolean {
        return placesOf(hash, this.mask).every(place => counts[place] >= least);
    }

    private count(): void {
        if (this.documents === undefined) {
            return;
        }
        const all = this.documents.map(d => d.declaredNames);
        this.documents = undefined;
        const total = all.reduce((sum, { atRoot, nested }) => sum + atRoot.length + nested.length, 0);
        const size = 1 << Math.min(24, Math.max(10, 5 + Math.ceil(Math.log2(total + 1))));
        this.mask = size - 1;
        this.nested = new Uint8Array(size);
        // how often each is declared: 0, 1 or 2, which stands for more
        const declared = new Uint8Array(size);
        for (const { atRoot, nested } of all) {
            nested.forEach(hash => placesOf(hash, this.mask).forEach(place => (this.nested[place] = 1)));
            for (const hash of [...atRoot, ...nested]) {
                placesOf(hash, this.mask).forEach(place => (declared[place] = Math.min(2, declared[place] + 1)));
            }
        }
        const once = new Set<number>();
        for (const hash of all.flatMap(({ atRoot, nested }) => [...atRoot, ...nested])) {
            if (this.isIn(declared, hash, 2)) {
                (once.has(hash) ? this.repeated : once).add(hash);
            }
        }
    }
}

/** The three counters of a hash. */
function placesOf(hash: number, mask: number): readonly number[] {
    const step = (Math.imul(hash, 0x9e3779b1) >>> 8) | 1; // of bits that the mask leaves out
    return [hash & mask, (hash + step) & mask, (hash + 2 * step) & mask];
}

/** FNV-1a, mixed so that the low bits depend on all characters. */
function hashOf(name: string): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < name.length; i++) {
        hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    return (hash ^ (hash >>> 13)) | 0;
}
