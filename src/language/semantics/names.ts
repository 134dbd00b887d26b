/**
 * Name resolution (KerML 8.2.3.5): the element of a name, on demand and memoized on the nodes. Unresolved names are undefined, and the
 * validation reports them. lookup.ts resolves simple names in one namespace.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import {
    Fact,
    factsOf,
    importedName,
    isAlias,
    isUsage,
    type NameNode,
    owningNamespaceOf,
    owningTypeOf,
    type Segment,
    segmentsOf
} from './structure.js';
import { namingNodeOf } from './owned-members.js';
import { expectedOf, preferenceAt } from './expected.js';
import { inheritedOf, ownedSubjectOf } from './features.js';
import { generalsOf, impliedRelationshipsOf } from './specialization.js';
import { noteRead } from './reads.js';
import { libraryElement, scopeOf } from './world.js';
import { resultTypesOf } from './expression-types.js';
import { cutAtName, isUncut, resolvedOnce } from './cycles.js';
import { aliasPath, importPath, resolveAlias, resolveImport } from './import-targets.js';
import { lookupUnfiltered } from './imports.js';
import { lookupFull, lookupInheritable, lookupVisible, lookupLocal, membersNamed, ownedMember } from './lookup.js';
import { whileReferred, whileReferredIn } from './referring-names.js';
import { redefines } from './replaced-members.js';
import { chainingBefore, startOf } from './starting-namespace.js';
import { implicitTargetOf } from './implicit-names.js';

/** The membership that an import names (aliases are not followed). */
export const importTarget = resolveImport;

// --- Names of several segments --------------------------------------------------------------------------------------------

/** The element of a membership: that of an alias, else the member itself. */
export function memberElement(member: AstNode | undefined): AstNode | undefined {
    let element = member;
    for (let hops = 0; element !== undefined && isAlias(element); hops++) {
        element = hops > 50 ? undefined : resolve(element.target);
    }
    return element;
}

function lookupGlobal(from: AstNode, name: string): readonly AstNode[] {
    return scopeOf(from).lookupGlobal(name);
}

/** The members of a name's segments, in the order in which they were resolved. */
type Trail = (AstNode | undefined)[];

/**
 * Resolves segments from a namespace.
 * @param asElement whether to follow an alias at the end
 */
function resolveSegments(
    segments: readonly Segment[],
    namespace: AstNode,
    from: AstNode,
    asElement: boolean,
    trail?: Trail
): AstNode | undefined {
    const start = segments[0].isGlobal && segments.length > 1 ? 2 : 1;
    const first = start === 2 ? lookupGlobal(from, segments[1].name)[0] : lookupFull(namespace, segments[0].name, from);
    const member = memberOfRest(segments, start, first, from, trail);
    const found = asElement ? memberElement(member) : member;
    return found !== undefined || first === undefined || segments.length === start
        ? found
        : resolveByNamesakes(segments, namespace, from, asElement ? memberElement : asMember, trail);
}

/** Maps the member of the last segment to the result of the resolution: its element, the member itself, or undefined to reject it. */
type LastMember = (member: AstNode) => AstNode | undefined;

const asMember: LastMember = member => member;

/**
 * Resolves a name with ambiguous segments: the first combination of members that `last` accepts. The standard does not specify which of
 * several members or roots with the same name is denoted (KerML 8.2.3.5.4).
 */
function resolveByNamesakes(
    segments: readonly Segment[],
    namespace: AstNode,
    from: AstNode,
    last: LastMember,
    trail?: Trail
): AstNode | undefined {
    const start = segments[0].isGlobal && segments.length > 1 ? 2 : 1;
    const path: AstNode[] = [];
    const descend = (member: AstNode, i: number): AstNode | undefined => {
        path[i - 1] = member;
        if (i === segments.length) {
            return last(member);
        }
        const element = memberElement(member);
        for (const next of element === undefined ? [] : membersNamed(element, segments[i].name, 'public')) {
            const found = descend(next, i + 1);
            if (found !== undefined) {
                return found;
            }
        }
        return undefined;
    };
    const { name } = segments[start - 1];
    for (const first of start === 2 ? lookupGlobal(from, name) : meaningsOf(namespace, name, from)) {
        const found = descend(first, start);
        if (found !== undefined) {
            path.slice(start - 1, segments.length).forEach(member => noteRead(from, member));
            trail?.splice(start - 1, trail.length, ...path.slice(start - 1, segments.length));
            return found;
        }
    }
    return undefined;
}

