/**
 * Creates held objects again after a change of the model, because their slots belong to the old model. An object keeps its id and its
 * assigned values, unless its behaviours are restarted.
 */
import type { RunModel } from '../evaluation/run.js';
import { elementsOf, type Value } from '../values/index.js';
import { Instance } from '../evaluation/instances/instance.js';
import { HeldObjects, type Population } from './held-objects.js';
import { instantiate } from './instantiate.js';
import { Machine } from './machines/machine.js';
import type { BehaviourOptions } from './one-run.js';
import type { Policy } from './schedules/policy.js';

export interface RemadeObjects {
    readonly held: HeldObjects;
    /** populations whose declaration no longer exists, or whose objects cannot be created */
    readonly lost: readonly Population[];
    /** populations whose behaviours were restarted */
    readonly restarted: readonly Population[];
}

/** Makes objects again in a model, in the order in which they were made. */
export function remadeObjects(
    populations: readonly Population[],
    model: RunModel,
    options: BehaviourOptions,
    policy: Policy
): RemadeObjects {
    const held = new HeldObjects();
    const lost: Population[] = [];
    const restarted: Population[] = [];
    for (const before of populations) {
        const lastObjectId = before.root.id - 1;
        const { population } = instantiate(model, before.name, { ...options, lastObjectId }, policy, held.populations.at(-1));
        if (population === undefined) {
            lost.push(before);
            continue;
        }
        held.keep(population, Infinity);
        if (before.agents.some(a => a instanceof Machine || !a.hasEnded)) {
            restarted.push(before);
        } else {
            copyValues(before.root, population.root);
        }
    }
    const last = Math.max(0, ...populations.map(p => p.simulation.run.objectCount));
    held.populations.forEach(p => p.simulation.run.numberAfter(last));
    return { held, lost, restarted };
}

/** Copies the assigned values of an object and the objects below it, if they are data and not derived. */
function copyValues(from: Instance, to: Instance): void {
    from.ownCells((index, value, isDerived) => {
        const at = to.layout.byName.get(from.layout.slots[index].names[0] ?? '');
        if (value === undefined || at === undefined) {
            return;
        }
        const parts = elementsOf(value).filter(v => v instanceof Instance && v.outer === from);
        if (parts.length > 0) {
            const objects = elementsOf(to.read(at));
            parts.forEach((part, i) => {
                const object = objects[i];
                if (part instanceof Instance && object instanceof Instance && object.outer === to) {
                    copyValues(part, object);
                }
            });
        } else if (!isDerived && isData(value)) {
            to.write(at, value);
        }
    });
}

/** Kinds of values that do not depend on a run. */
const DATA: ReadonlySet<string> = new Set([
    ...['real', 'rational', 'complex', 'infinity', 'vector', 'quantity', 'vectorQuantity', 'tensorQuantity', 'enumLiteral']
]);

function isData(value: Value): boolean {
    if (typeof value !== 'object' || value === null) {
        return true;
    }
    return DATA.has(value.kind) || ('elements' in value && value.elements.every(isData));
}
