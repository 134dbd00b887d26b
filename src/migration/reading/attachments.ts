/**
 * Finds the files that comments and texts reference and that an archive may contain (contract: migration 10.5). Does not depend on
 * archives.
 */
import type { UmlElement } from '../uml-model.js';

const SOURCE = /<img\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;
/** MagicDraw stereotype of a comment that represents an attached file. */
export const ATTACHED_FILE = 'AttachedFile';

/** Returns names of archive entries: attached files, and the sources of images in texts, each both in full and as base name. */
export function attachmentNames(element: UmlElement): string[] {
    const attached = element.applications.filter(({ name }) => name === ATTACHED_FILE);
    const stated = attached.flatMap(({ tags }) => tags.map(([, value]) => linkText(value)));
    const texts = [element.value('body') ?? '', ...element.applications.flatMap(a => a.tags.map(([, value]) => linkText(value)))];
    const sources = texts
        .filter(text => text.includes('<img'))
        .flatMap(text => [...text.matchAll(SOURCE)].map(([, ...quoted]) => quoted.find(source => source !== undefined)!));
    const body = attached.length > 0 ? [(element.value('body') ?? '').trim()] : [];
    return [...stated, ...body, ...sources.flatMap(source => [source, source.split('/').at(-1)!])].filter(name => name !== '');
}

type Value = UmlElement['applications'][number]['tags'][number][1];

const linkText = (value: Value): string => (typeof value === 'string' ? value : 'id' in value ? value.id : value.href.replace(/^.*#/, ''));
