/**
 * Which names a namespace of the library can have at all. Most names of a model are none of them, and the library outlives all models: it
 * must not remember what they asked for in vain.
 */
import type { AstNode } from '../generated/tree.js';
import { factsOf, importedName, isPackage } from './structure.js';
import { importsOf, lookupNameOf, ownedMembersNamed, ownedNames, visibilityOf } from './owned-members.js';
import { importTarget, memberElement } from './names.js';
import { generalsOf } from './specialization.js';

const namesInProgress = new Set<AstNode>();

/** The names that a type of the library hands down. Undefined for a type that hands down what it imports, and where a cycle is met. */
export function inheritableNamesOf(type: AstNode): ReadonlySet<string> | undefined {
    const facts = factsOf(type);
    if (facts.inheritableNames !== undefined) {
        return facts.inheritableNames ?? undefined;
    }
    if (namesInProgress.has(type)) {
        return undefined;
    }
    const isOutermost = namesInProgress.size === 0;
    namesInProgress.add(type);
    try {
        const names = computeInheritableNames(type);
        if (names !== undefined || isOutermost) {
            facts.inheritableNames = names ?? null;
        }
        return names;
    } finally {
        namesInProgress.delete(type);
    }
}

function computeInheritableNames(type: AstNode): Set<string> | undefined {
    if (importsOf(type).some(i => visibilityOf(i) !== 'private')) {
        return undefined;
    }
    const names = new Set(ownedNames(type));
    for (const general of generalsOf(type)) {
        const inherited = inheritableNamesOf(general);
        if (inherited === undefined) {
            return undefined;
        }
        inherited.forEach(name => names.add(name));
    }
    return names;
}

/** What the public imports of a package lead to, directly or through others: packages, and single members by their names. */
interface Reach {
    readonly packages: readonly AstNode[];
    readonly names: ReadonlySet<string>;
}

const reaches = new WeakMap<AstNode, Reach | null>();
const reachInProgress = new Set<AstNode>();

/** Whether a name can be no public member of a package of the library, nor one that its public imports bring in. */
export function isBeyond(namespace: AstNode, name: string): boolean {
    let reach = reaches.get(namespace);
    if (reach === undefined) {
        if (!isPackage(namespace) || reachInProgress.size > 0) {
            return false;
        }
        reachInProgress.add(namespace);
        try {
            reaches.set(namespace, (reach = computeReach(namespace)));
        } finally {
            reachInProgress.delete(namespace);
        }
    }
    return reach !== null && !reach.names.has(name) && reach.packages.every(p => ownedMembersNamed(p, name).length === 0);
}

/** Null where imports lead to types or below other packages, or where that is not known. */
function computeReach(namespace: AstNode): Reach | null {
    const packages = new Set<AstNode>([namespace]);
    const names = new Set<string>();
    for (const reached of packages) {
        for (const node of importsOf(reached)) {
            const { isNamespaceImport, isRecursive } = importedName(node);
            if (visibilityOf(node) !== 'public') {
                continue;
            }
            const member = importTarget(node);
            const element = memberElement(member);
            if (member === undefined || element === undefined || isRecursive || (isNamespaceImport && !isPackage(element))) {
                return null;
            }
            if (isNamespaceImport) {
                packages.add(element);
                continue;
            }
            for (const own of [lookupNameOf(member), member.shortName]) {
                if (own !== undefined) {
                    names.add(own);
                }
            }
        }
    }
    return { packages: [...packages], names };
}
