/**
 * Reads graphs from the API's element form (contract: conversion 9.4). Refuses a text instead of guessing. Depends on the spelling only.
 */
import { ExpressionText, type Graph, GraphElement, NumberText, numberValue, type Value } from '../graph.js';
import { shortened } from '../../language/long-texts.js';
import { isList } from '../../language/narrowing.js';
import { foldUuid, isUuid } from '../ids.js';
import { GraphAssembler } from '../reading/assembler.js';
import type { LibraryById } from '../reading/library-elements.js';
import { discardEmptyNames } from '../reading/empty-names.js';
import { isDropped, type Kind, ruleOf } from '../reading/properties.js';
import { keyOf, statedKey } from '../turtle/annotations.js';
import { EXTENSION } from '../vocabulary.js';
import { placeInBases } from './bases.js';
import type { TextPieces } from './bytes.js';
import { forEachItem, IdText, type Json, jsonError, numberOf, type PassesOver } from './parser.js';
import { containsElements, elementsOf } from './records.js';
import { isWrapper } from './wrapper.js';

const OWNERSHIP = ['owner', 'owningNamespace', 'owningRelationship', 'owningMembership', 'owningRelatedElement', 'importOwningNamespace'];

/**
 * Reads a graph from texts that each contain an element object or an array of them.
 * @param library looks up the ids of elements that the texts do not contain
 * @throws ReadingError for text that is not JSON with elements, ConversionError if the elements are not the graph of a model
 */
export function readElements(texts: readonly (string | TextPieces)[], library?: LibraryById): Graph {
    const assembler = new GraphAssembler();
    const items = readItems(texts, assembler);
    discardEmptyNames(items);
    const kept = unwrap(assembler, items);
    kept.forEach(element => assembler.subject(element));
    if (library !== undefined) {
        assembler.explain(library);
    }
    if (!assembler.toSparse(false, kept.length < items.length)) {
        placeInBases(kept);
    }
    return assembler.finish();
}

/** A derived list that is read, because it must agree with the stored properties. */
const OWNED = 'ownedElement';

function readItems(texts: readonly (string | TextPieces)[], assembler: GraphAssembler): GraphElement[] {
    const read: GraphElement[] = [];
    const passesOver = leavesOut(assembler);
    texts.forEach(text =>
        forEachItem(text, passesOver, (item, line) => read.push(...elementsOf(item).map(element => readElement(assembler, element, line))))
    );
    return read;
}

/** Makes the function that skips derived properties, so that their values, which are most of a full document, need not be parsed. */
function leavesOut(assembler: GraphAssembler): PassesOver {
    const dropped = new Map<Json | undefined, Map<string, boolean>>();
    return (key, known) => {
        if (containsElements(key)) {
            return 'item';
        }
        const type = known.get('@type');
        let ofType = dropped.get(type);
        if (ofType === undefined) {
            dropped.set(type, (ofType = new Map<string, boolean>()));
        }
        let isLeftOut = ofType.get(key);
        if (isLeftOut === undefined) {
            isLeftOut = key !== OWNED && typeof type === 'string' && isDropped(type, key);
            ofType.set(key, isLeftOut);
        }
        if (isLeftOut) {
            assembler.leaveOutDerived(); // the elements to which derived properties refer may be missing
        }
        return isLeftOut;
    };
}

