/** Reads the answers of solvers: S-expressions and the values in them. Does not depend on processes or models. */
import { type Integer, type Rational, divideRationals, integer, negateRational, parseRational, rational } from '../../values/index.js';

export type Expression = string | readonly Expression[];

/** Reads all S-expressions of an answer, except an incomplete one at the end. */
export function parseAnswers(text: string): readonly Expression[] {
    const tokens = text.match(/\(|\)|"(?:[^"]|"")*"|\|[^|]*\||[^\s()"|]+/g) ?? [];
    const top: Expression[] = [];
    const open: Expression[][] = [];
    for (const token of tokens) {
        if (token === '(') {
            open.push([]);
        } else if (token === ')') {
            const done = open.pop();
            if (done !== undefined) {
                (open.at(-1) ?? top).push(done);
            }
        } else {
            (open.at(-1) ?? top).push(token);
        }
    }
    return top;
}

/** Returns the text of the first `(error "…")` in an answer. */
export function errorIn(answers: readonly Expression[]): string | undefined {
    const error = answers.find((a): a is readonly Expression[] => Array.isArray(a) && a[0] === 'error');
    return error === undefined ? undefined : textOf(error[1]);
}

const textOf = (expression: Expression | undefined): string =>
    typeof expression === 'string' ? expression.replace(/^"|"$/g, '') : JSON.stringify(expression);

/** Returns the values that `get-value` wrote, by variable name. */
export function valuesIn(answer: Expression | undefined): ReadonlyMap<string, Expression> {
    const pairs = typeof answer === 'object' ? answer : [];
    return new Map(pairs.filter((p): p is readonly [string, Expression] => Array.isArray(p) && p.length === 2).map(([n, v]) => [n, v]));
}

/** Returns a number in an answer; undefined if it is not rational. */
export function rationalIn(expression: Expression): Rational | undefined {
    if (typeof expression === 'string') {
        return /^\d+(\.\d+)?$/.test(expression) ? (parseRational(expression) ?? rational(Number(expression), 1)) : undefined;
    }
    const [operator, ...operands] = expression;
    const [a, b] = operands.map(rationalIn);
    if (operator === '-' && operands.length === 1) {
        return a === undefined ? undefined : negateRational(a);
    }
    return operator === '/' && a !== undefined && b !== undefined ? divideRationals(a, b) : undefined;
}

export function integerIn(expression: Expression): Integer | undefined {
    if (typeof expression === 'string') {
        return /^\d+$/.test(expression) ? integer(BigInt(expression)) : undefined;
    }
    const [operator, digits] = expression;
    return operator === '-' && typeof digits === 'string' && /^\d+$/.test(digits) ? integer(-BigInt(digits)) : undefined;
}

export const booleanIn = (expression: Expression): boolean => expression === 'true';

/** Returns a string literal with its escapes and doubled quotation marks resolved. */
export function stringIn(expression: Expression): string {
    return typeof expression !== 'string'
        ? ''
        : expression
              .slice(1, -1)
              .replace(/""/g, '"')
              .replace(/\\u\{([0-9a-fA-F]+)\}|\\u([0-9a-fA-F]{4})/g, (_, braced?: string, plain?: string) =>
                  String.fromCodePoint(parseInt(braced ?? plain!, 16))
              );
}
