/** Verdicts about satisfaction assertions: VerifySatisfaction (contract sheet 6.4). */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { resolve, resolveIn } from '../../language/semantics/names.js';
import { elementById, nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isDefinition, isFeature, isNamespace, isPackage, ownedMembersOf } from '../../language/semantics/structure.js';
import { type FailureReason, checkHasObjects, messageOf } from '../evaluate.js';
import { type InstanceAnswer, objectGraph } from '../instances/graph.js';
import { Instance } from '../instances/instance.js';
import { isAttribute } from '../model/kinds.js';
import { layoutOf } from '../model/layout.js';
import type { Run } from '../run.js';
import { EvaluationError, elementsOf } from '../values/index.js';
import { codeOf } from '../expressions/compile.js';
import { sourceTextOf } from '../expressions/text.js';
import { ConditionFrame, conditionsOf, judge, negated } from './conditions.js';
import { type VerificationVerdict, verificationVerdictsAbout } from './cases.js';
import { type Verdict, judged } from './verdict.js';
import { carriersOf } from './verify.js';

export interface SatisfactionAnswer {
    readonly verdicts: readonly Verdict[];
    readonly instances: readonly InstanceAnswer[];
    /** once for each requirement that a verdict is about */
    readonly verificationVerdicts?: readonly VerificationVerdict[];
    readonly error?: string;
    readonly failureReason?: FailureReason;
}

/** Judges the satisfaction assertions of an element, or of the whole model for an empty id. */
export function verifySatisfaction(run: Run, symbolId: string): SatisfactionAnswer {
    let assertions: ast.SatisfyRequirementUsage[];
    if (symbolId === '') {
        assertions = run.model.documents.flatMap(d => assertionsIn(d.root));
    } else {
        const element = elementById(run.model, symbolId);
        if (element === undefined) {
            return { verdicts: [], instances: [], error: `symbol not found: ${symbolId}`, failureReason: 'evaluation' };
        }
        if (element.$type !== 'SatisfyRequirementUsage' && !canState(element)) {
            return { verdicts: [], instances: [], error: `${symbolId} states no satisfaction assertion`, failureReason: 'wrongKind' };
        }
        assertions = element.$type === 'SatisfyRequirementUsage' ? [element as ast.SatisfyRequirementUsage] : assertionsIn(element);
    }
    const instances: InstanceAnswer[] = [];
    const verdicts = assertions.map(assertion => {
        const verdict = verifyAssertion(run, assertion);
        if (verdict.instance !== undefined) {
            const known = new Set(instances.map(i => i.id));
            instances.push(...objectGraph(verdict.instance).filter(i => !known.has(i.id)));
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

/** `satisfy R by p`, names as written. */
export function assertionText(assertion: ast.SatisfyRequirementUsage): string {
    const requirement = assertion.reference?.text ?? `requirement ${assertion.name ?? ''}`.trim();
    return `${assertion.isNegated ? 'not ' : ''}satisfy ${requirement}${assertion.subject === undefined ? '' : ` by ${assertion.subject.text}`}`;
}

/** The requirement that an assertion is about: the one it refers to, else itself. */
export function requirementOf(assertion: ast.SatisfyRequirementUsage): AstNode | undefined {
    return assertion.reference === undefined ? assertion : resolve(assertion.reference);
}

function verifyAssertion(run: Run, assertion: ast.SatisfyRequirementUsage): Verdict {
    const text = assertionText(assertion);
    const requirement = requirementOf(assertion);
    const names = {
        kind: 'satisfy' as const, element: text,
        ...(assertion.name === undefined ? {} : { elementId: qualifiedNameOf(assertion) }),
        ...(requirement === undefined ? {} : { requirementId: qualifiedNameOf(requirement) }),
    };
    if (requirement === undefined) {
        return { ...names, error: `${text}: no requirement to satisfy: ${assertion.reference!.text}`, failureReason: 'evaluation', wasRun: false };
    }
    let subject: Instance;
    try {
        subject = subjectOf(run, assertion);
    } catch (error) {
        return { ...names, error: `${text}: ${messageOf(error)}`, failureReason: 'evaluation', wasRun: false };
    }
    return { ...names, instance: subject, ...judged(judgeAssertion(run, assertion, subject)) };
}

/** Judges an assertion on the object after `by`. */
export function judgeAssertion(run: Run, assertion: ast.SatisfyRequirementUsage, subject: Instance): ReturnType<typeof judge> {
    const text = assertionText(assertion);
    try {
        const requirement = requirementOf(assertion);
        // A requirement of a nested definition is judged on the object that carries it.
        const [carrier] = requirement === undefined ? [] : carriersOf(subject, requirement);
        const frame = new ConditionFrame(run, layoutOf(assertion), carrier?.object ?? subject, carrier?.object ?? subject);
        const conditions = conditionsOf(assertion, frame);
        if (conditions.length === 0) {
            return { outcome: 'undecided', error: `${text}: no condition to evaluate` };
        }
        return judge(assertion.isNegated ? [negated(conditions)] : conditions, text, 'require condition');
    } catch (error) {
        return { outcome: 'undecided', error: `${text}: ${messageOf(error)}` };
    }
}

/** A fresh object of the feature after `by`; without `by` of what the assertion's own subject is bound to, or of what states it. */
function subjectOf(run: Run, assertion: ast.SatisfyRequirementUsage): Instance {
    const { subject } = assertion;
    if (subject === undefined) {
        const stated = ownedMembersOf(assertion).find(m => (m as ast.Usage).kind === 'subject') as ast.Usage | undefined;
        if (stated?.value !== undefined) {
            const [object] = elementsOf(codeOf(stated.value.expression)(run.prototypeOf(assertion.$container!)));
            if (object instanceof Instance) {
                return object;
            }
        }
        const owner = assertion.$container;
        if (owner !== undefined && (isDefinition(owner) || isFeature(owner))) {
            return run.freshObjectOf(owner);
        }
        throw new EvaluationError('no subject to satisfy the requirement', sourceTextOf(assertion));
    }
    const target = resolve(subject);
    if (target === undefined) {
        throw new EvaluationError('no subject to satisfy the requirement', subject.text);
    }
    if (subject.text.includes('.')) {
        // A chain is walked from an object of its first feature.
        return chainObject(run, subject.text, assertion);
    }
    checkHasObjects(target);
    return run.freshObjectOf(target);
}

function chainObject(run: Run, text: string, assertion: AstNode): Instance {
    const [first, ...steps] = text.split('.').map(s => s.replace(/^'(.*)'$/, '$1'));
    const root = resolveIn(assertion.$container!, first);
    if (root === undefined) {
        throw new EvaluationError('no subject to satisfy the requirement', text);
    }
    let object = run.freshObjectOf(root);
    for (const step of steps) {
        const index = object.layout.byName.get(step);
        const [value] = index === undefined ? [] : elementsOf(object.read(index));
        if (!(value instanceof Instance)) {
            throw new EvaluationError('no subject to satisfy the requirement', `${text}: ${nameOf(object.type) ?? ''} has no object ${step}`);
        }
        object = value;
    }
    return object;
}
