/**
 * The findings that concern the elements of a request (`--force`, *Run Anyway*): those in the elements or in declarations on which they
 * depend. Reads the resolved model; does not depend on requests.
 */
import type { AstNode } from '../generated/tree.js';
import { documentOf } from '../semantics/text.js';
import { elementById } from '../semantics/naming.js';
import { resolve } from '../semantics/names.js';
import { isDefinition, isFeature } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { spanOf, visitAll } from '../syntax/index.js';
import type { Diagnostic, DiagnosticSpan } from './diagnostics.js';
import type { Model } from './workspace.js';

/**
 * Whether a finding concerns some elements: it lies in an element, in a type that contains one, or in a declaration to which these refer,
 * directly or indirectly.
 * @param about the elements, or their qualified names or paths; if undefined, or if no name is known, every finding concerns them
 */
export function reachedFrom(model: Model, about: readonly (string | AstNode)[] | undefined): (finding: Diagnostic) => boolean {
    const roots = (about ?? [])
        .map(e => (typeof e === 'string' ? (elementById(model, e) ?? elementById(model, e.split(/[.[]/)[0])) : e))
        .filter(e => e !== undefined);
    if (about === undefined || (roots.length === 0 && about.length > 0)) {
        return () => true;
    }
    const spans = new Map<string, DiagnosticSpan[]>();
    const all = reached(roots);
    for (const node of all) {
        if (!isWithinAny(node, all)) {
            const span = documentOf(node).spanOf(spanOf(node));
            entryOf(spans, span.file).push(span);
        }
    }
    spans.forEach(of => of.sort((a, b) => a.startLine - b.startLine || a.startCol - b.startCol));
    return ({ span }) => {
        if (span === undefined) {
            return true;
        }
        const before = lastBefore(spans.get(span.file) ?? [], span);
        return (
            before !== undefined &&
            (before.endLine > span.startLine || (before.endLine === span.startLine && before.endCol >= span.startCol))
        );
    };
}

function entryOf(spans: Map<string, DiagnosticSpan[]>, file: string): DiagnosticSpan[] {
    let found = spans.get(file);
    if (found === undefined) {
        spans.set(file, (found = []));
    }
    return found;
}

/** The last span that begins at or before the start of another span. The spans are sorted and do not overlap. */
function lastBefore(spans: readonly DiagnosticSpan[], { startLine, startCol }: DiagnosticSpan): DiagnosticSpan | undefined {
    let [from, to] = [0, spans.length];
    while (from < to) {
        const middle = (from + to) >> 1;
        const span = spans[middle];
        if (span.startLine < startLine || (span.startLine === startLine && span.startCol <= startCol)) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return spans[from - 1];
}

/** Whether a node is inside one of the given nodes. */
function isWithinAny(node: AstNode, nodes: ReadonlySet<AstNode>): boolean {
    for (let owner = node.$container; owner !== undefined; owner = owner.$container) {
        if (nodes.has(owner)) {
            return true;
        }
    }
    return false;
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
        // Add the enclosing definitions and usages, but not packages: their other members do not concern the element.
        for (let owner = root.$container; owner !== undefined && (isDefinition(owner) || isFeature(owner)); owner = owner.$container) {
            add(owner);
        }
    }
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        if (isWithinAny(node, found)) {
            continue; // the visit of the containing node includes it
        }
        visitAll(node, inner => {
            const target = resolve(inner);
            if (target !== undefined && (isDefinition(target) || isFeature(target))) {
                add(target);
            }
        });
    }
    return found;
}
