/**
 * The sources of one import's members (KerML 8.3.2.4): the member that it names, and the namespaces whose members it imports, in the order
 * of search. Looks up no names in them.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isOfLibrary } from './cycles.js';
import { importedElement } from './import-targets.js';
import { importTarget, memberElement } from './names.js';
import { lookupNameOf, ownedMembersNamed, visibilityOf } from './owned-members.js';
import { importedName, isNamespace, lastSegment, ownedMembersOf, owningNamespaceOf, segmentsOf } from './structure.js';
import { scopeOf } from './world.js';

/** Whether an import is a membership import: it imports a single member. */
export function isMembershipImport(node: ast.Import): boolean {
    const { isNamespaceImport, isRecursive } = importedName(node);
    return !isNamespaceImport && !isRecursive;
}

/** Whether an import imports a single member with another name. Avoids resolving most membership imports. */
export function isOfOtherName(node: ast.Import, name: string): boolean {
    const { name: text, isNamespaceImport, isRecursive } = importedName(node);
    if (isNamespaceImport || isRecursive) {
        return false;
    }
    const segments = segmentsOf(text);
    return segments[segments.length - 1].name !== name && !mayHaveOtherName(node, name);
}

/** Whether the imported member may have another name than the text of the import: a member may have two names. */
function mayHaveOtherName(node: ast.Import, name: string): boolean {
    const target = importTarget(node);
    return target !== undefined && hasName(target, name);
}

function hasName(member: AstNode, name: string): boolean {
    return lookupNameOf(member) === name || member.shortName === name;
}

/** The member that an import names, if it has the name: `A::B` and `A::B::**` import B. */
export function importedMember(node: ast.Import, target: AstNode, name: string): AstNode | undefined {
    const { isNamespaceImport, isRecursive } = importedName(node);
    if (isNamespaceImport) {
        return undefined;
    }
    return hasName(target, name) ? target : isRecursive ? othersOfName(node, target).find(other => hasName(other, name)) : undefined;
}

const namesakes = new WeakMap<ast.Import, readonly AstNode[]>();

/** Other namespaces with the name of the imported one (a definition and a package), which are searched next. */
export function othersOfName(node: ast.Import, target: AstNode): readonly AstNode[] {
    let others = namesakes.get(node);
    if (others === undefined) {
        const owner = owningNamespaceOf(target);
        const name = lastSegment(importedName(node).name);
        const all =
            owner === undefined || isOfLibrary(target)
                ? []
                : owner.$type === 'RootNamespace'
                  ? scopeOf(node).lookupGlobal(name)
                  : ownedMembersNamed(owner, name);
        others = all.filter(m => m !== target && visibilityOf(m) === 'public' && !isOfLibrary(m));
        namesakes.set(node, others);
    }
    return others;
}

/** Whether an import includes private members; an expose does (SysML 8.3.26.2). */
export function importsAll(node: ast.Import): boolean {
    return node.isImportAll || node.kind === 'expose';
}

/** The namespaces whose members an import imports, in the order of search. */
export function* namespacesOf(node: ast.Import, target: AstNode): Generator<AstNode> {
    const { isRecursive } = importedName(node);
    for (const member of [target, ...othersOfName(node, target)]) {
        const namespace = member === target ? importedElement(node) : memberElement(member);
        if (namespace === undefined) {
            continue;
        }
        yield namespace;
        if (isRecursive) {
            yield* namespacesBelow(namespace, importsAll(node));
        }
    }
}

/** The nested namespaces whose members a recursive import imports as well, in the order of search. */
export function* namespacesBelow(namespace: AstNode, isAll: boolean): Generator<AstNode> {
    for (const member of ownedMembersOf(namespace)) {
        if (isNamespace(member) && (isAll || visibilityOf(member) === 'public')) {
            yield member;
            yield* namespacesBelow(member, isAll);
        }
    }
}
