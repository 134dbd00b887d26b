/**
 * KerML notation in a SysML document: a warning, an error in strict mode (contract: edits-and-diagnostics 2.5). Depends on the syntax tree
 * only.
 */
import type { AstNode } from '../../generated/tree.js';
import type * as ast from '../../generated/tree.js';
import type { Check } from '../check.js';
import { keywordSpan } from '../tokens.js';

const KERML_KINDS = new Set([
    'namespace',
    'class',
    'struct',
    'datatype',
    'classifier',
    'subclassifier',
    'behavior',
    'function',
    'predicate',
    'metaclass',
    'assoc',
    'assocstruct',
    'interaction',
    'feature',
    'step',
    'expr',
    'bool',
    'inv',
    'connector',
    'multiplicity'
]);

/** Whether a declaration keyword is one of KerML only. */
export function isKermlKind(kind: string | undefined): boolean {
    return kind !== undefined && KERML_KINDS.has(kind);
}

/** KerML declarations in a SysML document. Members of a reported one are not reported again. */
export const kermlNotation: Check<ast.Declaration> = (node, context) => {
    if (context.document.language !== 'sysml' || !isKermlKind(node.kind)) {
        return;
    }
    for (let owner: AstNode | undefined = node.$container; owner !== undefined; owner = owner.$container) {
        if (isKermlKind(owner.kind)) {
            return;
        }
    }
    const keyword = node.kind === 'assocstruct' ? 'assoc' : node.kind!;
    context.report(
        context.strict ? 'error' : 'warning',
        'kerml-notation',
        `'${keyword}' is notation of KerML, not of SysML`,
        keywordSpan(context.document.text, node, keyword)
    );
};

/** `featured by`, in a SysML document. */
export const featuredBy: Check = (node, context) => {
    if (context.document.language === 'sysml') {
        context.report(context.strict ? 'error' : 'warning', 'kerml-notation', "'featured by' is notation of KerML, not of SysML", node);
    }
};
