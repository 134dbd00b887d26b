/** Filters mean what expressions mean: a condition on an element's metadata is true where `Evaluate` answers true for the same values. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { exposedBy } from '../../../../src/language/semantics/exposure.js';
import { lookupVisible } from '../../../../src/language/semantics/lookup.js';
import { elementById } from '../../../../src/language/semantics/naming.js';
import { startRun } from '../../../../src/runtime/behaviour/index.js';
import { evaluate } from '../../../../src/runtime/evaluation/index.js';
import { cases } from '../../../support/thorough.js';
import { modelOf } from './support.js';

/** A feature of the metadata; `read` writes how a condition, or an expression on an object, reads it. */
type Term = (read: (feature: string) => string) => string;

const of = (term: (...texts: string[]) => string, ...parts: fc.Arbitrary<Term>[]): fc.Arbitrary<Term> =>
    fc.tuple(...parts).map(terms => read => term(...terms.map(t => t(read))));
const leaf = (...texts: string[]): fc.Arbitrary<Term> => fc.constantFrom(...texts).map(text => () => text);
const feature = (...names: string[]): fc.Arbitrary<Term> => fc.constantFrom(...names).map(name => read => read(name));
const operator = (operators: readonly string[], left: fc.Arbitrary<Term>, right: fc.Arbitrary<Term>): fc.Arbitrary<Term> =>
    fc.constantFrom(...operators).chain(o => of((a, b) => `(${a} ${o} ${b})`, left, right));

const { condition } = fc.letrec<{ number: Term; text: Term; condition: Term }>(tie => {
    const [number, text, condition] = [tie('number'), tie('text'), tie('condition')];
    return {
        number: fc.oneof(
            { maxDepth: 3, depthIdentifier: 'term' },
            leaf('0', '1', '2', '3', '0.1', '0.2', '0.3', '1.5', '9007199254740993', '0.5 ** 0.5'),
            feature('x', 'y', 'n'),
            operator(['+', '-', '*', '/', '%', '**'], number, number),
            of(a => `-(${a})`, number),
            of((c, a, b) => `(if ${c} ? ${a} else ${b})`, condition, number, number),
            of((a, b, c) => `(${a}, ${b})#(${c})`, number, number, leaf('1', '2', '3')),
            of((a, b) => `(${a} ?? ${b})`, fc.oneof(leaf('null'), number), number)
        ),
        text: fc.oneof({ maxDepth: 3, depthIdentifier: 'term' }, leaf('"a"', '"ab"', '""'), feature('s'), operator(['+'], text, text)),
        condition: fc.oneof(
            { maxDepth: 4, depthIdentifier: 'term' },
            leaf('true', 'false'),
            feature('b'),
            operator(['==', '!=', '<', '<=', '>', '>='], number, number),
            operator(['==', '!=', '<', '>='], text, text),
            operator(['==', '==='], number, text),
            operator(['and', 'or', 'xor', 'implies', '&', '|'], condition, condition),
            of(a => `(not ${a})`, condition),
            of(a => `(${a} istype ScalarValues::Integer)`, number),
            of((a, b) => `((${a}, ${b})->select { in v; v > 1 } == null)`, number, number)
        )
    };
});

const FEATURES =
    'attribute x : Real = 0.1 + 0.2; attribute y : Rational = 1 / 3; attribute n : Integer = 2; attribute b : Boolean = true; attribute s : String = "a";';
const MODEL = `private import ScalarValues::*; metadata def M { ${FEATURES} } part def O { ${FEATURES} } part o : O; package P { part e { @M; } }`;
const BATCH = 50;

/** How a condition reads a feature of the metadata: by a cast, or by its name alone. */
const READINGS = [(name: string) => `(as M).${name}`, (name: string) => `M::${name}`];

describe('random conditions', () => {
    it('are true of an element where the expression is true of an object with the same values', () => {
        const answers = { true: 0, false: 0, neither: 0 };
        const terms = fc.array(condition, { minLength: BATCH, maxLength: BATCH });
        fc.assert(
            fc.property(terms, batch => {
                const texts = batch.map((term, i) => term(READINGS[i % 2]));
                const packages = texts.map((text, i) => `package F${i} { public import P::*[${text}]; }`);
                const model = modelOf(`package T { ${MODEL} ${packages.join('\n')} }`);
                for (const [i, term] of batch.entries()) {
                    const { result } = evaluate(startRun(model), { expression: term(name => name), subjectId: 'T::o' });
                    const isAdmitted = lookupVisible(elementById(model, `T::F${i}`)!, 'e') !== undefined;
                    expect(isAdmitted, texts[i]).toBe(result === true);
                    answers[result === true ? 'true' : result === false ? 'false' : 'neither']++;
                }
            }),
            { numRuns: cases(3, 120, 200), seed: 20261124 }
        );
        expect(Math.min(answers.true, answers.false)).toBeGreaterThan(cases(20, 1000, 2000));
        expect(answers.neither).toBeGreaterThan(0);
    });
});

describe('a filter is exact', () => {
    test.each<[string, string, readonly string[]]>([
        ['rational numbers', '@M and (as M).x == 0.3', ['a']],
        ['integers beyond doubles', '@M and (as M).n == 9007199254740993', ['b']],
        ['quantities', '@M and (as M).q == 1 [km]', ['a']],
        ['functions of bodies', '@M and (as M).many->exists { in v; v == 2 }', ['b']],
        ['calculations of the model', '@M and twice((as M).n) == 4', ['a']],
        ['the element itself', '(self as SysML::PartUsage).name == "b"', ['b']],
        ['its metaclass', 'self @@ SysML::PartUsage and @M', ['a', 'b']]
    ])('%s', (_, condition, expected) => {
        const model = modelOf(`package T { private import ScalarValues::*; private import SI::*; private import ControlFunctions::*;
            metadata def M { attribute x : Rational; attribute n : Integer; attribute q : ISQ::LengthValue; attribute many : Integer [*]; }
            calc def twice { in i : Integer; return : Integer = i * 2; }
            package P { part a { @M { x = 0.1 + 0.2; n = 2; q = 1000 [m]; } } part b { @M { x = 0.30000000000000004; n = 9007199254740993; q = 1000 [km]; many = (1, 2); } } }
            view v { expose P::*; filter ${condition}; } }`);
        const exposed = exposedBy(elementById(model, 'T::v')!).map(e => e.name);
        expect(exposed).toEqual(expected);
    });
});
