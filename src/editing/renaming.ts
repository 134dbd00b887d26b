/**
 * Combines renames with each other and with additions and values, so that they are written and checked together. Operations are combined
 * only if they are independent: no two renames have a name in common, no text that another operation writes contains a renamed name, and no
 * reference in the model uses a name that another operation declares or gives a value. Every name then resolves as if the operations were
 * applied one by one. Before an operation that is not independent, the pending text is written. If a dependence is found too late for this,
 * the whole batch is applied again, one by one.
 */
import type { AstNode } from '../language/generated/tree.js';
import { membersOf, namesIn, type ReferringNode, referringNodes } from '../language/positions/name-segments.js';
import { segmentsOf, unquoted } from '../language/semantics/structure.js';
import { spanOf } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import type { EditOperation } from './operations.js';
import { EditRefusal } from './outcome.js';
import { declarationOf, isSame, sortedReferrers } from './references.js';
import { type PlaceMap, type Splice, TextMap } from './text/splices.js';

/** Thrown when combined operations turn out to depend on each other. */
export class NotCombinable extends Error {}

/** A referring node with at least one of the sought names among its segments. */
export interface Mention {
    /** index of the document */
    readonly document: number;
    /** index among the referring nodes of its document */
    readonly ordinal: number;
    readonly node: ReferringNode;
    /** the members that its segments resolve to; computed on demand */
    readonly members: () => readonly (AstNode | undefined)[];
}

/** A splice of a batch; `isName` marks one that respells a name. */
type GatheredSplice = Splice & { readonly isName?: true };

