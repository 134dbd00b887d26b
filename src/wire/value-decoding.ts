// Decodes wire values to values of the runtime, with every refusal of the contract. `ValueNames` resolves names in the model. A fault is
// reported in the response; the operation adds the argument.

import {
    ArrayValue,
    complex,
    Complex,
    divideUnits,
    INFINITY,
    integer,
    MeasurementRef,
    multiplyUnits,
    parseRational,
    powerOfUnit,
    Quantity,
    rational,
    rationalOfDouble,
    Rational,
    Real,
    real,
    repeatedMembers,
    Sequence,
    setOf,
    TensorQuantity,
    termsEqual,
    Unit,
    unitTerm,
    Vector,
    VectorQuantity,
    nearestDouble,
    divideRationals,
    ONE,
    type EnumLiteral,
    type FunctionValue,
    type Integer,
    type Metaobject,
    type Num,
    type RealNumber,
    type UnitSystem,
    type UnitTerm,
    type Value
} from '../runtime/values/index.js';
import type {
    MeasurementRef as WireMeasurementRef,
    Metaobject as WireMetaobject,
    Quantity as WireQuantity,
    Rational as WireRational,
    UnitTerm as WireUnitTerm,
    Value as WireValue
} from './generated/sysml_pb.js';
import { invalidArgument } from './status.js';
import { fitsInt64 } from './value.js';
import { withArticle } from '../language/semantics/metaclass.js';

/** A value that cannot be decoded; reported in the response. */
export class ValueFault extends Error {
    override readonly name = 'ValueFault';
}

/** Resolves the names in values. */
export interface ValueNames {
    readonly units: UnitSystem;
    /** the declared unit of a name or short name; undefined for an unknown name, `other` for an element that is not a unit */
    unitNamed(name: string): Unit | 'other' | undefined;
    calcNamed(id: string): FunctionValue | undefined;
    elementNamed(id: string): Metaobject | 'ambiguous' | undefined;
    literalNamed(id: string): EnumLiteral | undefined;
}

/**
 * Decodes a value; one without an arm is `null`.
 * @throws ValueFault
 * @throws Refusal invalid_argument for `undetermined`
 */
export function decodeValue(value: WireValue | undefined, names: ValueNames): Value {
    const arm = value?.kind ?? { case: undefined };
    switch (arm.case) {
        case undefined:
            return null;
        case 'null':
            return arm.value === '' ? null : fault(`null with a reason is only answered: ${arm.value}`);
        case 'intValue':
            return integer(arm.value);
        case 'bigIntValue':
            return bigInteger(arm.value);
        case 'realValue':
            return realOf(arm.value);
        case 'rationalValue':
            return rationalOf(arm.value);
        case 'boolValue':
        case 'stringValue':
            return arm.value;
        case 'infinity':
            return arm.value ? INFINITY : fault('infinity is always true');
        case 'unset':
            return fault('unset is not a value a caller can supply');
        case 'undetermined':
            throw invalidArgument('an undetermined value can be answered but not sent');
        case 'instanceId':
            return fault(`instance ${arm.value} names nothing that the call holds`);
        case 'complex':
            return complexOf(arm.value.real, arm.value.imaginary);
        case 'sequence':
            return new Sequence(arm.value.elements.map(element => decodeValue(element, names)));
        case 'set':
            return decodeSet(arm.value.elements, names);
        case 'array': {
            const dimensions = extents(arm.value.dimensions, arm.value.elements.length, 'array', 'elements');
            return new ArrayValue(
                dimensions,
                arm.value.elements.map(element => decodeValue(element, names))
            );
        }
        case 'vector':
            return new Vector(arm.value.components.map(component));
        case 'quantity':
            return decodeQuantity(arm.value, names);
        case 'vectorQuantity':
            return arm.value.components.length > 0
                ? new VectorQuantity(arm.value.components.map(quantity => decodeQuantity(quantity, names)))
                : fault('vector quantity has no component');
        case 'tensorQuantity': {
            const dimensions = extents(arm.value.dimensions, arm.value.components.length, 'tensor', 'components');
            return new TensorQuantity(
                dimensions,
                arm.value.components.map(quantity => decodeQuantity(quantity, names))
            );
        }
        case 'measurementRef':
            return new MeasurementRef(referencedUnit(arm.value, names));
        case 'enumLiteral':
            return names.literalNamed(arm.value.literalId) ?? fault(`${arm.value.literalId} is not an enumeration literal of this model`);
        case 'function':
            return arm.value.selfId === 0n
                ? (names.calcNamed(arm.value.calcId) ?? fault(`function names no calc of this model: ${arm.value.calcId}`))
                : fault(`function names no calc of this model: ${arm.value.calcId} read off object ${arm.value.selfId}`);
        case 'metaobject':
            return metaobject(arm.value, names);
    }
}

