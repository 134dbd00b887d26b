/**
 * What a simple name means in a namespace (KerML 8.2.3.5.4): members that it declares, inherits and imports, by visibility; and
 * outwards of it. A lookup that meets itself answers "nothing" (see cycles.ts).
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import {
    factsOf,
    importedName,
    isFeature,
    isNamespace,
    isType,
    lastSegment,
    ownedMembersOf,
    owningNamespaceOf,
    owningTypeOf,
    segmentsOf
} from './structure.js';
import { importsOf, lookupNameOf, namingNodeOf, ownedMembersNamed, type Visibility, visibilityOf } from './owned-members.js';
import { inheritedOf, ownedResultOf } from './features.js';
import { nameOf } from './naming.js';
import { conformsTo, generalsBeside, generalsOf, supertypesOf } from './specialization.js';
import { inPlaceOf, membersWithRoles, redefinedByImplication, redefines, redefinitionOf, roleOf } from './replaced-members.js';
import { importAdmits } from './filters.js';
import { cut, importsInProgress, isOfLibrary, leaveImport, memoized } from './cycles.js';
import { scopeOf, type World } from './world.js';
import { inheritableNamesOf, isBeyond } from './library-names.js';
import { importTarget, isBeingResolved, memberElement, resolve } from './names.js';
import { isBeingReferred, memoryKeyOf } from './referring-names.js';

// --- Declared members -------------------------------------------------------------------------------------------------

/**
 * Whether a member is found under a name: one without a name of its own has that of its naming feature only when there is such a feature.
 * While that is being resolved the answer is yes, but for the name that a usage takes from what it refers to: that takes no part in finding
 * it.
 */
export function holdsName(member: AstNode, name: string, isInherited = false): boolean {
    const { name: declared, shortName } = member;
    if (declared === name || shortName === name) {
        return true;
    }
    const naming = namingNodeOf(member);
    if (naming === undefined) {
        return true;
    }
    const isReference = naming.$type === 'ReferenceSubsetting';
    if (
        isReference && isInherited
            ? isBeingResolved(naming)
            : (isReference || owningTypeOf(member) === undefined) && isBeingReferred(naming)
    ) {
        cut();
        return false;
    }
    if (isBeingResolved(naming)) {
        return true;
    }
    const feature = resolve(naming);
    return feature !== undefined && isType(feature); // a package, say, names no usage that refers to it
}

/** The member of that name that a namespace declares. */
export function ownedMember(namespace: AstNode, name: string): AstNode | undefined {
    for (const member of ownedMembersNamed(namespace, name)) {
        if (holdsName(member, name)) {
            return member;
        }
    }
    return undefined;
}

// --- Lookup of simple names ---------------------------------------------------------------------------------------------

/** Local resolution: members that the namespace owns, inherits or imports. Answers the member (an alias is not followed). */
export function lookupLocal(namespace: AstNode, name: string): AstNode | undefined {
    return ownedMember(namespace, name) ?? lookupBeyondOwned(namespace, name);
}

/** The member of that name that a namespace inherits or imports. */
export function lookupBeyondOwned(namespace: AstNode, name: string): AstNode | undefined {
    if (importsOf(namespace).length === 0) {
        return isType(namespace) ? lookupInherited(namespace, name) : undefined;
    }
    return memoized(namespace, 'local', memoryKeyOf(name), () => computeLocal(namespace, name));
}

function computeLocal(namespace: AstNode, name: string): AstNode | undefined {
    return (isType(namespace) ? lookupInherited(namespace, name) : undefined) ?? lookupImported(namespace, name, 'private');
}

/** Visible resolution: public members that the namespace owns, inherits or imports publicly. */
export function lookupVisible(namespace: AstNode, name: string): AstNode | undefined {
    for (const member of ownedMembersNamed(namespace, name)) {
        if (visibilityOf(member) === 'public' && holdsName(member, name)) {
            return member;
        }
    }
    if (isOfLibrary(namespace) && isBeyond(namespace, name)) {
        return undefined;
    }
    return importsOf(namespace).length === 0
        ? computeVisible(namespace, name)
        : memoized(namespace, 'visible', memoryKeyOf(name), () => computeVisible(namespace, name));
}

