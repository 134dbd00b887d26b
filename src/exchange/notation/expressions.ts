/**
 * Writes expressions as notation (contract: conversion 6), with parentheses only where precedence requires them. `canonical` writes the
 * declarations in their bodies.
 */
import { replaceEach } from '../../language/long-texts.js';
import { cannotConvert, ExpressionText, GraphElement, NumberText, type Value } from '../graph.js';
import { decimalOf } from '../numbers.js';
import type { CanonicalNotation } from './form.js';
import { ElementName, joined, type Piece, type Pieces, scalarText, unresolvedText } from './pieces.js';
import { withArticle } from '../../language/semantics/metaclass.js';

/** The precedence of a form (KerML Table 6), loosest first. */
const enum Level {
    Conditional = 1,
    Unary = 14,
    Primary = 16
}

const OPERATORS: readonly (readonly string[])[] = [
    ['??'],
    ['implies'],
    ['|', 'or'],
    ['xor'],
    ['&', 'and'],
    ['==', '!=', '===', '!=='],
    ['istype', 'hastype', '@', '@@', 'as', 'meta'],
    ['<', '>', '<=', '>='],
    ['..'],
    ['+', '-'],
    ['*', '/', '%'],
    ['**', '^']
];
const LEVELS: ReadonlyMap<string, number> = new Map(OPERATORS.flatMap((operators, i) => operators.map(o => [o, i + 2] as const)));
const POWER = LEVELS.get('**')!;
const UNARY: ReadonlySet<string> = new Set(['+', '-', '~', 'not']);
const CLASSIFICATIONS: ReadonlySet<string> = new Set(['istype', 'hastype', '@', '@@', 'as', 'meta']);

interface Written {
    readonly level: number;
    readonly pieces: Pieces;
}

const primary = (...pieces: Piece[]): Written => ({ level: Level.Primary, pieces });

/** The notation of an expression. @throws ConversionError for an incomplete node */
export function expressionPieces(canonical: CanonicalNotation, value: Value | undefined): Pieces {
    return written(canonical, value).pieces;
}

/** The notation of an expression, in parentheses unless it is primary. */
export function primaryPieces(canonical: CanonicalNotation, value: Value | undefined): Pieces {
    return within(canonical, value, Level.Primary);
}

/** An expression, in parentheses unless it binds at least as tightly as the level. */
function within(canonical: CanonicalNotation, value: Value | undefined, level: number): Pieces {
    const { level: own, pieces } = written(canonical, value);
    return own >= level ? pieces : ['(', ...pieces, ')'];
}

function written(canonical: CanonicalNotation, value: Value | undefined): Written {
    if (value instanceof ExpressionText || typeof value === 'string') {
        return { level: 0, pieces: [value instanceof ExpressionText ? value.text : value] };
    }
    if (!(value instanceof GraphElement)) {
        throw cannotConvert('an expression', 'its node is missing');
    }
    const form = FORMS[value.metaclass];
    if (form === undefined) {
        throw cannotConvert(`the expression ${value.id}`, `there is no notation for ${withArticle(value.metaclass)}`);
    }
    return form(canonical, value);
}

type Form = (canonical: CanonicalNotation, element: GraphElement) => Written;

function refusal(element: GraphElement, why: string): Error {
    return cannotConvert(`the expression ${element.id}`, why);
}

const argumentsOf = (element: GraphElement): readonly Value[] => element.all('argument');

function argument(element: GraphElement, i: number): Value {
    const value = argumentsOf(element).at(i);
    if (value === undefined) {
        throw refusal(element, `its operand ${i + 1} is missing`);
    }
    return value;
}

/** The reference in the first of the properties that the element states. */
function reference(canonical: CanonicalNotation, element: GraphElement, ...properties: readonly string[]): Pieces {
    const value = properties.map(p => element.get(p)).find(v => v !== undefined);
    if (value === undefined) {
        throw refusal(element, `its ${properties[0]} is missing`);
    }
    return canonical.reference(value);
}

/** The last step of a chain: a name that is resolved in the type of the preceding steps. */
function step(canonical: CanonicalNotation, element: GraphElement, property: string): Pieces {
    const value = element.get(property);
    if (value instanceof GraphElement) {
        return [new ElementName(value, 'step')];
    }
    return reference(canonical, element, property);
}

