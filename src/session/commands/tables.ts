/** Tables of runs: `%sweep`, `%samples`, `%runs` (contract: newest-operations 10). */
import { type Display, isConstraint } from '../../runtime/evaluation/index.js';
import { planSweep, sweepRows, type SweepRow } from '../../runtime/verification/index.js';
import { CellFailure, type Shown, tableLines } from '../answers/shown.js';
import { type Column, columnsOf } from '../answers/sweep-table.js';
import { type Binding, bindingOf, BindingError, evaluated } from '../questions/bindings.js';
import { checkEngineAnswers, standingOfTable } from '../questions/engines.js';
import type { CommandAnswer, CommandGroup, Session } from '../session.js';
import { callOf, valuesOf } from './arguments.js';
import { bare } from './command.js';
import { runs } from './many-runs.js';
import { limitsOn } from './objects.js';
import { json, subjectPath } from './verdicts.js';

/** Maximum number of rows of a sweep if the host sets none. */
const MOST_ROWS = 1000;

/** How the rows of a sample are drawn; undefined for stepped values. */
interface Drawn {
    readonly samples: bigint;
    readonly seed: bigint;
}

async function sweep(session: Session, argument: string, drawn?: Drawn): Promise<CommandAnswer> {
    const isPlotted = /(?:^|\s)--plot(?=\s|$)/.test(argument);
    const call = callOf(argument.replace(/(?:^|\s)--plot(?=\s|$)/g, ' ').trim());
    if (call === undefined) {
        return undefined;
    }
    const words = call.rest.map(word => ({ word, binding: bindingOf(word) }));
    const bindings = words.map(w => w.binding).filter(b => b !== undefined);
    const subject = words.find(w => w.binding === undefined)?.word;
    if (bindings.every(b => b.texts.length === 1)) {
        throw new CellFailure('UsageError', 'name a range: <parameter>=<from>..<to>, with :<step> for its step');
    }
    checkEngineAnswers(session, 'sweep');
    const { element, id, path, holder } = session.element(call.name);
    const bound = boundValues(session, id, bindings);
    const given = valuesOf(session, session.newRun(), call.texts, id);
    const fixed = { positional: given.positional, named: new Map([...given.named, ...bound.named]) };
    // The object through which a condition was reached is what it is about; a calculation is called on it.
    const about = subject === undefined ? (isConstraint(element) ? holder : undefined) : bare(subject);
    const subjectId = about === undefined ? '' : subjectPath(session, about);
    const holderId = holder === undefined || isConstraint(element) ? undefined : subjectPath(session, holder);
    const limit = session.host.sweepRuns ?? MOST_ROWS;
    const { samples, seed } = drawn ?? { samples: 0n, seed: 0n };
    const plan = planSweep(session.newRun(), {
        symbolId: id,
        subjectId,
        arguments: fixed,
        ranges: bound.ranges,
        samples,
        seed,
        limit,
        conditions: true
    });
    if ('error' in plan) {
        throw new CellFailure('CommandError', plan.error);
    }
    const limits = limitsOn(session, about ?? holder);
    const rows = [...sweepRows(session.model, plan, { subjectId, holderId, arguments: () => fixed }, limits)];
    const { display } = session;
    const columns = columnsOf(rows, display);
    const table = { columns: columns.map(headOf), rows: rows.map((_, i) => columns.map(c => cellText(c.cells[i], display))) };
    const head = drawn === undefined ? `sweep ${path} — ${rows.length} run(s)` : `samples ${path} — ${rows.length} run(s), seed ${seed}`;
    const shown: Shown = {
        text: [head, ...tableLines(table), standingOfTable(session, rows.length)].join('\n'),
        table,
        json: rows.map(rowJson)
    };
    return isPlotted ? [shown, { text: `(plot of ${id})`, svg: await plotted(id, columns, plan.parameters, drawn !== undefined) }] : shown;
}

const headOf = ({ name, unit }: Column): string => (unit === undefined ? name : `${name} [${unit}]`);

const cellText = (value: Column['cells'][number], display: Display): string =>
    value === undefined ? '' : typeof value === 'string' ? value : display.text(value);

function boundValues(session: Session, id: string, bindings: readonly Binding[]): ReturnType<typeof evaluated> {
    try {
        return evaluated(session.model, id, bindings, session.limitsWithObjects());
    } catch (error) {
        if (error instanceof BindingError) {
            throw new CellFailure('CommandError', error.message);
        }
        throw error;
    }
}

/** The picture of a table. The code that draws it is loaded when a picture is requested. */
async function plotted(title: string, columns: readonly Column[], parameters: readonly string[], isSampled: boolean): Promise<string> {
    const { NothingToDraw, pictureOf } = await import('../answers/plot.js');
    try {
        return await pictureOf(title, columns, parameters, isSampled);
    } catch (error) {
        if (error instanceof NothingToDraw) {
            throw new CellFailure('RenderError', error.message);
        }
        throw error;
    }
}

const rowJson = ({ inputs, outputs, error }: SweepRow) => ({
    inputs: Object.fromEntries(inputs.map(i => [i.name, json(i.value)])),
    outputs: Object.fromEntries(outputs.map(o => [o.name, json(o.value)])),
    error: error ?? null
});

async function samples(session: Session, argument: string): Promise<CommandAnswer> {
    const [count, seed, ...rest] = argument.split(/\s+/);
    if (rest.length < 2) {
        return undefined;
    }
    if (!/^\d{1,9}$/.test(count) || Number(count) < 1 || !/^\d{1,20}$/.test(seed)) {
        throw new CellFailure('UsageError', `${count} ${seed}: expected how many samples, then a seed`);
    }
    return sweep(session, argument.replace(/^\S+\s+\S+\s+/, ''), { samples: BigInt(count), seed: BigInt(seed) });
}

export const tableCommands: CommandGroup = {
    title: 'Tables of runs',
    commands: [
        {
            name: 'sweep',
            usage: '<name>[(<arguments>)] [object] <p>=<from>..<to>[:<step>]… [--plot]',
            example: '%sweep Cars::range car speed=10..50:10 --plot',
            summary: 'run an analysis or a calculation once for each value of ranges; --plot draws it',
            run: (session, argument) => sweep(session, argument)
        },
        {
            name: 'samples',
            usage: '<count> <seed> <name>[(<arguments>)] [object] <p>=<from>..<to>… [--plot]',
            example: '%samples 100 7 Cars::range car speed=10..50',
            summary: 'run an analysis or a calculation for random values from the ranges',
            run: samples
        },
        {
            name: 'runs',
            usage: '<count> [seed] <action> [observable…] [--plot] | <count> [seed] <case>[(<arguments>)] [object] [--plot]',
            example: '%runs 100 7 Cars::drive distance',
            summary: 'run an action, or a Monte Carlo case, many times, and show the distributions of the observed values',
            run: runs
        }
    ]
};
