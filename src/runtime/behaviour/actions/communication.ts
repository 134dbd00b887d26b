/**
 * Send and accept as statements (contract behaviour 6, 7). Reaching a send resolves its destinations; reaching an accept sets up its wait.
 * Depends on the bus and the clock, not on tokens.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isFeature } from '../../../language/semantics/structure.js';
import { textOf } from '../../../language/semantics/text.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { sendParametersOf, sendRoleOf } from '../../../language/semantics/sends.js';
import { codeOf } from '../../evaluation/expressions/code.js';
import { type Frame, frameWith } from '../../evaluation/expressions/frame.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { conform } from '../../evaluation/instances/conform.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isA } from '../../evaluation/model/kinds.js';
import {
    EvaluationError,
    OpaqueValue,
    Quantity,
    type Value,
    baseMagnitude,
    describe,
    elementsOf,
    isRealNumber,
    scalarOf,
    toDouble,
    typeMismatch
} from '../../values/index.js';
import {
    acceptedTypeOf,
    canReceive,
    type Destination,
    isOfType,
    isPort,
    type Message,
    messageOf,
    objectsIn,
    payloadOf,
    type Reception,
    routesFrom,
    rejectedBy,
    unreachable
} from '../simulation/bus.js';
import { BodyFrame, beginStep } from '../simulation/frames.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { bodyLayoutOf } from '../simulation/body-layout.js';
import type { Activity } from '../simulation/activity.js';
import { type Mailbox, mailboxOf } from '../simulation/mailboxes.js';
import type { Wait } from '../simulation/simulation.js';
import type { StateWriter } from '../simulation/state-writer.js';
import { type Condition, conditionOf } from './conditions.js';
import { atOnce, type Statement, type Steps } from './statement.js';

// --- Send -------------------------------------------------------------------------------------------------------------

export function compileSend(node: ast.SendActionUsage): Statement {
    return atOnce(node, (frame, activity) => {
        frame.run.step();
        send(node, frame, activity);
    });
}

/** Performs a send. Resolves all destinations before queuing any copy. */
function send(node: ast.SendActionUsage, frame: Frame, activity: Activity): void {
    const { payload: stated, sender, receiver } = sendParametersOf(node);
    const { order, surrogate } = activity.simulation;
    order?.statement();
    const delivered = surrogate?.payload(node) ?? (stated === undefined ? deliveredPayload(node, frame, activity) : undefined);
    if (stated === undefined && delivered === undefined) {
        throw typeMismatch('a send without payload');
    }
    const sent = delivered !== undefined ? messageOf(delivered, node) : payloadOf(stated!, frame);
    const receivers = receiver === undefined ? undefined : addressed(receiver, frame, activity);
    // Lists the properties, because spreading an object is slow where each send makes one.
    const copy = (destination: Destination | undefined, routed: boolean, addressee?: Destination): Message => ({
        types: sent.types,
        features: sent.features,
        name: sent.name,
        payload: sent.payload,
        destination,
        routed,
        sender: activity.self,
        addressee,
        node
    });
    const messages =
        sender !== undefined
            ? (receivers ?? [undefined]).flatMap(to => routedTo(sender, to, sent.types, frame, copy))
            : (receivers ?? [activity.self]).map(to => {
                  const isToPort = to instanceof Instance && isPort(to);
                  if (isToPort && canReceive(to, sent.types) === 'rejected') {
                      throw rejectedBy(to, textOf(receiver!), sent.types);
                  }
                  return copy(to, isToPort);
              });
    if (order !== undefined && activity.simulation.run.journal === undefined) {
        messages.forEach(message => order.sends(message, activity.agent.node));
    }
    activity.simulation.bus.post(messages);
    if (activity.simulation.run.journal === undefined) {
        activity.agent.onSend?.(sent.name, messages);
    }
}

/**
 * The copies of a message that is sent through one or more ports, over the connections of each port.
 * @throws EvaluationError when no port can receive it
 */
