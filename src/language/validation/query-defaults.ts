/**
 * Defaults of the parameters of document queries (contract: views 6.2). A default that its parameter cannot accept would fail every run
 * without an argument for it, so it is an error here. A name refers to an element; it is a value only when it names a parameter or a
 * literal of an enumeration.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass, isMetaclassConforming } from '../semantics/metaclass.js';
import { type Bounds, declaredBoundsOf } from '../semantics/multiplicity.js';
import { resolve } from '../semantics/names.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { conformsTo, conformsToLibrary, declaredSpecializationsOf, redefinedFeaturesOf, typesOf } from '../semantics/specialization.js';
import { lastSegment } from '../semantics/structure.js';
import type { Check, CheckContext, CheckTable } from './check.js';
import { isKnownToBe, knownFeatureTypes } from './expression-facts.js';
import { checkFit } from './fit.js';
import { sourceText } from './literal-numbers.js';
import { checkWritten } from './literal-values.js';
import { isQueryDefault, isQueryParameter } from './query-parameters.js';
import { boundsText, type Count, countOf, plural } from './value-counts.js';

const TYPE = 'document-query-default-type';

const fitsParameter: Check<ast.FeatureValue> = (node, context) => {
    if (!isQueryDefault(node)) {
        return;
    }
    const { $container: feature, expression } = node;
    const reporting: CheckContext = {
        document: context.document,
        strict: context.strict,
        allDocuments: () => context.allDocuments(),
        report: (_severity, _code, message, at) => context.report('error', TYPE, message, at)
    };
    // A parameter without a type accepts both elements and values.
    const isTyped = declarationsOf(feature).some(d => declaredSpecializationsOf(d).some(r => r.$type === 'FeatureTyping'));
    const types = isTyped ? typesOf(feature) : [];
    const takesElements = types.some(
        t => conformsToLibrary(t, 'KerML::Root::Element') || isMetaclass(t, 'OccurrenceDefinition') || isMetaclass(t, 'Metaclass')
    );
    const parts = expression.$type === 'SequenceExpression' ? expression.elements : [expression];
    if (types.length > 0) {
        for (const part of parts) {
            if (takesElements) {
                checkElement(part, types, reporting);
            } else {
                checkValue(part, feature, reporting);
            }
        }
    }
    checkCount(feature, expression, takesElements ? countOfElements(parts) : countOf(expression), context);
};

/** The element that a default names; undefined for a parameter or a literal of an enumeration. */
function elementNamed(part: AstNode): AstNode | undefined {
    const target =
        part.$type === 'FeatureReferenceExpression'
            ? resolve(part)
            : part.$type === 'FeatureChainExpression'
              ? resolve(part.feature)
              : undefined;
    return target === undefined || isQueryParameter(target) || isMetaclass(target, 'EnumerationUsage') ? undefined : target;
}

function checkElement(part: AstNode, types: readonly AstNode[], context: CheckContext): void {
    const element = elementNamed(part);
    if (element === undefined) {
        if (isKnownToBe(part, 'Base::DataValue')) {
            context.report('error', TYPE, `${sourceText(part)} is a value where the parameter takes elements`, part);
        }
        return;
    }
    const misfit = types.find(t => (isMetaclass(t, 'Metaclass') ? !isMetaclassConforming(element, t) : !conformsTo(element, t)));
    if (misfit !== undefined) {
        context.report('error', TYPE, `${sourceText(part)} is no ${lookupNameOf(misfit) ?? ''}, as the parameter takes`, part);
    }
}

function checkValue(part: AstNode, feature: AstNode, context: CheckContext): void {
    if (part.$type === 'FeatureReferenceExpression' && elementNamed(part) !== undefined) {
        const name = lastSegment(part.text);
        context.report('error', TYPE, `'${name}' is an element where the parameter takes values`, part);
        return;
    }
    checkFit(part, typesOf(feature), 'the default does not fit its parameter', context);
    checkWritten(part, () => knownFeatureTypes(feature), context);
}

function countOfElements(parts: readonly AstNode[]): Count {
    return parts.reduce(
        ({ least, most }, part) => {
            const count = elementNamed(part) === undefined ? countOf(part) : { least: 1, most: 1 };
            return { least: least + count.least, most: most + count.most };
        },
        { least: 0, most: 0 }
    );
}

function checkCount(feature: AstNode, expression: AstNode, { least, most }: Count, context: CheckContext): void {
    const bounds = boundsOf(feature) ?? { lower: 1, upper: 1 };
    const { lower = 0, upper = Infinity } = bounds;
    if (most < lower || least > upper) {
        const found = most < lower ? most : least;
        context.report(
            'error',
            'document-query-default-multiplicity',
            `${found === 0 ? 'no value' : plural(found, 'value')} by default for a parameter that takes [${boundsText(bounds)}]`,
            expression
        );
    }
}

/** A parameter has its declared multiplicity, else that of the feature it redefines. */
const boundsOf = (feature: AstNode): Bounds | undefined =>
    declarationsOf(feature)
        .map(declaredBoundsOf)
        .find(b => b !== undefined);

/** A feature and the features that it redefines, the nearest first. */
function declarationsOf(feature: AstNode): AstNode[] {
    const declarations = new Set([feature]);
    for (const declaration of declarations) {
        redefinedFeaturesOf(declaration).forEach(f => declarations.add(f));
    }
    return [...declarations];
}

export const queryDefaultChecks: CheckTable = { FeatureValue: [fitsParameter] };
