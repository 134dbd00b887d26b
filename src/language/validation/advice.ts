/**
 * Advice on a name that does not resolve, or that resolves to the wrong kind of element: words of other notations, types in the place of
 * usages and the reverse. Each function returns the end of a message, or an empty text. Reports nothing.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { lookupFull, lookupInherited } from '../semantics/lookup.js';
import { resultParameterOf, scalarTypesOf } from '../semantics/expression-types.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { nameOf } from '../semantics/naming.js';
import { resolve } from '../semantics/names.js';
import { ownedMembersNamed } from '../semantics/owned-members.js';
import { referentOf } from '../semantics/referents.js';
import { declaredSpecializationsOf } from '../semantics/specialization.js';
import {
    featureValueOf,
    isFeature,
    isType,
    isUsage,
    lastSegment,
    type NameNode,
    ownedMembersOf,
    owningNamespaceOf,
    owningTypeOf
} from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { spanOf } from '../syntax/index.js';
import { hiddenUnit, isInUnit } from './brackets.js';
import { quoted } from '../../runtime/values/index.js';
import { isOneOf } from './usage-facts.js';
import { described } from './wording.js';

/** Values as other languages write them. */
const VALUES: Readonly<Record<string, string | undefined>> = {
    true: 'true',
    false: 'false',
    null: 'null',
    none: 'null',
    nil: 'null',
    inf: '*',
    infinity: '*',
    pi: 'TrigFunctions::pi'
};

/** The spelling that this notation has for an unresolved name. */
export function adviceForMissing(node: NameNode, name: string): string {
    if (node.$type !== 'FeatureReferenceExpression') {
        return '';
    }
    if (isBound(node)) {
        return name.length === 1 || name.toLowerCase() === 'many' ? ": any number is '*'" : '';
    }
    if (node.text.startsWith("'")) {
        return `: a text stands in double quotes: "${name}"`;
    }
    const value = Object.hasOwn(VALUES, name.toLowerCase()) ? VALUES[name.toLowerCase()] : undefined;
    return value === undefined ? '' : `: this notation has '${value}'`;
}

function isBound(node: AstNode): boolean {
    return node.$container?.$type === 'MultiplicityRange';
}

/** The advice for a dot after a feature that has no type. */
export function adviceForUntyped(node: NameNode): string {
    const operand = node.$container?.$type === 'FeatureChainExpression' ? node.$container.operand : undefined;
    const feature = operand === undefined ? undefined : referentOf(operand);
    const name = feature === undefined || scopeOf(feature).isLibrary ? undefined : nameOf(feature);
    if (feature === undefined || name === undefined || !isUsage(feature) || declaredSpecializationsOf(feature).length > 0) {
        return '';
    }
    const value = featureValueOf(feature)?.expression;
    const [type] = value === undefined ? [] : scalarTypesOf(value).filter(t => !isFeature(t));
    const typed = type === undefined ? undefined : nameOf(type);
    return `: '${name}' has no type: declare '${quoted(name)} : ${typed === undefined ? '…' : quoted(typed)}'`;
}

/** The advice for an operand whose type the operator does not accept: the likely intention. */
export function adviceForOperand(operand: AstNode): string {
    const meant = operand.$type === 'FeatureReferenceExpression' && isInUnit(operand) ? resolve(operand) : undefined;
    const unit = meant === undefined ? undefined : hiddenUnit(operand as NameNode);
    return unit === undefined ? adviceForResult(operand) : `: '${operand.text}' is ${described(meant!)} and hides the unit ${unit}`;
}

/**
 * The advice for `result` in an objective: it means the Boolean result of the constraint, where the author meant the result of the case.
 */
function adviceForResult(operand: AstNode): string {
    const isResult = operand.$type === 'FeatureReferenceExpression' && operand.text === 'result';
    const objective = isResult ? enclosing(operand, around => around.kind === 'objective') : undefined;
    const owner = objective === undefined ? undefined : owningTypeOf(objective);
    const result = owner === undefined ? undefined : resultParameterOf(owner);
    if (result === undefined) {
        return '';
    }
    const name = scopeOf(result).isLibrary ? undefined : nameOf(result);
    const meant =
        name === undefined || name === 'result' ? "name that of the case, as in 'return value : …', and write 'value'" : `write '${name}'`;
    return `: 'result' is the truth value of the constraint itself: ${meant}`;
}

function enclosing(node: AstNode, holds: (around: AstNode) => boolean): AstNode | undefined {
    let around: AstNode | undefined = node;
    while (around !== undefined && !holds(around)) {
        around = around.$container;
    }
    return around;
}

/** Examples of usages to declare when a satisfaction names a definition, by the metaclass of that; the most specific first. */
const SATISFIED_USAGES = [
    ['ViewpointDefinition', 'viewpoint v'],
    ['ConcernDefinition', 'concern c'],
    ['RequirementDefinition', 'requirement r']
] as const;

/** The advice for a relationship that names an element of the wrong kind. */
export function adviceForOtherKind(name: NameNode, target: AstNode): string {
    if (name.$container?.$type === 'SatisfyRequirementUsage' && isType(target)) {
        const usage = SATISFIED_USAGES.find(([metaclass]) => isMetaclass(target, metaclass))?.[1] ?? 'part p';
        return `: a usage stands here; declare one ('${usage} : ${name.text};') and name it`;
    }
    return name.$type === 'Subsetting' && isType(target) && !isFeature(target) ? typeAfterColon(name) : '';
}

