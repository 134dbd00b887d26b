/**
 * The rows of the validation rules against the OCL of the standards' text: the model that breaks a constraint violates its OCL, and the
 * model that keeps it does not.
 */
import { describe, expect, it } from 'vitest';
import { convertModel } from '../../../src/exchange/index.js';
import { RULES } from '../../../src/language/validation/rules/rules.js';
import type { Json } from '../derived.js';
import { modelOf } from '../models.js';
import { readStandard } from './constraints.js';
import { judge, newTally } from './judging.js';
import { DocumentModel, Library } from './model.js';
import { hasSpecification } from './specification.js';

const SLIP = 'the OCL does not say what the prose does: of its operators, another one binds first, or a step has the wrong type';
const STATED = 'the document states the value that the constraint demands, whatever the notation says';
const ELSEWHERE = 'the grammar makes no element that could violate the OCL; the rule judges what is written instead';
const RESULTS = 'a result has the type and multiplicity of its expression, which the document does not state';

/** Constraints whose OCL decides otherwise than the rule. */
const OTHERWISE: Readonly<Record<string, string>> = {
    validateClassSpecialization: SLIP,
    validateMetadataFeatureBody: SLIP,
    validateMetadataFeatureAnnotatedElement: SLIP,
    validateControlNodeIncomingSuccessions: SLIP,
    validateControlNodeOutgoingSuccessions: SLIP,
    validateDecisionNodeOutgoingSuccessions: SLIP,
    validateMergeNodeIncomingSuccessions: SLIP,
    validateStateUsageParallelSubactions: SLIP,
    validateFeatureConstantIsVariable: STATED,
    validateOccurrenceUsageIsPortion: STATED,
    validateUsageIsReferential: STATED,
    validateExposeVisibility: STATED,
    validateMetadataFeatureMetaclass: STATED,
    validateFeatureOwnedCrossSubsetting: ELSEWHERE,
    validateFlowEndNestedFeature: ELSEWHERE,
    validateAssignmentActionUsageReferent: ELSEWHERE,
    validateMultiplicityRangeBounds: ELSEWHERE,
    validateFeatureChainExpressionConformance: ELSEWHERE,
    validateFeatureChainingFeatureConformance: ELSEWHERE,
    validateSendActionParameters: ELSEWHERE,
    validateTransitionFeatureMembershipGuardExpression: RESULTS,
    validateTriggerInvocationExpressionAfterArgument: RESULTS,
    validateTriggerInvocationExpressionWhenArgument: RESULTS
};

describe.skipIf(!hasSpecification())('the OCL of a constraint', () => {
    const standard = hasSpecification() ? readStandard() : { conditions: [], unread: [], operation: () => undefined };
    const library = new Library(standard);
    const conditions = new Map(standard.conditions.filter(c => c.kind === 'validate').map(c => [c.name, c]));

    /** Whether a model violates the OCL; undefined for a model with syntax errors, which is no document. */
    function isViolated(rule: string, content: string, language: 'sysml' | 'kerml'): boolean | undefined {
        const model = modelOf([{ content, language }]);
        if (model.documents[0].syntaxErrors.length > 0) {
            return undefined;
        }
        const { content: document, error } = convertModel(model, { to: 'api-json', derived: true });
        expect(error).toBeUndefined();
        const tally = newTally();
        judge(conditions.get(rule)!, rule, new DocumentModel(library, JSON.parse(document!) as Json[]), tally);
        return tally.disagreements.length > 0;
    }

    const rows = RULES.filter(({ rule }) => conditions.has(rule));
    it.each([...new Set(rows.map(r => r.rule))])('%s', rule => {
        const answers = rows
            .filter(r => r.rule === rule)
            .map(({ language, broken, kept }) => [isViolated(rule, broken, language) ?? true, isViolated(rule, kept, language)]);
        const agreed = answers.map(() => [true, false]);
        if (rule in OTHERWISE) {
            expect(answers, `no difference any more: ${OTHERWISE[rule]}`).not.toEqual(agreed);
        } else {
            expect(answers).toEqual(agreed);
        }
    });

    it('is compared for every constraint with a row', () => expect(rows.length).toBeGreaterThan(140));
});
