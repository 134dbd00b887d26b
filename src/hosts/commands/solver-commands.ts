/** Commands that a solver answers (contract: newest-operations 9), for hosts with a solver. */
import {
    type Assignment,
    assignedText,
    configurations,
    conflict,
    type ConflictLimits,
    optimum,
    type Part,
    questionSubjects,
    type QuestionSubject,
    satisfiable,
    Solver,
    type SolverSettings,
    type Undecided,
    values
} from '../../runtime/engines/solver/index.js';
import { Display } from '../../runtime/evaluation/index.js';
import { quantities, EvaluationError } from '../../runtime/values/index.js';
import {
    CellFailure,
    checkEngineAnswers,
    type CommandGroup,
    findingsShown,
    type Session,
    type Shown,
    standingLine
} from '../../session/index.js';
import { caseById, isRefusal } from '../../runtime/verification/index.js';

/** The context of a question to the solver. */
interface SolverContext {
    readonly session: Session;
    readonly solver: Solver;
    readonly limits: ConflictLimits;
    readonly display: Display;
    readonly solverName: string;
    /** start of the question, in milliseconds */
    readonly started: number;
}

/** Runs `evaluate` with a solver. @throws CellFailure */
function withSolver<T>(session: Session, settings: SolverSettings, evaluate: (context: SolverContext) => T): T {
    checkEngineAnswers(session, 'satisfiable');
    const { place, timeout, coreBudget, memory } = settings;
    if ('missing' in place) {
        throw new CellFailure('CommandError', place.missing);
    }
    const solver = new Solver(place, memory);
    const checkCancelled = (): void => session.host.checkCancelled?.();
    try {
        return evaluate({
            session,
            solver,
            limits: { timeout, coreBudget, checkCancelled },
            display: session.display,
            solverName: place.name,
            started: performance.now()
        });
    } catch (error) {
        if (error instanceof EvaluationError) {
            throw new CellFailure('CommandError', error.message);
        }
        throw error;
    } finally {
        solver.close();
    }
}

/** The subjects of a question: the conditions of an element, or those on an object. @throws CellFailure */
function subjectsOf(session: Session, name: string): readonly QuestionSubject[] {
    const { id, holder } = session.element(name);
    const about = questionSubjects(() => session.newRun(), id, holder);
    if ('error' in about) {
        throw session.failed('CommandError', about);
    }
    return about;
}

const KIND_WORDS: Readonly<Record<string, string>> = {
    constraint: 'Constraint',
    requirement: 'Requirement',
    satisfy: 'Satisfaction',
    object: 'Object'
};

const title = ({ kind, element }: QuestionSubject): string => `${KIND_WORDS[kind] ?? kind} ${element}`;

const timed = ({ solverName, started }: SolverContext): string => `(${solverName}, ${Math.round(performance.now() - started)}ms)`;

const assigned = (assignments: readonly Assignment[], { display }: SolverContext, after = ''): string[] =>
    assignments.map(
        a => `${a.variable.name} = ${assignedText(a, v => display.text(quantities.inConventionalUnit(v), a.variable.feature))}${after}`
    );

const satisfiableStanding = ({ session }: SolverContext): string =>
    standingLine(session, 'satisfiable', { claim: 'satisfiable', strength: 'witnessed', grounds: '1 query by solve' });

const unsatisfiableStanding = ({ session }: SolverContext): string =>
    standingLine(session, 'satisfiable', { claim: 'unsatisfiable', strength: 'proved over inputs', grounds: '1 query by solve' });

const indented = (lines: readonly string[]): string[] => lines.map(line => `  ${line}`);

function undecidedLines({ session }: SolverContext, subject: string, { reason }: Pick<Undecided, 'reason'>): string[] {
    return [`? ${subject} is undecided: ${reason}`, standingLine(session, 'satisfiable', { claim: 'not covered', grounds: reason })];
}

const partLines = ({ session }: SolverContext, parts: readonly Part[]): string[] =>
    parts.map(({ kind, text, path, place }, i) => {
        const where = path.length === 0 ? '' : ` — ${path.join(': ')}`;
        return `  ${i + 1}. ${kind}: \`${text}\`${where}, at ${session.placeText(place)}`;
    });

/** Answers a question for each subject of an element, one paragraph each. */
function each(settings: SolverSettings, answer: (context: SolverContext, subject: QuestionSubject) => readonly string[]) {
    return (session: Session, argument: string): Shown | undefined => {
        const name = argument.replace(/^"(.*)"$/, '$1');
        return name === ''
            ? undefined
            : withSolver(session, settings, question => ({
                  text: subjectsOf(session, name)
                      .flatMap(s => answer(question, s))
                      .join('\n')
              }));
    };
}

