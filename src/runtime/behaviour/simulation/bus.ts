/**
 * Messages in flight and their routing: messages addressed to an object, a step or a port, or sent through a port over connections
 * (contract behaviour 6). A port is an object, so a destination is an identity. Does not depend on tokens.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { conformsTo, redefinedFeaturesOf, subsettedFeaturesOf, supertypesOf, typesOf } from '../../../language/semantics/specialization.js';
import { type Feature, isDefinition, isFeature, lastSegment, segmentsOf } from '../../../language/semantics/structure.js';
import { libraryElement, scopeOf } from '../../../language/semantics/world.js';
import { variantOf } from '../../evaluation/expressions/choices.js';
import { codeOf } from '../../evaluation/expressions/code.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { readPath } from '../../evaluation/expressions/paths.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { coerceTo } from '../../evaluation/instances/coercion.js';
import { Instance, typeSymbolOf } from '../../evaluation/instances/instance.js';
import { objectsAt as objectsHeld } from '../../evaluation/instances/subjects.js';
import { categoryOf, isA, isCalculation, memoize } from '../../evaluation/model/kinds.js';
import { layoutOf } from '../../evaluation/model/layout.js';
import { natureOf } from '../../evaluation/model/slot-nature.js';
import { EvaluationError, type Value, elementsOf, kindOf, valueText } from '../../values/index.js';
import type { StateWriter } from './state-writer.js';
import { bodyMembersOf } from './members.js';
import { objectsAlong, objectsAt, type PackageConnection, packageConnectionsAround, packageEndOf } from './package-connections.js';

/** The destination of a message: an object (a port, a part), a step of a flow, or a behaviour. */
export type Destination = object;

export interface Message {
    /** its types, by the payload or its declaration */
    readonly types: readonly AstNode[];
    /** the feature that was sent by name, with the features that it subsets or redefines */
    readonly features: readonly AstNode[];
    /** the name that triggers match: the last segment of its type's name, or the name of an untyped feature */
    readonly name: string;
    readonly payload: Value;
    readonly destination: Destination | undefined;
    /** whether it came through a port */
    readonly routed: boolean;
    /** the object that sent it */
    readonly sender: object | undefined;
    /** the only behaviour or step that may take a message sent through a port and `to` it */
    readonly addressee: Destination | undefined;
    /** whether a request sent it: it reaches the behaviour whichever port accepts it */
    readonly isInjected?: boolean;
    /** the send action; undefined for other messages */
    readonly node?: AstNode;
}

/** The messages that an accept takes. */
export interface Reception {
    matches(message: Message): boolean;
}

export class MessageBus {
    private readonly inFlight: Message[] = [];

    /** number of messages sent so far */
    arrivals = 0;
    /** machines, which put the messages into their pools */
    private readonly listeners: ((message: Message) => void)[] = [];

    /** @param run the run, whose journal undoes previews */
    constructor(private readonly run: { readonly journal: (() => void)[] | undefined }) {}

    /** Calls a listener with the messages in flight and every message posted from now on. */
    subscribe(listener: (message: Message) => void): void {
        this.listeners.push(listener);
        this.inFlight.forEach(listener);
    }

    post(messages: readonly Message[]): void {
        const { journal } = this.run;
        for (const message of messages) {
            this.place(message);
            if (journal !== undefined) {
                // The end of a preview removes its messages, so no listener is called.
                journal.push(() => this.take(message));
                continue;
            }
            for (const listener of this.listeners) {
                listener(message);
            }
        }
    }

    get isEmpty(): boolean {
        return this.inFlight.length === 0;
    }

    /** Puts a message in flight without calling listeners. */
    place(message: Message): void {
        this.arrivals++;
        this.inFlight.push(message);
    }

    /** The oldest message that a reception takes. */
    find(reception: Reception): Message | undefined {
        return this.inFlight.find(m => reception.matches(m));
    }

    take(message: Message): void {
        const index = this.inFlight.indexOf(message);
        if (index >= 0) {
            this.run.journal?.push(() => {
                this.arrivals++;
                this.inFlight.splice(index, 0, message);
            });
            this.inFlight.splice(index, 1);
        }
    }

    /** The messages that nothing has taken yet. */
    get undelivered(): readonly Message[] {
        return this.inFlight;
    }

    isInFlight(message: Message): boolean {
        return this.inFlight.includes(message);
    }
}

/** Writes the identity of a message. */
export function writeMessage(out: StateWriter, message: Message): void {
    const { types, features, name, payload, destination, routed, sender, addressee, isInjected, node } = message;
    out.add(`message ${name} ${routed} ${isInjected === true}`);
    [...types, ...features, node].forEach(element => out.shared(element));
    out.value(payload);
    [destination, sender, addressee].forEach(end => out.reference(end));
}

