/**
 * `sysml-workbench solve ID PATH…`: questions to a solver. Whether a constraint, a requirement or satisfactions can hold, or hold whatever
 * the values of what the model leaves open; with the values of a witness.
 */
import { Option } from 'commander';
import { toJson } from '@bufbuild/protobuf';
import type { Model } from '../language/workspace/workspace.js';
import { startRun, type BehaviourOptions } from '../runtime/behaviour/index.js';
import type { Display } from '../runtime/evaluation/index.js';
import {
    assignedText,
    findSolver,
    holds,
    questionSubjects,
    type QuestionSubject,
    satisfiable,
    Solver,
    type SolverLimits,
    type SolverVerdict
} from '../runtime/engines/index.js';
import { EvaluationError } from '../runtime/values/index.js';
import { readEnvironment } from '../service/config/environment.js';
import type { Answer, Check } from '../session/answers/answer.js';
import { elementAt } from '../session/questions/element-paths.js';
import { ValueSchema } from '../wire/generated/sysml_pb.js';
import { encodeValue } from '../wire/value.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';

interface SolveOptions extends QuestionOptions {
    readonly subject?: string;
    readonly question: keyof typeof QUESTIONS;
}

const QUESTIONS = { satisfiable, holds } as const;

const EXAMPLES = `
Examples:
  sysml-workbench solve P::Car::light car.sysml                       can it hold? with values at which it does
  sysml-workbench solve P::Car::light --question holds car.sysml      does it hold whatever is left open? or a counterexample
"satisfiable" asks what features may take by their types; "holds" keeps the values that the model states. SERVICE_SMT names another
solver (z3, cvc5, any program that reads SMT-LIB 2), SERVICE_SMT_TIMEOUT bounds one query.`;

export function solveCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand(
        'solve',
        'Asks a solver about a constraint, a requirement, or the satisfaction assertions of an element.'
    )
        .usage('[options] <id> <path...>')
        .argument('<id>', 'qualified name of what is asked about, or a path to it (Spec.massLimit)')
        .argument('<path...>', 'files (.sysml, .kerml) and folders, - for standard input')
        .option('--subject <id>', 'qualified name, or path, of the object that a constraint or requirement is asked of')
        .addOption(
            new Option('--question <question>', 'satisfiable: can it hold? holds: does it always?')
                .choices(Object.keys(QUESTIONS))
                .default('satisfiable')
        )
        .addHelpText('after', EXAMPLES);
    return Promise.resolve(
        runQuestion<SolveOptions>(program, args, ([id, ...paths], options) => ({
            paths,
            about: [id, ...(options.subject === undefined ? [] : [options.subject])],
            ask: (model, limits, display) => solve(model, limits, display, id, options)
        }))
    );
}

function solve(model: Model, runLimits: BehaviourOptions, display: Display, path: string, { subject, question }: SolveOptions): Answer {
    const environment = readEnvironment(process.env);
    const place = findSolver(environment.texts.SERVICE_SMT, process.env.PATH ?? '');
    if ('missing' in place) {
        return { checks: [], errors: [place.missing] };
    }
    const found = elementAt(model, path);
    const about = questionSubjects(() => startRun(model, runLimits), found?.id ?? path, subject ?? found?.holder);
    if ('error' in about) {
        return { checks: [], errors: [about] };
    }
    const solver = new Solver(place);
    try {
        const limits: SolverLimits = { timeout: environment.durations.SERVICE_SMT_TIMEOUT, checkCancelled: () => undefined };
        const checks = about.map(one => checkOf(one, answered(one, question, solver, limits), display));
        return checks.length === 0 ? { checks, errors: [`${path} states nothing to solve`] } : { checks };
    } finally {
        solver.close();
    }
}

function answered({ stated }: QuestionSubject, question: SolveOptions['question'], solver: Solver, limits: SolverLimits): SolverVerdict {
    try {
        return QUESTIONS[question](solver, limits, stated());
    } catch (error) {
        if (error instanceof EvaluationError) {
            return { status: 'undecided', strength: 'not covered', witness: [], reason: error.message, isTimeout: false };
        }
        throw error;
    }
}

/** Width of the column of states, as `verify` writes it. */
const STATE_WIDTH = 15;

const STATUSES = { holds: 'holds', satisfiable: 'holds', violated: 'fails', unsatisfiable: 'fails', undecided: 'unresolved' } as const;

function checkOf({ kind, element }: QuestionSubject, verdict: SolverVerdict, display: Display): Check {
    const { status, strength, witness, condition, reason } = verdict;
    const name = kind === 'satisfy' ? element : `${kind} ${element}`;
    const why = reason ?? condition;
    const lines = [
        `${status.padEnd(STATE_WIDTH)}${name}${why === undefined ? '' : `: ${why}`}${strength === 'proved' ? ' (proved)' : ''}`,
        ...witness.map(a => `${' '.repeat(STATE_WIDTH)}${a.variable.name} = ${assignedText(a, v => display.text(v, a.variable.feature))}`)
    ];
    const values = witness.map(({ variable, value, exact }) => ({
        name: variable.name,
        value: toJson(ValueSchema, encodeValue(variable.isVariation ? exact : value))
    }));
    return { subject: element, status: STATUSES[status], lines, values, results: [{ status, strength, ...(reason && { reason }) }] };
}
