/** Behaviours that come with an object: the machines that its type exhibits and the actions that it performs, in the parts that it holds too. */
import { Instance } from '../instances/instance.js';
import { natureOf } from '../model/layout.js';
import { elementsOf } from '../values/index.js';
import { ActionAgent } from './execute-action.js';
import { Machine } from './machine.js';
import type { Agent, Simulation } from './simulation.js';

/** Most levels of parts whose behaviours are started. */
const MAX_DEPTH = 16;

/**
 * Starts the behaviours of an object and of the parts that it holds, outside in, and lets them run until quiet.
 * @param onAgent told of each before it starts
 */
export function activate(simulation: Simulation, root: Instance, onAgent: (agent: Agent) => void): void {
    const started: (() => void)[] = [];
    const visit = (object: Instance, depth: number): void => {
        for (const slot of object.layout.slots) {
            if (!slot.isModelled) {
                continue;
            }
            const { kind } = slot.feature;
            if (kind === 'exhibit') {
                const machine = new Machine(simulation, slot.feature, object, object, slot.names[0]);
                onAgent(machine);
                simulation.agents.push(machine);
                started.push(() => machine.start());
            } else if (kind === 'perform') {
                const action = new ActionAgent(simulation, slot.feature, object, object);
                onAgent(action);
                simulation.agents.push(action);
                started.push(() => action.begin(new Map()));
            } else if (depth < MAX_DEPTH && natureOf(slot) === 'object' && ['part', 'item', 'occurrence'].includes(kind ?? '') && slot.feature.direction === undefined) {
                for (const part of elementsOf(object.read(slot.index))) {
                    if (part instanceof Instance && part.outer === object) {
                        visit(part, depth + 1);
                    }
                }
            }
        }
    };
    visit(root, 0);
    for (const start of started) {
        start();
    }
    if (started.length > 0) {
        simulation.settleNow();
    }
}
