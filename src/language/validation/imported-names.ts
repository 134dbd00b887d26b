/**
 * The names that an import provides and that may refer to several members; names imported twice are among them. Each namespace is visited
 * once for a model, without recursion.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isOfLibrary } from '../semantics/cycles.js';
import { importAdmits } from '../semantics/filters.js';
import { importsAll, namespacesBelow } from '../semantics/imported-namespaces.js';
import { isConflict } from '../semantics/import-candidates.js';
import { importTarget, memberElement } from '../semantics/names.js';
import { importsOf, lookupNameOf, ownedMembersNamed, ownedNames, visibilityOf } from '../semantics/owned-members.js';
import { generalsOf } from '../semantics/specialization.js';
import { importedName, isNamespace, isType } from '../semantics/structure.js';
import type { Census } from '../semantics/world.js';

type Names = ReadonlySet<string>;
const NONE: Names = new Set();

/** The names by namespace, for the library and for each model. */
const ofLibrary = new WeakMap<AstNode, Names>();
const ofModels = new WeakMap<Census, WeakMap<AstNode, Names>>();

/**
 * The names that one import provides, without those that are certainly declared once. For the nested levels of a recursive import, only the
 * names declared there.
 */
export function importedNamesOf(node: ast.Import, census: Census | undefined): Names {
    const target = importTarget(node);
    if (target === undefined) {
        return NONE;
    }
    const namespace = importedNamespaceOf(node);
    if (namespace === undefined || !importedName(node).isRecursive) {
        return isMembershipImport(node) ? new Set(namesOf(target)) : namespace === undefined ? NONE : visibleNamesOf(namespace, census);
    }
    const names = new Set(visibleNamesOf(namespace, census));
    for (const below of namespacesBelow(namespace, importsAll(node))) {
        addAll(names, ownNamesOf(below, census));
    }
    return names;
}

/** Two elements declared in the namespaces of a recursive import that the same name does not distinguish. */
export function collisionWithin(node: ast.Import, census: Census | undefined): readonly [AstNode, AstNode] | undefined {
    const namespace = importedName(node).isRecursive ? importedNamespaceOf(node) : undefined;
    if (namespace === undefined || isOfLibrary(namespace)) {
        return undefined;
    }
    const target = importedName(node).isNamespaceImport ? undefined : importTarget(node);
    const first = new Map((target === undefined ? [] : namesOf(target)).map(name => [name, target!] as const));
    for (const below of [namespace, ...namespacesBelow(namespace, importsAll(node))]) {
        for (const name of ownNamesOf(below, census)) {
            const members = ownedMembersNamed(below, name).filter(
                m => visibilityOf(m) === 'public' && importAdmits(node, memberElement(m))
            );
            const [member] = members;
            const other = first.get(name);
            if (other !== undefined && member !== undefined && isConflict(member, other)) {
                return [other, member];
            }
            if (other === undefined && member !== undefined) {
                first.set(name, member);
            }
        }
    }
    return undefined;
}

function isMembershipImport(node: ast.Import): boolean {
    const { isNamespaceImport, isRecursive } = importedName(node);
    return !isNamespaceImport && !isRecursive;
}

/** The namespace whose members an import provides. */
function importedNamespaceOf(node: ast.Import): AstNode | undefined {
    const namespace = isMembershipImport(node) ? undefined : memberElement(importTarget(node));
    return namespace !== undefined && isNamespace(namespace) ? namespace : undefined;
}

function namesOf(member: AstNode): readonly string[] {
    return [lookupNameOf(member), member.shortName].filter(n => n !== undefined);
}

/** A namespace whose names are being collected (Tarjan). */
interface Visit {
    readonly namespace: AstNode;
    readonly names: Set<string>;
    readonly sources: readonly AstNode[];
    next: number;
    readonly order: number;
    lowest: number;
}

/** The names of the members that a namespace declares, inherits or imports publicly. */
function visibleNamesOf(namespace: AstNode, census: Census | undefined): Names {
    const ofModel = memoOf(census);
    const memo = (of: AstNode): WeakMap<AstNode, Names> => (isOfLibrary(of) ? ofLibrary : ofModel);
    const visits = new Map<AstNode, Visit>();
    const path: Visit[] = [];
    const open: Visit[] = [];
    const begin = (of: AstNode): void => {
        const order = visits.size;
        const visit = { namespace: of, names: ownNamesOf(of, census), sources: sourcesOf(of), next: 0, order, lowest: order };
        visits.set(of, visit);
        path.push(visit);
        open.push(visit);
    };
    if (!memo(namespace).has(namespace)) {
        begin(namespace);
    }
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
        if (visit.next < visit.sources.length) {
            const source = visit.sources[visit.next++];
            const known = memo(source).get(source);
            const met = visits.get(source);
            if (known !== undefined) {
                addAll(visit.names, known);
            } else if (met !== undefined) {
                visit.lowest = Math.min(visit.lowest, met.order);
            } else {
                begin(source);
            }
            continue;
        }
        path.pop();
        const parent = path.at(-1);
        if (visit.lowest < visit.order) {
            // part of a cycle: all of its namespaces provide the same names
            parent!.lowest = Math.min(parent!.lowest, visit.lowest);
            addAll(parent!.names, visit.names);
            continue;
        }
        for (const member of open.splice(open.lastIndexOf(visit))) {
            memo(member.namespace).set(member.namespace, visit.names);
        }
        if (parent !== undefined) {
            addAll(parent.names, visit.names);
        }
    }
    return memo(namespace).get(namespace)!;
}

function memoOf(census: Census | undefined): WeakMap<AstNode, Names> {
    if (census === undefined) {
        return new WeakMap();
    }
    let memo = ofModels.get(census);
    if (memo === undefined) {
        ofModels.set(census, (memo = new WeakMap()));
    }
    return memo;
}

function addAll(names: Set<string>, others: Names): void {
    others.forEach(name => names.add(name));
}

/** The names of public members that a namespace declares or imports individually. */
function ownNamesOf(namespace: AstNode, census: Census | undefined): Set<string> {
    const names = new Set<string>();
    const add = (name: string): void => {
        if (census?.isDeclaredOnce(name) !== true) {
            names.add(name);
        }
    };
    for (const name of ownedNames(namespace)) {
        if (ownedMembersNamed(namespace, name).some(m => visibilityOf(m) === 'public')) {
            add(name);
        }
    }
    for (const node of publicImportsOf(namespace)) {
        const target = isMembershipImport(node) ? importTarget(node) : undefined;
        if (target !== undefined) {
            namesOf(target).forEach(add);
        }
    }
    return names;
}

function publicImportsOf(namespace: AstNode): readonly ast.Import[] {
    return importsOf(namespace).filter(node => visibilityOf(node) === 'public');
}

/** The namespaces whose public members a namespace also provides. */
function sourcesOf(namespace: AstNode): readonly AstNode[] {
    const imported = publicImportsOf(namespace).map(importedNamespaceOf);
    return [...(isType(namespace) ? generalsOf(namespace) : []), ...imported.filter(n => n !== undefined)];
}
