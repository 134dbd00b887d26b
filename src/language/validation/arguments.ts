/**
 * Arguments for the parameters of behaviours (KerML 8.4.4.9, SysML 8.3.18 to 8.3.20): those of invocations and constructors, and the
 * unbound parameters of constraints (`missing-argument`, `unbound-parameter`: warnings).
 */
import type { AstNode } from '../generated/tree.js';
import { referentOf } from '../semantics/referents.js';
import type * as ast from '../generated/tree.js';
import { NAMING_NODES } from '../semantics/expected.js';
import { allRedefinedFeaturesOf } from '../semantics/featuring.js';
import { labelName } from '../semantics/labels.js';
import { overloadsOf } from '../semantics/library-overloads.js';
import { lookupVisible } from '../semantics/lookup.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { effectiveBoundsOf } from '../semantics/multiplicity.js';
import { resolve } from '../semantics/names.js';
import { nameOf } from '../semantics/naming.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { supertypesOf, typesOf } from '../semantics/specialization.js';
import { isType, ownedMembersOf, owningTypeOf, segmentsOf } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { visitAll } from '../syntax/index.js';
import type { Document } from '../workspace/document.js';
import { inputsOf, isInvocable } from './expression-facts.js';
import { isOfLibrary } from '../semantics/cycles.js';
import { checkFit } from './fit.js';
import { checkUnique } from './unique-values.js';
import { headOf } from './usage-facts.js';
import { USAGE_NODES } from './usage-typing.js';
import { described } from './wording.js';
import { type Check, type CheckContext, checksOfTypes, type CheckTable } from './check.js';

// --- Invocations ----------------------------------------------------------------------------------------------------------

/** Whether an expression is the payload of a send action. */
function isPayload(node: AstNode): boolean {
    return node.$containerProperty === 'payload' && node.$container!.$type === 'SendActionUsage';
}

/** `validateInvocationExpressionInstantiatedType` (`invocation-not-behavior`) and the rules of its arguments (`type.expr`). */
const invokesBehavior: Check<ast.InvocationExpression> = (node, context) => {
    const { target, arguments: args } = node;
    const type = referentOf(target);
    if (type === undefined) {
        return;
    }
    if (type.$type === 'Definition' && isPayload(node) && !isInvocable(type)) {
        context.report(
            context.strict ? 'error' : 'warning',
            'nonstandard-notation',
            `an object that is sent without 'new' is an extension: the standard notation is 'send new ${target.text}(…)'`,
            target
        );
        return;
    }
    if (!isType(type) || !isInvocable(type)) {
        const made = type.$type === 'Definition' ? `: an object is made by 'new ${target.text}(…)'` : '';
        context.report('error', 'invocation-not-behavior', `only a behavior, or a feature typed by one, can be invoked${made}`, target);
        return;
    }
    if (target.$type === 'FeatureReferenceExpression' && overloadsOf(target, type).length > 0) {
        return; // evaluation picks one of the overloads, or the call fails
    }
    checkArguments(node, type, args, 0, context);
    reportMissingArguments(node, type, args, 0, context);
};

/** `a->f(b)` is `f(a, b)`. */
const operatesByFunction: Check<ast.FunctionOperationExpression> = (node, context) => {
    const { function: called, arguments: args, body, functionReference } = node;
    const type = resolve(called);
    if (type === undefined) {
        return;
    }
    if (!isType(type) || !isInvocable(type)) {
        context.report('error', 'invocation-not-behavior', `'${called.text}' is no function`, called);
    } else if (body === undefined && functionReference === undefined && overloadsOf(called, type).length === 0) {
        checkArguments(called, type, args, 1, context);
        reportMissingArguments(called, type, args, 1, context);
    }
};

/**
 * Checks arguments: a named one binds the parameter of its name, others bind by position. The first `first` parameters are already bound.
 * @param at the place of a finding about an operand before `->` for which there is no parameter
 */