function routedTo(
    sender: ast.Expression,
    to: Destination | undefined,
    types: readonly AstNode[],
    frame: Frame,
    copy: (destination: Destination, routed: boolean, addressee?: Destination) => Message
): readonly Message[] {
    const text = textOf(sender);
    const ports = objectsIn(codeOf(sender)(frame));
    if (ports.length === 0 || !ports.every(isPort)) {
        throw unreachable(`"${text}" names no port of the sender`);
    }
    let refusal: EvaluationError | undefined;
    const messages = ports.flatMap(port => {
        const routes = routesFrom(port, text, types, frame);
        if (routes instanceof EvaluationError) {
            refusal ??= routes;
            return [];
        }
        return to instanceof Instance
            ? routes.filter(destination => isWithin(destination, to)).map(destination => copy(destination, true))
            : routes.map(destination => copy(destination, true, to));
    });
    if (messages.length === 0) {
        throw refusal ?? unreachable(`port "${text}" is joined to no port that can receive it`);
    }
    // Several sending ports that reach the same port send it one copy.
    return messages.filter((m, i) => messages.findIndex(other => other.destination === m.destination) === i);
}

/** The value that a flow delivered to the payload of a send; the next performance waits for another delivery. */
function deliveredPayload(node: ast.SendActionUsage, frame: Frame, activity: Activity): Value | undefined {
    const index = frame.layout.indexOf.get(node);
    if (index === undefined) {
        return undefined;
    }
    const performance = beginStep(node, frame, activity.simulation);
    const pin = performance.layout.slots.find(s => performance.delivered?.has(s.index) === true && sendRoleOf(s.feature) === 'payload');
    return pin === undefined ? undefined : performance.read(pin.index);
}

/** Whether a port is an object or is nested in it. */
function isWithin(port: Instance, object: Instance): boolean {
    for (let f: Frame | undefined = port; f !== undefined; f = f.outer) {
        if (f === object) {
            return true;
        }
    }
    return false;
}

/** The destinations of `to r`: a step of an enclosing flow, objects, or ports of objects. */
function addressed(receiver: ast.Expression, frame: Frame, activity: Activity): readonly Destination[] {
    const text = textOf(receiver);
    if (receiver.$type === 'FeatureReferenceExpression') {
        const reference = receiver;
        if (reference.text === 'self') {
            return [activity.self];
        }
        const target = targetOf(reference);
        if (target === undefined || scopeOf(target).isLibrary) {
            // A step that has the same name as a parameter of the send (`receiver`) takes precedence over the parameter.
            const step = activity.stepNamed(reference.text);
            if (step !== undefined) {
                return [step];
            }
        } else {
            const step = activity.addressOf(target);
            if (step !== undefined) {
                return [step];
            }
            if (isFeature(target) && isA(target, 'ActionUsage')) {
                return [target];
            }
        }
    }
    let value: Value;
    try {
        value = codeOf(receiver)(frame);
    } catch (error) {
        if (error instanceof EvaluationError) {
            throw unreachable(`"${text}" names no port of an object the sender can address`);
        }
        throw error;
    }
    const objects = objectsIn(value);
    if (objects.length === 0) {
        throw unreachable(`"${text}" names no port of an object the sender can address`);
    }
    return objects;
}

// --- Accept -----------------------------------------------------------------------------------------------------------

/** The wait of an accept that was reached, and its completion. */
export interface Acceptance extends Wait {
    /** Takes the message, if there is one, and binds its payload. */
    complete(): void;
    /** Writes what reaching the accept fixed, for the comparison of states. */
    writeState(out: StateWriter): void;
}

export function compileAccept(node: ast.AcceptActionUsage): Statement {
    return {
        node,
        waits: true,
        run() {
            throw typeMismatch('an accept cannot wait here');
        },
        *steps(frame, activity): Steps {
            const acceptance = reachAccept(node, frame, activity, undefined);
            while (!acceptance.ready()) {
                yield acceptance;
            }
            acceptance.complete();
        }
    };
}

