/**
 * `sysml-workbench solve ID PATH…`: evaluates questions with a solver: whether a constraint, a requirement or satisfactions can hold, or
 * hold for all values of the free features, with the values of a witness.
 */
import { type Command, Option } from 'commander';
import { toJson } from '@bufbuild/protobuf';
import { type EditOperation, NO_MEMBER } from '../editing/index.js';
import { type Model, Workspace } from '../language/workspace/workspace.js';
import { startRun, type BehaviourOptions } from '../runtime/behaviour/index.js';
import type { Display, Run } from '../runtime/evaluation/index.js';
import {
    type Assignment,
    assignedText,
    configurations,
    type Configurations,
    conflict,
    type Conflict,
    type ConflictLimits,
    findSolver,
    holds,
    optimum,
    type Optimum,
    type Part,
    questionSubjects,
    type QuestionSubject,
    satisfiable,
    Solver,
    type SolverVerdict,
    type Synthesis,
    type TakenValue,
    takenValues,
    type Undecided,
    values
} from '../runtime/engines/index.js';
import { caseById, isRefusal } from '../runtime/verification/index.js';
import { convertQuantity, EvaluationError, Quantity, type Value } from '../runtime/values/index.js';
import { readEnvironment } from '../service/config/environment.js';
import type { Answer, Check } from '../session/answers/answer.js';
import { elementAt } from '../session/questions/element-paths.js';
import { solverStanding } from '../service/operations/standing.js';
import { BoundSchema, ValueSchema } from '../wire/generated/sysml_pb.js';
import { encodeValue } from '../wire/value.js';
import { unifiedDiff } from '../session/answers/unified-diff.js';
import { applied, writeTexts } from './edited-texts.js';
import { questionCommand, runQuestion, type QuestionOptions } from './model.js';
import { selectionLines } from './selection-table.js';
import { readSources, SourceError } from './sources.js';

interface SolveOptions extends QuestionOptions {
    readonly subject?: string;
    readonly question: 'satisfiable' | 'holds';
    readonly explain?: boolean;
    readonly values?: boolean;
    readonly configurations?: string;
    readonly optimize?: boolean;
    readonly dryRun?: boolean;
    readonly inPlace?: boolean;
}

const EXAMPLES = `
Examples:
  sysml-workbench solve P::Car::light car.sysml                       can it hold? prints values at which it does
  sysml-workbench solve P::Car::light --question holds car.sysml      does it always hold? prints a counterexample if not
  sysml-workbench solve P::spec --explain car.sysml                   which of its conditions contradict each other, and where they are
  sysml-workbench solve P::spec --values car.sysml                    values for the features that have none in the model
  sysml-workbench solve P::spec --values --in-place car.sysml         the same, written into the model
  sysml-workbench solve P::spec --configurations 10 car.sysml         the selections of variants at which it can hold, 10 at most
  sysml-workbench solve P::spec --configurations --values car.sysml   the same for the values that the model states
  sysml-workbench solve P::Sizing --optimize car.sysml                the best value of each objective of an analysis case
Which values are free: for satisfiable, --explain and --configurations every feature may have any value of its type, also one to which
the model gives a value; for holds, --values and --optimize only features without a value in the model. SERVICE_SMT names another solver
(z3, cvc5, any program that reads SMT-LIB 2), SERVICE_SMT_TIMEOUT limits the time of one query.`;

