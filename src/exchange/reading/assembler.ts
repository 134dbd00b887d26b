/**
 * Assembles a graph from the statements of a text (contract: conversion 9.4, 12.2): finds elements by id, links references to elements and
 * checks the values of each property. Refuses statements that are not the graph of a model, and names the element at fault. Does not depend
 * on the spelling of the text.
 */
import { cannotConvert, ExpressionText, Graph, GraphElement, NumberText, type Value } from '../graph.js';
import { encodeName, foldUuid, isUuid, MEMBERSHIP_OF, URL_NAMESPACE, uuid5 } from '../ids.js';
import { isList } from '../../language/narrowing.js';
import { isAbstractMetaclass, isKind, isMetaclassName } from '../metamodel/facts.js';
import { standardPackageId } from '../normative.js';
import { EXTENSION, ID, NAMESPACES } from '../vocabulary.js';
import { type Disagreement, disagreementsIn } from './full/disagreements.js';
import { toSparse } from './full/sparse.js';
import { takeSubset } from './full/subsets.js';
import { checkFlags } from './flags.js';
import { checkReferredNames } from './names.js';
import { currentMetaclass, currentStatement } from './older.js';
import { checkOwnership } from './ownership.js';
import { explainById, type LibraryById } from './library-elements.js';
import { emitOwners, emitStoredOwners, isOwnerOpen, namesOwner } from './owners.js';
import { ValueSet } from './value-set.js';
import { EXTENSION_METACLASSES, isDropped, type PropertyRule } from './properties.js';
import { statedProperties } from './stated.js';
import { withArticle } from '../../language/semantics/metaclass.js';

/** From this number of values, duplicates are looked up in a set. */
const MANY_VALUES = 32;

export class GraphAssembler {
    private readonly elements = new Map<string, GraphElement>();
    private stated: GraphElement[] = [];
    /** Subjects that the graph does not contain: root namespaces and their memberships, which only the element form has. */
    private readonly left = new Set<GraphElement>();
    private readonly olderNames = new Map<GraphElement, string>();
    private isOfOurs = false;
    /** Whether a property of the extension other than the position is stated, such as a keyword of the notation. */
    private hasWords = false;
    private isFull = false;
    private disagreements: readonly Disagreement[] = [];
    private cutRoots: readonly GraphElement[] = [];
    /** Whether the text states a derived property, which was skipped. */
    private namesDerived = false;
    /** The values of properties with many values, for {@link MANY_VALUES}. */
    private readonly many = new Map<GraphElement, Map<string, ValueSet>>();
    private rootMemberships: ReadonlyMap<string, GraphElement> | undefined;

    /** The element with a key, which is created on first use. */
    elementOf(key: string, base: 'element' | 'node' = 'element'): GraphElement {
        let element = this.elements.get(key);
        if (element === undefined) {
            const folded = foldUuid(key); // the case of a UUID may vary within a text
            element = this.elements.get(folded);
            if (element === undefined) {
                const colon = key.lastIndexOf(':');
                element = new GraphElement(key.slice(colon + 1), '', base, colon < 0 ? '' : key.slice(0, colon));
                this.elements.set(folded, element);
            }
            if (folded !== key) {
                this.elements.set(key, element);
            }
        }
        return element;
    }

    /** Marks an element as a subject. @throws ConversionError for an invalid id */
    subject(element: GraphElement): void {
        if (element.state === 'external') {
            if (!ID.test(element.id)) {
                throw cannotConvert(`the element "${element.key}"`, 'an id may contain only letters, digits, - and _');
            }
            element.state = 'written';
            this.stated.push(element);
        }
    }

    /** Adds a value to a property under its current name. Repeating a statement has no effect. */
    state(element: GraphElement, term: string, stated: Value): void {
        const [property, value] = currentStatement(term, stated);
        this.emitCurrent(element, property, value);
    }

