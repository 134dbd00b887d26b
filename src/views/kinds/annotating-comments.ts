/**
 * Adds comments about shown elements as notes with a line to each annotated element (SysML 8.2.3.4): comments that are members of shown
 * elements and not shown themselves. Omits comments that name no element, because they are about the surrounding text.
 */
import { resolve } from '../../language/semantics/names.js';
import { ownedMembersOf } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import type { ViewGraph } from '../view-graph.js';
import { bodyText } from './body-text.js';

export function addAnnotatingComments(graph: ViewGraph): void {
    for (const element of [...graph.shownElements()].filter(e => !scopeOf(e).isLibrary)) {
        for (const comment of ownedMembersOf(element)) {
            if (comment.$type !== 'Comment' || graph.shownAs(comment) !== undefined) {
                continue;
            }
            const annotated = comment.about.flatMap(name => graph.shownAs(resolve(name) ?? comment) ?? []);
            if (annotated.length > 0) {
                const parent = graph.shownAs(element);
                const note = graph.addition(comment, { shape: 'comment', parent, text: bodyText(comment) });
                annotated.forEach(({ id: to }) =>
                    graph.relationship(comment, { from: note.id, to, kind: 'annotation', form: 'relationship' })
                );
            }
        }
    }
}
