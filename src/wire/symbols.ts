// Encodes facts about elements.

import { create } from '@bufbuild/protobuf';
import type { SymbolFacts } from '../language/symbols/symbol.js';
import { EvaluationError, integer, parseRational, real, toDouble } from '../runtime/values/index.js';
import { SymbolInfoSchema, type SymbolInfo, type Value as WireValue } from './generated/sysml_pb.js';
import { encodeValue } from './value.js';

export type { SymbolFacts } from '../language/symbols/symbol.js';

type Attribute = SymbolFacts['attributes'][number];

/** Encodes the facts about an element. */
export function encodeSymbol(facts: SymbolFacts): SymbolInfo {
    return create(SymbolInfoSchema, {
        ...facts,
        attributes: facts.attributes.map(attribute => ({
            name: attribute.name,
            type: attribute.type,
            unit: attribute.unit,
            value: encodedConstant(attribute)
        }))
    });
}

/** Encodes a literal exactly, but a value of a Real attribute as a double. A literal beyond the numeric bounds has no value. */
function encodedConstant({ value: constant, type }: Attribute): WireValue | undefined {
    if (constant === undefined) {
        return undefined;
    }
    try {
        switch (constant.kind) {
            case 'boolean':
            case 'string':
                return encodeValue(constant.value);
            case 'integer':
                return encodeValue(integer(BigInt(constant.value)));
            case 'decimal': {
                const exact = parseRational(constant.value);
                return exact && encodeValue(type === 'Real' || type.endsWith('::Real') ? real(toDouble(exact)) : exact);
            }
        }
    } catch (error) {
        if (error instanceof EvaluationError) {
            return undefined;
        }
        throw error;
    }
}
