/** What an unresolved name could mean: a row is the body of a package `P`, the name, and the suggestions for it. */
import { expect, test } from 'vitest';
import { findingsOf } from './findings.js';

const W = 'package C { part def Wheel; private part def Whee1; package D { part def Rim; } }';
const RENAMED = `part def A { attribute x; } part def B :> A { attribute width :>> x; }
    part def C :> B { attribute wide :>> width; } part c : C;`;
const LONG = 'x'.repeat(100);

test.each<readonly [body: string, name: string, meant: string | undefined]>([
    // what the namespace of the name has, inherits and imports
    [`${W} package B { private import C::*; part w : Wheell; }`, 'Wheell', "'Wheel'"],
    [`${W} package B { private import C::Wheel; part w : Wheell; }`, 'Wheell', "'Wheel'"],
    [`${W} package B { alias Wheal for C::Wheel; part w : Whea1; }`, 'Whea1', "'Wheal'"],
    [`${W} package B { alias Wheal for C::D; part w : Whea1; }`, 'Whea1', undefined],
    [`${W} package B { private import C::Mising; part w : Wheell; }`, 'Wheell', "'P::C::Wheel'"],
    ['package A { alias Wheal for Missing; } package B { private import A::Wheal; part w : Whea1; }', 'Whea1', undefined],
    ['private import SI::*; attribute x = 3 [Q::deg];', 'Q', undefined],
    [`${W} package B { alias Wheal for Missing; part w : Whea1; }`, 'Whea1', undefined],
    [`${W} package A { alias Wheal for C::Wheel; } package B { private import A::Wheal; part w : Whea1; }`, 'Whea1', "'Wheal'"],
    [`${W} package A { alias Wheal for C::Wheel; } package B { part w : Whea1; }`, 'Whea1', "'P::A::Wheal'"],
    [`${W} package B { part w : Wheell; }`, 'Wheell', "'P::C::Wheel'"],
    ['part def A { part wheel; } part def B :> A { part x :> wheell; }', 'wheell', "'wheel'"],
    ['part wheel; part def B { part def C { part x :> wheell; } }', 'wheell', "'wheel'"],
    // what a qualified name may reach
    [`${W} part w : C::Wheell;`, 'Wheell', "'Wheel'"],
    [`${W} part w : C::D::Rimm;`, 'Rimm', "'Rim'"],
    [`${W} part w : C::E::Rim;`, 'E', undefined],
    [`${W} part w : $::P::C::Wheell;`, 'Wheell', "'Wheel'"],
    [`${W} part w : $::Q::Wheel;`, 'Q', undefined],
    [`${W} package A { public import C::*; } part w : A::Wheell;`, 'Wheell', "'Wheel'"],
    [`${W} package A { public import C::Wheel; } part w : A::Wheell;`, 'Wheell', "'Wheel'"],
    [`${W} package A { private import C::*; } part w : A::Wheell;`, 'Wheell', undefined],
    [`${W} package A { private import C::Wheel; } part w : A::Wheell;`, 'Wheell', undefined],
    ['package A { private part def Wheel; } part w : A::Wheell;', 'Wheell', undefined],
    ['part def A { part def Wheel; } part def B :> A; part w : B::Wheell;', 'Wheell', "'Wheel'"],
    ['part a { part wheel; attribute whee1; } part x :> a.wheell;', 'wheell', "'wheel' or 'whee1'"],
    ['part def A { attribute mass; } part a : A { :>> A::masss = 3; }', 'masss', "'mass'"],
    // the steps of a chain
    ['part def A { part wheel { attribute size; } } part a : A; attribute y = a.wheell;', 'wheell', "'wheel'"],
    ['part def A { part wheel { attribute size; } } part a : A; attribute y = a.wheel.siz;', 'siz', "'size'"],
    ['part def A { part def Wheel; } part a : A; attribute y = a.Wheell;', 'Wheell', undefined],
    // imports
    ['package Wheels { part def A; } package B { private import Wheel::*; }', 'Wheel', "'Wheels'"],
    ['package Wheels { part def A; } package B { private import Wheel::**; }', 'Wheel', "'Wheels'"],
    ['package Wheels { part def Axle; } package B { private import Wheels::Axl; }', 'Axl', "'Axle'"],
    // the kind of the place
    ['part def Wheel; action def Wheeel; part w : Wheell;', 'Wheell', "'Wheel'"],
    ['action def Wheel; action w : Wheell;', 'Wheell', "'Wheel'"],
    ['part def Wheel; item def Wheeel; item w : Wheell;', 'Wheell', "'Wheel' or 'Wheeel'"],
    ['part def Wheel; attribute def A :> Wheell;', 'Wheell', "'Wheel'"],
    ['requirement def Wheel; requirement wheels; part p { satisfy wheell; }', 'wheell', "'wheels'"],
    ['part wheel; action wheels; action a { perform wheell; }', 'wheell', "'wheels'"],
    ['part wheel; part def Wheels; connect wheell to wheel;', 'wheell', "'wheel'"],
    ['metadata def Safety; part def Safely; #Safetyy part p;', 'Safetyy', "'Safety'"],
    ['calc def Squared { in v; return r = v; } attribute squares; attribute x = Square(3);', 'Square', "'Squared'"],
    ['attribute def Squared; attribute squares; attribute x = squaree;', 'squaree', "'squares'"],
    ['package Gizmos { attribute size; } attribute gizmos; attribute x = Gizmo::size;', 'Gizmo', "'Gizmos' or 'gizmos'"],
    ['package Parts { attribute size; } attribute x = part1.size;', 'part1', undefined],
    ['attribute parts { attribute size; } attribute x = part1.size;', 'part1', "'parts'"],
    // types of other notations, and quantities, of attributes alone
    ['attribute a : float;', 'float', "'ScalarValues::Real'"],
    ['attribute a : mass;', 'mass', "'ISQ::MassValue'"],
    ['attribute a : Mass;', 'Mass', "'ISQ::MassValue'"],
    ['attribute def A { ref a : mass; }', 'mass', "'ISQ::MassValue'"],
    ['part a : mass;', 'mass', undefined],
    ['attribute a : nothingofthekind;', 'nothingofthekind', undefined],
    // several
    ['part def Wheel1; part def Wheel2; part w : Wheel9;', 'Wheel9', "'Wheel1' or 'Wheel2'"],
    ['part def Wheel1; part def Wheel2; part def Wheel3; part w : Wheel9;', 'Wheel9', "'Wheel1', 'Wheel2' or 'Wheel3'"],
    ["part def 'the wheel'; part w : 'the weel';", 'the weel', "'the wheel'"],
    // a name that is too long is no misspelled word
    [`part def ${LONG}; part w : ${LONG.slice(1)}y;`, `${LONG.slice(1)}y`, `'${LONG}'`],
    [`part def ${LONG}x; part w : ${LONG}y;`, `${LONG}y`, undefined],
    // names that a redefinition has replaced
    [`${RENAMED} attribute y = c.x;`, 'x', "'wide'"],
    [`${RENAMED} attribute y = c.width;`, 'width', "'wide'"],
    [
        'part def A { attribute x; } part def B :> A { attribute :>> x; } part b : B { attribute width :>> x; } attribute y = b.x;',
        'x',
        "'width'"
    ],
    ["part def A { attribute x; } part def B :> A { attribute 'the width' :>> x; } part b : B; attribute y = b.x;", 'x', "'the width'"]
])('%s', (body, name, meant) => {
    const found = findingsOf(`package P { ${body} }`).filter(f => f.code === 'unresolved' && f.message.startsWith(`'${name}'`));
    expect(/did you mean (.*)\?$/.exec(found[0]?.message ?? 'nothing is unresolved: did you mean this?')?.[1]).toBe(meant);
});
