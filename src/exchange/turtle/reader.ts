/**
 * Graphs from Turtle (contract: conversion 7, 12.2): IRIs to elements and properties, literals to values by
 * their datatypes. Knows the spelling only.
 */
import {
    cannotConvert,
    ExpressionText,
    type Graph,
    type GraphElement,
    type NumberType,
    NumberText,
    numberValue,
    type Value
} from '../graph.js';
import { isKind, isMetaclassName } from '../metamodel/facts.js';
import { GraphAssembler } from '../reading/assembler.js';
import { ValueSet } from '../reading/value-set.js';
import { retiredTerm } from '../reading/older.js';
import { EXTENSION, NAMESPACES } from '../vocabulary.js';
import { annotatedOrder } from './annotations.js';
import { turtleError } from './tokens.js';
import { forEachTriple, RDF_TYPE, type Term } from './triples.js';

const RETIRED_NAMESPACE = 'urn:systemica:sysml:';

/** What an IRI in the place of a predicate says. */
type Predicate = { readonly kind: 'property'; readonly name: string } | { readonly kind: 'annotation'; readonly name: string };

/**
 * Reads a graph.
 * @throws ReadingError for what is no Turtle, ConversionError for what is no graph of a model
 */
export function readTurtle(text: string): Graph {
    const assembler = new GraphAssembler();
    const types = new Map<GraphElement, string[]>();
    const annotations = new Map<GraphElement, Map<string, string[]>>();
    const predicates = new Map<string, Predicate>();
    let current = '';
    let element!: GraphElement;
    forEachTriple(text, (subject, iri, object, line) => {
        if (subject !== current) {
            element = elementOf(assembler, subject, line);
            assembler.subject(element);
            current = subject;
        }
        if (iri === RDF_TYPE) {
            const known = types.get(element);
            const type = metaclassOf(object, line);
            if (known === undefined) {
                types.set(element, [type]);
            } else {
                known.push(type);
            }
            return;
        }
        let predicate = predicates.get(iri);
        if (predicate === undefined) {
            predicates.set(iri, (predicate = predicateOf(iri, line)));
        }
        if (predicate.kind === 'annotation') {
            const own = annotations.get(element) ?? new Map<string, string[]>();
            const literals = own.get(predicate.name) ?? [];
            literals.push(annotationOf(object, line));
            annotations.set(element, own.set(predicate.name, literals));
        } else {
            assembler.state(element, predicate.name, valueOf(assembler, object, line));
        }
    });
    for (const [element, names] of types) {
        assembler.classify(element, mostSpecific(element, names));
    }
    annotations.forEach((own, element) => own.forEach((literals, property) => order(assembler, element, property, literals)));
    assembler.settle(true);
    return assembler.finish();
}

function elementOf(assembler: GraphAssembler, iri: string, line: number): GraphElement {
    if (iri.startsWith(NAMESPACES.elmt)) {
        return assembler.elementOf(iri.slice(NAMESPACES.elmt.length));
    }
    if (iri.startsWith(NAMESPACES.expr)) {
        return assembler.elementOf(iri.slice(NAMESPACES.expr.length), 'node');
    }
    throw turtleError(line, `<${iri}> is no element: its IRI begins neither with ${NAMESPACES.elmt} nor with ${NAMESPACES.expr}`);
}

function metaclassOf(object: Term, line: number): string {
    if ('iri' in object) {
        const { iri } = object;
        if (iri.startsWith(NAMESPACES.sysml)) {
            return iri.slice(NAMESPACES.sysml.length);
        }
        if (iri.startsWith(NAMESPACES.sysx)) {
            return EXTENSION + iri.slice(NAMESPACES.sysx.length);
        }
        throw turtleError(line, `the type <${iri}> is no metaclass`);
    }
    throw turtleError(line, `the type "${object.literal}" is no metaclass`);
}

