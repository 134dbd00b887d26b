/**
 * Writes reports as one self-contained page: counts, and a row for each element. Links lead from the v1 id to the v2 element and its line
 * in the notation, which the page includes.
 */
import { type Entry, type MigrationReport, type Verdict, VERDICTS } from './report.js';

/** A document that a migration wrote. */
export interface WrittenDocument {
    /** path relative to the report, for example `v2/Plant.sysml` */
    readonly path: string;
    /** notation; empty for documents in another format */
    readonly content: string;
}

/** Greatest length of notation that the page includes. Longer notation is linked as a file. */
const LONGEST = 4_000_000;

/** @param documents the written documents, in the order of the reports */
export const reportHtml = (reports: readonly MigrationReport[], documents: readonly WrittenDocument[]): string =>
    [...htmlPieces(reports, documents)].join('');

/** {@link reportHtml} in pieces. */
export function* htmlPieces(reports: readonly MigrationReport[], documents: readonly WrittenDocument[]): Generator<string> {
    const title = `Migration of ${reports.map(({ source }) => source).join(', ')}`;
    yield `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<input type="search" placeholder="filter the elements" aria-label="filter the elements" hidden>
`;
    for (const [i, report] of reports.entries()) {
        yield i === 0 ? '' : '\n';
        yield* reportSection(report, new Part(i + 1, documents[i]), reports.length === 1);
    }
    yield `
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** Creates the anchors for a report and its document. The number distinguishes the reports of a page. */
class Part {
    constructor(
        private readonly number: number,
        readonly document: WrittenDocument | undefined
    ) {}

    rowAnchor(id: string): string {
        return `r${this.number}-${id}`;
    }

    lineAnchor(line: number): string {
        return `r${this.number}-L${line}`;
    }

    /** Whether the page includes the notation, to which the rows link. */
    get isShown(): boolean {
        return this.document !== undefined && this.document.content !== '' && this.document.content.length <= LONGEST;
    }

    /** Returns the link to a line; empty if neither the page nor a file contains it. */
    linkOf(line: number): string {
        if (this.isShown) {
            return `#${this.lineAnchor(line)}`;
        }
        return this.document?.path.endsWith('.sysml') === true ? `${encodeURI(this.document.path)}#L${line}` : '';
    }
}

const STYLE = `
:root { color-scheme: light dark; --text: #222; --faint: #666; --line: #ddd; --mark: #fff3c4; --back: #fff;
    --mapped: #1b6e3c; --approximated: #8a5a00; --unmapped: #b00020; --skipped: #666; }
@media (prefers-color-scheme: dark) {
    :root { --text: #ddd; --faint: #999; --line: #444; --mark: #4a4012; --back: #1c1c1c;
        --mapped: #6cc48e; --approximated: #e0ac4a; --unmapped: #ff7b8a; --skipped: #999; }
    a { color: #8ab4f8; }
}
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: var(--text); background: var(--back); }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { border-bottom: 1px solid var(--line); padding: 3px 8px; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { position: sticky; top: 0; background: var(--back); }
th:nth-child(2) { width: 14%; }
.bar { display: flex; height: 14px; margin: 0.8em 0; border-radius: 4px; overflow: hidden; }
.bar i { background: currentcolor; }
.counts td, .reasons td { border: none; }
.counts td:first-child, .reasons td:first-child { width: 4em; text-align: right; font-weight: bold; }
.mapped { color: var(--mapped); } .approximated { color: var(--approximated); } .unmapped { color: var(--unmapped); }
.skipped { color: var(--skipped); }
.id, footer { color: var(--faint); font-size: 85%; }
pre { font: 13px/1.35 monospace; overflow-x: auto; }
pre a { display: inline-block; width: 5em; color: var(--faint); text-decoration: none; }
pre span:target, tr:target { background: var(--mark); }
summary { font-size: 120%; margin: 0.6em 0; cursor: pointer; }
input { font: inherit; width: 24em; max-width: 100%; padding: 4px 8px; margin: 0.8em 0; }
[hidden] { display: none; }
`;

/** Shows only the rows that contain the text of the filter. Without scripts the page shows all rows, and no filter. */
const SCRIPT = `
const filter = document.querySelector('input');
const rows = [...document.querySelectorAll('tr[id]')].map(row => [row, row.textContent.toLowerCase()]);
filter.hidden = false;
filter.addEventListener('input', () => {
    const text = filter.value.trim().toLowerCase();
    rows.forEach(([row, content]) => row.hidden = !content.includes(text));
});
addEventListener('hashchange', () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    target?.closest('details')?.setAttribute('open', '');
    target?.scrollIntoView();
});
`;

const MEANINGS: Readonly<Record<Verdict, string>> = {
    unmapped: 'nothing is written but a comment that says why',
    approximated: 'written, but not one to one: the note says what changed or was lost',
    mapped: 'a faithful v2 form',
    skipped: 'content of profiles, libraries and tools, and elements that nothing refers to'
};

