/** Translates expression trees (UML Expression) to notation (contract: migration 8.2). Rejects unknown operators. */
import { type Declaration, Name, type Text } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import { calledFunction, isFunction } from './functions.js';
import { opaqueExpression } from './opaque.js';
import { grouped, demandBoolean, demandNumber, resultOf, scalarOf, type Typed } from './scalars.js';
import { memberOf, type Scope, type ValueText } from './scope.js';
import { translated, Untranslatable } from './untranslatable.js';

/** Operators by sign or lower-case name. */
const OPERATORS: Readonly<Partial<Record<string, string>>> = {
    '+': '+',
    plus: '+',
    add: '+',
    '-': '-',
    minus: '-',
    subtract: '-',
    '*': '*',
    times: '*',
    multiply: '*',
    '/': '/',
    divide: '/',
    '%': '%',
    mod: '%',
    '**': '**',
    '^': '**',
    power: '**',
    pow: '**',
    '=': '==',
    '==': '==',
    equal: '==',
    equals: '==',
    '!=': '!=',
    '<>': '!=',
    notequal: '!=',
    '<': '<',
    less: '<',
    lessthan: '<',
    '>': '>',
    greater: '>',
    greaterthan: '>',
    '<=': '<=',
    lessorequal: '<=',
    '>=': '>=',
    greaterorequal: '>=',
    and: 'and',
    '&&': 'and',
    or: 'or',
    '||': 'or'
};
/** Operators that may have more than two operands. */
const CHAINED = new Set(['+', '*', 'and', 'or']);
const NEGATIONS: Readonly<Partial<Record<string, string>>> = { '-': '-', minus: '-', not: 'not ', '!': 'not ' };

/** Greatest depth of a tree, because the parser of the notation is recursive, too. */
const MAX_DEPTH = 100;

/** Functions that translate the leaves of a tree. */
export interface Leaves {
    readonly scope: Scope;
    /** translates a literal, an instance or opaque text */
    readonly value: (element: UmlElement) => ValueText;
    readonly declarationOf: (element: UmlElement | undefined) => Declaration | undefined;
}

/** Translates a whole tree to an expression, or returns the reason why it cannot. */
export function treeText(tree: UmlElement, leaves: Leaves, depth = 0): ValueText {
    if (depth > MAX_DEPTH) {
        return { reason: `the expression is nested more than ${MAX_DEPTH} deep` };
    }
    if (tree.metaclass === 'ElementValue') {
        return featureText(tree.ref('element'), leaves);
    }
    if (tree.metaclass === 'StringExpression') {
        return { reason: 'strings put together from parts are not translated' };
    }
    if (tree.metaclass !== 'Expression') {
        return leaves.value(tree);
    }
    const symbol = (tree.value('symbol') ?? tree.name).trim();
    const operands: Typed[] = [];
    for (const operand of operandsOf(tree)) {
        const result = treeText(operand, leaves, depth + 1);
        if ('reason' in result) {
            return result;
        }
        operands.push({ text: result.text, type: result.type });
    }
    return translated(() => combined(symbol, operands, leaves.scope));
}

const OPERAND = /^(operand|subExpression)$/;

function operandsOf(tree: UmlElement): UmlElement[] {
    return tree.owned.filter(({ role, metaclass }) => OPERAND.test(role) || metaclass === 'ElementValue');
}

function combined(symbol: string, operands: readonly Typed[], scope: Scope): ValueText {
    if (operands.length === 0) {
        return symbol === '' ? { reason: 'the tree has neither a symbol nor operands' } : opaqueExpression(symbol, scope);
    }
    if (symbol === '' && operands.length === 1) {
        return operands[0];
    }
    const key = symbol.toLowerCase().replace(/[\s_]/g, '');
    const negation = operands.length === 1 && Object.hasOwn(NEGATIONS, key) ? NEGATIONS[key] : undefined;
    if (negation !== undefined) {
        const [{ text, type }] = operands;
        (negation === '-' ? demandNumber : demandBoolean)(type, symbol);
        return { text: [negation, ...grouped(text)], type };
    }
    const operator = Object.hasOwn(OPERATORS, key) ? OPERATORS[key] : undefined;
    if (operator !== undefined && (operands.length === 2 || (operands.length > 2 && CHAINED.has(operator)))) {
        return {
            text: operands.flatMap(({ text }, i): Text => [i === 0 ? '' : ` ${operator} `, ...grouped(text)]),
            type: typeOf(operator, operands)
        };
    }
    const called = [symbol, key].find(isFunction);
    return called === undefined
        ? { reason: `'${symbol}' with ${operands.length} operands in a tree of expressions is not translated` }
        : calledFunction(called, operands);
}

function typeOf(operator: string, operands: readonly Typed[]): Typed['type'] {
    const type = operands.map(operand => operand.type).reduce((left, right) => resultOf(operator, left, right));
    if (operator === '+' && type === 'String') {
        throw new Untranslatable('texts put together in a tree of expressions are not translated');
    }
    return type;
}

/** Translates a reference to a feature that is a member in scope, or to an enumeration literal or an individual. */
function featureText(element: UmlElement | undefined, { scope, declarationOf }: Leaves): ValueText {
    const declaration = declarationOf(element);
    if (declaration === undefined || declaration.name === '') {
        return { reason: `the feature ${element?.name ?? ''} that the tree names is not written` };
    }
    const isInReach = scope.bodies.some(body => memberOf(body, element!.name) === declaration);
    return isInReach || declaration.owner?.kind === 'enum' || declaration.isDefinition
        ? { text: [new Name(declaration)], type: declaration.isDefinition ? undefined : scalarOf(declaration) }
        : { reason: `the feature ${element!.name} that the tree names is not in reach` };
}

/** Metaclasses of elements that, without a symbol or a target, reference nothing. */
const NAMELESS = new Set(['Expression', 'ElementValue', 'LiteralString']);

/** Whether a tree only serves presentation: it has no symbols, and no leaf references anything. */
export function isPresentation(tree: UmlElement): boolean {
    const open = [tree];
    for (const part of open) {
        const names = part.metaclass === 'ElementValue' && part.ref('element') !== undefined;
        const says = (part.value('symbol') ?? part.values('body').join('')).trim() !== '';
        if (names || says || !NAMELESS.has(part.metaclass)) {
            return false;
        }
        open.push(...operandsOf(part));
    }
    return tree.metaclass === 'Expression';
}
