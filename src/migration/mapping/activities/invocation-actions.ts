/** Maps InvocationActions: calls of behaviours and operations, and sends of signals and objects (contract: migration 7.2). */
import { type Declaration, MemberName, Name, type Text } from '../../notation/declaration.js';
import { nameText } from '../../notation/spelling.js';
import type { UmlElement } from '../../uml-model.js';
import { withArticle } from '../../../language/semantics/metaclass.js';
import type { Mapping } from '../mapping.js';
import { partOf } from './forms.js';
import { isRequired } from './outputs.js';
import { type NodeWriter, placeholder, refuse } from './placeholders.js';
import { primitiveCall } from './primitive-calls.js';
import { isOutput, pinsOf } from './routes.js';
import { bindContext, ofSelf, selfText } from './scopes.js';
import { leaveOut, targetOf } from './target-objects.js';

// --- Calls ------------------------------------------------------------------------------------------------------------------

/** Matches the pins of a call to the parameters of the called behaviour, by position. */
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
                declaration.remove(written); // flows at this pin are omitted, too
                mapping.forget(pin);
                mapping.unmapped(pin, `'${callee.name}' has no parameter for it`);
                return;
            }
            mapping.recordDeclaration(parameter, pin); // flows end at the parameter that the call inherits
            if (written.value === undefined) {
                declaration.remove(written);
            } else {
                written.name = '';
                written.append('redefines', [new MemberName(parameter)]);
                written.types = [];
                written.multiplicity = '';
            }
        });
    }
}

const isBehaviour = (d: Declaration): boolean => d.kind === 'action' || d.kind === 'calc' || d.kind === 'perform action';

/** Writes a call: an action typed by the called definition, or the performance of a usage of the performing object. */
function writeCall(node: UmlElement, declaration: Declaration, callee: Declaration | undefined, mapping: Mapping): void {
    if (callee === undefined || !isBehaviour(callee)) {
        const isStub = node.linksOf('behavior').length === 0;
        const reason =
            callee === undefined ? 'the called element is not written' : `the called element is written as ${withArticle(callee.keyword)}`;
        if (isStub) {
            placeholder(node, declaration, mapping);
        } else {
            refuse(node, declaration, reason, mapping);
        }
        return;
    }
    if (callee.isDefinition) {
        declaration.append('types', [new Name(callee)]);
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
    declaration.append('references', path);
    declaration.generals.add(callee);
}

export const callBehaviour: NodeWriter = (node, declaration, mapping) => {
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

/** Writes `perform action x ::> part.op` if the object can be named, otherwise an action typed by the definition of the operation. */
export const callOperation: NodeWriter = (node, declaration, mapping) => {
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
    declaration.append('types', [new Name(definition)]);
    declaration.generals.add(definition);
    if (target?.kind === 'pin') {
        bindContext(declaration, definition, [new Name(target.pin)], mapping);
    }
    mapping.accounts.note(node, 'the operation is performed as its definition says');
    matchPins(node, definition, declaration, mapping);
};

// --- Signals ----------------------------------------------------------------------------------------------------------------

/** Returns the attributes of a signal, including inherited ones. */
function featuresOf(signal: Declaration): Declaration[] {
    return [...[...signal.generals].flatMap(featuresOf), ...signal.declarations().filter(d => !d.isDefinition && d.name !== '')];
}

export const sendSignal: NodeWriter = (node, declaration, mapping) => {
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
        mapping.approximated(node, 'the target of the signal is not written');
    }
    const text: Text = ['send new ', signal, '(', ...list, ')', ...addressee];
    if (declaration.declarations().length === 0) {
        declaration.tail = text;
    } else {
        declaration.addLine([...text, ';'], 'edge', node.order);
    }
};

/** Returns ` via port` or ` to part`; empty if the addressee is unknown. */
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

export const sendObject: NodeWriter = (node, declaration, mapping) => {
    const request = mapping.declarationOf(node.ownedAs('request')[0]);
    if (request === undefined) {
        refuse(node, declaration, 'it has no request to send', mapping);
        return;
    }
    const addressee = addresseeOf(node, declaration, mapping);
    if (addressee.length === 0) {
        mapping.approximated(node, 'the target of the object is not written');
    }
    declaration.addLine(['send ', new Name(request), ...addressee, ';'], 'edge', node.order);
};
