import { describe, expect, it } from 'vitest';
import { ConversionError, GraphElement } from '../../src/exchange/index.js';
import { isAbstractMetaclass, isMetaclassName, propertiesOf } from '../../src/exchange/metamodel/facts.js';
import { normativeId } from '../../src/exchange/normative.js';
import { METACLASSES } from '../../src/language/semantics/metaclasses.js';
import { graphOf, modelOf, statements } from './models.js';
import { buildGraph } from '../../src/exchange/index.js';

type Row = readonly [title: string, model: string, id: string, expected: readonly string[], absent?: readonly string[]];

/** Statements that an element has, and properties that it has not; `kerml:` ahead of a model of that language. */
function check(rows: readonly Row[]): void {
    it.each(rows.map(row => [row[0], row] as const))('%s', (_title, [, text, id, expected, absent = []]) => {
        const isKerml = text.startsWith('kerml:');
        const graph = graphOf(isKerml ? text.slice(6) : text, isKerml ? 'kerml' : 'sysml');
        const stated = statements(graph, id);
        expect(stated).toEqual(expect.arrayContaining([...expected]));
        const properties = stated.map(s => s.split(' ')[0]);
        expect(absent.filter(property => properties.includes(property))).toEqual([]);
    });
}

const REAL = '@14c0aa22-5489-59b5-b438-ded26e83ba31';

describe('statements of elements (5.1 to 5.4)', () => {
    it('in the order of the contract', () => {
        const graph = graphOf(
            'package P {\n    abstract part def <s> X :> Y { part y; }\n    part def Y;\n    part z : X[1] = 2 { part q; }\n}\n'
        );
        const order = graph.elements.find(e => e.id === 'P__z')!.properties;
        expect(order).toEqual([
            'qualifiedName',
            'sysx:sourceLine',
            'sysx:sourceColumn',
            'sysx:sourceEndLine',
            'sysx:sourceEndColumn',
            'elementId',
            'sysx:memberIndex',
            'owningNamespace',
            'owner',
            'owningRelationship',
            'owningMembership',
            'declaredName',
            'type',
            'ownedRelationship',
            'ownedMembership',
            'upperBound',
            'multiplicity',
            'value',
            'sysx:hasBody',
            'ownedMember',
            'ownedFeature',
            'ownedFeatureMembership',
            'ownedTyping',
            'ownedSpecialization',
            'sysx:sourceText'
        ]);
    });

    it('the conjugate of a port definition among its members', () =>
        expect(
            graphOf('package P {\n    port def Q :> R;\n    port def R;\n    port q : ~Q;\n}')
                .elements.find(e => e.id === 'P__Q')!
                .properties.slice(-8)
        ).toEqual([
            'sysx:hasBody',
            'ownedMember',
            'ownedMembership',
            'ownedRelationship',
            'conjugatedPortDefinition',
            'ownedSubclassification',
            'ownedSpecialization',
            'sysx:sourceText'
        ]));

    it('and its subjects in the order of the contract', () =>
        expect(graphOf('package P { part a : T = 1 { part b; } part def T; }').elements.map(e => e.id)).toEqual([
            'P',
            'P__a',
            'P__a_om',
            'P__a_pvalue',
            'P__a_pvalue_om',
            'P__a__b',
            'P__a__b_om',
            'P__T',
            'P__T_om',
            'P__a_ft0'
        ]));

    check([
        ['a feature of no type redefines nothing by its own name', 'package P { part :>> zz; }', 'P___400', ['redefines zz']],
        [
            'but what an import brings in',
            'package P { private import Q::*; part :>> w; } package Q { part w; }',
            'P___401',
            ['redefines @Q__w']
        ]
    ]);

    check([
        [
            'a package at the root',
            'package P;',
            'P',
            ['Package', 'declaredName P', 'sysx:hasBody false', 'sysx:sourceLanguage sysml'],
            ['owner', 'sysx:sourceDocument']
        ],
        [
            'flags and short names',
            'package P { abstract part def <s> X; }',
            'P__X',
            ['isAbstract true', 'declaredShortName s'],
            ['isVariation', 'sysx:declaredKeyword']
        ],
        [
            'nonunique is the one flag that is written false',
            'package P { part x[*] ordered nonunique; }',
            'P__x',
            ['isOrdered true', 'isUnique false']
        ],
        [
            'directions',
            'package P { action def A { in x : T; } item def T; }',
            'P__A__x',
            ['ReferenceUsage', 'direction in', 'sysx:isKindImplicit true']
        ],
        ['default values', 'package P { attribute a default := 1; }', 'P__a', ['isDefault true', 'isInitial true', 'value @P__a_pvalue']],
        [
            'portions',
            'package P { part x { snapshot s; } }',
            'P__x__s',
            ['OccurrenceUsage', 'portionKind snapshot', 'sysx:declaredKeyword snapshot']
        ],
        [
            'individuals',
            'package P { individual def I; }',
            'P__I',
            ['OccurrenceDefinition', 'isIndividual true', 'sysx:declaredKeyword individual']
        ],
        ['standard libraries', 'standard library package P;', 'P', ['LibraryPackage', 'isStandard true']],
        ['names that lead nowhere', "package P { part x : 'no such'::Thing; }", 'P__x', ['type no such::Thing']],
        [
            'chains in the place of names',
            'package P { part a { part b; } part x :> a.b; }',
            'P__x',
            ['subsets `a.b`', 'ownedSubsetting @P__x_ss0']
        ],
        ['library elements', 'package P { attribute x : ScalarValues::Real; }', 'P__x', [`type ${REAL}`]],
        [
            'the composite features of KerML',
            'kerml:package P { class C { composite feature f; portion feature g; } }',
            'P__C__g',
            ['isComposite true', 'isPortion true', 'sysx:declaredKeyword feature']
        ],
        [
            'comments without margins',
            'package P { comment about P /* one\n   * two\n   */ }',
            'P___400',
            ['Comment', 'body one\ntwo\n', 'annotatedElement @P']
        ]
    ]);
});

