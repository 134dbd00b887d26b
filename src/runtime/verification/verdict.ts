/** Verdicts as plain answers (contract operations.md "Verdict", sheet 6.3), and how a judgement becomes one. */
import type { FailureReason } from '../limits.js';
import type { InstanceAnswer } from '../instances/graph.js';
import type { Budget } from '../limits.js';
import type { Instance } from '../instances/instance.js';
import type { VerificationVerdict } from './cases.js';
import type { Judgement } from '../calculations/conditions.js';

export interface Verdict {
    readonly kind: 'constraint' | 'requirement' | 'satisfy' | 'object' | 'objective' | 'assertion';
    readonly elementId?: string;
    readonly element: string;
    readonly holds?: boolean;
    readonly condition?: string;
    /** the object that was judged */
    readonly instance?: Instance;
    readonly instancePath?: string;
    readonly error?: string;
    readonly failureReason?: FailureReason;
    readonly requirementId?: string;
    /** budgets that the judgement ended at */
    readonly exhausted?: readonly Budget[];
    /** whether the evaluator was asked, so that the verdict has a standing */
    readonly wasRun: boolean;
}

/** Verdict of one element with the objects it is about. */
export interface VerdictAnswer {
    readonly verdict?: Verdict;
    readonly instances: readonly InstanceAnswer[];
    /** what the verification cases of a judged requirement answered */
    readonly verificationVerdicts?: readonly VerificationVerdict[];
    /** the request failed before anything was judged */
    readonly error?: string;
}

/** What a judgement adds to a verdict. */
export function judged(judgement: Judgement): Pick<Verdict, 'holds' | 'condition' | 'error' | 'failureReason' | 'exhausted' | 'wasRun'> {
    switch (judgement.outcome) {
        case 'holds': return { holds: true, wasRun: true };
        case 'violated': return { condition: judgement.condition, wasRun: true };
        case 'undecided': return { error: judgement.error, failureReason: 'evaluation', exhausted: judgement.exhausted, wasRun: true };
    }
}
