/** Asks analyses of a model text and shows the answers as short texts, for tables of cases. */
import { policyOf } from '../../../src/runtime/behaviour/index.js';
import { Instance, type RunOptions } from '../../../src/runtime/evaluation/index.js';
import { type Value, elementsOf, Sequence, valueText } from '../../../src/runtime/values/index.js';
import { runAnalysis, type AnalysisAnswer, type CaseEvaluation, type Verdict } from '../../../src/runtime/verification/index.js';
import { modelOf } from '../behaviour/run.js';

export interface Asked {
    readonly subject?: string;
    readonly positional?: readonly Value[];
    readonly named?: Readonly<Record<string, Value>>;
    readonly schedule?: string;
    readonly limits?: RunOptions['limits'];
}

/** Runs the case `T::id` of a package body. */
export function answerOf(
    body: string,
    id: string,
    { subject, positional = [], named = {}, schedule = '', limits }: Asked = {}
): AnalysisAnswer {
    return runAnalysis(
        modelOf(body),
        {
            symbolId: `T::${id}`,
            policy: policyOf(schedule),
            ...(subject !== undefined && { subjectId: subject }),
            arguments: () => ({ positional, named: new Map(Object.entries(named)) })
        },
        { limits }
    );
}

/** An object as `#1`, a sequence in parentheses; one of a single value, which every result without multiplicity is, as that. */
export function shown(value: Value | undefined): string {
    if (value instanceof Sequence && value.elements.length === 1) {
        return shown(value.elements[0]);
    }
    return value === undefined
        ? '-'
        : value instanceof Instance
          ? `#${value.id}`
          : value instanceof Sequence
            ? `(${elementsOf(value).map(shown).join(', ')})`
            : valueText(value);
}

export function verdictText({ kind, element, holds, condition, error, instance }: Verdict): string {
    const state = error !== undefined ? `undecided: ${error}` : holds === true ? 'holds' : `violated: ${condition ?? ''}`;
    return `${kind} ${element} ${state}${instance === undefined ? '' : ` on #${instance.id}`}`;
}

export function evaluationText({ functionId, arguments: args, result, error, selected, tied }: CaseEvaluation): string {
    const mark = selected ? ' selected' : tied ? ' tied' : '';
    return `${functionId}(${args.map(shown).join(', ')}) = ${error ?? shown(result)}${mark}`;
}

/** What an answer says, empty parts left out. */
export function told(answer: AnalysisAnswer): Record<string, unknown> {
    const { outputs, verdicts, verificationVerdicts, evaluations, error, exploration, notes, instances } = answer;
    const parts = {
        outputs: outputs.map(o => `${o.name}=${shown(o.value)}`),
        verdicts: verdicts.map(verdictText),
        cases: verificationVerdicts.map(v =>
            [v.caseId, v.kind, v.subcase ? 'subcase' : '', v.detail ?? ''].filter(t => t !== '').join(' ')
        ),
        evaluations: evaluations.map(evaluationText),
        notes: notes.map(n => n.message),
        instances: instances.map(i => `#${i.id} ${i.typeSymbolId}`),
        outcomes:
            exploration?.outcomes.map(
                o => `${o.linearizations}: ${o.error || [...o.outputs].map(([n, v]) => `${n}=${shown(v)}`).join(', ')}`
            ) ?? []
    };
    return {
        ...Object.fromEntries(Object.entries(parts).filter(([, list]) => list.length > 0)),
        ...(error !== undefined && { error, failureReason: answer.failureReason })
    };
}
