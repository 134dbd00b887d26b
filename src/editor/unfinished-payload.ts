/** The payload of an accept in an incomplete member, read from the text, because the syntax tree of such a member lacks it. */
import type { AstNode } from '../language/generated/tree.js';
import { memberElement, resolveIn } from '../language/semantics/names.js';

export interface UnfinishedPayload {
    readonly name: string;
    /** the qualified name of its type */
    readonly type: string;
}

const NAME = String.raw`(?:[A-Za-z_]\w*|'(?:\\.|[^'\\])*')`;
const ACCEPT = new RegExp(String.raw`\baccept\s+(${NAME})\s*(?::>>?|:|defined\s+by|typed\s+by)\s*(${NAME}(?:\s*::\s*${NAME})*)`);

/** @param member the text of the member up to the cursor, where an expression may follow */
export function unfinishedPayload(member: string): UnfinishedPayload | undefined {
    const [, name, type] = ACCEPT.exec(member) ?? [];
    return name === undefined || /\b(?:then|via)$/.test(member) ? undefined : { name, type: type.replace(/\s+/g, '') };
}

/** The last element of a feature chain that begins with the payload (`order.item`); for the payload alone, its type. */
export function elementOfPayload(scope: AstNode, chain: string, { name, type }: UnfinishedPayload): AstNode | undefined {
    const [first, ...rest] = chain.split('.');
    const element = first === name ? memberElement(resolveIn(scope, type)) : undefined;
    return element === undefined || rest.length === 0 ? element : memberElement(resolveIn(element, rest.join('.')));
}
