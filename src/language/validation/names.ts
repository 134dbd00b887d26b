/**
 * Tier "name resolution": names that lead to nothing, or to an element that their relationship cannot refer to. A reference is resolved to an element of a
 * certain kind (the type of the relationship's target in the abstract syntax), so both are reported alike, at the segment that fails.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { importedName, isFeature, isNamespace, isType, type NameNode, type Segment, segmentsOf } from '../semantics/structure.js';
import { isResolvedImplicitly, resolve, resolveEachSegment } from '../semantics/names.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { type Span, spanOf } from '../syntax/index.js';
import { isEventName, isSignalName } from './lints.js';
import { suggestionFor } from './suggestions.js';
import { segmentSpans } from './tokens.js';
import type { Check, CheckContext, CheckTable } from './check.js';

/** What a name must lead to, and the word for it in messages. */
interface Expected { readonly what: string; readonly holds: (element: AstNode) => boolean }

const TYPE: Expected = { what: 'a type', holds: isType };
const FEATURE: Expected = { what: 'a feature', holds: isFeature };
const CLASSIFIER: Expected = { what: 'a definition', holds: e => e.$type === 'Definition' && (e as ast.Definition).kind !== 'type' };
const NAMESPACE: Expected = { what: 'a namespace', holds: isNamespace };
const ANYTHING: Expected = { what: 'an element', holds: () => true };

/** The kind of element by the node that names it (KerML 8.3.3, 8.3.2.4: types of the targets of relationships). */
const EXPECTED: Readonly<Record<string, Expected>> = {
    Subclassification: CLASSIFIER,
    Specialization: TYPE, FeatureTyping: TYPE, Conjugation: TYPE, Disjoining: TYPE, Unioning: TYPE, Intersecting: TYPE, Differencing: TYPE, TypeFeaturing: TYPE,
    PrefixMetadata: TYPE, ExtentExpression: TYPE,
    Subsetting: FEATURE, ReferenceSubsetting: FEATURE, CrossSubsetting: FEATURE, Redefinition: FEATURE, FeatureChaining: FEATURE, FeatureInverting: FEATURE,
    ConnectorEnd: FEATURE, InitialNode: FEATURE,
    Reference: ANYTHING, FeatureReferenceExpression: ANYTHING, Import: ANYTHING
};

/** The two sides of a relationship that is an element of its own, by its keyword. */
const RELATED: Readonly<Record<string, Readonly<Record<'source' | 'target', Expected>>>> = {
    subtype: { source: TYPE, target: TYPE }, subclassifier: { source: CLASSIFIER, target: CLASSIFIER }, typing: { source: FEATURE, target: TYPE },
    subset: { source: FEATURE, target: FEATURE }, redefinition: { source: FEATURE, target: FEATURE }, conjugate: { source: TYPE, target: TYPE },
    disjoint: { source: TYPE, target: TYPE }, inverse: { source: FEATURE, target: FEATURE }, featuring: { source: FEATURE, target: TYPE }
};

function expectedOf(node: AstNode): Expected {
    const container = node.$container!;
    switch (node.$type) {
        case 'Import': {
            const { isNamespaceImport } = importedName(node as unknown as ast.Import);
            return isNamespaceImport ? NAMESPACE : ANYTHING;
        }
        case 'Reference':
            if (container.$type === 'Relationship') {
                return RELATED[(container as ast.Relationship).kind]?.[node.$containerProperty as 'source' | 'target'] ?? ANYTHING;
            }
            return container.$type === 'ConstructorExpression' ? TYPE : container.$type === 'SatisfyRequirementUsage' ? FEATURE : ANYTHING;
        case 'FeatureReferenceExpression':
            return isTypeOperand(node) ? TYPE : ANYTHING;
        default:
            return EXPECTED[node.$type] ?? ANYTHING;
    }
}

const TYPE_OPERATORS = new Set(['istype', 'hastype', '@', '@@', 'as', 'meta']);

/** The right side of a classification or cast names a type. */
function isTypeOperand(node: AstNode): boolean {
    const { operator } = node.$container as ast.BinaryExpression;
    return (node.$containerProperty === 'right' || node.$containerProperty === 'operand') && TYPE_OPERATORS.has(operator);
}

