/**
 * Findings for clients that request them (pull diagnostics of the protocol): immediately for a document, as they are found for the
 * workspace. A workspace request stays open, and each report that differs from the previous one is sent meanwhile, so that an edit of one
 * file shows its errors in others. Does not depend on when documents are analysed (`builder.ts`).
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

/** An open request about the workspace. */
interface Question {
    /** ids of the reports that the client has, by document */
    readonly sent: Map<string, string>;
    /** receives reports as they are found; undefined for a client that waits for the answer */
    readonly progress: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined;
    readonly waiting: Report[];
    readonly answer: (report: WorkspaceDiagnosticReport) => void;
}

/** An id that distinguishes lists of findings. */
function idOf(found: readonly Diagnostic[]): string {
    const hash = newHash('sha1');
    hash.update(JSON.stringify(found));
    return hash.hex();
}

export class WorkspaceReports {
    private readonly questions = new Set<Question>();
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
    ask(
        { previousResultIds }: WorkspaceDiagnosticParams,
        token: CancellationToken,
        progress: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined
    ): Promise<WorkspaceDiagnosticReport> {
        return new Promise(resolve => {
            const question: Question = {
                sent: new Map(previousResultIds.map(({ uri, value }) => [uri, value])),
                progress,
                waiting: [],
                answer: report => {
                    this.questions.delete(question);
                    resolve(report);
                }
            };
            this.questions.add(question);
            token.onCancellationRequested(() => question.answer({ items: [] }));
            const analysed = this.models.documents.filter(d => d.found !== undefined);
            this.tell([question], analysed);
            if (analysed.length === this.models.documents.length) {
                this.roundOver();
            }
        });
    }

    /** A document was analysed. */
    documentFound(document: Document): void {
        this.tell([...this.questions], [document]);
    }

    /** All documents were analysed: withdraws reports about removed documents, and answers clients that wait. */
    roundOver(): void {
        const isThere = new Set(this.models.documents.map(uriOf));
        for (const question of [...this.questions]) {
            const gone = [...question.sent.keys()].filter(uri => !isThere.has(uri));
            gone.forEach(uri => question.sent.delete(uri));
            this.hand(
                question,
                gone.map(uri => ({ kind: 'full', uri, version: null, items: [] }))
            );
            if (question.progress === undefined && question.waiting.length > 0) {
                question.answer({ items: question.waiting });
            }
        }
    }

    /** Answers all open requests when a client leaves. */
    stop(): void {
        [...this.questions].forEach(question => question.answer({ items: question.waiting }));
    }

    private tell(questions: readonly Question[], documents: readonly Document[]): void {
        if (questions.length === 0) {
            return;
        }
        for (const document of documents.filter(d => !d.isLibrary)) {
            const uri = uriOf(document);
            const version = this.models.buffers.get(uri)?.version ?? null;
            const items = version === null && !this.models.settings.workspaceFindings ? [] : this.found(document);
            const resultId = idOf(items);
            for (const question of questions.filter(q => (q.sent.get(uri) ?? NOTHING) !== resultId)) {
                question.sent.set(uri, resultId);
                this.hand(question, [{ kind: 'full', uri, version, resultId, items }]);
            }
        }
    }

    private hand({ progress, waiting }: Question, reports: readonly Report[]): void {
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
