/**
 * Draws a run over a drawing: a style sheet animates the active nodes, the taken links and the tokens frame by frame. It needs no script
 * and therefore plays wherever an SVG is shown; it pauses under the pointer and is still for readers who prefer reduced motion. Does not
 * depend on behaviours.
 */
import type { RunFrame } from '../run/frames.js';
import { lineOf } from './lines.js';
import { escaped, num, pathOf, tag } from './markup.js';
import type { Placement, Rect } from './placement.js';
import { leading, NAME_SIZE, type Scene, SMALL_SIZE } from './scene.js';
import { symbolOf } from './symbols.js';

/** Limit of the frames of an animation; later ones are left out. */
const MOST_FRAMES = 300;
/** Seconds for which a frame is shown, and the part of them in which a token travels along its line. */
const PACE = 1.2;
const TRAVEL = 0.5;
/** Seconds for which the last frame stays before the run starts over. */
const REST = 2;
const TEXT_ROOM = 2 * leading(NAME_SIZE) + 8;

export interface DrawnRun {
    /** markup that is drawn over the drawing */
    readonly content: string;
    readonly styles: string;
    /** the page, including room for the text below the drawing */
    readonly extent: Rect;
}

/** Lays the frames of a run over a drawing. @param extent of the drawing */
export function drawRun(scene: Scene, placement: Placement, frames: readonly RunFrame[], extent: Rect): DrawnRun {
    const shown = frames.slice(0, MOST_FRAMES);
    const film = new Film(shown.length);
    const at = (isOn: (frame: RunFrame) => boolean): boolean[] => shown.map(isOn);
    const holders = new Set(scene.boxes.map(b => b.parent));
    const content: string[] = [];
    for (const link of scene.links) {
        const isTaken = at(f => f.taken.includes(link.id) || f.taken.includes(entryOf(link.id)));
        const points = placement.links.get(link.id)?.points ?? [];
        if (isTaken.includes(true) && points.length > 1) {
            content.push(film.show('taken', isTaken, lineOf(link.kind, link.form, points, {})), film.travel(isTaken, pathOf(points)));
        }
    }
    for (const { id, shape } of scene.boxes) {
        const isActive = at(f => f.active.includes(id));
        if (isActive.includes(true)) {
            const { rect } = placement.boxes.get(id)!;
            const around = { x: rect.x - 2, y: rect.y - 2, width: rect.width + 4, height: rect.height + 4 };
            content.push(film.show('', isActive, symbolOf(shape, around, { class: `active${holders.has(id) ? ' around' : ''}` })));
        }
        for (const count of new Set(shown.flatMap(f => f.tokens.filter(t => t.node === id).map(t => t.count)))) {
            const isHere = at(f => f.tokens.some(t => t.node === id && t.count === count));
            content.push(film.show('', isHere, tokenAt(placement.boxes.get(id)!.rect, count)));
        }
    }
    const page = { ...extent, height: extent.height + TEXT_ROOM };
    const top = extent.y + extent.height;
    for (const [text, isSaid] of saidIn(shown, frames.length)) {
        const lines = text.map((line, i) =>
            tag(
                'text',
                {
                    x: extent.x + 16,
                    y: top + 8 + i * leading(NAME_SIZE),
                    'font-size': i === 0 ? NAME_SIZE : SMALL_SIZE,
                    'font-weight': i === 0 ? 'bold' : undefined
                },
                escaped(line)
            )
        );
        content.push(film.show('', isSaid, lines.join('')));
    }
    content.push(film.progress({ x: extent.x, y: top + TEXT_ROOM - 3, width: extent.width, height: 3 }));
    return { content: tag('g', { class: 'run' }, content.join('\n')), styles: film.styles(), extent: page };
}

/** Frames name the entry; the id of the entry's link is that name with `.a` appended. */
const entryOf = (link: string): string => link.replace(/\.a$/, '');

