/**
 * The member that a namespace imports under a name (KerML 8.2.3.4, 8.2.3.5.4). For a name that one element has, the first member found is
 * the answer; import-candidates.ts finds all members of a name that several elements have. A search visits each namespace once, whatever
 * the graph of imports, and follows chains of imports without recursion. lookup.ts handles owned and inherited members.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { spend } from './budget.js';
import { cutAt, enterSearch, isOfLibrary, leaveSearch, Mark, takeCut, withinLookup } from './cycles.js';
import { importAdmits } from './filters.js';
import { hasNoPublicMember } from './library-names.js';
import { lookupInherited, lookupLocal, lookupPubliclyInherited, lookupVisible, ownedMember, ownedPublicMember } from './lookup.js';
import { importCandidates, type Imported, isConflict, isHiddenIn, isVisibleTo } from './import-candidates.js';
import { onlyMemberImported } from './import-graph.js';
import { importedMember, importsAll, isMembershipImport, isOfOtherName, namespacesOf } from './imported-namespaces.js';
import { importTarget, memberElement } from './names.js';
import { importsOf, type Visibility, visibilityOf } from './owned-members.js';
import { memoryKeyOf } from './referring-names.js';
import { isType } from './structure.js';
import { scopeOf } from './world.js';

/** The member that a namespace imports under a name, through imports of at least the given visibility. */
export function lookupImported(namespace: AstNode, name: string, least: Visibility): AstNode | undefined {
    const { census } = scopeOf(namespace);
    if (importsOf(namespace).length === 0 || census?.isOnlyAtRoots(name) === true) {
        return undefined;
    }
    return withinLookup(() => {
        // the library has no names that collide
        if (census?.isDeclaredOnce(name) === true || isOfLibrary(namespace)) {
            return new ImportSearch(namespace, name, least).run();
        }
        const imported = importCandidates(namespace, name);
        const visible = imported.find(({ node }) => isVisibleTo(node, least));
        return visible === undefined || isHiddenIn(namespace, name, imported) ? undefined : visible.member;
    });
}

/** The imports of a namespace that provide a name, the first one for each element. */
export function importsOfName(namespace: AstNode, name: string, least: 'public' | 'private'): readonly Imported[] {
    const found = new Map<AstNode, Imported>();
    for (const imported of importCandidates(namespace, name)) {
        const element = memberElement(imported.member)!;
        if (isVisibleTo(imported.node, least) && !found.has(element)) {
            found.set(element, imported);
        }
    }
    return [...found.values()];
}

/**
 * All imports of a namespace that provide a name, where they provide different elements, so that the name is hidden: imports of any
 * visibility, since colliding members are not imported (KerML 7.2.5.4).
 * @param known the members from the imports with at least a visibility
 */
export function collidingImports(
    namespace: AstNode,
    name: string,
    known: readonly Imported[],
    least: 'public' | 'private'
): readonly Imported[] | undefined {
    if (known.length === 0 || isOfLibrary(namespace)) {
        return undefined;
    }
    const isComplete = least === 'private' || importsOf(namespace).every(node => visibilityOf(node) === 'public');
    const all = isComplete ? known : importsOfName(namespace, name, 'private');
    return all.some((a, i) => all.slice(i + 1).some(b => isConflict(b.member, a.member))) ? all : undefined;
}

/** The member with a name that a namespace imports, ignoring its filters: for names in those filters. */
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
 * The member with a name that one import provides.
 * @param isAdmitted whether its filters admit a member
 */
export function lookupInImport(
    node: ast.Import,
    name: string,
    isAdmitted = (member: AstNode): boolean => admits(node, member)
): AstNode | undefined {
    if (isOfOtherName(node, name)) {
        return undefined;
    }
    return withinLookup(() => {
        const target = importTarget(node);
        return target && lookupInTargets(node, target, name, isAdmitted);
    });
}

function lookupInTargets(node: ast.Import, target: AstNode, name: string, isAdmitted: (member: AstNode) => boolean): AstNode | undefined {
    const named = importedMember(node, target, name);
    if (named !== undefined && isAdmitted(named)) {
        return named;
    }
    for (const namespace of isMembershipImport(node) ? [] : namespacesOf(node, target)) {
        const found = lookupFromNamespace(node, namespace, name);
        if (found !== undefined && isAdmitted(found)) {
            return found;
        }
    }
    return undefined;
}

