/** The page of the preview: puts stage, bar and panels together, and speaks with the extension. */
import { byId, h, icon, iconButton } from './dom.js';
import { pngOf } from './export.js';
import { closeMenu, type MenuGroup, openMenu } from './menu.js';
import type { Drawing, Edit, FromPage, Point, ShownNode, ToPage, Verdicts } from './messages.js';
import { exploredContent, sweepContent, valuesContent, VERDICT_SIGNS, verdictsContent } from './panels/answers.js';
import { lastOf } from './names.js';
import { runPanel } from './panels/run.js';
import { rerouted } from './routes.js';
import { found } from './search.js';
import { Stage } from './stage.js';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: unknown): void; getState(): unknown };

const api = acquireVsCodeApi();
const send = (message: FromPage): void => api.postMessage(message);
const nonce = document.body.dataset.nonce ?? '';

let drawing: Drawing | undefined;
let selected: string | undefined;
/** a line that is being drawn, or an element that is being moved: the next click on a node ends it */
let pending: ((id: string) => void) | undefined;
let verdicts: Verdicts | undefined;
let hits: string[] = [];
/** what the cursor of the editor is in, the innermost first */
let around: readonly string[] = [];

const stage = new Stage(byId('stage'), {
    clicked: (id, event) => clicked(id, event),
    opened: id => revealOf(id),
    context: (id, event) => context(id, event),
    folded: id => fold(nodeOf(id)),
    canDrag: id => pending === undefined && (nodeOf(id)?.isDraggable === true || routeOf(id) !== undefined),
    dragged: (id, from, to) => dragged(id, from, to)
});

const nodeOf = (id: string | undefined): ShownNode | undefined => drawing?.nodes.find(n => n.id === id);

/** Stated way points of a line; undefined for what takes none. */
const routeOf = (id: string): readonly Point[] | undefined => drawing?.edges.find(e => e.id === id)?.route;

/** The element of a node, line or port. */
function elementOf(id: string): string {
    return stage.groupOf(id)?.getAttribute('data-element') ?? '';
}

function revealOf(id: string): void {
    const element = elementOf(id);
    if (element !== '') {
        send({ type: 'reveal', element });
    }
}

// --- Bar ----------------------------------------------------------------------------------------------------------------

const title = h('span', { class: 'title' });
const kinds = h('div', { class: 'kinds', role: 'tablist' });
const count = h('span', { class: 'count' });
const search = h('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search in the drawing',
    oninput: () => showHits(),
    onkeydown: event => searchKey(event as KeyboardEvent)
});
const pin = iconButton('pin', 'Keep this drawing when the cursor moves', () => send({ type: 'pin', isPinned: drawing?.isPinned !== true }));
const sideButton = iconButton('panel', 'Show run, outcomes, values and verdicts', () => toggleSide());

byId('bar').append(
    kinds,
    title,
    h(
        'div',
        { class: 'tools' },
        search,
        count,
        iconButton('minus', 'Smaller (-)', () => stage.zoom(1 / 1.25)),
        iconButton('plus', 'Larger (+)', () => stage.zoom(1.25)),
        iconButton('fit', 'Show all (0)', () => stage.fit()),
        pin,
        iconButton('export', 'Export…', () => send({ type: 'export' })),
        sideButton
    )
);

function showBar(shown: Drawing): void {
    title.textContent = shown.title;
    title.title = shown.element;
    kinds.replaceChildren(
        ...shown.kinds.map(kind =>
            h('button', { role: 'tab', 'aria-selected': String(kind === shown.kind), onclick: () => send({ type: 'draw', kind }) }, kind)
        )
    );
    pin.setAttribute('aria-pressed', String(shown.isPinned));
}

// --- Search -------------------------------------------------------------------------------------------------------------

function showHits(): void {
    hits = drawing === undefined ? [] : found(search.value, drawing.nodes, drawing.edges);
    stage.mark('found', hits);
    count.textContent = search.value === '' ? '' : String(hits.length);
    if (hits.length > 0) {
        stage.reveal(hits.slice(0, 1));
    }
}

function searchKey(event: KeyboardEvent): void {
    if (event.key === 'Enter' && hits.length > 0) {
        hits.push(hits.shift()!);
        const [current] = event.shiftKey ? [hits.at(-2) ?? hits[0]] : [hits.at(-1)!];
        select(current);
        stage.centre(current);
    } else if (event.key === 'Escape') {
        search.value = '';
        showHits();
        byId('stage').focus();
    }
}

