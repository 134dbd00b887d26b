/**
 * Conditions of constraints and requirements: which expressions an element asserts, requires or assumes, and how they turn out on an
 * object (contract sheet 6.1). Supertypes' conditions come first, then the element's own in declaration order.
 */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { resolve } from '../../language/semantics/names.js';
import { declaredGeneralsOf } from '../../language/semantics/specialization.js';
import { isUsage, ownedMembersOf } from '../../language/semantics/structure.js';
import { LocalFrame } from '../expressions/frame.js';
import { codeOf } from '../expressions/compile.js';
import { type Frame, frameWithName } from '../expressions/frame.js';
import { compileReference } from '../expressions/references.js';
import { sourceTextOf } from '../expressions/text.js';
import { conform, evaluatedBounds, openValue } from '../instances/conform.js';
import { Instance } from '../instances/instance.js';
import { type Budget, messageOf } from '../limits.js';
import { isConstraint } from '../model/kinds.js';
import { type Layout, type Slot, isManyValued, layoutOf, natureOf } from '../model/layout.js';
import type { Run } from '../run.js';
import { EMPTY_SEQUENCE, EvaluationError, OpaqueValue, Undetermined, Unset, type Value, elementsOf } from '../values/index.js';
import { describe } from '../values/text.js';
import { calculationOf } from './usage.js';

/** One condition, ready to be evaluated. */
export interface Condition {
    /** a false one violates; an assumed one is trusted */
    readonly isRequired: boolean;
    /** as written in the model */
    readonly text: string;
    evaluate(): Value;
}

/** What came of judging an element. */
export type Judgement =
    | { readonly outcome: 'holds' }
    | { readonly outcome: 'violated'; readonly condition: string }
    | { readonly outcome: 'undecided'; readonly error: string; readonly exhausted?: readonly Budget[] };

/**
 * The frame in which an element's conditions read: what the element binds and values, then the object's features of the same name.
 */
export class ConditionFrame extends LocalFrame {
    /**
     * @param subject what `subject` parameters are bound to, here and in nested requirements
     * @param isSatisfied the subject is stated by an assertion: the element's own value for it does not count
     */
    constructor(run: Run, layout: Layout, outer: Frame | undefined, readonly subject?: Value, private readonly isSatisfied = false) {
        super(run, layout, outer);
    }

    protected override compute(slot: Slot): Value {
        if (this.subject !== undefined && slot.chain.some(f => f.kind === 'subject')
            && (this.isSatisfied || slot.chain.find(f => f.value !== undefined)?.value?.isDefault !== false)) {
            return this.subject;
        }
        const nature = natureOf(slot);
        if (slot.chain.some(f => f.value !== undefined) || nature === 'calculation' || nature === 'constraint') {
            return nature === 'calculation' && slot.chain.every(f => f.value === undefined) ? calculationOf(slot.feature, this) : super.compute(slot);
        }
        const name = slot.names[0] as string | undefined;
        for (const place of [this.outer, this.subject instanceof Instance ? this.subject : undefined]) {
            const found = name === undefined ? undefined : frameWithName(place, name);
            if (found !== undefined) {
                return conform(found.frame.read(found.index), slot, this);
            }
        }
        return this.withoutValue(slot);
    }

    /** A feature that neither the element nor the object values. */
    private withoutValue(slot: Slot): Value {
        const { lower, upper } = evaluatedBounds(slot, this);
        if (upper === 0) {
            return EMPTY_SEQUENCE;
        }
        const nature = natureOf(slot);
        const isOpen = objectOf(this.outer)?.isOpen ?? this.subject === undefined;
        if (isOpen && nature !== 'object') {
            return openValue(slot, lower, upper);
        }
        if (nature === 'object' || nature === 'connector' || nature === 'behavior') {
            return super.compute(slot);
        }
        return lower === 0 ? (isManyValued(slot) ? EMPTY_SEQUENCE : null) : new Unset(slot.names[0] ?? '');
    }
}

/** The innermost object around a frame. */
function objectOf(frame: Frame | undefined): Instance | undefined {
    for (let f = frame; f !== undefined; f = f.outer) {
        if (f instanceof Instance) {
            return f;
        }
    }
    return undefined;
}

