/** Quantities for people: their units and texts. Answers keep the units of the contract; this is for texts only. */
import type { AstNode } from '../../../language/generated/tree.js';
import { typesOf } from '../../../language/semantics/specialization.js';
import { isFeature, lastSegment } from '../../../language/semantics/structure.js';
import { parseExpression } from '../../../language/syntax/index.js';
import type { Run } from '../run.js';
import {
    EvaluationError,
    type Quantity,
    type Rational,
    Unit,
    type UnitSystem,
    convertQuantity,
    divideUnits,
    multiplyRationals,
    multiplyUnits,
    negateRational,
    parseRational,
    powerOfUnit,
    rationalsEqual,
    sameDimension
} from '../../values/index.js';

/**
 * A quantity in its readable unit: the first selected unit of its dimension; unchanged when the model wrote its unit; for a computed
 * quantity the unit of the feature's type (`N⋅m` of a torque), else the conventional one (`J`).
 * @param feature the feature that holds it
 */
export function readable(quantity: Quantity, wanted: readonly Unit[], feature: AstNode | undefined, run: Run | undefined): Quantity {
    const { unit } = quantity;
    const selected = wanted.find(u => isAlike(u, unit));
    if (selected !== undefined) {
        return convertQuantity(quantity, selected);
    }
    const isComputed = unit.named.length === 0 && unit === unit.system.coherent(unit);
    if (!isComputed) {
        return quantity;
    }
    const usual = unit.system.conventional(unit);
    const typed = unitOfFeature(feature, unit, run);
    // the library's `m⋅s⁻¹` of a speed is the usual `m/s`
    const isSpelling = typed?.text.includes('⁻') === true && usual.text.includes('/');
    return convertQuantity(quantity, typed === undefined || isSpelling ? usual : typed);
}

/**
 * Whether quantities in one unit may be written in another: they have the same dimension and, where units of dimension one cancel, the same
 * kind (`rad` differs from `sr`).
 */
export function isAlike(a: Unit, b: Unit): boolean {
    const [kinds, others] = [a, b].map(u => u.system.kindsOf(u));
    return (
        sameDimension(a.term, b.term) &&
        kinds.length === others.length &&
        kinds.every((f, i) => f.unitId === others[i].unitId && rationalsEqual(f.exponent, others[i].exponent))
    );
}

/** The coherent unit of a feature's type, if it has the dimension. */
function unitOfFeature(feature: AstNode | undefined, { term }: Unit, run: Run | undefined): Unit | undefined {
    const types = feature === undefined || run === undefined || !isFeature(feature) ? [] : typesOf(feature);
    return types
        .map(type => run!.unitOfQuantityType(type))
        .find(unit => unit !== undefined && sameDimension(unit.term, term) && rationalsEqual(unit.term.scale, term.scale));
}

/** A unit's text without the packages and quotes of its names: `SI::'m/s'` reads `m/s`. */
export function unitText({ text }: Unit): string {
    return text.replace(
        /(?:(?:'(?:\\.|[^'\\])*'|[\p{L}_][\p{L}\p{N}_]*)::)*('(?:\\.|[^'\\])*'|[\p{L}_][\p{L}\p{N}_]*)/gu,
        (_, name: string) => (name.startsWith("'") ? name.slice(1, -1).replace(/\\(.)/g, '$1') : name)
    );
}

/** Prefixes of the SI by their symbols. */
const PREFIXES: Readonly<Record<string, string>> = {
    T: '1e12',
    G: '1e9',
    M: '1e6',
    k: '1e3',
    h: '1e2',
    da: '1e1',
    d: '1e-1',
    c: '1e-2',
    m: '1e-3',
    µ: '1e-6',
    μ: '1e-6',
    n: '1e-9',
    p: '1e-12'
};

/** The unit of a name: a declared one, else a declared one with a prefix (`MPa`, `mN`). */
function unitOfName(name: string, system: UnitSystem): Unit | undefined {
    const declared = system.unitOfSimpleName(name);
    if (declared !== undefined) {
        return declared;
    }
    for (const [prefix, factor] of Object.entries(PREFIXES)) {
        const unit = name.startsWith(prefix) ? system.unitOfSimpleName(name.slice(prefix.length)) : undefined;
        if (unit !== undefined && !unit.isScale) {
            const scale = multiplyRationals(unit.term.scale, parseRational(factor)!);
            return new Unit(system, { text: name, term: { ...unit.term, scale }, named: unit.named });
        }
    }
    return undefined;
}

/**
 * The unit of a text: a name of a unit of the library or the model, with or without a prefix, or products, quotients and powers of these
 * (`km/h`, `kW*h`, `N·m`, `m**-1`, `s⁻²`).
 * @throws EvaluationError not a measurement unit
 */
export function unitNamed(text: string, system: UnitSystem): Unit {
    const named = unitOfName(text, system);
    if (named !== undefined) {
        return named.withText(text);
    }
    const { expression, diagnostics } = parseExpression(inAscii(text).replace(FACTOR, inQuotes), 'sysml');
    const unit = diagnostics.length > 0 || expression === undefined ? undefined : unitOf(expression, system);
    if (unit === undefined) {
        throw new EvaluationError('not a measurement unit', text);
    }
    return unit.withText(text);
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** A unit's text with the operators of the notation: `N·m⁻¹` is `N*m**(-1)`. */
const inAscii = (text: string): string =>
    text.replace(/[·⋅]/gu, '*').replace(/(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/gu, (_, sign: string, digits: string) => {
        const number = Array.from(digits, digit => SUPERSCRIPTS.indexOf(digit)).join('');
        return `**(${sign && '-'}${number})`;
    });

/** A name in quotes or a word between the operators of a unit's text. */
const FACTOR = /'(?:\\.|[^'\\])*'|[^\s'*/^()]+/gu;
const PLAIN = /^(?:'|::|-?\d|[\p{L}_][\p{L}\p{N}_:]*$)/u;
/** A factor in the notation: `°` needs quotes. */
const inQuotes = (factor: string): string => (PLAIN.test(factor) ? factor : `'${factor}'`);

function unitOf(expression: AstNode, system: UnitSystem): Unit | undefined {
    switch (expression.$type) {
        case 'FeatureReferenceExpression':
            return unitOfName(lastSegment(expression.text), system);
        case 'SequenceExpression': {
            const { elements } = expression;
            return elements.length === 1 ? unitOf(elements[0], system) : undefined;
        }
        case 'LiteralInteger':
            return expression.value === '1' ? system.one : undefined;
        case 'BinaryExpression': {
            const { operator, left, right } = expression;
            const base = unitOf(left, system);
            if (base !== undefined && (operator === '**' || operator === '^')) {
                const exponent = exponentOf(right);
                return exponent === undefined ? undefined : powerOfUnit(base, exponent);
            }
            const other = unitOf(right, system);
            if (base === undefined || other === undefined) {
                return undefined;
            }
            return operator === '*' ? multiplyUnits(base, other) : operator === '/' ? divideUnits(base, other) : undefined;
        }
        default:
            return undefined;
    }
}

/** The number of an exponent: an integer, optionally in parentheses or with a sign. */
function exponentOf(expression: AstNode): Rational | undefined {
    switch (expression.$type) {
        case 'LiteralInteger':
            return parseRational(expression.value);
        case 'SequenceExpression':
            return expression.elements.length === 1 ? exponentOf(expression.elements[0]) : undefined;
        case 'UnaryExpression': {
            const exponent = expression.operator === '-' ? exponentOf(expression.operand) : undefined;
            return exponent === undefined ? undefined : negateRational(exponent);
        }
        default:
            return undefined;
    }
}
