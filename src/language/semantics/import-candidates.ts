/**
 * All members that the imports of a namespace provide under a name (KerML 8.2.3.4, 8.3.2.4.5), for names that several elements have: those
 * collide where they meet, and are hidden there (KerML 7.2.5.4). A namespace in which the name is hidden provides no member to its
 * importers. Namespaces that import each other (a strongly connected component of the imports) see the same candidates: each of them
 * counts what any of them gets from outside. So the results do not depend on the namespace from which a search begins.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { spend } from './budget.js';
import { cutAt, enterSearch, isOfLibrary, leaveSearch, Mark, takeCut, withinLookup } from './cycles.js';
import { importAdmits } from './filters.js';
import { importedMember, importsAll, isMembershipImport, isOfOtherName, namespacesOf } from './imported-namespaces.js';
import {
    holdsName,
    lookupInherited,
    lookupLocal,
    lookupPubliclyInherited,
    lookupVisible,
    ownedMember,
    ownedPublicMember
} from './lookup.js';
import { areUnrelated, isMetaclass } from './metaclass.js';
import { importTarget, memberElement } from './names.js';
import { importsOf, ownedMembersNamed, type Visibility, visibilityOf } from './owned-members.js';
import { memoryKeyOf } from './referring-names.js';
import { importedName, isType } from './structure.js';
import { scopeOf } from './world.js';
import { spanOf } from '../syntax/index.js';

/** A member that an import provides under a name. */
export interface Imported {
    readonly node: ast.Import;
    readonly member: AstNode;
}

/**
 * Whether two memberships refer to different elements that their names do not distinguish. Library functions are distinguished by their
 * arguments: `RealFunctions::sum` and `IntegerFunctions::sum`.
 */
export function isConflict(member: AstNode, other: AstNode): boolean {
    const [a, b] = [memberElement(member), memberElement(other)];
    return a !== undefined && b !== undefined && a !== b && !areUnrelated(a, b) && !(isLibraryFunction(a) && isLibraryFunction(b));
}

/** Whether an element is a function that the library declares. */
export function isLibraryFunction(element: AstNode): boolean {
    return isOfLibrary(element) && isMetaclass(element, 'Function');
}

/** Whether a node with a visibility is visible where at least another visibility is needed. */
export function isVisibleTo(node: AstNode, least: Visibility): boolean {
    const visibility = visibilityOf(node);
    return visibility === 'public' || least === 'private' || visibility === least;
}

/**
 * The members that the imports of a namespace provide under a name, in the order of the imports. Several members, unless
 * {@link isHiddenIn} says that they are hidden, are different memberships of one element, or are distinguished otherwise.
 */
export function importCandidates(namespace: AstNode, name: string): readonly Imported[] {
    if (importsOf(namespace).length === 0 || scopeOf(namespace).census?.isOnlyAtRoots(name) === true) {
        return [];
    }
    return knownIn(namespace, memoryKeyOf(name)) ?? withinLookup(() => new CandidateSearch(namespace, name).run());
}

/** Whether members that a namespace imports under a name collide with each other, or with what it declares. */
export function isHiddenIn(namespace: AstNode, name: string, imported: readonly Imported[]): boolean {
    if (imported.length === 0) {
        return false;
    }
    const owned = ownedMembersNamed(namespace, name).filter(m => holdsName(m, name));
    return imported.some(
        ({ member }, i) => owned.some(m => isConflict(m, member)) || imported.slice(i + 1).some(other => isConflict(other.member, member))
    );
}

/** What namespaces that import each other provide, by the key of the name; all others are searched again, as their neighbours are known. */
const ofCircles = new WeakMap<AstNode, Map<string, readonly Imported[]>>();

const knownIn = (namespace: AstNode, key: string): readonly Imported[] | undefined => ofCircles.get(namespace)?.get(key);

/** Limit of the different members that are followed through namespaces that import each other. */
const MOST_CANDIDATES = 32;

/** What an import gets from one namespace: its members, or those of a namespace of the search. */
interface Source {
    readonly node: ast.Import;
    /** Whether it gets private members, too. */
    readonly isAll: boolean;
    readonly from: Visit | readonly AstNode[];
}

/** A namespace whose imports are or were searched. */
interface Visit {
    readonly namespace: AstNode;
    readonly imports: readonly ast.Import[];
    /** Its memo; undefined for the namespace in which the search begins. */
    readonly mark: Mark | undefined;
    readonly sources: Source[];
    /** The index of the next import, the import being searched, and its remaining namespaces. */
    next: number;
    current: ast.Import | undefined;
    namespaces: Iterator<AstNode> | undefined;
    /** Its number in the order of visits, and the lowest number that it reaches (Tarjan). */
    readonly order: number;
    lowest: number;
    /** Whether its result depends on a lookup outside the search that was cut. */
    isCut: boolean;
    /** The candidates, once all namespaces that it reaches are searched. */
    candidates: readonly Imported[] | undefined;
}