function readElement(assembler: GraphAssembler, item: Json, line: number): GraphElement {
    if (!(item instanceof Map)) {
        throw jsonError(line, 'an element must be an object');
    }
    const members = item as ReadonlyMap<string, Json>;
    const id = members.get('@id');
    const type = members.get('@type');
    if (hasTermsOfContext(members)) {
        throw jsonError(line, 'this is JSON-LD as RDF tools write it, which cannot be read: write the graph as Turtle (format ttl)');
    }
    if (id === undefined && type === undefined) {
        const keys = [...members.keys()].slice(0, 3).map(key => `"${shortened(key)}"`);
        const found = keys.length === 0 ? 'this object is empty' : `this object has neither, but ${keys.join(', ')}`;
        throw jsonError(line, `an element must have an "@id" and a "@type": ${found}; the elements of a model are one array of objects`);
    }
    if (typeof id !== 'string' || id === '') {
        throw jsonError(line, 'the "@id" of an element must be a string that is not empty');
    }
    if (typeof type !== 'string' || type === '') {
        throw jsonError(line, `the element ${id} has no "@type"`);
    }
    const element = assembler.elementOf(statedKey(id));
    if (element.metaclass !== '') {
        throw jsonError(line, `two elements have the "@id" ${id}`);
    }
    checkTerm(type, id, line);
    assembler.classify(element, type);
    members.forEach((value, key) => {
        if (key === '@id' || key === '@type' || key === '@context') {
            return;
        }
        checkTerm(key, id, line);
        if (isDropped(element.metaclass, key) && key !== OWNED) {
            assembler.leaveOutDerived(); // it precedes the type, so leavesOut could not skip it
            return;
        }
        const values: readonly Json[] = isList(value) ? value : value === null ? [] : [value];
        for (const one of values) {
            assembler.state(element, key, valueOf(assembler, element, key, one, line));
        }
    });
    return element;
}

/**
 * Whether a JSON-LD context defines the terms of an element. A context alone does not mean this: services of the standard's API add one to
 * elements whose terms are those of the metamodel.
 */
function hasTermsOfContext(members: ReadonlyMap<string, Json>): boolean {
    const type = members.get('@type');
    const context = members.get('@context');
    const isOfApi = context === undefined || typeof context === 'string' || isList(context) || context instanceof Map;
    return members.has('@graph') || isList(type) || !isOfApi || (context !== undefined && typeof type === 'string' && type.includes(':'));
}

function checkTerm(term: string, id: string, line: number): void {
    if (term.startsWith('@')) {
        throw jsonError(line, `the element ${id} has the key ${term}: the only keys with @ are "@id" and "@type"`);
    }
    if (term.includes(':') && !term.startsWith(EXTENSION)) {
        throw jsonError(line, `the element ${id} has the term ${term}: the only prefix of terms is ${EXTENSION}`);
    }
}

/** A text as the value of a reference that is not a name: the steps of a feature chain, separated by points (9.4). */
const CHAIN = /^[^.]+(?:\.[^.]+)+$/;

/** A quoted name, whose points are part of it. */
const QUOTED = /'(?:\\[\s\S]|[^\\'])*'/g;

/** The value that a number states. JSON has only one kind of number, and many writers omit the point of rationals. */
function valueOfNumber({ text, datatype }: NumberText, kind: Kind | undefined): Value {
    return datatype === 'integer' && kind === 'rational' ? new NumberText(`${text}.0`, 'decimal') : numberValue(text, datatype);
}

/** The value that a text states: for a reference, the element with an id, a feature chain or a name; else the text. */
function valueOfText(assembler: GraphAssembler, element: GraphElement, key: string, value: string): Value {
    if (key === 'elementId') {
        const id = statedKey(value);
        return foldUuid(id) === foldUuid(element.id) ? element.id : id;
    }
    const kind = ruleOf(element.metaclass, key)?.kind;
    if (kind !== 'reference') {
        // tools whose numbers are doubles write those that need more digits as texts
        const number = kind === 'integer' || kind === 'rational' ? numberOf(value) : undefined;
        return number === undefined ? value : valueOfNumber(number, kind);
    }
    const id = statedKey(value);
    if (isUuid(id)) {
        return assembler.elementOf(keyOf(id, element)); // a name in the form of a UUID would be in quotes
    }
    return CHAIN.test(value.replace(QUOTED, "''")) ? new ExpressionText(value) : value;
}

