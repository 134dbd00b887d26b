/** Diagrams and tables: `%views`, `%view`, `%render`, `%viz`, and documents (contract: newest-operations 10). */
import { exposedBy } from '../../language/semantics/exposure.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { isView } from '../../language/semantics/rendering-kind.js';
import type { AstNode } from '../../language/generated/tree.js';
import { isAmong } from '../../language/closed-lists.js';
import {
    COMPARTMENT_FOLDINGS,
    DIRECTIONS,
    type Direction,
    drawView,
    isRefused,
    isWrittenForm,
    misfitOf,
    NOTATION_ELEMENTS,
    notationElementsOf,
    type RenderOptions,
    type RenderedView,
    RENDERING_KINDS,
    renderView,
    viewsOf,
    WRITTEN_FORMS,
    writeRendering,
    type WrittenForm
} from '../../views/index.js';
import { CellFailure, type Shown, shownTable, type WrittenMime } from '../answers/shown.js';
import type { CommandGroup, Session } from '../session.js';
import { kindWordsOf } from '../cells/declared.js';
import { bare, optionsOf, wordsOf } from './command.js';
import { defaultKindOf } from './default-kind.js';

/** How a drawing is made; `notes` are what was stated and is not done. */
interface Drawing {
    readonly form?: WrittenForm;
    readonly direction?: Direction;
    readonly ports: 'minimal' | 'full';
    /** which elements are drawn, and how deep */
    readonly shown?: Pick<RenderOptions, 'show'> | Pick<RenderOptions, 'depth'> | Pick<RenderOptions, 'compartments'>;
    readonly notes: readonly string[];
}

const USUAL: Drawing = { ports: 'minimal', notes: [] };

/** What `show=`, `depth=` and `compartments=` say. @throws CellFailure for what they cannot say */
const EXTENTS: Readonly<Record<string, (value: string) => NonNullable<Drawing['shown']>>> = {
    show: value => {
        const chosen = notationElementsOf(value.split(','));
        if ('unknown' in chosen) {
            throw new CellFailure(
                'UsageError',
                `unknown notation element "${chosen.unknown}"; the elements are ${NOTATION_ELEMENTS.join(', ')}, all`
            );
        }
        return { show: chosen.elements };
    },
    depth: value => {
        if (!/^\d{1,4}$/.test(value)) {
            throw new CellFailure('UsageError', `depth=${value}: depth is a number of levels, 0 for all`);
        }
        return { depth: Number(value) };
    },
    compartments: value => {
        if (!isAmong(COMPARTMENT_FOLDINGS, value) || value === '') {
            const known = COMPARTMENT_FOLDINGS.filter(f => f !== '').join(', ');
            throw new CellFailure('UsageError', `unknown folding of compartments "${value}"; the foldings are ${known}`);
        }
        return { compartments: value };
    }
};

/** A drawing with what a word `name=value` says; undefined for any other word. */
function extended(drawing: Drawing, word: string): Drawing | undefined {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    const read = Object.hasOwn(EXTENTS, name) ? EXTENTS[name] : undefined;
    return read && { ...drawing, shown: { ...drawing.shown, ...read(value) } };
}

/** Styles of the standard's pilot, and of other tools, that our drawings have no counterpart of: they are accepted, with a note. */
const FOREIGN_STYLES = new Set(
    ['default', 'stdcolor', 'plantuml', 'polyline', 'ortholine', 'ortho', 'splines', 'comptree', 'pilot', 'cameo', 'javabean', 'showmetaclass', 'showinherited', 'showimported', 'vrtgt', 'vmanual', 'defaultfont', 'evalexp', 'lines', 'aligntree', 'compmost', 'verdicts'] // prettier-ignore
);

/** One word of a style: a direction, a port display, or one that is not drawn. */
function styled(drawing: Drawing, word: string): Drawing {
    const direction = DIRECTIONS.find(d => d === word.toUpperCase());
    if (direction !== undefined) {
        return { ...drawing, direction };
    }
    const style = word.toLowerCase();
    if (style === 'minimal' || style === 'full') {
        return { ...drawing, ports: style };
    }
    const note = FOREIGN_STYLES.has(style) ? `style ${word} is not drawn` : `style ${word} is unknown and not drawn`;
    return style === 'default' ? drawing : { ...drawing, notes: [...drawing.notes, note] };
}