function fault(message: string): never {
    throw new ValueFault(message);
}

const CANONICAL = /^(0|-?[1-9]\d*)$/;

/** A canonical decimal integer outside the range of int64. */
function bigInteger(text: string): Integer {
    if (!CANONICAL.test(text)) {
        return fault(`big Integer is not canonical: "${text}"`);
    }
    const value = BigInt(text);
    return fitsInt64(value) ? fault(`big Integer fits int64: ${text}`) : integer(value);
}

function realOf(value: number): Real {
    return Number.isFinite(value) ? real(value) : fault(`Real is not finite: ${value}`);
}

function complexOf(re: number, im: number): Complex {
    return Number.isFinite(re) && Number.isFinite(im) ? complex(re, im) : fault(`complex number is not finite: ${re}, ${im}`);
}

/** A rational with canonical parts, in lowest terms, with a positive denominator. */
function rationalOf({ numerator, denominator }: WireRational): Rational {
    if (!CANONICAL.test(numerator) || !CANONICAL.test(denominator)) {
        return fault(`Rational is not canonical: ${numerator}/${denominator}`);
    }
    const [num, den] = [integer(BigInt(numerator)), integer(BigInt(denominator))];
    if (den <= 0) {
        return fault(`Rational has a denominator that is not positive: ${numerator}/${denominator}`);
    }
    const reduced = rational(num, den);
    return reduced.num === num && reduced.den === den ? reduced : fault(`Rational is not in lowest terms: ${numerator}/${denominator}`);
}

function component(value: WireValue, index: number): RealNumber {
    const { kind } = value;
    switch (kind.case) {
        case 'intValue':
            return integer(kind.value);
        case 'bigIntValue':
            return bigInteger(kind.value);
        case 'rationalValue':
            return rationalOf(kind.value);
        case 'realValue':
            return realOf(kind.value);
        default:
            return fault(`vector component is not a number: component ${index + 1}`);
    }
}

function decodeSet(elements: readonly WireValue[], names: ValueNames): Value {
    const members = elements.map(element => decodeValue(element, names));
    const [repeated] = repeatedMembers(members);
    return repeated ? fault(`set element is repeated: element ${repeated.join(', ')}`) : setOf(members);
}

/** Checks that dimensions are positive and that their product is `count`. Rank 0 has one element. */
function extents(dimensions: readonly bigint[], count: number, what: string, parts: string): number[] {
    dimensions.forEach((extent, index) => extent > 0n || fault(`${what} dimension is not positive: dimension ${index + 1} is ${extent}`));
    const product = dimensions.reduce((size, extent) => size * extent, 1n);
    return product === BigInt(count)
        ? dimensions.map(Number)
        : fault(`${what} ${parts} do not fill its dimensions: ${count} for ${dimensions.join(' x ') || 'rank 0'}`);
}

function metaobject({ elementId, metaclassId }: WireMetaobject, names: ValueNames): Metaobject {
    const found = names.elementNamed(elementId);
    if (found === undefined || elementId === '') {
        return fault(`metaobject names no element of this model: ${elementId}`);
    }
    if (found === 'ambiguous') {
        return fault(`metaobject names several elements of this model: ${elementId} is ambiguous`);
    }
    return metaclassId === '' || metaclassId === found.metaclassId || isNamed(metaclassId, found.metaclassId, names)
        ? found
        : fault(`metaclass_id is not the element's metaclass: ${metaclassId} for ${elementId}, which is ${withArticle(found.metaclassId)}`);
}

/** Whether another spelling of a name (`SysML::PartUsage`) resolves to the element with the qualified name. */
function isNamed(spelling: string, qualifiedName: string, names: ValueNames): boolean {
    const named = names.elementNamed(spelling);
    return named !== undefined && named !== 'ambiguous' && named.elementId === qualifiedName;
}

/** Decodes a quantity. @throws ValueFault */
export function decodeQuantity(quantity: WireQuantity, names: ValueNames): Quantity {
    const { magnitude } = quantity;
    const number = ((): Num => {
        switch (magnitude.case) {
            case 'intMagnitude':
                return integer(magnitude.value);
            case 'bigIntMagnitude':
                return bigInteger(magnitude.value);
            case 'rationalMagnitude':
                return rationalOf(magnitude.value);
            case 'realMagnitude':
                return realOf(magnitude.value);
            case undefined:
                return fault('quantity has no magnitude');
        }
    })();
    return new Quantity(number, decodeUnit(quantity.unit, quantity.unitTerm, names));
}

function referencedUnit({ unit, unitTerm: term, unitId }: WireMeasurementRef, names: ValueNames): Unit {
    if (unitId === '') {
        return decodeUnit(unit, term, names);
    }
    const declared = names.unitNamed(unitId);
    if (declared === undefined || declared === 'other') {
        return fault(`not a measurement unit: ${unitId}`);
    }
    const sent = term && wireTerm(term, names);
    if (!sent) {
        return fault(`unit carries no reduction to base units: ${unit || unitId}`);
    }
    return agrees(declared.term, sent)
        ? unit === ''
            ? declared
            : declared.withText(unit)
        : fault(`unit as written does not reduce to its unit_term: ${unit || unitId}`);
}

