/**
 * "Did you mean": names near to one that could not be resolved (contract: edits-and-diagnostics 2.7). Names are kept by length, so that only
 * names that can be near enough are compared. Reports nothing itself.
 */
import type { AstNode } from 'langium';
import { isImport, isNamespace, isPackage, isType, type NameNode, ownedMembersOf, owningNamespaceOf, quoted, rootOf, segmentsOf } from '../semantics/structure.js';
import { importTarget, lookupFull, memberElement, resolveEachSegment, startOf } from '../semantics/names.js';
import { importsOf, lookupNameOf, ownedNames, visibilityOf } from '../semantics/owned-members.js';
import { generalsOf } from '../semantics/specialization.js';
import { documentOf } from '../semantics/text.js';
import { scopeOf, worldOf } from '../semantics/world.js';
import { qualifiedNameOf } from '../semantics/naming.js';

const MOST = 3;
/** Members of this many namespaces are collected for one suggestion at most. */
const MOST_NAMESPACES = 400;

/** How far a candidate may be from a name of some length. */
export function allowedDistance(length: number): number {
    return length <= 2 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3;
}

/** Edits between two words; a transposition of neighbours is one. Above the limit the answer is limit + 1. */
export function distance(a: string, b: string, limit: number): number {
    if (Math.abs(a.length - b.length) > limit) {
        return limit + 1;
    }
    let before: number[] = [];
    let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
        const row = [i];
        let least = i;
        for (let j = 1; j <= b.length; j++) {
            const same = a[i - 1] === b[j - 1];
            let cost = Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (same ? 0 : 1));
            if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
                cost = Math.min(cost, before[j - 2] + 1);
            }
            row.push(cost);
            least = Math.min(least, cost);
        }
        if (least > limit) {
            return limit + 1;
        }
        before = previous;
        previous = row;
    }
    return Math.min(previous[b.length], limit + 1);
}

/** A name that could be meant: `text` is what to write, `reach` 0 for usable as written, 1 for a qualified name, 2 and 3 the same of the library. */
export interface Candidate {
    readonly text: string;
    readonly name: string;
    readonly reach: number;
    readonly element: AstNode;
    /** whether it is meant only when it is written just so: short names are near to each other by chance */
    readonly isExact?: boolean;
}

/** The nearest candidates, best first. Case does not count for the limit, but for the rank. */
export function nearest(written: string, candidates: Iterable<Candidate>): Candidate[] {
    const limit = allowedDistance(written.length);
    const found: { candidate: Candidate; far: number; rank: number }[] = [];
    const lower = written.toLowerCase();
    for (const candidate of candidates) {
        const { name } = candidate;
        if (Math.abs(name.length - written.length) > limit) {
            continue;
        }
        const far = distance(lower, name.toLowerCase(), limit);
        if (far <= limit && name !== written) {
            found.push({ candidate, far, rank: distance(written, name, written.length + 1) });
        } else if (name === written && candidate.reach > 0) {
            found.push({ candidate, far: 0, rank: 0 });
        }
    }
    const best = Math.min(...found.map(f => f.rank));
    const kept = found.filter(f => f.rank <= best + 1
        && !found.some(o => o.rank <= f.rank && o.candidate.reach <= f.candidate.reach && (o.rank < f.rank && o.candidate.reach < f.candidate.reach)));
    kept.sort((a, b) => a.rank - b.rank || a.candidate.reach - b.candidate.reach || a.candidate.text.length - b.candidate.text.length
        || (a.candidate.text < b.candidate.text ? -1 : 1));
    const texts = new Set<string>();
    return kept.map(f => f.candidate).filter(c => !texts.has(c.text) && texts.add(c.text)).slice(0, MOST);
}

/** Names by their length: what a world or namespace offers. */
type ByLength = ReadonlyMap<number, readonly Candidate[]>;

function* ofLength(index: ByLength, written: string): Generator<Candidate> {
    const limit = allowedDistance(written.length);
    for (let n = written.length - limit; n <= written.length + limit; n++) {
        for (const candidate of index.get(n) ?? []) {
            if (candidate.isExact !== true || candidate.name === written) {
                yield candidate;
            }
        }
    }
}

const modelIndexes = new WeakMap<object, ByLength>();

