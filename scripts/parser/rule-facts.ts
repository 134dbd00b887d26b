/** Facts of rules that hold wherever they are called: what a fragment assigns, which rules can call themselves. Knows no code. */
import type { Element } from './ir.js';
import type { Grammar } from './lookahead.js';

export class RuleFacts {
    /** Properties that a rule assigns, those of its fragments included. */
    readonly assignments = new Map<string, Set<string>>();
    /** Rules that may put another node in the place of the one they started with. */
    readonly changing = new Set<string>();
    /** Rules that can call themselves: they count the depth. */
    readonly cyclic: ReadonlySet<string>;

    constructor(private readonly grammar: Grammar) {
        this.summarizeFragments();
        this.cyclic = this.findCycles();
    }

    /** Whether all that a rule does is to call rules that make its node. */
    isOnlyCalls(element: Element): boolean {
        if (element.is === 'alternatives') {
            return element.elements.every(part => this.isOnlyCalls(part));
        }
        return element.is === 'call' && element.assign === undefined && this.grammar.rules.get(element.rule)!.form !== 'fragment';
    }

    /** Whether a value rule reads exactly one token. */
    isSingleToken(element: Element): boolean {
        if (element.is === 'alternatives') {
            return element.elements.every(part => this.isSingleToken(part));
        }
        return element.is === 'token' || (element.is === 'call' && this.isSingleToken(this.grammar.rules.get(element.rule)!.body));
    }

    private summarizeFragments(): void {
        for (const rule of this.grammar.rules.values()) {
            this.assignments.set(rule.name, new Set());
        }
        for (let changed = true; changed;) {
            changed = false;
            for (const rule of this.grammar.rules.values()) {
                const assigned = this.assignments.get(rule.name)!;
                const size = assigned.size + (this.changing.has(rule.name) ? 1000 : 0);
                this.grammar.visit(rule.body, element => {
                    if (element.is === 'action') {
                        this.changing.add(rule.name);
                    } else if ((element.is === 'token' || element.is === 'call') && element.assign !== undefined) {
                        assigned.add(element.assign.property);
                    } else if (element.is === 'call') {
                        const target = this.grammar.rules.get(element.rule)!;
                        if (target.form === 'fragment') {
                            this.assignments.get(target.name)!.forEach(name => assigned.add(name));
                        }
                        if (
                            target.form === 'node' ||
                            target.form === 'infix' ||
                            (this.changing.has(target.name) && target.form === 'fragment')
                        ) {
                            this.changing.add(rule.name);
                        }
                    }
                });
                changed ||= assigned.size + (this.changing.has(rule.name) ? 1000 : 0) !== size;
            }
        }
    }

    /** Rules that can call themselves: they count the depth. */
    private findCycles(): Set<string> {
        const calls = new Map<string, Set<string>>();
        for (const rule of this.grammar.rules.values()) {
            const targets = new Set<string>();
            this.grammar.visit(rule.body, element => {
                if (element.is === 'call') {
                    targets.add(element.rule);
                }
            });
            calls.set(rule.name, targets);
        }
        const cyclic = new Set<string>();
        for (const name of calls.keys()) {
            const reached = new Set<string>();
            const work = [...calls.get(name)!];
            for (let next = work.pop(); next !== undefined; next = work.pop()) {
                if (!reached.has(next)) {
                    reached.add(next);
                    work.push(...calls.get(next)!);
                }
            }
            if (reached.has(name) && this.grammar.rules.get(name)!.form !== 'infix') {
                cyclic.add(name);
            }
        }
        return cyclic;
    }
}
