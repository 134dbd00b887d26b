/**
 * Prefixes and the kinds that admit them (BasicUsagePrefix, OccurrenceUsagePrefix, DefinitionPrefix …), and empty declarations. Depends on
 * the syntax tree only.
 */
import type { AstNode } from '../../generated/tree.js';
import type * as ast from '../../generated/tree.js';
import { isNamedSuccession } from '../../semantics/implicit-names.js';
import { metaclassOf } from '../../semantics/metaclass.js';
import { spanOf } from '../../syntax/index.js';
import { bodyKindOf, isControlNode } from '../bodies.js';
import type { Check } from '../check.js';
import { isKermlKind } from './kerml-notation.js';
import { KEYWORD_OF, refuse } from './shared.js';
import { wordsOf } from '../../closed-lists.js';

type Flag =
    | 'direction'
    | 'isDerived'
    | 'isAbstract'
    | 'isVariation'
    | 'isConstant'
    | 'isEnd'
    | 'isReference'
    | 'isIndividual'
    | 'portionKind'
    | 'isThen'
    | 'isComposite'
    | 'isPortion'
    | 'isVariable'
    | 'membership';
const FLAG_WORDS: Readonly<Record<Flag, readonly string[]>> = {
    direction: ['in', 'out', 'inout'],
    isDerived: ['derived'],
    isAbstract: ['abstract'],
    isVariation: ['variation'],
    isConstant: ['constant', 'const'],
    isEnd: ['end'],
    isReference: ['ref'],
    isIndividual: ['individual'],
    portionKind: ['snapshot', 'timeslice'],
    isThen: ['then'],
    isComposite: ['composite'],
    isPortion: ['portion'],
    isVariable: ['var'],
    membership: ['member', 'return', 'variant']
};
const FLAGS = wordsOf(FLAG_WORDS);

const NO_PREFIX = new Set<Flag>();
const ABSTRACT_ONLY = new Set<Flag>(['isAbstract']);
const BASIC_DEFINITION = new Set<Flag>(['isAbstract', 'isVariation']);
const OCCURRENCE_DEFINITION = new Set<Flag>(['isAbstract', 'isVariation', 'isIndividual']);
const REFERENCE_PREFIX = ['direction', 'isDerived', 'isAbstract', 'isVariation', 'isConstant', 'isEnd', 'membership'] as const;
const USAGE = new Set<Flag>([...REFERENCE_PREFIX, 'isReference']);
const OCCURRENCE_USAGE = new Set<Flag>([...USAGE, 'isIndividual', 'portionKind', 'isThen']);
const CONTROL_NODE = new Set<Flag>([...REFERENCE_PREFIX, 'isIndividual', 'portionKind', 'isThen']);

/** Definitions that are no occurrence definitions, with the prefix that they admit. */
const DEFINITION_PREFIX: Readonly<Record<string, ReadonlySet<Flag>>> = {
    attribute: BASIC_DEFINITION,
    port: BASIC_DEFINITION,
    enum: NO_PREFIX,
    metadata: ABSTRACT_ONLY
};
/** Kinds of usages that are no occurrences. */
const NON_OCCURRENCE = new Set(['attribute', 'enum', 'binding', 'bind', 'succession', 'first']);
/** `then a b;`, `then a b if g;`. */
const NAMED_SUCCESSION = new Set<Flag>(['isThen']);
const UNPREFIXED = new Set(['Package', 'Dependency', 'Multiplicity', 'MetadataUsage', 'InitialNode', 'TransitionUsage']);

/** The prefix that a declaration of SysML admits; undefined if the grammar already restricts it. */
function sysmlPrefix(node: AstNode): ReadonlySet<Flag> | undefined {
    const { kind = '', isThen } = node;
    if (UNPREFIXED.has(node.$type)) {
        return node.$type === 'TransitionUsage' ? NAMED_SUCCESSION : NO_PREFIX;
    }
    switch (node.$type) {
        case 'Definition':
            return isKermlKind(kind) ? undefined : (DEFINITION_PREFIX[kind] ?? OCCURRENCE_DEFINITION);
        case 'TargetSuccession':
            return isThen ? undefined : NO_PREFIX;
        case 'FlowUsage':
            return OCCURRENCE_USAGE;
        default:
            return isNamedSuccession(node)
                ? NAMED_SUCCESSION
                : isKermlKind(kind)
                  ? undefined
                  : isControlNode(node)
                    ? CONTROL_NODE
                    : NON_OCCURRENCE.has(kind)
                      ? USAGE
                      : OCCURRENCE_USAGE;
    }
}

/** Types and other elements of KerML that are no features admit `abstract` at most. */
function kermlPrefix(node: AstNode): ReadonlySet<Flag> | undefined {
    return node.$type === 'Definition'
        ? ABSTRACT_ONLY
        : node.$type === 'Package' || node.$type === 'Dependency' || node.$type === 'Multiplicity' || node.$type === 'MetadataUsage'
          ? NO_PREFIX
          : undefined;
}

