// Names, texts and kinds of elements of random models.

export const NAMES = [
    ...['pump', 'Pump', 'drive', 'rate', 'Tank', 'Main Flow', 'level', 'mode', 'unit', 'x', 'y', 'value', 'port', 'item'],
    ...[
        'part',
        'state',
        'done',
        'start',
        'self',
        'this',
        'ref',
        'in',
        'end',
        'Parts',
        'SI',
        'Real',
        'a.b',
        "it's",
        'back\\slash',
        'Ünit €'
    ],
    ...['1st', '', '', 'name', 'owner', 'isAbstract', 'subject', 'result', 'portion', 'self::x', 'two  blanks', '/*', '*/', '//', 'a/b']
];
export const VISIBILITIES = ['', '', '', 'public', 'private', 'protected', 'package'];
export const TEXTS = [
    ...[
        'x &gt; 1',
        'rate = 2 * level',
        'true',
        'pump.rate &lt; 5',
        'level += 1;',
        'x = 3; y = x;',
        'not a text at all',
        '',
        '1',
        '"text"',
        'else'
    ],
    ...['x &amp;&amp; y', '3 s', 'Math.max(x, 2)', '*/ end', 'a b c', '((((', 'if (x) { y(); }', 'x ? 1 : 2', '12', '5 m'],
    ...[
        'const k = 2; level = k; y = k / 2',
        'rate++',
        'var z = "a" + x',
        'value &gt; x and y',
        'print(x)',
        'x == 010',
        '1e400 &gt; x',
        'é = ü'
    ]
];
export const LANGUAGES = ['English', 'JavaScript', 'JavaScript Rhino', 'Java 8', 'OCL', 'SysML'];
export const CLASSIFIERS: readonly (readonly [metaclass: string, stereotypes: readonly string[]])[] = [
    [
        'Class',
        [
            'Block',
            'Block',
            'Block',
            'InterfaceBlock',
            'ConstraintBlock',
            'Requirement',
            'View',
            'Viewpoint',
            'Stakeholder',
            'AssociationBlock',
            '',
            'Mine'
        ]
    ],
    ['DataType', ['ValueType', 'ValueType', '']],
    ['Enumeration', ['', 'ValueType']],
    ['Signal', ['']],
    ['Interface', ['']],
    ['PrimitiveType', ['']],
    ['UseCase', ['']],
    ['Actor', ['']],
    ['Component', ['', 'Block']],
    ['Node', ['']],
    ['Artifact', ['']],
    ['Collaboration', ['']],
    ['InformationItem', ['']],
    ['AssociationClass', ['', 'Block']]
];
export const DEPENDENCIES: readonly (readonly [metaclass: string, stereotypes: readonly string[]])[] = [
    ['Abstraction', ['Satisfy', 'DeriveReqt', 'Verify', 'Refine', 'Trace', 'Allocate', 'Copy', '', 'Mine']],
    ['Dependency', ['', 'Conform', 'Expose', 'Allocate', 'Refine', 'Mine']],
    ['Realization', ['']],
    ['Usage', ['']],
    ['Substitution', ['']]
];
export const ACTIONS = [
    ...['OpaqueAction', 'CallBehaviorAction', 'CallOperationAction', 'SendSignalAction', 'AcceptEventAction', 'ValueSpecificationAction'],
    ...[
        'ReadStructuralFeatureAction',
        'AddStructuralFeatureValueAction',
        'ClearStructuralFeatureAction',
        'ReadSelfAction',
        'CreateObjectAction'
    ],
    ...[
        'DestroyObjectAction',
        'TestIdentityAction',
        'BroadcastSignalAction',
        'SendObjectAction',
        'AcceptCallAction',
        'ReplyAction',
        'ReduceAction'
    ],
    ...[
        'AddVariableValueAction',
        'ReadVariableAction',
        'RaiseExceptionAction',
        'CreateLinkAction',
        'ReadExtentAction',
        'StartObjectBehaviorAction'
    ],
    ...['RemoveStructuralFeatureValueAction', 'StructuredActivityNode', 'ExpansionRegion', 'LoopNode', 'ConditionalNode', 'SequenceNode']
];
export const CONTROLS = [
    'InitialNode',
    'ActivityFinalNode',
    'FlowFinalNode',
    'ForkNode',
    'JoinNode',
    'DecisionNode',
    'MergeNode',
    'CentralBufferNode',
    'DataStoreNode'
];
export const PSEUDOSTATES = [
    'initial',
    'initial',
    'choice',
    'junction',
    'fork',
    'join',
    'shallowHistory',
    'deepHistory',
    'entryPoint',
    'exitPoint',
    'terminate'
];
export const OPERATORS = ['alt', 'opt', 'loop', 'par', 'seq', 'strict', 'break', 'neg'];
export const SCALARS = ['Real', 'Integer', 'Boolean', 'String', 'UnlimitedNatural'];
