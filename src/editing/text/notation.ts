/**
 * Checks the texts of a request with the parser of the language: names, references, expressions (contract: edits-and-diagnostics 1.7). Does
 * not depend on the model.
 */
import {
    LineIndex,
    nameSpanOf,
    parseDocument,
    parseExpression,
    type SyntaxDiagnostic,
    type SyntaxLanguage
} from '../../language/syntax/index.js';
import type { Diagnostic } from '../../language/workspace/diagnostics.js';
import { EditRefusal } from '../outcome.js';

const NAME = String.raw`(?:[A-Za-z_]\w*|'(?:\\[\s\S]|[^\\'])*')`;
const QUALIFIED = new RegExp(String.raw`^\s*(?:\$\s*::\s*)?${NAME}(?:\s*::\s*${NAME})*\s*$`);
const REFERENCE = new RegExp(String.raw`^\s*(?:\$\s*::\s*)?${NAME}(?:\s*(?:::|\.)\s*${NAME})*\s*$`);
const EACH_NAME = new RegExp(NAME, 'g');

const knownNames = new Map<string, boolean>();

/** Whether a text is one name of the language: an identifier that is not reserved, or a name in quotes. */
export function isName(text: string, language: SyntaxLanguage): boolean {
    const key = `${language} ${text}`;
    let known = knownNames.get(key);
    if (known === undefined) {
        known = readsAsName(text, language);
        if (knownNames.size > 10_000) {
            knownNames.clear();
        }
        knownNames.set(key, known);
    }
    return known;
}

const BEFORE_NAME = 'package ';

function readsAsName(text: string, language: SyntaxLanguage): boolean {
    const { root, diagnostics, reservedNames } = parseDocument(`${BEFORE_NAME}${text};`, language);
    const [member] = root.members;
    const span = member === undefined ? undefined : nameSpanOf(member);
    return (
        diagnostics.length === 0 &&
        reservedNames.length === 0 &&
        span?.offset === BEFORE_NAME.length &&
        span.end === BEFORE_NAME.length + text.length &&
        text !== "''"
    );
}

/** @throws EditRefusal INVALID_NAME */
export function checkName(text: string, language: SyntaxLanguage, what: string): void {
    if (!isName(text, language)) {
        throw new EditRefusal(
            'INVALID_NAME',
            text === '' ? `${what} is empty` : `${what} '${text}' is no name: write an identifier, or any name in single quotes`
        );
    }
}

/** Checks names joined by `::` or `.`. @throws EditRefusal INVALID_NAME */
export function checkReference(text: string, language: SyntaxLanguage, what: string): void {
    if (!REFERENCE.test(text) || !hasNames(text, language)) {
        throw new EditRefusal(
            'INVALID_NAME',
            text === '' ? `${what} is empty` : `${what} '${text}' is no reference: write names joined by '.' or '::'`
        );
    }
}

/** Checks names joined by `::`. @throws EditRefusal INVALID_NAME */
export function checkQualifiedName(text: string, language: SyntaxLanguage, what: string): void {
    if (!isQualifiedName(text, language)) {
        throw new EditRefusal(
            'INVALID_NAME',
            text === '' ? `${what} is empty` : `${what} '${text}' is no qualified name: write names joined by '::'`
        );
    }
}

export function isQualifiedName(text: string, language: SyntaxLanguage): boolean {
    return QUALIFIED.test(text) && hasNames(text, language);
}

function hasNames(text: string, language: SyntaxLanguage): boolean {
    return (text.match(EACH_NAME) ?? []).every(name => isName(name, language));
}

/** Checks that a text is exactly one expression. @throws EditRefusal INVALID_VALUE */
export function checkExpression(text: string, language: SyntaxLanguage, what: string): void {
    if (text.trim() === '') {
        throw new EditRefusal('INVALID_VALUE', `${what} is empty: an expression is needed`);
    }
    const { diagnostics } = parseExpression(text, language);
    if (diagnostics.length > 0) {
        throw new EditRefusal('INVALID_VALUE', `${what} is no expression: ${diagnostics[0].message}`, {
            diagnostics: textDiagnostics('<value>', text, diagnostics)
        });
    }
}

/** Checks that a text is exactly one multiplicity in brackets. @throws EditRefusal INVALID_VALUE */
export function checkMultiplicity(text: string, language: SyntaxLanguage): void {
    const before = 'part x ';
    const { root, diagnostics } = parseDocument(`${before}${text};`, language);
    const member = root.members[0];
    const isOne = diagnostics.length === 0 && root.members.length === 1 && member.multiplicity !== undefined;
    if (!isOne || !/^\s*\[[\s\S]*\]\s*$/.test(text) || member.relationships.length > 0 || member.isOrdered || member.isNonunique) {
        const own = diagnostics.map(d => ({
            ...d,
            offset: Math.max(0, d.offset - before.length),
            end: Math.max(0, d.end - before.length)
        }));
        const found =
            own.length > 0
                ? own
                : [{ offset: 0, end: text.length, message: 'a multiplicity in brackets is expected', code: 'syntax' as const }];
        throw new EditRefusal('INVALID_VALUE', `multiplicity '${text}' is no multiplicity: ${found[0].message}`, {
            diagnostics: textDiagnostics('<multiplicity>', text, found)
        });
    }
}

/** Findings about a text of the request, with positions in that text. */
function textDiagnostics(file: string, text: string, diagnostics: readonly SyntaxDiagnostic[]): Diagnostic[] {
    const lines = new LineIndex(text);
    return diagnostics.map(({ offset, end, message, code }) => {
        const from = lines.positionOf(Math.min(offset, text.length));
        const to = lines.positionOf(Math.min(Math.max(offset, end), text.length));
        return {
            severity: 'error',
            message,
            code,
            span: { file, startLine: from.line, startCol: from.column, endLine: to.line, endCol: to.column }
        };
    });
}
