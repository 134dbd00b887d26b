/**
 * Findings for clients that pull them (pull diagnostics of the protocol). A request for a document is answered at once. A request for the
 * workspace stays open, and each report that differs from the previous one of its document is sent, so that an edit of one file shows the
 * errors that it causes in others. Does not depend on when documents are analysed (`builder.ts`).
 */
import type {
    CancellationToken,
    Diagnostic,
    DocumentDiagnosticReport,
    ResultProgressReporter,
    WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReport,
    WorkspaceDiagnosticReportPartialResult,
    WorkspaceDocumentDiagnosticReport
} from 'vscode-languageserver';
import { newHash } from '#host';
import type { Document } from '../../language/workspace/document.js';
import { diagnosticsOf } from '../findings.js';
import { type EditorModels, uriOf } from '../models.js';

type Report = WorkspaceDocumentDiagnosticReport;

/** An open request for the findings of the workspace. */
interface WorkspaceRequest {
    /** ids of the reports that the client has, by document */
    readonly sent: Map<string, string>;
    /** receives each report at once; undefined for a client that gets all reports in the answer */
    readonly progress: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined;
    readonly waiting: Report[];
    readonly answer: (report: WorkspaceDiagnosticReport) => void;
}

/** The id of a list of findings: equal lists have equal ids. */
function idOf(found: readonly Diagnostic[]): string {
    const hash = newHash('sha1');
    hash.update(JSON.stringify(found));
    return hash.hex();
}

export class WorkspaceReports {
    private readonly requests = new Set<WorkspaceRequest>();
    /** Makes the client request the findings of its open documents again. */
    refresh: () => void = () => {};

    constructor(private readonly models: EditorModels) {}

    /** The findings of one document; `previous` is the id of the client's last report. */
    of(document: Document, previous?: string): DocumentDiagnosticReport {
        const items = this.found(document);
        const resultId = idOf(items);
        return resultId === previous ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
    }

    private found(document: Document): Diagnostic[] {
        return diagnosticsOf(this.models.modelOf(document), document, this.models.settings);
    }

    /** Starts to answer a workspace request: with the findings so far, then with later ones. */
    reportWorkspace(
        { previousResultIds }: WorkspaceDiagnosticParams,
        token: CancellationToken,
        progress: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined
    ): Promise<WorkspaceDiagnosticReport> {
        return new Promise(resolve => {
            const request: WorkspaceRequest = {
                sent: new Map(previousResultIds.map(({ uri, value }) => [uri, value])),
                progress,
                waiting: [],
                answer: report => {
                    this.requests.delete(request);
                    resolve(report);
                }
            };
            this.requests.add(request);
            token.onCancellationRequested(() => request.answer({ items: [] }));
            const analysed = this.models.documents.filter(d => d.found !== undefined);
            this.report([request], analysed);
            if (analysed.length === this.models.documents.length) {
                this.roundOver();
            }
        });
    }

    /** Reports the findings of a document after its analysis. */
    documentFound(document: Document): void {
        this.report([...this.requests], [document]);
    }

    /** Called after all documents were analysed: withdraws reports about removed documents, and answers requests without progress. */
    roundOver(): void {
        const isThere = new Set(this.models.documents.map(uriOf));
        for (const request of [...this.requests]) {
            const gone = [...request.sent.keys()].filter(uri => !isThere.has(uri));
            gone.forEach(uri => request.sent.delete(uri));
            this.hand(
                request,
                gone.map(uri => ({ kind: 'full', uri, version: null, items: [] }))
            );
            if (request.progress === undefined && request.waiting.length > 0) {
                request.answer({ items: request.waiting });
            }
        }
    }

    /** Answers all open requests when a client leaves. */
    stop(): void {
        [...this.requests].forEach(request => request.answer({ items: request.waiting }));
    }

    private report(requests: readonly WorkspaceRequest[], documents: readonly Document[]): void {
        if (requests.length === 0) {
            return;
        }
        for (const document of documents.filter(d => !d.isLibrary)) {
            const uri = uriOf(document);
            const version = this.models.buffers.get(uri)?.version ?? null;
            const items = version === null && !this.models.settings.workspaceFindings ? [] : this.found(document);
            const resultId = idOf(items);
            for (const request of requests.filter(q => (q.sent.get(uri) ?? NOTHING) !== resultId)) {
                request.sent.set(uri, resultId);
                this.hand(request, [{ kind: 'full', uri, version, resultId, items }]);
            }
        }
    }

    private hand({ progress, waiting }: WorkspaceRequest, reports: readonly Report[]): void {
        if (reports.length === 0) {
            return;
        }
        if (progress === undefined) {
            waiting.push(...reports);
        } else {
            progress.report({ items: [...reports] });
        }
    }
}

const NOTHING = idOf([]);
