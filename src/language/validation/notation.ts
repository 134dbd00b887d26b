/**
 * Notation checks: what the permissive grammar reads but the standards' grammars do not admit, as syntax errors at the keyword, and the notations that are
 * accepted with a warning (contract: edits-and-diagnostics 2.3 and 2.5). Knows the syntax tree alone: nothing here resolves a name.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { isNamedSuccession } from '../semantics/implicit-names.js';
import { spanOf } from '../syntax/index.js';
import type { Finding } from '../workspace/diagnostics.js';
import type { Document } from '../workspace/document.js';
import {
    ACTION_BODIES,
    type BodyKind,
    bodyKindOf,
    hasSource,
    isActionNode,
    isAnnotation,
    isControlNode,
    isTargetSuccession,
    leavesOwner
} from './bodies.js';
import { keywordSpan, tokensFrom } from './tokens.js';
import type { Check, CheckContext, CheckTable } from './check.js';

function refuse(context: CheckContext, node: AstNode, message: string, ...keywords: readonly string[]): void {
    context.report('error', 'syntax', message, keywordSpan(context.document.text, node, ...keywords));
}

// --- Members and the bodies that admit them -------------------------------------------------------------------------------

const BODY_NAMES: Readonly<Record<BodyKind, string>> = {
    package: 'a package',
    definition: 'this body',
    interface: 'the body of an interface',
    enumeration: 'the body of an enumeration',
    action: 'the body of an action',
    state: 'the body of a state',
    calculation: 'the body of a calculation or constraint',
    requirement: 'the body of a requirement',
    case: 'the body of a case',
    viewDefinition: 'the body of a view definition',
    view: 'the body of a view',
    metadata: 'the body of a metadata usage'
};

/** Keywords in front of a member that only some bodies admit (SubjectMember, EntryActionMember, ReturnParameterMember …). */
export const ADMITTED: Readonly<Record<string, readonly BodyKind[]>> = {
    entry: ['state'],
    do: ['state'],
    exit: ['state'],
    transition: ['state'],
    require: ['requirement'],
    assume: ['requirement'],
    frame: ['requirement'],
    verify: ['requirement'],
    stakeholder: ['requirement'],
    subject: ['requirement', 'case'],
    actor: ['requirement', 'case'],
    objective: ['case'],
    render: ['viewDefinition', 'view'],
    return: ['calculation', 'case'],
    choice: ['state'],
    junction: ['state'],
    history: ['state'],
    shallowhistory: ['state'],
    deephistory: ['state'],
    initial: ['state'],
    final: ['state'],
    region: ['state'],
    entrypoint: ['state'],
    exitpoint: ['state'],
    defer: ['state'],
    decision: ['action', 'calculation', 'case'],
    done: ['action', 'calculation', 'case']
};
const KEYWORD_OF: Readonly<Record<string, string>> = {
    shallowhistory: 'shallow',
    deephistory: 'deep',
    entrypoint: 'entry',
    exitpoint: 'exit'
};

/** Places of members that only the extension notation has: a result in a block of a calculation, a plain condition in a constraint. */
function isExtendedPlace(node: AstNode, word: string, body: BodyKind): boolean {
    switch (word) {
        case 'return':
            return isInBlockOfCalculation(node);
        case 'require':
        case 'assume':
            return body === 'calculation' && isCondition(node as ast.Usage);
        default:
            return false;
    }
}

const BLOCKS = new Set(['thenAction', 'elseAction', 'bodyAction']);

/** Whether a member stands in a block of a calculation: the body of a loop or conditional of it, at any depth. */
function isInBlockOfCalculation(node: AstNode): boolean {
    let owner = node.$container;
    while (owner !== undefined && (BLOCKS.has(owner.$containerProperty ?? '') || BLOCK_OWNERS.has(owner.$type))) {
        owner = owner.$container;
    }
    const body = owner === undefined || owner === node.$container ? undefined : bodyKindOf(owner);
    return body === 'calculation' || body === 'case';
}
const BLOCK_OWNERS = new Set(['IfActionUsage', 'WhileLoopActionUsage', 'ForLoopActionUsage']);

