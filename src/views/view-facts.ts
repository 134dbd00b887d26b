/** The exposed elements and filters of a view, as written. Does not depend on renderings. */
import type { AstNode } from '../language/generated/tree.js';
import { ownedMembersOf } from '../language/semantics/structure.js';
import { textOf } from '../language/semantics/text.js';
import { oneLine } from './describe.js';

/** `Vehicle::**[@Safety]` of each expose member. */
export function exposesOf(view: AstNode): string[] {
    return ownedMembersOf(view)
        .filter(m => m.$type === 'Import' && m.kind === 'expose')
        .map(m => writtenBehind(m, /^.*?\bexpose\s+/));
}

/** The condition of each filter member. */
export function filtersOf(view: AstNode): string[] {
    return ownedMembersOf(view)
        .filter(m => m.$type === 'ElementFilter')
        .map(m => writtenBehind(m, /^.*?\bfilter\s+/));
}

const writtenBehind = (member: AstNode, word: RegExp): string => oneLine(textOf(member)).replace(/;$/, '').replace(word, '');
