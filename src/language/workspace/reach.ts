/**
 * The findings of a model that concern the elements of a request (`--force`, *Run Anyway*), by the elements' dependences. Reads the
 * resolved model; does not depend on requests.
 */
import type { AstNode } from '../generated/tree.js';
import { documentOf } from '../semantics/text.js';
import { elementById } from '../semantics/naming.js';
import { resolve } from '../semantics/names.js';
import { isDefinition, isFeature } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { spanOf, visitAll } from '../syntax/index.js';
import type { Diagnostic } from './diagnostics.js';
import type { Model } from './workspace.js';

/**
 * Whether a finding lies in the reach of elements: their own text and that of the declarations that they name, directly or indirectly, with
 * the types that contain these.
 * @param about the elements, or their qualified names or paths; undefined, and names that are all unknown, reach every finding
 */
export function reachedFrom(model: Model, about: readonly (string | AstNode)[] | undefined): (finding: Diagnostic) => boolean {
    const roots = (about ?? [])
        .map(e => (typeof e === 'string' ? (elementById(model, e) ?? elementById(model, e.split(/[.[]/)[0])) : e))
        .filter(e => e !== undefined);
    if (about === undefined || (roots.length === 0 && about.length > 0)) {
        return () => true;
    }
    const spans = [...reached(roots)].map(node => documentOf(node).spanOf(spanOf(node)));
    return ({ span }) =>
        span === undefined ||
        spans.some(
            s =>
                s.file === span.file &&
                (s.startLine < span.startLine || (s.startLine === span.startLine && s.startCol <= span.startCol)) &&
                (s.endLine > span.startLine || (s.endLine === span.startLine && s.endCol >= span.startCol))
        );
}

function reached(roots: readonly AstNode[]): ReadonlySet<AstNode> {
    const found = new Set<AstNode>();
    const work: AstNode[] = [];
    const add = (node: AstNode): void => {
        if (!scopeOf(node).isLibrary && !found.has(node)) {
            found.add(node);
            work.push(node);
        }
    };
    for (const root of roots) {
        add(root);
        // Adds the enclosing definitions and usages; imports of enclosing packages contain names of their own.
        for (let owner = root.$container; owner !== undefined && (isDefinition(owner) || isFeature(owner)); owner = owner.$container) {
            add(owner);
        }
    }
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        visitAll(node, inner => {
            const target = resolve(inner);
            if (target !== undefined && (isDefinition(target) || isFeature(target))) {
                add(target);
            }
        });
    }
    return found;
}
