/**
 * Which namespaces the imports of a namespace lead to, for long searches for names that one member alone has, of all or of those that the
 * imports lead to: it is found where imports lead to a namespace that offers it, whatever the way and the order. The namespaces of a cycle
 * lead to the same ones and share the answer. Places where more counts than the imports (filters, inherited members, private ones) are left
 * to the search.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { spend } from './budget.js';
import { isOfLibrary } from './cycles.js';
import { filtersOf } from './filters.js';
import { importsAll, isMembershipImport, othersOfName } from './imported-namespaces.js';
import { importedElement, onlyMemberAround, resolveImport } from './import-targets.js';
import { importsOf, lookupNameOf, ownedMembersNamed, ownedNames, visibilityOf } from './owned-members.js';
import { importedName, isAlias, isNamespace, isPackage, isType, ownedMembersOf, owningNamespaceOf } from './structure.js';
import { type Census, scopeOf } from './world.js';

/**
 * What is looked into: a namespace as its importers see it, as names within it do, with all public namespaces below it, or with all that it
 * declares or imports, whoever sees it: what may collide there.
 */
type Way = 'public' | 'local' | 'below' | 'whole';

/** A namespace that is looked into in a way. */
interface Place {
    readonly namespace: AstNode;
    readonly way: Way;
    /** The members that it offers itself. */
    readonly offered: AstNode[];
    /** The places that it leads to at once, made when the place is entered, and the number of the next of them. */
    readonly next: Place[];
    at: number;
    /** Its number in the order of the visits, and the lowest number that it leads back to (Tarjan). */
    order: number;
    lowest: number;
    /** What its component leads to, once that is known. */
    reach: Reach | undefined;
    /** Whether more counts than its imports. */
    isUnclear: boolean;
    /** Whether it is a type, or has one below, which may inherit members that no import leads to. */
    mayInherit: boolean;
}

/**
 * What the places of a component lead to, itself included: the numbers of components, as the first and the last of each row of them.
 * Undefined where that is not all that counts.
 */
interface Reach {
    readonly component: number;
    readonly rows: readonly (readonly [number, number])[] | undefined;
    /** Whether types are among the places. */
    readonly mayInherit: boolean;
}

/** More rows of components are not kept: the search is left to itself. */
const MOST_ROWS = 256;

const graphs = new WeakMap<Census, ImportGraph>();

/**
 * The member of a name that the imports of a namespace bring in; null for none. Undefined where that does not follow from imports alone.
 * @param least which imports count: the public ones, or all
 */
export function onlyMemberImported(namespace: AstNode, name: string, least: 'public' | 'private'): AstNode | null | undefined {
    return inGraph(namespace, name, graph => graph.lookup(namespace, name, least === 'public' ? 'public' : 'local'));
}

/** Whether all that a namespace declares or imports has at most one member of a name, so that nothing collides on the way to it. */
export function isAloneInReach(namespace: AstNode, name: string): boolean {
    return inGraph(namespace, name, graph => graph.onlyInReach(namespace, name)) !== undefined;
}

/** What the graph of a model answers; undefined where a name may be one of the library, or types hand down what they import. */
function inGraph<T>(namespace: AstNode, name: string, answer: (graph: ImportGraph) => T): T | undefined {
    const { census } = scopeOf(namespace);
    if (census?.mayBeOfLibrary(name) !== false || census.hasInheritedImports || isType(namespace) || isOfLibrary(namespace)) {
        return undefined;
    }
    let graph = graphs.get(census);
    if (graph === undefined) {
        graphs.set(census, (graph = new ImportGraph(census)));
    }
    let isComplete = false;
    try {
        const found = answer(graph);
        isComplete = true;
        return found;
    } finally {
        if (!isComplete) {
            graphs.delete(census); // it ended in the middle
        }
    }
}

class ImportGraph {
    private readonly places: Record<Way, Map<AstNode, Place>> = { public: new Map(), local: new Map(), below: new Map(), whole: new Map() };
    /** The members that alone have their names. */
    private readonly members = new Map<string, AstNode>();
    /** The members of names that several have. */
    private readonly namesakes = new Map<string, Set<AstNode>>();
    /** The components whose places offer a member, ascending. */
    private readonly offering = new Map<AstNode, number[]>();
    private readonly path: Place[] = [];
    private readonly open: Place[] = [];
    private visits = 0;
    private components = 0;

