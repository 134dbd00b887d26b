/** Assigns numbers to terms. Structurally equal terms get the same number. */
import type { Term } from '../solver/terms.js';

export class TermNumbers {
    private readonly byTerm = new WeakMap<Term, number>();
    private readonly byForm = new Map<string, number>();

    of(root: Term): number {
        const open: Term[] = [root];
        while (open.length > 0) {
            const term = open[open.length - 1];
            const missing = this.byTerm.has(term) ? [] : term.operands.filter(o => !this.byTerm.has(o));
            if (missing.length > 0) {
                open.push(...missing);
                continue;
            }
            open.pop();
            if (!this.byTerm.has(term)) {
                const form = `${term.sort} ${term.operator} ${term.operands.map(o => this.byTerm.get(o)).join()}`;
                const number = this.byForm.get(form) ?? this.byForm.size;
                this.byForm.set(form, number);
                this.byTerm.set(term, number);
            }
        }
        return this.byTerm.get(root)!;
    }
}
