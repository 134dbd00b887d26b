/** Validates the model after a batch: no document may have an error that it did not have before (contract: edits-and-diagnostics 1.11). */
import { surplus } from '../language/surplus.js';
import { checkDocument } from '../language/validation/validation.js';
import type { Finding } from '../language/workspace/diagnostics.js';
import type { Document } from '../language/workspace/document.js';
import { type Model, revised } from '../language/workspace/workspace.js';
import type { Draft } from './draft.js';
import { EditRefusal } from './outcome.js';

/** @throws EditRefusal if the result has new errors or fails a check of an operation */
export function judge(draft: Draft): void {
    const { original } = draft;
    const model = revised(
        original,
        draft.documents.map(d => d.text)
    );
    const changed = model.documents.flatMap((document, i) => (document === original.documents[i] ? [] : [i]));
    for (const i of changed) {
        refuse(model, model.documents[i], newSyntaxErrors(draft, original.documents[i], model.documents[i]));
    }
    lateChecks(draft, model);
    for (const i of changed) {
        const document = model.documents[i];
        const introduced = newErrors(draft, original.documents[i], document);
        if (i === draft.target) {
            refuseMisplaced(draft, model, document, introduced);
        }
        refuse(model, document, introduced);
    }
}

function refuse(model: Model, document: Document, introduced: readonly Finding[]): void {
    if (introduced.length > 0) {
        const diagnostics = introduced.map(finding => document.toDiagnostic(finding, model));
        const [{ message, span }] = diagnostics;
        throw new EditRefusal('RESULT_INVALID', `the edited '${document.name}' has a new error in line ${span?.startLine}: ${message}`, {
            diagnostics
        });
    }
}

function lateChecks(draft: Draft, model: Model): void {
    const document = model.documents[draft.target];
    for (const { check, offset } of draft.written) {
        check?.(model, document, offset);
    }
}

/** Refuses a declaration that its body does not admit as ILLEGAL_KIND. */
function refuseMisplaced(draft: Draft, model: Model, document: Document, introduced: readonly Finding[]): void {
    for (const finding of introduced.filter(f => f.code === 'syntax')) {
        if (draft.written.some(w => w.isPlaced && w.offset <= finding.offset && finding.end <= w.end)) {
            throw new EditRefusal('ILLEGAL_KIND', finding.message, { diagnostics: [document.toDiagnostic(finding, model)] });
        }
    }
}

function newSyntaxErrors({ renames }: Draft, before: Document, after: Document): Finding[] {
    return after.isWellFormed ? [] : beyond(before.findings.filter(isParseError), after.findings.filter(isParseError), renames);
}

const isParseError = ({ severity, code }: Finding): boolean => severity === 'error' && code === 'syntax';
const isError = ({ severity }: Finding): boolean => severity === 'error';

/** The errors that the batch added to a document, compared with the shown and the hidden errors before. */
function newErrors({ original, renames }: Draft, before: Document, after: Document): Finding[] {
    const old = before.findings.filter(isError);
    const errors = after.findings.filter(isError);
    return beyond(old, errors, renames).length === 0 ? [] : beyond([...old, ...hiddenErrors(original, before, old)], errors, renames);
}

/** The errors of a document that are not shown because of syntax errors or errors of an earlier tier. */
function hiddenErrors(original: Model, document: Document, shown: readonly Finding[]): Finding[] {
    if (shown.length === 0) {
        return [];
    }
    try {
        const { tiers } = checkDocument(document, original.documents, original.strict, { isWhole: true });
        return beyond(shown, tiers.flatMap(tier => tier.map(f => f.finding)).filter(isError), []);
    } catch {
        return []; // The syntax tree is too damaged to validate.
    }
}

/**
 * The findings in addition to those before, compared by code and message, not by place. A message may contain the old or the new name of a
 * renamed element, with or without quotes.
 */
function beyond(before: readonly Finding[], after: readonly Finding[], renames: Draft['renames']): Finding[] {
    const patterns = renames.map(([from, to]) => [wholeName(from), to] as const);
    const renamed = (message: string): string =>
        patterns.reduce((text, [from, to]) => text.replace(from, () => to), message.replaceAll("'", ''));
    const keyOf = ({ code, message }: Finding): string => JSON.stringify([code, renamed(message)]);
    return surplus(before, after, keyOf);
}

/** Matches a name that is not part of a longer one. */
const wholeName = (name: string): RegExp =>
    new RegExp(`(?<![\\p{L}\\p{N}_])${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'gu');
