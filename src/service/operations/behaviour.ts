// ExecuteAction and ExecuteState: run a behaviour under a policy, or explore its schedules. Failures of the model are `error` in the
// response.

import { create } from '@bufbuild/protobuf';
import {
    drawsOf,
    DrawsFault,
    executeAction as runAction,
    executeState as runState,
    policyOf,
    type BehaviourOptions,
    type Dependence,
    type Exploration,
    type Note,
    type Outcome,
    type TraceRecord,
    objectPath
} from '../../runtime/behaviour/index.js';
import { EvaluationRun, type Run } from '../../runtime/evaluation/index.js';
import { Quantity, Real, type Value } from '../../runtime/values/index.js';
import {
    type ExecuteActionRequest,
    ExecuteActionResponseSchema,
    ExecuteStateResponseSchema,
    ExplorationStatusSchema,
    OutcomeSchema,
    ProbabilityRangeSchema,
    type Diagnostic,
    type DocumentEvent,
    type ExplorationStatus,
    type Outcome as WireOutcome,
    type Value as WireValue
} from '../../wire/generated/sysml_pb.js';
import { mapEntries, messageMap } from '../../wire/map-keys.js';
import { encodeDiagnostics } from '../../wire/diagnostics.js';
import { findingsOf } from '../../wire/notes.js';
import { invalidArgument } from '../../wire/status.js';
import { decodeValue, ValueFault } from '../../wire/value-decoding.js';
import { encodeObject, encodeRecord } from '../../wire/document-values.js';
import { encodeValue } from '../../wire/value.js';
import type { CallContext, Operation, Services } from './operation.js';
import { runOptions } from './runs.js';
import { valueNames } from './value-names.js';

export const executeAction: Operation<'ExecuteAction'> = {
    provides: ['schedule', 'schedule_explore', 'performer', 'final_time', 'order_dependence'],
    run(services, request, context) {
        const inputs = inputReader(request.inputs);
        try {
            const result = runAction(
                context.model,
                {
                    action: request.actionSymbolId,
                    inputs,
                    policy: policyOf(request.schedule),
                    performer: request.performerSymbolId,
                    ...advanceOf(request)
                },
                { ...behaviourOptions(services, context), ...chanceOf(request) }
            );
            return create(ExecuteActionResponseSchema, {
                outputs: encodeValues(result.outputs),
                error: result.error,
                diagnostics: encodeNotes(result.notes),
                finalTime: result.finalTime,
                performerAttributes: encodeValues(result.performerAttributes),
                orderDependent: encodeDependence(result.dependence),
                ...encodeExploration(result.exploration)
            });
        } catch (error) {
            if (error instanceof ValueFault) {
                return create(ExecuteActionResponseSchema, {
                    error: `action execution failed: initialize action: ${inputs.unreadable ?? error.message}`
                });
            }
            throw error;
        }
    }
};

export const executeState: Operation<'ExecuteState'> = {
    provides: ['state_trace'],
    run(services, request, context) {
        const result = runState(
            context.model,
            {
                machine: request.stateMachineSymbolId,
                events: request.events,
                policy: policyOf(request.schedule),
                performer: request.performerSymbolId,
                trace: request.trace,
                ...advanceOf(request)
            },
            { ...behaviourOptions(services, context), ...chanceOf(request) }
        );
        const run = new EvaluationRun(context.model);
        return create(ExecuteStateResponseSchema, {
            statesVisited: [...result.statesVisited],
            finalContext: encodeValues(result.finalContext),
            orderDependent: encodeDependence(result.dependence),
            error: result.error,
            diagnostics: encodeNotes(result.notes),
            finalTime: result.finalTime,
            trace: result.trace.map(record => encodeTraceRecord(record, run)),
            traceDropped: result.traceDropped,
            ...encodeExploration(result.exploration)
        });
    }
};

interface InputReader {
    /** @throws ValueFault */
    (run: Run): ReadonlyMap<string, Value>;
    /** the message about the input that could not be decoded */
    unreadable?: string;
}

