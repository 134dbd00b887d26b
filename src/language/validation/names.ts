/**
 * Tier "name resolution": names that do not resolve, or that resolve to an element that their relationship cannot refer to. A reference
 * must resolve to an element of the type that the abstract syntax requires, so both are reported alike, at the failing segment.
 */
import type { AstNode } from '../generated/tree.js';
import { expectedOf, NAMING_NODES } from '../semantics/expected.js';
import {
    importedName,
    isFeature,
    type NameNode,
    ownedFeaturesOf,
    owningNamespaceOf,
    owningTypeOf,
    type Segment,
    segmentsOf
} from '../semantics/structure.js';
import { isResolvedImplicitly, resolve, resolveEachSegment } from '../semantics/names.js';
import { nameOf } from '../semantics/naming.js';
import { lookupNameOf, ownedMembersNamed } from '../semantics/owned-members.js';
import { supertypesOf } from '../semantics/specialization.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { scopeOf, type World } from '../semantics/world.js';
import { type Span, spanOf } from '../syntax/index.js';
import type { Finding } from '../workspace/diagnostics.js';
import type { Document } from '../workspace/document.js';
import { isEventName, isSignalName } from './lints.js';
import { causeOf } from './causes.js';
import { adviceForMissing, adviceForUntyped, adviceForOtherKind } from './advice.js';
import { hiddenImport, hiddenMember, memberNotPublic, overloadedFunction, shadowedQualifier } from './hidden-names.js';
import { missingSegmentOf, suggestionFor } from './suggestions.js';
import { segmentSpans } from './tokens.js';
import { described } from './wording.js';
import { quoted } from '../../runtime/values/index.js';
import { type Check, type CheckContext, checksOfTypes, type CheckTable } from './check.js';

/** Every node with a `text` is a name that must resolve, to an element of the right kind. */
const resolves: Check<NameNode> = (name, context) => {
    const target = resolve(name);
    const expected = expectedOf(name);
    const segments = segmentsOf(name.$type === 'Import' ? importedName(name).name : name.text);
    if (target === undefined) {
        if (isEventName(name) && !(context.strict && isSignalName(name))) {
            return; // The lint `undeclared-signal` checks it.
        }
        reportMissing(context, name, segments);
        return;
    }
    const hidden = name.$type === 'Import' ? hiddenImport(name, segments) : undefined;
    if (hidden !== undefined) {
        context.report('error', 'unresolved', hidden.reason, placeOfSegment(name, hidden.segment));
        return;
    }
    if (isResolvedImplicitly(name)) {
        extension(
            context,
            IMPLICIT_MEANINGS[name.$type]?.(segments[0].name) ?? `'${segments[0].name}' has a meaning only as an extension`,
            placeOfSegment(name, 0)
        );
    }
    const overload = overloadedFunction(name, target);
    if (overload !== undefined) {
        extension(context, overload, placeOfSegment(name, 0));
    }
    if (isPerformedByName(name) && isMetaclass(target, 'ActionDefinition')) {
        extension(
            context,
            `an action performed by the name of its definition is an extension: the standard notation is 'action : ${name.text}'`,
            placeOfSegment(name, segments.length - 1)
        );
        return;
    }
    if (!expected.holds(target)) {
        context.report(
            'error',
            'unresolved',
            `'${segments[segments.length - 1].name}' is ${described(target)}, not ${expected.what}${adviceForOtherKind(name, target)}`,
            placeOfSegment(name, segments.length - 1)
        );
        return;
    }
    reportChaining(context, name, segments);
};

/** Each name before a dot must be a feature (KerML 8.2.5.8.3): reports the first step of a chain that is none. */
function reportChaining(context: CheckContext, name: NameNode, segments: readonly Segment[]): void {
    if (!segments.some((s, i) => i > 0 && s.separator === '.')) {
        return;
    }
    const reached = resolveEachSegment(name);
    const isOther = (element: AstNode | undefined, i: number): boolean =>
        segments.at(i + 1)?.separator === '.' && element !== undefined && !isFeature(element);
    const wrong = reached.findIndex(isOther);
    if (wrong >= 0) {
        const [here, member] = [segments[wrong].name, segments[wrong + 1].name];
        const message = `'${here}' is ${described(reached[wrong]!)}, not a feature: its member is ${here}::${member}`;
        context.report('error', 'unresolved', message, placeOfSegment(name, wrong));
    }
}

