/** The properties that a query can use (contract: queries 4.3): a closed set, each a function from an element to its text. */
import type { AstNode } from '../language/generated/tree.js';
import type * as ast from '../language/generated/tree.js';
import { declaredRangeOf } from '../language/semantics/multiplicity.js';
import { memberElement, resolve } from '../language/semantics/names.js';
import { lookupNameOf, namingNodeOf } from '../language/semantics/owned-members.js';
import { redefinedFeaturesOf } from '../language/semantics/specialization.js';
import { isType, isUsage } from '../language/semantics/structure.js';
import { declaredTypeOf, type IndexedElement, ownNameOf } from '../language/symbols/element-index.js';
import { isVariationType } from '../language/symbols/symbol.js';
import { commentBody } from '../exchange/builder/comments.js';
import type { Elements } from './elements.js';
import { QueryError } from './query-error.js';
import { wordsOf, isAmong } from '../language/closed-lists.js';

/** The text of a property of an element; undefined if the element does not have it. */
type Property = (element: IndexedElement, elements: Elements) => string | undefined;

const PROPERTIES = {
    '@id': ({ node }, elements) => elements.idOf(node),
    '@type': ({ type }) => type,
    qualifiedName: ({ node }, elements) => elements.idOf(node),
    name: ({ node }) => ownNameOf(node),
    declaredName: ({ node }) => node.name,
    shortName: ({ node }) => shortNameOf(node, 0),
    declaredShortName: ({ node }) => node.shortName,
    documentation: ({ node }) => documentationOf(node),
    owner: ({ node }, elements) => (node.$container === undefined ? undefined : elements.idOf(node.$container)),
    isAbstract: ({ node }) => (isType(node) ? String(isAbstract(node)) : undefined),
    type: ({ node }, elements) => idOfTarget(declaredTypeOf(node), elements),
    multiplicityLower: ({ node }) => boundsOf(node)?.lower,
    multiplicityUpper: ({ node }) => boundsOf(node)?.upper,
    satisfiedRequirement: ({ node }, elements) => (isSatisfy(node) ? idOfTarget(satisfiedRequirementOf(node), elements) : undefined),
    satisfyingFeature: ({ node }, elements) =>
        isSatisfy(node) && node.subject !== undefined ? idOfTarget(resolve(node.subject), elements) : undefined
} satisfies Record<string, Property>;

export type PropertyName = keyof typeof PROPERTIES;

/** The names of all properties, sorted. */
export const PROPERTY_NAMES = [...wordsOf(PROPERTIES)].sort();

/** Properties whose value is a number, or `*` for unbounded. */
export const ORDERED_PROPERTIES: ReadonlySet<string> = new Set<PropertyName>(['multiplicityLower', 'multiplicityUpper']);

/**
 * Checks the name of a property.
 * @param written the name as the query spells it
 * @throws QueryError for an unknown name
 */
export function propertyNamed(name: string, written = name): PropertyName {
    if (!isAmong(PROPERTY_NAMES, name)) {
        throw new QueryError(`unknown query property "${written}"; queryable properties are ${PROPERTY_NAMES.join(', ')}`);
    }
    return name;
}

export function valueOf(property: PropertyName, element: IndexedElement, elements: Elements): string | undefined {
    return PROPERTIES[property](element, elements);
}

/** The declared short name. An element without declared names has that of its naming feature (KerML effectiveShortName). */
function shortNameOf(node: AstNode, hops: number): string | undefined {
    const { shortName, name } = node;
    if (shortName !== undefined || name !== undefined || hops > 50) {
        return shortName;
    }
    const naming = namingNodeOf(node);
    const borrowed =
        naming !== undefined
            ? resolve(naming)
            : isUsage(node) && lookupNameOf(node) === undefined
              ? redefinedFeaturesOf(node)[0]
              : undefined;
    return borrowed === undefined ? undefined : shortNameOf(borrowed, hops + 1);
}

function documentationOf(node: AstNode): string | undefined {
    const { members = [] } = node;
    const doc = members.find(m => m.$type === 'Documentation');
    return doc === undefined ? undefined : commentBody(doc.body).trim();
}

function isAbstract(node: AstNode): boolean {
    return node.isAbstract === true || isVariationType(node);
}

/** The bounds of the multiplicity, as far as they are literals. */
function boundsOf(node: AstNode): { lower: string | undefined; upper: string | undefined } | undefined {
    const range = isType(node) ? declaredRangeOf(node) : undefined;
    if (range === undefined) {
        return undefined;
    }
    const bounds = range.bounds.map(boundText);
    const upper = bounds[bounds.length - 1];
    return bounds.length === 1 ? { lower: upper === '*' ? '0' : upper, upper } : { lower: bounds[0], upper };
}

function boundText(bound: AstNode): string | undefined {
    switch (bound.$type) {
        case 'LiteralInteger':
            return String(BigInt(bound.value));
        case 'LiteralInfinity':
            return '*';
        default:
            return undefined;
    }
}

function isSatisfy(node: AstNode): node is ast.SatisfyRequirementUsage {
    return node.$type === 'SatisfyRequirementUsage';
}

/** The referenced requirement, or the assertion itself if it declares the requirement (SysML 8.3.20.7 satisfiedRequirement). */
function satisfiedRequirementOf(node: ast.SatisfyRequirementUsage): AstNode | undefined {
    return node.reference === undefined ? node : resolve(node.reference);
}

function idOfTarget(target: AstNode | undefined, elements: Elements): string | undefined {
    const element = memberElement(target);
    return element === undefined ? undefined : elements.idOf(element);
}
