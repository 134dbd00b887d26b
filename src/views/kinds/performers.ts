/**
 * Who performs the steps of an action (SysML 7.17.6): the parts of a model that perform a step by reference, `perform a.step`. Knows no rendering.
 */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { resolve, resolveEachSegment } from '../../language/semantics/names.js';
import { isUsage, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import type { Document } from '../../language/workspace/document.js';
import { isA, memoize } from '../../evaluation/model/kinds.js';

const PERFORMS = Symbol('performances by reference');

/** The `perform x` of a document outside actions: what is performed, and by whom. */
function performancesIn(root: AstNode): readonly { readonly step: AstNode; readonly performer: AstNode }[] {
    return memoize(PERFORMS, root, r => {
        const found: { step: AstNode; performer: AstNode }[] = [];
        const visit = (namespace: AstNode): void => {
            for (const member of ownedMembersOf(namespace)) {
                if (isUsage(member) && member.kind === 'perform' && member.reference !== undefined && !isA(namespace, 'ActionUsage')) {
                    const step = resolve(member.reference);
                    if (step !== undefined && !isA(namespace, 'ActionDefinition')) {
                        found.push({ step, performer: namespace });
                    }
                }
                visit(member);
            }
        };
        visit(r);
        return found;
    });
}

/** The performers of steps that a model states, each step's first. */
export function performersIn(documents: readonly Document[]): ReadonlyMap<AstNode, AstNode> {
    const performers = new Map<AstNode, AstNode>();
    for (const { step, performer } of documents.flatMap(d => performancesIn(d.root))) {
        if (!performers.has(step)) {
            performers.set(step, performer);
        }
    }
    return performers;
}

/** The part through which a step refers to what it performs: `p` of `perform p.act`; undefined when there is none. */
export function performerInPath(step: ast.Usage): AstNode | undefined {
    if (step.kind !== 'perform' || step.reference === undefined) {
        return undefined;
    }
    const path = resolveEachSegment(step.reference).slice(0, -1);
    return path.reverse().find(e => e !== undefined && isUsage(e) && isStructure(e) && ownerOf(e) !== undefined);
}

function isStructure(element: AstNode): boolean {
    return isA(element, 'ItemUsage') || isA(element, 'PortUsage');
}
