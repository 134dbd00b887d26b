/**
 * A model while a batch is applied to it: the text of each document as the operations left it, and what they replaced. An operation is
 * located in the text that the earlier ones left; additions that cannot disturb each other are gathered and written together, so that a
 * batch does not read the text again for each of them. The model that is edited never changes.
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
import { NotTogether, Renaming } from './renaming.js';
import { type BodyLayout, indentedLines, indentUnitOf, type Layout, lineEndOf, type Place } from './text/layout.js';
import { inTextOrder, overlap, type PlaceMap, type Splice, spliced, TextMap } from './text/splices.js';

/** A splice with the element that it is reported for. */
export interface TargetedSplice extends Splice {
    readonly target: string;
}

/** Whether a declaration stands in another one, or is it. */
function isInside(node: AstNode, other: AstNode): boolean {
    const inner = spanOf(node);
    const outer = spanOf(other);
    return outer.offset <= inner.offset && inner.end <= outer.end;
}

/** The operation that an edit comes from, by its place in the request, and the element that it names. */
export interface Origin {
    readonly index: number;
    readonly target: string;
}

/** What is said of a splice beside itself. */
interface Note {
    readonly isPlaced?: boolean;
    readonly check?: LateCheck;
}

/** The same, with where the written part of the splice's text begins. */
type NoteAt = Note & { readonly at: number };

/** The declaration whose own text a splice changes; a member that is added in place of its `;` opens its body. */
type Touched = { readonly touched?: AstNode; readonly isAddition?: boolean };

/** The edited text of one document, and the entries of `applied` in the order of the operations. */
export interface DraftDocument {
    text: string;
    readonly applied: AppliedEdit[];
    isReached: boolean;
}

export class Draft {
    readonly documents: readonly DraftDocument[];
    /** Names that the operations replaced, in their order. */
    readonly renames: (readonly [from: string, to: string])[] = [];
    /** The renames that were gathered, and what they must not be gathered with. */
    private gatheredNames: Renaming | undefined;
    private readonly elsewhere = new Map<number, Pending[]>();
    /** Whether renames were written together with other operations: an operation alone may be judged otherwise. */
    hasJoined = false;
    /** What the operations wrote into the targeted document. */
    written: Written[] = [];
    private parsed: Document | undefined;
    private current: Model | undefined;
    private readonly pending: Pending[] = [];
    /** The operations that gathered what is no name. */
    private readonly bystanders: EditOperation[] = [];
    private readonly touched: AstNode[] = [];
    /** What is added to owners by name, with the splice that has it. */
    private readonly names = new Map<AstNode, Map<string, Pending | undefined>>();
    private readonly fragments = new Map<Document, Pending>();
    private memoizedLayout: Layout | undefined;

    /**
     * @param target index of the document whose declarations are edited
     * @param locatesAtOnce all operations are located in the original text (contract 1.4, rule 6)
     * @param joins whether renames are gathered with operations that they cannot disturb
     * @param bodies what becomes of a body on one line
     */
    constructor(
        readonly original: Model,
        readonly target: number,
        private readonly locatesAtOnce: boolean,
        readonly joins: boolean,
        private readonly bodies: BodyLayout
    ) {
        this.documents = original.documents.map(({ text }) => ({ text, applied: [], isReached: false }));
        this.current = original;
        this.parsed = original.documents[target];
    }

    get language(): 'sysml' | 'kerml' {
        return this.original.documents[this.target].language;
    }

    /** The targeted document as operations are located in it: without what was gathered since. Its names must not be resolved. */
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

    /** The layout that a declaration stands in: that of the document, or of a member that was gathered. */
    layoutOf(node: AstNode): Layout {
        const document = documentOf(node);
        return document === this.document ? this.layout : { ...this.layout, text: document.text, document };
    }

    /**
     * The root of what was gathered for an owner under a name; undefined when there is no such member, or its text has to be written first.
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

    /** Whether all that was written to an owner is a body with members at its end. */
    isOpened(owner: AstNode): boolean {
        return this.openedBy(owner) !== undefined && this.touched.filter(other => isInside(owner, other)).every(other => other === owner);
    }

    private openedBy(owner: AstNode): Pending | undefined {
        const opening = this.pending.filter(({ opens }) => opens === owner);
        return opening.length === 1 && this.touched.filter(other => other === owner).length === 1 ? opening[0] : undefined;
    }

    /** Adds a member behind those that an owner got with its body; false when it has no such body. */
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

    /** The model as the operations left it; its names are resolved on demand, and nothing is analysed. */
    get model(): Model {
        this.flush();
        return this.flushed;
    }

    /** The model without what was gathered since. */
    get flushed(): Model {
        if (this.current === undefined) {
            this.current = this.modelOf(this.documents.map(d => d.text));
            this.parsed = this.current.documents[this.target];
        }
        return this.current;
    }

    /** A model of other texts of the same documents, not analysed. */
    modelOf(texts: readonly string[]): Model {
        const { library, documents } = this.original;
        // A document that was parsed to locate operations has no names resolved yet.
        const unresolved = this.current === undefined ? this.parsed : undefined;
        const made = documents.map(({ name, language, isLibrary }, i) =>
            i === this.target && unresolved?.text === texts[i]
                ? unresolved
                : new Document({ name, language, content: texts[i] }, library, isLibrary)
        );
        return unanalysed(this.original, made);
    }

