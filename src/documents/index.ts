/**
 * Document queries and documents of a model (contract: views 6 and 7). They read the declarations of the model and its held objects. A
 * query returns a table of rows; a document is planned, computed and then written in a form. Does not depend on wire messages or
 * transports.
 */
export { QueryContext } from './query-context.js';
export { type FaultKind, QueryFault } from './faults.js';
export { namedElement } from './elements.js';
export { heldObjectOf, referredObject } from './held-objects.js';
export { instantOf } from './properties/row-properties.js';
export { isQuery, queryById, type QueryParameter } from './queries/definition.js';
export { type Binding, runDocumentQuery, type Table } from './queries/run.js';
export {
    type CellValue,
    ElementRow,
    elementIdOf,
    type EventRow,
    isRow,
    type ObjectRow,
    type Row,
    type StateRow,
    type VerdictRow
} from './rows.js';
export { cellText, cellsText, nameOfRow } from './texts.js';
export type { Block, Diagram, DocumentContent } from './content/blocks.js';
export { documentContent, PALETTES } from './content/document.js';
export { type DeclaredDocument, documentsOf } from './content/list.js';
export { escapedName } from './content/parts.js';
export { type HtmlOptions, writeHtml } from './written/html.js';
export { type MarkdownOptions, writeMarkdown } from './written/markdown.js';
export { writeDrawnHtml } from './written/page.js';
export { DEFAULT_STYLE } from './written/style.js';
