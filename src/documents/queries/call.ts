/** One invocation of an operation, with accessors that check the kind of each argument. Does not depend on the operations. */
import type { AstNode } from '../../language/generated/tree.js';
import { Infinity_, isInteger, type Value } from '../../runtime/values/index.js';
import type { QueryContext } from '../query-context.js';
import { definitionFault } from '../faults.js';
import { type CellValue, isRow } from '../rows.js';
import type { ComputedColumn, Rows } from './result.js';

export interface Arguments {
    readonly rows: ReadonlyMap<string, Rows>;
    readonly values: ReadonlyMap<string, readonly CellValue[]>;
    readonly columns: readonly ComputedColumn[];
}

export class Call {
    /**
     * @param operation name in the library
     * @param place the query that contains the invocation; names in texts are resolved there
     */
    constructor(
        readonly context: QueryContext,
        readonly operation: string,
        readonly place: AstNode,
        private readonly given: Arguments
    ) {}

    /** Rows of an argument; none if it was omitted. */
    rows(name: string): Rows {
        return this.given.rows.get(name) ?? { rows: [] };
    }

    /** Whether the argument was given. */
    hasRows(name: string): boolean {
        return this.given.rows.has(name);
    }

    get columns(): readonly ComputedColumn[] {
        return this.given.columns;
    }

    /** Values of an argument. */
    values(name: string): readonly Value[] {
        return (this.given.values.get(name) ?? []).filter((v): v is Value => !isRow(v));
    }

    texts(name: string): string[] {
        return this.values(name).map(v => (typeof v === 'string' ? v : this.refuse(name, 'a text')));
    }

    text(name: string): string {
        const [value, ...more] = this.texts(name);
        return value === undefined || more.length > 0 ? this.refuse(name, 'one text') : value;
    }

    /** An argument that must be one of some words. */
    word<W extends string>(name: string, words: readonly W[]): W {
        const text = this.text(name);
        const word = words.find(w => w === text);
        return word ?? this.refuse(name, `one of ${words.join(', ')}, not "${text}"`);
    }

    flag(name: string): boolean {
        const [value] = this.values(name);
        return typeof value === 'boolean' ? value : this.refuse(name, 'a Boolean');
    }

    /** A number of levels; `*` is unbounded. */
    depth(name: string): number {
        const [value] = this.values(name);
        if (value instanceof Infinity_) {
            return Infinity;
        }
        return value !== undefined && isInteger(value) && value >= 0 ? Number(value) : this.refuse(name, 'a number of levels');
    }

    /** @throws QueryFault */
    refuse(name: string, wanted: string): never {
        throw definitionFault('invalid-argument', `${this.operation} wants ${wanted} for ${name}`);
    }
}
