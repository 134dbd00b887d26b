/**
 * Reads texts of comments and requirements with the elements and images that they reference (contract: migration 4.5, 10.5, 10.6). A
 * cross-reference becomes the name of its target, an image its location. Losses are noted at the element that has the text.
 */
import type { UmlElement } from '../uml-model.js';
import type { Mapping } from './mapping.js';
import { escapedHtml, hasMarkup, plainText } from './plain-text.js';

const REFERENCE = /<(a|mms-cf|mms-view-link)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi;
/** An image, with the caption of its figure. */
const IMAGE = /<img\b([^>]*)>(?:\s*<figcaption\b[^>]*>([\s\S]*?)<\/figcaption\s*>)?/gi;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g;

/** A picture between paragraphs: a path relative to the document or an address; texts are empty where the source has none. */
export interface Picture {
    readonly location: string;
    readonly caption: string;
    readonly alt: string;
}

const linked = ({ location, caption, alt }: Picture): string => `![${alt}](${location})${caption === '' ? '' : `\n${caption}`}`;

/** Converts a text of an element to plain text and resolves its references. Images are links in the text. */
export function richText(body: string, of: UmlElement, mapping: Mapping): string {
    return new RichText(of, mapping, linked).read(body, [of]);
}

/** Mark of an image in a text. XML documents cannot contain it. */
const PLACE = '\uffff';

/** Converts a text of an element to its paragraphs, which are not empty, and the images between them. */
export function richBlocks(body: string, of: UmlElement, mapping: Mapping): readonly (string | Picture)[] {
    const pictures: Picture[] = [];
    const text = new RichText(of, mapping, picture => {
        pictures.push(picture);
        return PLACE;
    }).read(body, [of]);
    return text
        .split(PLACE)
        .flatMap((paragraph, i): (string | Picture)[] => [paragraph.trim(), ...pictures.slice(i, i + 1)])
        .filter(block => block !== '');
}

class RichText {
    constructor(
        private readonly of: UmlElement,
        private readonly mapping: Mapping,
        /** writes an image into the text */
        private readonly written: (picture: Picture) => string
    ) {}

    /** @param open elements whose texts are being read; a circular reference yields no text */
    read(body: string, open: readonly UmlElement[]): string {
        const html = body
            .replace(REFERENCE, (whole, tag: string, attributes: string, inner: string) =>
                this.reference(whole, tag.toLowerCase(), attributesOf(attributes), inner, open)
            )
            .replace(IMAGE, (_, attributes: string, caption?: string) =>
                escapedHtml(this.image(attributesOf(attributes), plainText(caption ?? '', true)))
            );
        return plainText(html, hasMarkup(body));
    }

    private reference(whole: string, tag: string, attributes: Attributes, inner: string, open: readonly UmlElement[]): string {
        const id = targetOf(tag, attributes);
        if (id === undefined) {
            return whole;
        }
        const cached = plainText(inner, true);
        const target = this.mapping.model.get(id);
        if (target === undefined) {
            this.mapping.approximated(this.of, `the cross-reference '${cached}' names ${id}, which is not part of the input`);
            return escapedHtml(cached);
        }
        const kind = attributes['mms-cf-type'] ?? attributes['data-mms-cf-type'] ?? 'name';
        const current = this.current(target, tag === 'mms-cf' ? kind : 'name', open);
        if (current === undefined) {
            return escapedHtml(cached);
        }
        if (current !== cached && current !== '') {
            this.mapping.accounts.note(this.of, `the cross-reference '${cached}' reads '${current}' now`);
        }
        return escapedHtml(current);
    }

    /** Returns the current text for a reference; undefined for a target without a name. */
    private current(target: UmlElement, kind: string, open: readonly UmlElement[]): string | undefined {
        if (kind === 'val') {
            return valueOf(target);
        }
        if (kind !== 'com' && kind !== 'doc') {
            return target.name === '' ? undefined : target.name;
        }
        if (open.includes(target)) {
            return '';
        }
        const [comment] = target.metaclass === 'Comment' ? [target] : target.ownedAs('ownedComment');
        if (comment === undefined || open.includes(comment)) {
            return '';
        }
        return this.read(comment.value('body') ?? '', [...open, target, comment]);
    }

    /** Returns the text for an image; that of an omitted image is its caption. */
    private image({ src = '', alt = '' }: Attributes, caption: string): string {
        const { images } = this.mapping;
        const place = images.placeOf(plainText(src, true), alt);
        if ('reason' in place) {
            this.mapping.approximated(this.of, `the image ${src.slice(0, 80)} is left out: ${place.reason}`);
            return caption;
        }
        return this.written({ location: place.location, caption, alt: plainText(alt, true) });
    }
}

type Attributes = Readonly<Partial<Record<string, string>>>;

function attributesOf(text: string): Attributes {
    return Object.fromEntries(
        [...text.matchAll(ATTRIBUTE)].map(([, name, double, single, bare]) => [name.toLowerCase(), double ?? single ?? bare])
    );
}

/** Returns the id of the element that a tag references; undefined for an ordinary link. */
function targetOf(tag: string, attributes: Attributes): string | undefined {
    if (tag !== 'a') {
        return attributes['mms-element-id'] ?? attributes['data-mms-element-id'];
    }
    const href = plainText(attributes.href ?? '', true);
    const model = /^mdel:\/\/(?:[^/]*[/#])*([^/#?&]+)/.exec(href);
    return (model ?? /[?&]viewId=([^&#]+)/.exec(href) ?? /\/views\/([^/?&#]+)/.exec(href))?.[1];
}

/** Returns the value of a slot or property as text. */
function valueOf(target: UmlElement): string {
    return target
        .ownedAs('value', 'defaultValue')
        .map(value => value.ref('instance')?.name ?? value.value('value') ?? value.values('body')[0] ?? value.value('symbol') ?? '')
        .join(', ');
}