/** The candidates of a simple name: its members in the nearest namespace that has any; root and global members form one set. */
function* meaningsOf(namespace: AstNode, name: string, from: AstNode): Generator<AstNode> {
    for (let scope: AstNode | undefined = namespace; scope !== undefined; scope = owningNamespaceOf(scope)) {
        let isFound = false;
        for (const member of membersNamed(scope, name, 'private')) {
            isFound = true;
            yield member;
        }
        if (isFound && scope.$type !== 'RootNamespace') {
            return;
        }
    }
    yield* lookupGlobal(from, name);
}

/** The element of the segments after the first one, from the member of the first segment. */
function resolveRest(segments: readonly Segment[], first: AstNode | undefined, from: AstNode, trail?: Trail): AstNode | undefined {
    return memberElement(memberOfRest(segments, 1, first, from, trail));
}

/**
 * The member of the last segment of a name; aliases are not followed.
 * @param first the member of the segment before `start`
 */
function memberOfRest(
    segments: readonly Segment[],
    start: number,
    first: AstNode | undefined,
    from: AstNode,
    trail?: Trail
): AstNode | undefined {
    let member = first;
    if (trail !== undefined) {
        trail.length = 0;
        trail[start - 1] = member;
    }
    for (let i = start; i < segments.length; i++) {
        const namespace = memberElement(member);
        if (namespace === undefined) {
            return undefined;
        }
        noteRead(from, namespace);
        member = lookupVisible(namespace, segments[i].name);
        if (trail !== undefined) {
            trail[i] = member;
        }
    }
    if (member !== undefined) {
        noteRead(from, member);
    }
    return member;
}

// --- Name nodes -----------------------------------------------------------------------------------------------------------

/**
 * The element of a name node (its last segment, aliases followed); undefined for unresolved names and other nodes. The starting namespace
 * depends on the relationship that contains the name (KerML 8.2.3.5.2).
 */
export function resolve(node: AstNode): AstNode | undefined {
    if (node.$type === 'Import') {
        // The memo of an import is its membership, which may be an alias.
        return memberElement(importTarget(node));
    }
    const { target, isResolving } = factsOf(node);
    if (target !== undefined) {
        return target ?? undefined;
    }
    if (isResolving) {
        cutAtName(node);
        return undefined;
    }
    return node.text === undefined ? undefined : resolvedOnce(node, resolveName, isAlias(node.$container!) ? resolveAlias : undefined);
}

/** Whether a name is being resolved. */
export function isBeingResolved(node: AstNode): boolean {
    return factsOf(node).isResolving;
}

const resolveName = (node: NameNode): AstNode | undefined => resolveUncached(node);

function resolveUncached(node: NameNode, trail?: Trail, text = node.text): AstNode | undefined {
    const segments = segmentsOf(text);
    if (node.$type === 'Redefinition') {
        return resolveRedefinition(node, segments, trail);
    }
    const container = node.$container!;
    if (node.$containerProperty === 'feature' && container.$type === 'FeatureChainExpression') {
        return resolveChainStep(container, segments, node, trail);
    }
    if (node.$type === 'ReferenceSubsetting' && namingNodeOf(container) === node) {
        return resolveReferred(segments, startOf(node), node, trail);
    }
    if (node.$containerProperty === 'subject' && !segments[0].isGlobal && container.$type === 'SatisfyRequirementUsage') {
        const first = lookupFromSubject(container, segments[0].name, node);
        return resolveRest(segments, first, node, trail);
    }
    const start = startOf(node);
    const found =
        resolveInFilter(start, node, segments, trail) ??
        resolveInChained(node, segments, trail) ??
        resolveFrom(start, node, text, trail) ??
        resolveImplicitly(node, segments, trail);
    const holds = preferenceAt(node) ?? expectedOf(node).holds;
    if (found === undefined || holds(found)) {
        return found;
    }
    const wanted: LastMember = member => {
        const element = memberElement(member);
        return element !== undefined && holds(element) ? element : undefined;
    };
    return resolveByNamesakes(segments, start, node, wanted, trail) ?? found;
}

