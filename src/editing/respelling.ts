/**
 * Finds references that a move breaks, and spellings that resolve to the same elements as before (contract: edits-and-diagnostics 1.10,
 * rule 2). Depends on names and offsets only, not on layout.
 */
import type { AstNode } from '../language/generated/tree.js';
import { membersOf, namesIn, type ReferringNode, referringNodes, segmentsOfNode } from '../language/positions/name-segments.js';
import { memberElement, membersAlongInstead } from '../language/semantics/names.js';
import { nameOf } from '../language/semantics/naming.js';
import { ownerOf, type Segment } from '../language/semantics/structure.js';
import { documentOf } from '../language/semantics/text.js';
import { type Span, spanOf, visitAll } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { EditRefusal } from './outcome.js';
import { declarationOf, isSame, placeIn, sortedReferrers } from './references.js';
import { quoted } from '../runtime/values/index.js';
import { composed, type PlaceMap, type Splice, TextMap } from './text/splices.js';

/** A respelled part of a reference: a splice of the text with the moved declaration. */
export interface Respelling extends Splice {
    /** span in the text before the move */
    readonly before: Span;
    /** indexes of the first and the last replaced segment of the name */
    readonly from: number;
    readonly upTo: number;
}

/**
 * A reference that resolves differently after the move, with its members before the move and the index of the first segment that differs.
 */
interface Broken {
    readonly node: ReferringNode;
    readonly now: ReferringNode;
    readonly oldTargets: readonly (AstNode | undefined)[];
    readonly index: number;
}

const MAX_ROUNDS = 12;

/** The order of repair: imports first, then the relationships that determine inheritance, then other references. */
const RANKS: Readonly<Record<string, number>> = {
    Import: 0,
    Subclassification: 1,
    Specialization: 1,
    FeatureTyping: 1,
    Conjugation: 1,
    Subsetting: 2,
    ReferenceSubsetting: 2,
    Redefinition: 4
};

function rankOf(node: ReferringNode): number {
    return RANKS[node.$type] ?? 3;
}

export class Relocation {
    private readonly respellings = new Map<ReferringNode, Respelling>();
    private readonly document: Document;
    private elements: Map<string, AstNode> | undefined;
    result: Model;
    /** maps offsets before the move to offsets in {@link result} */
    private places: PlaceMap;

    /**
     * @param map maps offsets before the move to the text with the moved declaration
     * @param made builds the model of that text with respelled references
     */
    constructor(
        private readonly before: Model,
        private readonly target: number,
        private readonly map: PlaceMap,
        private readonly made: (respelled: readonly Splice[]) => Model
    ) {
        this.document = before.documents[target];
        this.result = made([]);
        this.places = map;
    }

    /** Respells broken references until none is left. @throws EditRefusal MOVE_REFERENCED, REFERENCED_ELSEWHERE */
    respell(id: string): readonly Respelling[] {
        for (let round = 0, broken = this.brokenIn(this.target); broken.length > 0; round++, broken = this.brokenIn(this.target)) {
            if (round === MAX_ROUNDS || !this.repairFirst(broken)) {
                throw new EditRefusal(
                    'MOVE_REFERENCED',
                    `a reference to '${id}' or to something in it cannot be spelled so that it still resolves after the move`,
                    {
                        referrers: sortedReferrers(broken.map(({ node }) => declarationOf(node)))
                    }
                );
            }
            const respelled = [...this.respellings.values()];
            this.result = this.made(respelled);
            this.places = composed(this.map, new TextMap(Number.MAX_SAFE_INTEGER, respelled));
            this.elements = undefined;
        }
        const elsewhere = this.before.documents.flatMap((_, i) => (i === this.target ? [] : this.brokenIn(i)));
        if (elsewhere.length > 0) {
            throw new EditRefusal(
                'REFERENCED_ELSEWHERE',
                `a reference in another document would resolve to another element after '${id}' is moved`,
                {
                    referrers: sortedReferrers(elsewhere.map(({ node }) => declarationOf(node)))
                }
            );
        }
        return [...this.respellings.values()].sort((a, b) => a.offset - b.offset);
    }

    /** Repairs the broken references of the lowest rank, on which others may depend. @returns false if none can be repaired */
    private repairFirst(broken: readonly Broken[]): boolean {
        const ranks = [...new Set(broken.map(({ node }) => rankOf(node)))].sort((a, b) => a - b);
        return ranks.some(
            rank => broken.filter(({ node }) => rankOf(node) === rank).filter(reference => this.repair(reference)).length > 0
        );
    }