/** The extent of a segment of a name node. */
function placeOfSegment(name: NameNode, i: number): Span {
    return spansOf(name)[i] ?? spanOf(name);
}

/** Extension notation that only name resolution can recognize: a warning, an error in strict mode. */
function extension(context: CheckContext, message: string, at: Span): void {
    context.report(context.strict ? 'error' : 'warning', 'nonstandard-notation', message, at);
}

const IMPLICIT_MEANINGS: Readonly<Record<string, (name: string) => string>> = {
    ConnectorEnd: name => `'${name}' is not in scope here: the standard notation names its owners before it, separated by dots, or 'start'`,
    InitialNode: name => `'${name}' as the start of this body is an extension: the standard notation is 'first start;'`,
    FeatureReferenceExpression: name =>
        `another parameter has the position of the inherited '${name}': the standard notation redefines it (':>> ${name}') or follows the order of the general`,
    Reference: name => `the function '${name}' is not imported: the standard notation imports it or qualifies its name`
};

/** Whether a node is the reference of a `perform`, `entry`, `do`, `exit` or an effect. */
function isPerformedByName(node: AstNode): boolean {
    if (node.$type !== 'ReferenceSubsetting') {
        return false;
    }
    const { kind, membership, $containerProperty } = node.$container;
    return (
        node.$containerProperty === 'reference' &&
        (kind === 'perform' || membership === 'entry' || membership === 'do' || membership === 'exit' || $containerProperty === 'effect')
    );
}

/** The package that could provide the first segment of a name, and that the project does not use. */
function offerOf(segments: readonly Segment[], missing: number, model: World): string | undefined {
    return segments.slice(0, missing).every(s => s.isGlobal) ? model.offering?.(segments[missing].name) : undefined;
}

function reportMissing(context: CheckContext, node: NameNode, segments: readonly Segment[]): void {
    if (isFeatureOfUnresolved(node)) {
        return; // the name before the dot is reported; its features are unknown
    }
    const start = missingSegmentOf(node);
    const place = placeOfSegment(node, start);
    if (context.document.reservedNames.some(({ offset }) => offset === place.offset)) {
        return; // reported as a reserved word
    }
    const { message, ...more } = missingFinding(node, start, segments, context.document.language);
    context.report('error', 'unresolved', message, place, more);
}

/** Whether a name is a feature of an unresolved operand. */
function isFeatureOfUnresolved({ $container: container, $containerProperty: property }: NameNode): boolean {
    return container?.$type === 'FeatureChainExpression' && property === 'feature' && hasUnresolvedName(container.operand);
}

/** The finding for an unresolved name, at the failing segment: the cause, or the advice. */
function missingFinding(
    node: NameNode,
    start: number,
    segments: readonly Segment[],
    language: Document['language']
): Pick<Finding, 'message' | 'hint' | 'cause'> {
    const where = start === 0 || segments[start - 1].isGlobal ? '' : ` in '${segments[start - 1].name}'`;
    const message = `'${segments[start].name}' could not be resolved${where}`;
    const own = start === 0 ? ownMemberInstead(node, segments[0].name) : undefined;
    if (own !== undefined) {
        return { message: `${message}: only an inherited feature can be redefined, and ${described(own)} is declared beside` };
    }
    const hidden = hiddenMember(node, start, segments) ?? shadowedQualifier(node, start, segments);
    if (hidden !== undefined) {
        return { message: hidden };
    }
    const notPublic = memberNotPublic(node, start, segments);
    if (notPublic !== undefined) {
        return { message: `${message}: ${notPublic}` };
    }
    const cause = causeAt(node, start);
    const suggestion = (model: World): string => suggestionFor(node, start, placeOfSegment(node, start).offset, model);
    const general = start === 0 && node.$type === 'Redefinition' ? owningTypeOf(node.$container) : undefined;
    if (general !== undefined && cause.cause === undefined) {
        const name = nameOf(general);
        const heir = name === undefined ? 'the type around it' : `'${name}'`;
        return {
            message: `${message}: ${heir} inherits no feature of this name`,
            hint: model => suggestion(model) || inheritedInstead(general)
        };
    }
    return {
        message: message + adviceInPlace(node, segments[start].name, language),
        hint: model => offerOf(segments, start, model) ?? suggestion(model),
        ...cause
    };
}