// --- What is sent -----------------------------------------------------------------------------------------------------

const SCALAR_TYPES: Readonly<Record<string, string>> = {
    integer: 'ScalarValues::Integer',
    string: 'ScalarValues::String',
    boolean: 'ScalarValues::Boolean',
    real: 'ScalarValues::Real',
    rational: 'ScalarValues::Rational'
};

/** The payload of a message and the properties that triggers match. */
type Sent = Pick<Message, 'payload' | 'types' | 'features' | 'name'>;

/** The payload of a send. A named usage or definition types the message, in addition to the types of the value. */
export function payloadOf(expression: AstNode, frame: Frame): Sent {
    const target = expression.$type === 'FeatureReferenceExpression' ? targetOf(expression) : undefined;
    if (target === undefined || !(isDefinition(target) || isFeature(target))) {
        return messageOf(codeOf(expression)(frame), expression);
    }
    if (isDefinition(target)) {
        const isMade = !isCalculation(target);
        const payload = isMade ? new Instance(frame.run, layoutOf(target), target, frame) : codeOf(expression)(frame);
        return { payload, types: [target], features: [], name: nameOf(target) ?? '' };
    }
    const payload = codeOf(expression)(frame);
    const declared = typesOf(target).filter(t => !scopeOf(t).isLibrary || qualifiedNameOf(t)?.startsWith('ScalarValues::'));
    const types = [...declared, ...typesOfValue(payload, expression).filter(t => !declared.includes(t))];
    return { payload, types, features: featuresOf(target), name: nameOf(types[0] ?? target) ?? '' };
}

/** A message with the types of its payload only. @param near an element in whose scope scalar types are resolved */
export function messageOf(payload: Value, near: AstNode): Sent {
    const types = typesOfValue(payload, near);
    return {
        payload,
        types,
        features: types.filter(isFeature).flatMap(featuresOf),
        name: types.length === 0 ? '' : (nameOf(types[0]) ?? '')
    };
}

/** A feature and the features of the model that it subsets or redefines. */
function featuresOf(feature: AstNode): AstNode[] {
    return [feature, ...[...supertypesOf(feature)].filter(t => isFeature(t) && !scopeOf(t).isLibrary)];
}

function typesOfValue(payload: Value, near: AstNode): readonly AstNode[] {
    const [only] = elementsOf(payload);
    if (only instanceof Instance) {
        const type = typeSymbolOf(only);
        return isDefinition(type) ? [type] : [type, ...typesOf(type)];
    }
    const name = only === undefined ? undefined : SCALAR_TYPES[kindOf(only)];
    const scalar = name === undefined ? undefined : libraryElement(near, name);
    return scalar === undefined ? [] : [scalar];
}

// --- What is accepted -------------------------------------------------------------------------------------------------

/** The declared types of the messages that an accept takes. */
export interface AcceptedType {
    readonly types: readonly AstNode[];
    /** features: it takes only their occurrences (`accept :> e`) */
    readonly features: readonly AstNode[];
    /** the last segment of its first type; empty when it takes any message */
    readonly name: string;
}

/** Reads the typing of a payload and the declared events that it subsets. */
export function acceptedTypeOf(accept: ast.AcceptActionUsage): AcceptedType {
    const relations = accept.payload?.relationships.filter(r => r.$type !== 'Redefinition') ?? [];
    const targets = relations.map(r => resolve(r)).filter(t => t !== undefined);
    return {
        types: targets.filter(t => !isFeature(t)),
        features: targets.filter(isFeature),
        name: relations.length === 0 ? '' : lastSegment(relations[0].text)
    };
}

/** Whether a message is of an accepted type and an occurrence of the accepted features. An event of a request has only a name. */
export function isOfType(message: Message, accepted: AcceptedType): boolean {
    const { types, features, name } = accepted;
    if (isEvent(message)) {
        return name === '' || message.name === name;
    }
    return (
        features.every(f => message.features.includes(f)) &&
        (types.length > 0 || features.length === 0 ? isTyped(message, types, name) : true)
    );
}

/** Whether a message is an event of a request: only its name is known. */
function isEvent({ types, features, payload }: Message): boolean {
    return types.length === 0 && features.length === 0 && payload === null;
}

