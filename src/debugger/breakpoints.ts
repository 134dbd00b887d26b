/** Breakpoints of a client: the elements that lines and names denote, the set breakpoints, and whether a run stops at one. */
import type { AstNode } from '../language/generated/tree.js';
import { nameOf } from '../language/semantics/naming.js';
import { ownerOf } from '../language/semantics/structure.js';
import { spanOf, visitAll } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { isStep, isSuccession } from '../runtime/behaviour/index.js';
import { isA } from '../runtime/evaluation/index.js';
import { elementIdOf, elementOfId } from '../views/index.js';
import type { ClientPlaces } from './places.js';
import type { Breakpoint, FunctionBreakpoint, Source, SourceBreakpoint } from './protocol.js';

/** Conditions of a breakpoint. */
export interface Conditions {
    /** an expression; the run stops only if it is true */
    readonly condition?: string;
    /** which hits stop the run: a number n or `>= n` from the n-th on, `> n`, `== n`, `< n`, `<= n`, or `% n` for each n-th */
    readonly hitCondition?: string;
    /** a text that is logged instead of a stop, with expressions in braces */
    readonly logMessage?: string;
}

export interface PlacedBreakpoint extends Conditions {
    readonly id: number;
    /** id of the element */
    readonly element: string;
    /** number of hits */
    hits: number;
}

/** Whether a run can stop at an element: a state, a step of an action or a statement of a body, a transition, a succession. */
export function isStoppable(element: AstNode): boolean {
    const isBody = BODIES.has(element.$containerProperty ?? '');
    return element.$type === 'TransitionUsage' || isA(element, 'StateUsage') || (isStep(element) && !isBody) || isSuccession(element);
}

/** The braces of loops and branches, which a run does not reach before their first statement. */
const BODIES: ReadonlySet<string> = new Set(['bodyAction', 'thenAction', 'elseAction']);

/** The element at which a run stops instead of another one: the state or transition for one of its behaviors. */
function stopFor(element: AstNode): AstNode {
    const owner = ownerOf(element);
    const isBehaviorOf = owner?.$type === 'TransitionUsage' || ['entry', 'do', 'exit'].includes(element.membership ?? '');
    return owner !== undefined && isBehaviorOf ? owner : element;
}

/**
 * The element for a breakpoint on a line: the outermost element that begins on the line, else the innermost one that contains the line.
 * @param line in the numbering of `lineOf`
 */
export function stoppableAt(document: Document, line: number, lineOf: (offset: number) => number): AstNode | undefined {
    let around: AstNode | undefined;
    let begins: AstNode | undefined;
    visitAll(document.root, node => {
        if (isStoppable(node)) {
            const { offset, end } = spanOf(node);
            const first = lineOf(offset);
            if (first === line) {
                begins ??= node;
            } else if (first < line && lineOf(end) >= line) {
                around = node;
            }
        }
    });
    const found = begins ?? around;
    return found && stopFor(found);
}

/** The element with this name: a qualified name, a path below the behaviour, or the name of a member of it at any depth. */
export function stoppableNamed(model: Model, behaviour: AstNode, name: string): AstNode | undefined {
    const stated = elementOfId(model, name) ?? elementOfId(model, `${elementIdOf(behaviour)}::${name}`);
    if (stated !== undefined) {
        return isStoppable(stated) ? stopFor(stated) : undefined;
    }
    let found: AstNode | undefined;
    visitAll(behaviour, node => {
        found ??= isStoppable(node) && nameOf(node) === name ? node : undefined;
    });
    return found && stopFor(found);
}

const NO_COUNT = 'a hit count is a number n, or >= n, > n, == n, <= n, < n, or % n for each n-th hit';
const NO_PLACE = 'a run stops at states, steps of actions, transitions and successions; there is none here';

const HIT_TESTS: Readonly<Record<string, (hits: number, n: number) => boolean>> = {
    '': (hits, n) => hits >= n,
    '>=': (hits, n) => hits >= n,
    '>': (hits, n) => hits > n,
    '=': (hits, n) => hits === n,
    '==': (hits, n) => hits === n,
    '<=': (hits, n) => hits <= n,
    '<': (hits, n) => hits < n,
    '%': (hits, n) => hits % n === 0
};

