/** Reports as one page: counts, and a row an element with links from its v1 id to the v2 element and its line. Needs no other file. */
import { type Entry, type MigrationReport, type Verdict, VERDICTS } from './report.js';

/** @param documents names of the written documents, for links; beside the reports, in their order */
export function reportHtml(reports: readonly MigrationReport[], documents: readonly string[]): string {
    const title = `Migration of ${reports.map(({ source }) => source).join(', ')}`;
    const sections = reports.map((report, i) => reportSection(report, documents[i] ?? ''));
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

const STYLE = `
body { font: 15px/1.4 sans-serif; margin: 2em; color: #222; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #ddd; padding: 3px 8px; text-align: left; vertical-align: top; }
td:first-child { white-space: nowrap; }
.counts b { margin-right: 1.5em; }
.mapped { color: #1b6e3c; } .approximated { color: #8a5a00; } .unmapped { color: #b00020; } .skipped { color: #666; }
.id { color: #777; font-size: 85%; }
summary { font-size: 120%; margin: 0.6em 0; cursor: pointer; }
`;

function reportSection({ source, exporter, summary, counts, entries, remarks }: MigrationReport, document: string): string {
    const by = exporter === '' ? '' : `, exported by ${escaped(exporter)}`;
    const numbers = VERDICTS.map(verdict => `<b class="${verdict}">${counts[verdict]} ${verdict}</b>`).join('');
    const tables = VERDICTS.map(verdict => verdictTable(verdict, entries, document));
    const notes = remarks.map(remark => `<p>${escaped(remark)}</p>`).join('\n');
    return `<h2>${escaped(source)}${by}</h2>
<p>${escaped(summary)}</p>
<p class="counts">${numbers}</p>
${notes}
${tables.join('\n')}`;
}

function verdictTable(verdict: Verdict, all: readonly Entry[], document: string): string {
    const entries = all.filter(entry => entry.verdict === verdict);
    if (entries.length === 0) {
        return '';
    }
    const rows = entries.map(entry => row(entry, document)).join('\n');
    const isOpen = verdict === 'unmapped' || verdict === 'approximated';
    return `<details${isOpen ? ' open' : ''}><summary class="${verdict}">${verdict} (${entries.length})</summary>
<table><tr><th>v1 element</th><th>id</th><th>v2 element</th><th>note</th></tr>
${rows}
</table></details>`;
}

function row({ id, kind, name, target, note, line }: Entry, document: string): string {
    const place = line === undefined ? '' : ` <a href="${escaped(encodeURI(document))}#L${line}">line ${line}</a>`;
    const written = target === '' ? '' : `${escaped(target)}${place}`;
    return (
        `<tr id="${escaped(id)}"><td>${escaped(kind)} <b>${escaped(name)}</b></td><td class="id"><a href="#${escaped(encodeURI(id))}">` +
        `${escaped(id)}</a></td><td>${written}</td><td>${escaped(note)}</td></tr>`
    );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
    return text.replace(/[&<>"']/g, character => ENTITIES[character]);
}