/** Resolves the name of a node from an enclosing namespace. A missing name is searched once, however many nodes contain it. */
function resolveFrom(start: AstNode, node: NameNode, text: string, trail?: Trail): AstNode | undefined {
    const facts = factsOf(start);
    const known = facts.absent?.get(text);
    if (known !== undefined && seesAllMembers(start, node)) {
        trail?.splice(0, trail.length, ...known);
        known.forEach(member => noteRead(node, memberElement(member)!));
        return undefined;
    }
    const segments = segmentsOf(text);
    const reached: Trail = trail ?? [];
    const found = resolveSegments(segments, start, node, true, reached);
    const [first] = reached;
    if (first !== undefined && isValuedUnderImpliedName(first, node)) {
        reached.length = 0;
        return resolveSegments(segments, owningNamespaceOf(owningNamespaceOf(first)!) ?? first, node, true, reached);
    }
    if (found === undefined && isUncut() && !segments[0].isGlobal && seesAllMembers(start, node)) {
        const missing = reached.indexOf(undefined);
        if (missing >= 0) {
            const before = reached.slice(0, missing).filter(member => member !== undefined);
            (facts.absent ??= new Map<string, readonly AstNode[]>()).set(text, before);
        }
    }
    return found;
}

/**
 * Whether a name in the value of a feature resolved to that feature only because the feature has an implied name. An implied name hides no
 * other element: in `subject = v;` the name `v` denotes an element of an outer namespace.
 */
function isValuedUnderImpliedName(feature: AstNode, node: AstNode): boolean {
    if (feature.value === undefined || feature.name !== undefined || !isUsage(feature) || namingNodeOf(feature) !== undefined) {
        return false;
    }
    let around = node.$container;
    while (around !== undefined && around !== feature) {
        around = around.$container;
    }
    return around === feature;
}

/** Whether all members of a namespace are visible to a name in it. Names in a value or an annotation of a type do not see all. */
function seesAllMembers(namespace: AstNode, node: AstNode): boolean {
    let part: AstNode | undefined = node;
    while (part !== undefined && part.$container !== namespace) {
        part = part.$container;
    }
    return part !== undefined && part.$type !== 'FeatureValue' && part.$type !== 'MetadataUsage' && scopeOf(node) === scopeOf(namespace);
}

/**
 * Looks up the name of the satisfying subject, which is the value of the subject parameter: first in that parameter (SysML 8.2.2.21.3),
 * then in the satisfaction and outwards. The parameter itself, which has its name by redefinition, is not a candidate.
 */
function lookupFromSubject(satisfaction: ast.SatisfyRequirementUsage, name: string, node: NameNode): AstNode | undefined {
    const subject = inheritedOf(satisfaction, ownedSubjectOf, generalsOf);
    const inSubject = subject === undefined ? undefined : lookupInheritable(subject, name);
    if (inSubject !== undefined) {
        return inSubject;
    }
    const around = owningNamespaceOf(satisfaction)!;
    const local = lookupLocal(satisfaction, name);
    return local !== undefined && local.kind !== 'subject' ? local : lookupFull(around, name, node);
}

/**
 * Resolves a name in a filter of a package in the package's own and imported members, ignoring its filters
 * (`private import KerML::*; filter (as Element).name == "x";`).
 */
