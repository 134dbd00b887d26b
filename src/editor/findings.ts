/** Findings of the analysis as the protocol's diagnostics: the ones that the service gives. */
import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver';
import { findingsWith } from '../language/validation/lints.js';
import { type Diagnostic as ModelDiagnostic, folded, listed } from '../language/workspace/diagnostics.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { rangeOf } from './places.js';
import { uriOf } from './models.js';
import type { Settings } from './settings.js';

const SEVERITIES = { error: DiagnosticSeverity.Error, warning: DiagnosticSeverity.Warning, info: DiagnosticSeverity.Information };
const SOURCE = 'sysml';

/** Those that follow from another one of the document are related information of it: one mistake is one diagnostic. */
export function diagnosticsOf(model: Model, document: Document, settings: Settings): Diagnostic[] {
    const findings = new Map(listed(findingsWith(document, settings)).map(f => [document.toDiagnostic(f, model), f]));
    const rangeAt = (of: ModelDiagnostic): Range => {
        const { offset, end } = findings.get(of)!;
        return rangeOf(document, { offset, end: Math.max(offset, end) });
    };
    const uri = uriOf(document);
    return folded([...findings.keys()]).map(({ finding, followers }) => ({
        range: rangeAt(finding),
        severity: SEVERITIES[finding.severity],
        code: finding.code,
        source: SOURCE,
        message: finding.message,
        ...(followers.length === 0
            ? {}
            : { relatedInformation: followers.map(f => ({ location: { uri, range: rangeAt(f) }, message: f.message })) })
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
