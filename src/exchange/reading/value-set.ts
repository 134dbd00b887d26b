/** A set of values, in which numbers and texts of expressions are equal if they have the same spelling. */
import { ExpressionText, NumberText, type Value } from '../graph.js';

export class ValueSet {
    /** elements, strings, booleans and plain numbers */
    private readonly plain = new Set<Value>();
    private readonly spelled = new Set<string>();

    constructor(values: readonly Value[] = []) {
        values.forEach(value => this.add(value));
    }

    has(value: Value): boolean {
        const spelling = spellingOf(value);
        return spelling === undefined ? this.plain.has(value) : this.spelled.has(spelling);
    }

    /** Adds a value. @returns whether it is new */
    add(value: Value): boolean {
        const isNew = !this.has(value);
        const spelling = spellingOf(value);
        if (spelling === undefined) {
            this.plain.add(value);
        } else {
            this.spelled.add(spelling);
        }
        return isNew;
    }
}

function spellingOf(value: Value): string | undefined {
    return value instanceof NumberText
        ? `${value.datatype} ${value.text}`
        : value instanceof ExpressionText
          ? `expression ${value.text}`
          : undefined;
}
