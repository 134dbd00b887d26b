/** Writes the function of an infix rule: operators by binding power, without recursion. */
import type { Rule } from './ir.js';

/**
 * The function of an infix rule.
 *
 * @param powers constant with twice the binding power of each token kind, plus one for operators that bind to the right
 * @param goesOn code that asks whether an operator comes next
 */
export function infixFunction(rule: Rule, powers: string, goesOn: string): string {
    return `    r${rule.name}(): any {
        const b = this.p;
        const first = this.r${rule.operand}();
        if (!(${goesOn})) return first;
        const nodes: any[] = [first];
        const starts: number[] = [b];
        const operators: number[] = [];
        let links = 0;
        for (;;) {
            const next = ${goesOn} ? this.kinds[this.p] : 0;
            const power = ${powers}[next];
            while (operators.length > 0) {
                const top = ${powers}[operators[operators.length - 1]];
                if ((top >> 1) < (power >> 1) || ((top >> 1) === (power >> 1) && (power & 1) === 1)) break;
                const right = nodes.pop();
                const left = nodes.pop();
                starts.pop();
                const operator = TEXTS[operators.pop()!];
                let n: any;
                if (left !== undefined && right !== undefined) {
                    n = new N.${rule.type}();
                    n.$offset = this.starts[starts[starts.length - 1]];
                    n.$end = right.$end;
                    n.operator = operator;
                    n.left = left; left.$container = n; left.$containerProperty = 'left';
                    n.right = right; right.$container = n; right.$containerProperty = 'right';
                }
                nodes.push(n);
            }
            if (next === 0) return nodes[0];
            operators.push(next);
            this.p++;
            starts.push(this.p);
            nodes.push(this.r${rule.operand}());
            this.chain(++links);
        }
    }
`;
}
