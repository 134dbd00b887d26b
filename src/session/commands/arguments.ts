/** Parses `name(arguments) object` and evaluates the arguments, for commands that call something (contract: newest-operations 10). */
import { evaluate, type Run } from '../../runtime/evaluation/index.js';
import type { Value } from '../../runtime/values/index.js';
import type { Arguments } from '../../runtime/verification/index.js';
import { CellFailure } from '../answers/shown.js';
import type { Session } from '../session.js';
import { bare, wordsOf } from './command.js';

/** A name with the arguments of a call, and the remaining words. */
export interface Call {
    readonly name: string;
    /** texts of the arguments, each `expression` or `name=expression` */
    readonly texts: readonly string[];
    /** as it was written */
    readonly text: string;
    readonly rest: readonly string[];
}

/** Parses `name` or `name(a, p=b)` and the remaining words; undefined without a name. */
export function callOf(argument: string): Call | undefined {
    const [first, ...rest] = wordsOf(argument);
    if (first === undefined) {
        return undefined;
    }
    const match = /^((?:'(?:\\.|[^'\\])*'|[^('])+)\((.*)\)$/s.exec(first);
    return match === null
        ? { name: bare(first), texts: [], text: bare(first), rest }
        : { name: match[1], texts: splitArguments(match[2]), text: first, rest };
}

/** The arguments that words of a command line are: blanks separate them, commas may. */
export function argumentsOf(words: readonly string[]): string[] {
    return words.flatMap(splitArguments);
}

/** The arguments of a text, cut at commas outside brackets and quotes. */
function splitArguments(text: string): string[] {
    const parts: string[] = [];
    let [depth, at, quote] = [0, 0, ''];
    for (let i = 0; i < text.length; i++) {
        const c = text[i];
        if (quote !== '') {
            i += c === '\\' ? 1 : 0;
            quote = c === quote ? '' : quote;
        } else if (c === '"' || c === "'") {
            quote = c;
        } else if (c === ',' && depth === 0) {
            parts.push(text.slice(at, i));
            at = i + 1;
        } else {
            depth += '([{'.includes(c) ? 1 : ')]}'.includes(c) ? -1 : 0;
        }
    }
    return [...parts, text.slice(at)].map(p => p.trim()).filter(p => p !== '');
}

const NAMED = /^([\p{L}_][\p{L}\p{N}_]*|'(?:\\.|[^'\\])*')\s*=\s*(?!=)(.+)$/su;

/** The values of arguments in the scope of an element. @throws CellFailure for an argument without a value */
export function valuesOf(session: Session, run: Run, texts: readonly string[], contextId: string): Arguments {
    const positional: Value[] = [];
    const named = new Map<string, Value>();
    for (const text of texts) {
        const [, name, expression = text] = NAMED.exec(text) ?? [];
        const value = valueOf(session, run, expression, contextId);
        if (name === undefined) {
            positional.push(value);
        } else {
            named.set(name.replace(/^'(.*)'$/s, '$1'), value);
        }
    }
    return { positional, named };
}

/** @throws CellFailure */
export function valueOf(session: Session, run: Run, expression: string, contextId: string): Value {
    const { result, error = '', unknown, diagnostics = [] } = evaluate(run, { expression, contextId });
    if (result !== undefined) {
        return result;
    }
    const { message } = session.failed('EvaluationError', { error, unknown });
    throw new CellFailure('EvaluationError', [`${expression}: ${message}`, ...diagnostics.map(d => d.message)].join(': '));
}
