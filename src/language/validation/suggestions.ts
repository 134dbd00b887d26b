/**
 * "Did you mean": names near to an unresolved one (contract: edits-and-diagnostics 2.7). Names are indexed by length, so that only near
 * ones are compared. Reports nothing itself.
 */
import type { AstNode } from '../generated/tree.js';
import {
    isFeature,
    isNamespace,
    isType,
    type NameNode,
    ownedFeaturesOf,
    owningNamespaceOf,
    owningTypeOf,
    rootOf,
    segmentsOf
} from '../semantics/structure.js';
import { lookupFull } from '../semantics/lookup.js';
import { importTarget, memberElement, resolveEachSegment } from '../semantics/names.js';
import { startOf } from '../semantics/starting-namespace.js';
import { importsOf, lookupNameOf, ownedNames, visibilityOf } from '../semantics/owned-members.js';
import { resultTypesOf } from '../semantics/expression-types.js';
import { generalsOf, redefinedFeaturesOf, supertypesOf } from '../semantics/specialization.js';
import { libraryElement, scopeOf, type World } from '../semantics/world.js';
import { nameOf } from '../semantics/naming.js';
import { type Candidate, type Effort, nearest, type Sought, soughtOf } from './near-names.js';
import { declaredIn, type DocumentWorld, packageIndex } from './offered-names.js';
import { quoted } from '../../runtime/values/index.js';
import { fittingAt, type Fits, isMisspelled, siUnitMeantBy, typeMeantBy } from './suggestion-places.js';

/** The number of namespaces whose members one suggestion may collect. */
const MOST_NAMESPACES = 400;

/** The number of words compared for one model, about a second's work. Later unresolved names get no suggestion. */
const MOST_COMPARED = 1_000_000;

/** The suggestions for a name at a place: the end of its message, and the quoted names that begin like it. */
interface Meant {
    readonly text: string;
    readonly inQuotes: readonly string[];
}

/** The searches of a model: each name once per place, however many references have it. */
class Searches {
    private static readonly ofModels = new WeakMap<World, Searches>();
    private readonly effort: Effort = { left: MOST_COMPARED };
    private readonly everywhere = new Map<string, readonly Candidate[]>();
    private readonly places = new WeakMap<AstNode, Map<string, readonly Candidate[]>>();
    private readonly scopes = new WeakMap<AstNode, Map<string, readonly Candidate[]>>();
    private readonly meant = new WeakMap<AstNode, Map<string, Meant>>();

    static of(model: World): Searches {
        let searches = Searches.ofModels.get(model);
        if (searches === undefined) {
            Searches.ofModels.set(model, (searches = new Searches(model)));
        }
        return searches;
    }

    private constructor(private readonly model: DocumentWorld) {}

    /** The best candidates for a name qualified by one of the given namespaces. */
    inNamespaces(namespaces: readonly AstNode[], written: string, fits: Fits): readonly Candidate[] {
        const renamed = namespaces.map(namespace => renamedIn(namespace, written)).find(c => c !== undefined && fits(c.element));
        if (renamed !== undefined) {
            return [renamed];
        }
        const near = namespaces.flatMap(namespace =>
            once(mapOf(this.places, namespace), written, () => [...this.membersOf(namespace, soughtOf(written), true)])
        );
        return nearest(
            written,
            near.filter(c => c.name !== written && fits(c.element))
        );
    }

    /** The best candidates for a name that is looked up from a place outwards. */
    from(start: AstNode, written: string, fits: Fits): readonly Candidate[] {
        for (let scope: AstNode | undefined = start; scope !== undefined; scope = owningNamespaceOf(scope)) {
            const renamed = renamedIn(scope, written);
            if (renamed !== undefined && fits(renamed.element)) {
                return [renamed];
            }
        }
        const sought = soughtOf(written);
        const local = this.inScope(start, sought).filter(c => c.name !== written && fits(c.element));
        const reachable = new Set(local.map(c => c.element));
        const elsewhere = this.nearEverywhere(sought).filter(
            c =>
                !reachable.has(c.element) &&
                fits(c.element) &&
                (c.reach % 2 === 1 || memberElement(lookupFull(start, c.name, undefined, this.model)) === c.element)
        );
        return nearest(written, [...local, ...elsewhere]);
    }

    /** The suggestions for a name at its place, computed once for all equal names in one place. */
    at(node: NameNode, segment: number, find: () => Meant): Meant {
        return once(mapOf(this.meant, startOf(node)), `${node.$type} ${node.$containerProperty} ${segment} ${node.text}`, find);
    }

    private nearEverywhere(sought: Sought): readonly Candidate[] {
        const { library } = this.model;
        return once(this.everywhere, sought.written, () => [
            ...packageIndex(this.model, false).near(sought, this.effort),
            ...(library === undefined ? [] : packageIndex(library, true).near(sought, this.effort))
        ]);
    }

