/**
 * Resolves the names of imports (KerML 8.2.3.5). Imports are resolved through other imports, whose names may be resolved through them in
 * turn, so mutually dependent imports are resolved together in rounds: the first round ignores all imports, each further one uses the
 * results of the round before, until nothing changes. The result therefore depends on the model only, not on the order of requests. An
 * import takes no part in its own resolution, and a name that depends on itself does not resolve. Filter conditions are ignored here.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { spend } from './budget.js';
import { isOfLibrary } from './cycles.js';
import { importsAll } from './imported-namespaces.js';
import { lookupInheritable, lookupVisible } from './lookup.js';
import { importsOf, lookupNameOf, namingNodeOf, ownedMembersNamed, type Visibility, visibilityOf } from './owned-members.js';
import { noteRead } from './reads.js';
import { startOf } from './starting-namespace.js';
import {
    factsOf,
    importedName,
    isAlias,
    isNamespace,
    isType,
    lastSegment,
    type NameNode,
    ownedMembersOf,
    owningNamespaceOf,
    owningTypeOf,
    type Segment,
    segmentsOf
} from './structure.js';
import { declaredSpecializationsOf } from './specialization.js';
import { scopeOf } from './world.js';

type Member = AstNode | undefined;
/** The member of each segment of a name, followed by the element of an alias. */
type Path = readonly Member[];

/** Limit of the rounds, after which mutually dependent imports keep their results. */
const MOST_ROUNDS = 16;
const MOST_HOPS = 50;
const NOWHERE: Path = [];

/** The path of an import in each round; the last entry applies to all later rounds. */
const histories = new WeakMap<AstNode, Path[]>();

/** The member that an import names; aliases are not followed. */
export function resolveImport(node: ast.Import): Member {
    const facts = factsOf(node);
    if (facts.target === undefined) {
        resolveTogether(node);
        importPath(node).forEach(member => member && noteRead(node, member));
    }
    return facts.target ?? undefined;
}

/** The element that an import names; aliases are followed. */
export function importedElement(node: ast.Import): Member {
    const target = resolveImport(node);
    return target !== undefined && isAlias(target) ? histories.get(node)!.at(-1)![lengthOf(node)] : target;
}

/** The members along the name of an import. */
export function importPath(node: ast.Import): Path {
    if (factsOf(node).target === undefined) {
        resolveTogether(node);
    }
    return histories.get(node)!.at(-1)!.slice(0, lengthOf(node));
}

/** The members along the names of aliases that depend on themselves. */
const aliasPaths = new WeakMap<AstNode, Path>();

/**
 * The element of an alias whose name depends, through imports, on the alias itself: resolved by the final results of the imports, so that
 * the order of requests does not matter.
 */
export function resolveAlias(node: NameNode): Member {
    const [path, element] = new ReadName(node, resolveImport).alias(node);
    aliasPaths.set(node, path);
    path.forEach(member => member && noteRead(node, member));
    return element;
}

/** The members along the name of an alias that depends on itself; undefined for all others. */
export const aliasPath = (node: AstNode): Path | undefined => aliasPaths.get(node);

/** Resolves an import together with those that its resolution requests. */
function resolveTogether(start: ast.Import): void {
    const together = new Set([start]);
    const rounds = new Rounds(together);
    for (let round = 1, isOpen = true; isOpen && round <= MOST_ROUNDS; round++) {
        isOpen = false;
        // Iterating a set visits imports that are added meanwhile.
        for (const node of together) {
            isOpen = !isSame(rounds.pathIn(node, round), rounds.pathIn(node, round - 1)) || isOpen;
        }
    }
    for (const node of together) {
        factsOf(node).target = targetOf(node, histories.get(node)!.at(-1)!) ?? null;
    }
}

const isSame = (a: Path, b: Path): boolean => a.length === b.length && a.every((member, i) => member === b[i]);

/** The last member of a complete path. */
function targetOf(node: ast.Import, path: Path): Member {
    return path[lengthOf(node) - 1];
}

const lengthOf = (node: ast.Import): number => namesIn(segmentsOf(importedName(node).name)).length;

const isFromGlobal = (segments: readonly Segment[]): boolean => segments.length > 1 && segments[0].isGlobal === true;

