/**
 * Why a declared name does not resolve: colliding imports hide it (KerML 7.2.5.4), its first segment resolves to a nearer element, or it is
 * not public (KerML 8.2.3.5). Each function returns a message, or undefined when its cause does not apply. Reports nothing.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { importedElement, importPath } from '../semantics/import-targets.js';
import { type Imported, isConflict } from '../semantics/import-candidates.js';
import { collidingImports, importsOfName } from '../semantics/imports.js';
import { resultTypesOf } from '../semantics/expression-types.js';
import { overloadsOf } from '../semantics/library-overloads.js';
import { lookupFull, lookupLocal } from '../semantics/lookup.js';
import { memberElement, resolveEachSegment, resolveIn } from '../semantics/names.js';
import { nameOf, notationNameOf } from '../semantics/naming.js';
import { importsOf, ownedMembersNamed, visibilityOf } from '../semantics/owned-members.js';
import { supertypesOf } from '../semantics/specialization.js';
import { importedName, isNamespace, type NameNode, owningNamespaceOf, type Segment } from '../semantics/structure.js';
import { documentOf } from '../semantics/text.js';
import { scopeOf } from '../semantics/world.js';
import { spanOf } from '../syntax/index.js';
import { quoted } from '../../runtime/values/index.js';
import { described } from './wording.js';

type Least = 'private' | 'public';

const lineOf = (node: AstNode): number => documentOf(node).spanOf(spanOf(node)).startLine;

/** The message for a member that colliding imports hide: where it is hidden, and how to write it. */
export function hiddenMember(node: NameNode, segment: number, segments: readonly Segment[]): string | undefined {
    const { name } = segments[segment];
    if (scopeOf(node).census?.isDeclaredOnce(name) === true) {
        return undefined;
    }
    if (segment === 0) {
        return hiddenInEnclosing(owningNamespaceOf(node), name);
    }
    const before = resolveEachSegment(node)[segment - 1];
    return before !== undefined && isNamespace(before) ? hiddenIn(before, name, 'public', false) : undefined;
}

/**
 * The message for a qualified name of a member that is not public. A qualified name finds public members only, even from within the
 * namespace (KerML 8.2.3.5.1, 8.2.3.5.3).
 */
export function memberNotPublic(node: NameNode, segment: number, segments: readonly Segment[]): string | undefined {
    const { name } = segments[segment];
    for (const before of qualifiersOf(node, segment, segments)) {
        const member = lookupLocal(before, name) ?? privateMemberOfGenerals(before, name);
        const element = memberElement(member);
        const by = element && importsOfName(before, name, 'private').find(i => memberElement(i.member) === element)?.node;
        if (member !== undefined && element !== undefined && visibilityOf(by ?? member) !== 'public') {
            const what = by === undefined ? described(element) : `the import '${by.text}' of ${described(element)}`;
            const isSimple = memberElement(lookupFull(owningNamespaceOf(node) ?? before, name, node)) === element;
            const way = isSimple ? quoted(name) : by && notationNameOf(element);
            return `${what} is ${visibilityOf(by ?? member)}${way === undefined ? '' : `: write ${way}`}`;
        }
    }
    return undefined;
}

/** The private member of that name in a general of a type: no type inherits it (KerML 8.3.3.1.10). */
function privateMemberOfGenerals(type: AstNode, name: string): AstNode | undefined {
    return [...supertypesOf(type)].flatMap(t => ownedMembersNamed(t, name)).find(m => visibilityOf(m) === 'private');
}

/** The namespaces in which a segment is looked up as a member only, not outwards. */
function qualifiersOf(node: NameNode, segment: number, segments: readonly Segment[]): readonly AstNode[] {
    if (segment === 0) {
        const isStep = node.$containerProperty === 'feature' && node.$container?.$type === 'FeatureChainExpression';
        return isStep ? resultTypesOf(node.$container.operand) : [];
    }
    const before = segments[segment - 1].isGlobal ? undefined : resolveEachSegment(node)[segment - 1];
    return before !== undefined && isNamespace(before) ? [before] : [];
}

