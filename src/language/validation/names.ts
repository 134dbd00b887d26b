/** Tier "name resolution": names that resolve to nothing. Suggestions are made in suggestions.ts. */
import type { AstNode } from 'langium';
import { importedName, type NameNode, segmentsOf } from '../semantics/structure.js';
import { resolve, resolveEachSegment } from '../semantics/names.js';
import type * as ast from '../generated/ast.js';
import type { Check, CheckTable } from './validation.js';

/** Every node with a `text` is a name that must resolve. */
const resolves: Check = (node, context) => {
    const name = node as NameNode;
    if (resolve(name) !== undefined) {
        return;
    }
    const text = node.$type === 'Import' ? importedName(node as unknown as ast.Import).name : name.text;
    const segments = segmentsOf(text);
    const reached = resolveEachSegment(name);
    const missing = Math.max(0, reached.indexOf(undefined));
    if (segments.length === 1 || missing === 0) {
        context.report('error', 'unresolved', `'${segments[missing]?.name ?? text}' could not be resolved`, nameAt(node));
    } else {
        context.report('error', 'unresolved', `'${segments[missing].name}' could not be resolved in '${segments[missing - 1].name}'`, nameAt(node));
    }
};

/** The span of a name node: the text itself, not what stands in front of it. */
function nameAt(node: AstNode): AstNode {
    return node;
}

const NAME_NODES = ['Reference', 'Import', 'PrefixMetadata', 'Specialization', 'Subclassification', 'FeatureTyping', 'Subsetting', 'ReferenceSubsetting', 'CrossSubsetting', 'Redefinition',
    'Conjugation', 'Disjoining', 'Unioning', 'Intersecting', 'Differencing', 'FeatureChaining', 'FeatureInverting', 'TypeFeaturing', 'ConnectorEnd', 'InitialNode',
    'FeatureReferenceExpression', 'ExtentExpression'];

export const nameChecks: CheckTable = Object.fromEntries(NAME_NODES.map(type => [type, [resolves]]));