    /** Near names in a namespace and in its enclosing namespaces. */
    private inScope(start: AstNode, sought: Sought): readonly Candidate[] {
        const inner: AstNode[] = [];
        let found: readonly Candidate[] = [];
        for (let scope: AstNode | undefined = start; scope !== undefined; scope = owningNamespaceOf(scope)) {
            const known = this.scopes.get(scope)?.get(sought.written);
            if (known !== undefined) {
                found = known;
                break;
            }
            inner.push(scope);
        }
        for (const scope of inner.reverse()) {
            const own = [...this.membersOf(scope, sought, false)];
            found = own.length === 0 ? found : [...own, ...found];
            mapOf(this.scopes, scope).set(sought.written, found);
        }
        return found;
    }

    /** Near names of the own, inherited and imported members of a namespace. Visits each namespace once. */
    private *membersOf(start: AstNode, sought: Sought, onlyVisibleOnes: boolean): Generator<Candidate> {
        const seen = new Set<AstNode>();
        const work = [{ namespace: start, onlyVisible: onlyVisibleOnes }];
        for (let next = work.pop(); next !== undefined && seen.size < MOST_NAMESPACES; next = work.pop()) {
            const { namespace, onlyVisible } = next;
            if (seen.has(namespace)) {
                continue;
            }
            seen.add(namespace);
            yield* declaredIn(namespace)
                .near(sought, this.effort)
                .filter(c => !onlyVisible || c.isPublic);
            if (isType(namespace)) {
                work.push(...generalsOf(namespace).map(general => ({ namespace: general, onlyVisible: true })));
            }
            for (const node of importsOf(namespace)) {
                if (onlyVisible && visibilityOf(node) !== 'public') {
                    continue;
                }
                const target = importTarget(node);
                const element = memberElement(target);
                if (element !== undefined && isNamespace(element) && node.text.endsWith('*')) {
                    work.push({ namespace: element, onlyVisible: true });
                } else if (target !== undefined && element !== undefined) {
                    const name = lookupNameOf(target);
                    if (name !== undefined) {
                        yield { text: quoted(name), name, reach: scopeOf(target).isLibrary ? 2 : 0, element };
                    }
                }
            }
        }
    }
}

function mapOf<V>(maps: WeakMap<AstNode, Map<string, V>>, node: AstNode): Map<string, V> {
    let map = maps.get(node);
    if (map === undefined) {
        maps.set(node, (map = new Map<string, V>()));
    }
    return map;
}

function once<V>(known: Map<string, V>, key: string, make: () => V): V {
    let value = known.get(key);
    if (value === undefined) {
        known.set(key, (value = make()));
    }
    return value;
}

/** Longer names are no misspelled words and get no suggestion. */
const MOST_LETTERS = 100;

/** Candidates for an unresolved segment among all elements of the model that fit the place. */
export function candidatesFor(node: NameNode, segment: number, model: World): readonly Candidate[] {
    const written = segmentsOf(node.text)[segment]?.name ?? '';
    return nearFor(node, segment, model).filter(c => isMisspelled(node, written, c.name));
}

function nearFor(node: NameNode, segment: number, model: World): readonly Candidate[] {
    const segments = segmentsOf(node.text.replace(/(::\*{1,2})+$/, ''));
    const written = segments[segment]?.name;
    if (written === undefined || written === '*' || written.length > MOST_LETTERS) {
        return [];
    }
    const searches = Searches.of(model);
    const fits = fittingAt(node, segment);
    const meant = segment + 1 === segments.length ? meantInLibrary(node) : undefined;
    if (meant !== undefined) {
        return [meant];
    }
    if (segment > 0 && !segments[segment - 1].isGlobal) {
        const before = resolveEachSegment(node)[segment - 1];
        const fitsHere = segments[segment].separator === '.' || node.$type === 'Redefinition' ? isFeature : fits;
        return before === undefined || !isNamespace(before) ? [] : searches.inNamespaces([before], written, fitsHere);
    }
    if (node.$containerProperty === 'feature' && node.$container?.$type === 'FeatureChainExpression') {
        return searches.inNamespaces(resultTypesOf(node.$container.operand), written, isFeature);
    }
    const owner = node.$type === 'Redefinition' ? owningTypeOf(node.$container) : undefined;
    if (owner !== undefined) {
        return searches.inNamespaces(generalsOf(owner), written, isFeature);
    }
    return searches.from(node.$type === 'Import' ? (owningNamespaceOf(node) ?? rootOf(node)) : startOf(node), written, fits);
}