function hiddenInEnclosing(start: AstNode | undefined, name: string): string | undefined {
    for (let scope = start; scope !== undefined; scope = owningNamespaceOf(scope)) {
        const hidden = hiddenIn(scope, name, 'private', true);
        if (hidden !== undefined) {
            return hidden;
        }
    }
    return undefined;
}

/** The number of namespaces searched for the cause of one hidden name: the message is only help, and models may import thousands. */
const MOST_SEARCHED = 64;

/** The message for the collision that hides a name in a namespace, or in a namespace whose members it imports. */
function hiddenIn(namespace: AstNode, name: string, least: Least, isHere: boolean): string | undefined {
    const seen = new Set<AstNode>();
    const open: { readonly of: AstNode; readonly least: Least }[] = [{ of: namespace, least }];
    for (const place of open) {
        if (!seen.has(place.of) && seen.size < MOST_SEARCHED) {
            seen.add(place.of);
            const where = isHere && place.of === namespace ? 'here' : `in '${nameOf(place.of) ?? ''}'`;
            const hidden = collisionIn(place.of, name, place.least, where);
            if (hidden !== undefined) {
                return hidden;
            }
            // The loop also visits the namespaces added here.
            open.push(...importedBy(place.of, place.least).map(of => ({ of, least: 'public' as const })));
        }
    }
    return undefined;
}

function importedBy(namespace: AstNode, least: Least): AstNode[] {
    return importsOf(namespace)
        .filter(node => least === 'private' || visibilityOf(node) === 'public')
        .filter(node => importedName(node).isNamespaceImport || importedName(node).isRecursive)
        .map(importedElement)
        .filter(element => element !== undefined && isNamespace(element) && !scopeOf(element).isLibrary)
        .filter(element => element !== undefined);
}

/**
 * The message for an import whose name passes through a hidden member. Imports are resolved before collisions are known, so the name
 * resolves nevertheless.
 */
export function hiddenImport(node: ast.Import, segments: readonly Segment[]): { segment: number; reason: string } | undefined {
    const { census } = scopeOf(node);
    const path = importPath(node);
    const names = segments[0].isGlobal ? segments.slice(1) : segments;
    const offset = segments.length - names.length;
    for (const [i, { name }] of names.entries()) {
        if (census?.isDeclaredOnce(name) !== true) {
            const reason =
                i > 0 ? collisionInQualifier(memberElement(path[i - 1]), name) : offset > 0 ? undefined : collisionInEnclosing(node, name);
            if (reason !== undefined) {
                return { segment: i + offset, reason };
            }
        }
    }
    return undefined;
}

/** The collision under a name among the imports of a namespace that is a qualifier. */
function collisionInQualifier(qualifier: AstNode | undefined, name: string): string | undefined {
    if (qualifier === undefined || !isNamespace(qualifier)) {
        return undefined;
    }
    const own = ownedMembersNamed(qualifier, name);
    if (own.length === 0) {
        return collisionIn(qualifier, name, 'public', `in '${nameOf(qualifier) ?? ''}'`);
    }
    const isHidden = own.every(m => visibilityOf(m) !== 'public') && hidesImported(qualifier, name, own);
    return isHidden
        ? `'${name}' is not public in '${nameOf(qualifier) ?? ''}', and hides the members that '${nameOf(qualifier) ?? ''}' imports under that name`
        : undefined;
}

/** Whether owned members of a namespace hide all members that its public imports provide under that name. */
function hidesImported(namespace: AstNode, name: string, own: readonly AstNode[]): boolean {
    const imported = importsOfName(namespace, name, 'public');
    return imported.length > 0 && imported.every(i => own.some(m => isConflict(i.member, m)));
}

