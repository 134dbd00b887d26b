/**
 * The geometry that a model states for one rendering (contract: views 2.7): geometry of nodes and edges by their elements, where a
 * statement of the view precedes a statement of the element; and canvas, notes and pictures of the view. Does not depend on nodes.
 */
import type { AstNode } from '../language/generated/tree.js';
import { isList } from '../language/narrowing.js';
import type * as ast from '../language/generated/tree.js';
import {
    type Constant,
    constantOf,
    type LayoutAnnotation,
    layoutAnnotationsIn,
    type LayoutKind,
    layoutValuesOf
} from '../language/semantics/diagram-layout.js';
import { modelledViewsOf } from '../language/semantics/exposure.js';
import type { Document } from '../language/workspace/document.js';
import { fullNameOf, originOf } from './describe.js';
import type { Canvas, Geometry, Picture, Point, Style } from './geometry.js';
import { isSurface, type RenderingKind } from './graph.js';
import { withArticle } from '../language/semantics/metaclass.js';

/** A note before the node of its target is known. */
export interface StatedNote {
    readonly target: AstNode | undefined;
    readonly text: string;
    readonly place: Geometry;
    readonly node: AstNode;
}

type Values = ReadonlyMap<string, Constant>;

export class StatedGeometry {
    readonly canvas: Canvas | undefined;
    readonly notes: readonly StatedNote[];
    readonly pictures: readonly Picture[];
    /** statements that could not be read or have no surface */
    readonly notices: readonly string[];
    private readonly layouts = new Map<AstNode, Geometry>();
    private readonly routes = new Map<AstNode, readonly Point[]>();
    private readonly styles = new Map<AstNode, Style>();
    private readonly faults: string[] = [];

    /** @param view undefined for a pseudo-view, which only uses the statements of elements */
    constructor(
        documents: readonly Document[],
        view: AstNode | undefined,
        private readonly kind: RenderingKind
    ) {
        const all = documents.some(d => d.text.includes('DiagramLayout')) ? documents.flatMap(d => layoutAnnotationsIn(d.root)) : [];
        const views: readonly AstNode[] = view === undefined ? [] : modelledViewsOf(view);
        // The statements of a view come first: the first statement of one kind about one element applies.
        const own = views.flatMap(v => all.filter(a => a.view === v && (a.hasAbout || a.targets.includes(v))));
        const ofElements = all.filter(a => a.view === undefined || (!a.hasAbout && !a.targets.includes(a.view)));
        const takesPlaces = isSurface(kind);
        const applying = takesPlaces ? [...own, ...ofElements] : [];
        this.read(applying);
        this.canvas = takesPlaces ? this.readCanvas(own, views) : undefined;
        this.notes = this.readNotes(applying, views);
        this.pictures = this.readPictures(own, views, takesPlaces);
        this.notices = this.faults;
    }

    layoutOf(element: AstNode): Geometry | undefined {
        return this.layouts.get(element);
    }
    routeOf(element: AstNode): readonly Point[] {
        return this.routes.get(element) ?? [];
    }
    styleOf(element: AstNode): Style | undefined {
        return this.styles.get(element);
    }

    private read(annotations: readonly LayoutAnnotation[]): void {
        for (const annotation of annotations) {
            const { kind } = annotation;
            if (kind === 'Layout') {
                this.place(annotation, this.layouts, values => geometryOf(values));
            } else if (kind === 'Route') {
                this.place(annotation, this.routes, values => pointsOf(values.get('points')));
            } else if (kind === 'Style') {
                this.place(annotation, this.styles, styleOf);
            }
        }
    }

    private place<T>({ kind, node, targets }: LayoutAnnotation, places: Map<AstNode, T>, read: (values: Values) => T | undefined): void {
        for (const target of targets) {
            if (!places.has(target)) {
                const value = this.valueOf(kind, node, target, read);
                if (value !== undefined) {
                    places.set(target, value);
                }
            }
        }
    }

    /** The value of an annotation; reports one that cannot be read. */
    private valueOf<T>(kind: LayoutKind, node: ast.MetadataUsage, target: AstNode, read: (values: Values) => T | undefined): T | undefined {
        const values = constantsOf(node);
        const value = values.size === layoutValuesOf(node).size ? read(values) : undefined;
        if (value === undefined) {
            this.faults.push(`the ${kind} of ${fullNameOf(target)} could not be read`);
        }
        return value;
    }

    private readCanvas(own: readonly LayoutAnnotation[], views: readonly AstNode[]): Canvas | undefined {
        const found = own.find(a => a.kind === 'Canvas' && a.targets.some(t => views.includes(t)));
        return found === undefined ? undefined : this.valueOf('Canvas', found.node, views[0], canvasOf);
    }

    private readNotes(applying: readonly LayoutAnnotation[], views: readonly AstNode[]): StatedNote[] {
        const notes: StatedNote[] = [];
        for (const { kind, node, targets } of applying) {
            for (const target of kind === 'Note' ? targets : []) {
                const isFree = views.includes(target);
                const place = this.valueOf('Note', node, target, values => {
                    const text = values.get('text');
                    return typeof text === 'string' ? { text, place: geometryOf(values) } : undefined;
                });
                if (place?.place !== undefined) {
                    notes.push({ target: isFree ? undefined : target, text: place.text, place: place.place, node });
                }
            }
        }
        return notes;
    }