function isTyped(message: Message, types: readonly AstNode[], name: string): boolean {
    if (name === '' || message.name === name) {
        return true;
    }
    if (message.types.some(t => types.some(wanted => t === wanted || conformsTo(t, wanted)))) {
        return true;
    }
    const [only] = elementsOf(message.payload);
    // A scalar matches types that it conforms to: an accept of a Real takes an Integer.
    return (
        types.length > 0 &&
        only !== undefined &&
        !(only instanceof Instance) &&
        categoryOf(types[0]) !== 'any' &&
        categoryOf(types[0]) !== 'object' &&
        coerceTo(categoryOf(types[0]), only) !== undefined
    );
}

/** Whether a directed feature with these types can receive a message; any message for no types. */
function accepts(types: readonly AstNode[], message: readonly AstNode[]): boolean {
    return types.length === 0 || message.some(t => types.some(wanted => conformsTo(t, wanted)));
}

// --- Ports and connections --------------------------------------------------------------------------------------------

/** The object that a `via` or `to` expression denotes; undefined for none or several. */
export function objectIn(value: Value): Instance | undefined {
    const elements = elementsOf(value);
    return elements.length === 1 && elements[0] instanceof Instance ? elements[0] : undefined;
}

/** The objects that a `via` or `to` expression denotes: a feature may have several values. */
export function objectsIn(value: Value): readonly Instance[] {
    return elementsOf(value).filter(e => e instanceof Instance);
}

export function isPort(object: Instance): boolean {
    return isA(object.type, 'PortUsage') || isA(object.type, 'PortDefinition');
}

const PORTS = Symbol('port features of an object');

/**
 * Whether a port, or a port around it, is the value of a port feature of an object: a binding gives one port to several objects
 * (`bind face = inner.q`), and only one of them is around it.
 */
export function holdsPort(object: Instance, port: Instance): boolean {
    const slots = memoize(PORTS, object.type, () => object.layout.slots.filter(s => s.isModelled && isA(s.feature, 'PortUsage')));
    if (slots.length === 0) {
        return false;
    }
    for (let held: Frame | undefined = port; held instanceof Instance && isPort(held); held = held.outer) {
        const part = held;
        if (slots.some(s => objectsHeld(object, s.index).includes(part))) {
            return true;
        }
    }
    return false;
}

/**
 * Whether a port conjugates the directions of its features: by its own typing, else by the port that it redefines or subsets. A conjugated
 * enclosing port reverses the result.
 */
function isConjugated(port: Instance): boolean {
    const { outer } = port;
    return isTypedConjugated(port.type, new Set()) !== (outer instanceof Instance && isPort(outer) && isConjugated(outer));
}

function isTypedConjugated(feature: AstNode, seen: Set<AstNode>): boolean {
    seen.add(feature);
    const typing = feature.relationships?.find(r => r.$type === 'FeatureTyping');
    return (
        typing?.isConjugated ??
        [...redefinedFeaturesOf(feature), ...subsettedFeaturesOf(feature)].some(
            f => !seen.has(f) && !scopeOf(f).isLibrary && isTypedConjugated(f, seen)
        )
    );
}

/** The features through which a port receives; undefined for a port without directed features, which receives any message. */
function receivingFeaturesOf(port: Instance): readonly Feature[] | undefined {
    const directed = port.layout.slots.filter(s => s.isModelled && s.feature.direction !== undefined).map(s => s.feature);
    const inward = isConjugated(port) ? ['out', 'inout'] : ['in', 'inout'];
    return directed.length === 0 ? undefined : directed.filter(f => inward.includes(f.direction!));
}

/** Whether a port can receive messages of these types: by an inward feature, or because it has no directed features. */
export function canReceive(port: Instance, types: readonly AstNode[]): 'yes' | 'outbound' | 'rejected' {
    const receiving = receivingFeaturesOf(port);
    if (receiving === undefined) {
        return 'yes';
    }
    if (receiving.length === 0) {
        return 'outbound';
    }
    return receiving.some(f => accepts(typesOf(f), types)) ? 'yes' : 'rejected';
}

/** The refusal of a port whose inward features have other types than the payload. */
export function rejectedBy(port: Instance, text: string, types: readonly AstNode[]): EvaluationError {
    const received = (receivingFeaturesOf(port) ?? []).map(
        f =>
            `${nameOf(f) ?? ''} : ${typesOf(f)
                .map(t => nameOf(t))
                .join(', ')}`
    );
    return unreachable(
        `port "${text}" receives no such payload: ${types.map(t => nameOf(t)).join(', ')} is none of what it receives (${received.join('; ')})`
    );
}

interface Ends {
    readonly connector: AstNode;
    readonly ends: readonly { readonly text: string; readonly ports: readonly Instance[] }[];
}

