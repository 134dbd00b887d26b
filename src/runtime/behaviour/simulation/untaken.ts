/**
 * Reports messages that are in flight at the end of a run although no behaviour of the run can ever take them: a mistake of the model,
 * noted but no error (contract behaviour 6.2). Reads the declared accepts; does not depend on tokens or states.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isUsage } from '../../../language/semantics/structure.js';
import { visitAll } from '../../../language/syntax/index.js';
import { Instance, typeSymbolIdOf } from '../../evaluation/instances/instance.js';
import { isA, memoize } from '../../evaluation/model/kinds.js';
import { acceptedTypeOf, isOfType, isPort, type Message } from './bus.js';
import { bodyTypesOf } from './members.js';
import type { Agent, Simulation } from './simulation.js';

/** Notes the messages that no behaviour can take, once for each name and destination. */
export function noteUntaken({ bus, agents, scheduler }: Simulation): void {
    const noted = new Set<string>();
    for (const message of bus.undelivered) {
        const text = textOf(message);
        if (message.node !== undefined && !noted.has(text) && !agents.some(a => couldTake(a, message))) {
            noted.add(text);
            scheduler.noteMessage(text, message.node);
        }
    }
}

function textOf({ name, destination }: Message): string {
    const where = destination instanceof Instance ? ` to ${isPort(destination) ? 'port' : 'object'} ${nameOfObject(destination)}` : '';
    return `${name === '' ? 'a message' : name}${where} is never accepted: no behaviour of this run accepts it there`;
}

function nameOfObject(object: Instance): string {
    const { outer } = object;
    const name = nameOf(object.type) ?? typeSymbolIdOf(object);
    return outer instanceof Instance ? `${nameOfObject(outer)}.${name}` : name;
}

/** Whether a behaviour has an accept of the message's type at the message's destination. */
function couldTake(agent: Agent, message: Message): boolean {
    return isAtHome(agent, message) && acceptsIn(agent.node).some(accept => isOfType(message, acceptedTypeOf(accept)));
}

/** Whether a message is addressed to a behaviour: to itself, one of its steps, its object, or a port of the object. */
function isAtHome({ object, node }: Agent, { destination, routed }: Message): boolean {
    if (!(destination instanceof Instance)) {
        return true;
    }
    if (object === undefined) {
        return routed;
    }
    for (let at: unknown = destination; at instanceof Instance; at = routed ? at.outer : undefined) {
        if (at === object) {
            return true;
        }
    }
    return destination.type === node;
}

const ACCEPTS = Symbol('accepts of a behaviour');

/** The accepts of a behaviour, of inherited bodies, and of the actions and states that it uses. */
function acceptsIn(behaviour: AstNode): readonly ast.AcceptActionUsage[] {
    return memoize(ACCEPTS, behaviour, b => {
        const found: ast.AcceptActionUsage[] = [];
        const seen = new Set<AstNode>();
        const work: AstNode[] = [b];
        for (let at = work.pop(); at !== undefined; at = work.pop()) {
            for (const type of bodyTypesOf(at).filter(t => !seen.has(t))) {
                seen.add(type);
                visitAll(type, node => {
                    if (node.$type === 'AcceptActionUsage') {
                        found.push(node);
                    } else if (isUsage(node) && isA(node, 'ActionUsage')) {
                        work.push(node);
                    }
                });
            }
        }
        return found;
    });
}