function literal(text: (element: GraphElement, value: Value) => string): Form {
    return (_canonical, element) => {
        const value = element.get('value');
        if (value === undefined) {
            throw refusal(element, 'the literal has no value');
        }
        return primary(text(element, value));
    };
}

const STRING_ESCAPES: Readonly<Record<string, string>> = {
    '"': '\\"',
    '\\': '\\\\',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\b': '\\b',
    '\f': '\\f'
};

export function stringToken(text: string): string {
    return `"${replaceEach(text, /["\\\n\r\t\b\f]/g, c => STRING_ESCAPES[c])}"`;
}

/** The token of a number. Signs, infinities and NaN are not part of a literal. */
function numberToken(element: GraphElement, value: Value): string {
    const text = value instanceof NumberText ? decimalOf(value) : scalarText(value);
    if (!/^[\d.]/.test(text) || !/^\d*\.?\d*(?:[eE][+-]?\d+)?$/.test(text)) {
        throw refusal(element, `${text} is not a literal${/^[+-]/.test(text) ? ': a sign is an operator' : ''}`);
    }
    if (element.metaclass === 'LiteralInteger') {
        return text;
    }
    const padded = text.endsWith('.') ? `${text}0` : text;
    return /[.eE]/.test(padded) ? padded : `${padded}.0`;
}

/** The arguments of an invocation from an index on, in parentheses; named arguments with their names. */
function callArguments(canonical: CanonicalNotation, element: GraphElement, from: number): Pieces {
    const inputs = element.elements('input');
    const list = argumentsOf(element)
        .slice(from)
        .map((value, i): Pieces => {
            const name = inputs[i + from]?.text('sysx:argumentName');
            const label = name === undefined ? [] : [`${unresolvedText(name, canonical.language)} = `];
            return [...label, ...expressionPieces(canonical, value)];
        });
    return ['(', ...joined(list, ', '), ')'];
}

/**
 * The `Expression` that a feature reference expression owns, for a body or the name of a function; undefined if the expression refers to a
 * feature.
 */
function ownedReferent(value: Value): GraphElement | undefined {
    const referent =
        value instanceof GraphElement && value.metaclass === 'FeatureReferenceExpression' ? value.element('referent') : undefined;
    return referent?.metaclass === 'Expression' && referent.base === 'node' ? referent : undefined;
}

/** The elements of a list expression, separated by commas, or a single expression. */
function listOf(canonical: CanonicalNotation, value: Value): Pieces {
    return value instanceof GraphElement && value.get('operator') === ','
        ? joined(
              argumentsOf(value).map(v => expressionPieces(canonical, v)),
              ', '
          )
        : expressionPieces(canonical, value);
}

function operatorExpression(canonical: CanonicalNotation, element: GraphElement): Written {
    const operator = element.text('operator');
    const operands = argumentsOf(element);
    switch (operator) {
        case undefined:
            throw refusal(element, 'the operator expression has no operator');
        case 'if':
            return {
                level: Level.Conditional,
                pieces: [
                    'if ',
                    ...within(canonical, argument(element, 0), 2),
                    ' ? ',
                    ...within(canonical, argument(element, 1), 2),
                    ' else ',
                    ...expressionPieces(canonical, argument(element, 2))
                ]
            };
        case ',':
            return primary('(', ...listOf(canonical, element), ')');
        case '[':
            return primary(
                ...within(canonical, argument(element, 0), Level.Primary),
                ' [',
                ...listOf(canonical, argument(element, 1)),
                ']'
            );
        case '#':
            return primary(
                ...within(canonical, argument(element, 0), Level.Primary),
                '#(',
                ...listOf(canonical, argument(element, 1)),
                ')'
            );
        case 'all':
            return { level: Level.Unary, pieces: ['all ', ...reference(canonical, element, 'sysx:typeArgument')] };
        default:
    }
    if (CLASSIFICATIONS.has(operator)) {
        const type = reference(canonical, element, 'sysx:typeArgument');
        const level = LEVELS.get(operator)!;
        return operands.length === 0
            ? { level: Level.Unary, pieces: [`${operator} `, ...type] }
            : { level, pieces: [...within(canonical, operands[0], level), ` ${operator} `, ...type] };
    }
    if (operands.length === 1 && UNARY.has(operator)) {
        const operand = within(canonical, operands[0], Level.Unary);
        const isWord = operator === 'not';
        const isSigned = typeof operand[0] === 'string' && /^[+\-~]/.test(operand[0]);
        return { level: Level.Unary, pieces: [operator, ...(isWord || isSigned ? [' '] : []), ...operand] };
    }
    const level = LEVELS.get(operator);
    if (level === undefined || operands.length !== 2) {
        throw refusal(element, `the notation has no operator '${operator}' with ${operands.length} operand(s)`);
    }
    const isPower = level === POWER;
    return {
        level,
        pieces: [
            ...within(canonical, operands[0], isPower ? Level.Primary : level),
            ` ${operator} `,
            ...within(canonical, operands[1], isPower ? level : level + 1)
        ]
    };
}

