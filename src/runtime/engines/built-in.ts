/** The engines of every build: what each can prove at best and which questions it answers (contract sheet 11.2, 11.3, 11.4). */

interface BuiltInEngine {
    readonly name: string;
    readonly authority: string;
    readonly answers: readonly EngineQuestion[];
    readonly bounds: readonly string[];
    /** what it needs a process for */
    readonly process?: 'solver';
}

/** What an engine is asked. */
export type EngineQuestion = 'evaluate' | 'outcomes' | 'sweep' | 'holds' | 'satisfiable' | 'behavior';

/** In name order: what they can prove at best, what they answer, and the budgets they take. */
export const ENGINES: readonly BuiltInEngine[] = [
    { name: 'check', authority: 'bounded', answers: ['behavior'], bounds: ['depth', 'states', 'time'] },
    { name: 'explore', authority: 'proved', answers: ['outcomes'], bounds: ['runs', 'depth'] },
    { name: 'run', authority: 'observed', answers: ['evaluate'], bounds: ['steps', 'elements'] },
    { name: 'smt', authority: 'proved', answers: ['behavior'], bounds: ['depth', 'unroll', 'solver'], process: 'solver' },
    { name: 'solve', authority: 'proved', answers: ['satisfiable', 'holds'], bounds: ['solver'], process: 'solver' },
    { name: 'sweep', authority: 'observed', answers: ['sweep'], bounds: ['runs'] }
];

/** Why no engine that is asked answers a question; undefined when one does. @param engine its name; empty, `auto` or `all` for any */
export function engineRefusal(engine: string, question: EngineQuestion): string | undefined {
    const isAny = engine === '' || engine === 'auto' || engine === 'all';
    const named = ENGINES.find(e => e.name === engine);
    return isAny || named?.answers.includes(question) === true ? undefined : `engine "${engine}" does not answer ${question}`;
}