    /** The references of a document that resolve differently now, without those in removed redundant imports. */
    private brokenIn(i: number): Broken[] {
        const { places } = this;
        const maps = new Map([[this.document.name, places]]);
        const after = nodesByPlace(this.result.documents[i]);
        return referringNodes(this.before.documents[i]).flatMap(node => {
            const { offset } = i === this.target ? placeIn(places, spanOf(node)) : spanOf(node);
            const now = offset === undefined ? undefined : after.get(`${node.$type} ${offset}`);
            if (now === undefined) {
                return [];
            }
            const oldTargets = membersOf(node);
            const shift = namesIn(now).length - namesIn(node).length;
            const newTargets = membersOf(now);
            // Compare only the last of the replaced segments, since the others may differ.
            const { from, upTo } = this.respellings.get(node) ?? { from: oldTargets.length, upTo: -1 };
            const index = oldTargets.findIndex(
                (member, k) =>
                    member !== undefined && (k < from || k >= upTo) && !isSame(member, newTargets[k < from ? k : k + shift], maps)
            );
            return index < 0 ? [] : [{ node, now, oldTargets, index }];
        });
    }

    /** Finds a spelling for a broken reference. @returns false if there is none */
    private repair({ node, now, oldTargets, index }: Broken): boolean {
        const names = namesIn(node);
        const element = this.elementNow(oldTargets[index]);
        const isOfChain = names.slice(1, index + 1).some(s => s.separator === '.') || node.$containerProperty === 'feature';
        if (element === undefined || now.$type === 'Argument' || isOfChain) {
            return false;
        }
        const segments = segmentsOfNode(this.document, node);
        for (const { from, path } of this.candidates(names, oldTargets, index, element)) {
            const text = [...names.slice(0, from).map(spelling), ...path].join('::') + rest(names, index + 1);
            const members = membersAlongInstead(now, text);
            const reached = members[from + path.length - 1];
            if (reached === element) {
                const before = { offset: segments[from].span.offset, end: segments[index].span.end };
                this.respellings.set(node, {
                    offset: this.map.start(before.offset)!,
                    end: this.map.end(before.end)!,
                    text: path.join('::'),
                    before,
                    from,
                    upTo: index
                });
                return true;
            }
        }
        return false;
    }

    /**
     * Candidate spellings of the first segments of a name: relative to the longest prefix that still resolves, then qualified names from
     * the shortest to the one from the root.
     */
    private *candidates(
        names: readonly Segment[],
        oldTargets: readonly (AstNode | undefined)[],
        index: number,
        element: AstNode
    ): Generator<{ readonly from: number; readonly path: readonly string[] }> {
        const path = pathOf(element, names[index].name);
        for (let kept = index; kept > 0; kept--) {
            const prefix = memberElement(this.elementNow(oldTargets[kept - 1]));
            const depth = prefix === undefined ? -1 : path.findIndex(step => step.element === prefix);
            if (depth >= 0) {
                yield { from: kept, path: path.slice(depth + 1).map(step => step.text) };
            }
        }
        const all = path.map(step => step.text);
        for (let length = 1; length <= all.length; length++) {
            yield { from: 0, path: all.slice(all.length - length) };
        }
        yield { from: 0, path: ['$', ...all] };
    }

    /** The element of the new model that corresponds to an old one. */
    private elementNow(element: AstNode | undefined): AstNode | undefined {
        if (element === undefined || documentOf(element).isLibrary) {
            return element;
        }
        const { name } = documentOf(element);
        const { offset, end } = placeIn(name === this.document.name ? this.places : undefined, spanOf(element));
        this.elements ??= new Map(this.result.documents.flatMap(document => elementsByPlace(document)));
        return this.elements.get(`${name} ${element.$type} ${offset} ${end}`);
    }
}

function nodesByPlace(document: Document): Map<string, ReferringNode> {
    return new Map(referringNodes(document).map(node => [`${node.$type} ${spanOf(node).offset}`, node]));
}

function elementsByPlace(document: Document): [string, AstNode][] {
    const found: [string, AstNode][] = [];
    visitAll(document.root, node => {
        const { offset, end } = spanOf(node);
        found.push([`${document.name} ${node.$type} ${offset} ${end}`, node]);
    });
    return found;
}

const spelling = ({ name }: Segment, i: number): string => (i === 0 && name === '$' ? name : quoted(name));

/** The segments after one, with their separators. */
function rest(names: readonly Segment[], from: number): string {
    return names
        .slice(from)
        .map(segment => segment.separator + quoted(segment.name))
        .join('');
}

/** The names on the path from the root to an element, with `last` as the last one. The path starts below the innermost unnamed owner. */
function pathOf(element: AstNode, last: string): { readonly element: AstNode; readonly text: string }[] {
    const path = [{ element, text: quoted(last) }];
    for (let owner = ownerOf(element); owner?.$container !== undefined; owner = ownerOf(owner)) {
        const name = nameOf(owner) ?? owner.shortName;
        if (name === undefined) {
            break;
        }
        path.unshift({ element: owner, text: quoted(name) });
    }
    return path;
}
