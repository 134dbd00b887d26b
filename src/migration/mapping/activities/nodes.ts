/** Nodes of activities as actions and control nodes, pins as their parameters (contract: migration 7.2). */
import { isBasicName } from '../../../runtime/values/index.js';
import { type Declaration, Name, type Text } from '../../notation/declaration.js';
import { everyElement, type UmlElement } from '../../uml-model.js';
import { opaqueStatements } from '../expressions/opaque.js';
import { acceptOf } from '../machines/triggers.js';
import type { Mapping } from '../mapping.js';
import { keepText } from '../operations.js';
import { writeType, writtenType } from '../properties.js';
import { valueText } from '../values.js';

export const NODE_ROLES = ['node', 'structuredNode', 'containedNode', 'ownedNode'];
const PINS = ['InputPin', 'OutputPin', 'ValuePin', 'ActionInputPin'];
const CONTROL: Readonly<Record<string, string>> = { ForkNode: 'fork', JoinNode: 'join', DecisionNode: 'decide', MergeNode: 'merge' };
/** Nodes that nothing is declared for: a token starts, ends or passes there. */
const PLACELESS = new Set(['InitialNode', 'FlowFinalNode', 'ActivityParameterNode', 'CentralBufferNode', 'DataStoreNode']);
const STRUCTURED = new Set(['StructuredActivityNode', 'SequenceNode', 'ExpansionRegion', 'LoopNode', 'ConditionalNode']);

/** The nodes of an activity or structured node, each once, however the document owns it. */
export function nodesOf(owner: UmlElement): UmlElement[] {
    return owner.owned.filter(
        e => NODE_ROLES.includes(e.role) || e.role === 'executableNode' || (e.role === 'group' && STRUCTURED.has(e.metaclass))
    );
}

/** First pass: names for all nodes and pins. */
export function declareNodes(owner: UmlElement, body: Declaration, mapping: Mapping): void {
    for (const node of nodesOf(owner)) {
        if (PLACELESS.has(node.metaclass)) {
            continue;
        }
        const keyword = CONTROL[node.metaclass] ?? 'action';
        const wanted = node.name || CONTROL[node.metaclass] || kindName(node);
        const declaration = mapping.stands(
            body.declare(keyword, body.freeName(wanted, node.name === '' ? '' : ' '), 'node', node.order, node),
            node
        );
        declaration.isNameMadeUp = declaration.name !== node.name;
        if (keyword === 'action') {
            declarePins(node, declaration, mapping);
        }
        if (STRUCTURED.has(node.metaclass)) {
            declareNodes(node, declaration, mapping);
        }
    }
}

/** `call` for a CallBehaviorAction, `final` for the end. */
function kindName({ metaclass }: UmlElement): string {
    if (metaclass === 'ActivityFinalNode') {
        return 'final';
    }
    const [, first] = /^([A-Z][a-z]+)/.exec(metaclass) ?? [];
    return first === undefined ? 'step' : first.toLowerCase();
}

export const pinsOf = (node: UmlElement): UmlElement[] => node.owned.filter(e => PINS.includes(e.metaclass));

/** Pins of a call stand for the parameters of what is called, in their order; all others are parameters of the action. */
function declarePins(node: UmlElement, action: Declaration, mapping: Mapping): void {
    for (const pin of pinsOf(node)) {
        const direction = pin.metaclass === 'OutputPin' ? 'out' : 'in';
        const wanted = pin.name || (direction === 'out' ? 'result' : 'input');
        const declaration = action.declare('', action.freeName(wanted), 'parameter', pin.order, pin);
        declaration.prefixes.push(direction);
        declaration.isNameMadeUp = declaration.name !== pin.name;
        mapping.stands(declaration, pin);
    }
}

/** Fourth pass: what the nodes do. */
export function completeNodes(owner: UmlElement, mapping: Mapping): void {
    for (const node of nodesOf(owner)) {
        const declaration = mapping.declarationOf(node);
        if (declaration === undefined) {
            completePlaceless(node, mapping);
            continue;
        }
        mapping.mapped(node);
        completePins(node, mapping);
        const write = Object.hasOwn(ACTIONS, node.metaclass) ? ACTIONS[node.metaclass] : placeholder;
        write(node, declaration, mapping);
        if (STRUCTURED.has(node.metaclass)) {
            completeNodes(node, mapping);
        }
    }
}

/** Partitions as comments that name what they represent and their nodes. */
export function writePartitions(activity: UmlElement, body: Declaration, mapping: Mapping): void {
    for (const partition of everyElement(activity.owned)) {
        if (partition.metaclass !== 'ActivityPartition') {
            continue;
        }
        const nodes = partition.refs('node').map(n => n.name || n.metaclass);
        const represents = partition.ref('represents')?.name;
        const what = represents === undefined ? '' : ` represents ${represents};`;
        body.addComment({ kind: 'comment', text: `partition ${partition.name}:${what} ${nodes.join(', ')}` }, 'marker', partition.order);
        mapping.approximated(partition, 'a partition is a comment that names its nodes');
    }
}

