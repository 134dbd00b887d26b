/** Connectors, associations, interfaces, bindings and successions: what they may relate, one body a row. */
import { expect, test } from 'vitest';
import { type CodesOfBody, findingsOfBodies, testCodes } from './findings.js';

/** Codes of other checks, which some rows draw, too. */
const OTHERS = ['port-type-mismatch', 'action-step-multiplicity-not-fixed', 'action-step-order-unsatisfiable', 'action-step-order-open'];

const SHARED = `part def P; part def Q; part def P2 :> P; attribute def A; port def Plug { in item power; out item data; inout item both; }
    port def Other { in item else; } port def Same { in item power; } port def Loose { inout item power; }
    connection def Link { end a : P; end b : P; } abstract connection def Loose2; connection def Triple { end a : P; end b : P; end c : P; }
    abstract connection def Half { end a : P; } interface def Wire { end a : Plug; end b : ~Plug; }
    requirement def R { subject s : P; } requirement def Free { subject s; } part p : P; part q : Q; part p2 : P2; attribute x : A;
    port one : Plug; port two : Plug; port three : ~Plug; port other : Other; port same : Same; port loose : Loose; port bare;
    part box { part inner : P; port plug : Plug; } flow def Stream { end a; end b; } action def Step;`;

const SYSML: readonly CodesOfBody[] = [
    // numbers of ends and of related features (KerML 8.3.4.4, 8.3.4.5)
    ['connect p to q;'],
    ['connection c : Link connect p to q;'],
    ['connection c connect (p, q, p2);'],
    ['connection c : Triple connect (p, q, p2);'],
    ['connection c : Link connect (p, q, p2);', 'connector-ends'],
    ['connection c;', 'connector-related-features'],
    ['abstract connection c;'],
    ['variation connection c { variant connection d connect p to q; }'],
    ['connection c { end ::> p; end ::> q; }'],
    ['connection c { end ::> p; end b; }', 'connector-related-features'],
    ['connection c { end :> p; end :> q; }'],
    ['connection c connect p to q; connection d :> c;'],
    ['abstract connection c { end ::> p; } connection d :> c;', 'connector-related-features'],
    ['connection c :> d; connection d :> c;', 'connector-related-features', 'connector-related-features'],
    ['message m;'],
    ['flow f;', 'connector-related-features'],
    ['bind p = p2;'],
    ['connection def D;', 'related-elements'],
    ['connection def D { end a; }', 'related-elements'],
    ['connection def D { end a; end b; end c; }'],
    ['abstract connection def D { end a; }'],
    ['connection def D :> Link;'],
    ['connection def D :> Link { end a; end b; end c; }', 'connector-ends'],
    ['connection def D :> Triple { end a; end b; end c; }'],
    ['connection def D :> Half;', 'related-elements'],
    ['connection def D :> Half { end :>> a; end b; }'],
    ['connection def D { end a : P, A; end b : P; }', 'association-end-types'],
    ['flow def D { end a; end b; end c; }', 'flow-def-too-many-ends'],
    ['flow def D :> Stream { end c; end d; end e; }', 'flow-def-too-many-ends'],
    // access
    ['connect p to box.inner;'],
    // a connector without an owner has the domain of what it relates (KerML 8.3.4.5.3)
    ['connect p to box::inner;'],
    ['part def D { part m; connect m to p; }'],
    ['part def D { part m; part n { connect m to p; } }', 'connector-type-featuring'],
    ['part def D { part m; } connect D::m to p;'],
    ['part def D { part m; part n; } connect D::m to D::n;'],
    ['part def D { part m; } part def E { part n; } connect D::m to E::n;', 'connector-type-featuring', 'connector-type-featuring'],
    // interfaces relate ports
    ['interface connect one to three;'],
    ['interface connect box.plug to three;'],
    ['interface connect p to three;', 'interface-end-not-port'],
    ['interface connect x to three;', 'interface-end-not-port'],
    ['interface def D { end port a; end port b; }'],
    ['interface def D { end a : Plug; end b : ~Plug; }'],
    ['interface def D { end part a; end port b; }', 'association-end-types', 'interface-end-not-port'],
    ['connection def D { end part a; end port b; }'],
    // features of one name have opposite directions at both ends
    ['interface connect one to two;', 'port-conjugation'],
    ['interface connect one to other;'],
    ['interface connect one to same;', 'port-conjugation'],
    ['interface connect three to same;'],
    ['interface connect same to loose;', 'port-conjugation'],
    ['interface connect loose to loose;'],
    ['interface connect one to bare;'],
    ['connect one to two;'],
    ['interface def D { end a : Plug; end b : Plug; }', 'port-conjugation'],
    ['interface def D { end a : Plug; end b : Plug; end c : Plug; }'],
    ['port def Heir :> Plug; port heir : Heir; interface connect heir to one;', 'port-conjugation'],
    [
        'port def Heir :> Plug { out item :>> power; } port heir : Heir; interface connect heir to same;',
        'redefinition-direction-conformance'
    ],
    // what is bound has a common type
    ['bind p = q;', 'bound-feature-types'],
    ['bind p2 = p;'],
    ['part def Both :> P, Q; part both : Both; bind both = q;'],
    ['part two : P, Q; bind two = q;'],
    ['part any; bind any = q;'],
    ['connect p to q;'],
    ['requirement r : R; satisfy r by p;'],
    ['requirement r : R; satisfy r by p2;'],
    ['requirement r : R; satisfy r by q;', 'bound-feature-types'],
    ['requirement r : Free; satisfy r by q;'],
    ['satisfy requirement r : R by q;', 'bound-feature-types'],
    // the source end of a succession (SysML 8.3.17)
    ['action a { action s; action t; first s then t; }'],
    ['action a { action s; action t; succession [1] s then t; }', 'syntax'],
    ['action a { action s; action t; succession first [1] s then t; }'],
    ['action a { action s; action t; succession first [1..1] s then t; }'],
    ['action a { action s; action t; succession first [0..1] s then t; }', 'end-feature-multiplicity'],
    ['action a { action s; action t; succession first [1..2] s then t; }', 'end-feature-multiplicity'],
    ['action a { action s; action t; succession first [2] s then t; }', 'end-feature-multiplicity'],
    ['action a { action s; action t; succession first s then [2] t; }'],
    ['action a { action s; merge m; succession first [0..1] s then m; }'],
    ['action a { action s; then [0..1] action t; }', 'end-feature-multiplicity'],
    ['action a { action s; then [0..1] merge t; }'],
    ['action a { action s; then [0..1] t; action t; }'],
    ['action a { action s; [0..1] then t; action t; }', 'end-feature-multiplicity'],
    ['action a { action s; [0..1] then t; merge t; }'],
    ['action a { action s; [1] then [2] t; action t; }'],
    ['action a { action s; [2] then [1] t; action t; }', 'end-feature-multiplicity'],
    ['action a { action s; then [1] action t; }'],
    ['attribute n : ScalarValues::Integer; action a { action s; action t; succession first [n] s then t; }'],
    ['part a; part b; connect [2] a to [3] b;'],
    // ends of flows name what flows by a dot
    ['part def F { action s { out o; } action t { in i; } flow s.o to t.i; }'],
    ['part def F { action s { out o; } action t { in i; } flow s to t.i; }', 'flow-end-subsetting'],
    ['part def F { action s { out o; } action t { in i; } flow s.o to t; }', 'flow-end-subsetting']
];

