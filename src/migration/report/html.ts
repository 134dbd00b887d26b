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
export function reportHtml(reports: readonly MigrationReport[], documents: readonly WrittenDocument[]): string {
    const title = `Migration of ${reports.map(({ source }) => source).join(', ')}`;
    const sections = reports.map((report, i) => reportSection(report, new Part(i + 1, documents[i])));
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${sections.join('\n')}
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
body { font: 15px/1.4 sans-serif; margin: 2em; color: #222; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { border-bottom: 1px solid #ddd; padding: 3px 8px; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th:nth-child(2) { width: 14%; }
.counts b { margin-right: 1.5em; }
.mapped { color: #1b6e3c; } .approximated { color: #8a5a00; } .unmapped { color: #b00020; } .skipped { color: #666; }
.id { color: #777; font-size: 85%; }
pre { font: 13px/1.35 monospace; }
pre a { display: inline-block; width: 5em; color: #999; text-decoration: none; }
pre span:target, tr:target { background: #fff3c4; }
summary { font-size: 120%; margin: 0.6em 0; cursor: pointer; }
`;

function reportSection({ source, exporter, summary, counts, entries, remarks }: MigrationReport, part: Part): string {
    const by = exporter === '' ? '' : `, exported by ${escaped(exporter)}`;
    const numbers = VERDICTS.map(verdict => `<b class="${verdict}">${counts[verdict]} ${verdict}</b>`).join('');
    const tables = VERDICTS.map(verdict => verdictTable(verdict, entries, part));
    const notes = remarks.map(remark => `<p>${escaped(remark)}</p>`).join('\n');
    return `<h2>${escaped(source)}${by}</h2>
<p>${escaped(summary)}</p>
<p class="counts">${numbers}</p>
${notes}
${tables.join('\n')}
${part.isShown ? listing(part, part.document!, entries) : ''}`;
}

function verdictTable(verdict: Verdict, all: readonly Entry[], part: Part): string {
    const entries = all.filter(entry => entry.verdict === verdict);
    if (entries.length === 0) {
        return '';
    }
    const rows = entries.map(entry => row(entry, part)).join('\n');
    const isOpen = verdict === 'unmapped' || verdict === 'approximated';
    return `<details${isOpen ? ' open' : ''}><summary class="${verdict}">${verdict} (${entries.length})</summary>
<table><tr><th>v1 element</th><th>id</th><th>v2 element</th><th>note</th></tr>
${rows}
</table></details>`;
}

function row({ id, kind, name, target, note, line }: Entry, part: Part): string {
    const link = line === undefined ? '' : part.linkOf(line);
    const place = link === '' ? '' : ` <a href="${escaped(link)}">line ${line}</a>`;
    const written = target === '' ? place : `${escaped(target)}${place}`;
    const anchor = part.rowAnchor(id);
    return (
        `<tr id="${escaped(anchor)}"><td>${escaped(kind)} <b>${escaped(name)}</b></td><td class="id"><a href="#${escaped(encodeURI(anchor))}">` +
        `${escaped(id)}</a></td><td>${written}</td><td>${escaped(note)}</td></tr>`
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