describe('relationships of heads (5.5)', () => {
    const model =
        'package P { part def A; part def B :> A; part a : A; part b :> a { part :>> c; } part c references a; port def Q; port q : ~Q; part x :> a.y; }';
    check([
        [
            'typing',
            model,
            'P__a_ft0',
            [
                'FeatureTyping',
                'typedFeature @P__a',
                'owningFeature @P__a',
                'specific @P__a',
                'source @P__a',
                'owningRelatedElement @P__a',
                'type @P__A',
                'general @P__A',
                'target @P__A',
                'owner @P__a',
                'relatedElement @P__a @P__A'
            ]
        ],
        ['subclassification', model, 'P__B_sc0', ['Subclassification', 'subclassifier @P__B', 'superclassifier @P__A']],
        ['subsetting', model, 'P__b_ss0', ['Subsetting', 'subsettingFeature @P__b', 'subsettedFeature @P__a']],
        [
            'redefinition of a name that leads to none',
            model,
            'P__b___400_rd0',
            ['Redefinition', 'redefiningFeature @P__b___400', 'general @P__c']
        ],
        ['references', model, 'P__c_rs0', ['ReferenceSubsetting', 'referencingFeature @P__c', 'referencedFeature @P__a']],
        [
            'conjugated typing',
            model,
            'P__q_ft0',
            ['ConjugatedPortTyping', 'type @P__Q_conjugated', 'conjugatedPortDefinition @P__Q_conjugated']
        ],
        [
            'the conjugate',
            model,
            'P__Q_conjugated',
            ['ConjugatedPortDefinition', 'originalPortDefinition @P__Q', 'owner @P__Q', 'declaredName ~Q', 'ownedPortConjugator @P__Q_pc']
        ],
        [
            'the conjugation',
            model,
            'P__Q_pc',
            ['PortConjugation', 'originalPortDefinition @P__Q', 'conjugatedPortDefinition @P__Q_conjugated']
        ],
        [
            'the feature of a chain',
            model,
            'P__x_ss0_pchain',
            ['Feature', 'owner @P__x_ss0', 'chainingFeature @P__a y', 'ownedFeatureChaining @P__x_ss0_pchain_pfc0 @P__x_ss0_pchain_pfc1']
        ],
        ['and its links', model, 'P__x_ss0_pchain_pfc0', ['FeatureChaining', 'featureChained @P__x_ss0_pchain', 'chainingFeature @P__a']],
        [
            'multiplicities',
            'package P { part a[2..*]; }',
            'P__a_mult',
            ['MultiplicityRange', 'lowerBound @P__a_plowerBound', 'upperBound @P__a_pupperBound', 'owner @P__a']
        ],
        [
            'one bound is the upper one',
            'package P { part a[2]; }',
            'P__a',
            ['upperBound @P__a_pupperBound', 'ownedRelationship @P__a_pupperBound_om @P__a_mult_om'],
            ['lowerBound']
        ],
        [
            'relationships as members',
            'kerml:package P { class A; class B; specialization S subtype A specializes B; }',
            'P__S',
            ['Specialization', 'sysx:declaredKeyword subtype', 'sysx:declaredPrefix specialization', 'specific @P__A', 'general @P__B']
        ],
        [
            'the types that KerML relates',
            'kerml:package P { class A; class B unions A, A intersects A disjoint from A; feature f inverse of g; feature g; }',
            'P__B',
            ['unions @P__A', 'intersects @P__A', 'disjointFrom @P__A']
        ]
    ]);
});

