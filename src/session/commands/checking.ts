/**
 * Checks over every schedule: the engine that `%action` and `%state` use, and the options of the check (contract: newest-operations 2 and
 * 10). A command without argument shows its setting.
 */
import { ENGINES } from '../../runtime/engines/built-in.js';
import { checkBehavior } from '../../runtime/engines/check/check-behavior.js';
import { DEFAULT_BOUNDS } from '../../runtime/engines/check/bounded-search.js';
import { type Witness, witnessFile } from '../../runtime/engines/check/witness.js';
import { DEFAULT_UNROLLING } from '../../runtime/engines/smt/bounds.js';
import { messageOf } from '../../language/failures.js';
import { type BehaviourKind, replayPolicyText } from '../../runtime/behaviour/index.js';
import { checkLines, outcomeText, violationText, witnessNames } from '../answers/check-answers.js';
import { solverCheckLines, solverWitnessNames } from '../answers/solver-check-answers.js';
import { CellFailure, type Shown } from '../answers/shown.js';
import type { CommandGroup, Session } from '../session.js';
import { bare, wordsOf } from './command.js';

/** Whether `%action` and `%state` make a check instead of starting a debugged run. */
export const isChecked = ({ settings }: Session): boolean => settings.engine === 'check' || settings.engine === 'smt';

/** Makes the check of a behaviour. @param performer path to the object that is created as the performer; may be empty */
export function checkShown(session: Session, behaviour: string, kind: BehaviourKind, performer: string): Promise<Shown> {
    return session.settings.engine === 'smt'
        ? solverCheckShown(session, behaviour, kind, performer)
        : searchShown(session, behaviour, kind, performer);
}

async function searchShown(session: Session, behaviour: string, kind: BehaviourKind, performer: string): Promise<Shown> {
    const { properties, diverge, bounds, witnesses } = session.settings.checking;
    const answer = checkBehavior(
        session.model,
        { behaviour, kind, performer, properties, diverge, bounds, onProgress: () => session.host.checkCancelled?.() },
        session.limits
    );
    if ('error' in answer) {
        throw session.failed('CommandError', answer);
    }
    const files = witnesses === undefined ? undefined : await written(session, witnessNames(answer, performer), witnesses);
    return {
        text: checkLines(answer, files).join('\n'),
        json: {
            verdict: answer.verdict,
            violations: answer.violations.map(v => ({ violation: violationText(v), schedule: v.witness.schedule })),
            outcomes: answer.finals.map(f => ({ outcome: outcomeText(f), schedule: f.witness.schedule }))
        }
    };
}

async function solverCheckShown(session: Session, behaviour: string, kind: BehaviourKind, performer: string): Promise<Shown> {
    const { properties, diverge, freed, assumed, bounds, witnesses } = session.settings.checking;
    const { checkBySolver } = session.host;
    if (checkBySolver === undefined) {
        throw new CellFailure('CommandError', 'there is no solver here: %engine check searches every schedule');
    }
    const { depth, unroll, timeout } = bounds;
    const ends = timeout === undefined ? Infinity : Date.now() + timeout;
    const request = { behaviour, kind, performer, properties, diverge, freed, assumed };
    const answer = checkBySolver(
        session.model,
        { ...request, bounds: { ...(depth !== undefined && { depth }), ...(unroll !== undefined && { unroll }) } },
        ends,
        session.limits
    );
    if ('error' in answer) {
        throw session.failed('CommandError', answer);
    }
    const files = witnesses === undefined ? undefined : await written(session, solverWitnessNames(answer, performer), witnesses);
    const runs = [answer.witness, answer.contrast].filter(run => run !== undefined);
    return {
        text: solverCheckLines(answer, files).join('\n'),
        json: { verdict: answer.verdict, claim: answer.claim, runs: runs.map(r => ({ schedule: r.schedule, inputs: [...r.inputs] })) }
    };
}