/** The advice for an expression that names an element without a value. */
export function adviceForNoFeature(node: NameNode, referent: AstNode): string {
    const unit = isInUnit(node) ? hiddenUnit(node) : undefined;
    if (unit !== undefined) {
        return `, and hides the unit ${unit}: write '[${unit}]'`;
    }
    return isType(referent) ? adviceForTypeAsValue(node, referent) : '';
}

/** The advice for an expression that names a type, by its place. */
function adviceForTypeAsValue(node: NameNode, type: AstNode): string {
    const { $container: container, $containerProperty: property } = node;
    if (container?.$type === 'FeatureValue' && property === 'expression') {
        return typeAfterColon(node);
    }
    if (container?.$type === 'FeatureChainExpression' && property === 'operand') {
        const step = lastSegment(container.feature.text);
        return isMetaclass(type, 'EnumerationDefinition')
            ? `: a value of it is '${node.text}::${step}'`
            : ": features are read from a usage of it, which is written before the '.'";
    }
    const test = container?.$container;
    if (container?.$type === 'BinaryExpression' && test?.$type === 'BinaryExpression' && test.right === container && isTypeOperator(test)) {
        return `: '${test.operator}' takes in all of what follows it, so it stands in parentheses: '(x ${test.operator} ${node.text}) ${container.operator} …'`;
    }
    return container?.$type === 'SendActionUsage' && property === 'payload' ? `: what is sent is a value, as 'new ${node.text}()'` : '';
}

/** Operators between a value and a type. They have a lower precedence than comparisons and arithmetic (KerML 8.2.5.8.1). */
const isTypeOperator = ({ operator }: ast.BinaryExpression): boolean => ['as', 'meta', 'istype', 'hastype', '@', '@@'].includes(operator);

function typeAfterColon(node: NameNode): string {
    return `: a type follows ':', as in ': ${node.text}'`;
}

// --- Values that declare ------------------------------------------------------------------------------------------------

/** The likely meaning of `mass = 5 [kg];`, which declares a second `mass`, and the feature that already has the name. */
export interface MeantBinding {
    readonly other: AstNode;
    /** Whether the owner of the usage declares or inherits the other feature. */
    readonly isBeside: boolean;
    readonly meant: string;
}

/** Whether a usage consists of a name and a value only. */
function isBareBinding({ kind, direction, membership, isReference, relationships, name, value, multiplicity }: ast.Usage): boolean {
    return (
        [kind, direction, membership, multiplicity].every(part => part === undefined) &&
        !isReference &&
        relationships.length === 0 &&
        name !== undefined &&
        value !== undefined &&
        !value.isDefault
    );
}

/**
 * The likely meaning of a declaration that consists of a name and a value, where a feature of that name exists: a condition, an assignment,
 * or a value for that feature.
 * @param text the text of the document
 */
export function adviceForBinding(usage: ast.Usage, text: string): MeantBinding | undefined {
    const owner = usage.$container;
    if (owner === undefined || !isType(owner) || !isBareBinding(usage)) {
        return undefined;
    }
    const name = quoted(usage.name!);
    const { expression, isInitial } = usage.value!;
    const value = text.slice(spanOf(expression).offset, spanOf(expression).end);
    const inherited = featureOrUndefined(lookupInherited(owner, usage.name!));
    const around = inherited ?? featureOrUndefined(lookupOutside(owner, usage.name!));
    if (isOneOf(owner, ['ConstraintDefinition', 'ConstraintUsage'])) {
        const isCondition = !isInitial && !ownedMembersOf(owner).some(m => m.$type === 'ResultExpression');
        return isCondition && around !== undefined
            ? { other: around, isBeside: false, meant: `did you mean '${name} == ${value}', without ';'?` }
            : undefined;
    }
    const beside = ownedMembersNamed(owner, usage.name!);
    const declared = beside.includes(usage)
        ? beside.find(m => m !== usage && isFeature(m) && !(m.$type === 'Usage' && isBareBinding(m)))
        : undefined;
    const isAction = isOneOf(owner, ['ActionDefinition', 'ActionUsage']);
    const other = declared ?? (isAction && isInitial ? around : inherited);
    if (other === undefined) {
        return undefined;
    }
    const isBeside = other === declared || other === inherited;
    if (isAction && (isInitial || declared !== undefined)) {
        return { other, isBeside, meant: `an assignment is written 'assign ${name} := ${value};'` };
    }
    return {
        other,
        isBeside,
        meant:
            declared === undefined ? `a value for that one is written ':>> ${name} = ${value};'` : 'its value stands where it is declared'
    };
}

/** The definition that has the same name as the untyped role in `subject Vehicle;`. Undefined when there is none. */
export function typeMeantByName({ name, kind, $container: owner, relationships, value }: ast.Usage): AstNode | undefined {
    const isRole = kind === 'subject' || kind === 'actor' || kind === 'stakeholder';
    if (!isRole || name === undefined || owner === undefined || relationships.length > 0 || value !== undefined) {
        return undefined;
    }
    const known = lookupOutside(owner, name);
    return known !== undefined && isType(known) && !isFeature(known) ? known : undefined;
}

function lookupOutside(owner: AstNode, name: string): AstNode | undefined {
    const around = owningNamespaceOf(owner);
    return around && lookupFull(around, name);
}

function featureOrUndefined(element: AstNode | undefined): AstNode | undefined {
    return element !== undefined && isFeature(element) ? element : undefined;
}
