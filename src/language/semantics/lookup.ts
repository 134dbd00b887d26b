/**
 * The member of a simple name in a namespace (KerML 8.2.3.5.4): owned, inherited and imported members by visibility, then those of
 * enclosing namespaces. A lookup that depends on itself has no result (see cycles.ts).
 */
import type { AstNode } from '../generated/tree.js';
import { factsOf, isFeature, isType, owningNamespaceOf, owningTypeOf } from './structure.js';
import { importsOf, namingNodeOf, ownedMembersNamed, visibilityOf } from './owned-members.js';
import { inheritedOf, ownedResultOf } from './features.js';
import { nameOf } from './naming.js';
import { conformsTo, generalsForPart, generalsOf, supertypesOf } from './specialization.js';
import { inPlaceOf, membersWithRoles, redefinedByImplication, redefines, redefinitionOf, roleOf } from './replaced-members.js';
import { collidingImports, importsOfName, lookupImported } from './imports.js';
import { isConflict } from './import-candidates.js';
import { cut, cutAtName, isOfLibrary, memoized } from './cycles.js';
import { scopeOf, type World } from './world.js';
import { inheritableNamesOf, hasNoPublicMember } from './library-names.js';
import { isBeingResolved, resolve } from './names.js';
import { isBeingReferred, memoryKeyOf } from './referring-names.js';

// --- Declared members -------------------------------------------------------------------------------------------------

/**
 * Whether a member has a name. An unnamed member has the name of its naming feature if that resolves. While the naming feature is being
 * resolved, a redefining member has its name; a referring one (`perform x`) does not, because the reference would resolve to the usage.
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
        if (isBeingResolved(naming)) {
            cutAtName(naming);
        } else {
            cut();
        }
        return false;
    }
    if (isBeingResolved(naming)) {
        return true;
    }
    const feature = resolve(naming);
    return feature !== undefined && isType(feature); // a usage that refers to a package does not get its name
}

/** The member with a name that a namespace declares. */
export function ownedMember(namespace: AstNode, name: string): AstNode | undefined {
    for (const member of ownedMembersNamed(namespace, name)) {
        if (holdsName(member, name)) {
            return member;
        }
    }
    return undefined;
}

// --- Lookup of simple names ---------------------------------------------------------------------------------------------

/** Local resolution: the member that a namespace owns, inherits or imports; aliases are not followed. */
export function lookupLocal(namespace: AstNode, name: string): AstNode | undefined {
    return ownedMember(namespace, name) ?? lookupBeyondOwned(namespace, name);
}

/** The member with a name that a namespace inherits or imports. */
export function lookupBeyondOwned(namespace: AstNode, name: string): AstNode | undefined {
    if (importsOf(namespace).length === 0) {
        return isType(namespace) ? lookupInherited(namespace, name) : undefined;
    }
    return memoized(namespace, 'local', memoryKeyOf(name), () => computeLocal(namespace, name));
}

function computeLocal(namespace: AstNode, name: string): AstNode | undefined {
    return (isType(namespace) ? lookupInherited(namespace, name) : undefined) ?? lookupImported(namespace, name, 'private');
}

/** Visible resolution: the public member that a namespace owns, inherits or publicly imports. */
export function lookupVisible(namespace: AstNode, name: string): AstNode | undefined {
    const own = ownedPublicMember(namespace, name);
    if (own !== undefined) {
        return own;
    }
    if (isOfLibrary(namespace) && hasNoPublicMember(namespace, name)) {
        return undefined;
    }
    return importsOf(namespace).length === 0
        ? lookupPubliclyInherited(namespace, name)
        : memoized(namespace, 'visible', memoryKeyOf(name), () => computeVisible(namespace, name));
}

/** The public member with a name that a namespace declares. */
export function ownedPublicMember(namespace: AstNode, name: string): AstNode | undefined {
    for (const member of ownedMembersNamed(namespace, name)) {
        if (visibilityOf(member) === 'public' && holdsName(member, name)) {
            return member;
        }
    }
    return undefined;
}

function computeVisible(namespace: AstNode, name: string): AstNode | undefined {
    return lookupPubliclyInherited(namespace, name) ?? lookupImported(namespace, name, 'public');
}

/** The public member with a name that a namespace inherits, if it is a type. */
export function lookupPubliclyInherited(namespace: AstNode, name: string): AstNode | undefined {
    if (!isType(namespace)) {
        return undefined;
    }
    const inherited = lookupInherited(namespace, name);
    if (inherited !== undefined && visibilityOf(inherited) === 'public' && isPubliclyInherited(namespace, inherited, name)) {
        return inherited;
    }
    // the result parameter of a function is also accessible as `result` if it has another name
    return name === 'result' && inherited === undefined ? inheritedOf(namespace, ownedResultOf, generalsOf) : undefined;
}

