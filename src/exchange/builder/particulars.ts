/**
 * Tables of the statements that are specific to each kind of declaration, by node type (contract: conversion 5.6, 5.8, 8). Depends on
 * syntax trees. declarations.ts determines the order of statements.
 */
import type { AstNode, NodeTypes } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { memberElement, resolve, importTarget } from '../../language/semantics/names.js';
import { importedName } from '../../language/semantics/structure.js';
import type { GraphElement } from '../graph.js';
import { ACTIONS, emitBranch } from './actions.js';
import { type Builder, type Later, unquotedName } from './builder.js';
import { commentBody } from './comments.js';
import { CONNECTORS } from './connectors.js';
import { type ExpressionPosition, ownExpression, ownExpressionDirectly, emitForm } from './expressions.js';
import { isFinalNode, isPseudostate, spelled } from './keywords.js';
import { isInlineCondition } from '../../language/semantics/declared-members.js';
import { ownPath, emitSubject } from './satisfactions.js';
import { TRANSITIONS } from './transitions.js';

/** The specific statements of one kind of declaration. */
export interface Particulars<N extends AstNode = AstNode> {
    /** the keyword that is stated regardless of the metaclass */
    keyword?(node: N): string | undefined;
    /** makes the statements after the head */
    head?(builder: Builder, element: GraphElement, node: N, below: Later): void;
    /** makes the statements after bounds and value */
    body?(builder: Builder, element: GraphElement, node: N, below: Later): void;
}

/** The source and target properties of declared relationships (5.5). */
const ENDS: Readonly<Record<string, readonly [string, string]>> = {
    subtype: ['specific', 'general'],
    subclassifier: ['specific', 'general'],
    typing: ['typedFeature', 'type'],
    subset: ['subsettingFeature', 'subsettedFeature'],
    redefinition: ['redefiningFeature', 'redefinedFeature'],
    conjugate: ['conjugatedType', 'originalType'],
    inverse: ['invertingFeature', 'featureInverted'],
    featuring: ['featureOfType', 'featuringType'],
    disjoint: ['typeDisjoined', 'disjoiningType']
};

/** A table by node type, whose methods take nodes of that type. */
export type ParticularsByType = { readonly [T in keyof NodeTypes]?: Particulars<NodeTypes[T]> };

function table<T>(entries: { [K in keyof T]: T[K] }): T {
    return entries;
}

const DECLARATIONS = table<ParticularsByType>({
    Package: {
        body: (_builder, element, node: ast.Package) => element.flag('isStandard', node.isStandard)
    },
    Import: { body: emitImport },
    Alias: {
        keyword: () => 'alias',
        body: (builder, element, node: ast.Alias) =>
            element.add('memberElement', builder.refer(node.target)).add('visibility', node.visibility)
    },
    ElementFilter: {
        body: (builder, element, node: ast.ElementFilter, below) => {
            emitFilter(builder, element, node.condition, below);
            element.add('visibility', node.visibility);
        }
    },
    Comment: {
        head: (builder, element, node: ast.Comment) => emitAbout(builder, element, node.about),
        body: (_builder, element, node: ast.Comment) => emitText(element, node)
    },
    Documentation: { body: (_builder, element, node: ast.Documentation) => emitText(element, node) },
    TextualRepresentation: {
        body: (_builder, element, node: ast.TextualRepresentation) => {
            element.add('language', node.language);
            emitText(element, node);
        }
    },
    MetadataUsage: {
        keyword: (node: ast.MetadataUsage) => (node.kind === '@' ? '@' : undefined),
        head: (builder, element, node: ast.MetadataUsage) => emitAbout(builder, element, node.about)
    },
    PrefixMetadata: { keyword: () => '#' },
    Dependency: {
        body: (builder, element, node: ast.Dependency) => {
            const clients = node.clients.map(r => builder.refer(r));
            const suppliers = node.suppliers.map(r => builder.refer(r));
            for (const [property, values] of [
                ['client', clients],
                ['supplier', suppliers],
                ['source', clients],
                ['target', suppliers]
            ] as const) {
                values.forEach(value => element.addOnce(property, value));
            }
        }
    },
    Relationship: {
        keyword: (node: ast.Relationship) => spelled(node.kind),
        body: (builder, element, node: ast.Relationship) => {
            const [source, target] = ENDS[node.kind];
            element
                .add('sysx:declaredPrefix', node.relationshipName)
                .add(source, builder.refer(node.source))
                .add(target, builder.refer(node.target));
        }
    },
    Multiplicity: { keyword: () => 'multiplicity' },
    ResultExpression: {
        keyword: (node: ast.ResultExpression) => (node.isReturn ? 'return' : undefined),
        body: (builder, element, node: ast.ResultExpression, below) => emitForm(builder, element, node.expression, below)
    },
    Usage: {
        keyword: (node: ast.Usage) => (isFinalNode(node) ? 'done' : undefined),
        body: (builder, element, node: ast.Usage, below) => {
            if (isFinalNode(node)) {
                element.add('memberElement', builder.referTo(node, 'done')).add('visibility', node.visibility);
                return;
            }
            emitCondition(builder, element, node, below);
            emitBranch(element, node);
            element.add('sysx:pseudostateKind', isPseudostate(node) ? spelled(node.kind!) : undefined);
            if (node.membership === 'verify' && node.reference !== undefined) {
                element.add('sysx:endForm', 'satisfy');
            }
        }
    },
    SatisfyRequirementUsage: {
        keyword: (node: ast.SatisfyRequirementUsage) => (node.kind === 'assert' ? 'assert' : undefined),
        head: (builder, element, { subject }: ast.SatisfyRequirementUsage) => {
            if (subject !== undefined) {
                emitSubject(builder, element, subject);
            }
        },
        body: (builder, element, { subject, reference }: ast.SatisfyRequirementUsage, below) => {
            if (subject !== undefined) {
                ownPath(builder, element, subject, below);
            }
            if (reference !== undefined) {
                element.add('sysx:endForm', 'satisfy');
            }
        }
    },
    ...CONNECTORS,
    ...ACTIONS,
    ...TRANSITIONS
});