/** `assert e;`, `require e;`, `assume e;`: the condition itself in place of a constraint that has it. */
function isCondition({ $type, kind, membership, reference, members = [] }: Partial<ast.Usage>): boolean {
    return (
        $type === 'Usage' &&
        (kind === 'assert' || (kind === undefined && (membership === 'require' || membership === 'assume'))) &&
        reference === undefined &&
        members.length === 1 &&
        members[0].$type === 'ResultExpression'
    );
}

/** Members that a keyword ties to certain bodies, imports and filters among them; and `variant`, which no package admits. */
const admittedByBody: Check<ast.Declaration> = (node, context) => {
    if (node.$containerProperty !== 'members') {
        return;
    }
    const body = bodyKindOf(node.$container!);
    const { membership, kind } = node;
    for (const word of [membership, kind]) {
        if (word === undefined || (context.document.language === 'kerml' && word !== 'return')) {
            continue;
        }
        const bodies = ADMITTED[word] as readonly BodyKind[] | undefined;
        if (bodies !== undefined && !bodies.includes(body) && !isExtendedPlace(node, word, body)) {
            const keyword = KEYWORD_OF[word] ?? word;
            refuse(context, node, `'${keyword}' is not allowed in ${BODY_NAMES[body]}`, keyword);
            return;
        }
    }
    if ((membership === 'variant' || membership === 'member') && (body === 'package' || body === 'enumeration' || body === 'metadata')) {
        refuse(context, node, `'${membership}' is not allowed in ${BODY_NAMES[body]}`, membership);
    }
};

const filterPlace: Check = (node, context) => {
    const body = bodyKindOf(node.$container!);
    if (body !== 'package' && body !== 'viewDefinition' && body !== 'view') {
        refuse(context, node, `'filter' is not allowed in ${BODY_NAMES[body]}`, 'filter');
    }
};

/** An expose belongs in a view usage (`validateExposeOwningNamespace`); in a view definition it is accepted with a warning. */
const exposePlace: Check<ast.Import> = (node, context) => {
    if (node.kind !== 'expose') {
        return;
    }
    if (node.visibility !== undefined) {
        refuse(context, node, "'expose' has no visibility", node.visibility);
    }
    const body = bodyKindOf(node.$container!);
    if (body === 'viewDefinition') {
        extension(context, node, "'expose' is not standard in a view definition: write it in a view usage", 'expose');
    } else if (body !== 'view') {
        refuse(context, node, `'expose' is not allowed in ${BODY_NAMES[body]}`, 'expose');
    }
};

/** Action nodes belong in bodies of actions; a fork or join of a state machine is an extension. */
const actionNodePlace: Check<ast.Usage> = (node, context) => {
    if (node.$containerProperty !== 'members' || !isActionNode(node) || context.document.language === 'kerml') {
        return;
    }
    const body = bodyKindOf(node.$container!);
    const { membership, kind } = node;
    if (ACTION_BODIES.has(body) || kind === 'decision' || membership === 'entry' || membership === 'do' || membership === 'exit') {
        return;
    }
    const keywords = ACTION_KEYWORDS[node.$type] ?? [kind!];
    if (body === 'state' && node.$type === 'TerminateActionUsage') {
        extension(
            context,
            node,
            "a 'terminate' that transitions lead to is an extension: the standard notation has it in the body of an action",
            'terminate'
        );
    } else if (body === 'state' && (kind === 'fork' || kind === 'join')) {
        extension(context, node, `a '${kind}' between states is an extension: the standard notation has parallel states for it`, kind);
    } else {
        refuse(context, node, `'${keywords[0]}' is only allowed in the body of an action`, ...keywords);
    }
};
const ACTION_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
    AcceptActionUsage: ['accept'],
    SendActionUsage: ['send'],
    AssignmentActionUsage: ['assign'],
    TerminateActionUsage: ['terminate'],
    IfActionUsage: ['if'],
    WhileLoopActionUsage: ['while', 'loop'],
    ForLoopActionUsage: ['for']
};

