/**
 * Reads events and values with times as users write them: `Goto(height = 30)@12s`, `speed = 4 [SI::m/SI::s] @ 1.5min`. Does not depend on
 * runs.
 */
import { evaluate } from '../evaluation/index.js';
import type { Run } from '../evaluation/run.js';
import { EvaluationError, type Value } from '../values/index.js';
import { segmentsOf } from '../../language/semantics/structure.js';
import { parseExpression } from '../../language/syntax/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import type { BehaviourOptions } from './one-run.js';
import type { TimedEvent, TimedInput } from './simulation/stimuli.js';
import { startRun } from './start-run.js';

/** Accepted units of time, in seconds. */
const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3600, d: 86400 };

const TIME = /^\s*(\d+(?:\.\d+)?)\s*(?:(ms|s|min|h|d)|\[\s*(?:SI::)?(ms|s|min|h|d)\s*\])?\s*$/;

/** A stimulus that cannot be read; the message names the fault and the correct form. */
export class StimulusError extends Error {}

/** The seconds of a time such as `90`, `90s`, `1.5 min`, `1h` or, as the notation writes it, `3 [s]`; undefined for other text. */
export function secondsIn(text: string): number | undefined {
    const [, number, bare, unit = bare]: readonly (string | undefined)[] = TIME.exec(text) ?? [];
    return number === undefined ? undefined : Number(number) * SECONDS[unit ?? 's'];
}

/** Splits a time off a text after its last `@`; leaves a text without a time whole. */
function timed(text: string): { readonly text: string; readonly at: number | undefined } {
    const index = text.lastIndexOf('@');
    const at = index < 0 ? undefined : secondsIn(text.slice(index + 1));
    return at === undefined ? { text, at: undefined } : { text: text.slice(0, index), at };
}

/** The scope in which the expressions of stimuli are evaluated. */
export interface ExpressionScope {
    readonly model: Model;
    readonly contextId: string;
    readonly limits: BehaviourOptions;
}

/** Whether a word is reserved and must therefore be quoted as a name. */
const isReservedWord = (word: string): boolean => parseExpression(word, 'sysml').diagnostics.length > 0;

/** A name before `=` in an argument list. */
const NAMED = /(?<=^|,)(\s*)([A-Za-z_]\w*)(?=\s*=(?!=))/g;

/** Advice for arguments that are not expressions, for example to quote a feature whose name is a keyword. */
function adviceForArguments(name: string, args: string): string {
    const keywords = [...args.matchAll(NAMED)].map(([, , word]) => word).filter(isReservedWord);
    return keywords.length > 0
        ? `: ${keywords.map(k => `'${k}'`).join(' and ')} ${keywords.length === 1 ? 'is a keyword' : 'are keywords'}: write ${name}(${args.replace(NAMED, (_, blank: string, word: string) => `${blank}${isReservedWord(word) ? `'${word}'` : word}`)})`
        : `: what an event carries is written '${name}(feature = value, …)'`;
}

/** Evaluates an expression once to check that it has a value; the returned function evaluates it in the run. @throws StimulusError */
function evaluated(label: string, expression: string, { model, contextId, limits }: ExpressionScope, advice = ''): (run: Run) => Value {
    const { result, error, diagnostics } = evaluate(startRun(model, limits), { expression, contextId });
    if (result === undefined) {
        throw new StimulusError(`${label}: ${error ?? 'no value'}${(diagnostics ?? []).length > 0 ? advice : ''}`);
    }
    return run => {
        const answered = evaluate(run, { expression, contextId });
        if (answered.result === undefined) {
            throw new EvaluationError(answered.error ?? 'no value', label);
        }
        return answered.result;
    };
}

/** `name`, `Name(feature = value, …)`, either with `@time`. @throws StimulusError */
export function eventOf(text: string, scope: ExpressionScope): string | TimedEvent {
    const { text: event, at } = timed(text);
    if (at === undefined && /(?:@|\s+at\s)\s*\[?\d/.test(event)) {
        throw new StimulusError(`event ${text}: a time is written @2s, in ${Object.keys(SECONDS).join(', ')}`);
    }
    const [, name = '', args] = /^([^(]*?)\s*(?:\((.*)\))?\s*$/s.exec(event.trim()) ?? [];
    if (name === '') {
        throw new StimulusError(`event ${text}: not of the form name, name(feature = value) or name@time`);
    }
    if (args === undefined) {
        return at === undefined ? simpleName(name) : { name: simpleName(name), at };
    }
    return {
        name: simpleName(name),
        at: at ?? 0,
        payload: evaluated(`event ${text}`, `new ${name}(${args})`, scope, adviceForArguments(name, args))
    };
}

/** The last name of a qualified name, whose names may be quoted. */
const simpleName = (name: string): string => (name.includes("'") ? segmentsOf(name).at(-1)!.name : name.split('::').at(-1)!);

/** The name of an event as transitions refer to it. */
export function eventName(event: string | TimedEvent): string {
    return typeof event === 'string' ? event : event.name;
}

/** `name=expression`, `name=expression@time`. @throws StimulusError */
export function inputOf(text: string, scope: ExpressionScope): TimedInput & { readonly isTimed: boolean } {
    const { text: stated, at } = timed(text);
    const [name = '', expression]: readonly (string | undefined)[] = stated.split(/=(.*)/s).map(t => t.trim());
    if (expression === undefined) {
        throw new StimulusError(`input ${name}: not of the form name=expression`);
    }
    return { name, at: at ?? 0, isTimed: at !== undefined, value: evaluated(`input ${name}`, expression, scope) };
}
