/**
 * The names that a namespace of the library can have. Most names of a model are not among them; testing this first keeps failed lookups out
 * of the library's memos, which outlive all models.
 */
import type { AstNode } from '../generated/tree.js';
import { factsOf, importedName, isPackage } from './structure.js';
import { importsOf, lookupNameOf, ownedMembersNamed, ownedNames, visibilityOf } from './owned-members.js';
import { importTarget, memberElement } from './names.js';
import { generalsOf } from './specialization.js';

const namesInProgress = new Set<AstNode>();

/** The names of a library type's inheritable members. Undefined for a type whose imports are inherited, and in a cycle. */
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

/** The reach of a package's public imports, directly or indirectly: packages, and names of single members. */
interface Reach {
    readonly packages: readonly AstNode[];
    readonly names: ReadonlySet<string>;
}

const reaches = new WeakMap<AstNode, Reach | null>();
const reachInProgress = new Set<AstNode>();

/** Whether a name is certainly no public member of a library package, owned or publicly imported. */
export function hasNoPublicMember(namespace: AstNode, name: string): boolean {
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

/** The reach of a package; null where imports reach types or nested packages, or where it is unknown. */
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