export function solveCommand(args: readonly string[]): Promise<number> {
    const program = questionCommand(
        'solve',
        'Finds out by a solver whether a constraint, a requirement or the satisfactions of an element can hold, and with which values.'
    )
        .usage('[options] <id> <path...>')
        .argument('<id>', 'the constraint, requirement or element: a qualified name, or a path (Spec.massLimit)')
        .argument('<path...>', 'files (.sysml, .kerml) and folders, - for standard input')
        .option('--subject <id>', 'the object on which to evaluate the constraint or requirement: a qualified name, or a path')
        .addOption(
            new Option('--question <question>', 'satisfiable: are there values at which it holds? holds: does it hold at all values?')
                .choices(['satisfiable', 'holds'])
                .default('satisfiable')
        )
        .option('--explain', 'if it cannot hold, print a minimal set of conditions that contradict each other, with their positions')
        .option('--values', 'print values at which it holds; features with a value in the model keep that value')
        .option(
            '--configurations [n]',
            'print the selections of variants at which it can hold, at most n; with --values, features with a value in the model keep it'
        )
        .option('--optimize', 'print the best value of each objective of an analysis case')
        .option('--dry-run', 'with --values: print the change of the files as a unified diff, and write nothing')
        .option('-i, --in-place', 'with --values: write the values into the files of the model')
        .addHelpText('after', EXAMPLES);
    return Promise.resolve(
        runQuestion<SolveOptions>(program, withCounts(args), ([id, ...paths], options) => {
            checkTogether(program, options);
            return {
                paths,
                about: [id, ...(options.subject === undefined ? [] : [options.subject])],
                answer: (model, limits, display) => taken(model, solve(model, limits, display, id, options), paths, options)
            };
        })
    );
}

/** Options, each with the options that have no effect in combination with it. */
const ALONE: readonly (readonly [text: string, isSet: (options: SolveOptions) => boolean, others: readonly (keyof SolveOptions)[]])[] = [
    ['--question holds', ({ question }) => question === 'holds', ['explain', 'values', 'configurations', 'optimize']],
    ['--optimize', ({ optimize }) => optimize === true, ['explain', 'values', 'configurations', 'subject']],
    ['--configurations', ({ configurations: n }) => n !== undefined, ['explain']]
];

/** Refuses options that have no effect together, before any file is read. */
function checkTogether(program: Command, options: SolveOptions): void {
    for (const [text, isSet, others] of ALONE) {
        const other = others.find(name => options[name] !== undefined);
        if (isSet(options) && other !== undefined) {
            program.error(`--${other} has no effect beside ${text}`);
        }
    }
}

/** Gives `--configurations` an empty argument if no number follows, so that it does not take a path as its argument. */
const withCounts = (args: readonly string[]): string[] =>
    args.map((arg, i) => (arg === '--configurations' && !/^-?\d/.test(args[i + 1] ?? '') ? '--configurations=' : arg));

/** An answer, and the values that were found for free features. */
interface Solved extends Answer {
    readonly found?: readonly Assignment[];
}

/** Writes the found values into the text of the model, as a diff or into its files, if requested. @throws SourceError */
function taken(model: Model, { found = [], ...answer }: Solved, paths: readonly string[], options: SolveOptions): Answer {
    if (options.dryRun !== true && options.inPlace !== true) {
        return answer;
    }
    if (options.values !== true) {
        throw new SourceError('--dry-run and --in-place are of --values');
    }
    readSources(paths, options.inPlace);
    const operations = takenValues(found).map(operationOf);
    if (operations.length === 0) {
        return { ...answer, notices: ['no value is one that a declaration can state: nothing is edited'] };
    }
    const outcome = applied(new Workspace({ library: model.library }), model, operations, { strict: model.strict });
    if ('failure' in outcome) {
        return { ...answer, errors: [`${outcome.error} (${outcome.failure})`] };
    }
    const before = new Map(model.documents.map(d => [d.name, d.text]));
    const changed = outcome.documents.filter(({ name, content }) => before.get(name) !== content);
    if (options.dryRun === true) {
        const lines = changed.flatMap(({ name, content }) => unifiedDiff(name, before.get(name)!, content).trimEnd().split('\n'));
        const [last, ...others] = [...answer.checks].reverse();
        return { ...answer, checks: [...others.reverse(), { ...last, lines: [...last.lines, ...lines] }] };
    }
    writeTexts(changed);
    return answer;
}

const operationOf = (value: TakenValue): EditOperation =>
    'setValue' in value ? { case: 'setValue', value: value.setValue } : { case: 'addMember', value: { ...NO_MEMBER, ...value.addMember } };

