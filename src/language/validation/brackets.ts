/**
 * Brackets after a number, which contain a unit in SysML and an index in KerML; and indexes out of range. If a feature of the model hides
 * the unit of the same name, the finding names both.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { resolve } from '../semantics/names.js';
import { conformsToLibrary, typesOf } from '../semantics/specialization.js';
import { isUsage, type NameNode } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { isKnownNotToBe, knownFeatureTypes } from './expression-facts.js';
import { described } from './wording.js';
import type { Check, CheckTable } from './check.js';

const UNIT = 'MeasurementReferences::TensorMeasurementReference';
/** Libraries of units. */
const UNIT_LIBRARIES = ['SI', 'USCustomaryUnits'];

/** The qualified name of the library unit that another element hides: `SI::s`. */
export function hiddenUnit(node: NameNode): string | undefined {
    const { text } = node;
    const scope = scopeOf(node);
    const names = /^\w+$/.test(text) ? UNIT_LIBRARIES.map(library => `${library}::${text}`) : [];
    return names.find(name => scope.libraryElement(name) !== undefined);
}

/** Whether an expression is inside the brackets of a quantity. */
export function isInUnit(node: AstNode): boolean {
    let part: AstNode = node;
    while (part.$container?.$type === 'BinaryExpression' || part.$container?.$type === 'SequenceExpression') {
        part = part.$container;
    }
    return part.$containerProperty === 'index' && part.$container?.$type === 'BracketExpression';
}

/** The names in a unit expression: factors of products, bases of powers. */
function namesIn(unit: AstNode): NameNode[] {
    switch (unit.$type) {
        case 'FeatureReferenceExpression':
            return [unit];
        case 'BinaryExpression': {
            const { left, operator, right } = unit;
            return operator === '^' || operator === '**' ? namesIn(left) : [...namesIn(left), ...namesIn(right)];
        }
        case 'SequenceExpression':
            return unit.elements.flatMap(namesIn);
        default:
            return [];
    }
}

/** Whether a feature is certainly no unit. An untyped parameter or reference may be redefined as one. */
function isNoUnit(feature: ast.Usage): boolean {
    if (typesOf(feature).some(t => conformsToLibrary(t, UNIT))) {
        return false;
    }
    return (
        knownFeatureTypes(feature).length > 0 ||
        isMetaclass(feature, 'OccurrenceUsage') ||
        (isMetaclass(feature, 'AttributeUsage') && feature.direction === undefined && feature.relationships.length === 0)
    );
}

/** `validateOperatorExpressionBracketOperator` (KerML), `validateOperatorExpressionQuantity` (SysML). */
const hasUnitInBrackets: Check<ast.BracketExpression> = (node, context) => {
    const { index } = node;
    if (context.document.language === 'kerml') {
        context.report('warning', 'type.expr', 'use `#(…)` for an index', index[0]);
        return;
    }
    let isTold = false;
    for (const name of index.flatMap(namesIn)) {
        const meant = resolve(name);
        const unit = meant === undefined || !isUsage(meant) || !isNoUnit(meant) ? undefined : hiddenUnit(name);
        if (unit !== undefined) {
            isTold = true;
            context.report(
                'warning',
                'type.expr',
                `'${name.text}' is ${described(meant!)} and hides the unit ${unit}: write '${unit}'`,
                name
            );
        }
    }
    if (!isTold && index.length === 1 && isKnownNotToBe(index[0], UNIT)) {
        const meant = index[0].$type === 'FeatureReferenceExpression' ? resolve(index[0]) : undefined;
        const advice =
            meant !== undefined
                ? `, and '${index[0].text}' is ${described(meant)}`
                : index[0].$type === 'LiteralInteger'
                  ? '; an index is written `#(…)`'
                  : '';
        context.report('warning', 'type.expr', `the content of brackets after a number must be a unit${advice}`, index[0]);
    }
};

/** An index outside of a sequence whose elements are written out as literals. */
const isInRange: Check<ast.IndexExpression> = (node, context) => {
    const { operand, index } = node;
    if (operand.$type !== 'SequenceExpression' || index.length !== 1 || index[0].$type !== 'LiteralInteger') {
        return;
    }
    const { elements } = operand;
    const i = Number(index[0].value);
    if (elements.length > 1 && elements.every(e => e.$type.startsWith('Literal')) && (i < 1 || i > elements.length)) {
        context.report('error', 'type.expr', `the index is outside of 1 to ${elements.length}`, index[0]);
    }
};

export const bracketChecks: CheckTable = { BracketExpression: [hasUnitInBrackets], IndexExpression: [isInRange] };
