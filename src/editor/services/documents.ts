/**
 * Langium's documents on the editor's snapshots. An adapter wraps one document of a snapshot, which never changes: after an edit the next
 * snapshot has another document with another adapter.
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
 * A document of a snapshot as Langium's. It is complete from the start: anything that a phase of Langium's builder would add is computed on
 * request.
 */
export class WorkbenchDocument implements LangiumDocument {
    readonly uri: URI;
    readonly state: DocumentState = DocumentState.Validated;
    /** set by the builder, under the settings at that time */
    diagnostics?: Diagnostic[];
    private texts: TextDocument | undefined;
    private linked: Reference[] | undefined;

    constructor(readonly document: Document) {
        this.uri = URI.parse(uriOf(document));
    }

    get textDocument(): TextDocument {
        return (this.texts ??= TextDocument.create(uriOf(this.document), this.document.language, 0, this.document.text));
    }

    /** The tree. Syntax errors are in `diagnostics`: Langium's own errors need tokens of its lexer, which do not exist. */
    get parseResult(): ParseResult {
        return { value: rootOf(this), parserErrors: [], lexerErrors: [] };
    }

    get references(): Reference[] {
        return (this.linked ??= referencesIn(this.document));
    }
}

/** The root, with a link to its adapter, so that Langium's functions on nodes find their document. */
function rootOf(adapter: WorkbenchDocument): AstNode {
    const { root } = adapter.document;
    root.$document ??= adapter;
    return root;
}

const adapters = new WeakMap<Document, WorkbenchDocument>();

/** The adapter of a document, always the same one: snapshots that share the document share it. */
export function adapterOf(document: Document): WorkbenchDocument {
    let known = adapters.get(document);
    if (known === undefined) {
        adapters.set(document, (known = new WorkbenchDocument(document)));
    }
    return known;
}

/** Our document for one of Langium's. @throws Error for a document of no snapshot */
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

    /** @throws ResponseError if there is none: only files and open texts create documents */
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
