/** Passes the statements of a Turtle text, including annotations, to the assembler (contract: conversion 7, 12.2). */
import {
    cannotConvert,
    type ElementBase,
    ExpressionText,
    type Graph,
    type GraphElement,
    NumberText,
    numberValue,
    type NumberType,
    type Value
} from '../graph.js';
import { isKind, isMetaclassName } from '../metamodel/facts.js';
import { GraphAssembler } from '../reading/assembler.js';
import { isCurrentTerm } from '../reading/older.js';
import { ValueSet } from '../reading/value-set.js';
import { NAMESPACES } from '../vocabulary.js';
import { annotatedOrder } from './annotations.js';
import { turtleError } from './tokens.js';

/** A property by its name in graphs. */
export interface Property {
    readonly name: string;
    /** whether the name is current */
    readonly isCurrent: boolean;
}

/** The annotations of one property of an element. */
interface Annotation {
    /** the texts of the parsed annotations */
    readonly literals: string[];
    /** for each annotation that repeats the preceding values of the property: their number */
    readonly same: number[];
}

/** Takes the statements of a text in order, subject by subject. */
export class Statements {
    private readonly assembler = new GraphAssembler();
    private readonly types = new Map<GraphElement, string[]>();
    private readonly annotations = new Map<GraphElement, Map<string, Annotation>>();
    private element!: GraphElement;

    elementOf(key: string, base: ElementBase): GraphElement {
        return this.assembler.elementOf(key, base);
    }

    propertyOf(name: string): Property {
        return { name, isCurrent: isCurrentTerm(name) };
    }

    /** Begins or continues a subject. @throws ConversionError for an invalid id */
    begin(element: GraphElement): void {
        this.element = element;
        this.assembler.subject(element);
    }

    classify(metaclass: string): void {
        const known = this.types.get(this.element);
        if (known === undefined) {
            this.types.set(this.element, [metaclass]);
        } else {
            known.push(metaclass);
        }
    }

    /** @throws ConversionError for a retired property */
    state({ name, isCurrent }: Property, value: Value): void {
        if (isCurrent) {
            this.assembler.emitCurrent(this.element, name, value);
        } else {
            this.assembler.state(this.element, name, value);
        }
    }

    /** Adds an annotation by its text. */
    annotate(property: string, literal: string): void {
        this.annotationOf(property).literals.push(literal);
    }

    /** Adds an annotation that lists the first `count` values of the property in their order. */
    annotateSame(property: string, count: number): void {
        this.annotationOf(property).same.push(count);
    }

    /** The value of a literal. @throws ReadingError naming the line, for a literal that a model cannot contain */
    literalOf(literal: string, datatype: string, line: number): Value {
        return valueOf(literal, datatype, line);
    }

    /** Makes the graph of all statements. @throws ConversionError if they are not the graph of a model */
    finish(): Graph {
        for (const [element, names] of this.types) {
            this.assembler.classify(element, mostSpecific(element, names));
        }
        this.annotations.forEach((own, element) => own.forEach((annotation, property) => this.order(element, property, annotation)));
        this.assembler.toSparse(true);
        return this.assembler.finish();
    }

    private annotationOf(property: string): Annotation {
        let own = this.annotations.get(this.element);
        if (own === undefined) {
            this.annotations.set(this.element, (own = new Map<string, Annotation>()));
        }
        let annotation = own.get(property);
        if (annotation === undefined) {
            own.set(property, (annotation = { literals: [], same: [] }));
        }
        return annotation;
    }

    /** Sorts the values of a property as its annotation lists them. If both are stated, they must agree. */
    private order(element: GraphElement, property: string, { literals, same }: Annotation): void {
        const refusal = (why: string): Error => cannotConvert(element.key, `its annotation json:${property} ${why}`);
        if (literals.length + same.length > 1) {
            throw refusal('is stated twice');
        }
        const stated = element.all(property);
        if (same.length > 0) {
            if (stated.length !== same[0]) {
                throw refusal('does not list the stated values');
            }
            return;
        }
        const texts = new Map(stated.flatMap(value => (value instanceof ExpressionText ? [[value.text, value]] : [])));
        const values = annotatedOrder(literals[0], element, key => this.assembler.elementOf(key), refusal).map(value =>
            typeof value === 'string' ? (texts.get(value) ?? value) : value
        );
        const known = new ValueSet(stated);
        const isEqual = stated.length === values.length && values.every(value => known.has(value));
        if (stated.length > 0 && !isEqual) {
            throw refusal('does not list the stated values');
        }
        element.set(property, values);
    }
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

function valueOf(literal: string, datatype: string, line: number): Value {
    if (datatype === '' || datatype === `${XSD}string`) {
        return literal;
    }
    if (datatype === EXPRESSION) {
        return new ExpressionText(literal);
    }
    if (datatype === `${XSD}boolean`) {
        if (!Object.hasOwn(BOOLEANS, literal)) {
            throw turtleError(line, `"${literal}" is not an xsd:boolean`);
        }
        return BOOLEANS[literal];
    }
    const number = NUMBERS.get(datatype);
    if (number === undefined) {
        throw turtleError(line, `a model has no values of the datatype <${datatype}>, such as "${literal}"`);
    }
    if (!number.form.test(literal) || (number.type === 'int' && Number(literal) !== (Number(literal) | 0))) {
        throw turtleError(line, `"${literal}" is not a value of ${datatype.replace(XSD, 'xsd:')}`);
    }
    return number.type === 'integer' ? numberValue(literal, 'integer') : new NumberText(literal, number.type);
}

/** The most specific of several metaclasses (5.6), which must specialize all others. */
function mostSpecific(element: GraphElement, names: readonly string[]): string {
    const distinct = [...new Set(names)];
    const found = distinct.find(name => distinct.every(other => name === other || (isMetaclassName(other) && isKind(name, other))));
    if (found === undefined) {
        throw cannotConvert(element.key, `none of its types ${distinct.join(', ')} specializes all the others`);
    }
    return found;
}