    /** {@link state} for a property that is known to have its current name. */
    emitCurrent(element: GraphElement, property: string, value: Value): void {
        if (!this.hasWords && property.startsWith(EXTENSION)) {
            this.isOfOurs = true;
            this.hasWords = property !== 'sysx:memberIndex';
        }
        if (!this.isStated(element, property, value)) {
            element.add(property, value);
        }
    }

    /** Records that a subject stated a derived property. */
    leaveOutDerived(): void {
        this.namesDerived = true;
    }

    /** Makes stubs of the elements without statements whose ids are those of library elements. */
    explain(library: LibraryById): void {
        const absent = [...this.elements.values()].filter(e => e.metaclass === '');
        absent.forEach(element =>
            explainById(element, library, id => this.elementOf(id)).forEach(stub => {
                if (stub.state === 'external') {
                    this.subject(stub);
                }
            })
        );
    }

    /**
     * Makes a document sparse if it states derived properties, or omits properties that sparse graphs state.
     * @param hasBases whether the IRIs show which elements are nodes
     * @param hasNamespaces whether the document contains root namespaces; if it also states only stored properties, it has the form of the
     * standard
     * @returns whether the document was not sparse
     * @throws ConversionError for contradictory statements
     */
    toSparse(hasBases: boolean, hasNamespaces = false): boolean {
        this.stated.forEach(checkMetaclass);
        this.stated.forEach(foldId);
        const isStored = !this.stated.some(namesOwner);
        if (isStored) {
            emitStoredOwners(this.stated);
        }
        const hasOpenOwners = this.stated.some(isOwnerOpen);
        const leavesOutDerived = hasOpenOwners && !(this.hasWords && this.stated.some(e => e.has('owner')));
        const isStandard = isStored && hasNamespaces && !this.hasWords;
        this.isFull = this.namesDerived || leavesOutDerived || isStandard || this.stated.some(isFullElement);
        if (this.isFull) {
            emitStoredOwners(this.stated);
            if (!hasNamespaces) {
                this.takeSubset(); // in a document with root namespaces, every element has its owner
            }
            this.disagreements = disagreementsIn(this.stated);
            this.stated = toSparse(this.stated, hasBases);
        } else if (hasOpenOwners) {
            emitOwners(this.stated);
        }
        return this.isFull;
    }

    /** Makes roots of the elements whose owners the document does not contain. */
    private takeSubset(): void {
        const byElementId = this.elementIds();
        const { roots, memberships } = takeSubset(this.stated, e => e.metaclass === '' && !byElementId.has(e.id));
        this.cutRoots = roots;
        memberships.forEach(membership => this.leaveOut(membership));
        this.stated = memberships.size === 0 ? this.stated : this.stated.filter(e => !memberships.has(e));
    }

    private isStated(element: GraphElement, property: string, value: Value): boolean {
        const values = element.all(property);
        if (values.length < MANY_VALUES) {
            for (const known of values) {
                if (isSame(known, value)) {
                    return true;
                }
            }
            return false;
        }
        let ofElement = this.many.get(element);
        if (ofElement === undefined) {
            this.many.set(element, (ofElement = new Map<string, ValueSet>()));
        }
        let known = ofElement.get(property);
        if (known === undefined) {
            ofElement.set(property, (known = new ValueSet(values)));
        }
        return !known.add(value);
    }

    /** Sets the metaclass of a subject. @throws ConversionError for a retired metaclass */
    classify(element: GraphElement, name: string): void {
        const [metaclass, ...statements] = currentMetaclass(name);
        element.metaclass = metaclass;
        if (metaclass !== name) {
            this.olderNames.set(element, name);
        }
        statements.forEach(([property, value]) => element.has(property) || element.add(property, value));
    }

    /** Omits a subject from the graph. Its references must still resolve. */
    leaveOut(element: GraphElement): void {
        this.left.add(element);
    }

