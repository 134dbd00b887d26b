/**
 * Translates expressions to solver terms, for all questions and solvers. A construct without translation is rejected by name. An expression
 * that reads no free feature is evaluated instead. (Contract: verification-and-engines 14.)
 */
import type * as ast from '../../../language/generated/tree.js';
import type { AstNode } from '../../../language/generated/tree.js';
import { entryFor } from '../../../language/closed-lists.js';
import { childrenOf } from '../../../language/syntax/node.js';
import { functionFor, type FunctionsByType } from '../../../language/syntax/by-type.js';
import { resolve } from '../../../language/semantics/names.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { isDefinition, isFeature, lastSegment, type NameNode, owningTypeOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { type Condition, ConditionFrame, conditionsOf } from '../../evaluation/calculations/conditions.js';
import { shapeOf } from '../../evaluation/calculations/shape.js';
import { outerOf } from '../../evaluation/calculations/usage.js';
import { bodyShapeOf } from '../../evaluation/expressions/calls.js';
import { codeOf } from '../../evaluation/expressions/code.js';
import { type Frame, LocalFrame, frameWith, frameWithName } from '../../evaluation/expressions/frame.js';
import { SELF_NAMES, targetOf } from '../../evaluation/expressions/referents.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { packageFrame } from '../../evaluation/instances/model-level.js';
import { isCalculation, isConstraint, isEnumLiteral, isUnitDeclaration, isVariant } from '../../evaluation/model/kinds.js';
import { layoutOf } from '../../evaluation/model/layout.js';
import type { Run } from '../../evaluation/run.js';
import { LIBRARY_CONSTANTS } from '../../evaluation/functions/index.js';
import { EvaluationError, Quantity, isRealNumber } from '../../values/index.js';
import { LibraryCalls } from './library-calls.js';
import { Features, type Standpoint } from './features.js';
import {
    Arithmetic,
    ChoiceNumbers,
    type Symbolic,
    Untranslatable,
    asCondition,
    asTerm,
    collected,
    elementsIn,
    known,
    truth
} from './symbolic.js';
import * as terms from './terms.js';
import type { Term } from './terms.js';

/** Greatest depth of nested calls. A calculation that calls itself under a free condition would otherwise not end. */
const MOST_CALLS = 100;

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);

export class Translation {
    readonly choices = new ChoiceNumbers();
    readonly arithmetic = new Arithmetic(this.choices);
    readonly features: Features;
    private readonly calls: LibraryCalls;
    private depth = 0;

    /** @param standpoint whether the query respects the values that the model states */
    constructor(
        readonly run: Run,
        standpoint: Standpoint
    ) {
        this.features = new Features(run, standpoint, this.arithmetic, {
            expression: (expression, frame) => this.of(expression, frame),
            result: (calculation, holder) => this.call(calculation, holder, [], new Map()),
            conditions: (element, frame) => truth(this.conjunction(conditionsOf(element, frame)))
        });
        this.calls = new LibraryCalls(this.arithmetic, {
            body: (node, frame, args) => this.body(node, frame, args),
            function: (called, frame, args) => this.call(called, frame, args, new Map())
        });
    }

    /** Translates the result of a calculation usage of a frame, with arguments for its first parameters. @throws Untranslatable */
    result(frame: Frame, calculation: AstNode, args: readonly Symbolic[]): Symbolic {
        return this.call(calculation, frame, args, new Map());
    }

    /** Translates a condition. @throws Untranslatable */
    condition({ form }: Condition): Term {
        switch (form.kind) {
            case 'expression':
                return asCondition(this.of(form.ground.expression, form.ground.frame), this.choices);
            case 'implication':
                return this.implication(form.assumed, form.required);
            case 'negation':
                return terms.not(terms.and(...form.of.map(c => this.condition(c))));
        }
    }

    private implication(assumed: readonly Condition[], required: Condition): Term {
        const assumption = terms.and(...assumed.map(c => this.condition(c)));
        return terms.implies(
            assumption,
            this.arithmetic.under(assumption, () => this.condition(required))
        );
    }

    /** Translates to a term that holds if all required conditions hold under the assumed ones. */
    private conjunction(conditions: readonly Condition[]): Term {
        const [required, assumed] = [true, false].map(isRequired => conditions.filter(c => c.isRequired === isRequired));
        if (conditions.length === 0) {
            throw new Untranslatable('no condition to evaluate');
        }
        return terms.and(...required.map(c => this.implication(assumed, c)));
    }

    /**
     * Returns the symbolic value of an expression in a frame. @throws Untranslatable with the name of the construct, for the innermost
     * expression
     */
    of(node: AstNode, frame: Frame): Symbolic {
        this.run.step();
        try {
            return functionFor(TRANSLATORS, node)?.(node, frame, this) ?? this.evaluated(node, frame);
        } catch (error) {
            if (error instanceof Untranslatable && error.node === undefined) {
                throw new Untranslatable(error.cause, node);
            }
            if (error instanceof EvaluationError) {
                throw new Untranslatable(error.message, node);
            }
            throw error;
        }
    }

