// Rows of section 10: edges by the names that are spelled from their ends, and what becomes of lines and shapes.

import type { Application, DrawnDiagram } from './dialects.js';
import {
    BLOCKS,
    cls,
    COMPOSITE,
    edge,
    end,
    generalization,
    guard,
    input,
    object,
    output,
    prop,
    rel,
    type Row,
    row,
    scalar,
    step
} from './rows.js';
import { REAL } from './documents.js';

const pack = (inner: string): string => `<packagedElement:Package p "Station">${inner}</packagedElement:Package>`;

/** A diagram of a package or of another owner that shows an edge between two shapes. */
function shown(title: string, members: string, line: string, names: readonly string[], more: Partial<Shown> = {}): Row {
    const { applied = [], kind = 'class', owner = 'p', verdicts = {}, between = ['a', 'b'], exposed = names } = more;
    const lines = [{ id: line, from: between[0], to: between[1], points: [170, 60, 210, 60] }];
    const shapes = between.map((id, i) => ({ id, x: 10 + 200 * i, y: 20 }));
    const diagram: DrawnDiagram = { id: 'd', name: 'Overview', kind, owner, shown: shapes, lines };
    return {
        ...row(
            '10.2',
            title,
            members,
            exposed.map(name => `expose ${name};`),
            [applied, { d: '*', ...verdicts }]
        ),
        diagrams: [diagram]
    };
}

interface Shown {
    readonly applied: readonly Application[];
    readonly kind: DrawnDiagram['kind'];
    readonly owner: string;
    readonly verdicts: Readonly<Record<string, string>>;
    readonly between: readonly string[];
    readonly exposed: readonly string[];
}

const TWO = cls('a', 'A') + cls('b', 'B');
const parts = (more: string): string =>
    pack(
        cls('w', 'Whole', prop('x', 'left', 'a', COMPOSITE) + prop('y', 'right', 'a', COMPOSITE) + more) +
            cls('a', 'A', '<ownedAttribute:Port pa "plug"/>')
    );
const PARTS = { kind: 'composite', owner: 'w', between: ['x', 'y'], applied: BLOCKS('a', 'w') } as const;
const CASES = pack(
    '<packagedElement:Actor ac "Driver"/><packagedElement:UseCase u1 "Drive"><include:Include inc addition="u2"/><extend:Extend ext extendedCase="u2"/></packagedElement:UseCase><packagedElement:UseCase u2 "Steer"/><packagedElement:Association as memberEnd="as1 as2"><ownedEnd:Property as1 type="ac" association="as"/><ownedEnd:Property as2 type="u1" association="as"/></packagedElement:Association>'
);
const CASE = { kind: 'use case', between: ['u1', 'u2'], verdicts: { ac: '*', ext: '*' } } as const;
const REQUIREMENTS = cls('r1', 'R') + cls('r2', 'S');
const graph = (nodes: string): string => pack(`<packagedElement:Activity act "Act">${nodes}</packagedElement:Activity>`);
const GRAPH = { kind: 'activity', owner: 'act', between: ['n1', 'n2'] } as const;
/** An association whose ends are properties, which the diagram shows in compartments. */
const ENDS = pack(
    cls('a', 'A', prop('y', 'toB', 'b', `association="as" ${COMPOSITE}`)) +
        cls('b', 'B', prop('x', 'toA', 'a', 'association="as"')) +
        '<packagedElement:Association as memberEnd="x y"/>'
);
const machine = (content: string): string =>
    pack(
        `<packagedElement:StateMachine sm "Modes"><region:Region rg><subvertex:Pseudostate i kind="initial"/><subvertex:State s1 "Idle"/><subvertex:State s2 "Busy"/>${content}</region:Region></packagedElement:StateMachine><packagedElement:Signal g1 "Go"/><packagedElement:SignalEvent e1 signal="g1"/><packagedElement:Signal g2 "Run"/><packagedElement:SignalEvent e2 signal="g2"/>`
    );

