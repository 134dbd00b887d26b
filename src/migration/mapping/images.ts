/**
 * Collects the images that the output references, as files beside the document or as addresses (contract: migration 10.5, 10.6). Downloads
 * nothing.
 */
import { imageSuffix } from '../reading/image-types.js';
import type { UmlModel } from '../uml-model.js';

/** A file beside the written document. */
export interface ImageFile {
    /** relative to the document, for example `images/pump.png` */
    readonly path: string;
    readonly bytes: Uint8Array;
}

/** The location of an image, or the reason why it is omitted. */
export type ImagePlace = { readonly location: string } | { readonly reason: string };

export class Images {
    private readonly written = new Map<string, Uint8Array>();

    constructor(
        private readonly model: UmlModel,
        /** absolute address against which server-relative sources are resolved; empty without one */
        private readonly baseUrl: string,
        /** files of other documents in the same folder; they keep their names */
        private readonly beside: readonly ImageFile[] = []
    ) {}

    /** The files that the content references, sorted by path. */
    get files(): ImageFile[] {
        return [...this.written].map(([path, bytes]) => ({ path, bytes })).sort((a, b) => (a.path < b.path ? -1 : 1));
    }

    /** Returns the location of the image that a text references by its source. */
    placeOf(source: string, alt: string): ImagePlace {
        if (/^https?:\/\//i.test(source)) {
            return { location: source };
        }
        if (/^data:/i.test(source)) {
            return this.ofData(source, alt);
        }
        const name = source.split('/').at(-1) ?? '';
        const bytes = this.model.attachments.get(source) ?? this.model.attachments.get(name);
        if (bytes !== undefined) {
            return this.ofBytes(name, bytes);
        }
        if (!source.startsWith('/')) {
            return { reason: 'the input holds no such file' };
        }
        return this.baseUrl === ''
            ? { reason: 'it is relative to a server, whose address image_base_url gives' }
            : { location: new URL(source, this.baseUrl).href };
    }

    private ofData(source: string, alt: string): ImagePlace {
        const match = /^data:[^,]*;base64,(.*)$/is.exec(source);
        return match === null
            ? { reason: 'its data are not in base64' }
            : this.ofBytes(alt === '' ? 'image' : alt, Buffer.from(match[1], 'base64'));
    }

    /** Returns the file of an image. Equal bytes share one file. */
    ofBytes(name: string, bytes: Uint8Array): ImagePlace {
        const suffix = imageSuffix(bytes);
        if (suffix === undefined) {
            return { reason: 'its bytes are no PNG, JPEG, GIF, BMP, WebP or SVG' };
        }
        const taken = new Map([...this.beside.map(({ path, bytes: other }) => [path, other] as const), ...this.written]);
        const same = [...taken].find(([, other]) => Buffer.compare(other, bytes) === 0);
        if (same !== undefined) {
            this.written.set(...same);
            return { location: same[0] };
        }
        const base = name.replace(/\.\w+$/, '').replace(/[^\p{L}\p{Nd}._-]/gu, '_') || 'image';
        for (let i = 1; ; i++) {
            const path = `images/${base}${i === 1 ? '' : `_${i}`}.${suffix}`;
            if (!taken.has(path)) {
                this.written.set(path, bytes);
                return { location: path };
            }
        }
    }
}