    /** Evaluates an expression that reads no free feature. @throws Untranslatable for other expressions */
    evaluated(node: AstNode, frame: Frame, what = `a ${node.$type} is not translated`): Symbolic {
        if (!childrenOf(node).every(child => this.isKnown(child, frame))) {
            throw new Untranslatable(what);
        }
        return known(codeOf(node)(frame));
    }

    private isKnown(node: AstNode, frame: Frame): boolean {
        if (node.$type === 'FeatureReferenceExpression' || node.$type === 'FeatureChainExpression') {
            return this.of(node, frame).kind === 'value';
        }
        return node.$type !== 'BodyExpression' && childrenOf(node).every(child => this.isKnown(child, frame));
    }

    reference(node: NameNode, frame: Frame): Symbolic {
        const target = targetOf(node);
        if (target === undefined || SELF_NAMES.has(lastSegment(node.text))) {
            const found = target === undefined ? frameWithName(frame, lastSegment(node.text)) : undefined;
            return found === undefined ? known(codeOf(node)(frame)) : this.features.read(found.frame, found.index);
        }
        if (denotesItself(target)) {
            return known(codeOf(node)(frame));
        }
        const found = frameWith(frame, target);
        if (found !== undefined) {
            return this.features.read(found.frame, found.index);
        }
        const owner = owningTypeOf(target);
        if (owner === undefined) {
            return this.features.read(packageFrame(this.run, target), 0);
        }
        const holder = isFeature(owner) && owningTypeOf(owner) === undefined ? this.run.objectOf(owner) : this.run.prototypeOf(owner);
        const index = holder.layout.indexOf.get(target);
        if (index === undefined) {
            throw new Untranslatable(`${qualifiedNameOf(target) ?? node.text} is read on no object`);
        }
        return this.features.read(holder, index);
    }

    chain(node: ast.FeatureChainExpression, frame: Frame): Symbolic {
        const target = resolve(node.feature);
        if (target !== undefined && (isVariant(target) || isEnumLiteral(target))) {
            return known(codeOf(node)(frame));
        }
        const operand = this.of(node.operand, frame);
        return this.step(operand, lastSegment(node.feature.text), target, node, frame);
    }

    private step(value: Symbolic, name: string, target: AstNode | undefined, node: AstNode, frame: Frame): Symbolic {
        if (value.kind === 'many') {
            return collected(value.elements.map(e => this.step(e, name, target, node, frame)));
        }
        if (value.kind === 'cases') {
            const cases = value.cases.map(c => ({
                guard: c.guard,
                value: this.arithmetic.under(c.guard, () => this.step(c.value, name, target, node, frame))
            }));
            return { kind: 'cases', cases };
        }
        const elements = elementsIn(value);
        if (elements.length !== 1) {
            return collected(elements.map(e => this.step(e, name, target, node, frame)));
        }
        const [only] = elements;
        if (only.kind === 'value' && only.value instanceof Instance) {
            const { layout } = only.value;
            const index = (target === undefined ? undefined : layout.indexOf.get(target)) ?? layout.byName.get(name);
            if (index !== undefined) {
                return this.features.read(only.value, index);
            }
        }
        return this.evaluated(node, frame, `'.${name}' of a value that is free is not translated`);
    }

    binary(node: ast.BinaryExpression, frame: Frame): Symbolic {
        const { operator, left, right } = node;
        const sides = (): [Symbolic, Symbolic] => [this.of(left, frame), this.of(right, frame)];
        if (ARITHMETIC.has(operator)) {
            const [a, b] = sides();
            return this.isKnownBoth(a, b) ? known(codeOf(node)(frame)) : this.arithmetic.binary(operator, a, b);
        }
        if (COMPARISONS.has(operator)) {
            return truth(this.arithmetic.compare(operator, ...sides()));
        }
        if (operator === '==' || operator === '!=') {
            const [a, b] = sides();
            if (this.isKnownBoth(a, b)) {
                return known(codeOf(node)(frame));
            }
            const equal = this.arithmetic.equal(a, b);
            return truth(operator === '==' ? equal : terms.not(equal));
        }
        const connective = CONNECTIVES[operator];
        if (connective === undefined) {
            const isPower = operator === '**' || operator === '^';
            const why = isPower ? `operator '${operator}': exponentiation is outside the arithmetic encoded here` : undefined;
            return this.evaluated(node, frame, why ?? `operator '${operator}' is not translated`);
        }
        const { term, rightIf } = connective;
        const a = asCondition(this.of(left, frame), this.choices);
        const b = this.arithmetic.under(rightIf(a), () => asCondition(this.of(right, frame), this.choices));
        return truth(term(a, b));
    }

