/**
 * Whether the model decides that two types share no value. Types may always have a common specialization, so the model must have no
 * definition or usage that specializes both. Reports nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { conformsTo, conformsToLibrary } from '../semantics/specialization.js';
import { visitAll } from '../syntax/index.js';
import type { Document } from '../workspace/document.js';
import { areUnrelated, QUANTITY } from './expression-facts.js';
import type { CheckContext } from './check.js';

const TYPING: ReadonlySet<string> = new Set(['Subclassification', 'Specialization', 'FeatureTyping']);
const joining = new WeakMap<readonly Document[], readonly AstNode[]>();

/** The elements with two or more generals: only these can be common specializations of unrelated types. */
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
 * Whether, in this model, no value is an instance of one of the first definitions and of one of the others. Numbers and quantities are not
 * distinguished: other checks compare their units.
 * @param judged the checked element, whose generals are no evidence of a common specialization
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
