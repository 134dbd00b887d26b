/**
 * Name resolution (KerML 8.2.3.5): from the text of a name to the element, on demand and memoized on the nodes. Resolution never fails
 * loudly: what is not found is undefined, and the validation reports it. Cycles of imports and specializations end: a lookup that
 * meets itself answers "nothing" there, and what was computed below such a cut is not memoized.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { factsOf, importedName, isAlias, isNamespace, isType, isUsage, lastSegment, type NameNode, ownedMembersOf, owningNamespaceOf, owningTypeOf, type Segment, segmentsOf } from './structure.js';
import { importsOf, lookupNameOf, namingNodeOf, ownedMembersNamed, ownedNames, type Visibility, visibilityOf } from './owned-members.js';
import { conformsTo, generalsBeside, generalsOf, redefinedFeaturesOf, supertypesOf } from './specialization.js';
import { scopeOf } from './world.js';
import { resultTypesOf } from './expression-types.js';
import { importAdmits } from './filters.js';
import { implicitTargetOf } from './implicit-names.js';

// --- Declared members -------------------------------------------------------------------------------------------------

/**
 * Whether a member is found under a name: one without a name of its own has that of its naming feature only when there is such a feature.
 * While that is being resolved the answer is yes.
 */
function holdsName(member: AstNode, name: string): boolean {
    const { name: declared, shortName } = member as { name?: string; shortName?: string };
    if (declared === name || shortName === name) {
        return true;
    }
    const naming = namingNodeOf(member);
    return naming === undefined || nodesInProgress.has(naming) || resolve(naming) !== undefined;
}

function ownedMember(namespace: AstNode, name: string): AstNode | undefined {
    return ownedMembersNamed(namespace, name).find(m => holdsName(m, name));
}

// --- Lookup of simple names ---------------------------------------------------------------------------------------------

/** Lookups in progress, to end cycles; `lowestCut` is the outermost one that was met again. */
let depth = 0;
let lowestCut = Infinity;

type Cache = 'local' | 'visible' | 'inherited';
/** Names that a namespace of the library remembers: it outlives the models that ask. */
const MOST_REMEMBERED = 1000;
const inProgress: Record<Cache, Map<AstNode, Map<string, number>>> = { local: new Map(), visible: new Map(), inherited: new Map() };

function memoized(namespace: AstNode, cache: Cache, name: string, compute: (namespace: AstNode, name: string) => AstNode | undefined): AstNode | undefined {
    const facts = factsOf(namespace);
    const found = facts[cache]?.get(name);
    if (found !== undefined) {
        return found ?? undefined;
    }
    const busy = inProgress[cache];
    let names = busy.get(namespace);
    const entered = names?.get(name);
    if (entered !== undefined) {
        lowestCut = Math.min(lowestCut, entered);
        return undefined;
    }
    if (names === undefined) {
        busy.set(namespace, (names = new Map<string, number>()));
    }
    const mine = depth++;
    names.set(name, mine);
    try {
        const result = compute(namespace, name);
        if (lowestCut >= mine) {
            lowestCut = Infinity;
            const memo = (facts[cache] ??= new Map<string, AstNode | null>());
            if (memo.size >= MOST_REMEMBERED && isOfLibrary(namespace)) {
                memo.clear();
            }
            memo.set(name, result ?? null);
        }
        return result;
    } finally {
        depth--;
        names.delete(name);
        if (names.size === 0) {
            busy.delete(namespace);
        }
    }
}