function checked(question: SolverContext, subject: QuestionSubject): string[] {
    const verdict = satisfiable(question.solver, question.limits, subject.stated());
    switch (verdict.status) {
        case 'satisfiable':
            return [
                `✓ ${title(subject)} is satisfiable ${timed(question)}`,
                ...indented(assigned(verdict.witness, question)),
                satisfiableStanding(question)
            ];
        case 'unsatisfiable':
            return [`✗ ${title(subject)} is unsatisfiable ${timed(question)}`, unsatisfiableStanding(question)];
        default:
            return undecidedLines(question, title(subject), { reason: verdict.reason ?? '' });
    }
}

function explained(question: SolverContext, subject: QuestionSubject): string[] {
    const answer = conflict(question.solver, question.limits, subject.stated());
    if (answer.status === 'undecided') {
        return undecidedLines(question, title(subject), answer);
    }
    if (answer.status === 'satisfiable') {
        return [`✓ ${title(subject)} is satisfiable, so no conditions conflict ${timed(question)}`, satisfiableStanding(question)];
    }
    const { parts, isMinimal } = answer;
    const count = parts.length === 1 ? '1 condition conflicts with itself' : `${parts.length} conditions conflict`;
    const minimal = isMinimal ? 'Every condition below is needed:' : 'Not every condition below may be needed (the time was over):';
    return [
        `✗ ${title(subject)} is unsatisfiable: ${count} ${timed(question)}`,
        `  ${minimal}`,
        ...partLines(question, parts),
        unsatisfiableStanding(question)
    ];
}

function solved(question: SolverContext, subject: QuestionSubject): string[] {
    const answer = values(question.solver, question.limits, subject.stated());
    if (answer.status === 'undecided') {
        return undecidedLines(question, title(subject), answer);
    }
    if (answer.status === 'satisfiable') {
        const fixed = assigned(answer.fixed, question, '  (declared)');
        const found = assigned(answer.found, question);
        return [
            `✓ ${title(subject)} has values satisfying it ${timed(question)}`,
            ...(fixed.length === 0 ? [] : ['  Already fixed:', ...fixed.map(l => `    ${l}`)]),
            ...(found.length === 0
                ? []
                : ['  Synthesised:', ...found.map(l => `    ${l}`), '  This is one witness; others may satisfy it too.']),
            satisfiableStanding(question)
        ];
    }
    const isPinned = answer.parts.some(p => p.kind === 'declared value');
    const why = isPinned
        ? 'no values consistent with the value already fixed'
        : 'no satisfying values: its conditions conflict on their own';
    return [`✗ ${title(subject)} has ${why} ${timed(question)}`, ...partLines(question, answer.parts), unsatisfiableStanding(question)];
}

// --- Variants ---------------------------------------------------------------------------------------------------------

/** The words of the command: `v=variant`, and `all` with an optional number. */
interface Selecting {
    readonly name: string;
    readonly chosen: readonly (readonly [variation: string, variant: string])[];
    readonly most: number | undefined;
}

function selecting(argument: string, usual: number): Selecting | undefined {
    const [name, ...words] = argument.split(/\s+/).filter(w => w !== '');
    if (name === undefined) {
        return undefined;
    }
    const all = words.indexOf('all');
    const [count] = all < 0 ? [] : words.slice(all + 1);
    const chosen = words
        .filter((_, i) => all < 0 || i < all)
        .map(word => {
            const match = /^([^=]+)=(.+)$/.exec(word);
            if (match === null) {
                throw new CellFailure('UsageError', `${word}: expected <variation>=<variant>, or all [<count>]`);
            }
            return [match[1], match[2]] as const;
        });
    if (all >= 0 && chosen.length > 0) {
        throw new CellFailure('UsageError', '`all` finds every consistent selection: write it without other words');
    }
    if (count !== undefined && !/^[1-9]\d{0,8}$/.test(count)) {
        throw new CellFailure('UsageError', `${count}: expected how many selections`);
    }
    return { name, chosen, most: all < 0 ? undefined : Number(count ?? usual) };
}

function configured(settings: SolverSettings) {
    return (session: Session, argument: string): Shown | undefined => {
        const wanted = selecting(argument, settings.mostConfigurations);
        return wanted === undefined
            ? undefined
            : withSolver(session, settings, question => ({
                  text: subjectsOf(session, wanted.name)
                      .flatMap(s => selections(question, s, wanted))
                      .join('\n')
              }));
    };
}

/** maximum number of selections that are tried to find one with the chosen variants */
const MOST_TRIED = 4096;

