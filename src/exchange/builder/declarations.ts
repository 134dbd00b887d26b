/**
 * The statements of a declaration in the order of contract 5.1: identity, owner, names, keywords and flags, head, values, owned elements,
 * text. Tables by node type add the statements of each kind of declaration (particulars.ts).
 */
import type { AstNode } from '../../language/generated/tree.js';
import { isMetaclass } from '../../language/semantics/metaclass.js';
import { isFeatureMembership } from '../../language/semantics/memberships.js';
import { spanOf } from '../../language/syntax/index.js';
import { cannotConvert, type GraphElement, type Value } from '../graph.js';
import { type Builder, elementMetaclass, type Later } from './builder.js';
import { emitResult, writeBodyMember } from './bodies.js';
import { isBodyInBraces, statesBody } from './body-braces.js';
import { emitBounds } from './bounds.js';
import { emitConjugate } from './conjugates.js';
import { isBehindThen, thenOf, writeThen } from './connectors.js';
import { type ExpressionPosition, ownExpression } from './expressions.js';
import { headsOf, emitHeads, emitOwnedHeads } from './heads.js';
import type { Identity } from './identities.js';
import { declaredKeywordOf, isFinalNode, isKindImplicit } from './keywords.js';
import { entryNameOf, impliedRedefinition, placeOf } from './members.js';
import { particularsOf } from './particulars.js';
import { membershipClassOf, type Ownership, ownershipOf } from './ownership.js';
import type { DocumentBuilder } from './document.js';

/** Writes a declaration and everything that it owns. */
export function declare(builder: Builder, document: DocumentBuilder, node: AstNode, owner: GraphElement | undefined): void {
    const element = builder.elementOf(node)!;
    const identity = builder.identities.of(node)!;
    const ownership = ownershipOf(node);
    const membership = owner === undefined ? undefined : builder.membershipElementOf(node);
    const outer = builder.enter(element.qualifier);
    builder.graph.write(element).add('qualifiedName', identity.qualifiedName);
    emitPlace(document, element, node);
    emitIdentity(builder, document, element, node, identity);
    if (owner !== undefined) {
        emitOwnership(builder, element, owner, membership!, ownership);
    }
    emitDeclaration(builder, element, node, document, () => {
        if (owner !== undefined && ownership === 'annotation') {
            writeAnnotation(builder, membership!, owner, element);
        } else if (owner !== undefined && ownership === 'membership') {
            writeMembership(builder, membership!, owner, element, node);
        } else if (owner === undefined && ownership === 'membership') {
            element.add('visibility', node.visibility); // the visibility of its membership, which sparse graphs omit
        }
    });
    builder.enter(outer);
}

function emitPlace(document: DocumentBuilder, element: GraphElement, node: AstNode): void {
    const { offset, end } = spanOf(node);
    const from = document.placeOf(offset);
    const to = document.placeOf(end);
    element
        .add('sysx:sourceLine', from.line)
        .add('sysx:sourceColumn', from.column)
        .add('sysx:sourceEndLine', to.line)
        .add('sysx:sourceEndColumn', to.column);
}

function emitIdentity(
    builder: Builder,
    { document, nameOfRoot }: DocumentBuilder,
    element: GraphElement,
    node: AstNode,
    identity: Identity
): void {
    element.add('elementId', element.id).flag('sysx:declaredId', identity.isDeclared).add('sysx:memberIndex', identity.index);
    if (node.$container!.$container === undefined) {
        element.add('sysx:sourceLanguage', document.language).add('sysx:sourceDocument', nameOfRoot === '' ? undefined : nameOfRoot);
    }
    const scope = builder.identities.annotations.scopes.get(node);
    if (scope !== undefined) {
        element
            .add('sysx:projectId', scope.projectId)
            .add('sysx:branch', scope.branch || undefined)
            .add('sysx:org', scope.org || undefined);
    }
}

function emitOwnership(builder: Builder, element: GraphElement, owner: GraphElement, membership: GraphElement, ownership: Ownership): void {
    switch (ownership) {
        case 'self':
            element.add('owningNamespace', owner).add('owner', owner).add('owningRelatedElement', owner);
            break;
        case 'related':
            element.add('owner', owner).add('owningRelationship', owner).add('owningMembership', owner);
            break;
        case 'annotation':
            element.add('owner', owner).add('owningRelationship', membership);
            break;
        default:
            builder.emitOwner(element, owner, membership);
    }
}

