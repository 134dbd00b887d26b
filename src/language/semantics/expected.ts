/**
 * The kind of element that a name must resolve to, by the node that contains the name (KerML 8.3.2.4, 8.3.3: the types of the targets of
 * relationships). A name that resolves to another kind is invalid (8.2.3.5.1). Depends on notation and node types; resolves nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { importedName, isFeature, isNamespace, isType } from './structure.js';
import { entryFor, wordsOf } from '../closed-lists.js';
import { isMetaclass } from './metaclass.js';

/** The kind of element that a name must resolve to, and its description for messages. */
export interface Expected {
    readonly what: string;
    readonly holds: (element: AstNode) => boolean;
}

const TYPE: Expected = { what: 'a type', holds: isType };
const FEATURE: Expected = { what: 'a feature', holds: isFeature };
const CLASSIFIER: Expected = { what: 'a definition', holds: e => e.$type === 'Definition' && e.kind !== 'type' };
const NAMESPACE: Expected = { what: 'a namespace', holds: isNamespace };
const ANYTHING: Expected = { what: 'an element', holds: () => true };

/** By the type of the naming node. */
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

/** The types of naming nodes. */
export const NAMING_NODES = wordsOf(EXPECTED);

/** The ends of a relationship that is a separate element, by its keyword. */
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

/** The kind of element that the name in a node must resolve to. */
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

/**
 * The elements that a name means rather than namesakes in the same namespace (`min` of `NumericalFunctions` and of `SI`): functions where
 * it is called, features where a value is read. Other rules report a name without such an element. @returns undefined for no preference
 */
export function preferenceAt(node: AstNode): ((element: AstNode) => boolean) | undefined {
    const container = node.$container!;
    const isCalled =
        (container.$type === 'InvocationExpression' && node.$containerProperty === 'target') ||
        (container.$type === 'FunctionOperationExpression' && node.$type === 'Reference');
    return isCalled ? isCallable : node.$type === 'FeatureReferenceExpression' && !isTypeOperand(node) ? isFeature : undefined;
}

/** Without its type, which may be a behavior. */
const isCallable = (element: AstNode): boolean =>
    isFeature(element) ? !isMetaclass(element, 'AttributeUsage') : isMetaclass(element, 'Behavior');

const TYPE_OPERATORS = new Set(['istype', 'hastype', '@', '@@', 'as', 'meta']);

/** Whether an expression is the right operand of a classification or cast, which names a type. */
function isTypeOperand(node: AstNode): boolean {
    const operator = node.$container?.operator;
    return (
        operator !== undefined &&
        (node.$containerProperty === 'right' || node.$containerProperty === 'operand') &&
        TYPE_OPERATORS.has(operator)
    );
}
