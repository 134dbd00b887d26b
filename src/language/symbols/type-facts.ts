/** What the type of an element is, in the terms of clients that know only scalars, quantities and definitions (contract: TypeInfo). */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { symbolKindOf } from '../semantics/metaclass.js';
import { memberElement, resolve } from '../semantics/names.js';
import { qualifiedNameOf } from '../semantics/naming.js';
import { conformsToLibrary, declaredSpecializationsOf, typesOf } from '../semantics/specialization.js';
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
    const facts: TypeFacts = { declared: '', resolvedId: '', resolvedKind: '', primitive: '', primitiveSource: '', quantity: false, unit: '' };
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
        const unit = unitOf(value);
        facts.unit = unit;
        facts.quantity ||= unit !== '';
        if (typing === undefined && (facts.primitive === '' || types.length === 0)) {
            facts.primitive = primitiveOfLiteral(value);
            facts.primitiveSource = facts.primitive === '' ? '' : 'value';
        } else if (typing === undefined && element.relationships.length === 0) {
            facts.primitiveSource = 'value';
        }
    }
    return facts;
}

/** The unit of `number [unit]` as written, else empty. */
export function unitOf(expression: AstNode): string {
    return expression.$type === 'BracketExpression' ? (expression as ast.BracketExpression).index.map(textOf).join(', ') : '';
}

function primitiveOfLiteral(expression: AstNode): string {
    switch (expression.$type) {
        case 'LiteralBoolean': return 'Boolean';
        case 'LiteralString': return 'String';
        case 'LiteralInteger': return 'Integer';
        case 'LiteralReal': return 'Rational';
        case 'BracketExpression': return primitiveOfLiteral((expression as ast.BracketExpression).operand);
        case 'UnaryExpression': {
            const { operator, operand } = expression as ast.UnaryExpression;
            return operator === '-' || operator === '+' ? primitiveOfLiteral(operand) : '';
        }
        default: return '';
    }
}