describe('memberships and annotations (5.6 to 5.8)', () => {
    const parts = 'requirement def R { subject s; actor a; require constraint c; assume d; stakeholder h; } constraint d;';
    check([
        [
            'an ordinary one',
            'package P { part def X; }',
            'P__X_om',
            [
                'OwningMembership',
                'elementId P__X_om',
                'owner @P',
                'memberElement @P__X',
                'ownedMemberElement @P__X',
                'ownedRelatedElement @P__X',
                'owningRelatedElement @P',
                'membershipOwningNamespace @P'
            ],
            ['qualifiedName', 'visibility']
        ],
        [
            'of a feature',
            'package P { part def X { private part y; } }',
            'P__X__y_om',
            ['FeatureMembership', 'ownedMemberFeature @P__X__y', 'owningType @P__X', 'visibility private']
        ],
        ['of a subject', parts, 'R__s_om', ['SubjectMembership', 'ownedSubjectParameter @R__s', 'ownedMemberParameter @R__s']],
        ['of an actor', parts, 'R__a', ['PartUsage'], ['sysx:declaredKeyword']],
        ['of a constraint', parts, 'R__c_om', ['RequirementConstraintMembership', 'kind requirement', 'ownedConstraint @R__c']],
        ['of an assumption by name', parts, 'R___403_om', ['RequirementConstraintMembership', 'kind assumption']],
        ['and the member itself', parts, 'R___403', ['ConstraintUsage', 'references @d'], ['sysx:condition']],
        [
            'an inline condition',
            'requirement def R { require 1 > 0; }',
            'R___400',
            ['ConstraintUsage', 'sysx:condition @R___400_pcondition', 'sysx:hasBody false'],
            ['references', 'ownedMember']
        ],
        [
            'imports of members',
            'package P { private import Q::*::**; import ScalarValues::Real; package Q; }',
            'P___401',
            [
                'MembershipImport',
                'importedMembership @ab72a695-5fe9-58a3-9d48-9e9a8711862d',
                'owningRelatedElement @P',
                'importOwningNamespace @P'
            ],
            ['owningMembership', 'visibility']
        ],
        [
            'imports of namespaces',
            'package P { private import Q::*::**; package Q; }',
            'P___400',
            ['NamespaceImport', 'importedNamespace @P__Q', 'isRecursive true', 'visibility private']
        ],
        [
            'aliases',
            'package P { alias A for B; part def B; }',
            'P__A',
            ['Membership', 'memberName A', 'memberElement @P__B', 'sysx:declaredKeyword alias']
        ],
        ['filters', 'package P { filter @X; metadata def X; }', 'P___400', ['ElementFilterMembership', 'condition @P___400_pcondition']],
        [
            'dependencies',
            'package P { dependency D from A to A, B; part def A; part def B; }',
            'P__D',
            ['Dependency', 'client @P__A', 'supplier @P__A @P__B']
        ],
        [
            'an entry of an annotation redefines the feature of its name without a word for it',
            'package P { @M { level = 2; } metadata def M { attribute level; } }',
            'P___400___400',
            ['ReferenceUsage', 'sysx:isRedefinitionImplicit true', 'ownedRedefinition @P___400___400_rd0'],
            ['declaredName', 'redefines']
        ],
        [
            'which its redefinition leads to',
            'package P { @M { level = 2; } metadata def M { attribute level; } }',
            'P___400___400_rd0',
            ['Redefinition', 'redefinedFeature @P__M__level']
        ],
        [
            'or states that it does',
            'package P { @M { :>> level = 2; } metadata def M { attribute level; } }',
            'P___400___400',
            ['redefines @P__M__level', 'ownedRedefinition @P___400___400_rd0'],
            ['declaredName', 'sysx:isRedefinitionImplicit']
        ],
        [
            'or has a name that the type has no feature of',
            'package P { @M { nope = 2; } metadata def M { attribute level; } }',
            'P___400__nope',
            ['ReferenceUsage', 'declaredName nope'],
            ['redefines', 'ownedRedefinition', 'sysx:isRedefinitionImplicit']
        ],
        [
            'one within another, too',
            'package P { @M { ref q { w = 1; } } metadata def M { ref q { attribute w; } } }',
            'P___400___400___400',
            ['sysx:isRedefinitionImplicit true'],
            ['redefines']
        ],
        [
            'metadata',
            'package P { @M { level = 2; } metadata def M { attribute level; } }',
            'P___400',
            ['MetadataUsage', 'sysx:declaredKeyword @', 'type @P__M']
        ],
        [
            'prefixes, behind the body',
            'package P { #M part x { part y; } metadata def M; }',
            'P__x___401',
            ['MetadataUsage', 'sysx:declaredKeyword #', 'sysx:memberIndex 1', 'type @P__M']
        ],
        [
            'variants',
            'package P { variation part def V { variant part a; } }',
            'P__V__a_om',
            ['VariantMembership', 'ownedVariantUsage @P__V__a']
        ],
        [
            'stubs of the library',
            'package P { attribute x : ScalarValues::Real; }',
            '14c0aa22-5489-59b5-b438-ded26e83ba31',
            [
                'DataType',
                'elementId 14c0aa22-5489-59b5-b438-ded26e83ba31',
                'qualifiedName ScalarValues::Real',
                'declaredName Real',
                'isLibraryElement true'
            ],
            ['owner']
        ],
        [
            'stubs of aliases of the library',
            'package P { private import ISQThermodynamics::TemperatureValue; }',
            'ISQThermodynamics__TemperatureValue',
            ['Membership', 'memberElement @f77f160c-d2f7-596b-821a-c0bcb3901cb1', 'isLibraryElement true']
        ]
    ]);
});

