/**
 * The kinds of rendering (contract: views 2.3): the one list that a new kind is added to. What states a kind, and what it is made of, stand
 * here; the compiler then asks for its reader (`src/views/render.ts`), for what an editor may add to it (`src/editor/drawable.ts`) and for
 * the models that show it (`test/views/kinds.test.ts`). Data alone.
 */

interface RenderingKindFacts {
    /** renderings of the library that state the kind, as qualified names */
    readonly renderings: readonly string[];
    /** names of the standard view definitions that state it where a view declares no rendering (SysML 9.2.20) */
    readonly definitions: readonly string[];
    /**
     * `surface`: boxes with places that a model may state (contract: views 2.7); `table`: columns and rows; `timeline`: boxes in an order
     * of their own; `space`: shapes in three dimensions, which no message of the wire has
     */
    readonly form: 'surface' | 'table' | 'timeline' | 'space';
    /** of the extension package `OpenSysMLRenderings`: pickers list no pseudo-view of it */
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

/** What is known of each kind, in the order of code units. */
export const RENDERING_KIND_FACTS: Readonly<Record<RenderingKind, RenderingKindFacts>> = TABLE;