function resolveInFilter(start: AstNode, node: NameNode, segments: readonly Segment[], trail?: Trail): AstNode | undefined {
    let part: AstNode | undefined = node;
    while (part !== undefined && part !== start && part.$type !== 'ElementFilter') {
        part = part.$container;
    }
    if (part?.$type !== 'ElementFilter' || part.$container !== start || segments[0].isGlobal) {
        return undefined;
    }
    const first = ownedMember(start, segments[0].name) ?? lookupUnfiltered(start, segments[0].name);
    return first === undefined ? undefined : resolveRest(segments, first, node, trail);
}

const IMPLICIT = new Fact<boolean>('resolved beyond the rules of the standards');

/** Resolves a name that has a meaning only in the extension notation. */
function resolveImplicitly(node: NameNode, segments: readonly Segment[], trail?: Trail): AstNode | undefined {
    const first = segments[0].isGlobal ? undefined : implicitTargetOf(node, segments[0].name);
    const found = first === undefined ? undefined : resolveRest(segments, first, node, trail);
    if (found !== undefined) {
        IMPLICIT.set(node, true);
    }
    return found;
}

/** Whether a name resolves only in the extension notation. */
export function isResolvedImplicitly(node: NameNode): boolean {
    return resolve(node) !== undefined && IMPLICIT.of(node) === true;
}

/**
 * Resolves a reference from which its usage takes its name (`perform x`), or such a redefinition outside a type. Usages that have the name
 * only by an equal reference are no candidates unless inherited, or the reference would resolve to its own usage. If that finds nothing,
 * only those of the same namespace are excluded: an import may provide one from another namespace.
 */
function resolveReferred(segments: readonly Segment[], namespace: AstNode, node: NameNode, trail?: Trail): AstNode | undefined {
    const { text } = node;
    const [{ isGlobal, name }] = segments;
    const resolveOnce = (): AstNode | undefined =>
        isGlobal
            ? resolveSegments(segments, namespace, node, true, trail)
            : resolveRest(segments, lookupFull(namespace, name, undefined, scopeOf(node)), node, trail);
    return whileReferred(text, resolveOnce) ?? whileReferredIn(owningNamespaceOf(node.$container!)!, text, resolveOnce);
}

function resolveRedefinition(node: NameNode, segments: readonly Segment[], trail?: Trail): AstNode | undefined {
    const feature = node.$container!;
    const type = owningTypeOf(feature);
    if (type === undefined) {
        const namespace = owningNamespaceOf(feature)!;
        return namingNodeOf(feature) === node
            ? resolveReferred(segments, namespace, node, trail)
            : resolveSegments(segments, namespace, node, true, trail);
    }
    const generals = generalsOf(type);
    const inherited =
        resolveInherited(node, segments, generals, trail) ??
        resolveInheritedByImplication(node, segments, type, trail) ??
        resolveQualified(node, segments, generals, trail);
    if (inherited !== undefined) {
        return inherited;
    }
    // The type inherits no such feature: resolve the name in the outer namespace, so that the validation can report what it found.
    const outside = owningNamespaceOf(type);
    const found = outside === undefined ? undefined : resolveSegments(segments, outside, node, true, trail);
    return found === feature ? undefined : found;
}

/** The inherited feature that the name of a redefinition denotes; of several, the one that redefines the others. */
function resolveInherited(node: NameNode, segments: readonly Segment[], generals: readonly AstNode[], trail?: Trail): AstNode | undefined {
    let inherited: AstNode | undefined;
    for (const general of generals) {
        const first = lookupInheritable(general, segments[0].name);
        const tried: Trail | undefined = trail && [];
        const found = first === undefined ? undefined : resolveRest(segments, first, node, tried);
        const isOther = found !== undefined && found !== node.$container && found !== inherited;
        // A feature that one general redefines is not inherited from another.
        if (isOther && (inherited === undefined || redefines(found, inherited))) {
            inherited = found;
            trail?.splice(0, trail.length, ...tried!);
        }
    }
    return inherited;
}

