/**
 * Reads the definitions of tables, matrices and relation maps of the MagicDraw family from the stereotypes of their diagrams (contract:
 * migration 11). Does not depend on v2.
 */
import type { Link, StereotypeApplication, UmlElement, UmlModel } from '../../uml-model.js';

const MAGICDRAW = /^http:\/\/www\.omg\.org\/spec\/UML\/[^/]+\/MagicDrawProfile$/;
const MATRIX = /^https?:\/\/www\.(magicdraw|nomagic)\.com\/schemas\/Dependency_Matrix_Profile\.xmi$/;

export type TableKind = 'table' | 'instances' | 'matrix' | 'map';

const KINDS: readonly (readonly [kind: TableKind, stereotype: string, profile: RegExp])[] = [
    ['instances', 'InstanceTable', MAGICDRAW],
    ['table', 'DiagramTable', MAGICDRAW],
    ['map', 'RelationMap', MAGICDRAW],
    ['matrix', 'DependencyMatrix', MATRIX]
];

/** A link in a definition, with its target if the input contains it. */
export interface Reference {
    readonly link: Link;
    readonly element: UmlElement | undefined;
}

/** The definition of a table, a matrix or a map, from its tags. */
export interface TableDefinition {
    readonly kind: TableKind;
    /** owners of the rows; the central element of a map */
    readonly scope: readonly Reference[];
    /** owners of the columns of a matrix; empty for no restriction */
    readonly columnScope: readonly Reference[];
    /** types of the columns of a matrix; empty for no restriction */
    readonly columnTypes: readonly Reference[];
    /** rows that are listed individually */
    readonly explicit: readonly Reference[];
    readonly excluded: readonly Reference[];
    /** metaclasses, stereotypes and classifiers of the rows */
    readonly types: readonly Reference[];
    /** ids of the visible columns, in order */
    readonly columns: readonly string[];
    /** `column^Asc`, `column^Desc` */
    readonly sort: readonly string[];
    /** whether rows are ordered by ownership instead of by levels */
    readonly isTree: boolean;
    /** names of relationships, such as `Satisfy` */
    readonly criteria: readonly string[];
    readonly direction: 'outgoing' | 'incoming' | 'both';
    /** greatest number of steps from the centre of a map; infinite without a bound */
    readonly depth: number;
    /** names of all other tags */
    readonly others: readonly string[];
}

/** Tags that this file reads. */
const READ = new Set([
    ...['scope', 'rowScope', 'columnScope', 'context', 'contextElement', 'additionalElements', 'rowElements'],
    ...['excludedElements', 'removedElements', 'removedRowElements', 'rowElementType', 'columnElementType', 'elementType', 'classifier'],
    ...['columnIds', 'hideColumns', 'sort', 'displayMode', 'rowOwnerDisplayMode', 'dependencyCriteria', 'relationCriterion'],
    ...['direction', 'depth']
]);

/** Returns the definition of a diagram; undefined for a diagram without one. */
export function tableDefinition(diagram: UmlElement): TableDefinition | undefined {
    for (const [kind, stereotype, profile] of KINDS) {
        const application = diagram.applications.find(({ name, namespace }) => name === stereotype && profile.test(namespace));
        if (application !== undefined) {
            const filter = diagram.applications.find(({ name, namespace }) => name === 'MatrixFilter' && MATRIX.test(namespace));
            return read(kind, application, filter ?? application, diagram.model);
        }
    }
    return undefined;
}

function read(kind: TableKind, application: StereotypeApplication, rows: StereotypeApplication, model: UmlModel): TableDefinition {
    const links = (...tags: string[]): Reference[] =>
        tags.flatMap(tag => rows.links(tag)).map(link => ({ link, element: model.resolve(link) }));
    const hidden = new Set(application.texts('hideColumns'));
    const scope = links('scope', 'rowScope', 'contextElement', 'context');
    const added = links('additionalElements');
    return {
        kind,
        scope,
        columnScope: kind === 'matrix' ? links('columnScope') : [],
        columnTypes: kind === 'matrix' ? links('columnElementType') : [],
        explicit: scope.length === 0 && added.length === 0 ? links('rowElements') : added,
        excluded: links('excludedElements', 'removedElements', 'removedRowElements'),
        types: links('rowElementType', 'elementType', 'classifier'),
        columns: application.texts('columnIds').filter(id => !hidden.has(id)),
        sort: application.texts('sort'),
        isTree: / tree$/i.test(application.text('displayMode', 'rowOwnerDisplayMode') ?? ''),
        criteria: application.tags.flatMap(([tag, value]) =>
            (tag === 'dependencyCriteria' || tag === 'relationCriterion') && typeof value === 'string' ? [criterionName(value)] : []
        ),
        direction: directionOf(application.text('direction') ?? ''),
        depth: depthOf(application.text('depth') ?? ''),
        others: [...new Set([...application.tags, ...rows.tags].map(([tag]) => tag))].filter(tag => !READ.has(tag))
    };
}

/** Returns the relationship name of a criterion, which is either the name or an expression of the tool with the name as an entry. */
function criterionName(text: string): string {
    return /<entry key="name">\s*<value>([^<]*)<\/value>/.exec(text)?.[1].trim() ?? text.trim();
}

function directionOf(text: string): TableDefinition['direction'] {
    if (/^row to column$|^source to target$|^direct$/i.test(text)) {
        return 'outgoing';
    }
    return /^column to row$|^target to source$|^reverse$/i.test(text) ? 'incoming' : 'both';
}

function depthOf(text: string): number {
    return /^[1-9]\d*$/.test(text) ? Number(text) : Infinity;
}
