// RecordRun: runs a case once, over ranges or many times, and writes each completed run into the model (contract: newest-operations 4).

import { create, type Message } from '@bufbuild/protobuf';
import {
    type CompletedRun,
    kindOfRun,
    nothingRecorded,
    noting,
    RecordRefusal,
    recordRuns,
    type Recording,
    runAt,
    RunNotes
} from '../../data/index.js';
import type { AstNode } from '../../language/generated/tree.js';
import { caseById, isRefusal } from '../../runtime/verification/index.js';
import {
    RecordRunResponseSchema,
    RunAnalysisRequestSchema,
    RunRunsRequestSchema,
    RunSweepRequestSchema,
    type RecordRunRequest,
    type RecordRunResponse
} from '../../wire/generated/sysml_pb.js';
import { invalidArgument } from '../../wire/status.js';
import { messageOf } from '../../language/failures.js';
import { Division } from './division.js';
import { checkManyDocuments, editedModel } from './edited-model.js';
import type { CallContext, Operation, Services } from './operation.js';
import { analysed } from './run-analysis.js';
import { runsMade } from './run-runs.js';
import { sweptRows } from './run-sweep.js';
import { encodeReason } from './runs.js';

export const recordRun: Operation<'RecordRun'> = {
    provides: ['record_run', 'engines'],
    run(services, request, context) {
        checkRequest(request);
        checkManyDocuments(context.model, request.acceptDocuments);
        const element = caseById(context.model, request.analysisSymbolId);
        if (isRefusal(element)) {
            return create(RecordRunResponseSchema, { error: element.error, failureReason: encodeReason(element.failureReason) });
        }
        const made = runs(services, request, context, element);
        const { response, completed } = made;
        if (completed.length === 0) {
            const error = made.error !== '' ? made.error : nothingRecorded(request.ranges.length > 0);
            return create(RecordRunResponseSchema, { ...response, ...skippedOf(made), error, failureReason: encodeReason('evaluation') });
        }
        try {
            const recording = recordRuns(context.model, {
                element,
                runs: completed,
                into: request.recordInto,
                stamp: {
                    runAt: runAt(process.env.SOURCE_DATE_EPOCH),
                    tool: `sysml-workbench ${services.version}`,
                    command: `RecordRun ${request.analysisSymbolId}`
                }
            });
            return encoded(services, context, create(RecordRunResponseSchema, { ...response, ...skippedOf(made) }), recording);
        } catch (error) {
            if (error instanceof RecordRefusal) {
                return create(RecordRunResponseSchema, {
                    error: `recording the run failed: ${messageOf(error)}`,
                    failureReason: encodeReason('evaluation')
                });
            }
            throw error;
        }
    }
};

/** @throws Refusal invalid_argument */
function checkRequest({ ranges, runs: count, seed }: RecordRunRequest): void {
    if (ranges.length > 0 && count !== 0n) {
        throw invalidArgument('ranges and runs exclude each other: one records the rows of a sweep, the other a sample');
    }
    if (count < 0n) {
        throw invalidArgument(`invalid run request: "${count}" is not a number of runs to make`);
    }
    if (count > 0n && seed === undefined) {
        throw invalidArgument('invalid run request: random draws need a seed');
    }
}

/** The runs with the response of the operation that made them. */
interface MadeRuns {
    readonly response: Partial<Pick<RecordRunResponse, 'run' | 'sweep' | 'sample'>>;
    readonly completed: readonly CompletedRun[];
    /** why runs are not recorded, one text per run */
    readonly failures: readonly string[];
    /** why there are no runs */
    readonly error: string;
}

const skippedOf = ({ failures }: MadeRuns) => ({ skipped: BigInt(failures.length), reasons: [...failures] });

function runs(services: Services, request: RecordRunRequest, context: CallContext, element: AstNode): MadeRuns {
    if (request.ranges.length > 0) {
        return sweep(services, request, context);
    }
    return request.runs > 0n ? sample(services, request, context) : single(services, request, context, kindOfRun(element));
}

function single(services: Services, request: RecordRunRequest, context: CallContext, kind: CompletedRun['kind']): MadeRuns {
    const { analysisSymbolId: symbolId, subjectSymbolId, arguments: args, namedArguments, engine } = request;
    const notes = new RunNotes();
    const runRequest = create(RunAnalysisRequestSchema, { symbolId, subjectSymbolId, arguments: args, namedArguments, engine });
    const run = analysed(services, runRequest, context, answer => notes.note(kind, answer));
    return { response: { run }, completed: notes.completed, failures: [], error: run.error };
}

function sweep(services: Services, request: RecordRunRequest, context: CallContext): MadeRuns {
    const { analysisSymbolId: symbolId, subjectSymbolId, arguments: args, namedArguments, engine, ranges } = request;
    const notes = new RunNotes();
    const runRequest = create(RunSweepRequestSchema, { symbolId, subjectSymbolId, arguments: args, namedArguments, engine, ranges });
    const table = whole(sweptRows(services, runRequest, context, noting(notes, 'sweep')));
    return { response: { sweep: table }, completed: notes.completed, failures: notes.failures, error: table.error };
}

/** Computes a divided response in this thread, since the records of its parts cannot cross threads. */
const whole = <R extends Message>(made: R | Division<R>): R => (made instanceof Division ? made.whole() : made);

function sample(services: Services, request: RecordRunRequest, context: CallContext): MadeRuns {
    const { analysisSymbolId, subjectSymbolId, arguments: args, namedArguments, engine, runs: count, seed } = request;
    const notes = new RunNotes();
    const runRequest = create(RunRunsRequestSchema, {
        analysisSymbolId,
        subjectSymbolId,
        arguments: args,
        namedArguments,
        engine,
        runs: count,
        ...(seed !== undefined && { seed })
    });
    const table = whole(runsMade(services, runRequest, context, noting(notes, 'runs')));
    return { response: { sample: table }, completed: notes.completed, failures: notes.failures, error: table.error };
}

/** Parses and keeps the recorded model and completes the response. */
function encoded(services: Services, context: CallContext, response: RecordRunResponse, recording: Recording): RecordRunResponse {
    const { document, reasons } = recording;
    const edited = editedModel(services, context, [document]);
    if ('error' in edited) {
        const { error, diagnostics } = edited;
        return Object.assign(response, {
            error: `recording the run failed: the recorded model is not valid: ${error}`,
            failureReason: encodeReason('evaluation'),
            diagnostics
        });
    }
    return Object.assign(response, {
        package: recording.package,
        definition: recording.definition,
        records: [...recording.records],
        source: recording.source,
        content: edited.content,
        documents: edited.documents,
        modelHash: edited.hash,
        reasons: [...response.reasons, ...reasons]
    });
}