/** The library unit or type that a name of another language or tool (`Float`) denotes. */
function meantInLibrary(node: NameNode): Candidate | undefined {
    const name = siUnitMeantBy(node) ?? typeMeantBy(node);
    const element = name === undefined ? undefined : libraryElement(node, name);
    if (name === undefined || element === undefined) {
        return undefined;
    }
    const text = segmentsOf(name)
        .map(s => quoted(s.name))
        .join('::');
    return { text, name, reach: 3, element };
}

/** Candidates for the name of a feature that a type does not have. */
export function candidatesIn(type: AstNode, written: string, model: World): readonly Candidate[] {
    return Searches.of(model).inNamespaces([type], written, isFeature);
}

const renamedFeatures = new WeakMap<AstNode, ReadonlyMap<string, Candidate>>();

/**
 * The feature of a type that redefines an inherited one and has another name: the type no longer has the inherited name. Of features that
 * replace one another, the nearest one, whose name the type has.
 */
function renamedIn(type: AstNode, name: string): Candidate | undefined {
    if (!isType(type)) {
        return undefined;
    }
    let renamed = renamedFeatures.get(type);
    if (renamed === undefined) {
        const found = new Map<string, Candidate>();
        for (const feature of [...supertypesOf(type)].flatMap(t => ownedFeaturesOf(t))) {
            const own = nameOf(feature);
            for (const redefined of own === undefined ? [] : redefinedFeaturesOf(feature)) {
                const inherited = nameOf(redefined);
                if (inherited !== undefined && inherited !== own && !found.has(inherited)) {
                    found.set(inherited, found.get(own!) ?? { text: quoted(own!), name: own!, reach: 0, element: feature });
                }
            }
        }
        renamedFeatures.set(type, (renamed = found));
    }
    return renamed.get(name);
}

/** The segment at which an unresolved name fails. */
export function missingSegmentOf(node: NameNode): number {
    const segments = segmentsOf(node.text);
    const first = segments[0].isGlobal && segments.length > 1 ? 1 : 0; // '$' itself means no element
    return Math.max(first, resolveEachSegment(node).indexOf(undefined, first));
}

const namesInQuotes = new WeakMap<AstNode, readonly string[]>();

/** The declared names of a namespace that need quotes. */
function namesInQuotesOf(namespace: AstNode): readonly string[] {
    let names = namesInQuotes.get(namespace);
    if (names === undefined) {
        namesInQuotes.set(namespace, (names = [...ownedNames(namespace)].filter(name => quoted(name) !== name)));
    }
    return names;
}

/** The quoted names that begin like a segment of a name, in the namespaces of its look-up: `T::SA-506` reads as a difference. */
function quotedLike(node: NameNode, segment: number): string[] {
    const segments = segmentsOf(node.text);
    const written = segments[segment].name;
    const isFirst = segment === 0 || segments[segment - 1].isGlobal;
    const found: string[] = [];
    const start = isFirst ? owningNamespaceOf(node) : resolveEachSegment(node)[segment - 1];
    for (let scope = start; scope !== undefined && isNamespace(scope); scope = segment === 0 ? owningNamespaceOf(scope) : undefined) {
        found.push(...namesInQuotesOf(scope).filter(name => name.length > written.length && name.startsWith(written)));
    }
    return found;
}

function meantBy(node: NameNode, segment: number, model: World): Meant {
    const texts = candidatesFor(node, segment, model).map(c => (c.text.startsWith("'") ? c.text : `'${c.text}'`));
    const last = texts.pop();
    const text = last === undefined ? '' : `: did you mean ${texts.length === 0 ? '' : `${texts.join(', ')} or `}${last}?`;
    return { text, inQuotes: quotedLike(node, segment) };
}

/** The end of a message about an unresolved name whose failing segment starts at an offset; empty when no name is near. */
export function suggestionFor(node: NameNode, segment: number, offset: number, model: World): string {
    const isStep = node.$container?.$type === 'FeatureChainExpression';
    const { text, inQuotes } = isStep
        ? meantBy(node, segment, model)
        : Searches.of(model).at(node, segment, () => meantBy(node, segment, model));
    const unquotedWord = inQuotes.length === 0 ? undefined : inQuotes.find(name => scopeOf(node).text.startsWith(name, offset));
    return unquotedWord === undefined
        ? text
        : `: did you mean ${quoted(unquotedWord)}? A name that is no plain word must stand in single quotes`;
}

/** The end of a message about a name that is none of the given ones. */
export function nearestOf(written: string, names: Iterable<readonly [string, AstNode]>): string {
    const candidates = [...names].map(([name, element]) => ({ text: quoted(name), name, reach: 0, element }));
    const texts = nearest(written, candidates).map(c => `'${c.text}'`);
    return texts.length === 0 ? '' : `: did you mean ${texts.join(' or ')}?`;
}