/** Decodes a unit from its text and its reduction, which must agree; from the reduction alone if there is no text. */
function decodeUnit(text: string, term: WireUnitTerm | undefined, names: ValueNames): Unit {
    if (text === '' || text === '1') {
        return term ? unitOfTerm(wireTerm(term, names), names) : names.units.one;
    }
    if (!term) {
        return fault(`unit carries no reduction to base units: ${text}`);
    }
    const sent = wireTerm(term, names);
    const written = new UnitReader(text, names).read();
    return agrees(written.term, sent) ? written.withText(text) : fault(`unit as written does not reduce to its unit_term: ${text}`);
}

/** A unit given by its reduction alone: composed of base units if the scale is 1, else without a text. */
function unitOfTerm(term: UnitTerm, names: ValueNames): Unit {
    const composed = names.units.compose(term.factors);
    return termsEqual(composed.term, term) ? composed : new Unit(names.units, { text: '', term, named: composed.named });
}

function wireTerm({ scaleNum, scaleDen, factors }: WireUnitTerm, names: ValueNames): UnitTerm {
    if (!Number.isFinite(scaleNum) || !Number.isFinite(scaleDen) || scaleNum / scaleDen <= 0 || scaleDen === 0) {
        return fault(`unit scale is not a usable ratio: ${scaleNum} / ${scaleDen}`);
    }
    return unitTerm(
        divideRationals(rationalOfDouble(scaleNum), rationalOfDouble(scaleDen)),
        factors.map(({ unitId, exponent }) => {
            const base = names.unitNamed(unitId);
            if (base === undefined) {
                return fault(`unknown base unit: ${unitId}`);
            }
            if (base === 'other') {
                return fault(`not a measurement unit: ${unitId}`);
            }
            return {
                unitId: base.unitId ?? unitId,
                exponent: Number.isFinite(exponent) ? rationalOfDouble(exponent) : fault(`unit exponent is not finite: ${exponent}`)
            };
        })
    );
}

/** Whether two reductions have the same dimension and scales that are equal up to the rounding of doubles. */
function agrees(declared: UnitTerm, sent: UnitTerm): boolean {
    return (
        termsEqual({ ...declared, scale: ONE }, { ...sent, scale: ONE }) &&
        Math.abs(nearestDouble(divideRationals(declared.scale, sent.scale)) - 1) < 1e-12
    );
}

/** Parses a unit expression: qualified names, `*`, `/`, powers with `**` or `^`, parentheses, `1`. */
class UnitReader {
    private readonly tokens: string[];
    private position = 0;

    constructor(
        private readonly text: string,
        private readonly names: ValueNames
    ) {
        this.tokens = text.match(/(?:'(?:\\.|[^'\\])*'|[^\s*/^():']+)(?:::(?:'(?:\\.|[^'\\])*'|[^\s*/^():']+))*|\*\*|[*/^()]/g) ?? [];
    }

    read(): Unit {
        const unit = this.product();
        return this.position === this.tokens.length ? unit : fault(`not a measurement unit: ${this.text}`);
    }

    private product(): Unit {
        let unit = this.power();
        for (let operator = this.tokens[this.position]; operator === '*' || operator === '/'; operator = this.tokens[this.position]) {
            this.position++;
            unit = (operator === '*' ? multiplyUnits : divideUnits)(unit, this.power());
        }
        return unit;
    }

    private power(): Unit {
        const base = this.atom();
        const operator = this.tokens[this.position];
        if (operator !== '**' && operator !== '^') {
            return base;
        }
        this.position++;
        return powerOfUnit(base, this.exponent()) ?? fault(`not a measurement unit: ${this.text}`);
    }

    private exponent(): Rational {
        const first = this.tokens[this.position++];
        let text = first ?? '';
        if (first === '(') {
            const close = this.tokens.indexOf(')', this.position);
            text = close < 0 ? '' : this.tokens.slice(this.position, close).join('');
            this.position = close + 1;
        }
        return parseRational(text) ?? fault(`not a measurement unit: ${this.text}`);
    }

    private atom(): Unit {
        const token = this.tokens[this.position++];
        if (token === '(') {
            const unit = this.product();
            return this.tokens[this.position++] === ')' ? unit : fault(`not a measurement unit: ${this.text}`);
        }
        if (token === '1') {
            return this.names.units.one;
        }
        const unit = token === undefined ? undefined : this.names.unitNamed(token);
        return unit === undefined || unit === 'other' ? fault(`not a measurement unit: ${token ?? this.text}`) : unit;
    }
}