describe('expressions (6)', () => {
    const value = (text: string): string =>
        `package P { attribute a = 1; attribute c { attribute d; } calc def F { in x; } item def I { attribute p; } attribute v = ${text}; }`;
    const root = 'P__v_pvalue';
    check([
        ['integers', value('007'), root, ['LiteralInteger', 'value 007^integer'], ['qualifiedName', 'result']],
        ['decimals', value('4.50'), root, ['LiteralRational', 'value 4.50^decimal']],
        ['exact doubles', value('1.5E3'), root, ['value 1.5E3^double']],
        ['what no double is', value('1E-1'), root, ['value 0.1^decimal']],
        ['strings', value('"a\\n\\"b"'), root, ['LiteralString', 'value a\n"b']],
        ['booleans', value('true'), root, ['LiteralBoolean', 'value true']],
        ['nothing', value('null'), root, ['NullExpression']],
        ['references', value('a'), root, ['FeatureReferenceExpression', 'referent @P__a', 'ownedMembership @P__v_pvalue_preferent']],
        ['chains', value('c.d'), root, ['FeatureChainExpression', 'targetFeature @P__c__d', 'argument @P__v_pvalue_pa0']],
        [
            'operators',
            value('1 + a'),
            root,
            [
                'OperatorExpression',
                'operator +',
                'argument @P__v_pvalue_pa0 @P__v_pvalue_pa1',
                'parameter @P__v_pvalue_pin0 @P__v_pvalue_pin1 @P__v_pvalue_pout',
                'input @P__v_pvalue_pin0 @P__v_pvalue_pin1',
                'result @P__v_pvalue_pout',
                'ownedRelationship @P__v_pvalue_pin0_om @P__v_pvalue_pin1_om @P__v_pvalue_pout_om'
            ]
        ],
        [
            'parameters own their operands',
            value('1 + a'),
            `${root}_pin1`,
            ['Feature', 'direction in', 'owner @P__v_pvalue', 'ownedRelationship @P__v_pvalue_pa1_om']
        ],
        [
            'as their values',
            value('1 + a'),
            `${root}_pa1_om`,
            ['FeatureValue', 'featureWithValue @P__v_pvalue_pin1', 'value @P__v_pvalue_pa1']
        ],
        ['parentheses leave no node', value('((1))'), root, ['LiteralInteger']],
        [
            'sequences',
            value('(1, 2, 3)'),
            root,
            ['OperatorExpression', 'operator ,', 'argument @P__v_pvalue_pa0 @P__v_pvalue_pa1 @P__v_pvalue_pa2']
        ],
        [
            'conditionals',
            value('if a > 1 ? 2 else 3'),
            root,
            ['operator if', 'argument @P__v_pvalue_pa0 @P__v_pvalue_pa1 @P__v_pvalue_pa2']
        ],
        ['classification', value('a istype I'), root, ['operator istype', 'sysx:typeArgument @P__I', 'argument @P__v_pvalue_pa0']],
        ['calls', value('F(x = 2)'), root, ['InvocationExpression', 'function @P__F', 'argument @P__v_pvalue_pa0']],
        ['with names of arguments', value('F(x = 2)'), `${root}_pin0`, ['sysx:argumentName x']],
        ['arrows', value('a->F(2)'), root, ['function @P__F', 'argument @P__v_pvalue_pa0 @P__v_pvalue_pa1', 'operand @P__v_pvalue_pa0']],
        ['receivers', value('c.F(2)'), root, ['argument @P__v_pvalue_pa0', 'operand @P__v_pvalue_poperand']],
        ['constructors', value('new I(2)'), root, ['ConstructorExpression', 'instantiatedType @P__I', 'sysx:isConstructor true']],
        ['brackets', value('2 [a]'), root, ['OperatorExpression', 'operator [']],
        ['an index of several', value('a#(1, 2)'), `${root}_pa1`, ['OperatorExpression', 'operator ,']],
        ['metadata', value('a.metadata'), root, ['MetadataAccessExpression', 'referencedElement @P__a']],
        [
            'bodies',
            value('a->collect { in y : I; y.p }'),
            `${root}_pa1_preferent`,
            [
                'Expression',
                'sysx:hasBody true',
                'sysx:bodyParameter @P__v_pvalue_pa1_preferent_pbodyParameter0',
                'sysx:resultExpression @P__v_pvalue_pa1_preferent_presultExpression'
            ]
        ],
        [
            'parameters of bodies',
            value('a->collect { in y : I; y.p }'),
            `${root}_pa1_preferent_pbodyParameter0`,
            ['ReferenceUsage', 'direction in', 'declaredName y', 'type @P__I'],
            ['qualifiedName', 'owningMembership']
        ],
        [
            'names of parameters stay names',
            value('a->collect { in y : I; y }'),
            `${root}_pa1_preferent_presultExpression`,
            ['FeatureReferenceExpression', 'referent y']
        ],
        [
            'the result of a body is a declaration',
            'calc def T { in x; x * 2 }',
            'T___401',
            [
                'OperatorExpression',
                'qualifiedName T::@1',
                'operator *',
                'argument @T___401_pa0 @T___401_pa1',
                'owningMembership @T___401_om'
            ]
        ],
        [
            'owned by its own membership',
            'calc def T { in x; x * 2 }',
            'T___401_om',
            ['ResultExpressionMembership', 'ownedResultExpression @T___401']
        ]
    ]);
});