function completePlaceless(node: UmlElement, mapping: Mapping): void {
    switch (node.metaclass) {
        case 'InitialNode':
        case 'FlowFinalNode':
            if (node.linksOf('incoming').length + node.linksOf('outgoing').length === 0) {
                mapping.unreferenced(node, 'no edge reaches it');
            } else {
                mapping.mapped(node);
            }
            break;
        case 'ActivityParameterNode':
            mapping.mapped(node, 'carried by its parameter');
            break;
        default:
            mapping.approximated(node, 'routing data only: flows are written from source to target');
    }
}

function completePins(node: UmlElement, mapping: Mapping): void {
    for (const pin of pinsOf(node)) {
        const declaration = mapping.declarationOf(pin);
        if (declaration === undefined) {
            continue;
        }
        const type = writtenType(pin, mapping);
        mapping.mapped(pin);
        type.notes.forEach(note => mapping.approximated(pin, note));
        writeType(declaration, type);
        const [value] = pin.ownedAs('value');
        const result = value === undefined ? undefined : valueText(value, type.scalar, mapping, declaration.owner);
        if (result !== undefined && 'text' in result) {
            declaration.value = ['= ', ...result.text];
        } else if (result !== undefined) {
            mapping.approximated(pin, `its value is not written: ${result.reason}`);
        }
    }
}

type NodeWriter = (node: UmlElement, declaration: Declaration, mapping: Mapping) => void;

const placeholder: NodeWriter = (node, declaration, mapping) => {
    mapping.approximated(node, `a ${node.metaclass} is written as an action that keeps its place and its pins`);
    optionalOutputs(node, mapping, declaration);
};

const nothing: NodeWriter = () => {};

/** What computes nothing has outputs without values. */
function optionalOutputs(node: UmlElement, mapping: Mapping, declaration: Declaration): void {
    for (const pin of pinsOf(node).filter(p => p.metaclass === 'OutputPin')) {
        const output = mapping.declarationOf(pin);
        if (output !== undefined && output.owner === declaration && output.value === undefined) {
            output.multiplicity = '[0..1]';
        }
    }
}

/** A call: typed by what is called, its pins redefine the parameters by position. */
function writeCall(node: UmlElement, declaration: Declaration, callee: Declaration | undefined, mapping: Mapping): void {
    if (callee === undefined || !callee.isDefinition || !['action', 'calc'].includes(callee.kind)) {
        placeholder(node, declaration, mapping);
        return;
    }
    declaration.types.push([new Name(callee)]);
    declaration.generals.add(callee);
    const parameters = callee.declarations().filter(d => d.source?.metaclass === 'Parameter');
    const takes =
        (isOutput: boolean) =>
        (d: Declaration): boolean =>
            d.prefixes.some(prefix => (isOutput ? prefix === 'out' || prefix === 'inout' : prefix === 'in' || prefix === 'inout'));
    for (const isOutput of [false, true]) {
        const pins = pinsOf(node).filter(p => (p.metaclass === 'OutputPin') === isOutput && p.role !== 'target');
        const matching = parameters.filter(takes(isOutput));
        pins.forEach((pin, i) => {
            const written = mapping.declarationOf(pin)!;
            if (matching[i] === undefined) {
                mapping.approximated(pin, `'${callee.name}' has no parameter for it`);
                return;
            }
            mapping.stands(matching[i], pin); // flows end at the parameter that the call inherits
            if (written.value === undefined) {
                declaration.remove(written);
            } else {
                written.name = '';
                written.redefines.push([new Name(matching[i])]);
                written.types = [];
            }
        });
    }
}

const callBehaviour: NodeWriter = (node, declaration, mapping) => {
    writeCall(node, declaration, mapping.declarationOf(node.ref('behavior')), mapping);
};

const callOperation: NodeWriter = (node, declaration, mapping) => {
    writeCall(node, declaration, mapping.declarationOf(node.ref('operation')), mapping);
};

