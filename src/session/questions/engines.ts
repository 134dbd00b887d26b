/** The engine for a question of a session, and the standing of its answer (contract: verification-and-engines 11.4 to 11.6). */
import { ENGINES, engineRefusal, type EngineQuestion } from '../../runtime/engines/built-in.js';
import { CellFailure } from '../answers/shown.js';
import type { Session } from '../session.js';

/** @throws CellFailure if the engine of the session does not support the question */
export function checkEngineAnswers({ settings }: Session, question: EngineQuestion): void {
    const refusal = engineRefusal(settings.engine, question);
    if (refusal !== undefined) {
        throw new CellFailure('CommandError', refusal);
    }
}

/** The claim of an answer, its strength and its grounds. Without a strength the answer is not covered, and the grounds are the reason. */
export interface Standing {
    readonly claim: string;
    readonly strength?: string;
    readonly grounds: string;
}

/** The last line of an answer. Under `%engine all` it lists each engine with its claim. */
export function standingLine({ settings }: Session, question: EngineQuestion, { claim, strength, grounds }: Standing): string {
    const answers = ENGINES.filter(e => e.questions.includes(question)).map(e => `${e.name} ${claim} (${strength ?? grounds})`);
    const all = settings.engine === 'all' ? `; all: ${answers.join(', ')}` : '';
    return `  standing: ${claim} (${strength === undefined ? grounds : `${strength}: ${grounds}`})${all}`;
}

/** The standing of one run of the evaluator. */
export const standingOfRun = (session: Session, claim: string, strength: 'observed' | 'witnessed'): string =>
    standingLine(session, 'evaluate', { claim, strength, grounds: `1 run under ${session.settings.schedule}` });

/** The standing of a table of runs. */
export const standingOfTable = (session: Session, rows: number): string =>
    standingLine(session, 'sweep', { claim: 'table', strength: 'observed', grounds: `${rows} rows` });
