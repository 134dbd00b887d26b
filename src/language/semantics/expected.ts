/**
 * What a name must lead to: the kind of element by the node that names it (KerML 8.3.2.4, 8.3.3: the types of the targets of
 * relationships). A name that leads to another kind has no meaning there (8.2.3.5.1). Knows notation and kinds of nodes; resolves nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { importedName, isFeature, isNamespace, isType } from './structure.js';
import { entryFor, wordsOf } from '../closed-lists.js';

/** What a name must lead to, and the word for it in messages. */
export interface Expected {
    readonly what: string;
    readonly holds: (element: AstNode) => boolean;
}

const TYPE: Expected = { what: 'a type', holds: isType };
const FEATURE: Expected = { what: 'a feature', holds: isFeature };
const CLASSIFIER: Expected = { what: 'a definition', holds: e => e.$type === 'Definition' && e.kind !== 'type' };
const NAMESPACE: Expected = { what: 'a namespace', holds: isNamespace };
const ANYTHING: Expected = { what: 'an element', holds: () => true };

/** By the type of the node that names it. */
const EXPECTED = {
    Subclassification: CLASSIFIER,
    Specialization: TYPE,
    FeatureTyping: TYPE,
    Conjugation: TYPE,
    Disjoining: TYPE,
    Unioning: TYPE,
    Intersecting: TYPE,
    Differencing: TYPE,
    TypeFeaturing: TYPE,
    PrefixMetadata: TYPE,
    ExtentExpression: TYPE,
    Subsetting: FEATURE,
    ReferenceSubsetting: FEATURE,
    CrossSubsetting: FEATURE,
    Redefinition: FEATURE,
    FeatureChaining: FEATURE,
    FeatureInverting: FEATURE,
    ConnectorEnd: FEATURE,
    InitialNode: FEATURE,
    Reference: ANYTHING,
    FeatureReferenceExpression: ANYTHING,
    Import: ANYTHING
} as const satisfies Readonly<Record<string, Expected>>;

/** The types of nodes that name something. */
export const NAMING_NODES = wordsOf(EXPECTED);

/** The two sides of a relationship that is an element of its own, by its keyword. */
const RELATED: Readonly<Record<string, Readonly<Partial<Record<string, Expected>>> | undefined>> = {
    subtype: { source: TYPE, target: TYPE },
    subclassifier: { source: CLASSIFIER, target: CLASSIFIER },
    typing: { source: FEATURE, target: TYPE },
    subset: { source: FEATURE, target: FEATURE },
    redefinition: { source: FEATURE, target: FEATURE },
    conjugate: { source: TYPE, target: TYPE },
    disjoint: { source: TYPE, target: TYPE },
    inverse: { source: FEATURE, target: FEATURE },
    featuring: { source: FEATURE, target: TYPE }
};

/** What the name in a node must lead to. */
export function expectedOf(node: AstNode): Expected {
    const container = node.$container!;
    switch (node.$type) {
        case 'Import':
            return importedName(node).isNamespaceImport ? NAMESPACE : ANYTHING;
        case 'Reference':
            if (container.$type === 'Relationship') {
                return RELATED[container.kind]?.[node.$containerProperty!] ?? ANYTHING;
            }
            return container.$type === 'ConstructorExpression' ? TYPE : container.$type === 'SatisfyRequirementUsage' ? FEATURE : ANYTHING;
        case 'FeatureReferenceExpression':
            return isTypeOperand(node) ? TYPE : ANYTHING;
        default:
            return entryFor<Expected>(EXPECTED, node.$type) ?? ANYTHING;
    }
}

const TYPE_OPERATORS = new Set(['istype', 'hastype', '@', '@@', 'as', 'meta']);

/** The right side of a classification or cast names a type. */
function isTypeOperand(node: AstNode): boolean {
    const operator = node.$container?.operator;
    return (
        operator !== undefined &&
        (node.$containerProperty === 'right' || node.$containerProperty === 'operand') &&
        TYPE_OPERATORS.has(operator)
    );
}
