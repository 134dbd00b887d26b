/** Forms in which tools write the same full document: other spellings of ids, records, owners on one side only, empty names. */
import { describe, expect, it } from 'vitest';
import { type Conversion, convertText } from '../../src/exchange/index.js';
import { spread } from '../support/thorough.js';
import { derivedOf, type Json } from './derived.js';
import { modelOf } from './models.js';

const TEXT = `package P {
    private import ScalarValues::*;
    doc /* note */
    alias Second for D;
    part def D {
        attribute m : Real = 3.0 * 2;
        port q : ~Q;
    }
    port def Q;
    part d : D {
        attribute :>> m = 4.0;
        part inner : D [2];
        connect inner to inner;
    }
    metadata def M {
        attribute w : Integer;
    }
    part e {
        @M {
            w = 3;
        }
    }
    state def S {
        entry; then off;
        state off;
        state on;
        transition first off accept Q then on;
    }
}
`;

const elements: readonly Json[] = derivedOf(modelOf([{ content: TEXT }]), 'uuid');

const convert = (document: unknown): Conversion =>
    convertText(
        { name: 'd', content: typeof document === 'string' ? document : JSON.stringify(document), from: 'api-json' },
        { to: 'sysml' },
        d => modelOf([d])
    );

const notation = convert(elements);
const record = (element: Json): Json => ({ payload: element, identity: { '@id': element['@id'] } });
const without =
    (...properties: readonly string[]) =>
    (element: Json): Json =>
        Object.fromEntries(Object.entries(element).filter(([property]) => !properties.includes(property)));
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const OWNERS = ['owner', 'owningNamespace', 'owningRelationship', 'owningMembership', 'owningRelatedElement', 'owningType'].concat(
    ['owningFeatureMembership', 'owningUsage', 'owningDefinition', 'membershipOwningNamespace', 'importOwningNamespace'],
    ['owningFeature', 'owningFeatureOfType']
);
const STORED = new Set(
    [/^@/, /^owned(?:Relationship|RelatedElement)$/, /^declared/, /^is/, /^(?:type|value|body|visibility|direction|operator|kind)$/].concat(
        [
            /^(?:memberName|redefinedFeature|memberElement|(?:subsetted|referenced|chaining|crossed)Feature)$/,
            /^imported/,
            /Definition$/,
            /^superclassifier$/
        ],
        [/^(?:general|specific|typedFeature|redefiningFeature|subsettingFeature|elementId|aliasIds|portionKind)$/]
    )
);
const stored = (element: Json): Json =>
    Object.fromEntries(Object.entries(element).filter(([property]) => [...STORED].some(pattern => pattern.test(property))));

describe('the same document in another form is the same notation, without a warning', () => {
    const text = JSON.stringify(elements);
    const FORMS: readonly (readonly [title: string, document: unknown])[] = [
        ['records of the API', elements.map(record)],
        ['records that alone have the ids', elements.map(e => ({ '@type': 'DataVersion', ...record(e), payload: without('@id')(e) }))],
        ['a commit', { '@type': 'Commit', change: elements.map(record) }],
        ['the request for a commit', { '@type': 'CommitRequest', change: elements.map(record) }],
        ['elements with a context', elements.map(e => ({ '@context': ['/jsonld/metamodel', { '@base': 'http://x/y/' }], ...e }))],
        ['references with a type', text.replace(/\{("@id":"[^"]+")\}/g, '{$1,"@type":"Element"}')],
        ['references that are plain ids', text.replace(/\{"@id":("[^"]+")\}/g, '$1')],
        ['plain ids as IRIs of UUIDs', text.replace(/\{"@id":"([^"]+)"\}/g, '"urn:uuid:$1"')],
        ['a graph of JSON-LD', { '@graph': elements }],
        ['a graph with a context', { '@context': { '@vocab': 'https://www.omg.org/spec/SysML#' }, '@graph': elements }],
        ['graphs in an array', [{ '@context': '/jsonld/metamodel', '@graph': elements.slice(0, 5) }, { '@graph': elements.slice(5) }]],
        ['references with the place of the element', text.replace(/\{("@id":"[^"]+")\}/g, '{"@uri":"http://x",$1}')],
        ['beside elements that were deleted', [...elements, { identity: { '@id': 'x' }, payload: null }, { identity: { '@id': 'y' } }]],
        [
            'behind a project and its branch',
            [{ '@type': 'Project', '@id': 'p', name: 'P' }, { '@type': 'Branch', '@id': 'b' }, ...elements]
        ],
        ['IRIs of UUIDs', text.replace(UUID, id => `urn:uuid:${id}`)],
        ['owners that only their lists name', elements.map(without(...OWNERS))],
        ['nothing but what is stored, by the owners', elements.map(stored).map(without(...OWNERS))],
        ['empty texts where there is no name', empty(['declaredName', 'declaredShortName', 'name', 'shortName'])],
        ['references to the library in capitals', capitals(id => !elements.some(e => e['@id'] === id && e.isLibraryElement !== true))]
    ];
    it.each(spread(FORMS, 2))('%s', (_, document) => {
        const { content, error, diagnostics } = convert(document);
        expect([error, diagnostics.map(d => d.message)]).toEqual([undefined, []]);
        expect(content).toBe(notation.content);
    });

    function empty(names: readonly string[]): readonly Json[] {
        return elements.map(e => ({ ...e, ...Object.fromEntries(names.filter(n => (e[n] ?? null) === null).map(n => [n, ''])) }));
    }

    function capitals(isMeant: (id: string) => boolean): string {
        return text.replace(UUID, id => (isMeant(id) ? id.toUpperCase() : id));
    }
});

it('UUIDs in capitals are the same ids in small letters', () => {
    const text = JSON.stringify(elements);
    let at = 0;
    for (const isCapital of [() => true, () => at++ % 2 === 0]) {
        const { content, error } = convert(text.replace(UUID, id => (isCapital() ? id.toUpperCase() : id)));
        expect([error, content]).toEqual([undefined, notation.content]);
    }
});

it('another tool’s UUIDs in capitals are declared in small letters', () => {
    const [first] = elements.flatMap(e => (e['@type'] === 'Package' ? [String(e['@id'])] : []));
    const foreign = '0A1B2C3D-0000-4000-8000-00000000ABCD';
    const { content } = convert(JSON.stringify(elements).replaceAll(first, foreign));
    expect(content).toContain(`@IdentityMetadata::ElementId { id = "${foreign.toLowerCase()}"; }`);
});

it('one half of a surrogate pair is refused, both halves are a character', () => {
    const named = (name: string): Conversion => convert(JSON.stringify(elements).replace('"declaredName":"e"', `"declaredName":"${name}"`));
    expect(named('\\ud83d').error).toContain('one half of a surrogate pair');
    expect(named('\\ud83d\\ude80').content).toContain("part '🚀'");
});
