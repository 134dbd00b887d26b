/** The constants of a compiled parser, each written once: token sets, look-ahead tables, expected phrases; and code that asks them. */
import type { Decision } from './lookahead.js';

/** Constants that the rule functions of one language share. */
export class Constants {
    private readonly lines: string[] = [];
    private readonly names = new Map<string, string>();

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
        return `this.decide(${this.add('T', tableText(decision))}, ${decision.id})`;
    }

    /** Code that asks whether a kind is in a set. */
    has(tokens: ReadonlySet<number>, subject: string): string {
        return tokens.size <= 2
            ? [...tokens].map(kind => `${subject} === ${kind}`).join(' || ') || 'false'
            : `${this.set(tokens)}[${subject}] === 1`;
    }

    private set(tokens: ReadonlySet<number>): string {
        return this.add('S', `tokenSet(COUNT, [${[...tokens].sort((a, b) => a - b).join(',')}])`);
    }
}

/** A decision as a look-ahead table. */
export function tableText(decision: Decision): string {
    const oneToken = new Map(decision.firsts.flatMap((first, at) => [...first.tokens].map((token): [number, number] => [token, at + 1])));
    const rows = decision.oneToken ? [{ otherwise: 0, targets: oneToken }] : decision.table;
    const texts = rows.map(row => {
        const groups = new Map<number, number[]>();
        row.targets.forEach((value, token) => groups.set(value, [...(groups.get(value) ?? []), token]));
        return `[${row.otherwise}, ${[...groups].map(([value, tokens]) => `[${[value, ...tokens.sort((a, b) => a - b)].join(',')}]`).join(',')}]`;
    });
    return `table(COUNT, [${texts.join(', ')}])`;
}