function valueOf(assembler: GraphAssembler, element: GraphElement, key: string, value: Json, line: number): Value {
    const refusal = (why: string): Error => jsonError(line, `the element ${element.key} has a ${key} ${why}`);
    if (typeof value === 'string') {
        return valueOfText(assembler, element, key, value);
    }
    if (typeof value === 'boolean') {
        return value;
    }
    if (value instanceof NumberText) {
        return valueOfNumber(value, ruleOf(element.metaclass, key)?.kind);
    }
    if (value instanceof IdText) {
        return assembler.elementOf(keyOf(value.id, element));
    }
    if (value instanceof Map) {
        const members = value as ReadonlyMap<string, Json>;
        const name = members.get('@ref');
        if (members.size === 1 && typeof name === 'string') {
            return name;
        }
        const id = members.get('@id');
        if (typeof id === 'string' && [...members.keys()].every(k => k.startsWith('@') && k !== '@ref')) {
            return assembler.elementOf(keyOf(id, element)); // some tools add other keys with @, such as the type
        }
    }
    throw refusal(
        value === null
            ? 'with null in an array'
            : Array.isArray(value)
              ? 'with an array in an array'
              : 'that is an object other than {"@id": …} and {"@ref": …}'
    );
}

/** The elements of texts as stated. Elements without a metaclass belong to other documents. @throws ReadingError */
export function readStated(texts: readonly (string | TextPieces)[]): readonly GraphElement[] {
    return readItems(texts, new GraphAssembler());
}

function refersTo(element: GraphElement, property: string, targets: ReadonlySet<GraphElement>): boolean {
    const target = element.element(property);
    return target !== undefined && targets.has(target);
}

/** States the members of owning memberships, which are derived (KerML 8.3.2.4.8), where they are missing. */
function stateMembers(memberships: ReadonlySet<GraphElement>, elements: readonly GraphElement[]): void {
    const stateMember = (membership: GraphElement | undefined, member: GraphElement | undefined): void => {
        if (membership !== undefined && memberships.has(membership) && !membership.has('memberElement')) {
            membership.add('memberElement', member);
        }
    };
    memberships.forEach(m => ['ownedMemberElement', 'ownedRelatedElement'].forEach(property => stateMember(m, m.element(property))));
    elements.forEach(e => ['owningRelationship', 'owningMembership'].forEach(property => stateMember(e.element(property), e)));
}

/**
 * Removes the root namespaces, which only the element form contains, and their memberships. The roots get positions that preserve their
 * order.
 */
function unwrap(assembler: GraphAssembler, elements: readonly GraphElement[]): GraphElement[] {
    const wrappers = new Set(elements.filter(isWrapper));
    if (wrappers.size === 0) {
        return [...elements];
    }
    const isOf = (element: GraphElement, property: string): boolean => refersTo(element, property, wrappers);
    const ofWrappers = new Set([...wrappers].flatMap(wrapper => wrapper.elements('ownedRelationship')));
    const memberships = new Set(
        elements.filter(
            e =>
                e.metaclass === 'OwningMembership' &&
                (ofWrappers.has(e) || OWNERSHIP.concat('membershipOwningNamespace').some(p => isOf(e, p)))
        )
    );
    stateMembers(memberships, elements);
    const order = new Map<GraphElement, number>();
    for (const wrapper of wrappers) {
        wrapper.elements('ownedRelationship').forEach(relationship => {
            const member = memberships.has(relationship) ? relationship.element('memberElement') : undefined; // an alias is itself a root
            order.set(member ?? relationship, order.size);
        });
    }
    const visibilities = new Map([...memberships].map(m => [m.element('memberElement'), m.get('visibility')]));
    const hasPositions = elements.some(e => e.has('sysx:memberIndex'));
    const isLeft = (value: Value): boolean => value instanceof GraphElement && (wrappers.has(value) || memberships.has(value));
    const kept = elements.filter(e => !isLeft(e));
    [...wrappers, ...memberships].forEach(e => assembler.leaveOut(e));
    for (const element of kept) {
        const isRoot =
            order.has(element) ||
            isOf(element, 'owner') ||
            isOf(element, 'owningNamespace') ||
            ['owningMembership', 'owningRelationship'].some(p => refersTo(element, p, memberships));
        if (isRoot || isOf(element, 'owningRelatedElement')) {
            for (const property of [...OWNERSHIP, 'membershipOwningNamespace']) {
                element.set(
                    property,
                    element.all(property).filter(value => !isLeft(value))
                );
            }
            if (!element.has('visibility')) {
                element.add('visibility', visibilities.get(element));
            }
            const position = order.get(element);
            if (!hasPositions && position !== undefined) {
                element.add('sysx:memberIndex', position);
            }
        }
    }
    return kept;
}
