/**
 * Values that depend on themselves (`circular-value`, a warning): bound values that refer to one another in a cycle. An operand that an
 * operator or a function may leave unevaluated is no dependency.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { featuringOwnerOf } from '../semantics/features.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { resolve } from '../semantics/names.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { Fact, featureValueOf, isFeature } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import type { Check, CheckTable } from './check.js';

const NEEDED = new Fact<readonly AstNode[]>('features that a value needs');
const NONE: readonly AstNode[] = Object.freeze([]);

/** Operators that may leave their right side unevaluated. */
const LAZY: ReadonlySet<string> = new Set(['and', 'or', 'implies', '??']);

/** The features that the bound value of a feature certainly needs. A default may be overridden, so it needs none. */
function neededBy(feature: AstNode): readonly AstNode[] {
    const value = featureValueOf(feature);
    if (value === undefined || value.isDefault || isArgument(feature) || isStatement(feature)) {
        return NONE;
    }
    let needed = NEEDED.of(feature);
    if (needed === undefined) {
        const found: AstNode[] = [];
        collect(value.expression, found);
        NEEDED.set(feature, (needed = found.length === 0 ? NONE : found.slice()));
    }
    return needed;
}

/** Whether a value is an argument: the value in `in n = n` refers to a feature outside of the behaviour. */
const isArgument = (feature: AstNode): boolean => feature.direction !== undefined;

/** Whether a feature is meant as a statement: `x = x + 1` without a keyword in the body of a behaviour is meant as an assignment. */
function isStatement(feature: AstNode): boolean {
    const owner = featuringOwnerOf(feature);
    return feature.kind === undefined && owner !== undefined && (isMetaclass(owner, 'Behavior') || isMetaclass(owner, 'Step'));
}

function collect(expression: AstNode, found: AstNode[]): void {
    switch (expression.$type) {
        case 'FeatureReferenceExpression': {
            const referent = resolve(expression);
            if (referent !== undefined && isFeature(referent) && !scopeOf(referent).isLibrary) {
                found.push(referent);
            }
            return;
        }
        case 'BinaryExpression': {
            const { left, operator, right } = expression;
            collect(left, found);
            if (!LAZY.has(operator)) {
                collect(right, found);
            }
            return;
        }
        case 'UnaryExpression':
            return collect(expression.operand, found);
        case 'BracketExpression':
            return collect(expression.operand, found);
        case 'ConditionalExpression':
            return collect(expression.condition, found);
        case 'SequenceExpression':
            return expression.elements.forEach(e => collect(e, found));
    }
}

const CIRCULAR = new Fact<boolean>('whether a value depends on itself');

/**
 * Whether the value of a feature depends on itself. One search decides for every feature that it reaches (strongly connected components).
 */
function isCircular(feature: AstNode): boolean {
    const known = CIRCULAR.of(feature);
    if (known !== undefined || neededBy(feature).length === 0) {
        return known === true;
    }
    interface Visit {
        readonly feature: AstNode;
        readonly index: number;
        low: number;
        next: number;
    }
    const visits = new Map<AstNode, Visit>();
    const open: AstNode[] = [];
    const isOpen = new Set<AstNode>();
    const way: Visit[] = [];
    const enter = (f: AstNode): void => {
        const visit = { feature: f, index: visits.size, low: visits.size, next: 0 };
        visits.set(f, visit);
        open.push(f);
        isOpen.add(f);
        way.push(visit);
    };
    const decide = (f: AstNode, circular: boolean): unknown => CIRCULAR.set(f, circular);
    enter(feature);
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
        const needed = neededBy(at.feature);
        if (at.next < needed.length) {
            const target = needed[at.next++];
            const seen = visits.get(target);
            if (seen === undefined) {
                if (CIRCULAR.of(target) === undefined) {
                    enter(target);
                }
            } else if (isOpen.has(target)) {
                at.low = Math.min(at.low, seen.index);
            }
            continue;
        }
        way.pop();
        const before = way.at(-1);
        if (before !== undefined) {
            before.low = Math.min(before.low, at.low);
        }
        if (at.low === at.index) {
            const component = open.splice(open.lastIndexOf(at.feature));
            for (const f of component) {
                isOpen.delete(f);
                decide(f, component.length > 1 || needed.includes(f));
            }
        }
    }
    return CIRCULAR.of(feature) === true;
}

/** The intermediate features of the shortest path from a feature's value back to the feature. */
function circleOf(feature: AstNode): readonly AstNode[] {
    const cameFrom = new Map<AstNode, AstNode>();
    const work = [feature];
    for (const at of work) {
        for (const next of neededBy(at)) {
            if (next === feature) {
                const way: AstNode[] = [];
                for (let f: AstNode | undefined = at; f !== undefined && f !== feature; f = cameFrom.get(f)) {
                    way.unshift(f);
                }
                return way;
            }
            if (!cameFrom.has(next)) {
                cameFrom.set(next, at);
                work.push(next);
            }
        }
    }
    return [];
}

const dependsOnOthers: Check<ast.FeatureValue> = (value, context) => {
    const feature = value.$container;
    if (isCircular(feature)) {
        const circle = circleOf(feature);
        const name = (f: AstNode): string => (lookupNameOf(f) === undefined ? 'this feature' : `'${lookupNameOf(f)}'`);
        const through = circle.length === 0 ? '' : ` through ${circle.map(name).join(', ')}`;
        context.report(
            'warning',
            'circular-value',
            `the value of ${name(feature)} depends on itself${through}: remove one of these dependences`,
            value.expression
        );
    }
};

export const circularValueChecks: CheckTable = { FeatureValue: [dependsOnOthers] };
