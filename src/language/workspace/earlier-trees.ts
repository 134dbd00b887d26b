/**
 * Syntax trees of earlier versions of documents. Queries search them until a document's own tree is parsed. If the whole analysis of a
 * document is kept, each of its names resolves to the same element as before (reanalysis.ts), so the earlier tree gives the same results.
 * An earlier tree keeps the documents to which its names refer in memory. Therefore only trees of the previous model and of one older model
 * are kept, and none once many documents have their own trees.
 */
import type { AstNode } from '../generated/tree.js';
import { scopeOf } from '../semantics/world.js';

/** The trees of a document. */
export interface Searched {
    /** Its own tree, if it is parsed. */
    readonly parsedRoot: AstNode | undefined;
    readonly earlierRoot: AstNode | undefined;
    /** Releases the earlier tree. */
    releaseEarlierTree(): void;
}

/** All earlier trees are released as soon as one in this number of documents has parsed its own tree. */
const OWN_SHARE = 4;

/** The earlier trees of the documents of one model. */
export class EarlierTrees {
    private readonly searching = new Set<Searched>();
    private ended = 0;
    private readonly kept: unknown;

    /** @param before the documents of the previous model */
    constructor(before: readonly Searched[]) {
        const counts = new Map<unknown, number>();
        for (const { parsedRoot, earlierRoot } of before) {
            if (parsedRoot === undefined && earlierRoot !== undefined) {
                const version = versionOf(earlierRoot);
                counts.set(version, (counts.get(version) ?? 0) + 1);
            }
        }
        [this.kept] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [undefined, 0] as const);
    }

    /** The earlier tree for the next version of a document; undefined if there is none to keep. */
    give(earlier: Searched, to: Searched): AstNode | undefined {
        const { parsedRoot, earlierRoot } = earlier;
        const isKept = earlierRoot !== undefined && versionOf(earlierRoot) === this.kept;
        const root = parsedRoot ?? (isKept ? earlierRoot : undefined);
        if (root !== undefined) {
            this.searching.add(to);
        }
        return root;
    }

    /** Notes that a document has parsed its own tree, and releases its earlier one. */
    end(document: Searched): void {
        if (this.searching.delete(document)) {
            document.releaseEarlierTree();
            this.ended++;
            if (this.ended * OWN_SHARE > this.searching.size + this.ended) {
                this.searching.forEach(other => other.releaseEarlierTree());
                this.searching.clear();
            }
        }
    }
}

/** Identifies the model of a tree: the census of the latest model that contains the tree's document. */
const versionOf = (root: AstNode): unknown => scopeOf(root).census;