/** Words behind a name: a form, or parts of a style. */
function drawingOf(words: readonly string[], before: Drawing = USUAL): Drawing {
    return words.reduce((drawing, word) => {
        const form = word.toLowerCase();
        return isWrittenForm(form) ? { ...drawing, form } : (extended(drawing, word) ?? styled(drawing, word));
    }, before);
}

/** Readers that draw a form by themselves prefer it to a picture: it goes to them where it was wished for. */
const WRITTEN_MIMES: Readonly<Partial<Record<WrittenForm, WrittenMime>>> = { mermaid: 'text/vnd.mermaid', dot: 'text/vnd.graphviz' };

/** A rendering in its forms: the text of the wished form, the picture, and what other tools draw of it. @throws CellFailure */
export async function rendered(session: Session, view: RenderedView, { form, direction, notes }: Drawing): Promise<Shown> {
    const misfit = form === undefined ? undefined : misfitOf(form, view.kind);
    if (misfit !== undefined) {
        throw new CellFailure('RenderError', misfit);
    }
    const text = writeRendering(view, form ?? 'text', direction).trimEnd();
    const said = [text, ...[...view.notices, ...notes].map(n => `note: ${n}`)].join('\n');
    const mime = form === undefined ? undefined : WRITTEN_MIMES[form];
    const written = mime === undefined ? {} : { written: { mime, text } };
    // a form that was wished for is shown, and not the picture in its place
    if (form !== undefined && form !== 'text' && form !== 'dot') {
        return { text: said, ...written };
    }
    session.host.checkCancelled?.();
    const svg = await drawView(view, { direction, theme: session.host.theme ?? 'light' });
    session.host.checkCancelled?.();
    return { text: said, svg, ...written };
}

function renderingOf(session: Session, spec: string, { ports, shown }: Drawing): RenderedView {
    const answer = renderView(session.model, spec, { ports, inherited: true, ...shown });
    if (isRefused(answer)) {
        throw new CellFailure('RenderError', answer.message);
    }
    return answer;
}

async function render(session: Session, words: readonly string[]): Promise<Shown | undefined> {
    const [name, ...more] = words.map(bare);
    if (name === undefined) {
        return undefined;
    }
    const drawing = drawingOf(more);
    const pseudo = name.startsWith('#') ? name : undefined;
    const { element, id } = pseudo === undefined ? viewNamed(session, name) : { element: undefined, id: name };
    const spec = element === undefined || isView(element) ? id : `#${defaultKindOf(element)}:${id}`;
    return rendered(session, renderingOf(session, spec, drawing), drawing);
}

const viewNamed = (session: Session, name: string): { readonly element: AstNode; readonly id: string } => session.element(name);

const VIEWS: readonly string[] = [
    'DEFAULT',
    ...['tree', 'interconnection', 'state', 'action', 'sequence', 'mixed', 'case'].map(k => k.toUpperCase())
];