function computeVisible(namespace: AstNode, name: string): AstNode | undefined {
    if (isType(namespace)) {
        const inherited = lookupInherited(namespace, name);
        if (inherited !== undefined && visibilityOf(inherited) === 'public' && isPubliclyInherited(namespace, inherited, name)) {
            return inherited;
        }
        if (name === 'result' && inherited === undefined) {
            return inheritedOf(namespace, ownedResultOf, generalsOf); // under a name of its own it is still the result of what is called
        }
    }
    return lookupImported(namespace, name, 'public');
}

/** Whether a member that a type inherits is a public one of a general: its own, or one that it imports publicly. */
function isPubliclyInherited(type: AstNode, member: AstNode, name: string): boolean {
    if (!factsOf(member).isHandedDownByImport) {
        return true;
    }
    const owner = owningNamespaceOf(member);
    return (
        (owner !== undefined && conformsTo(type, owner)) ||
        [...supertypesOf(type)].some(general => general !== type && lookupImported(general, name, 'public') === member)
    );
}

/** The member of that name that a type inherits, protected ones included; a member redefined on the way is hidden. */
export function lookupInherited(type: AstNode, name: string): AstNode | undefined {
    const { generals } = factsOf(type);
    if (generals !== undefined && areBeyond(generals, name)) {
        return undefined; // most names of a model; nothing needs to be remembered
    }
    return inheritedDepth < LONG_CHAIN ? memoized(type, 'inherited', name, computeInherited) : lookupFarAway(type, name);
}

/** Whether all generals are types of the library that hand down no member of a name. */
function areBeyond(generals: readonly AstNode[], name: string): boolean {
    for (const general of generals) {
        if (!isOfLibrary(general) || inheritableNamesOf(general)?.has(name) !== false) {
            return false;
        }
    }
    return true;
}

/** How many generals a question about an inherited name went up so far, and how many of them remember its answer. */
let inheritedDepth = 0;
const LONG_CHAIN = 32;

function computeInherited(type: AstNode, name: string): AstNode | undefined {
    inheritedDepth++;
    try {
        return inheritedFrom(type, generalsOf(type), name);
    } finally {
        inheritedDepth--;
    }
}

/** The far end of a long chain of types with one general each: without recursion, and nothing is remembered on the way. */
function lookupFarAway(type: AstNode, name: string): AstNode | undefined {
    const passed: AstNode[] = [];
    let found: AstNode | undefined;
    let visited: AstNode | undefined;
    for (let t = type; ;) {
        const answer = factsOf(t).inherited?.get(name);
        const known = typeof answer === 'number' ? undefined : answer;
        const generals = known === undefined ? generalsOf(t) : [];
        if (generals.length !== 1 || importsOf(generals[0]).length > 0 || isOfLibrary(generals[0])) {
            found = known === undefined ? memoized(t, 'inherited', name, computeInherited) : (known ?? undefined);
            break;
        }
        passed.push(t);
        t = generals[0];
        found = ownedMembersNamed(t, name).find(m => visibilityOf(m) !== 'private' && holdsName(m, name, true));
        if (found !== undefined || t === visited) {
            break;
        }
        if ((passed.length & (passed.length - 1)) === 0) {
            visited = t; // a cycle comes back to one of these
        }
    }
    for (let i = passed.length - 1; i >= 0 && found !== undefined; i--) {
        const redefinition = redefinitionOf(passed[i], found, name);
        found = redefinition === undefined ? found : inPlaceOf(found, redefinition);
    }
    return found;
}

function inheritedFrom(type: AstNode, generals: readonly AstNode[], name: string): AstNode | undefined {
    let found: AstNode | undefined;
    for (const general of generals) {
        const candidate = lookupInheritable(general, name);
        if (candidate === undefined || candidate === found) {
            continue;
        }
        const redefinition = redefinitionOf(type, candidate, name);
        if (redefinition !== undefined) {
            const instead = inPlaceOf(candidate, redefinition);
            if (instead !== undefined) {
                return instead;
            }
            continue;
        }
        const own = redefinedByImplication(type, candidate);
        if (own !== undefined && (nameOf(own) === name || roleOf(own) === 'action')) {
            return own; // it has the name of what it redefines, or is meant by it
        } else if (own !== undefined) {
            continue;
        }
        if (found === undefined ? !isRedefinedByOther(type, generals, candidate, name) : redefines(candidate, found)) {
            found = candidate;
        }
    }
    return found;
}