// --- Selection and edits ------------------------------------------------------------------------------------------------

function select(id: string | undefined): void {
    selected = id;
    stage.mark('selected', id === undefined ? [] : [id]);
}

function clicked(id: string | undefined, event: MouseEvent): void {
    if (pending !== undefined) {
        const finish = pending;
        endPending();
        if (id !== undefined) {
            finish(id);
        }
        return;
    }
    select(id);
    byId('stage').focus();
    if (id !== undefined && !event.shiftKey) {
        revealOf(id);
    }
}

function fold(node: ShownNode | undefined): void {
    if (node?.canFold === true && node.element !== '') {
        send({ type: 'fold', element: node.element, isFolded: !node.isFolded });
    }
}

function beginPending(told: string, finish: (id: string) => void): void {
    pending = finish;
    document.body.classList.add('is-pending');
    status(told);
}

function endPending(): void {
    pending = undefined;
    document.body.classList.remove('is-pending');
    status('');
}

const edit = (change: Edit): void => send({ type: 'edit', edit: change });

/** something was dragged: the paper stays where it is when it is drawn there */
let isPlacing = false;
/** Pixels around a way point in which it is meant. */
const REACH = 10;

function dragged(id: string, from: Point, to: Point): void {
    const [route, shape, ends] = [routeOf(id), stage.shapeOf(id), stage.endsOf(id)];
    select(id);
    stage.hold();
    isPlacing = true;
    if (route !== undefined && ends !== undefined) {
        edit({ kind: 'route', edge: id, points: rerouted(route, ends, from, to, stage.lengthOf(REACH)) });
    } else if (shape !== undefined) {
        const by = { x: Math.round(to.x - from.x), y: Math.round(to.y - from.y) };
        edit({ kind: 'place', node: id, by, to: { x: Math.round(shape.x) + by.x, y: Math.round(shape.y) + by.y } });
    }
}

function context(id: string | undefined, event: MouseEvent): void {
    select(id);
    openMenu(event.clientX, event.clientY, menuOf(id));
}

function menuOf(id: string | undefined): MenuGroup[] {
    const node = nodeOf(id);
    const element = id === undefined ? '' : elementOf(id);
    const isEdge = drawing?.edges.some(e => e.id === id) === true;
    const isEditable = isEdge || nodeOf(id?.replace(/\.\d+$/, ''))?.isEditable === true;
    const owner = node === undefined ? (drawing?.element ?? '') : node.element;
    return [
        element === ''
            ? []
            : [
                  { label: 'Go to Source', hint: 'Enter', run: () => send({ type: 'reveal', element }) },
                  { label: 'Draw This', run: () => send({ type: 'draw', element }) },
                  ...(node?.canFold === true
                      ? [{ label: node.isFolded ? 'Expand' : 'Collapse', hint: 'Space', run: () => fold(node) }]
                      : [])
              ],
        element === '' || !isEditable
            ? []
            : [
                  { label: 'Rename…', hint: 'F2', run: () => edit({ kind: 'rename', target: element }) },
                  ...(isEdge
                      ? []
                      : (drawing?.connections ?? []).map(({ kind, label }) => ({
                            label: `Connect: ${label}…`,
                            run: () => connect(id!, kind)
                        }))),
                  ...(node === undefined ? [] : [{ label: 'Move to…', run: () => move(node) }]),
                  { label: 'Delete', hint: 'Del', run: () => edit({ kind: 'delete', target: element }) }
              ],
        id !== undefined && node?.isEditable !== true
            ? []
            : (drawing?.members ?? []).map(({ kind, label }) => ({
                  label: `Add ${label}…`,
                  run: () => edit({ kind: 'add', owner, member: kind })
              })),
        element === '' || node === undefined
            ? []
            : [
                  { label: 'Values', run: () => ask('values', { type: 'showValues', element }) },
                  { label: 'Verify', run: () => ask('verdicts', { type: 'verify', element }) }
              ]
    ];
}

function connect(from: string, connection: string): void {
    beginPending(`${connection} from ${lastOf(elementOf(from))}: click what it leads to, or press Escape.`, to =>
        edit({ kind: 'connect', connection, from, to })
    );
}

