/**
 * Declares a simple name that cannot be resolved, as its place suggests: a definition for a type, a usage for a subsetted feature, an
 * attribute for a name in an expression. Inserts it before the member that contains the name.
 */
import type { TextEdit } from 'vscode-languageserver';
import type { AstNode } from '../language/generated/tree.js';
import { nodeAt } from '../language/positions/places.js';
import { isDefinition, isPackage, isUsage } from '../language/semantics/structure.js';
import { type Span, spanOf } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import { kindWords } from './elements.js';
import { rangeOf } from './places.js';

/** Kinds of usages whose missing type is declared as a definition of that kind. */
const DEFINABLE = /^(part|attribute|item|port|action|state|calc|constraint|requirement|enum|occurrence|interface|connection)( def)?$/;
/** The kind for accepted signals without a kind: attributes. */
const ACCEPTED = 'attribute';

/** The new declaration and the member before which it is inserted. */
interface Missing {
    readonly words: string;
    readonly before: AstNode;
}

/** The possible declarations for a missing name at a place: one, or none if the place does not determine the kind. */
export function missingDeclaration(
    document: Document,
    span: Span
): readonly { readonly title: string; readonly edits: readonly TextEdit[] }[] {
    const name = document.text.slice(span.offset, span.end);
    const missing = /^([A-Za-z_]\w*|'[^']+')$/.test(name) ? missingAt(nodeAt(document, span.offset)) : undefined;
    if (missing === undefined) {
        return [];
    }
    const { words, before } = missing;
    const { offset } = spanOf(before);
    const line = document.text.slice(document.text.lastIndexOf('\n', offset - 1) + 1, offset);
    const eol = document.text.includes('\r\n') ? '\r\n' : '\n';
    const newText = `${words} ${name};${line.trim() === '' ? eol + line : ' '}`;
    return [{ title: `Declare ${words} ${name}`, edits: [{ range: rangeOf(document, { offset, end: offset }), newText }] }];
}

function missingAt(place: AstNode | undefined): Missing | undefined {
    for (let node = place; node !== undefined; node = node.$container) {
        const of = node.$container;
        switch (node.$type) {
            case 'FeatureTyping':
            case 'Subclassification':
                return of && definition(of);
            case 'Subsetting':
                return of && usage(of, DEFINABLE.exec(kindWords(of))?.[1]);
            case 'FeatureReferenceExpression':
                return usage(node, 'attribute');
        }
    }
    return undefined;
}

/** A definition beside the package member that contains the owner of the name. */
function definition(owner: AstNode): Missing | undefined {
    const kind = owner.$container?.$type === 'AcceptActionUsage' ? ACCEPTED : DEFINABLE.exec(kindWords(owner))?.[1];
    const before = enclosingMember(owner, isPackage);
    return kind === undefined || before === undefined ? undefined : { words: `${kind} def`, before };
}

/** A usage beside the nearest member of a type or package. */
function usage(node: AstNode, kind: string | undefined): Missing | undefined {
    const before = enclosingMember(node, owner => isPackage(owner) || isDefinition(owner) || isUsage(owner));
    return kind === undefined || before === undefined ? undefined : { words: kind, before };
}

/** The nearest definition or usage around a node, or the node itself, whose owner satisfies a condition. */
function enclosingMember(node: AstNode, isOwner: (owner: AstNode) => boolean): AstNode | undefined {
    for (let member: AstNode | undefined = node; member?.$container !== undefined; member = member.$container) {
        if ((isDefinition(member) || isUsage(member)) && isOwner(member.$container)) {
            return member;
        }
    }
    return undefined;
}
