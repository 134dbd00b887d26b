/**
 * The state of a model during a batch of edits: the current text of each document, and the edits applied to it. Each operation is located
 * in the text that the preceding operations left. Independent additions are collected as pending splices and written together, so that the
 * text is parsed once for all of them. The original model never changes.
 */
import type { AstNode } from '../language/generated/tree.js';
import { ownedMembersNamed } from '../language/semantics/owned-members.js';
import { unquoted } from '../language/semantics/structure.js';
import { documentOf } from '../language/semantics/text.js';
import { type Span, spanOf } from '../language/syntax/index.js';
import { Document } from '../language/workspace/document.js';
import { type Model, unanalysed } from '../language/workspace/workspace.js';
import { bytes, deltaOf, type LateCheck, type Pending, shiftAt, type Written } from './gathered.js';
import type { EditOperation } from './operations.js';
import { type AppliedEdit, EditRefusal } from './outcome.js';
import { NotCombinable, Renaming } from './renaming.js';
import { type BodyLayout, indentedLines, indentUnitOf, type Layout, lineEndOf, type Place } from './text/layout.js';
import { inTextOrder, overlap, type PlaceMap, type Splice, spliced, TextMap } from './text/splices.js';

/** A splice with the id of the element that the report names. */
export interface TargetedSplice extends Splice {
    readonly target: string;
}

/** Whether a declaration is the other one, or is inside it. */
function isInside(node: AstNode, other: AstNode): boolean {
    const inner = spanOf(node);
    const outer = spanOf(other);
    return outer.offset <= inner.offset && inner.end <= outer.end;
}

/** The origin of an edit: the index of its operation in the request, and the id of the element that the operation names. */
export interface Origin {
    readonly index: number;
    readonly target: string;
}

/** Checks to make after the batch on the text that a splice writes. */
interface Note {
    readonly isPlaced?: boolean;
    readonly check?: LateCheck;
}

/** A note, with the offset of the written declaration in the splice's text. */
type NoteAt = Note & { readonly at: number };

/** The declaration that a splice changes. An addition that replaces the `;` of its owner opens the owner's body. */
type Touched = { readonly touched?: AstNode; readonly isAddition?: boolean };

/** The edited text of one document, and its applied edits in the order of the operations. */
export interface DraftDocument {
    text: string;
    readonly applied: AppliedEdit[];
    isReached: boolean;
}

export class Draft {
    readonly documents: readonly DraftDocument[];
    /** the replaced names, in the order of the operations */
    readonly renames: (readonly [from: string, to: string])[] = [];
    /** pending renames with the names that must not occur in other pending operations */
    private gatheredNames: Renaming | undefined;
    private readonly elsewhere = new Map<number, Pending[]>();
    /** whether renames were combined with other operations; if the batch is refused, it is repeated operation by operation */
    hasCombined = false;
    /** what the operations wrote into the targeted document */
    written: Written[] = [];
    private parsed: Document | undefined;
    private current: Model | undefined;
    private readonly pending: Pending[] = [];
    /** pending operations other than renames */
    private readonly others: EditOperation[] = [];
    private readonly touched: AstNode[] = [];
    /** keys of pending additions by owner, each with the splice that contains it */
    private readonly names = new Map<AstNode, Map<string, Pending | undefined>>();
    private readonly fragments = new Map<Document, Pending>();
    private memoizedLayout: Layout | undefined;

    /**
     * @param target index of the document whose declarations are edited
     * @param locatesInOriginal all operations are located in the original text (contract 1.4, rule 6)
     * @param combines whether renames may be pending together with independent operations
     * @param bodies whether a one-line body is opened when it gets a member
     */
    constructor(
        readonly original: Model,
        readonly target: number,
        private readonly locatesInOriginal: boolean,
        readonly combines: boolean,
        private readonly bodies: BodyLayout
    ) {
        this.documents = original.documents.map(({ text }) => ({ text, applied: [], isReached: false }));
        this.current = original;
        this.parsed = original.documents[target];
    }