/** The member with a name that an import provides from one of its namespaces. */
function lookupFromNamespace(node: ast.Import, namespace: AstNode, name: string): AstNode | undefined {
    return importsAll(node) ? lookupLocal(namespace, name) : lookupVisible(namespace, name);
}

/** Starts the search in an import. @returns the member that it names; undefined when it is unresolved or already being searched */
function enterImport(node: ast.Import, name: string): AstNode | undefined {
    const target = importTarget(node);
    return target !== undefined && enterSearch(node, name) ? target : undefined;
}

/** A namespace whose imports are or were searched. */
interface Visit {
    readonly namespace: AstNode;
    readonly imports: readonly ast.Import[];
    readonly least: Visibility;
    /** The name and the view: views of a namespace are searched apart, so that no result depends on another view in progress. */
    readonly searched: string;
    /** The memo of the namespace; undefined for the namespace in which the search begins. */
    readonly mark: Mark | undefined;
    /** The index of the next import. */
    next: number;
    /** The import being searched, and its remaining namespaces. */
    current: ast.Import | undefined;
    namespaces: Iterator<AstNode> | undefined;
    /** Its number in the order of visits, and the lowest number that its result depends on (Tarjan). */
    readonly order: number;
    lowest: number;
}

/** Whether the filters of an import admit a member. */
function admits(node: ast.Import, member: AstNode): boolean {
    return importAdmits(node, memberElement(member));
}

/** The member if it refers to an element: an unresolved alias is not imported. */
function named(member: AstNode | undefined): AstNode | undefined {
    return memberElement(member) === undefined ? undefined : member;
}

/** Number of visits from which a search is long and uses the graph of imports. */
const LONG_SEARCH = 32;

/** Number for results that depend on a lookup outside the search. */
const OUTSIDE = 0;

/**
 * A depth-first search for the first member through the graph of imports. A namespace that it reaches again contributes nothing: it is in
 * progress, or has no member. Results of intermediate namespaces are memoized if they depend on none in progress; those of a strongly
 * connected component when its first namespace is left.
 */
class ImportSearch {
    private readonly path: Visit[] = [];
    /** Visits without a final result, in their order. */
    private readonly open: Visit[] = [];
    private readonly visible = new Map<AstNode, Visit>();
    private readonly local = new Map<AstNode, Visit>();
    private readonly key: string;
    private visits = 0;
    /** Whether the graph of imports was queried. */
    private isLong = false;
    /** The outermost lookup outside the search that was cut. */
    private outerCut = Infinity;

    constructor(
        namespace: AstNode,
        private readonly name: string,
        least: Visibility
    ) {
        this.key = memoryKeyOf(name);
        const visit = this.begin(namespace, least, undefined);
        if (least !== 'protected') {
            this.seenOf(least).set(namespace, visit);
        }
    }

    run(): AstNode | undefined {
        const before = takeCut();
        try {
            for (let visit = this.path.at(-1); visit !== undefined; visit = this.path.at(-1)) {
                if (this.visits > LONG_SEARCH && !this.isLong) {
                    this.isLong = true;
                    const { namespace, least } = this.path[0];
                    const only = least === 'protected' ? undefined : onlyMemberImported(namespace, this.name, least);
                    if (only !== undefined) {
                        return only ?? undefined;
                    }
                }
                const found = this.step(visit);
                this.noteCut(Math.max(0, this.path.length - 1));
                if (found !== undefined) {
                    const refusing = this.path.findLastIndex(({ current }) => current !== undefined && !admits(current, found));
                    this.noteCut(0);
                    this.remember(found, refusing + 1);
                    if (refusing < 0) {
                        return found;
                    }
                    this.continueAfterRefusal(refusing);
                }
            }
            return undefined;
        } finally {
            this.path.forEach(({ current, searched }) => current && leaveSearch(current, searched));
            this.open.forEach(({ mark }) => mark?.clear());
            cutAt(Math.min(before, this.outerCut));
        }
    }

    /** Records in a part of the path that its results depend on a lookup outside the search, where one was cut. */
    private noteCut(start: number): void {
        const outer = takeCut();
        if (outer < Infinity) {
            for (let i = start; i < this.path.length; i++) {
                this.path[i].lowest = OUTSIDE;
            }
            this.outerCut = Math.min(this.outerCut, outer);
        }
    }

