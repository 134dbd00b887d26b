/** Random edits of a model, and what must hold of each of them. For tests. */
import type { AstNode } from '../../src/language/generated/tree.js';
import { applyEdits, type AcceptedEdit, type EditOperation, type EditOutcome } from '../../src/editing/index.js';
import { membersOf, referringNodes } from '../../src/language/positions/name-segments.js';
import { qualifiedNameOf } from '../../src/language/semantics/naming.js';
import { ownedMembersOf } from '../../src/language/semantics/structure.js';
import { documentOf } from '../../src/language/semantics/text.js';
import type { SourceDocument } from '../../src/language/workspace/document.js';
import type { Model } from '../../src/language/workspace/workspace.js';
import { operation, type Some, workspace } from './edit.js';

/** A source of numbers below a bound. */
export type Random = (bound: number) => number;

export function seeded(seed: number): Random {
    let state = seed >>> 0 || 1;
    return bound => {
        state ^= state << 13;
        state >>>= 0;
        state ^= state >>> 17;
        state ^= state << 5;
        state >>>= 0;
        return state % bound;
    };
}

/** The ids of the declarations of a document. */
export function idsOf(model: Model): string[] {
    const ids: string[] = [];
    const work: AstNode[] = [...ownedMembersOf(model.documents[0].root)];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        const id = qualifiedNameOf(node);
        if (id !== undefined) {
            ids.push(id);
        }
        work.push(...ownedMembersOf(node));
    }
    return ids.sort();
}

/** An operation on any declaration of a document. */
export function randomOperation(random: Random, ids: readonly string[], fresh: string): EditOperation {
    const id = ids[random(ids.length)];
    const other = ids[random(ids.length)];
    const kinds: readonly Some[] = [
        { rename: { target: id, newName: fresh } },
        { rename: { target: id, newName: `'${fresh} x'` } },
        { addMember: { owner: id, kind: 'part', name: fresh } },
        { addMember: { owner: id, kind: 'attribute', name: fresh, type: 'ScalarValues::Integer', value: '42' } },
        { addComment: { owner: id, body: 'a remark\nof two lines' } },
        { addDocumentation: { target: id, body: 'what it is' } },
        { addNote: { target: id, text: 'a note' } },
        { setValue: { target: id, value: '42' } },
        { delete: { target: id } },
        { delete: { target: id, cascade: true } },
        { move: { target: id, owner: other } },
        { move: { target: id, owner: '' } },
        { addImport: { owner: id, target: 'ScalarValues::*' } }
    ];
    return operation(kinds[random(kinds.length)]);
}

const errorsOf = (model: Model): number => model.diagnostics.filter(d => d.severity === 'error').length;

/**
 * What is wrong with the outcome of an operation; undefined when nothing is.
 * Everything outside the spans that are told is as it was; they lead back to the text; no error is new; references lead where they led.
 */
export function faultOf(source: SourceDocument, model: Model, asked: EditOperation, outcome: EditOutcome): string | undefined {
    if ('failure' in outcome) {
        return outcome.error === '' ? 'refused without a reason' : undefined;
    }
    const text = outcome.documents[0].content;
    if (undone(text, outcome) !== source.content) {
        return 'the spans do not lead back to the text';
    }
    const after = workspace.parseFresh([{ ...source, content: text }]);
    if (errorsOf(after) > errorsOf(model)) {
        return `a new error: ${after.diagnostics.find(d => d.severity === 'error')?.message}`;
    }
    switch (asked.case) {
        case 'rename':
            return differenceOf(model, after);
        case 'move':
            return idsOf(after).length === idsOf(model).length ? undefined : 'declarations came or went';
        default:
            return undefined;
    }
}

/** The text before, by the spans of one operation. */
function undone(text: string, { applied }: AcceptedEdit): string {
    let bytes = Buffer.from(text);
    let shift = 0;
    const inOrder = [...applied].sort((a, b) => a.offset - b.offset || a.length - b.length);
    const places = inOrder.map(edit => {
        const at = edit.offset + shift;
        shift += Buffer.byteLength(edit.newText) - edit.length;
        return { ...edit, at };
    });
    for (const { at, newText, oldText } of places.reverse()) {
        const end = at + Buffer.byteLength(newText);
        if (bytes.subarray(at, end).toString() !== newText) {
            return `at ${at} stands ${JSON.stringify(bytes.subarray(at, end).toString())}, told is ${JSON.stringify(newText)}`;
        }
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(oldText), bytes.subarray(end)]);
    }
    return bytes.toString();
}

/** The graph of references: what each name leads to, by the place of that element among all nodes. */
function graphOf(model: Model): string[] {
    const order = new Map<AstNode, number>();
    const [document] = model.documents;
    const work: AstNode[] = [document.root];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        order.set(node, order.size);
        work.push(...[...ownedMembersOf(node)].reverse());
    }
    return referringNodes(document).map(node =>
        membersOf(node)
            .map(member => {
                if (member === undefined) {
                    return '-';
                }
                const place = order.get(member);
                return place === undefined
                    ? `${documentOf(member).name} ${qualifiedNameOf(member)?.split('::').length}`
                    : `${place} ${member.$type}`;
            })
            .join(' ')
    );
}

function differenceOf(before: Model, after: Model): string | undefined {
    const old = graphOf(before);
    const now = graphOf(after);
    const at = old.findIndex((line, i) => line !== now[i]);
    return at < 0 && old.length === now.length ? undefined : `reference ${at} led to ${old[at]} and leads to ${now[at]}`;
}

/** Applies random operations to a document, each to the text as it is; tells what is wrong, with the operation. */
export function faultsIn(source: SourceDocument, count: number, random: Random): string[] {
    const model = workspace.parseFresh([source]);
    const ids = idsOf(model);
    const faults: string[] = [];
    for (let i = 0; i < count && ids.length > 0; i++) {
        const asked = randomOperation(random, ids, `fresh${i}`);
        const fault = faultOf(source, model, asked, applyEdits(model, [asked]));
        if (fault !== undefined) {
            faults.push(`${source.name} ${asked.case} ${JSON.stringify(asked.value)}: ${fault}`);
        }
    }
    return faults;
}

/** A rename and its inverse give the same bytes, unless the old name would hide another one: then the inverse is refused. */
export function inverseFaultsIn(source: SourceDocument, count: number, random: Random): string[] {
    const model = workspace.parseFresh([source]);
    const ids = idsOf(model);
    return Array.from({ length: ids.length === 0 ? 0 : count }).flatMap((_, i) => {
        const id = ids[random(ids.length)];
        const there = applyEdits(model, [operation({ rename: { target: id, newName: `fresh${i}` } })]);
        if ('failure' in there) {
            return [];
        }
        const edited = workspace.parseFresh([{ ...source, content: there.documents[0].content }]);
        const [{ oldText }] = there.applied;
        const back = applyEdits(edited, [
            operation({ rename: { target: [...id.split('::').slice(0, -1), `fresh${i}`].join('::'), newName: oldText } })
        ]);
        if ('failure' in back && back.error.includes('already means')) {
            return [];
        }
        const content = 'failure' in back ? back.error : back.documents[0].content;
        // A name that needs no quotes may have been written with some.
        return content === source.content || there.applied.some(a => a.oldText !== oldText)
            ? []
            : [`${source.name} rename ${id}: ${content.slice(0, 200)}`];
    });
}
