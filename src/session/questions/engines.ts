/** Which engine a session puts a question to, and the standing of what it answers (contract: verification-and-engines 11.4 to 11.6). */
import { ENGINES, engineRefusal, type EngineQuestion } from '../../runtime/engines/built-in.js';
import { CellFailure } from '../answers/shown.js';
import type { Session } from '../session.js';

/** @throws CellFailure where the engine that questions are put to does not answer this one */
export function checkEngineAnswers({ settings }: Session, question: EngineQuestion): void {
    const refusal = engineRefusal(settings.engine, question);
    if (refusal !== undefined) {
        throw new CellFailure('CommandError', refusal);
    }
}

/** What an answer claims, how strongly, and from what; without a strength nothing is covered, and the grounds are the reason. */
export interface Standing {
    readonly claim: string;
    readonly strength?: string;
    readonly grounds: string;
}

/** The last line of an answer. Under `%engine all` it names each engine that was asked, with what it claims. */
export function standingLine({ settings }: Session, question: EngineQuestion, { claim, strength, grounds }: Standing): string {
    const asked = ENGINES.filter(e => e.asked.includes(question)).map(e => `${e.name} ${claim} (${strength ?? grounds})`);
    const all = settings.engine === 'all' ? `; all: ${asked.join(', ')}` : '';
    return `  standing: ${claim} (${strength === undefined ? grounds : `${strength}: ${grounds}`})${all}`;
}

/** The standing of one run of the evaluator. */
export const standingOfRun = (session: Session, claim: string, strength: 'observed' | 'witnessed'): string =>
    standingLine(session, 'evaluate', { claim, strength, grounds: `1 run under ${session.settings.schedule}` });

/** The standing of a table of runs. */
export const standingOfTable = (session: Session, rows: number): string =>
    standingLine(session, 'sweep', { claim: 'table', strength: 'observed', grounds: `${rows} rows` });