/** Writes witnesses into a folder. @throws CellFailure */
async function written<W extends Witness>(
    { host }: Session,
    names: ReadonlyMap<W, string>,
    folder: string
): Promise<ReadonlyMap<W, string>> {
    const files = new Map([...names].map(([witness, name]) => [witness, `${folder}/${name}`]));
    try {
        for (const [witness, file] of files) {
            await host.files!.write(file, witnessFile(witness));
        }
    } catch (error) {
        throw new CellFailure('CommandError', messageOf(error));
    }
    return files;
}

/** The engines that a session can use. `explore` is not among them, because it repeats whole runs, which only `%run` makes. */
const CHOICES: readonly string[] = ['auto', 'all', ...ENGINES.map(e => e.name).filter(name => name !== 'explore')];

function engine({ settings }: Session, argument: string): Shown {
    const [word = '', ...more] = wordsOf(argument).map(bare);
    if (word === 'explore') {
        throw new CellFailure('CommandError', 'explore repeats a whole run in every order: %run <name> --schedule=explore does');
    }
    if (more.length > 0 || (word !== '' && !CHOICES.includes(word))) {
        throw new CellFailure('CommandError', `no engine named "${argument}"; there are ${CHOICES.join(', ')}`);
    }
    settings.engine = word === '' ? settings.engine : word;
    return { text: `engine: ${settings.engine}` };
}

/** A list of names: the command shows it, sets it, or empties it by `off`. */
function names(key: 'properties' | 'diverge' | 'freed' | 'assumed', label: string, none: string, isElement: boolean) {
    return (session: Session, argument: string): Shown => {
        const { settings } = session;
        const words = wordsOf(argument).map(bare);
        if (words.length > 0) {
            const list = words.length === 1 && words[0] === 'off' ? [] : words;
            settings.checking = { ...settings.checking, [key]: isElement ? list.map(name => session.element(name).id) : list };
        }
        const set = settings.checking[key];
        return { text: `${label}: ${set.length === 0 ? none : set.join(', ')}` };
    };
}

/** The default of `depth` is that of the search; a solver unrolls fewer moves. */
const DEFAULTS = { depth: DEFAULT_BOUNDS.depth, states: DEFAULT_BOUNDS.states, unroll: DEFAULT_UNROLLING.unroll } as const;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function bounds({ settings }: Session, argument: string): Shown {
    let set = argument === 'off' ? {} : { ...settings.checking.bounds };
    for (const word of argument === 'off' ? [] : wordsOf(argument)) {
        const [name, text = ''] = word.split('=', 2);
        if (!['depth', 'states', 'unroll', 'timeout'].includes(name)) {
            throw new CellFailure('UsageError', `"${name}" is not a bound; the bounds are depth, states, unroll and timeout`);
        }
        const isTime = name === 'timeout';
        const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
        const value = Number(number) * (isTime ? (UNITS[unit] ?? NaN) : 1);
        if ((!isTime && unit !== '') || !(value > 0) || (!isTime && !Number.isInteger(value))) {
            throw new CellFailure(
                'UsageError',
                isTime
                    ? `timeout takes a duration such as 500ms or 10s, not "${text}"`
                    : `${name} takes a bound of at least one, not "${text}"`
            );
        }
        set = { ...set, [name]: value };
    }
    settings.checking = { ...settings.checking, bounds: set };
    const bound = (name: keyof typeof DEFAULTS): string => `${name}=${set[name] ?? `${DEFAULTS[name]} (default)`}`;
    const timeout = set.timeout === undefined ? 'off' : `${set.timeout}ms`;
    return { text: `check-bounds: ${bound('depth')}, ${bound('states')}, ${bound('unroll')}, timeout=${timeout}` };
}

function witness({ settings }: Session, argument: string): Shown {
    if (argument !== '') {
        settings.checking = { ...settings.checking, witnesses: argument === 'off' ? undefined : bare(argument) };
    }
    return { text: `check-witness: ${settings.checking.witnesses ?? 'off'}` };
}