const declares = (namespace: AstNode, name: string): boolean => ownedMembersNamed(namespace, name).length > 0;

/** The collision in the nearest namespace that contains an import and has a member with the name. */
function collisionInEnclosing(node: ast.Import, name: string): string | undefined {
    for (let scope = owningNamespaceOf(node); scope !== undefined && !declares(scope, name); scope = owningNamespaceOf(scope)) {
        const hidden = collisionIn(scope, name, 'private', 'here', node);
        if (hidden !== undefined || importsOfName(scope, name, 'private').some(({ node: by }) => by !== node)) {
            return hidden;
        }
    }
    return undefined;
}

/** @param except an import to ignore */
function collisionIn(namespace: AstNode, name: string, least: Least, where: string, except?: AstNode): string | undefined {
    const known = importsOfName(namespace, name, least).filter(({ node }) => node !== except);
    const colliding = collidingImports(namespace, name, known, least);
    return colliding && `'${name}' is hidden ${where}: ${sourcesOf(colliding, name)}`;
}

/** The imports that provide a name, and how to write each of its elements. */
function sourcesOf(found: readonly Imported[], name: string): string {
    const imports = [...new Set(found.map(({ node: by }) => `'${by.text}' (line ${lineOf(by)})`))];
    const ways = found.map(({ member }) => notationNameOf(memberElement(member)!) ?? quoted(name));
    const last = imports[imports.length - 1];
    if (imports.length === 1) {
        return `${last} brings ${found.length}: write ${ways.join(' or ')}`;
    }
    const bring = imports.length === 2 ? 'both bring one' : 'each bring one';
    return `${imports.slice(0, -1).join(', ')} and ${last} ${bring}: write ${ways.join(' or ')}`;
}

/** The message for a call of a library function that several imports provide under one name: the arguments decide which one is called. */
export function overloadedFunction(node: NameNode, called: AstNode): string | undefined {
    const found = overloadsOf(node, called);
    return found.length === 0 ? undefined : `which '${node.text}' is called depends on the arguments: ${sourcesOf(found, node.text)}`;
}

/** The message for a qualified name whose first segment resolves to a nearer element than the one that has the rest. */
export function shadowedQualifier(node: NameNode, segment: number, segments: readonly Segment[]): string | undefined {
    const [first] = segments;
    if (segment !== 1 || first.isGlobal) {
        return undefined;
    }
    const nearer = resolveEachSegment(node)[0];
    const meant = nearer && meantFurtherOut(node, nearer, segments);
    const way = meant && notationNameOf(meant);
    if (nearer === undefined || way === undefined) {
        return undefined;
    }
    const by = importOf(node, first.name, nearer);
    const origin = by === undefined ? '' : ` (imported at line ${lineOf(by)})`;
    return `'${first.name}' is ${described(nearer)} here${origin}: write $::${way}`;
}

/** The element that the name refers to from an outer namespace, where its first segment is another element. */
function meantFurtherOut(node: NameNode, nearer: AstNode, segments: readonly Segment[]): AstNode | undefined {
    const text = segments.map(s => quoted(s.name)).join('::');
    for (let scope = owningNamespaceOf(node); scope !== undefined; scope = owningNamespaceOf(scope)) {
        const first = memberElement(lookupFull(scope, segments[0].name, node));
        if (first !== nearer) {
            return resolveIn(scope, text, node);
        }
    }
    return resolveIn(owningNamespaceOf(node)!, `$::${text}`, node);
}

/** The import of an enclosing namespace that provides an element under the first segment of the name. */
function importOf(node: NameNode, name: string, element: AstNode): AstNode | undefined {
    for (let scope = owningNamespaceOf(node); scope !== undefined; scope = owningNamespaceOf(scope)) {
        const by = importsOfName(scope, name, 'private').find(({ member }) => memberElement(member) === element);
        if (by !== undefined) {
            return by.node;
        }
    }
    return undefined;
}
