/**
 * The elements that a name may refer to, by the relationship or expression that contains it (contract: edits-and-diagnostics 2.7), and
 * words of other notations for units and types. Searches nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { expectedOf } from '../semantics/expected.js';
import { isKerML, isMetaclass, metaclassOrUndefined } from '../semantics/metaclass.js';
import { isKind, type MetaclassName } from '../semantics/metaclasses.js';
import { conformsToLibrary } from '../semantics/specialization.js';
import {
    isFeature,
    isNamespace,
    isPackage,
    isType,
    lastSegment,
    type NameNode,
    owningNamespaceOf,
    segmentsOf
} from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { unitMeantBy, valueTypeMeantBy } from '../syntax/advice-words.js';
import { isInUnit } from './brackets.js';
import { isInvocable } from './expression-facts.js';
import { typingRuleOf } from './usage-typing.js';
import { referenceRuleOf } from './usage-facts.js';

/** Whether a name at a place can refer to an element. */
export type Fits = (element: AstNode) => boolean;

const UNIT = 'MeasurementReferences::TensorMeasurementReference';
const isUnit: Fits = e => isFeature(e) && conformsToLibrary(e, UNIT);
/** Excludes features of library packages: they are units, quantities or collections of all things of a kind, and rarely meant as values. */
const isValue: Fits = e => isFeature(e) && !(scopeOf(e).isLibrary && isPackage(owningNamespaceOf(e)!));
const isFunction: Fits = e => isType(e) && (isInvocable(e) || (e.$type === 'Definition' && !scopeOf(e).isLibrary));
const isOwnFeature: Fits = e => isFeature(e) && !scopeOf(e).isLibrary;
const isQualifier: Fits = e => isNamespace(e) && (!isFeature(e) || !scopeOf(e).isLibrary);

/** Whether an element fits a segment before another one: a namespace before `::`, a feature before `.`. */
function fitsBefore(next: string): Fits {
    return next === '.' ? isValue : isQualifier;
}

/** Whether a type's metaclass specializes a kind, or is a general of it: a metadata definition may specialize metaclasses. */
function isOfKind(type: AstNode, kind: MetaclassName): boolean {
    const own = metaclassOrUndefined(type);
    return own !== undefined && (isKind(own, kind) || (own !== 'Type' && own !== 'Classifier' && own !== 'Class' && isKind(kind, own)));
}

/** The elements that a segment can refer to, by the place of its name. */
export function fittingAt(node: NameNode, segment: number): Fits {
    const segments = segmentsOf(node.text.replace(/(::\*{1,2})+$/, ''));
    if (segment + 1 < segments.length) {
        return fitsBefore(segments[segment + 1].separator);
    }
    const container = node.$container!;
    const { holds } = expectedOf(node);
    switch (node.$type) {
        case 'FeatureTyping': {
            const rule = isKerML(container) ? undefined : typingRuleOf(container);
            return rule === undefined ? holds : e => e.$type === 'Definition' && isMetaclass(e, rule);
        }
        case 'Subclassification': {
            const kind = metaclassOrUndefined(container);
            return e => holds(e) && (!scopeOf(e).isLibrary || kind === undefined || isKerML(container) || isOfKind(e, kind));
        }
        case 'ReferenceSubsetting': {
            const rule = referenceRuleOf(container);
            return rule === undefined ? isOwnFeature : e => isFeature(e) && isMetaclass(e, rule.target);
        }
        case 'Subsetting':
        case 'ConnectorEnd':
        case 'InitialNode':
            return isOwnFeature;
        case 'Import':
            return e => holds(e) && (segment > 0 || isQualifier(e));
        case 'PrefixMetadata':
            return e => isMetaclass(e, 'Metaclass') || isMetaclass(e, 'MetadataDefinition');
        case 'FeatureReferenceExpression':
            if (isInUnit(node)) {
                return isUnit;
            }
            return container.$type === 'InvocationExpression' && node.$containerProperty === 'target'
                ? isFunction
                : holds === isType
                  ? isType
                  : isValue;
        default:
            return holds;
    }
}

/** The qualified name of the SI unit that a word in brackets denotes. */
export function siUnitMeantBy(node: NameNode): string | undefined {
    const symbol = node.$type === 'FeatureReferenceExpression' && isInUnit(node) ? unitMeantBy(lastSegment(node.text)) : undefined;
    return symbol === undefined ? undefined : `SI::${symbol}`;
}

/** Whether a candidate may be suggested for a name. The symbol of another unit is no misspelling: `t` does not mean `T`. */
export function isMisspelled(node: NameNode, written: string, name: string): boolean {
    return (
        name === written || name.includes('::') || !(written.length === 1 && node.$type === 'FeatureReferenceExpression' && isInUnit(node))
    );
}

/**
 * The qualified name of the library type that a word in the place of an attribute's type denotes: a word of another notation, or the name
 * of a quantity.
 */
export function typeMeantBy(node: NameNode): string | undefined {
    const { $container: container, text } = node;
    if (node.$type !== 'FeatureTyping' || !(isMetaclass(container!, 'AttributeUsage') || isMetaclass(container!, 'ReferenceUsage'))) {
        return undefined;
    }
    const scalar = valueTypeMeantBy(text);
    const word = lastSegment(text);
    const quantity = `ISQ::${word.charAt(0).toUpperCase()}${word.slice(1)}Value`;
    return scalar ?? (/^(?:ISQ::)?[A-Za-z]+$/.test(text) && scopeOf(node).libraryElement(quantity) !== undefined ? quantity : undefined);
}
