/** Table of the forms in which the command line writes a rendering. */
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { toJsonString } from '@bufbuild/protobuf';
import { encodeRendering } from '../wire/rendering.js';
import { RenderViewResponseSchema } from '../wire/generated/sysml_pb.js';
import {
    defaultForm,
    type Direction,
    drawView,
    extensionOf,
    misfitOf,
    type RenderedView,
    type RenderingKind,
    WRITTEN_FORMS,
    writeRendering
} from '../views/index.js';

export interface FormOptions {
    readonly direction?: Direction;
    /** text above a picture */
    readonly mark?: string;
}

export interface DiagramForm {
    /** file extensions without dot, the usual one first */
    readonly extensions: readonly string[];
    /** why the form does not support a kind; undefined if it does */
    misfit(kind: RenderingKind): string | undefined;
    write(rendering: RenderedView, options: FormOptions): string | Uint8Array | Promise<string | Uint8Array>;
}

/** Other common extensions of a form. */
const OTHER_EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
    dot: ['gv'],
    mermaid: ['mermaid'],
    plantuml: ['plantuml', 'pu'],
    markdown: ['markdown']
};

export const DIAGRAM_FORMS: Readonly<Record<string, DiagramForm>> = {
    ...Object.fromEntries(
        WRITTEN_FORMS.map((form): [string, DiagramForm] => [
            form,
            {
                extensions: [extensionOf(form), ...(OTHER_EXTENSIONS[form] ?? [])],
                misfit: kind => misfitOf(form, kind),
                write: (rendering, { direction }) => writeRendering(rendering, form, direction)
            }
        ])
    ),
    svg: {
        extensions: ['svg'],
        misfit: () => undefined,
        write: (rendering, { direction, mark }) => drawView(rendering, { direction, mark })
    },
    png: {
        extensions: ['png'],
        misfit: () => undefined,
        write: async (rendering, { direction, mark }) => rasterized(await drawView(rendering, { direction, mark, theme: 'light' }))
    },
    json: {
        extensions: ['json'],
        misfit: () => undefined,
        write: rendering => `${toJsonString(RenderViewResponseSchema, encodeRendering(rendering), { prettySpaces: 2 })}\n`
    }
};

export const FORM_NAMES: readonly string[] = Object.keys(DIAGRAM_FORMS).sort();

/** The form of a file by its extension; undefined for an unknown extension. */
export function formOfFile(path: string): string | undefined {
    const extension = extname(path).slice(1).toLowerCase();
    return FORM_NAMES.find(name => DIAGRAM_FORMS[name].extensions.includes(extension));
}

/** The default form: text for a terminal, a form for tools otherwise. */
export function unnamedForm(kind: RenderingKind, isTerminal: boolean): string {
    return isTerminal ? 'text' : defaultForm(kind);
}

/** Pixels per unit of a drawing, so that text is sharp in print; fewer for large pictures, whose sides are limited. */
const SCALE = 2;
const MOST_PIXELS = 12_000;

/**
 * The font files of drawings. Text is measured with them, so that pictures are the same on every machine; system fonts supply only missing
 * characters.
 */
function fontFiles(): string[] {
    const { resolve } = createRequire(import.meta.url);
    return ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'].map(style =>
        resolve(`@expo-google-fonts/arimo/${style}/Arimo_${style}.ttf`)
    );
}

/**
 * A drawing as PNG.
 *
 * @param svg a drawing of a fixed theme
 * @param most maximum pixels of a side: a larger drawing is scaled, with a message on standard error
 */
export async function rasterized(svg: string, most = MOST_PIXELS): Promise<Uint8Array> {
    const { Resvg } = await import('@resvg/resvg-js');
    const font = { fontFiles: fontFiles(), loadSystemFonts: true, defaultFontFamily: 'Arimo', sansSerifFamily: 'Arimo' };
    const { width, height } = new Resvg(svg, { font: { loadSystemFonts: false } });
    const zoom = Math.min(SCALE, most / Math.max(width, height, 1));
    if (zoom < 1) {
        const share = Math.round(zoom * 100);
        process.stderr.write(`the picture has ${share} % of its size: no side is longer than ${most} pixels (svg keeps it whole)\n`);
    }
    return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: zoom } }).render().asPng();
}
