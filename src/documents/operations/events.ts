/** Events of held objects, from the traces of their state machines and actions (contract: views 6.5, 6.6). */
import type { Population, TraceRecord } from '../../runtime/behaviour/index.js';
import { isRealNumber, Quantity, magnitudeIn, sameDimension, toDouble } from '../../runtime/values/index.js';
import type { QueryContext } from '../query-context.js';
import { definitionFault } from '../faults.js';
import { heldRoots, rowOfObject } from '../held-objects.js';
import type { Call } from '../queries/call.js';
import type { Rows } from '../queries/result.js';
import { EventRow } from '../rows.js';
import { objectOf } from './objects.js';
import { isAmong } from '../../language/closed-lists.js';

const EVENT_KINDS = ['accept', 'send', 'transition', 'entry', 'exit', 'do', 'choice', 'guard'] as const;

export function events(call: Call): Rows {
    const { context } = call;
    if (!context.hasRuntime) {
        throw definitionFault('no-runtime', 'there are no objects here: they are made by Instantiate');
    }
    const kinds = kindsOf(call);
    const [since, before] = [instant(call, 'since'), instant(call, 'before')];
    if (since !== undefined && before !== undefined && since > before) {
        throw definitionFault('invalid-interval', `it begins at ${since} s, after its end at ${before} s`);
    }
    const isWanted = ({ kind, time }: TraceRecord): boolean =>
        kinds.has(kind) && (since === undefined || time >= since) && (before === undefined || time < before);
    if (!call.hasRows('source')) {
        const populations = heldRoots(context).map(root => root.population);
        return { rows: populations.flatMap(population => recordsOf(context, population, isWanted, since)) };
    }
    const sources = call.rows('source').rows.map(objectOf);
    const populations = [...new Set(sources.map(row => row.population))];
    return {
        rows: populations.flatMap(population => {
            const own = new Map(sources.filter(row => row.population === population).map(row => [row.object, row]));
            return recordsOf(context, population, isWanted, since).flatMap(({ record, target }) => {
                const object = record.object === undefined ? undefined : own.get(record.object);
                return object === undefined ? [] : [new EventRow(record, object, target)];
            });
        })
    };
}

function recordsOf(
    context: QueryContext,
    population: Population,
    isWanted: (record: TraceRecord) => boolean,
    since: number | undefined
): EventRow[] {
    const { dropped, records } = population.trace;
    if (dropped > 0 && (records.length === 0 || since === undefined || since <= records[0].time)) {
        throw definitionFault('trace-truncated', `the ${dropped} oldest records were not kept: query from a later instant`);
    }
    return records.filter(isWanted).map(record => {
        context.visit();
        const [object, target] = [record.object, record.target].map(o =>
            o === undefined ? undefined : rowOfObject(context, o, population)
        );
        return new EventRow(record, object, target);
    });
}

/** The kinds in a comma-separated list. */
function kindsOf(call: Call): ReadonlySet<string> {
    const words = call
        .text('kind')
        .split(',')
        .map(word => word.trim());
    if (words.includes('all')) {
        return new Set(EVENT_KINDS);
    }
    const unknown = words.find(word => !isAmong(EVENT_KINDS, word));
    return unknown === undefined ? new Set(words) : call.refuse('kind', `all, or some of ${EVENT_KINDS.join(', ')}, not "${unknown}"`);
}

/** An instant in seconds, from a duration or from a bare number of seconds. */
function instant(call: Call, name: string): number | undefined {
    const [value] = call.values(name);
    if (value === undefined || value === null) {
        return undefined;
    }
    const second = call.context.run.units.unit('SI::second');
    const seconds = value instanceof Quantity && sameDimension(value.unit.term, second.term) ? magnitudeIn(value, second) : value;
    if (!isRealNumber(seconds)) {
        throw definitionFault('invalid-interval', `${call.operation} wants a duration or a number of seconds for ${name}`);
    }
    return toDouble(seconds);
}
