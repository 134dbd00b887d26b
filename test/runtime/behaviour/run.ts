/** Runs behaviours of a model text and shows what they answered as short texts, for tables of cases. */
import { Workspace, type Model } from '../../../src/language/workspace/workspace.js';
import {
    executeAction,
    executeState,
    policyOf,
    type BehaviourOptions,
    type Exploration,
    type Note
} from '../../../src/runtime/behaviour/index.js';
import { valueText, type Value } from '../../../src/runtime/values/index.js';
import { testLibrary } from '../../support/library.js';

let workspace: Workspace | undefined;

/** The model of a package body; refuses one with errors, so that no case passes by accident. */
export function modelOf(body: string): Model {
    workspace ??= new Workspace({ library: testLibrary() });
    const content = `package T { private import ScalarValues::*; ${body} }`;
    const { model } = workspace.parse([{ name: 'case.sysml', language: 'sysml', content }]);
    const errors = model.diagnostics.filter(d => d.severity === 'error');
    if (errors.length > 0) {
        throw new Error(errors.map(d => `${d.span?.startLine}: ${d.message}`).join('\n'));
    }
    return model;
}

export function valuesText(values: ReadonlyMap<string, Value> | undefined): string {
    return [...(values ?? [])].map(([name, value]) => `${name}=${valueText(value)}`).join(' ');
}

const notesOf = (notes: readonly Note[]): string[] => notes.map(n => n.message);

function outcomesText({ outcomes, status }: Exploration): Record<string, unknown> {
    return {
        outcomes: outcomes.map(o => [o.error || [o.finalState, valuesText(o.outputs)].filter(t => t !== '').join(' '), o.linearizations]),
        complete: status.complete,
        runs: status.runs,
        budgetsHit: status.budgetsHit.join(',')
    };
}

export interface Options {
    readonly schedule?: string;
    readonly performer?: string;
    readonly inputs?: ReadonlyMap<string, Value>;
    readonly events?: readonly string[];
    readonly behaviour?: BehaviourOptions['behaviour'];
    readonly limits?: BehaviourOptions['limits'];
}

/** Runs an action; only what says something is in the answer. */
export function runAction(
    model: Model,
    id: string,
    { schedule = '', performer, inputs, behaviour, limits }: Options = {}
): Record<string, unknown> {
    const result = executeAction(model, { action: `T::${id}`, policy: policyOf(schedule), performer, inputs }, { behaviour, limits });
    return result.exploration !== undefined
        ? outcomesText(result.exploration)
        : {
              ...(result.error === '' ? { outputs: valuesText(result.outputs) } : { error: result.error }),
              ...(result.performerAttributes.size > 0 && { performer: valuesText(result.performerAttributes) }),
              ...(result.finalTime !== 0 && { time: result.finalTime }),
              ...(result.notes.length > 0 && { notes: notesOf(result.notes) })
          };
}

/** Runs a machine; only what says something is in the answer. */
export function runState(
    model: Model,
    id: string,
    { schedule = '', performer, events = [], behaviour }: Options = {}
): Record<string, unknown> {
    const result = executeState(model, { machine: `T::${id}`, policy: policyOf(schedule), performer, events }, { behaviour });
    return result.exploration !== undefined
        ? outcomesText(result.exploration)
        : {
              ...(result.error === '' ? { visited: result.statesVisited.join(' ') } : { error: result.error }),
              ...(result.finalContext.size > 0 && { context: valuesText(result.finalContext) }),
              ...(result.finalTime !== 0 && { time: result.finalTime }),
              ...(result.notes.length > 0 && { notes: notesOf(result.notes) })
          };
}

/** The trace of a machine run as lines. */
export function traceOf(model: Model, id: string, events: readonly string[] = []): string[] {
    return executeState(model, { machine: `T::${id}`, policy: policyOf(''), events, trace: true }).trace.map(r => r.text);
}
