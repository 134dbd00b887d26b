/**
 * Notation checks. They report text that the permissive grammar reads but the standards' grammars do not admit, as syntax errors at the
 * keyword, and extension notation, as warnings (contract: edits-and-diagnostics 2.3 and 2.5). They depend on the syntax tree only and
 * resolve no names.
 */
import type * as ast from '../generated/tree.js';
import { ACTION_NODES } from '../semantics/structure.js';
import type { Finding } from '../workspace/diagnostics.js';
import type { Document } from '../workspace/document.js';
import { type Check, type CheckTable, checksOfTypes } from './check.js';
import { callTrigger, extensionForm, extensionKind, namedSuccession, returnedExpression } from './notation/extensions.js';
import { featuredBy, kermlNotation } from './notation/kerml-notation.js';
import {
    actionNodePlace,
    admittedByBody,
    exposePlace,
    filterPlace,
    formOfMember,
    resultIsLast,
    sourceBefore,
    successionPlace
} from './notation/members.js';
import { emptyDeclaration, prefix, typeDeclaration } from './notation/prefixes.js';
import { keywordSpan } from './tokens.js';

const importVisibility: Check<ast.Import> = (node, context) => {
    const { kind, visibility } = node;
    if (kind === 'import' && visibility === undefined) {
        context.report(
            context.strict ? 'error' : 'warning',
            'import-visibility',
            "an import needs a visibility: write 'private import' or 'public import'",
            keywordSpan(context.document.text, node, 'import')
        );
    }
};

const MODIFIERS: readonly (readonly [keyof ast.Usage, string])[] = [
    ['isReference', 'ref'],
    ['isIndividual', 'individual']
];

/** `ref part;`: the kind keyword is in the place of the name, so the usage has none. */
const ambiguousModifier: Check<ast.Usage> = (usage, context) => {
    if (
        context.document.language !== 'sysml' ||
        usage.kind === undefined ||
        usage.name !== undefined ||
        usage.shortName !== undefined ||
        usage.relationships.length > 0 ||
        usage.reference !== undefined ||
        usage.value !== undefined ||
        usage.multiplicity !== undefined ||
        usage.members.length > 0
    ) {
        return;
    }
    const modifier = usage.kind === 'event' ? 'event' : (usage.portionKind ?? MODIFIERS.find(([flag]) => usage[flag] === true)?.[1]);
    if (modifier !== undefined) {
        const word = usage.kind === 'event' ? 'occurrence' : usage.kind;
        context.report(
            'warning',
            'ambiguous-modifier-kind',
            `'${modifier} ${word}' declares a usage without a name: '${word}' is its kind, not its name`,
            keywordSpan(context.document.text, usage, word)
        );
    }
};

const DECLARATION_CHECKS: readonly Check<ast.Declaration>[] = [admittedByBody, formOfMember, prefix, kermlNotation];
const USAGE_CHECKS: readonly Check<ast.Usage>[] = [...DECLARATION_CHECKS, actionNodePlace];

export const notationChecks: CheckTable = {
    Package: DECLARATION_CHECKS,
    Definition: [...DECLARATION_CHECKS, typeDeclaration],
    Dependency: DECLARATION_CHECKS,
    MetadataUsage: DECLARATION_CHECKS,
    Multiplicity: DECLARATION_CHECKS,
    Usage: [...USAGE_CHECKS, emptyDeclaration, extensionKind, extensionForm, ambiguousModifier],
    ConnectorUsage: [...USAGE_CHECKS, namedSuccession],
    FlowUsage: USAGE_CHECKS,
    InitialNode: [...USAGE_CHECKS, successionPlace],
    TargetSuccession: [...USAGE_CHECKS, sourceBefore],
    TransitionUsage: [...USAGE_CHECKS, successionPlace, sourceBefore, namedSuccession],
    CallTrigger: [callTrigger],
    ...checksOfTypes(ACTION_NODES, USAGE_CHECKS),
    SatisfyRequirementUsage: USAGE_CHECKS,
    Import: [formOfMember, exposePlace, importVisibility],
    Alias: [formOfMember],
    ElementFilter: [formOfMember, filterPlace],
    TypeFeaturing: [featuredBy],
    ResultExpression: [resultIsLast, returnedExpression]
};

/** Reserved words in the place of a name (`reserved-keyword-name`): the message advises quotes. */
export function reservedNameErrors(document: Document): Finding[] {
    return document.reservedNames.map(({ offset, end }) => ({
        severity: 'error' as const,
        code: 'reserved-keyword-name',
        message: `'${document.text.slice(offset, end)}' is a reserved keyword: write it in single quotes to use it as a name`,
        offset,
        end
    }));
}