async function viz(session: Session, words: readonly string[]): Promise<readonly Shown[]> {
    const { options, rest } = optionsOf(words);
    let drawing = USUAL;
    let wished = 'DEFAULT';
    for (const [option, value] of options) {
        if (option.toLowerCase() === 'view') {
            wished = value.toUpperCase();
            if (!VIEWS.includes(wished)) {
                throw new CellFailure('UsageError', `unknown view "${value}"; the views are ${VIEWS.join(', ')}`);
            }
        } else if (option.toLowerCase() === 'style') {
            drawing = value.split(/[,\s]+/).filter(w => w !== '').reduce(styled, drawing); // prettier-ignore
        } else {
            throw new CellFailure('UsageError', `unknown option --${option}: there are --view=${VIEWS.join('|')} and --style=<style>`);
        }
    }
    // a form stands before the names; what is an element's name is no form
    const isForm = rest.length > 1 && isWrittenForm(rest[0].toLowerCase()) && session.elementOrNone(rest[0]) === undefined;
    const names = isForm ? rest.slice(1) : rest;
    drawing = isForm ? drawingOf([rest[0]], drawing) : drawing;
    if (names.length === 0) {
        throw new CellFailure('UsageError', 'name at least one element to draw');
    }
    const shown: Shown[] = [];
    for (const name of joined(session, names)) {
        const { element, id } = session.element(name);
        const kind = wished === 'DEFAULT' ? defaultKindOf(element) : RENDERING_KINDS.find(k => k === wished.toLowerCase())!;
        const spec = isView(element) && wished === 'DEFAULT' ? id : `#${kind}:${id}`;
        shown.push(await rendered(session, renderingOf(session, spec, drawing), drawing));
    }
    return shown;
}

/** Words that together are one name, as `"Decision Example"` is with its quotes. */
function joined(session: Session, names: readonly string[]): readonly string[] {
    const whole = names.join(' ');
    return names.length > 1 && session.elementOrNone(names[0]) === undefined && session.elementOrNone(whole) !== undefined
        ? [whole]
        : names;
}

/** Kinds that are diagrams, not tables. */
const isDiagram = (kind: string): boolean => kind !== 'table' && kind !== 'matrix';

function views(session: Session, words: readonly string[]): Shown {
    const wished = words.filter(w => w !== 'diagrams');
    const unknown = wished.find(w => !RENDERING_KINDS.some(k => k === w));
    if (unknown !== undefined) {
        throw new CellFailure('UsageError', `unknown kind "${unknown}"; the kinds are ${RENDERING_KINDS.join(', ')}`);
    }
    const found = viewsOf(session.model.documents).filter(
        ({ kind }) => (wished.length === 0 || wished.includes(kind)) && (!words.includes('diagrams') || isDiagram(kind))
    );
    if (found.length === 0) {
        return { text: '(no views)' };
    }
    const rows = found.map(({ id, kind }) => ['view', kind, id]);
    const lines = rows.map(([what, kind, id]) => `${what}  ${kind}  ${id}`);
    return { ...shownTable({ columns: ['', 'kind', 'name'], rows }), text: lines.join('\n') };
}

function exposed(session: Session, name: string): Shown {
    const { element, id } = session.element(name);
    if (!isView(element)) {
        throw new CellFailure('CommandError', `${id} is not a view: %viz ${id} draws an element without one`);
    }
    const rows = [...exposedBy(element)].map(e => [kindWordsOf(e), qualifiedNameOf(e) ?? '(unnamed)']);
    return rows.length === 0 ? { text: `${id} exposes nothing` } : shownTable({ columns: ['kind', 'element'], rows });
}

export const renderingCommands: CommandGroup = {
    title: 'Views',
    commands: [
        {
            name: 'views',
            usage: '[diagrams] [kind…]',
            summary: 'list the views that the model declares',
            words: ['diagrams', ...RENDERING_KINDS],
            run: (session, argument) => views(session, wordsOf(argument))
        },
        {
            name: 'view',
            usage: '<name>',
            summary: 'what a view exposes',
            run: (session, argument) => (argument === '' ? undefined : exposed(session, bare(argument)))
        },
        {
            name: 'render',
            usage: `<view> [${WRITTEN_FORMS.join('|')}] [${DIRECTIONS.join('|')}] [minimal|full] [show=<elements>] [depth=<n>] [compartments=<folding>]`,
            summary: 'draw a view, or write it in a form; show= names what is drawn beyond it, depth= how many levels',
            run: (session, argument) => render(session, wordsOf(argument))
        },
        {
            name: 'viz',
            usage: `[--view=${VIEWS.join('|')}] [--style=<style>]… [form] <name>…`,
            summary: 'draw elements without a view; a style is a direction (TB, LR, RL, BT) or minimal or full ports',
            run: (session, argument) => viz(session, wordsOf(argument))
        }
    ]
};
