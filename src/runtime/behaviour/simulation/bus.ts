/**
 * Messages in flight, and the ways they take: addressed to an object, a step or a port, or sent through a port over connections (contract
 * behaviour 6). A port is an object of its own, so a destination is an identity. Knows no tokens.
 */
import type { AstNode } from 'langium';
import type * as ast from '../../../language/generated/ast.js';
import { resolve } from '../../../language/semantics/names.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { conformsTo, typesOf } from '../../../language/semantics/specialization.js';
import { isDefinition, isFeature, lastSegment, segmentsOf } from '../../../language/semantics/structure.js';
import { libraryElement, scopeOf } from '../../../language/semantics/world.js';
import { variantOf } from '../../expressions/choices.js';
import { codeOf } from '../../expressions/compile.js';
import type { Frame } from '../../expressions/frame.js';
import { readPath, targetOf } from '../../expressions/references.js';
import { coerceTo } from '../../instances/conform.js';
import { Instance, typeSymbolOf } from '../../instances/instance.js';
import { categoryOf, isA, isCalculation } from '../../model/kinds.js';
import { layoutOf, natureOf } from '../../model/layout.js';
import { EvaluationError, type Value, elementsOf, kindOf } from '../../values/index.js';
import { bodyMembersOf } from './members.js';
import { objectsAlong, objectsAt, type PackageConnection, packageConnectionsAround } from './package-connections.js';

/** Where a message goes: an object (a port, a part), a step of a flow, or a behaviour. */
export type Destination = object;

export interface Message {
    /** the types that it has, of the payload or its declaration */
    readonly types: readonly AstNode[];
    /** under which triggers find it: the last segment of its type's name */
    readonly name: string;
    readonly payload: Value;
    readonly destination: Destination | undefined;
    /** whether it came through a port */
    readonly routed: boolean;
    /** the object that sent it */
    readonly sender: object | undefined;
    /** the behaviour or step that alone takes it, of a message that was sent through a port and `to` it */
    readonly addressee: Destination | undefined;
}

/** What an accept takes. */
export interface Reception {
    matches(message: Message): boolean;
}

export class MessageBus {
    private readonly inFlight: Message[] = [];

    /** machines, which put messages into their pools */
    private readonly listeners: ((message: Message) => void)[] = [];

    /** @param run whose previews are undone */
    constructor(private readonly run: { readonly journal: (() => void)[] | undefined }) {}

    /** Tells of the messages in flight, and of every one that is posted from now on. */
    subscribe(listener: (message: Message) => void): void {
        this.listeners.push(listener);
        this.inFlight.forEach(listener);
    }

    post(messages: readonly Message[]): void {
        const { journal } = this.run;
        for (const message of messages) {
            this.inFlight.push(message);
            if (journal !== undefined) {
                // A preview takes what it sent with it, so nobody is told.
                journal.push(() => this.take(message));
                continue;
            }
            for (const listener of this.listeners) {
                listener(message);
            }
        }
    }

    /** Puts a message in flight that no behaviour is told of. */
    place(message: Message): void {
        this.inFlight.push(message);
    }

    /** The oldest message that a reception takes. */
    find(reception: Reception): Message | undefined {
        return this.inFlight.find(m => reception.matches(m));
    }

    take(message: Message): void {
        const index = this.inFlight.indexOf(message);
        if (index >= 0) {
            this.run.journal?.push(() => this.inFlight.splice(index, 0, message));
            this.inFlight.splice(index, 1);
        }
    }

    isInFlight(message: Message): boolean {
        return this.inFlight.includes(message);
    }
}

// --- What is sent -----------------------------------------------------------------------------------------------------

const SCALAR_TYPES: Readonly<Record<string, string>> = {
    integer: 'ScalarValues::Integer', string: 'ScalarValues::String', boolean: 'ScalarValues::Boolean', real: 'ScalarValues::Real', rational: 'ScalarValues::Rational',
};

/** The payload of a send and what types the message. */
export function payloadOf(expression: AstNode, frame: Frame): Sent {
    const declared = declaredTypesOf(expression);
    const payload = valueOf(expression, frame);
    return declared.length > 0 ? sent(payload, declared) : messageOf(payload, expression);
}

/** A message that its payload alone types. @param near where the types of scalars are looked up */
export function messageOf(payload: Value, near: AstNode): Sent {
    return sent(payload, typesOfValue(payload, near));
}

/** What is sent, and what types the message. */
interface Sent { readonly payload: Value; readonly types: readonly AstNode[]; readonly name: string }

function sent(payload: Value, types: readonly AstNode[]): Sent {
    return { payload, types, name: types.length === 0 ? '' : nameOf(types[0]) ?? '' };
}

function valueOf(expression: AstNode, frame: Frame): Value {
    if (expression.$type === 'FeatureReferenceExpression') {
        const target = targetOf(expression as ast.FeatureReferenceExpression);
        if (target !== undefined && isDefinition(target) && !isCalculation(target)) {
            return new Instance(frame.run, layoutOf(target), target, frame);
        }
    }
    return codeOf(expression)(frame);
}