    get language(): 'sysml' | 'kerml' {
        return this.original.documents[this.target].language;
    }

    /** The targeted document without the pending splices. Operations are located in it; its names must not be resolved. */
    get document(): Document {
        const { name, language, isLibrary } = this.original.documents[this.target];
        return (this.parsed ??= new Document(
            { name, language, content: this.documents[this.target].text },
            this.original.library,
            isLibrary
        ));
    }

    get layout(): Layout {
        const { document } = this;
        if (this.memoizedLayout?.document !== document) {
            const { text } = document;
            this.memoizedLayout = { text, document, eol: lineEndOf(text), unit: indentUnitOf(text), bodies: this.bodies };
        }
        return this.memoizedLayout;
    }

    /** The layout of the text that contains a declaration: that of the document, or of a pending member. */
    layoutOf(node: AstNode): Layout {
        const document = documentOf(node);
        return document === this.document ? this.layout : { ...this.layout, text: document.text, document };
    }

    /**
     * The parsed text of the pending member of an owner with this name; undefined if there is none or its text has syntax errors, and
     * pending splices must be written first.
     */
    gathered(owner: AstNode, name: string): AstNode | undefined {
        const pending = this.names.get(owner)?.get(name);
        if (pending?.members === undefined) {
            return undefined;
        }
        if (pending.fragment === undefined) {
            const { name: file, language } = this.document;
            const { offset, end } = pending.members;
            pending.fragment = new Document({ name: file, language, content: pending.text.slice(offset, end) }, this.original.library);
            this.fragments.set(pending.fragment, pending);
        }
        return pending.fragment.isWellFormed ? pending.fragment.root : undefined;
    }

    /** Whether the only pending change to an owner is a new body to which members can be appended. */
    isOpened(owner: AstNode): boolean {
        return this.openedBy(owner) !== undefined && this.touched.filter(other => isInside(owner, other)).every(other => other === owner);
    }

    private openedBy(owner: AstNode): Pending | undefined {
        const opening = this.pending.filter(({ opens }) => opens === owner);
        return opening.length === 1 && this.touched.filter(other => other === owner).length === 1 ? opening[0] : undefined;
    }

    /** Appends a member to the pending body of an owner. @returns false if the owner has no pending body */
    append(origin: Origin, owner: AstNode, lines: readonly string[], note: Note): boolean {
        const pending = this.openedBy(owner);
        if (pending?.members === undefined) {
            return false;
        }
        const { eol } = this.layout;
        const { end, indentation } = pending.members;
        const text = indentedLines(lines, indentation, eol);
        const at = end + eol.length;
        this.grow(origin, pending, { offset: at, end: at, text: text + eol }, { ...note, at: indentation.length });
        pending.members.end = end + eol.length + text.length;
        this.remember(owner, pending);
        return true;
    }

    /** The model after the operations so far. Its names are resolved on demand; it is not validated. */
    get model(): Model {
        this.flush();
        return this.flushed;
    }

    /** The model without the pending splices. */
    get flushed(): Model {
        if (this.current === undefined) {
            this.current = this.modelOf(this.documents.map(d => d.text));
            this.parsed = this.current.documents[this.target];
        }
        return this.current;
    }

    /** An unvalidated model of the same documents with other texts. */
    modelOf(texts: readonly string[]): Model {
        const { library, documents } = this.original;
        // A document that was parsed only to locate operations has no resolved names yet.
        const unresolved = this.current === undefined ? this.parsed : undefined;
        const made = documents.map(({ name, language, isLibrary }, i) =>
            i === this.target && unresolved?.text === texts[i]
                ? unresolved
                : new Document({ name, language, content: texts[i] }, library, isLibrary)
        );
        return unanalysed(this.original, made);
    }

