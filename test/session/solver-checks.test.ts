/** Checks by a solver as a session answers them (contract: newest-operations 2.4), with a host whose solver gives the answer of the row. */
import { describe, expect, it } from 'vitest';
import type { SolverCheck, SolverWitness } from '../../src/runtime/engines/smt/check-by-solver.js';
import { newSession } from '../../src/session/index.js';
import { testLibrary } from '../support/library.js';

const ANSWER: SolverCheck = {
    verdict: 'holds',
    claim: 'holds',
    strength: 'proved',
    name: 'P::a',
    kind: 'action',
    text: 'no error',
    inputs: [],
    free: [],
    assumptions: [],
    bounds: [
        { name: 'depth', limit: 40, isReached: false },
        { name: 'unroll', limit: 8, isReached: false }
    ],
    reason: '',
    queries: 1
};

const witness = (choices: readonly string[], schedule: string): SolverWitness => ({
    choices,
    schedule,
    inputs: ['n = 0'],
    plan: { picks: [], counts: [] },
    trace: [],
    ending: '',
    isReplayed: true
});

describe('%action under engine smt', () => {
    it.each<[said: string, answer: Partial<SolverCheck>, lines: readonly string[]]>([
        ['a proof', {}, ['✓ Action P::a: no error', '  standing: holds (proved over inputs and schedules: 1 query by smt)']],
        [
            'a machine, with its free inputs and assumptions',
            { kind: 'machine', name: 'P::m', inputs: ['n : Integer free', 'y = 0'], assumptions: ['P::small', 'P::even'], queries: 0 },
            [
                '✓ State machine P::m: no error',
                '  inputs: n : Integer free, y = 0',
                '  assumed: constraint P::small, constraint P::even',
                '  standing: holds (proved over inputs and schedules: 0 queries by smt)'
            ]
        ],
        [
            'a bound that was reached, alone',
            {
                strength: 'bounded',
                bounds: [ANSWER.bounds[0], { name: 'unroll', limit: 8, isReached: true }],
                reason: 'a loop',
                queries: 3
            },
            [
                '✓ Action P::a: no error',
                '  a loop',
                '  standing: holds (bounded over inputs and schedules: 3 queries by smt, unroll=8 (reached))'
            ]
        ],
        [
            'two runs that end differently',
            {
                verdict: 'fails',
                claim: 'sensitive',
                strength: 'witnessed',
                text: 'm ends differently',
                witness: witness([], 's1'),
                contrast: witness(['a before b', 'c before d'], 's2'),
                queries: 2
            },
            [
                '✗ Action P::a: m ends differently',
                '  witness: no choices',
                '  contrast: a before b; c before d',
                '  standing: sensitive (witnessed: 2 queries by smt, replayed)'
            ]
        ],
        [
            'what is not covered, with its reason',
            {
                verdict: 'undecided',
                claim: 'none',
                strength: 'not covered',
                text: 'undecided',
                reason: 'a message is not encoded',
                queries: 0
            },
            ['? Action P::a: undecided', '  a message is not encoded', '  standing: not covered (a message is not encoded)']
        ]
    ])('%s', async (_, answer, lines) => {
        const session = newSession({ library: testLibrary(), checkBySolver: () => ({ ...ANSWER, ...answer }) });
        await session.execute('package P { action a; }\n%engine smt');
        const { shown, failure } = await session.execute('%action P::a');
        expect(failure?.message).toBeUndefined();
        expect(shown[0].text.split('\n')).toEqual(lines);
    });

    it('is refused where the host has no solver', async () => {
        const session = newSession({ library: testLibrary() });
        await session.execute('package P { action a; }\n%engine smt');
        const { failure } = await session.execute('%action P::a');
        expect(failure?.message).toBe('there is no solver here: %engine check searches every schedule');
    });
});
