/**
 * What a preview draws when the cursor stands somewhere: the innermost declaration around it that makes a drawing of its own. A state or
 * step is drawn in the machine or action that it belongs to. Pure.
 */
import type { Element } from '../protocol.js';

export interface Subject {
    /** element id; empty for all that the document declares */
    readonly element: string;
    readonly name: string;
    /** kinds of drawings, the best one first */
    readonly kinds: readonly string[];
}

/** Everything of a document. */
export const WHOLE_DOCUMENT: Subject = { element: '', name: '', kinds: ['tree', 'mixed', 'table', 'matrix'] };
/** Of a declared view the model says how it is drawn. */
const OF_VIEW = ['as declared'];

/** The kinds in which an element can be drawn. */
export function kindsOf({ kind, views }: Pick<Element, 'kind' | 'views'>): readonly string[] {
    return kind === 'view' ? OF_VIEW : views.map(view => /^#([^:]*)/.exec(view)?.[1] ?? '');
}

const subjectOf = (element: Element): Subject => ({ element: element.id, name: element.name, kinds: kindsOf(element) });

const BEHAVIOURS = ['state', 'action'];
const familyOf = (element: Element): string | undefined => {
    const [kind] = kindsOf(element);
    return BEHAVIOURS.includes(kind) ? kind : undefined;
};

/** Something that says more than its name. */
function isContent({ kind, location: { range }, views }: Element): boolean {
    return views.length > 0 && (kind === 'package' || range.end.line > range.start.line);
}

/** @param around declarations around the cursor, the innermost first */
export function subjectAt(around: readonly Element[]): Subject {
    const first = around.findIndex(isContent);
    if (first < 0) {
        return WHOLE_DOCUMENT;
    }
    const family = familyOf(around[first]);
    let at = first;
    // a state of a machine and a step of an action are drawn where they belong
    while (family !== undefined && at + 1 < around.length && familyOf(around[at + 1]) === family) {
        at++;
    }
    return subjectOf(around[at]);
}

/** The view to ask for. */
export function viewOf({ element }: Pick<Subject, 'element'>, kind: string): string {
    if (element === '') {
        return `#${kind}`;
    }
    return kind === OF_VIEW[0] ? element : `#${kind}:${element}`;
}

/** The innermost declaration that fits; of a state or step that is run, the behaviour that it belongs to. */
export function elementAround(around: readonly Element[], fits: (element: Element) => boolean): Element | undefined {
    let at = around.findIndex(fits);
    while (at >= 0 && around[at].role === 'run' && around[at + 1]?.role === 'run') {
        at++;
    }
    return around[at];
}