function predicateOf(iri: string, line: number): Predicate {
    for (const [namespace, prefix, kind] of [
        [NAMESPACES.sysml, '', 'property'],
        [NAMESPACES.sysx, EXTENSION, 'property'],
        [NAMESPACES.json, '', 'annotation']
    ] as const) {
        if (iri.startsWith(namespace)) {
            return { kind, name: prefix + iri.slice(namespace.length) };
        }
    }
    if (iri.startsWith(RETIRED_NAMESPACE)) {
        throw retiredTerm(RETIRED_NAMESPACE);
    }
    throw turtleError(line, `the predicate <${iri}> is no property of a model`);
}

const XSD = NAMESPACES.xsd;
const EXPRESSION = `${NAMESPACES.sysx}Expression`;
const NUMBERS: ReadonlyMap<string, { type: NumberType; form: RegExp }> = new Map(
    (
        [
            [`${XSD}integer`, 'integer', /^[+-]?\d+$/],
            [`${XSD}int`, 'int', /^[+-]?\d+$/],
            [`${XSD}decimal`, 'decimal', /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/],
            [`${XSD}double`, 'double', /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?INF|NaN)$/],
            [`${XSD}float`, 'float', /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?INF|NaN)$/],
            ['http://www.w3.org/2002/07/owl#real', 'real', /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/]
        ] as const
    ).map(([iri, type, form]) => [iri, { type, form }])
);
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

function valueOf(assembler: GraphAssembler, object: Term, line: number): Value {
    if ('iri' in object) {
        return elementOf(assembler, object.iri, line);
    }
    const { literal, datatype, language } = object;
    if (language !== '') {
        throw turtleError(line, `the text "${literal}" has the language ${language}: a model's texts have none`);
    }
    if (datatype === '' || datatype === `${XSD}string`) {
        return literal;
    }
    if (datatype === EXPRESSION) {
        return new ExpressionText(literal);
    }
    if (datatype === `${XSD}boolean`) {
        if (!Object.hasOwn(BOOLEANS, literal)) {
            throw turtleError(line, `"${literal}" is no xsd:boolean`);
        }
        return BOOLEANS[literal];
    }
    const number = NUMBERS.get(datatype);
    if (number === undefined) {
        throw turtleError(line, `the datatype <${datatype}> of "${literal}" is none that a model has`);
    }
    if (!number.form.test(literal) || (number.type === 'int' && Number(literal) !== (Number(literal) | 0))) {
        throw turtleError(line, `"${literal}" is no ${datatype.replace(XSD, 'xsd:')}`);
    }
    return number.type === 'integer' ? numberValue(literal, 'integer') : new NumberText(literal, number.type);
}

function annotationOf(object: Term, line: number): string {
    if ('iri' in object || object.datatype !== '' || object.language !== '') {
        throw turtleError(line, 'a json: annotation is one plain literal');
    }
    return object.literal;
}

/** The most special of several types (5.6): a kind of all the others. */
function mostSpecific(element: GraphElement, names: readonly string[]): string {
    const distinct = [...new Set(names)];
    const found = distinct.find(name => distinct.every(other => name === other || (isMetaclassName(other) && isKind(name, other))));
    if (found === undefined) {
        throw cannotConvert(element.key, `none of its types ${distinct.join(', ')} is a kind of all the others`);
    }
    return found;
}

/** Puts the values of a property into the order of its annotation; both must say the same, or one alone. */
function order(assembler: GraphAssembler, element: GraphElement, property: string, literals: readonly string[]): void {
    const refusal = (why: string): Error => cannotConvert(element.key, `its annotation json:${property} ${why}`);
    if (literals.length > 1) {
        throw refusal('is stated twice');
    }
    const stated = element.all(property);
    const texts = new Map(stated.flatMap(value => (value instanceof ExpressionText ? [[value.text, value]] : [])));
    const values = annotatedOrder(literals[0], element, key => assembler.elementOf(key), refusal).map(value =>
        typeof value === 'string' ? (texts.get(value) ?? value) : value
    );
    const known = new ValueSet(stated);
    const isEqual = stated.length === values.length && values.every(value => known.has(value));
    if (stated.length > 0 && !isEqual) {
        throw refusal('says something else than the statements');
    }
    element.set(property, values);
}
