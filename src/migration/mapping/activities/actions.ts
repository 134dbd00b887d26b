/** Maps the actions of activities, by metaclass (contract: migration 7.2). */
import { withArticle } from '../../../language/semantics/metaclass.js';
import { type Declaration, Name } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { expressionIn, statementsIn } from '../expressions/languages.js';
import { acceptOf } from '../machines/triggers.js';
import { keepText, resultIn, writeStatements } from '../operations.js';
import { writtenType } from '../properties.js';
import { valueText } from '../values.js';
import { writeConstraints } from './conditions.js';
import { changeFeature, changeVariable, readFeature, readVariable } from './feature-actions.js';
import { callBehaviour, callOperation, sendObject, sendSignal } from './invocation-actions.js';
import { activityOf, changedFeature, usesBlock } from './forms.js';
import { optionalOutputs, writeResult } from './outputs.js';
import { type NodeWriter, placeholder, refused } from './placeholders.js';
import { isOutput, pinsOf } from './routes.js';
import { ofSelf, scopeOf, selfText } from './scopes.js';

const nothing: NodeWriter = () => {};

/** Writes a wait until a feature has another value than at the start of the wait. */
function acceptChange(node: UmlElement, declaration: Declaration, feature: Declaration, mapping: Mapping): void {
    const value = ofSelf(declaration, [feature], mapping);
    const keyword = feature.keyword === 'attribute' ? 'attribute' : 'ref';
    const before = declaration.declare(keyword, declaration.freeName('before'), 'parameter', node.order);
    before.append('types', ...feature.types);
    before.multiplicity = feature.multiplicity === '' ? '[0..1]' : feature.multiplicity;
    before.value = [':= ', ...value];
    const accepted = declaration.declare('action', declaration.freeName('accepted'), 'node', node.order);
    accepted.tail = ['accept when ', ...value, ' != ', new Name(before)];
    declaration.addLine(['first start then ', new Name(accepted), ';'], 'edge', node.order);
    for (const member of [before, accepted]) {
        member.isNameMadeUp = true;
    }
    optionalOutputs(node, mapping, declaration);
}

const acceptEvent: NodeWriter = (node, declaration, mapping) => {
    const triggers = node.refs('trigger');
    const [trigger] = triggers;
    const changed = mapping.declarationOf(changedFeature(trigger?.ref('event')));
    if (changed !== undefined && usesBlock(activityOf(node)!)) {
        acceptChange(node, declaration, changed, mapping);
        triggers.forEach(t => mapping.mapped(t));
        return;
    }
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
        declaration.rename(output, accept.payload.name); // the accept itself declares the payload parameter
        declaration.hide(output);
    }
    accept.notes.forEach(note => mapping.approximated(node, note));
    if (triggers.length > 1) {
        mapping.approximated(node, `the first of ${triggers.length} triggers is written`);
    }
};

// --- Text and values --------------------------------------------------------------------------------------------------------

const opaqueAction: NodeWriter = (node, declaration, mapping) => {
    const body = node.values('body').join('\n');
    writeConstraints(node, declaration, mapping);
    if (body.trim() === '') {
        optionalOutputs(node, mapping, declaration);
        return;
    }
    const { library } = mapping.options;
    const language = (node.value('language') ?? '').trim();
    const result = statementsIn(language, body, scopeOf(node, declaration, mapping));
    if ('reason' in result) {
        const outputs = pinsOf(node).filter(isOutput);
        const expression =
            outputs.length === 1 ? expressionIn(language, resultIn(body), scopeOf(node, declaration, mapping), library) : result;
        if ('text' in expression) {
            writeResult(node, expression.text, mapping, 'it has no output');
            if (expression.note !== undefined) {
                mapping.approximated(node, expression.note);
            }
            return;
        }
        keepText(declaration, node, mapping, result.reason);
        optionalOutputs(node, mapping, declaration);
        return;
    }
    writeStatements(declaration, result.statements);
    result.notes.forEach(note => mapping.approximated(node, note));
};

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

/** Writes a test of whether an object is an instance of a classifier. */
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
    node.ownedAs('clause').forEach(clause => mapping.approximated(clause, 'its body is performed once, without its test'));
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
