/**
 * Models in the element form of the standard's schema (contract: conversion 13.2): of each element all properties that its metaclass has,
 * in the order of the alphabet and nothing else. A property that cannot be told is left out, never invented. With UUIDs, as the standard
 * has it (KerML 10.4.6), the elements are those of the model: what is of the library is referred to by its id (10.4.4), without a stub.
 */
import type { Model } from '../../language/workspace/workspace.js';
import { RULES } from './rules.js';
import { buildWhole, type BuildOptions } from '../builder/build-graph.js';
import { writeStubs } from '../builder/stubs.js';
import type { GraphElement } from '../graph.js';
import { propertiesOf } from '../metamodel/facts.js';
import { wrapRoots } from '../json/wrapper.js';
import { beginObject, writeMember } from '../json/writer.js';
import { complete } from './completion.js';
import { Derivation } from './derivation.js';

/** Not in the standard's schema (contract 13.2). */
const NOT_IN_SCHEMA = new Set(['operand']);

/** A model with all derived properties, in pieces. @throws ConversionError for what the graph cannot carry */
export function* derivedPieces(model: Model, options: BuildOptions): Generator<string, void, undefined> {
    const builder = buildWhole(model, options, complete);
    const wrapping = wrapRoots(builder.graph);
    const derivation = new Derivation(builder, wrapping, options.idForm === 'uuid', RULES);
    let separator = '[\n';
    for (const elements of [wrapping.elements, builder.graph.elements]) {
        for (const element of elements) {
            // what is requested on the way follows: features for snapshots
            if (element.state === 'written' && !element.metaclass.includes(':')) {
                yield separator + objectOf(derivation, element);
                separator = ',\n';
            }
        }
    }
    if (options.idForm !== 'uuid') {
        writeStubs(builder);
    }
    for (const stub of options.idForm === 'uuid' ? [] : builder.graph.elements) {
        if (stub.state === 'stub') {
            const parts: string[] = [separator];
            separator = ',\n';
            beginObject(parts, stub);
            stub.properties.forEach((property, at) => writeMember(parts, stub, property, stub.objectAt(at)));
            yield `${parts.join('')}\n  }`;
        }
    }
    yield separator === ',\n' ? '\n]\n' : '[]\n';
}

function objectOf(derivation: Derivation, element: GraphElement): string {
    const parts: string[] = [];
    beginObject(parts, element);
    for (const { name, isMany } of propertiesOf(element.metaclass).values()) {
        const values = NOT_IN_SCHEMA.has(name) ? undefined : derivation.valuesOf(element, name);
        if (values === undefined) {
            continue;
        }
        if (values.length === 0) {
            parts.push(`,\n    ${JSON.stringify(name)}: ${isMany ? '[]' : 'null'}`);
        } else {
            writeMember(parts, element, name, isMany ? values : values[0]);
        }
    }
    return `${parts.join('')}\n  }`;
}
