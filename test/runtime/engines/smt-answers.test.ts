/** What engine `smt` answers about small behaviours: the verdict, how a run fails, with which inputs and choices. */
import { afterAll, describe, expect, test } from 'vitest';
import { checkBySolver, findSolver, Solver } from '../../../src/runtime/engines/index.js';
import { modelOf } from '../behaviour/run.js';

const place = findSolver('', process.env.PATH ?? '');
const solver = 'missing' in place ? undefined : new Solver(place);
afterAll(() => solver?.close());

const DECLARED = `attribute def S; constraint low { in x : Integer; x < 5 } constraint few { in n : Integer; n >= 0 and n <= 9 }
    constraint other { in x : Integer; x != 7 }
    action def Sum { in x : Integer; out y : Integer; first start; then assign y := x + 1; }`;

const DEADLOCK = 'accept deadlock in action A: nothing can post the awaited message (accept when n > 0 waiting since step 2)';

interface Row {
    readonly what: string;
    readonly body: string;
    readonly kind?: 'machine';
    readonly properties?: readonly string[];
    readonly depth?: number;
    /** the verdict, its strength and text, then the choices and the last line of the witness, or why nothing is decided */
    readonly answer: readonly string[];
    /** where no other ones are possible */
    readonly inputs?: string;
}

const X = 'in n : Integer; attribute x : Integer := 0; first start;';
const VIOLATED = 'fails violated witnessed';
const ROWS: readonly Row[] = [
    {
        what: 'a property that is false',
        body: `${X} then assign x := if n == 6 ? n else 0;`,
        answer: [VIOLATED, 'at step 2: T::low is false', 'property: T::low', 'step 2: no active tokens'],
        inputs: 'n = 6, x = 0'
    },
    {
        what: 'the first of two properties that is false',
        body: `${X} then assign x := 6; then assign x := 7;`,
        properties: ['T::other', 'T::low'],
        answer: [VIOLATED, 'at step 2: T::low is false', 'property: T::low', 'step 2: token 1@assign']
    },
    {
        what: 'a property that holds',
        body: `${X} then assign x := 4;`,
        answer: ['holds holds proved', 'holds', ''],
        inputs: 'n : Integer free, x = 0'
    },
    {
        what: 'a property that is false at the start',
        body: 'in n : Integer; attribute x : Integer := n; first start; then assign x := 1;',
        answer: [VIOLATED, 'at step 0: T::low is false', 'property: T::low']
    },
    {
        what: 'a division by zero',
        body: `${X} then assign x := 6 % n;`,
        properties: ['T::other'],
        answer: [
            VIOLATED,
            'at step 2: failure: action node assign: eval assignment RHS: division by zero',
            'fails: action node assign: eval assignment RHS: division by zero',
            '    eval feature n -> 0'
        ],
        inputs: 'n = 0, x = 0'
    },
    {
        what: 'a division by zero that an assumption excludes',
        body: `${X} then assign x := 6 % (n + 1);`,
        properties: ['T::other'],
        answer: ['holds holds proved', 'holds', '']
    },
    {
        what: 'a decision without a branch',
        body: `${X} then decide d; if n > 4 then a; if n < 4 then a; action a assign x := 1;`,
        answer: [
            VIOLATED,
            'at step 2: failure: no guard holds: decision d has no branch to take',
            'fails: no guard holds: decision d has no branch to take',
            'eval operator < -> false'
        ],
        inputs: 'n = 4, x = 0'
    },
    {
        what: 'a wait without an end',
        body: `${X} then accept when n > 0; then assign x := 1;`,
        answer: [VIOLATED, `at step 1: deadlock: ${DEADLOCK}`, `deadlock: ${DEADLOCK}`, 'step 1: token 1@accept'],
        inputs: 'n = 0, x = 0'
    },
    {
        what: 'an order of steps',
        body: `in n : Integer; attribute x : Integer := 1; first start; then fork f; first f then a; first f then b;
            action a assign x := x + 2; action b assign x := x * 2;`,
        answer: [VIOLATED, 'at step 4: T::low is false', 'property: T::low', 'step 3: 2@a first of 2@a, 3@b', 'step 4: no active tokens']
    },
    {
        what: 'a state',
        kind: 'machine',
        body: `in n : Integer; attribute x : Integer := 0; entry; then a; state a;
            transition first a accept after 1 [SI::s] do assign x := if n == 6 ? n else 0 then b; state b;`,
        answer: [VIOLATED, 'at step 1: T::low is false', 'property: T::low', 'transition: a -> b (event: time) at t=1'],
        inputs: 'n = 6, x = 0'
    },
    {
        what: 'no more than the bounds allow',
        kind: 'machine',
        depth: 3,
        body: 'in n : Integer; attribute x : Integer := 0; entry; then a; state a; transition first a accept after 1 [SI::s] then a;',
        answer: ['undecided holds bounded', 'holds', 'the unrolling ended at its bounds: depth']
    },
    {
        what: 'nothing where an action is called',
        body: `${X} then assign x := Sum(n);`,
        answer: ['unresolved reference: Sum is an action def, which has no value (in Sum)']
    }
];

describe.skipIf(solver === undefined)('the solver finds', () => {
    test.each(ROWS)('$what', ({ body, kind = 'action' as const, properties = ['T::low'], depth, answer, inputs }) => {
        const model = modelOf(`${DECLARED} ${kind === 'action' ? 'action' : 'state'} def A { ${body} }`);
        const bounds = depth === undefined ? {} : { depth };
        const about = { behaviour: 'T::A', kind, performer: '', properties, diverge: [], freed: [], assumed: ['T::few'], bounds };
        const found = checkBySolver(solver!, { timeout: 300_000, checkCancelled: (): void => undefined }, model, about);
        if ('error' in found) {
            expect([found.error]).toEqual(answer);
            return;
        }
        const { verdict, claim, strength, text, witness, reason } = found;
        const shown = witness === undefined ? [reason] : [witness.ending, ...witness.choices, ...witness.trace.slice(-1)];
        expect([`${verdict} ${claim} ${strength}`, text, ...shown]).toEqual(answer);
        expect(found.inputs.join(', ')).toBe(inputs ?? found.inputs.join(', '));
        expect(witness?.inputs).toEqual(witness && found.inputs);
    });
});
