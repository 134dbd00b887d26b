/**
 * Trees of earlier versions of documents, searched until a document's own tree is parsed. Where an analysis is kept whole, every name of
 * the text leads to what it led to before (reanalysis.ts): a search reads the same in the earlier tree. An earlier tree keeps the
 * documents that its names refer to in memory, so their number is bounded: next to the version before, those of one older version are
 * kept, and none when many documents have their own.
 */
import type { AstNode } from '../generated/tree.js';
import { scopeOf } from '../semantics/world.js';

/** A document as far as its trees are searched. */
export interface Searched {
    /** Its own tree, where it is parsed. */
    readonly parsedRoot: AstNode | undefined;
    readonly earlierRoot: AstNode | undefined;
    /** Lets the earlier tree go. */
    releaseEarlierTree(): void;
}

/** The share of documents with own trees that ends the use of the others' earlier trees: one in so many. */
const OWN_SHARE = 4;

/** The earlier trees that the documents of one model search. */
export class EarlierTrees {
    private readonly searching = new Set<Searched>();
    private ended = 0;
    private readonly kept: unknown;

    /** @param before the documents of the model before, whose trees may be searched */
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

    /** The tree that the next version of a document searches from now on; undefined when there is none. */
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

/** What the trees of one version of a model share: the names of the latest model that has them. */
const versionOf = (root: AstNode): unknown => scopeOf(root).census;
