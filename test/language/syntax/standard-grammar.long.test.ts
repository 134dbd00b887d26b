/** Random texts of the grammars of the standards have no syntax errors, except for forms that are listed. */
import { describe, expect, it } from 'vitest';
import { modelOf } from '../../exchange/models.js';
import { generator } from '../../support/random.js';
import { hasGrammars, readGrammar, type Samples, writerOf } from './kebnf.js';

const TEXTS = 4000;

const SAMPLES: Samples = {
    NAME: ['a', 'b', 'c', 'X', 'Y', "'q n'"],
    STRING_VALUE: ['"s"'],
    REGULAR_COMMENT: ['/* c */'],
    DECIMAL_VALUE: ['0', '1', '23'],
    RealValue: ['1.5', '.5', '2.5e3', '1e-2']
};

/** Rules that cannot mean what the text says, or that precedence restricts. */
const CORRECTIONS = {
    // a condition is an operand in parentheses only (KerML 8.2.5.8.1 table 6)
    ConditionalExpression: 'NullExpression',
    // one `~` is written, the other one computes the conjugated definition
    ConjugatedPortTyping: "'~' [QualifiedName]",
    // the point behind a feature alone is missing
    FlowEndSubsetting: "[QualifiedName] '.' | FeatureChainPrefix",
    // a payload has a type, alone or with a multiplicity, or a declaration
    PayloadFeature: "OwnedFeatureTyping OwnedMultiplicity? | OwnedMultiplicity OwnedFeatureTyping | Identification ':' OwnedFeatureTyping",
    // without a name, the prefix of a cross feature is one of the end
    OwnedCrossFeature: 'NAME'
};
const CORRECTIONS_SYSML = {
    ...CORRECTIONS,
    // expressions have bodies of calculations
    ExpressionBody: "'{' CalculationBodyPart '}'",
    // a concern has the body of a requirement
    FramedConcernUsage:
        "OwnedReferenceSubsetting FeatureSpecializationPart? RequirementBody | 'concern' CalculationUsageDeclaration RequirementBody"
};

describe.skipIf(!hasGrammars())('the grammar of the standard', () => {
    it.each([
        ['sysml', 'PackageBodyElement', CORRECTIONS_SYSML],
        ['kerml', 'NamespaceBodyElement', CORRECTIONS]
    ] as const)('%s', (language, rule, corrections) => {
        const next = generator(11);
        const write = writerOf(readGrammar(language, corrections), SAMPLES, next);
        const refused: string[] = [];
        for (let i = 0; i < TEXTS; i++) {
            const content = write(rule, 14 + next(16), 10 + next(40));
            const [error] = modelOf([{ content, language }]).documents[0].syntaxErrors;
            if (error !== undefined) {
                refused.push(
                    `${error.message}: ${content.slice(Math.max(0, error.offset - 60), error.offset)}⟦${content.slice(error.offset, error.offset + 40)}`
                );
            }
        }
        expect(refused).toEqual([]);
    });
});
