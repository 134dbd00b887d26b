/**
 * Conditions of constraints and requirements: the expressions that an element asserts, requires or assumes, and their values on an object
 * (contract sheet 6.1). Conditions of supertypes come first, then the element's own in declaration order.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { isComposite } from '../../../language/semantics/features.js';
import { isTypedByValue } from '../../../language/semantics/implied-features.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { declaredGeneralsOf } from '../../../language/semantics/specialization.js';
import { isUsage, ownedMembersOf, owningTypeOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { LocalFrame } from '../expressions/frame.js';
import { codeOf } from '../expressions/code.js';
import { type Frame, frameWithName } from '../expressions/frame.js';
import { textOf } from '../../../language/semantics/text.js';
import { conform, evaluatedBounds, openValue } from '../instances/conform.js';
import { Instance } from '../instances/instance.js';
import { type Budget, failureOf, messageOf } from '../limits.js';
import { isConstraint, isRequirement } from '../model/kinds.js';
import { sourcesOf } from '../model/inheritance.js';
import { type Layout, type Slot, layoutOf } from '../model/layout.js';
import { isManyValued } from '../model/slot-bounds.js';
import { natureOf } from '../model/slot-nature.js';
import type { Run } from '../run.js';
import {
    EMPTY_SEQUENCE,
    EvaluationError,
    OpaqueValue,
    Undetermined,
    Unset,
    type Value,
    elementsOf,
    typeMismatch,
    describe
} from '../../values/index.js';
import { calculationOf } from './usage.js';

/** One condition, ready to be evaluated. */
export interface Condition {
    /** whether it is required or assumed: a false required condition is a violation, a false assumption satisfies the requirement */
    readonly isRequired: boolean;
    /** as written in the model */
    readonly text: string;
    /** the nested requirements that declare it, outermost first */
    readonly path: readonly string[];
    readonly evaluate: () => Value;
    /** the expressions whose values decide it (explanation.ts) */
    readonly grounds: readonly Ground[];
    /** its logical form, for use without evaluating it */
    readonly form: ConditionForm;
}

/** The logical form of a condition: an expression, an implication of a condition by assumptions, or the negation of a conjunction. */
export type ConditionForm =
    | { readonly kind: 'expression'; readonly ground: Ground }
    | { readonly kind: 'implication'; readonly assumed: readonly Condition[]; readonly required: Condition }
    | { readonly kind: 'negation'; readonly of: readonly Condition[] };

/** An expression, or the name of a feature, and the frame of its evaluation. */
export interface Ground {
    readonly expression: AstNode;
    readonly frame: Frame;
}

/** The result of judging an element. */
export type Judgement =
    | { readonly outcome: 'holds' }
    | {
          readonly outcome: 'violated';
          readonly condition: string;
          /** the nested requirements that declare the condition, outermost first */
          readonly path: readonly string[];
          readonly grounds: readonly Ground[];
      }
    | {
          readonly outcome: 'undecided';
          readonly error: string;
          /** the error without the leading name of the element */
          readonly cause: string;
          /** undecided because the model leaves a value open that an object would provide; nothing failed */
          readonly isOpen: boolean;
          readonly exhausted?: readonly Budget[];
      };

/**
 * The origin of a frame's subject: `given` by the caller; `asserted` by a satisfaction, which overrides the element's own value; or
 * `enclosing`, shared with the enclosing requirement, whose own subject takes precedence.
 */
export type SubjectSource = 'given' | 'asserted' | 'enclosing';

/** The frame of an element's conditions: features that the element binds or values, then features of the same names of the object. */
export class ConditionFrame extends LocalFrame {
    /** @param subject the value of `subject` parameters, here and in nested requirements */
    constructor(
        run: Run,
        layout: Layout,
        outer: Frame | undefined,
        readonly subject?: Value,
        private readonly source: SubjectSource = 'given'
    ) {
        super(run, layout, outer);
    }

    protected override compute(slot: Slot): Value {
        if (isSubject(slot) && (this.source === 'asserted' || slot.chain.find(f => f.value !== undefined)?.value?.isDefault !== false)) {
            const given = this.givenSubject();
            if (given !== undefined) {
                return given;
            }
        }
        const nature = natureOf(slot);
        if (slot.chain.some(f => f.value !== undefined) || nature === 'calculation' || nature === 'constraint') {
            return nature === 'calculation' && slot.chain.every(f => f.value === undefined)
                ? calculationOf(slot.feature, this)
                : super.compute(slot);
        }
        const name = slot.names.at(0);
        for (const place of [this.outer, this.subject instanceof Instance ? this.subject : undefined]) {
            const found = name === undefined ? undefined : frameWithName(place, name);
            if (found !== undefined) {
                return conform(found.frame.read(found.index), slot, this);
            }
        }
        return this.withoutValue(slot);
    }

