/**
 * Trees of earlier versions of documents, which are searched until a document's own tree is parsed. Where an analysis is kept whole, every
 * name resolves as before (reanalysis.ts), so a search of the earlier tree gives the same results. An earlier tree keeps the documents that
 * its names refer to in memory, so their number is limited: those of the previous version and of one older version are kept, and none when
 * many documents have their own.
 */
import type { AstNode } from '../generated/tree.js';
import { scopeOf } from '../semantics/world.js';

/** The searched trees of a document. */
export interface Searched {
    /** Its own tree, if it is parsed. */
    readonly parsedRoot: AstNode | undefined;
    readonly earlierRoot: AstNode | undefined;
    /** Releases the earlier tree. */
    releaseEarlierTree(): void;
}

/** The share of documents with their own trees, one in this number, from which earlier trees are no longer used. */
const OWN_SHARE = 4;

/** The earlier trees of the documents of one model. */
export class EarlierTrees {
    private readonly searching = new Set<Searched>();
    private ended = 0;
    private readonly kept: unknown;

    /** @param before the documents of the previous model, whose trees may be searched */
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

    /** The tree for the next version of a document; undefined for none. */
    give(earlier: Searched, to: Searched): AstNode | undefined {
        const { parsedRoot, earlierRoot } = earlier;
        const isKept = earlierRoot !== undefined && versionOf(earlierRoot) === this.kept;
        const root = parsedRoot ?? (isKept ? earlierRoot : undefined);
        if (root !== undefined) {
            this.searching.add(to);
        }
        return root;
    }

    /** Notes that a document has its own tree. */
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

/** The identity of the model version of a tree: the census of the latest model that contains it. */
const versionOf = (root: AstNode): unknown => scopeOf(root).census;
