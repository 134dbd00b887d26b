/**
 * Documents of other tools whose ids are nobody's names (KerML 8.3.2.1.2 elementId): elements, memberships and what is implied have any
 * ids, elements of the library those of the standard, and names that a tool did not resolve are read as names.
 */
import { describe, expect, it } from 'vitest';
import { uuid5 } from '../../src/exchange/ids.js';
import { spread } from '../support/thorough.js';
import { derivedOf, type Json } from './derived.js';
import { foreignDocument, foreignSparseDocument, read, SEED } from './foreign-documents.js';
import { modelOf } from './models.js';

const bare = (notation: string): string =>
    notation
        .replace(/ *@IdentityMetadata::ElementId \{ id = "[^"]+"; \}\n/g, '')
        .replace(/ \{\s*\}/g, ';')
        .replace(/^ +/gm, '');

const IN_BODIES = `state def S { entry action e { @M; } state off; state on; transition t first off accept Q then on { @M; } }
enum def Color { enum red { @M; } }
action def A { out y { @M; } if true action i { @M; } loop action { @M; } until true; }`;

const one = (elements: readonly Json[], type: string, at = 0): Json => elements.filter(e => e['@type'] === type)[at];
const ref = (id: unknown): Json => ({ '@id': id });

describe('ids of other tools', () => {
    const TEXT = `package P {
private import ScalarValues::*;
alias Second for D;
part def D { attribute m : Real [0..1] = 3.0 * 2; port q : ~Q; }
port def Q;
part d : D {
attribute redefines m = 4.0;
part inner : D [2];
connect inner to inner;
}
constraint def K { in x : Real; x > 3 }
action def A { action first1; first start; then first1; }
}`;
    let once: { readonly elements: readonly Json[]; readonly read: ReturnType<typeof read> } | undefined;
    const document = (): typeof once & {} => {
        const elements = once?.elements ?? foreignDocument(TEXT);
        return (once ??= { elements, read: read(elements) });
    };

    it('are kept where the notation can declare them, and reported where it cannot', () => {
        const { elements, read: conversion } = document();
        const { content = '', error, diagnostics } = conversion;
        expect(error).toBeUndefined();
        for (const name of ['P', 'D', 'm', 'd', 'inner', 'K', 'x', 'A']) {
            const element = elements.find(e => e.declaredName === name)!;
            expect(content).toContain(`id = "${String(element['@id'])}"`);
        }
        expect(bare(content)).toContain('attribute m : Real [0..1] = 3.0 * 2;');
        expect(bare(content)).toContain('port q : ~Q;');
        expect(diagnostics.map(d => d.message)).toEqual([
            expect.stringMatching(/^notation cannot declare the ids of \d+ elements \(\d+ \w*Membership, /)
        ]);
        expect(modelOf([{ content }]).documents[0].isWellFormed).toBe(true);
    });

    it('are read again as the same elements', () => {
        const { elements, read: conversion } = document();
        const again = derivedOf(modelOf([{ content: conversion.content! }]), 'uuid');
        const declared = (list: readonly Json[]): unknown[] =>
            list
                .filter(e => typeof e.declaredName === 'string' && e.isLibraryElement !== true && e['@type'] !== 'ConjugatedPortDefinition')
                .map(e => [e['@type'], e['@id'], e.qualifiedName]);
        expect(declared(again)).toEqual(declared(elements));
    });

    it.each(
        spread(
            [(at: number) => `n${at}`, (at: number) => `${at}`, (at: number) => `_Xq${at}-EeABcd_${at}`, (at: number) => `e${at}a4b1`],
            4,
            2
        )
    )('may consist of any letters, digits, - and _', idOf => {
        const ids = new Map<string, string>();
        const { elements, read: conversion } = document();
        const own = new Set(elements.map(e => e['@id']));
        const text = JSON.stringify(elements).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, id => {
            ids.set(id, ids.get(id) ?? idOf(ids.size));
            return own.has(id) ? ids.get(id)! : id;
        });
        const { content, error } = read(JSON.parse(text) as readonly Json[]);
        expect(error).toBeUndefined();
        expect(bare(content!)).toBe(bare(conversion.content!));
    });

    it('of owners outside of the document are left out with a warning, and their members are roots', () => {
        const { elements, read: conversion } = document();
        const whole = bare(conversion.content!);
        const wrapper = one(elements, 'Namespace');
        const [{ '@id': membership }] = wrapper.ownedRelationship as readonly Json[];
        for (const absent of spread([[wrapper['@id']], [wrapper['@id'], membership]], 2, 1)) {
            const { content, diagnostics } = read(elements.filter(e => !absent.includes(e['@id'])));
            expect(bare(content!)).toBe(whole);
            expect(diagnostics[0].message).toBe('the document does not contain the owner of P, which is read as a root');
        }
    });

    it('of sparse documents are kept and reported in the same way, and their source texts are not used', () => {
        const elements = foreignSparseDocument(TEXT);
        const { content = '', error, diagnostics } = read(elements);
        expect(error).toBeUndefined();
        for (const name of ['P', 'D', 'm', 'd', 'inner', 'K', 'x', 'A']) {
            const element = elements.find(e => e.declaredName === name)!;
            expect(content).toContain(`id = "${String(element['@id'])}"`);
        }
        expect(bare(content)).toContain('\nconnect inner to inner;\n');
        expect(bare(content)).toContain('port q : ~Q;');
        expect(diagnostics.map(d => d.message)).toEqual([expect.stringMatching(/^notation cannot declare the ids of \d+ elements /)]);
    });

    it('of annotations before a keyword are reported, because a body declares ids', () => {
        const prefixes = '#st part def Nut;\n#st #st part two {\npart inner;';
        const { content = '', diagnostics } = read(foreignDocument(`package P { metadata def <st> Structural; ${prefixes} } }`));
        expect(bare(content)).toContain(prefixes);
        expect(diagnostics.map(d => d.message)).toEqual([expect.stringContaining('3 MetadataUsage')]);
    });

    let readBodies: ReturnType<typeof read> | undefined;
    const inBodies = (): ReturnType<typeof read> =>
        (readBodies ??= read(foreignDocument(`package P { metadata def M; part def Q; ${IN_BODIES} }`)));
    it.each([
        'state def S {\nentry action e {\nmetadata M;',
        'transition t first off accept Q then on {\nmetadata M;',
        'enum red {\nmetadata M;',
        'out y {\nmetadata M;',
        'if true action i {\nmetadata M;',
        'loop action {\nmetadata M;'
    ])('do not move metadata of a body before a keyword: %s', text => {
        const { content, error } = inBodies();
        expect(error).toBeUndefined();
        expect(bare(content!)).toContain(text);
    });

    it('of annotations are kept, also where their types are not resolved', () => {
        const elements = foreignDocument(
            'package P { part a { @Nowhere { level = 3; } } part b { doc /* d */ @Nowhere2; } metadata m : Nowhere3 about a; metadata Nowhere4 about a; }'
        );
        const { content = '' } = read(elements);
        const annotations = elements.filter(e => e['@type'] === 'MetadataUsage' || e['@type'] === 'ReferenceUsage');
        expect(annotations).toHaveLength(5);
        expect(annotations.filter(e => !content.includes(`id = "${String(e['@id'])}"`))).toEqual([]);
    });

    it('of empty actions of states are reported, because `entry;` has no body in the standard notation', () => {
        const elements = foreignDocument('package P { state def S { entry; then a; state a { do action w; exit; } } }');
        const { content = '', diagnostics } = read(elements);
        expect(bare(content)).toContain('entry;\n');
        expect(bare(content)).toContain('exit;\n');
        expect(diagnostics[0].message).toMatch(/ 2 ActionUsage/);
    });

    it('of memberships of roots are read where imports refer to them', () => {
        const { content = '', error } = read(
            foreignDocument('package A;\npart def D;\npackage B {\nprivate import A;\nprivate import D;\npart d : D;\n}\n')
        );
        expect(error).toBeUndefined();
        expect(bare(content)).toBe('package A;\npart def D;\npackage B {\nprivate import A;\nprivate import D;\npart d : D;\n}\n');
    });

    const LEFT: readonly (readonly [title: string, text: string, language: 'sysml' | 'kerml'])[] = [
        ['a relationship with a name', 'package p {\nconjugation n conjugate Base::Anything conjugates Base::Anything;\n}\n', 'kerml'],
        ['a relationship at the root', 'subset Base::things subsets Base::things;\npackage p;\n', 'kerml'],
        ['a filter at the root', 'filter @ ModelingMetadata::StatusInfo;\npackage p;\n', 'sysml'],
        ['a body without a result', 'package p {\nattribute a = 1.?{ in x; };\n}\n', 'sysml'],
        ['a body with a result parameter', 'package p {\nattribute a = 1.{ in x; return y; };\n}\n', 'sysml'],
        ['an empty body', 'package p {\nfeature a = 1.{ };\n}\n', 'kerml'],
        [
            'a succession in the body of a statement',
            'package p {\naction def A {\nsend via 2 {\nthen fork f;\n}\naction accept a : A {\nthen fork g;\n}\n}\n}\n',
            'sysml'
        ],
        ['a relationship in a body', 'package p {\nfeature a = 1.{ subtype Base::Anything specializes Base::Anything; 1 };\n}\n', 'kerml'],
        ['documentation of an alias, to which no name leads', 'package p {\nalias a for p {\ndoc d /* a */\n}\n}\n', 'sysml']
    ];
    it.each(spread(LEFT, 4))('leave %s as it is', (_title, text, language) => {
        const { content = '', error } = read(foreignDocument(text, language));
        expect(error).toBeUndefined();
        expect(bare(content)).toBe(text);
    });

    it('of elements that neither the document nor the library has are refused by name', () => {
        const elements = foreignDocument('package P { part def D; part d : D; }').map(e =>
            e['@type'] === 'FeatureTyping' ? { ...e, type: ref(uuid5(SEED, 'nowhere')) } : e
        );
        expect(read(elements).error).toContain(`its type refers to ${uuid5(SEED, 'nowhere')}, which the text does not contain`);
    });
});

describe('names that another tool did not resolve', () => {
    it('become the references of the elements that own them', () => {
        const elements = foreignDocument('package P { private import ScalarValues::Real; part def D { attribute m : Real; } }');
        const typing = one(elements, 'FeatureTyping');
        const absent = ref(uuid5(SEED, 'absent'));
        const unresolved = put(elements, [[typing, { type: absent, general: absent, ownedRelationship: [ref(uuid5(SEED, 'om'))] }]]);
        const { content = '', error } = read([...unresolved, ...representationOf('Real', typing)]);
        expect(error).toBeUndefined();
        expect(bare(content)).toContain('attribute m : Real;');
        expect(content).not.toContain('x-sysmlv2');
    });

    it('of an end with a name are its reference', () => {
        const elements = foreignDocument('package P { attribute x; attribute y; binding b bind x = a ::> y; }');
        const referring = elements.findLast(e => e['@type'] === 'ReferenceSubsetting')!;
        const absent = ref(uuid5(SEED, 'absent'));
        const unresolved = put(elements, [[referring, { referencedFeature: absent, ownedRelationship: [ref(uuid5(SEED, 'om'))] }]]);
        const { content = '', error } = read([...unresolved, ...representationOf('Q::y', referring)]);
        expect(error).toBeUndefined();
        expect(bare(content)).toContain('binding b bind x = a ::> Q::y;');
    });

    it('of the first step of a chain may be qualified', () => {
        const elements = foreignDocument('package P { part a { part b; } part d subsets a.b; }');
        const [first, second] = elements.filter(e => e['@type'] === 'FeatureChaining');
        const refersTo = (id: string, owned: string): Json => ({
            chainingFeature: ref(uuid5(SEED, id)),
            ownedRelationship: [ref(uuid5(SEED, owned))]
        });
        const unresolved = put(elements, [
            [first, refersTo('absent', 'om')],
            [second, refersTo('absent too', 'om2')]
        ]);
        const { content = '', error } = read([
            ...unresolved,
            ...representationOf("Q::'e f'", first),
            ...representationOf('g', second, 'om2')
        ]);
        expect(error).toBeUndefined();
        expect(bare(content)).toContain("part d subsets Q::'e f'.g;");
    });

    it('are found by ids that are made from them, where nothing else states them', () => {
        const elements = foreignDocument('package P { part def A; part def B; dependency A to B; }');
        const dependency = one(elements, 'Dependency');
        const root = one(elements, 'Namespace');
        const absent = ref(uuid5('6ba7b812-9dad-11d1-80b4-00c04fd430c8', 'unresolved:Q::C'));
        const unresolved = put(elements, [
            [dependency, { supplier: [absent], target: [absent] }],
            [root, { ownedRelationship: [...(root.ownedRelationship as readonly Json[]), ref(uuid5(SEED, 'om'))] }]
        ]);
        const { content = '', error } = read([...unresolved, ...representationOf('Q::C', root)]);
        expect(error).toBeUndefined();
        expect(bare(content)).toContain('dependency A to Q::C;');
        expect(content).not.toContain('x-sysmlv2');
    });

    it('of a function are found after an arrow if an argument is a body', () => {
        const elements = foreignDocument('package P { part def C { attribute xs [*]; attribute ys = xs->collect { in x; x }; } }');
        const call = one(elements, 'InvocationExpression');
        const collect = elements.find(
            e => e['@type'] === 'Membership' && (e.owningRelatedElement as Json | undefined)?.['@id'] === call['@id']
        )!;
        // The toolkit lists the function before the receiver, as in `collect(xs, {…})`.
        const [receiver, ...others] = (call.ownedRelationship as readonly Json[]).filter(r => r['@id'] !== collect['@id']);
        const relationships = [ref(collect['@id']), receiver, ...others];
        const named = put(elements, [
            [call, { ownedRelationship: relationships }],
            [collect, { memberElement: ref(uuid5(SEED, 'absent')), ownedRelationship: [ref(uuid5(SEED, 'om'))] }]
        ]);
        const { content = '', error } = read([...named, ...representationOf('collect', collect)]);
        expect(error).toBeUndefined();
        expect(bare(content)).toContain('attribute ys = xs->collect { in x; x };');
    });
});

/** The textual representation of an unresolved name, and the membership by which a relationship owns it. */
function representationOf(name: string, relationship: Json, id = 'om'): readonly Json[] {
    const [membership, representation] = [uuid5(SEED, id), uuid5(SEED, `${id} name`)];
    return [
        {
            '@type': 'OwningMembership',
            '@id': membership,
            owningRelatedElement: ref(relationship['@id']),
            ownedRelatedElement: [ref(representation)],
            memberElement: ref(representation)
        },
        {
            '@type': 'TextualRepresentation',
            '@id': representation,
            language: 'x-sysmlv2-unresolved-reference',
            body: name,
            owningRelationship: ref(membership)
        }
    ];
}

/** The elements with other values of some properties, and further elements. */
const put = (elements: readonly Json[], changes: readonly (readonly [Json, Json])[], ...more: readonly Json[]): readonly Json[] => [
    ...elements.map(e => ({ ...e, ...Object.fromEntries(changes.filter(([of]) => of === e).flatMap(([, to]) => Object.entries(to))) })),
    ...more
];

describe('forms of other tools', () => {
    it.each([
        ['as they are listed', (list: readonly Json[]): readonly Json[] => list],
        ['in another order', (list: readonly Json[]): readonly Json[] => [...list].reverse()]
    ])('a chain after an expression becomes one expression for each step, with the relationships %s', (_title, ordered) => {
        const elements = foreignDocument(
            'package P { part def V { part w { part x { attribute r; } } } part v : V; attribute q = (v).w; }'
        );
        const chain = uuid5(SEED, 'chain');
        const target = elements.find(e => e['@type'] === 'Membership' && (e.memberElement as Json)['@id'] === named(elements, 'w'))!;
        const links = ['w', 'x', 'r'].map(name => ({
            '@type': 'FeatureChaining',
            '@id': uuid5(SEED, `link ${name}`),
            owningRelatedElement: ref(chain),
            chainingFeature: ref(named(elements, name))
        }));
        const feature = {
            '@type': 'Feature',
            '@id': chain,
            ownedRelationship: links.map(l => ref(l['@id'])),
            owningRelationship: ref(target['@id'])
        };
        const owned = { '@type': 'OwningMembership', memberElement: ref(chain), ownedRelatedElement: [ref(chain)] };
        const expression = one(elements, 'FeatureChainExpression');
        const relationships = { ownedRelationship: ordered(expression.ownedRelationship as Json[]) };
        const stored = put(
            elements,
            [
                [target, owned],
                [expression, relationships]
            ],
            feature,
            ...links
        );
        const { content = '', error } = read(stored);
        expect(error).toBeUndefined();
        expect(bare(content)).toContain('attribute q = v.w.x.r;');
    });

    it('an end in a package may have a feature membership', () => {
        const elements = foreignDocument('package P { end attribute a; }');
        const member = ref(named(elements, 'a'));
        const membership = elements.find(e => (e.memberElement as Json | undefined)?.['@id'] === member['@id'])!;
        const { content = '', error } = read(
            put(elements, [[membership, { '@type': 'EndFeatureMembership', ownedMemberFeature: member }]])
        );
        expect(error).toBeUndefined();
        expect(bare(content)).toContain('end attribute a;');
    });

    it.each([
        ['an enumerated value', 'enum def L { enum a = 0; enum b = 1; }', 'FeatureMembership'],
        ['a feature of an item with a direction', 'item def I { in attribute a; out attribute b; }', 'ParameterMembership'],
        ['a feature of a port with a direction', 'port def D { in item a; }', 'ParameterMembership']
    ])('%s may have another membership', (_what, text, metaclass) => {
        const elements = foreignDocument(`package P { ${text} }`);
        const member = ref(named(elements, 'a'));
        const membership = elements.find(e => (e.memberElement as Json | undefined)?.['@id'] === member['@id'])!;
        const others = Object.entries(membership).filter(([property]) => property !== 'ownedVariantUsage');
        const changed: Json = { ...Object.fromEntries(others), '@type': metaclass, ownedMemberFeature: member };
        const { content = '', error } = read(elements.map(e => (e === membership ? changed : e)));
        expect(error).toBeUndefined();
        expect(bare(content).replace(/\s+/g, ' ')).toContain(text);
    });

    it.each(['action def', 'part def'])('what a parameter membership of the %s owns without a direction is an input', keyword => {
        const elements = foreignDocument(`package P { ${keyword} A { in attribute a; out attribute b; } }`);
        const id = named(elements, 'a');
        const without = (e: Json, property: string): Json => Object.fromEntries(Object.entries(e).filter(([key]) => key !== property));
        const changed = elements.map(e =>
            e['@id'] === id
                ? without(e, 'direction')
                : (e.memberElement as Json | undefined)?.['@id'] === id
                  ? { ...e, '@type': 'ParameterMembership', ownedMemberParameter: ref(id) }
                  : e
        );
        const { content = '', error } = read(changed);
        expect(error).toBeUndefined();
        expect(bare(content)).toContain('in attribute a;');
    });

    it.each([
        ['a succession', 'action def A { action a; action b; succession s first a then b; }', 's', /the succession \S+: it has no ends/],
        ['a transition', 'state def A { state a; state b; transition s first a then b; }', 's', /the transition \S+: it has no target/],
        ['a binding', 'part def A { part a; part b; binding s bind a = b; }', 's', /the binding \S+: it has no ends/],
        ['a dependency', 'part a; part b; dependency s from a to b;', 's', /the dependency \S+: it has no (client|supplier)/]
    ])('%s without what it relates is refused', (_what, text, name, reason) => {
        const elements = foreignDocument(`package P { ${text} }`);
        const element = elements.find(e => e['@id'] === named(elements, name))!;
        const bare = Object.fromEntries(['@type', '@id', 'declaredName', 'owningRelationship'].map(p => [p, element[p]]));
        const inside = new Set([element['@id']]);
        const isInside = (e: Json): boolean =>
            ['owningRelatedElement', 'owningRelationship'].some(p => inside.has((e[p] as Json | undefined)?.['@id']));
        for (let size = 0; size < inside.size;) {
            size = inside.size;
            elements.filter(isInside).forEach(e => inside.add(e['@id']));
        }
        const kept = elements.filter(e => e === element || !inside.has(e['@id']));
        expect(read(kept.map(e => (e === element ? bare : e))).error).toMatch(reason);
    });

    it('annotations of an end may precede its cross feature', () => {
        const elements = foreignDocument('package P { metadata def M; connection def C { end [1..7] #M part a; end part b; } }');
        const end = elements.find(e => e['@id'] === named(elements, 'a'))!;
        const [cross, prefix, ...others] = end.ownedRelationship as readonly Json[];
        const { content = '', error } = read(put(elements, [[end, { ownedRelationship: [prefix, cross, ...others] }]]));
        expect(error).toBeUndefined();
        expect(bare(content)).toContain('end [1..7] #M part a;');
    });

    it.each([
        ['LiteralInteger', '12345678901234567890'],
        ['LiteralInteger', '7'],
        ['LiteralRational', '0.12345678901234567890']
    ])('a text is the number of a %s: %s', (metaclass, number) => {
        const elements = foreignDocument(`package P { attribute n = ${number}; }`);
        const { content = '', error } = read(put(elements, [[one(elements, metaclass), { value: number }]]));
        expect(error).toBeUndefined();
        expect(bare(content)).toContain(`attribute n = ${number};`);
    });

    it('a range that an end of a connector owns is its multiplicity', () => {
        const elements = foreignDocument('package P { part a; part b; connection c connect [1] a to [2] b; }');
        // the range of an end without the cross feature that the grammar has around it
        const crosses = elements.filter(e => e['@type'] === 'Feature' && e.owningRelationship !== null);
        const changes = crosses.flatMap(cross => {
            const outer = elements.find(e => e['@id'] === (cross.owningRelationship as Json)['@id'])!;
            const inner = elements.find(e => e['@id'] === (cross.ownedRelationship as Json[])[0]['@id'])!;
            const range = elements.find(e => e['@id'] === (inner.memberElement as Json)['@id'])!;
            return [
                [
                    outer,
                    {
                        ownedRelatedElement: [ref(range['@id'])],
                        memberElement: ref(range['@id']),
                        ownedMemberElement: ref(range['@id']),
                        target: []
                    }
                ],
                [range, { owningRelationship: ref(outer['@id']), owningMembership: null, owner: null, owningNamespace: null }]
            ] as const;
        });
        const gone = new Set(crosses.flatMap(cross => [cross['@id'], (cross.ownedRelationship as Json[])[0]['@id']]));
        const isGone = (value: unknown): boolean => gone.has((value as Json | null)?.['@id']);
        const stored = put(elements, changes)
            .filter(e => !gone.has(e['@id']))
            .map(e =>
                Object.fromEntries(
                    Object.entries(e).flatMap(([key, value]) =>
                        isGone(value) ? [] : [[key, Array.isArray(value) ? value.filter(v => !isGone(v)) : value] as const]
                    )
                )
            );
        const { content = '', error } = read(stored);
        expect(error).toBeUndefined();
        expect(bare(content)).toContain('connect [1] a to [2] b;');
    });
});

/** A document without some elements, which the others refer to no longer. */
function withoutThese(elements: readonly Json[], dropped: readonly Json[]): readonly Json[] {
    const ids = new Set(dropped.map(e => e['@id']));
    const isGone = (value: unknown): boolean => ids.has((value as Json | null)?.['@id']);
    const kept = (value: unknown): unknown => (Array.isArray(value) ? value.filter(v => !isGone(v)) : isGone(value) ? null : value);
    return elements
        .filter(e => !ids.has(e['@id']))
        .map(e => Object.fromEntries(Object.entries(e).map(([key, value]) => [key, kept(value)])));
}

describe('members that other tools own in another way than the grammar', () => {
    const inside = (text: string): readonly Json[] => foreignDocument(`package P { ${text} }`);
    const notationOf = (elements: readonly Json[]): string => {
        const { content = '', error } = read(elements);
        expect(error).toBeUndefined();
        return bare(content);
    };
    const changed = (elements: readonly Json[], of: Json, to: Json): readonly Json[] => elements.map(e => (e === of ? { ...e, ...to } : e));

    it('a succession whose target end refers to nothing has the next member as its target', () => {
        const elements = inside('action a { action b; then fork f; then c; action c; }');
        const fork = ref(named(elements, 'f'));
        const target = elements.filter(
            e => e['@type'] === 'ReferenceSubsetting' && JSON.stringify(e.referencedFeature) === JSON.stringify(fork)
        );
        expect(target).toHaveLength(1);
        expect(notationOf(withoutThese(elements, target))).toContain('then fork f;');
    });

    it('an implied subsetting refers to the next member', () => {
        const elements = inside('action a { action b; then action c; }');
        const target = one(elements, 'ReferenceSubsetting');
        expect(notationOf(changed(elements, target, { isImplied: true }))).toContain('then action c;');
    });

    it('an entry of metadata redefines the feature of its name', () => {
        const elements = inside('metadata def M { attribute level; } part p { @M { level = 2; } }');
        const redefinition = one(elements, 'Redefinition');
        const entry = elements.find(e => e['@id'] === (redefinition.owningRelatedElement as Json)['@id'])!;
        const renamed = changed(elements, entry, { declaredName: 'level' });
        expect(notationOf(withoutThese(renamed, [redefinition]))).toContain('redefines level = 2;');
    });

    it('a plain membership owns an end', () => {
        const elements = inside('port def Q; interface def I { end port a : Q; end port b : Q; }');
        const plain = elements.map(e => (e['@type'] === 'EndFeatureMembership' ? { ...e, '@type': 'FeatureMembership' } : e));
        expect(notationOf(plain)).toContain('end port a : Q;');
    });

    it('a binding that is referential like all others is written without ref', () => {
        const elements = inside('part a; part b; bind a = b;');
        const binding = one(elements, 'BindingConnectorAsUsage');
        expect(notationOf(changed(elements, binding, { isReference: true }))).toContain('\nbind a = b;');
    });

    it('a redefinition of an unresolved name takes that name', () => {
        const elements = inside('part def D { part x; } part d : D { part :>> x { part y; } } part e :> d.x.y;');
        const redefinition = one(elements, 'Redefinition');
        const nowhere = ref(uuid5(SEED, 'nowhere'));
        const [membership, name] = [uuid5(SEED, 'om'), uuid5(SEED, 'name')];
        const unresolved = changed(elements, redefinition, {
            redefinedFeature: nowhere,
            subsettedFeature: nowhere,
            general: nowhere,
            ownedRelationship: [ref(membership)]
        });
        const named = {
            '@type': 'OwningMembership',
            '@id': membership,
            owningRelatedElement: ref(redefinition['@id']),
            memberElement: ref(name)
        };
        const text = { '@type': 'TextualRepresentation', '@id': name, language: 'x-sysmlv2-unresolved-reference', body: 'x' };
        const document = [...unresolved, { ...named, ownedRelatedElement: [ref(name)] }, { ...text, owningRelationship: ref(membership) }];
        expect(notationOf(document)).toContain('subsets d.x.y;');
    });
});

const named = (elements: readonly Json[], name: string): unknown => elements.find(e => e.declaredName === name)!['@id'];

describe('members of relationships', () => {
    const SELECT = 'attribute xs [*]; metadata def M; attribute r = xs->ControlFunctions::select';
    it.each([
        ['an alias in the body of an expression has a comment', `${SELECT} { in x; alias y for x { doc /* y is x */ } y > 1 };`],
        ['an import in the body of an expression has a comment', `${SELECT} { in x; private import M::* { doc /* d */ } true };`],
        ['a dependency in the body of an expression has metadata', `${SELECT} { in x; #M dependency xs to r { @M; @M; } true };`],
        ['metadata of an import are in its body', 'package Q; metadata def M; private import Q::* { @M; doc /* d */ @M; }'],
        ['metadata of an alias are in its body', 'part q; metadata def M; alias p for q { @M; @M; doc /* d */ }'],
        ['an entry subaction is private', 'state def S { private entry; then a; state a; }']
    ])('%s', (_title, body) => {
        const elements = foreignDocument(`package P { ${body} }`);
        const { content, error } = read(elements);
        expect(error).toBeUndefined();
        const said = (list: readonly Json[]): string[] =>
            list.map(e => [e['@type'], e.declaredName, e.body, e.visibility].join(' ')).sort();
        expect(said(derivedOf(modelOf([{ content: content! }]), 'uuid'))).toEqual(said(elements));
    });

    it('metadata of KerML relationships are in their bodies', () => {
        const text = 'package P { feature a; feature b; metaclass M; specialization s subset a :> b { @M; @M; doc /* d */ } }';
        const { content, error } = read(foreignDocument(text, 'kerml'));
        expect(error).toBeUndefined();
        expect(bare(content!)).toContain('specialization s subset a subsets b {\nmetadata M;\nmetadata M;\ndoc /* d */');
    });
});