function move({ element }: ShownNode): void {
    beginPending(`Click what ${lastOf(element)} is moved into, or press Escape.`, id => {
        const owner = nodeOf(id)?.element ?? '';
        if (owner !== '') {
            edit({ kind: 'move', target: element, owner });
        }
    });
}

// --- Panels -------------------------------------------------------------------------------------------------------------

const run = runPanel(
    command => send({ type: 'run', ...command }),
    element => ask('explore', { type: 'explore', element }),
    element => send({ type: 'draw', element })
);
const PANELS = { run: 'Run', explore: 'Outcomes', values: 'Values', verdicts: 'Verdicts', sweep: 'Sweep' } as const;
type PanelName = keyof typeof PANELS;
const empty: Readonly<Record<Exclude<PanelName, 'run'>, string>> = {
    explore: 'Explore an action or a state machine: every order that the model leaves open, and what each comes to.',
    values: 'Values of an object: right-click a part in the drawing.',
    verdicts: 'Verdicts of requirements and satisfactions: right-click a part or a requirement in the drawing.',
    sweep: 'Sweeps of a calculation or an analysis over a parameter: use the lens over its declaration.'
};
const panels = Object.fromEntries(
    (Object.keys(PANELS) as PanelName[]).map(name => [
        name,
        name === 'run' ? run.element : h('section', { class: 'panel', id: `panel-${name}` }, h('p', { class: 'hint' }, empty[name]))
    ])
) as Readonly<Record<PanelName, HTMLElement>>;
const tabs = h(
    'div',
    { class: 'tabs', role: 'tablist' },
    ...(Object.keys(PANELS) as PanelName[]).map(name =>
        h('button', { role: 'tab', 'data-panel': name, onclick: () => openPanel(name) }, PANELS[name])
    )
);
const side = byId('side');
side.append(tabs, ...Object.values(panels));

function toggleSide(isOpen = side.hidden): void {
    side.hidden = !isOpen;
    sideButton.setAttribute('aria-pressed', String(isOpen));
}

function openPanel(name: PanelName): void {
    toggleSide(true);
    for (const [other, panel] of Object.entries(panels)) {
        panel.hidden = other !== name;
    }
    tabs.querySelectorAll('button').forEach(tab => tab.setAttribute('aria-selected', String(tab.dataset.panel === name)));
}

function fill(name: PanelName, content: readonly Element[]): void {
    panels[name].replaceChildren(...content);
    openPanel(name);
}

function ask(panel: PanelName, message: FromPage): void {
    fill(panel, [h('p', { class: 'hint' }, 'Computing …')]);
    send(message);
}

openPanel('run');
toggleSide(false);

// --- Messages -----------------------------------------------------------------------------------------------------------

function status(text: string, isError = false): void {
    const line = byId('status');
    line.textContent = text;
    line.title = text;
    line.classList.toggle('is-error', isError);
}

function showDrawing(next: Drawing): void {
    const keep = selected;
    // a verdict is of the text that it was asked of
    if (verdicts !== undefined && next.version !== drawing?.version) {
        verdicts = undefined;
        panels.verdicts.prepend(h('p', { class: 'warning' }, 'Of the model as it was before the last change.'));
    }
    drawing = next;
    api.setState(next.state);
    document.body.dataset.colours = next.colours;
    document.body.classList.remove('is-stale');
    stage.show(next, nonce, isPlacing ? undefined : keep);
    isPlacing = false;
    showBar(next);
    showHits();
    run.offer(next.runnable);
    run.drawn(next.element);
    highlight();
    if (selected === undefined && next.nodes.some(n => n.id === keep)) {
        select(keep);
    }
    showBadges();
    if (pending === undefined) {
        status(next.notices.join(' · '));
    }
}

function showBadges(): void {
    const badges = new Map<string, { text: string; kind: string; title: string }>();
    for (const { element, state, label, message } of verdicts?.verdicts ?? []) {
        for (const node of drawing?.nodes.filter(n => n.element === element && element !== '') ?? []) {
            const worse = badges.get(node.id);
            if (worse === undefined || worse.kind === 'holds') {
                badges.set(node.id, {
                    text: VERDICT_SIGNS[state],
                    kind: state,
                    title: [`${label} ${state}`, message].filter(t => t !== '').join(': ')
                });
            }
        }
    }
    stage.badges(badges);
}

