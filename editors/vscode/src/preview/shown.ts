/** Answers of the server as the page shows them. Pure: knows no editor and no page. */
import { lastOf } from '../../preview/names.js';
import type {
    Addable,
    Drawing,
    Explored,
    RunRecord,
    RunShown,
    Sweep,
    ValueNode,
    Values,
    Verdicts,
    VerdictState
} from '../../preview/messages.js';
import type { Exploration, Judged, Location, NamedValue, Objects, Rendering, Results, Snapshot, SweepRows, Value } from '../protocol.js';

// --- Drawings -----------------------------------------------------------------------------------------------------------

const addable = (kinds: readonly string[]): Addable[] => kinds.map(kind => ({ kind, label: kind }));

export interface DrawingContext {
    readonly title: string;
    readonly kinds: readonly string[];
    /** element ids of nodes whose content is left out */
    readonly folded: readonly string[];
    readonly isPinned: boolean;
    readonly colours: Drawing['colours'];
    readonly runnable: readonly string[];
    readonly state: unknown;
    readonly version: number;
    readonly isEditable: (uri: string) => boolean;
}

export function drawingOf(rendering: Rendering, kind: string, context: DrawingContext): Drawing {
    const { nodes, edges, relationships, entries, svg = '', element, notices, isSurface, drawable } = rendering;
    const { title, kinds, folded, isPinned, colours, runnable, state, version, isEditable } = context;
    const parents = new Set(nodes.map(n => n.parent));
    const editable = (n: { readonly element: string; readonly location?: Location }): boolean =>
        n.element !== '' && n.location !== undefined && isEditable(n.location.uri);
    return {
        type: 'drawing',
        version,
        title,
        element,
        kind,
        kinds,
        svg,
        nodes: nodes.map(n => ({
            id: n.id,
            element: n.element,
            kind: n.kind,
            name: n.name,
            parent: n.parent,
            canFold: isSurface && n.element !== '' && (parents.has(n.id) || folded.includes(n.element) || (n.hidden ?? '') !== ''),
            isFolded: folded.includes(n.element) || (n.hidden ?? '') !== '',
            isEditable: editable(n),
            isDraggable: isSurface && n.element !== element && editable(n)
        })),
        edges: [
            ...[...edges, ...relationships].map(({ id, element: of, kind: is, label, from, to, route, location }) => ({
                id,
                element: of,
                kind: is,
                label,
                from,
                to,
                ...(isSurface && editable({ element: of, location }) && { route })
            })),
            ...entries.map(({ id, element: of, owner, target }) => ({ id, element: of, kind: 'entry', label: '', from: owner, to: target }))
        ],
        notices,
        members: addable(drawable.members),
        connections: addable(drawable.connections),
        isPinned,
        colours,
        runnable,
        state
    };
}

// --- Runs ---------------------------------------------------------------------------------------------------------------

export interface RunContext {
    readonly performer: string;
    readonly performers: readonly string[];
    readonly records: readonly RunRecord[];
    readonly isReplay: boolean;
}

/** Where a run stands, in the ids of a drawing; what the drawing does not show is left out. */
export function runShown(snapshot: Snapshot, rendering: Rendering | undefined, context: RunContext): RunShown {
    const places = new Map<string, string>();
    for (const { id, graph, vertex, element } of rendering?.nodes ?? []) {
        if (graph !== '') {
            put(places, `${graph}#${vertex}`, id);
        }
        put(places, element, id);
    }
    const lines = new Map<string, string>();
    for (const { id, graph, transition } of [...(rendering?.edges ?? [])]) {
        put(lines, `${graph}#${transition}`, id);
    }
    const nodeOf = (place: { graph: string; vertex: number; element: string }): string | undefined =>
        places.get(`${place.graph}#${place.vertex}`) ?? (place.element === '' ? undefined : places.get(place.element));
    const { state, reason, time, due, active, tokens, taken, queue, eventForms, values, notes, history, element } = snapshot;
    return {
        type: 'run',
        element,
        performer: context.performer,
        performers: context.performers,
        state,
        reason,
        time,
        ...(due !== null && { due }),
        active: unique([...active.map(nodeOf), ...tokens.map(nodeOf)]),
        tokens: tokensAt(tokens.map(t => ({ node: nodeOf(t), edge: lines.get(`${t.graph}#${t.edge}`) ?? '' }))),
        taken: unique(taken.map(t => lines.get(`${t.graph}#${t.transition}`))),
        queue,
        events: eventForms,
        values: values.map(({ name, text }) => ({ name, value: text })),
        records: context.records,
        moves: history,
        isReplay: context.isReplay,
        notes
    };
}

function put(map: Map<string, string>, key: string, value: string): void {
    if (key !== '' && !map.has(key)) {
        map.set(key, value);
    }
}

const unique = (ids: readonly (string | undefined)[]): string[] => [...new Set(ids.filter(id => id !== undefined))];

function tokensAt(tokens: readonly { node: string | undefined; edge: string }[]): RunShown['tokens'] {
    const at = new Map<string, { node: string; edge: string; count: number }>();
    for (const { node, edge } of tokens) {
        if (node !== undefined) {
            const known = at.get(node);
            at.set(node, { node, edge, count: (known?.count ?? 0) + 1 });
        }
    }
    return [...at.values()];
}

// --- Explorations -------------------------------------------------------------------------------------------------------

