/** Tables of runs: `%sweep`, `%samples`, `%runs` (contract: newest-operations 10). */
import { isBehavior } from '../../runtime/evaluation/index.js';
import { Display } from '../../runtime/evaluation/index.js';
import { makeRuns, type RunRow } from '../../runtime/engines/chance/runs.js';
import { planSweep, sweepRows, type SweepRow } from '../../runtime/verification/index.js';
import { distributionLines } from '../answers/distribution-answers.js';
import { CellFailure, type Shown, type ShownTable, tableLines } from '../answers/shown.js';
import { type Column, columnsOf } from '../answers/sweep-table.js';
import { type Binding, bindingOf, BindingError, evaluated } from '../questions/bindings.js';
import type { CommandAnswer, CommandGroup, Session } from '../session.js';
import { callOf, valuesOf } from './arguments.js';
import { bare, wordsOf } from './command.js';
import { json, subjectPath } from './verdicts.js';

/** Rows of a sweep where the host bounds none. */
const MOST_ROWS = 1000;

/** How the rows of a table are drawn; stepped through without. */
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
    const { id } = session.element(call.name);
    const bound = boundValues(session, id, bindings);
    const given = valuesOf(session, session.newRun(), call.texts, id);
    const fixed = { positional: given.positional, named: new Map([...given.named, ...bound.named]) };
    const subjectId = subject === undefined ? '' : subjectPath(session, bare(subject));
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
    const rows = [...sweepRows(session.model, plan, { subjectId, arguments: () => fixed }, session.limits)];
    const { display } = session;
    const columns = columnsOf(rows, display);
    const table = { columns: columns.map(headOf), rows: rows.map((_, i) => columns.map(c => cellText(c.cells[i], display))) };
    const head = drawn === undefined ? `sweep ${id} — ${rows.length} run(s)` : `samples ${id} — ${rows.length} run(s), seed ${seed}`;
    const shown: Shown = {
        text: [head, ...tableLines(table), `  standing: table (observed: ${rows.length} rows)`].join('\n'),
        table,
        json: rows.map(rowJson)
    };
    return isPlotted ? [shown, { text: `(plot of ${id})`, svg: await plotted(id, columns, plan.parameters, drawn !== undefined) }] : shown;
}

const headOf = ({ name, unit }: Column): string => (unit === undefined ? name : `${name} [${unit}]`);

const cellText = (value: Column['cells'][number], display: Display): string => (value === undefined ? '' : display.text(value));

function boundValues({ model, limits }: Session, id: string, bindings: readonly Binding[]): ReturnType<typeof evaluated> {
    try {
        return evaluated(model, id, bindings, limits);
    } catch (error) {
        if (error instanceof BindingError) {
            throw new CellFailure('CommandError', error.message);
        }
        throw error;
    }
}

/** The picture of a table. What draws it is loaded when a picture is wished for. */
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

/** Runs whose rows are listed; the distributions are of all. */
const MOST_LISTED = 100;

async function runs(session: Session, argument: string): Promise<CommandAnswer> {
    const { settings } = session;
    const all = wordsOf(argument);
    const isPlotted = all.includes('--plot');
    const [count, ...words] = all.filter(w => w !== '--plot');
    const stated = words[0] !== undefined && /^\d+$/.test(words[0]) ? BigInt(words[0]) : undefined;
    const [name, ...observe] = stated === undefined ? words : words.slice(1);
    if (name === undefined) {
        return undefined;
    }
    if (!/^\d{1,9}$/.test(count) || Number(count) < 1) {
        throw new CellFailure('UsageError', `${count}: expected how many runs`);
    }
    const { element, id, holder } = session.element(bare(name));
    if (!isBehavior(element)) {
        throw new CellFailure('CommandError', `${id} is not an action`);
    }
    const seed = stated ?? settings.seed ?? 0n;
    const request = {
        action: id,
        runs: Number(count),
        draws: settings.draws,
        observe,
        clockStep: settings.clockStep,
        ...(holder !== undefined && { performer: holder }),
        ...(settings.draws === 'random' && { seed })
    };
    const rows: RunRow[] = [];
    const made = makeRuns(session.model, request, session.limits, row => {
        session.host.checkCancelled?.();
        if (rows.length < MOST_LISTED) {
            rows.push(row);
        }
    });
    if (made.error !== undefined) {
        throw new CellFailure('CommandError', made.error);
    }
    const { display } = session;
    const table: ShownTable = {
        columns: ['run', ...made.observables, ...(made.failed > 0 ? ['error'] : [])],
        rows: rows.map(row => [String(row.run), ...made.observables.map(o => textOf(row, o, display)), ...(made.failed > 0 ? [row.error ?? ''] : [])]) // prettier-ignore
    };
    const drawn = settings.draws === 'random' ? `seed ${seed}` : `every draw ${settings.draws}`;
    const more = request.runs > MOST_LISTED ? [`(${request.runs - MOST_LISTED} more runs)`] : [];
    const text = [
        `runs ${id} — ${request.runs} run(s), ${drawn}`,
        ...tableLines(table),
        ...more,
        ...made.distributions.flatMap(d => distributionLines(d, display)),
        `  standing: table (observed: ${request.runs} rows)`
    ];
    const { pictureOfDistributions } = await import('../answers/distribution-plot.js');
    const svg = isPlotted ? await pictureOfDistributions(`${id}: ${request.runs} runs`, made.distributions, display) : undefined;
    const shown: Shown = { text: text.join('\n'), table };
    return svg === undefined ? shown : [shown, { text: `(plot of ${id})`, svg }];
}

const textOf = ({ outputs }: RunRow, observable: string, display: Display): string => {
    const found = outputs.find(o => o.name === observable);
    return found === undefined ? '' : display.text(found.value);
};

export const tableCommands: CommandGroup = {
    title: 'Tables of runs',
    commands: [
        {
            name: 'sweep',
            usage: '<name>[(<arguments>)] [object] <p>=<from>..<to>[:<step>]… [--plot]',
            summary: 'run an analysis or a calculation once for each value of ranges; --plot draws it',
            run: (session, argument) => sweep(session, argument)
        },
        {
            name: 'samples',
            usage: '<count> <seed> <name>[(<arguments>)] [object] <p>=<from>..<to>… [--plot]',
            summary: 'the same for values that are drawn from the ranges',
            run: samples
        },
        {
            name: 'runs',
            usage: '<count> [seed] <action> [observable…] [--plot]',
            summary: 'run an action many times, drawing its random values again each time, and say how what was observed is distributed',
            run: runs
        }
    ]
};