function* reportSection(report: MigrationReport, part: Part, isAlone: boolean): Generator<string> {
    const { source, exporter, summary, counts, entries, remarks } = report;
    const by = exporter === '' ? '' : ` Exported by ${escaped(exporter)}.`;
    const to = part.document === undefined ? '' : ` Written to ${escaped(part.document.path)}.`;
    const shares = VERDICTS.filter(verdict => counts[verdict] > 0).map(
        verdict => `<i class="${verdict}" style="flex-grow: ${counts[verdict]}" title="${counts[verdict]} ${verdict}"></i>`
    );
    const numbers = VERDICTS.map(
        verdict =>
            `<tr><td class="${verdict}">${counts[verdict]}</td><td><b class="${verdict}">${verdict}</b>: ${MEANINGS[verdict]}</td></tr>`
    );
    yield `${isAlone ? '' : `<h2>${escaped(source)}</h2>\n`}<p>${escaped(summary)}.${by}${to}</p>
<div class="bar">${shares.join('')}</div>
<table class="counts">${numbers.join('\n')}</table>
${reasonsOf(entries)}
${remarksOf(remarks)}
`;
    for (const verdict of VERDICTS) {
        yield* verdictTable(verdict, entries, part);
        yield '\n';
    }
    yield part.isShown ? listing(part, part.document!, entries) : '';
}

/** Greatest number of reasons in the overview. */
const MAX_REASONS = 20;

/** Replaces the names and addresses in a note, so that equal reasons are counted together. */
const withoutNames = (note: string): string =>
    note
        .replace(/'(?:[^'\\]|\\.)*'/g, '…')
        .replace(/\S*(?:#|:\/\/)\S*/g, '…')
        .replace(/(the \w+) (?!…)\S+(?= is not (?:part of the input|written))/g, '$1 …')
        .replace(/(not written, or not part of the input:) .*$/, '$1 …');

/** Writes the reasons of unmapped and approximated elements by their frequency, without the names in them. */
function reasonsOf(entries: readonly Entry[]): string {
    const reasons = new Map<string, { readonly verdict: Verdict; count: number }>();
    for (const { verdict, note } of entries) {
        if (verdict === 'unmapped' || verdict === 'approximated') {
            const first = withoutNames(note.split('; ')[0]);
            const known = reasons.get(first) ?? { verdict, count: 0 };
            known.count++;
            reasons.set(first, known);
        }
    }
    const sorted = [...reasons].sort(([, a], [, b]) => b.count - a.count);
    const rows = sorted
        .slice(0, MAX_REASONS)
        .map(([reason, { verdict, count }]) => `<tr><td class="${verdict}">${count}</td><td>${escaped(reason)}</td></tr>`);
    return rows.length === 0
        ? ''
        : `<details open><summary>most frequent reasons</summary>\n<table class="reasons">${rows.join('\n')}</table></details>`;
}

function remarksOf(remarks: readonly string[]): string {
    const items = remarks.map(remark => `<li>${escaped(remark)}</li>`);
    return items.length === 0 ? '' : `<details><summary>remarks (${items.length})</summary>\n<ul>${items.join('\n')}</ul></details>`;
}

function* verdictTable(verdict: Verdict, all: readonly Entry[], part: Part): Generator<string> {
    const entries = all.filter(entry => entry.verdict === verdict);
    if (entries.length === 0) {
        return;
    }
    const isOpen = verdict === 'unmapped' || verdict === 'approximated';
    yield `<details${isOpen ? ' open' : ''}><summary class="${verdict}">${verdict} (${entries.length})</summary>
<table><tr><th>v1 element</th><th>id</th><th>v2 element</th><th>note</th></tr>
`;
    for (const entry of entries) {
        yield `${row(entry, part)}\n`;
    }
    yield '</table></details>';
}

function row({ id, kind, name, target, note, line }: Entry, part: Part): string {
    const link = line === undefined ? '' : part.linkOf(line);
    const place = link === '' ? '' : ` <a href="${escaped(link)}">line ${line}</a>`;
    const written = target === '' ? place : `${escaped(target)}${place}`;
    const anchor = part.rowAnchor(id);
    return (
        `<tr id="${escaped(anchor)}"><td>${escaped(kind)} <b>${escaped(name)}</b></td><td class="id">` +
        `<a href="#${escaped(encodeURI(anchor))}">${escaped(id)}</a></td><td>${written}</td><td>${escaped(note)}</td></tr>`
    );
}

/** Writes the notation. Its line numbers link to the first element of the line. */
function listing(part: Part, { path, content }: WrittenDocument, entries: readonly Entry[]): string {
    const rows = new Map<number, string>();
    for (const { id, line } of entries) {
        if (line !== undefined && !rows.has(line)) {
            rows.set(line, part.rowAnchor(id));
        }
    }
    const lines = content.split('\n').map((text, i) => {
        const anchor = rows.get(i + 1);
        const number = anchor === undefined ? `<a>${i + 1}</a>` : `<a href="#${escaped(encodeURI(anchor))}">${i + 1}</a>`;
        return `<span id="${part.lineAnchor(i + 1)}">${number}${escaped(text)}</span>`;
    });
    return `<details open><summary>${escaped(path)}</summary>\n<pre>${lines.join('\n')}</pre></details>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
    return text.replace(/[&<>"']/g, character => ENTITIES[character]);
}
