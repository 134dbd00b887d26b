/**
 * The common part of commands that evaluate something on a model: command line, reading and validating the model, output of answers, exit
 * status. (Contract edits-and-diagnostics 3.5.)
 */
import type { JsonValue } from '@bufbuild/protobuf';
import type { Command } from 'commander';
import type { AstNode } from '../language/generated/tree.js';
import type { SourceDocument } from '../language/workspace/document.js';
import type { Diagnostic } from '../language/workspace/diagnostics.js';
import { Workspace, type Model } from '../language/workspace/workspace.js';
import { startRun, type BehaviourOptions } from '../runtime/behaviour/index.js';
import type { Failed } from '../runtime/evaluation/index.js';
import { Attendant, readManifests, Tools } from '../runtime/engines/index.js';
import { type Answer, diagnosticsJson, STATUSES } from '../session/answers/answer.js';
import { budgetsOf } from '../service/config/budgets.js';
import { manifestFolders, readEnvironment } from '../service/config/environment.js';
import { toolSettings } from '../service/operations/runs.js';
import { modelCommand, parseArguments, refusalOf } from './command-line.js';
import { foldedTexts } from './folded-findings.js';
import { Display } from '../runtime/evaluation/index.js';
import { withSuggestions } from '../session/questions/suggestions.js';
import { libraryOf } from './library.js';
import { readSources } from './sources.js';
import { reachedFrom } from '../language/workspace/reach.js';

export interface QuestionOptions {
    readonly json?: boolean;
    readonly library?: string;
    readonly force?: boolean;
    readonly unit?: readonly string[];
}

/** An answer whose errors are texts. */
type TextAnswer = Omit<Answer, 'errors'> & { readonly errors?: readonly string[] };

/** A question to be evaluated on a model without errors. */
export interface Question {
    readonly paths: readonly string[];
    /** documents that replace files */
    readonly documents?: readonly SourceDocument[];
    /** the elements that the question concerns: their qualified names, or paths from these; or found in the model */
    readonly about?: readonly string[] | ((model: Model) => readonly AstNode[]);
    /** texts of the question itself that findings may refer to, by file name */
    readonly texts?: readonly SourceDocument[];
    answer(model: Model, limits: BehaviourOptions, display: Display): Answer;
}

/** A command line with the options of every question. */
export function questionCommand(name: string, description: string): Command {
    return modelCommand(
        name,
        description,
        '0 evaluated and nothing fails, 1 a verdict is false, 2 undecided or impossible: errors in the model, unknown names, misuse.'
    )
        .option('--force', 'evaluate even if the model has errors, unless the named element depends on one')
        .option(
            '--unit <unit>',
            'write quantities of this dimension in this unit (km/h, kWh); may be repeated, once for each dimension',
            (unit: string, units: readonly string[] = []) => [...units, unit]
        );
}

/**
 * Parses a command line, reads the model, evaluates the question unless the model has errors, and prints the answer.
 * @returns the exit status: 0 answered and everything holds, 1 a verdict is false, 2 undecided or impossible
 */
export function runQuestion<O extends QuestionOptions>(
    program: Command,
    args: readonly string[],
    read: (positional: readonly string[], options: O) => Question
): number {
    try {
        parseArguments(program, args);
        const options = program.opts<O>();
        const question = read(program.args, options);
        const limits = limitsFromEnvironment();
        const { model, sources, faults } = readModel(question.paths, options, question);
        const answer =
            faults === ''
                ? withSuggestedNames(model, question.answer(model, limits, Display.in(startRun(model), options.unit ?? [])))
                : {
                      checks: [],
                      errors: [`${faults}: no answer${options.force === true ? '' : '; --force answers for elements that depend on none'}`]
                  };
        return print(answer, model.diagnostics, [...sources, ...(question.texts ?? [])], options.json === true);
    } catch (e) {
        const refusal = refusalOf(e);
        if (refusal === undefined) {
            throw e;
        }
        const { status, message } = refusal;
        if (message !== undefined) {
            return program.opts<O>().json === true
                ? print({ checks: [], errors: [message] }, [], [], true)
                : fail(`${program.name()}: ${message}`, status);
        }
        return status;
    }
}

export interface ReadModel {
    readonly model: Model;
    readonly sources: readonly SourceDocument[];
    /** the number of errors that prevent an answer, as text; empty for none */
    readonly faults: string;
}

/**
 * Reads and validates the model of some paths, or of documents.
 * @param about the elements that the question concerns; with `--force`, only errors that they depend on prevent an answer
 * @throws SourceError, LibraryError
 */
