/** Parses input in the debug console: an event, a time to wait, or an expression. */
import { secondsIn, type SteppedSnapshot } from '../runtime/behaviour/index.js';

export type Word =
    | { readonly kind: 'send'; readonly event: string }
    | { readonly kind: 'wait'; readonly seconds: number }
    | { readonly kind: 'expression'; readonly expression: string };

/** @param events names of the accepted events; only these may be written without `send` */
export function wordOf(text: string, events: readonly string[]): Word {
    const line = text.trim();
    const [, verb, rest] = /^(send|wait|=)\s*(.*)$/s.exec(line) ?? [];
    const seconds = verb === 'wait' ? secondsIn(rest) : undefined;
    if (seconds !== undefined && seconds > 0) {
        return { kind: 'wait', seconds };
    }
    if (verb === 'send' && rest !== '') {
        return { kind: 'send', event: rest };
    }
    const [name] = line.split('(');
    return events.includes(name.trim()) ? { kind: 'send', event: line } : { kind: 'expression', expression: verb === '=' ? rest : line };
}

/** Completions before a column: words at the start of the line, names of values anywhere. */
export function completionsOf({ events }: SteppedSnapshot, values: readonly string[], text: string, column: number): object[] {
    const [typed] = /[\w'.]*$/.exec(text.slice(0, column)) ?? [''];
    const isFirst = text.slice(0, column - typed.length).trim() === '';
    const offered = [
        ...(isFirst ? events.map(label => ({ label, type: 'method', detail: 'event' })) : []),
        ...(isFirst ? ['send ', 'wait '].map(label => ({ label, type: 'keyword' })) : []),
        ...values.map(label => ({ label, type: 'variable' }))
    ];
    return offered
        .filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()))
        .map(target => ({ ...target, start: column - typed.length, length: typed.length }));
}
