/**
 * What the commands that ask a model share: the command line, reading and judging the model's text, the answers and how they end the
 * process. Knows no question. (Contract edits-and-diagnostics 3.5.)
 */
import type { JsonValue } from '@bufbuild/protobuf';
import type { Command } from 'commander';
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
import { diagnosticText } from '../session/answers/diagnostic-text.js';
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

/** An answer whose failures are texts. */
type TextAnswer = Omit<Answer, 'errors'> & { readonly errors?: readonly string[] };

/** A question to a model that was read and has no errors. */
export interface Question {
    readonly paths: readonly string[];
    /** documents that are read in place of files */
    readonly documents?: readonly SourceDocument[];
    /** qualified names, or paths from them, of the elements that are asked about */
    readonly about?: readonly string[];
    /** the question's own texts that findings may be about, by file name */
    readonly texts?: readonly SourceDocument[];
    ask(model: Model, limits: BehaviourOptions, display: Display): Answer;
}

/** A command line with the options that every question has. */
export function questionCommand(name: string, description: string): Command {
    return modelCommand(
        name,
        description,
        '0 answered and nothing fails, 1 a verdict is false, 2 undecided or impossible: errors in the model, unknown names, misuse.'
    )
        .option('--force', 'answer although the model has errors, unless the named element depends on one')
        .option(
            '--unit <unit>',
            'write quantities of its dimension in this unit (km/h, kWh); may be repeated, one for each dimension',
            (unit: string, units: readonly string[] = []) => [...units, unit]
        );
}

/**
 * Parses a command line, reads the model and asks it, unless the model has errors; prints the answer.
 * @returns the exit status: 0 all is answered and holds, 1 a verdict is false, 2 undecided or impossible
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
                ? withSuggestedNames(model, question.ask(model, limits, Display.in(startRun(model), options.unit ?? [])))
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
    /** how many errors hinder a question, in words; empty for none */
    readonly faults: string;
}

/**
 * Reads and analyses the model of some paths, or of documents in their place.
 * @param about the elements that are asked about, beyond which `--force` minds no error
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
    const count = (force === true ? errors.filter(reachedFrom(model, about)) : errors).length;
    const counted = `${count} ${count === 1 ? 'error' : 'errors'}`;
    const isNamed = force === true && about !== undefined;
    const faults = isNamed ? `${counted} of ${errors.length} in what the named element depends on` : `the model has ${counted}`;
    return { model, sources, faults: count === 0 ? '' : faults };
}

/** The errors of a model's texts, for people. */
export function errorTexts(diagnostics: readonly Diagnostic[], sources: readonly SourceDocument[]): string {
    const texts = new Map(sources.map(s => [s.name, s.content]));
    return diagnostics
        .filter(d => d.severity === 'error')
        .map(d => diagnosticText(d, texts, true))
        .join('');
}

/** The answer, its errors with what unknown names may mean. */
function withSuggestedNames(model: Model, answer: Answer): TextAnswer {
    const told = (failure: string | Failed): string => {
        const { error, unknown }: Failed = typeof failure === 'string' ? { error: failure } : failure;
        return unknown === undefined ? error : withSuggestions(model, error, unknown);
    };
    return { ...answer, errors: (answer.errors ?? []).map(told) };
}

function fail(message: string, status: number): number {
    process.stderr.write(`${message}\n`);
    return status;
}

/** Results to standard output, errors of the texts and failures to standard error (`check` tells the warnings), or all as one document. */
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

/** The document of `--json`: all keys always there, `null` when empty. */
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

/** Budgets from the environment, as the service has them. @throws ConfigurationError */
export function limitsFromEnvironment(): BehaviourOptions {
    const environment = readEnvironment(process.env);
    const { tools, faults } = readManifests(manifestFolders(environment), process.env.PATH ?? '');
    faults.forEach(fault => process.stderr.write(`${fault}: nothing of it is registered\n`));
    return {
        ...budgetsOf(environment.counts),
        tools: new Tools(tools, toolSettings(environment), new Attendant(), () => undefined)
    };
}
