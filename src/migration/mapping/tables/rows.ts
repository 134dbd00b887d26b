/** Translates the rows of a table to a document query (contract: migration 11). */
import type { Declaration } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import { everyElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import type { Reference, TableDefinition } from './definitions.js';
import { below, except, Invocation, named, union, whereIndividual, whereMetadata, whereType } from './invocations.js';
import { isInstances, metaclassOfRows, relationOf, type Direction, type Relation } from './vocabulary.js';

/** The query for rows, with notes about omissions, or the reason why there is no query. */
export type Rows = { readonly query: Invocation; readonly notes: readonly string[] } | { readonly reason: string };

export function rowsOf(definition: TableDefinition, mapping: Mapping): Rows {
    return definition.kind === 'map' ? mapRows(definition, mapping) : tableRows(definition, mapping);
}

function tableRows(definition: TableDefinition, mapping: Mapping): Rows {
    const scope = writtenOf(definition.scope, mapping);
    const explicit = writtenOf(definition.explicit, mapping);
    const excluded = writtenOf(definition.excluded, mapping);
    const notes = [...scope.notes('of the scope'), ...explicit.notes('rows')];
    const listed = explicit.declarations.map(named);
    if (scope.declarations.length === 0 && !scope.hasRoot) {
        const query = union(listed);
        return query === undefined
            ? { reason: 'neither its scope nor a row of it is written' }
            : { query: without(query, excluded), notes };
    }
    const source = below(union(scopes(scope, mapping))!, definition.isTree);
    const filtered = ofTypes(source, definition, scope, mapping);
    if ('reason' in filtered) {
        return filtered;
    }
    const query = union([filtered.query, ...listed])!;
    return { query: without(query, excluded), notes: [...notes, ...filtered.notes] };
}

/** Returns the query for the possible columns of a matrix; undefined for no restriction. */
export function columnsAmong(definition: TableDefinition, mapping: Mapping): Rows | undefined {
    const { columnScope, columnTypes } = definition;
    if (columnScope.length === 0) {
        return columnTypes.length === 0 ? undefined : { reason: 'its columns have types, but no scope' };
    }
    return tableRows({ ...definition, scope: columnScope, types: columnTypes, explicit: [], excluded: [] }, mapping);
}

const without = (query: Invocation, excluded: Written): Invocation => except(query, union(excluded.declarations.map(named)));

/** The elements of a definition that are written with names. */
interface Written {
    readonly declarations: readonly Declaration[];
    readonly elements: readonly UmlElement[];
    /** whether they include the root of the model, whose members are at the top level */
    readonly hasRoot: boolean;
    notes(what: string): string[];
}

function writtenOf(references: readonly Reference[], mapping: Mapping): Written {
    const elements = references.flatMap(({ element }) => element ?? []);
    const hasRoot = elements.some(({ owner, metaclass }) => owner === undefined && metaclass === 'Model');
    const declarations = [...new Set(elements.flatMap(e => mapping.declarationOf(e) ?? []))].filter(isReachable);
    const lost = references.filter(({ element }) => {
        const declaration = mapping.declarationOf(element);
        return declaration === undefined || !isReachable(declaration);
    }).length;
    const missing = lost - (hasRoot ? 1 : 0);
    return { declarations, elements, hasRoot, notes: what => (missing > 0 ? [`${missing} ${what} are not written with a name`] : []) };
}

/** Whether a declaration has a qualified name. */
const isReachable = (declaration: Declaration): boolean =>
    declaration.name !== '' && [...declaration.owners()].every(owner => owner.owner === undefined || owner.name !== '');

/** Returns the scope of the rows. The root is replaced by the declarations at the top level. */
function scopes(scope: Written, mapping: Mapping): Invocation[] {
    const top = scope.hasRoot ? mapping.document.declarations().filter(d => d.name !== '' && d.kind !== 'view') : [];
    return [...new Set([...scope.declarations, ...top])].map(named);
}

function ofTypes(source: Invocation, definition: TableDefinition, scope: Written, mapping: Mapping): Rows {
    const notes: string[] = [];
    const queries: Invocation[] = [];
    for (const reference of definition.types) {
        const rows = ofType(source, reference, scope, mapping);
        if ('reason' in rows) {
            notes.push(rows.reason);
        } else {
            queries.push(rows.query);
            notes.push(...rows.notes);
        }
    }
    if (definition.types.length > 0 && queries.length === 0) {
        return { reason: notes[0] };
    }
    return { query: union(queries) ?? source, notes };
}

function ofType(source: Invocation, { link, element }: Reference, scope: Written, mapping: Mapping): Rows {
    const declaration = mapping.declarationOf(element);
    if (declaration?.kind === 'metadata') {
        return { query: whereMetadata(source, declaration), notes: [] };
    }
    if (element !== undefined) {
        return declaration === undefined
            ? { reason: `the rows are of ${element.name || element.id}, which is not written` }
            : instancesOf(source, element, declaration, scope, mapping);
    }
    const metaclass = metaclassOfRows(link, id => mapping.model.stereotypeNames.get(id));
    if (metaclass === undefined) {
        const name = 'id' in link ? link.id : link.path || link.href;
        return { reason: `the rows are of ${name}, which has no metaclass here` };
    }
    if (isInstances(link)) {
        return { query: whereIndividual(whereType(source, metaclass), true), notes: [] };
    }
    return { query: metaclass === 'Element' ? source : ofMetaclass(source, metaclass, mapping), notes: [] };
}

/** Queries for v2 elements that have the metaclass of the rows but were no rows in v1. They are excluded. */
const ASIDE: Readonly<Record<string, (source: Invocation, mapping: Mapping) => readonly Invocation[]>> = {
    PartDefinition: source => [whereType(source, 'DocumentQueries::Document')],
    OccurrenceDefinition: source => [whereType(source, 'DocumentQueries::Document'), whereType(source, 'DocumentQueries::Query')],
    RequirementUsage: (source, mapping) => [
        ...(has(mapping, 'Satisfy') ? [whereType(source, 'SatisfyRequirementUsage')] : []),
        ...(has(mapping, 'TestCase') ? [below(whereType(source, 'VerificationCaseDefinition'), false)] : [])
    ]
};

/** Whether a standard stereotype is applied anywhere in the input. */
function has({ model, stereotypes }: Mapping, stereotype: string): boolean {
    return [...everyElement(model.roots)].some(element => stereotypes.has(element, stereotype));
}

/** Returns the rows of a metaclass, without individuals, which are rows only of instances. */
function ofMetaclass(source: Invocation, metaclass: string, mapping: Mapping): Invocation {
    const rows = except(whereType(source, metaclass), union(Object.hasOwn(ASIDE, metaclass) ? ASIDE[metaclass](source, mapping) : []));
    return metaclass.endsWith('Definition') ? whereIndividual(rows, false) : rows;
}

/** Returns the individuals of a classifier. Instances that are values are listed by name, because they are not individuals. */
function instancesOf(source: Invocation, classifier: UmlElement, type: Declaration, scope: Written, mapping: Mapping): Rows {
    if (!type.isDefinition || type.kind === 'attribute' || type.kind === 'enum') {
        const roots = scope.hasRoot ? mapping.model.roots : scope.elements;
        const instances = [...everyElement(roots)].filter(
            e => e.metaclass === 'InstanceSpecification' && e.refs('classifier').includes(classifier)
        );
        const query = union(
            instances
                .flatMap(e => mapping.declarationOf(e) ?? [])
                .filter(isReachable)
                .map(named)
        );
        return query === undefined
            ? { reason: `no instance of ${classifier.name} is written` }
            : { query, notes: [`the instances of ${classifier.name} are listed by name`] };
    }
    return { query: whereIndividual(whereType(whereType(source, 'Definition'), type), true), notes: [] };
}

// --- Relation maps ------------------------------------------------------------------------------------------------------------

/** Greatest number of steps for a map without a limit. */
const FARTHEST = 100;

function mapRows({ scope, criteria, direction, depth }: TableDefinition, mapping: Mapping): Rows {
    const centre = writtenOf(scope, mapping);
    const source = union(centre.declarations.map(named));
    if (source === undefined) {
        return { reason: 'the element at its centre is not written' };
    }
    const known = criteria.flatMap(criterion => relationOf(criterion) ?? []);
    const unknown = criteria.filter(criterion => relationOf(criterion) === undefined);
    if (known.length === 0) {
        return { reason: criteria.length === 0 ? 'it has no criterion' : `no query follows ${unknown.join(', ')}` };
    }
    const notes = [...centre.notes('of its centres'), ...(unknown.length > 0 ? [`no query follows ${unknown.join(', ')}`] : [])];
    const related = known.flatMap(relation =>
        directionsOf(relation, direction === 'both' ? 'outgoing' : direction).map(
            way =>
                new Invocation('RelatedElements', [
                    ['source', source],
                    ['relationshipKind', [`"${relation.kind}"`]],
                    ['direction', [`"${way}"`]],
                    ['maxDepth', [String(Math.min(depth, FARTHEST))]]
                ])
        )
    );
    return { query: union(related)!, notes };
}

/** Returns the directions of a query for a v1 relationship. */
export function directionsOf({ isReversed }: Relation, direction: TableDefinition['direction']): Direction[] {
    if (direction === 'both') {
        return ['outgoing', 'incoming'];
    }
    const other = direction === 'outgoing' ? 'incoming' : 'outgoing';
    return [isReversed ? other : direction];
}
