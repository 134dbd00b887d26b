// Elements of graphs without a model: their statements, and the names by which texts refer to them.

import { describe, expect, it } from 'vitest';
import {
    byPosition,
    cannotConvert,
    ConversionError,
    ExpressionText,
    GraphElement,
    NumberText,
    numberValue,
    type Value
} from '../../src/exchange/graph.js';
import { foldUuid, isUuid, normativeSegment, positionOf, qualifiedSegments, segmentOf } from '../../src/exchange/ids.js';
import {
    declaredNameText,
    effectiveName,
    ElementName,
    impliedlyRedefined,
    joined,
    nameText,
    scalarText,
    unresolvedText
} from '../../src/exchange/notation/pieces.js';
import { Shape } from '../../src/exchange/shape.js';

/** An element with these statements, one value or several of each. */
function elementWith(statements: Record<string, Value | readonly Value[]>, id = 'e'): GraphElement {
    const element = new GraphElement(id, 'Feature');
    for (const [property, values] of Object.entries(statements)) {
        (Array.isArray(values) ? (values as Value[]) : [values as Value]).forEach(value => element.add(property, value));
    }
    return element;
}
const stated = (element: GraphElement): [string, readonly Value[]][] => element.properties.map((p, at) => [p, element.valuesAt(at)]);

describe('the statements of an element', () => {
    const other = new GraphElement('other', 'Feature');

    it('have one value or several, in order', () => {
        const element = elementWith({ a: 1, b: ['x', 'y', 'z'], c: other });
        expect(stated(element)).toEqual([
            ['a', [1]],
            ['b', ['x', 'y', 'z']],
            ['c', [other]]
        ]);
        expect([element.get('b'), element.all('b'), element.all('none'), element.get('none')]).toEqual([
            'x',
            ['x', 'y', 'z'],
            [],
            undefined
        ]);
        expect([element.objectAt(0), element.objectAt(1)]).toEqual([1, ['x', 'y', 'z']]);
        expect([element.has('a'), element.has('none')]).toEqual([true, false]);
    });

    it('are read by the kind of their value', () => {
        const element = elementWith({ text: 'x', number: 2, flag: true, off: false, ref: [other, 'name', other] });
        const read = ['text', 'number', 'flag', 'off', 'ref', 'none'].map(p => [
            element.text(p),
            element.integer(p),
            element.is(p),
            element.element(p)
        ]);
        expect(read).toEqual([
            ['x', undefined, false, undefined],
            [undefined, 2, false, undefined],
            [undefined, undefined, true, undefined],
            [undefined, undefined, false, undefined],
            [undefined, undefined, false, other],
            [undefined, undefined, false, undefined]
        ]);
        expect([element.elements('ref'), element.elements('text')]).toEqual([[other, other], []]);
    });

    it('are added', () => {
        const element = new GraphElement('e', 'Feature');
        element.add('a', undefined).flag('on', true).flag('off', false).flag('unknown', undefined);
        element.addOnce('b', 'x').addOnce('b', 'x').addOnce('b', 'y').addOnce('b', undefined);
        element.addList('none', []).addList('one', [1]).addList('two', [1, 2]);
        expect(stated(element)).toEqual([
            ['on', [true]],
            ['b', ['x', 'y']],
            ['one', [1]],
            ['two', [1, 2]]
        ]);
        expect([element.objectAt(2), element.objectAt(3)]).toEqual([1, [1, 2]]);
    });

    it('are replaced in place', () => {
        const element = elementWith({ a: 1, b: 2, c: 3 });
        const values = [7, 8];
        element.set('b', values);
        element.set('d', [4, 5]);
        element.set('a', [9]);
        element.set('c', []);
        element.set('e', []);
        element.add('b', 10);
        expect([stated(element), values]).toEqual([
            [
                ['a', [9]],
                ['b', [7, 8, 10]],
                ['d', [4, 5]]
            ],
            [7, 8]
        ]);
        expect(element.objectAt(0)).toBe(9);
    });

    it.each([
        [['a'], ['b', 'c']],
        [['b', 'c'], ['a']],
        [['a', 'c'], ['b']],
        [['none'], ['a', 'b', 'c']],
        [['a', 'b', 'c'], []]
    ])('without %j', (discarded, expected) => {
        const element = elementWith({ a: 1, b: 2, c: 3 });
        element.discard(property => discarded.includes(property));
        expect(stated(element)).toEqual(expected.map(p => [p, [{ a: 1, b: 2, c: 3 }[p]]]));
        expect(element.statedShape).toBe(elementWith(Object.fromEntries(expected.map(p => [p, 0]))).statedShape);
    });

    it('are gone when the element is released, which gets no others', () => {
        const element = elementWith({ a: 1 });
        element.release();
        expect([element.properties, element.get('a')]).toEqual([[], undefined]);
        expect(() => element.add('a', 1)).toThrow(TypeError);
    });

    it('share their shape with elements that state the same, up to 256 properties', () => {
        const names = Array.from({ length: 258 }, (_, i) => `p${i}`);
        const of = (count: number): Shape => Shape.of(names.slice(0, count));
        expect([of(256) === of(256), of(256).isShared, of(257) === of(257), of(257).isShared]).toEqual([true, true, false, false]);
        const own = of(257);
        own.spelling = [];
        expect([own.with('more') === own, own.placeOf('more'), own.properties.length, own.spelling]).toEqual([true, 257, 258, undefined]);
        expect([of(2).known('p2') === of(3), of(2).known('p1'), of(3).placeOf('p2'), of(3).placeOf('p3')]).toEqual([
            true,
            undefined,
            2,
            undefined
        ]);
    });
});