describe('actions, states, connectors (8)', () => {
    const action = (body: string): string => `action def A { attribute x; action a; action b; ${body} }`;
    check([
        [
            'first',
            action('first a;'),
            'A___403',
            ['Membership', 'sysx:declaredKeyword first', 'memberElement @A__a', 'sourceFeature @A__a']
        ],
        [
            'done alone is the end that every action inherits',
            action('done;'),
            'A___403',
            [
                'Membership',
                'sysx:declaredKeyword done',
                `memberElement @${normativeId(['Actions', 'Action', 'done'])}`,
                'owningRelatedElement @A'
            ],
            ['declaredName', 'sysx:isKindImplicit', 'owningMembership']
        ],
        [
            'which names lead to, too',
            action('done; first a then done;'),
            'A___404',
            [`targetFeature @${normativeId(['Actions', 'Action', 'done'])}`]
        ],
        [
            'successions',
            action('first a then b;'),
            'A___403',
            [
                'SuccessionAsUsage',
                'sysx:declaredKeyword first',
                'sysx:endForm firstThen',
                'sourceFeature @A__a',
                'targetFeature @A__b',
                'connectorEnd @A___403_pend0 @A___403_pend1'
            ]
        ],
        [
            'then',
            action('then a;'),
            'A___403',
            ['SuccessionAsUsage', 'sysx:endForm then', 'sourceFeature @A__b', 'targetFeature @A__a'],
            ['sysx:sourceMember']
        ],
        ['whose first end is empty', action('then a;'), 'A___403_pend0', ['ReferenceUsage', 'isEnd true'], ['ownedReferenceSubsetting']],
        [
            'then in front of a declaration',
            action('then action c;'),
            'A__c_pthen',
            ['SuccessionAsUsage', 'sysx:targetMember @A__c', 'sourceFeature @A__b', 'targetFeature @A__c']
        ],
        [
            'then done',
            action('then done;'),
            'A___403',
            ['sysx:endForm then', 'targetFeature @0cdc3cd3-b06c-5b32-beda-0cf4ba164a64'].slice(0, 1)
        ],
        ['guards', action('if x > 1 then a;'), 'A___403', ['SuccessionAsUsage', 'sysx:guard @A___403_pguard', 'sysx:declaredKeyword if']],
        ['else', action('else a;'), 'A___403', ['SuccessionAsUsage', 'sysx:isElse true']],
        [
            'guarded successions',
            action('first a if x > 1 then b;'),
            'A___403',
            ['TransitionUsage', 'source @A__a', 'target @A__b', 'sysx:transitionSyntax first', 'guardExpression @A___403_pguard']
        ],
        ['assign', action('assign x := 2;'), 'A___403', ['AssignmentActionUsage', 'sysx:target @A___403_ptarget', 'value @A___403_pvalue']],
        [
            'send',
            action('send x to a;'),
            'A___403',
            ['SendActionUsage', 'sysx:payload @A___403_ppayload', 'sysx:receiver @A___403_preceiver'],
            ['sysx:isVia']
        ],
        ['send via', action('send x via a;'), 'A___403', ['sysx:receiver @A___403_psender', 'sysx:isVia true']],
        [
            'accept',
            action('accept s : S via x;'),
            'A___403',
            [
                'AcceptActionUsage',
                'sysx:declaredKeyword accept',
                'payloadParameter @A___403_ppayload',
                'receiverArgument @A___403_preceiverArgument'
            ]
        ],
        [
            'its parameter',
            action('accept s : S;'),
            'A___403_ppayload',
            ['ReferenceUsage', 'isAccept true', 'declaredName s', 'type S'],
            ['qualifiedName']
        ],
        ['time', action('accept after 5;'), 'A___403_ppayload_pvalue', ['TriggerInvocationExpression', 'kind after']],
        [
            'loops',
            action('while x < 3 { action c; } until x == 2;'),
            'A___403',
            ['WhileLoopActionUsage', 'sysx:whileCondition @A___403_pwhileCondition', 'sysx:untilCondition @A___403_puntilCondition']
        ],
        ['and what is in them', action('while x < 3 { action c; }'), 'A___403___400__c', ['ActionUsage', 'qualifiedName A::@3::@0::c']],
        [
            'for',
            action('for i in (1, 2) { }'),
            'A___403',
            ['ForLoopActionUsage', 'sysx:loopVariable @A___403_ploopVariable', 'sysx:collection @A___403_pcollection']
        ],
        [
            'if',
            action('if x > 1 { } else { }'),
            'A___403',
            ['IfActionUsage', 'sysx:condition @A___403_pcondition', 'thenAction @A___403___400', 'elseAction @A___403___401']
        ],
        [
            'branches',
            action('if x > 1 { } else { }'),
            'A___403___401',
            ['ActionUsage', 'sysx:branchKind else', 'sysx:hasBody true', 'sysx:isKindImplicit true']
        ],
        ['control nodes', action('decide d;'), 'A__d', ['DecisionNode', 'declaredName d'], ['sysx:declaredKeyword']],
        ['perform', action('perform a;'), 'A___403', ['PerformActionUsage', 'references @A__a']],
        [
            'entries',
            'state def S { entry; do action d; }',
            'S___400_om',
            ['StateSubactionMembership', 'kind entry', 'sysx:subactionKind entry', 'action @S___400']
        ],
        ['parallel states', 'state s parallel { state a; }', 's', ['StateUsage', 'isParallel true']],
        [
            'transitions',
            'state def S { state a; state b; attribute g; transition t first a accept X if g do action e then b; }',
            'S__t',
            [
                'TransitionUsage',
                'source @S__a',
                'target @S__b',
                'triggerAction @S__t___400',
                'effectAction @S__t__e',
                'sysx:effectMember @S__t__e',
                'sysx:hasEffect true',
                'succession @S__t_psuccession',
                'sysx:guard @S__t_pguard',
                'sysx:transitionSyntax first'
            ]
        ],
        [
            'their triggers',
            'state def S { state a; state b; transition t first a accept X then b; }',
            'S__t___400_om',
            ['TransitionFeatureMembership', 'kind trigger', 'transitionFeature @S__t___400']
        ],
        [
            'pseudostates',
            'state def S { choice c; }',
            'S__c',
            ['sysx:Pseudostate', 'sysx:pseudostateKind choice', 'sysx:declaredKeyword choice']
        ],
        [
            'connections',
            'package P { part a; part b; connection c connect [2] e ::> a to b; }',
            'P__c',
            [
                'ConnectionUsage',
                'sysx:endForm to',
                'sysx:endVerb connect',
                'relatedFeature @P__a @P__b',
                'connectorEnd @P__c_pend0 @P__c_pend1'
            ]
        ],
        [
            'their ends',
            'package P { part a; part b; connection c connect [2] e references a to b; }',
            'P__c_pend0',
            [
                'ReferenceUsage',
                'isEnd true',
                'declaredName e',
                'name e',
                'upperBound @P__c_pend0_pupperBound',
                'sysx:endReferencesKeyword references',
                'ownedReferenceSubsetting @P__c_pend0_prs'
            ]
        ],
        [
            'ends of three',
            'package P { part a; part b; connect (a, b, a); }',
            'P___402',
            ['sysx:endForm nary', 'sysx:declaredKeyword connect', 'relatedFeature @P__a @P__b'],
            ['sourceFeature']
        ],
        ['bindings', 'package P { part a; part b; bind a = b; }', 'P___402', ['BindingConnectorAsUsage', 'sysx:endForm equals']],
        ['interfaces', 'package P { port a; port b; interface a to b; }', 'P___402_pend0', ['PortUsage']],
        [
            'flows',
            'package P { part a { out item o; } part b { in item i; } flow of X from a.o to b.i; item def X; }',
            'P___402',
            ['FlowUsage', 'sysx:endForm fromTo', 'payloadFeature @P___402___400']
        ],
        [
            'their ends',
            'package P { part a { out item o; } part b { in item i; } flow a.o to b.i; }',
            'P___402_pend0',
            ['FlowEnd', 'ownedFeature @P___402_pend0_pfeature']
        ],
        [
            'and the flowing features',
            'package P { part a { out item o; } part b { in item i; } flow a.o to b.i; }',
            'P___402_pend0_pfeature_prd',
            ['Redefinition', 'redefinedFeature @P__a__o']
        ],
        ['messages', 'package P { part a { event occurrence e; } message a.e to a.e; }', 'P___401_pend0', ['EventOccurrenceUsage']],
        ['interfaces of more', 'package P { port a; port b; interface (a, b, a); }', 'P___402_pend2', ['PortUsage', 'isEnd true']],
        [
            'satisfactions',
            'package P { requirement r; part v; satisfy r by v; }',
            'P___402',
            ['SatisfyRequirementUsage', 'references @P__r', 'subject @P__v', 'sysx:endForm satisfy']
        ]
    ]);
});