/** A depth-first search through the graph of imports that visits each namespace once, without recursion. */
class CandidateSearch {
    private readonly path: Visit[] = [];
    /** Visits without a final result, in their order. */
    private readonly open: Visit[] = [];
    private readonly visits = new Map<AstNode, Visit>();
    private readonly key: string;
    /** The outermost lookup outside the search that was cut. */
    private outerCut = Infinity;

    constructor(
        namespace: AstNode,
        private readonly name: string
    ) {
        this.key = memoryKeyOf(name);
        this.begin(namespace, undefined);
    }

    run(): readonly Imported[] {
        const before = takeCut();
        const [root] = this.path;
        try {
            for (let visit = this.path.at(-1); visit !== undefined; visit = this.path.at(-1)) {
                this.step(visit);
                this.noteCut(visit);
            }
            return root.candidates!;
        } finally {
            this.path.forEach(visit => this.leaveImport(visit));
            this.open.forEach(({ mark }) => mark?.clear());
            cutAt(Math.min(before, this.outerCut));
        }
    }

    private begin(namespace: AstNode, mark: Mark | undefined): Visit {
        const order = this.visits.size;
        const visit: Visit = {
            namespace,
            imports: importsOf(namespace),
            mark,
            sources: [],
            next: 0,
            current: undefined,
            namespaces: undefined,
            order,
            lowest: order,
            isCut: false,
            candidates: undefined
        };
        mark?.set();
        this.visits.set(namespace, visit);
        this.path.push(visit);
        this.open.push(visit);
        return visit;
    }

    private noteCut(visit: Visit): void {
        const outer = takeCut();
        if (outer < Infinity) {
            visit.isCut = true;
            this.outerCut = Math.min(this.outerCut, outer);
        }
    }

    /** Advances a visit by one namespace or import. */
    private step(visit: Visit): void {
        if (visit.current !== undefined) {
            const next = visit.namespaces!.next();
            if (next.done !== true) {
                const isAll = importsAll(visit.current);
                visit.sources.push({ node: visit.current, isAll, from: this.enter(visit, next.value, isAll) });
                return;
            }
            this.leaveImport(visit);
        }
        if (visit.next === visit.imports.length) {
            this.leave(visit);
        } else {
            this.enterImport(visit, visit.imports[visit.next++]);
        }
    }

    private enterImport(visit: Visit, node: ast.Import): void {
        spend();
        if (isOfOtherName(node, this.name)) {
            return;
        }
        const target = importTarget(node);
        if (target === undefined || !enterSearch(node, this.searched)) {
            return;
        }
        visit.current = node;
        visit.namespaces = isMembershipImport(node) ? [][Symbol.iterator]() : namespacesOf(node, target);
        const named = importedMember(node, target, this.name);
        if (named !== undefined) {
            visit.sources.push({ node, isAll: false, from: [named] });
        }
    }

    private leaveImport(visit: Visit): void {
        if (visit.current !== undefined) {
            leaveSearch(visit.current, this.searched);
            visit.current = undefined;
        }
    }

    /** Searches for a name by candidates and by first members are told apart. */
    private get searched(): string {
        return `${this.name}\n*`;
    }

    /** What a namespace provides: a member that is known, or what its imports provide, which are searched next. */
    private enter(visit: Visit, namespace: AstNode, isAll: boolean): Visit | readonly AstNode[] {
        const { name } = this;
        if (isOfLibrary(namespace)) {
            return listOf(isAll ? lookupLocal(namespace, name) : lookupVisible(namespace, name));
        }
        const own =
            (isAll ? ownedMember(namespace, name) : ownedPublicMember(namespace, name)) ??
            (isAll ? isType(namespace) && lookupInherited(namespace, name) : lookupPubliclyInherited(namespace, name));
        if (own !== undefined && own !== false) {
            return [own];
        }
        if (importsOf(namespace).length === 0 || scopeOf(namespace).census?.isOnlyAtRoots(name) === true) {
            return [];
        }
        const met = this.visits.get(namespace);
        if (met !== undefined) {
            if (met.candidates === undefined) {
                visit.lowest = Math.min(visit.lowest, met.lowest);
            }
            visit.isCut ||= met.isCut;
            return met;
        }
        const known = knownIn(namespace, this.key);
        if (known !== undefined) {
            return this.provided(namespace, known, isAll);
        }
        const mark = new Mark(namespace, 'visible', this.key);
        const answer = mark.known;
        return !isAll && answer !== undefined
            ? listOf(answer ?? undefined)
            : this.begin(namespace, answer === undefined ? mark : undefined);
    }

