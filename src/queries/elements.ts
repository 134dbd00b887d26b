/**
 * The elements that a query considers, in order, and their ids (contract: queries 4.2). An id consists of names from the root, and of
 * positions for unnamed elements, as in conversions.
 */
import type { AstNode } from '../language/generated/tree.js';
import { declaredMembersOf } from '../language/semantics/declared-members.js';
import { memberById } from '../language/semantics/naming.js';
import { ownedMembersNamed, visibilityOf } from '../language/semantics/owned-members.js';
import { rootOf } from '../language/semantics/structure.js';
import { type IndexedElement, nestedIn, ownNameOf } from '../language/symbols/element-index.js';
import type { Model } from '../language/workspace/workspace.js';
import { positionOf, positionSegment } from '../exchange/ids.js';

export class Elements {
    private readonly ids = new Map<AstNode, string | null>();
    private readonly unique = new Map<AstNode, boolean>();
    private readonly positions = new Map<AstNode, ReadonlyMap<AstNode, number>>();
    private allOffsets: readonly number[] | undefined;

    constructor(private readonly model: Model) {}

    /** Every element of the model's documents, owners before their members, in the order of the text. */
    *all(): Generator<IndexedElement> {
        for (const { elements } of this.model.documents) {
            yield* elements.all();
        }
    }

    /** The id of an element; undefined for one that has neither a name nor a position. */
    idOf(node: AstNode): string | undefined {
        let id = this.ids.get(node);
        if (id === undefined) {
            id = this.computeId(node) ?? null;
            this.ids.set(node, id);
        }
        return id ?? undefined;
    }

    /** The id of an element, unless it denotes another one: of several declarations with one name, results list only the first. */
    idInResults(node: AstNode): string | undefined {
        const id = this.idOf(node);
        return id !== undefined && (this.isUnique(node) || this.isSame(this.byId(id), node)) ? id : undefined;
    }

    /** The element with this id, in the model or the library. An alias is an element. */
    byId(id: string): AstNode | undefined {
        const named = memberById(this.model, id);
        if (named !== undefined || !id.includes('@')) {
            return named;
        }
        const end = id.lastIndexOf('::');
        const segment = end === -1 ? id : id.slice(end + 2);
        const owner = end === -1 ? undefined : this.byId(id.slice(0, end));
        if (end !== -1 && owner === undefined) {
            return undefined;
        }
        const position = positionOf(segment);
        if (position === undefined) {
            return owner === undefined ? undefined : nestedIn(owner).find(member => ownNameOf(member) === segment);
        }
        const found = owner === undefined ? this.rootAt(position) : declaredMembersOf(owner).at(position);
        return found !== undefined && ownNameOf(found) === undefined ? found : undefined;
    }

    private computeId(node: AstNode): string | undefined {
        const owner = node.$container;
        if (owner === undefined) {
            return undefined;
        }
        const segment = ownNameOf(node) ?? this.positionSegmentOf(node, owner);
        if (segment === undefined || owner.$container === undefined) {
            return segment;
        }
        const prefix = this.idOf(owner);
        return prefix === undefined ? undefined : `${prefix}::${segment}`;
    }

    /**
     * The position of the first root element of each document, since positions of root elements are counted through the whole model. The
     * last entry is the number of all root elements.
     */
    private get offsets(): readonly number[] {
        if (this.allOffsets === undefined) {
            const offsets = [0];
            this.model.documents.forEach(({ rootCount }, i) => offsets.push(offsets[i] + rootCount));
            this.allOffsets = offsets;
        }
        return this.allOffsets;
    }

    private rootAt(position: number): AstNode | undefined {
        const place = this.offsets.findIndex(offset => offset > position) - 1;
        return place < 0 ? undefined : declaredMembersOf(this.model.documents[place].root).at(position - this.offsets[place]);
    }

    private positionSegmentOf(node: AstNode, owner: AstNode): string | undefined {
        let positions = this.positions.get(owner);
        if (positions === undefined) {
            const first = owner.$container === undefined ? this.offsets[this.model.placeOf(owner)] : 0;
            positions = new Map(declaredMembersOf(owner).map((member, i) => [member, first + i]));
            this.positions.set(owner, positions);
        }
        const position = positions.get(node);
        // the roots of library documents have no position in the model
        return position === undefined || Number.isNaN(position) ? undefined : positionSegment(position);
    }

    /** Whether every element on the path is the first with its name in its namespace: a cheaper test than resolving the id. */
    private isUnique(node: AstNode): boolean {
        let answer = this.unique.get(node);
        if (answer === undefined) {
            const name = ownNameOf(node);
            const owner = node.$container;
            answer =
                owner !== undefined &&
                (name === undefined
                    ? this.isOnlyAtPosition(node, owner)
                    : !name.includes('::') &&
                      (owner.$container === undefined
                          ? this.isFirstRoot(name, node, owner)
                          : this.isUnique(owner) && ownedMembersNamed(owner, name)[0] === node));
            this.unique.set(node, answer);
        }
        return answer;
    }

    /** Whether the position of an unnamed element identifies it: its owner is unique, and no element is named like the position. */
    private isOnlyAtPosition(node: AstNode, owner: AstNode): boolean {
        const segment = this.positionSegmentOf(node, owner);
        return segment !== undefined && !this.model.mayDeclare(segment) && (owner.$container === undefined || this.isUnique(owner));
    }

    private isFirstRoot(name: string, node: AstNode, root: AstNode): boolean {
        const document = this.model.firstDeclaring(name);
        return (
            document !== undefined &&
            document === this.model.documents[this.model.placeOf(root)] &&
            ownedMembersNamed(root, name).find(member => visibilityOf(member) === 'public') === node
        );
    }

    /** Whether two nodes denote the same element. `found` may belong to an earlier syntax tree of the same text. */
    private isSame(element: AstNode | undefined, found: AstNode): boolean {
        return (
            element === found ||
            (element?.$type === found.$type &&
                element.$offset === found.$offset &&
                element.$end === found.$end &&
                this.model.placeOf(rootOf(element)) === this.model.placeOf(rootOf(found)))
        );
    }
}
