/** Derived values of a full document that contradict what it stores: the latter is read, with a warning or a refusal, never in silence. */
import { describe, expect, it } from 'vitest';
import { type Conversion, convertText } from '../../src/exchange/index.js';
import { spread } from '../support/thorough.js';
import type { Json } from './derived.js';
import { modelOf } from './models.js';

const convert = (content: string, from: 'sysml' | 'api-json', to: 'sysml' | 'api-json', derived = false): Conversion =>
    convertText({ name: 'd', content, from, language: 'sysml' }, { to, ...(derived && { derived, idForm: 'uuid' }) }, d => modelOf([d]));

const MODEL = `package P {
    private import ScalarValues::*;
    part def D {
        attribute m : Real = 3;
        part e : E;
        port p : ~Q;
    }
    port def Q;
    part def E {
        part 'a b';
    }
    part d : D {
        part f :>> e;
    }
    connection k connect d.e to d.f;
    requirement def R { subject s : D; require constraint { s.m > 2 } }
    satisfy requirement r : R by d;
    state def S { entry; then x; state x; transition first x accept E then x; }
    action a { action b; then action c; flow b.o to c.i; }
}
`;

const text = convert(MODEL, 'sysml', 'api-json', true).content!;
const read = convert(text, 'api-json', 'sysml');

/** Reads the document with another value of a property of an element. */
function withValue(isMeant: (e: Json) => boolean, property: string, change: (value: unknown) => unknown): Conversion {
    const elements = JSON.parse(text) as Json[];
    const element = elements.find(e => isMeant(e) && e[property] !== undefined)!;
    const before = element[property];
    element[property] = change(before);
    expect(element[property]).not.toEqual(before);
    return convert(JSON.stringify(elements), 'api-json', 'sysml');
}

const named =
    (name: string) =>
    (e: Json): boolean =>
        e.declaredName === name;
const reversed = (list: unknown): unknown => [...(list as unknown[])].reverse();
const shorter = (list: unknown): unknown => (list as unknown[]).slice(1);

it('a document of ours has none', () => expect([read.error, read.diagnostics]).toEqual([undefined, []]));

describe('a derived value that contradicts the stored properties causes a warning', () => {
    const CHANGES: readonly (readonly [property: string, element: string, told: string, change: (value: unknown) => unknown])[] = [
        ['name', 'D', 'name of P::D', () => 'X'],
        ['name', 'a b', 'name of P::E::a b', () => 'a'],
        ['name', 'k', 'name of P::k', () => 'D'],
        ['qualifiedName', 'm', 'qualifiedName of P::D::m', () => 'P::m'],
        ['qualifiedName', 'a b', 'qualifiedName of P::E::a b', () => 'P::E::a b::c'],
        ['qualifiedName', 'x', 'qualifiedName of P::S::x', () => 'P::T::x'],
        ['ownedElement', 'D', 'ownedElement of P::D', reversed],
        ['ownedElement', 'S', 'ownedElement of P::S', shorter],
        ['ownedMember', 'D', 'ownedMember of P::D', reversed],
        ['ownedMember', 'R', 'ownedMember of P::R', shorter],
        ['ownedMembership', 'P', 'ownedMembership of P', reversed],
        ['ownedFeature', 'D', 'ownedFeature of P::D', reversed],
        ['ownedFeatureMembership', 'a', 'ownedFeatureMembership of P::a', shorter]
    ];
    it.each(spread(CHANGES, 4))('%s of %s', (property, element, told, change) => {
        const { content, error, diagnostics } = withValue(named(element), property, change);
        expect([content, error]).toEqual([read.content, undefined]);
        expect(diagnostics.map(d => [d.severity, d.message])).toEqual([
            ['warning', `derived values contradict the stored values, which are read instead: ${told}`]
        ]);
    });

    it('with the number of further contradictions', () => {
        const elements = JSON.parse(text) as Json[];
        elements.filter(e => e.declaredName !== null && e.declaredName !== undefined).forEach(e => (e.name = 'other'));
        const { content, diagnostics } = convert(JSON.stringify(elements), 'api-json', 'sysml');
        expect(content).toBe(read.content);
        expect(diagnostics.map(d => d.message).join()).toMatch(/: name of P, and \d\d more$/);
    });
});

