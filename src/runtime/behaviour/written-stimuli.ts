/**
 * Events and values as a person writes them, with their times: `Goto(height = 30)@12s`, `speed = 4 [SI::m/SI::s] @ 1.5min`. Knows no run.
 */
import { evaluate } from '../evaluation/index.js';
import type { Run } from '../evaluation/run.js';
import { EvaluationError, type Value } from '../values/index.js';
import { parseExpression } from '../../language/syntax/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import type { BehaviourOptions } from './one-run.js';
import type { TimedEvent, TimedInput } from './simulation/stimuli.js';
import { startRun } from './start-run.js';

/** Seconds of the units of time that may be written. */
const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3600, d: 86400 };

/** Words that mean nothing; the message says what and what would be right. */
export class StimulusError extends Error {}

/** A time such as `90`, `90s`, `1.5 min`, `1h`, in seconds; undefined for something else. */
export function secondsIn(text: string): number | undefined {
    const [, number, unit]: readonly (string | undefined)[] = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|min|h|d)?\s*$/.exec(text) ?? [];
    return number === undefined ? undefined : Number(number) * SECONDS[unit ?? 's'];
}

/** A text and the time behind its last `@`, when what stands there is a time. */
function timed(text: string): { readonly text: string; readonly at: number | undefined } {
    const index = text.lastIndexOf('@');
    const at = index < 0 ? undefined : secondsIn(text.slice(index + 1));
    return at === undefined ? { text, at: undefined } : { text: text.slice(0, index), at };
}

/** What evaluates expressions in the scope of a behaviour. */
export interface ExpressionScope {
    readonly model: Model;
    readonly contextId: string;
    readonly limits: BehaviourOptions;
}

/** An expression, evaluated once to see that it has a value, then again in the run that needs it. @throws StimulusError */
/** Whether a word is no name where one may stand. */
const isReservedWord = (word: string): boolean => parseExpression(word, 'sysml').diagnostics.length > 0;

/** A name in front of `=` in an argument list. */
const NAMED = /(?<=^|,)(\s*)([A-Za-z_]\w*)(?=\s*=(?!=))/g;

/** What to write instead of arguments that are no expressions: a feature whose name is a keyword stands in quotes. */
function adviceForArguments(name: string, args: string): string {
    const keywords = [...args.matchAll(NAMED)].map(([, , word]) => word).filter(isReservedWord);
    return keywords.length > 0
        ? `: ${keywords.map(k => `'${k}'`).join(' and ')} ${keywords.length === 1 ? 'is a keyword' : 'are keywords'}: write ${name}(${args.replace(NAMED, (_, blank: string, word: string) => `${blank}${isReservedWord(word) ? `'${word}'` : word}`)})`
        : `: what an event carries is written '${name}(feature = value, …)'`;
}

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
        return at === undefined ? name : { name: simpleName(name), at };
    }
    return {
        name: simpleName(name),
        at: at ?? 0,
        payload: evaluated(`event ${text}`, `new ${name}(${args})`, scope, adviceForArguments(name, args))
    };
}

const simpleName = (name: string): string => name.split('::').at(-1)!;

/** The name of an event, as its transitions name it. */
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