/** Decodes the inputs of a behaviour for a given run. */
export function inputReader(inputs: Readonly<Record<string, WireValue>>): InputReader {
    const read: InputReader = run => {
        const names = valueNames(run);
        return new Map(
            mapEntries(inputs).map(([name, value]) => {
                try {
                    return [name, decodeValue(value, names)] as const;
                } catch (error) {
                    if (error instanceof ValueFault) {
                        read.unreadable = `input ${name} could not be read: ${error.message}`;
                    }
                    throw error;
                }
            })
        );
    };
    return read;
}

export function behaviourOptions(services: Services, context: CallContext): BehaviourOptions {
    return { ...runOptions(services, context), onRun: () => context.checkCancelled() };
}

/**
 * The random draws and the clock of a request.
 * @throws Refusal invalid_argument for an unknown draw policy or invalid clock step
 */
function chanceOf({ seed, draws, clockStep }: Pick<ExecuteActionRequest, 'seed' | 'draws' | 'clockStep'>): BehaviourOptions {
    const step = clockStepOf({ clockStep });
    try {
        return { chance: { draws: drawsOf(draws), ...(seed !== undefined && { seed }) }, clockStep: step };
    } catch (error) {
        throw error instanceof DrawsFault ? invalidArgument(error.message) : error;
    }
}

/**
 * The duration of a run: the clock advances by so many seconds, and the run ends with it.
 * @throws Refusal invalid_argument
 */
function advanceOf({ advance }: Pick<ExecuteActionRequest, 'advance'>): { readonly until?: number; readonly mustEnd?: true } {
    if (advance === undefined) {
        return {};
    }
    if (!(advance >= 0) || !Number.isFinite(advance)) {
        const seconds = Number.isInteger(advance) ? advance.toFixed(1) : String(advance);
        throw invalidArgument(`invalid advance: a clock advances by a finite, non-negative number of seconds, not ${seconds}`);
    }
    return { until: advance, mustEnd: true };
}

/** The clock step in seconds. @throws Refusal invalid_argument */
export function clockStepOf({ clockStep }: Pick<ExecuteActionRequest, 'clockStep'>): number {
    if (!(clockStep >= 0) || !Number.isFinite(clockStep)) {
        const step = Number.isInteger(clockStep) ? clockStep.toFixed(1) : String(clockStep);
        throw invalidArgument(`invalid clock step: a clock steps by a finite, non-negative number of seconds, not ${step}`);
    }
    return clockStep;
}

function encodeValues(values: ReadonlyMap<string, Value> | undefined): Record<string, WireValue> {
    return messageMap(Array.from(values ?? [], ([name, value]) => [name, encodeValue(value)] as const));
}

function encodeDependence(dependence: Dependence): Record<string, number> {
    return messageMap([...dependence]);
}

export function encodeNotes(notes: readonly Note[]): Diagnostic[] {
    return encodeDiagnostics(findingsOf(notes));
}

export function encodeExploration(exploration: Exploration | undefined): { outcomes: WireOutcome[]; exploration?: ExplorationStatus } {
    if (exploration === undefined) {
        return { outcomes: [] };
    }
    const { status } = exploration;
    return {
        outcomes: exploration.outcomes.map(encodeOutcome),
        exploration: create(ExplorationStatusSchema, { ...status, budgetsHit: [...status.budgetsHit] })
    };
}

function encodeOutcome(outcome: Outcome): WireOutcome {
    const { outputs, finalState, statesVisited, error, linearizations, witness, notes, probability, probabilityRange } = outcome;
    return create(OutcomeSchema, {
        outputs: encodeValues(outputs),
        finalState,
        statesVisited: [...statesVisited],
        error,
        linearizations,
        witness: [...witness],
        diagnostics: encodeNotes(notes),
        probability,
        ...(probabilityRange && {
            probabilityRange: create(ProbabilityRangeSchema, { min: probabilityRange.minimum, max: probabilityRange.maximum })
        })
    });
}

// --- Traces -----------------------------------------------------------------------------------------------------------

function encodeTraceRecord(record: TraceRecord, run: Run): DocumentEvent {
    const [object, target] = [record.object, record.target].map(o => o && encodeObject(o, objectPath(o)));
    return encodeRecord(record, new Quantity(new Real(record.time), run.units.unit('SI::second')), object, target);
}