function checkArguments(at: AstNode, type: AstNode, args: readonly ast.Argument[], first: number, context: CheckContext): void {
    const { features, names } = inputsOf(type);
    const bound = new Set<string>();
    const most = features.length - first;
    const surplus = most < 0 ? at : args.filter(a => a.name === undefined)[most]?.value;
    if (surplus !== undefined) {
        context.report('error', 'type.expr', tooManyArguments(type, features.length), surplus);
    }
    args.forEach((argument, i) => {
        if (argument.name === undefined) {
            const parameter = features[first + i];
            if (parameter !== undefined && args.every(a => a.name === undefined)) {
                checkArgumentType(parameter, argument.value, context);
            }
            return;
        }
        const name = labelName(type, argument);
        reportDuplicate(argument, name, bound, context);
        if (!names.has(name)) {
            context.report('error', 'type.expr', `there is no parameter '${argument.name}'`, argument);
        }
        const parameter = features.find(f => lookupNameOf(f) === name);
        if (parameter !== undefined) {
            checkArgumentType(parameter, argument.value, context);
        }
    });
}

/**
 * The message for too many arguments. With a function of one collection, the author has probably forgotten the parentheses around its
 * elements.
 */
function tooManyArguments(type: AstNode, count: number): string {
    const [only] = inputsOf(type).features;
    const name = nameOf(type);
    const isOfMany = count === 1 && name !== undefined && (effectiveBoundsOf(only).upper ?? 1) > 1;
    const parameters = `'${name ?? 'this'}' has ${count === 1 ? 'one parameter' : `${count === 0 ? 'no' : count} parameters`}`;
    return isOfMany ? `${parameters}: a sequence stands in parentheses of its own, as in '${name}((1, 2))'` : parameters;
}

function reportDuplicate(argument: ast.Argument, name: string, bound: Set<string>, context: CheckContext): void {
    if (bound.has(name)) {
        context.report('error', 'type.expr', `'${name}' is bound twice`, argument);
    }
    bound.add(name);
}

function checkArgumentType(parameter: AstNode, value: AstNode, context: CheckContext): void {
    checkFit(value, typesOf(parameter), 'the argument does not conform to its parameter', context);
    if (!isOfLibrary(parameter)) {
        checkUnique(value, parameter, context); // functions of the library take collections, which may repeat values
    }
}

/** Whether a parameter requires a value and neither declares nor inherits one, nor the result expression that computes it. */
function needsValue(parameter: AstNode): boolean {
    return (
        (effectiveBoundsOf(parameter).lower ?? 0) > 0 &&
        ![parameter, ...allRedefinedFeaturesOf(parameter)].some(f => f.value !== undefined || computes(f))
    );
}

/** Whether a calculation states its result: `in calc :>> eval { a + b }`. */
function computes(calculation: AstNode): boolean {
    return ownedMembersOf(calculation).some(m => m.$type === 'ResultExpression' || (m.membership === 'return' && m.value !== undefined));
}

/** The own and inherited input parameters of a type that have no value, without those that another one redefines. */
function openInputsOf(type: AstNode): readonly AstNode[] {
    const inputs = [...supertypesOf(type)].flatMap(t => inputsOf(t).features.filter(f => f.$container === t));
    const redefined = new Set(inputs.flatMap(f => [...allRedefinedFeaturesOf(f)]));
    return inputs.filter(f => !redefined.has(f) && needsValue(f));
}

function reportMissingArguments(at: AstNode, type: AstNode, args: readonly ast.Argument[], first: number, context: CheckContext): void {
    const places = args.some(a => a.name !== undefined) ? first : first + args.length;
    const { features } = inputsOf(type);
    const given = new Set(features.slice(0, places));
    const named = new Set(args.map(a => (a.name === undefined ? undefined : labelName(type, a))));
    const missing = openInputsOf(type).filter(
        f => !given.has(f) && !named.has(lookupNameOf(f)) && (features.includes(f) || !scopeOf(f).isLibrary)
    );
    if (missing.length > 0) {
        const names = missing.map(f => `'${lookupNameOf(f) ?? ''}'`).join(', ');
        context.report('warning', 'missing-argument', `no argument for ${names} of ${described(type)}`, at);
    }
}

