/**
 * The stage: the drawing with pan, zoom and selection, and marks on its nodes. Takes the picture that the server made as it is; knows no
 * message and no panel.
 */
import type { Drawing, Point } from './messages.js';
import { s } from './dom.js';
import { around, centred, type Extent, fitted, held, opened, panned, showing, type View, viewBoxOf, zoomed } from './viewport.js';

/** What a mark on a node or edge tells: classes of the style sheet. */
export type Mark = 'selected' | 'found' | 'active' | 'entered' | 'taken' | 'holds' | 'fails' | 'undecided' | 'target';

/** Below this scale marks are drawn larger than the drawing, up to a limit. */
const READABLE = 0.7;
const LARGEST_MARK = 3;
/** Pixels that a pointer may move in a click. */
const CLICK_DISTANCE = 4;

export interface StageListener {
    /** a node, edge or port was clicked; undefined for the paper */
    clicked(id: string | undefined, event: MouseEvent): void;
    opened(id: string, event: MouseEvent): void;
    context(id: string | undefined, event: MouseEvent): void;
    folded(id: string): void;
    /** whether a node or edge can be dragged: else the paper is */
    canDrag(id: string): boolean;
    /** a node or edge was dragged, from one place of the drawing to another */
    dragged(id: string, from: Point, to: Point): void;
}

export class Stage {
    private svg: SVGSVGElement | undefined;
    private extent: Extent = { x: 0, y: 0, width: 1, height: 1 };
    private view: View = { x: 0, y: 0, scale: 1 };
    /** who chose the view: the next drawing of the same thing keeps what the reader moved or zoomed */
    private chosenBy: 'stage' | 'fit' | 'reader' = 'stage';
    /** what is to be in sight: nodes or lines by their ids */
    private interest: readonly string[] = [];
    private drawn: Drawing | undefined;
    private readonly overlay = s('g', { class: 'overlay' });

    constructor(
        private readonly host: HTMLElement,
        private readonly listener: StageListener
    ) {
        host.addEventListener('wheel', event => this.wheel(event), { passive: false });
        host.addEventListener('pointerdown', event => this.press(event));
        host.addEventListener('dblclick', event => {
            const id = this.idAt(event.target);
            if (id !== undefined) {
                this.listener.opened(id, event);
            }
        });
        host.addEventListener('contextmenu', event => {
            event.preventDefault();
            this.listener.context(this.idAt(event.target), event);
        });
        new ResizeObserver(() => this.resized()).observe(host);
    }

    /** Shows a drawing; where the same thing is drawn again, `keep` stays at its place in the window. */
    show(drawing: Drawing, nonce: string, keep?: string): void {
        const before = this.drawn;
        const isSame = before?.element === drawing.element && before.kind === drawing.kind;
        const anchor = keep === undefined ? undefined : this.boxOf(keep);
        const svg = adopted(drawing.svg, nonce);
        svg.setAttribute('width', '100%');
        svg.setAttribute('height', '100%');
        this.extent = extentOf(svg);
        this.svg?.remove();
        this.svg = svg;
        this.drawn = drawing;
        this.host.replaceChildren(svg);
        this.overlay.replaceChildren();
        svg.append(this.overlay);
        this.drawFoldHandles(drawing);
        const place = isSame && anchor !== undefined ? this.boxOf(keep!) : undefined;
        if (!isSame) {
            this.open();
        } else if (this.chosenBy !== 'reader') {
            this.resized();
        } else {
            this.view = anchor !== undefined && place !== undefined ? held(this.view, anchor, place) : this.view;
            this.apply();
        }
    }

    /** The group of an id in the drawing. */
    groupOf(id: string): SVGGElement | undefined {
        return this.svg?.querySelector<SVGGElement>(`g[id="${CSS.escape(id)}"], tr[id="${CSS.escape(id)}"]`) ?? undefined;
    }

    private boxOf(id: string): Extent | undefined {
        return this.groupOf(id)?.getBBox();
    }

    // --- View -------------------------------------------------------------------------------------------------------------

    private get window(): { width: number; height: number } {
        return { width: Math.max(1, this.host.clientWidth), height: Math.max(1, this.host.clientHeight) };
    }

