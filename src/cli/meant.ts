/** Which of a model's names was meant by one that an answer does not know. Knows the runtime's wording of such answers, and no command. */
import type { AstNode } from 'langium';
import { nameOf, qualifiedNameOf } from '../language/semantics/naming.js';
import { lastSegment, ownedMembersOf } from '../language/semantics/structure.js';
import { nearest, type Candidate } from '../language/validation/suggestions.js';
import type { Model } from '../language/workspace/workspace.js';

/** How answers end that do not know a name (contract core, Errors), and whether it is a feature of an object, which is written by its simple name. */
const UNKNOWN: readonly { readonly pattern: RegExp; readonly isMember: boolean }[] = [
    { pattern: /\b(?:symbol|subject) not found: (.+)$/, isMember: false },
    { pattern: /\bunresolved reference: (.+)$/, isMember: false },
    { pattern: /\bmember (.+) not found in instance$/, isMember: true }
];

/** The error, followed by names of the model's own elements that are equal or near to the unknown one it ends with. */
export function withMeant(model: Model, error: string): string {
    for (const { pattern, isMember } of UNKNOWN) {
        const id = pattern.exec(error)?.[1];
        if (id !== undefined) {
            const meant = nearest(lastSegment(id), candidatesOf(model, isMember)).map(c => c.text).filter(text => text !== id);
            return meant.length === 0 ? error : `${error} (did you mean ${meant.join(' or ')}?)`;
        }
    }
    return error;
}

/** The named elements of the model's documents; `reach` as for names that are usable only when qualified. */
function candidatesOf(model: Model, isMember: boolean): Candidate[] {
    const found: Candidate[] = [];
    const visit = (node: AstNode): void => {
        const name = nameOf(node);
        const text = isMember ? name : qualifiedNameOf(node);
        if (name !== undefined && text !== undefined) {
            found.push({ text, name, reach: 1, element: node });
        }
        ownedMembersOf(node).forEach(visit);
    };
    model.documents.forEach(d => visit(d.root));
    return found;
}