/** The names of a qualified name without the global qualifier. */
const namesIn = (segments: readonly Segment[]): readonly string[] =>
    (isFromGlobal(segments) ? segments.slice(1) : segments).map(s => s.name);

class Rounds {
    /** @param together receives the imports that are requested */
    constructor(private readonly together: Set<ast.Import>) {}

    /** The member that an import names in a round. */
    targetIn(node: ast.Import, round: number): Member {
        return targetOf(node, this.pathIn(node, round));
    }

    /** The members along an import's name in a round; none in the round before the first one. */
    pathIn(node: ast.Import, round: number): Path {
        this.together.add(node);
        if (round === 0) {
            return NOWHERE;
        }
        let history = histories.get(node);
        if (history === undefined) {
            histories.set(node, (history = []));
        }
        if (factsOf(node).target === undefined) {
            while (history.length < round) {
                const before = history.length;
                history.push(new ReadName(node, other => this.targetIn(other, before)).import(node));
            }
        }
        return history[Math.min(round, history.length) - 1];
    }
}

/** Resolves one name, given the members that imports name. */
class ReadName {
    private readonly names = new Map<AstNode, AstNode | null>();

    /**
     * @param node the import or name to resolve, which takes no part in its own resolution
     * @param imported the member that another import names
     */
    constructor(
        private readonly node: AstNode,
        private readonly imported: (node: ast.Import) => Member
    ) {}

    /** The members along the name of an import, followed by the element of an alias. */
    import(node: ast.Import): Path {
        const { name } = importedName(node);
        const path = this.along(segmentsOf(name), owningNamespaceOf(node)!, node, importsAll(node));
        const target = targetOf(node, path);
        return target !== undefined && isAlias(target) ? [...path, this.elementOf(target)] : path;
    }

    /** The members along the name of an alias, and its element. */
    alias(node: NameNode): readonly [Path, Member] {
        this.names.set(node, null);
        const segments = segmentsOf(node.text);
        const path = this.along(segments, startOf(node), node);
        const isWhole = path.length === namesIn(segments).length;
        return [isFromGlobal(segments) ? [undefined, ...path] : path, isWhole ? this.elementOf(path.at(-1)) : undefined];
    }

    /** The members along a name: the first complete path through members with equal names, else the longest partial path. */
    private along(segments: readonly Segment[], namespace: AstNode, from: AstNode, isAll = false): Path {
        const names = namesIn(segments);
        const firsts = isFromGlobal(segments) ? scopeOf(from).lookupGlobal(names[0]) : this.meanings(namespace, names[0], from);
        let best: Path = NOWHERE;
        const path: Member[] = [];
        const descend = (member: AstNode, i: number): boolean => {
            path.length = i;
            path.push(member);
            if (path.length > best.length) {
                best = path.slice();
            }
            if (i === names.length - 1) {
                return true;
            }
            const inner = this.elementOf(member);
            return (
                inner !== undefined &&
                this.withNamesakes(new Search(this, names[i + 1]).visible(inner, isAll && i === names.length - 2)).some(next =>
                    descend(next, i + 1)
                )
            );
        };
        return firsts.some(first => descend(first, 0)) ? path.slice() : best;
    }

    /** The candidates for a simple name: the members with the name in the nearest namespace that has any, else the global ones. */
    private meanings(namespace: AstNode, name: string, from: AstNode): readonly AstNode[] {
        const only = onlyMemberOfEnclosing(namespace, name, from);
        if (only !== undefined) {
            return [only];
        }
        for (let scope: Member = namespace; scope !== undefined; scope = owningNamespaceOf(scope)) {
            const found = new Search(this, name).local(scope);
            if (found !== undefined && scope.$type === 'RootNamespace') {
                return [
                    found,
                    ...scopeOf(from)
                        .lookupGlobal(name)
                        .filter(m => m !== found)
                ];
            }
            if (found !== undefined) {
                return this.withNamesakes(found);
            }
        }
        return scopeOf(from).lookupGlobal(name);
    }

    /** A member, and the others of that name that its namespace declares. */
    private withNamesakes(member: Member): readonly AstNode[] {
        const owner = member === undefined ? undefined : owningNamespaceOf(member);
        const name = member === undefined ? undefined : lookupNameOf(member);
        return member === undefined
            ? []
            : owner === undefined || name === undefined || isOfLibrary(owner)
              ? [member]
              : [member, ...ownedMembersNamed(owner, name).filter(m => m !== member && visibilityOf(m) === 'public')];
    }

