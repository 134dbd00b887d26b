/** Imports whose names pass through members that other ones hide: a row is the import, and what is said of it. */
import { expect, test } from 'vitest';
import { segmentSpans } from '../../../src/language/validation/tokens.js';
import { findingsOf } from './findings.js';

const PACKAGES = `package A { part def X { part inner; } package N { part def Y; } } package B { part def X; part def W; }
    package Own { public import A::*; private part def X; } package Kept { public import A::*; part def X; }
    package Inside { private import A::*; private part def X; } package Two { public import A::*; public import B::*; }
    package Other { public import A::*; private attribute def Z; }`;

const HIDDEN = "'X' is not public in 'Own', and hides the members that 'Own' imports under that name";
const TWICE = "'X' is hidden in 'Two': 'A::*' (line 3) and 'B::*' (line 3) both bring one: write T::A::X or T::B::X";
test.each<readonly [imported: string, message: string | undefined]>([
    ['Own::X', HIDDEN],
    ['Own::X::*', HIDDEN],
    ['Own::X::inner', HIDDEN],
    ['$::T::Own::X', HIDDEN],
    ['Kept::X', undefined],
    ['Inside::X', "'X' could not be resolved in 'Inside': the part definition T::Inside::X is private"],
    ['Two::X', TWICE],
    ['Two::X::*', TWICE],
    ['Two::W', undefined],
    ['Two::N::Y', undefined],
    ['Other::X', undefined],
    ['Other::Z', "'Z' could not be resolved in 'Other': the attribute definition T::Other::Z is private"]
])('import %s', (imported, message) => {
    const findings = findingsOf(`package T { ${PACKAGES}\npackage U { private import ${imported}; } }`);
    expect(findings.find(f => f.code === 'unresolved')?.message).toBe(message);
});

test.each<readonly [text: string, segments: string]>([
    ['A::b::c', 'A b c'],
    ['~A::b', 'A b'],
    ['a.b.c :> d', 'a b c'],
    ["'a b'::c", "'a b' c"],
    ['A::*', 'A *'],
    ['a b', 'a'],
    ['a : b', 'a'],
    [': a::b', 'a b'],
    ['/* c */ a // d\n :: b', 'a b'],
    ['in a.b', 'a b'],
    ['', '']
])('the segments of %j', (text, segments) => {
    const spans = segmentSpans(text, 0, text.length, word => word !== 'in');
    expect(spans.map(({ offset, end }) => text.slice(offset, end)).join(' ')).toBe(segments);
});