/**
 * The choice in a line of a witness: the index of the taken alternative, and the number of alternatives. @throws CellFailure for a line
 * without named alternatives
 */
function choiceOf(line: string): readonly [pick: number, count: number] {
    const [, picked, listed] = / (\S.*?) first of (.+)$/.exec(line) ?? / -> (\S.*?) among (.+)$/.exec(line) ?? [];
    const names = listed?.split(', ') ?? [];
    const pick = names.findIndex(n => picked === n || picked?.endsWith(` ${n}`) === true);
    if (pick < 0) {
        throw new CellFailure('CommandError', `this line of the witness names no choice among alternatives: ${line}`);
    }
    return [pick, names.length];
}

/** Sets the schedule of a witness file: its choices are the lines before the first blank line. */
async function replay(session: Session, argument: string): Promise<Shown | undefined> {
    if (argument === '') {
        return undefined;
    }
    const file = bare(argument);
    let text: string;
    try {
        text = await session.host.files!.readText(file);
    } catch (error) {
        throw new CellFailure('CommandError', messageOf(error));
    }
    const lines = text.split(/\r?\n\s*\r?\n/)[0].split(/\r?\n/);
    const choices = lines.filter(l => l.trim() !== '' && l !== NO_CHOICES).map(choiceOf);
    session.settings.schedule = replayPolicyText({ picks: choices.map(([pick]) => pick), counts: choices.map(([, count]) => count) });
    return { text: `schedule: replay of ${file} (${choices.length} ${choices.length === 1 ? 'choice' : 'choices'})` };
}

/** The text of a witness without choices. */
const NO_CHOICES = 'no choice points';

export const checkingCommands: CommandGroup = {
    title: 'Checking every schedule (%engine check or smt, then %action or %state)',
    commands: [
        {
            name: 'engine',
            usage: `[${CHOICES.join('|')}]`,
            example: '%engine smt',
            summary: 'the engine that answers questions: a name, auto, or all; check and smt also change %action and %state',
            words: CHOICES,
            run: engine
        },
        {
            name: 'check-property',
            usage: '[<name>…|off]',
            example: '%check-property Cars::light',
            summary: 'constraints and requirements that are judged at every stable state',
            run: names('properties', 'check-property', 'off', true)
        },
        {
            name: 'check-diverge',
            usage: '[<feature>…|off]',
            example: '%check-diverge distance',
            summary: 'features whose final values are compared; off compares every attribute',
            words: ['off'],
            run: names('diverge', 'check-diverge', 'every attribute', false)
        },
        {
            name: 'check-input',
            usage: '[<feature>…|off]',
            example: '%check-input load',
            summary: 'features of the action that smt leaves free, beside its inputs without a value',
            words: ['off'],
            run: names('freed', 'check-input', 'inputs without a value', false)
        },
        {
            name: 'check-assume',
            usage: '[<name>…|off]',
            example: '%check-assume Cars::light',
            summary: 'constraints that hold as the action begins, for smt',
            run: names('assumed', 'check-assume', 'off', true)
        },
        {
            name: 'check-bounds',
            usage: '[depth=<n>] [states=<n>] [unroll=<n>] [timeout=<duration>] | off',
            example: '%check-bounds states=500 timeout=5s',
            summary: 'the bounds of the search',
            words: ['depth=', 'states=', 'unroll=', 'timeout=', 'off'],
            run: bounds
        },
        {
            name: 'check-witness',
            usage: '[<folder>|off]',
            example: '%check-witness witnesses',
            summary: 'where witnesses of violations are written',
            words: ['off'],
            needsFiles: true,
            run: witness
        },
        {
            name: 'replay',
            usage: '<witness>',
            example: '%replay witnesses/light.json',
            summary: 'set the schedule of a witness file, so that the next %action or %state repeats it',
            words: [],
            needsFiles: true,
            run: replay
        }
    ]
};
