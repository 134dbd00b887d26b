// CheckBehavior: every schedule of an action or a state machine searched for what goes wrong (contract: newest-operations 2).

import { create } from '@bufbuild/protobuf';
import { checkBehavior as check, type CheckAnswer, type CheckFault, type Witness, witnessFile } from '../../runtime/engines/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import {
    boundsOf,
    checkLines,
    outcomeText,
    statusOf,
    strengthOf,
    violationText,
    witnessNames,
    type WitnessNames
} from '../../session/answers/check-answers.js';
import { withSuggestions } from '../../session/questions/suggestions.js';
import {
    BoundSchema,
    CheckBehaviorResponseSchema,
    CheckDivergenceSchema,
    CheckDivergentValueSchema,
    CheckFinalSchema,
    CheckSearchSchema,
    CheckViolationSchema,
    CheckWitnessSchema,
    type CheckBehaviorRequest,
    type CheckBehaviorResponse,
    type CheckWitness
} from '../../wire/generated/sysml_pb.js';
import { messageMap } from '../../wire/map-keys.js';
import { invalidArgument } from '../../wire/status.js';
import { ValueFault } from '../../wire/value-decoding.js';
import { behaviourOptions, inputReader } from './behaviour.js';
import type { Operation } from './operation.js';
import { engineRefusal } from './standing.js';

export const checkBehavior: Operation<'CheckBehavior'> = {
    provides: ['check', 'performer'],
    run(services, request, context) {
        checkRequest(request);
        const engine = ['', 'auto', 'all'].includes(request.engine) ? 'check' : request.engine;
        const refusal = engineRefusal(engine, 'behavior');
        if (refusal !== undefined) {
            return undecided({ error: refusal }, context.model, engine);
        }
        const { checkDepth, checkStates, checkTimeout } = request;
        const inputs = inputReader(request.inputs);
        try {
            const answer = check(
                context.model,
                {
                    behaviour: request.actionSymbolId || request.stateMachineSymbolId,
                    kind: request.actionSymbolId ? 'action' : 'machine',
                    performer: request.performerSymbolId,
                    inputs,
                    properties: request.checkProperty,
                    diverge: request.checkDiverge,
                    bounds: {
                        ...(checkDepth > 0 && { depth: checkDepth }),
                        ...(checkStates > 0 && { states: checkStates }),
                        ...(checkTimeout > 0 && { timeout: checkTimeout * 1000 })
                    },
                    onProgress: () => context.checkCancelled()
                },
                behaviourOptions(services, context)
            );
            return 'error' in answer
                ? undecided(answer, context.model, engine)
                : encoded(answer, request.checkWitness ? witnessNames(answer, request.performerSymbolId) : undefined);
        } catch (error) {
            if (error instanceof ValueFault) {
                return undecided({ error: inputs.unreadable ?? error.message }, context.model, engine);
            }
            throw error;
        }
    }
};

/** @throws Refusal invalid_argument */
function checkRequest(request: CheckBehaviorRequest): void {
    const { actionSymbolId, stateMachineSymbolId, checkDepth, checkStates, checkUnroll, checkTimeout } = request;
    if ((actionSymbolId === '') === (stateMachineSymbolId === '')) {
        throw invalidArgument('exactly one of action_symbol_id and state_machine_symbol_id has to be set');
    }
    const bounds = { depth: checkDepth, states: checkStates, unroll: checkUnroll, timeout: checkTimeout };
    for (const [name, bound] of Object.entries(bounds)) {
        if (!(bound >= 0) || !Number.isFinite(bound)) {
            throw invalidArgument(`${name} takes a bound of at least one, not "${bound}"`);
        }
    }
}

function undecided({ error, unknown }: CheckFault, model: Model, engine: string): CheckBehaviorResponse {
    const text = unknown === undefined || error.startsWith('behavior not found') ? error : withSuggestions(model, error, unknown);
    return create(CheckBehaviorResponseSchema, { verdict: 'undecided', error: text, engine, strength: 'not covered' });
}

/** @param files names of the witnesses' files, where these are asked for */
function encoded(answer: CheckAnswer, files: WitnessNames | undefined): CheckBehaviorResponse {
    const witness = (w: Witness): CheckWitness =>
        create(CheckWitnessSchema, {
            schedule: w.schedule,
            choices: [...w.choices],
            ...(files?.has(w) === true && { fileName: files.get(w)!, fileContent: witnessFile(w) })
        });
    const { search, bounds } = answer;
    return create(CheckBehaviorResponseSchema, {
        verdict: answer.verdict,
        lines: checkLines(answer, files),
        search: create(CheckSearchSchema, {
            states: search.states,
            moves: search.moves,
            maxDepth: search.maxDepth,
            boundsHit: [...search.boundsHit],
            massBounded: search.boundsHit.length > 0,
            notes: [...answer.notes],
            status: statusOf(answer)
        }),
        violations: answer.violations.map(v =>
            create(CheckViolationSchema, {
                kind: v.kind,
                property: v.property ?? '',
                error: v.error ?? '',
                depth: v.depth,
                probability: v.probability ?? 0,
                witness: witness(v.witness),
                text: violationText(v)
            })
        ),
        divergences: answer.divergences.map(({ feature, values }) =>
            create(CheckDivergenceSchema, {
                feature,
                values: values.map(v => create(CheckDivergentValueSchema, { value: v.value, witness: witness(v.witness) }))
            })
        ),
        finals: answer.finals.map(final =>
            create(CheckFinalSchema, {
                outcome: outcomeText(final),
                values: messageMap([...final.values]),
                witness: witness(final.witness)
            })
        ),
        engine: 'check',
        strength: strengthOf(answer),
        bounds: boundsOf(bounds).map(([name, limit]) =>
            create(BoundSchema, { name, limit: BigInt(Math.round(limit)), reached: search.boundsHit.includes(name) })
        ),
        reason: answer.reason
    });
}
