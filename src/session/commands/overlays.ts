/** Adds to a view the options of `%render`: links to files, and verdicts about the shown elements (contract: newest-operations 10). */
import { type RenderedView, withLinks, withVerdicts } from '../../views/index.js';
import { checkEngineAnswers } from '../questions/engines.js';
import { showsVerdicts, verdictsAbout } from '../questions/shown-verdicts.js';
import type { Session } from '../session.js';
import type { Drawing } from './drawing-words.js';

/**
 * The rendering with the requested links and verdicts.
 * @returns notes: that there are no verdicts
 * @throws CellFailure if the engine of the session gives no verdicts
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
    const { checkCancelled } = session.host;
    const judged = verdictsAbout(session.model, view, { newRun: () => session.newRun(), checkCancelled });
    const shown = withVerdicts(linked, judged);
    return showsVerdicts(shown) ? { view: shown, notes: [] } : { view: linked, notes: ['nothing that is shown has a verdict'] };
}