    /** Whether the document lacks pending splices that later operations must see. */
    get hasPending(): boolean {
        return this.pending.length > 0 && !this.locatesInOriginal;
    }

    /** Whether a pending splice changes a declaration or one that contains it. */
    isTouched(node: AstNode): boolean {
        return this.touched.some(other => isInside(node, other));
    }

    /** Whether a pending splice changes a declaration, one that contains it, or one inside it. */
    isDisturbed(node: AstNode): boolean {
        return (
            this.isTouched(node) ||
            this.touched.some(other => isInside(other, node)) ||
            [...this.names.keys()].some(other => isInside(other, node))
        );
    }

    /** Whether an owner has pending additions. */
    hasAdditions(owner: AstNode): boolean {
        return this.names.has(owner);
    }

    /** Reserves a name. @throws EditRefusal MEMBER_NAME_TAKEN if the owner declares it or an earlier operation adds it */
    takeName(owner: AstNode, text: string): void {
        const name = unquoted(text);
        if (ownedMembersNamed(owner, name).length > 0 || !this.addName(owner, name)) {
            throw new EditRefusal('MEMBER_NAME_TAKEN', `'${name}' is already the name of a member of ${labelOf(owner)}`);
        }
    }

    /** Reserves a key for an addition to an owner. @returns false if another addition has it */
    addName(owner: AstNode, name: string): boolean {
        let names = this.names.get(owner);
        if (names === undefined) {
            this.names.set(owner, (names = new Map<string, Pending | undefined>()));
        }
        const isNew = !names.has(name);
        if (isNew) {
            names.set(name, undefined);
        }
        return isNew;
    }

    /** Assigns the keys that were reserved last to the splice that contains their member. */
    private remember(owner: AstNode, pending: Pending): void {
        this.addName(owner, '');
        const names = this.names.get(owner)!;
        // The keys of this member are the last ones in the map.
        for (const name of [...names.keys()].reverse()) {
            if (names.get(name) !== undefined) {
                break;
            }
            names.set(name, pending);
        }
    }

    /** Adds a member at its place. */
    add(origin: Origin, owner: AstNode, place: Place, note: Note = {}): void {
        const { indentation, lines, memberEnd } = place;
        const touched = place.isLine ? undefined : owner;
        const pending = this.gather(origin, owner, place, { ...note, at: lines[0], touched, isAddition: true });
        if (pending !== undefined && indentation !== undefined) {
            pending.members = { offset: lines[0] - indentation.length, end: memberEnd, indentation };
            this.remember(owner, pending);
        } else {
            this.addName(owner, '');
        }
    }

    /** Rewrites a part of a declaration. */
    change(origin: Origin, declaration: AstNode, splice: Splice, note: Note = {}): void {
        this.gather(origin, declaration, splice, { ...note, at: 0, touched: declaration });
    }

    /**
     * Adds a pending splice to the text of a declaration. If that text is itself pending, extends the pending splice and returns undefined.
     */
    private gather(origin: Origin, node: AstNode, splice: Splice, note: NoteAt & Touched): Pending | undefined {
        const fragment = this.fragments.get(documentOf(node));
        if (fragment?.members !== undefined) {
            const { offset: start, end } = fragment.members;
            this.grow(origin, fragment, { ...splice, offset: splice.offset + start, end: splice.end + start }, note);
            fragment.members.end = end + splice.text.length - (splice.end - splice.offset);
            return undefined;
        }
        if (this.pending.some(other => (this.locatesInOriginal || other.isName) && overlap(other, splice))) {
            if (!this.locatesInOriginal) {
                throw new NotCombinable();
            }
            throw new EditRefusal(
                'OVERLAPPING_EDITS',
                `two operations rewrite the same text: ${origin.target === '' ? 'the root of the document' : origin.target}`
            );
        }
        const { text } = this.document;
        const draft = this.documents[this.target];
        draft.applied.push(this.entry(origin, text, splice, this.target, this.shiftBefore(splice)));
        draft.isReached = true;
        const { at, isPlaced = false, check, touched, isAddition = false } = note;
        const isOpening = isAddition && touched !== undefined && splice.end === splice.offset + 1 && text[splice.offset] === ';';
        const pending: Pending = {
            offset: splice.offset,
            end: splice.end,
            text: splice.text,
            delta: deltaOf(text, splice),
            writes: [{ offset: at, end: splice.text.length, isPlaced, ...(check && { check }) }],
            ...(isOpening && { opens: touched })
        };
        this.pending.push(pending);
        if (touched !== undefined) {
            this.touched.push(touched);
        }
        return pending;
    }