export function exploredOf(element: string, { outcomes, isComplete = false, runs = 0, budgetsHit = [], error }: Exploration): Explored {
    return {
        type: 'explored',
        element,
        isComplete,
        explored: runs,
        notice: error ?? (budgetsHit.length === 0 ? '' : `Stopped at: ${budgetsHit.join(', ')}.`),
        outcomes: outcomes.map(({ finalState = '', values, error: failure = '', count, share, probability, witness }) => {
            const shown = values.map(v => `${v.name} = ${v.text}`).join(', ');
            const label = [failure, finalState, shown].find(text => text !== '') ?? 'ends without a result';
            return {
                label,
                count: `${count} ×`,
                share: probability ?? share,
                details: [
                    ...(label === shown || shown === '' ? [] : [shown]),
                    ...(witness.length === 0 ? [] : [`by ${witness.join(', ')}`])
                ],
                isFailure: failure !== ''
            };
        })
    };
}

// --- Values -------------------------------------------------------------------------------------------------------------

/** Objects as a tree; one that is met again below itself is only named. */
export function valuesOf(title: string, { objects, error }: Objects): Values {
    const byId = new Map(objects.map(o => [o.id, o]));
    const objectNode = (name: string, id: number, above: readonly number[]): ValueNode => {
        const object = byId.get(id);
        const type = lastOf(object?.type ?? '');
        if (object === undefined || above.includes(id)) {
            return { name, value: `object ${id}`, type, children: [], element: object?.type ?? '' };
        }
        const children = object.features.flatMap(({ name: feature, values, error: failure, isMany }): ValueNode[] =>
            failure !== undefined
                ? [{ name: feature, value: failure, type: '', children: [], element: '' }]
                : values.length === 0
                  ? [{ name: feature, value: isMany ? '()' : '', type: '', children: [], element: '' }]
                  : values.map((value, i) => valueNode(values.length > 1 ? `${feature}[${i + 1}]` : feature, value, [...above, id]))
        );
        return { name, value: '', type, children, element: object.type };
    };
    const valueNode = (name: string, value: Value, above: readonly number[]): ValueNode =>
        value.object === undefined
            ? { name, value: value.text, type: '', children: [], element: '' }
            : objectNode(name, value.object, above);
    return {
        type: 'values',
        title: error !== undefined && error !== '' ? error : title,
        roots: objects.length === 0 ? [] : [objectNode(lastOf(title), objects[0].id, [])]
    };
}

/** What a calculation or an analysis comes to, as a list. */
export function resultsOf(title: string, { result, outputs = [], error }: Results): Values {
    const shown = outputs.length > 0 || result === undefined ? outputs : [{ ...result, name: 'result' }];
    return {
        type: 'values',
        title: error === undefined || error === '' ? title : error,
        roots: shown.map(({ name, text }) => ({ name, value: text, type: '', children: [], element: '' }))
    };
}

// --- Verdicts -----------------------------------------------------------------------------------------------------------

const STATES = { pass: 'holds', fail: 'fails', inconclusive: 'undecided', error: 'undecided' } as const satisfies Record<
    string,
    VerdictState
>;

export function verdictsOf(title: string, { verdicts, verifications, error }: Judged): Verdicts {
    return {
        type: 'verdicts',
        title: error ?? title,
        verdicts: [
            ...verifications.map(v => ({
                element: v.requirement === '' ? v.case : v.requirement,
                label: lastOf(v.case),
                state: STATES[v.verdict],
                message: v.detail,
                details: []
            })),
            ...verdicts.map(v => ({
                element: v.element === '' ? v.requirement : v.element,
                label: v.name === '' ? v.kind : lastOf(v.name),
                state: v.status,
                message: v.error,
                details: [v.condition, v.path].filter(text => text !== '')
            }))
        ]
    };
}

// --- Sweeps -------------------------------------------------------------------------------------------------------------

/** A range of a sweep as text: `wind = 0 [m/s] .. 12 [m/s] : 1 [m/s]`; undefined for a text that is none. */
export function rangeIn(text: string): { parameter: string; from: string; to: string; step?: string } | undefined {
    const [, parameter, from, to, step] = /^\s*([^=]+?)\s*=\s*(.+?)\s*\.\.\s*(.+?)\s*(?::\s*([^:]+?)\s*)?$/.exec(text) ?? [];
    return parameter === undefined ? undefined : { parameter, from, to, ...(step !== undefined && { step }) };
}

/** A line for each output that is a number. */
export function sweepOf(element: string, { parameters, rows }: SweepRows): Sweep {
    const [parameter = ''] = parameters;
    const of = (values: readonly NamedValue[], name: string): NamedValue | undefined => values.find(v => v.name === name);
    const names = [...new Set(rows.flatMap(r => r.outputs.map(o => o.name)))];
    const unitOf = (name: string, side: 'inputs' | 'outputs'): string =>
        rows.map(r => of(r[side], name)?.unit).find(u => u !== undefined) ?? '';
    const errors = [...new Set(rows.flatMap(r => r.error ?? []))];
    return {
        type: 'sweep',
        title: `${lastOf(element)}, ${rows.length} values of ${parameter}`,
        element,
        parameter,
        unit: unitOf(parameter, 'inputs'),
        series: names
            .map(name => ({
                name,
                unit: unitOf(name, 'outputs'),
                points: rows.map(r => [of(r.inputs, parameter)?.number ?? NaN, of(r.outputs, name)?.number ?? NaN] as const)
            }))
            .filter(({ points }) => points.some(([, y]) => Number.isFinite(y))),
        notices: errors
    };
}