export function readModel(
    paths: readonly string[],
    { library, force }: QuestionOptions,
    { documents, about }: Pick<Question, 'documents' | 'about'> = {}
): ReadModel {
    const sources = documents ?? readSources(paths);
    const { model } = new Workspace({ library: libraryOf(paths, library) }).parse(sources);
    const errors = model.diagnostics.filter(d => d.severity === 'error');
    const count = (force === true ? errors.filter(reachedFrom(model, typeof about === 'function' ? about(model) : about)) : errors).length;
    const counted = `${count} ${count === 1 ? 'error' : 'errors'}`;
    const isNamed = force === true && about !== undefined;
    const faults = isNamed ? `${counted} of ${errors.length} in what the named element depends on` : `the model has ${counted}`;
    return { model, sources, faults: count === 0 ? '' : faults };
}

/** The errors of a model as text, each cause with its source line. */
export function errorTexts(diagnostics: readonly Diagnostic[], sources: readonly SourceDocument[]): string {
    const texts = new Map(sources.map(s => [s.name, s.content]));
    return foldedTexts(
        diagnostics.filter(d => d.severity === 'error'),
        texts,
        true
    );
}

/** Adds to each error the suggestions for unknown names. */
function withSuggestedNames(model: Model, answer: Answer): TextAnswer {
    const withSuggestion = (failure: string | Failed): string => {
        const { error, unknown }: Failed = typeof failure === 'string' ? { error: failure } : failure;
        return unknown === undefined ? error : withSuggestions(model, error, unknown);
    };
    return { ...answer, errors: (answer.errors ?? []).map(withSuggestion) };
}

function fail(message: string, status: number): number {
    process.stderr.write(`${message}\n`);
    return status;
}

/**
 * Prints results to standard output, errors and notices to standard error, or everything as one JSON document. Only `check` prints
 * warnings.
 */
function print(answer: TextAnswer, modelDiagnostics: readonly Diagnostic[], sources: readonly SourceDocument[], asJson: boolean): number {
    const { checks, errors = [], notices = [] } = answer;
    const diagnostics = [...modelDiagnostics, ...(answer.diagnostics ?? [])];
    const worst = Math.max(errors.length > 0 ? STATUSES.indexOf('unresolved') : 0, ...checks.map(c => STATUSES.indexOf(c.status)));
    if (asJson) {
        process.stdout.write(`${JSON.stringify(documentOf({ checks, errors, diagnostics }, worst), undefined, 2)}\n`);
        return worst;
    }
    process.stderr.write(errorTexts(diagnostics, sources));
    process.stdout.write(
        checks
            .flatMap(c => c.lines)
            .map(line => `${line}\n`)
            .join('')
    );
    process.stderr.write([...notices, ...errors].map(line => `${line}\n`).join(''));
    return worst;
}

/** The document of `--json`: every key is present, with `null` for empty values. */
function documentOf(
    { checks, errors, diagnostics }: Required<Pick<TextAnswer, 'checks' | 'errors' | 'diagnostics'>>,
    worst: number
): JsonValue {
    const list = <T extends JsonValue>(values: readonly T[] | undefined): T[] | null =>
        values === undefined || values.length === 0 ? null : [...values];
    return {
        status: STATUSES[worst],
        exit: worst,
        checks: list(
            checks.map(({ subject, status, lines, values, rows, plan, results, verifications, evaluations, exploration }) => ({
                subject,
                status,
                values: list(values),
                lines: list(lines),
                rows: list(rows),
                plan: plan ?? null,
                results: list(results),
                ...(verifications !== undefined && { verifications: list(verifications) }),
                ...(evaluations !== undefined && { evaluations: list(evaluations) }),
                ...(exploration !== undefined && { exploration })
            }))
        ),
        diagnostics: list(diagnosticsJson(diagnostics)),
        output: null,
        errors: list(errors)
    };
}

/** Budgets from the environment, as in the service. @throws ConfigurationError */
export function limitsFromEnvironment(): BehaviourOptions {
    const environment = readEnvironment(process.env);
    const { tools, faults } = readManifests(manifestFolders(environment), process.env.PATH ?? '');
    faults.forEach(fault => process.stderr.write(`${fault}: nothing of it is registered\n`));
    return {
        ...budgetsOf(environment.counts),
        tools: new Tools(tools, toolSettings(environment), new Attendant(), () => undefined)
    };
}