/**
 * Whether one general redefines, under another name, what another one hands down (KerML 8.3.3.1.10, `Type::removeRedefinedFeatures`): it
 * specializes the owner of the feature and hands down nothing of its name. A general that specializes the type in turn has no answer of its
 * own.
 */
function isRedefinedByOther(type: AstNode, generals: readonly AstNode[], member: AstNode, name: string): boolean {
    if (generals.length < 2 || !isFeature(member)) {
        return false;
    }
    const owner = owningTypeOf(member);
    return (
        owner !== undefined &&
        generals.some(g => g !== owner && lookupInheritable(g, name) === undefined && conformsTo(g, owner) && !conformsTo(g, type))
    );
}

/** Members of a type that its specializations inherit: all that are not private. */
export function lookupInheritable(type: AstNode, name: string): AstNode | undefined {
    if (isOfLibrary(type) && inheritableNamesOf(type)?.has(name) === false) {
        return undefined;
    }
    for (const member of ownedMembersNamed(type, name)) {
        if (visibilityOf(member) !== 'private' && holdsName(member, name, true)) {
            return member;
        }
    }
    const inherited = lookupInherited(type, name);
    if (inherited !== undefined || importsOf(type).length === 0) {
        return inherited;
    }
    const imported = lookupImported(type, name, 'protected');
    if (imported !== undefined) {
        factsOf(imported).isHandedDownByImport = true;
    }
    return imported;
}

/**
 * The inherited parameter of that name in whose place a type has another one, although the name leads to no member of the type any more.
 */
export function replacedParameter(type: AstNode, name: string): AstNode | undefined {
    if (!membersWithRoles(type).some(m => roleOf(m) === 'parameter')) {
        return undefined;
    }
    for (const general of generalsOf(type)) {
        const member = lookupInheritable(general, name);
        const own = member !== undefined && roleOf(member) === 'parameter' ? redefinedByImplication(type, member) : undefined;
        if (own?.relationships?.some(r => r.$type === 'Redefinition') === false) {
            return member;
        }
    }
    return undefined;
}

// --- Namesakes ----------------------------------------------------------------------------------------------------------

/** All members of that name that a namespace owns, inherits or imports with at least that visibility; what a lookup answers comes first. */
export function* membersNamed(namespace: AstNode, name: string, least: 'public' | 'private'): Generator<AstNode> {
    const isVisible = (member: AstNode): boolean => least === 'private' || visibilityOf(member) === 'public';
    yield* ownedMembersNamed(namespace, name).filter(m => isVisible(m) && holdsName(m, name));
    const inherited = isType(namespace) ? lookupInherited(namespace, name) : undefined;
    if (inherited !== undefined && isVisible(inherited) && (least === 'private' || isPubliclyInherited(namespace, inherited, name))) {
        yield* withNamesakes(inherited, name);
    }
    for (const node of importsOf(namespace)) {
        const found = isVisible(node) ? lookupInImport(node, name) : undefined;
        if (found !== undefined) {
            yield* withNamesakes(found, name);
        }
    }
}

/** A member, and the others of that name that its namespace declares. */
function withNamesakes(member: AstNode, name: string): AstNode[] {
    const owner = owningNamespaceOf(member);
    const others = owner === undefined ? [] : ownedMembersNamed(owner, name);
    return [member, ...others.filter(m => m !== member && visibilityOf(m) === 'public')];
}

// --- Imports ------------------------------------------------------------------------------------------------------------