    /** Whether something is gathered that the document does not show. */
    get isUnsettled(): boolean {
        return this.pending.length > 0 && !this.locatesAtOnce;
    }

    /** Whether something was written to a declaration, or to one around it, that the document does not show. */
    isTouched(node: AstNode): boolean {
        return this.touched.some(other => isInside(node, other));
    }

    /** The same, and whether something was written inside it. */
    isDisturbed(node: AstNode): boolean {
        return (
            this.isTouched(node) ||
            this.touched.some(other => isInside(other, node)) ||
            [...this.names.keys()].some(other => isInside(other, node))
        );
    }

    /** Whether members were added to an owner that the document does not show. */
    hasAdditions(owner: AstNode): boolean {
        return this.names.has(owner);
    }

    /** @throws EditRefusal MEMBER_NAME_TAKEN when the owner declares the name, or an earlier operation adds it */
    takeName(owner: AstNode, text: string): void {
        const name = unquoted(text);
        if (ownedMembersNamed(owner, name).length > 0 || !this.addName(owner, name)) {
            throw new EditRefusal('MEMBER_NAME_TAKEN', `'${name}' is already the name of a member of ${labelOf(owner)}`);
        }
    }

    /** Remembers what is added to an owner under a key that no two additions may have; false when there is one already. */
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

    /** The names that were taken last stand in a splice. */
    private remember(owner: AstNode, pending: Pending): void {
        this.addName(owner, '');
        const names = this.names.get(owner)!;
        // What was taken for this member is at the end of the list.
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

    /** Gathers a splice of the text that a declaration stands in; undefined when that is the text of another one, which grows. */
    private gather(origin: Origin, node: AstNode, splice: Splice, note: NoteAt & Touched): Pending | undefined {
        const fragment = this.fragments.get(documentOf(node));
        if (fragment?.members !== undefined) {
            const { offset: start, end } = fragment.members;
            this.grow(origin, fragment, { ...splice, offset: splice.offset + start, end: splice.end + start }, note);
            fragment.members.end = end + splice.text.length - (splice.end - splice.offset);
            return undefined;
        }
        if (this.pending.some(other => (this.locatesAtOnce || other.isName) && overlap(other, splice))) {
            if (!this.locatesAtOnce) {
                throw new NotTogether();
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

    /** How many bytes what was gathered before a splice adds to its place. */
    private shiftBefore(splice: Pick<Splice, 'offset' | 'end'>): number {
        return this.locatesAtOnce ? 0 : shiftAt(this.pending, splice);
    }

    /** Writes into the text of a splice that was gathered. */
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

    /** The renames that the text does not show; made with the first one. */
    get renaming(): Renaming {
        return (this.gatheredNames ??= new Renaming(this.flushed));
    }

    /** Writes the gathered renames before an operation that cannot be located or judged beside them. */
    makeWayFor(operation: EditOperation): void {
        if (this.gatheredNames?.admits(operation) === false) {
            this.flush();
        }
    }

    /** Remembers an operation that is no rename, as far as the text does not show it. */
    hasDone(operation: EditOperation): void {
        if (this.pending.length > 0) {
            this.bystanders.push(operation);
        }
    }

    /** Whether a rename is gathered that is not judged yet. */
    get isJoining(): boolean {
        return this.gatheredNames !== undefined && this.gatheredNames.count > 0;
    }

    /** Whether a rename can be gathered with what is gathered. */
    admitsRename(from: string, to: string): boolean {
        return this.pending.length === 0 || (this.joins && this.renaming.admitsRename(from, to, this.bystanders));
    }

    /**
     * Respells a name in several documents, in the text that {@link flushed} shows. The splices are in the order of the report.
     */
    respell(index: number, parts: ReadonlyMap<number, readonly TargetedSplice[]>): void {
        for (const [i, splices] of parts) {
            const draft = this.documents[i];
            const gathered = this.gatheredIn(i);
            if (splices.some(splice => gathered.some(other => !other.isName && overlap(other, splice)))) {
                throw new NotTogether();
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
     * Writes what was gathered.
     * @throws EditRefusal where names that were respelled would lead elsewhere
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
        this.hasJoined ||= renaming !== undefined && renaming.count > 0 && renaming.count + this.bystanders.length > 1;
        this.forget();
        renaming?.check(this.flushed, written);
    }

    /**
     * Rewrites several documents, each in the text that {@link model} shows.
     * @param parts by index of the document: the splices in the order in which they are reported, with the element of each
     * @param map where places of the targeted document are afterwards; as the splices say when absent
     * @param model the model that the texts make, where it was made already
     * @param placed where a declaration stands in the targeted document afterwards whose kind its body must admit
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
        this.bystanders.length = 0;
        this.gatheredNames = undefined;
        this.touched.length = 0;
        this.names.clear();
        this.fragments.clear();
        this.parsed = undefined;
        this.current = undefined;
    }

    /** Keeps the places of what was written when the text around them changes. */
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

/** An owner for people. */
export function labelOf(owner: AstNode): string {
    const { name, shortName } = owner;
    return owner.$container === undefined ? 'the document' : `'${name ?? shortName ?? owner.$type}'`;
}
