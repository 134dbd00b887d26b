/** Formats the answer of a cell for a terminal, and as one line of JSON for programs. Does not depend on streams. */
import { diagnosticText } from '../../session/answers/diagnostic-text.js';
import { diagnosticsJson } from '../../session/answers/answer.js';
import type { AnsweredCell, AnsweredFailure } from '../thread/messages.js';

const CODES = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

/** Colours a text, or returns it unchanged. */
export type Paint = (colour: keyof typeof CODES, text: string) => string;

export const colours: Paint = (colour, text) => (text === '' ? '' : `\x1b[${CODES[colour]}m${text}\x1b[0m`);
export const plain: Paint = (_, text) => text;

/** The output of a cell as text; a picture without a text has none. */
export function shownText({ shown }: Pick<AnsweredCell, 'shown'>, paint: Paint): string {
    return shown
        .filter(({ text, forms }) => text !== '' || !('image/svg+xml' in forms))
        .map(
            ({ text }) =>
                `${text
                    .split('\n')
                    .map(line => paintedLine(line, paint))
                    .join('\n')}\n`
        )
        .join('');
}

function paintedLine(line: string, paint: Paint): string {
    if (/^[✓⏸] /.test(line)) {
        return `${paint('green', line[0])}${line.slice(1)}`;
    }
    if (line.startsWith('✗ ')) {
        return `${paint('red', '✗')}${line.slice(1)}`;
    }
    if (/^note: /.test(line)) {
        return paint('dim', line);
    }
    return /^\d+:\d+: warning/.test(line) ? paint('yellow', line) : line;
}

/** maximum number of listed findings of a failure */
const MOST_FINDINGS = 20;

/** The failure of a cell: its findings with carets, or the message. */
export function failureText({ kind, message, diagnostics, texts }: AnsweredFailure, paint: Paint): string {
    const errors = diagnostics.filter(d => d.severity === 'error');
    if (errors.length === 0) {
        return `${paint('red', `${kind}: `)}${message}\n`;
    }
    const listed = errors.slice(0, MOST_FINDINGS).map(d => paintedFinding(diagnosticText(d, texts, true), paint));
    const more = errors.length > MOST_FINDINGS ? `(${errors.length - MOST_FINDINGS} more errors)\n` : '';
    const head = kind === 'EvaluationError' ? `${paint('red', `${kind}: `)}${message}\n` : '';
    return `${head}${listed.join('')}${more}`;
}

function paintedFinding(text: string, paint: Paint): string {
    const [head, ...rest] = text.split('\n');
    return [paint('red', head), ...rest.map(line => (/^\s*\^+$/.test(line) ? paint('red', line) : line))].join('\n');
}

/** The answer as one line of JSON. */
export function answerJson(cell: string, { shown, failure }: AnsweredCell): string {
    return JSON.stringify({
        cell,
        status: failure === undefined ? 'ok' : 'error',
        shown: shown.map(({ text, isResult, forms }) => ({ text, isResult, data: forms })),
        failure:
            failure === undefined
                ? null
                : { kind: failure.kind, message: failure.message, diagnostics: diagnosticsJson(failure.diagnostics) }
    });
}
