/** Maps StructuralFeatureActions and VariableActions: reads and changes of features and variables (contract: migration 7.2). */
import { type Declaration, LibraryName, Name, type Text } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { isRequired, writeResult } from './outputs.js';
import { type NodeWriter, placeholder } from './placeholders.js';
import { isOutput, pinsOf } from './routes.js';
import { selfText } from './scopes.js';
import { featureText } from './target-objects.js';

export const readFeature: NodeWriter = (node, declaration, mapping) => {
    const feature = mapping.declarationOf(node.ref('structuralFeature'));
    const text = feature === undefined ? undefined : featureText(node, 'object', feature, declaration.owner!, mapping);
    if (text === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    writeResult(node, text, mapping, 'it has no output');
    admitAll(node, feature!, mapping);
};

/** Gives the output of a read action the multiplicity of the feature that it reads. */
function admitAll(node: UmlElement, read: Declaration, mapping: Mapping): void {
    const output = mapping.declarationOf(pinsOf(node).find(isOutput));
    if (output?.multiplicity === '') {
        output.multiplicity = read.multiplicity;
        output.isOrdered = read.isOrdered;
        output.isNonunique = read.isNonunique;
    }
}

/** Returns the new value of a changed feature, from its old value and the input. */
const CHANGES: Readonly<Record<string, (feature: Text, value: Text, isReplaced: boolean) => Text>> = {
    Add: (feature, value, isReplaced) =>
        isReplaced ? value : [new LibraryName('SequenceFunctions::including'), '(', ...feature, ', ', ...value, ')'],
    Remove: (feature, value) => [new LibraryName('SequenceFunctions::excluding'), '(', ...feature, ', ', ...value, ')'],
    Clear: () => ['()']
};

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
        writeResult(node, [new Name(object)], mapping, 'its result is not written');
    } else if (pinsOf(node).some(isOutput)) {
        writeResult(node, selfText(declaration.owner!, mapping), mapping, '');
    }
}

export const changeFeature: NodeWriter = (node, declaration, mapping) => {
    const feature = mapping.declarationOf(node.ref('structuralFeature'));
    if (feature === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    changeOf(node, declaration, feature, featureText(node, 'object', feature, declaration, mapping), mapping);
};

export const changeVariable: NodeWriter = (node, declaration, mapping) => {
    const variable = mapping.declarationOf(node.ref('variable'));
    if (variable === undefined) {
        placeholder(node, declaration, mapping);
        return;
    }
    changeOf(node, declaration, variable, [new Name(variable)], mapping);
};

export const readVariable: NodeWriter = (node, declaration, mapping) => {
    const variable = mapping.declarationOf(node.ref('variable'));
    if (variable === undefined) {
        placeholder(node, declaration, mapping);
    } else {
        writeResult(node, [new Name(variable)], mapping, 'it has no output');
        admitAll(node, variable, mapping);
    }
};
