/** Answers of runs of actions and state machines as text and JSON (`--json`). Does not depend on the command line. */
import { toJson, type JsonValue } from '@bufbuild/protobuf';
import type { AstNode } from '../../language/generated/tree.js';
import {
    type ActionResult,
    type Exploration,
    type Note,
    objectPath,
    type Outcome,
    type StateResult,
    type TraceRecord
} from '../../runtime/behaviour/index.js';
import { type Instance, typeSymbolIdOf } from '../../runtime/evaluation/index.js';
import type { Value } from '../../runtime/values/index.js';
import { ValueSchema } from '../../wire/generated/sysml_pb.js';
import { findingsOf } from '../../wire/notes.js';
import { encodeValue } from '../../wire/value.js';
import { type Answer, diagnosticsJson, failuresOf } from './answer.js';
import type { Display } from '../../runtime/evaluation/index.js';

type Named = readonly (readonly [string, Value])[];

/** The display of values, and the feature of a name in the answer, whose type determines the unit. */
export interface Shown {
    readonly display: Display;
    readonly featureNamed: (name: string) => AstNode | undefined;
}

/** The answer of one run of an action. */
export function actionAnswer(subject: string, result: ActionResult, shown: Shown): Answer {
    const values = [...(result.outputs ?? []), ...result.performerAttributes];
    const lines = result.error === '' ? [...valueLines(values, shown), ...clockLine(result.finalTime)] : [];
    return runAnswer(
        subject,
        result,
        values,
        lines.length === 0 && result.error === '' && result.trace.length > 0 ? ['(no outputs)'] : lines,
        {
            outputs: valuesJson(values)
        }
    );
}

/** The answer of one run of a state machine. */
export function stateAnswer(subject: string, result: StateResult, shown: Shown): Answer {
    const { statesVisited, finalState, finalTime, error } = result;
    const values = [...result.finalContext];
    const lines =
        error === ''
            ? [
                  `states: ${statesVisited.join(' -> ')}`,
                  `final state: ${finalState || '(none)'}`,
                  ...valueLines(values, shown),
                  ...clockLine(finalTime)
              ]
            : [];
    return runAnswer(subject, result, values, lines, { outputs: valuesJson(values), finalState, statesVisited: [...statesVisited] });
}

function runAnswer(
    subject: string,
    result: ActionResult | StateResult,
    values: Named,
    lines: readonly string[],
    data: { [key: string]: JsonValue }
): Answer {
    const { error, notes, finalTime, trace, traceDropped } = result;
    const records = traceLines(trace);
    if (traceDropped > 0) {
        records.unshift(`(${traceDropped} earlier records were dropped)`);
    }
    const results = [{ ...data, error, finalTime, diagnostics: notesJson(notes), trace: trace.map(recordJson), traceDropped }];
    return {
        checks: [
            {
                subject,
                status: error === '' ? 'holds' : 'unresolved',
                lines: [...records, ...lines],
                values: values.map(([name, value]) => ({ name, value: valueJson(value) })),
                results
            }
        ],
        errors: failuresOf(result),
        diagnostics: findingsOf(notes),
        // A trace already contains the choices.
        notices: trace.length > 0 ? [] : notes.map(n => n.message)
    };
}

/** One line per record. If several objects or machines have records, each line begins with its object or machine. */
function traceLines(trace: readonly TraceRecord[]): string[] {
    // The effects of a step of a do behaviour have their own records.
    const records = trace.filter(r => r.kind !== 'do');
    const machines = new Map<Instance, Set<string>>();
    for (const { object, machine } of records) {
        if (object !== undefined) {
            machines.set(object, new Set([...(machines.get(object) ?? []), ...(machine === undefined ? [] : [machine])]));
        }
    }
    const areMany = [...machines.values()].some(names => names.size > 1);
    const whose = ({ object, machine }: TraceRecord): string =>
        object === undefined || (machines.size < 2 && !areMany)
            ? ''
            : `${objectPath(object)}${areMany && machine !== undefined ? `.${machine}` : ''}: `;
    return records.map(r => `${`t=${r.time}`.padEnd(10)} ${whose(r)}${r.text}`);
}

