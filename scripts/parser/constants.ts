/** The constants of a compiled parser, each written once: token sets, look-ahead tables, expected phrases; and code that asks them. */
import { FIRST_CHARACTER } from '../../src/language/syntax/cells.js';
import type { Decision } from './lookahead.js';

/** Constants that the rule functions of one language share. */
export class Constants {
    private readonly lines: string[] = [];
    private readonly names = new Map<string, string>();

    /** @param count how many kinds of tokens the language has */
    constructor(private readonly count: number) {}

    add(prefix: string, expression: string): string {
        let name = this.names.get(expression);
        if (name === undefined) {
            name = `${prefix}${this.names.size}`;
            this.names.set(expression, name);
            this.lines.push(`const ${name} = ${expression};`);
        }
        return name;
    }

    text(): string {
        return this.lines.join('\n');
    }

    /** Code that asks whether a decision enters its repetition or option. */
    condition(decision: Decision): string {
        return decision.oneToken ? this.has(decision.firsts[0].tokens, 'this.kinds[this.p]') : `${this.decide(decision)} === 1`;
    }

    /** Code that gives 1 + the alternative of a decision. */
    decide(decision: Decision): string {
        return `this.decide(${this.table(decision)}, ${decision.id})`;
    }

    /** Code that asks whether a kind is in a set. */
    has(tokens: ReadonlySet<number>, subject: string): string {
        return tokens.size <= 2
            ? [...tokens].map(kind => `${subject} === ${kind}`).join(' || ') || 'false'
            : `${this.set(tokens)}[${subject}] === 1`;
    }

    /** The name of a look-ahead table: a row of token kinds for each state. */
    table(decision: Decision): string {
        return this.add('T', `new Table(${runsText(tableOf(decision, this.count))})`);
    }

    /** The name of a set of token kinds. */
    set(tokens: Iterable<number>): string {
        const cells = new Array<number>(this.count).fill(0);
        [...tokens].forEach(kind => (cells[kind] = 1));
        return this.add('S', `cells(${runsText(cells)})`);
    }
}

/** A decision as a look-ahead table: for each state and token 1 + the alternative or what goes on (`lookahead.ts`). */
function tableOf(decision: Decision, count: number): number[] {
    const oneToken = new Map(decision.firsts.flatMap((first, at) => [...first.tokens].map((token): [number, number] => [token, at + 1])));
    const rows = decision.oneToken ? [{ otherwise: 0, targets: oneToken }] : decision.table;
    return rows.flatMap(({ otherwise, targets }) => Array.from({ length: count }, (_, token) => targets.get(token) ?? otherwise));
}

/** Small numbers as a text of runs (`cells.ts`): lists of numbers took the longest of all that a start reads. */
function runsText(cells: readonly number[]): string {
    let text = '';
    for (let i = 0; i < cells.length;) {
        const start = i;
        while (i < cells.length && cells[i] === cells[start] && i - start < LONGEST_RUN) {
            i++;
        }
        text += String.fromCharCode(FIRST_CHARACTER + cells[start], FIRST_CHARACTER + i - start);
    }
    return JSON.stringify(text);
}

/** Runs stay within ASCII. */
const LONGEST_RUN = 126 - FIRST_CHARACTER;
