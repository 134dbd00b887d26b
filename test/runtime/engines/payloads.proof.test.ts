/** Engine `smt` over messages whose payloads follow from a free input, beside the search for each value of it. */
import { describeSolverCases, type SolverCase } from './solver-beside-search.js';

/** An action of which one strand sends and the other takes what it sends. */
const action = (give: string, take: string): string => `action def A { in n : Integer; attribute x : Integer := 0;
    first start; then fork f; join j; then done; first f then give; ${give} then j; first f then take; ${take} then j; }`;

const ASK = 'action take accept l : Load;';

const CASES: readonly SolverCase[] = [
    ['a feature', action('action give send new Load(v = n) to self;', `${ASK} then action add assign x := x + l.v;`)],
    ['an expression by position', action('action give send new Load(2 * n - 1) to self;', `${ASK} then action add assign x := l.v;`)],
    ['what follows from it', action('action give send new Load(v = n) to self;', `${ASK} then action add assign x := l.twice;`)],
    [
        'a value that changes after it was sent',
        action(
            'action give send new Load(v = n + x) to self; then action up assign x := 10;',
            `${ASK} then action add assign x := x + l.v;`
        )
    ],
    [
        'a value that its feature does not take',
        action('action give send new Load(v = n, few = n - 2) to self;', `${ASK} then action add assign x := l.few;`)
    ],
    ['a division', action('action give send new Load(v = 6 % n) to self;', `${ASK} then action add assign x := l.v;`)],
    [
        'two types',
        action(
            'action give send new Load(v = n) to self; then action more send new Other(v = n + 1) to self;',
            `${ASK} then action add assign x := l.v; then action also accept o : Other; then action times assign x := x * o.v;`
        )
    ],
    [
        'a guard of a machine',
        `state def A { in n : Integer; attribute x : Integer := 0; entry; then a; state a { entry action { send new Load(v = n + 1) to self; } }
            state b; state c; transition first a accept l : Load if l.v > 2 do assign x := l.v then b; transition first b if x > 3 then c; }`
    ],
    [
        'a branch that sends one of two',
        action(
            'action give { if n > 1 { send new Load(v = n) to self; } else { send new Load(v = 5 - n) to self; } }',
            `${ASK} then action add assign x := l.v;`
        )
    ],
    [
        'a second one of its type',
        action(
            'action give send new Load(v = n) to self; then action more send new Load(v = n + 1) to self;',
            `${ASK} then action add assign x := l.v;`
        ),
        'a second Load whose payload depends on free or changing features is not encoded'
    ],
    [
        'a value that is no object',
        action('action give send n to self;', 'action take accept i : Integer; then action add assign x := i;'),
        'a message whose payload depends on free or changing features is not encoded'
    ],
    [
        'an object of several values',
        action('action give send new Many(v = (n, 1)) to self;', 'action take accept m : Many; then action add assign x := 1;'),
        'a message whose payload depends on free or changing features is not encoded'
    ]
];

describeSolverCases(
    'a payload from',
    `item def Load { attribute v : Integer; attribute twice : Integer = 2 * v; attribute few : Natural default 1; }
        item def Other { attribute v : Integer; } item def Many { attribute v : Integer[*]; }`,
    CASES
);