    /** The number of bytes that earlier pending splices add before the place of a splice. */
    private shiftBefore(splice: Pick<Splice, 'offset' | 'end'>): number {
        return this.locatesInOriginal ? 0 : shiftAt(this.pending, splice);
    }

    /** Applies a splice to the text of a pending splice. */
    private grow(origin: Origin, pending: Pending, splice: Splice, { at, isPlaced = false, check }: NoteAt): void {
        const { text } = this.document;
        const later = this.pending.slice(this.pending.indexOf(pending) + 1).filter(other => other.offset === pending.offset);
        const laterBytes = later.reduce((sum, other) => sum + other.delta, 0);
        const start = bytes(text, pending.offset) + this.shiftBefore(pending) - laterBytes;
        this.documents[this.target].applied.push(this.entry(origin, pending.text, splice, this.target, start));
        const delta = splice.text.length - (splice.end - splice.offset);
        pending.writes = pending.writes.map(written => ({
            ...written,
            offset: written.offset >= splice.end && written.offset > splice.offset ? written.offset + delta : written.offset,
            end: written.end >= splice.end ? written.end + delta : written.end
        }));
        pending.writes.push({ offset: splice.offset + at, end: splice.offset + splice.text.length, isPlaced, ...(check && { check }) });
        pending.delta += deltaOf(pending.text, splice);
        pending.text = spliced(pending.text, [splice]);
        if (pending.fragment !== undefined) {
            this.fragments.delete(pending.fragment);
            pending.fragment = undefined;
        }
    }

    /** The pending renames; created on first use. */
    get renaming(): Renaming {
        return (this.gatheredNames ??= new Renaming(this.flushed));
    }

    /** Flushes pending renames before an operation that must not be combined with them. */
    flushBefore(operation: EditOperation): void {
        if (this.gatheredNames?.admits(operation) === false) {
            this.flush();
        }
    }

    /** Records an operation other than a rename while splices are pending. */
    record(operation: EditOperation): void {
        if (this.pending.length > 0) {
            this.others.push(operation);
        }
    }

    /** Whether a rename is pending and not yet checked. */
    get isCombining(): boolean {
        return this.gatheredNames !== undefined && this.gatheredNames.count > 0;
    }

    /** Whether a rename may be combined with the pending operations. */
    admitsRename(from: string, to: string): boolean {
        return this.pending.length === 0 || (this.combines && this.renaming.admitsRename(from, to, this.others));
    }

    /** Respells a name in several documents, at offsets of {@link flushed}. The splices are in the order of the report. */
    respell(index: number, parts: ReadonlyMap<number, readonly TargetedSplice[]>): void {
        for (const [i, splices] of parts) {
            const draft = this.documents[i];
            const gathered = this.gatheredIn(i);
            if (splices.some(splice => gathered.some(other => !other.isName && overlap(other, splice)))) {
                throw new NotCombinable();
            }
            const { text } = draft;
            draft.applied.push(...splices.map(s => this.entry({ index, target: s.target }, text, s, i, shiftAt(gathered, s))));
            gathered.push(
                ...splices.map((s): Pending => ({
                    offset: s.offset,
                    end: s.end,
                    text: s.text,
                    delta: deltaOf(text, s),
                    isName: true,
                    writes: []
                }))
            );
            draft.isReached = true;
        }
    }

