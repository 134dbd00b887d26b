/**
 * Name resolution (KerML 8.2.3.5): from the text of a name to the element, on demand and memoized on the nodes. Resolution never fails
 * loudly: what is not found is undefined, and the validation reports it. What a simple name means in one namespace is lookup.ts.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { factsOf, importedName, isAlias, isNamespace, isType, type NameNode, owningNamespaceOf, owningTypeOf, type Segment, segmentsOf } from './structure.js';
import { namingNodeOf, ownedMembersNamed } from './owned-members.js';
import { generalsBeside, generalsOf } from './specialization.js';
import { scopeOf } from './world.js';
import { resultTypesOf } from './expression-types.js';
import { cut, importsInProgress, resolvedOnce } from './cycles.js';
import { holdsName, lookupBeyondOwned, lookupImported, lookupInheritable, lookupLocal, lookupVisible, ownedMember, redefines } from './lookup.js';
import { implicitTargetOf } from './implicit-names.js';

/** The member that an import names, as a membership (an alias is not followed). */
export function importTarget(node: ast.Import): AstNode | undefined {
    const { target } = factsOf(node);
    if (target !== undefined) {
        return target ?? undefined;
    }
    return importsInProgress.has(node) ? undefined : resolvedOnce(node, importsInProgress, computeImportTarget);
}

function computeImportTarget(node: ast.Import): AstNode | undefined {
    return resolveSegments(segmentsOf(importedName(node).name), owningNamespaceOf(node)!, node, false);
}

// --- Names of several segments --------------------------------------------------------------------------------------------

/** The element that a membership stands for: what an alias names, else the member itself. */
export function memberElement(member: AstNode | undefined): AstNode | undefined {
    let element = member;
    for (let hops = 0; element !== undefined && isAlias(element); hops++) {
        element = hops > 50 ? undefined : resolve(element.target);
    }
    return element;
}

/** Full resolution of a simple name: local in each namespace outwards, then global. `from` is the node that stands for the name, if any. */
export function lookupFull(namespace: AstNode, name: string, from?: AstNode): AstNode | undefined {
    let part = from;
    for (let scope: AstNode | undefined = namespace; scope !== undefined; scope = owningNamespaceOf(scope)) {
        while (part !== undefined && part.$container !== scope) {
            part = part.$container;
        }
        const found = part !== undefined && (part.$type === 'FeatureValue' || part.$type === 'MetadataUsage') ? lookupBeside(part, scope, name)
            : lookupLocal(scope, name);
        if (found !== undefined) {
            return found;
        }
    }
    return lookupGlobal(namespace, name);
}

/**
 * Local resolution in a type, of a name in its value or in an annotation of it: that name does not see what the type inherits because of
 * the value or the annotation, or neither could be resolved before the other.
 */
function lookupBeside(part: AstNode, type: AstNode, name: string): AstNode | undefined {
    const generals = isType(type) ? generalsBeside(part, type) : undefined;
    if (generals === undefined) {
        return lookupLocal(type, name);
    }
    const own = ownedMember(type, name);
    if (own !== undefined) {
        return own;
    }
    for (const general of generals) {
        const inherited = lookupInheritable(general, name);
        if (inherited !== undefined) {
            return inherited;
        }
    }
    return lookupImported(type, name, 'private');
}

function lookupGlobal(from: AstNode, name: string): AstNode | undefined {
    const scope = scopeOf(from);
    scope.globalNames.add(name);
    return scope.world.lookupGlobal(name)[0];
}

/** Resolves segments from a namespace; `asElement` follows an alias at the end. */
function resolveSegments(segments: readonly Segment[], namespace: AstNode, from: AstNode, asElement: boolean): AstNode | undefined {
    let i = 0;
    let member: AstNode | undefined;
    if (segments[0].name === '$' && segments.length > 1) {
        member = lookupGlobal(from, segments[1].name);
        i = 2;
    } else {
        member = lookupFull(namespace, segments[0].name, from);
        i = 1;
    }
    return resolveRest(segments, i, member, from, asElement);
}

function resolveRest(segments: readonly Segment[], start: number, first: AstNode | undefined, from: AstNode, asElement: boolean): AstNode | undefined {
    let member = first;
    for (let i = start; i < segments.length; i++) {
        const namespace = memberElement(member);
        if (namespace === undefined) {
            return undefined;
        }
        noteDependency(from, namespace);
        member = lookupVisible(namespace, segments[i].name);
    }
    if (member !== undefined) {
        noteDependency(from, member);
    }
    return asElement ? memberElement(member) : member;
}

function noteDependency(from: AstNode, to: AstNode): void {
    const target = scopeOf(to);
    if (!target.isLibrary) {
        const scope = scopeOf(from);
        if (scope !== target) {
            scope.dependencies.add(target);
        }
    }
}

// --- Name nodes -----------------------------------------------------------------------------------------------------------

const nodesInProgress = new Set<AstNode>();

/**
 * The element that a name node refers to (its last segment, aliases followed), or undefined. Which namespace it starts in depends on the
 * relationship it belongs to (KerML 8.2.3.5.2).
 */
export function resolve(node: NameNode): AstNode | undefined {
    if (node.$type === 'Import') {
        // What is memoized there is the membership that is imported, perhaps an alias.
        return memberElement(importTarget(node as unknown as ast.Import));
    }
    const { target } = factsOf(node);
    if (target !== undefined) {
        return target ?? undefined;
    }
    if (nodesInProgress.has(node)) {
        cut();
        return undefined;
    }
    return resolvedOnce(node, nodesInProgress, resolveUncached);
}

/** Whether a name is being resolved now. */
export function isBeingResolved(node: AstNode): boolean {
    return nodesInProgress.has(node);
}