    /** The subject of an element that does not value it itself; undefined where none is known. */
    private givenSubject(): Value | undefined {
        const container = this.outer instanceof ConditionFrame ? this.outer : undefined;
        return this.source === 'enclosing' || this.subject === undefined ? (container?.effectiveSubject() ?? this.subject) : this.subject;
    }

    /** The subject that nested requirements share; undefined where no object is known. */
    private effectiveSubject(): Value | undefined {
        const slot = this.layout.slots.find(isSubject);
        const value = slot === undefined || this.isPending(slot.index) ? undefined : this.read(slot.index);
        return value === undefined || value instanceof Undetermined || value instanceof Unset ? this.givenSubject() : value;
    }

    /** The value of a feature that neither the element nor the object values. */
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

/** Whether a feature is the subject of a requirement or case. */
export const isSubject = (slot: Slot): boolean => slot.chain.some(f => f.kind === 'subject');

/** The innermost object that encloses a frame. */
export function objectOf(frame: Frame | undefined): Instance | undefined {
    for (let f = frame; f !== undefined; f = f.outer) {
        if (f instanceof Instance) {
            return f;
        }
    }
    return undefined;
}

/** The conditions to judge: those of the element, or their negated conjunction for a negated assertion. */
export function judgedConditionsOf(element: AstNode, frame: ConditionFrame): Condition[] {
    const conditions = conditionsOf(element, frame);
    return conditions.length > 0 && isDenied(element) ? [negated(conditions)] : conditions;
}

/** Whether an element is `assert not`, or redefines or subsets such an assertion. */
function isDenied(element: AstNode, seen = new Set<AstNode>()): boolean {
    if (seen.has(element) || !isUsage(element)) {
        return false;
    }
    seen.add(element);
    return element.isNegated === true || declaredGeneralsOf(element).some(g => isDenied(g, seen));
}

/** The conditions of an element, evaluated in the given frame. */
export function conditionsOf(element: AstNode, frame: ConditionFrame): Condition[] {
    const collector = new ConditionCollector(frame, new Set());
    collector.add(element);
    return collector.found;
}

/** Collects the conditions of one element in one frame, from its supertypes and its members. */
class ConditionCollector {
    readonly found: Condition[] = [];
    /** types and features already collected: a requirement that the element both nests and requires counts once */
    private readonly seen = new Set<AstNode>();

    /** @param within the elements whose conditions are being collected: an element that requires itself adds nothing */
    constructor(
        private readonly frame: ConditionFrame,
        private readonly within: Set<AstNode>
    ) {}

    add(element: AstNode): void {
        if (this.seen.has(element) || this.within.has(element) || isJudgement(element)) {
            return;
        }
        this.seen.add(element);
        this.within.add(element);
        const before = this.found.length;
        for (const general of sourcesOf(element)) {
            if (isConstraint(general)) {
                this.add(general);
            }
        }
        for (const member of ownedMembersOf(element)) {
            if (this.seen.has(member)) {
                continue;
            }
            // A redefined condition counts once, at the position of the first declaration.
            const effective = effectiveOf(member, this.frame.layout);
            if (this.addMember(member, effective) && effective !== member) {
                this.seen.add(effective);
            }
        }
        if (this.found.length === before && isTypedByValue(element)) {
            // `constraint light = mass < limit;` states its condition as its value
            this.found.push(ofExpression(element.value.expression, this.frame, true));
        }
        this.within.delete(element);
    }

    /**
     * @param declared the member that determines whether it is a required or an assumed condition
     * @param member the effective member: itself, or the feature that redefines it
     * @returns whether it is a condition
     */
    private addMember(declared: AstNode, member: AstNode): boolean {
        if (member.$type === 'ResultExpression') {
            this.found.push(ofExpression(member.expression, this.frame, true));
            return true;
        }
        if (!isUsage(member) || !isUsage(declared) || !statesCondition(declared, member)) {
            return false;
        }
        const isRequired = declared.membership !== 'assume';
        const { value, reference } = member;
        const target = value !== undefined || reference === undefined ? undefined : resolve(reference);
        if (value !== undefined) {
            this.found.push(ofExpression(value.expression, this.frame, isRequired));
        } else if (reference !== undefined && (target === undefined || !isConstraint(target))) {
            this.found.push({ ...ofExpression(reference, this.frame, isRequired), text: reference.text });
        } else {
            this.addConstraint(member, target, isRequired);
        }
        return true;
    }