const IDENTIFIER = /^\w+$/;
/** Names that cannot be mistaken for a part of an id. */
const PLAIN_NAME = /^[^:'\\]+$/;

export class Renaming {
    /** the number of renames */
    count = 0;
    private readonly names = new Set<string>();
    private readonly judged: { readonly mentions: readonly Mention[]; readonly message: string }[] = [];
    private readonly byName = new Map<Document, ReadonlyMap<string, readonly Mention[]>>();
    private isOpen = true;
    private readonly words = new Set<string>();
    private seen = 0;

    /** @param model the model in which the renames are located */
    constructor(private readonly model: Model) {}

    /** The referring nodes of all documents with one of the given names among their segments, in the order of the texts. */
    mentionsOf(names: ReadonlySet<string>): Mention[] {
        return this.model.documents.flatMap((document, i) => {
            const found = new Set([...names].flatMap(name => this.mentionsIn(document, i, name)));
            return names.size === 1 ? [...found] : [...found].sort((a, b) => a.ordinal - b.ordinal);
        });
    }

    /** Adds a rename whose references were found. @param message the refusal if a reference resolves differently afterwards */
    add(from: string, to: string, mentions: readonly Mention[], message: string): void {
        this.count++;
        this.names.add(from).add(to);
        this.isOpen &&= PLAIN_NAME.test(from) && PLAIN_NAME.test(to);
        this.judged.push({ mentions, message });
    }

    /** Whether a rename is independent of the other renames and of the other pending operations. */
    admitsRename(from: string, to: string, others: readonly EditOperation[]): boolean {
        for (; this.seen < others.length; this.seen++) {
            const writing = writingOf(others[this.seen]);
            this.isOpen &&= writing !== undefined && !writing.declared.some(name => this.isReferred(name));
            writing?.words.forEach(word => this.words.add(word));
        }
        return this.isOpen && [from, to].every(name => PLAIN_NAME.test(name) && !this.names.has(name) && !this.words.has(name));
    }

    /** Whether another operation is independent of the pending renames. */
    admits(operation: EditOperation): boolean {
        const writing = this.isOpen ? writingOf(operation) : undefined;
        return (
            writing !== undefined &&
            ![...namesOfId(writing.id), ...writing.words].some(word => this.names.has(word)) &&
            !writing.declared.some(name => this.isReferred(name))
        );
    }

    /**
     * Checks that every node that mentions an old or a new name resolves to the same elements as before.
     * @param written the splices of each document, in the order of its text
     * @throws EditRefusal INVALID_NAME
     */
    check(after: Model, written: ReadonlyMap<number, readonly GatheredSplice[]>): void {
        const { documents } = this.model;
        const maps = new Map<string, PlaceMap>(
            [...written].map(([i, splices]) => [documents[i].name, new TextMap(documents[i].text.length, splices)])
        );
        const nodes = after.documents.map((document, i) => keptNodes(document, written.get(i) ?? []));
        for (const { mentions, message } of this.judged) {
            for (const { document, ordinal, node, members } of mentions) {
                const now = nodes[document][ordinal];
                const oldTargets = members();
                const newTargets = now?.$type === node.$type ? membersOf(now) : [];
                if (oldTargets.length !== newTargets.length || oldTargets.some((member, i) => !isSame(member, newTargets[i], maps))) {
                    throw new EditRefusal('INVALID_NAME', `${message}: a reference would resolve to another element`, {
                        referrers: sortedReferrers([declarationOf(node)])
                    });
                }
            }
        }
    }

    private isReferred(name: string): boolean {
        return this.model.documents.some((document, i) => this.mentionsIn(document, i, name).length > 0);
    }

    private mentionsIn(document: Document, i: number, name: string): readonly Mention[] {
        if (IDENTIFIER.test(name) && !document.text.includes(name)) {
            return [];
        }
        let byName = this.byName.get(document);
        if (byName === undefined) {
            byName = mentionsByName(document, i);
            this.byName.set(document, byName);
        }
        return byName.get(name) ?? [];
    }
}

function mentionsByName(document: Document, i: number): Map<string, Mention[]> {
    const byName = new Map<string, Mention[]>();
    referringNodes(document).forEach((node, ordinal) => {
        let members: readonly (AstNode | undefined)[] | undefined;
        const mention = { document: i, ordinal, node, members: () => (members ??= membersOf(node)) };
        for (const { name } of namesIn(node)) {
            const present = byName.get(name);
            if (present === undefined) {
                byName.set(name, [mention]);
            } else if (present[present.length - 1] !== mention) {
                present.push(mention);
            }
        }
    });
    return byName;
}

/** The referring nodes that existed before the batch, without those that other splices inserted. */
function keptNodes(document: Document, splices: readonly GatheredSplice[]): readonly ReferringNode[] {
    const nodes = referringNodes(document);
    const inserted: { offset: number; end: number }[] = [];
    let shift = 0;
    for (const { offset, end, text, isName } of splices) {
        if (isName === undefined) {
            inserted.push({ offset: offset + shift, end: offset + shift + text.length });
        }
        shift += text.length - (end - offset);
    }
    return inserted.length === 0 ? nodes : nodes.filter(node => !isIn(inserted, spanOf(node).offset));
}

/** Whether an offset is in one of the extents, which are sorted. */
function isIn(extents: readonly { readonly offset: number; readonly end: number }[], offset: number): boolean {
    let low = 0;
    for (let high = extents.length; low < high;) {
        const middle = (low + high) >> 1;
        if (extents[middle].end <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < extents.length && extents[low].offset <= offset;
}

// --- Texts that operations write --------------------------------------------------------------------------------------------

/** The names that an operation other than a rename writes. */
interface Writing {
    /** id of the declaration that it changes */
    readonly id: string;
    /** the names in its texts */
    readonly words: readonly string[];
    /** names of elements that it declares or gives a value; references to them may resolve differently afterwards */
    readonly declared: readonly string[];
}

/** Kinds of members whose addition affects only the meaning of their name: they have no role or position that implies a redefinition. */
const PLAIN_KINDS: ReadonlySet<string> = new Set(
    ['part', 'item', 'attribute', 'port', 'occurrence', 'action', 'state', 'calc', 'constraint', 'requirement', 'enum']
        .flatMap(kind => [kind, `${kind} def`])
        .concat('package', 'feature', 'class', 'struct', 'datatype', 'classifier')
);

/** The names that an operation writes; undefined for an operation that may have other effects. */
function writingOf(operation: EditOperation): Writing | undefined {
    switch (operation.case) {
        case 'addMember': {
            const { owner, kind, name, direction, redefines, metadataPrefixes, type, multiplicity, value, bodyExpression } =
                operation.value;
            const isPlain = PLAIN_KINDS.has(kind) && name !== '' && direction === '' && redefines.length + metadataPrefixes.length === 0;
            const texts = [name, type, multiplicity, value, bodyExpression, ...operation.value.specializes];
            return isPlain ? { id: owner, words: texts.flatMap(wordsIn), declared: [unquoted(name)] } : undefined;
        }
        case 'setValue': {
            const { target, value } = operation.value;
            return { id: target, words: wordsIn(value), declared: namesOfId(target).slice(-1) };
        }
        case 'addDocumentation': {
            const { target, name, replace } = operation.value;
            return replace ? undefined : { id: target, words: wordsIn(name), declared: wordsIn(name) };
        }
        case 'addComment': {
            const { owner, name, about } = operation.value;
            return { id: owner, words: [name, ...about].flatMap(wordsIn), declared: wordsIn(name) };
        }
        case 'addNote':
            return { id: operation.value.target, words: [], declared: [] };
        default:
            return undefined;
    }
}

const WORD = /'(?:\\[\s\S]|[^\\'])*'|[\p{L}_][\p{L}\p{Nd}_]*/gu;
const wordsIn = (text: string): string[] => Array.from(text.matchAll(WORD), ([word]) => unquoted(word));

/** The names in an id, with and without quotes. */
const namesOfId = (id: string): string[] => (id.includes("'") ? [...id.split('::'), ...segmentsOf(id).map(s => s.name)] : id.split('::'));