    constructor(private readonly census: Census) {}

    lookup(namespace: AstNode, name: string, way: Way): AstNode | null | undefined {
        const { rows, mayInherit } = this.reachOf(namespace, way);
        if (rows === undefined) {
            return undefined;
        }
        if (!this.census.isDeclaredOnce(name)) {
            const only = this.onlyInReach(namespace, name);
            return only == null || (isPlain(only, name) && owningNamespaceOf(only) !== namespace)
                ? only && this.among(rows, only)
                : undefined;
        }
        const member = this.members.get(name) ?? onlyMemberAround(namespace, name, namespace);
        if (member === undefined) {
            return mayInherit ? undefined : null;
        }
        if (!isPlain(member, name) || owningNamespaceOf(member) === namespace) {
            return undefined;
        }
        return this.among(rows, member);
    }

    /**
     * The only member of a name in all that a namespace declares or imports, for names that members elsewhere have, too; null for none.
     * Undefined where there are several, or that does not follow from imports alone.
     */
    onlyInReach(namespace: AstNode, name: string): AstNode | null | undefined {
        const { rows, mayInherit } = this.reachOf(namespace, 'whole');
        if (rows === undefined || mayInherit) {
            return undefined;
        }
        const [first = null, second] = [...(this.namesakes.get(name) ?? [])].filter(member => this.among(rows, member) !== null);
        return second === undefined ? first : undefined;
    }

    private reachOf(namespace: AstNode, way: Way): Reach {
        const start = this.placeOf(namespace, way);
        return start.reach ?? this.explore(start);
    }

    /** A member where one of some rows of components offers it, else null. */
    private among(rows: NonNullable<Reach['rows']>, member: AstNode): AstNode | null {
        const offering = this.offering.get(member) ?? [];
        return rows.some(([first, last]) => hasWithin(offering, first, last)) ? member : null;
    }

    private placeOf(namespace: AstNode, way: Way): Place {
        let place = this.places[way].get(namespace);
        if (place === undefined) {
            const mayInherit = isType(namespace);
            place = { namespace, way, offered: [], next: [], at: 0, order: 0, lowest: 0, reach: undefined, isUnclear: false, mayInherit };
            this.places[way].set(namespace, place);
        }
        return place;
    }

    /** Visits all that a place leads to, depth first and without recursion; components are numbered as they are left. */
    private explore(start: Place): Reach {
        this.enter(start);
        for (let place = this.path.at(-1); place !== undefined; place = this.path.at(-1)) {
            const next = place.next[place.at++];
            if (next === undefined) {
                this.leave(place);
            } else if (next.order === 0) {
                this.enter(next);
            } else if (next.reach === undefined) {
                place.lowest = Math.min(place.lowest, next.order);
            }
        }
        return start.reach!;
    }

    private enter(place: Place): void {
        spend();
        place.order = place.lowest = ++this.visits;
        this.path.push(place);
        this.open.push(place);
        if (place.way === 'below') {
            this.enterBelow(place);
            return;
        }
        const { namespace, way } = place;
        if (way !== 'local') {
            this.noteOwned(place);
        }
        const imports = importsOf(namespace).filter(node => way !== 'public' || visibilityOf(node) === 'public');
        place.isUnclear = imports.length > 0 && (isType(namespace) || (isPackage(namespace) && filtersOf(namespace).length > 0));
        imports.forEach(node => this.follow(node, place));
    }

    private enterBelow(place: Place): void {
        place.next.push(this.placeOf(place.namespace, 'public'));
        for (const member of ownedMembersOf(place.namespace)) {
            if (!isNamespace(member) || visibilityOf(member) !== 'public') {
                continue;
            }
            if (ownedMembersOf(member).length > 0 || ownedNames(member).next().done !== true) {
                place.next.push(this.placeOf(member, 'below'));
            } else {
                place.mayInherit ||= isType(member);
            }
        }
    }

    private noteOwned(place: Place): void {
        for (const name of ownedNames(place.namespace)) {
            for (const member of ownedMembersNamed(place.namespace, name)) {
                this.noteMember(name, member);
                if (place.way === 'whole' || visibilityOf(member) === 'public') {
                    place.offered.push(member);
                }
            }
        }
    }