export const DRAWINGS: readonly Row[] = [
    shown(
        'connector of ports',
        parts(`<ownedConnector:Connector c>${end('c1', 'pa', 'x')}${end('c2', 'pa', 'y')}</ownedConnector:Connector>`),
        'c',
        ["'left.plug to right.plug'"],
        PARTS
    ),
    shown(
        'binding',
        pack(
            cls(
                'w',
                'Whole',
                scalar('x', 'm') +
                    scalar('y', 'n') +
                    `<ownedConnector:Connector c>${end('c1', 'x')}${end('c2', 'y')}</ownedConnector:Connector>`
            )
        ),
        'c',
        ["'m = n'"],
        { ...PARTS, applied: [...BLOCKS('w'), 'BindingConnector Connector c'] }
    ),
    shown(
        'item flow',
        parts(`<ownedConnector:Connector c>${end('c1', 'pa', 'x')}${end('c2', 'pa', 'y')}</ownedConnector:Connector>`).replace(
            '</packagedElement:Package>',
            '<packagedElement:Signal wa "Water"/><packagedElement:InformationFlow f conveyed="wa" informationSource="x" informationTarget="y" realizingConnector="c"/></packagedElement:Package>'
        ),
        'f',
        ["'left.plug to right.plug'"],
        PARTS
    ),
    shown(
        'satisfied requirement',
        pack(`${cls('a', 'A')}${REQUIREMENTS}${rel('Abstraction', 'ed', 'a', 'r1')}`),
        'ed',
        ["A::'satisfy R'"],
        { applied: [...BLOCKS('a'), 'Requirement Class r1', 'Requirement Class r2', 'Satisfy Abstraction ed'], between: ['a', 'r1'] }
    ),
    shown(
        'verified requirement',
        pack(`<packagedElement:Activity t "Test"/>${REQUIREMENTS}${rel('Abstraction', 'ed', 't', 'r1')}`),
        'ed',
        ["Test::'objective'::'verify R'"],
        {
            applied: ['TestCase Activity t', 'Requirement Class r1', 'Requirement Class r2', 'Verify Abstraction ed'],
            between: ['t', 'r1'],
            verdicts: { t: '*' }
        }
    ),
    shown('derived requirement', pack(`${REQUIREMENTS}${rel('Abstraction', 'ed', 'r2', 'r1')}`), 'ed', ["'Derive S'"], {
        applied: ['Requirement Class r1', 'Requirement Class r2', 'DeriveReqt Abstraction ed'],
        between: ['r1', 'r2']
    }),
    shown(
        'refined requirement',
        pack(`<packagedElement:UseCase a "U"/>${REQUIREMENTS}${rel('Abstraction', 'ed', 'a', 'r1')}`),
        'ed',
        ["'U refines R'"],
        { applied: ['Requirement Class r1', 'Requirement Class r2', 'Refine Abstraction ed'], between: ['a', 'r1'], verdicts: { ed: '*' } }
    ),
    shown('copied requirement', pack(`${REQUIREMENTS}${rel('Abstraction', 'ed', 'r2', 'r1')}`), 'ed', ["'S copies R'"], {
        applied: ['Requirement Class r1', 'Requirement Class r2', 'Copy Abstraction ed'],
        between: ['r1', 'r2'],
        verdicts: { ed: '*' }
    }),
    shown('plain dependency', pack(TWO + rel('Dependency', 'ed', 'a', 'b')), 'ed', ["'A to B'"], { applied: BLOCKS('a', 'b') }),
    shown('generalization has no member', pack(cls('a', 'A', generalization('g', 'b')) + cls('b', 'B')), 'g', [], {
        applied: BLOCKS('a', 'b'),
        verdicts: { d: 'mapped' }
    }),
    shown('included case', CASES, 'inc', ["'Drive includes Steer'"], CASE),
    shown('extended case', CASES, 'ext', ["'Drive extends Steer'"], CASE),
    shown('actor and case', CASES, 'as', ["'Driver to Drive'"], { ...CASE, between: ['ac', 'u1'] }),
    shown(
        'named association',
        pack(
            `${TWO}<packagedElement:Association as "Feeds" memberEnd="as1 as2"><ownedEnd:Property as1 "one" type="a" association="as"/><ownedEnd:Property as2 "two" type="b" association="as"/></packagedElement:Association>`
        ),
        'as',
        ['Feeds'],
        { applied: BLOCKS('a', 'b'), verdicts: { as: '*' } }
    ),
    shown('control flow', graph(`<node:OpaqueAction n1 "one"/><node:OpaqueAction n2 "two"/>${edge('e', 'n1', 'n2')}`), 'e', ['Act'], GRAPH),
    shown(
        'object flow',
        graph(
            `<node:OpaqueAction n1 "one">${output('outputValue', 'o', 'out')}</node:OpaqueAction><node:OpaqueAction n2 "two">${input('inputValue', 'i', 'inp')}</node:OpaqueAction>${object('e', 'o', 'i')}`
        ),
        'e',
        ['Act'],
        GRAPH
    ),
    shown(
        'several flows to one action',
        graph(`${step('n1')}${step('n2')}${step('n3')}${edge('e', 'n1', 'n2')}${edge('e2', 'n3', 'n2')}`),
        'e',
        ['Act'],
        { ...GRAPH, verdicts: { n1: '*', n2: '*', n3: '*', e: '*', e2: '*' } }
    ),
    shown(
        'transition',
        machine(
            '<transition:Transition t0 source="i" target="s1"/><transition:Transition t1 source="s1" target="s2"><trigger:Trigger tr event="e1"/></transition:Transition>'
        ),
        't1',
        ['Modes'],
        { kind: 'state', owner: 'sm', between: ['s1', 's2'], verdicts: { e2: '*' } }
    ),
    shown(
        'transition of several triggers',
        machine(
            '<transition:Transition t0 source="i" target="s1"/><transition:Transition t1 source="s1" target="s2"><trigger:Trigger tr event="e1"/><trigger:Trigger tr2 event="e2"/></transition:Transition>'
        ),
        't1',
        ['Modes'],
        { kind: 'state', owner: 'sm', between: ['s1', 's2'], verdicts: { t1: '*' } }
    ),
    shown(
        'transition on another diagram',
        machine(
            '<transition:Transition t0 source="i" target="s1"/><transition:Transition t1 source="s1" target="s2"><trigger:Trigger tr event="e1"/><trigger:Trigger tr2 event="e2"/></transition:Transition>'
        ),
        't1',
        ["Modes::'Idle accept Go then Busy'", "Modes::'Idle accept Run then Busy'"],
        { between: ['s1', 's2'], verdicts: { t1: '*' } }
    ),
    shown(
        'flow on another diagram',
        graph(
            `<node:OpaqueAction n1 "one">${output('outputValue', 'o', 'out')}</node:OpaqueAction><node:OpaqueAction n2 "two">${input('inputValue', 'i', 'inp')}</node:OpaqueAction>${object('e', 'o', 'i')}`
        ),
        'e',
        ["Act::'one.out to two.inp'"],
        { between: ['n1', 'n2'] }
    ),
    shown('initial transition', machine('<transition:Transition t0 source="i" target="s1"/>'), 't0', ["Modes::'start then Idle'"], {
        between: ['i', 's1'],
        verdicts: { e1: '*', e2: '*', g1: '*', g2: '*' }
    }),
    shown(
        'guarded flow',
        graph(
            `<node:InitialNode n0/><node:DecisionNode n1 "d"/><node:OpaqueAction n2 "two"/><node:OpaqueAction n3 "three"/><ownedParameter:Parameter pl "level">${REAL}</ownedParameter:Parameter>${edge('e0', 'n0', 'n1')}${edge('e', 'n1', 'n2', guard('eg', 'level &gt; 3'))}${edge('e3', 'n1', 'n3', guard('e3g', 'else'))}`
        ),
        'e',
        ["Act::'d to two'"],
        { between: ['n1', 'n2'] }
    ),
    {
        ...shown('association of ends in classes', ENDS, 'as', [], {
            applied: BLOCKS('a', 'b'),
            verdicts: { as: '*' },
            between: ['a', 'b', 'x', 'y']
        }),
        placed: [
            'metadata DiagramLayout::Route about toB { points = (170, 60, 210, 60); }',
            'metadata DiagramLayout::Route about toA { points = (210, 60, 170, 60); }'
        ],
        only: ['MagicDraw']
    }
];