    private readPictures(own: readonly LayoutAnnotation[], views: readonly AstNode[], takesPlaces: boolean): Picture[] {
        const pictures: Picture[] = [];
        for (const { kind, node, targets } of own) {
            if (kind !== 'Picture' || !targets.some(t => views.includes(t))) {
                continue;
            }
            const values = constantsOf(node);
            const picture = pictureOf(values, node);
            if (picture === undefined) {
                this.faults.push(`${pictureTitle(values)}: ${pictureFaultOf(values)}`);
            } else if (takesPlaces) {
                pictures.push(picture);
            } else {
                this.faults.push(`${pictureTitle(values)}: not drawn in ${withArticle(this.kind)} rendering`);
            }
        }
        return pictures;
    }
}

/** The constant values of an annotation. */
function constantsOf(node: ast.MetadataUsage): Values {
    const values = [...layoutValuesOf(node)].map(([name, expression]) => [name, constantOf(expression)] as const);
    return new Map(values.filter((v): v is readonly [string, Constant] => v[1] !== undefined));
}

const numberOf = (value: Constant | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

/** Whether the values have a type; absent values are allowed. */
function isOf(type: 'number' | 'string' | 'boolean', ...values: readonly (Constant | undefined)[]): boolean {
    return values.every(v => v === undefined || typeof v === type);
}

function geometryOf(values: Values): Geometry | undefined {
    const [x, y, width, height, collapsed] = ['x', 'y', 'width', 'height', 'collapsed'].map(n => values.get(n));
    if (
        typeof x !== 'number' ||
        typeof y !== 'number' ||
        !isOf('number', width, height) ||
        (width === undefined) !== (height === undefined) ||
        !isOf('boolean', collapsed)
    ) {
        return undefined;
    }
    return {
        x,
        y,
        width: numberOf(width) ?? 0,
        height: numberOf(height) ?? 0,
        hasSize: width !== undefined,
        collapsed: collapsed === true
    };
}

function pointsOf(value: Constant | undefined): readonly Point[] | undefined {
    const numbers = value === undefined ? undefined : isList<Constant>(value) ? value : [value];
    if (numbers === undefined || numbers.length % 2 === 1 || !numbers.every(n => typeof n === 'number')) {
        return undefined;
    }
    return Array.from({ length: numbers.length / 2 }, (_, i) => ({ x: numbers[2 * i], y: numbers[2 * i + 1] }));
}

function canvasOf(values: Values): Canvas | undefined {
    const [unit = 'px', width, height] = ['unit', 'width', 'height'].map(n => values.get(n));
    if (typeof unit !== 'string' || !isOf('number', width, height) || (width === undefined) !== (height === undefined)) {
        return undefined;
    }
    return { unit, width: numberOf(width) ?? 0, height: numberOf(height) ?? 0, hasSize: width !== undefined };
}

const STYLE_TYPES = {
    fill: 'string',
    line: 'string',
    text: 'string',
    font: 'string',
    fontSize: 'number',
    bold: 'boolean',
    italic: 'boolean'
} as const;

function styleOf(values: Values): Style | undefined {
    const entries = Object.entries(STYLE_TYPES).map(([name, type]) => [name, type, values.get(name)] as const);
    return entries.every(([, type, value]) => isOf(type, value))
        ? Object.fromEntries(entries.filter(([, , v]) => v !== undefined).map(([name, , v]) => [name, v]))
        : undefined;
}

function pictureOf(values: Values, node: AstNode): Picture | undefined {
    const [location, x, y, width, height, alt, above] = ['location', 'x', 'y', 'width', 'height', 'alt', 'above'].map(n => values.get(n));
    if (
        typeof location !== 'string' ||
        location === '' ||
        typeof x !== 'number' ||
        typeof y !== 'number' ||
        typeof width !== 'number' ||
        typeof height !== 'number' ||
        width <= 0 ||
        height <= 0 ||
        (alt !== undefined && typeof alt !== 'string') ||
        !isOf('boolean', above)
    ) {
        return undefined;
    }
    return {
        location,
        x,
        y,
        width,
        height,
        alt: alt ?? '',
        above: above === true,
        origin: originOf(node, false)
    };
}

/** Identifies a picture by its file and box, with `?` for unknown values. */
function pictureTitle(values: Values): string {
    const [location, x, y, width, height] = ['location', 'x', 'y', 'width', 'height'].map(name => String(values.get(name) ?? '?'));
    return `picture ${location === '' ? '""' : location} at ${x},${y} ${width}x${height}`;
}

/** Why a picture is refused. */
function pictureFaultOf(values: Values): string {
    const unread = ['location', 'x', 'y', 'width', 'height'].filter(name => values.get(name) === undefined);
    if (unread.length > 0) {
        return `refused, it states no constant ${unread.join(', ')}`;
    }
    if (values.get('location') === '') {
        return 'refused, its location is empty';
    }
    const isSized = ['width', 'height'].map(name => values.get(name)).every(size => typeof size === 'number' && size > 0);
    return isSized ? 'refused, its values are of other types' : 'refused, its width and height are not above 0';
}