    /** Makes the graph of all statements. @throws ConversionError naming the element at fault */
    finish(): Graph {
        const graph = new Graph();
        graph.wasFull = this.isFull;
        graph.disagreements = this.disagreements;
        graph.cutRoots = this.cutRoots;
        const byElementId = this.elementIds();
        for (const element of this.left) {
            this.normalize(element);
            this.link(element, byElementId);
        }
        for (const element of this.stated) {
            this.normalize(element);
            checkValues(element);
            this.link(element, byElementId);
            graph.write(element, isStub(element) ? 'stub' : 'written');
        }
        this.olderNames.forEach((name, element) => graph.olderNames.set(element, name));
        this.identifyRootMemberships();
        this.noteUuidRoots(graph);
        checkOwnership(graph);
        checkReferredNames(graph);
        checkFlags(graph);
        return graph;
    }

    private elementIds(): ReadonlyMap<string, GraphElement> {
        const ids = new Map<string, GraphElement>();
        for (const element of this.stated) {
            const id = element.text('elementId');
            if (id !== undefined && id !== element.id) {
                ids.set(id, element);
            }
        }
        return ids;
    }

    /** Removes derived properties and default values, which sparse graphs omit. */
    private normalize(element: GraphElement): void {
        if (!statedProperties(element).mayBeDiscarded) {
            return;
        }
        const isDeclaration = element.base === 'element';
        element.discard(
            property =>
                isDropped(element.metaclass, property) || (isDeclaration && property === 'name') || this.isDefault(element, property)
        );
    }

    private isDefault(element: GraphElement, property: string): boolean {
        const value = element.get(property);
        if (typeof value === 'boolean' && !property.startsWith(EXTENSION) && element.all(property).length === 1 && property !== 'value') {
            return property === 'isUnique' ? value : !value;
        }
        // An import keeps its visibility, because the standard's notation requires a keyword for it.
        return property === 'visibility' && !this.isOfOurs && value === 'public' && !isKind(element.metaclass, 'Import');
    }

    /**
     * Links references to subjects, by id or by `elementId`. A reference may also name the membership of a root, which only the element
     * form has.
     */
    private link(element: GraphElement, byElementId: ReadonlyMap<string, GraphElement>): void {
        const { properties } = element;
        for (let at = 0; at < properties.length; at++) {
            const object = element.objectAt(at);
            if (isList(object) ? object.some(value => this.isAbsent(value)) : this.isAbsent(object)) {
                const values = element.valuesAt(at);
                element.set(
                    properties[at],
                    values.map(value => (this.isAbsent(value) ? this.target(element, properties[at], value, byElementId) : value))
                );
            }
        }
    }

    /**
     * Records the roots whose elements have made UUIDs as ids (4.6). The UUID of the root shows this; if the id of the root is declared or
     * normative, the UUID of an element below it does.
     */
    private noteUuidRoots(graph: Graph): void {
        const others = new Map<GraphElement, { readonly id: string; readonly packageId: string }>();
        for (const root of this.stated) {
            const name = root.state === 'written' && !root.has('owner') ? root.text('qualifiedName') : undefined;
            if (name === undefined || root.has('owningRelatedElement')) {
                continue;
            }
            const packageId = packageIdOf(root, name);
            if (packageId === root.id) {
                graph.uuidRoots.set(root, { id: encodeName(name), packageId });
            } else if (root.is('sysx:declaredId') || root.id === standardPackageId(name)) {
                others.set(root, { id: root.id, packageId });
            }
        }
        if (others.size === 0) {
            return;
        }
        for (const element of [...this.left, ...this.stated]) {
            const root = isUuid(element.id) ? rootOf(element) : undefined;
            const ids = root && others.get(root);
            if (ids !== undefined && isMadeOf(ids.packageId, element)) {
                graph.uuidRoots.set(root!, ids);
                others.delete(root!);
            }
        }
    }

