/**
 * Renames that are written and judged together, with additions and values beside them. They are gathered as long as none can disturb
 * another: no two have a name in common, what else is written spells none of their names, and nothing that is declared or valued beside
 * them is referred to. So each name would lead where it leads were the operations done one by one. Where that is not so the text is written
 * first; where it comes out late, the batch is done one by one.
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

/** Operations were gathered that have to be done one by one. */
export class NotTogether extends Error {}

/** A name that has one of certain names among its segments. */
export interface Mention {
    /** index of the document */
    readonly document: number;
    /** place among the referring nodes of its document */
    readonly ordinal: number;
    readonly node: ReferringNode;
    /** what its segments lead to; asked for when it is needed */
    readonly members: () => readonly (AstNode | undefined)[];
}

/** A splice of a batch; `isName` where it respells a name. */
type GatheredSplice = Splice & { readonly isName?: true };

const IDENTIFIER = /^\w+$/;
/** Names whose parts no id can be taken for. */
const PLAIN_NAME = /^[^:'\\]+$/;

export class Renaming {
    /** How many renames there are. */
    count = 0;
    private readonly names = new Set<string>();
    private readonly judged: { readonly mentions: readonly Mention[]; readonly message: string }[] = [];
    private readonly byName = new Map<Document, ReadonlyMap<string, readonly Mention[]>>();
    private isOpen = true;
    private readonly words = new Set<string>();
    private seen = 0;

    /** @param model the model that the renames are located in */
    constructor(private readonly model: Model) {}

    /** The names of all documents that have one of certain names among their segments, in the order of the texts. */
    mentionsOf(names: ReadonlySet<string>): Mention[] {
        return this.model.documents.flatMap((document, i) => {
            const found = new Set([...names].flatMap(name => this.mentionsIn(document, i, name)));
            return names.size === 1 ? [...found] : [...found].sort((a, b) => a.ordinal - b.ordinal);
        });
    }

    /** Adds a rename whose references were found. @param message says what is refused when one of them leads elsewhere afterwards */
    add(from: string, to: string, mentions: readonly Mention[], message: string): void {
        this.count++;
        this.names.add(from).add(to);
        this.isOpen &&= PLAIN_NAME.test(from) && PLAIN_NAME.test(to);
        this.judged.push({ mentions, message });
    }

    /** Whether a rename can stand beside the others, and beside other operations that were gathered. */
    admitsRename(from: string, to: string, bystanders: readonly EditOperation[]): boolean {
        for (; this.seen < bystanders.length; this.seen++) {
            const writing = writingOf(bystanders[this.seen]);
            this.isOpen &&= writing !== undefined && !writing.declared.some(name => this.isReferred(name));
            writing?.words.forEach(word => this.words.add(word));
        }
        return this.isOpen && [from, to].every(name => PLAIN_NAME.test(name) && !this.names.has(name) && !this.words.has(name));
    }

    /** Whether another operation can stand beside the renames. */
    admits(operation: EditOperation): boolean {
        const writing = this.isOpen ? writingOf(operation) : undefined;
        return (
            writing !== undefined &&
            ![...namesOfId(writing.id), ...writing.words].some(word => this.names.has(word)) &&
            !writing.declared.some(name => this.isReferred(name))
        );
    }

    /**
     * Every name that has an old or a new name in it leads where it led before.
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
                const led = members();
                const leads = now?.$type === node.$type ? membersOf(now) : [];
                if (led.length !== leads.length || led.some((member, i) => !isSame(member, leads[i], maps))) {
                    throw new EditRefusal('INVALID_NAME', `${message}: a reference would lead elsewhere`, {
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

/** The names of a document that were there before: without those that were written with something else than a name. */
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

/** Whether an offset is in one of some extents, which are in order. */
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

// --- What operations write ------------------------------------------------------------------------------------------------

/** What an operation writes beside renames. */
interface Writing {
    /** of the declaration that it is about */
    readonly id: string;
    /** the names in its texts */
    readonly words: readonly string[];
    /** what is declared or gets a value: names that lead to it lead elsewhere afterwards, or further */
    readonly declared: readonly string[];
}

/** Members that change nothing around them but the meaning of their own name: they have no role or place that others are redefined by. */
const PLAIN_KINDS: ReadonlySet<string> = new Set(
    ['part', 'item', 'attribute', 'port', 'occurrence', 'action', 'state', 'calc', 'constraint', 'requirement', 'enum']
        .flatMap(kind => [kind, `${kind} def`])
        .concat('package', 'feature', 'class', 'struct', 'datatype', 'classifier')
);

/** What an operation writes; undefined for one that may do more than that. */
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

/** The names of an id in both spellings. */
const namesOfId = (id: string): string[] => (id.includes("'") ? [...id.split('::'), ...segmentsOf(id).map(s => s.name)] : id.split('::'));