function solve(model: Model, runLimits: BehaviourOptions, display: Display, path: string, options: SolveOptions): Solved {
    const { counts, durations, texts } = readEnvironment(process.env);
    const most = options.configurations ? Number(options.configurations) : counts.SERVICE_SMT_MAX_CONFIGURATIONS;
    const place = findSolver(texts.SERVICE_SMT, process.env.PATH ?? '');
    const isCount = Number.isSafeInteger(most) && most > 0;
    if ('missing' in place || !isCount) {
        const error = 'missing' in place ? place.missing : `--configurations ${options.configurations} is no positive integer`;
        return { checks: [], errors: [error] };
    }
    const solver = new Solver(place, counts.SERVICE_SMT_MEMORY);
    const limits = {
        timeout: durations.SERVICE_SMT_TIMEOUT,
        coreBudget: durations.SERVICE_SMT_CORE_BUDGET,
        checkCancelled: (): void => undefined
    };
    const newRun = (): Run => startRun(model, runLimits);
    try {
        const found = elementAt(model, path);
        if (options.optimize === true) {
            const about = caseById(model, found?.id ?? path, false);
            return isRefusal(about)
                ? { checks: [], errors: [about] }
                : { checks: [optimumCheck({ name: path, display, limits }, optimum(solver, limits, newRun(), about))] };
        }
        const about = questionSubjects(newRun, found?.id ?? path, options.subject ?? found?.holder);
        if ('error' in about) {
            return { checks: [], errors: [about] };
        }
        const open: Assignment[] = [];
        const checks = about.map(one => answered(one, { ...options, most }, { solver, limits, display, found: open }));
        return { checks, found: open };
    } finally {
        solver.close();
    }
}

/** The solver and the display of an answer. */
interface SolverContext {
    readonly solver: Solver;
    readonly limits: ConflictLimits;
    readonly display: Display;
    /** collects the values found for free features */
    readonly found: Assignment[];
}

/** Evaluates the question of the options on one subject. */
function answered(
    subject: QuestionSubject,
    options: SolveOptions & { readonly most: number },
    { solver, limits, display, found }: SolverContext
): Check {
    const named = { name: subject.kind === 'satisfy' ? subject.element : `${subject.kind} ${subject.element}`, display, limits };
    try {
        const stated = subject.stated();
        if (options.configurations !== undefined) {
            return configurationsCheck(named, configurations(solver, limits, stated, options.most, options.values === true));
        }
        if (options.values === true) {
            const answer = values(solver, limits, stated);
            found.push(...(answer.status === 'satisfiable' ? answer.found : []));
            return synthesisCheck(named, answer, true);
        }
        if (options.explain === true) {
            return synthesisCheck(named, conflict(solver, limits, stated), false);
        }
        return verdictCheck(named, (options.question === 'holds' ? holds : satisfiable)(solver, limits, stated));
    } catch (error) {
        if (error instanceof EvaluationError) {
            return undecidedCheck(named, { status: 'undecided', strength: 'not covered', reason: error.message });
        }
        throw error;
    }
}

/** The name of the answered subject, the display of values, and the limits of the solver. */
interface Named {
    readonly name: string;
    readonly display: Display;
    readonly limits: ConflictLimits;
}

/** width of the column with states */
const STATE_WIDTH = 15;
const INDENT = ' '.repeat(STATE_WIDTH);

const STATUSES = { holds: 'holds', satisfiable: 'holds', violated: 'fails', unsatisfiable: 'fails', undecided: 'unresolved' } as const;

function checkOf(
    name: string,
    status: keyof typeof STATUSES,
    why: string | undefined,
    rest: readonly string[],
    more: Partial<Check> = {}
): Check {
    const isProved = status === 'unsatisfiable' || status === 'holds';
    const head = `${status.padEnd(STATE_WIDTH)}${name}${why === undefined ? '' : `: ${why}`}${isProved ? ' (proved)' : ''}`;
    return { subject: name, status: STATUSES[status], lines: [head, ...rest.map(line => `${INDENT}${line}`)], ...more };
}

const assigned = (assignments: readonly Assignment[], display: Display): string[] =>
    assignments.map(a => `${a.variable.name} = ${assignedText(a, v => display.text(conventional(v), a.variable.feature))}`);

