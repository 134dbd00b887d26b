/** What a drawing consists of as short lines, for tables of cases: boxes by containment with their compartments, then links. */
import { strokeOf } from '../../src/views/drawing/lines.js';
import type { Box, Scene } from '../../src/views/drawing/scene.js';

export function drawnLines({ boxes, links }: Scene): string[] {
    const byId = new Map(boxes.map(b => [b.id, b]));
    const depth = (box: Box): number => {
        const around = byId.get(box.parent);
        return around === undefined ? 0 : 1 + depth(around);
    };
    const inside = (parent: string): Box[] => boxes.filter(b => (byId.has(b.parent) ? b.parent : '') === parent);
    const nested = (box: Box): Box[] => [box, ...inside(box.id).flatMap(nested)];
    return [
        ...inside('')
            .flatMap(nested)
            .map(b => `${'  '.repeat(depth(b))}${boxText(b)}`),
        ...links.map(({ from, to, kind, label }) => {
            const text = label.join(' ');
            return `${nameOf(byId.get(from)!)} -${kind}-> ${nameOf(byId.get(to)!)}${text === '' ? '' : `: ${text}`}`;
        })
    ];
}

function boxText(box: Box): string {
    const { shape, title, sections, caption } = box;
    const compartments = sections.map(s => `${s.name === '' ? '' : `${s.name}: `}${s.lines.map(l => l.text).join('; ')}`);
    const named = title.length > 0 ? `${shape} ${nameOf(box)}` : shape;
    return [caption === '' ? named : `${named} (${caption})`, ...compartments].join(' | ');
}

const nameOf = ({ title, shape }: Box): string => (title.length === 0 ? shape : title.map(l => l.text).join(' '));

/**
 * Everything that a drawing consists of, each as one text: boxes with their symbol and border, ports on them, compartments, links with
 * their line, ends and label.
 */
/** The line of a compartment at which a link ends. */
const lineAt = ({ marks, sections }: Box, port: string): string =>
    marks.some(m => m.id === port) ? ` at ${sections.flatMap(s => s.lines).find(l => l.isMarked)!.text}` : '';

const nesting = ({ within, symbol }: Box['ports'][number], { ports }: Box): string =>
    within === '' ? '' : ` in ${symbol} ${ports.find(p => p.id === within)!.name}`;

export function symbolsOf({ boxes, links }: Scene): string[] {
    const byId = new Map(boxes.map(b => [b.id, b]));
    return [
        ...boxes.flatMap(box => {
            const name = nameOf(box);
            const dashes = box.node?.declared.isReference === true ? 'dashed ' : '';
            const symbol = box.node?.declared.isDefinition === true && /^(action|state)$/.test(box.shape) ? 'definition' : box.shape;
            const within = byId.get(box.parent);
            return [
                `${dashes}${symbol}${box.title.length === 0 ? '' : ` ${name}`}${box.caption === '' ? '' : ` (${box.caption})`}`,
                ...(within === undefined ? [] : [`${name} in ${nameOf(within)}`]),
                ...box.sections.map(s => `${name} | ${s.name}: ${s.lines.map(l => l.text).join('; ')}`),
                ...box.ports.map(
                    p =>
                        `${p.isReference ? 'dashed ' : ''}${p.symbol} ${[p.flow, p.name].filter(t => t !== '').join(' ')}${nesting(p, box)} of ${name}`
                )
            ];
        }),
        ...links.flatMap(({ carried = [], from }) =>
            carried.map(
                flow =>
                    `${flow.from === from ? 'along' : 'against'} its line: ${strokeOf(flow.kind, flow.form).head} "${flow.label.join(' ')}"`
            )
        ),
        ...links.map(({ from, to, toPort, kind, form, label }) => {
            const { line, tail, head } = strokeOf(kind, form);
            const ends = [tail === 'none' ? '' : `${tail} `, line, head === 'none' ? '' : ` ${head}`].join('');
            const text = label.join(' ');
            return `${nameOf(byId.get(from)!)} --${ends}-- ${nameOf(byId.get(to)!)}${lineAt(byId.get(to)!, toPort)}${text === '' ? '' : ` "${text}"`}`;
        })
    ];
}
