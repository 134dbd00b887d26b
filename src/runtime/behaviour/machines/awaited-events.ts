/** The names of the events that a state machine reacts to. Reads its graph; does not depend on runs. */
import type { AstNode } from '../../../language/generated/tree.js';
import { elementById } from '../../../language/semantics/naming.js';
import { forEachChild } from '../../../language/syntax/index.js';
import type { RunModel } from '../../evaluation/run.js';
import { acceptedTypeOf } from '../simulation/bus.js';
import { stateGraphOf } from './state-lowering.js';

/**
 * The sorted names of the events that a machine's transitions and do behaviours accept.
 * @param machine qualified name of the machine
 */
export function awaitedEvents(model: RunModel, machine: string): string[] {
    const element = elementById(model, machine);
    const found = new Set<string>();
    const { transitions, vertices } = element === undefined ? { transitions: [], vertices: [] } : stateGraphOf(element);
    for (const { trigger } of transitions) {
        if (trigger?.kind === 'call') {
            found.add(trigger.operation);
        } else if (trigger?.kind === 'accept') {
            found.add(trigger.type.name);
        }
    }
    const visit = (node: AstNode): void => {
        if (node.$type === 'AcceptActionUsage') {
            found.add(acceptedTypeOf(node).name);
        }
        forEachChild(node, visit);
    };
    vertices.flatMap(v => v.do).forEach(visit);
    return [...found].filter(name => name !== '').sort();
}