/** A quantity in its customary unit rather than in base units. */
const conventional = (value: Value): Value =>
    value instanceof Quantity ? convertQuantity(value, value.unit.system.conventional(value.unit)) : value;

const valuesOf = (assignments: readonly Assignment[]): Check['values'] =>
    assignments.map(({ variable, value, exact }) => ({
        name: variable.name,
        value: toJson(ValueSchema, encodeValue(variable.isVariation ? exact : value))
    }));

/** The status of an answer with its engine, strength and bounds (contract sheet 11.6). */
function resultsOf({ limits }: Named, { status, strength, reason = '', isTimeout = false }: Partial<SolverVerdict>): Check['results'] {
    const { engine, bounds } = solverStanding(strength ?? '', limits.timeout, isTimeout);
    return [
        {
            status: status ?? '',
            ...(reason !== '' && { reason }),
            engine,
            strength: strength ?? '',
            bounds: bounds.map(b => toJson(BoundSchema, b))
        }
    ];
}

const undecidedCheck = (named: Named, answer: Omit<Undecided, 'witness' | 'isTimeout'>): Check =>
    checkOf(named.name, 'undecided', answer.reason, [], { results: resultsOf(named, answer) });

function verdictCheck(named: Named, answer: SolverVerdict): Check {
    const { status, witness, condition, reason } = answer;
    return checkOf(named.name, status, reason ?? condition, assigned(witness, named.display), {
        values: valuesOf(witness),
        results: resultsOf(named, answer)
    });
}

function synthesisCheck(named: Named, answer: Synthesis | Conflict | Undecided, isAboutValues: boolean): Check {
    const { name, display } = named;
    const results = resultsOf(named, answer);
    switch (answer.status) {
        case 'undecided':
            return undecidedCheck(named, answer);
        case 'satisfiable': {
            const fixed = assigned(answer.fixed, display).map(line => `${line}  (stated)`);
            const why = isAboutValues ? undefined : 'no conditions conflict';
            return checkOf(name, 'satisfiable', why, [...fixed, ...assigned(answer.found, display)], {
                values: valuesOf(answer.found),
                results
            });
        }
        default: {
            const count = answer.parts.length;
            const why = count === 1 ? '1 condition is false by itself' : `${count} conditions cannot hold together`;
            const minimal = answer.isMinimal ? [] : ['(more than are needed: SERVICE_SMT_CORE_BUDGET was over)'];
            return checkOf(name, 'unsatisfiable', why, [...answer.parts.map(partText), ...minimal], { results });
        }
    }
}

const partText = ({ kind, text, path, place }: Part): string =>
    `${place.file}:${place.startLine}:${place.startCol} ${kind} ${[...path, text].join(': ')}`;

function configurationsCheck(named: Named, answer: Configurations | Undecided): Check {
    if (answer.status === 'undecided') {
        return undecidedCheck(named, answer);
    }
    const { name } = named;
    const { status, selections, isComplete, reason } = answer;
    const count = `${selections.length} selection${selections.length === 1 ? '' : 's'} of variants`;
    const why = selections.length === 0 ? 'no selection of variants' : `${count}, ${isComplete ? 'which are all' : reason}`;
    return checkOf(
        name,
        status,
        why,
        selectionLines(selections.map(selection => selection.map(a => ({ variation: a.variable.name, variant: a.exact })))),
        {
            rows: selections.map(selection => Object.fromEntries(selection.map(a => [a.variable.name, a.exact]))),
            results: resultsOf(named, answer)
        }
    );
}

function optimumCheck(named: Named, answer: Optimum | Undecided): Check {
    if (answer.status === 'undecided') {
        return undecidedCheck(named, answer);
    }
    const { name, display } = named;
    const goals = answer.goals.map(
        ({ goal, name: objective, text, value }) => `${goal} ${objective}: ${text} = ${display.text(conventional(value))}`
    );
    return checkOf(name, answer.status, undefined, [...goals, ...assigned(answer.witness, display)], {
        values: valuesOf(answer.witness),
        results: resultsOf(named, answer)
    });
}
