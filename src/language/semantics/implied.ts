/**
 * Implied relationships (KerML 8.4.2, SysML 8.4.1): the specializations and redefinitions of every element that its metaclass and position
 * imply. Validation, runtime, queries and conversion all use this table. Depends on the resolver only through {@link SemanticQuery}.
 *
 * Rows with a library element as target are in implied-table.ts, those with other elements of the model in implied-features.ts. Implied
 * elements without a node (binding connectors, type featurings, results of expressions, crossed chains) are excluded.
 */
import type { AstNode } from '../generated/tree.js';
import type { ImpliedRelationship, SemanticQuery } from './implied-relationship.js';
import { type DynamicRule, dynamicRules, isTypedByValue, semanticMetadata, valuation } from './implied-features.js';
import { LIBRARY_GENERALS, LIBRARY_ROWS, type LibraryRow } from './implied-table.js';
import { metaclassOrUndefined } from './metaclass.js';
import { isKind, type MetaclassName } from './metaclasses.js';
import { lastSegment } from './structure.js';
import { scopeOf } from './world.js';

const NONE: readonly ImpliedRelationship[] = Object.freeze([]);

/** A row of the library table as it applies to one metaclass. */
interface Applicable {
    readonly row: LibraryRow;
    readonly relationship: ImpliedRelationship;
    /** The targets of other rows that specializing this row's target implies. */
    readonly implied: ReadonlySet<string>;
    /** The simple name of the target. */
    readonly name: string;
    /** The result when only this row applies. */
    readonly alone: readonly ImpliedRelationship[];
}

/** The rows and rules for elements of one metaclass. */
interface Plan {
    /** Rows with a condition, most specific targets first. */
    readonly conditional: readonly Applicable[];
    /** Rows without a condition, without redundant ones. */
    readonly unconditional: readonly Applicable[];
    readonly base: readonly ImpliedRelationship[];
    readonly rules: readonly DynamicRule[];
}

const plans = new Map<MetaclassName, Plan>();

/**
 * The implied relationships of an element, in order of importance; without those that another one makes redundant (KerML 8.4.2), but
 * including those that declared specializations make redundant.
 */
export function impliedRelationships(element: AstNode, query: SemanticQuery): readonly ImpliedRelationship[] {
    const plan = planFor(element);
    return plan === undefined ? NONE : relationshipsBy(plan, plan.rules, element, query);
}

/**
 * The implied relationships of a type without those that one of its parts implies (its value, or an annotation in its body). Names in that
 * part are resolved with these. Undefined if the part implies none.
 */
export function impliedForPart(part: AstNode, type: AstNode, query: SemanticQuery): readonly ImpliedRelationship[] | undefined {
    const implying =
        part.$type === 'FeatureValue'
            ? isTypedByValue(type)
                ? valuation
                : undefined
            : part.$type === 'MetadataUsage' && part.about.length === 0
              ? semanticMetadata
              : undefined;
    const plan = implying && planFor(type);
    return (
        plan &&
        relationshipsBy(
            plan,
            plan.rules.filter(r => r !== implying),
            type,
            query
        )
    );
}

function planFor(element: AstNode): Plan | undefined {
    const metaclass = metaclassOrUndefined(element);
    if (metaclass === undefined) {
        return undefined;
    }
    let plan = plans.get(metaclass);
    if (plan === undefined) {
        plans.set(metaclass, (plan = planOf(metaclass)));
    }
    return plan;
}

function relationshipsBy(
    plan: Plan,
    rules: readonly DynamicRule[],
    element: AstNode,
    query: SemanticQuery
): readonly ImpliedRelationship[] {
    const fromLibrary = libraryRelationships(plan, element, query);
    let all: ImpliedRelationship[] | undefined;
    for (const rule of rules) {
        const found = rule(element, query);
        if (found.length === 0) {
            continue; // nearly always
        }
        for (const relationship of found) {
            if (relationship.target !== element) {
                (all ??= []).push(relationship);
            }
        }
    }
    // Every other specialization already implies `Base::Anything` (of types) or `Base::things` (of features).
    return all === undefined ? fromLibrary : (isRoot(fromLibrary) ? all : [...all, ...fromLibrary]).slice();
}

function isRoot(relationships: readonly ImpliedRelationship[]): boolean {
    return relationships.length === 1 && (relationships[0].target === 'Base::things' || relationships[0].target === 'Base::Anything');
}

function libraryRelationships(
    { conditional, unconditional, base }: Plan,
    element: AstNode,
    query: SemanticQuery
): readonly ImpliedRelationship[] {
    let holding: Applicable[] | undefined;
    for (const applicable of conditional) {
        if (
            (holding === undefined || !isRedundant(applicable, holding)) &&
            applicable.row.when!(element, query) &&
            !isTarget(element, applicable)
        ) {
            (holding ??= []).push(applicable);
        }
    }
    if (holding === undefined) {
        return base;
    }
    for (const applicable of unconditional) {
        if (!isRedundant(applicable, holding)) {
            holding.push(applicable);
        }
    }
    return holding.length === 1 ? holding[0].alone : holding.map(h => h.relationship);
}

/** Whether another row implies a row; a redefinition is never redundant. */
function isRedundant({ row }: Applicable, others: readonly Applicable[]): boolean {
    return row.kind !== 'redefinition' && others.some(o => o.implied.has(row.target));
}

/** Whether an element is the library element that a row targets. */
function isTarget(element: AstNode, { name }: Applicable): boolean {
    return element.name === name && scopeOf(element).isLibrary;
}

function planOf(metaclass: MetaclassName): Plan {
    const rows = LIBRARY_ROWS.filter(r => isKind(metaclass, r.metaclass) && (r.except === undefined || !isKind(metaclass, r.except)));
    const always = rows.filter(r => r.when === undefined);
    const isImplied = (row: LibraryRow, by: readonly LibraryRow[]): boolean =>
        row.kind !== 'redefinition' && by.some(o => o !== row && (o.target === row.target || generalsInLibrary(o.target).has(row.target)));
    const unconditional = always.filter(r => !isImplied(r, always));
    const conditional = rows.filter(r => r.when !== undefined && !isImplied(r, unconditional));
    // More specific targets come first.
    conditional.sort((a, b) => generalsInLibrary(b.target).size - generalsInLibrary(a.target).size);
    const applicable = (row: LibraryRow): Applicable => {
        const relationship: ImpliedRelationship = {
            constraint: row.constraint,
            kind: row.kind ?? (isKind(metaclass, 'Feature') ? 'subsetting' : 'subclassification'),
            target: row.target,
            isBase: row.when === undefined
        };
        return {
            row,
            relationship,
            implied: new Set([row.target, ...generalsInLibrary(row.target)]),
            name: lastSegment(row.target),
            alone: Object.freeze([relationship])
        };
    };
    const remaining = unconditional.map(applicable);
    return {
        conditional: conditional.map(applicable),
        unconditional: remaining,
        base: remaining.length === 0 ? NONE : Object.freeze(remaining.map(a => a.relationship)),
        rules: dynamicRules(metaclass)
    };
}

const libraryClosure = new Map<string, ReadonlySet<string>>();

/** The targets of the table that a target specializes in the library. */
function generalsInLibrary(target: string): ReadonlySet<string> {
    let all = libraryClosure.get(target);
    if (all === undefined) {
        const found = new Set<string>();
        for (const general of LIBRARY_GENERALS[target] ?? []) {
            found.add(general);
            generalsInLibrary(general).forEach(g => found.add(g));
        }
        libraryClosure.set(target, (all = found));
    }
    return all;
}
