/** Diagrams and tables: `%views`, `%view`, `%render`, `%viz`, and documents (contract: newest-operations 10). */
import { exposedBy } from '../../language/semantics/exposure.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { isView } from '../../language/semantics/rendering-kind.js';
import type { AstNode } from '../../language/generated/tree.js';
import {
    DIRECTIONS,
    drawView,
    isRefused,
    isWrittenForm,
    misfitOf,
    type RenderedView,
    isDiagram,
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
import { type Drawing, drawingOf, styled, USUAL } from './drawing-words.js';
import { withOverlays } from './overlays.js';

/** The MIME types of forms that clients draw themselves: if such a form is requested, they get the form instead of a picture. */
const WRITTEN_MIMES: Readonly<Partial<Record<WrittenForm, WrittenMime>>> = { mermaid: 'text/vnd.mermaid', dot: 'text/vnd.graphviz' };

/** A rendering in its forms: the text of the requested form, the picture, and the source for other tools. @throws CellFailure */
async function rendered(session: Session, bareView: RenderedView, drawing: Drawing): Promise<Shown> {
    const { form, direction } = drawing;
    const { view, notes } = withOverlays(session, bareView, drawing);
    const misfit = form === undefined ? undefined : misfitOf(form, view.kind);
    if (misfit !== undefined) {
        throw new CellFailure('RenderError', misfit);
    }
    const text = writeRendering(view, form ?? 'text', direction).trimEnd();
    // the text mentions what the form does not represent
    const unsaid = form === undefined || form === 'text' ? [] : view.notices;
    const said = [text, ...[...unsaid, ...drawing.notes, ...notes].map(n => `note: ${n}`)].join('\n');
    const mime = form === undefined ? undefined : WRITTEN_MIMES[form];
    const written = mime === undefined ? {} : { written: { mime, text } };
    // a requested form is shown instead of the picture
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
            drawing = value
                .split(/[,\s]+/)
                .filter(w => w !== '')
                .reduce(styled, drawing);
        } else {
            throw new CellFailure('UsageError', `unknown option --${option}: there are --view=${VIEWS.join('|')} and --style=<style>`);
        }
    }
    // a form precedes the names; a word that names an element is not a form
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

/** Joins words that are one name, such as `"Decision Example"`, which is written with quotes. */
function joined(session: Session, names: readonly string[]): readonly string[] {
    const whole = names.join(' ');
    return names.length > 1 && session.elementOrNone(names[0]) === undefined && session.elementOrNone(whole) !== undefined
        ? [whole]
        : names;
}

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

/** The elements that a view exposes, together with the drawing of the view, which users of the pilot kernel expect. */
async function exposed(session: Session, name: string): Promise<Shown[]> {
    const { element, id } = session.element(name);
    if (!isView(element)) {
        throw new CellFailure('CommandError', `${id} is not a view: %viz ${id} draws an element without one`);
    }
    const rows = [...exposedBy(element)].map(e => [kindWordsOf(e), qualifiedNameOf(e) ?? '(unnamed)']);
    if (rows.length === 0) {
        return [{ text: `${id} exposes nothing` }];
    }
    const { svg } = await rendered(session, renderingOf(session, id, USUAL), USUAL);
    return [shownTable({ columns: ['kind', 'element'], rows }), { text: '', svg }];
}

export const renderingCommands: CommandGroup = {
    title: 'Views',
    commands: [
        {
            name: 'views',
            usage: '[diagrams] [kind…]',
            example: '%views diagrams',
            summary: 'list the views that the model declares',
            words: ['diagrams', ...RENDERING_KINDS],
            run: (session, argument) => views(session, wordsOf(argument))
        },
        {
            name: 'view',
            usage: '<name>',
            example: '%view Cars::structure',
            summary: 'what a view exposes, and its drawing',
            run: (session, argument) => (argument === '' ? undefined : exposed(session, bare(argument)))
        },
        {
            name: 'render',
            usage: `<view> [${WRITTEN_FORMS.join('|')}] [${DIRECTIONS.join('|')}] [minimal|full] [verdicts] [show=<elements>] [depth=<n>] [compartments=<folding>] [link=<address>]`,
            example: '%render Cars::structure mermaid LR',
            summary:
                'draw a view, or write it in a form; show= adds elements of the notation, depth= limits the levels, verdicts marks what holds and fails, link= has {file}, {line} and {col} of declarations',
            run: (session, argument) => render(session, wordsOf(argument))
        },
        {
            name: 'viz',
            usage: `[--view=${VIEWS.join('|')}] [--style=<style>]… [form] <name>…`,
            example: '%viz --view=STATE Cars::Driving',
            summary: 'draw elements without a view; a style is a direction (TB, LR, RL, BT), minimal or full ports, or verdicts',
            run: (session, argument) => viz(session, wordsOf(argument))
        }
    ]
};
