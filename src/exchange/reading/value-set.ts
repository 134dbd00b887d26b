/** A set of the values of a statement: numbers and texts of expressions are equal by what they spell. */
import { ExpressionText, NumberText, type Value } from '../graph.js';

export class ValueSet {
    /** elements, texts, truth values, small numbers */
    private readonly plain = new Set<Value>();
    private readonly spelled = new Set<string>();

    constructor(values: readonly Value[] = []) {
        values.forEach(value => this.add(value));
    }

    has(value: Value): boolean {
        const spelling = spellingOf(value);
        return spelling === undefined ? this.plain.has(value) : this.spelled.has(spelling);
    }

    /** @returns whether the value was not in the set */
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
