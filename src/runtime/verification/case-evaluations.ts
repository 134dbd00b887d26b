/**
 * The evaluations of a trade study: each application of a calculation that the case holds as a value, once for each list of arguments
 * (contract operations.md "CaseEvaluation", sheet 9.3). Depends on the case's returned value only.
 */
import type { Frame } from '../evaluation/expressions/frame.js';
import { Instance } from '../evaluation/instances/instance.js';
import { messageOf } from '../evaluation/limits.js';
import type { Run, RunObserver } from '../evaluation/run.js';
import { type Value, elementsOf, valueText, valuesEqual, valuesIdentical } from '../values/index.js';

export interface CaseEvaluation {
    /** qualified name of the calculation in the case */
    readonly functionId: string;
    /** in parameter order; null for an omitted parameter before a later one */
    readonly arguments: readonly Value[];
    readonly result?: Value;
    readonly error?: string;
    /** its argument is the element that `selectOne` picked and the case returned */
    readonly selected?: true;
    /** has the same result as a selected earlier evaluation */
    readonly tied?: true;
}

/** Records the applications of a performance's calculations during a run. */
export class EvaluationRecorder {
    private readonly made = new Map<string, CaseEvaluation>();
    private readonly picked: Value[] = [];

    /**
     * Runs a function and records the applications of calculations that capture the case.
     * @param isCase whether a frame is that of the case
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
     * The applications in the order of their first occurrence.
     * @param returned the value that the case returned; undefined when it failed, so that nothing is selected
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
