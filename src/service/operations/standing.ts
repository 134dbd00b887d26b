// Which engine a request asks, and the standing of what it answers (contract sheet 11.2, 11.4, 11.6). Questions of the evaluator only.

import { create } from '@bufbuild/protobuf';
import type { Budget, Run } from '../../runtime/index.js';
import { BoundSchema, type Bound } from '../generated/sysml_pb.js';
import { invalidArgument } from '../wire/status.js';

interface BuiltInEngine {
    readonly name: string;
    readonly authority: string;
    readonly answers: readonly string[];
    readonly bounds: readonly string[];
    /** why it cannot answer yet */
    readonly unavailable?: string;
}

/** The engines that every service has by name, in name order: what they can prove at best, what they answer, and the budgets they take. */
export const ENGINES: readonly BuiltInEngine[] = [
    { name: 'explore', authority: 'proved', answers: ['outcomes'], bounds: ['runs', 'depth'] },
    { name: 'run', authority: 'observed', answers: ['evaluate'], bounds: ['steps', 'elements'] },
    { name: 'sweep', authority: 'observed', answers: ['sweep'], bounds: ['runs'], unavailable: 'this service does not run sweeps: RunSweep is not part of it' }
];
const ENGINE_NAMES: readonly string[] = ENGINES.map(e => e.name);

/**
 * Why the named engine does not answer `evaluate`; undefined when the evaluator does.
 * @throws Refusal invalid_argument for an engine nobody registered
 */
export function evaluateRefusal(engine: string): string | undefined {
    if (['', 'auto', 'all', 'run'].includes(engine)) {
        return undefined;
    }
    if (ENGINE_NAMES.includes(engine)) {
        return `engine "${engine}" does not answer evaluate`;
    }
    throw invalidArgument(`unknown engine "${engine}": known engines are ${ENGINE_NAMES.join(', ')}`);
}

export interface Standing { engine: string; strength: string; bounds: Bound[] }

/** The standing of an answer of the evaluator. @param exhausted the budgets that it ended at */
export function runStanding({ limits }: Run, outcome: 'observed' | 'witnessed' | 'not covered', exhausted: readonly Budget[] = []): Standing {
    return {
        engine: 'run', strength: outcome,
        bounds: (['steps', 'elements'] as const).map((name): Bound => create(BoundSchema, { name, limit: BigInt(limits[name]), reached: exhausted.includes(name) }))
    };
}
