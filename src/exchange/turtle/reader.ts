/**
 * Reads graphs from Turtle (contract: conversion 7, 12.2): IRIs become elements and properties, literals become values according to their
 * datatypes. Reads text in the form of `writer.ts` line by line, and all other text by the full grammar. Depends on the spelling only.
 */
import type { Graph, GraphElement, Value } from '../graph.js';
import { retiredTerm } from '../reading/older.js';
import { EXTENSION, NAMESPACES } from '../vocabulary.js';
import { readLines } from './lines.js';
import { type Property, Statements } from './statements.js';
import { turtleError } from './tokens.js';
import { forEachTriple, RDF_TYPE, type Term, type TripleConsumer } from './triples.js';

const RETIRED_NAMESPACE = 'urn:systemica:sysml:';

/** The meaning of a predicate's IRI: a property, or the annotation of one. */
type Predicate = { readonly property: Property } | { readonly annotated: string };

/**
 * Reads a graph.
 * @throws ReadingError for invalid Turtle, ConversionError if the statements are not the graph of a model
 */
export function readTurtle(text: string): Graph {
    const statements = new Statements();
    const rest = readLines(text, statements);
    const subject = rest.subject && `${NAMESPACES.elmt}${rest.subject.key}`;
    forEachTriple(text, consumerOf(statements), { ...rest, subject });
    return statements.finish();
}

function consumerOf(statements: Statements): TripleConsumer {
    const predicates = new Map<string, Predicate>();
    let current = '';
    return (subject, iri, object, line) => {
        if (subject !== current) {
            statements.begin(elementOf(statements, subject, line));
            current = subject;
        }
        if (iri === RDF_TYPE) {
            statements.classify(metaclassOf(object, line));
            return;
        }
        let predicate = predicates.get(iri);
        if (predicate === undefined) {
            predicates.set(iri, (predicate = predicateOf(statements, iri, line)));
        }
        if ('annotated' in predicate) {
            statements.annotate(predicate.annotated, annotationOf(object, line));
        } else {
            statements.state(predicate.property, valueOf(statements, object, line));
        }
    };
}

function elementOf(statements: Statements, iri: string, line: number): GraphElement {
    if (iri.startsWith(NAMESPACES.elmt)) {
        return statements.elementOf(iri.slice(NAMESPACES.elmt.length), 'element');
    }
    if (iri.startsWith(NAMESPACES.expr)) {
        return statements.elementOf(iri.slice(NAMESPACES.expr.length), 'node');
    }
    throw turtleError(line, `<${iri}> is not an element: its IRI must begin with ${NAMESPACES.elmt} or ${NAMESPACES.expr}`);
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
        throw turtleError(line, `the type <${iri}> is not a metaclass`);
    }
    throw turtleError(line, `the type "${object.literal}" is not a metaclass`);
}

function predicateOf(statements: Statements, iri: string, line: number): Predicate {
    if (iri.startsWith(NAMESPACES.sysml)) {
        return { property: statements.propertyOf(iri.slice(NAMESPACES.sysml.length)) };
    }
    if (iri.startsWith(NAMESPACES.sysx)) {
        return { property: statements.propertyOf(EXTENSION + iri.slice(NAMESPACES.sysx.length)) };
    }
    if (iri.startsWith(NAMESPACES.json)) {
        return { annotated: iri.slice(NAMESPACES.json.length) };
    }
    if (iri.startsWith(RETIRED_NAMESPACE)) {
        throw retiredTerm(RETIRED_NAMESPACE);
    }
    throw turtleError(line, `the predicate <${iri}> is not a property of the metamodel`);
}

function valueOf(statements: Statements, object: Term, line: number): Value {
    if ('iri' in object) {
        return elementOf(statements, object.iri, line);
    }
    const { literal, datatype, language } = object;
    if (language !== '') {
        throw turtleError(line, `the text "${literal}" has the language ${language}: texts of a model must have none`);
    }
    return statements.literalOf(literal, datatype, line);
}

function annotationOf(object: Term, line: number): string {
    // A plain literal has the datatype xsd:string, whether that is written or not (RDF 1.1 Concepts, 3.3).
    if ('iri' in object || !['', `${NAMESPACES.xsd}string`].includes(object.datatype) || object.language !== '') {
        throw turtleError(line, 'a json: annotation must be one plain literal');
    }
    return object.literal;
}