/** `first x;` and guarded successions belong in bodies of actions. */
const successionPlace: Check<ast.TransitionUsage | ast.InitialNode> = (node, context) => {
    const { kind } = node;
    const isGuardedSuccession = node.$type === 'TransitionUsage' && node.source !== undefined && kind === 'first';
    if (node.$containerProperty !== 'members' || !(node.$type === 'InitialNode' || isGuardedSuccession)) {
        return;
    }
    const body = bodyKindOf(node.$container!);
    if (!ACTION_BODIES.has(body)) {
        refuse(
            context,
            node,
            `a ${isGuardedSuccession ? 'guarded succession' : "'first' with one end"} is not allowed in ${BODY_NAMES[body]}`,
            kind ?? 'first'
        );
    }
};

/**
 * A succession or transition without a source needs a member in front that it can start from (ActionTargetSuccessionMember, TargetTransitionUsageMember,
 * EntryTransitionMember). Annotations in between do not count.
 */
const sourceBefore: Check<ast.TransitionUsage | ast.TargetSuccession> = (node, context) => {
    if (node.$containerProperty !== 'members' || !isTargetSuccession(node)) {
        return;
    }
    const body = bodyKindOf(node.$container!);
    const keyword = node.$type === 'TargetSuccession' ? 'then' : node.trigger !== undefined ? 'accept' : node.isElse ? 'else' : 'if';
    if (!ACTION_BODIES.has(body) && body !== 'state') {
        refuse(context, node, `'${keyword}' without a source is not allowed in ${BODY_NAMES[body]}`, keyword);
        return;
    }
    if (body === 'state' ? keyword === 'else' : keyword === 'accept') {
        refuse(context, node, `'${keyword} … ${keyword === 'accept' ? 'then …' : ''}' is not allowed in ${BODY_NAMES[body]}`, keyword);
        return;
    }
    if (leavesOwner(node)) {
        const { name = 'the state' } = node.$container as ast.Usage;
        extension(
            context,
            node,
            `a transition inside the state that it leaves is an extension: the standard one is 'transition first ${name} accept … then …;' beside the state`,
            keyword
        );
    } else if (!hasSource(node, body)) {
        refuse(context, node, `nothing stands before this '${keyword}' that it could start from`, keyword);
    }
};

/** A usage without a kind and without anything else that says what it is. */
function isBare({ kind, isEnd, isReference, membership, prefixes, portionKind, isIndividual }: ast.Usage): boolean {
    return (
        [kind, membership, portionKind].every(word => word === undefined) &&
        !isEnd &&
        !isReference &&
        !isIndividual &&
        prefixes.length === 0
    );
}

/** Members that a body admits by their form: enumerated values, features of an interface, definitions in metadata. */
const formOfMember: Check<ast.Member> = (node, context) => {
    if (node.$containerProperty !== 'members') {
        return;
    }
    const { kind } = node as Partial<ast.Declaration>;
    const isUsage = 'relationships' in node && node.$type !== 'Definition';
    const body = bodyKindOf(node.$container!);
    if (body === 'enumeration' && !isAnnotation(node) && !(node.$type === 'Usage' && (kind === undefined || kind === 'enum'))) {
        refuse(context, node, 'the body of an enumeration admits enumerated values only');
    } else if (body === 'interface' && node.$type === 'Usage' && isBare(node as ast.Usage)) {
        const { direction } = node as ast.Usage;
        refuse(
            context,
            node,
            `a feature of an interface needs a kind: write 'ref' or 'end'${direction === undefined ? '' : ` with '${direction}'`}`
        );
    } else if (body === 'metadata' && isUsage && kind !== undefined && !isAnnotation(node) && context.document.language === 'sysml') {
        refuse(context, node, `'${kind}' is not allowed in the body of a metadata usage`, kind);
    }
};

/** The result expression is the last member of its body (CalculationBodyPart, FunctionBodyPart). A second result is another rule's matter. */
const resultIsLast: Check<ast.ResultExpression> = (node, context) => {
    if (node.isReturn) {
        return;
    }
    const { members } = node.$container as unknown as { members: readonly AstNode[] };
    const next = members.slice(members.indexOf(node) + 1).find(m => !isAnnotation(m));
    if (next !== undefined && next.$type !== 'ResultExpression') {
        // An empty declaration is told of on its own: `{ x == 3; }`.
        if (!(next.$type === 'Usage' && isEmptyDeclaration(next as ast.Usage))) {
            refuse(context, next, 'nothing may follow the result expression of a body');
        }
    }
};

