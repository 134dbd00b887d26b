/**
 * What the commands that ask a model share: the command line, reading and judging the model's text, the answers and how they end the process.
 * Knows no question. (Contract edits-and-diagnostics 3.5.)
 */
import type { JsonValue } from '@bufbuild/protobuf';
import type { Command } from 'commander';
import { loadLibrary } from '../language/library/library.js';
import type { SourceDocument } from '../language/workspace/document.js';
import type { Diagnostic } from '../language/workspace/diagnostics.js';
import { Workspace, type Model } from '../language/workspace/workspace.js';
import type { BehaviourOptions } from '../runtime/behaviour/index.js';
import { budgetsOf } from '../service/config/budgets.js';
import { readEnvironment } from '../service/config/environment.js';
import { modelCommand, parseArguments, refusalOf } from './command-line.js';
import { diagnosticText } from './display.js';
import { withMeant } from './meant.js';
import { readSources } from './sources.js';

export interface QuestionOptions {
    readonly json?: boolean;
    readonly library?: string;
}

/** The order is the order of badness: the worst one ends the process. */
const STATUSES = ['holds', 'fails', 'unresolved'] as const;
export type Status = typeof STATUSES[number];

/** One answered question. Values and results are in the JSON of the wire contract. */
export interface Check {
    readonly subject: string;
    readonly status: Status;
    /** for people */
    readonly lines: readonly string[];
    readonly values?: readonly { readonly name: string; readonly value: JsonValue }[];
    readonly results?: readonly JsonValue[];
    readonly verifications?: readonly JsonValue[];
    /** of an exploration: whether it is complete, and its budgets */
    readonly exploration?: JsonValue;
}

export interface Answer {
    readonly checks: readonly Check[];
    /** why something could not be answered */
    readonly errors?: readonly string[];
    /** findings about the text of the question itself */
    readonly diagnostics?: readonly Diagnostic[];
    /** what people may want to know beside the answer */
    readonly notices?: readonly string[];
}

/** A question to a model that was read and has no errors. */
export interface Question {
    readonly paths: readonly string[];
    /** the question's own texts that findings may be about, by file name */
    readonly texts?: readonly SourceDocument[];
    ask(model: Model, limits: BehaviourOptions): Answer;
}

/** A command line with the options that every question has. */
export function questionCommand(name: string, description: string): Command {
    return modelCommand(name, description, '0 answered and nothing fails, 1 a verdict is false, 2 undecided or impossible: errors in the model, unknown names, misuse.');
}

/**
 * Parses a command line, reads the model and asks it, unless the model has errors; prints the answer.
 * @returns the exit status: 0 all is answered and holds, 1 a verdict is false, 2 undecided or impossible
 */
export function runQuestion<O extends QuestionOptions>(program: Command, args: readonly string[], read: (positional: readonly string[], options: O) => Question): number {
    try {
        parseArguments(program, args);
        const options = program.opts<O>();
        const question = read(program.args, options);
        const limits = limitsFromEnvironment();
        const sources = readSources(question.paths);
        const library = loadLibrary({ path: options.library ?? process.env.SERVICE_LIBRARY_PATH });
        const { model } = new Workspace({ library }).parse(sources);
        const count = model.diagnostics.filter(d => d.severity === 'error').length;
        const answer = count === 0 ? withMeantNames(model, question.ask(model, limits)) : { checks: [], errors: [`the model has ${count} ${count === 1 ? 'error' : 'errors'}: nothing was asked`] };
        return print(answer, model.diagnostics, [...sources, ...question.texts ?? []], options.json === true);
    } catch (e) {
        const refusal = refusalOf(e);
        if (refusal === undefined) {
            throw e;
        }
        const { status, message } = refusal;
        if (message !== undefined) {
            return program.opts<O>().json === true ? print({ checks: [], errors: [message] }, [], [], true) : fail(`${program.name()}: ${message}`, status);
        }
        return status;
    }
}

/** The answer, its errors with what unknown names may mean. */
function withMeantNames(model: Model, answer: Answer): Answer {
    return answer.errors === undefined ? answer : { ...answer, errors: answer.errors.map(error => withMeant(model, error)) };
}

function fail(message: string, status: number): number {
    process.stderr.write(`${message}\n`);
    return status;
}

/** Results to standard output, errors of the texts and failures to standard error (`check` tells the warnings), or all as one document. */
function print(answer: Answer, modelDiagnostics: readonly Diagnostic[], sources: readonly SourceDocument[], asJson: boolean): number {
    const { checks, errors = [], notices = [] } = answer;
    const diagnostics = [...modelDiagnostics, ...answer.diagnostics ?? []];
    const worst = Math.max(errors.length > 0 ? STATUSES.indexOf('unresolved') : 0, ...checks.map(c => STATUSES.indexOf(c.status)));
    if (asJson) {
        process.stdout.write(`${JSON.stringify(documentOf({ checks, errors, diagnostics }, worst), undefined, 2)}\n`);
        return worst;
    }
    const texts = new Map(sources.map(s => [s.name, s.content]));
    process.stderr.write(diagnostics.filter(d => d.severity === 'error').map(d => diagnosticText(d, texts, true)).join(''));
    process.stdout.write(checks.flatMap(c => c.lines).map(line => `${line}\n`).join(''));
    process.stderr.write([...notices, ...errors].map(line => `${line}\n`).join(''));
    return worst;
}

/** The document of `--json`: all keys always there, `null` when empty. */
function documentOf({ checks, errors, diagnostics }: Required<Pick<Answer, 'checks' | 'errors' | 'diagnostics'>>, worst: number): JsonValue {
    const list = <T extends JsonValue>(values: readonly T[] | undefined): T[] | null => values === undefined || values.length === 0 ? null : [...values];
    return {
        status: STATUSES[worst], exit: worst,
        checks: list(checks.map(({ subject, status, lines, values, results, verifications, exploration }) => ({
            subject, status, values: list(values), lines: list(lines), rows: null, plan: null, results: list(results), ...verifications !== undefined && { verifications: list(verifications) },
            ...exploration !== undefined && { exploration }
        }))),
        diagnostics: list(diagnosticsJson(diagnostics)),
        output: null, errors: list(errors)
    };
}

export function diagnosticsJson(diagnostics: readonly Diagnostic[]): JsonValue[] {
    return diagnostics.map(({ severity, message, code, span }) => ({
        severity, message, file: span?.file ?? null, line: span?.startLine ?? null, column: span?.startCol ?? null, pass: null, code: code === '' ? null : code
    }));
}

/** Budgets from the environment, as the service has them. @throws ConfigurationError */
function limitsFromEnvironment(): BehaviourOptions {
    return budgetsOf(readEnvironment(process.env).counts);
}
