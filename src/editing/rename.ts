/**
 * rename: changes a declared name at the declaration and in every reference that spells it, in all documents (contract:
 * edits-and-diagnostics 1.8).
 */
import type { AstNode } from '../language/generated/tree.js';
import { namesIn, type NameSegment, segmentsOfNode } from '../language/positions/name-segments.js';
import { lookupFull, lookupVisible } from '../language/semantics/lookup.js';
import { memberElement } from '../language/semantics/names.js';
import { startOf } from '../language/semantics/starting-namespace.js';
import { notationNameOf } from '../language/semantics/naming.js';
import { namingNodeOf } from '../language/semantics/owned-members.js';
import { owningNamespaceOf, unquoted } from '../language/semantics/structure.js';
import { documentOf } from '../language/semantics/text.js';
import { nameSpanOf } from '../language/syntax/index.js';
import { shortNameSpanOf } from '../language/positions/short-names.js';
import type { Draft, TargetedSplice } from './draft.js';
import type { Rename } from './operations.js';
import { EditRefusal } from './outcome.js';
import { declarationOf, sortedReferrers } from './references.js';
import type { Mention } from './renaming.js';
import { targetOf } from './targets.js';
import { checkName } from './text/notation.js';

export function rename(draft: Draft, index: number, operation: Rename): void {
    const { target: id, newName, isShortName = false } = operation;
    if (!draft.combines) {
        draft.flush();
    }
    const target = targetOf(draft, id);
    const declared = isShortName ? shortNameSpanOf(target) : nameSpanOf(target);
    const [oldName, otherName] = isShortName ? [target.shortName, target.name] : [target.name, target.shortName];
    if (declared === undefined || oldName === undefined) {
        throw new EditRefusal('NOT_NAMED', `'${id}' has no name of its own to rename`);
    }
    checkName(newName, draft.language, 'newName');
    const name = unquoted(newName);
    if (!draft.admitsRename(oldName, name)) {
        draft.flush();
        return rename(draft, index, operation);
    }
    const mentions = draft.renaming.mentionsOf(new Set([oldName, name, otherName ?? oldName]));
    const { renamed, sites } = sitesOf(target, oldName, mentions);
    if (name !== oldName) {
        checkDeclaredPlace(target, name, renamed);
        sites.forEach(site => checkSite(site, name, renamed));
    }
    const parts = new Map<number, TargetedSplice[]>([[draft.target, [{ ...declared, text: newName, target: id }]]]);
    for (const { document, span } of sites) {
        const splice = { ...span, text: newName, target: id };
        const present = parts.get(document);
        if (present === undefined) {
            parts.set(document, [splice]);
        } else {
            present.push(splice);
        }
    }
    draft.renames.push([oldName, name]);
    draft.renaming.add(oldName, name, mentions, `'${id}' cannot be named '${name}'`);
    draft.respell(index, parts);
    if (!draft.combines) {
        draft.flush();
    }
}

/** A segment that spells the renamed name. */
interface Site extends NameSegment {
    readonly document: number;
    readonly mention: Mention;
}

/**
 * The segments that spell the name of a declaration, and the members that take their name from it. A shorthand redefinition takes both
 * names of the redefined feature, whichever of them it spells, and so on transitively.
 */
function sitesOf(target: AstNode, oldName: string, mentions: readonly Mention[]): { renamed: ReadonlySet<AstNode>; sites: Site[] } {
    const renamed = new Set<AstNode>([target]);
    const names = new Set([target.name, target.shortName]);
    const naming = mentions.filter(({ node }) => node.$container !== undefined && namingNodeOf(node.$container) === node);
    for (let size = 0; size < renamed.size;) {
        size = renamed.size;
        for (const { node, members } of naming) {
            const segments = namesIn(node);
            const last = segments.length - 1;
            if (!renamed.has(node.$container!) && names.has(segments[last].name) && renamed.has(members()[last]!)) {
                renamed.add(node.$container!);
            }
        }
    }
    const sites = mentions.flatMap(mention => {
        const { node, members } = mention;
        const indexes = namesIn(node).flatMap(({ name }, i) => (name === oldName && renamed.has(members()[i]!) ? [i] : []));
        return indexes.length === 0
            ? []
            : segmentsOfNode(documentOf(node), node)
                  .filter(({ index }) => indexes.includes(index))
                  .map(segment => ({ ...segment, document: mention.document, mention }));
    });
    return { renamed, sites };
}

/** Checks that the new name is not yet visible where the element is declared. @throws EditRefusal INVALID_NAME */
function checkDeclaredPlace(target: AstNode, name: string, renamed: ReadonlySet<AstNode>): void {
    const owner = owningNamespaceOf(target);
    const present = owner === undefined ? undefined : lookupFull(owner, name);
    if (present !== undefined && !renamed.has(present)) {
        throw new EditRefusal(
            'INVALID_NAME',
            `'${name}' already means ${described(present)} where '${target.name ?? target.shortName}' is declared`
        );
    }
}

/** Checks that the new name is not yet visible where a reference will spell it. @throws EditRefusal INVALID_NAME */
function checkSite({ node, index, mention }: Site, name: string, renamed: ReadonlySet<AstNode>): void {
    if (node.$type === 'Redefinition' || node.$type === 'Argument' || node.$containerProperty === 'feature') {
        return; // These names are looked up in general types; the check after the rename covers them.
    }
    const before = index === 0 ? undefined : memberElement(mention.members()[index - 1]);
    const start = node.$type === 'Import' ? owningNamespaceOf(node) : startOf(node);
    const present =
        before !== undefined ? lookupVisible(before, name) : index === 0 && start !== undefined ? lookupFull(start, name, node) : undefined;
    if (present !== undefined && !renamed.has(present)) {
        throw new EditRefusal('INVALID_NAME', `'${name}' already means ${described(present)} at a reference`, {
            referrers: sortedReferrers([declarationOf(node)])
        });
    }
}

function described(element: AstNode): string {
    return `'${notationNameOf(element) ?? element.name ?? element.$type}'`;
}
