/**
 * Verification cases: the cases that verify a requirement, and their verdicts (contract sheet 8). They are reported in addition to the
 * requirement's own verdict and do not change it.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { resolve } from '../../language/semantics/names.js';
import { elementById, qualifiedNameOf } from '../../language/semantics/naming.js';
import { rootsWith } from '../../language/semantics/searched-roots.js';
import { declaredGeneralsOf } from '../../language/semantics/specialization.js';
import { isNamespace, isUsage, ownedMembersOf, owningTypeOf } from '../../language/semantics/structure.js';
import { type Explanation, explanationOf } from '../evaluation/calculations/explanation.js';
import { type Performance, withinCalculation } from '../evaluation/calculations/performance.js';
import { type Parameter, type Shape, shapeOf } from '../evaluation/calculations/shape.js';
import { outerOf, prepare, resultOfReading } from '../evaluation/calculations/usage.js';
import { Instance } from '../evaluation/instances/instance.js';
import { failureOf } from '../evaluation/limits.js';
import { isA, isObjective, memoize } from '../evaluation/model/kinds.js';
import type { Run, RunModel } from '../evaluation/run.js';
import { subjectOf } from './arguments.js';
import { EnumLiteral, EvaluationError, Undetermined, type Value, describe, elementsOf } from '../values/index.js';

export type VerificationKind = 'pass' | 'fail' | 'inconclusive' | 'error';

export interface VerificationVerdict {
    readonly caseId: string;
    readonly kind: VerificationKind;
    readonly detail?: string;
    /** whether it was performed as a step of the case listed before it */
    readonly subcase?: boolean;
    readonly requirementId?: string;
    /** the subjects of the case */
    readonly subjects?: readonly Instance[];
    /** explains why its body returned `fail` */
    readonly explain?: () => readonly Explanation[];
    /** its kind is `error` because its subject is unbound: it was not run */
    readonly isUnbound?: true;
    /** it was not run, but a specializing case was; texts for people omit it */
    readonly isCovered?: true;
}

const VERDICT_KIND = 'VerificationCases::VerdictKind';

/** Whether an element is a verification case, definition or usage. */
export function isVerificationCase(element: AstNode): boolean {
    return isA(element, 'VerificationCaseDefinition') || isA(element, 'VerificationCaseUsage');
}

/**
 * The verdicts of all verification cases whose objective verifies the requirement, in declaration order, each followed by those of its
 * subcases. A subcase that was performed is not run again by itself.
 */
export function verificationVerdicts(run: Run, requirement: AstNode): VerificationVerdict[] {
    const requirementId = qualifiedNameOf(requirement);
    const found: VerificationVerdict[] = [];
    const performed = new Set<string>();
    for (const verificationCase of verificationCasesOf(run)) {
        const isSubcase = isVerificationCase(verificationCase.$container!) && performed.has(qualifiedNameOf(verificationCase) ?? '');
        if (!isSubcase && verifiedBy(verificationCase).includes(requirement)) {
            const verdicts = runCase(run, verificationCase);
            verdicts.filter(v => v.subcase).forEach(v => performed.add(v.caseId));
            found.push(...verdicts.map(verdict => ({ ...verdict, requirementId })));
        }
    }
    return found.map(verdict => (isCovered(run, verdict, found) ? { ...verdict, isCovered: true } : verdict));
}

/** Whether a case has no subject of its own (as most definitions), and a specializing case was run instead. */
function isCovered({ model }: Run, { caseId, isUnbound }: VerificationVerdict, others: readonly VerificationVerdict[]): boolean {
    const general = isUnbound === true ? elementById(model, caseId) : undefined;
    return (
        general !== undefined &&
        others.some(other => {
            const special = other.isUnbound === true ? undefined : elementById(model, other.caseId);
            return special !== undefined && modelSupertypes(special).has(general);
        })
    );
}