/** Whether an inherited member is a public member of a general: owned, or publicly imported. */
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

/** The member with a name that a type inherits, including protected ones; a member that is redefined in between is hidden. */
export function lookupInherited(type: AstNode, name: string): AstNode | undefined {
    if (scopeOf(type).census?.isInheritable(name) === false) {
        return undefined;
    }
    const { generals } = factsOf(type);
    if (generals !== undefined && haveNoInheritable(generals, name)) {
        return undefined; // most names of a model; memoizing is unnecessary
    }
    return inheritedDepth < LONG_CHAIN ? memoized(type, 'inherited', name, computeInherited) : lookupFarAway(type, name);
}

/** Whether all generals are library types without an inheritable member of a name. */
function haveNoInheritable(generals: readonly AstNode[], name: string): boolean {
    for (const general of generals) {
        if (!isOfLibrary(general) || inheritableNamesOf(general)?.has(name) !== false) {
            return false;
        }
    }
    return true;
}

/** The depth of the current lookup in generals, and the depth up to which each general memoizes its result. */
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

/** Looks up a name in the rest of a long chain of types with one general each, without recursion and without memoizing in between. */
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
            visited = t; // a cycle returns to one of these
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
            return own; // it has the name of the redefined feature, or is its replacement
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
 * Whether one general redefines, under another name, a member inherited from another general (KerML 8.3.3.1.10,
 * `Type::removeRedefinedFeatures`): the first general specializes the owner of the member and has no inheritable member of that name.
 * Generals that specialize the type itself (a cycle) do not count.
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

/** The member with a name that specializations of a type inherit: one that is not private. */
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

/** The inherited parameter with a name that a parameter of the type replaces, so that the name is no member of the type. */
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

/**
 * All members with a name that a namespace owns, inherits or imports with at least a visibility; the result of a lookup comes first. Owned
 * and inherited members hide imported ones of the same kind, whatever their visibility (KerML 7.2.5.4).
 */
export function* membersNamed(namespace: AstNode, name: string, least: 'public' | 'private'): Generator<AstNode> {
    const isVisible = (member: AstNode): boolean => least === 'private' || visibilityOf(member) === 'public';
    const owned = ownedMembersNamed(namespace, name).filter(m => holdsName(m, name));
    yield* owned.filter(isVisible);
    const inherited = isType(namespace) ? lookupInherited(namespace, name) : undefined;
    if (inherited !== undefined && isVisible(inherited) && (least === 'private' || isPubliclyInherited(namespace, inherited, name))) {
        yield* withNamesakes(inherited, name);
    }
    const imported = importsOfName(namespace, name, least);
    if (collidingImports(namespace, name, imported, least) === undefined) {
        const nearer = inherited === undefined ? owned : [...owned, inherited];
        for (const { member } of imported.filter(i => !nearer.some(own => isConflict(i.member, own)))) {
            yield* withNamesakes(member, name);
        }
    }
}

/** A member, and the others with the name that its namespace declares. */
function withNamesakes(member: AstNode, name: string): AstNode[] {
    const owner = owningNamespaceOf(member);
    const others = owner === undefined ? [] : ownedMembersNamed(owner, name);
    return [member, ...others.filter(m => m !== member && visibilityOf(m) === 'public')];
}

// --- Enclosing namespaces --------------------------------------------------------------------------------------------------------------

/**
 * Full resolution of a simple name: local resolution in each namespace outwards, then global.
 * @param from the node of the name, if any
 * @param world the global namespace; by default that of the name's document
 */
export function lookupFull(namespace: AstNode, name: string, from?: AstNode, world?: World): AstNode | undefined {
    let part = from;
    for (let scope: AstNode | undefined = namespace; scope !== undefined; scope = owningNamespaceOf(scope)) {
        while (part !== undefined && part.$container !== scope) {
            part = part.$container;
        }
        const found =
            part !== undefined && (part.$type === 'FeatureValue' || part.$type === 'MetadataUsage')
                ? lookupForPart(part, scope, name)
                : lookupLocal(scope, name);
        if (found !== undefined) {
            return found;
        }
    }
    return (world ?? scopeOf(from ?? namespace)).lookupGlobal(name)[0];
}

/**
 * Local resolution in a type, for a name in the type's value or in one of its annotations. Members that the type inherits only because of
 * that value or annotation are not visible: its names would have to be resolved to find them.
 */
function lookupForPart(part: AstNode, type: AstNode, name: string): AstNode | undefined {
    // If no type has an inheritable member of this name, the generals need not be resolved.
    const isInheritable = isType(type) && scopeOf(type).census?.isInheritable(name) !== false;
    const generals = isInheritable ? generalsForPart(part, type) : undefined;
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