/** The advice for an unresolved name, by its place. */
function adviceInPlace(node: NameNode, name: string, language: Document['language']): string {
    const operand = node.$container?.$type === 'FeatureChainExpression' ? node.$container.operand : undefined;
    return operand?.$type === 'BracketExpression' && language === 'sysml'
        ? ": an element of a sequence is written '#(…)', brackets hold a unit"
        : adviceForMissing(node, name) || adviceForUntyped(node);
}

/** The number of inherited features that a message lists. */
const MOST_INHERITED = 5;

/** The advice where a type inherits no feature of a redefined name: the features that it does inherit from the model, or a new feature. */
function inheritedInstead(type: AstNode): string {
    const inherited = [...supertypesOf(type)]
        .filter(t => t !== type && !scopeOf(t).isLibrary)
        .flatMap(t => ownedFeaturesOf(t))
        .map(lookupNameOf)
        .filter(name => name !== undefined);
    const names = [...new Set(inherited)].map(name => (quoted(name) === name ? `'${name}'` : quoted(name)));
    const some = names.length <= MOST_INHERITED ? names.join(', ') : `${names.slice(0, MOST_INHERITED).join(', ')} and others`;
    return names.length === 0 ? "; declare a new feature without ':>>'" : `; it inherits ${some}`;
}

/** The place of the finding that caused this one. */
function causeAt(node: NameNode, segment: number): Pick<Finding, 'cause'> {
    const cause = causeOf(node, segment);
    if (cause === undefined) {
        return {};
    }
    const { name, isLikely } = cause;
    const at = resolve(name) === undefined ? missingSegmentOf(name) : segmentsOf(name.text).length - 1;
    return { cause: { place: scopeOf(name).spanOf?.(placeOfSegment(name, at)), isLikely } };
}

/** Whether an expression is a chain with an unresolved name. */
function hasUnresolvedName(operand: AstNode | undefined): boolean {
    switch (operand?.$type) {
        case 'FeatureReferenceExpression':
            return resolve(operand) === undefined;
        case 'FeatureChainExpression': {
            const { operand: inner, feature } = operand;
            return resolve(feature) === undefined || hasUnresolvedName(inner);
        }
        default:
            return false;
    }
}

/** The sibling of the redefined name, which a redefinition cannot refer to. */
function ownMemberInstead(node: NameNode, name: string): AstNode | undefined {
    const feature = node.$type === 'Redefinition' ? node.$container : undefined;
    const owner = feature === undefined ? undefined : owningNamespaceOf(feature);
    return owner === undefined ? undefined : ownedMembersNamed(owner, name).find(m => m !== feature && isFeature(m));
}

/** Keywords before a name that belong to the name node. */
const LEADING = new Set(['import', 'expose', 'all', 'public', 'private', 'protected', 'first']);

/** The extents of the segments of a name node. */
function spansOf(node: NameNode): Span[] {
    const { text } = scopeOf(node);
    let { offset } = spanOf(node);
    const { end } = spanOf(node);
    if (node.$type === 'ConnectorEnd') {
        // In `[n] name ::> a.b` the referring name follows `::>`.
        const end = node;
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

export const nameChecks: CheckTable = checksOfTypes(NAMING_NODES, [resolves]);