/** A table of outcomes with the number of schedules that reached each. It is decided if at least one schedule succeeds. */
export function explorationAnswer(subject: string, { outcomes, status }: Exploration, shown: Shown): Answer {
    const { runs, complete, budgetsHit, failedLinearizations } = status;
    const summary = `${count(runs, 'run')}, ${count(outcomes.length, 'outcome')}, ${complete ? 'complete' : `incomplete (budget of ${budgetsHit.join(' and ')})`}`;
    const { runsBudget, depthBudget } = status;
    const failed = failedLinearizations === runs;
    return {
        checks: [
            {
                subject,
                status: failed ? 'unresolved' : 'holds',
                lines: ['  runs  outcome', ...outcomes.map(o => outcomeLine(o, shown)), summary],
                results: outcomes.map(outcomeJson),
                exploration: { ...status, budgetsHit: [...budgetsHit] }
            }
        ],
        errors: failed ? ['every run failed'] : [],
        notices: [
            ...(failedLinearizations > 0 && !failed ? [`${failedLinearizations} of ${count(runs, 'run')} failed`] : []),
            ...(complete
                ? []
                : [
                      `not every order was tried: --schedule explore:runs=<n>,depth=<d> sets the budgets (these were runs=${runsBudget}, depth=${depthBudget})`
                  ])
        ]
    };
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

function outcomeLine(outcome: Outcome, shown: Shown): string {
    const { linearizations, finalState, statesVisited, outputs, error, probability, probabilityRange } = outcome;
    const states = statesVisited.length === 0 ? '' : `${finalState || '(none)'} (${statesVisited.join(' -> ')})`;
    const end = error !== '' ? `error: ${error}` : [states, ...valueLines([...outputs], shown)].filter(t => t !== '').join(', ');
    const likelihood =
        probability !== 0
            ? `  p=${shortNumber(probability)}`
            : probabilityRange !== undefined && probabilityRange.maximum > 0
              ? `  p=${shortNumber(probabilityRange.minimum)}..${shortNumber(probabilityRange.maximum)}`
              : '';
    return `${String(linearizations).padStart(6)}  ${end === '' ? '(no outputs)' : end}${likelihood}`;
}

const shortNumber = (value: number): string => String(Number(value.toPrecision(6)));

function valueLines(values: Named, { display, featureNamed }: Shown): string[] {
    return values.map(([name, value]) => `${name} = ${display.text(value, featureNamed(name))}`);
}

function clockLine(time: number): string[] {
    return time === 0 ? [] : [`final time: ${time} s`];
}

// --- JSON -------------------------------------------------------------------------------------------------------------

const valueJson = (value: Value): JsonValue => toJson(ValueSchema, encodeValue(value));

function valuesJson(values: Named): JsonValue {
    return Object.fromEntries(values.map(([name, value]) => [name, valueJson(value)]));
}

function notesJson(notes: readonly Note[]): JsonValue {
    return diagnosticsJson(findingsOf(notes));
}

function outcomeJson({
    outputs,
    finalState,
    statesVisited,
    error,
    linearizations,
    witness,
    notes,
    probability,
    probabilityRange
}: Outcome): JsonValue {
    return {
        outputs: valuesJson([...outputs]),
        finalState,
        statesVisited: [...statesVisited],
        error,
        linearizations,
        witness: [...witness],
        diagnostics: notesJson(notes),
        probability,
        probabilityRange: probabilityRange === undefined ? null : { min: probabilityRange.minimum, max: probabilityRange.maximum }
    };
}

/** A record in JSON; times are seconds of the run's clock. */
function recordJson({ time, kind, text, object, target, payload, alternatives, written, ...rest }: TraceRecord): JsonValue {
    return {
        time,
        kind,
        text,
        ...rest,
        ...(written && { written: { feature: written.feature, value: written.value } }),
        ...(object && { object: objectJson(object) }),
        ...(target && { target: objectJson(target) }),
        ...(payload && payload.length > 0 && { payload: [...payload] }),
        ...(alternatives && { alternatives: [...alternatives] })
    };
}

function objectJson(object: Instance): JsonValue {
    return { id: object.id, type: typeSymbolIdOf(object) };
}
