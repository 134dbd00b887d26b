/**
 * Makes held objects again after a change of the model: their slots belong to the model that they were made from. An object keeps its id
 * and the values that it was given, unless its behaviours begin again.
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
    /** those that the model has no declaration of any more, or that cannot be made */
    readonly lost: readonly Population[];
    /** those whose behaviours began again */
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

/** Gives an object and those below it the values that another one has, where these are data and not derived from others. */
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

/** Kinds of values that mean the same in every run. */
const DATA: ReadonlySet<string> = new Set([
    ...['real', 'rational', 'complex', 'infinity', 'vector', 'quantity', 'vectorQuantity', 'tensorQuantity', 'enumLiteral']
]);

function isData(value: Value): boolean {
    if (typeof value !== 'object' || value === null) {
        return true;
    }
    return DATA.has(value.kind) || ('elements' in value && value.elements.every(isData));
}
