/**
 * A run that demonstrates a claim of a search: its choices, with which it can be repeated, and its events. The run is repeated when it is
 * written; if it does not confirm the claim, this is detected.
 */
import { nameOf } from '../../../language/semantics/naming.js';
import { EvaluationError } from '../../values/index.js';
import { type Plan, replayPolicyText, type SearchedRun, type TraceRecord } from '../../behaviour/index.js';

export interface Witness {
    /** schedule with which `executeAction` and `executeState` repeat the run */
    readonly schedule: string;
    readonly plan: Plan;
    readonly choices: readonly string[];
    /** events, one line for each step, assignment and choice */
    readonly trace: readonly string[];
    /** claim that the run demonstrates, as the last line of its file */
    readonly ending: string;
    /** whether the repeated run shows the claim */
    readonly isReplayed: boolean;
}

/**
 * Repeats a run and writes its events.
 * @param run at its start, with tracing
 * @param depth number of moves after which it ends
 * @param ending `fails: …` for a run that ends in a failure
 * @param shows whether the claim is seen in the state that the repeated run is in after its moves; not called after a failure
 */
export function witnessOf(run: SearchedRun, depth: number, ending: string, shows: (run: SearchedRun) => boolean = () => true): Witness {
    const trace: string[] = run.performer === undefined ? [] : [`materialize: ${nameOf(run.performer.type) ?? ''} #${run.performer.id}`];
    let failure: string | undefined;
    let isShown = false;
    let written = run.records.length;
    const writeRecords = (): void => {
        const made = run.records.slice(written);
        const choices = made.filter(r => r.kind === 'choice');
        trace.push(...[...made.filter(r => r.kind !== 'choice'), ...choices].flatMap(textsOf));
        written = run.records.length;
    };
    try {
        for (let i = 0; i < depth && run.status() === 'open'; i++) {
            written = run.records.length;
            run.move();
            writeRecords();
            const tokens = run.tokens();
            if (tokens !== undefined) {
                trace.push(`step ${i + 1}: ${tokens.length === 0 ? 'no active tokens' : tokens.map(t => `token ${t}`).join(', ')}`);
            }
        }
        run.status();
        isShown = !ending.startsWith('fails: ') && shows(run);
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
        isReplayed: failure === undefined ? isShown : ending === `fails: ${failure}`
    };
}

/** Returns the lines for a record. Steps of tokens are omitted, because the reached places identify them. */
function textsOf({ kind, text, time, written }: TraceRecord): string[] {
    if (kind === 'evaluation') {
        return [text];
    }
    if (written !== undefined) {
        // The evaluation of an assignment has its own record.
        return written.expression === undefined ? [`stmt assign ${written.feature}`, `  -> ${written.value}`] : [];
    }
    return kind === 'step' ? [] : [time > 0 ? `${text} at t=${time}` : text];
}

/** Writes the file of a witness: the choices, a blank line, the events and the claim. */
export function witnessFile({ choices, trace, ending }: Witness): string {
    const made = choices.length === 0 ? ['no choice points'] : choices;
    return [...made, '', ...trace, ...(ending === '' ? [] : ['', ending])].join('\n');
}
