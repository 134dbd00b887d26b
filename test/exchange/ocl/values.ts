/** The values of OCL and the operations of its library on collections. */
import { isMetaclassName, type MetaclassName } from '../../../src/language/semantics/metaclasses.js';
import { Element, type Scalar, Undecidable } from './elements.js';

export type Value = Scalar | null | Collection;

/** What the OCL itself has wrong: a name that nothing has, a wrong kind of value. */
export class OclError extends Error {}
/** An evaluation that takes too long. */
export class TooLong extends Undecidable {}

export class Collection {
    private keys: Set<unknown> | undefined;

    constructor(readonly items: readonly Scalar[]) {}

    has(item: Value): boolean {
        this.keys ??= new Set(this.items);
        return this.keys.has(item);
    }
}

export const distinct = (items: readonly Scalar[]): Collection => new Collection([...new Set(items)]);
export const itemsOf = (value: Value): readonly Scalar[] => (value instanceof Collection ? value.items : value === null ? [] : [value]);

export const ITERATIONS = new Set(['select', 'reject', 'any', 'exists', 'forAll', 'isUnique', 'collect', 'closure']);
export const KIND_OPERATIONS = new Set(['oclIsKindOf', 'oclIsTypeOf', 'oclAsType', 'oclType']);

export function isOfKind(source: Value, name: string, kind: MetaclassName): Value {
    if (name === 'oclAsType') {
        return source;
    }
    return source instanceof Element && (name === 'oclIsTypeOf' ? source.metaclass === kind : source.is(kind));
}

type CollectionOperation = (items: readonly Scalar[], args: readonly Value[]) => Value;

export const COLLECTION_OPERATIONS: ReadonlyMap<string, CollectionOperation> = new Map(
    Object.entries<CollectionOperation>({
        size: items => items.length,
        isEmpty: items => items.length === 0,
        notEmpty: items => items.length > 0,
        first: items => items[0] ?? null,
        last: items => items.at(-1) ?? null,
        at: (items, [i]) => items[numberOf(i) - 1] ?? null,
        indexOf: (items, [item]) => items.indexOf(item as Scalar) + 1,
        includes: (items, [item]) => item !== null && items.includes(item as Scalar),
        excludes: (items, [item]) => !items.includes(item as Scalar),
        includesAll: (items, [others]) => itemsOf(others).every(o => items.includes(o)),
        including: (items, [item]) => new Collection([...items, ...itemsOf(item)]),
        excluding: (items, [item]) => new Collection(items.filter(i => !itemsOf(item).includes(i))),
        append: (items, [item]) => new Collection([...items, ...itemsOf(item)]),
        prepend: (items, [item]) => new Collection([...itemsOf(item), ...items]),
        union: (items, [others]) => new Collection([...items, ...itemsOf(others)]),
        intersection: (items, [others]) => distinct(items.filter(i => itemsOf(others).includes(i))),
        subSequence: (items, [from, to]) => new Collection(items.slice(numberOf(from) - 1, numberOf(to))),
        asSet: distinct,
        asOrderedSet: distinct,
        asSequence: items => new Collection(items),
        flatten: items => new Collection(items),
        selectByKind: (items, [kind]) => new Collection(items.filter(i => i instanceof Element && isMetaclass(kind) && i.is(kind)))
    })
);

function isMetaclass(value: Value): value is MetaclassName {
    if (typeof value === 'string' && isMetaclassName(value)) {
        return true;
    }
    throw new OclError(`no metaclass ${shown(value)}`);
}

export function numberOf(value: Value): number {
    if (typeof value !== 'number') {
        throw new OclError(`no number: ${shown(value)}`);
    }
    return value;
}

export const joined = (a: Value, b: Value): Value => (a === null || b === null ? null : `${a as string}${b as string}`);

/** Collections are equal whose items are; a single value is the collection of it. */
export function isEqual(a: Value, b: Value): boolean {
    if (!(a instanceof Collection) && !(b instanceof Collection)) {
        return a === b;
    }
    const [left, right] = [itemsOf(a), itemsOf(b)];
    return left.length === right.length && left.every((item, i) => item === right[i]);
}

export const keyOf = (value: Value): string =>
    value instanceof Collection ? `[${value.items.map(keyOf).join(',')}]` : value instanceof Element ? `@${value.id}` : String(value);

export const shown = (value: Value): string =>
    value instanceof Collection
        ? `[${value.items.map(shown).join(', ')}]`
        : value instanceof Element
          ? value.toString()
          : JSON.stringify(value);