const sendSignal: NodeWriter = (node, declaration, mapping) => {
    const signal = mapping.nameOf(node.ref('signal'));
    if (signal === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    const attributes = signal.target.declarations();
    const pins = pinsOf(node).filter(p => p.role !== 'target');
    const values = pins.flatMap((pin, i): Text[] => {
        const feature = attributes[i];
        const written = mapping.declarationOf(pin);
        return feature === undefined || written === undefined ? [] : [[`${nameIn(feature)} = `, new Name(declaration, [written])]];
    });
    const list = values.flatMap((value, i): Text => (i === 0 ? value : [', ', ...value]));
    const port = mapping.nameOf(node.ref('onPort'));
    const hasArguments = pins.length === 0;
    declaration.tail = ['send new ', signal, '(', ...(hasArguments ? list : []), ')', ...(port === undefined ? [] : [' via ', port])];
    if (port === undefined) {
        mapping.approximated(node, 'what the signal is sent to is not written');
    }
    if (!hasArguments) {
        declaration.tail = undefined;
        declaration.addLine(
            ['send new ', signal, '(', ...list, ')', ...(port === undefined ? [] : [' via ', port]), ';'],
            'edge',
            node.order
        );
    }
};

const nameIn = (feature: Declaration): string => (isBasicName(feature.name) ? feature.name : `'${feature.name}'`);

const acceptEvent: NodeWriter = (node, declaration, mapping) => {
    const triggers = node.ownedAs('trigger');
    const [trigger] = triggers;
    const place = declaration.owner!;
    const accept =
        trigger === undefined ? { reason: 'it has no trigger' } : acceptOf(trigger, { bodies: [place, ...place.owners()] }, mapping);
    triggers.forEach(t => mapping.mapped(t));
    if ('reason' in accept) {
        placeholder(node, declaration, mapping);
        mapping.approximated(node, accept.reason);
        return;
    }
    const output = mapping.declarationOf(pinsOf(node)[0]);
    const isReceived = output !== undefined && accept.payload !== undefined;
    declaration.tail = ['accept ', ...accept.text(isReceived)];
    if (isReceived) {
        declaration.rename(output, accept.payload.name); // the payload parameter, which the accept declares
        declaration.hide(output);
    }
    accept.notes.forEach(note => mapping.approximated(node, note));
    if (triggers.length > 1) {
        mapping.approximated(node, `the first of ${triggers.length} triggers is written`);
    }
};

const opaqueAction: NodeWriter = (node, declaration, mapping) => {
    const body = node.values('body').join('\n');
    const isScript = /^(|sysml|javascript|ecmascript|js|rhino.*|nashorn.*|java( [\d.]+)?)$/i.test(node.value('language') ?? '');
    const result = opaqueStatements(body, { bodies: [declaration, ...declaration.owners()] });
    const statements = isScript && 'statements' in result ? result.statements : undefined;
    if (body.trim() === '') {
        optionalOutputs(node, mapping, declaration);
        return;
    }
    if (statements === undefined) {
        keepText(declaration, node, mapping);
        optionalOutputs(node, mapping, declaration);
        return;
    }
    declaration.addLine(['first start;'], 'node', -1);
    statements.forEach((text, i) => declaration.addLine(['then ', ...text], 'node', i));
};

/** `out result : T = value;` */
function writeResult(node: UmlElement, text: Text | undefined, mapping: Mapping, reason: string): void {
    const output = mapping.declarationOf(pinsOf(node).find(p => p.metaclass === 'OutputPin'));
    if (text === undefined || output === undefined) {
        mapping.approximated(node, reason);
        return;
    }
    output.value = ['= ', ...text];
}

const valueSpecification: NodeWriter = (node, declaration, mapping) => {
    const [value] = node.ownedAs('value');
    const scalar = writtenType(pinsOf(node)[0] ?? node, mapping).scalar;
    const result = value === undefined ? { reason: 'it has no value' } : valueText(value, scalar, mapping, declaration);
    if ('text' in result) {
        writeResult(node, result.text, mapping, 'it has no output');
    } else {
        mapping.approximated(node, `its value is not written: ${result.reason}`);
        optionalOutputs(node, mapping, declaration);
    }
};

const readFeature: NodeWriter = (node, declaration, mapping) => {
    const feature = mapping.declarationOf(node.ref('structuralFeature'));
    const object = mapping.declarationOf(pinsOf(node).find(p => p.role === 'object'));
    if (feature === undefined || object === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    writeResult(node, [new Name(object, [feature])], mapping, 'it has no output');
};

const testIdentity: NodeWriter = (node, declaration, mapping) => {
    const [first, second] = pinsOf(node)
        .filter(p => p.metaclass !== 'OutputPin')
        .flatMap(p => mapping.declarationOf(p) ?? []);
    if (second === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    writeResult(node, [new Name(first), ' == ', new Name(second)], mapping, 'it has no output');
};

const structured: NodeWriter = (node, _declaration, mapping) => {
    if (node.metaclass !== 'StructuredActivityNode' && node.metaclass !== 'SequenceNode') {
        mapping.approximated(node, `a ${node.metaclass} is written as its body, performed once`);
    }
};

const ACTIONS: Readonly<Record<string, NodeWriter>> = {
    ForkNode: nothing,
    JoinNode: nothing,
    DecisionNode: nothing,
    MergeNode: nothing,
    ActivityFinalNode: (_node, declaration) => {
        declaration.tail = ['terminate'];
    },
    CallBehaviorAction: callBehaviour,
    CallOperationAction: callOperation,
    SendSignalAction: sendSignal,
    AcceptEventAction: acceptEvent,
    OpaqueAction: opaqueAction,
    ValueSpecificationAction: valueSpecification,
    ReadStructuralFeatureAction: readFeature,
    TestIdentityAction: testIdentity,
    StructuredActivityNode: structured,
    SequenceNode: structured,
    ExpansionRegion: structured,
    LoopNode: structured,
    ConditionalNode: structured
};