/** Whether a hit stops the run, by its number from 1; undefined for an invalid hit condition. */
function hitTest(hitCondition = ''): ((hits: number) => boolean) | undefined {
    if (hitCondition.trim() === '') {
        return () => true;
    }
    const [, operator, count] = /^\s*(>=|>|==|=|<=|<|%|)\s*(\d+)\s*$/.exec(hitCondition) ?? [];
    const isNever = operator === '%' && Number(count) === 0;
    return operator === undefined || isNever ? undefined : hits => HIT_TESTS[operator](hits, Number(count));
}

/** The breakpoints of a client. */
export class Breakpoints {
    private last = 0;
    /** by URI; function breakpoints under the empty text */
    private readonly placed = new Map<string, readonly PlacedBreakpoint[]>();

    constructor(private readonly places: ClientPlaces) {}

    get all(): readonly PlacedBreakpoint[] {
        return [...this.placed.values()].flat();
    }

    /** Resets the hits when a run begins. */
    begin(): void {
        this.all.forEach(b => (b.hits = 0));
    }

    /** Replaces the breakpoints of a file. @returns the response for each of them */
    setInSource({ path = '' }: Source, wanted: readonly SourceBreakpoint[]): readonly Breakpoint[] {
        const document = this.places.document(path);
        const why = document === undefined ? `${path} is no file of the model` : NO_PLACE;
        return this.set(
            this.places.uriOf(path),
            wanted,
            ({ line }) => document && this.elementAt(document, line),
            () => why
        );
    }

    /** Replaces the function breakpoints. */
    setOfFunctions(model: Model, behaviour: AstNode | undefined, wanted: readonly FunctionBreakpoint[]): readonly Breakpoint[] {
        return this.set(
            '',
            wanted,
            ({ name }) => behaviour && stoppableNamed(model, behaviour, name),
            ({ name }) => `${name} is no state, step or transition`
        );
    }

    private set<W extends Conditions>(
        key: string,
        wanted: readonly W[],
        elementOf: (wanted: W) => AstNode | undefined,
        why: (wanted: W) => string
    ): readonly Breakpoint[] {
        const placed: PlacedBreakpoint[] = [];
        const answers = wanted.map(each => {
            const id = ++this.last;
            const element = elementOf(each);
            if (element === undefined) {
                return { id, verified: false, message: why(each) };
            }
            const { condition, hitCondition, logMessage } = each;
            if (hitTest(hitCondition) === undefined) {
                return { id, verified: false, message: NO_COUNT };
            }
            placed.push({ id, element: elementIdOf(element), condition, hitCondition, logMessage, hits: 0 });
            return { id, verified: true, ...this.places.placeOf(element) };
        });
        this.placed.set(key, placed);
        return answers;
    }

    /** The lines in a range that can have a breakpoint. */
    linesBetween({ path = '' }: Source, line: number, endLine: number): readonly number[] {
        const document = this.places.document(path);
        const lines = new Set<number>();
        for (let l = line; document !== undefined && l <= endLine; l++) {
            const element = this.elementAt(document, l);
            if (element !== undefined) {
                lines.add(this.places.lineOf(document, spanOf(element).offset));
            }
        }
        return [...lines].filter(l => l >= line && l <= endLine);
    }

    private elementAt(document: Document, line: number): AstNode | undefined {
        return stoppableAt(document, line, offset => this.places.lineOf(document, offset));
    }
}

/** Evaluates an expression at a stop. */
export type TextOf = (expression: string) => string;

/**
 * Whether a run stops at a breakpoint that it has reached. Counts the hit.
 * @param log receives the text of a log breakpoint
 */
export function isStop(breakpoint: PlacedBreakpoint, textOf: TextOf, log: (text: string) => void): boolean {
    const { condition = '', hitCondition = '', logMessage = '' } = breakpoint;
    if (condition !== '' && textOf(condition) !== 'true') {
        return false;
    }
    breakpoint.hits++;
    if (hitTest(hitCondition)?.(breakpoint.hits) !== true) {
        return false;
    }
    if (logMessage !== '') {
        log(logMessage.replace(/\{([^{}]*)\}/g, (_, expression: string) => textOf(expression)));
        return false;
    }
    return true;
}
