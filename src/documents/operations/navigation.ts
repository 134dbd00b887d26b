/** Operations along ownership (contract: views 6.5): of elements what they declare, of objects what they hold. */
import { childrenOf, namedElement, parentOf } from '../elements.js';
import type { Asking } from '../asking.js';
import { definitionFault } from '../faults.js';
import { heldBy, holderOf } from '../held-objects.js';
import type { Call } from '../queries/call.js';
import type { Rows } from '../queries/result.js';
import { distinct, ElementRow, type ObjectRow, type Row } from '../rows.js';

/** What is one level away from a row. */
type Neighbours = (asking: Asking, row: Row) => readonly Row[];

const below: Neighbours = (_, row) => {
    const owner = owning(row);
    return owner.kind === 'object' ? heldBy(owner) : childrenOf(owner.element).map(e => new ElementRow(e));
};

const above: Neighbours = (asking, row) => {
    const owned = owning(row);
    if (owned.kind === 'object') {
        const holder = holderOf(asking, owned);
        return holder === undefined ? [] : [holder];
    }
    const owner = parentOf(owned.element);
    return owner === undefined ? [] : [new ElementRow(owner)];
};

/** A row that owns something. @throws QueryFault for verdicts, states and events */
function owning(row: Row): ElementRow | ObjectRow {
    if (row.kind !== 'element' && row.kind !== 'object') {
        throw definitionFault(`${row.kind}-row`, `a ${row.kind} owns nothing and nothing owns it`);
    }
    return row;
}

/** The rows that are reached in so many steps, those of fewer steps first. */
function byLevel(asking: Asking, rows: readonly Row[], neighbours: Neighbours, depth: number): Row[] {
    const found: Row[] = [];
    let level = rows;
    for (let steps = 0; steps < depth && level.length > 0; steps++) {
        level = level.flatMap(row => neighbours(asking, row));
        level.forEach(() => asking.visit());
        found.push(...level);
    }
    return distinct(found);
}

export function ownedElements(call: Call): Rows {
    return { rows: byLevel(call.asking, call.rows('source').rows, below, 1) };
}

export function descendants(call: Call): Rows {
    return { rows: byLevel(call.asking, call.rows('source').rows, below, call.depth('maxDepth')) };
}

export function ancestors(call: Call): Rows {
    return { rows: byLevel(call.asking, call.rows('source').rows, above, call.depth('maxDepth')) };
}

/** Descendants, each before what it owns. */
export function tree(call: Call): Rows {
    const found: Row[] = [];
    const visit = (row: Row, depth: number): void => {
        for (const child of depth === 0 ? [] : below(call.asking, row)) {
            call.asking.visit();
            found.push(child);
            visit(child, depth - 1);
        }
    };
    call.rows('source').rows.forEach(row => visit(row, call.depth('maxDepth')));
    return { rows: distinct(found) };
}

/** The element of a name. */
export function named(call: Call): Rows {
    const name = call.text('name');
    const element = namedElement(call.asking, name, call.place);
    return element === undefined ? call.refuse('name', `the name of an element, not "${name}"`) : { rows: [new ElementRow(element)] };
}