function tokenAt(rect: Rect, count: number): string {
    const [x, y] = [rect.x + rect.width - 2, rect.y + 2];
    const number = tag(
        'text',
        { class: 'count', x, y: y + 4, 'text-anchor': 'middle', 'font-size': 10, 'font-weight': 'bold' },
        `${count}`
    );
    return tag('circle', { class: 'token', cx: x, cy: y, r: 7 }) + (count > 1 ? number : '');
}

/** The texts below the picture (time and event), each with the frames that show it. */
function saidIn(frames: readonly RunFrame[], all: number): (readonly [readonly string[], readonly boolean[]])[] {
    return frames.map(({ time, text }, i) => {
        const rest = i === frames.length - 1 && all > frames.length ? `the first ${frames.length} of ${all} moments` : '';
        return [[`${num(time)} s`, [text, rest].filter(t => t !== '').join('; ')], frames.map((_, k) => k === i)] as const;
    });
}

/** Converts the times of frames to percentages and makes keyframes of them. Elements with the same timing share keyframes. */
class Film {
    private readonly seconds: number;
    private readonly names = new Map<string, string>();

    constructor(private readonly frames: number) {
        this.seconds = frames * PACE + REST;
    }

    private share(seconds: number): string {
        return `${Math.round((seconds / this.seconds) * 1e5) / 1e3}%`;
    }

    private animated(name: string, timing: string): string {
        return `animation:${name} ${num(this.seconds)}s ${timing} infinite`;
    }

    private named(prefix: string, keyframes: string): string {
        const key = `${prefix}|${keyframes}`;
        const name = this.names.get(key) ?? `sysml-${prefix}${this.names.size}`;
        this.names.set(key, name);
        return name;
    }

    /** Shows content in some of the frames. If the animation does not run, the last frame is visible. */
    show(name: string, isOn: readonly boolean[], content: string): string {
        const stops = isOn.flatMap((on, i) => (i === 0 || on !== isOn[i - 1] ? [`${this.share(i * PACE)}{opacity:${on ? 1 : 0}}`] : []));
        const keyframes = `${stops.join('')}100%{opacity:${isOn.at(-1) === true ? 1 : 0}}`;
        const style = this.animated(this.named('on', keyframes), 'step-end');
        return tag('g', { class: name, opacity: isOn.at(-1) === true ? undefined : 0, style }, content);
    }

    /** A token that travels along a line at the beginning of some frames. */
    travel(isOn: readonly boolean[], path: string): string {
        const stops = isOn.flatMap((on, i) => {
            const start = i * PACE;
            const place = (at: number, distance: number, opacity: number): string =>
                `${this.share(at)}{offset-distance:${distance}%;opacity:${opacity}}`;
            return on
                ? [place(start, 0, 0), place(start + 0.01, 0, 1), place(start + TRAVEL, 100, 1), place(start + TRAVEL + 0.01, 100, 0)]
                : [];
        });
        const name = this.named('way', `0%{offset-distance:0%;opacity:0}${stops.join('')}100%{offset-distance:100%;opacity:0}`);
        return tag('circle', { class: 'token', r: 5, opacity: 0, style: `offset-path:path('${path}');${this.animated(name, 'linear')}` });
    }

    progress({ x, y, width, height }: Rect): string {
        const share = (this.frames * PACE) / this.seconds;
        const keyframes = `0%{transform:scaleX(0)}${num(share * 100)}%{transform:scaleX(1)}100%{transform:scaleX(1)}`;
        const style = `transform-box:fill-box;transform-origin:left;${this.animated(this.named('progress', keyframes), 'linear')}`;
        return tag('rect', { class: 'token', x, y, width, height, stroke: 'none', style });
    }

    styles(): string {
        return [
            ...[...this.names].map(([key, name]) => `@keyframes ${name}{${key.slice(key.indexOf('|') + 1)}}`),
            '.sysml-drawing:hover .run *{animation-play-state:paused !important}',
            '@media (prefers-reduced-motion:reduce){.run *{animation:none !important}}'
        ].join('\n');
    }
}
