/** What the conditions of the standard say of the elements of a document: what holds, what does not, and what cannot be decided. */
import { isKind } from '../../../src/exchange/metamodel/facts.js';
import { AT_LEAST, UNORDERED } from './corrections.js';
import type { Condition } from './constraints.js';
import { Element, type Scalar, Undecidable } from './elements.js';
import { Collection, itemsOf, OclError, shown, TooLong, type Value } from './values.js';
import type { DocumentModel } from './model.js';

export interface Disagreement {
    readonly document: string;
    readonly element: string;
    readonly stated: string;
    readonly expected: string;
}

export interface Tally {
    holds: number;
    undecided: number;
    tooLong: number;
    /** of the holding ones, those with a value */
    withValue: number;
    readonly errors: Map<string, number>;
    readonly disagreements: Disagreement[];
    readonly undecidedBy: Map<string, number>;
}

export const newTally = (): Tally => ({
    holds: 0,
    undecided: 0,
    tooLong: 0,
    withValue: 0,
    errors: new Map(),
    disagreements: [],
    undecidedBy: new Map()
});

/** Properties that may have a value more than once (KerML 8.3: nonunique). */
const NONUNIQUE = new Set(['relatedElement', 'chainingFeature', 'relatedType', 'relatedFeature', 'payloadType']);

/** Implied relationships are no elements of a document. */
const explicit = (items: readonly Scalar[]): Scalar[] => items.filter(i => !(i instanceof Element && i.json.isImplied === true));

/** Judges the elements of a document by a condition, of more than the limit some all over the document. */
export function judge(condition: Condition, name: string, model: DocumentModel, tally: Tally, limit = Infinity): void {
    const elements = model.own.filter(e => isKind(e.metaclass, condition.metaclass));
    const step = Math.max(1, elements.length / limit);
    for (let at = 0; at < elements.length; at += step) {
        const element = elements[Math.floor(at)];
        try {
            judgeElement(condition, element, name, model, tally);
        } catch (error) {
            if (error instanceof TooLong) {
                tally.tooLong++;
            } else if (error instanceof Undecidable) {
                tally.undecided++;
                const reason = error.message.replace(/^.*(?=\.\w+$)/, '');
                tally.undecidedBy.set(reason, (tally.undecidedBy.get(reason) ?? 0) + 1);
            } else if (error instanceof OclError) {
                const reason = `${error.message} (${name} ${element.toString()})`;
                const key = [...tally.errors.keys()].find(k => k.startsWith(error.message)) ?? reason;
                tally.errors.set(key, (tally.errors.get(key) ?? 0) + 1);
            } else {
                throw error;
            }
        }
    }
}

function judgeElement(
    { name, kind, property, expression }: Condition,
    element: Element,
    document: string,
    model: DocumentModel,
    tally: Tally
): void {
    if (kind !== 'derive') {
        const value = model.evaluator.evaluate(expression, element);
        settle(
            value === true,
            false,
            () => ({ document, element: `${element.metaclass} ${element.toString()}`, stated: shown(value), expected: 'true' }),
            tally
        );
        return;
    }
    const isMany = model.isMany(element, property);
    const stated = explicit(model.values(element, property));
    const found: Value = model.evaluator.evaluate(expression, element);
    const values = explicit(itemsOf(found));
    const expected = NONUNIQUE.has(property) ? values : [...new Set(values)];
    const compared = AT_LEAST.has(name) ? within(stated, expected) : stated;
    const isSame =
        compared.length === expected.length && compared.every((v, i) => (UNORDERED.has(name) ? expected.includes(v) : v === expected[i]));
    settle(
        isSame,
        stated.length > 0 && (isMany || stated[0] !== false),
        () => ({ document, element: `${element.metaclass} ${element.toString()}`, ...difference(stated, expected) }),
        tally
    );
}

/** The last of the values that are among the expected ones: as many as these. */
function within(stated: readonly Scalar[], expected: readonly Scalar[]): readonly Scalar[] {
    const among = stated.filter(s => expected.includes(s));
    return among.slice(Math.max(0, among.length - expected.length));
}

function difference(stated: readonly Scalar[], expected: readonly Scalar[]): { stated: string; expected: string } {
    const cut = (items: readonly Scalar[]): string =>
        shown(new Collection(items.slice(0, 6))) + (items.length > 6 ? ` … ${items.length}` : '');
    const more = stated.filter(s => !expected.includes(s));
    const fewer = expected.filter(e => !stated.includes(e));
    return more.length + fewer.length === 0
        ? { stated: `order ${cut(stated)}`, expected: cut(expected) }
        : { stated: cut(more), expected: cut(fewer) };
}

function settle(isSame: boolean, hasValue: boolean, difference: () => Disagreement, tally: Tally): void {
    if (isSame) {
        tally.holds++;
        tally.withValue += Number(hasValue);
    } else {
        tally.disagreements.push(difference());
    }
}
