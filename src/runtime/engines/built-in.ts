/** The engines of every build: what each can prove at best and which questions it answers (contract sheet 11.2, 11.3, 11.4). */

interface BuiltInEngine {
    readonly name: string;
    readonly authority: string;
    /** the kinds of questions that it declares */
    readonly answers: readonly QuestionKind[];
    /** what requests put to it */
    readonly asked: readonly EngineQuestion[];
    readonly bounds: readonly string[];
    /** what it needs a process for */
    readonly process?: 'solver';
}

/** The kinds of questions of the contract (verification-and-engines 11.2). */
export type QuestionKind = 'evaluate' | 'outcomes' | 'sweep' | 'compute' | 'satisfiable' | 'holds' | 'sensitive';

/** The kinds of questions: `holds` is of a condition, `behavior` of a whole action or machine, which is `holds` and `sensitive`. */
export type EngineQuestion = Exclude<QuestionKind, 'compute' | 'sensitive'> | 'behavior';

/** In name order: what they can prove at best, what they answer, and the budgets they take. */
export const ENGINES: readonly BuiltInEngine[] = [
    {
        name: 'check',
        authority: 'bounded',
        answers: ['outcomes', 'holds', 'sensitive'],
        asked: ['behavior'],
        bounds: ['depth', 'states', 'deadline', 'steps', 'elements']
    },
    { name: 'explore', authority: 'proved', answers: ['outcomes'], asked: ['outcomes'], bounds: ['runs', 'depth'] },
    { name: 'run', authority: 'observed', answers: ['evaluate'], asked: ['evaluate'], bounds: ['steps', 'elements'] },
    {
        name: 'smt',
        authority: 'proved',
        answers: ['holds', 'sensitive'],
        asked: ['behavior'],
        bounds: ['depth', 'unroll', 'solver'],
        process: 'solver'
    },
    {
        name: 'solve',
        authority: 'proved',
        answers: ['satisfiable', 'holds'],
        asked: ['satisfiable', 'holds'],
        bounds: ['runs', 'solver'],
        process: 'solver'
    },
    { name: 'sweep', authority: 'observed', answers: ['sweep'], asked: ['sweep'], bounds: ['runs'] }
];

/** Why no selected engine answers a question; undefined when one does. @param engine its name; empty, `auto` or `all` for any */
export function engineRefusal(engine: string, question: EngineQuestion): string | undefined {
    const isAny = engine === '' || engine === 'auto' || engine === 'all';
    const named = ENGINES.find(e => e.name === engine);
    if (isAny || named?.asked.includes(question) === true) {
        return undefined;
    }
    const ofBehaviors = named?.asked.includes('behavior') === true && named.answers.some(kind => kind === question);
    if (ofBehaviors) {
        return `engine "${engine}" answers ${question} of actions and state machines alone`;
    }
    return `engine "${engine}" does not answer ${question === 'behavior' ? 'holds of actions and state machines' : question}`;
}