describe('types that contradict the stored properties', () => {
    const elements = JSON.parse(text) as Json[];
    const idOf = (name: string): Json => ({ '@id': elements.find(named(name))!['@id'] });
    it.each<[string, string, (value: unknown) => unknown]>([
        ['a definition that no typing leads to', 'e', list => [...(list as unknown[]), idOf('D')]],
        ['another one than that of the typing', 'e', () => [idOf('R')]],
        ['of a usage that redefines one', 'f', () => [idOf('D')]]
    ])('%s', (_title, name, change) => {
        const { content, diagnostics } = withValue(named(name), 'type', change);
        expect(content).toBe(read.content);
        expect(diagnostics.map(d => d.message).join()).toMatch(
            new RegExp(`contradict the stored values, which are read instead: type of P::.*${name}$`)
        );
    });
});

it('a reference to a feature that is redefined at its place is read as a reference to the redefinition, with a warning', () => {
    const model = `package P {
        port def Q { attribute x; }
        port a : Q;
        port b : Q;
        interface def I { end port s : Q; end port t : Q { attribute redefines x; } }
        interface i : I connect s ::> a to t ::> b { flow s.x to t.x; }
    }`;
    const elements = JSON.parse(convert(model, 'sysml', 'api-json', true).content!) as Json[];
    const isOfFlow = (e: Json): boolean => e['@type'] === 'Redefinition' && idOf(e.redefinedFeature) === redefining;
    const idOf = (value: unknown): string => (value as { '@id': string })['@id'];
    const redefined = elements.find(e => e.qualifiedName === 'P::Q::x')!['@id'] as string;
    const attribute = elements.find(e => e['@type'] === 'AttributeUsage' && e['@id'] !== redefined)!;
    const redefining = attribute['@id'] as string;
    const changed = elements.map(e => (isOfFlow(e) ? (JSON.parse(JSON.stringify(e).replaceAll(redefining, redefined)) as Json) : e));
    expect(changed).not.toEqual(elements);
    const { content, error, diagnostics } = convert(JSON.stringify(changed), 'api-json', 'sysml');
    expect([content, error]).toEqual([convert(JSON.stringify(elements), 'api-json', 'sysml').content, undefined]);
    expect(diagnostics.map(d => d.message).join()).toMatch(/names cannot refer to a feature that another one redefines at their place/);
});

it('names with escapes do not contradict', () => {
    const document = convert(String.raw`package P { part 'new\nline' { part 'it\'s'; } }`, 'sysml', 'api-json', true).content!;
    expect(convert(document, 'api-json', 'sysml').diagnostics).toEqual([]);
});

it.each(spread(['a', 'e', 'f', 'm', 'x'], 4))('whether %s is referential follows from the stored isComposite', name => {
    const { content, error, diagnostics } = withValue(named(name), 'isReference', value => value !== true);
    expect([content, error, diagnostics]).toEqual([read.content, undefined, []]);
});

describe('an owner that contradicts the stored ownership is refused', () => {
    const idOf = (name: string): Json => ({ '@id': (JSON.parse(text) as Json[]).find(named(name))!['@id'] });

    it.each(spread(['owner', 'owningNamespace'], 2))('%s', property => {
        const { error } = withValue(named('m'), property, () => idOf('E'));
        expect(error).toMatch(new RegExp(`its ${property} is .*, but .* owns it`));
    });

    it.each(spread(['ownedElement', 'ownedMember', 'ownedFeature'], 3, 1))('%s', property => {
        const { error } = withValue(named('E'), property, list => [...(list as unknown[]), idOf('m')]);
        expect(error).toMatch(new RegExp(`its ${property} contains .*, but .* owns that element`));
    });
});
