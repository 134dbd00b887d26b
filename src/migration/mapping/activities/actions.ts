/** What actions of activities do, by their metaclass (contract: migration 7.2). */
import { withArticle } from '../kinds.js';
import { LibraryName, MemberName, Name, type Declaration, type Text } from '../../notation/declaration.js';
import { nameText } from '../../notation/spelling.js';
import type { UmlElement } from '../../uml-model.js';
import { opaqueExpression, opaqueStatements } from '../expressions/opaque.js';
import { acceptOf } from '../machines/triggers.js';
import type { Mapping } from '../mapping.js';
import { keepText, resultIn, writeStatements } from '../operations.js';
import { writtenType } from '../properties.js';
import { valueText } from '../values.js';
import { writeConstraints } from './conditions.js';
import { activityOf, partOf } from './forms.js';
import { primitiveCall } from './primitive-calls.js';
import { type Edges, edgesIn, isOutput, pinsOf } from './routes.js';
import { bindContext, ofSelf, scopeOf, selfText } from './scopes.js';

export type NodeWriter = (node: UmlElement, declaration: Declaration, mapping: Mapping) => void;

export const placeholder: NodeWriter = (node, declaration, mapping) => {
    mapping.approximated(node, `${withArticle(node.metaclass)} is written as an action that keeps its place and its pins`);
    optionalOutputs(node, mapping, declaration);
};

/** A placeholder of what has no form: a comment says why. */
function refuse(node: UmlElement, declaration: Declaration, reason: string, mapping: Mapping): void {
    optionalOutputs(node, mapping, declaration);
    mapping.unmapped(node, `${reason}: an action keeps its place`);
}

const refused =
    (reason: string): NodeWriter =>
    (node, declaration, mapping) =>
        refuse(node, declaration, reason, mapping);

const nothing: NodeWriter = () => {};

/** What computes nothing has outputs without values. */
export function optionalOutputs(node: UmlElement, mapping: Mapping, declaration: Declaration): void {
    for (const pin of pinsOf(node).filter(isOutput)) {
        const output = mapping.declarationOf(pin);
        if (output !== undefined && output.owner === declaration && output.value === undefined) {
            output.multiplicity = '[0..1]';
        }
    }
}

// --- The object of an action ------------------------------------------------------------------------------------------------

/** How an action reaches the object that a pin gives it. */
type Target =
    | { readonly kind: 'self' }
    | { readonly kind: 'path'; readonly path: readonly Declaration[] }
    | { readonly kind: 'pin'; readonly pin: Declaration };

function targetOf(node: UmlElement, pin: UmlElement | undefined, mapping: Mapping): Target | undefined {
    const activity = activityOf(node);
    const edges = activity === undefined ? undefined : edgesIn(activity);
    const flows = pin === undefined || edges === undefined ? [] : edges.incoming(pin);
    const sources = flows.flatMap(flow => edges!.sourcesOf(flow));
    const [source] = sources;
    if (sources.length === 1) {
        const path = pathFromSelf(source, edges!, mapping, 0);
        if (path !== undefined) {
            return path.length === 0 ? { kind: 'self' } : { kind: 'path', path };
        }
    }
    const written = mapping.declarationOf(pin);
    if (written !== undefined && (sources.length > 0 || written.value !== undefined)) {
        return { kind: 'pin', pin: written };
    }
    const part = mapping.declarationOf(partOf(node));
    return part === undefined ? undefined : { kind: 'path', path: [part] };
}

/** The features read from the performer one after another up to a pin; empty for the performer itself. */
function pathFromSelf(pin: UmlElement, edges: Edges, mapping: Mapping, depth: number): readonly Declaration[] | undefined {
    const action = pin.owner;
    if (action?.metaclass === 'ReadSelfAction') {
        return [];
    }
    if (action?.metaclass !== 'ReadStructuralFeatureAction' || depth > 20) {
        return undefined;
    }
    const feature = mapping.declarationOf(action.ref('structuralFeature'));
    const object = action.ownedAs('object')[0];
    const sources = object === undefined ? [] : edges.incoming(object).flatMap(flow => edges.sourcesOf(flow));
    const before = sources.length === 1 ? pathFromSelf(sources[0], edges, mapping, depth + 1) : undefined;
    return before === undefined || feature === undefined ? undefined : [...before, feature];
}