    /** The member that an import names, for this resolution; undefined for the import being resolved. */
    targetOf(node: ast.Import): Member {
        return node === this.node ? undefined : this.imported(node);
    }

    /** The element of a membership; an alias is followed. */
    elementOf(member: Member): Member {
        let element = member;
        for (let hops = 0; element !== undefined && isAlias(element); hops++) {
            element = hops > MOST_HOPS ? undefined : this.named(element.target);
        }
        return element;
    }

    /** The declared generals of a type. */
    generalsOf(type: AstNode): readonly AstNode[] {
        return declaredSpecializationsOf(type).flatMap(node => {
            const general = this.named(node);
            return general !== undefined && general !== type && isType(general) ? [general] : [];
        });
    }

    /** Whether a member has a name: its own, or that of the feature that it redefines or refers to. */
    isCalled(member: AstNode, name: string): boolean {
        const naming = member.name === name || member.shortName === name ? undefined : namingNodeOf(member);
        if (naming === undefined) {
            return true;
        }
        const feature = this.named(naming);
        return feature === undefined ? naming.$type !== 'ReferenceSubsetting' && owningTypeOf(member) !== undefined : isType(feature);
    }

    /** The element that a name resolves to. */
    private named(node: AstNode): Member {
        const known = this.names.get(node);
        if (known !== undefined) {
            return known ?? undefined;
        }
        this.names.set(node, null);
        if (node.text === undefined) {
            return undefined;
        }
        const segments = segmentsOf(node.text);
        const path = node.$type === 'Redefinition' ? this.alongRedefinition(node, segments) : this.along(segments, startOf(node), node);
        const found = this.elementOf(path[namesIn(segments).length - 1]);
        this.names.set(node, found ?? null);
        return found;
    }

    /** The path of a redefined feature, which must be inherited from a general. */
    private alongRedefinition(node: AstNode, segments: readonly Segment[]): Path {
        const type = owningTypeOf(node.$container!);
        for (const general of type === undefined ? [] : this.generalsOf(type)) {
            const first = new Search(this, segments[0].name).inheritable(general);
            if (first !== undefined && segments.length === 1) {
                return [first];
            }
        }
        return type === undefined ? this.along(segments, startOf(node), node) : NOWHERE;
    }
}

/**
 * The only member of the model with a name, if an enclosing namespace or a root declares it. The name resolves to that member whatever
 * imports provide, so that imports that name each other's packages need not be searched.
 */
export function onlyMemberOfEnclosing(namespace: AstNode, name: string, from: AstNode): Member {
    const scope = scopeOf(from);
    if (scope.census?.isDeclaredOnce(name) !== true) {
        return undefined;
    }
    let found: readonly AstNode[] = [];
    for (let around: Member = namespace; around !== undefined && found.length === 0; around = owningNamespaceOf(around)) {
        found = ownedMembersNamed(around, name);
    }
    const [member, other] = found.length === 0 ? scope.lookupGlobal(name) : found;
    return member !== undefined && other === undefined && (member.name === name || member.shortName === name) ? member : undefined;
}

/** A namespace to search, or an import to follow. */
type Place =
    | { readonly node: ast.Import; readonly namespace?: undefined }
    | { readonly namespace: AstNode; readonly isAll: boolean; readonly isRecursive: boolean };

/** One search for a simple name; visits each namespace once. */
class Search {
    private readonly seen = new Map<AstNode, Set<string>>();

    constructor(
        private readonly context: ReadName,
        private readonly name: string
    ) {}

    /** Whether a namespace is visited for the first time in a mode. */
    private enters(namespace: AstNode, mode: string): boolean {
        let modes = this.seen.get(namespace);
        if (modes === undefined) {
            this.seen.set(namespace, (modes = new Set<string>()));
        }
        return modes.size < modes.add(mode).size;
    }

    private owned(namespace: AstNode, isVisible: (member: AstNode) => boolean): Member {
        return ownedMembersNamed(namespace, this.name).find(m => isVisible(m) && this.context.isCalled(m, this.name));
    }

    /** The member with the name that a namespace owns, inherits or imports. */
    local(namespace: AstNode): Member {
        return this.find([{ namespace, isAll: true, isRecursive: false }]);
    }