    /** Whether both values are known. The evaluator then computes the result, with its own rules for sequences and objects. */
    private isKnownBoth(a: Symbolic, b: Symbolic): boolean {
        return a.kind === 'value' && b.kind === 'value';
    }

    unary(node: ast.UnaryExpression, frame: Frame): Symbolic {
        const { operator, operand } = node;
        if (operator === 'not') {
            return truth(terms.not(asCondition(this.of(operand, frame), this.choices)));
        }
        if (operator !== '-' && operator !== '+') {
            return this.evaluated(node, frame, `operator '${operator}' is not translated`);
        }
        const value = this.of(operand, frame);
        if (value.kind === 'value') {
            return known(codeOf(node)(frame));
        }
        return operator === '-' ? this.arithmetic.negative(value) : value;
    }

    conditional({ condition, thenBranch, elseBranch }: ast.ConditionalExpression, frame: Frame): Symbolic {
        const test = asCondition(this.of(condition, frame), this.choices);
        if (test.constant !== undefined) {
            return this.of(test.constant === true ? thenBranch : elseBranch, frame);
        }
        const cases = [
            { guard: test, value: this.arithmetic.under(test, () => this.of(thenBranch, frame)) },
            { guard: terms.not(test), value: this.arithmetic.under(terms.not(test), () => this.of(elseBranch, frame)) }
        ];
        return cases.some(c => elementsIn(c.value).some(holdsObject))
            ? { kind: 'cases', cases }
            : asTerm({ kind: 'cases', cases }, this.choices);
    }

    /** Translates `x [unit]` for a free number. */
    measured(node: ast.BracketExpression, frame: Frame): Symbolic {
        const operand = this.of(node.operand, frame);
        if (operand.kind === 'value') {
            return known(codeOf(node)(frame));
        }
        const [unit] = node.index;
        const one = codeOf(unit)(frame);
        const factor = typeof one === 'object' && one !== null && one.kind === 'measurementRef' ? new Quantity(1, one.unit) : undefined;
        if (factor === undefined) {
            throw new Untranslatable('a quantity expression without a declared unit is not translated');
        }
        return this.arithmetic.binary('*', operand, known(factor));
    }

    /** Returns the element at a known index of a collection. */
    element(node: ast.IndexExpression, frame: Frame): Symbolic {
        const operand = this.of(node.operand, frame);
        const index = node.index.length === 1 ? this.of(node.index[0], frame) : undefined;
        const at = index?.kind === 'value' && isRealNumber(index.value) ? Number(index.value) : undefined;
        if (operand.kind !== 'many' || at === undefined) {
            return this.evaluated(node, frame, 'an index that is free is not translated');
        }
        if (at < 1 || at > operand.elements.length) {
            throw new Untranslatable(`index ${at} is outside of the collection`);
        }
        return operand.elements[at - 1];
    }

    invocation(node: ast.InvocationExpression, frame: Frame): Symbolic {
        const { target } = node;
        const called =
            target.$type === 'FeatureReferenceExpression'
                ? targetOf(target)
                : target.$type === 'FeatureChainExpression'
                  ? resolve(target.feature)
                  : undefined;
        if (called === undefined) {
            return this.evaluated(node, frame, 'a call of a value is not translated');
        }
        const positional = node.arguments.filter(a => a.name === undefined).map(a => a.value);
        const library = this.calls.invocation(called, positional, frame, e => this.of(e, frame));
        if (library !== undefined) {
            return library;
        }
        if (scopeOf(called).isLibrary || !(isCalculation(called) || isConstraint(called))) {
            return this.evaluated(node, frame, `a call of ${nameOf(called) ?? 'this function'} is not translated`);
        }
        const named = new Map(node.arguments.filter(a => a.name !== undefined).map(a => [a.name!, this.of(a.value, frame)] as const));
        const holder = target.$type === 'FeatureChainExpression' ? this.of(target.operand, frame) : undefined;
        const outer = holder?.kind === 'value' && holder.value instanceof Instance ? holder.value : frame;
        return this.call(
            called,
            outer,
            positional.map(e => this.of(e, frame)),
            named
        );
    }

    arrow(node: ast.FunctionOperationExpression, frame: Frame): Symbolic {
        const result = this.calls.arrow(node, frame, e => this.of(e, frame));
        return result ?? this.evaluated(node, frame, `'->${node.function.text}' is not translated`);
    }

    /** Translates `collection.{in x; …}`. */
    each({ operand, body }: ast.CollectExpression, frame: Frame): Symbolic {
        return collected(elementsIn(this.of(operand, frame)).map(e => this.body(body, frame, [e])));
    }