/** A feature of the object of a pin, and the pin left out where the object is reached by name. */
function featureText(node: UmlElement, role: string, feature: Declaration, body: Declaration, mapping: Mapping): Text | undefined {
    const [pin] = node.ownedAs(role);
    const target = targetOf(node, pin, mapping);
    if (target === undefined) {
        return undefined;
    }
    if (target.kind === 'pin') {
        return [new Name(target.pin, [feature])];
    }
    leaveOut(pin, mapping);
    return ofSelf(body, [...(target.kind === 'path' ? target.path : []), feature], mapping);
}

function leaveOut(pin: UmlElement | undefined, mapping: Mapping): void {
    const written = mapping.declarationOf(pin);
    if (written !== undefined) {
        written.owner!.remove(written);
        mapping.forget(pin!);
        mapping.accounts.note(pin!, 'its object is reached by name');
    }
}

// --- Calls ------------------------------------------------------------------------------------------------------------------

/** Pins of a call stand for the parameters of what is called, by position. */
function matchPins(node: UmlElement, callee: Declaration, declaration: Declaration, mapping: Mapping): void {
    const parameters = callee.declarations().filter(d => d.source?.metaclass === 'Parameter');
    const directionOf = (d: Declaration): string => d.source?.value('direction') ?? 'in';
    for (const takesOutput of [false, true]) {
        const pins = pinsOf(node).filter(p => isOutput(p) === takesOutput && p.role !== 'target');
        const wanted = takesOutput ? ['out', 'return', 'inout'] : ['in', 'inout'];
        const matching = parameters.filter(d => wanted.includes(directionOf(d)));
        pins.forEach((pin, i) => {
            const written = mapping.declarationOf(pin)!;
            const parameter = matching[i];
            if (parameter === undefined) {
                declaration.remove(written); // its flows go with it
                mapping.forget(pin);
                mapping.unmapped(pin, `'${callee.name}' has no parameter for it`);
                return;
            }
            mapping.stands(parameter, pin); // flows end at the parameter that the call inherits
            if (written.value === undefined) {
                declaration.remove(written);
            } else {
                written.name = '';
                written.redefines.push([new MemberName(parameter)]);
                written.types = [];
                written.multiplicity = '';
            }
        });
    }
}

const isBehaviour = (d: Declaration): boolean => d.kind === 'action' || d.kind === 'calc' || d.kind === 'perform action';

/** A call: typed by a definition, or the performance of a usage of the object that performs. */
function writeCall(node: UmlElement, declaration: Declaration, callee: Declaration | undefined, mapping: Mapping): void {
    if (callee === undefined || !isBehaviour(callee)) {
        const isStub = node.linksOf('behavior').length === 0;
        const reason = callee === undefined ? 'what it calls is not written' : `what it calls is written as ${withArticle(callee.keyword)}`;
        if (isStub) {
            placeholder(node, declaration, mapping);
        } else {
            refuse(node, declaration, reason, mapping);
        }
        return;
    }
    if (callee.isDefinition) {
        declaration.types.push([new Name(callee)]);
        declaration.generals.add(callee);
        bindContext(declaration, callee, contextFor(node, declaration, mapping), mapping);
    } else {
        const part = mapping.declarationOf(partOf(node));
        perform(declaration, ofSelf(declaration.owner!, part === undefined ? [callee] : [part, callee], mapping), callee);
    }
    matchPins(node, callee, declaration, mapping);
}

function contextFor(node: UmlElement, declaration: Declaration, mapping: Mapping): Text {
    const part = mapping.declarationOf(partOf(node));
    return part === undefined ? selfText(declaration.owner!, mapping) : ofSelf(declaration.owner!, [part], mapping);
}

function perform(declaration: Declaration, path: Text, callee: Declaration): void {
    declaration.keyword = 'perform action';
    declaration.references.push(path);
    declaration.generals.add(callee);
}

const callBehaviour: NodeWriter = (node, declaration, mapping) => {
    const behaviour = node.ref('behavior');
    if (behaviour === undefined && primitiveCall(node, declaration, mapping)) {
        return;
    }
    const isLeaf = node.linksOf('behavior').length === 0 && pinsOf(node).length === 0;
    if (isLeaf) {
        mapping.accounts.note(node, 'it calls nothing: a step without parts');
        return;
    }
    writeCall(node, declaration, mapping.declarationOf(behaviour), mapping);
};

