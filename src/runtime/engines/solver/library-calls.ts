/**
 * Translates library functions: sums, counts, extrema and quantifiers over collections with a known number of elements. Does not depend on
 * features: it gets the symbolic values of the arguments.
 */
import type * as ast from '../../../language/generated/tree.js';
import type { AstNode } from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { arrowFunction } from '../../evaluation/expressions/calls.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { type Arithmetic, type Symbolic, Untranslatable, asCondition, asTerm, collected, elementsIn, known, truth } from './symbolic.js';
import * as terms from './terms.js';
import type { Term } from './terms.js';

/** Applies bodies and functions that are passed to a function. */
export interface Appliers {
    body(node: ast.BodyExpression, frame: Frame, args: readonly Symbolic[]): Symbolic;
    function(called: AstNode, frame: Frame, args: readonly Symbolic[]): Symbolic;
}

type Translate = (expression: AstNode) => Symbolic;
type Apply = (...args: readonly Symbolic[]) => Symbolic;

export class LibraryCalls {
    constructor(
        private readonly arithmetic: Arithmetic,
        private readonly apply: Appliers
    ) {}

    /** Translates the call of a library function by name; returns undefined if it has no translation. */
    invocation(called: AstNode, args: readonly AstNode[], frame: Frame, of: Translate): Symbolic | undefined {
        const name = libraryName(called);
        if (name === undefined) {
            return undefined;
        }
        if (args.length === 2 && args[1].$type === 'BodyExpression') {
            return this.withBody(name, of(args[0]), this.applier(args[1], frame));
        }
        const values = args.every(a => a.$type !== 'BodyExpression') && (AGGREGATES.has(name) || args.length === 2) ? args.map(of) : [];
        return values.every(v => v.kind === 'value') ? undefined : this.called(name, values);
    }

    /** Translates `operand->f …`; returns undefined if the function has no translation. */
    arrow(node: ast.FunctionOperationExpression, frame: Frame, of: Translate): Symbolic | undefined {
        const called = resolve(node.function) ?? arrowFunction(node);
        const name = called === undefined ? undefined : libraryName(called);
        if (name === undefined) {
            return undefined;
        }
        const more = node.body ?? node.functionReference;
        if (more !== undefined) {
            return this.withBody(name, of(node.operand), this.applier(more, frame));
        }
        const values = [of(node.operand), ...node.arguments.map(a => of(a.value))];
        return values.every(v => v.kind === 'value') ? undefined : this.called(name, values);
    }

    private applier(node: AstNode, frame: Frame): Apply {
        return (...args) => {
            if (node.$type === 'BodyExpression') {
                return this.apply.body(node, frame, args);
            }
            const called = node.$type === 'Reference' ? resolve(node) : undefined;
            const operator = node.$type === 'Reference' ? /^'([^\w']+)'$/.exec(node.text)?.[1] : undefined;
            if (operator !== undefined && args.length === 2) {
                return this.arithmetic.binary(operator, args[0], args[1]);
            }
            if (called === undefined) {
                throw new Untranslatable('a function that is a value is not translated');
            }
            return this.apply.function(called, frame, args);
        };
    }

    private withBody(name: string, collection: Symbolic, apply: Apply): Symbolic | undefined {
        const elements = elementsIn(collection);
        const conditions = (): Term[] => elements.map(e => asCondition(apply(e), this.arithmetic.choices));
        switch (name) {
            case 'forAll':
                return truth(terms.and(...conditions()));
            case 'exists':
                return truth(terms.or(...conditions()));
            case 'collect':
                return collected(elements.map(e => apply(e)));
            case 'select':
            case 'reject':
                return this.filtered(elements, conditions(), name === 'select');
            case 'reduce':
                return elements.length === 0 ? undefined : elements.reduce((a, b) => apply(a, b));
            default:
                return undefined;
        }
    }

    /** Returns the elements that a condition selects. The condition must not depend on free features. */
    private filtered(elements: readonly Symbolic[], conditions: readonly Term[], kept: boolean): Symbolic {
        if (conditions.some(c => c.constant === undefined)) {
            throw new Untranslatable('a selection by free features is not translated');
        }
        return { kind: 'many', elements: elements.filter((_, i) => conditions[i].constant === kept) };
    }

    private called(name: string, [first, second]: readonly Symbolic[]): Symbolic | undefined {
        if (first === undefined) {
            return undefined;
        }
        const elements = elementsIn(first);
        switch (name) {
            case 'sum':
            case 'product':
                return elements.length === 0
                    ? undefined
                    : elements.reduce((a, b) => this.arithmetic.binary(name === 'sum' ? '+' : '*', a, b));
            case 'size':
                return known(elements.length);
            case 'isEmpty':
            case 'notEmpty':
                return known((elements.length === 0) === (name === 'isEmpty'));
            case 'allTrue':
                return truth(terms.and(...elements.map(e => asCondition(e, this.arithmetic.choices))));
            case 'anyTrue':
                return truth(terms.or(...elements.map(e => asCondition(e, this.arithmetic.choices))));
            case 'includes':
                return second === undefined ? undefined : truth(terms.or(...elements.map(e => this.arithmetic.equal(e, second))));
            case 'min':
            case 'max':
                return second === undefined ? undefined : this.extremum(name, first, second);
            case 'abs':
                return this.selected(this.arithmetic.compare('>=', first, known(0)), first, this.arithmetic.negative(first));
            default:
                return undefined;
        }
    }

    private extremum(name: 'min' | 'max', a: Symbolic, b: Symbolic): Symbolic {
        return this.selected(this.arithmetic.compare(name === 'min' ? '<=' : '>=', a, b), a, b);
    }

    private selected(test: Term, a: Symbolic, b: Symbolic): Symbolic {
        return asTerm(
            {
                kind: 'cases',
                cases: [
                    { guard: test, value: a },
                    { guard: terms.not(test), value: b }
                ]
            },
            this.arithmetic.choices
        );
    }
}

const AGGREGATES: ReadonlySet<string> = new Set(['sum', 'product', 'size', 'isEmpty', 'notEmpty', 'allTrue', 'anyTrue', 'abs']);

/** Returns the simple name of a library function; undefined for a function of the model. */
function libraryName(called: AstNode): string | undefined {
    return scopeOf(called).isLibrary ? nameOf(called) : undefined;
}
