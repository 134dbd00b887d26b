/** Verdicts on satisfaction assertions: VerifySatisfaction (contract sheet 6.4). */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { resolve } from '../../language/semantics/names.js';
import { elementById, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isDefinition, isFeature, isNamespace, isPackage, ownedMembersOf } from '../../language/semantics/structure.js';
import { type Failed, type FailureReason, messageOf, symbolNotFound } from '../evaluation/limits.js';
import { type InstanceAnswer, objectGraph } from '../evaluation/instances/graph.js';
import type { Instance } from '../evaluation/instances/instance.js';
import { isAttribute } from '../evaluation/model/kinds.js';
import { layoutOf } from '../evaluation/model/layout.js';
import type { Run } from '../evaluation/run.js';
import { freshSubject } from './assertion-subjects.js';
import {
    type Condition,
    ConditionFrame,
    type Judgement,
    judgedInFull,
    conditionsOf,
    judge,
    negated
} from '../evaluation/calculations/conditions.js';
import { type VerificationVerdict, verificationVerdictsAbout } from './cases.js';
import { type Verdict, judged } from './verdict.js';
import { carriersOf, enclosingFrame } from './verify.js';

export interface SatisfactionAnswer extends Partial<Failed> {
    readonly verdicts: readonly Verdict[];
    readonly instances: readonly InstanceAnswer[];
    /** once for each requirement that a verdict is about */
    readonly verificationVerdicts?: readonly VerificationVerdict[];
    readonly failureReason?: FailureReason;
}

/**
 * The satisfaction assertions in an element, or in the whole model for an empty id; an error answer for an element that cannot have any.
 */
export function assertionsAbout(run: Run, symbolId: string): readonly ast.SatisfyRequirementUsage[] | SatisfactionAnswer {
    if (symbolId === '') {
        return run.model.documents.flatMap(d => assertionsIn(d.root));
    }
    const element = elementById(run.model, symbolId);
    if (element === undefined) {
        return { verdicts: [], instances: [], ...symbolNotFound(symbolId), failureReason: 'evaluation' };
    }
    if (element.$type !== 'SatisfyRequirementUsage' && !canState(element)) {
        return { verdicts: [], instances: [], error: `${symbolId} states no satisfaction assertion`, failureReason: 'wrongKind' };
    }
    return element.$type === 'SatisfyRequirementUsage' ? [element] : assertionsIn(element);
}

/** Judges the satisfaction assertions in an element, or in the whole model for an empty id. */
export function verifySatisfaction(run: Run, symbolId: string): SatisfactionAnswer {
    const assertions = assertionsAbout(run, symbolId);
    if ('verdicts' in assertions) {
        return assertions;
    }
    const instances: InstanceAnswer[] = [];
    const known = new Set<number>();
    const verdicts = assertions.map(assertion => {
        const verdict = assertionVerdict(run, assertion);
        if (verdict.instance !== undefined) {
            const added = objectGraph(verdict.instance).filter(i => !known.has(i.id));
            added.forEach(i => known.add(i.id));
            instances.push(...added);
        }
        return verdict;
    });
    return { verdicts, instances, verificationVerdicts: verificationVerdictsAbout(run, verdicts) };
}

function canState(element: AstNode): boolean {
    return isPackage(element) || (isNamespace(element) && (isDefinition(element) || isFeature(element)) && !isAttribute(element));
}

/** Assertions declared in an element: named ones, then anonymous ones, then those of nested elements. */
export function assertionsIn(element: AstNode): ast.SatisfyRequirementUsage[] {
    const members = ownedMembersOf(element);
    const own = members.filter((m): m is ast.SatisfyRequirementUsage => m.$type === 'SatisfyRequirementUsage');
    const named = own.filter(a => a.name !== undefined);
    const anonymous = own.filter(a => a.name === undefined);
    return [...named, ...anonymous, ...members.filter(m => isNamespace(m) && m.$type !== 'SatisfyRequirementUsage').flatMap(assertionsIn)];
}

/**
 * The text of an assertion: `satisfy R by p`, names as written. For a requirement that the assertion declares itself, its name, else its
 * type.
 */
export function assertionText(assertion: ast.SatisfyRequirementUsage): string {
    const requirement = assertion.reference?.text ?? assertion.name ?? assertion.relationships[0]?.text ?? 'requirement';
    return `${assertion.isNegated ? 'not ' : ''}satisfy ${requirement}${assertion.subject === undefined ? '' : ` by ${assertion.subject.text}`}`;
}

/** The requirement of an assertion: the one it refers to, else the assertion itself. */
export function requirementOf(assertion: ast.SatisfyRequirementUsage): AstNode | undefined {
    return assertion.reference === undefined ? assertion : resolve(assertion.reference);
}

/** The fields of a verdict that identify an assertion. */
export function namesOfAssertion(
    assertion: ast.SatisfyRequirementUsage
): Pick<Verdict, 'kind' | 'element' | 'elementId' | 'assertion' | 'requirementId'> {
    const requirement = requirementOf(assertion);
    const requirementId = requirement === undefined ? undefined : qualifiedNameOf(requirement);
    return {
        kind: 'satisfy',
        element: assertionText(assertion),
        assertion,
        ...(assertion.name === undefined ? {} : { elementId: qualifiedNameOf(assertion) }),
        ...(requirementId === undefined ? {} : { requirementId })
    };
}

/**
 * The verdict on an assertion.
 * @param subject the object on which it is judged; by default a new one
 */
export function assertionVerdict(run: Run, assertion: ast.SatisfyRequirementUsage, subject?: Instance): Verdict {
    const text = assertionText(assertion);
    const requirement = requirementOf(assertion);
    const names = namesOfAssertion(assertion);
    const failed = (cause: string): Verdict => ({
        ...names,
        error: `${text}: ${cause}`,
        cause,
        failureReason: 'evaluation',
        wasRun: false
    });
    if (requirement === undefined) {
        return failed(`no requirement to satisfy: ${assertion.reference!.text}`);
    }
    let object: Instance;
    try {
        object = subject ?? freshSubject(run, assertion);
        run.enliven(object);
    } catch (error) {
        return failed(messageOf(error));
    }
    return { ...names, instance: object, ...judged(judgeAssertion(run, assertion, requirement, object)) };
}

/** Judges an assertion on the object after `by`; a requirement of a nested definition on the nested object that carries it. */
function judgeAssertion(run: Run, assertion: ast.SatisfyRequirementUsage, requirement: AstNode, subject: Instance): Judgement {
    const text = assertionText(assertion);
    return judgedInFull(run, text, () => judge(conditionsOfAssertion(run, assertion, requirement, subject), text, 'require condition'));
}

/** The conditions that an assertion states about the object after `by`. */
export function conditionsOfAssertion(
    run: Run,
    assertion: ast.SatisfyRequirementUsage,
    requirement: AstNode,
    subject: Instance
): readonly Condition[] {
    const [{ object: carrier }] = carriersOf(subject, requirement);
    // the subject of a requirement that the assertion declares itself is the satisfying object, wherever the assertion is declared
    const object = requirement === assertion ? subject : carrier;
    const conditions = conditionsOf(
        assertion,
        new ConditionFrame(run, layoutOf(assertion), enclosingFrame(run, requirement, carrier), object, 'asserted')
    );
    return assertion.isNegated && conditions.length > 0 ? [negated(conditions)] : conditions;
}