/** The specific statements of a node's type. */
export function particularsOf(node: AstNode): Particulars | undefined {
    return DECLARATIONS[node.$type];
}

function emitAbout(builder: Builder, element: GraphElement, about: readonly ast.Reference[]): void {
    about.forEach(reference => element.addOnce('annotatedElement', builder.refer(reference)));
}

function emitText(element: GraphElement, { body, locale }: { body: string; locale?: string }): void {
    element.add('body', commentBody(body)).add('locale', locale);
}

function emitImport(builder: Builder, element: GraphElement, node: ast.Import, below: Later): void {
    const { name, isNamespaceImport, isRecursive } = importedName(node);
    if (isNamespaceImport) {
        element.add('importedNamespace', builder.referTo(memberElement(resolve(node)), name));
    } else {
        const member = importTarget(node);
        element.add('importedMembership', (member && builder.importedMembershipOf(member)) ?? unquotedName(name));
    }
    element.flag('isRecursive', isRecursive).flag('isImportAll', node.isImportAll);
    element.add('importOwningNamespace', element.element('owningNamespace')).add('visibility', node.visibility);
    node.filters.forEach((condition, i) => {
        const filter = builder.nodeOf(element, `filter${i}`, 'ElementFilterMembership');
        element.add('ownedRelationship', filter);
        below.push(() => {
            const nested: Later = [];
            builder.beginRelationship(filter).add('owner', element).add('owningRelatedElement', element);
            emitFilter(builder, filter, condition, nested);
            nested.forEach(write => write());
        });
    });
}

/** States the condition of a filter, which the filter owns as its member. */
function emitFilter(builder: Builder, filter: GraphElement, condition: AstNode, below: Later): void {
    const owned = ownExpressionDirectly(builder, filter, 'condition', condition, below);
    for (const property of ['condition', 'memberElement', 'ownedMemberElement', 'ownedRelatedElement']) {
        filter.add(property, owned);
    }
}

const CONDITION: ExpressionPosition = { slot: 'condition', membership: 'ResultExpressionMembership' };

/** States the condition of `require x > 1;`, which is written instead of a constraint. */
function emitCondition(builder: Builder, element: GraphElement, node: ast.Usage, below: Later): void {
    const [result] = node.members;
    if (isInlineCondition(node) && result.$type === 'ResultExpression') {
        const { expression } = result;
        element.add('sysx:condition', ownExpression(builder, element, expression, CONDITION, below));
    }
}
