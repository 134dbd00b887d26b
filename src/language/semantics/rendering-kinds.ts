/**
 * The kinds of rendering (contract: views 2.3). A new kind is added to this list; the compiler then requires its reader
 * (`src/views/render.ts`), the editor's additions (`src/editor/drawable.ts`) and example models (`test/views/kinds.test.ts`). Data only.
 */

interface RenderingKindFacts {
    /** qualified names of library renderings that determine the kind */
    readonly renderings: readonly string[];
    /** names of standard view definitions that determine it where a view declares no rendering (SysML 9.2.20) */
    readonly definitions: readonly string[];
    /**
     * `surface`: boxes with positions that a model may declare (contract: views 2.7); `table`: columns and rows; `timeline`: boxes in a
     * fixed order; `space`: three-dimensional shapes, which have no wire message
     */
    readonly form: 'surface' | 'table' | 'timeline' | 'space';
    /** whether it belongs to the extension package `OpenSysMLRenderings`, whose pseudo-views pickers do not list */
    readonly isExtension?: boolean;
}

const TABLE = {
    action: { renderings: [], definitions: ['ActionFlowView'], form: 'surface' },
    case: { renderings: ['OpenSysMLRenderings::asCaseDiagram'], definitions: [], form: 'surface', isExtension: true },
    geometry: { renderings: [], definitions: ['GeometryView'], form: 'space' },
    interconnection: { renderings: ['Views::asInterconnectionDiagram'], definitions: ['InterconnectionView'], form: 'surface' },
    matrix: { renderings: ['OpenSysMLRenderings::asRelationshipMatrix'], definitions: [], form: 'table', isExtension: true },
    mixed: { renderings: ['OpenSysMLRenderings::asMixedDiagram'], definitions: [], form: 'surface', isExtension: true },
    sequence: { renderings: [], definitions: ['SequenceView'], form: 'timeline' },
    state: { renderings: [], definitions: ['StateTransitionView'], form: 'surface' },
    table: { renderings: ['Views::asElementTable', 'Views::TabularRendering'], definitions: ['GridView'], form: 'table' },
    tree: { renderings: ['Views::asTreeDiagram'], definitions: ['GeneralView', 'BrowserView'], form: 'surface' }
} as const satisfies Readonly<Record<string, RenderingKindFacts>>;

export type RenderingKind = keyof typeof TABLE;

/** The facts of each kind, ordered by code units. */
export const RENDERING_KIND_FACTS: Readonly<Record<RenderingKind, RenderingKindFacts>> = TABLE;
