/**
 * move: moves a declaration with its body and comments into another namespace of its document, and respells references of the document that
 * would no longer resolve to the same element (contract: edits-and-diagnostics 1.10).
 */
import type { AstNode } from '../language/generated/tree.js';
import type * as ast from '../language/generated/tree.js';
import { importTarget } from '../language/semantics/names.js';
import { importsOf, ownedMembersNamed } from '../language/semantics/owned-members.js';
import { importedName } from '../language/semantics/structure.js';
import { spanOf } from '../language/syntax/index.js';
import { openOwner } from './additions/owners.js';
import { type Draft, labelOf, type TargetedSplice } from './draft.js';
import type { Move } from './operations.js';
import { EditRefusal } from './outcome.js';
import { declarationOf, isWithin, referencesInto, sortedReferrers } from './references.js';
import { Relocation, type Respelling } from './respelling.js';
import { targetOf } from './targets.js';
import { type Extent, extentOf, indentationAt, type Layout, type Place, placeAtEnd } from './text/layout.js';
import { composed, type PlaceMap, spliced, TextMap } from './text/splices.js';

export function move(draft: Draft, index: number, { target: id, owner: ownerId }: Move): void {
    const { model } = draft;
    const target = targetOf(draft, id);
    const owner = openOwner(draft, ownerId);
    checkMove(target, owner, id);
    const elsewhere = referencesInto(model, target).filter(reference => reference.document !== draft.target);
    if (elsewhere.length > 0) {
        throw new EditRefusal(
            'REFERENCED_ELSEWHERE',
            `another document refers to '${id}' or to something in it, and a move respells its own document only`,
            {
                referrers: sortedReferrers(elsewhere.map(({ node }) => declarationOf(node)))
            }
        );
    }
    const relocated = relocate(draft.layout, target, owner);
    const texts = draft.documents.map(d => d.text);
    const relocation = new Relocation(model, draft.target, relocated.map, respelled => {
        texts[draft.target] = spliced(relocated.text, respelled);
        return draft.modelOf(texts);
    });
    const respellings = relocation.respell(id);
    const respelled = new TextMap(relocated.text.length, respellings);
    const { inserted } = relocated;
    draft.rewrite(index, new Map([[draft.target, reportedSplices(relocated, respellings, id)]]), {
        map: composed(relocated.map, respelled),
        model: relocation.result,
        placed: { offset: respelled.start(inserted.offset)!, end: respelled.end(inserted.end)! }
    });
}

function checkMove(target: AstNode, owner: AstNode, id: string): void {
    if (target.$containerProperty !== 'members') {
        throw new EditRefusal('ILLEGAL_KIND', `'${id}' is a part of another declaration and cannot be moved alone`);
    }
    if (isWithin(owner, target)) {
        throw new EditRefusal('OWNER_INSIDE_TARGET', `${labelOf(owner)} is '${id}' or inside it`);
    }
    const { name, shortName } = target;
    for (const own of owner === target.$container ? [] : [name, shortName]) {
        if (own !== undefined && ownedMembersNamed(owner, own).length > 0) {
            throw new EditRefusal('MEMBER_NAME_TAKEN', `'${own}' is already the name of a member of ${labelOf(owner)}`);
        }
    }
}

/** A declaration at its new place, before references are respelled. */
interface Relocated {
    readonly text: string;
    readonly map: PlaceMap;
    readonly removal: Extent;
    readonly place: Place;
    /** imports of the declaration, which its new owner no longer needs */
    readonly imports: readonly Extent[];
    /** span of the inserted text */
    readonly inserted: { readonly offset: number; readonly end: number };
}

function relocate(layout: Layout, target: AstNode, owner: AstNode): Relocated {
    const { text, document } = layout;
    const removal = extentOf(document, target);
    const lines = movedLines(text, removal, target);
    const place = placeAtEnd(
        layout,
        owner,
        lines.map(line => line.text)
    )!;
    const imports = importsOf(owner)
        .filter(node => isMembershipImportOf(node, target))
        .map(node => extentOf(document, node));
    const splices = [{ ...removal, text: '' }, place, ...imports.map(extent => ({ ...extent, text: '' }))];
    const shift = [removal, ...imports].filter(e => e.offset < place.offset).reduce((sum, e) => sum - (e.end - e.offset), 0);
    const offset = place.offset + shift;
    const chunks = lines.map((line, i) => ({ from: line.offset, end: line.offset + line.text.length, to: offset + place.lines[i] }));
    return {
        text: spliced(text, splices),
        map: new TextMap(
            text.length,
            splices,
            chunks.filter(c => c.end > c.from)
        ),
        removal,
        place,
        imports,
        inserted: { offset, end: offset + place.text.length }
    };
}

function isMembershipImportOf(node: ast.Import, target: AstNode): boolean {
    const { isNamespaceImport, isRecursive } = importedName(node);
    return !isNamespaceImport && !isRecursive && importTarget(node) === target;
}

/** The moved lines without the indentation of the declaration, with their offsets in the text. Blank lines at the edges are left out. */
function movedLines(text: string, removal: Extent, target: AstNode): { text: string; offset: number }[] {
    const own = indentationAt(text, spanOf(target).offset);
    const lines: { text: string; offset: number }[] = [];
    for (let at = removal.offset; at < removal.end;) {
        const newline = text.indexOf('\n', at);
        const next = newline < 0 || newline >= removal.end ? removal.end : newline + 1;
        const line = text.slice(at, next).replace(/\r?\n$/, '');
        const isFirst = lines.length === 0 && !removal.isLines;
        const blanks = isFirst ? 0 : line.startsWith(own) ? own.length : /^\s*/.exec(line)![0].length;
        lines.push(line.trim() === '' ? { text: '', offset: at } : { text: line.slice(blanks), offset: at + blanks });
        at = next;
    }
    while (lines[0]?.text === '') {
        lines.shift();
    }
    while (lines[lines.length - 1]?.text === '') {
        lines.pop();
    }
    return lines;
}

/** The removal, the insertion and the respelled references as splices of the original text, for the report. */
function reportedSplices(
    { removal, place, imports, inserted, text: moved }: Relocated,
    respellings: readonly Respelling[],
    id: string
): TargetedSplice[] {
    const inside = respellings.filter(r => inserted.offset <= r.offset && r.end <= inserted.end);
    const insertion = spliced(
        moved.slice(inserted.offset, inserted.end),
        inside.map(r => ({ ...r, offset: r.offset - inserted.offset, end: r.end - inserted.offset }))
    );
    const outside = respellings.filter(r => !inside.includes(r)).map(r => ({ ...r.before, text: r.text }));
    const others = [...imports.map(extent => ({ offset: extent.offset, end: extent.end, text: '' })), ...outside].sort(
        (a, b) => a.offset - b.offset
    );
    return [
        { offset: removal.offset, end: removal.end, text: '' },
        { offset: place.offset, end: place.end, text: insertion },
        ...others
    ].map(splice => ({
        ...splice,
        target: id
    }));
}
