/**
 * Whether the model decides that two types have no value in common. Types may always have a common specialization; so nothing is decided
 * where some definition or usage of the model has both. Reports nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { conformsTo, conformsToLibrary } from '../semantics/specialization.js';
import { visitAll } from '../syntax/index.js';
import type { Document } from '../workspace/document.js';
import { areUnrelated, QUANTITY } from './expression-facts.js';
import type { CheckContext } from './check.js';

const TYPING: ReadonlySet<string> = new Set(['Subclassification', 'Specialization', 'FeatureTyping']);
const joining = new WeakMap<readonly Document[], readonly AstNode[]>();

/** What states two generals or more: the only elements that can bring types together which do not specialize one another. */
function joiningTypes(documents: readonly Document[]): readonly AstNode[] {
    let found = joining.get(documents);
    if (found === undefined) {
        const made: AstNode[] = [];
        for (const { root } of documents) {
            visitAll(root, node => {
                const { relationships } = node;
                if (relationships !== undefined && relationships.filter(r => TYPING.has(r.$type)).length > 1) {
                    made.push(node);
                }
            });
        }
        joining.set(documents, (found = made));
    }
    return found;
}

const areNumeric = (types: readonly AstNode[]): boolean =>
    types.every(t => conformsToLibrary(t, QUANTITY) || conformsToLibrary(t, 'ScalarValues::Number'));

/**
 * Whether no value is of one of the first definitions and of one of the others, for all that the model states. Numbers and quantities are
 * not distinguished here: their units are judged elsewhere.
 * @param judged what the question is about: its own types join nothing
 */
export function areSeparate(
    types: readonly AstNode[],
    others: readonly AstNode[],
    context: Pick<CheckContext, 'allDocuments'>,
    judged?: AstNode
): boolean {
    return (
        areUnrelated(types, others) &&
        !(areNumeric(types) && areNumeric(others)) &&
        !joiningTypes(context.allDocuments()).some(
            node => node !== judged && types.some(t => conformsTo(node, t)) && others.some(o => conformsTo(node, o))
        )
    );
}
