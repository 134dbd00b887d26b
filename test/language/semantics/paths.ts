/** Elements of a model by paths, for tests of what has no name of its own. */
import { expect } from 'vitest';
import type { AstNode } from '../../../src/language/generated/tree.js';
import { elementById } from '../../../src/language/semantics/naming.js';
import { ownedMembersOf } from '../../../src/language/semantics/structure.js';
import type { Model } from '../../../src/language/workspace/workspace.js';

/** An element by its id; `id/2` is its third member, `id/ends/0` the first node of a property. */
export function elementAtPath(model: Model, path: string): AstNode {
    const [id, ...steps] = path.split('/');
    let node: unknown = elementById(model, id);
    for (const step of steps) {
        node = /^\d+$/.test(step)
            ? Array.isArray(node)
                ? (node as unknown[])[Number(step)]
                : ownedMembersOf(node as AstNode)[Number(step)]
            : (node as Record<string, unknown>)[step];
    }
    expect(node, path).toBeDefined();
    return node as AstNode;
}
