/**
 * Formats findings for a terminal: by file, causes before their consequences, each with its source line and a marker. Does not depend on
 * commands or streams.
 */
import { windowOf } from '../session/answers/text-width.js';
import { type Diagnostic, folded, type Severity } from '../language/workspace/diagnostics.js';

/** columns of a terminal of unknown width */
const WIDTH = 80;

/** The abilities of a terminal. */
export interface Terminal {
    readonly hasColours: boolean;
    /** columns of a line */
    readonly width: number;
}

/** The abilities of a stream; undefined for a file or a pipe. Respects `NO_COLOR` (no-color.org) and dumb terminals. */
export function terminalOf(
    stream: { readonly isTTY?: boolean; readonly columns?: number },
    environment: Readonly<Record<string, string | undefined>>
): Terminal | undefined {
    const { NO_COLOR: noColour = '', TERM: kind } = environment;
    const { columns = 0 } = stream; // 0 if the terminal does not report its width
    return stream.isTTY === true ? { hasColours: noColour === '' && kind !== 'dumb', width: columns > 0 ? columns : WIDTH } : undefined;
}

const CODES = { bold: '1', dim: '2', red: '31', yellow: '33', cyan: '36', green: '32' } as const;
type Colour = keyof typeof CODES;

const COLOURS: Readonly<Record<Severity, Colour>> = { error: 'red', warning: 'yellow', info: 'cyan' };
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
/** codes of findings that cause others, and are listed first */
const CAUSES: readonly string[] = ['syntax', 'reserved-keyword-name', 'unresolved', 'ambiguous', 'name-conflict'];
/** maximum number of listed places of a repeated finding */
const MOST_PLACES = 8;

/** Equal findings of one file, in the order of the text. */
type Repeated = readonly Diagnostic[];

/**
 * All findings: files with errors first, in a file errors before warnings, each cause with the findings that follow from it. Equal findings
 * of a file are reported once, with the lines of the others.
 * @param texts the texts by file name
 */
export function findingsReport(findings: readonly Diagnostic[], texts: ReadonlyMap<string, string>, terminal: Terminal): string {
    const causes = folded(findings);
    const followers = new Map(causes.map(c => [c.finding, c.followers]));
    const files = groups([...followers.keys()], d => d.span?.file ?? '');
    const parts = [...files].map(([file, all]) => ({ file, sorted: inOrder(repeatedIn(all)) }));
    parts.sort((a, b) => rank(a.sorted[0][0]) - rank(b.sorted[0][0]));
    return parts
        .flatMap(({ file, sorted }) => {
            const lines = texts.get(file)?.split(/\r?\n/) ?? [];
            return sorted.map(same => {
                const following = same.flatMap(d => followers.get(d) ?? []);
                return `${findingText(same, lines, terminal)}${followersText(following)}\n`;
            });
        })
        .join('');
}

/** The number of files and findings, in the colour of the worst finding. */
export function summaryText(
    { files, errors, warnings }: { readonly files: number; readonly errors: number; readonly warnings: number },
    terminal: Terminal | undefined
): string {
    const colour = errors > 0 ? 'red' : warnings > 0 ? 'yellow' : 'green';
    return painter(terminal)(`${plural(files, 'file')}: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}`, 'bold', colour);
}

/** The number of causes by code, and of the findings that follow from them; empty for at most one finding. */
export function causesText(findings: readonly Diagnostic[]): string {
    const kinds = groups(
        folded(findings).map(({ finding, followers }) => ({ code: finding.code, message: finding.message, following: followers.length })),
        c => c.code
    );
    const counts = [...kinds].map(([code, same]) => {
        const following = same.reduce((sum, c) => sum + c.following, 0);
        const number = new Set(same.map(c => c.message)).size;
        return { number, text: `${code} ${number}${following === 0 ? '' : ` (${following} follow${following === 1 ? 's' : ''})`}` };
    });
    counts.sort((a, b) => b.number - a.number);
    return findings.length <= 1 ? '' : `causes: ${counts.map(c => c.text).join(', ')}\n`;
}

