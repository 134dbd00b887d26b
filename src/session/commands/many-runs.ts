/** `%runs`: an action or a Monte Carlo case run many times (contract: newest-operations 3 and 10). */
import type { AstNode } from '../../language/generated/tree.js';
import { Display, isAction, type Run } from '../../runtime/evaluation/index.js';
import { makeCaseRuns, STATISTICS } from '../../runtime/engines/chance/case-runs.js';
import type { Distribution } from '../../runtime/engines/chance/distributions.js';
import { makeRuns, type RunRow } from '../../runtime/engines/chance/runs.js';
import { type CaseResult, isAnalysisCase } from '../../runtime/verification/index.js';
import { shapedText } from '../answers/object-tree.js';
import { distributionLines } from '../answers/distribution-answers.js';
import { CellFailure, type Shown, type ShownTable, tableLines } from '../answers/shown.js';
import { checkEngineAnswers, standingOfTable } from '../questions/engines.js';
import type { CommandAnswer, Session } from '../session.js';
import { type Call, callOf, valuesOf } from './arguments.js';
import { bare, wordsOf } from './command.js';
import { subjectPath } from './verdicts.js';

/** Maximum number of runs whose rows are listed; the distributions cover all runs. */
const MOST_LISTED = 100;

/** The subject, the number and the seed of the runs. */
interface ManyRuns {
    readonly element: AstNode;
    readonly id: string;
    /** path of the object that performs the action, if the action was found as its feature */
    readonly holder: string | undefined;
    readonly call: Call;
    readonly count: number;
    /** undefined if no random draws are made */
    readonly seed: bigint | undefined;
}

/** The results of the runs: rows of the first ones, distributions over all of them, and the conclusion of a case. */
interface MadeRuns {
    readonly table: ShownTable;
    readonly distributions: readonly Distribution[];
    readonly conclusion: readonly string[];
}

/** Answers `%runs`; undefined if no element is named. @throws CellFailure */
export async function runs(session: Session, argument: string): Promise<CommandAnswer> {
    const { settings, display } = session;
    const all = wordsOf(argument);
    const isPlotted = all.includes('--plot');
    const [count, ...words] = all.filter(w => w !== '--plot');
    const stated = words[0] !== undefined && /^\d+$/.test(words[0]) ? BigInt(words[0]) : undefined;
    const call = callOf((stated === undefined ? words : words.slice(1)).join(' '));
    if (call === undefined) {
        return undefined;
    }
    if (!/^\d{1,9}$/.test(count) || Number(count) < 1) {
        throw new CellFailure('UsageError', `${count}: expected how many runs`);
    }
    checkEngineAnswers(session, 'sweep');
    const { element, id, holder } = session.element(call.name);
    const seed = settings.draws === 'random' ? (stated ?? settings.seed ?? 0n) : undefined;
    const request: ManyRuns = { element, id, holder, call, count: Number(count), seed };
    const { table, distributions, conclusion } = isAnalysisCase(element) ? runsOfCase(session, request) : runsOfAction(session, request);
    const more = request.count > MOST_LISTED ? [`(${request.count - MOST_LISTED} more runs)`] : [];
    const text = [
        `runs ${id} — ${request.count} run(s), ${seed === undefined ? `every draw ${settings.draws}` : `seed ${seed}`}`,
        ...tableLines(table),
        ...more,
        ...distributions.flatMap(d => distributionLines(d, display)),
        ...conclusion,
        standingOfTable(session, request.count)
    ];
    const shown: Shown = { text: text.join('\n'), table };
    if (!isPlotted) {
        return shown;
    }
    const { pictureOfDistributions } = await import('../answers/distribution-plot.js');
    const svg = await pictureOfDistributions(`${id}: ${request.count} runs`, distributions, display);
    return svg === undefined ? shown : [shown, { text: `(plot of ${id})`, svg }];
}

/** Collects the listed rows, and checks for cancellation between runs. */
function listing<R>(session: Session): { readonly rows: R[]; readonly each: (row: R) => void } {
    const rows: R[] = [];
    const each = (row: R): void => {
        session.host.checkCancelled?.();
        if (rows.length < MOST_LISTED) {
            rows.push(row);
        }
    };
    return { rows, each };
}

