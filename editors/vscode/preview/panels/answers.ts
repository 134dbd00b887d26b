/** The panels of answers: outcomes of an exploration, values of objects as a tree, verdicts, plots of a sweep. */
import { h, s } from '../dom.js';
import type { Explored, Sweep, ValueNode, Values, Verdicts, VerdictState } from '../messages.js';
import { lastOf } from '../names.js';
import { axisOf, lineThrough, placeOn, tickText } from '../plot.js';

// --- Explore ------------------------------------------------------------------------------------------------------------

export function exploredContent({ outcomes, isComplete, explored, notice }: Explored, replay: (outcome: number) => void): HTMLElement[] {
    const told = `${explored} ${explored === 1 ? 'order' : 'orders'} tried${isComplete ? ', all there are' : ', not all'}`;
    return [
        h('p', { class: 'hint' }, told),
        ...(notice === '' ? [] : [h('p', { class: 'warning' }, notice)]),
        ...outcomes.map(({ label, count, share, details, isFailure }, i) => {
            const bar = h('div', { class: 'bar' });
            bar.style.width = `${Math.max(1, share * 100)}%`;
            return h(
                'button',
                { class: `outcome ${isFailure ? 'is-failure' : ''}`, title: 'Replay the run that reached it', onclick: () => replay(i) },
                h(
                    'span',
                    { class: 'row' },
                    h('strong', { class: 'grow' }, label),
                    h('span', { class: 'count' }, `${count} · ${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`)
                ),
                h('span', { class: 'track' }, bar),
                ...details.map(detail => h('span', { class: 'hint' }, detail))
            );
        })
    ];
}

// --- Values -------------------------------------------------------------------------------------------------------------

export function valuesContent({ title, roots }: Values, reveal: (element: string) => void): HTMLElement[] {
    return [h('p', { class: 'hint' }, title), h('div', { class: 'tree', role: 'tree' }, ...roots.map(root => branch(root, true, reveal)))];
}

function branch(node: ValueNode, isOpen: boolean, reveal: (element: string) => void): HTMLElement {
    const line = [
        h('span', { class: 'name', onclick: () => node.element !== '' && reveal(node.element) }, node.name),
        node.type !== '' && node.type !== node.name && h('span', { class: 'type' }, node.type),
        node.value !== '' && h('span', { class: 'value' }, node.value)
    ];
    return node.children.length === 0
        ? h('div', { class: 'leaf', role: 'treeitem' }, ...line)
        : h(
              'details',
              { open: isOpen, role: 'treeitem' },
              h('summary', {}, ...line),
              h('div', { class: 'branches', role: 'group' }, ...node.children.map(child => branch(child, false, reveal)))
          );
}

// --- Verdicts -----------------------------------------------------------------------------------------------------------

export const VERDICT_SIGNS: Readonly<Record<VerdictState, string>> = { holds: '✓', fails: '✗', undecided: '?' };

export function verdictsContent({ title, verdicts }: Verdicts, reveal: (element: string) => void): HTMLElement[] {
    const counted = (state: VerdictState): number => verdicts.filter(v => v.state === state).length;
    return [
        h('p', { class: 'hint' }, title),
        h('p', {}, `${counted('holds')} hold, ${counted('fails')} fail, ${counted('undecided')} undecided`),
        ...verdicts.map(({ element, label, state, message, details }) =>
            h(
                'button',
                { class: `verdict ${state}`, onclick: () => element !== '' && reveal(element) },
                h('span', { class: 'sign', 'aria-label': state }, VERDICT_SIGNS[state]),
                h(
                    'span',
                    { class: 'grow' },
                    h('strong', {}, label),
                    message !== '' && h('span', { class: 'hint' }, message),
                    ...details.map(d => h('span', { class: 'hint' }, d))
                )
            )
        )
    ];
}

// --- Sweeps -------------------------------------------------------------------------------------------------------------

const PLOT = { width: 300, height: 160, left: 52, top: 10, bottom: 34, right: 12 };

export function sweepContent({ title, series, parameter, unit, notices }: Sweep): Element[] {
    return [
        h('p', { class: 'hint' }, title),
        ...notices.map(notice => h('p', { class: 'warning' }, notice)),
        ...series.flatMap(({ name, unit: of, points }) => [h('h2', {}, named(name, of)), plot(points, named(parameter, unit))])
    ];
}

/** A quantity with its unit; of a unit of the library its name alone. */
const named = (name: string, unit: string): string => (unit === '' ? name : `${name} [${lastOf(unit).replace(/^'(.*)'$/, '$1')}]`);

function plot(points: Sweep['series'][number]['points'], xTitle: string): SVGElement {
    const { width, height, left, top, bottom, right } = PLOT;
    const [x, y] = [
        axisOf(points.map(p => p[0])),
        axisOf(
            points.map(p => p[1]),
            5
        )
    ];
    return s(
        'svg',
        { class: 'plot', viewBox: `0 0 ${width + left + right} ${height + top + bottom}`, role: 'img' },
        s(
            'g',
            { transform: `translate(${left} ${top})` },
            ...y.ticks.map(tick => {
                const at = height - placeOn(y, tick, height);
                return s(
                    'g',
                    {},
                    s('path', { class: 'grid', d: `M0 ${at}H${width}` }),
                    s('text', { x: -6, y: at + 4, 'text-anchor': 'end' }, tickText(tick))
                );
            }),
            ...x.ticks.map(tick => {
                const at = placeOn(x, tick, width);
                return s(
                    'g',
                    {},
                    s('path', { class: 'grid', d: `M${at} 0V${height}` }),
                    s('text', { x: at, y: height + 14, 'text-anchor': 'middle' }, tickText(tick))
                );
            }),
            s('text', { class: 'title', x: width / 2, y: height + 29, 'text-anchor': 'middle' }, xTitle),
            s('path', { class: 'line', d: lineThrough(points, x, y, width, height) }),
            ...points
                .filter(([px, py]) => Number.isFinite(px) && Number.isFinite(py))
                .map(([px, py]) =>
                    s(
                        'circle',
                        { class: 'point', r: 2.6, cx: placeOn(x, px, width), cy: height - placeOn(y, py, height) },
                        s('title', {}, `${tickText(px)} → ${tickText(py)}`)
                    )
                )
        )
    );
}
