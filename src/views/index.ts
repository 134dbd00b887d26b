/**
 * Views of a model as diagrams and tables. A rendering is data first (graph.ts); the code that draws or writes it reads only this data.
 * Does not depend on wire messages or transports.
 */
export type * from './geometry.js';
export type * from './graph.js';
export { isDiagram, isSurface, RENDERING_KINDS } from './graph.js';
export { type DrawOptions, drawView } from './drawing/draw.js';
export type { LayoutKernel } from './drawing/kernel.js';
export { LayoutMemory } from './drawing/memory.js';
export { drawOutcomes } from './drawing/outcomes.js';
export { commentText, elementIdOf, originOf } from './describe.js';
export { elementOfId } from './element-ids.js';
export { foldView, levelsAtAGlance, limitLevels } from './fold.js';
export { COMPARTMENT_FOLDINGS, type CompartmentFolding } from './compartment-folding.js';
export { NOTATION_ELEMENTS, type NotationElement, notationElementsOf, withoutNotation } from './notation-elements.js';
export { type DeclaredView, viewsOf } from './list.js';
export { framesOf, type RunFrame } from './run/frames.js';
export { isRefused, PSEUDO_KINDS, renderEverything, renderView, type ViewRefusal } from './render.js';
export { type FilePlace, type LinkTemplate, linkOf, linkTemplateOf, type ShownVerdict, withLinks, withVerdicts } from './overlays.js';
export { withRunsJoined } from './runs.js';
export type { RenderOptions } from './view-graph.js';
export { defaultForm, extensionOf, isWrittenForm, misfitOf, WRITTEN_FORMS, writeRendering, type WrittenForm } from './written/forms.js';
export { lineTextOf as mermaidTextOf } from './written/mermaid.js';
export { plain as plantumlTextOf } from './written/plantuml.js';
export { type Direction, DIRECTIONS } from './written/outline.js';
