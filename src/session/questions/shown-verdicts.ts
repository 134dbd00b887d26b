/**
 * Verdicts on the elements that a view shows, for drawings that mark them; for the prompt and the command line. Does not depend on
 * drawings.
 */
import type { Model } from '../../language/workspace/workspace.js';
import { isA, isConstraint, isRequirement, type Run } from '../../runtime/evaluation/index.js';
import { judgeElement, type Verdict } from '../../runtime/verification/index.js';
import { elementIdOf, elementOfId, type RenderedView, type ShownVerdict } from '../../views/index.js';

/**
 * Verdicts on the elements that a view shows: the model's satisfaction assertions, assertions about shown parts, and shown constraints and
 * requirements with a subject.
 * @param newRun creates a run for each judged element
 * @throws the error of `checkCancelled`, which is called between elements
 */
export function verdictsAbout(
    model: Model,
    view: RenderedView,
    { newRun, checkCancelled }: { readonly newRun: () => Run; readonly checkCancelled?: () => void }
): readonly ShownVerdict[] {
    const satisfactions = judgeElement(newRun(), '').verdicts.flatMap(v => shownAt(v, ''));
    const known = new Set(satisfactions.map(s => s.about));
    const own = elementsShown(view).flatMap(id => {
        checkCancelled?.();
        const element = elementOfId(model, id);
        if (element === undefined || known.has(id)) {
            return [];
        }
        const isCondition = isConstraint(element) || isRequirement(element);
        if (!isCondition && (!isA(element, 'OccurrenceUsage') || isA(element, 'ActionUsage'))) {
            return [];
        }
        const { verdicts } = judgeElement(newRun(), id);
        return verdicts.flatMap(v => [...(isCondition ? [] : shownAt(v, id)), ...verdictOf(v, id)]);
    });
    return [...satisfactions, ...own];
}

/** The outermost shown elements; nested elements are judged together with them. */
function elementsShown({ nodes, rows }: RenderedView): readonly string[] {
    const holders = new Map(nodes.map(n => [n.id, n]));
    const isOutermost = (parent: string): boolean => {
        const around = holders.get(parent);
        return around === undefined || (around.shape === 'package' && isOutermost(around.parent));
    };
    const outermost = nodes.filter(n => isOutermost(n.parent)).map(n => n.element);
    return [...new Set([...outermost, ...rows.map(r => r.element)])].filter(id => id !== '');
}

function verdictOf({ error, holds, isUnbound, wasRun }: Verdict, about: string, on = ''): readonly ShownVerdict[] {
    // an assertion without a subject was not judged
    return isUnbound === true || !wasRun
        ? []
        : [{ about, on, verdict: error !== undefined ? 'undecided' : holds === true ? 'holds' : 'fails' }];
}

/** A verdict at the assertion, and at its requirement. */
function shownAt(verdict: Verdict, on: string): readonly ShownVerdict[] {
    const { assertion, elementId = '', requirementId = '' } = verdict;
    const ids = new Set([assertion === undefined ? elementId : elementIdOf(assertion), requirementId]);
    return [...ids].filter(id => id !== '').flatMap(id => verdictOf(verdict, id, on));
}

/** Whether a rendering shows a verdict. */
export const showsVerdicts = ({ nodes, rows }: RenderedView): boolean =>
    nodes.some(n => n.verdict !== undefined) || rows.some(row => row.cells.at(-1) !== '');