const isChosen = (selection: readonly Assignment[], chosen: Selecting['chosen']): boolean =>
    chosen.every(([variation, variant]) => selection.some(a => endsWith(a.variable.name, variation) && endsWith(a.exact, variant)));

const endsWith = (name: string, end: string): boolean => name === end || name.endsWith(`::${end}`) || name.endsWith(`.${end}`);

function selections(question: SolverContext, subject: QuestionSubject, { name, chosen, most }: Selecting): string[] {
    const { solver, limits } = question;
    const bound = most ?? (chosen.length > 0 ? MOST_TRIED : 1);
    const answer = configurations(solver, limits, subject.stated(), bound);
    if (answer.status === 'undecided') {
        const isBare = answer.reason.startsWith('no variation is read');
        return isBare
            ? [`? no variation point is read. Use %check ${name} for satisfiability`]
            : undecidedLines(question, title(subject), answer);
    }
    const found = answer.selections.filter(s => isChosen(s, chosen));
    if (found.length === 0) {
        const what = chosen.length === 0 ? 'permits no selection of variants' : 'is not consistent with the chosen variants';
        return [`✗ ${title(subject)} ${what} ${timed(question)}`, unsatisfiableStanding(question)];
    }
    const lineOf = (selection: readonly Assignment[]): string[] =>
        selection.map(a => `${a.variable.name} = ${a.exact}${chosen.some(([v]) => endsWith(a.variable.name, v)) ? '  (chosen)' : ''}`);
    if (most === undefined) {
        const head =
            chosen.length === 0
                ? `✓ ${title(subject)} permits a selection of variants`
                : `✓ the chosen variants are consistent with ${title(subject)}`;
        return [`${head} ${timed(question)}`, ...indented(lineOf(found[0])), satisfiableStanding(question)];
    }
    const end = answer.isComplete ? 'which are all of them' : answer.reason;
    return [
        `✓ ${title(subject)} permits ${found.length} ${found.length === 1 ? 'selection' : 'selections'} of variants, ${end} ${timed(question)}`,
        ...found.map((selection, i) => `  ${i + 1}. ${lineOf(selection).join(', ')}`),
        satisfiableStanding(question)
    ];
}

// --- Objectives -------------------------------------------------------------------------------------------------------

function optimized(settings: SolverSettings) {
    return (session: Session, argument: string): Shown | undefined => {
        if (argument === '') {
            return undefined;
        }
        const { id } = session.element(argument);
        const element = caseById(session.model, id, false);
        if (isRefusal(element)) {
            throw session.failed('CommandError', element);
        }
        return withSolver(session, settings, question => {
            const answer = optimum(question.solver, question.limits, session.newRun(), element);
            if (answer.status === 'undecided') {
                return { text: undecidedLines(question, `Analysis ${id}`, answer).join('\n') };
            }
            if (answer.status === 'unsatisfiable') {
                return {
                    text: [
                        `✗ Analysis ${id} has no values: its assertions conflict ${timed(question)}`,
                        unsatisfiableStanding(question)
                    ].join('\n')
                };
            }
            const goals = answer.goals.map(
                g => `${g.goal} ${g.name} = \`${g.text}\`: ${question.display.text(quantities.inConventionalUnit(g.value))}`
            );
            const lines = [...goals, ...assigned(answer.witness, question)];
            return {
                text: [`✓ Analysis ${id} is optimized ${timed(question)}`, ...indented(lines), satisfiableStanding(question)].join('\n')
            };
        });
    };
}

/** The commands that a solver answers. */
export function solverCommands(settings: SolverSettings): CommandGroup {
    const check = each(settings, checked);
    return {
        title: 'Solver',
        commands: [
            {
                name: 'check',
                usage: '[name]',
                example: '%check Cars::car',
                summary:
                    'whether a constraint, requirement, satisfaction or part can be satisfied; without a name: the findings of the session',
                run: (session, argument) => (argument === '' ? findingsShown(session) : check(session, argument))
            },
            {
                name: 'explain',
                usage: '<name>',
                example: '%explain Cars::car',
                summary: 'which conditions of an unsatisfiable element conflict',
                run: each(settings, explained)
            },
            {
                name: 'solve',
                usage: '<name>',
                example: '%solve Cars::car',
                summary: 'values that satisfy an element, keeping what is fixed',
                run: each(settings, solved)
            },
            {
                name: 'configure',
                usage: '<name> [<variation>=<variant>…] [all [count]]',
                example: '%configure Cars::car engine=small all 5',
                summary: 'which variants the conditions of an element permit',
                run: configured(settings)
            },
            {
                name: 'optimize',
                usage: '<case>',
                example: '%optimize Cars::best',
                summary: "the best values of a case's objectives",
                run: optimized(settings)
            }
        ]
    };
}