/** Local resolution: members that the namespace owns, inherits or imports. Answers the member (an alias is not followed). */
export function lookupLocal(namespace: AstNode, name: string): AstNode | undefined {
    const own = ownedMember(namespace, name);
    if (own !== undefined) {
        return own;
    }
    if (importsOf(namespace).length === 0) {
        return isType(namespace) ? lookupInherited(namespace, name) : undefined;
    }
    return memoized(namespace, 'local', name, computeLocal);
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
    return importsOf(namespace).length === 0 ? computeVisible(namespace, name) : memoized(namespace, 'visible', name, computeVisible);
}
function computeVisible(namespace: AstNode, name: string): AstNode | undefined {
    if (isType(namespace)) {
        const inherited = lookupInherited(namespace, name);
        if (inherited !== undefined && visibilityOf(inherited) === 'public' && isPubliclyInherited(namespace, inherited, name)) {
            return inherited;
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
    return (owner !== undefined && conformsTo(type, owner))
        || [...supertypesOf(type)].some(general => general !== type && lookupImported(general, name, 'public') === member);
}

/** The member of that name that a type inherits, protected ones included; a member redefined on the way is hidden. */
export function lookupInherited(type: AstNode, name: string): AstNode | undefined {
    return memoized(type, 'inherited', name, computeInherited);
}
function computeInherited(type: AstNode, name: string): AstNode | undefined {
    let found: AstNode | undefined;
    for (const general of generalsOf(type)) {
        const candidate = lookupInheritable(general, name);
        if (candidate === undefined || candidate === found || isHidden(type, candidate, name)) {
            continue;
        }
        if (found === undefined || redefines(candidate, found)) {
            found = candidate;
        }
    }
    return found;
}

/** Members of a type that its specializations inherit: all that are not private. */
export function lookupInheritable(type: AstNode, name: string): AstNode | undefined {
    if (isOfLibrary(type) && inheritableNamesOf(type)?.has(name) === false) {
        return undefined;
    }
    for (const member of ownedMembersNamed(type, name)) {
        if (visibilityOf(member) !== 'private' && holdsName(member, name)) {
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

function isOfLibrary(node: AstNode): boolean {
    const facts = factsOf(node);
    return (facts.isLibrary ??= scopeOf(node).isLibrary);
}

const namesInProgress = new Set<AstNode>();

/**
 * The names that a type of the library hands down. Most names of a model are none of them, and the library outlives all models: it must not
 * remember what they asked for in vain. Undefined for a type that imports, and where a cycle is met.
 */
function inheritableNamesOf(type: AstNode): ReadonlySet<string> | undefined {
    const facts = factsOf(type);
    if (facts.inheritableNames !== undefined) {
        return facts.inheritableNames ?? undefined;
    }
    if (namesInProgress.has(type)) {
        return undefined;
    }
    namesInProgress.add(type);
    let names: Set<string> | undefined = importsOf(type).length === 0 ? new Set(ownedNames(type)) : undefined;
    for (const general of names === undefined ? [] : generalsOf(type)) {
        const inherited = inheritableNamesOf(general);
        if (inherited === undefined) {
            names = undefined;
            break;
        }
        inherited.forEach(name => names!.add(name));
    }
    namesInProgress.delete(type);
    if (names !== undefined || namesInProgress.size === 0) {
        facts.inheritableNames = names ?? null;
    }
    return names;
}

/** Whether the type itself redefines an inherited member under another name. */
function isHidden(type: AstNode, member: AstNode, name: string): boolean {
    const { members } = type as { members?: readonly AstNode[] };
    if (members === undefined) {
        return false;
    }
    for (const own of members) {
        if (isUsage(own) && own.name !== undefined && own.name !== name
            && own.relationships.some(r => r.$type === 'Redefinition' && lastSegment(r.text) === name)
            && redefinedFeaturesOf(own).includes(member)) {
            return true;
        }
    }
    return false;
}

/** Whether a feature redefines another, directly or through others. */
export function redefines(feature: AstNode, other: AstNode): boolean {
    const seen = new Set<AstNode>();
    const work = [feature];
    for (let f = work.pop(); f !== undefined; f = work.pop()) {
        for (const r of redefinedFeaturesOf(f)) {
            if (r === other) {
                return true;
            }
            if (!seen.has(r)) {
                seen.add(r);
                work.push(r);
            }
        }
    }
    return false;
}

// --- Imports ------------------------------------------------------------------------------------------------------------

const importsInProgress = new Set<ast.Import>();

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

/** The member of that name that one import brings in. */
export function lookupInImport(node: ast.Import, name: string): AstNode | undefined {
    const { name: text, isNamespaceImport, isRecursive } = importedName(node);
    if (!isNamespaceImport && !isRecursive) {
        const segments = segmentsOf(text);
        // A membership has two names; only the imported one's own names count, so most imports are refused without resolving them.
        if (segments[segments.length - 1].name !== name && !mayHaveOtherName(node, name)) {
            return undefined;
        }
    }
    if (importsInProgress.has(node)) {
        lowestCut = Math.min(lowestCut, 0);
        return undefined;
    }
    const target = importTarget(node);
    if (target === undefined) {
        return undefined;
    }
    importsInProgress.add(node);
    try {
        const found = isNamespaceImport || isRecursive
            ? lookupBelow(target, name, node, isNamespaceImport, isRecursive)
            : hasName(target, name) ? target : undefined;
        return found !== undefined && importAdmits(node, memberElement(found)) ? found : undefined;
    } finally {
        importsInProgress.delete(node);
    }
}

function mayHaveOtherName(node: ast.Import, name: string): boolean {
    if (importsInProgress.has(node)) {
        return false;
    }
    const target = importTarget(node);
    return target !== undefined && hasName(target, name);
}

function hasName(member: AstNode, name: string): boolean {
    return lookupNameOf(member) === name || (member as { shortName?: string }).shortName === name;
}

/** An expose reaches private members, too (SysML 8.3.26.2). */
function importsAll(node: ast.Import): boolean {
    return node.isImportAll || node.kind === 'expose';
}

function lookupBelow(target: AstNode, name: string, node: ast.Import, isNamespaceImport: boolean, isRecursive: boolean): AstNode | undefined {
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

/** The member that an import names, as a membership (an alias is not followed). */
export function importTarget(node: ast.Import): AstNode | undefined {
    const facts = factsOf(node);
    if (facts.target === undefined) {
        if (importsInProgress.has(node)) {
            return undefined;
        }
        importsInProgress.add(node);
        const outerCut = lowestCut;
        lowestCut = Infinity;
        try {
            const { name } = importedName(node);
            const found = resolveSegments(segmentsOf(name), owningNamespaceOf(node)!, node, false);
            if (lowestCut === Infinity || found !== undefined) {
                facts.target = found ?? null;
            }
            lowestCut = found === undefined ? Math.min(lowestCut, outerCut) : outerCut;
            return found;
        } finally {
            importsInProgress.delete(node);
        }
    }
    return facts.target ?? undefined;
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
    const facts = factsOf(node);
    if (facts.target !== undefined) {
        return facts.target ?? undefined;
    }
    if (nodesInProgress.has(node)) {
        lowestCut = Math.min(lowestCut, 0);
        return undefined;
    }
    nodesInProgress.add(node);
    const outerCut = lowestCut;
    lowestCut = Infinity;
    try {
        const found = resolveUncached(node);
        if (found !== undefined || lowestCut === Infinity) {
            facts.target = found ?? null;
            lowestCut = outerCut;
        } else {
            lowestCut = Math.min(lowestCut, outerCut);
        }
        return found;
    } finally {
        nodesInProgress.delete(node);
    }
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
    return memoized(namespace, 'local', name, computeLocal) ?? (outer === undefined ? lookupGlobal(node, name) : lookupFull(outer, name));
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
    for (const general of generals) {
        const first = lookupInheritable(general, segments[0].name);
        if (first !== undefined) {
            const found = resolveRest(segments, 1, first, node, true);
            if (found !== undefined && found !== feature) {
                return found;
            }
        }
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