/** Every node with a `text` is a name that must resolve, to an element of the right kind. */
const resolves: Check = (node, context) => {
    const name = node as NameNode;
    const target = resolve(name);
    const expected = expectedOf(node);
    const segments = segmentsOf(node.$type === 'Import' ? importedName(node as unknown as ast.Import).name : name.text);
    if (target === undefined) {
        if (isEventName(node) && !(context.strict && isSignalName(node))) {
            return; // The lint `undeclared-signal` looks at it.
        }
        reportMissing(context, name, segments);
        return;
    }
    const spans = spansOf(context, name);
    if (isResolvedImplicitly(name)) {
        extension(context, IMPLICIT_MEANINGS[node.$type]?.(segments[0].name) ?? `'${segments[0].name}' has a meaning only as an extension`, spans[0] ?? spanOf(node));
    }
    if (isPerformedByName(node) && isMetaclass(target, 'ActionDefinition')) {
        extension(context, `an action performed by the name of its definition is an extension: the standard notation is 'action : ${name.text}'`, spans[segments.length - 1] ?? spanOf(node));
        return;
    }
    if (!expected.holds(target)) {
        context.report('error', 'unresolved', `'${segments[segments.length - 1].name}' is not ${expected.what}`, spans[segments.length - 1] ?? spanOf(node));
        return;
    }
    if (segments.some(s => s.separator === '.')) {
        const reached = resolveEachSegment(name);
        // What stands in front of a dot is a chaining feature.
        for (let i = 0; i + 1 < segments.length; i++) {
            const element = reached[i];
            if (segments[i + 1].separator === '.' && element !== undefined && !isFeature(element)) {
                context.report('error', 'unresolved', `'${segments[i].name}' is not a feature`, spans[i] ?? spanOf(node));
                return;
            }
        }
    }
};

/** Extension notation that only the meaning of a name shows: a warning, an error in strict mode. */
function extension(context: CheckContext, message: string, at: Span): void {
    context.report(context.strict ? 'error' : 'warning', 'nonstandard-notation', message, at);
}

const IMPLICIT_MEANINGS: Readonly<Record<string, (name: string) => string>> = {
    ConnectorEnd: name => `'${name}' is not in scope here: the standard notation writes the states around it in front, with dots, or 'start'`,
    InitialNode: name => `'${name}' as the start of this body is an extension: the standard notation is 'first start;'`,
    Reference: name => `the function '${name}' is not imported: the standard notation imports it or qualifies its name`
};

/** What `perform`, `entry`, `do`, `exit` and an effect refer to. */
function isPerformedByName(node: AstNode): boolean {
    const { kind, membership, $containerProperty } = node.$container as ast.Usage;
    return node.$type === 'ReferenceSubsetting' && node.$containerProperty === 'reference'
        && (kind === 'perform' || membership === 'entry' || membership === 'do' || membership === 'exit' || $containerProperty === 'effect');
}

function reportMissing(context: CheckContext, node: NameNode, segments: readonly Segment[]): void {
    const missing = Math.max(0, resolveEachSegment(node).indexOf(undefined));
    const start = segments[0].name === '$' && missing === 0 && segments.length > 1 ? 1 : missing;
    const place = spansOf(context, node)[start] ?? spanOf(node);
    const where = start === 0 || segments[start - 1].name === '$' ? '' : ` in '${segments[start - 1].name}'`;
    context.report('error', 'unresolved', `'${segments[start].name}' could not be resolved${where}`, place, () => suggestionFor(node, start, place.offset));
}

/** Words in front of the text of a name node that are part of the node. */
const LEADING = new Set(['import', 'expose', 'all', 'public', 'private', 'protected', 'first']);

/** The extents of the segments of a name node. */
function spansOf(context: CheckContext, node: NameNode): Span[] {
    const { text } = context.document;
    let { offset } = spanOf(node);
    const { end } = spanOf(node);
    if (node.$type === 'ConnectorEnd') {
        // `[n] name ::> a.b`: the text is what stands behind.
        const end = node as unknown as ast.ConnectorEnd;
        if (end.multiplicity !== undefined) {
            offset = spanOf(end.multiplicity).end;
        }
        if (end.name !== undefined) {
            const marker = /::>|\breferences\b/g;
            marker.lastIndex = offset;
            offset = marker.exec(text) === null ? offset : marker.lastIndex;
        }
    }
    return segmentSpans(text, offset, end, word => !LEADING.has(word));
}

export const nameChecks: CheckTable = Object.fromEntries(Object.keys(EXPECTED).map(type => [type, [resolves]]));