    private apply(): void {
        this.svg?.setAttribute('viewBox', viewBoxOf(this.view, this.window));
        this.overlay.querySelectorAll<SVGGElement>('[data-at]').forEach(mark => this.place(mark));
    }

    /** Puts a mark to its place; one on a small drawing is drawn larger, so that it can be read. */
    private place(mark: SVGGElement): void {
        const larger = Math.min(LARGEST_MARK, Math.max(1, READABLE / this.view.scale));
        mark.setAttribute('transform', `translate(${mark.getAttribute('data-at')}) scale(${larger.toFixed(2)})`);
    }

    private putMark(x: number, y: number, mark: SVGGElement): void {
        mark.setAttribute('data-at', `${x} ${y}`);
        this.place(mark);
        this.overlay.append(mark);
    }

    /** Shows all of the drawing, until the reader moves it or another one is shown. */
    fit(): void {
        this.chosenBy = 'fit';
        this.view = fitted(this.extent, this.window);
        this.apply();
    }

    /** Shows as much of the drawing as can be read. */
    private open(): void {
        this.chosenBy = 'stage';
        this.view = opened(this.extent, this.window, this.boxAround(this.interest));
        this.apply();
    }

    private resized(): void {
        if (this.chosenBy === 'stage') {
            this.open();
        } else if (this.chosenBy === 'fit') {
            this.fit();
        } else {
            this.apply();
        }
    }

    private boxAround(ids: readonly string[]): Extent | undefined {
        return around(ids.map(id => this.boxOf(id)).filter(box => box !== undefined));
    }

    /** The next drawing keeps the view. */
    hold(): void {
        this.chosenBy = 'reader';
    }

    zoom(factor: number, at = { x: this.window.width / 2, y: this.window.height / 2 }): void {
        this.chosenBy = 'reader';
        this.view = zoomed(this.view, factor, at);
        this.apply();
    }

    pan(dx: number, dy: number): void {
        this.chosenBy = 'reader';
        this.view = panned(this.view, dx, dy);
        this.apply();
    }

    /** Brings nodes and lines into sight, and keeps them there while the reader does not move the drawing. */
    reveal(ids: readonly string[]): void {
        const box = this.boxAround(ids);
        if (box !== undefined) {
            this.interest = ids;
            if (this.chosenBy === 'stage') {
                this.open();
            } else {
                this.view = showing(this.view, box, this.window);
                this.apply();
            }
        }
    }