/**
 * Reaches an accept: fixes the instant of a time trigger and sets up the wait.
 * @param step the accept as destination of messages that are sent to the step itself
 * @throws EvaluationError for a wait that the activity does not allow
 */
export function reachAccept(node: ast.AcceptActionUsage, frame: Frame, activity: Activity, step: Destination | undefined): Acceptance {
    const trigger = triggerOf(node);
    const since = activity.flow?.stepNumber ?? 0;
    const { simulation } = activity;
    const { surrogate } = simulation;
    if (trigger === undefined) {
        return acceptMessage(node, frame, activity, step, since);
    }
    if (trigger.kind === 'when') {
        const condition = trigger.argument;
        const holds: Condition =
            surrogate === undefined ? conditionOf(condition, "'when' condition") : at => surrogate.holds(condition, at);
        return {
            kind: 'change',
            ready: () => holds(frame),
            due: () => undefined,
            describe: () => [`accept when ${textOf(trigger.argument)} waiting since step ${since}`],
            look: () => void simulation.order?.awaits([activity.agent.node], () => holds(frame)),
            complete: () => void simulation.order?.awaits([activity.agent.node], () => holds(frame)),
            writeState: () => undefined
        };
    }
    if (activity.refusesClock) {
        throw new EvaluationError('state behavior waits for the clock');
    }
    const at = surrogate?.instant(trigger, frame, simulation.now) ?? instantOf(trigger, frame, simulation.now);
    return {
        kind: 'time',
        ready: () => simulation.now >= at,
        due: () => at,
        describe: () => [],
        complete: () => undefined,
        writeState: out => out.instant(at)
    };
}

/** The `at`, `after` or `when` of an accept. */
export function triggerOf(node: ast.AcceptActionUsage): ast.TriggerExpression | undefined {
    const expression = node.payload?.value?.expression;
    return expression?.$type === 'TriggerExpression' ? expression : undefined;
}

/** The instant of a time trigger, in seconds. @throws EvaluationError type mismatch for a value that is not a time */
export function instantOf(trigger: ast.TriggerExpression, frame: Frame, now: number): number {
    const seconds = secondsOf(codeOf(trigger.argument)(frame), frame);
    return trigger.kind === 'after' ? now + seconds : seconds;
}

/** The seconds of a time: a number without a unit is in seconds. */
function secondsOf(value: Value, frame: Frame): number {
    const time = scalarOf(value);
    if (isRealNumber(time)) {
        return toDouble(time);
    }
    if (time instanceof Quantity) {
        const second = frame.run.units.unit('SI::second');
        const { factors } = time.unit.term;
        const magnitude = baseMagnitude(time);
        if (factors.length === 1 && factors[0].unitId === second.term.factors[0]?.unitId && isRealNumber(magnitude)) {
            return toDouble(magnitude);
        }
    }
    throw typeMismatch(`a time must be a number of seconds or a quantity of time, got ${describe(value)}`);
}

function acceptMessage(
    node: ast.AcceptActionUsage,
    frame: Frame,
    activity: Activity,
    step: Destination | undefined,
    since: number
): Acceptance {
    const { bus } = activity.simulation;
    const accepted = receptionOf(node, frame, activity, step);
    const isFor = (message: Message): boolean => accepted.matches(message);
    const { agent } = activity;
    // A message goes to the machine's transitions before the accepts of its do behaviours. Entry behaviours and effects take messages
    // directly.
    const reception: Reception =
        agent.holdsBack === undefined || activity.refusesClock ? { matches: isFor } : { matches: m => isFor(m) && !agent.holdsBack!(m) };
    return {
        kind: 'message',
        ready() {
            if (accepted.mailbox !== undefined) {
                frame.run.accesses?.mailbox?.(accepted.mailbox);
            }
            return bus.find(reception) !== undefined;
        },
        // a machine may also release messages that it held back; during a search, the lookup of each accept is noted
        isEndedByArrivals: agent.holdsBack === undefined && frame.run.accesses === undefined,
        due: () => undefined,
        takes: message => isFor(message),
        writeState: out => accepted.ports?.forEach(port => out.reference(port)),
        describe: () => [`accept ${acceptedTypeOf(node).name || nameOf(node) || 'anything'} waiting since step ${since}`],
        complete() {
            const message = bus.find(reception)!;
            bus.take(message);
            activity.simulation.order?.accepts(message, other => isFor(other), agent.node, activity.flow?.rivalsFor(message) ?? []);
            agent.onAccept?.(message);
            bindPayload(node, message.payload, frame, activity);
        }
    };
}

