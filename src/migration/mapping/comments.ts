/** Comments and documentation (contract: migration 4.5, 5.8). */
import type { UmlElement } from '../uml-model.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';

const comment: Mapper = {
    complete(element, mapping) {
        const text = plainText(element.value('body') ?? element.ownedAs('body')[0]?.value('value') ?? '');
        const owner = element.owner;
        const place = mapping.placeAround(element);
        const annotated = element.refs('annotatedElement');
        mapping.mapped(element);
        if (text.trim() === '') {
            mapping.accounts.note(element, 'the comment is empty');
            return;
        }
        const isOfOwner = annotated.length === 0 || (annotated.length === 1 && annotated[0] === owner);
        const stands = owner !== undefined && (mapping.declarationOf(owner) === place || place === mapping.document);
        const isDoc = stands && annotated.length === 1 && annotated[0] === owner && isFirst(element, owner);
        if (isDoc) {
            place.addComment({ kind: 'doc', text }, 'documentation', element.order);
            return;
        }
        const about = isOfOwner ? [] : annotated.flatMap(target => mapping.nameOf(target) ?? []);
        const lost = isOfOwner ? 0 : annotated.length - about.length;
        if (lost > 0) {
            mapping.approximated(element, `${lost} of ${annotated.length} annotated elements are not written with a name`);
        }
        for (const missing of element.dangling('annotatedElement')) {
            mapping.approximated(element, `the annotated element ${missing} is not part of the input`);
        }
        place.addComment({ kind: 'comment', text, about }, 'documentation', element.order);
    }
};

/** Whether no comment before this one annotates the owner alone. */
function isFirst(element: UmlElement, owner: UmlElement): boolean {
    const first = owner.ownedAs('ownedComment').find(c => {
        const annotated = c.refs('annotatedElement');
        return annotated.length === 1 && annotated[0] === owner;
    });
    return first === element;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** HTML as text: tags are removed, paragraphs and breaks end lines. Text without markup stays as it is. */
export function plainText(body: string): string {
    if (!/<\/?(html|body|head|p|br|div|span|b|i|u|ul|ol|li|table|tr|td|th|font|h\d|a|pre|strong|em|img|style)\b[^>]*>/i.test(body)) {
        return body;
    }
    return body
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
}

function entity(name: string): string | undefined {
    if (!name.startsWith('#')) {
        return ENTITIES[name.toLowerCase()];
    }
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

export type { Mapping };
export const commentRows: readonly MapperRow[] = [{ metaclasses: ['Comment'], mapper: comment }];
