/** Converts findings of the analysis to the protocol's diagnostics; they are the same as the service's. */
import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver';
import { findingsWith } from '../language/validation/lints.js';
import { type Diagnostic as ModelDiagnostic, type Finding, type Folded, folded, listed } from '../language/workspace/diagnostics.js';
import { nodeAt } from '../language/positions/places.js';
import { nameSpanOf, type Span, spanOf } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { rangeOf } from './places.js';
import { uriOf } from './models.js';
import type { Settings } from './settings.js';

const SEVERITIES = { error: DiagnosticSeverity.Error, warning: DiagnosticSeverity.Warning, info: DiagnosticSeverity.Information };
const SOURCE = 'sysml';

/**
 * The findings of a document. A finding that another one causes becomes related information of that one: one diagnostic for each mistake.
 */
export function diagnosticsOf(model: Model, document: Document, settings: Settings): Diagnostic[] {
    const findings = new Map<ModelDiagnostic, Finding>(
        listed(findingsWith(document, settings, model.documents)).map(f => [document.toDiagnostic(f, model), f])
    );
    const rangeAt = (of: ModelDiagnostic): Range => {
        const { offset, end } = findings.get(of)!;
        return rangeOf(document, markedIn(document, { offset, end: Math.max(offset, end) }));
    };
    const uri = uriOf(document);
    return alike(folded([...findings.keys()])).map(({ finding, followers, message = finding.message }) => ({
        range: rangeAt(finding),
        severity: SEVERITIES[finding.severity],
        code: finding.code,
        source: SOURCE,
        message,
        ...(followers.length === 0
            ? {}
            : { relatedInformation: followers.map(f => ({ location: { uri, range: rangeAt(f) }, message: f.message })) })
    }));
}

/** More than this number of findings with the same message are merged. */
const MOST_ALIKE = 5;

/** Merges many findings with the same message into the first, with the places of the others as related information. */
function alike(findings: readonly Folded[]): readonly (Folded & { readonly message?: string })[] {
    const keyOf = ({ finding: { severity, code, message } }: Folded): string => `${severity} ${code} ${message}`;
    const groups = new Map<string, Folded[]>();
    findings.forEach(one => groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]));
    return findings.flatMap(one => {
        const [first, ...others] = groups.get(keyOf(one))!;
        if (others.length < MOST_ALIKE) {
            return [one];
        }
        const message = `${one.finding.message} (and at ${others.length} more places)`;
        const followers = [...one.followers, ...others.flatMap(other => [other.finding, ...other.followers])];
        return one === first ? [{ finding: one.finding, followers, message }] : [];
    });
}

/**
 * The span that is underlined for a finding: its own if that is on one line; otherwise the name of the declaration, or its first line. A
 * whole underlined body would hide the findings in it.
 */
function markedIn(document: Document, span: Span): Span {
    const { text } = document;
    const line = text.slice(span.offset, span.end).search(/[\r\n]/);
    if (line < 0) {
        return span;
    }
    for (let node = nodeAt(document, span.offset); node?.$container !== undefined; node = node.$container) {
        const name = nameSpanOf(node);
        if (spanOf(node).offset === span.offset && spanOf(node).end === span.end && name !== undefined) {
            return name;
        }
    }
    return { offset: span.offset, end: span.offset + Math.max(1, text.slice(span.offset, span.offset + line).trimEnd().length) };
}

/** Findings about a model that the client does not have (a refused edit): their places are in the edited text. */
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
