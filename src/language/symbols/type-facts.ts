/** The type of an element, described for clients that know only scalars, quantities and definitions (contract: TypeInfo). */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { resultTypesOf } from '../semantics/expression-types.js';
import { membershipOf } from '../semantics/memberships.js';
import { symbolKindOf } from './symbol-kind.js';
import { memberElement, resolve } from '../semantics/names.js';
import { qualifiedNameOf } from '../semantics/naming.js';
import {
    conformsToLibrary,
    declaredGeneralsOf,
    declaredSpecializationsOf,
    redefinedFeaturesOf,
    typesOf
} from '../semantics/specialization.js';
import { isFeature, isType, isUsage, isWrittenOut } from '../semantics/structure.js';
import { textOf } from '../semantics/text.js';

export interface TypeFacts {
    declared: string;
    resolvedId: string;
    resolvedKind: string;
    primitive: string;
    primitiveSource: string;
    quantity: boolean;
    unit: string;
}

/** Scalar types of the library, each before its generals. */
const PRIMITIVES = ['Boolean', 'String', 'Natural', 'Integer', 'Rational', 'Real', 'Complex', 'Number'];

/** Type facts of a definition or usage; undefined for other elements. */
export function typeFactsOf(element: AstNode): TypeFacts | undefined {
    if (!isType(element)) {
        return undefined;
    }
    const facts: TypeFacts = {
        declared: '',
        resolvedId: '',
        resolvedKind: '',
        primitive: '',
        primitiveSource: '',
        quantity: false,
        unit: ''
    };
    const types = typesOf(element);
    facts.primitive = PRIMITIVES.find(p => types.some(t => conformsToLibrary(t, `ScalarValues::${p}`))) ?? '';
    facts.primitiveSource = facts.primitive === '' ? '' : 'declared';
    facts.quantity = types.some(t => conformsToLibrary(t, 'Quantities::ScalarQuantityValue'));
    if (!isFeature(element)) {
        return facts;
    }
    const typing = declaredSpecializationsOf(element).find(n => n.$type === 'FeatureTyping');
    if (typing !== undefined) {
        facts.declared = `${typing.isConjugated ? '~' : ''}${typing.text}`;
        const target = memberElement(resolve(typing));
        if (target !== undefined) {
            facts.resolvedId = qualifiedNameOf(target) ?? '';
            facts.resolvedKind = symbolKindOf(target);
        }
    }
    const value = element.value?.expression;
    if (value !== undefined) {
        facts.unit = unitOf(value);
        facts.quantity ||= facts.unit !== '';
    }
    const implying = valueImplyingType(element);
    if (implying !== undefined) {
        // No type is declared: a literal value or the value of a general implies the primitive type, a computed own value does not.
        const isGuess = value === undefined || (facts.unit === '' && isWrittenOut(value));
        facts.primitive = isGuess ? primitiveOfValue(implying) : '';
        facts.primitiveSource = facts.primitive === '' ? '' : 'value';
    }
    return facts;
}

/**
 * The value that implies the type of a feature: that of the most general feature that it subsets or redefines. Undefined if any of these
 * features has a declared typing, specializes a definition, or is a variant.
 */
function valueImplyingType(feature: AstNode): ast.Expression | undefined {
    let value: ast.Expression | undefined;
    const features = new Set<AstNode>([feature]);
    for (const f of features) {
        if (membershipOf(f) === 'VariantMembership' || declaredSpecializationsOf(f).some(n => n.$type === 'FeatureTyping')) {
            return undefined;
        }
        value = (isUsage(f) ? f.value?.expression : undefined) ?? value;
        for (const general of [...declaredGeneralsOf(f), ...redefinedFeaturesOf(f)]) {
            if (!isFeature(general)) {
                return undefined;
            }
            features.add(general);
        }
    }
    return value;
}

/** The unit of `number [unit]` as written, else empty. */
export function unitOf(expression: AstNode): string {
    return expression.$type === 'BracketExpression' ? expression.index.map(textOf).join(', ') : '';
}

/** The most specific scalar type of all results of a value: `Natural` for 3, `Integer` for -3, `Rational` for 2.5. */
function primitiveOfValue(value: AstNode): string {
    const types = resultTypesOf(value);
    return types.length === 0 ? '' : (PRIMITIVES.find(p => types.every(t => conformsToLibrary(t, `ScalarValues::${p}`))) ?? '');
}