    centre(id: string): void {
        const box = this.boxOf(id);
        if (box !== undefined) {
            this.chosenBy = 'reader';
            this.view = centred({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, this.window, Math.max(this.view.scale, 0.6));
            this.apply();
        }
    }

    // --- Pointer ----------------------------------------------------------------------------------------------------------

    private idAt(target: EventTarget | null): string | undefined {
        const group = target instanceof Element ? target.closest('g.node, g.edge, g.port, g.row') : null;
        return group === null ? undefined : group.id;
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        const { left, top } = this.host.getBoundingClientRect();
        if (event.shiftKey || event.altKey) {
            this.pan(-event.deltaX - (event.shiftKey ? event.deltaY : 0), event.shiftKey ? 0 : -event.deltaY);
        } else {
            this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.0015 : 0.05)), {
                x: event.clientX - left,
                y: event.clientY - top
            });
        }
    }

    private press(down: PointerEvent): void {
        if (down.button > 1) {
            return;
        }
        const handle = down.target instanceof Element ? down.target.closest('g.fold') : null;
        if (handle !== null) {
            this.listener.folded(handle.getAttribute('data-node')!);
            return;
        }
        const id = this.idAt(down.target);
        const dragged = id !== undefined && down.button === 0 && this.listener.canDrag(id) ? id : undefined;
        const ghost = dragged === undefined ? undefined : this.ghostOf(dragged, down);
        let [x, y, isDrag] = [down.clientX, down.clientY, false];
        const move = (event: PointerEvent): void => {
            isDrag ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > CLICK_DISTANCE;
            if (!isDrag) {
                return;
            }
            if (ghost === undefined) {
                this.host.classList.add('is-panning');
                this.pan(event.clientX - x, event.clientY - y);
                [x, y] = [event.clientX, event.clientY];
            } else {
                this.overlay.append(ghost);
                const [from, to] = [this.pointAt(down), this.pointAt(event)];
                ghost.setAttribute('transform', `translate(${to.x - from.x} ${to.y - from.y})`);
            }
        };
        const end = (): void => {
            window.removeEventListener('pointermove', move);
            window.removeEventListener('pointerup', up);
            window.removeEventListener('keydown', cancel, true);
            this.host.classList.remove('is-panning');
            ghost?.remove();
        };
        const up = (event: PointerEvent): void => {
            end();
            if (isDrag && dragged !== undefined) {
                this.listener.dragged(dragged, this.pointAt(down), this.pointAt(event));
            } else if (!isDrag && down.button === 0) {
                this.listener.clicked(id, event);
            }
        };
        const cancel = (event: KeyboardEvent): void => {
            if (event.key === 'Escape') {
                event.stopPropagation();
                end();
            }
        };
        window.addEventListener('pointermove', move);
        window.addEventListener('pointerup', up);
        window.addEventListener('keydown', cancel, true);
    }

    /** A place of the window in the drawing. */
    private pointAt({ clientX, clientY }: MouseEvent): Point {
        const { left, top } = this.host.getBoundingClientRect();
        return { x: this.view.x + (clientX - left) / this.view.scale, y: this.view.y + (clientY - top) / this.view.scale };
    }

    /** What follows the pointer while something is dragged: the outline of a node, the new way point of a line. */
    private ghostOf(id: string, down: MouseEvent): SVGElement {
        const box = this.shapeOf(id);
        if (this.endsOf(id) !== undefined || box === undefined) {
            const { x, y } = this.pointAt(down);
            return s('circle', { class: 'ghost', cx: x, cy: y, r: this.lengthOf(6) });
        }
        return s('rect', { class: 'ghost', x: box.x, y: box.y, width: box.width, height: box.height, rx: 6 });
    }

    /** The box or symbol of a node itself, without what stands on its border. */
    shapeOf(id: string): Extent | undefined {
        return this.groupOf(id)?.querySelector<SVGGraphicsElement>(':scope > :is(rect, path, circle, ellipse, polygon)')?.getBBox();
    }

    /** Where a line begins and ends. */
    endsOf(id: string): [Point, Point] | undefined {
        const path = this.groupOf(id)?.querySelector<SVGPathElement>('path.link') ?? undefined;
        return path && [path.getPointAtLength(0), path.getPointAtLength(path.getTotalLength())];
    }

    /** Lengths of the drawing that so many pixels of the window are. */
    lengthOf(pixels: number): number {
        return pixels / this.view.scale;
    }

    // --- Marks ------------------------------------------------------------------------------------------------------------

    /** Gives a mark to the groups of some ids and takes it from all others. */
    mark(mark: Mark, ids: Iterable<string>): void {
        const wanted = new Set(ids);
        this.svg?.querySelectorAll(`.is-${mark}`).forEach(group => group.classList.remove(`is-${mark}`));
        wanted.forEach(id => this.groupOf(id)?.classList.add(`is-${mark}`));
    }

    /** Small signs at the top right of nodes, by their ids: text, class and what is told when one points at it. */
    badges(of: ReadonlyMap<string, { readonly text: string; readonly kind: string; readonly title: string }>): void {
        this.overlay.querySelectorAll('.badge').forEach(badge => badge.remove());
        for (const [id, { text, kind, title }] of of) {
            const box = this.boxOf(id);
            if (box !== undefined) {
                this.putMark(
                    box.x + box.width - 4,
                    box.y + 4,
                    s(
                        'g',
                        { class: `badge ${kind}` },
                        s('title', {}, title),
                        s('circle', { r: 9 }),
                        s('text', { 'text-anchor': 'middle', y: 4, 'font-size': 12 }, text)
                    )
                );
            }
        }
    }

    /** Tokens on nodes; one that came over an edge moves along it first. */
    tokens(of: readonly { readonly node: string; readonly edge: string; readonly count: number }[], isAnimated: boolean): void {
        this.overlay.querySelectorAll('.token').forEach(token => token.remove());
        for (const { node, edge, count } of of) {
            const box = this.boxOf(node);
            if (box === undefined) {
                continue;
            }
            // on the corner of a box, where it hides no text; in the middle of a small symbol
            const place = { x: box.x + Math.min(3, box.width / 2), y: box.y + box.height - Math.min(3, box.height / 2) };
            const token = s(
                'g',
                { class: 'token' },
                s('title', {}, count === 1 ? 'a token' : `${count} tokens`),
                s('circle', { r: 6.5 }),
                count > 1 && s('text', { 'text-anchor': 'middle', y: 3.5, 'font-size': 9.5 }, String(count))
            );
            const put = (x: number, y: number): void => this.putMark(x, y, token);
            put(place.x, place.y);
            const path = isAnimated && edge !== '' ? this.groupOf(edge)?.querySelector<SVGPathElement>('path.link') : undefined;
            if (path != null && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
                travel(path, put, place);
            }
        }
    }

    private drawFoldHandles({ nodes }: Drawing): void {
        for (const { id, canFold, isFolded, name } of nodes) {
            const box = canFold ? this.boxOf(id) : undefined;
            if (box !== undefined) {
                const handle = s(
                    'g',
                    { class: `fold ${isFolded ? 'is-folded' : ''}`, 'data-node': id },
                    s('title', {}, `${isFolded ? 'Expand' : 'Collapse'} ${name}`),
                    s('circle', { r: 7 }),
                    s('path', { d: isFolded ? 'M-3.5 0h7M0 -3.5v7' : 'M-3.5 0h7' })
                );
                this.putMark(box.x + 11, box.y + 11, handle);
            }
        }
    }
}