/** The verification verdicts of each requirement that a verdict is about, once for each requirement. */
export function verificationVerdictsAbout(run: Run, verdicts: readonly { readonly requirementId?: string }[]): VerificationVerdict[] {
    const ids = new Set(verdicts.map(v => v.requirementId).filter(id => id !== undefined));
    return [...ids].flatMap(id => {
        const requirement = elementById(run.model, id);
        return requirement === undefined ? [] : verificationVerdicts(run, requirement);
    });
}

/** What declares a verification case. */
const KEYWORD = /\bverification\b/;

const casesOfModels = new WeakMap<RunModel, readonly AstNode[]>();

/** The verification cases that the model declares, in declaration order. */
export function verificationCasesOf({ model }: Pick<Run, 'model'>): readonly AstNode[] {
    let found = casesOfModels.get(model);
    if (found === undefined) {
        casesOfModels.set(model, (found = findVerificationCases(model)));
    }
    return found;
}

function findVerificationCases(model: RunModel): readonly AstNode[] {
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
    rootsWith(model.documents, KEYWORD).forEach(visit);
    return found;
}

const VERIFIED = Symbol('verified requirements');

/**
 * The requirements that a case's objectives name with `verify`, including inherited ones. For a requirement that an objective declares
 * itself, the requirements that it specializes are returned, because no other element can name the declared one.
 */
export function verifiedBy(verificationCase: AstNode): readonly AstNode[] {
    return memoize(VERIFIED, verificationCase, c =>
        [...modelSupertypes(c)]
            .flatMap(ownedMembersOf)
            .filter(isObjective)
            .flatMap(objective => [...modelSupertypes(objective)])
            .flatMap(ownedMembersOf)
            .filter((m): m is ast.Usage => isUsage(m) && m.membership === 'verify')
            .flatMap(verified => {
                const target = verified.reference === undefined ? undefined : resolve(verified.reference);
                return target === undefined ? [...modelSupertypes(verified)] : [target];
            })
    );
}

/** An element and its declared generals, transitively. */
function modelSupertypes(element: AstNode): Set<AstNode> {
    const found = new Set([element]);
    for (const type of found) {
        declaredGeneralsOf(type).forEach(general => found.add(general));
    }
    return found;
}

/** Runs a case by itself. @returns its verdict, then those of its subcases */
export function runCase(run: Run, verificationCase: AstNode): VerificationVerdict[] {
    const shape = shapeOf(verificationCase);
    const owner = owningTypeOf(verificationCase);
    const outer = owner === undefined ? undefined : outerOf(verificationCase, run.prototypeOf(owner));
    run.restart();
    const subject = subjectOf(shape);
    if (subject?.isNeeded !== true) {
        return runPerformance(run, verificationCase, shape, () => prepare(run, shape, outer, []));
    }
    const [answer] = runPerformance(run, verificationCase, shape, () => {
        throw unboundSubject(subject);
    });
    return [{ ...answer, isUnbound: true }];
}

/** The failure of a case whose subject is unbound. */
export function unboundSubject({ name }: Parameter): EvaluationError {
    return new EvaluationError(`${name} subject is unbound: the case states no value for it and none is given`);
}

function runPerformance(
    run: Run,
    verificationCase: AstNode,
    shape: Shape,
    begin: () => Performance,
    within?: Enclosing
): VerificationVerdict[] {
    const subcases: VerificationVerdict[] = [];
    let performance: Performance | undefined;
    const subject = subjectOf(shape);
    const begun = (): Performance => {
        performance = begin();
        if (subject !== undefined) {
            performance.read(subject.slot.index);
        }
        return performance;
    };
    const own = { performed: verificationCase, within };
    const answer = collectingSubcases(run, subcases, () => runDecision(run, shape, begun, own), own);
    const about = performance === undefined ? { subjects: [] } : aboutOf(performance, answer);
    return [{ caseId: caseIdOf(verificationCase), ...answer, ...about, ...(within !== undefined && { subcase: true }) }, ...subcases];
}

/** The subjects of a case, and why its body returned `fail`. */
export function aboutOf(performance: Performance, { kind }: Decision): Pick<VerificationVerdict, 'subjects' | 'explain'> {
    const { answer } = performance.shape;
    return {
        subjects: subjectsOf(performance),
        ...(kind === 'fail' && answer !== undefined && { explain: () => explanationOf(answer, performance) })
    };
}

