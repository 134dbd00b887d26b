/**
 * Words of a command line that bind parameters: `NAME=EXPR`, `NAME=FROM..TO[:STEP]`. Expressions are evaluated in the scope of the analysis
 * or calculation. Does not depend on commands or files.
 */
import type { Model } from '../../language/workspace/workspace.js';
import { startRun } from '../../runtime/behaviour/index.js';
import { evaluate, type RunOptions } from '../../runtime/evaluation/index.js';
import type { Value } from '../../runtime/values/index.js';
import type { SweepRange } from '../../runtime/verification/index.js';

/** One word before evaluation. */
export interface Binding {
    readonly name: string;
    /** the expression, or the bounds of a range */
    readonly texts: readonly string[];
}

const NAME = String.raw`(?:[\p{L}_][\p{L}\p{N}_]*|'(?:\\.|[^'\\])*')`;
const BINDING = new RegExp(String.raw`^(${NAME}(?:\.${NAME})*)\s*=\s*(?!=)(.+)$`, 'su');

/** The binding of a word; undefined for any other word. A path (`car.mass=1`) is also a binding, but it binds no parameter. */
export function bindingOf(word: string): Binding | undefined {
    const match = BINDING.exec(word);
    return match === null ? undefined : { name: match[1].replace(/^'(.*)'$/s, '$1'), texts: boundsOf(match[2]) };
}

/**
 * Splits a range: `1 [m]..5 [m]:2 [m]` is three texts, an expression without bounds is one. Dots and colons within brackets, names and
 * strings do not separate.
 */
function boundsOf(text: string): string[] {
    const dots = outsideOf(text, /^\.\./);
    if (dots === undefined) {
        return [text];
    }
    const end = text.slice(dots + 2);
    const colon = outsideOf(end, /^(?<!:):(?!:)/);
    return [text.slice(0, dots), ...(colon === undefined ? [end] : [end.slice(0, colon), end.slice(colon + 1)])].map(t => t.trim());
}

/** The first match of a pattern outside brackets and quotes. */
function outsideOf(text: string, what: RegExp): number | undefined {
    let depth = 0;
    for (let i = 0; i < text.length; i++) {
        const c = text[i];
        if (c === '"' || c === "'") {
            for (i++; i < text.length && text[i] !== c; i++) {
                i += text[i] === '\\' ? 1 : 0;
            }
        } else if (c === '(' || c === '[' || c === '{') {
            depth++;
        } else if (c === ')' || c === ']' || c === '}') {
            depth--;
        } else if (c === ':' && (text[i + 1] === ':' || text[i - 1] === ':')) {
            continue;
        } else if (depth === 0 && what.test(text.slice(i))) {
            return i;
        }
    }
    return undefined;
}

/** The values by name, and the ranges in order. */
export interface Bound {
    readonly named: ReadonlyMap<string, Value>;
    readonly ranges: readonly SweepRange[];
}

/** An invalid word. */
export class BindingError extends Error {}

/** @throws BindingError for an expression without a value, or a repeated name */
export function evaluated(model: Model, contextId: string, bindings: readonly Binding[], limits: RunOptions): Bound {
    const run = startRun(model, limits);
    const value = (name: string, expression: string): Value => {
        const { result, error, diagnostics = [] } = evaluate(run, { expression, contextId });
        if (result === undefined) {
            throw new BindingError(`${name}: ${expression}: ${[error, ...diagnostics.map(d => d.message)].join(': ')}`);
        }
        return result;
    };
    const named = new Map<string, Value>();
    const ranges: SweepRange[] = [];
    for (const { name, texts } of bindings) {
        if (named.has(name) || ranges.some(r => r.parameter === name)) {
            throw new BindingError(`${name}: bound twice`);
        }
        const [start, end, step] = texts.map(text => value(name, text));
        if (end === undefined) {
            named.set(name, start);
        } else {
            ranges.push({ parameter: name, start, end, step });
        }
    }
    return { named, ranges };
}
