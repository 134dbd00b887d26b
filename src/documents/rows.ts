/**
 * The rows of a query: elements of the model, held objects, verdicts, states and events (contract: views 6.4, 6.6). A cell contains values
 * of the runtime or rows. Does not depend on operations or wire messages.
 */
import type { AstNode } from '../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../language/semantics/naming.js';
import type { Population, TraceRecord } from '../runtime/behaviour/index.js';
import type { Instance } from '../runtime/evaluation/index.js';
import type { Value } from '../runtime/values/index.js';

/** An element of the model. */
export class ElementRow {
    readonly kind = 'element';
    constructor(readonly element: AstNode) {}
}

/** An object that `Instantiate` made. */
export class ObjectRow {
    readonly kind = 'object';

    /**
     * @param label the path of the object that was bound or enumerated: `Yard::barge`, `#2`
     * @param below the path from that object; empty for the object itself
     */
    constructor(
        readonly object: Instance,
        readonly population: Population,
        readonly label: string,
        readonly below: string
    ) {}

    /** The whole path: `Yard::barge.masts[2]`. */
    get path(): string {
        return this.below === '' ? this.label : `${this.label}.${this.below}`;
    }

    /** The path from the bound object; for the bound object the last segment of its path. */
    get name(): string {
        return this.below === '' ? (this.label.split(/::|\.(?=[^.]*$)/).at(-1) ?? this.label) : this.below;
    }

    /** The row of an object that this object contains. */
    child(object: Instance, step: string): ObjectRow {
        return new ObjectRow(object, this.population, this.label, this.below === '' ? step : `${this.below}.${step}`);
    }
}

export type VerdictWord = 'holds' | 'violated' | 'undecided';
export type AssertionKind = 'constraint' | 'requirement' | 'satisfaction' | 'verification';

/** The verdict on one assertion about one object. */
export class VerdictRow {
    readonly kind = 'verdict';

    /** @param carrier the object of the assertion, if it is held */
    constructor(
        readonly facts: {
            readonly assertion: AstNode;
            readonly kind: AssertionKind;
            /** the assertion as written */
            readonly text: string;
            readonly carrier: ObjectRow | undefined;
            /** identifies the object */
            readonly object: Instance;
            readonly path: string;
            readonly verdict: VerdictWord;
            readonly condition: string | undefined;
            readonly reason: string | undefined;
            readonly verification: readonly string[];
        }
    ) {}
}

/** An active leaf state of a machine of an object. */
export class StateRow {
    readonly kind = 'state';

    constructor(
        readonly facts: {
            readonly object: ObjectRow;
            readonly machine: string;
            readonly name: string;
            /** the names from the machine down, separated by dots */
            readonly statePath: string;
            readonly state: AstNode | undefined;
            /** name of the enclosing region; empty if there is none or it has no name */
            readonly region: string;
            /** enclosing states, outermost first */
            readonly enclosing: readonly string[];
        }
    ) {}
}

/** An event in the trace of held objects. */
export class EventRow {
    readonly kind = 'event';

    constructor(
        readonly record: TraceRecord,
        readonly object: ObjectRow | undefined,
        readonly target: ObjectRow | undefined
    ) {}
}

export type Row = ElementRow | ObjectRow | VerdictRow | StateRow | EventRow;

/** One value of a cell. */
export type CellValue = Value | Row;

const ROWS = [ElementRow, ObjectRow, VerdictRow, StateRow, EventRow];

/** Whether a cell value is a row rather than a value of an expression. */
export function isRow(value: CellValue): value is Row {
    return ROWS.some(type => value instanceof type);
}

/** Whether a cell value is a value of an expression rather than a row. */
export function isValue(value: CellValue): value is Value {
    return !isRow(value);
}

/** Identity of rows (contract: views 6.5): equal keys denote the same row. */
export class RowIdentity {
    private readonly numbers = new Map<object, number>();

    keyOf(row: Row): string {
        switch (row.kind) {
            case 'element':
                return `e${this.numberOf(row.element)}`;
            case 'object':
                return `o${this.numberOf(row.object)}`;
            case 'verdict':
                return `v${this.numberOf(row.facts.assertion)} ${this.numberOf(row.facts.object)}`;
            case 'state':
                return `s${this.numberOf(row.facts.object.object)} ${row.facts.machine} ${row.facts.statePath}`;
            case 'event':
                return `t${this.numberOf(row.record)}`;
        }
    }

    private numberOf(thing: object): number {
        let number = this.numbers.get(thing);
        if (number === undefined) {
            this.numbers.set(thing, (number = this.numbers.size));
        }
        return number;
    }
}

/** The rows without duplicates; the first of equal rows remains. */
export function distinct<R extends Row>(rows: readonly R[]): R[] {
    const identity = new RowIdentity();
    const seen = new Set<string>();
    return rows.filter(row => {
        const key = identity.keyOf(row);
        return !seen.has(key) && seen.add(key);
    });
}

/** The id of an element; empty if it has no qualified name. */
export function elementIdOf(element: AstNode): string {
    return qualifiedNameOf(element) ?? '';
}

/** The name of a row in messages. */
export function labelOf(row: Row): string {
    switch (row.kind) {
        case 'element':
            return elementIdOf(row.element) || (nameOf(row.element) ?? 'an unnamed element');
        case 'object':
            return row.path;
        case 'verdict':
            return `${row.facts.text} on ${row.facts.path}`;
        case 'state':
            return `${row.facts.object.path}.${row.facts.machine}`;
        case 'event':
            return row.record.text;
    }
}