    /** @param isAll whether private members are visible, too */
    visible(namespace: AstNode, isAll: boolean): Member {
        return this.find([{ namespace, isAll, isRecursive: false }]);
    }

    /** The first member with the name along namespaces and imports, depth first; without recursion, as there may be many. */
    private find(start: readonly Place[]): Member {
        const open: Place[] = start.toReversed();
        for (let place = open.pop(); place !== undefined; place = open.pop()) {
            spend();
            const found = place.namespace === undefined ? this.through(place.node, open) : this.in(place, open);
            if (found !== undefined) {
                return found;
            }
        }
        return undefined;
    }

    /** The namespace's own or inherited member; adds further places to search. */
    private in({ namespace, isAll, isRecursive }: Place & { namespace: AstNode }, open: Place[]): Member {
        const isVisible = (m: AstNode): boolean => isAll || visibilityOf(m) === 'public';
        const own = this.owned(namespace, isVisible);
        if (own !== undefined || !this.enters(namespace, (isAll ? 'local' : 'visible') + (isRecursive ? ' and below' : ''))) {
            return own;
        }
        if (isOfLibrary(namespace) && !isAll) {
            const found = lookupVisible(namespace, this.name);
            if (found !== undefined) {
                return found;
            }
        } else {
            const inherited = this.inherited(namespace);
            if (inherited !== undefined && isVisible(inherited)) {
                return inherited;
            }
        }
        if (isRecursive) {
            const nested = ownedMembersOf(namespace).filter(m => isNamespace(m) && isVisible(m));
            open.push(...nested.map((m): Place => ({ namespace: m, isAll, isRecursive: true })).reverse());
        }
        const isImported = scopeOf(namespace).census?.isOnlyAtRoots(this.name) !== true;
        if (isImported && (isAll || !isOfLibrary(namespace))) {
            open.push(...this.importsIn(namespace, isAll ? 'private' : 'public').reverse());
        }
        return undefined;
    }

    private importsIn(namespace: AstNode, least: Visibility): Place[] {
        return importsOf(namespace)
            .filter(node => least === 'private' || ['public', least].includes(visibilityOf(node)))
            .map(node => ({ node }));
    }

    private inherited(type: AstNode): Member {
        if (!isType(type) || !this.enters(type, 'inherited')) {
            return undefined;
        }
        for (const general of this.context.generalsOf(type)) {
            const found = this.inheritable(general);
            if (found !== undefined) {
                return found;
            }
        }
        return undefined;
    }

    /** The inheritable member of a type: all members that are not private. */
    inheritable(type: AstNode): Member {
        return isOfLibrary(type)
            ? lookupInheritable(type, this.name)
            : (this.owned(type, m => visibilityOf(m) !== 'private') ??
                  this.inherited(type) ??
                  this.find(this.importsIn(type, 'protected')));
    }

    /** The member that an import names; adds the namespaces whose members it imports. */
    private through(node: ast.Import, open: Place[]): Member {
        const { name: text, isNamespaceImport, isRecursive } = importedName(node);
        const target = this.context.targetOf(node);
        if (target === undefined) {
            return undefined;
        }
        if (!isNamespaceImport && this.isNamed(target)) {
            return target;
        }
        if (isNamespaceImport || isRecursive) {
            const isAll = importsAll(node);
            const namespaces = this.namesakesOf(target, lastSegment(text)).map(m => this.context.elementOf(m));
            open.push(
                ...namespaces
                    .filter(namespace => namespace !== undefined)
                    .map((namespace): Place => ({ namespace, isAll, isRecursive }))
                    .reverse()
            );
        }
        return undefined;
    }

    private namesakesOf(target: AstNode, name: string): readonly AstNode[] {
        const owner = owningNamespaceOf(target);
        if (owner === undefined || isOfLibrary(target)) {
            return [target];
        }
        const all = owner.$type === 'RootNamespace' ? scopeOf(target).lookupGlobal(name) : ownedMembersNamed(owner, name);
        return [target, ...all.filter(m => m !== target && visibilityOf(m) === 'public' && !isOfLibrary(m))];
    }

    private isNamed(member: AstNode): boolean {
        return lookupNameOf(member) === this.name || member.shortName === this.name;
    }
}
