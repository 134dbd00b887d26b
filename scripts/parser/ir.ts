/**
 * Rules in a small form of their own, made from Langium's grammar AST. What the compiler does not support fails here, with
 * the rule's name. Knows nothing of look-ahead or code.
 */
import { GrammarAST, GrammarUtils } from 'langium';
import type { Tokens } from './tokens.js';

export interface Assign {
    readonly property: string;
    readonly operator: '=' | '+=' | '?=';
}

export type Element = TokenElement | CallElement | ActionElement | SequenceElement | AlternativesElement | RepeatElement;

export interface TokenElement {
    readonly is: 'token';
    readonly kind: number;
    readonly terminal?: string;
    readonly assign?: Assign;
}
export interface CallElement {
    readonly is: 'call';
    readonly rule: string;
    readonly assign?: Assign;
}
export interface ActionElement {
    readonly is: 'action';
    readonly type: string;
    readonly assign?: Assign;
}
export interface SequenceElement {
    readonly is: 'sequence';
    readonly elements: readonly Element[];
}
export interface AlternativesElement {
    readonly is: 'alternatives';
    readonly elements: readonly Element[];
}
export interface RepeatElement {
    readonly is: 'repeat';
    readonly element: Element;
    readonly cardinality: '?' | '*' | '+';
}

/** Operators of an infix rule: binding power by keyword kind; a higher power binds tighter. */
export interface Operator {
    readonly kind: number;
    readonly power: number;
    readonly right: boolean;
}

export interface Rule {
    readonly name: string;
    /** `node` makes a node, `fragment` adds to the caller's, `value` makes a string or boolean, `infix` makes operator trees. */
    readonly form: 'node' | 'fragment' | 'value' | 'infix';
    /** The type that a `node` or `infix` rule starts with; `string` or `boolean` for a `value` rule. */
    readonly type: string;
    readonly entry: boolean;
    readonly body: Element;
    readonly operators: readonly Operator[];
    /** The operand rule of an infix rule. */
    readonly operand?: string;
}

/** Converts one rule. Throws on features that the compiler does not support. */
export function convertRule(rule: GrammarAST.AbstractParserRule, tokens: Tokens): Rule {
    if (rule.parameters.length > 0) {
        fail(rule, 'parameters are not supported');
    }
    if (GrammarAST.isInfixRule(rule)) {
        return convertInfix(rule, tokens);
    }
    const isValue = GrammarUtils.isDataTypeRule(rule);
    const type = rule.dataType ?? GrammarUtils.getExplicitRuleType(rule) ?? rule.name;
    return {
        name: rule.name,
        form: rule.fragment ? 'fragment' : isValue ? 'value' : 'node',
        type: isValue && type !== 'boolean' ? 'string' : type,
        entry: rule.entry,
        body: convert(rule.definition, rule, tokens, undefined),
        operators: []
    };
}

function convertInfix(rule: GrammarAST.InfixRule, tokens: Tokens): Rule {
    const levels = rule.operators.precedences;
    const operators = levels.flatMap((level, index) =>
        level.operators.map(keyword => ({
            kind: tokens.keywords.get(keyword.value)!,
            power: levels.length - index,
            right: level.associativity === 'right'
        }))
    );
    const operand: CallElement = { is: 'call', rule: rule.call.rule.$refText };
    const signs: Element = { is: 'alternatives', elements: operators.map(operator => ({ is: 'token', kind: operator.kind })) };
    return {
        name: rule.name,
        form: 'infix',
        type: GrammarUtils.getExplicitRuleType(rule) ?? rule.name,
        entry: false,
        body: sequence([operand, { is: 'repeat', cardinality: '*', element: sequence([signs, operand]) }]),
        operators,
        operand: operand.rule
    };
}

function convert(element: GrammarAST.AbstractElement, rule: GrammarAST.AbstractRule, tokens: Tokens, assign: Assign | undefined): Element {
    const plain = convertPlain(element, rule, tokens, assign);
    return element.cardinality === undefined ? plain : { is: 'repeat', element: plain, cardinality: element.cardinality };
}

function convertPlain(
    element: GrammarAST.AbstractElement,
    rule: GrammarAST.AbstractRule,
    tokens: Tokens,
    assign: Assign | undefined
): Element {
    if (GrammarAST.isKeyword(element)) {
        return { is: 'token', kind: tokens.keywords.get(element.value)!, assign };
    }
    if (GrammarAST.isAssignment(element)) {
        return convert(element.terminal, rule, tokens, { property: element.feature, operator: element.operator });
    }
    if (GrammarAST.isRuleCall(element)) {
        const target = element.rule.ref;
        if (target === undefined || element.arguments.length > 0) {
            fail(rule, `call of ${element.rule.$refText} is unknown or has arguments`);
        }
        if (GrammarAST.isTerminalRule(target)) {
            const terminal = tokens.terminals.get(target.name);
            if (terminal === undefined || terminal.hidden) {
                fail(rule, `terminal ${target.name} is hidden`);
            }
            return { is: 'token', kind: terminal.kind, terminal: target.name, assign };
        }
        return { is: 'call', rule: target.name, assign };
    }
    if (GrammarAST.isAction(element)) {
        const type = element.inferredType?.name ?? element.type?.ref?.name;
        if (type === undefined) {
            fail(rule, 'action of an unknown type');
        }
        const own: Assign | undefined =
            element.feature === undefined ? undefined : { property: element.feature, operator: element.operator! };
        return { is: 'action', type: type, assign: own };
    }
    if (GrammarAST.isAlternatives(element)) {
        const elements = element.elements.map(part => convert(part, rule, tokens, assign));
        return elements.length === 1 ? elements[0] : { is: 'alternatives', elements };
    }
    if (GrammarAST.isGroup(element)) {
        if (element.guardCondition !== undefined) {
            fail(rule, 'guards are not supported');
        }
        return sequence(element.elements.map(part => convert(part, rule, tokens, assign)));
    }
    return fail(rule, `${element.$type} is not supported`);
}

function sequence(elements: Element[]): Element {
    return elements.length === 1 ? elements[0] : { is: 'sequence', elements };
}

function fail(rule: GrammarAST.AbstractRule, reason: string): never {
    throw new Error(`Rule ${rule.name}: ${reason}.`);
}