describe('source text (11.2)', () => {
    it.each([
        'package P {\n    // a note\n    part a; // behind\n\n    part b { part c; }\n    part d;\n}\n// end\n',
        'package P { part a; part b; }',
        'package A; package B {\r\n\tpart x;\r\n\t}  package C;',
        'package P {\n  part a; part b;\n  part c {\n    part d; }\n}',
        '// first\n\npackage P\n{ part a;\n part b;\n}\n\n\n',
        'action def A {\n  if x { action b;\n action c; }\n  then done;\n}\n',
        "package P { /* } */ part def 'Größe' { attribute 'ä'; } }\n"
    ])('is the file again, in pieces: %j', text => {
        const graph = graphOf(text);
        const textOf = (e: GraphElement): string =>
            (e.text('sysx:sourceText') ?? '') +
            graph.elements
                .filter(m => m.get('owner') === e && m.has('sysx:memberIndex') && m.base === 'element')
                .map(textOf)
                .join('') +
            (e.text('sysx:sourceTail') ?? '');
        expect(
            graph.elements
                .filter(e => !e.has('owner') && e.state === 'written')
                .map(textOf)
                .join('')
        ).toBe(text);
    });

    it('counts columns in bytes from 1, the end exclusive', () => {
        const [, b] = graphOf("package 'Ö' {\n  part 'ä';  part b; }").elements.filter(e => e.metaclass === 'PartUsage');
        expect(['Line', 'Column', 'EndLine', 'EndColumn'].map(p => b.get(`sysx:source${p}`))).toEqual([2, 15, 2, 22]);
    });
});