/** The documents of a world, where it tells. */
interface DocumentWorld {
    readonly documents?: readonly { readonly root: AstNode }[] | (() => readonly { readonly root: AstNode }[]);
    readonly library?: object;
}

/** Members of all packages, by qualified name; made once a model and once a library. */
function packageIndex(world: object, isLibrary: boolean): ByLength {
    let index = modelIndexes.get(world);
    if (index === undefined) {
        const made = new Map<number, Candidate[]>();
        const { documents } = world as DocumentWorld;
        const all = typeof documents === 'function' ? documents.call(world) : documents ?? [];
        const work: AstNode[] = all.map(d => d.root);
        for (let namespace = work.pop(); namespace !== undefined; namespace = work.pop()) {
            for (const member of ownedMembersOf(namespace)) {
                const { name, shortName } = member as { name?: string; shortName?: string };
                if (isImport(member) || visibilityOf(member) !== 'public') {
                    continue;
                }
                if (shortName !== undefined && namespace.$container !== undefined) {
                    add(made, { text: `${notationName(namespace)}::${quoted(shortName)}`, name: shortName, reach: isLibrary ? 3 : 1, element: member, isExact: true });
                }
                if (name === undefined) {
                    continue;
                }
                if (namespace.$container !== undefined) {
                    const qualified = notationName(member);
                    add(made, { text: qualified, name, reach: isLibrary ? 3 : 1, element: member });
                } else {
                    add(made, { text: quoted(name), name, reach: isLibrary ? 2 : 0, element: member });
                }
                if (isPackage(member)) {
                    work.push(member);
                }
            }
        }
        modelIndexes.set(world, (index = made));
    }
    return index;
}

function notationName(member: AstNode): string {
    return (qualifiedNameOf(member) ?? '').split('::').map(quoted).join('::');
}

function add(index: Map<number, Candidate[]>, candidate: Candidate): void {
    const list = index.get(candidate.name.length);
    if (list === undefined) {
        index.set(candidate.name.length, [candidate]);
    } else {
        list.push(candidate);
    }
}

/** A declared member as a candidate, and whether it is public. */
interface Declared extends Candidate { readonly isPublic: boolean }
const declared = new WeakMap<AstNode, ReadonlyMap<number, readonly Declared[]>>();

/** Names that a namespace declares itself, by length. */
function declaredIn(namespace: AstNode): ReadonlyMap<number, readonly Declared[]> {
    let index = declared.get(namespace);
    if (index === undefined) {
        const made = new Map<number, Declared[]>();
        const reach = scopeOf(namespace).isLibrary ? 2 : 0;
        for (const member of ownedMembersOf(namespace)) {
            const { shortName } = member as { shortName?: string };
            for (const name of isImport(member) ? [] : [lookupNameOf(member), shortName]) {
                if (name !== undefined) {
                    const candidate = { text: quoted(name), name, reach, element: member, isPublic: visibilityOf(member) === 'public' };
                    const list = made.get(name.length);
                    if (list === undefined) {
                        made.set(name.length, [candidate]);
                    } else {
                        list.push(candidate);
                    }
                }
            }
        }
        declared.set(namespace, (index = made));
    }
    return index;
}

/** Members of a namespace with names of about the right length: own, inherited and imported ones, each namespace once. */
function* membersOf(namespace: AstNode, written: string, onlyVisible: boolean, seen: Set<AstNode>): Generator<Candidate> {
    const limit = allowedDistance(written.length);
    const work = [{ namespace, onlyVisible }];
    for (let next = work.pop(); next !== undefined && seen.size < MOST_NAMESPACES; next = work.pop()) {
        if (seen.has(next.namespace)) {
            continue;
        }
        seen.add(next.namespace);
        const index = declaredIn(next.namespace);
        for (let n = written.length - limit; n <= written.length + limit; n++) {
            for (const candidate of index.get(n) ?? []) {
                if (!next.onlyVisible || candidate.isPublic) {
                    yield candidate;
                }
            }
        }
        if (isType(next.namespace)) {
            work.push(...generalsOf(next.namespace).map(general => ({ namespace: general, onlyVisible: true })));
        }
        for (const node of importsOf(next.namespace)) {
            if (next.onlyVisible && visibilityOf(node) !== 'public') {
                continue;
            }
            const target = importTarget(node);
            const element = memberElement(target);
            if (element !== undefined && isNamespace(element) && node.text.endsWith('*')) {
                work.push({ namespace: element, onlyVisible: true });
            } else if (target !== undefined) {
                const name = lookupNameOf(target);
                if (name !== undefined) {
                    yield { text: quoted(name), name, reach: scopeOf(target).isLibrary ? 2 : 0, element: target };
                }
            }
        }
    }
}