describe('the identity of an element', () => {
    it('is its id in its scope', () => {
        const [plain, scoped] = [new GraphElement('a', 'X'), new GraphElement('a', 'X', 'node', 'org.p')];
        plain.spelling = {} as GraphElement['spelling'];
        expect([plain.key, scoped.key, plain.base, scoped.base]).toEqual(['a', 'org.p:a', 'element', 'node']);
        plain.identify('b', 'node');
        expect([plain.id, plain.base, plain.spelling]).toEqual(['b', 'node', undefined]);
        plain.identify('c');
        expect([plain.id, plain.base]).toEqual(['c', 'node']);
    });

    it('has a place among others, the first by default', () => {
        const elements = [3, undefined, 1].map((index, i) => new GraphElement(`${i}`, 'X').add('sysx:memberIndex', index));
        expect(elements.sort(byPosition).map(({ id }) => id)).toEqual(['1', '2', '0']);
    });
});

describe('numbers', () => {
    it.each([
        ['12', 'integer', 12],
        ['-7', 'integer', -7],
        ['999999999999999', 'integer', 999_999_999_999_999],
        ['1000000000000000', 'integer', new NumberText('1000000000000000', 'integer')],
        ['-1000000000000000', 'integer', new NumberText('-1000000000000000', 'integer')],
        ['012', 'integer', new NumberText('012', 'integer')],
        ['12', 'double', new NumberText('12', 'double')]
    ] as const)('%s of %s', (text, datatype, expected) => expect(numberValue(text, datatype)).toEqual(expected));
});

it.each([
    ['P::X', undefined, 'cannot convert P::X: why'],
    ['P::X', '1:2', 'cannot convert P::X at 1:2: why']
])('what cannot be converted is refused: %s at %s', (what, place, message) => {
    const error = cannotConvert(what, 'why', place);
    expect([error.message, error.name, error instanceof ConversionError]).toEqual([message, 'ConversionError', true]);
});

describe('segments of qualified names', () => {
    it.each<[string, readonly (readonly [string, number | undefined])[]]>([
        ['A', [['A', undefined]]],
        [
            'A::@2::b c',
            [
                ['A', undefined],
                ['@2', 2],
                ['b c', undefined]
            ]
        ],
        [
            "A::'@2'::'\\'s'::'a::b'",
            [
                ['A', undefined],
                ['@2', undefined],
                ["'s", undefined],
                ['a::b', undefined]
            ]
        ],
        [
            '@0::@02::@x',
            [
                ['@0', 0],
                ['@02', undefined],
                ['@x', undefined]
            ]
        ],
        [
            "a'b'::c",
            [
                ["a'b'", undefined],
                ['c', undefined]
            ]
        ]
    ])('%s', (name, expected) => {
        const found = qualifiedSegments(name);
        expect(found.map(({ name, position }) => [name, position])).toEqual(expected);
        expect(found.map(({ name, position }) => (position === undefined ? segmentOf(name) : `@${position}`)).join('::')).toBe(name);
    });

    it.each([
        ['@0', 0],
        ['@10', 10],
        ['@01', undefined],
        ['@', undefined],
        ['x@1', undefined],
        ['@1x', undefined]
    ])('%s is the position %s', (segment, position) => expect(positionOf(segment)).toBe(position));

    it.each([
        ['a_1', 'a_1'],
        ['1a', "'1a'"],
        ['a b', "'a b'"],
        ["it's\\", "'it\\'s\\\\'"],
        ['part', 'part']
    ])('%s is %s in what normative ids are made of', (name, segment) => expect(normativeSegment(name)).toBe(segment));

    it.each([
        ['6BA7B811-9dad-11d1-80b4-00c04fd430c8', true, '6ba7b811-9dad-11d1-80b4-00c04fd430c8'],
        ['6BA7B811', false, '6BA7B811'],
        ['x6ba7b811-9dad-11d1-80b4-00c04fd430c8', false, 'x6ba7b811-9dad-11d1-80b4-00c04fd430c8'],
        ['6ba7b811-9dad-11d1-80b4-00c04fd430c8A', false, '6ba7b811-9dad-11d1-80b4-00c04fd430c8A']
    ])('%s is a UUID: %s', (id, is, folded) => expect([isUuid(id), foldUuid(id)]).toEqual([is, folded]));
});

