/**
 * The performers of the steps of an action (SysML 7.17.6): parts of a model that perform a step by reference, `perform a.step`. Does not
 * depend on renderings.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { resolve, resolveEachSegment } from '../../language/semantics/names.js';
import { rootsWith } from '../../language/semantics/searched-roots.js';
import { isUsage, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import type { Document } from '../../language/workspace/document.js';
import { isA, memoize } from '../../runtime/evaluation/index.js';

/** A cheap test: only documents with this keyword declare performances. */
const KEYWORD = /\bperform\b/;

const PERFORMS = Symbol('performances by reference');

/** A part that performs an action by reference. */
export interface Performance {
    readonly performer: AstNode;
    /** for a step, the action that contains it: the usage that the reference names before it, or else the action that declares it */
    readonly within: AstNode | undefined;
}

/** The `perform x` of a document outside actions: the performed element and the performer. */
function performancesIn(root: AstNode): readonly (Performance & { readonly performed: AstNode })[] {
    return memoize(PERFORMS, root, r => {
        const found: (Performance & { performed: AstNode })[] = [];
        const visit = (namespace: AstNode): void => {
            for (const member of ownedMembersOf(namespace)) {
                const reference = isUsage(member) && member.kind === 'perform' && isPerformer(namespace) ? referenceOf(member) : undefined;
                const [performed, before] = reference === undefined ? [] : [...resolveEachSegment(reference)].reverse();
                if (performed !== undefined) {
                    const within = before !== undefined && isA(before, 'ActionUsage') ? referredBy(before) : ownerOf(performed);
                    found.push({ performed: referredBy(performed), performer: namespace, within });
                }
                visit(member);
            }
        };
        visit(r);
        return found;
    });
}

/** The reference to the performed action in `perform x` or `perform action p references x`. */
function referenceOf({ reference, relationships }: ast.Usage): ast.ReferenceSubsetting | undefined {
    return reference ?? relationships.find(r => r.$type === 'ReferenceSubsetting');
}

/** Returns the performed action instead of a part's performance usage, because both have the same name. */
function referredBy(action: AstNode): AstNode {
    const owner = ownerOf(action);
    const isPerformance = isUsage(action) && action.kind === 'perform' && owner !== undefined && isPerformer(owner);
    const reference = isPerformance ? referenceOf(action) : undefined;
    const referred = reference === undefined ? undefined : resolve(reference);
    return referred ?? action;
}

/** Whether a namespace is an occurrence but not an action: what an action performs is one of its steps. */
function isPerformer(namespace: AstNode): boolean {
    const isOccurrence = isA(namespace, 'OccurrenceUsage') || isA(namespace, 'OccurrenceDefinition');
    return isOccurrence && !isA(namespace, 'ActionUsage') && !isA(namespace, 'ActionDefinition');
}

/** The performers of actions and steps, as a model states them, in the order of its documents. */
export function performersIn(documents: readonly Document[]): ReadonlyMap<AstNode, readonly Performance[]> {
    const performers = new Map<AstNode, Performance[]>();
    for (const { performed, ...performance } of rootsWith(documents, KEYWORD).flatMap(performancesIn)) {
        const known = performers.get(performed) ?? [];
        known.push(performance);
        performers.set(performed, known);
    }
    return performers;
}

/** The last part in the reference of a performance: `p` of `perform p.act` and `perform action a references p.act`. */
export function performerInPath(step: ast.Usage): AstNode | undefined {
    const reference = step.kind === 'perform' ? referenceOf(step) : undefined;
    const path = reference === undefined ? [] : resolveEachSegment(reference).slice(0, -1);
    return path.reverse().find(e => e !== undefined && isStructure(e));
}

function isStructure(element: AstNode): boolean {
    return isA(element, 'ItemUsage') || isA(element, 'PortUsage');
}
