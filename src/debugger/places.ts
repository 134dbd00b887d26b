/** Source locations in the client's convention: lines and columns from 0 or 1, files by path or URI. */
import type { AstNode } from '../language/generated/tree.js';
import { documentOf } from '../language/semantics/text.js';
import { nameSpanOf, spanOf } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { DebuggedModels } from './launch.js';
import type { ClientWays, Source } from './protocol.js';

export interface ClientPlace {
    readonly source: Source;
    readonly line: number;
    readonly column: number;
}

export class ClientPlaces {
    private ways: ClientWays = { linesStartAt1: true, columnsStartAt1: true, pathFormat: 'path' };

    constructor(private readonly models: DebuggedModels) {}

    /** Sets the client's conventions; those that are not given stay. */
    take(ways: Partial<ClientWays>): void {
        this.ways = { ...this.ways, ...ways };
    }

    get firstLine(): number {
        return this.ways.linesStartAt1 ? 1 : 0;
    }

    get firstColumn(): number {
        return this.ways.columnsStartAt1 ? 1 : 0;
    }

    uriOf(path: string): string {
        return this.ways.pathFormat === 'uri' ? path : this.models.uriOfPath(path);
    }

    /** @returns undefined for a file outside the models */
    document(path: string): Document | undefined {
        return this.models.document(this.uriOf(path));
    }

    /** The line of an offset, in the client's counting. */
    lineOf(document: Document, offset: number): number {
        return this.models.positionOf(document, offset).line + this.firstLine;
    }

    /** The place of an element's declaration: of its name if it has one. */
    placeOf(element: AstNode): ClientPlace {
        const document = documentOf(element);
        const uri = this.models.uriOf(document);
        const { offset } = nameSpanOf(element) ?? spanOf(element);
        return {
            source: {
                name: decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1)),
                path: this.ways.pathFormat === 'uri' ? uri : this.models.pathOfUri(uri)
            },
            line: this.lineOf(document, offset),
            column: this.models.positionOf(document, offset).character + this.firstColumn
        };
    }
}
