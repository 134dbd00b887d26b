/** Findings of the analysis as the protocol's diagnostics: the same ones that the service gives. */
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { findingsWith } from '../language/validation/lints.js';
import { type Diagnostic as ModelDiagnostic, listed } from '../language/workspace/diagnostics.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { rangeOf } from './places.js';
import { uriOf } from './models.js';
import type { Settings } from './settings.js';

const SEVERITIES = { error: DiagnosticSeverity.Error, warning: DiagnosticSeverity.Warning, info: DiagnosticSeverity.Information };
const SOURCE = 'sysml';

export function diagnosticsOf(model: Model, document: Document, settings: Settings): Diagnostic[] {
    return listed(findingsWith(document, settings)).map(finding => ({
        range: rangeOf(document, { offset: finding.offset, end: Math.max(finding.offset, finding.end) }),
        severity: SEVERITIES[finding.severity],
        code: finding.code,
        source: SOURCE,
        message: document.toDiagnostic(finding, model).message
    }));
}

/** Findings about a model that is not the client's (an edit that was refused): places are those of the edited text. */
export function diagnosticsOfModel(model: Model, found: readonly ModelDiagnostic[]): object[] {
    return found.map(({ severity, message, code, span }) => {
        const document = model.documents.find(d => d.name === span?.file);
        return {
            severity: SEVERITIES[severity],
            message,
            code,
            source: SOURCE,
            uri: document === undefined ? '' : uriOf(document),
            line: span === undefined ? 0 : span.startLine - 1
        };
    });
}