    /** Gives the imported memberships of roots, which are not in the graph, the ids that follow from the ids of the roots. */
    private identifyRootMemberships(): void {
        for (const membership of this.stated.flatMap(e => e.elements('importedMembership'))) {
            const root = membership.state === 'written' ? undefined : membership.element('memberElement');
            const isRoot = root?.state === 'written' && !root.has('owner') && !root.has('owningRelatedElement');
            if (isRoot && !rootMembershipIds(root).includes(membership.id)) {
                membership.identify(`${root.id}_om`);
            }
        }
    }

    private isAbsent(value: Value): value is GraphElement {
        return value instanceof GraphElement && value.state === 'external' && !this.left.has(value);
    }

    /** The root whose membership this element is. Only the element form has such memberships. */
    private rootOfMembership({ id, qualifier }: GraphElement): GraphElement | undefined {
        this.rootMemberships ??= new Map(
            this.stated
                .filter(e => e.base === 'element' && !e.has('owner'))
                .flatMap(e => rootMembershipIds(e).map(i => [`${e.qualifier} ${i}`, e] as const))
        );
        return this.rootMemberships.get(`${qualifier} ${id}`);
    }

    private target(from: GraphElement, property: string, to: GraphElement, byElementId: ReadonlyMap<string, GraphElement>): GraphElement {
        const found = byElementId.get(to.id);
        if (found !== undefined) {
            return found;
        }
        const root = property === 'importedMembership' ? this.rootOfMembership(to) : undefined;
        if (root !== undefined) {
            to.set('memberElement', [root]);
            return to;
        }
        throw cannotConvert(`${from.key}`, `its ${property} refers to ${to.key}, which the text does not contain`);
    }
}

/** Spells a UUID in small letters like derived ids (RFC 9562, 4), unless the notation declares it in this spelling. */
function foldId(element: GraphElement): void {
    const id = foldUuid(element.id);
    if (id !== element.id && !element.is('sysx:declaredId')) {
        const isStated = element.text('elementId') === element.id;
        element.identify(id);
        element.set('elementId', isStated ? [id] : element.all('elementId'));
    }
}

/** Whether an element states a derived property or is implied, which does not occur in sparse graphs. */
function isFullElement(element: GraphElement): boolean {
    return element.is('isImplied') || statedProperties(element).hasDropped;
}

/** The ids that the element form may give the membership of a root. */
function rootMembershipIds(root: GraphElement): string[] {
    const name = root.text('qualifiedName');
    if (name === undefined) {
        return [`${root.id}_om`];
    }
    const ofUuids = root.is('sysx:declaredId') ? `${root.id}_om` : `${encodeName(name)}_om`;
    return [`${root.id}_om`, uuid5(packageIdOf(root, name), ofUuids), ...(isUuid(root.id) ? [uuid5(root.id, name + MEMBERSHIP_OF)] : [])];
}

/** The UUID derived from a root's name, from which the ids below the root are made. */
function packageIdOf({ qualifier }: GraphElement, name: string): string {
    return uuid5(URL_NAMESPACE, `${NAMESPACES.elmt}${qualifier === '' ? '' : `${qualifier}:`}${encodeName(name)}`);
}

/** The root of an element; for the membership of a root, that root. */
function rootOf(element: GraphElement): GraphElement {
    const seen = new Set<GraphElement>();
    let root = element.element('memberElement') ?? element;
    for (let owner: GraphElement | undefined = root; owner !== undefined && !seen.has(owner);) {
        seen.add((root = owner));
        owner = root.element('owner') ?? root.element('owningRelatedElement');
    }
    return root;
}

/**
 * Whether an element's id is the UUID that is made from its other form of id (4.6). Checks only elements with a qualified name, memberships
 * and the first relationships of heads.
 */
function isMadeOf(packageId: string, element: GraphElement): boolean {
    const name = element.is('sysx:declaredId') ? undefined : element.text('qualifiedName');
    if (name !== undefined) {
        return element.id === uuid5(packageId, encodeName(name));
    }
    const on = element.element('memberElement') ?? element.element('owningRelatedElement');
    const ids = on === undefined ? [] : [on.id, encodeName(on.text('qualifiedName') ?? '')];
    return ids.some(id => SUFFIXES.some(suffix => element.id === uuid5(packageId, `${id}_${suffix}`)));
}