    /** Adds the conditions of the constraint or requirement that a member declares or refers to. */
    private addConstraint(member: ast.Usage, target: AstNode | undefined, isRequired: boolean): void {
        const referenced = target === undefined || (member.members ?? []).length > 0 ? member : effectiveIn(this.frame, target);
        const stated = referenced === target ? member : referenced;
        if (isRequired && !member.isNegated && stated !== member) {
            if (this.seen.has(stated)) {
                return;
            }
            this.seen.add(stated);
        }
        const conditions = this.nestedConditions(stated, isRequired);
        this.found.push(...(member.isNegated && conditions.length > 0 ? [negated(conditions, isRequired)] : conditions));
    }

    /** The conditions of a nested constraint; those of a requirement include its name in their path. */
    private nestedConditions(stated: AstNode, isRequired: boolean): Condition[] {
        const { run, subject } = this.frame;
        const nested = new ConditionCollector(new ConditionFrame(run, layoutOf(stated), this.frame, subject, 'enclosing'), this.within);
        nested.add(stated);
        const name = isRequirement(stated) ? nameOf(stated) : undefined;
        return underAssumptions(nested.found).map(c => ({ ...c, isRequired, path: name === undefined ? c.path : [name, ...c.path] }));
    }
}

/**
 * Whether an element is the library's definition of the rule that {@link judge} computes: that the assumptions imply the required
 * conditions.
 */
function isJudgement(element: AstNode): boolean {
    return scopeOf(element).isLibrary && qualifiedNameOf(element) === 'Requirements::RequirementConstraintCheck';
}

/** The feature of a layout for a declaration: the feature itself, or its most specific redefinition. */
function effectiveOf(feature: AstNode, layout: Layout): AstNode {
    const index = layout.indexOf.get(feature);
    return index === undefined ? feature : layout.slots[index].feature;
}

/** The effective feature for a declaration in the frames, from the inside out. */
function effectiveIn(frame: Frame, feature: AstNode): AstNode {
    for (let f: Frame | undefined = frame; f !== undefined; f = f.outer) {
        if (f.layout.indexOf.has(feature)) {
            return effectiveOf(feature, f.layout);
        }
    }
    return feature;
}

/**
 * Memberships of conditions; framed concerns and verified requirements are required (SysML `FramedConcernMembership`,
 * `RequirementVerificationMembership`).
 */
const CONDITION_MEMBERSHIPS: ReadonlySet<string> = new Set(['require', 'assume', 'frame', 'verify']);

/** A composite requirement within a requirement is a required condition of it (SysML 7.21.2, `subrequirements`). */
function isSubrequirement(member: ast.Usage): boolean {
    const owner = owningTypeOf(member);
    return (
        owner !== undefined &&
        isRequirement(owner) &&
        isRequirement(member) &&
        !scopeOf(member).isLibrary &&
        isComposite(member) &&
        member.membership === undefined
    );
}

/** Whether a usage is a condition of its owner: required, assumed, asserted, returned with a value, or a nested requirement. */
function statesCondition({ membership, kind }: ast.Usage, member: ast.Usage): boolean {
    const isCondition =
        CONDITION_MEMBERSHIPS.has(membership ?? '') ||
        kind === 'assert' ||
        kind === 'inv' ||
        (membership === 'return' && member.value !== undefined) ||
        isSubrequirement(member);
    return isCondition && member.$type !== 'SatisfyRequirementUsage';
}

function ofExpression(expression: AstNode, frame: Frame, isRequired: boolean): Condition {
    const ground = { expression, frame };
    return {
        isRequired,
        text: textOf(expression).trim(),
        path: [],
        evaluate: () => codeOf(expression)(frame),
        grounds: [ground],
        form: { kind: 'expression', ground }
    };
}

/** The value of a condition: a Boolean, the open value that leaves it undetermined, or its failure. */
type Truth = boolean | Undetermined | EvaluationError;

/** Evaluates a condition; returns failures of the model. */
function truthOf(condition: Condition): Truth {
    try {
        const value = condition.evaluate();
        const elements = elementsOf(value);
        const [only] = elements;
        return elements.length === 1 && (typeof only === 'boolean' || only instanceof Undetermined)
            ? only
            : typeMismatch(`a condition must be Boolean, got ${describe(value)}`);
    } catch (error) {
        return failureOf(error);
    }
}

/** The value of a conjunction: false if one is false, else the first failure, else the first open value, else true. */
function conjunction(conditions: readonly Condition[]): Truth {
    const truths: Truth[] = [];
    for (const condition of conditions) {
        const truth = truthOf(condition);
        if (truth === false) {
            return false;
        }
        truths.push(truth);
    }
    return truths.find(t => t instanceof EvaluationError) ?? truths.find(t => t instanceof Undetermined) ?? true;
}

/** Returns a truth as a value. @throws EvaluationError if it is a failure */
function valueOf(truth: Truth): boolean | Undetermined {
    if (truth instanceof EvaluationError) {
        throw truth;
    }
    return truth;
}

/**
 * The required conditions of an element, each implied by the conjunction of the assumptions (SysML `RequirementCheck`): a false assumption
 * satisfies it, an assumption without a value leaves it open unless the condition holds anyway.
 */
function underAssumptions(conditions: readonly Condition[]): readonly Condition[] {
    const required = conditions.filter(c => c.isRequired);
    const assumed = conditions.filter(c => !c.isRequired);
    if (assumed.length === 0) {
        return required;
    }
    let assumption: Truth | undefined;
    return required.map(condition => ({
        ...condition,
        form: { kind: 'implication', assumed, required: condition },
        evaluate() {
            assumption ??= conjunction(assumed);
            const truth = assumption === false ? true : truthOf(condition);
            return valueOf(truth === true || assumption === true ? truth : assumption);
        }
    }));
}

/** The negated conjunction of conditions: `assert not { a; b }`. */
export function negated(conditions: readonly Condition[], isRequired = true): Condition {
    const judged = underAssumptions(conditions);
    return {
        isRequired,
        text: `not (${judged.map(c => c.text).join(' and ')})`,
        path: [],
        evaluate() {
            const value = valueOf(conjunction(judged));
            return value instanceof Undetermined ? value : !value;
        },
        grounds: judged.flatMap(c => c.grounds),
        form: { kind: 'negation', of: judged }
    };
}

/** Judges with full budgets, and restores full budgets afterwards. */
export function judgedInFull(run: Run, label: string, judging: () => Judgement): Judgement {
    run.restart();
    try {
        const judgement = judging();
        return judgement.outcome === 'undecided' ? { ...judgement, exhausted: run.exhausted } : judgement;
    } catch (error) {
        return { ...undecided(label, messageOf(error)), exhausted: run.exhausted };
    } finally {
        run.restart();
    }
}

/**
 * Judges conditions under their assumptions: the first false required condition is the violation; without one, the first failing or open
 * condition leaves the verdict undecided.
 * @param label the name of the element in messages: `constraint P::c`
 * @param what `assertion` or `require condition`
 */
export function judge(conditions: readonly Condition[], label: string, what: string): Judgement {
    if (conditions.length === 0) {
        return undecided(label, 'no condition to evaluate');
    }
    let open: { readonly cause: string; readonly isOpen: boolean } | undefined;
    for (const condition of underAssumptions(conditions)) {
        const truth = truthOf(condition);
        if (truth === false) {
            const { text, path, grounds } = condition;
            return { outcome: 'violated', condition: text, path, grounds };
        }
        if (truth !== true) {
            open ??=
                truth instanceof Undetermined
                    ? { cause: `${condition.text} is undetermined: ${truth.reason}`, isOpen: true }
                    : { cause: truth.message, isOpen: false };
        }
    }
    return open === undefined ? { outcome: 'holds' } : undecided(label, `${what} evaluation failed: ${open.cause}`, open.isOpen);
}

function undecided(label: string, cause: string, isOpen = false): Extract<Judgement, { outcome: 'undecided' }> {
    return { outcome: 'undecided', error: `${label}: ${cause}`, cause, isOpen };
}

/**
 * Whether an element's required conditions hold in a frame under its assumptions: a Boolean, or the open value that leaves it undetermined;
 * undefined for an element without conditions.
 * @throws EvaluationError of a condition that cannot be evaluated, when none is false
 */
export function conjunctionOf(element: AstNode, frame: ConditionFrame): Value | undefined {
    const conditions = conditionsOf(element, frame);
    return conditions.length === 0 ? undefined : valueOf(conjunction(underAssumptions(conditions)));
}

/** The value of a constraint or requirement feature: whether its required conditions hold on its holder. */
export function conditionValue(slot: Slot, holder: Frame): Value {
    const frame = new ConditionFrame(holder.run, layoutOf(slot.feature), holder, objectOf(holder));
    return conjunctionOf(slot.feature, frame) ?? new OpaqueValue(`${described(slot)} states no condition`, slot.feature);
}

const described = ({ feature, names: [name = feature.shortName ?? ''] }: Slot): string =>
    name === '' ? 'a constraint without a name' : `the constraint ${name}`;