    /** Advances a visit by one namespace or import. */
    private step(visit: Visit): AstNode | undefined {
        if (visit.current !== undefined) {
            const next = visit.namespaces!.next();
            if (next.done !== true) {
                return named(this.enter(next.value, importsAll(visit.current) ? 'private' : 'public'));
            }
            leaveSearch(visit.current, visit.searched);
            visit.current = undefined;
        }
        if (visit.next === visit.imports.length) {
            this.leave(visit);
            return undefined;
        }
        const node = visit.imports[visit.next++];
        if (!isVisibleTo(node, visit.least)) {
            return undefined;
        }
        spend();
        if (isMembershipImport(node)) {
            return lookupInImport(node, this.name);
        }
        const target = enterImport(node, visit.searched);
        if (target === undefined) {
            return undefined;
        }
        visit.current = node;
        visit.namespaces = namespacesOf(node, target);
        return named(importedMember(node, target, this.name));
    }

    /** The namespace's own or memoized member; otherwise its imports are searched next. */
    private enter(namespace: AstNode, least: 'private' | 'public'): AstNode | undefined {
        const { name } = this;
        const isPublic = least === 'public';
        const own = isPublic ? ownedPublicMember(namespace, name) : ownedMember(namespace, name);
        if (own !== undefined) {
            return own;
        }
        if (isPublic && isOfLibrary(namespace) && hasNoPublicMember(namespace, name)) {
            return undefined;
        }
        const inherit = (): AstNode | undefined =>
            isPublic ? lookupPubliclyInherited(namespace, name) : isType(namespace) ? lookupInherited(namespace, name) : undefined;
        if (importsOf(namespace).length === 0) {
            return inherit();
        }
        const seen = this.seenOf(least);
        const met = seen.get(namespace);
        if (met !== undefined) {
            const top = this.path.at(-1)!;
            top.lowest = Math.min(top.lowest, met.lowest);
            return undefined;
        }
        const mark = new Mark(namespace, isPublic ? 'visible' : 'local', this.key);
        const { known } = mark;
        if (known !== undefined) {
            return known ?? undefined;
        }
        if (scopeOf(namespace).census?.isOnlyAtRoots(name) === true) {
            return inherit();
        }
        mark.set();
        seen.set(namespace, this.begin(namespace, least, mark));
        return inherit();
    }

    private seenOf(least: 'private' | 'public'): Map<AstNode, Visit> {
        return least === 'public' ? this.visible : this.local;
    }

    private begin(namespace: AstNode, least: Visibility, mark: Mark | undefined): Visit {
        const order = ++this.visits;
        const visit: Visit = {
            namespace,
            imports: importsOf(namespace),
            least,
            searched: least === 'public' ? this.name : `${this.name}\n${least}`,
            mark,
            next: 0,
            current: undefined,
            namespaces: undefined,
            order,
            lowest: order
        };
        this.path.push(visit);
        this.open.push(visit);
        return visit;
    }

    /** Ends a visit without a result. */
    private leave(visit: Visit): void {
        this.path.pop();
        if (visit.lowest < visit.order) {
            const parent = this.path.at(-1);
            if (parent !== undefined) {
                parent.lowest = Math.min(parent.lowest, visit.lowest);
            }
            return;
        }
        for (const closed of this.open.splice(this.open.lastIndexOf(visit))) {
            closed.lowest = Infinity;
            closed.mark?.remember(undefined);
        }
    }

    /** Memoizes the result in the namespaces after an index of the path, where they depend on none in progress before them. */
    private remember(found: AstNode, start: number): void {
        let lowest = Infinity;
        for (let i = this.path.length - 1; i >= start; i--) {
            const visit = this.path[i];
            lowest = Math.min(lowest, visit.lowest);
            if (lowest >= visit.order) {
                visit.mark?.remember(found);
            }
        }
    }

    /**
     * Continues the search in an import of the path whose filters refuse the found member, after that member. The namespaces visited inside
     * the import get no memoized result.
     */
    private continueAfterRefusal(place: number): void {
        const importing = this.path[place];
        for (const { current, searched } of this.path.slice(place + 1)) {
            if (current !== undefined) {
                leaveSearch(current, searched);
            }
        }
        const [first, ...others] = this.path.splice(place + 1);
        if (first === undefined) {
            return;
        }
        importing.lowest = Math.min(importing.lowest, first.lowest, ...others.map(({ lowest }) => lowest));
        for (const visit of this.open.splice(this.open.lastIndexOf(first))) {
            visit.mark?.clear();
            this.seenOf(visit.least === 'public' ? 'public' : 'private').delete(visit.namespace);
        }
    }
}
