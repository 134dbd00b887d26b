/** The values of the parameters of one running query. The invocation of another query has a separate scope. */
import { LocalFrame, layoutOf } from '../../runtime/evaluation/index.js';
import { sequenceOf } from '../../runtime/values/index.js';
import type { QueryContext } from '../query-context.js';
import { type CellValue, isValue } from '../rows.js';
import type { QueryDefinition, QueryParameter } from './definition.js';

export class Scope {
    private readonly values = new Map<QueryParameter, readonly CellValue[]>();
    /** the frame in which expressions read the parameters */
    readonly frame: LocalFrame;

    constructor(
        readonly context: QueryContext,
        readonly definition: QueryDefinition
    ) {
        this.frame = new LocalFrame(context.run, layoutOf(definition.element), undefined);
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