/** The inherited feature, looked up in implied generals that are redundant: a nearer general may have redefined it under another name. */
function resolveInheritedByImplication(node: NameNode, segments: readonly Segment[], type: AstNode, trail?: Trail): AstNode | undefined {
    const generals = generalsOf(type);
    for (const { target } of impliedRelationshipsOf(type)) {
        const general = typeof target === 'string' ? libraryElement(type, target) : target;
        const first = general === undefined || generals.includes(general) ? undefined : lookupInheritable(general, segments[0].name);
        const found = first === undefined ? undefined : resolveRest(segments, first, node, trail);
        if (found !== undefined && found !== node.$container) {
            return found;
        }
    }
    return undefined;
}

/** The feature of a qualified name, resolved from each general of the redefining type. */
function resolveQualified(node: NameNode, segments: readonly Segment[], generals: readonly AstNode[], trail?: Trail): AstNode | undefined {
    if (segments.length === 1) {
        return undefined;
    }
    for (const general of generals) {
        const found = resolveSegments(segments, general, node, true, trail);
        if (found !== undefined && found !== node.$container) {
            return found;
        }
    }
    return undefined;
}

function resolveChainStep(
    expression: ast.FeatureChainExpression,
    segments: readonly Segment[],
    node: NameNode,
    trail?: Trail
): AstNode | undefined {
    for (const type of resultTypesOf(expression.operand)) {
        const first = lookupVisible(type, segments[0].name);
        if (first !== undefined) {
            noteRead(node, type);
            return resolveRest(segments, first, node, trail);
        }
    }
    return undefined;
}

/** Resolves a chaining that follows another one in the feature of that one (KerML 8.2.3.5.2 FeatureChaining). */
function resolveInChained(node: NameNode, segments: readonly Segment[], trail?: Trail): AstNode | undefined {
    const before = node.$type === 'FeatureChaining' && !segments[0].isGlobal ? chainingBefore(node) : undefined;
    const feature = before && resolve(before);
    const first = feature && lookupVisible(feature, segments[0].name);
    return first && resolveRest(segments, first, node, trail);
}

/**
 * The member of each segment of a name, in the namespace before it. Aliases are not followed, and the global qualifier `$` has none.
 * Segments after an unresolved one have none either.
 */
export function membersAlong(node: NameNode): readonly (AstNode | undefined)[] {
    if (node.$type === 'Import') {
        const [{ isGlobal }] = segmentsOf(importedName(node).name);
        return isGlobal ? [undefined, ...importPath(node)] : importPath(node);
    }
    resolve(node);
    const path = aliasPath(node);
    if (path !== undefined) {
        return path;
    }
    const trail: Trail = [];
    resolvedOnce(node, n => resolveUncached(n, trail));
    return trail;
}

/** Like {@link membersAlong}, for another text instead of the node's; for an import without its stars. */
export function membersAlongInstead(node: NameNode, text: string): readonly (AstNode | undefined)[] {
    const trail: Trail = [];
    if (node.$type === 'Import') {
        resolveSegments(segmentsOf(text), owningNamespaceOf(node)!, node, false, trail);
    } else {
        resolveUncached(node, trail, text);
    }
    return trail;
}

/** Like {@link membersAlong}, for a name that would be in a namespace. */
export function membersAlongIn(namespace: AstNode, text: string): readonly (AstNode | undefined)[] {
    const trail: Trail = [];
    resolveSegments(segmentsOf(text), namespace, namespace, true, trail);
    return trail;
}

/**
 * Resolves the text of a qualified name or chain as if it were in a namespace.
 * @param from the node whose text contains the name
 */
export function resolveIn(namespace: AstNode, text: string, from: AstNode = namespace): AstNode | undefined {
    return resolveSegments(segmentsOf(text), namespace, from, true);
}

/** The element of each segment of a name, as far as the name resolves; aliases are followed. */
export function resolveEachSegment(node: NameNode): readonly (AstNode | undefined)[] {
    const segments = segmentsOf(node.$type === 'Import' ? importedName(node).name : node.text);
    const last = resolve(node);
    if (segments.length === 1) {
        return [last];
    }
    const members = membersAlong(node);
    return segments.map((_, i) => (i === segments.length - 1 ? last : memberElement(members[i])));
}