/** The types that a named usage or definition gives a message. */
function declaredTypesOf(expression: AstNode): readonly AstNode[] {
    if (expression.$type === 'FeatureReferenceExpression') {
        const target = targetOf(expression as ast.FeatureReferenceExpression);
        if (target !== undefined && isDefinition(target)) {
            return [target];
        }
        if (target !== undefined && isFeature(target)) {
            const types = typesOf(target).filter(t => !scopeOf(t).isLibrary || qualifiedNameOf(t)?.startsWith('ScalarValues::'));
            return types.length > 0 ? types : [target];
        }
    }
    return [];
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

/** What an accept declares of the messages it takes. */
export interface AcceptedType {
    readonly types: readonly AstNode[];
    /** the last segment of what it names; empty when it takes anything */
    readonly name: string;
}

/** Reads the type of a payload: its typing, or the declared event that it subsets. */
export function acceptedTypeOf(accept: ast.AcceptActionUsage): AcceptedType {
    const { payload } = accept;
    const relation = payload?.relationships.find(r => r.$type !== 'Redefinition');
    if (relation === undefined) {
        return { types: [], name: '' };
    }
    const target = resolve(relation);
    return { types: target === undefined ? [] : [target], name: lastSegment(relation.text) };
}

/** Whether a message is of an accepted type. */
export function isOfType(message: Message, { types, name }: AcceptedType): boolean {
    if (name === '' || message.name === name) {
        return true;
    }
    if (message.types.some(t => types.some(wanted => t === wanted || conformsTo(t, wanted)))) {
        return true;
    }
    const [only] = elementsOf(message.payload);
    // A scalar is accepted by what it conforms to: an Integer where a Real is awaited.
    return types.length > 0 && only !== undefined && !(only instanceof Instance) && categoryOf(types[0]) !== 'any' && categoryOf(types[0]) !== 'object'
        && coerceTo(categoryOf(types[0]), only) !== undefined;
}

/** Whether an accept with these types could ever take a message; for directed features of ports. */
function accepts(types: readonly AstNode[], message: readonly AstNode[]): boolean {
    return types.length === 0 || message.some(t => types.some(wanted => conformsTo(t, wanted)));
}

// --- Ports and connections --------------------------------------------------------------------------------------------

/** The object that an expression of a `via` or `to` denotes; undefined when it is none. */
export function objectIn(value: Value): Instance | undefined {
    const elements = elementsOf(value);
    return elements.length === 1 && elements[0] instanceof Instance ? elements[0] : undefined;
}

export function isPort(object: Instance): boolean {
    return isA(object.type, 'PortUsage') || isA(object.type, 'PortDefinition');
}

function isConjugated(port: AstNode): boolean {
    const typing = (port as Partial<ast.Usage>).relationships?.find(r => r.$type === 'FeatureTyping') as ast.FeatureTyping | undefined;
    return typing?.isConjugated ?? false;
}

/** Whether messages of these types can go into a port: by an inward feature, or because it directs nothing. */
export function canReceive(port: Instance, types: readonly AstNode[]): 'yes' | 'outbound' | 'rejected' {
    const directed = port.layout.slots.filter(s => s.isModelled && s.feature.direction !== undefined);
    if (directed.length === 0) {
        return 'yes';
    }
    const inward = isConjugated(port.type) ? ['out', 'inout'] : ['in', 'inout'];
    const receiving = directed.filter(s => inward.includes(s.feature.direction!));
    if (receiving.length === 0) {
        return 'outbound';
    }
    return receiving.some(s => accepts(typesOf(s.feature), types)) ? 'yes' : 'rejected';
}

interface Ends { readonly connector: AstNode; readonly ends: readonly { readonly text: string; readonly ports: readonly Instance[] }[] }

/** The connections that the frames around a behaviour and around a port declare, and the packages around those, each with the objects at its ends. */
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
            const { ends } = member as ast.ConnectorUsage;
            if (member.$type === 'ConnectorUsage' && ends.length > 1 && isA(member, 'ConnectionUsage')) {
                found.push({ connector: member, ends: ends.map(end => ({ text: end.text, ports: portsAt(f, end.text) })) });
            }
        }
    }
    for (const { connector, ends } of ofPackages) {
        found.push({ connector, ends: ends.map(end => ({ text: end.text, ports: objectsAt(frame.run, end) })) });
    }
    return found;
}

/** The connections that an object selects from variations of connections. */
function selectedIn(frame: Frame): readonly AstNode[] {
    const variations = frame instanceof Instance ? frame.layout.slots.filter(s => s.isModelled && natureOf(s) === 'variation') : [];
    return variations.filter(s => s.chain.some(f => f.value !== undefined)).map(s => variantOf(frame.read(s.index))).filter(v => v !== undefined);
}

function portsAt(frame: Frame, text: string): readonly Instance[] {
    const [first, ...rest] = segmentsOf(text).map(s => s.name);
    const at = readPath(frame, [first]);
    return at === undefined ? [] : objectsAlong(elementsOf(at.frame.read(at.index)), rest);
}

/**
 * The ports that a message sent through a port reaches: every other end of its connections that can receive it.
 * @throws EvaluationError `send reaches no receiving port: …`
 */
export function routesFrom(port: Instance, name: string, types: readonly AstNode[], frame: Frame): Instance[] {
    const reached: Instance[] = [];
    const outbound: string[] = [];
    let rejected: string | undefined;
    let isJoined = false;
    for (const { ends } of connectionsAround(frame, port)) {
        if (!ends.some(end => end.ports.includes(port))) {
            continue;
        }
        for (const end of ends) {
            for (const other of end.ports) {
                if (other === port) {
                    continue;
                }
                isJoined = true;
                const answer = canReceive(other, types);
                if (answer === 'yes') {
                    reached.push(other);
                } else if (answer === 'outbound') {
                    outbound.push(end.text);
                } else {
                    rejected = end.text;
                }
            }
        }
    }
    if (reached.length > 0) {
        return reached;
    }
    if (rejected !== undefined) {
        throw unreachable(`port "${rejected}" receives no such payload`);
    }
    throw unreachable(isJoined ? `port "${name}" is joined only to outbound ends (${outbound.join(', ')})` : `port "${name}" is joined to no port that can receive it`);
}

/** `send reaches no receiving port: …`. */
export function unreachable(detail: string): EvaluationError {
    return new EvaluationError('send reaches no receiving port', detail);
}