function writeAnnotation(builder: Builder, annotation: GraphElement, owner: GraphElement, element: GraphElement): void {
    builder
        .beginRelationship(annotation)
        .add('owner', owner)
        .add('annotatingElement', element)
        .add('ownedAnnotatingElement', element)
        .add('annotatedElement', owner)
        .add('owningAnnotatedElement', owner)
        .add('ownedRelatedElement', element)
        .add('owningRelatedElement', owner);
}

/** Writes the membership of a declaration with the kind and visibility that the declaration's keywords determine. */
export function writeMembership(
    builder: Builder,
    membership: GraphElement,
    owner: GraphElement,
    element: GraphElement,
    node: AstNode
): void {
    builder.writeMembership(membership, owner, element);
    const { membership: word, visibility } = node;
    const kind = MEMBERSHIP_KINDS[membership.metaclass]?.(word);
    if (kind !== undefined) {
        membership.add('kind', kind);
        if (membership.metaclass === 'StateSubactionMembership') {
            membership.add('sysx:subactionKind', kind);
        }
    } else if (membership.metaclass === 'TransitionFeatureMembership') {
        membership.add('kind', node.$containerProperty);
    }
    membership.add('visibility', visibility);
}

/** The `kind` of a membership, by the keyword before its member. */
const MEMBERSHIP_KINDS: Readonly<Record<string, (word: string | undefined) => string | undefined>> = {
    RequirementConstraintMembership: word => (word === 'assume' ? 'assumption' : 'requirement'),
    RequirementVerificationMembership: () => 'requirement',
    FramedConcernMembership: () => 'requirement',
    StateSubactionMembership: word => word
};

/**
 * Makes the statements of a declaration except its identity, and writes everything that it owns.
 * @param document absent for a declaration in the body of an expression
 * @param ownership writes the membership of the declaration, directly after it
 */
export function emitDeclaration(
    builder: Builder,
    element: GraphElement,
    node: AstNode,
    document?: DocumentBuilder,
    ownership?: () => void
): void {
    if (document === undefined && isBehindThen(node)) {
        throw cannotConvert(
            'a declaration in the body of an expression',
            "'then' precedes it: write the succession and the declaration as two members",
            placeOf(node)
        );
    }
    const below: Later = [];
    const members = builder.identities.membersOf(node);
    const isIdentified = builder.identities.of(node) !== undefined;
    if (!isIdentified) {
        members.forEach((member, i) => builder.addPart(member, builder.nodeOf(element, `bodyMember${i}`, elementMetaclass(member))));
    }
    emitNames(element, node);
    emitWords(element, node);
    emitFlags(element, node);
    const heads = headsOf(builder, element, node);
    emitHeads(builder, element, heads);
    const particulars = particularsOf(node);
    particulars?.head?.(builder, element, node, below);
    emitBounds(builder, element, node, below);
    emitValue(builder, element, node, below);
    particulars?.body?.(builder, element, node, below);
    if (statesBody(node)) {
        element.add('sysx:hasBody', isBodyInBraces(node));
    }
    if (isIdentified) {
        emitMembers(builder, element, members);
    } else {
        members.forEach((member, index) => ownBodyMember(builder, element, member, index, below));
    }
    if (document !== undefined) {
        emitConjugate(builder, element);
    }
    emitOwnedHeads(builder, element, heads);
    if (document !== undefined) {
        const { text, tail } = document.textOf(node);
        element.add('sysx:sourceText', text).add('sysx:sourceTail', tail);
    }
    ownership?.();
    below.forEach(write => write());
    if (isIdentified) {
        members.forEach(member => {
            const then = thenOf(builder, member);
            if (then !== undefined) {
                writeThen(builder, then, element, builder.membershipOfNode(then, 'FeatureMembership'), member);
            }
            declare(builder, document!, member, element);
            // All elements written so far have all their statements: those of an owner precede those of its members.
            builder.handOnMany();
        });
    }
}

/** Writes a member of a declaration in the body of an expression. */
function ownBodyMember(builder: Builder, owner: GraphElement, member: AstNode, index: number, below: Later): void {
    if (member.$type === 'ResultExpression') {
        emitResult(builder, owner, member, below);
        return;
    }
    const element = builder.partOf(member)!;
    owner.add('sysx:bodyMember', element);
    below.push(() => writeBodyMember(builder, element, owner, member, index));
}

function emitNames(element: GraphElement, node: AstNode): void {
    if (isFinalNode(node)) {
        return;
    }
    const { name, shortName } = node;
    const [long, short] = node.$type === 'Alias' ? ['memberName', 'memberShortName'] : ['declaredName', 'declaredShortName'];
    element.add(short, shortName).add(long, name ?? entryNameOf(node));
}

