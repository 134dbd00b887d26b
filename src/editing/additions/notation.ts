/** addNotation: appends declarations to a body as they are written. It serves the command line; requests of the service do not have it. */
import { lookupNameOf } from '../../language/semantics/owned-members.js';
import { parseDocument } from '../../language/syntax/index.js';
import { quoted } from '../../runtime/values/index.js';
import { type Draft } from '../draft.js';
import type { AddNotation } from '../operations.js';
import { EditRefusal } from '../outcome.js';
import { dedented } from './members.js';
import { addAtEnd, openOwner } from './owners.js';

/** @throws EditRefusal INVALID_VALUE for a text that is no declaration */
export function addNotation(draft: Draft, index: number, { owner: id, text }: AddNotation): void {
    const owner = openOwner(draft, id, true);
    const { root, diagnostics } = parseDocument(text, draft.language);
    if (diagnostics.length > 0 || root.members.length === 0) {
        throw new EditRefusal('INVALID_VALUE', `'${text}' is no declaration${diagnostics.length > 0 ? `: ${diagnostics[0].message}` : ''}`);
    }
    for (const member of root.members) {
        const names = [lookupNameOf(member), member.shortName].filter(name => name !== undefined);
        names.forEach(name => draft.takeName(owner, quoted(name)));
    }
    addAtEnd(draft, { index, target: id }, owner, dedented(text), { isPlaced: true });
}