const withSeed = (seed: bigint | undefined) => (seed === undefined ? {} : { seed });

function runsOfAction(session: Session, { element, id, holder, call, count, seed }: ManyRuns): MadeRuns {
    const { settings, model, limits, display } = session;
    if (!isAction(element)) {
        throw new CellFailure('CommandError', `${id} is not an action`);
    }
    if (call.texts.length > 0) {
        throw new CellFailure('UsageError', `${call.text}: an action takes its values from the model; a case takes arguments`);
    }
    const { rows, each } = listing<RunRow>(session);
    const request = {
        action: id,
        runs: count,
        draws: settings.draws,
        schedule: settings.schedule,
        observe: call.rest.map(bare),
        clockStep: settings.clockStep,
        ...(holder !== undefined && { performer: holder }),
        ...withSeed(seed)
    };
    const { error, observables, distributions } = makeRuns(model, request, limits, each);
    if (error !== undefined) {
        throw new CellFailure('CommandError', error);
    }
    return { table: tableOf(rows, observables, display), distributions, conclusion: [] };
}

function runsOfCase(session: Session, { id, call, count, seed }: ManyRuns): MadeRuns {
    const { settings, model, limits, display } = session;
    if (call.rest.length > 1) {
        throw new CellFailure('UsageError', `${call.rest.join(' ')}: a case is about one object, and observes its own observed value`);
    }
    const subject = call.rest[0] === undefined ? '' : subjectPath(session, bare(call.rest[0]));
    const { rows, each } = listing<RunRow>(session);
    const verdicts: string[] = [];
    const request = {
        analysis: id,
        subject,
        arguments: (run: Run) => valuesOf(session, run, call.texts, id),
        runs: count,
        draws: settings.draws,
        schedule: settings.schedule,
        clockStep: settings.clockStep,
        onResult: (result: CaseResult, run: number) => {
            if (run > 0 && verdicts.length < MOST_LISTED) {
                verdicts.push(verdictText(result));
            }
        },
        ...withSeed(seed)
    };
    const { completed, error, observables, distributions, outputs, unconcluded } = makeCaseRuns(model, request, limits, each);
    if (error !== undefined || completed === 0) {
        throw new CellFailure('CommandError', error ?? `no run completed: ${rows[0].error}`);
    }
    const conclusion =
        unconcluded === ''
            ? [
                  `✓ ${id} over ${count} run(s)`,
                  ...outputs.map(o => `  ${o.name} = ${isStatistic(o.name) ? display.text(o.value) : shapedText(o.value, display)}`)
              ]
            : [`? ${id}: ${unconcluded}`];
    return { table: tableOf(rows, observables, display, verdicts), distributions, conclusion };
}

const isStatistic = (name: string): boolean => STATISTICS.some(s => s === name);

/** The verdicts of a case in one run as text: each with its name, or with its kind if it has no name. */
const verdictText = ({ verdicts }: CaseResult): string =>
    verdicts
        .map(({ element, kind, holds, error }) => {
            const state = error !== undefined ? 'undecided' : holds === true ? 'holds' : 'fails';
            return `${element === '' ? kind : element.split('::').at(-1)}: ${state}`;
        })
        .join(', ');

/** @param verdicts one text per row, for cases with verdicts */
function tableOf(rows: readonly RunRow[], observables: readonly string[], display: Display, verdicts: readonly string[] = []): ShownTable {
    const hasVerdicts = verdicts.some(v => v !== '');
    const isFailed = rows.some(r => r.error !== undefined);
    return {
        columns: ['run', ...observables, ...(hasVerdicts ? ['verdict'] : []), ...(isFailed ? ['error'] : [])],
        rows: rows.map((row, i) => [
            String(row.run),
            ...observables.map(o => textOf(row, o, display)),
            ...(hasVerdicts ? [verdicts[i]] : []),
            ...(isFailed ? [row.error ?? ''] : [])
        ])
    };
}

const textOf = ({ outputs }: RunRow, observable: string, display: Display): string => {
    const found = outputs.find(o => o.name === observable);
    return found === undefined ? '' : display.text(found.value);
};