    /** Translates the result of a calculation or constraint, with arguments for its parameters. */
    private call(called: AstNode, frame: Frame, positional: readonly Symbolic[], named: ReadonlyMap<string, Symbolic>): Symbolic {
        const outer = outerOf(called, frame);
        const index = outer?.layout.indexOf.get(called);
        const shape = shapeOf(index === undefined ? called : outer!.layout.slots[index].feature);
        if (this.depth >= MOST_CALLS) {
            throw new Untranslatable(`${shape.label} is called more than ${MOST_CALLS} deep`);
        }
        if (shape.tool !== undefined || shape.isPerformed || shape.statements.length > 0) {
            throw new Untranslatable(`${shape.label} has ${shape.tool === undefined ? 'statements' : 'a tool'}, which are not translated`);
        }
        if (positional.length > shape.parameters.length) {
            throw new Untranslatable(`${shape.label} takes ${shape.parameters.length} argument(s), got ${positional.length}`);
        }
        const local = shape.isCondition ? new ConditionFrame(this.run, shape.layout, outer) : new LocalFrame(this.run, shape.layout, outer);
        this.features.perform(local, shape.label);
        for (const [i, { slot, isNeeded, name }] of shape.parameters.entries()) {
            const given = positional[i] ?? slot.names.map(n => named.get(n)).find(v => v !== undefined);
            if (given !== undefined) {
                this.features.give(local, slot.index, given);
            } else if (isNeeded) {
                throw new Untranslatable(`unbound parameter: ${name} of ${shape.label}`);
            }
        }
        this.depth++;
        try {
            if (local instanceof ConditionFrame) {
                return truth(this.conjunction(conditionsOf(shape.calc, local)));
            }
            if (shape.answer === undefined) {
                throw new Untranslatable(`${shape.label} states no result`);
            }
            return this.of(shape.answer, local);
        } finally {
            this.depth--;
        }
    }

    /** Translates an expression body with arguments for its parameters. */
    private body(node: ast.BodyExpression, frame: Frame, args: readonly Symbolic[]): Symbolic {
        const layout = layoutOf(node);
        const local = new LocalFrame(this.run, layout, frame);
        const { parameters, result } = bodyShapeOf(node);
        if (parameters.length !== args.length || result === undefined) {
            throw new Untranslatable(`a body with ${parameters.length} parameter(s) in place of ${args.length} is not translated`);
        }
        parameters.forEach((index, i) => this.features.give(local, index, args[i]));
        return this.of(result, local);
    }
}

/** Whether a name denotes its target itself, without reading a feature. */
function denotesItself(target: AstNode): boolean {
    if (scopeOf(target).isLibrary && entryFor(LIBRARY_CONSTANTS, qualifiedNameOf(target)) !== undefined) {
        return true;
    }
    return isFeature(target)
        ? isEnumLiteral(target) || isVariant(target) || (isUnitDeclaration(target) && scopeOf(target).isLibrary)
        : isDefinition(target);
}

const holdsObject = (value: Symbolic): boolean => value.kind === 'cases' || (value.kind === 'value' && value.value instanceof Instance);

/** A Boolean operator, with the condition under which its right operand is evaluated. */
interface Connective {
    readonly term: (a: Term, b: Term) => Term;
    readonly rightIf: (a: Term) => Term;
}

const itself = (a: Term): Term => a;

const CONNECTIVES: Readonly<Record<string, Connective>> = {
    and: { term: terms.and, rightIf: itself },
    '&': { term: terms.and, rightIf: itself },
    or: { term: terms.or, rightIf: terms.not },
    '|': { term: terms.or, rightIf: terms.not },
    xor: { term: terms.xor, rightIf: () => terms.TRUE },
    implies: { term: terms.implies, rightIf: itself }
};

const TRANSLATORS: FunctionsByType<Symbolic, [Frame, Translation]> = {
    FeatureReferenceExpression: (node, frame, to) => to.reference(node, frame),
    ReferenceSubsetting: (node, frame, to) => to.reference(node, frame),
    FeatureChainExpression: (node, frame, to) => to.chain(node, frame),
    BinaryExpression: (node, frame, to) => to.binary(node, frame),
    UnaryExpression: (node, frame, to) => to.unary(node, frame),
    ConditionalExpression: (node, frame, to) => to.conditional(node, frame),
    SequenceExpression: (node, frame, to) => collected(node.elements.map(e => to.of(e, frame))),
    BracketExpression: (node, frame, to) => to.measured(node, frame),
    IndexExpression: (node, frame, to) => to.element(node, frame),
    InvocationExpression: (node, frame, to) => to.invocation(node, frame),
    FunctionOperationExpression: (node, frame, to) => to.arrow(node, frame),
    CollectExpression: (node, frame, to) => to.each(node, frame)
};