/** `validateConstructorExpressionNoDuplicateFeatureRedefinition`, `validateInstantiationExpressionInstantiatedType`. */
const constructsType: Check<ast.ConstructorExpression> = (node, context) => {
    const { type, arguments: args } = node;
    const target = resolve(type);
    if (target !== undefined && !isType(target)) {
        context.report('error', 'type.expr', `'${type.text}' is no type`, type);
    }
    const bound = new Set<string>();
    for (const argument of args.filter(a => a.name !== undefined)) {
        const name = target === undefined ? argument.name! : labelName(target, argument);
        reportDuplicate(argument, name, bound, context);
        if (target !== undefined && isType(target) && lookupVisible(target, name) === undefined) {
            context.report('error', 'unresolved', `'${argument.name}' could not be resolved in '${type.text}'`, argument);
        }
    }
};

// --- Constraints ------------------------------------------------------------------------------------------------------------

const used = new WeakMap<readonly Document[], ReadonlySet<string>>();
const NAMES: ReadonlySet<string> = new Set(NAMING_NODES);

/** The segments of all names of a model. */
function namesUsedIn(documents: readonly Document[]): ReadonlySet<string> {
    let names = used.get(documents);
    if (names === undefined) {
        const found = new Set<string>();
        for (const { root } of documents) {
            visitAll(root, node => {
                if (node.text !== undefined && NAMES.has(node.$type)) {
                    segmentsOf(node.text).forEach(s => found.add(s.name));
                }
            });
        }
        used.set(documents, (names = found));
    }
    return names;
}

const CLAIMS: ReadonlySet<string> = new Set(['require', 'assume']);

/**
 * A typed constraint or requirement with a parameter that gets no value, neither in its body nor where its name is used elsewhere. Subjects
 * are not checked: the satisfying feature binds them.
 */
const bindsParameters: Check<ast.Usage> = (node, context) => {
    const { relationships, isAbstract, membership, direction, kind } = node;
    if (
        !isMetaclass(node, 'ConstraintUsage') ||
        !relationships.some(r => r.$type === 'FeatureTyping') ||
        isAbstract ||
        direction !== undefined ||
        (owningTypeOf(node) === undefined && kind !== 'assert' && kind !== 'satisfy' && node.$type !== 'SatisfyRequirementUsage') ||
        (membership !== undefined && !CLAIMS.has(membership))
    ) {
        return;
    }
    const unbound = openInputsOf(node).filter(f => !isRole(f));
    const name = lookupNameOf(node);
    if (unbound.length === 0 || (name !== undefined && namesUsedIn(context.allDocuments()).has(name)) || isBoundWithin(node)) {
        return;
    }
    const names = unbound.map(f => lookupNameOf(f) ?? '');
    context.report(
        'warning',
        'unbound-parameter',
        `nothing binds ${names.map(n => `'${n}'`).join(', ')} of ${described(node)}: write 'in ${names[0]} = …;' in its body`,
        headOf(node)
    );
};

/** Whether a parameter is a subject, actor or stakeholder: a satisfaction, verification or performance binds these. */
function isRole(parameter: AstNode): boolean {
    return [parameter, ...allRedefinedFeaturesOf(parameter)].some(f => ['subject', 'actor', 'stakeholder'].includes(f.kind ?? ''));
}

/** Whether the body of a constraint has a binding. */
function isBoundWithin(constraint: AstNode): boolean {
    return ownedMembersOf(constraint).some(m => isMetaclass(m, 'BindingConnector'));
}

export const argumentChecks: CheckTable = {
    InvocationExpression: [invokesBehavior],
    FunctionOperationExpression: [operatesByFunction],
    ConstructorExpression: [constructsType],
    ...checksOfTypes(USAGE_NODES, [bindsParameters])
};
