/**
 * References that a move breaks, and how they are spelled to reach what they reached (contract: edits-and-diagnostics 1.10, rule 2). Knows
 * names and places; no layout.
 */
import type { AstNode } from '../language/generated/tree.js';
import { membersOf, namesIn, type ReferringNode, referringNodes, segmentsOfNode } from '../language/positions/name-segments.js';
import { memberElement, membersAlongInstead } from '../language/semantics/names.js';
import { nameOf } from '../language/semantics/naming.js';
import { ownerOf, quoted, type Segment } from '../language/semantics/structure.js';
import { documentOf } from '../language/semantics/text.js';
import { type Span, spanOf, visitAll } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { EditRefusal } from './outcome.js';
import { declarationOf, isSame, placeIn, sortedReferrers } from './references.js';
import { composed, type PlaceMap, type Splice, TextMap } from './text/splices.js';

/** A respelled part of a reference: a splice of the text in which the declaration has its new place. */
export interface Respelling extends Splice {
    /** Its place in the text before the move. */
    readonly before: Span;
    /** The first and the last segment of the name that it replaces. */
    readonly from: number;
    readonly upTo: number;
}

/** A reference that leads elsewhere: what it led to, and the first segment that does not any more. */
interface Broken {
    readonly node: ReferringNode;
    readonly now: ReferringNode;
    readonly led: readonly (AstNode | undefined)[];
    readonly index: number;
}

const MAX_ROUNDS = 12;

/** What others are looked up by comes first: imports, then what types and features inherit from. */
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
    /** From the text before the move to that of {@link result}. */
    private places: PlaceMap;

    /**
     * @param map from the text before the move to the one with the declaration at its new place
     * @param made makes the model of that text with respelled references in it
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

    /** Respells what is broken until nothing is. @throws EditRefusal MOVE_REFERENCED, REFERENCED_ELSEWHERE */
    respell(id: string): readonly Respelling[] {
        for (let round = 0, broken = this.brokenIn(this.target); broken.length > 0; round++, broken = this.brokenIn(this.target)) {
            if (round === MAX_ROUNDS || !this.mendFirst(broken)) {
                throw new EditRefusal('MOVE_REFERENCED', `no spelling of a reference leads to what it led to before '${id}' moved`, {
                    referrers: sortedReferrers(broken.map(({ node }) => declarationOf(node)))
                });
            }
            const respelled = [...this.respellings.values()];
            this.result = this.made(respelled);
            this.places = composed(this.map, new TextMap(Number.MAX_SAFE_INTEGER, respelled));
            this.elements = undefined;
        }
        const elsewhere = this.before.documents.flatMap((_, i) => (i === this.target ? [] : this.brokenIn(i)));
        if (elsewhere.length > 0) {
            throw new EditRefusal('REFERENCED_ELSEWHERE', `a reference in another document would lead elsewhere when '${id}' moves`, {
                referrers: sortedReferrers(elsewhere.map(({ node }) => declarationOf(node)))
            });
        }
        return [...this.respellings.values()].sort((a, b) => a.offset - b.offset);
    }

    /** Mends the references that others may depend on, as far as there is a spelling; false when there is none for any. */
    private mendFirst(broken: readonly Broken[]): boolean {
        const ranks = [...new Set(broken.map(({ node }) => rankOf(node)))].sort((a, b) => a - b);
        return ranks.some(rank => broken.filter(({ node }) => rankOf(node) === rank).filter(reference => this.mend(reference)).length > 0);
    }

    /** References of a document that lead elsewhere now. What is gone with a redundant import is none. */
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
            const led = membersOf(node);
            const shift = namesIn(now).length - namesIn(node).length;
            const leads = membersOf(now);
            // Segments that were replaced by others do not count, the last one of them does.
            const { from, upTo } = this.respellings.get(node) ?? { from: led.length, upTo: -1 };
            const index = led.findIndex(
                (member, k) => member !== undefined && (k < from || k >= upTo) && !isSame(member, leads[k < from ? k : k + shift], maps)
            );
            return index < 0 ? [] : [{ node, now, led, index }];
        });
    }

    /** Finds a spelling for a broken reference; false when there is none. */
    private mend({ node, now, led, index }: Broken): boolean {
        const names = namesIn(node);
        const element = this.elementNow(led[index]);
        const isOfChain = names.slice(1, index + 1).some(s => s.separator === '.') || node.$containerProperty === 'feature';
        if (element === undefined || now.$type === 'Argument' || isOfChain) {
            return false;
        }
        const segments = segmentsOfNode(this.document, node);
        for (const { from, path } of this.candidates(names, led, index, element)) {
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
     * Spellings of the first segments of a name: behind the longest prefix that still holds, else the shortest qualified
     * name, at last from the root.
     */
    private *candidates(
        names: readonly Segment[],
        led: readonly (AstNode | undefined)[],
        index: number,
        element: AstNode
    ): Generator<{ readonly from: number; readonly path: readonly string[] }> {
        const path = pathOf(element, names[index].name);
        for (let kept = index; kept > 0; kept--) {
            const prefix = memberElement(this.elementNow(led[kept - 1]));
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

    /** What an element became. */
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

/** The segments behind one, with their separators. */
function rest(names: readonly Segment[], from: number): string {
    return names
        .slice(from)
        .map(segment => segment.separator + quoted(segment.name))
        .join('');
}

/** The names from the root to an element; the last one as it was spelled. Unnamed owners end the way. */
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
