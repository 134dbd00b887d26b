/**
 * The evaluations of a trade study: each application of a calculation of a case that is held as a value, once for each list of arguments
 * (contract operations.md "CaseEvaluation", sheet 9.3). Knows no case's answer but what it returned.
 */
import type { Frame } from '../evaluation/expressions/frame.js';
import { Instance } from '../evaluation/instances/instance.js';
import { messageOf } from '../evaluation/limits.js';
import type { Run, RunObserver } from '../evaluation/run.js';
import { type Value, elementsOf, valueText, valuesEqual, valuesIdentical } from '../values/index.js';

export interface CaseEvaluation {
    /** qualified name of the calculation in the case */
    readonly functionId: string;
    /** in parameter order; null for a parameter that was left to the calculation before a later one */
    readonly arguments: readonly Value[];
    readonly result?: Value;
    readonly error?: string;
    /** its argument is what `selectOne` picked and the case returned */
    readonly selected?: true;
    /** computes the same as an earlier one that is selected */
    readonly tied?: true;
}

/** Notes the applications that a run makes of the calculations of one performance. */
export class EvaluationRecorder {
    private readonly made = new Map<string, CaseEvaluation>();
    private readonly picked: Value[] = [];

    /**
     * Does something and notes the applications of calculations that close over the case; `isCase` says which frame is that of the case.
     */
    during<T>(run: Run, isCase: (frame: Frame) => boolean, work: () => T): T {
        const applied: RunObserver['applied'] = (calc, outer, args, apply) =>
            outer !== undefined && isCase(outer) ? this.noted(calc.id, args, apply) : apply();
        const selected = (element: Value): void => void this.picked.push(element);
        return run.observed({ applied, selected }, work);
    }

    private noted(functionId: string, args: readonly Value[], apply: () => Value): Value {
        const key = `${functionId}(${args.map(keyOf).join(', ')})`;
        if (this.made.has(key)) {
            return apply();
        }
        try {
            const result = apply();
            this.made.set(key, { functionId, arguments: args, result });
            return result;
        } catch (error) {
            this.made.set(key, { functionId, arguments: args, error: messageOf(error) });
            throw error;
        }
    }

    /**
     * The applications in the order in which each was first made.
     * @param returned what the case returned; undefined when it failed, and then nothing is selected
     */
    evaluations(returned: Value | undefined): CaseEvaluation[] {
        const made = [...this.made.values()];
        const chosen = returned === undefined ? undefined : this.picked.find(p => elementsOf(returned).some(r => valuesIdentical(r, p)));
        if (chosen === undefined) {
            return made;
        }
        const best = new Map<string, Value>();
        return made.map(evaluation => {
            const { functionId, result } = evaluation;
            if (result === undefined) {
                return evaluation;
            }
            const known = best.get(functionId);
            if (known === undefined && evaluation.arguments.some(a => valuesIdentical(a, chosen))) {
                best.set(functionId, result);
                return { ...evaluation, selected: true };
            }
            return known !== undefined && valuesEqual(known, result) ? { ...evaluation, tied: true } : evaluation;
        });
    }
}

const keyOf = (value: Value): string => (value instanceof Instance ? `#${value.id}` : valueText(value));