function* inScope(start: AstNode, written: string): Generator<Candidate> {
    const seen = new Set<AstNode>();
    for (let scope: AstNode | undefined = start; scope !== undefined; scope = owningNamespaceOf(scope)) {
        yield* membersOf(scope, written, false, seen);
    }
}

function* everywhere(node: AstNode, written: string): Generator<Candidate> {
    const world = worldOf(node) as DocumentWorld;
    yield* ofLength(packageIndex(world, scopeOf(node).isLibrary), written);
    if (world.library !== undefined) {
        yield* ofLength(packageIndex(world.library, true), written);
    }
}

/** Candidates for the segment of a name that could not be resolved. */
export function candidatesFor(node: NameNode, segment: number): Candidate[] {
    const segments = segmentsOf(node.text.replace(/(::\*{1,2})+$/, ''));
    const written = segments[segment]?.name;
    if (written === undefined || written === '*') {
        return [];
    }
    if (segment > 0 && segments[segment - 1].name !== '$') {
        const before = resolveEachSegment(node)[segment - 1];
        return before === undefined || !isNamespace(before) ? [] : nearest(written, membersOf(before, written, true, new Set()));
    }
    if (node.$containerProperty === 'feature' && node.$container?.$type === 'FeatureChainExpression') {
        return [];
    }
    const start = node.$type === 'Import' ? owningNamespaceOf(node) ?? rootOf(node) : startOf(node);
    const local = [...inScope(start, written)].filter(c => c.name !== written);
    const reachable = new Set(local.map(c => c.element));
    const elsewhere = [...everywhere(node, written)].filter(c => !reachable.has(c.element) && (c.reach % 2 === 1 || lookupFull(start, c.name) === c.element));
    return nearest(written, [...local, ...elsewhere]);
}

/**
 * The name that was meant when it needs quotes and was written without: `T::SA-506` reads as a difference. `offset` is where the segment stands in its
 * document.
 */
function unquotedName(node: NameNode, segment: number, offset: number): string | undefined {
    const { text } = documentOf(node);
    const segments = segmentsOf(node.text);
    const written = segments[segment].name;
    const before = segment === 0 ? undefined : resolveEachSegment(node)[segment - 1];
    const start = segment === 0 || segments[segment - 1].name === '$' ? owningNamespaceOf(node) : before;
    for (let scope = start; scope !== undefined && isNamespace(scope); scope = segment === 0 ? owningNamespaceOf(scope) : undefined) {
        for (const name of ownedNames(scope)) {
            if (name.length > written.length && name.startsWith(written) && quoted(name) !== name && text.startsWith(name, offset)) {
                return name;
            }
        }
    }
    return undefined;
}

/** The end of a message about an unresolved name whose missing segment stands at an offset; empty when nothing is near. */
export function suggestionFor(node: NameNode, segment: number, offset: number): string {
    const unquotedWord = unquotedName(node, segment, offset);
    if (unquotedWord !== undefined) {
        return `: did you mean ${quoted(unquotedWord)}? A name that is no plain word must stand in single quotes`;
    }
    const texts = candidatesFor(node, segment).map(c => (c.text.startsWith("'") ? c.text : `'${c.text}'`));
    return texts.length === 0 ? '' : `: did you mean ${texts.length === 1 ? texts[0] : `${texts.slice(0, -1).join(', ')} or ${texts[texts.length - 1]}`}?`;
}

/** The end of a message about a name that is not among some others. */
export function nearestOf(written: string, names: Iterable<readonly [string, AstNode]>): string {
    const candidates = [...names].map(([name, element]) => ({ text: quoted(name), name, reach: 0, element }));
    const texts = nearest(written, candidates).map(c => `'${c.text}'`);
    return texts.length === 0 ? '' : `: did you mean ${texts.join(' or ')}?`;
}