describe('the effective name of an element (KerML 8.3.3.1.6)', () => {
    const named = (name: string): GraphElement => elementWith({ declaredName: name });
    const nameless = elementWith({});

    it.each<[string, Record<string, Value>, string | undefined]>([
        ['is its name', { memberName: 'm', declaredShortName: 's', declaredName: 'n', redefines: named('r') }, 'n'],
        ['is the name of its membership', { memberShortName: 't', declaredShortName: 's', memberName: 'm' }, 'm'],
        ['is its short name', { memberShortName: 't', declaredShortName: 's', redefines: named('r') }, 's'],
        ['is the short name of its membership', { memberShortName: 't', redefines: named('r') }, 't'],
        ['is that of what it redefines', { references: named('f'), redefines: named('r'), qualifiedName: 'P::q' }, 'r'],
        ['is that of what it references', { references: named('f'), qualifiedName: 'P::q' }, 'f'],
        ['is that of what it redefines, which may have one in the same way', { redefines: elementWith({ references: named('f') }) }, 'f'],
        ['is none when what it redefines has none', { redefines: nameless, references: named('f'), qualifiedName: 'P::q' }, undefined],
        ['is that of a name that does not resolve', { redefines: "P::'a b'" }, 'a b'],
        ['is that of a chain that does not resolve', { references: new ExpressionText('a.b') }, 'b'],
        ['is none of a number', { redefines: 3 }, undefined],
        ['is the last of its qualified name', { qualifiedName: "P::'a::b'" }, 'a::b'],
        ['is no position', { qualifiedName: 'P::@3' }, undefined],
        ['is none', {}, undefined],
        [
            'is that of what its entry redefines, where the entry is written by name alone',
            {
                'sysx:isRedefinitionImplicit': true,
                ownedRedefinition: elementWith({ redefinedFeature: named('i') }),
                redefines: named('r')
            },
            'i'
        ],
        ['is that of what it redefines without a relationship', { 'sysx:isRedefinitionImplicit': true, redefines: named('r') }, 'r'],
        ['is none in a circle', { redefines: elementWith({}) }, undefined]
    ])('%s', (_, statements, expected) => expect(effectiveName(elementWith(statements))).toBe(expected));

    it('ends where elements redefine each other', () => {
        const [a, b] = [elementWith({}, 'a'), elementWith({}, 'b')];
        a.add('redefines', b);
        b.add('redefines', a);
        expect(effectiveName(a)).toBeUndefined();
        b.add('declaredShortName', 's');
        expect(effectiveName(a)).toBe('s');
    });

    it('is not implied without the flag', () => {
        const redefinition = elementWith({ redefinedFeature: named('i') });
        const element = elementWith({ ownedRedefinition: redefinition, redefines: named('r') });
        expect([impliedlyRedefined(element), effectiveName(element)]).toEqual([undefined, 'r']);
    });
});

describe('names in notation', () => {
    it.each([
        ['abc', 'sysml', 'abc', 'abc'],
        ['a b', 'sysml', "'a b'", "'a b'"],
        ['part', 'sysml', "'part'", "'part'"],
        ['part', 'kerml', 'part', 'part'],

        ['behavior', 'kerml', "'behavior'", "'behavior'"]
    ] as const)('%s in %s', (name, language, reference, declaration) => {
        expect([nameText(name, language), declaredNameText(name, language)]).toEqual([reference, declaration]);
    });

    it.each([
        ['P::a b.c', "P::'a b'.c"],
        ['$::P::part', "$::P::'part'"]
    ])('%s, which does not resolve, is %s', (text, expected) => expect(unresolvedText(text, 'sysml')).toBe(expected));

    it('stand in the place of elements, joined', () => {
        const [a, b] = [new ElementName(elementWith({})), new ElementName(elementWith({}), 'step')];
        expect(joined([[a], [b, 'x'], []], '.')).toEqual([a, '.', b, 'x', '.']);
        expect([a.as, b.as]).toEqual(['element', 'step']);
    });

    // an element in a title would be printed with all shapes of the process
    it.each<[string, Value]>([
        ['id', new GraphElement('id', 'X')],
        ['a + b', new ExpressionText('a + b')],
        ['1.50', new NumberText('1.50', 'decimal')],
        ['true', true],
        ['3', 3],
        ['x', 'x']
    ])('%s is the text of a value', (text, value) => expect(scalarText(value)).toBe(text));
});
