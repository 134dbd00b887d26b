/**
 * Verification cases: which ones verify a requirement, and what their bodies answer (contract sheet 8). A case's answer stands beside the
 * requirement's own verdict and does not change it.
 */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { resolve } from '../../language/semantics/names.js';
import { elementById, qualifiedNameOf } from '../../language/semantics/naming.js';
import { declaredGeneralsOf } from '../../language/semantics/specialization.js';
import { isNamespace, isUsage, ownedMembersOf, owningTypeOf } from '../../language/semantics/structure.js';
import { type Performance, withinCalculation } from '../calculations/performance.js';
import { type Shape, shapeOf } from '../calculations/shape.js';
import { outerOf, prepare, resultOfReading } from '../calculations/usage.js';
import { messageOf } from '../limits.js';
import { isA, memoize } from '../model/kinds.js';
import type { Run } from '../run.js';
import { EnumLiteral, EvaluationError, Undetermined, type Value, describe, elementsOf } from '../values/index.js';

export type VerificationKind = 'pass' | 'fail' | 'inconclusive' | 'error';

export interface VerificationVerdict {
    readonly caseId: string;
    readonly kind: VerificationKind;
    readonly detail?: string;
    /** performed as a step of the case that was named before it */
    readonly subcase?: boolean;
    readonly requirementId?: string;
}

const VERDICT_KIND = 'VerificationCases::VerdictKind';

/** Whether an element is a verification case, definition or usage. */
export function isVerificationCase(element: AstNode): boolean {
    return isA(element, 'VerificationCaseDefinition') || isA(element, 'VerificationCaseUsage');
}

/**
 * What every verification case of the model answers whose objective verifies the requirement, in declaration order, each followed by the
 * cases that it performed. A case that was performed by one of them is not run again by itself.
 */
export function verificationVerdicts(run: Run, requirement: AstNode): VerificationVerdict[] {
    const requirementId = qualifiedNameOf(requirement);
    const found: VerificationVerdict[] = [];
    const performed = new Set<string>();
    for (const verificationCase of casesOf(run)) {
        const isSubcase = isVerificationCase(verificationCase.$container!) && performed.has(qualifiedNameOf(verificationCase) ?? '');
        if (!isSubcase && verifiedBy(verificationCase).includes(requirement)) {
            const verdicts = runCase(run, verificationCase);
            verdicts.filter(v => v.subcase).forEach(v => performed.add(v.caseId));
            found.push(...verdicts.map(verdict => ({ ...verdict, requirementId })));
        }
    }
    return found;
}

/** What the cases answer about each requirement that some verdict is about, once a requirement. */
export function verificationVerdictsAbout(run: Run, verdicts: readonly { readonly requirementId?: string }[]): VerificationVerdict[] {
    const ids = new Set(verdicts.map(v => v.requirementId).filter(id => id !== undefined));
    return [...ids].flatMap(id => {
        const requirement = elementById(run.model, id);
        return requirement === undefined ? [] : verificationVerdicts(run, requirement);
    });
}

/** The verification cases that the model declares, in declaration order. */
function casesOf(run: Run): AstNode[] {
    const found: AstNode[] = [];
    const visit = (namespace: AstNode): void => {
        for (const member of ownedMembersOf(namespace)) {
            if (isVerificationCase(member)) {
                found.push(member);
            }
            if (isNamespace(member)) {
                visit(member);
            }
        }
    };
    for (const { root } of run.model.documents) {
        visit(root);
    }
    return found;
}

const VERIFIED = Symbol('verified requirements');

/**
 * The requirements that a case's objectives name with `verify`, inherited ones included. A requirement that an objective declares itself
 * stands for what it specializes: nothing else can name it.
 */
function verifiedBy(verificationCase: AstNode): readonly AstNode[] {
    return memoize(VERIFIED, verificationCase, c => [...modelSupertypes(c)].flatMap(ownedMembersOf).filter(isObjective)
        .flatMap(objective => [...modelSupertypes(objective)]).flatMap(ownedMembersOf).filter((m): m is ast.Usage => isUsage(m) && m.membership === 'verify')
        .flatMap(verified => {
            const target = verified.reference === undefined ? undefined : resolve(verified.reference);
            return target === undefined ? [...modelSupertypes(verified)] : [target];
        }));
}

function isObjective(member: AstNode): boolean {
    return isUsage(member) && member.kind === 'objective';
}

/** An element and what it specializes as declared. */
function modelSupertypes(element: AstNode): Set<AstNode> {
    const found = new Set([element]);
    for (const type of found) {
        declaredGeneralsOf(type).forEach(general => found.add(general));
    }
    return found;
}

/** Runs a case by itself and reads the verdict that its body returns; after it the verdicts of the cases that it performed. */
export function runCase(run: Run, verificationCase: AstNode): VerificationVerdict[] {
    const shape = shapeOf(verificationCase);
    const owner = owningTypeOf(verificationCase);
    const outer = owner === undefined ? undefined : outerOf(verificationCase, run.prototypeOf(owner));
    run.restart();
    return runPerformance(run, verificationCase, shape, () => {
        const subject = shape.parameters.find(p => p.slot.feature.kind === 'subject');
        if (subject?.isNeeded === true) {
            throw new EvaluationError(`${subject.name} subject is unbound: the case states no value for it and none is given`);
        }
        return prepare(run, shape, outer, []);
    });
}

function runPerformance(run: Run, verificationCase: AstNode, shape: Shape, begin: () => Performance, isSubcase = false): VerificationVerdict[] {
    const subcases: VerificationVerdict[] = [];
    const { onSubcase } = run;
    run.onSubcase = (performed, performance) => {
        if (isVerificationCase(performed)) {
            subcases.push(...runPerformance(run, performed, performance.shape, () => performance, true));
        } else {
            performance.runStatements();
        }
    };
    try {
        // An anonymous case goes by what it is typed by.
        const caseId = [verificationCase, ...declaredGeneralsOf(verificationCase)].map(qualifiedNameOf).find(id => id !== undefined) ?? '';
        return [{ caseId, ...answerOf(run, shape, begin), ...(isSubcase ? { subcase: true } : {}) }, ...subcases];
    } finally {
        run.onSubcase = onSubcase;
    }
}

/** What a case comes to: the verdict that it returns, or why it decides nothing. */
function answerOf(run: Run, shape: Shape, begin: () => Performance): Pick<VerificationVerdict, 'kind' | 'detail'> {
    let answered: Value;
    try {
        [answered = null] = elementsOf(withinCalculation(run, shape, () => {
            const performance = begin();
            return performance.hasResult || shape.outputs.length === 1 ? resultOfReading(performance.answer()) : null;
        }));
    } catch (error) {
        return { kind: 'error', detail: messageOf(error) };
    }
    if (answered instanceof EnumLiteral && answered.enumerationId === VERDICT_KIND) {
        const kind = answered.name as VerificationKind;
        return kind === 'pass' || kind === 'fail' ? { kind } : { kind, detail: `the case returned the verdict ${kind}` };
    }
    return {
        kind: 'inconclusive',
        detail: answered instanceof Undetermined ? answered.reason : answered === null ? 'the case returned no verdict' : `the case returned ${describe(answered)}, which is no verdict`,
    };
}
