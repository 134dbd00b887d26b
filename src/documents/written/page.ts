/** Writes an HTML page with diagrams as embedded pictures, for readers whose browser does not render Mermaid. */
import { drawView } from '../../views/index.js';
import type { Block, Diagram, DocumentContent } from '../content/blocks.js';
import { type HtmlOptions, writeHtml } from './html.js';

/** Like {@link writeHtml}, with pictures. */
export async function writeDrawnHtml(document: DocumentContent, options: HtmlOptions = {}): Promise<string> {
    const pictures = new Map<Diagram, string>();
    for (const diagram of diagramsOf(document.blocks)) {
        const { rendering, direction, caption } = diagram;
        const svg = await drawView(rendering, { direction, theme: 'light' });
        const alt = (caption || `${rendering.kind} diagram of ${rendering.view || rendering.element}`).replace(
            /[&<>"]/g,
            c => `&#${c.charCodeAt(0)};`
        );
        pictures.set(diagram, `<img src="data:image/svg+xml,${encodeURIComponent(svg)}" alt="${alt}">`);
    }
    return writeHtml(document, { ...options, figureOf: diagram => pictures.get(diagram)! });
}

/** The diagrams among the blocks that are drawn; tables are not. */
function diagramsOf(blocks: readonly Block[]): Diagram[] {
    return blocks.flatMap(block => {
        if (block.kind === 'section') {
            return diagramsOf(block.blocks);
        }
        return block.kind === 'diagram' && block.rendering.kind !== 'table' ? [block] : [];
    });
}
