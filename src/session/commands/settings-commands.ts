/** Settings: a command without argument shows its setting, an argument sets it (contract: newest-operations 10). */
import { drawsOf, DrawsFault, DRAW_POLICIES, PolicyFault, policyOf } from '../../runtime/behaviour/index.js';
import { CellFailure, type Shown, shownTable } from '../answers/shown.js';
import type { CommandGroup, Session } from '../session.js';
import { VERBOSITIES } from '../settings.js';
import { wordsOf } from './command.js';

/** Finds a word in a list. @throws CellFailure for any other word */
function oneOf<T extends string>(what: string, words: readonly T[], word: string): T {
    const found = words.find(w => w === word);
    if (found === undefined) {
        throw new CellFailure('CommandError', `unknown ${what} "${word}" (one of ${words.join(', ')})`);
    }
    return found;
}

const SWITCH = ['on', 'off'] as const;
const switchText = (isOn: boolean): string => (isOn ? 'on' : 'off');
const line = (text: string): Shown => ({ text });

function verbosity({ settings }: Session, word: string): Shown {
    settings.verbosity = word === '' ? settings.verbosity : oneOf('verbosity', VERBOSITIES, word);
    return line(`verbosity: ${settings.verbosity}`);
}

function trace({ settings }: Session, word: string): Shown {
    settings.isTracing = word === '' ? settings.isTracing : oneOf('trace setting', SWITCH, word) === 'on';
    return line(`trace: ${switchText(settings.isTracing)}`);
}

function strict(session: Session, word: string): Shown {
    const { settings } = session;
    if (word === '') {
        return line(`strict: ${switchText(settings.isStrict)}`);
    }
    settings.isStrict = oneOf('strict setting', SWITCH, word) === 'on';
    const { text } = session.reread();
    return line([`strict: ${switchText(settings.isStrict)}`, text].filter(t => t !== '').join('\n'));
}

function lint({ settings }: Session, argument: string): Shown {
    const [code, word] = wordsOf(argument);
    if (code !== undefined) {
        if (word === undefined || !settings.lints.has(code)) {
            const known = [...settings.lints.keys()].join(', ');
            throw new CellFailure(
                'UsageError',
                word === undefined ? `lint ${code}: on or off?` : `no lint has the code "${code}"; there are ${known}`
            );
        }
        settings.lints = new Map(settings.lints).set(code, oneOf('lint setting', SWITCH, word) === 'on');
        return line(`lint ${code}: ${word}`);
    }
    return line([...settings.lints].map(([name, isOn]) => `lint ${name}: ${switchText(isOn)}`).join('\n'));
}

function schedule({ settings }: Session, word: string): Shown {
    if (word !== '') {
        try {
            if (policyOf(word).kind === 'explore') {
                throw new CellFailure('CommandError', 'a session follows one order: %run --schedule=explore tries all of them');
            }
        } catch (error) {
            if (error instanceof PolicyFault) {
                throw new CellFailure('CommandError', error.message);
            }
            throw error;
        }
        settings.schedule = word;
    }
    return line(`schedule: ${settings.schedule}`);
}

function seed({ settings }: Session, word: string): Shown {
    if (word !== '' && word !== 'off' && (!/^\d{1,20}$/.test(word) || BigInt(word) >= 1n << 64n)) {
        throw new CellFailure('CommandError', `${word} is not a whole number below 2^64, nor off`);
    }
    if (word !== '') {
        settings.seed = word === 'off' ? undefined : BigInt(word);
    }
    return line(`seed: ${settings.seed ?? 'off'}`);
}

function draws({ settings }: Session, word: string): Shown {
    try {
        settings.draws = word === '' ? settings.draws : drawsOf(word);
    } catch (error) {
        if (error instanceof DrawsFault) {
            throw new CellFailure('CommandError', error.message);
        }
        throw error;
    }
    return line(`draws: ${settings.draws}`);
}

function clockStep({ settings }: Session, word: string): Shown {
    if (word !== '') {
        const seconds = Number(word);
        if (!(seconds >= 0) || !Number.isFinite(seconds)) {
            throw new CellFailure('CommandError', `${word} is not a number of seconds of at least 0`);
        }
        settings.clockStep = seconds;
    }
    return line(`clock step: ${settings.clockStep === 0 ? 'continuous' : `${settings.clockStep} s`}`);
}

function budget({ host }: Session): Shown {
    const rows = (host.budgets ?? []).map(({ name, value, variable }) => [name, String(value), variable]);
    return rows.length === 0 ? line('(the budgets of the library)') : shownTable({ columns: ['bounds of one run', '', 'variable'], rows });
}

/**
 * Accepts the number of jobs without effect: a session makes its runs one after another, in one thread, and the answers do not depend on
 * the number (newest-operations 10, `%jobs`).
 */
function jobs(_session: Session, word: string): Shown {
    if (word !== '' && (!/^\d{1,6}$/.test(word) || Number(word) === 0)) {
        throw new CellFailure('CommandError', `${word} is not a number of threads`);
    }
    const allowed = word === '' || Number(word) === 1 ? '' : `of ${word} allowed; `;
    return line(`jobs: 1 (${allowed}a session computes one after another; nothing runs in the background)`);
}

export const settingCommands: CommandGroup = {
    title: 'Settings (without an argument: show)',
    commands: [
        {
            name: 'verbosity',
            usage: `[${VERBOSITIES.join('|')}]`,
            example: '%verbosity quiet',
            summary: 'the level of detail of output',
            words: VERBOSITIES,
            run: verbosity
        },
        { name: 'trace', usage: '[on|off]', example: '%trace on', summary: 'whether runs record a trace', words: SWITCH, run: trace },
        {
            name: 'strict',
            usage: '[on|off]',
            example: '%strict on',
            summary: 'whether notation beyond the standard is an error',
            words: SWITCH,
            run: strict
        },
        {
            name: 'lint',
            usage: '[<code> on|off]',
            example: '%lint undeclared-signal off',
            summary: 'warnings about models that the standard accepts',
            words: [],
            run: lint
        },
        {
            name: 'schedule',
            usage: '[declared|reverse|seed:<n>]',
            example: '%schedule seed:7',
            summary: 'the order of concurrent steps that the model leaves open',
            words: ['declared', 'reverse', 'seed:'],
            run: schedule
        },
        {
            name: 'seed',
            usage: '[<n>|off]',
            example: '%seed 7',
            summary: 'the seed of random draws, independent of the schedule',
            words: ['off'],
            run: seed
        },
        {
            name: 'draws',
            usage: `[${DRAW_POLICIES.join('|')}]`,
            example: '%draws average',
            summary: 'the values that random functions return',
            words: DRAW_POLICIES,
            run: draws
        },
        {
            name: 'clock-step',
            usage: '[<seconds>]',
            example: '%clock-step 0.5',
            summary: 'the step of the clock of runs; 0 is continuous',
            words: [],
            run: clockStep
        },
        {
            name: 'jobs',
            usage: '[<n>]',
            example: '%jobs 1',
            summary: 'how many threads may compute at once; a session uses one, and answers are the same for any number',
            words: ['1'],
            run: jobs
        },
        { name: 'budget', usage: '', summary: 'the budgets of one run, and the variables that raise them', words: [], run: budget }
    ]
};
