/** Extension notation, which is accepted with a warning (contract: edits-and-diagnostics 2.5). Depends on the syntax tree only. */
import type { AstNode } from '../../generated/tree.js';
import type * as ast from '../../generated/tree.js';
import { isNamedSuccession } from '../../semantics/implicit-names.js';
import { spanOf } from '../../syntax/index.js';
import { ACTION_BODIES, bodyKindOf } from '../bodies.js';
import type { Check, CheckContext } from '../check.js';
import { tokensFrom } from '../tokens.js';
import { ADMITTED } from './members.js';
import { BODY_NAMES, extension, isCondition, isInBlockOfCalculation, KEYWORD_OF, refuse } from './shared.js';

const annotated =
    (metadata: string) =>
    ({ name = 'name' }: ast.Usage): string =>
        `'#${metadata} state ${name};' with 'private import StateMachines::*;'`;

/** The standard spelling of usages whose kind is extension notation, in bodies of states and actions. */
const STANDARD_SPELLING: Readonly<Partial<Record<string, (usage: ast.Usage) => string>>> = {
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
export const extensionKind: Check<ast.Usage> = (node, context) => {
    const { kind = '' } = node;
    const spelling = STANDARD_SPELLING[kind];
    if (
        context.document.language === 'sysml' &&
        spelling !== undefined &&
        node.$containerProperty === 'members' &&
        ADMITTED[kind].includes(bodyKindOf(node.$container))
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
export const extensionForm: Check<ast.Usage> = (node, context) => {
    const { kind, membership } = node;
    if (context.document.language !== 'sysml') {
        return;
    }
    const last = context.document.text[spanOf(node).end - 1];
    if (isCondition(node) && last === ';') {
        const word = membership ?? kind!;
        const body = bodyKindOf(node.$container);
        if (kind === 'assert' || body === 'requirement' || body === 'calculation') {
            extension(
                context,
                node,
                `a condition after '${word}' is an extension: the standard notation is '${word} constraint { … }'`,
                word
            );
        }
    } else if (isPerformedInState(node) && isUndeclared(node) && last === '}') {
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

/** Whether a usage is an action of a state or the effect of a transition. */
function isPerformedInState({ membership, $containerProperty }: ast.Usage): boolean {
    return $containerProperty === 'effect' || membership === 'entry' || membership === 'do' || membership === 'exit';
}

/** Whether a usage consists of a body only. */
function isUndeclared({ kind, reference, name, relationships }: ast.Usage): boolean {
    return kind === undefined && reference === undefined && name === undefined && relationships.length === 0;
}

/** `then a b;`, `a then b;`, `then a b if g;`. */
export const namedSuccession: Check<ast.ConnectorUsage | ast.TransitionUsage> = (node, context) => {
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
    const { isThen, kind, source, target, effect } = node;
    if (
        effect !== undefined &&
        kind === 'transition' &&
        spanOf(effect).offset > spanOf(target).offset &&
        !isTransitionTo(context.document.text, source, target)
    ) {
        extension(context, effect, `an effect after the target is an extension: the standard notation is '… do … then ${target.text};'`);
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

export const callTrigger: Check<ast.CallTrigger> = (node, context) => {
    extension(context, node, `a trigger by a call is an extension: the standard notation accepts a signal: 'accept … : ${node.operation}'`);
};

export const returnedExpression: Check<ast.ResultExpression> = (node, context) => {
    if (!node.isReturn) {
        return;
    }
    const body = bodyKindOf(node.$container);
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
