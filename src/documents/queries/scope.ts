/** A query that runs: what its parameters hold. An invocation of another query has a scope of its own. */
import { LocalFrame, layoutOf } from '../../runtime/evaluation/index.js';
import { sequenceOf } from '../../runtime/values/index.js';
import type { Asking } from '../asking.js';
import { type CellValue, isValue } from '../rows.js';
import type { QueryDefinition, QueryParameter } from './definition.js';

export class Scope {
    private readonly values = new Map<QueryParameter, readonly CellValue[]>();
    /** where expressions read the parameters that hold values */
    readonly frame: LocalFrame;

    constructor(
        readonly asking: Asking,
        readonly definition: QueryDefinition
    ) {
        this.frame = new LocalFrame(asking.run, layoutOf(definition.element), undefined);
    }

    bind(parameter: QueryParameter, values: readonly CellValue[]): void {
        this.values.set(parameter, values);
        if (values.every(isValue)) {
            this.frame.write(parameter.slot.index, parameter.upper <= 1 ? (values[0] ?? null) : sequenceOf(values));
        }
    }

    valuesOf(parameter: QueryParameter): readonly CellValue[] {
        return this.values.get(parameter) ?? [];
    }

    isBound(parameter: QueryParameter): boolean {
        return this.values.has(parameter);
    }
}
