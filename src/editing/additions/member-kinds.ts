/**
 * Table of the kinds of members that can be added, with the fields that each kind takes (contract: edits-and-diagnostics 1.7, addMember).
 */
import type { BodyKind } from '../../language/validation/bodies.js';

/** The fields of a member other than its kind and name. */
export type Field =
    | 'type'
    | 'multiplicity'
    | 'value'
    | 'specializes'
    | 'isAbstract'
    | 'redefines'
    | 'isDefault'
    | 'direction'
    | 'doc'
    | 'bodyExpression'
    | 'metadataPrefixes';

export interface MemberKind {
    /** names of fields that may be set */
    readonly carries: ReadonlySet<Field>;
    /** bodies that admit the kind, if they are restricted */
    readonly bodies?: readonly BodyKind[];
    /** the role of the name; by default it declares one */
    readonly naming?: 'optional' | 'reference' | 'anonymous reference';
    /** number of keywords before metadata prefixes */
    readonly wordsBeforePrefixes?: number;
    /** an owner has at most one such member, which has this membership */
    readonly single?: { readonly membership: string };
    /** in KerML the multiplicity of a classifier precedes its specializations */
    readonly multiplicityFirst?: true;
}

const set = (...fields: readonly Field[]): ReadonlySet<Field> => new Set(fields);

const DEFINITION: readonly Field[] = ['specializes', 'multiplicity', 'isAbstract', 'doc', 'metadataPrefixes'];
const USAGE: readonly Field[] = [
    'type',
    'multiplicity',
    'value',
    'isDefault',
    'redefines',
    'isAbstract',
    'direction',
    'doc',
    'metadataPrefixes'
];
const PARAMETER: readonly Field[] = ['type', 'multiplicity', 'value', 'redefines', 'doc', 'metadataPrefixes'];

const each = (kinds: readonly string[], kind: MemberKind): Record<string, MemberKind> => Object.fromEntries(kinds.map(k => [k, kind]));

const SYSML: Readonly<Record<string, MemberKind>> = {
    package: { carries: set('doc', 'metadataPrefixes') },
    ...each(
        [
            'part def',
            'attribute def',
            'item def',
            'port def',
            'occurrence def',
            'action def',
            'state def',
            'requirement def',
            'concern def',
            'view def',
            'viewpoint def',
            'rendering def',
            'metadata def',
            'allocation def'
        ],
        { carries: set(...DEFINITION) }
    ),
    ...each(['constraint def', 'calc def', 'case def', 'analysis def', 'verification def', 'use case def'], {
        carries: set(...DEFINITION, 'bodyExpression')
    }),
    'enum def': { carries: set('specializes', 'multiplicity', 'doc', 'metadataPrefixes') },
    'individual def': { carries: set(...DEFINITION), wordsBeforePrefixes: 1 },
    ...each(
        [
            'part',
            'attribute',
            'item',
            'port',
            'enum',
            'occurrence',
            'action',
            'state',
            'requirement',
            'concern',
            'view',
            'viewpoint',
            'rendering'
        ],
        { carries: set(...USAGE) }
    ),
    ...each(['constraint', 'calc', 'case', 'analysis', 'verification', 'use case'], { carries: set(...USAGE, 'bodyExpression') }),
    ...each(['individual', 'ref'], { carries: set(...USAGE), wordsBeforePrefixes: 1 }),
    metadata: { carries: set('type', 'multiplicity', 'doc') },
    '': { carries: set(...USAGE.filter(f => f !== 'isAbstract')) },
    return: {
        carries: set('type', 'multiplicity', 'value', 'isDefault', 'doc'),
        bodies: ['calculation', 'case'],
        naming: 'optional',
        single: { membership: 'return' }
    },
    ...each(['subject', 'actor'], { carries: set(...PARAMETER), bodies: ['requirement', 'case'], wordsBeforePrefixes: 1 }),
    stakeholder: { carries: set(...PARAMETER), bodies: ['requirement'], wordsBeforePrefixes: 1 },
    objective: { carries: set(...PARAMETER), bodies: ['case'], wordsBeforePrefixes: 1, naming: 'optional' },
    ...each(['fork', 'join', 'merge', 'decide'], { carries: set('metadataPrefixes', 'doc') }),
    'perform action': { carries: set(...PARAMETER) },
    perform: { carries: set('doc'), naming: 'reference' },
    'entry action': { carries: set('type'), bodies: ['state'], single: { membership: 'entry' } },
    'do action': { carries: set('type'), bodies: ['state'], single: { membership: 'do' } },
    'exit action': { carries: set('type'), bodies: ['state'], single: { membership: 'exit' } },
    'exhibit state': { carries: set('type', 'multiplicity', 'value', 'redefines', 'doc') },
    exhibit: { carries: set('doc'), naming: 'reference' },
    ...each(['assert constraint', 'assert not constraint'], {
        carries: set('type', 'multiplicity', 'value', 'redefines', 'bodyExpression', 'doc'),
        naming: 'optional'
    }),
    ...each(['assert', 'assert not'], { carries: set('doc'), naming: 'anonymous reference' })
};

const KERML: Readonly<Record<string, MemberKind>> = {
    package: SYSML.package,
    ...each(['class', 'struct', 'datatype', 'classifier', 'behavior', 'function', 'predicate', 'metaclass'], {
        carries: set(...DEFINITION),
        multiplicityFirst: true
    }),
    ...each(['feature', 'step', 'expr', 'bool'], { carries: set(...USAGE) }),
    '': SYSML[''],
    return: SYSML.return
};

/** Why kinds that resemble member kinds cannot be added as members. */
const OTHER_WAYS: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
        ['connection def', 'interface def', 'flow def', 'assoc', 'association', 'interaction'].map(kind => [
            kind,
            'it needs ends, which a member with a name only does not have'
        ])
    ),
    ...Object.fromEntries(
        ['connection', 'interface', 'allocation', 'flow', 'connector', 'binding', 'succession'].map(kind => [
            kind,
            'it is added with addConnection'
        ])
    ),
    transition: 'it is added with addTransition',
    satisfy: 'it is added with addSatisfy',
    verify: 'it is added with addVerify',
    require: 'it is added with addRequirementConstraint',
    assume: 'it is added with addRequirementConstraint',
    import: 'it is added with addImport',
    doc: 'it is added with addDocumentation',
    comment: 'it is added with addComment'
};

/** The member kind with this name in a language, or the reason why there is none. */
export function memberKind(words: string, language: 'sysml' | 'kerml'): MemberKind | string {
    const kinds = language === 'kerml' ? KERML : SYSML;
    if (Object.hasOwn(kinds, words)) {
        return kinds[words];
    }
    const other = language === 'kerml' ? SYSML : KERML;
    if (Object.hasOwn(other, words)) {
        return `it is a kind of ${language === 'kerml' ? 'SysML' : 'KerML'}, and the document is ${language === 'kerml' ? 'KerML' : 'SysML'}`;
    }
    return Object.hasOwn(OTHER_WAYS, words) ? OTHER_WAYS[words] : 'there is no such kind of member';
}
