/** Operations along ownership (contract: views 6.5): from an element to its members, from an object to the objects that it contains. */
import { childrenOf, namedElement, parentOf } from '../elements.js';
import type { QueryContext } from '../query-context.js';
import { definitionFault } from '../faults.js';
import { heldBy, holderOf } from '../held-objects.js';
import type { Call } from '../queries/call.js';
import type { Rows } from '../queries/result.js';
import { distinct, ElementRow, type ObjectRow, type Row } from '../rows.js';
import { withArticle } from '../../language/semantics/metaclass.js';

/** The rows one level away from a row. */
type Neighbours = (context: QueryContext, row: Row) => readonly Row[];

const below: Neighbours = (_, row) => {
    const owner = owning(row);
    return owner.kind === 'object' ? heldBy(owner) : childrenOf(owner.element).map(e => new ElementRow(e));
};

const above: Neighbours = (context, row) => {
    const owned = owning(row);
    if (owned.kind === 'object') {
        const holder = holderOf(context, owned);
        return holder === undefined ? [] : [holder];
    }
    const owner = parentOf(owned.element);
    return owner === undefined ? [] : [new ElementRow(owner)];
};

/** Checks that a row takes part in ownership. @throws QueryFault for verdicts, states and events */
function owning(row: Row): ElementRow | ObjectRow {
    if (row.kind !== 'element' && row.kind !== 'object') {
        throw definitionFault(`${row.kind}-row`, `${withArticle(row.kind)} owns nothing and nothing owns it`);
    }
    return row;
}

/** The rows within `depth` steps, breadth first. */
function byLevel(context: QueryContext, rows: readonly Row[], neighbours: Neighbours, depth: number): Row[] {
    const found: Row[] = [];
    let level = rows;
    for (let steps = 0; steps < depth && level.length > 0; steps++) {
        level = level.flatMap(row => neighbours(context, row));
        level.forEach(() => context.visit());
        found.push(...level);
    }
    return distinct(found);
}

export function ownedElements(call: Call): Rows {
    return { rows: byLevel(call.context, call.rows('source').rows, below, 1) };
}

export function descendants(call: Call): Rows {
    return { rows: byLevel(call.context, call.rows('source').rows, below, call.depth('maxDepth')) };
}

export function ancestors(call: Call): Rows {
    return { rows: byLevel(call.context, call.rows('source').rows, above, call.depth('maxDepth')) };
}

/** Descendants in depth-first order. */
export function tree(call: Call): Rows {
    const found: Row[] = [];
    const visit = (row: Row, depth: number): void => {
        for (const child of depth === 0 ? [] : below(call.context, row)) {
            call.context.visit();
            found.push(child);
            visit(child, depth - 1);
        }
    };
    call.rows('source').rows.forEach(row => visit(row, call.depth('maxDepth')));
    return { rows: distinct(found) };
}

/** The element with the given name. */
export function named(call: Call): Rows {
    const name = call.text('name');
    const element = namedElement(call.context, name, call.place);
    return element === undefined ? call.refuse('name', `the name of an element, not "${name}"`) : { rows: [new ElementRow(element)] };
}
