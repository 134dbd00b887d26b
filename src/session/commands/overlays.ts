/** What `%render` adds to a view: links to files, and verdicts about what is shown (contract: newest-operations 10). */
import { isA, isConstraint, isRequirement } from '../../runtime/evaluation/index.js';
import { judgeElement, type Verdict } from '../../runtime/verification/index.js';
import { elementIdOf, elementOfId, type RenderedView, type ShownVerdict, withLinks, withVerdicts } from '../../views/index.js';
import { checkEngineAnswers } from '../questions/engines.js';
import type { Session } from '../session.js';
import type { Drawing } from './drawing-words.js';

/**
 * The rendering with the links and verdicts that were wished for.
 * @returns notes: that there are no verdicts
 * @throws CellFailure where the engine that questions are put to gives no verdicts
 */
export function withOverlays(
    session: Session,
    view: RenderedView,
    { link, isJudged }: Pick<Drawing, 'link' | 'isJudged'>
): { readonly view: RenderedView; readonly notes: readonly string[] } {
    const linked = link === undefined ? view : withLinks(view, link, session.filePlaces);
    if (isJudged !== true) {
        return { view: linked, notes: [] };
    }
    checkEngineAnswers(session, 'evaluate');
    const shown = withVerdicts(linked, verdictsAbout(session, view));
    const isMarked = shown.nodes.some(n => n.verdict !== undefined) || shown.rows.some(row => row.cells.at(-1) !== '');
    return isMarked ? { view: shown, notes: [] } : { view: linked, notes: ['nothing that is shown has a verdict'] };
}

/**
 * Verdicts about what a view shows: the model's satisfaction assertions, what is asserted of shown parts, and shown constraints and
 * requirements that are about something.
 */
function verdictsAbout(session: Session, view: RenderedView): readonly ShownVerdict[] {
    const satisfactions = judgeElement(session.newRun(), '').verdicts.flatMap(v => shownAt(v, ''));
    const known = new Set(satisfactions.map(s => s.about));
    const own = elementsShown(view).flatMap(id => {
        session.host.checkCancelled?.();
        const element = elementOfId(session.model, id);
        if (element === undefined || known.has(id)) {
            return [];
        }
        const isCondition = isConstraint(element) || isRequirement(element);
        if (!isCondition && (!isA(element, 'OccurrenceUsage') || isA(element, 'ActionUsage'))) {
            return [];
        }
        const { verdicts } = judgeElement(session.newRun(), id);
        return verdicts.flatMap(v => [...(isCondition ? [] : shownAt(v, id)), ...verdictOf(v, id)]);
    });
    return [...satisfactions, ...own];
}

/** The outermost elements that are shown: what is within them is judged with them. */
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
    // what is about nothing, or asserts nothing, was not judged
    return isUnbound === true || !wasRun
        ? []
        : [{ about, on, verdict: error !== undefined ? 'undecided' : holds === true ? 'holds' : 'fails' }];
}

/** A verdict at the assertion, and at the requirement that it is about. */
function shownAt(verdict: Verdict, on: string): readonly ShownVerdict[] {
    const { assertion, elementId = '', requirementId = '' } = verdict;
    const ids = new Set([assertion === undefined ? elementId : elementIdOf(assertion), requirementId]);
    return [...ids].filter(id => id !== '').flatMap(id => verdictOf(verdict, id, on));
}