describe('the metamodel', () => {
    /** Contract: conversion 13.1. */
    it.each([
        ['Element', 18, 11],
        ['Relationship', 24, 12],
        ['Package', 25, 18],
        ['Membership', 30, 14],
        ['OwningMembership', 34, 18],
        ['FeatureTyping', 30, 14],
        ['Type', 48, 39],
        ['Feature', 73, 55],
        ['PartDefinition', 82, 71],
        ['PartUsage', 116, 95],
        ['ActionUsage', 117, 96],
        ['TransitionUsage', 123, 102]
    ])('%s has %i properties, %i of them derived', (metaclass, all, derived) => {
        const properties = [...propertiesOf(metaclass).values()];
        expect([properties.length, properties.filter(p => p.isDerived).length]).toEqual([all, derived]);
    });

    it('has 175 metaclasses with 13,311 properties, of which 10,390 are derived', () => {
        const counts = METACLASSES.filter(isMetaclassName).map(m => [...propertiesOf(m).values()].filter(p => p.name !== 'operand'));
        expect([METACLASSES.length, METACLASSES.filter(isAbstractMetaclass).length]).toEqual([175, 8]);
        expect([counts.flat().length, counts.flat().filter(p => p.isDerived).length]).toEqual([13_311, 10_390]);
    });
});

