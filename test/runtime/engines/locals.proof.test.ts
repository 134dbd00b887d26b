/** Engine `smt` over locals of bodies that have values before their declarations are reached, beside the search. */
import { sampled } from '../../support/thorough.js';
import { describeSolverCases, type SolverCase } from './solver-beside-search.js';

const action = (body: string): string => `action def A { in n : Integer; attribute x : Integer := 0;
    first start; then action a { ${body} } then done; }`;

const machine = (body: string): string => `state def A { in n : Integer; attribute x : Integer := 0; entry; then a;
    state a { do action { ${body} } } state b; transition first a then b; }`;

const BODIES: readonly SolverCase[] = [
    ['of one name', 'attribute t : Integer := n; assign x := t + 1; attribute t : Integer := 2; assign x := t;'],
    ['of one name, the first without a value', 'attribute t : Integer; attribute t : Integer := n; assign x := t;'],
    ['of one name in a block', 'if n > 0 { attribute t : Integer := n; attribute t : Integer := 3; assign x := t; }'],
    [
        'of one name in two blocks',
        'if n > 1 { attribute t : Integer := n; assign x := t; } else { attribute t : Integer := 3; assign x := t; }'
    ],
    [
        'of one name in a loop',
        'while x < 4 { attribute t : Integer := n + 1; assign x := x + t; attribute t : Integer := 1; assign x := x + t; }'
    ],
    [
        'of one name around each other',
        'attribute t : Integer := n; if t > 1 { attribute t : Integer := 5; assign x := t; } assign x := x + t;'
    ],
    ['assigned before', 'assign t := n; attribute t : Integer := 2; assign x := t;'],
    ['assigned before in both branches', 'if n > 1 { assign t := n; } else { assign t := 3; } attribute t : Integer := 2; assign x := t;']
];

describeSolverCases('in an action, locals', '', [
    ...sampled(BODIES, 2).map(([title, body]): SolverCase => [title, action(body)]),
    [
        'inherited and redefined by name',
        `action def B { attribute t : Integer := 2; } action def A { in n : Integer; attribute x : Integer := 0;
            first start; then action a : B { attribute t : Integer := n; assign x := t; } then done; }`
    ],
    [
        'assigned before in one branch',
        action('if n > 1 { assign t := n; } attribute t : Integer := 2; assign x := t;'),
        'a declaration of what may have a value before it is not encoded'
    ]
]);

describeSolverCases(
    'in a do behavior, locals',
    '',
    sampled(BODIES, 2, 1).map(([title, body]) => [title, machine(body)])
);