/** Selects what the cursor of the editor is in. */
function highlight(): void {
    const all = [...(drawing?.nodes ?? []), ...(drawing?.edges ?? [])];
    const hit = around.map(element => all.find(n => n.element === element && element !== drawing?.element)).find(n => n !== undefined);
    select(hit?.id);
    if (hit !== undefined) {
        stage.reveal([hit.id]);
    }
}

/** Of active nodes those with none in them. */
function innermost(ids: readonly string[]): readonly string[] {
    const around = new Set<string>();
    for (const id of ids) {
        for (let node = nodeOf(nodeOf(id)?.parent); node !== undefined; node = nodeOf(node.parent)) {
            around.add(node.id);
        }
    }
    return ids.filter(id => !around.has(id));
}

const HANDLERS: { readonly [T in ToPage['type']]: (message: Extract<ToPage, { type: T }>) => void } = {
    drawing: showDrawing,
    failed({ message }) {
        document.body.classList.add('is-stale');
        status(message, true);
    },
    highlight({ elements }) {
        around = elements;
        highlight();
    },
    run(shown) {
        const inner = innermost(shown.active);
        stage.mark('active', inner);
        stage.mark(
            'entered',
            shown.active.filter(id => !inner.includes(id))
        );
        stage.mark('taken', shown.taken);
        stage.tokens(shown.tokens, !shown.isReplay);
        run.show(shown);
        if (!shown.isReplay) {
            openPanel('run');
        }
        stage.reveal(inner);
    },
    runEnded({ reason }) {
        (['active', 'entered', 'taken'] as const).forEach(mark => stage.mark(mark, []));
        stage.tokens([], false);
        run.ended(reason);
        if (reason !== '') {
            openPanel('run');
        }
    },
    explored: message =>
        fill(
            'explore',
            exploredContent(message, outcome => send({ type: 'run', command: 'witness', outcome }))
        ),
    values: message =>
        fill(
            'values',
            valuesContent(message, element => send({ type: 'reveal', element }))
        ),
    verdicts(message) {
        verdicts = message;
        showBadges();
        fill(
            'verdicts',
            verdictsContent(message, element => send({ type: 'reveal', element }))
        );
    },
    sweep: message => fill('sweep', sweepContent(message)),
    busy: ({ what }) => status(what),
    paint({ svg }) {
        pngOf(svg).then(
            data => send({ type: 'painted', data }),
            (error: Error) => send({ type: 'failed', message: error.message })
        );
    }
};

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    const handler = HANDLERS[data.type] as (message: ToPage) => void;
    handler(data);
});

// --- Keyboard -----------------------------------------------------------------------------------------------------------

const KEYS: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    '+': () => stage.zoom(1.25),
    '=': () => stage.zoom(1.25),
    '-': () => stage.zoom(1 / 1.25),
    '0': () => stage.fit(),
    '/': () => search.focus(),
    ArrowLeft: () => stage.pan(60, 0),
    ArrowRight: () => stage.pan(-60, 0),
    ArrowUp: () => stage.pan(0, 60),
    ArrowDown: () => stage.pan(0, -60),
    Enter: () => selected !== undefined && revealOf(selected),
    ' ': () => fold(nodeOf(selected)),
    F2: () => withElement(target => edit({ kind: 'rename', target })),
    Delete: () => withElement(target => edit({ kind: 'delete', target })),
    Escape() {
        closeMenu();
        endPending();
        select(undefined);
    }
};

function withElement(use: (element: string) => void): void {
    const element = selected === undefined ? '' : elementOf(selected);
    if (element !== '') {
        use(element);
    }
}

/** Whether keys belong to what has the focus: a field or an open menu. They still go on to the window: it has keys of the editor. */
function takesKeys(target: EventTarget | null): boolean {
    return target instanceof Element && target.closest('input, select, .menu') !== null;
}

window.addEventListener('keydown', event => {
    if (takesKeys(event.target)) {
        return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
        search.focus();
        event.preventDefault();
    } else if (KEYS[event.key] !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' ')) {
            return;
        }
        KEYS[event.key](event);
        event.preventDefault();
    }
});

byId('empty').append(icon('panel'));
send({ type: 'ready' });