/** `perform action x ::> part.op` where the object is known, else an action typed by the definition of the operation. */
const callOperation: NodeWriter = (node, declaration, mapping) => {
    const operation = node.ref('operation');
    const definition = mapping.declarationOf(operation);
    const [pin] = node.ownedAs('target');
    if (definition === undefined || !isBehaviour(definition)) {
        refuse(node, declaration, 'the operation is not written', mapping);
        return;
    }
    const target = targetOf(node, pin, mapping);
    const usage = mapping.operationUsages.get(operation!) ?? (definition.isDefinition ? undefined : definition);
    if (usage !== undefined && (target?.kind === 'self' || target?.kind === 'path')) {
        leaveOut(pin, mapping);
        const path = target.kind === 'path' ? target.path : [];
        perform(declaration, ofSelf(declaration.owner!, [...path, usage], mapping), definition);
        matchPins(node, definition, declaration, mapping);
        return;
    }
    if (!definition.isDefinition) {
        mapping.approximated(node, 'the object whose operation it calls is not known by name');
        placeholder(node, declaration, mapping);
        return;
    }
    declaration.types.push([new Name(definition)]);
    declaration.generals.add(definition);
    if (target?.kind === 'pin') {
        bindContext(declaration, definition, [new Name(target.pin)], mapping);
    }
    mapping.accounts.note(node, 'the operation is performed as its definition says');
    matchPins(node, definition, declaration, mapping);
};

// --- Signals ----------------------------------------------------------------------------------------------------------------

/** Attributes of a signal with those that it inherits. */
function featuresOf(signal: Declaration): Declaration[] {
    return [...[...signal.generals].flatMap(featuresOf), ...signal.declarations().filter(d => !d.isDefinition && d.name !== '')];
}

