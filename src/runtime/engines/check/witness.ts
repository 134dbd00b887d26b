/**
 * A run that shows what a search claims: its choices, by which it can be made again, and what happens in it. It is made again to be
 * written, so a claim that a replay does not show is noticed.
 */
import { nameOf } from '../../../language/semantics/naming.js';
import { EvaluationError } from '../../values/index.js';
import { type Plan, replayPolicyText, type SearchedRun, type TraceRecord } from '../../behaviour/index.js';

export interface Witness {
    /** the schedule under which `executeAction` and `executeState` make the run */
    readonly schedule: string;
    readonly plan: Plan;
    readonly choices: readonly string[];
    /** what happens, a line a step, assignment and choice */
    readonly trace: readonly string[];
    /** what the run was made to show, as the last line of its file */
    readonly ending: string;
    /** whether the replay ended where the search says it does */
    readonly isReplayed: boolean;
}

/**
 * Makes a run again and writes what happens in it.
 * @param run at its beginning, traced
 * @param depth moves after which it ends
 * @param ending `fails: …` for one that ends in a failure
 */
export function witnessOf(run: SearchedRun, depth: number, ending: string): Witness {
    const trace: string[] = run.performer === undefined ? [] : [`materialize: ${nameOf(run.performer.type) ?? ''} #${run.performer.id}`];
    let failure: string | undefined;
    let written = run.records.length;
    const writeRecords = (): void => {
        const made = run.records.slice(written);
        const choices = made.filter(r => r.kind === 'choice');
        trace.push(...[...made.filter(r => r.kind !== 'choice'), ...choices].flatMap(textsOf));
        written = run.records.length;
    };
    try {
        for (let i = 0; i < depth && run.standing() === 'open'; i++) {
            written = run.records.length;
            run.move();
            writeRecords();
            const tokens = run.tokens();
            if (tokens !== undefined) {
                trace.push(`step ${i + 1}: ${tokens.length === 0 ? 'no active tokens' : tokens.map(t => `token ${t}`).join(', ')}`);
            }
        }
        run.standing();
    } catch (error) {
        if (!(error instanceof EvaluationError)) {
            throw error;
        }
        writeRecords();
        failure = error.message;
    }
    const { picks, counts } = run.trail;
    const plan = { picks: [...picks], counts: [...counts] };
    return {
        schedule: replayPolicyText(plan),
        plan,
        choices: [...run.choices],
        trace,
        ending,
        isReplayed: failure === undefined ? !ending.startsWith('fails: ') : ending === `fails: ${failure}`
    };
}

/** Steps of tokens are identified by where they lead. */
function textsOf({ kind, text, time, written }: TraceRecord): string[] {
    if (kind === 'evaluation') {
        return [text];
    }
    if (written !== undefined) {
        // An assignment's evaluation is a record of its own.
        return written.expression === undefined ? [`stmt assign ${written.feature}`, `  -> ${written.value}`] : [];
    }
    return kind === 'step' ? [] : [time > 0 ? `${text} at t=${time}` : text];
}

/** The file of a witness: the choices, a blank line, what happens, and what it shows. */
export function witnessFile({ choices, trace, ending }: Witness): string {
    const made = choices.length === 0 ? ['no choice points'] : choices;
    return [...made, '', ...trace, ...(ending === '' ? [] : ['', ending])].join('\n');
}