/** What is judged of an element: its conditions, or for a negated assertion that their conjunction is false. */
export function judgedConditionsOf(element: AstNode, frame: ConditionFrame): Condition[] {
    const conditions = conditionsOf(element, frame);
    return conditions.length > 0 && isDenied(element) ? [negated(conditions)] : conditions;
}

/** Whether an element is `assert not`, or redefines or subsets what is. */
function isDenied(element: AstNode, seen = new Set<AstNode>()): boolean {
    if (seen.has(element) || !isUsage(element)) {
        return false;
    }
    seen.add(element);
    return element.isNegated === true || declaredGeneralsOf(element).some(g => isDenied(g, seen));
}

/** The conditions of an element, evaluated in a frame of its own. */
export function conditionsOf(element: AstNode, frame: ConditionFrame): Condition[] {
    const found: Condition[] = [];
    collect(element, frame, true, found, new Set(), new Set());
    return found;
}

/**
 * @param seen types whose conditions this element has already taken over
 * @param within elements that are being collected around this one: one that requires itself adds nothing
 */
function collect(element: AstNode, frame: ConditionFrame, isRequired: boolean, found: Condition[], seen: Set<AstNode>, within: Set<AstNode>): void {
    if (seen.has(element) || within.has(element)) {
        return;
    }
    seen.add(element);
    within.add(element);
    for (const general of declaredGeneralsOf(element)) {
        if (isConstraint(general)) {
            collect(general, frame, isRequired, found, seen, within);
        }
    }
    for (const member of ownedMembersOf(element)) {
        if (seen.has(member)) {
            continue;
        }
        // A condition that is redefined counts once, in the place where it was first stated.
        const effective = effectiveOf(member, frame.layout);
        if (collectMember(member, effective, frame, isRequired, found, within) && effective !== member) {
            seen.add(effective);
        }
    }
    within.delete(element);
}

/** What a layout has for a feature: the feature itself, or the most specific one that redefines it. */
function effectiveOf(feature: AstNode, layout: Layout): AstNode {
    const index = layout.indexOf.get(feature);
    return index === undefined ? feature : layout.slots[index].feature;
}

/** What the frames have for a named feature, from the inside out. */
function effectiveIn(frame: Frame, feature: AstNode): AstNode {
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer) {
        if (f.layout.indexOf.has(feature)) {
            return effectiveOf(feature, f.layout);
        }
    }
    return feature;
}

/** Memberships of a condition; a framed concern is a required one (SysML 8.3.21.2 `FramedConcernMembership`). */
const CONDITION_MEMBERSHIPS: ReadonlySet<string> = new Set(['require', 'assume', 'frame']);

/**
 * @param declared the member that says whether it is a condition, required or assumed
 * @param member what stands for it: itself, or the feature that redefines it
 * @returns whether it is a condition
 */
function collectMember(declared: AstNode, member: AstNode, frame: ConditionFrame, isRequired: boolean, found: Condition[], within: Set<AstNode>): boolean {
    if (member.$type === 'ResultExpression') {
        found.push(ofExpression((member as ast.ResultExpression).expression, frame, isRequired));
        return true;
    }
    if (!isUsage(member) || !isUsage(declared)) {
        return false;
    }
    const { membership, kind } = declared;
    const states = CONDITION_MEMBERSHIPS.has(membership ?? '') || kind === 'assert' || kind === 'inv' || (membership === 'return' && member.value !== undefined);
    if (!states || member.$type === 'SatisfyRequirementUsage') {
        return false;
    }
    const required = isRequired && membership !== 'assume';
    if (member.value !== undefined) {
        found.push(ofExpression(member.value.expression, frame, required));
        return true;
    }
    const target = member.reference === undefined ? undefined : resolve(member.reference);
    if (member.reference !== undefined && (target === undefined || !isConstraint(target))) {
        const code = compileReference(member.reference as unknown as ast.FeatureReferenceExpression);
        found.push({ isRequired: required, text: member.reference.text, evaluate: () => code(frame) });
        return true;
    }
    const referenced = target === undefined || (member.members ?? []).length > 0 ? member : effectiveIn(frame, target);
    const stated = referenced === target ? member : referenced;
    const nested = new ConditionFrame(frame.run, layoutOf(stated), frame, frame.subject);
    const inner: Condition[] = [];
    collect(stated, nested, required, inner, new Set(), within);
    if (member.isNegated) {
        found.push(negated(inner, required));
    } else {
        found.push(...inner);
    }
    return true;
}

