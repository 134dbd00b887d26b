/** What the type of an element is, in the terms of clients that know only scalars, quantities and definitions (contract: TypeInfo). */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
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
import { isFeature, isType, type NameNode } from '../semantics/structure.js';
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

/** Scalars of the library, special before general. */
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
        facts.declared = `${(typing as ast.FeatureTyping & NameNode).isConjugated ? '~' : ''}${typing.text}`;
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
        if (!hasStatedType(element)) {
            // What a value implies is no type that the model states.
            facts.primitive = facts.unit !== '' ? '' : facts.primitive || primitiveOfLiteral(value);
            facts.primitiveSource = facts.primitive === '' ? '' : 'value';
        }
    }
    return facts;
}

/**
 * Whether a feature has a type that the model or the library states: its own typing or that of a feature that it subsets or redefines, declared or implied; a
 * variant has that of its variation.
 */
function hasStatedType(feature: AstNode): boolean {
    const features = new Set<AstNode>([feature]);
    for (const f of features) {
        if (membershipOf(f) === 'VariantMembership' || declaredSpecializationsOf(f).some(n => n.$type === 'FeatureTyping')) {
            return true;
        }
        for (const general of [...declaredGeneralsOf(f), ...redefinedFeaturesOf(f)]) {
            if (!isFeature(general)) {
                return true;
            }
            features.add(general);
        }
    }
    return false;
}

/** The unit of `number [unit]` as written, else empty. */
export function unitOf(expression: AstNode): string {
    return expression.$type === 'BracketExpression' ? (expression as ast.BracketExpression).index.map(textOf).join(', ') : '';
}

function primitiveOfLiteral(expression: AstNode): string {
    switch (expression.$type) {
        case 'LiteralBoolean':
            return 'Boolean';
        case 'LiteralString':
            return 'String';
        case 'LiteralInteger':
            return 'Integer';
        case 'LiteralReal':
            return 'Rational';
        case 'UnaryExpression': {
            const { operator, operand } = expression as ast.UnaryExpression;
            return operator === '-' || operator === '+' ? primitiveOfLiteral(operand) : '';
        }
        default:
            return '';
    }
}
