/** The written forms of a rendering (contract: views 2.9), the kinds that each fits, and the function that writes one. */
import { withStatedOrder } from '../runs.js';
import { isTabular, type RenderedView, type RenderingKind } from '../graph.js';
import { d2Of } from './d2.js';
import { dotOf } from './dot.js';
import { mermaidOf } from './mermaid.js';
import { plantumlOf } from './plantuml.js';
import type { Direction } from './outline.js';
import { csvOf, markdownOf, tsvOf } from './tables.js';
import { textOf } from './text.js';
import { wordsOf } from '../../language/closed-lists.js';
import { withArticle } from '../../language/semantics/metaclass.js';

/** The kinds of renderings that a form fits. */
type Subject = 'graph' | 'table' | 'any';

interface Form {
    readonly subject: Subject;
    readonly write: (rendering: RenderedView, direction?: Direction) => string;
    /** extension of its files */
    readonly extension: string;
}

const TABLE = {
    csv: { subject: 'table', write: csvOf, extension: 'csv' },
    d2: { subject: 'graph', write: d2Of, extension: 'd2' },
    dot: { subject: 'graph', write: dotOf, extension: 'dot' },
    markdown: { subject: 'table', write: markdownOf, extension: 'md' },
    mermaid: { subject: 'graph', write: mermaidOf, extension: 'mmd' },
    plantuml: { subject: 'graph', write: plantumlOf, extension: 'puml' },
    text: { subject: 'any', write: textOf, extension: 'txt' },
    tsv: { subject: 'table', write: tsvOf, extension: 'tsv' }
} as const satisfies Readonly<Record<string, Form>>;

export type WrittenForm = keyof typeof TABLE;
const FORMS: Readonly<Record<WrittenForm, Form>> = TABLE;

/** Names of all written forms, in the order of code units. */
export const WRITTEN_FORMS = wordsOf(TABLE);

/** Whether a name is that of a written form. */
export function isWrittenForm(name: string): name is WrittenForm {
    return Object.hasOwn(TABLE, name);
}

/** The default form of a kind for tools: Mermaid, or a Markdown table. */
export function defaultForm(kind: RenderingKind): WrittenForm {
    return isTabular(kind) ? 'markdown' : 'mermaid';
}

/** The extension of a form's files, without a dot. */
export function extensionOf(form: WrittenForm): string {
    return FORMS[form].extension;
}

/** Why a form does not fit a kind, with the forms that do; undefined if it fits. */
export function misfitOf(form: WrittenForm, kind: RenderingKind): string | undefined {
    const wanted = isTabular(kind) ? 'table' : 'graph';
    const { subject } = FORMS[form];
    if (subject === 'any' || subject === wanted) {
        return undefined;
    }
    const fitting = WRITTEN_FORMS.filter(f => FORMS[f].subject === 'any' || FORMS[f].subject === wanted);
    return `${withArticle(kind)} rendering has no ${form} form: use ${fitting.join(', ')}`;
}

/**
 * Writes a rendering in a form. The same rendering gives the same text.
 * @param direction of a diagram that has one; default: that of the kind
 * @throws RangeError for a form that does not fit the kind: check {@link misfitOf} first
 */
export function writeRendering(rendering: RenderedView, form: WrittenForm, direction?: Direction): string {
    const misfit = misfitOf(form, rendering.kind);
    if (misfit !== undefined) {
        throw new RangeError(misfit);
    }
    return FORMS[form].write(withStatedOrder(rendering), direction);
}