function ofExpression(expression: AstNode, frame: Frame, isRequired: boolean): Condition {
    return { isRequired, text: sourceTextOf(expression).trim(), evaluate: () => codeOf(expression)(frame) };
}

/** `assert not { a; b }`: the conjunction must be false. */
export function negated(conditions: readonly Condition[], isRequired = true): Condition {
    const required = conditions.filter(c => c.isRequired);
    return {
        isRequired,
        text: `not (${required.map(c => c.text).join(' and ')})`,
        evaluate() {
            let open: Undetermined | undefined;
            for (const condition of required) {
                const value = truthOf(condition);
                if (value === false) {
                    return true;
                }
                open ??= value instanceof Undetermined ? value : undefined;
            }
            return open ?? false;
        },
    };
}

/** A condition's Boolean, or the open value that it is. @throws type mismatch for another value */
function truthOf(condition: Condition): boolean | Undetermined {
    const value = condition.evaluate();
    const [only] = elementsOf(value);
    if (elementsOf(value).length === 1 && (typeof only === 'boolean' || only instanceof Undetermined)) {
        return only;
    }
    throw new EvaluationError('type mismatch', `a condition must be Boolean, got ${describe(value)}`);
}

/** Judges something with the whole budgets of a run. What it needs of them is not missing for what is asked next. */
export function asked(run: Run, label: string, judging: () => Judgement): Judgement {
    run.restart();
    try {
        const judgement = judging();
        return judgement.outcome === 'undecided' ? { ...judgement, exhausted: run.exhausted } : judgement;
    } catch (error) {
        return { outcome: 'undecided', error: `${label}: ${messageOf(error)}`, exhausted: run.exhausted };
    } finally {
        run.restart();
    }
}

/**
 * Judges conditions: the first required one that is false decides; without one, the first that cannot be evaluated leaves the verdict
 * undecided.
 * @param label how messages name the element: `constraint P::c`
 * @param what `assertion` or `require condition`
 */
export function judge(conditions: readonly Condition[], label: string, what: string): Judgement {
    if (conditions.length === 0) {
        return { outcome: 'undecided', error: `${label}: no condition to evaluate` };
    }
    let open: string | undefined;
    for (const condition of conditions.filter(c => c.isRequired)) {
        let value: boolean | Undetermined | undefined;
        try {
            value = truthOf(condition);
        } catch (error) {
            open ??= messageOf(error);
        }
        if (value instanceof Undetermined) {
            open ??= `${condition.text} is undetermined: ${value.reason}`;
        }
        if (value === false) {
            return { outcome: 'violated', condition: condition.text };
        }
    }
    return open === undefined ? { outcome: 'holds' } : { outcome: 'undecided', error: `${label}: ${what} evaluation failed: ${open}` };
}

/**
 * Whether an element's required conditions hold in a frame: a Boolean, or the open value that leaves it open; undefined when it states no
 * condition.
 */
export function conjunctionOf(element: AstNode, frame: ConditionFrame): Value | undefined {
    const conditions = conditionsOf(element, frame);
    if (conditions.length === 0) {
        return undefined;
    }
    let open: Undetermined | undefined;
    for (const condition of conditions) {
        const value = condition.isRequired ? truthOf(condition) : true;
        if (value === false) {
            return false;
        }
        open ??= value instanceof Undetermined ? value : undefined;
    }
    return open ?? true;
}

/** A constraint or requirement feature read as a value: whether its required conditions hold on what holds it. */
export function conditionValue(slot: Slot, holder: Frame): Value {
    const frame = new ConditionFrame(holder.run, layoutOf(slot.feature), holder, objectOf(holder));
    return conjunctionOf(slot.feature, frame) ?? new OpaqueValue(`the constraint ${slot.names[0] ?? ''} states no condition`, slot.feature);
}
