/**
 * Flags and words of a full document that say what holds anyway: a sparse graph states what the notation writes (contract:
 * conversion 5.3). Knows graphs only.
 */
import { type GraphElement, NumberText } from '../../graph.js';
import { DIRECTIONS, isReferentialAnyway } from '../redundant.js';
import { isExpressionForm } from './nodes.js';
import { is, put, type FullDocument, type Statements } from './full-document.js';

/** States flags only where they say more than what follows. */
export function emitFlags(element: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership, nodes } = document;
    const keep = (property: string, isKept: boolean): void => void stated.set(property, isKept ? element.all(property) : []);
    const membership = ownership.relationshipTo(element);
    keep('isLibraryElement', false);
    keep('isImpliedIncluded', false);
    keep('isImplied', false);
    const isNode = nodes.isNode(element);
    stated.set('name', isNode && element.is('isEnd') ? element.all('declaredName') : []);
    if (element.has('direction')) {
        const isBranch =
            membership?.metaclass === 'ParameterMembership' &&
            is(ownership.ownerOf(membership), 'ActionUsage') &&
            is(element, 'ActionUsage');
        const isImplied = isBranch || (membership !== undefined && DIRECTIONS[membership.metaclass] === element.text('direction'));
        keep('direction', isNode ? isParameterNode(element, document) : !isImplied);
    }
    if (is(element, 'Usage')) {
        const isReferential = isReferentialAnyway(element, membership, membership && ownership.ownerOf(membership));
        keep('isReference', element.is('isReference') && !isNode && (!isReferential || isBehindCrossFeature(element, document)));
        keep('isComposite', false);
        keep('isVariable', false);
        keep('isConstant', !element.is('isEnd')); // that of an end follows
        put(stated, 'isPortion', element.is('isPortion') || element.has('portionKind') || undefined); // SysML 8.3.9.6
    } else if (is(element, 'Feature')) {
        keep('isVariable', !element.is('isConstant')); // `const` says that, too
        put(stated, 'isComposite', element.is('isComposite') || element.is('isPortion') || undefined); // in this project's terms, `portion` is both
    }
    if (is(element, 'Type')) {
        keep('isAbstract', !element.is('isVariation') && element.metaclass !== 'EnumerationDefinition');
        stated.set('isConjugated', is(element, 'ConjugatedPortDefinition') ? [true] : []);
    }
    if (element.metaclass === 'EnumerationDefinition') {
        keep('isVariation', false);
    }
    if (is(element, 'ConnectionDefinition')) {
        keep('isSufficient', false);
    }
    if (is(element, 'Expose')) {
        keep('isImportAll', false);
        keep('visibility', false);
    } else if (!is(element, 'Import')) {
        keep('visibility', element.text('visibility') !== 'public');
    }
    const value = element.get('value');
    if (element.metaclass === 'LiteralRational' && typeof value === 'number') {
        stated.set('value', [new NumberText(`${value}.0`, 'decimal')]); // JSON of other tools has no point there
    }
    if (element.has('reqId')) {
        put(stated, 'declaredShortName', element.text('declaredShortName') ?? element.text('reqId'));
        keep('reqId', false);
    }
}

/** Whether a usage of no other kind is an end behind a cross feature: there stands `ref`. */
function isBehindCrossFeature(element: GraphElement, { ownership }: FullDocument): boolean {
    const isCrossFeature = (member: GraphElement): boolean =>
        is(member, 'Feature') &&
        !is(member, 'Multiplicity', 'MetadataFeature') &&
        !is(ownership.relationshipTo(member), 'FeatureMembership', 'FeatureValue');
    return (
        element.metaclass === 'ReferenceUsage' &&
        element.is('isEnd') &&
        ownership.ownedThrough(element, 'OwningMembership').some(isCrossFeature)
    );
}

/** Whether a node is a parameter as such: of an expression, a transition or a body; not what a statement has in the place of one. */
function isParameterNode(element: GraphElement, { ownership, nodes }: FullDocument): boolean {
    const membership = ownership.relationshipTo(element);
    const owner = membership && ownership.ownerOf(membership);
    return (
        nodes.bodyOf(element) !== undefined || owner === undefined || isExpressionForm(owner) || is(owner, 'TransitionUsage', 'Expression')
    );
}