it('refuses with the place', () => {
    const model = modelOf([{ content: 'package A;' }, { name: 'b.sysml', content: '\n  package A;' }]);
    expect(() => buildGraph(model)).toThrow(new ConversionError('cannot convert A at b.sysml:2:3: m0.sysml declares it, too'));
});

it("'then' before a declaration in the body of an expression is refused with its place", () => {
    const bodyOf = (members: string): string => `action def A { attribute v = { action a; ${members} }; }`;
    const refusal =
        "cannot convert a declaration in the body of an expression at m0.sysml:1:42: 'then' precedes it: write the succession and the declaration as two members";
    expect(() => graphOf(bodyOf('then action b;'))).toThrow(new ConversionError(refusal));
    expect(() => graphOf(bodyOf('then a; action b { }'))).not.toThrow();
});

describe('numbers with exponents (3)', () => {
    it.each([
        ['1e-5', '1e-5', '0.00001'],
        ['1e400', '1e400', `1${'0'.repeat(400)}.0`],
        ['1.50e-1', '1.50e-1', '0.15'],
        ['with many zeros inside', `1${'0'.repeat(200_000)}1e-1`, `1${'0'.repeat(200_000)}.1`]
    ])('%s', (_title, token, digits) =>
        expect(statements(graphOf(`package P { attribute x = ${token}; }`), 'P__x_pvalue')).toContain(`value ${digits}^decimal`)
    );

    it.each(['1e999999999', '1e-99999999', `1e${'9'.repeat(30)}`])('refuses %s', token =>
        expect(() => graphOf(`package P { attribute x = ${token}; }`)).toThrow(
            `cannot convert the number ${token} at m0.sysml:1:27: no double represents it exactly, and as a decimal it would have more than 5000 zeros`
        )
    );
});
