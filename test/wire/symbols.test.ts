/** The constants of attributes on the wire (contract: wire 4.2): a row is the type and value of an attribute, and the value in JSON. */
import { type JsonObject, type JsonValue, toJson } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { symbolInfo } from '../../src/language/symbols/symbol.js';
import { SymbolInfoSchema } from '../../src/wire/generated/sysml_pb.js';
import { encodeSymbol } from '../../src/wire/symbols.js';
import { modelOf } from '../views/rendering.js';

test.each<readonly [attribute: string, value: JsonValue | undefined]>([
    [': Integer', undefined],
    [': Integer = 3', { intValue: '3' }],
    [': Integer = 12345678901234567890', { bigIntValue: '12345678901234567890' }],
    [': Boolean = true', { boolValue: true }],
    [': Boolean = false', { boolValue: false }],
    [': String = "a"', { stringValue: 'a' }],
    [': String = ""', { stringValue: '' }],
    [': Real = 1.5', { realValue: 1.5 }],
    [': ScalarValues::Real = 0.1', { realValue: 0.1 }],
    // exact, as a double where one is
    [': Rational = 1.5', { realValue: 1.5 }],
    [': Rational = 0.1', { rationalValue: { numerator: '1', denominator: '10' } }],
    ['= 0.1', { rationalValue: { numerator: '1', denominator: '10' } }],
    [': Real = 1 + 2', undefined],
    [': Integer = 1 + 2', undefined]
])('attribute a %s', (attribute, value) => {
    const facts = symbolInfo(modelOf(`part def P { attribute a ${attribute}; }`), 'T::P')!;
    const { attributes } = toJson(SymbolInfoSchema, encodeSymbol(facts)) as { attributes: JsonObject[] };
    expect(attributes.map(a => [a.name, a.value])).toEqual([['a', value]]);
});