    private noteMember(name: string, member: AstNode): void {
        const namesakes = this.namesakes.get(name);
        if (this.census.isDeclaredOnce(name)) {
            this.members.set(name, member);
        } else if (namesakes === undefined) {
            this.namesakes.set(name, new Set([member]));
        } else {
            namesakes.add(member);
        }
    }

    /** Adds what an import brings to a place. */
    private follow(node: ast.Import, place: Place): void {
        spend();
        const target = resolveImport(node);
        if (target === undefined) {
            return;
        }
        const { isNamespaceImport, isRecursive } = importedName(node);
        place.isUnclear ||= node.filters.length > 0 || importsAll(node);
        const others = isMembershipImport(node) ? [] : othersOfName(node, target);
        for (const member of isNamespaceImport ? [] : [target, ...others]) {
            this.noteNamed(member, place);
        }
        const elements = isMembershipImport(node) ? [] : [importedElement(node), ...others];
        for (const element of elements) {
            if (element !== undefined && !isOfLibrary(element)) {
                place.isUnclear ||= isAlias(element) || !isNamespace(element);
                place.isUnclear ||= isRecursive && place.way === 'whole';
                place.next.push(this.placeOf(element, isRecursive ? 'below' : place.way === 'whole' ? 'whole' : 'public'));
            }
        }
    }

    private noteNamed(member: AstNode, place: Place): void {
        for (const name of [lookupNameOf(member), member.shortName]) {
            if (name !== undefined) {
                this.noteMember(name, member);
            }
        }
        place.offered.push(member);
    }

    private leave(place: Place): void {
        this.path.pop();
        const parent = this.path.at(-1);
        if (parent !== undefined) {
            parent.lowest = Math.min(parent.lowest, place.lowest);
        }
        if (place.lowest < place.order) {
            return;
        }
        const component = this.components++;
        const places = this.open.splice(this.open.lastIndexOf(place));
        const reached = new Set(places.flatMap(({ next }) => next.map(({ reach }) => reach)));
        const reach = reachOf(
            component,
            places,
            [...reached].filter(other => other !== undefined)
        );
        for (const member of new Set(places.flatMap(({ offered }) => offered))) {
            const offering = this.offering.get(member);
            if (offering === undefined) {
                this.offering.set(member, [component]);
            } else {
                offering.push(component);
            }
        }
        for (const closed of places) {
            closed.reach = reach;
            closed.next.length = closed.offered.length = 0;
        }
    }
}

/** Whether a member has a name of its own and is no alias, and no type inherits it. */
function isPlain(member: AstNode, name: string): boolean {
    const owner = owningNamespaceOf(member);
    return (member.name === name || member.shortName === name) && !isAlias(member) && owner !== undefined && !isType(owner);
}

/** What the places of a component lead to, by what their next ones do. */
function reachOf(component: number, places: readonly Place[], reached: readonly Reach[]): Reach {
    const mayInherit = places.some(p => p.mayInherit) || reached.some(other => other.mayInherit);
    const rows: (readonly [number, number])[] = [[component, component]];
    for (const other of reached) {
        if (other.rows === undefined) {
            return { component, rows: undefined, mayInherit };
        }
        for (const row of other.rows) {
            spend();
            rows.push(row);
        }
    }
    return { component, rows: places.some(p => p.isUnclear) ? undefined : joined(rows), mayInherit };
}

/** Rows of numbers without those that overlap or adjoin; undefined for too many. */
function joined(rows: readonly (readonly [number, number])[]): Reach['rows'] {
    const all: [number, number][] = [];
    for (const [first, last] of rows.toSorted(([a], [b]) => a - b)) {
        const before = all.at(-1);
        if (before !== undefined && first <= before[1] + 1) {
            before[1] = Math.max(before[1], last);
        } else {
            all.push([first, last]);
        }
    }
    return all.length > MOST_ROWS ? undefined : all;
}

/** Whether one of ascending numbers lies in a row of them. */
function hasWithin(numbers: readonly number[], first: number, last: number): boolean {
    let from = 0;
    for (let to = numbers.length; from < to;) {
        const middle = (from + to) >> 1;
        if (numbers[middle] < first) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from < numbers.length && numbers[from] <= last;
}
