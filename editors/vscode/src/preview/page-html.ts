/**
 * The document of the preview's page. Nothing is loaded from elsewhere: one script and style sheets, by a nonce; pictures
 * only as data, for exports.
 */

export interface PageParts {
    readonly script: string;
    readonly style: string;
    /** where the extension's own files come from */
    readonly source: string;
    readonly nonce: string;
}

/** The content security policy of the page. */
export function policyOf({ source, nonce }: Pick<PageParts, 'source' | 'nonce'>): string {
    return [
        `default-src 'none'`,
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}' ${source}`,
        `img-src data:`,
        `base-uri 'none'`,
        `form-action 'none'`
    ].join('; ');
}

export function pageHtml(parts: PageParts): string {
    const { script, style, nonce } = parts;
    return `<!DOCTYPE html>
<html lang="en">
<head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${policyOf(parts)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Diagram</title>
    <link rel="stylesheet" href="${style}" nonce="${nonce}">
</head>
<body data-nonce="${nonce}" data-colours="editor">
    <header id="bar" role="toolbar" aria-label="Diagram"></header>
    <main>
        <div id="stage" tabindex="0" role="application" aria-label="Drawing"></div>
        <div id="empty">Put the cursor into a declaration.</div>
        <aside id="side"></aside>
    </main>
    <footer id="status" role="status"></footer>
    <script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

/** A word that nobody can guess. */
export function newNonce(): string {
    return Array.from(globalThis.crypto.getRandomValues(new Uint8Array(18)), byte => byte.toString(16).padStart(2, '0')).join('');
}
