// RunSweep: runs an analysis case or a calculation once for each row of a parameter table.

import { engineRefusal } from '../../runtime/engines/index.js';
import { unconfirmedAnswers } from './external.js';
import { create } from '@bufbuild/protobuf';
import { startRun } from '../../runtime/behaviour/index.js';
import { EvaluationRun, type Run } from '../../runtime/evaluation/index.js';
import type { Value } from '../../runtime/values/index.js';
import {
    type CaseResult,
    planSweep,
    rowMaker,
    type Refusal,
    type SweepPlan,
    type SweepRow,
    type Verdict
} from '../../runtime/verification/index.js';
import {
    RunSweepResponseSchema,
    type RunSweepRequest,
    type RunSweepResponse,
    type Value as WireValue,
    type Verdict as WireVerdict
} from '../../wire/generated/sysml_pb.js';
import { decodeValue, ValueFault } from '../../wire/value-decoding.js';
import { behaviourOptions } from './behaviour.js';
import { decodeArguments, encodeEvaluations, encodeOutputs } from './case-answers.js';
import { Division, type Made } from './division.js';
import { shiftObjects } from './object-ids.js';
import type { CallContext, Operation, Services } from './operation.js';
import { encodeInstance } from '../../wire/instances.js';
import { encodeReason, encodeVerdict } from './runs.js';
import { sweepStanding, type Standing } from './standing.js';
import { valueNames } from './value-names.js';

export const runSweep: Operation<'RunSweep'> = {
    provides: ['verification', 'engines', 'case_evaluations'],
    run: (services, request, context) => sweptRows(services, request, context)
};

/**
 * The rows of a sweep, as a division.
 * @param onResult receives the result of each row of a case
 */
export function sweptRows(
    services: Services,
    request: RunSweepRequest,
    context: CallContext,
    onResult?: (result: CaseResult, row: number) => void
): RunSweepResponse | Division<RunSweepResponse> {
    const options = behaviourOptions(services, context);
    const limit = services.environment.counts.SERVICE_MAX_SWEEP_RUNS;
    const plan = planned(request, startRun(context.model, options), limit);
    if ('error' in plan) {
        return create(RunSweepResponseSchema, { error: plan.error, failureReason: encodeReason(plan.failureReason) });
    }
    const refusal = engineRefusal(request.engine, 'sweep');
    if (refusal !== undefined) {
        const sweepQuestion = { question: 'sweep', subject: request.symbolId, more: sweepMember(request) } as const;
        return create(RunSweepResponseSchema, {
            error: refusal,
            failureReason: encodeReason('evaluation'),
            strength: 'not covered',
            ...unconfirmedAnswers(services, context, request.engine, [sweepQuestion])?.[0]
        });
    }
    const standing = sweepStanding(limit);
    const rows = new Rows(standing, new EvaluationRun(context.model, options));
    const fixed = { subjectId: request.subjectSymbolId, arguments: (run: Run) => decodeArguments(request, run), onResult };
    const rowOf = rowMaker(context.model, plan, fixed, options);
    return new Division<RunSweepResponse>({
        count: plan.rows,
        head: create(RunSweepResponseSchema, {
            parameters: [...plan.parameters],
            sampled: request.samples > 0n,
            seed: request.samples > 0n ? request.seed : 0n,
            ...standing
        }),
        lists: ['rows', 'instances'],
        make: (from, to) => rows.made(from, to, rowOf),
        renumber: (lists, after) => void shiftObjects(lists.rows, lists.instances, after)
    });
}

/** The sweep in a question to external engines (contract sheet 13.3). */
function sweepMember({ ranges, samples, seed }: RunSweepRequest): object {
    const stated = ranges.map(({ parameter, start, end, step }) => {
        const { unit, ...from } = numberIn(start);
        return { parameter, ...(unit !== undefined && { unit }), from: from.value, to: numberIn(end).value, step: numberIn(step).value };
    });
    return { sweep: { ranges: stated, ...(samples > 0n && { sampled: true, samples: Number(samples), seed: Number(seed) }) } };
}

function numberIn(value: WireValue | undefined): { readonly value?: number; readonly unit?: string } {
    const { kind } = value ?? {};
    switch (kind?.case) {
        case 'intValue':
        case 'realValue':
            return { value: Number(kind.value) };
        case 'quantity': {
            const { magnitude, unit } = kind.value;
            const isPlain = magnitude.case === 'intMagnitude' || magnitude.case === 'realMagnitude';
            return { ...(isPlain && { value: Number(magnitude.value) }), unit };
        }
        default:
            return {};
    }
}

/** The plan of a request. @param run evaluates and checks its values */
function planned(request: RunSweepRequest, run: Run, limit: number): SweepPlan | Refusal {
    try {
        return planSweep(run, decoded(request, run, limit));
    } catch (error) {
        if (error instanceof ValueFault) {
            return { error: `sweep argument could not be read: ${error.message}`, failureReason: 'evaluation' };
        }
        throw error;
    }
}

/** @throws ValueFault */
function decoded(request: RunSweepRequest, run: Run, limit: number): Parameters<typeof planSweep>[1] {
    const names = valueNames(run);
    const bound = (value: WireValue | undefined): Value | undefined =>
        value?.kind.case === undefined ? undefined : decodeValue(value, names);
    return {
        symbolId: request.symbolId,
        subjectId: request.subjectSymbolId,
        arguments: decodeArguments(request, run),
        ranges: request.ranges.map(({ parameter, start, end, step }) => ({
            parameter,
            start: bound(start),
            end: bound(end),
            step: bound(step)
        })),
        samples: request.samples,
        seed: request.seed,
        limit
    };
}

/** Encodes rows with their objects. */
class Rows {
    /** @param limits of the runs that make rows */
    constructor(
        private readonly standing: Standing,
        private readonly limits: Pick<Run, 'limits'>
    ) {}

    /** Computes rows. The object ids of each row continue after those of the previous one. */
    made(from: number, to: number, rowOf: (row: number) => SweepRow): Made<RunSweepResponse> {
        const lists: Pick<RunSweepResponse, 'rows' | 'instances'> = { rows: [], instances: [] };
        let objects = 0;
        for (let index = from; index < to; index++) {
            const row = rowOf(index);
            const encoded = this.encoded(row);
            const instances = row.instances.map(encodeInstance);
            if (row.objects > 0) {
                objects = shiftObjects([encoded], instances, objects);
            }
            lists.rows.push(encoded);
            lists.instances.push(...instances);
        }
        return { lists, objects };
    }

    private encoded({ inputs, outputs, verdicts, evaluations, error, elapsedMicros }: SweepRow): RunSweepResponse['rows'][number] {
        return {
            $typeName: 'sysml.SweepRow',
            inputs: encodeOutputs(inputs),
            outputs: encodeOutputs(outputs),
            verdicts: verdicts.map(verdict => this.encodeVerdict(verdict)),
            evaluations: encodeEvaluations(evaluations),
            elapsedMicros: BigInt(elapsedMicros),
            error: error ?? '',
            failureReason: encodeReason(error === undefined ? undefined : 'evaluation')
        };
    }

    /** Verdicts have the standing of the table. */
    private encodeVerdict(verdict: Verdict): WireVerdict {
        return Object.assign(encodeVerdict(verdict, this.limits), this.standing);
    }
}
