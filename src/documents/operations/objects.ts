/** Operations on held objects and on the active states of their state machines (contract: views 6.5, 6.6). */
import type { AstNode } from '../../language/generated/tree.js';
import { type Machine, type Region, stateGraphOf, type Vertex } from '../../runtime/behaviour/index.js';
import { isA } from '../../runtime/evaluation/index.js';
import type { QueryContext } from '../query-context.js';
import { allElements } from '../elements.js';
import { definitionFault } from '../faults.js';
import { heldRoots, withHeld } from '../held-objects.js';
import type { Call } from '../queries/call.js';
import type { Rows } from '../queries/result.js';
import { distinct, labelOf, type ObjectRow, type Row, StateRow } from '../rows.js';
import { classification } from './filters.js';

/** @throws QueryFault where no objects can be held */
function checkRuntime({ context }: Call): void {
    if (!context.hasRuntime) {
        throw definitionFault('no-runtime', 'there are no objects here: they are made by Instantiate');
    }
}

/** Every held object, each followed by the objects below it. */
function allObjects(context: QueryContext): ObjectRow[] {
    return distinct(heldRoots(context).flatMap(root => withHeld(context, root)));
}

export function objects(call: Call): Rows {
    checkRuntime(call);
    return { rows: allObjects(call.context).filter(classification(call, call.text('type'))) };
}

/** The state machines that an object exhibits. */
function machinesOf({ object, population }: ObjectRow): readonly Machine[] {
    return population.machines.filter(machine => machine.object === object);
}

/** @throws QueryFault for a row that is not an object */
export function objectOf(row: Row): ObjectRow {
    if (row.kind === 'object') {
        return row;
    }
    throw row.kind === 'element'
        ? definitionFault('no-runtime', `${labelOf(row)} is an element: its object is made by Instantiate and bound as an object`)
        : definitionFault(`${row.kind}-row`, `${labelOf(row)} is no object`);
}

export function states(call: Call): Rows {
    checkRuntime(call);
    const rows = call.rows('source').rows.map(objectOf);
    const found = rows.map(row => ({ row, machines: machinesOf(row) }));
    if (rows.length > 0 && found.every(f => f.machines.length === 0)) {
        throw definitionFault('no-state-machine', `${labelOf(rows[0])} has no state machine`);
    }
    return { rows: distinct(found.flatMap(({ row, machines }) => machines.flatMap(machine => activeLeaves(row, machine)))) };
}

function activeLeaves(object: ObjectRow, machine: Machine): StateRow[] {
    return machine.configuration.leaves().map(leaf => {
        const path = pathOf(leaf);
        const region = regionsAround(leaf)[0];
        return new StateRow({
            object,
            machine: machine.name,
            name: leaf.name,
            statePath: path.map(v => v.name).join('.'),
            state: leaf.node,
            region: region?.name ?? '',
            enclosing: path.slice(0, -1).map(v => v.name)
        });
    });
}

/** The states from the machine down to `state`, which is the last. */
function pathOf(state: Vertex): Vertex[] {
    const path: Vertex[] = [];
    for (let v: Vertex | undefined = state; v !== undefined && v.kind !== 'machine'; v = v.region?.owner) {
        path.unshift(v);
    }
    return path;
}

/** The enclosing regions of a state, innermost first. Only regions of composite states with several regions qualify. */
function regionsAround(state: Vertex): Region[] {
    return [...pathOf(state)].reverse().flatMap(v => (v.region !== undefined && v.region.owner.regions.length > 1 ? [v.region] : []));
}

export function inState(call: Call): Rows {
    checkRuntime(call);
    const name = call.text('name');
    if (!stateNames(call.context).has(name)) {
        throw definitionFault('unknown-state', `no state machine of the model has a state ${name}`);
    }
    const isIn = (row: ObjectRow): boolean =>
        machinesOf(row).some(machine =>
            machine.configuration.leaves().some(leaf => {
                const path = pathOf(leaf).map(v => v.name);
                return path.some((_, i) => namesOf(path.slice(0, i + 1)).includes(name));
            })
        );
    return { rows: allObjects(call.context).filter(isIn) };
}

/** The names of a state: its simple name, and its path. */
const namesOf = (path: readonly string[]): string[] => [path.at(-1) ?? '', path.join('.')];

/** The names of all states, of declared and of running machines. */
function stateNames(context: QueryContext): ReadonlySet<string> {
    const isMachine = (e: AstNode): boolean => isA(e, 'StateDefinition') || isA(e, 'StateUsage');
    const machines = [...allElements(context)].filter(e => isMachine(e) && !isMachine(e.$container!));
    const declared = machines.flatMap(machine => stateGraphOf(machine).vertices);
    const running = context.populations.flatMap(p => p.machines).flatMap(m => m.graph.vertices);
    return new Set([...declared, ...running].filter(isState).flatMap(v => namesOf(pathOf(v).map(p => p.name))));
}

const isState = ({ kind }: Vertex): boolean => kind === 'state' || kind === 'final';
