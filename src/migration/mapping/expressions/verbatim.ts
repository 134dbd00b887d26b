/** Copies opaque text that already is a SysML v2 expression, and updates its names to the written ones (contract: migration 8.1). */
import type { Library } from '../../../language/library/library.js';
import type { AstNode } from '../../../language/generated/tree.js';
import { parseExpression, spanOf, tokenValue, visitAll } from '../../../language/syntax/index.js';
import { type Declaration, LibraryName, Name, type Text } from '../../notation/declaration.js';
import { featureText, type Scope, type ValueText } from './scope.js';

/** Expressions without names other than those of their nested references. */
const COPIED = new Set([
    ...['Argument', 'BinaryExpression', 'BracketExpression', 'ConditionalExpression', 'FunctionOperationExpression', 'IndexExpression'],
    ...['InvocationExpression', 'LiteralBoolean', 'LiteralInfinity', 'LiteralInteger', 'LiteralReal', 'LiteralString', 'NullExpression'],
    ...['SequenceExpression', 'UnaryExpression']
]);

interface Copied {
    readonly offset: number;
    readonly end: number;
    readonly text: Text;
}

/**
 * Copies a text as an expression, or returns the reason why it cannot: the text is not an expression, or a name in it resolves neither in
 * the library nor in the scope.
 */
export function verbatimExpression(text: string, scope: Scope, library: Library): ValueText {
    const { expression, diagnostics } = parseExpression(text, 'sysml');
    if (expression === undefined || diagnostics.length > 0) {
        return { reason: 'it is no expression of SysML v2' };
    }
    const copied: Copied[] = [];
    const within = new Set<AstNode>();
    let reason: string | undefined;
    visitAll(expression, node => {
        if (reason !== undefined || within.has(node) || isCopied(node)) {
            return;
        }
        const names = namesOf(node, within);
        const result = names === undefined ? { reason: `'${node.$type}' is not copied` } : referenceText(names, scope, library);
        if ('reason' in result) {
            reason = result.reason;
        } else {
            copied.push({ ...spanOf(node), text: result.text });
        }
    });
    return reason === undefined ? { text: withReferences(text, copied), note: 'copied verbatim' } : { reason };
}

/**
 * Whether a node is copied unchanged. Named arguments are not, because they reference parameters of the called function, which is not
 * resolved here.
 */
const isCopied = (node: AstNode): boolean => COPIED.has(node.$type) && (node.$type !== 'Argument' || node.name === undefined);

/**
 * Returns the path that a node references, with a qualified name first; undefined for a node that is not a reference. Adds the nodes of the
 * path to `within`.
 */
function namesOf(node: AstNode, within: Set<AstNode>): string[] | undefined {
    const steps: string[] = [];
    let at = node;
    while (at.$type === 'FeatureChainExpression') {
        const { feature, operand } = at;
        steps.unshift(feature.text);
        within.add(feature).add(operand);
        at = operand;
    }
    return at.$type === 'FeatureReferenceExpression' || at.$type === 'Reference' ? [at.text, ...steps] : undefined;
}

const segmentsOf = (name: string): string[] => (name.match(/'(?:\\.|[^'\\])*'|[^:\s]+/g) ?? []).map(tokenValue);

function referenceText([first, ...steps]: readonly string[], scope: Scope, library: Library): ValueText {
    const segments = segmentsOf(first);
    if (segments.length === 1) {
        const feature = featureText([segments[0], ...steps.map(tokenValue)], scope);
        const declaration = 'text' in feature || steps.length > 0 ? undefined : declarationAt(segments, scope);
        return declaration === undefined ? feature : { text: [new Name(declaration)] };
    }
    const declaration = declarationAt(segments, scope);
    if (declaration !== undefined && steps.length === 0) {
        return { text: [new Name(declaration)] };
    }
    return steps.length === 0 && library.libraryElement(segments.join('::')) !== undefined
        ? { text: [new LibraryName(first)] }
        : { reason: `the name '${first}' is not one of what is written` };
}

/** Resolves a qualified name of the input: its first name from the innermost body outwards, the others as members. */
function declarationAt(segments: readonly string[], { bodies }: Scope): Declaration | undefined {
    const memberOf = (owner: Declaration | undefined, name: string): Declaration | undefined =>
        owner?.declarations().find(d => (d.source?.name ?? d.name) === name);
    const [first, ...others] = segments;
    const start = bodies.map(body => memberOf(body, first)).find(found => found !== undefined);
    return others.reduce(memberOf, start);
}

/** Replaces the names in a text by references. */
function withReferences(text: string, copied: readonly Copied[]): Text {
    const pieces: Text[number][] = [];
    let at = 0;
    for (const { offset, end, text: reference } of [...copied].sort((a, b) => a.offset - b.offset)) {
        pieces.push(text.slice(at, offset), ...reference);
        at = end;
    }
    return [...pieces, text.slice(at)];
}
