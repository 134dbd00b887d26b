/**
 * Verdicts of a model as plain functions: on constraints, requirements, satisfactions, verification cases and the assertions on an object;
 * analyses, trade studies and sweeps. Does not depend on wire messages.
 */
export {
    aboutCondition,
    type AboutCondition,
    type ConditionKind,
    declarationOn,
    enclosingFrame,
    verifyConstraint,
    verifyRequirement,
    judgeOn
} from './verify.js';
export { freshSubject } from './assertion-subjects.js';
export {
    assertionText,
    assertionVerdict,
    assertionsAbout,
    conditionsOfAssertion,
    namesOfAssertion,
    requirementOf,
    verifySatisfaction,
    type SatisfactionAnswer
} from './satisfaction.js';
export { hasObjectToValidate, isJudgedOn, judgeObject, validateInstance, type ValidationAnswer } from './validate.js';
export { type Verdict, type VerdictAnswer } from './verdict.js';
export { isVerificationCase, runCase, verificationCasesOf, verificationVerdicts, verifiedBy, type VerificationVerdict } from './cases.js';
export { runAnalysis, type AnalysisAnswer, type AnalysisRequest } from './analysis.js';
export { type CaseEvaluation } from './case-evaluations.js';
export { type Arguments, NO_ARGUMENTS } from './arguments.js';
export { type CaseResult, type Refusal, caseById, isAnalysisCase, isRefusal, outputsOf, runCaseOnce } from './case-run.js';
export { planSweep, type SweepPlan, type SweepRange } from './sweep-plan.js';
export { rowMaker, sweepRows, type SweepRow } from './sweep.js';
export { evaluationLines, verdictLines, verdictText, verificationLines, verificationText } from './verdict-text.js';
export { judgeElement, type Judged } from './judge-element.js';
export { selfCheck, selfCheckLine, selfCheckSummary, type SelfCheck, type SelfCheckFinding } from './self-check.js';