    /** What a namespace provides to its importers, where its candidates are known. */
    private provided(namespace: AstNode, candidates: readonly Imported[], isAll: boolean): readonly AstNode[] {
        const visible = candidates.find(({ node }) => isVisibleTo(node, isAll ? 'private' : 'public'));
        return visible === undefined || isHiddenIn(namespace, this.name, candidates) ? [] : [visible.member];
    }

    /** Ends a visit; with the first one of namespaces that import each other, all of them have their candidates. */
    private leave(visit: Visit): void {
        this.path.pop();
        const parent = this.path.at(-1);
        if (visit.lowest < visit.order) {
            parent!.lowest = Math.min(parent!.lowest, visit.lowest);
            return;
        }
        const component = this.open.splice(this.open.lastIndexOf(visit));
        const isCircle = component.length > 1 || visit.sources.some(({ from }) => from === visit);
        if (isCircle) {
            this.combine(component);
        } else {
            visit.candidates = this.candidatesOf(visit);
        }
        const provided = component.map(of => this.provided(of.namespace, of.candidates!, false)[0]);
        this.noteCut(visit);
        if (component.some(of => of.isCut)) {
            for (const of of parent === undefined ? component : [...component, parent]) {
                of.isCut = true;
            }
            component.forEach(({ mark }) => mark?.clear());
            return;
        }
        component.forEach(({ mark }, i) => mark?.remember(provided[i]));
        if (isCircle) {
            for (const { namespace, candidates } of component) {
                const known = ofCircles.get(namespace) ?? new Map<string, readonly Imported[]>();
                ofCircles.set(namespace, known.set(this.key, candidates!));
            }
        }
    }

    /** The candidates outside of a circle. Of several namespaces of one name, an import that is not recursive takes the first. */
    private candidatesOf({ sources }: Visit): readonly Imported[] {
        let last: ast.Import | undefined;
        return sources.flatMap(source => {
            const isTaken = source.node !== last || importedName(source.node).isRecursive;
            const found = isTaken ? this.through(source, this.membersFrom(source)) : [];
            last = found.length > 0 ? source.node : last;
            return found;
        });
    }

    /** The members from a source outside of the namespaces that import each other. */
    private membersFrom({ from, isAll }: Source): readonly AstNode[] {
        return isVisit(from) ? this.provided(from.namespace, from.candidates!, isAll) : from;
    }

    /** The members that an import lets through. */
    private through({ node }: Source, members: readonly AstNode[]): readonly Imported[] {
        return members
            .filter(m => memberElement(m) !== undefined && importAdmits(node, memberElement(m)))
            .map(member => ({ node, member }));
    }

    /** The candidates of namespaces that import each other: what comes from outside, passed on until nothing is added. */
    private combine(component: readonly Visit[]): void {
        const isWithin = new Set<unknown>(component);
        const importers = new Map<Visit, { readonly by: Visit; readonly source: Source }[]>(component.map(visit => [visit, []]));
        const found = new Map(component.map(visit => [visit, new Map<AstNode, Set<Source>>()]));
        const added: { readonly visit: Visit; readonly source: Source; readonly member: AstNode }[] = [];
        const add = (visit: Visit, source: Source, members: readonly AstNode[]): void => {
            const of = found.get(visit)!;
            for (const { member } of this.through(source, members)) {
                const sources = of.get(member) ?? new Set();
                if (!sources.has(source) && (of.has(member) || of.size < MOST_CANDIDATES)) {
                    of.set(member, sources.add(source));
                    added.push({ visit, source, member });
                }
            }
        };
        for (const visit of component) {
            for (const source of visit.sources) {
                if (isWithin.has(source.from)) {
                    importers.get(source.from as Visit)!.push({ by: visit, source });
                } else {
                    add(visit, source, this.membersFrom(source));
                }
            }
        }
        // the loop also visits what it adds
        for (const { visit, source, member } of added) {
            spend();
            const isPublic = visibilityOf(source.node) === 'public';
            importers.get(visit)!.forEach(next => (isPublic || next.source.isAll) && add(next.by, next.source, [member]));
        }
        for (const visit of component) {
            const members = [...found.get(visit)!].sort(([a], [b]) => fileOf(a).localeCompare(fileOf(b)) || a.$offset - b.$offset);
            visit.candidates = visit.sources.flatMap(source =>
                members.filter(([, sources]) => sources.has(source)).map(([member]) => ({ node: source.node, member }))
            );
        }
    }
}

/** The file of a member, which orders members of several documents. */
const fileOf = (member: AstNode): string => scopeOf(member).spanOf?.(spanOf(member)).file ?? '';

const isVisit = (from: Source['from']): from is Visit => !Array.isArray(from);

const listOf = (member: AstNode | undefined): readonly AstNode[] => (member === undefined ? [] : [member]);
