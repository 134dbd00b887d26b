/**
 * The engines of every build, with the strongest result that each can give and the questions that it answers (contract sheet 11.2, 11.3,
 * 11.4).
 */

interface BuiltInEngine {
    readonly name: string;
    readonly authority: string;
    /** kinds of questions that it declares */
    readonly answers: readonly QuestionKind[];
    /** questions that requests can put to it */
    readonly questions: readonly EngineQuestion[];
    readonly bounds: readonly string[];
    /** process that it needs */
    readonly process?: 'solver';
}

/** The kinds of questions of the contract (verification-and-engines 11.2). */
export type QuestionKind = 'evaluate' | 'outcomes' | 'sweep' | 'compute' | 'satisfiable' | 'holds' | 'sensitive';

/**
 * The questions of requests. `holds` is about a condition; `behavior` is about a whole action or machine and covers `holds` and `sensitive`
 * of it.
 */
export type EngineQuestion = Exclude<QuestionKind, 'compute' | 'sensitive'> | 'behavior';

/** The engines in the order of their names, with their answers and the budgets that they accept. */
export const ENGINES: readonly BuiltInEngine[] = [
    {
        name: 'check',
        authority: 'bounded',
        answers: ['outcomes', 'holds', 'sensitive'],
        questions: ['behavior'],
        bounds: ['depth', 'states', 'deadline', 'steps', 'elements']
    },
    { name: 'explore', authority: 'proved', answers: ['outcomes'], questions: ['outcomes'], bounds: ['runs', 'depth'] },
    { name: 'run', authority: 'observed', answers: ['evaluate'], questions: ['evaluate'], bounds: ['steps', 'elements'] },
    {
        name: 'smt',
        authority: 'proved',
        answers: ['holds', 'sensitive'],
        questions: ['behavior'],
        bounds: ['depth', 'unroll', 'solver'],
        process: 'solver'
    },
    {
        name: 'solve',
        authority: 'proved',
        answers: ['satisfiable', 'holds'],
        questions: ['satisfiable', 'holds'],
        bounds: ['runs', 'solver'],
        process: 'solver'
    },
    { name: 'sweep', authority: 'observed', answers: ['sweep'], questions: ['sweep'], bounds: ['runs'] }
];

/**
 * Returns the reason why no selected engine answers a question; undefined if one does. @param engine its name; empty, `auto` or `all` for
 * any engine
 */
export function engineRefusal(engine: string, question: EngineQuestion): string | undefined {
    const isAny = engine === '' || engine === 'auto' || engine === 'all';
    const named = ENGINES.find(e => e.name === engine);
    if (isAny || named?.questions.includes(question) === true) {
        return undefined;
    }
    const ofBehaviors = named?.questions.includes('behavior') === true && named.answers.some(kind => kind === question);
    if (ofBehaviors) {
        return `engine "${engine}" answers ${question} only of actions and state machines`;
    }
    return `engine "${engine}" does not answer ${question === 'behavior' ? 'holds of actions and state machines' : question}`;
}