const sendSignal: NodeWriter = (node, declaration, mapping) => {
    const signal = mapping.nameOf(node.ref('signal'));
    if (signal === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    const features = featuresOf(signal.target);
    const inputs = pinsOf(node).filter(p => p.role !== 'target' && !isOutput(p));
    const lacking = features.find((feature, i) => isRequired(feature) && feature.value === undefined && inputs[i] === undefined);
    if (lacking !== undefined) {
        pinsOf(node).forEach(pin => leaveOut(pin, mapping));
        mapping.approximated(node, `an action that only keeps its token: nothing gives '${lacking.name}' of the signal a value`);
        return;
    }
    const values = pinsOf(node)
        .filter(p => p.role !== 'target')
        .flatMap((pin, i): Text[] => {
            const written = mapping.declarationOf(pin);
            return features[i] === undefined || written === undefined ? [] : [[`${nameText(features[i].name)} = `, new Name(written)]];
        });
    const list = values.flatMap((value, i): Text => (i === 0 ? value : [', ', ...value]));
    const addressee = addresseeOf(node, declaration, mapping);
    if (addressee.length === 0) {
        mapping.approximated(node, 'what the signal is sent to is not written');
    }
    const text: Text = ['send new ', signal, '(', ...list, ')', ...addressee];
    if (declaration.declarations().length === 0) {
        declaration.tail = text;
    } else {
        declaration.addLine([...text, ';'], 'edge', node.order);
    }
};

/** ` via port`, ` to part`; empty when it is not known. */
function addresseeOf(node: UmlElement, declaration: Declaration, mapping: Mapping): Text {
    const port = mapping.declarationOf(node.ref('onPort'));
    const [pin] = node.ownedAs('target');
    const target = targetOf(node, pin, mapping);
    const body = declaration.owner!;
    if (port !== undefined) {
        leaveOut(pin, mapping);
        return [' via ', ...ofSelf(body, [port], mapping)];
    }
    if (target === undefined) {
        leaveOut(pin, mapping);
        return [];
    }
    if (target.kind === 'pin') {
        return [' to ', new Name(target.pin)];
    }
    leaveOut(pin, mapping);
    return [' to ', ...(target.kind === 'self' ? selfText(body, mapping) : ofSelf(body, target.path, mapping))];
}

const sendObject: NodeWriter = (node, declaration, mapping) => {
    const request = mapping.declarationOf(node.ownedAs('request')[0]);
    if (request === undefined) {
        refuse(node, declaration, 'it has no request to send', mapping);
        return;
    }
    const addressee = addresseeOf(node, declaration, mapping);
    if (addressee.length === 0) {
        mapping.approximated(node, 'what the object is sent to is not written');
    }
    declaration.addLine(['send ', new Name(request), ...addressee, ';'], 'edge', node.order);
};

const acceptEvent: NodeWriter = (node, declaration, mapping) => {
    const triggers = node.ownedAs('trigger');
    const [trigger] = triggers;
    const scope = scopeOf(node, declaration.owner!, mapping);
    const accept = trigger === undefined ? { reason: 'it has no trigger' } : acceptOf(trigger, scope, mapping);
    triggers.forEach(t => mapping.mapped(t));
    if ('reason' in accept) {
        triggers.forEach(t => mapping.unmapped(t, accept.reason));
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

// --- Text and values --------------------------------------------------------------------------------------------------------

const SCRIPTS = /^(|sysml|javascript|ecmascript|js|rhino.*|nashorn.*|java( [\d.]+)?)$/i;

const opaqueAction: NodeWriter = (node, declaration, mapping) => {
    const body = node.values('body').join('\n');
    writeConstraints(node, declaration, mapping);
    if (body.trim() === '') {
        optionalOutputs(node, mapping, declaration);
        return;
    }
    const isScript = SCRIPTS.test(node.value('language') ?? '');
    const result = isScript ? opaqueStatements(body, scopeOf(node, declaration, mapping)) : { reason: '' };
    if ('reason' in result) {
        const outputs = pinsOf(node).filter(isOutput);
        const expression =
            isScript && outputs.length === 1 ? opaqueExpression(resultIn(body), scopeOf(node, declaration, mapping)) : result;
        if ('text' in expression) {
            writeResult(node, expression.text, mapping, 'it has no output');
            return;
        }
        keepText(declaration, node, mapping, result.reason);
        optionalOutputs(node, mapping, declaration);
        return;
    }
    writeStatements(declaration, result.statements);
    result.notes.forEach(note => mapping.approximated(node, note));
};

/** `out result : T = value;` */
function writeResult(node: UmlElement, text: Text | undefined, mapping: Mapping, reason: string): void {
    const output = mapping.declarationOf(pinsOf(node).find(isOutput));
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

const readSelf: NodeWriter = (node, declaration, mapping) => {
    writeResult(node, selfText(declaration.owner!, mapping), mapping, 'it has no output');
};

const readFeature: NodeWriter = (node, declaration, mapping) => {
    const feature = mapping.declarationOf(node.ref('structuralFeature'));
    const text = feature === undefined ? undefined : featureText(node, 'object', feature, declaration.owner!, mapping);
    if (text === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    writeResult(node, text, mapping, 'it has no output');
    admitAll(node, feature!, mapping);
};

/** The output of a reading holds as many values as what is read. */
function admitAll(node: UmlElement, read: Declaration, mapping: Mapping): void {
    const output = mapping.declarationOf(pinsOf(node).find(isOutput));
    if (output?.multiplicity === '') {
        output.multiplicity = read.multiplicity;
        output.isOrdered = read.isOrdered;
        output.isNonunique = read.isNonunique;
    }
}

/** How an action changes a feature: what it becomes, of what it was and the value. */
const CHANGES: Readonly<Record<string, (feature: Text, value: Text, isReplaced: boolean) => Text>> = {
    Add: (feature, value, isReplaced) =>
        isReplaced ? value : [new LibraryName('SequenceFunctions::including'), '(', ...feature, ', ', ...value, ')'],
    Remove: (feature, value) => [new LibraryName('SequenceFunctions::excluding'), '(', ...feature, ', ', ...value, ')'],
    Clear: () => ['()']
};

const isRequired = ({ multiplicity }: Declaration): boolean => !multiplicity.startsWith('[0');

function changeOf(node: UmlElement, declaration: Declaration, target: Declaration, feature: Text | undefined, mapping: Mapping): void {
    const [, kind] = /^(Add|Remove|Clear)/.exec(node.metaclass)!;
    const value = mapping.declarationOf(node.ownedAs('value')[0]);
    if (feature === undefined || (value === undefined && kind !== 'Clear')) {
        placeholder(node, declaration, mapping);
        return;
    }
    const isSingle = !/\*|\.\.[2-9]|^\[[2-9]/.test(target.multiplicity);
    const isReplaced = isSingle || node.flag('isReplaceAll');
    const result = CHANGES[kind](feature, value === undefined ? [] : [new Name(value)], isReplaced);
    const assignment: Text = ['assign ', ...feature, ' := ', ...result, ';'];
    const mayLack = value !== undefined && isReplaced && isRequired(target) && value.multiplicity.startsWith('[0');
    const isGiven: Text = mayLack ? ['if ', new Name(value), '->', new LibraryName('SequenceFunctions::notEmpty'), '() { '] : [];
    declaration.addLine([...isGiven, ...assignment, mayLack ? ' }' : ''], 'node', 0);
    const object = mapping.declarationOf(node.ownedAs('object')[0]);
    if (object !== undefined) {
        writeResult(node, [new Name(object)], mapping, 'what it results in is not written');
    } else if (pinsOf(node).some(isOutput)) {
        writeResult(node, selfText(declaration.owner!, mapping), mapping, '');
    }
}

const changeFeature: NodeWriter = (node, declaration, mapping) => {
    const feature = mapping.declarationOf(node.ref('structuralFeature'));
    if (feature === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    changeOf(node, declaration, feature, featureText(node, 'object', feature, declaration, mapping), mapping);
};

const changeVariable: NodeWriter = (node, declaration, mapping) => {
    const variable = mapping.declarationOf(node.ref('variable'));
    if (variable === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    changeOf(node, declaration, variable, [new Name(variable)], mapping);
};

const readVariable: NodeWriter = (node, declaration, mapping) => {
    const variable = mapping.declarationOf(node.ref('variable'));
    if (variable === undefined) {
        placeholder(node, declaration, mapping);
    } else {
        writeResult(node, [new Name(variable)], mapping, 'it has no output');
        admitAll(node, variable, mapping);
    }
};

const testIdentity: NodeWriter = (node, declaration, mapping) => {
    const [first, second] = pinsOf(node)
        .filter(p => !isOutput(p))
        .flatMap(p => mapping.declarationOf(p) ?? []);
    if (second === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    writeResult(node, [new Name(first), ' == ', new Name(second)], mapping, 'it has no output');
};

const createObject: NodeWriter = (node, declaration, mapping) => {
    const type = mapping.declarationOf(node.ref('classifier'));
    if (type === undefined || !type.isDefinition) {
        placeholder(node, declaration, mapping);
        return;
    }
    writeResult(node, ['new ', new Name(type), '()'], mapping, 'it has no output');
    mapping.approximated(node, 'the object is what its definition makes');
};

/** Whether an object is of a classifier. */
const readIsClassified: NodeWriter = (node, declaration, mapping) => {
    const type = mapping.nameOf(node.ref('classifier'));
    const object = mapping.nameOf(node.ownedAs('object')[0]);
    if (type?.target.isDefinition !== true || object === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    writeResult(node, [object, node.flag('isDirect') ? ' hastype ' : ' istype ', type], mapping, 'it has no output');
};

const structured: NodeWriter = (node, _declaration, mapping) => {
    if (node.metaclass !== 'StructuredActivityNode' && node.metaclass !== 'SequenceNode') {
        mapping.approximated(node, `${withArticle(node.metaclass)} is written as its body, performed once`);
    }
};

export const ACTIONS: Readonly<Record<string, NodeWriter>> = {
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
    SendObjectAction: sendObject,
    AcceptEventAction: acceptEvent,
    OpaqueAction: opaqueAction,
    ValueSpecificationAction: valueSpecification,
    ReadSelfAction: readSelf,
    ReadStructuralFeatureAction: readFeature,
    AddStructuralFeatureValueAction: changeFeature,
    RemoveStructuralFeatureValueAction: changeFeature,
    ClearStructuralFeatureAction: changeFeature,
    ReadVariableAction: readVariable,
    AddVariableValueAction: changeVariable,
    RemoveVariableValueAction: changeVariable,
    ClearVariableAction: changeVariable,
    CreateObjectAction: createObject,
    ReadIsClassifiedObjectAction: readIsClassified,
    BroadcastSignalAction: refused('no signal is sent to all'),
    AcceptCallAction: refused('a call is not accepted as an event'),
    ReplyAction: refused('a call is not accepted as an event'),
    StartObjectBehaviorAction: refused('behaviours of objects start with their objects'),
    StartClassifierBehaviorAction: refused('behaviours of objects start with their objects'),
    TestIdentityAction: testIdentity,
    StructuredActivityNode: structured,
    SequenceNode: structured,
    ExpansionRegion: structured,
    LoopNode: structured,
    ConditionalNode: structured
};
