/** Writes one record in the textual notation (contract: newest-operations 4.3). */
import { type CalcOutput, Display, Instance, type RunModel } from '../../runtime/evaluation/index.js';
import { elementsOf, type Value, quoted, stringLiteral } from '../../runtime/values/index.js';
import type { CaseEvaluation, Verdict, VerificationVerdict } from '../../runtime/verification/index.js';
import type { CompletedRun, Stamp } from './completed-run.js';
import { expressionOf, listOf, pathTo } from '../literals.js';
import type { RecordFeature } from './record-definition.js';

/** The data that all records of one recording share. */
export interface RecordContext {
    readonly model: RunModel;
    readonly caseName: string;
    readonly definition: string;
    readonly features: readonly RecordFeature[];
    readonly stamp: Stamp;
    /** one level of indentation */
    readonly unit: string;
}

export interface WrittenRecord {
    readonly lines: readonly string[];
    /** features whose values no expression can denote */
    readonly omitted: readonly string[];
}

type Line = readonly [feature: string, expression: string];

/** The lines of a record, without indentation. */
export function recordLines(name: string, run: CompletedRun, context: RecordContext): WrittenRecord {
    const { unit, caseName, definition, stamp } = context;
    const { result, kind, iteration } = run;
    const { lines: values, omitted } = valueLines(result.given(), result.outputs, context);
    const parts = [
        ...result.verdicts.map((v, i) => partLines(`verdict${i + 1}`, 'VerdictRecord', 'verdicts', verdictFields(v), unit)),
        ...result.verificationVerdicts.map((v, i) =>
            partLines(`verification${i + 1}`, 'VerdictRecord', 'verdicts', verificationFields(v), unit)
        ),
        ...result.evaluations.map((e, i) => partLines(`evaluation${i + 1}`, 'EvaluationRecord', 'evaluations', evaluationFields(e), unit))
    ];
    const body = [
        '@AnalysisRecords::RecordedRun {',
        ...Object.entries({ ...stamp, kind }).map(([feature, text]) => `${unit}${feature} = ${stringLiteral(text)};`),
        '}',
        ...[['caseName', stringLiteral(caseName)] as const, ['kind', stringLiteral(kind)] as const].map(redefined),
        ...(iteration === undefined ? [] : [redefined(['iteration', String(iteration)])]),
        redefined(["'objective'", stringLiteral(objectiveOf(result.verdicts))]),
        ...verdictOf(result.verificationVerdicts),
        ...subjectLines(result.subjects),
        ...values,
        ...parts.flat()
    ];
    return { lines: [`part ${quoted(name)} : ${quoted(definition)} {`, ...body.map(line => unit + line), '}'], omitted };
}

const redefined = ([feature, expression]: Line): string => `attribute :>> ${feature} = ${expression};`;

function partLines(name: string, type: string, subset: string, fields: readonly Line[], unit: string): string[] {
    return [`part ${name} : AnalysisRecords::${type} :> ${subset} {`, ...fields.map(f => unit + redefined(f)), '}'];
}

// --- Verdicts ---------------------------------------------------------------------------------------------------------

const statusOf = ({ error, holds }: Verdict): string =>
    error !== undefined ? 'undecided' : holds === true ? 'satisfied' : 'not satisfied';

/** The worst status of the objectives. */
function objectiveOf(verdicts: readonly Verdict[]): string {
    const statuses = verdicts.filter(v => v.kind === 'objective').map(statusOf);
    return ['not satisfied', 'undecided', 'satisfied'].find(s => statuses.includes(s)) ?? 'undecided';
}

const verdictOf = ([own]: readonly VerificationVerdict[]): string[] =>
    own === undefined || own.subcase === true ? [] : [redefined(['verdict', stringLiteral(own.kind)])];

function verdictFields(verdict: Verdict): Line[] {
    const { kind, element, condition, error } = verdict;
    return textFields({
        kind,
        name: element,
        status: statusOf(verdict),
        detail: error ?? (verdict.holds === true ? undefined : condition)
    });
}

function verificationFields({ caseId, kind, detail, subcase }: VerificationVerdict): Line[] {
    return textFields({ kind: subcase === true ? 'subcase' : 'verification', name: caseId, status: kind, detail });
}

const textFields = (texts: Readonly<Record<string, string | undefined>>): Line[] =>
    Object.entries(texts).flatMap(([feature, text]) =>
        text === undefined || text === '' ? [] : [[feature, stringLiteral(text)] as const]
    );

const display = new Display();

function evaluationFields({ functionId, arguments: args, result, selected, tied, error }: CaseEvaluation): Line[] {
    const [score] = result === undefined ? [] : elementsOf(result);
    const isNumber = typeof score === 'number' || typeof score === 'bigint' || (typeof score === 'object' && score?.kind === 'real');
    const alternative = args
        .flatMap(a => elementsOf(a))
        .map(alternativeText)
        .join(', ');
    return [
        ...textFields({ "'function'": functionId, alternative }),
        ...(isNumber ? [['score', display.text(score)] as const] : []),
        ...textFields({ result: result === undefined ? undefined : display.text(result) }),
        ['selected', String(selected === true)],
        ['tied', String(tied === true)],
        ...textFields({ error })
    ];
}

const alternativeText = (value: Value): string => (value instanceof Instance ? pathTo(value) : undefined) ?? display.text(value);

// --- Values -----------------------------------------------------------------------------------------------------------

function subjectLines(subjects: CompletedRun['result']['subjects']): string[] {
    const paths = subjects.map(pathTo);
    const named = paths.filter(p => p !== undefined);
    const names = subjects.map((s, i) => paths[i] ?? display.text(s)).join(', ');
    return [
        ...(subjects.length === 1 && named.length === 1 ? [`ref :>> 'subject' = ${named[0]};`] : []),
        ...(subjects.length === 0 ? [] : [redefined(['subjectName', stringLiteral(names)])])
    ];
}

/** The values of the parameters and outputs. A value that no expression can denote is left out. */
function valueLines(
    given: readonly CalcOutput[],
    outputs: readonly CalcOutput[],
    { features, model }: RecordContext
): { readonly lines: readonly string[]; readonly omitted: readonly string[] } {
    const values = new Map([...given, ...outputs].map(({ name, value }) => [name, value]));
    const omitted: string[] = [];
    const lines = features.flatMap(feature => {
        const value = values.get(feature.valueName);
        if (value === undefined || value === null || (elementsOf(value).length === 0 && !feature.isMany)) {
            return [];
        }
        const expression = (feature.isMany ? listOf : expressionOf)(value, model);
        if (expression === undefined) {
            omitted.push(feature.name);
            return [];
        }
        return [`${feature.isObject ? 'ref' : 'attribute'} :>> ${quoted(feature.name)} = ${expression};`];
    });
    return { lines, omitted };
}
