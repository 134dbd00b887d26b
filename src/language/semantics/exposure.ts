/**
 * The exposed elements of a view (SysML 8.3.26, contract: views 2.4): the elements of its `expose` members that pass its filters, each
 * once, in order.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { admits, filtersOf, importAdmits, refuses } from './filters.js';
import { metaclassOrUndefined } from './metaclass.js';
import { importTarget, memberElement } from './names.js';
import { importsOf, visibilityOf } from './owned-members.js';
import { generalsOf } from './specialization.js';
import { importedName, isAlias, isFeature, isNamespace, ownedMembersOf } from './structure.js';
import { scopeOf } from './world.js';

/** A view and the views of the model that it specializes, nearest first; those of the library expose nothing. */
export function modelledViewsOf(view: AstNode): readonly AstNode[] {
    const found: AstNode[] = [view];
    for (const v of found) {
        for (const general of generalsOf(v)) {
            if (!scopeOf(general).isLibrary && !found.includes(general)) {
                found.push(general);
            }
        }
    }
    return found;
}

/** The views that a view declares in its body. */
export function nestedViewsOf(view: AstNode): readonly AstNode[] {
    return ownedMembersOf(view).filter(m => metaclassOrUndefined(m) === 'ViewUsage');
}

/** The elements that a view exposes: its own exposes first, then those of the views that it specializes. */
export function exposedBy(view: AstNode): AstNode[] {
    const views = modelledViewsOf(view);
    const filters = views.flatMap(filtersOf);
    const exposed = new Set<AstNode>();
    for (const expose of views.flatMap(exposesOf)) {
        for (const element of exposedOf(expose)) {
            if (![...expose.filters, ...filters].some(condition => refuses(condition, element))) {
                exposed.add(element);
            }
        }
    }
    return [...exposed];
}

/** The filter conditions of a view that cannot be evaluated for some exposed elements, with those elements, which they keep. */
export function undecidedFiltersOf(view: AstNode, exposed: readonly AstNode[]): ReadonlyMap<AstNode, readonly AstNode[]> {
    const undecided = new Map<AstNode, readonly AstNode[]>();
    for (const condition of modelledViewsOf(view).flatMap(filtersOf)) {
        const kept = exposed.filter(element => !admits(condition, element));
        if (kept.length > 0) {
            undecided.set(condition, kept);
        }
    }
    return undecided;
}

function exposesOf(view: AstNode): readonly ast.Import[] {
    return importsOf(view).filter(i => i.kind === 'expose');
}

/** The elements of one expose, before filters. */
function exposedOf(expose: ast.Import): readonly AstNode[] {
    const target = memberElement(importTarget(expose));
    if (target === undefined) {
        return [];
    }
    const { isNamespaceImport, isRecursive } = importedName(expose);
    if (!isNamespaceImport && !isRecursive) {
        return [target];
    }
    const found = new Set<AstNode>(isNamespaceImport ? [] : [target]);
    if (isRecursive) {
        addBelow(target, found, new Set([target]));
    } else {
        visibleMembersOf(target).forEach(m => found.add(m));
    }
    return [...found];
}

/** Adds all visible members of a namespace, then recursively the members of those. */
function addBelow(namespace: AstNode, found: Set<AstNode>, entered: Set<AstNode>): void {
    const members = visibleMembersOf(namespace);
    members.forEach(m => found.add(m));
    for (const member of members) {
        if (isNamespace(member) && !entered.has(member)) {
            entered.add(member);
            addBelow(member, found, entered);
        }
    }
}

/** Members that views do not show: relationships, annotations, and parts of the notation of a declaration. */
export const NOT_SHOWN: ReadonlySet<string> = new Set([
    'Import',
    'ElementFilter',
    'Relationship',
    'Comment',
    'Documentation',
    'TextualRepresentation',
    'MetadataUsage',
    'ConnectorEnd',
    'Multiplicity',
    'InitialNode',
    'ResultExpression'
]);

/**
 * The visible members of a namespace: its own public ones, then publicly imported ones. Excludes inherited features, and imports from the
 * library by a namespace of the model.
 */
export function visibleMembersOf(namespace: AstNode): readonly AstNode[] {
    return [...visibleMembers(namespace, new Set())];
}

function visibleMembers(namespace: AstNode, entered: Set<AstNode>): Set<AstNode> {
    const found = new Set<AstNode>();
    entered.add(namespace);
    for (const member of ownedMembersOf(namespace)) {
        if (NOT_SHOWN.has(member.$type) || visibilityOf(member) !== 'public' || isPartOfNotation(member)) {
            continue;
        }
        const element = isAlias(member) ? memberElement(member) : member;
        if (element !== undefined) {
            found.add(element);
        }
    }
    for (const node of importsOf(namespace)) {
        if (node.kind === 'import' && visibilityOf(node) === 'public') {
            importedMembers(node, entered).forEach(m => found.add(m));
        }
    }
    return found;
}

function importedMembers(node: ast.Import, entered: Set<AstNode>): AstNode[] {
    const target = memberElement(importTarget(node));
    if (target === undefined || (scopeOf(target).isLibrary && !scopeOf(node).isLibrary)) {
        return [];
    }
    const { isNamespaceImport, isRecursive } = importedName(node);
    const found = new Set<AstNode>(isNamespaceImport ? [] : [target]);
    if ((isNamespaceImport || isRecursive) && !entered.has(target)) {
        if (isRecursive) {
            addBelow(target, found, entered);
        }
        visibleMembers(target, entered).forEach(m => found.add(m));
    }
    return [...found].filter(m => importAdmits(node, m));
}

/**
 * Whether a member is part of the notation of its owner rather than its body: a cross feature, the payload of a flow, the trigger of a
 * transition.
 */
function isPartOfNotation(member: AstNode): boolean {
    return isFeature(member) && member.$containerProperty !== 'members';
}
