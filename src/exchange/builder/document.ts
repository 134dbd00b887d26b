/** One document of the model that is being built. Assigns source texts to declarations. */
import type { AstNode } from '../../language/generated/tree.js';
import { spanOf } from '../../language/syntax/index.js';
import type { Document } from '../../language/workspace/document.js';
import { type Placed, type SourceText, SourceTexts } from './source-text.js';
import type { Builder } from './builder.js';

interface PlacedNode extends Placed {
    readonly node: AstNode;
}

/** Types of nodes whose parts usually share lines, so that their members have no source text of their own. */
const WHOLE = new Set(['IfActionUsage', 'WhileLoopActionUsage', 'ForLoopActionUsage', 'TransitionUsage']);

export class DocumentBuilder {
    private readonly placed = new Map<AstNode, PlacedNode>();
    private readonly texts: SourceTexts<PlacedNode>;
    /** The number of lines that precede the current part of a joined document. Line numbers start after them. */
    linesInFront = 0;
    /** The document name to state for roots: in a model of several documents, this document's name; empty if none is stated. */
    nameOfRoot: string;

    constructor(
        builder: Builder,
        readonly document: Document,
        isOneOfSeveral: boolean
    ) {
        this.nameOfRoot = isOneOfSeveral ? document.name : '';
        const place = (node: AstNode): PlacedNode => {
            const { offset, end } = spanOf(node);
            const body = WHOLE.has(node.$type) ? [] : builder.identities.membersOf(node).filter(m => m.$containerProperty === 'members');
            const placed = { node, offset, end, members: body.map(place) };
            this.placed.set(node, placed);
            return placed;
        };
        this.texts = new SourceTexts(document.text, builder.identities.membersOf(document.root).map(place));
    }

    /** The line and column of an offset, both counting from 1. */
    placeOf(offset: number): { readonly line: number; readonly column: number } {
        const { line, column } = this.document.lines.positionOf(offset);
        return { line: line - this.linesInFront, column };
    }

    textOf(node: AstNode): SourceText {
        const placed = this.placed.get(node);
        return placed === undefined ? { text: undefined, tail: undefined } : this.texts.of(placed);
    }
}