const KERML: readonly CodesOfBody[] = [
    ['binding b;', 'related-elements'],
    ['feature f; binding b { end feature x references f; }', 'related-elements'],
    ['connector c;', 'connector-related-features'],
    ['abstract connector c;'],
    ['assoc D { end feature a; end feature b; }'],
    ['assoc D { end feature a; }', 'related-elements'],
    ['class D { end feature a; }'],
    ['feature f; feature g; connector c from f to g;'],
    ['feature f; feature g; feature h; binding b of f = g;'],
    ['feature f; feature g; feature h; connector c (f, g, h);'],
    ['assoc D specializes Links::BinaryLink { end feature a; end feature b; end feature c; }', 'connector-ends'],
    ['assoc D specializes Links::Link { end feature a; end feature b; end feature c; }'],
    [
        'feature f; feature g; feature h; binding b { end feature x references f; end feature y references g; end feature z references h; }',
        'related-elements',
        'connector-ends'
    ]
];

testCodes(SYSML, { shared: SHARED, language: 'sysml', ignored: OTHERS });
testCodes(KERML, { shared: '', language: 'kerml', ignored: OTHERS });

test.each([
    ['same', 'same', "both have 'power' as in"],
    ['same', 'loose', "'power' is in at one end and inout at the other"],
    ['loose', 'same', "'power' is inout at one end and in at the other"]
])('an interface from %s to %s', (from, to, expected) => {
    const body = `interface connect ${from} to ${to};`;
    const [finding] = findingsOfBodies({ shared: SHARED }, [body]).get(body)!;
    expect(finding.message).toBe(`The ends of the interface are not conjugate: ${expected}`);
});

const lacksAny = 'and must relate two or more';
const LACKS: readonly (readonly [body: string, message: string])[] = [
    ['connection c;', `relates nothing, ${lacksAny}`],
    ['abstract connection c0 { end ::> p; } connection c :> c0;', `relates only one feature (p), ${lacksAny}`],
    ['abstract connection c0 { end e ::> p; } connection c :> c0;', `relates only one feature (p), ${lacksAny}`],
    ['connection c { end ::> p; end b; }', `relates only one feature (p), ${lacksAny}; without a related element is its end b`],
    ['connection c : Link { end a ::> p; }', `relates only one feature (p), ${lacksAny}; without a related element is its end b`],
    ['connection c : Link;', `relates nothing, ${lacksAny}; without a related element are its ends a, b`],
    ['connection c : Triple { end a ::> p; }', `relates only one feature (p), ${lacksAny}; without a related element are its ends b, c`],
    ['flow c;', `relates nothing, ${lacksAny}; without a related element are its ends source, target`],
    ['connection def c;', 'has no end, and must have two or more, its own or inherited'],
    ['connection def c { end a; }', 'has only one end (a), and must have two or more, its own or inherited'],
    ['connection def c { end; }', 'has only one end, and must have two or more, its own or inherited']
];
const lacks = findingsOfBodies(
    { shared: SHARED },
    LACKS.map(([body]) => body)
);
test.each(LACKS)('%s lacks an end', (body, message) => {
    expect(lacks.get(body)!.map(f => f.message.replace(/^.*::c /, ''))).toEqual([message]);
});