/** The findings that follow from another one, one per line. */
function followersText(followers: readonly Diagnostic[]): string {
    const lines = followers
        .slice(0, MOST_PLACES)
        .map(({ message, span }) => `      follows: ${span?.startLine}:${span?.startCol} ${message}\n`);
    const more = followers.length - MOST_PLACES;
    return `${lines.join('')}${more > 0 ? `      and ${more} more that follow\n` : ''}`;
}

function plural(n: number, word: string): string {
    return `${n} ${word}${n === 1 ? '' : 's'}`;
}

function painter(terminal: Terminal | undefined): (text: string, ...colours: readonly Colour[]) => string {
    return terminal?.hasColours === true
        ? (text, ...colours) => `\x1b[${colours.map(c => CODES[c]).join(';')}m${text}\x1b[0m`
        : text => text;
}

function repeatedIn(findings: readonly Diagnostic[]): Repeated[] {
    return [...groups(findings, d => `${d.severity} ${d.code} ${d.message}`).values()];
}

function groups<T>(findings: readonly T[], keyOf: (of: T) => string): Map<string, T[]> {
    const made = new Map<string, T[]>();
    for (const finding of findings) {
        const same = made.get(keyOf(finding));
        if (same === undefined) {
            made.set(keyOf(finding), [finding]);
        } else {
            same.push(finding);
        }
    }
    return made;
}

function rank({ severity, code }: Diagnostic): number {
    const cause = CAUSES.indexOf(code);
    return SEVERITIES.indexOf(severity) * (CAUSES.length + 1) + (cause === -1 ? CAUSES.length : cause);
}

function inOrder(findings: readonly Repeated[]): Repeated[] {
    return [...findings].sort(([a], [b]) => rank(a) - rank(b));
}

/** `file:line:col: severity: message [code]`, the source line with a marker, and the other places of equal findings. */
function findingText([{ severity, message, code, span }, ...others]: Repeated, lines: readonly string[], terminal: Terminal): string {
    const paint = painter(terminal);
    const colour = COLOURS[severity];
    const place = span === undefined ? '' : `${paint(`${span.file}:${span.startLine}:${span.startCol}:`, 'bold')} `;
    const head = `${place}${paint(`${severity}:`, 'bold', colour)} ${message}${code === '' ? '' : ` ${paint(`[${code}]`, 'dim')}`}\n`;
    const line = span === undefined ? undefined : lines[span.startLine - 1];
    if (span === undefined || line === undefined) {
        return head;
    }
    const bytes = Buffer.from(line);
    const before = bytes.subarray(0, span.startCol - 1).toString();
    const marked =
        span.endLine === span.startLine ? bytes.subarray(span.startCol - 1, span.endCol - 1).toString() : line.slice(before.length);
    const gutter = `${span.startLine}`.padStart(5);
    const shown = windowOf(line, before.length, Math.max(1, marked.length), Math.max(20, terminal.width - gutter.length - 4));
    const source = `${paint(`${gutter} |`, 'dim')} ${shown.text}\n${paint(`${' '.repeat(gutter.length)} |`, 'dim')} ${shown.indent}${paint('^'.repeat(shown.length), 'bold', colour)}\n`;
    return `${head}${source}${alsoText(others)}`;
}

function alsoText(others: readonly Diagnostic[]): string {
    if (others.length === 0) {
        return '';
    }
    const lines = [...new Set(others.map(o => o.span?.startLine))];
    const more = lines.length - MOST_PLACES;
    return `      and ${plural(others.length, 'more place')}: line${lines.length === 1 ? '' : 's'} ${lines.slice(0, MOST_PLACES).join(', ')}${more > 0 ? ` and ${more} more` : ''}\n`;
}