/**
 * The picture as elements of this page: its style sheet is allowed by the nonce, its style attributes are set where no policy forbids them.
 */
function adopted(text: string, nonce: string): SVGSVGElement {
    const sheets: SVGStyleElement[] = [];
    const bare = text.replace(STYLE_SHEET, (_, rules: string) => {
        sheets.push(s('style', { nonce }, rules.replace(/&gt;/g, '>').replace(/&lt;/g, '<').replace(/&amp;/g, '&')));
        return '';
    });
    // style attributes are read before the picture is parsed, for a policy forbids them there too
    const parsed = new DOMParser().parseFromString(bare.replace(STYLE_ATTRIBUTE, ' data-style='), 'image/svg+xml');
    const root = parsed.documentElement;
    if (root.localName !== 'svg') {
        throw new Error('The drawing cannot be read.');
    }
    // a picture of the server has no script; what a model writes into it stays text
    root.querySelectorAll('script, foreignObject').forEach(element => element.remove());
    const svg = document.adoptNode(root) as unknown as SVGSVGElement;
    for (const element of svg.querySelectorAll<SVGElement>('[data-style]')) {
        for (const declaration of element.getAttribute('data-style')!.split(';')) {
            const colon = declaration.indexOf(':');
            if (colon > 0) {
                element.style.setProperty(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
            }
        }
    }
    svg.prepend(...sheets);
    return svg;
}

const STYLE_SHEET = /<style\b[^>]*>([\s\S]*?)<\/style>/g;
/** Of a tag: texts cannot contain a bare `<`, and attributes of the picture no bare quote. */
const STYLE_ATTRIBUTE = /(?<=<[^<>]*)\sstyle=(?=")/g;

function extentOf(svg: SVGSVGElement): Extent {
    const [x, y, width, height] = (svg.getAttribute('viewBox') ?? '0 0 100 100').split(/\s+/).map(Number);
    return { x, y, width, height };
}

/** Moves something along a line to its place. */
function travel(path: SVGPathElement, put: (x: number, y: number) => void, place: { x: number; y: number }): void {
    const length = path.getTotalLength();
    const started = performance.now();
    const duration = Math.min(700, 200 + length);
    const frame = (now: number): void => {
        const share = Math.min(1, (now - started) / duration);
        if (share === 1) {
            put(place.x, place.y);
            return;
        }
        const { x, y } = path.getPointAtLength(length * share);
        put(x, y);
        requestAnimationFrame(frame);
    };
    frame(started);
}