function invocation(canonical: CanonicalNotation, element: GraphElement): Written {
    const receiver = element.get('operand');
    const operands = argumentsOf(element);
    if (receiver === undefined) {
        return primary(...reference(canonical, element, 'function'), ...callArguments(canonical, element, 0));
    }
    if (receiver !== operands[0]) {
        const callee = element.has('function') ? ['.', ...step(canonical, element, 'function')] : [];
        return primary(...within(canonical, receiver, Level.Primary), ...callee, ...callArguments(canonical, element, 0));
    }
    const called: Pieces = [...within(canonical, receiver, Level.Primary), '->', ...reference(canonical, element, 'function')];
    const owned = operands.length === 2 ? ownedReferent(operands[1]) : undefined;
    if (owned === undefined) {
        return primary(...called, ...callArguments(canonical, element, 1));
    }
    return primary(...called, ' ', ...referentPieces(canonical, owned));
}

/** A body in braces, or the name of a function as an argument. */
function referentPieces(canonical: CanonicalNotation, referent: GraphElement): Pieces {
    return referent.has('sysx:hasBody') ? canonical.bodyExpression(referent) : canonical.reference(referent.get('type') ?? '');
}

function chained(separator: string): Form {
    return (canonical, element) =>
        primary(...within(canonical, argument(element, 0), Level.Primary), separator, ...expressionPieces(canonical, argument(element, 1)));
}

const FORMS: Readonly<Record<string, Form>> = {
    NullExpression: () => primary('null'),
    LiteralInfinity: () => primary('*'),
    LiteralBoolean: literal((_e, value) => scalarText(value)),
    LiteralString: literal((_e, value) => stringToken(scalarText(value))),
    LiteralInteger: literal(numberToken),
    LiteralRational: literal(numberToken),
    FeatureReferenceExpression(canonical, element) {
        const owned = ownedReferent(element);
        return primary(...(owned === undefined ? reference(canonical, element, 'referent') : referentPieces(canonical, owned)));
    },
    FeatureChainExpression: (canonical, element) =>
        primary(...within(canonical, argument(element, 0), Level.Primary), '.', ...step(canonical, element, 'targetFeature')),
    MetadataAccessExpression: (canonical, element) =>
        primary(
            ...(element.has('referencedElement')
                ? reference(canonical, element, 'referencedElement')
                : within(canonical, argument(element, 0), Level.Primary)),
            '.metadata'
        ),
    CollectExpression: chained('.'),
    SelectExpression: chained('.?'),
    OperatorExpression: operatorExpression,
    IndexExpression: operatorExpression,
    InvocationExpression: invocation,
    ConstructorExpression: (canonical, element) =>
        primary('new ', ...reference(canonical, element, 'instantiatedType', 'function'), ...callArguments(canonical, element, 0)),
    TriggerInvocationExpression: (canonical, element) => ({
        level: 0,
        pieces: [`${element.text('kind') ?? ''} `, ...expressionPieces(canonical, argument(element, 0))]
    }),
    Expression: (canonical, element) => primary(...canonical.bodyExpression(element))
};