/** The messages that an accept takes, and the ports of its `via`. */
interface PortReception extends Reception {
    readonly ports?: readonly (Destination | undefined)[];
    /** where it finds them */
    readonly mailbox: Mailbox | undefined;
}

/** The messages that an accept takes: those of its type that arrive through its port or are addressed to its behaviour, object or step. */
export function receptionOf(node: ast.AcceptActionUsage, frame: Frame, activity: Activity, step: Destination | undefined): PortReception {
    const type = acceptedTypeOf(node);
    const own = new Set<unknown>([step, node, activity.self, activity.agent, activity.agent.node, ...activity.performed]);
    own.delete(undefined);
    if (node.receiver !== undefined) {
        const objects = new Set<Destination | undefined>(objectsIn(codeOf(node.receiver)(frame)));
        if (objects.size === 0) {
            throw typeMismatch(`"${textOf(node.receiver)}" names no port`);
        }
        const arrives = (m: Message): boolean =>
            objects.has(m.destination) &&
            (m.destination instanceof Instance && isPort(m.destination) ? m.addressee === undefined || own.has(m.addressee) : !m.routed);
        const mailbox = oneMailbox(objects, activity);
        return {
            mailbox,
            ports: [...objects],
            matches: m => (m.isInjected === true ? own.has(m.destination) : arrives(m)) && isOfType(m, type)
        };
    }
    return { mailbox: oneMailbox(own, activity), matches: m => !m.routed && own.has(m.destination) && isOfType(m, type) };
}

/**
 * The only mailbox of messages with one of the destinations. Notes if an accept takes from several mailboxes, because their order then
 * matters.
 */
function oneMailbox(destinations: Iterable<unknown>, { simulation }: Activity): Mailbox | undefined {
    const mailboxes = new Set(Array.from(destinations, d => mailboxOf(d, simulation)).filter(m => m !== undefined));
    simulation.mixesMailboxes ||= mailboxes.size > 1;
    return mailboxes.values().next().value;
}

/** Binds the accepted value to the payload parameter, in the body of the accept and in the accept itself. */
export function bindPayload(node: ast.AcceptActionUsage, value: Value, frame: Frame, activity: Activity): void {
    const { payload } = node;
    if (payload === undefined) {
        return;
    }
    const at = frameWith(frame, payload);
    if (at !== undefined) {
        const slot = at.frame.layout.slots[at.index];
        // several accepts of one body may bind the same name to values of different types
        const typed = slot.chain.includes(payload) ? slot : { ...slot, feature: payload, chain: [payload] };
        activity.write(at.frame, at.index, payload.relationships.length === 0 ? value : conformed(value, typed, at.frame));
    }
    const own = frame.layout.indexOf.get(node);
    const layout = bodyLayoutOf(node);
    const pin = layout.indexOf.get(payload);
    if (own !== undefined && pin !== undefined) {
        const performance = new BodyFrame(frame.run, layout, frame, activity.simulation);
        performance.write(pin, value);
        performance.hasBegun = true;
        frame.write(own, new OpaqueValue('a performance', performance));
    }
}

function conformed(value: Value, slot: Slot, frame: Frame): Value {
    return elementsOf(value).some(e => e instanceof Instance) ? value : conform(value, slot, frame);
}
