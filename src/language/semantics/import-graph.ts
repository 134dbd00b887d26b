/**
 * The graph of imports between namespaces, for long searches for names that only one member of the model has. Such a member is found
 * wherever imports reach a namespace that offers it, independent of path and order. All namespaces of an import cycle reach the same
 * namespaces and share the result. Where more than imports matters (filters, inherited members, private members), the regular search
 * decides.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { spend } from './budget.js';
import { isOfLibrary } from './cycles.js';
import { filtersOf } from './filters.js';
import { importsAll, isMembershipImport, othersOfName } from './imported-namespaces.js';
import { importedElement, onlyMemberOfEnclosing, resolveImport } from './import-targets.js';
import { importsOf, lookupNameOf, ownedMembersNamed, ownedNames, visibilityOf } from './owned-members.js';
import { importedName, isAlias, isNamespace, isPackage, isType, ownedMembersOf, owningNamespaceOf } from './structure.js';
import { type Census, scopeOf } from './world.js';

/**
 * The view of a namespace: `public`, as its importers see it; `local`, as names within it do; `below`, with all nested public namespaces.
 */
type View = 'public' | 'local' | 'below';

/** A namespace in one of the views. */
interface Place {
    readonly namespace: AstNode;
    readonly view: View;
    /** The members that it declares, or imports by a membership import. */
    readonly offered: AstNode[];
    /** The places that it reaches directly, computed when the place is entered, and the index of the next one to visit. */
    readonly next: Place[];
    at: number;
    /** Its number in the order of visits, and the lowest number that it reaches (Tarjan). */
    order: number;
    lowest: number;
    /** The reach of its strongly connected component, once known. */
    reach: Reach | undefined;
    /** Whether its members also depend on filters, inheritance or private members, so that the graph cannot decide. */
    isUnclear: boolean;
    /** Whether it or a nested namespace is a type, which may inherit members without imports. */
    mayInherit: boolean;
}

/**
 * The places that a component reaches, including itself: ranges of component numbers (first, last). Undefined where imports alone do not
 * determine the members.
 */
interface Reach {
    readonly component: number;
    readonly rows: readonly (readonly [number, number])[] | undefined;
    /** Whether any of the places is a type. */
    readonly mayInherit: boolean;
}

/** Limit of the ranges; beyond it the regular search decides. */
const MOST_ROWS = 256;

const graphs = new WeakMap<Census, ImportGraph>();

/**
 * The member with a name that the imports of a namespace provide; null for none. Undefined where imports alone do not determine it, where
 * the library may declare the name, and where types may inherit imports.
 * @param least the least visibility of the imports: public, or all
 */
export function onlyMemberImported(namespace: AstNode, name: string, least: 'public' | 'private'): AstNode | null | undefined {
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
        const found = graph.lookup(namespace, name, least === 'public' ? 'public' : 'local');
        isComplete = true;
        return found;
    } finally {
        if (!isComplete) {
            graphs.delete(census); // the query was aborted
        }
    }
}

class ImportGraph {
    private readonly places: Record<View, Map<AstNode, Place>> = {
        public: new Map(),
        local: new Map(),
        below: new Map()
    };
    /** members with unique names */
    private readonly members = new Map<string, AstNode>();
    /** the components that offer a member, ascending */
    private readonly offering = new Map<AstNode, number[]>();
    private readonly path: Place[] = [];
    private readonly open: Place[] = [];
    private visits = 0;
    private components = 0;

    constructor(private readonly census: Census) {}

    lookup(namespace: AstNode, name: string, view: View): AstNode | null | undefined {
        const { rows, mayInherit } = this.reachOf(namespace, view);
        if (rows === undefined) {
            return undefined;
        }
        const member = this.members.get(name) ?? onlyMemberOfEnclosing(namespace, name, namespace);
        if (member === undefined) {
            return mayInherit ? undefined : null;
        }
        if (!isPlain(member, name) || owningNamespaceOf(member) === namespace) {
            return undefined;
        }
        return this.among(rows, member);
    }

    private reachOf(namespace: AstNode, view: View): Reach {
        const start = this.placeOf(namespace, view);
        return start.reach ?? this.explore(start);
    }

    /** The member if a component in one of the ranges offers it, else null. */
    private among(rows: NonNullable<Reach['rows']>, member: AstNode): AstNode | null {
        const offering = this.offering.get(member) ?? [];
        return rows.some(([first, last]) => hasWithin(offering, first, last)) ? member : null;
    }

    private placeOf(namespace: AstNode, view: View): Place {
        let place = this.places[view].get(namespace);
        if (place === undefined) {
            const mayInherit = isType(namespace);
            place = { namespace, view, offered: [], next: [], at: 0, order: 0, lowest: 0, reach: undefined, isUnclear: false, mayInherit };
            this.places[view].set(namespace, place);
        }
        return place;
    }

    /** Visits all places that a place reaches, depth first and without recursion; numbers components as they are completed. */
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
        if (place.view === 'below') {
            this.enterBelow(place);
            return;
        }
        const { namespace, view } = place;
        if (view !== 'local') {
            this.noteOwned(place);
        }
        const imports = importsOf(namespace).filter(node => view !== 'public' || visibilityOf(node) === 'public');
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
                if (visibilityOf(member) === 'public') {
                    place.offered.push(member);
                }
            }
        }
    }

    private noteMember(name: string, member: AstNode): void {
        if (this.census.isDeclaredOnce(name)) {
            this.members.set(name, member);
        }
    }

    /** Adds the members and namespaces of an import to a place. */
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
                place.next.push(this.placeOf(element, isRecursive ? 'below' : 'public'));
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

/** Whether a member declares the name itself, is no alias, and is not inherited. */
function isPlain(member: AstNode, name: string): boolean {
    const owner = owningNamespaceOf(member);
    return (member.name === name || member.shortName === name) && !isAlias(member) && owner !== undefined && !isType(owner);
}

/** The reach of a component, from the reach of the places that it reaches directly. */
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

/** Merges overlapping and adjacent ranges; undefined for too many. */
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

/** Whether one of ascending numbers lies in a range. */
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
