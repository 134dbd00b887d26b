/**
 * Langium's builder on snapshots. Snapshots need no build; this builder decides when documents are analysed: the edited document first, all
 * others after a quiet period without changes.
 */
import {
    type BuildOptions,
    Disposable,
    type DocumentBuilder,
    type DocumentBuildListener,
    type DocumentPhaseListener,
    DocumentState,
    type DocumentUpdateListener,
    type DocumentValidator,
    type LangiumDocument,
    URI
} from 'langium';
import { CancellationToken } from 'vscode-languageserver';
import { diagnosticsOf } from '../findings.js';
import type { EditorModels } from '../models.js';
import { analyseInBackground } from './background.js';
import { ours, type WorkbenchDocuments } from './documents.js';
import type { WorkspaceReports } from './reports.js';

/** Quiet period in milliseconds after which open documents other than the edited one are analysed. */
const QUIET = 200;
/** The analysis of an edited text waits one millisecond for each of this number of characters, at most {@link QUIET}. */
const CHARACTERS_A_MILLISECOND = 2000;

/** The findings of a document in the current snapshot, under the current settings; the same as the service's. */
export function validatorOf(models: EditorModels): DocumentValidator {
    return {
        validateDocument: document => Promise.resolve(diagnosticsOf(models.modelOf(ours(document)), ours(document), models.settings))
    };
}

export class WorkbenchBuilder implements DocumentBuilder {
    updateBuildOptions: BuildOptions = {};
    private readonly updateListeners = new Set<DocumentUpdateListener>();
    private readonly buildListeners = new Set<DocumentBuildListener>();
    private readonly phaseListeners = new Set<DocumentPhaseListener>();
    /** the last published findings of each document, so that equal ones are not published again */
    private readonly published = new Map<string, string>();
    private round = 0;
    /** whether the findings of open documents may have changed without an edit of an open one */
    private isRefreshDue = false;

    constructor(
        private readonly models: EditorModels,
        private readonly documents: WorkbenchDocuments,
        private readonly reports: WorkspaceReports
    ) {}

    /**
     * Analyses the given documents, then all others, one after another. Requests are answered between documents. A later round ends this
     * one.
     */
    async build(documents: LangiumDocument[], _options?: BuildOptions, cancelToken = CancellationToken.None): Promise<void> {
        const mine = ++this.round;
        await this.models.allRead;
        for (const document of documents) {
            await this.publish(document, cancelToken);
            await new Promise(resolve => setTimeout(resolve));
            if (mine !== this.round || cancelToken.isCancellationRequested) {
                return;
            }
        }
        for (const listener of this.buildListeners) {
            await listener(documents, cancelToken);
        }
        if (this.isRefreshDue) {
            this.isRefreshDue = false;
            this.reports.refresh();
        }
        // analyse all documents now, because edits of the model compare the findings of all documents
        for (const document of this.models.documents) {
            if (document.found === undefined && !(await analyseInBackground(document, () => mine === this.round))) {
                return;
            }
            this.reports.documentFound(document);
        }
        this.reports.roundOver();
    }

    /**
     * Publishes the findings of a document if they differ from the previous ones; publishes nothing if the text changes during the
     * analysis.
     */
    private async publish(document: LangiumDocument, cancelToken: CancellationToken): Promise<void> {
        const uri = document.uri.toString();
        const buffer = this.models.buffers.get(uri);
        const isSame = await analyseInBackground(ours(document), () => this.models.buffers.get(uri) === buffer);
        if (!isSame || this.documents.getDocument(document.uri) !== document) {
            return;
        }
        document.diagnostics = diagnosticsOf(this.models.modelOf(ours(document)), ours(document), this.models.settings);
        const state = `${this.models.buffers.get(uri)?.version} ${JSON.stringify(document.diagnostics)}`;
        if (this.published.get(uri) !== state) {
            this.published.set(uri, state);
            for (const listener of this.phaseListeners) {
                await listener(document, cancelToken);
            }
        }
    }

    /** Handles changed and removed texts; without URIs a change that affects all findings. The models are already updated. */
    async update(changed: URI[], deleted: URI[]): Promise<void> {
        deleted.forEach(uri => this.published.delete(uri.toString()));
        this.isRefreshDue ||= changed.length === 0 && deleted.length === 0;
        for (const listener of this.updateListeners) {
            await listener(changed, deleted);
        }
        for (const uri of changed) {
            const buffer = this.models.buffers.get(uri.toString());
            // the delay combines changes that arrive together, and lets requests after a change of a long text precede its analysis
            const delay = Math.min(QUIET, Math.floor((buffer?.text.length ?? 0) / CHARACTERS_A_MILLISECOND));
            atRest(delay, () => {
                void Promise.resolve(this.models.allRead).then(() => {
                    const document = this.models.buffers.get(uri.toString()) === buffer ? this.documents.getDocument(uri) : undefined;
                    return buffer === undefined || document === undefined ? undefined : this.publish(document, CancellationToken.None);
                });
            });
        }
        this.beginSoon();
    }

    /** Ends the current round, and begins a new one after the quiet period. */
    beginSoon(): void {
        this.round++;
        const mine = this.round;
        atRest(QUIET, () => {
            if (mine === this.round) {
                void this.build([...this.models.buffers.keys()].flatMap(uri => this.documents.getDocument(URI.parse(uri)) ?? []));
            }
        });
    }

    /** Publishes nothing from now on. */
    stop(): void {
        this.round++;
        this.reports.stop();
    }

    resetToState(): void {
        this.models.changed();
    }

    onUpdate(callback: DocumentUpdateListener): Disposable {
        return added(this.updateListeners, callback);
    }

    /** Listeners are called only for the validation phase: all other phases are complete when a document exists. */
    onBuildPhase(state: DocumentState, callback: DocumentBuildListener): Disposable {
        return state === DocumentState.Validated ? added(this.buildListeners, callback) : Disposable.create(() => {});
    }

    onDocumentPhase(state: DocumentState, callback: DocumentPhaseListener): Disposable {
        return state === DocumentState.Validated ? added(this.phaseListeners, callback) : Disposable.create(() => {});
    }

    waitUntil(state: DocumentState, cancelToken?: CancellationToken): Promise<void>;
    waitUntil(state: DocumentState, uri?: URI, cancelToken?: CancellationToken): Promise<URI | undefined>;
    /**
     * Waits only until the files are read, because a snapshot has no phases.
     * @throws ResponseError (rejects) for a URI without a document
     */
    async waitUntil(_state: DocumentState, uri?: URI | CancellationToken): Promise<undefined> {
        await this.models.allRead;
        if (URI.isUri(uri)) {
            this.documents.existing(uri);
        }
    }
}

/** A timer that fires later than LATE milliseconds is set again, at most MOST_DELAYS times. */
const LATE = 20;
const MOST_DELAYS = 5;

/** Runs work after a delay. If the thread was busy meanwhile, it waits again, so that requests that arrived are answered first. */
function atRest(delay: number, work: () => void, again = MOST_DELAYS): void {
    const due = performance.now() + delay;
    setTimeout(() => (delay > 0 && again > 0 && performance.now() > due + LATE ? atRest(delay, work, again - 1) : work()), delay);
}

function added<T>(listeners: Set<T>, callback: T): Disposable {
    listeners.add(callback);
    return Disposable.create(() => listeners.delete(callback));
}
