/**
 * Random documents of a grammar: follows the rules and takes random alternatives, shorter ones the deeper it is. The result follows
 * the rules, so it has no syntax error unless a keyword-like choice earlier in the grammar takes the text another way.
 */
import { GrammarAST, GrammarUtils, type Grammar } from 'langium';

/** Samples of terminals by name. */
export type Samples = Readonly<Record<string, readonly string[]>>;

/** Writes a random text of a grammar's rule. `next(n)` gives a random number below n. */
export function randomText(grammar: Grammar, rule: string, samples: Samples, next: (below: number) => number): string {
    const words: string[] = [];
    const rules = new Map(grammar.rules.map(item => [item.name, item]));
    const heights = heightsOf(grammar);

    const write = (element: GrammarAST.AbstractElement, depth: number): void => {
        const rounds =
            element.cardinality === undefined
                ? 1
                : element.cardinality === '?'
                  ? next(depth > 12 ? 6 : 2) === 1
                      ? 1
                      : 0
                  : (element.cardinality === '+' ? 1 : 0) + (depth > 10 || words.length > 400 ? 0 : next(3));
        for (let i = 0; i < rounds; i++) {
            writeOnce(element, depth);
        }
    };
    const writeOnce = (element: GrammarAST.AbstractElement, depth: number): void => {
        if (GrammarAST.isKeyword(element)) {
            words.push(element.value);
        } else if (GrammarAST.isAssignment(element)) {
            write(element.terminal, depth);
        } else if (GrammarAST.isGroup(element)) {
            element.elements.forEach(part => write(part, depth));
        } else if (GrammarAST.isAlternatives(element)) {
            const least = Math.min(...element.elements.map(part => heightOf(part, heights)));
            const choices =
                depth > 8 || words.length > 400 ? element.elements.filter(part => heightOf(part, heights) <= least + 1) : element.elements;
            write(choices[next(choices.length)], depth);
        } else if (GrammarAST.isRuleCall(element)) {
            writeRule(rules.get(element.rule.$refText)!, depth + 1);
        }
    };
    const writeRule = (target: GrammarAST.AbstractRule, depth: number): void => {
        if (GrammarAST.isTerminalRule(target)) {
            const choices = samples[target.name];
            words.push(choices[next(choices.length)]);
        } else if (GrammarAST.isInfixRule(target)) {
            const operators = target.operators.precedences.flatMap(level => level.operators);
            const operand = rules.get(target.call.rule.$refText)!;
            writeRule(operand, depth);
            for (let i = depth > 10 ? 0 : next(3); i > 0; i--) {
                words.push(operators[next(operators.length)].value);
                writeRule(operand, depth);
            }
        } else {
            write(target.definition, depth);
        }
    };
    writeRule(rules.get(rule)!, 0);
    return words.join(' ');
}

/** How many rule calls a rule needs at least to end: what is deep inside takes the way out. */
function heightsOf(grammar: Grammar): Map<string, number> {
    const heights = new Map<string, number>();
    const reachable = GrammarUtils.getAllReachableRules(grammar, false);
    for (let changed = true; changed;) {
        changed = false;
        for (const rule of reachable) {
            const height = GrammarAST.isTerminalRule(rule)
                ? 0
                : 1 +
                  (GrammarAST.isInfixRule(rule) ? (heights.get(rule.call.rule.$refText) ?? Infinity) : heightOf(rule.definition, heights));
            if (height < (heights.get(rule.name) ?? Infinity)) {
                heights.set(rule.name, height);
                changed = true;
            }
        }
    }
    return heights;
}

function heightOf(element: GrammarAST.AbstractElement, heights: ReadonlyMap<string, number>): number {
    if (element.cardinality === '?' || element.cardinality === '*') {
        return 0;
    }
    if (GrammarAST.isAssignment(element)) {
        return heightOf(element.terminal, heights);
    }
    if (GrammarAST.isGroup(element)) {
        return Math.max(0, ...element.elements.map(part => heightOf(part, heights)));
    }
    if (GrammarAST.isAlternatives(element)) {
        return Math.min(...element.elements.map(part => heightOf(part, heights)));
    }
    return GrammarAST.isRuleCall(element) ? (heights.get(element.rule.$refText) ?? Infinity) : 0;
}