/**
 * The connections that the enclosing frames of a behaviour and of a port declare, and those of the enclosing packages, each with the
 * objects at its ends.
 */
function connectionsAround(frame: Frame, port: Instance): Ends[] {
    const found: Ends[] = [];
    const frames = new Set<Frame>();
    const ofPackages = new Set<PackageConnection>();
    for (const start of [frame, port]) {
        for (let f: Frame | undefined = start; f !== undefined; f = f.outer) {
            frames.add(f);
            packageConnectionsAround(f instanceof Instance ? f.type : f.layout.type).forEach(c => ofPackages.add(c));
        }
    }
    for (const f of frames) {
        for (const member of [...bodyMembersOf(f.layout.type), ...selectedIn(f)]) {
            if (member.$type === 'ConnectorUsage' && member.ends.length > 1 && isA(member, 'ConnectionUsage')) {
                found.push({ connector: member, ends: member.ends.map(end => ({ text: end.text, ports: portsAt(f, end) })) });
            }
        }
    }
    for (const { connector, ends } of ofPackages) {
        found.push({ connector, ends: ends.map(end => ({ text: end.text, ports: objectsAt(frame.run, end) })) });
    }
    return found;
}

/** The variants that an object selects from variations, among them connections. */
function selectedIn(frame: Frame): readonly AstNode[] {
    const variations = frame instanceof Instance ? frame.layout.slots.filter(s => s.isModelled && natureOf(s) === 'variation') : [];
    return variations
        .filter(s => s.chain.some(f => f.value !== undefined))
        .map(s => variantOf(frame.read(s.index)))
        .filter(v => v !== undefined);
}

/** The objects at an end of a connection that a frame declares: at a feature of the frames around, else at a part of a package. */
function portsAt(frame: Frame, end: ast.ConnectorEnd): readonly Instance[] {
    const [first, ...rest] = segmentsOf(end.text).map(s => s.name);
    const at = readPath(frame, [first]);
    if (at !== undefined) {
        return objectsAlong(elementsOf(at.frame.read(at.index)), rest);
    }
    const ofPackage = packageEndOf(end);
    return ofPackage === undefined ? [] : objectsAt(frame.run, ofPackage);
}

/**
 * The ports that a message sent through a port reaches: the other ends of its connections that can receive it.
 * @returns the refusal `send reaches no receiving port: …` where there is none
 */
export function routesFrom(port: Instance, name: string, types: readonly AstNode[], frame: Frame): readonly Instance[] | EvaluationError {
    const reached: Instance[] = [];
    const outbound: string[] = [];
    let rejected: EvaluationError | undefined;
    let isJoined = false;
    for (const { ends } of connectionsAround(frame, port)) {
        if (!ends.some(end => end.ports.includes(port))) {
            continue;
        }
        for (const end of ends.filter(e => !e.ports.includes(port))) {
            for (const other of end.ports) {
                isJoined = true;
                const answer = canReceive(other, types);
                if (answer === 'yes') {
                    reached.push(other);
                } else if (answer === 'outbound') {
                    outbound.push(end.text);
                } else {
                    rejected = rejectedBy(other, end.text, types);
                }
            }
        }
    }
    if (reached.length > 0) {
        return reached;
    }
    if (rejected !== undefined) {
        return rejected;
    }
    return unreachable(
        isJoined
            ? `port "${name}" is joined only to outbound ends (${outbound.join(', ')})`
            : `port "${name}" is joined to no port that can receive it`
    );
}

/** `send reaches no receiving port: …`. */
export function unreachable(detail: string): EvaluationError {
    return new EvaluationError('send reaches no receiving port', detail);
}

// --- Texts ------------------------------------------------------------------------------------------------------------

/** The text of an accept in traces: `accept: Go (level = 7)`. */
export function acceptText(name: string, payload: readonly string[]): string {
    return `accept: ${name}${payload.length === 0 ? '' : ` (${payload.join(', ')})`}`;
}

/** The features of a payload as `name = value`, sorted by name. */
export function payloadTexts(payload: Value): string[] {
    const [object] = elementsOf(payload);
    if (!(object instanceof Instance)) {
        return payload === null ? [] : [`value = ${valueText(payload)}`];
    }
    return object.layout.slots
        .filter(s => s.isModelled && s.names.length > 0)
        .map(s => `${s.names[0]} = ${textOfFeature(object, s.index)}`)
        .sort();
}

function textOfFeature(object: Instance, index: number): string {
    try {
        return valueText(object.read(index));
    } catch (error) {
        if (error instanceof EvaluationError) {
            return error.reason;
        }
        throw error;
    }
}
