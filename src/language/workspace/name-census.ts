/**
 * Counts the declarations of each name in a model, so that lookups can skip imports that cannot provide a name. Names are counted by their
 * hashes: a count may be too high, never too low. Resolves nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { hashOf } from '../semantics/name-hash.js';
import { importedName, isImport, isPackage, isType, lastSegment } from '../semantics/structure.js';
import { lookupNameOf, visibilityOf } from '../semantics/owned-members.js';
import type { Census } from '../semantics/world.js';
import type { BodyContent } from '../syntax/bodies.js';
import { bodyContentOf, forEachChild, forEachChildOfHead } from '../syntax/node.js';

/** Hashes of the names that one document, or a part of it, declares. */
export interface DeclaredNames {
    readonly atRoot: readonly number[];
    /** Names declared in packages below the roots. */
    readonly nested: readonly number[];
    /** Names declared in types, at any depth. */
    readonly inTypes: readonly number[];
    /** Names of the members that membership imports and recursive imports name. */
    readonly imported: readonly number[];
    /** Number of imports in types that are not private, so that specializations inherit the imported members. */
    readonly inheritedImports: number;
}

/** A document as the census reads it. */
export interface Counted {
    readonly isLibrary: boolean;
    /** The names of each part; documents that share a part share its record. */
    readonly declaredNames: readonly DeclaredNames[];
}

/** Facts about the names that a library declares. */
export interface LibraryNames {
    /** Whether the library may declare a name; false only when that is certain. */
    mayDeclare(name: string): boolean;
    /** Whether only the roots of its documents have members with a name; true only when that is certain. */
    isOnlyAtRoots(name: string): boolean;
    /** Whether a type of the library may have a member with a name; false only when that is certain. */
    mayInherit(name: string): boolean;
}

/** The records of kept bodies, shared by all versions of their documents. */
const countedBodies = new WeakMap<BodyContent, DeclaredNames>();

/** The names of a document by parts: first the text outside of kept bodies of types, then each of these bodies. */
export function declaredPartsOf(root: AstNode): readonly DeclaredNames[] {
    const bodies: DeclaredNames[] = [];
    const frame = namesOf([root], root, node => {
        const content = isType(node) ? bodyContentOf(node) : undefined;
        if (content === undefined) {
            return false;
        }
        let names = countedBodies.get(content);
        if (names === undefined) {
            names = namesOf(node.members ?? [], root, () => false);
            countedBodies.set(content, names);
        }
        bodies.push(names);
        return true;
    });
    return [frame, ...bodies];
}

/** The names that a document declares. */
export function declaredNamesOf(root: AstNode): DeclaredNames {
    return namesOf([root], root, () => false);
}

/** @param isHead whether to skip the members of a node */
function namesOf(nodes: readonly AstNode[], root: AstNode, isHead: (node: AstNode) => boolean): DeclaredNames {
    const atRoot: number[] = [];
    const nested: number[] = [];
    const inTypes: number[] = [];
    const imported: number[] = [];
    let inheritedImports = 0;
    const note = (node: AstNode): void => {
        if (isImport(node)) {
            const { name, isNamespaceImport } = importedName(node);
            if (!isNamespaceImport) {
                imported.push(hashOf(lastSegment(name)));
            }
            if (visibilityOf(node) !== 'private' && isType(node.$container)) {
                inheritedImports++;
            }
            return;
        }
        const owner = node.$container;
        const hashes = owner === root ? atRoot : owner !== undefined && isPackage(owner) ? nested : inTypes;
        const name = lookupNameOf(node);
        const { shortName } = node;
        if (name !== undefined) {
            hashes.push(hashOf(name));
        }
        if (shortName !== undefined && shortName !== name) {
            hashes.push(hashOf(shortName));
            if (hashes === atRoot) {
                // an import by one of the two names provides the other one, too
                imported.push(hashOf(shortName), ...(name === undefined ? [] : [hashOf(name)]));
            }
        }
    };
    const work = [...nodes];
    const add = (node: AstNode): void => void work.push(node);
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        note(node);
        (isHead(node) ? forEachChildOfHead : forEachChild)(node, add);
    }
    return { atRoot, nested, inTypes, imported, inheritedImports };
}

/**
 * The counts of all documents of a model, computed on demand. The next model of a document set moves them to its own census and updates
 * them; the earlier model counts again if it needs them.
 */
export class NameCensus implements Census {
    private counts: NameCounts | undefined;

    constructor(
        private readonly documents: readonly Counted[],
        private readonly library: LibraryNames
    ) {}

    /** Moves the counts of an earlier model to this one, if they were computed, and updates them. */
    continue(earlier: NameCensus): void {
        const { counts } = earlier;
        if (counts === undefined || counts === this.counts) {
            return;
        }
        earlier.counts = undefined;
        const kept = new Set(this.documents);
        const known = new Set(earlier.documents);
        const removed = earlier.documents.filter(d => !kept.has(d));
        const added = this.documents.filter(d => !known.has(d));
        const [before, after] = [new Set(partsOf(removed)), new Set(partsOf(added))];
        before.forEach(names => after.has(names) || counts.change(names, -1));
        after.forEach(names => before.has(names) || counts.change(names, 1));
        this.counts = counts.isCrowded ? undefined : counts;
    }

