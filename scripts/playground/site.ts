/**
 * The pages under docs/ and the README as a site beside the playground. A model in a page has a link that opens it there; links between
 * pages and pictures keep working.
 */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Marked } from 'marked';
import { fragmentOf, type SharedFile } from '../../playground/src/share.js';

/** A page: the place of its Markdown below the root, and the name of its file below docs/ of the site. */
interface Page {
    readonly source: string;
    readonly name: string;
    readonly title: string;
}

const escape = (text: string): string => text.replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

const addressOf = (files: readonly SharedFile[]): string => `../#${fragmentOf(files)}`;

/** Models of a page's text, as they stand in it: code in the notation. */
export function modelsIn(markdown: string): readonly string[] {
    return new Marked()
        .lexer(markdown)
        .filter(token => token.type === 'code' && token.lang === 'sysml')
        .map(token => (token as { readonly text: string }).text);
}

/** @param root folder of the project @param to folder of the site */
export function writeSite(root: string, to: string): void {
    const pages = [
        { source: 'README.md', name: 'index.html' },
        ...readdirSync(join(root, 'docs'))
            .filter(name => name.endsWith('.md'))
            .map(name => ({ source: `docs/${name}`, name: name.replace(/\.md$/, '.html') }))
    ].map((page): Page => ({ ...page, title: titleOf(readFileSync(join(root, page.source), 'utf8')) }));
    mkdirSync(join(to, 'docs'), { recursive: true });
    const folders = readdirSync(join(root, 'docs'), { withFileTypes: true }).filter(entry => entry.isDirectory());
    for (const { name } of folders) {
        cpSync(join(root, 'docs', name), join(to, 'docs', name), { recursive: true });
    }
    for (const page of pages) {
        writeFileSync(join(to, 'docs', page.name), pageOf(page, pages, root));
    }
    copyFileSync(join(root, 'playground/site.css'), join(to, 'site.css'));
}

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? 'SysML workbench';

/** Where a link of a page leads on the site: to a page, a picture, a model in the playground; elsewhere it is left out. */
function linkOf(href: string, source: string, root: string): string | undefined {
    if (/^(https?:|#)/.test(href)) {
        return href;
    }
    const [path, anchor = ''] = href.split('#');
    const target = join(source, '..', path);
    const hash = anchor === '' ? '' : `#${anchor}`;
    if (target === 'README.md') {
        return `index.html${hash}`;
    }
    if (/^docs\/[^/]+\.md$/.test(target)) {
        return `${basename(target, '.md')}.html${hash}`;
    }
    if (target.endsWith('.sysml')) {
        return addressOf([{ name: basename(target), text: readFileSync(join(root, target), 'utf8') }]);
    }
    return target.startsWith('docs/') ? target.slice('docs/'.length) : undefined;
}

function pageOf(page: Page, pages: readonly Page[], root: string): string {
    const marked = new Marked({
        renderer: {
            link({ href, tokens }) {
                const to = linkOf(href, page.source, root);
                const text = this.parser.parseInline(tokens);
                return to === undefined ? text : `<a href="${escape(to)}">${text}</a>`;
            },
            image({ href, text }) {
                return `<img src="${escape(linkOf(href, page.source, root) ?? href)}" alt="${escape(text)}" loading="lazy">`;
            },
            code({ text, lang }) {
                const code = `<pre><code>${escape(text)}</code></pre>`;
                return lang === 'sysml'
                    ? `<figure>${code}<a class="open" href="${addressOf([{ name: 'model.sysml', text }])}">Open in the playground</a></figure>`
                    : code;
            }
        }
    });
    const nav = pages
        .map(({ name, title }) => `<li><a href="${name}"${name === page.name ? ' aria-current="page"' : ''}>${escape(title)}</a></li>`)
        .join('\n');
    return `<!DOCTYPE html>
<html lang="en">
    <head>
        <meta charset="UTF-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${escape(page.title)}</title>
        <link rel="icon" href="../icon.svg">
        <link rel="stylesheet" href="../site.css">
    </head>
    <body>
        <nav aria-label="Pages"><a class="home" href="../">Playground</a><ul>${nav}</ul></nav>
        <main>${marked.parse(readFileSync(join(root, page.source), 'utf8'), { async: false })}</main>
    </body>
</html>
`;
}