/** The member that a namespace imports under a name, through the imports whose visibility is at least the given one. */
export function lookupImported(namespace: AstNode, name: string, least: Visibility): AstNode | undefined {
    for (const node of importsOf(namespace)) {
        const visibility = visibilityOf(node);
        if (visibility !== 'public' && least !== 'private' && visibility !== least) {
            continue;
        }
        const found = lookupInImport(node, name);
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}

/** The member of that name that a namespace imports if its filters do not count: for names in those filters. */
export function lookupUnfiltered(namespace: AstNode, name: string): AstNode | undefined {
    for (const node of importsOf(namespace)) {
        const found = lookupInImport(node, name, m => node.filters.length === 0 || importAdmits(node, memberElement(m)));
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}

/**
 * The member of that name that one import brings in.
 * @param admits which members its filters let through
 */
export function lookupInImport(
    node: ast.Import,
    name: string,
    admits = (member: AstNode): boolean => importAdmits(node, memberElement(member))
): AstNode | undefined {
    const { name: text, isNamespaceImport, isRecursive } = importedName(node);
    if (!isNamespaceImport && !isRecursive) {
        const segments = segmentsOf(text);
        // A membership has two names; only the imported one's own names count, so most imports are refused without resolving them.
        if (segments[segments.length - 1].name !== name && !mayHaveOtherName(node, name)) {
            return undefined;
        }
    }
    if (importsInProgress.has(node)) {
        cut();
        return undefined;
    }
    const target = importTarget(node);
    if (target === undefined) {
        return undefined;
    }
    importsInProgress.add(node);
    try {
        const found =
            isNamespaceImport || isRecursive
                ? [target, ...othersOfName(node, target)]
                      .map(t => lookupBelow(t, name, node, isNamespaceImport, isRecursive))
                      .find(m => m !== undefined)
                : hasName(target, name)
                  ? target
                  : undefined;
        return found !== undefined && admits(found) ? found : undefined;
    } finally {
        leaveImport(node);
    }
}

const namesakes = new WeakMap<ast.Import, readonly AstNode[]>();

/** The other namespaces of the imported one's name (a definition and a package): what the first does not have is looked for in them. */
function othersOfName(node: ast.Import, target: AstNode): readonly AstNode[] {
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

function mayHaveOtherName(node: ast.Import, name: string): boolean {
    if (importsInProgress.has(node)) {
        return false;
    }
    const target = importTarget(node);
    return target !== undefined && hasName(target, name);
}

function hasName(member: AstNode, name: string): boolean {
    return lookupNameOf(member) === name || member.shortName === name;
}

/** An expose reaches private members, too (SysML 8.3.26.2). */
export function importsAll(node: ast.Import): boolean {
    return node.isImportAll || node.kind === 'expose';
}

function lookupBelow(
    target: AstNode,
    name: string,
    node: ast.Import,
    isNamespaceImport: boolean,
    isRecursive: boolean
): AstNode | undefined {
    if (!isNamespaceImport && hasName(target, name)) {
        return target;
    }
    const namespace = memberElement(target);
    if (namespace === undefined) {
        return undefined;
    }
    const isAll = importsAll(node);
    const found = isAll ? lookupLocal(namespace, name) : lookupVisible(namespace, name);
    if (found !== undefined || !isRecursive) {
        return found;
    }
    for (const member of ownedMembersOf(namespace)) {
        if (isNamespace(member) && (isAll || visibilityOf(member) === 'public')) {
            const nested = lookupBelow(member, name, node, true, true);
            if (nested !== undefined) {
                return nested;
            }
        }
    }
    return undefined;
}

// --- Outwards --------------------------------------------------------------------------------------------------------------

/**
 * Full resolution of a simple name: local in each namespace outwards, then global.
 * @param from the node that stands for the name, if any
 * @param world what is global: by default what the name's own text sees
 */
export function lookupFull(namespace: AstNode, name: string, from?: AstNode, world?: World): AstNode | undefined {
    let part = from;
    for (let scope: AstNode | undefined = namespace; scope !== undefined; scope = owningNamespaceOf(scope)) {
        while (part !== undefined && part.$container !== scope) {
            part = part.$container;
        }
        const found =
            part !== undefined && (part.$type === 'FeatureValue' || part.$type === 'MetadataUsage')
                ? lookupBeside(part, scope, name)
                : lookupLocal(scope, name);
        if (found !== undefined) {
            return found;
        }
    }
    return (world ?? scopeOf(from ?? namespace)).lookupGlobal(name)[0];
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
