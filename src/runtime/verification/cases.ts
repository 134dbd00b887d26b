/**
 * Verification cases: which ones verify a requirement, and what their bodies answer (contract sheet 8). A case's answer stands beside the
 * requirement's own verdict and does not change it.
 */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { resolve } from '../../language/semantics/names.js';
import { elementById, qualifiedNameOf } from '../../language/semantics/naming.js';
import { conformsTo, declaredGeneralsOf } from '../../language/semantics/specialization.js';
import { isDefinition, isFeature, isNamespace, isUsage, ownedMembersOf } from '../../language/semantics/structure.js';
import { shapeOf } from '../calculations/shape.js';
import { invoke, outerOf } from '../calculations/usage.js';
import { messageOf } from '../evaluate.js';
import { isA } from '../model/kinds.js';
import type { Run } from '../run.js';
import { EnumLiteral, elementsOf } from '../values/index.js';

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

function isVerificationCase(element: AstNode): boolean {
    return isA(element, 'VerificationCaseDefinition') || isA(element, 'VerificationCaseUsage');
}

/** What every verification case of the model answers whose objective verifies the requirement, in declaration order. */
export function verificationVerdicts(run: Run, requirement: AstNode): VerificationVerdict[] {
    const requirementId = qualifiedNameOf(requirement);
    return casesOf(run).filter(c => verifiedBy(c).some(r => r === requirement || (isFeature(r) && conformsTo(r, requirement))))
        .flatMap(c => [...runCase(run, c), ...subcasesOf(c).flatMap(s => runCase(run, s, true))])
        .map(verdict => ({ ...verdict, requirementId }));
}

/** What the cases answer about each requirement that some verdict is about, once a requirement. */
export function verificationVerdictsAbout(run: Run, verdicts: readonly { readonly requirementId?: string }[]): VerificationVerdict[] {
    const ids = new Set(verdicts.map(v => v.requirementId).filter(id => id !== undefined));
    return [...ids].flatMap(id => {
        const requirement = elementById(run.model, id);
        return requirement === undefined ? [] : verificationVerdicts(run, requirement);
    });
}

/** The verification cases that the model declares outside of other cases. */
function casesOf(run: Run): AstNode[] {
    const found: AstNode[] = [];
    const visit = (namespace: AstNode): void => {
        for (const member of ownedMembersOf(namespace)) {
            if (isVerificationCase(member)) {
                found.push(member);
            } else if (isNamespace(member)) {
                visit(member);
            }
        }
    };
    for (const { root } of run.model.documents) {
        visit(root);
    }
    return found;
}

/** The requirements that a case's objectives name with `verify`, inherited ones included. */
function verifiedBy(verificationCase: AstNode, seen = new Set<AstNode>()): AstNode[] {
    if (seen.has(verificationCase)) {
        return [];
    }
    seen.add(verificationCase);
    const objectives = ownedMembersOf(verificationCase).filter((m): m is ast.Usage => isUsage(m) && m.kind === 'objective');
    const own = objectives.flatMap(o => ownedMembersOf(o)).filter((m): m is ast.Usage => isUsage(m) && m.membership === 'verify');
    const named = own.flatMap(v => {
        const target = v.reference === undefined ? undefined : resolve(v.reference);
        return target === undefined ? [v] : [target];
    });
    return [...named, ...declaredGeneralsOf(verificationCase).filter(g => isDefinition(g) || isFeature(g)).flatMap(g => verifiedBy(g, seen))];
}

/** Verification cases that a case performs as steps. */
function subcasesOf(verificationCase: AstNode): AstNode[] {
    return ownedMembersOf(verificationCase).filter(m => isUsage(m) && isVerificationCase(m));
}

/** Runs a case and reads the verdict that its body returns. */
export function runCase(run: Run, verificationCase: AstNode, subcase = false): VerificationVerdict[] {
    const caseId = qualifiedNameOf(verificationCase) ?? '';
    const verdict = (kind: VerificationKind, detail?: string): VerificationVerdict[] =>
        [{ caseId, kind, ...(detail === undefined ? {} : { detail }), ...(subcase ? { subcase } : {}) }];
    try {
        const value = invoke(run, shapeOf(verificationCase), outerOf(verificationCase, undefined), []);
        const [answered] = elementsOf(value);
        if (answered instanceof EnumLiteral && answered.enumerationId === VERDICT_KIND) {
            return verdict(answered.name as VerificationKind);
        }
        return verdict('inconclusive', 'the case returned no verdict');
    } catch (error) {
        const detail = messageOf(error);
        return /no result expression/.test(detail) ? verdict('inconclusive', 'the case returned no verdict') : verdict('error', detail);
    }
}