    isOnlyAtRoots(name: string): boolean {
        return !this.counted().isImportable(hashOf(name)) && (!this.library.mayDeclare(name) || this.library.isOnlyAtRoots(name));
    }

    isInheritable(name: string): boolean {
        const counts = this.counted();
        const isImported = counts.inheritedImports > 0 && !this.isOnlyAtRoots(name);
        return isImported || counts.isInType(hashOf(name)) || this.library.mayInherit(name);
    }

    mayBeOfLibrary(name: string): boolean {
        return this.library.mayDeclare(name);
    }

    isDeclaredOnce(name: string): boolean {
        return !this.counted().isRepeated(hashOf(name)) && !this.mayBeOfLibrary(name);
    }

    /** Whether any member may have a name. */
    isDeclared(name: string): boolean {
        return this.counted().isDeclared(hashOf(name)) || this.mayBeOfLibrary(name);
    }

    /** Whether specializations inherit imports of a type. */
    get hasInheritedImports(): boolean {
        return this.counted().inheritedImports > 0;
    }

    private counted(): NameCounts {
        return (this.counts ??= new NameCounts(partsOf(this.documents)));
    }
}

const partsOf = (documents: readonly Counted[]): readonly DeclaredNames[] =>
    documents.filter(d => !d.isLibrary).flatMap(d => d.declaredNames);

/** The maximum of a counter. A counter that reaches it keeps it. */
const FULL = 255;

/**
 * Counts declared names, and names that imports may provide, by their hashes. Each hash has three counters that it may share with other
 * hashes; the smallest counter is the upper bound of its count.
 */
class NameCounts {
    private readonly importable: Uint8Array;
    private readonly declared: Uint8Array;
    private readonly inTypes: Uint8Array;
    /** Hashes that are declared more than once. Hashes that only share counters are not in the set after the first count. */
    private readonly repeated = new Set<number>();
    private readonly mask: number;
    private total = 0;
    /** Number of imports in types that are not private. */
    inheritedImports = 0;
    /** Number of names at the first count, plus a margin. */
    private readonly initial: number;

    constructor(all: readonly DeclaredNames[]) {
        const total = all.reduce((sum, names) => sum + sizeOf(names), 0);
        this.initial = total + 32;
        const size = 1 << Math.min(24, Math.max(10, 5 + Math.ceil(Math.log2(total + 1))));
        this.mask = size - 1;
        this.importable = new Uint8Array(size);
        this.declared = new Uint8Array(size);
        this.inTypes = new Uint8Array(size);
        all.forEach(names => this.count(names, 1));
        const once = new Set<number>();
        for (const { atRoot, nested, inTypes } of all) {
            for (const hashes of [atRoot, nested, inTypes]) {
                for (const hash of hashes) {
                    if (isIn(this.declared, hash, this.mask, 2)) {
                        (once.has(hash) ? this.repeated : once).add(hash);
                    }
                }
            }
        }
    }

    /** Whether so many names were added that too many share counters. */
    get isCrowded(): boolean {
        return this.total > 4 * this.initial;
    }

    isDeclared(hash: number): boolean {
        return isIn(this.declared, hash, this.mask, 1) || isIn(this.importable, hash, this.mask, 1);
    }

    isImportable(hash: number): boolean {
        return isIn(this.importable, hash, this.mask, 1);
    }

    isInType(hash: number): boolean {
        return isIn(this.inTypes, hash, this.mask, 1);
    }

    isRepeated(hash: number): boolean {
        return this.repeated.has(hash);
    }

    /** Adds or removes the names of a document. */
    change(names: DeclaredNames, by: 1 | -1): void {
        this.count(names, by);
        for (const hash of [...names.atRoot, ...names.nested, ...names.inTypes]) {
            if (isIn(this.declared, hash, this.mask, 2)) {
                this.repeated.add(hash);
            } else {
                this.repeated.delete(hash);
            }
        }
    }

    private count(names: DeclaredNames, by: 1 | -1): void {
        const { atRoot, nested, inTypes, imported } = names;
        const into = (counts: Uint8Array, hashes: readonly number[]): void => hashes.forEach(hash => add(counts, hash, this.mask, by));
        [atRoot, nested, inTypes].forEach(hashes => into(this.declared, hashes));
        [nested, inTypes, imported].forEach(hashes => into(this.importable, hashes));
        into(this.inTypes, inTypes);
        this.total += by * sizeOf(names);
        this.inheritedImports += by * names.inheritedImports;
    }
}

const sizeOf = ({ atRoot, nested, inTypes, imported }: DeclaredNames): number =>
    atRoot.length + nested.length + inTypes.length + imported.length;

function isIn(counts: Uint8Array, hash: number, mask: number, least: number): boolean {
    const step = stepOf(hash);
    return counts[hash & mask] >= least && counts[(hash + step) & mask] >= least && counts[(hash + 2 * step) & mask] >= least;
}

/** Changes the three counters of a hash. */
function add(counts: Uint8Array, hash: number, mask: number, by: 1 | -1): void {
    const step = stepOf(hash);
    for (let i = 0; i < 3; i++) {
        const place = (hash + i * step) & mask;
        if (counts[place] < FULL) {
            counts[place] += by;
        }
    }
}

/** The distance between the counters of a hash, from bits outside the mask. */
const stepOf = (hash: number): number => (Math.imul(hash, 0x9e3779b1) >>> 8) | 1;