function resolveUncached(node: NameNode): AstNode | undefined {
    const segments = segmentsOf(node.text);
    if (node.$type === 'Redefinition') {
        return resolveRedefinition(node, segments);
    }
    const container = node.$container!;
    if (node.$containerProperty === 'feature' && container.$type === 'FeatureChainExpression') {
        return resolveChainStep(container as ast.FeatureChainExpression, segments, node);
    }
    if (node.$containerProperty === 'reference' && segments[0].name !== '$' && namingNodeOf(container) === node) {
        return resolveRest(segments, 1, lookupReferred(startOf(node), segments[0].name, node), node, true);
    }
    return resolveSegments(segments, startOf(node), node, true) ?? resolveImplicitly(node, segments);
}

const IMPLICIT = Symbol('resolved beyond the rules of the standards');

/** A name that has no meaning by the rules of the standards and one in the extension notation. */
function resolveImplicitly(node: NameNode, segments: readonly Segment[]): AstNode | undefined {
    const first = segments[0].name === '$' ? undefined : implicitTargetOf(node, segments[0].name);
    const found = first === undefined ? undefined : resolveRest(segments, 1, first, node, true);
    if (found !== undefined) {
        (factsOf(node).extra ??= new Map()).set(IMPLICIT, true);
    }
    return found;
}

/** Whether a name that resolves has its meaning only in the extension notation. */
export function isResolvedImplicitly(node: NameNode): boolean {
    return resolve(node) !== undefined && factsOf(node).extra?.has(IMPLICIT) === true;
}

/** What `perform x` and the like refer to: not a member that has the name only by the same reference, itself least of all. */
function lookupReferred(namespace: AstNode, name: string, node: NameNode): AstNode | undefined {
    const own = ownedMembersNamed(namespace, name).find(m => namingNodeOf(m)?.text !== node.text && holdsName(m, name));
    if (own !== undefined) {
        return own;
    }
    const outer = owningNamespaceOf(namespace);
    return lookupBeyondOwned(namespace, name) ?? (outer === undefined ? lookupGlobal(node, name) : lookupFull(outer, name));
}

/** The namespace in which the first segment of a name is looked up. */
export function startOf(node: AstNode): AstNode {
    const container = node.$container!;
    const { $containerProperty: property } = node;
    switch (property) {
        case 'relationships':
        case 'reference':
        case 'typing':
        case 'subject':
        case 'ends':
        case 'target':
        case 'source':
            // A relationship of a type is resolved in the namespace around the type; the ends of a connector likewise.
            return isType(container) ? owningNamespaceOf(container)! : owningNamespaceOf(node)!;
        case 'prefixes':
            return owningNamespaceOf(container) ?? container;
        default:
            return node.$type === 'InitialNode' || node.$type === 'ConnectorEnd' ? owningNamespaceOf(node)! : isNamespace(container) ? container : owningNamespaceOf(node)!;
    }
}

function resolveRedefinition(node: NameNode, segments: readonly Segment[]): AstNode | undefined {
    const feature = node.$container!;
    const type = owningTypeOf(feature);
    if (type === undefined) {
        return resolveSegments(segments, owningNamespaceOf(feature)!, node, true);
    }
    const generals = generalsOf(type);
    let inherited: AstNode | undefined;
    for (const general of generals) {
        const first = lookupInheritable(general, segments[0].name);
        const found = first === undefined ? undefined : resolveRest(segments, 1, first, node, true);
        // What one general redefines is not inherited from another one.
        if (found !== undefined && found !== feature && found !== inherited && (inherited === undefined || redefines(found, inherited))) {
            inherited = found;
        }
    }
    if (inherited !== undefined) {
        return inherited;
    }
    if (segments.length > 1) {
        for (const general of generals) {
            const found = resolveSegments(segments, general, node, true);
            if (found !== undefined && found !== feature) {
                return found;
            }
        }
    }
    // Not inherited: as any name around the owning type, so that the validation can say what is wrong with it.
    const outside = owningNamespaceOf(type);
    const found = outside === undefined ? undefined : resolveSegments(segments, outside, node, true);
    return found === feature ? undefined : found;
}

function resolveChainStep(expression: ast.FeatureChainExpression, segments: readonly Segment[], node: NameNode): AstNode | undefined {
    for (const type of resultTypesOf(expression.operand)) {
        const first = lookupVisible(type, segments[0].name);
        if (first !== undefined) {
            noteDependency(node, type);
            return resolveRest(segments, 1, first, node, true);
        }
    }
    return undefined;
}

/** Resolves the text of a qualified name or chain as if it stood in a namespace. */
export function resolveIn(namespace: AstNode, text: string): AstNode | undefined {
    return resolveSegments(segmentsOf(text), namespace, namespace, true);
}

/** The element that each segment of a name leads to, as far as the name resolves; aliases are followed. */
export function resolveEachSegment(node: NameNode): (AstNode | undefined)[] {
    const segments = segmentsOf(node.$type === 'Import' ? importedName(node as unknown as ast.Import).name : node.text);
    const last = resolve(node);
    if (segments.length === 1) {
        return [last];
    }
    const result: (AstNode | undefined)[] = [];
    for (let i = 1; i < segments.length; i++) {
        const part = segments.slice(0, i);
        const start = node.$type === 'Import' ? owningNamespaceOf(node)! : startOf(node);
        let found = part.length === 1 && part[0].name === '$' ? undefined : resolveSegments(part, start, node, true);
        if (found === undefined && node.$type === 'Redefinition') {
            for (const general of generalsOf(owningTypeOf(node.$container!) ?? node.$container!)) {
                found ??= resolveRest(part, 1, lookupInheritable(general, part[0].name), node, true);
            }
        }
        result.push(found);
    }
    result.push(last);
    return result;
}
