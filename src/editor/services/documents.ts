/**
 * Langium's documents on the editor's snapshots. An adapter owns one of our documents and keeps nothing that could get out of step with it:
 * when a text changes, the next snapshot has another document, and that another adapter.
 */
import {
    type AstNode,
    DocumentState,
    type LangiumDocument,
    type LangiumDocuments,
    type ParseResult,
    type Reference,
    type Stream,
    stream,
    TextDocument,
    URI,
    UriUtils
} from 'langium';
import { type CancellationToken, type Diagnostic, ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Document } from '../../language/workspace/document.js';
import { type EditorModels, uriOf } from '../models.js';
import { referencesIn } from './descriptions.js';

/**
 * A document of a snapshot as Langium's. It is complete from the start: what a phase of Langium's builder
 * would add is found when it is requested.
 */
export class WorkbenchDocument implements LangiumDocument {
    readonly uri: URI;
    readonly state: DocumentState = DocumentState.Validated;
    /** set by the builder, for the settings of that time */
    diagnostics?: Diagnostic[];
    private texts: TextDocument | undefined;
    private linked: Reference[] | undefined;

    constructor(readonly document: Document) {
        this.uri = URI.parse(uriOf(document));
    }

    get textDocument(): TextDocument {
        return (this.texts ??= TextDocument.create(uriOf(this.document), this.document.language, 0, this.document.text));
    }

    /** The tree. Syntax errors are findings (`diagnostics`): there are no tokens of Langium's lexer that its errors could speak of. */
    get parseResult(): ParseResult {
        return { value: rootOf(this), parserErrors: [], lexerErrors: [] };
    }

    get references(): Reference[] {
        return (this.linked ??= referencesIn(this.document));
    }
}

/** The root, which from then on knows its adapter: Langium's functions of nodes find their document. */
function rootOf(adapter: WorkbenchDocument): AstNode {
    const { root } = adapter.document;
    root.$document ??= adapter;
    return root;
}

const adapters = new WeakMap<Document, WorkbenchDocument>();

/** The adapter of a document, always the same: snapshots that share the document share it. */
export function adapterOf(document: Document): WorkbenchDocument {
    let known = adapters.get(document);
    if (known === undefined) {
        adapters.set(document, (known = new WorkbenchDocument(document)));
    }
    return known;
}

/** Our document of one of Langium's. @throws Error for a document that is of no snapshot */
export function ours(document: LangiumDocument): Document {
    if (document instanceof WorkbenchDocument) {
        return document.document;
    }
    throw new Error(`${document.uri.toString()} is not a document of the workspace`);
}

/** The documents of the current snapshot, and those of the library by their URI. */
export class WorkbenchDocuments implements LangiumDocuments {
    constructor(private readonly models: EditorModels) {}

    get all(): Stream<LangiumDocument> {
        return stream(this.models.documents).map(adapterOf);
    }

    getDocument(uri: URI): WorkbenchDocument | undefined {
        const document = this.models.document(uri.toString());
        return document && adapterOf(document);
    }

    hasDocument(uri: URI): boolean {
        return this.models.document(uri.toString()) !== undefined;
    }

    /** @throws ResponseError when there is none: documents come from files and open texts, not from being asked for */
    existing(uri: URI): WorkbenchDocument {
        const document = this.getDocument(uri);
        if (document === undefined) {
            throw new ResponseError(ErrorCodes.InvalidParams, `${uri.toString()} is not a document of the workspace`);
        }
        return document;
    }

    getOrCreateDocument(uri: URI): Promise<LangiumDocument> {
        return Promise.resolve().then(() => this.existing(uri));
    }

    createDocument(uri: URI, text: string): LangiumDocument;
    createDocument(uri: URI, text: string, cancellationToken: CancellationToken): Promise<LangiumDocument>;
    createDocument(uri: URI, text: string, token?: CancellationToken): LangiumDocument | Promise<LangiumDocument> {
        this.models.open(UriUtils.normalize(uri), { text, version: 0 });
        const document = this.existing(uri);
        return token === undefined ? document : Promise.resolve(document);
    }

    addDocument({ uri, textDocument }: LangiumDocument): void {
        this.models.open(UriUtils.normalize(uri), { text: textDocument.getText(), version: textDocument.version });
    }

    invalidateDocument(uri: URI): LangiumDocument | undefined {
        const document = this.getDocument(uri);
        this.models.changed();
        return document;
    }

    deleteDocument(uri: URI): LangiumDocument | undefined {
        const document = this.getDocument(uri);
        this.models.remove(UriUtils.normalize(uri));
        return document;
    }

    deleteDocuments(folder: URI): LangiumDocument[] {
        const found = this.all.filter(({ uri }) => UriUtils.contains(folder, uri)).toArray();
        found.forEach(({ uri }) => this.deleteDocument(uri));
        return found;
    }
}