/** The id of a case in verdicts; an anonymous case has that of its type. */
export function caseIdOf(verificationCase: AstNode): string {
    return [verificationCase, ...declaredGeneralsOf(verificationCase)].map(qualifiedNameOf).find(id => id !== undefined) ?? '';
}

/** A case in performance, and the case that performs it as a step. */
interface Enclosing {
    readonly performed: AstNode;
    readonly within: Enclosing | undefined;
}

/**
 * Runs a function and collects the verdicts of the verification cases performed as steps, each followed by those of its subcases.
 * @param within the case whose steps the function performs
 */
export function collectingSubcases<T>(run: Run, subcases: VerificationVerdict[], work: () => T, within: Enclosing): T {
    const subcase = (performed: AstNode, performance: Performance): void => {
        if (isVerificationCase(performed)) {
            subcases.push(...runPerformance(run, performed, performance.shape, () => performance, within));
        } else {
            withinCalculation(run, performance.shape, () => performance.begin());
        }
    };
    return run.observed({ subcase }, work);
}

/** The subjects of a case. */
export function subjectsOf(performance: Performance): readonly Instance[] {
    const index = subjectOf(performance.shape)?.slot.index;
    return index === undefined || !performance.isSet(index) ? [] : elementsOf(performance.read(index)).filter(v => v instanceof Instance);
}

export type Decision = Pick<VerificationVerdict, 'kind' | 'detail'>;

const ENDLESS = 'verification case performs itself without end';
/** Failures of cases that nest too deeply: the recursion limit, or the JavaScript stack. */
const TOO_DEEP: ReadonlySet<string> = new Set(['calc recursion limit exceeded', 'evaluation nested too deeply']);

/**
 * The decision of a case: the verdict that it returns, or the reason why it returns none.
 * @throws EvaluationError for a subcase that performs itself up to a limit. Only the outermost case reports it, because each enclosing case
 * would perform its next steps in vain
 */
function runDecision(run: Run, shape: Shape, begin: () => Performance, { performed, within }: Enclosing): Decision {
    try {
        return decisionOf(withinCalculation(run, shape, () => returnedBy(begin())));
    } catch (error) {
        const failure = failureOf(error);
        const isNested = within !== undefined && isWithinItself(performed, within);
        if ((within !== undefined && failure.head === ENDLESS) || (isNested && failure.head === 'evaluation step limit exceeded')) {
            throw failure;
        }
        if (isNested && TOO_DEEP.has(failure.head)) {
            throw new EvaluationError(ENDLESS, `${caseIdOf(performed)}, nested ${run.depth} deep (SERVICE_MAX_CALC_DEPTH)`);
        }
        return { kind: 'error', detail: failure.message };
    }
}

function isWithinItself(performed: AstNode, within: Enclosing): boolean {
    for (let outer: Enclosing | undefined = within; outer !== undefined; outer = outer.within) {
        if (outer.performed === performed) {
            return true;
        }
    }
    return false;
}

/** The value that the body of a case returns, before it is converted to the type of the result; null for a body without a result. */
export function returnedBy(performance: Performance): Value {
    return performance.hasResult || performance.shape.outputs.length === 1 ? resultOfReading(performance.answer()) : null;
}

/** The decision of a returned value. */
export function decisionOf(returned: Value): Decision {
    const [answered = null] = elementsOf(returned);
    if (answered instanceof EnumLiteral && answered.enumerationId === VERDICT_KIND) {
        const kind = answered.name as VerificationKind;
        return kind === 'pass' || kind === 'fail' ? { kind } : { kind, detail: `the case returned the verdict ${kind}` };
    }
    return {
        kind: 'inconclusive',
        detail:
            answered instanceof Undetermined
                ? answered.reason
                : answered === null
                  ? 'the case returned no verdict'
                  : `the case returned ${describe(answered)}, which is no verdict`
    };
}
