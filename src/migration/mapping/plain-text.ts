/** Converts HTML of v1 tools to plain text (contract: migration 4.5). Does not depend on the model. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const MARKUP = /<\/?(html|body|head|p|br|div|span|b|i|u|ul|ol|li|table|tr|td|th|font|h\d|a|pre|strong|em|img|style|mms-[a-z-]+)\b[^>]*>/i;

export const hasMarkup = (body: string): boolean => MARKUP.test(body);

/** Converts HTML to text: removes tags and ends lines at paragraphs and breaks. Keeps text without markup. */
export function plainText(body: string, isHtml = hasMarkup(body)): string {
    if (!isHtml) {
        return withoutWrappers(body);
    }
    const text = body
        .replace(/<(style|head|script)\b[\s\S]*?<\/\1>/gi, '')
        .replace(/[ \t\r\n]+/g, ' ')
        .replace(/<(br|\/p|\/div|\/li|\/tr|\/h\d|\/pre)\b[^>]*>/gi, '\n')
        .replace(/<li\b[^>]*>/gi, '- ')
        .replace(/<[^>]*>/g, '')
        .replace(/&(#x[0-9a-f]+|#\d+|[a-z]+);/gi, (whole, name: string) => entity(name) ?? whole)
        .split('\n')
        .map(line => line.replace(/[ \t\u00a0]+/g, ' ').trim())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
    return withoutWrappers(text);
}

/** Removes the wrapper of a cross-reference, such as `[cf:Pump.name]`, and keeps the stored text of its target. */
function withoutWrappers(text: string): string {
    return text.replace(/\[cf:([^\]]*?)(?:\.(?:name|val|com|doc))?\]/g, '$1');
}

function entity(name: string): string | undefined {
    if (!name.startsWith('#')) {
        return ENTITIES[name.toLowerCase()];
    }
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const STARTS_WITH_MARKUP = /^\s*<(html|body|p|div|span|b|i|u|font|pre)\b[^>]*>/i;

/** Returns opaque text in its language. Markup is removed only if the text starts with it, because `a <b && c> d` is code. */
export const codeText = (body: string): string => (STARTS_WITH_MARKUP.test(body) ? plainText(body, true) : body);

/** Returns the comment for an untranslated text: the reason, the language in braces and the text (contract: migration 8.1). */
export function untranslated(reason: string, language: string, text: string): string {
    const parts = [reason, [...(language.trim() === '' ? [] : [`{${language.trim()}}`]), codeText(text).trim()].join(' ')];
    return parts.filter(part => part !== '').join(' — ');
}

/** Escapes a text for HTML. */
export function escapedHtml(text: string): string {
    return text.replace(/[&<>]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!);
}