function emitWords(element: GraphElement, node: AstNode): void {
    element.flag('sysx:isKindImplicit', isKindImplicit(node));
    element.add('sysx:declaredKeyword', particularsOf(node)?.keyword?.(node) ?? declaredKeywordOf(node));
    element.flag('sysx:isRedefinitionImplicit', impliedRedefinition(node) !== undefined && entryNameOf(node) === undefined);
}

function emitFlags(element: GraphElement, node: AstNode): void {
    const n = node;
    if (n.isAbstract === undefined) {
        return;
    }
    element
        .flag('isAbstract', n.isAbstract)
        .flag('isVariation', n.isVariation)
        .flag('isVariant', n.membership === 'variant')
        .flag('isReference', n.isReference)
        .flag('isComposite', n.isComposite || n.isPortion)
        .flag('isDerived', n.isDerived)
        .flag('isOrdered', n.isOrdered)
        .flag('isEnd', n.isEnd)
        .flag('isConstant', n.isConstant)
        .flag('isVariable', n.isVariable)
        .flag('isIndividual', n.isIndividual)
        .flag('isPortion', n.isPortion || n.portionKind !== undefined)
        .flag('isAll', n.isSufficient)
        .flag('isSufficient', n.isSufficient)
        .flag('isResult', n.membership === 'return')
        .flag('isParallel', n.isParallel)
        .flag('isNegated', n.isNegated)
        .flag('isDefault', n.value?.isDefault)
        .flag('isInitial', n.value?.isInitial);
    if (n.isNonunique === true) {
        element.add('isUnique', false);
    }
    element.add('portionKind', n.portionKind).add('direction', n.direction);
}

function emitValue(builder: Builder, element: GraphElement, node: AstNode, below: Later): void {
    const { value } = node;
    if (typeof value === 'object' && value.$type === 'FeatureValue') {
        const position: ExpressionPosition = {
            slot: 'value',
            membership: 'FeatureValue',
            decorate: membership => membership.flag('isDefault', value.isDefault).flag('isInitial', value.isInitial)
        };
        const owned = ownExpression(builder, element, value.expression, position, below);
        element.add('value', owned);
    }
}

/** States the lists of declarations in the body (5.1, 11). */
function emitMembers(builder: Builder, element: GraphElement, members: readonly AstNode[]): void {
    if (members.length === 0) {
        return;
    }
    const lists: Record<
        | 'ownedMember'
        | 'ownedMembership'
        | 'ownedRelationship'
        | 'ownedRelatedElement'
        | 'ownedFeature'
        | 'ownedFeatureMembership'
        | 'ownedImport'
        | 'ownedAnnotation',
        Value[]
    > = {
        ownedMember: [],
        ownedMembership: [],
        ownedRelationship: [],
        ownedRelatedElement: [],
        ownedFeature: [],
        ownedFeatureMembership: [],
        ownedImport: [],
        ownedAnnotation: []
    };
    const own = (ownership: Ownership, part: GraphElement, membership: GraphElement, isFeature: boolean, isImport: boolean): void => {
        (ownership === 'related' ? lists.ownedRelatedElement : lists.ownedRelationship).push(ownership === 'related' ? part : membership);
        if (ownership === 'membership') {
            lists.ownedMember.push(part);
            if (isFeature) {
                lists.ownedFeature.push(part);
                lists.ownedFeatureMembership.push(membership);
            }
        }
        if (ownership === 'membership' || (ownership === 'self' && !isImport)) {
            lists.ownedMembership.push(membership);
        }
        if (ownership === 'annotation') {
            lists.ownedAnnotation.push(membership);
        }
        if (isImport) {
            lists.ownedImport.push(part);
        }
    };
    for (const member of members) {
        const then = thenOf(builder, member);
        if (then !== undefined) {
            own('membership', then, builder.membershipOfNode(then, 'FeatureMembership'), true, false);
        }
        const isFeature = isFeatureMembership(membershipClassOf(member));
        own(
            ownershipOf(member),
            builder.elementOf(member)!,
            builder.membershipElementOf(member)!,
            isFeature,
            isMetaclass(member, 'Import')
        );
    }
    for (const [property, values] of Object.entries(lists)) {
        if (element.has(property)) {
            values.forEach(value => element.add(property, value));
        } else {
            element.addList(property, values);
        }
    }
}