    private gatheredIn(document: number): Pending[] {
        const gathered = document === this.target ? this.pending : (this.elsewhere.get(document) ?? []);
        if (document !== this.target) {
            this.elsewhere.set(document, gathered);
        }
        return gathered;
    }

    /**
     * Writes the pending splices.
     * @throws EditRefusal if a reference no longer resolves to the same element after a rename
     */
    flush(): void {
        if (this.pending.length === 0 && this.elsewhere.size === 0) {
            return;
        }
        const written = new Map<number, readonly Pending[]>();
        for (const [i, pending] of [[this.target, this.pending] as const, ...this.elsewhere]) {
            const draft = this.documents[i];
            const splices = inTextOrder(pending);
            if (i === this.target) {
                this.follow(new TextMap(draft.text.length, splices));
            }
            let shift = 0;
            for (const { offset, end, text, writes } of splices) {
                this.written.push(...writes.map(w => ({ ...w, offset: w.offset + offset + shift, end: w.end + offset + shift })));
                shift += text.length - (end - offset);
            }
            draft.text = spliced(draft.text, splices);
            written.set(i, splices);
        }
        const renaming = this.gatheredNames;
        this.hasCombined ||= renaming !== undefined && renaming.count > 0 && renaming.count + this.others.length > 1;
        this.forget();
        renaming?.check(this.flushed, written);
    }

    /**
     * Rewrites several documents, at offsets of {@link model}.
     * @param parts by index of the document: its splices in the order of the report, each with the element
     * @param map maps offsets of the targeted document to the new text; derived from the splices if absent
     * @param model the model of the new texts, if it already exists
     * @param placed span in the new targeted document of a declaration whose kind its body must admit
     */
    rewrite(
        index: number,
        parts: ReadonlyMap<number, readonly TargetedSplice[]>,
        { map, model, placed }: { map?: PlaceMap; model?: Model; placed?: Span } = {}
    ): void {
        for (const [i, splices] of parts) {
            const draft = this.documents[i];
            if (i === this.target) {
                this.follow(map ?? new TextMap(draft.text.length, splices));
            }
            draft.applied.push(...splices.map(splice => this.entry({ index, target: splice.target }, draft.text, splice, i, 0)));
            draft.text = spliced(draft.text, splices);
            draft.isReached = true;
        }
        if (placed !== undefined) {
            this.written.push({ ...placed, isPlaced: true });
        }
        this.forget();
        this.current = model;
        this.parsed = model?.documents[this.target];
    }

    private forget(): void {
        this.pending.length = 0;
        this.elsewhere.clear();
        this.others.length = 0;
        this.gatheredNames = undefined;
        this.touched.length = 0;
        this.names.clear();
        this.fragments.clear();
        this.parsed = undefined;
        this.current = undefined;
    }

    /** Updates the offsets of the written texts after a change of the text before or after them. */
    private follow(map: PlaceMap): void {
        this.written = this.written.flatMap(written => {
            const offset = map.start(written.offset);
            const end = map.end(written.end);
            return offset === undefined || end === undefined ? [] : [{ ...written, offset, end }];
        });
    }

    private entry({ index, target }: Origin, text: string, splice: Splice, document: number, shift: number): AppliedEdit {
        const oldText = text.slice(splice.offset, splice.end);
        return {
            operationIndex: index,
            target,
            offset: bytes(text, splice.offset) + shift,
            length: bytes(oldText),
            oldText,
            newText: splice.text,
            document: this.original.documents[document].name
        };
    }
}

/** The name of an owner in messages. */
export function labelOf(owner: AstNode): string {
    const { name, shortName } = owner;
    return owner.$container === undefined ? 'the document' : `'${name ?? shortName ?? owner.$type}'`;
}