export const prefix: Check<ast.Declaration> = (node, context) => {
    const admitted = context.document.language === 'kerml' ? kermlPrefix(node) : sysmlPrefix(node);
    if (admitted === undefined || node.$containerProperty !== 'members') {
        return;
    }
    const misplaced = FLAGS.find(flag => !admitted.has(flag) && isWritten(node, flag));
    if (misplaced !== undefined) {
        const value = node[misplaced];
        const words = typeof value === 'string' ? [value] : FLAG_WORDS[misplaced];
        refuse(context, node, `'${words[0]}' is not allowed before ${describe(node)}`, ...words);
        return;
    }
    const { isDef, kind, isIndividual, prefixes } = node;
    if (node.$type === 'Definition' && isDef && kind === undefined && !isIndividual && prefixes.length === 0) {
        refuse(context, node, "a definition needs a kind: 'part def', 'attribute def' …", 'def');
    }
    const misuse = misuseOfThen(node);
    if (misuse !== undefined) {
        refuse(context, node, misuse, 'then');
    }
};

/** Whether a flag is a prefix word of a declaration. Memberships such as `entry` are no prefixes. */
function isWritten(node: ast.Declaration, flag: Flag): boolean {
    const value = node[flag];
    if (value === undefined || value === false) {
        return false;
    }
    return flag !== 'membership' || FLAG_WORDS.membership.includes(String(value));
}

/** Why `then` is not allowed before a declaration; undefined if it is allowed or absent. */
function misuseOfThen(node: ast.Declaration): string | undefined {
    if (!node.isThen || node.$type === 'TargetSuccession' || node.$type === 'TransitionUsage') {
        return undefined;
    }
    if (bodyKindOf(node.$container) === 'package') {
        return "'then' stands in the body of a definition or usage, where its members follow one another";
    }
    const isNoOccurrence = node.$type === 'Usage' && node.kind === undefined && isPlainReference(node) && metaclassOf(node) !== 'PortUsage';
    return isNoOccurrence ? "'then' must precede an occurrence" : undefined;
}

/**
 * A `type` of KerML must declare a specialization or conjugation (TypeDeclaration); a classifier may declare at most one of the two
 * (ClassifierDeclaration).
 */
export const typeDeclaration: Check<ast.Definition> = (node, context) => {
    const { kind, relationships } = node;
    if (context.document.language !== 'kerml') {
        return;
    }
    const conjugation = relationships.find(r => r.$type === 'Conjugation');
    if (kind === 'type') {
        if (conjugation === undefined && !relationships.some(r => r.$type === 'Specialization')) {
            refuse(context, node, 'a type must say what it specializes or conjugates', 'type');
        }
    } else if (conjugation !== undefined && relationships.some(r => r.$type === 'Subclassification')) {
        context.report('error', 'syntax', 'a classifier either specializes or conjugates', spanOf(conjugation));
    }
};

function isPlainReference(usage: ast.Usage): boolean {
    return !usage.isIndividual && usage.portionKind === undefined && usage.prefixes.length === 0;
}

function describe(node: AstNode): string {
    const { kind } = node;
    const what = kind === undefined ? 'this declaration' : `'${KEYWORD_OF[kind] ?? kind}`;
    return kind === undefined ? what : `${what}${node.isDef ? ' def' : ''}'`;
}

/** Whether a declaration is empty: `;` or `{}` without a keyword, name, type or value. */
export function isEmptyDeclaration(usage: ast.Usage): boolean {
    return (
        usage.$containerProperty === 'members' &&
        usage.kind === undefined &&
        usage.value === undefined &&
        usage.name === undefined &&
        usage.shortName === undefined &&
        usage.reference === undefined &&
        usage.relationships.length === 0 &&
        usage.multiplicity === undefined &&
        !usage.isOrdered &&
        !usage.isNonunique &&
        usage.prefixes.length === 0 &&
        !usage.isSufficient &&
        FLAGS.every(flag => {
            const value = usage[flag];
            return value === undefined || value === false;
        })
    );
}

export const emptyDeclaration: Check<ast.Usage> = (usage, context) => {
    if (isEmptyDeclaration(usage)) {
        const { members } = usage.$container;
        const previous = members?.[members.indexOf(usage) - 1];
        const isAfterBody = previous !== undefined && context.document.text[spanOf(previous).end - 1] === '}';
        refuse(
            context,
            usage,
            previous?.$type === 'ResultExpression'
                ? "the result expression of a body is not followed by ';'"
                : isAfterBody
                  ? "a body is not followed by ';'"
                  : 'a declaration needs a name, a type or a keyword'
        );
    }
};