/** The id suffixes of memberships and of each kind's first head relationship. */
const SUFFIXES = ['om', 'ft0', 'sc0', 'ss0', 'rs0', 'rd0'];

function isStub(element: GraphElement): boolean {
    return element.is('isLibraryElement') && !element.has('owner') && !element.has('owningRelatedElement') && !element.has('ownedMember');
}

/** Whether two values are equal. */
function isSame(a: Value, b: Value): boolean {
    return (
        a === b ||
        (a instanceof NumberText && b instanceof NumberText && a.text === b.text && a.datatype === b.datatype) ||
        (a instanceof ExpressionText && b instanceof ExpressionText && a.text === b.text)
    );
}

function checkMetaclass(element: GraphElement): void {
    const { metaclass } = element;
    if (metaclass === '') {
        throw cannotConvert(element.key, 'it has no type');
    }
    const isKnown = metaclass.startsWith(EXTENSION)
        ? EXTENSION_METACLASSES.has(metaclass)
        : isMetaclassName(metaclass) && !isAbstractMetaclass(metaclass);
    if (!isKnown) {
        const why = isMetaclassName(metaclass) ? 'its metaclass is abstract' : 'the metamodel has no such metaclass';
        throw cannotConvert(`${element.key}, ${withArticle(metaclass)}`, why);
    }
}

function checkValues(element: GraphElement): void {
    const { properties } = element;
    const { rules } = statedProperties(element);
    for (let at = 0; at < properties.length; at++) {
        const rule = rules[at];
        if (rule === undefined) {
            throw cannotConvert(element.key, `the metamodel has no property ${properties[at]}`);
        }
        const object = element.objectAt(at);
        if (isList(object) && object.length > 1 && !rule.isMany) {
            throw cannotConvert(element.key, `its ${properties[at]} must have one value, but has ${shownAll(object)}`);
        }
        for (const value of isList(object) ? object : [object]) {
            const wanted = wrongKind(rule, value);
            if (wanted !== undefined) {
                throw cannotConvert(element.key, `its ${properties[at]} must be ${wanted}, but is ${shown(value)}`);
            }
        }
    }
}

/** Describes the expected kind of a value if the value has another kind; undefined if it has the expected kind. */
function wrongKind({ kind, words }: PropertyRule, value: Value): string | undefined {
    const isInteger =
        typeof value === 'number' || (value instanceof NumberText && (value.datatype === 'integer' || value.datatype === 'int'));
    switch (kind) {
        case 'boolean':
            return typeof value === 'boolean' ? undefined : 'true or false';
        case 'string':
            return typeof value !== 'string'
                ? 'a text'
                : words === undefined || words.includes(value)
                  ? undefined
                  : `one of ${words.join(', ')}`;
        case 'integer':
            return isInteger ? undefined : 'an integer';
        case 'index':
            return typeof value === 'number' && value >= 0 && value < 2 ** 31 ? undefined : 'an integer from 0';
        case 'rational':
            return value instanceof NumberText && !isInteger ? undefined : 'a rational number';
        case 'literal':
            return value instanceof GraphElement ? 'a literal' : undefined;
        case 'reference':
            return value instanceof GraphElement || value instanceof ExpressionText || (typeof value === 'string' && value !== '')
                ? undefined
                : 'a reference';
        default:
            return undefined;
    }
}

/** Shows the first two of several values. */
function shownAll([first, second, ...others]: readonly Value[]): string {
    return `${shown(first)} and ${shown(second)}${others.length > 0 ? ` and ${others.length} others` : ''}`;
}

function shown(value: Value): string {
    if (value instanceof GraphElement) {
        return value.key;
    }
    const text = value instanceof NumberText || value instanceof ExpressionText ? value.text : String(value);
    return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}
