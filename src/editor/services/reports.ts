/**
 * Findings for clients that request them (pull diagnostics of the protocol): of a document at once, of the workspace as they are found. A
 * question about the workspace stays open, and every report that differs from the one before is sent meanwhile, so that what an edit of
 * one file breaks in another shows there. Knows nothing of when documents are analysed (`builder.ts`).
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

/** One open question about the workspace. */
interface Question {
    /** what the client has of each document */
    readonly sent: Map<string, string>;
    /** takes reports as they are found; undefined for a client that waits for the answer */
    readonly progress: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined;
    readonly waiting: Report[];
    readonly answer: (report: WorkspaceDiagnosticReport) => void;
}

/** Tells one list of findings from another. */
function idOf(found: readonly Diagnostic[]): string {
    const hash = newHash('sha1');
    hash.update(JSON.stringify(found));
    return hash.hex();
}

export class WorkspaceReports {
    private readonly questions = new Set<Question>();
    /** Has the client ask for the findings of its open documents again. */
    refresh: () => void = () => {};

    constructor(private readonly models: EditorModels) {}

    /** The findings of one document; `previous` is the id of the report that the client has. */
    of(document: Document, previous?: string): DocumentDiagnosticReport {
        const items = this.found(document);
        const resultId = idOf(items);
        return resultId === previous ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
    }

    private found(document: Document): Diagnostic[] {
        return diagnosticsOf(this.models.modelOf(document), document, this.models.settings);
    }

    /** Begins to answer a question about the workspace: with what has been found by now, then with what will be. */
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

    /** All documents were analysed: reports about documents that are gone are taken back, and who waits for the answer gets it. */
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

    /** Answers what is still open, for a client that leaves. */
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