// --- Prefixes and the kinds that admit them -----------------------------------------------------------------------------------

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
const FLAGS = Object.keys(FLAG_WORDS) as Flag[];

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

/** The prefix that a declaration of SysML admits; undefined where the grammar decides alone. */
function sysmlPrefix(node: AstNode): ReadonlySet<Flag> | undefined {
    const { kind = '', isThen } = node as ast.Declaration;
    if (UNPREFIXED.has(node.$type)) {
        return node.$type === 'TransitionUsage' ? NAMED_SUCCESSION : NO_PREFIX;
    }
    switch (node.$type) {
        case 'Definition':
            return KERML_KINDS.has(kind) ? undefined : (DEFINITION_PREFIX[kind] ?? OCCURRENCE_DEFINITION);
        case 'TargetSuccession':
            return isThen ? undefined : NO_PREFIX;
        case 'FlowUsage':
            return OCCURRENCE_USAGE;
        default:
            return isNamedSuccession(node)
                ? NAMED_SUCCESSION
                : KERML_KINDS.has(kind)
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

const prefix: Check<ast.Declaration> = (node, context) => {
    const admitted = context.document.language === 'kerml' ? kermlPrefix(node) : sysmlPrefix(node);
    if (admitted === undefined || node.$containerProperty !== 'members') {
        return;
    }
    for (const flag of FLAGS) {
        const value = (node as unknown as Record<Flag, unknown>)[flag];
        if (
            value !== undefined &&
            value !== false &&
            !admitted.has(flag) &&
            !(flag === 'membership' && !FLAG_WORDS.membership.includes(value as string))
        ) {
            const words = typeof value === 'string' ? [value] : FLAG_WORDS[flag];
            refuse(context, node, `'${words[0]}' is not allowed before ${describe(node)}`, ...words);
            return;
        }
    }
    const { isDef, kind, isIndividual, prefixes, isThen } = node as ast.Definition;
    if (node.$type === 'Definition' && isDef && kind === undefined && !isIndividual && prefixes.length === 0) {
        refuse(context, node, "a definition needs a kind: 'part def', 'attribute def' …", 'def');
    }
    const body = bodyKindOf(node.$container!);
    if (
        isThen &&
        node.$type !== 'TargetSuccession' &&
        node.$type !== 'TransitionUsage' &&
        (body === 'package' || (node.$type === 'Usage' && kind === undefined && isPlainReference(node as ast.Usage)))
    ) {
        refuse(context, node, "'then' needs an occurrence behind it", 'then');
    }
};

/** A type of KerML states what it specializes or conjugates (TypeDeclaration); a classifier states one of the two at most (ClassifierDeclaration). */
const typeDeclaration: Check<ast.Definition> = (node, context) => {
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
    const { kind } = node as ast.Declaration;
    const what = kind === undefined ? 'this declaration' : `'${KEYWORD_OF[kind] ?? kind}`;
    return kind === undefined ? what : `${what}${(node as ast.Definition).isDef ? ' def' : ''}'`;
}

/** A declaration of nothing: `;` or `{}` alone, or a value without anything that has it. */
function isEmptyDeclaration(usage: ast.Usage): boolean {
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

const emptyDeclaration: Check<ast.Usage> = (usage, context) => {
    if (isEmptyDeclaration(usage)) {
        const { members } = usage.$container as unknown as { members?: readonly AstNode[] };
        const isBehindResult = members?.[members.indexOf(usage) - 1]?.$type === 'ResultExpression';
        refuse(
            context,
            usage,
            isBehindResult ? "the result expression of a body has no ';' behind it" : 'a declaration needs a name, a type or a keyword'
        );
    }
};

// --- Notation that is accepted with a warning -------------------------------------------------------------------------------------

/** Extension notation: a warning, an error in strict mode. */
function extension(context: CheckContext, node: AstNode, message: string, ...keywords: readonly string[]): void {
    context.report(
        context.strict ? 'error' : 'warning',
        'nonstandard-notation',
        message,
        keywordSpan(context.document.text, node, ...keywords)
    );
}

const annotated =
    (metadata: string) =>
    ({ name = 'name' }: ast.Usage): string =>
        `'#${metadata} state ${name};' with 'private import StateMachines::*;'`;

/** Kinds of the extension notation in the body of a state or action: what the standard has for a usage of each. */
const STANDARD_SPELLING: Readonly<Record<string, (usage: ast.Usage) => string>> = {
    choice: annotated('choice'),
    junction: annotated('junction'),
    history: annotated('shallowHistory'),
    shallowhistory: annotated('shallowHistory'),
    deephistory: annotated('deepHistory'),
    initial: () => "'entry; then …;'",
    final: () => "'then done;'",
    region: ({ name = 'name' }) => `'state ${name} { … }' in a state that is marked 'parallel'`,
    defer: ({ relationships: [event] }) => `'@MigrationMetadata::DeferredEvent { ref :>> signal : ${event?.text ?? '…'}; }' in the state`,
    entrypoint: () => 'a transition to the nested state itself',
    exitpoint: () => 'a transition from the nested state itself',
    decision: ({ name = 'name' }) => `'decide ${name};'`,
    done: () => "'then done;'"
};

/** Usages of kinds that only the extension notation has. */
const extensionKind: Check<ast.Usage> = (node, context) => {
    const { kind = '' } = node;
    const spelling = STANDARD_SPELLING[kind] as ((usage: ast.Usage) => string) | undefined;
    if (
        context.document.language === 'sysml' &&
        spelling !== undefined &&
        node.$containerProperty === 'members' &&
        ADMITTED[kind].includes(bodyKindOf(node.$container!))
    ) {
        extension(
            context,
            node,
            `'${WORDS_OF[kind] ?? kind}' is an extension: the standard notation is ${spelling(node)}`,
            KEYWORD_OF[kind] ?? kind
        );
    }
};
const WORDS_OF: Readonly<Record<string, string>> = {
    shallowhistory: 'shallow history',
    deephistory: 'deep history',
    entrypoint: 'entry point',
    exitpoint: 'exit point'
};

/** Conditions in place of constraints, blocks in place of actions, results of blocks. */
const extensionForm: Check<ast.Usage> = (node, context) => {
    const { kind, membership, reference, name, relationships, $containerProperty } = node;
    if (context.document.language !== 'sysml') {
        return;
    }
    if (isCondition(node) && context.document.text[spanOf(node).end - 1] === ';') {
        const word = membership ?? kind!;
        const body = bodyKindOf(node.$container!);
        if (kind === 'assert' || body === 'requirement' || body === 'calculation') {
            extension(
                context,
                node,
                `a condition behind '${word}' is an extension: the standard notation is '${word} constraint { … }'`,
                word
            );
        }
    } else if (
        kind === undefined &&
        reference === undefined &&
        name === undefined &&
        relationships.length === 0 &&
        context.document.text[spanOf(node).end - 1] === '}' &&
        ($containerProperty === 'effect' || membership === 'entry' || membership === 'do' || membership === 'exit')
    ) {
        extension(
            context,
            node,
            `a block is an extension here: the standard notation is '${membership ?? 'do'} action { … }'`,
            membership ?? '{'
        );
    } else if (membership === 'return' && isInBlockOfCalculation(node)) {
        extension(
            context,
            node,
            "'return' in a block is an extension: the standard notation assigns to a variable of the calculation",
            'return'
        );
    }
};

/** `then a b;`, `a then b;`, `then a b if g;`. */
const namedSuccession: Check<ast.ConnectorUsage | ast.TransitionUsage> = (node, context) => {
    if (context.document.language !== 'sysml' || node.$containerProperty !== 'members') {
        return;
    }
    if (node.$type === 'ConnectorUsage') {
        const { ends } = node;
        if (isNamedSuccession(node) && ends.length === 2) {
            placeOfNamedSuccession(
                node,
                context,
                `first ${ends[0].text} then ${ends[1].text};`,
                `transition first ${ends[0].text} then ${ends[1].text};`
            );
        }
        return;
    }
    const { isThen, kind, source, target, effect } = node as ast.TransitionUsage;
    if (
        effect !== undefined &&
        kind === 'transition' &&
        spanOf(effect).offset > spanOf(target).offset &&
        !isTransitionTo(context.document.text, source, target)
    ) {
        extension(context, effect, `an effect behind the target is an extension: the standard notation is '… do … then ${target.text};'`);
    }
    if (isThen && source !== undefined) {
        placeOfNamedSuccession(
            node,
            context,
            `first ${source.text} if … then ${target.text};`,
            `transition first ${source.text} if … then ${target.text};`
        );
    } else if (kind === 'transition' && source !== undefined && isTransitionTo(context.document.text, source, target)) {
        extension(
            context,
            node,
            `'transition a to b' is an extension: the standard notation is 'transition first ${source.text} … then ${target.text};'`,
            'transition'
        );
    }
};

function placeOfNamedSuccession(node: AstNode, context: CheckContext, inAction: string, inState: string): void {
    const body = bodyKindOf(node.$container!);
    if (!ACTION_BODIES.has(body) && body !== 'state') {
        refuse(context, node, `a succession between two names is not allowed in ${BODY_NAMES[body]}`, 'then');
    } else {
        extension(
            context,
            node,
            `a succession between two names is an extension: the standard notation is '${body === 'state' ? inState : inAction}'`,
            'then'
        );
    }
}

/** Whether the word between the ends of a transition is `to`. */
function isTransitionTo(text: string, source: ast.ConnectorEnd | undefined, target: ast.ConnectorEnd): boolean {
    const last = source === undefined ? undefined : [...tokensFrom(text, spanOf(source).end, spanOf(target).offset)].at(-1);
    return last?.text === 'to';
}

const callTrigger: Check<ast.CallTrigger> = (node, context) => {
    extension(context, node, `a trigger by a call is an extension: the standard notation accepts a signal: 'accept … : ${node.operation}'`);
};

const returnedExpression: Check<ast.ResultExpression> = (node, context) => {
    if (!node.isReturn) {
        return;
    }
    const body = bodyKindOf(node.$container!);
    if (body === 'action' && !isInBlockOfCalculation(node)) {
        refuse(context, node, `'return' is not allowed in ${BODY_NAMES[body]}`, 'return');
    } else {
        extension(
            context,
            node,
            "'return' before an expression is an extension: the standard notation has the expression alone, or 'return result = …;'",
            'return'
        );
    }
};

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

function isKermlDeclaration(node: AstNode): boolean {
    return KERML_KINDS.has((node as ast.Declaration).kind ?? '');
}

/** Declarations that only KerML has, in a SysML document; members of a reported one are not reported again. */
const kermlNotation: Check<ast.Declaration> = (node, context) => {
    if (context.document.language !== 'sysml' || !isKermlDeclaration(node)) {
        return;
    }
    for (let owner = node.$container; owner !== undefined; owner = owner.$container) {
        if (isKermlDeclaration(owner)) {
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
const featuredBy: Check = (node, context) => {
    if (context.document.language === 'sysml' && node.$containerIndex !== undefined) {
        context.report(context.strict ? 'error' : 'warning', 'kerml-notation', "'featured by' is notation of KerML, not of SysML", node);
    }
};

const importVisibility: Check<ast.Import> = (node, context) => {
    const { kind, visibility } = node;
    if (kind === 'import' && visibility === undefined) {
        context.report(
            'warning',
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

/** `ref part;`: the kind keyword stands where a name is expected, so that the usage has none. */
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
    AcceptActionUsage: USAGE_CHECKS,
    SendActionUsage: USAGE_CHECKS,
    AssignmentActionUsage: USAGE_CHECKS,
    TerminateActionUsage: USAGE_CHECKS,
    IfActionUsage: USAGE_CHECKS,
    WhileLoopActionUsage: USAGE_CHECKS,
    ForLoopActionUsage: USAGE_CHECKS,
    SatisfyRequirementUsage: USAGE_CHECKS,
    Import: [formOfMember, exposePlace, importVisibility],
    Alias: [formOfMember],
    ElementFilter: [formOfMember, filterPlace],
    TypeFeaturing: [featuredBy],
    ResultExpression: [resultIsLast, returnedExpression]
};

/** Reserved words that stand where only a name can (`reserved-keyword-name`): quoting the word says what is meant. */
export function reservedNameWarnings(document: Document): Finding[] {
    return document.reservedNames.map(({ offset, end }) => ({
        severity: 'warning' as const,
        code: 'reserved-keyword-name',
        message: `'${document.text.slice(offset, end)}' is a reserved word: write it in single quotes to use it as a name`,
        offset,
        end
    }));
}
