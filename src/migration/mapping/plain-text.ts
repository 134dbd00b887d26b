/** HTML of v1 tools as plain text (contract: migration 4.5). Knows nothing of the model. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const MARKUP = /<\/?(html|body|head|p|br|div|span|b|i|u|ul|ol|li|table|tr|td|th|font|h\d|a|pre|strong|em|img|style|mms-[a-z-]+)\b[^>]*>/i;

export const hasMarkup = (body: string): boolean => MARKUP.test(body);

/** HTML as text: tags are removed, paragraphs and breaks end lines. Text without markup stays as it is. */
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

/** What a tool keeps of the target of a cross-reference, `[cf:Pump.name]`, is text without its wrapper. */
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

/** Opaque text as its language has it: markup only where it starts with that, since `a <b && c> d` has none. */
export const codeText = (body: string): string => (STARTS_WITH_MARKUP.test(body) ? plainText(body, true) : body);

/** Text that stays as a comment: why, its language in braces, the text (contract: migration 8.1). */
export function untranslated(reason: string, language: string, text: string): string {
    const told = [reason, [...(language.trim() === '' ? [] : [`{${language.trim()}}`]), codeText(text).trim()].join(' ')];
    return told.filter(part => part !== '').join(' — ');
}

/** A text as HTML that reads as it. */
export function escapedHtml(text: string): string {
    return text.replace(/[&<>]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!);
}
