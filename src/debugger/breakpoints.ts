/** Breakpoints of a client: which element a line or a name means, which are set, and whether the run stops at one that it reaches. */
import type { AstNode } from '../language/generated/tree.js';
import { nameOf } from '../language/semantics/naming.js';
import { spanOf, visitAll } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { isStep, isSuccession } from '../runtime/behaviour/index.js';
import { isA } from '../runtime/evaluation/index.js';
import { elementIdOf, elementOfId } from '../views/index.js';
import type { ClientPlaces } from './places.js';
import type { Breakpoint, FunctionBreakpoint, Source, SourceBreakpoint } from './protocol.js';

/** What a client says of a breakpoint beside its place. */
export interface Conditions {
    /** an expression that is true where the run is to stop */
    readonly condition?: string;
    /** a number: it stops that many times later, from the n-th on */
    readonly hitCondition?: string;
    /** a text that is logged in place of a stop, with expressions in braces */
    readonly logMessage?: string;
}

export interface PlacedBreakpoint extends Conditions {
    readonly id: number;
    /** id of the element */
    readonly element: string;
    /** how often the run came to it */
    hits: number;
}

/** Whether a run can stop at an element: a state, a step of an action, a transition, a succession. */
export function isStoppable(element: AstNode): boolean {
    return element.$type === 'TransitionUsage' || isA(element, 'StateUsage') || isStep(element) || isSuccession(element);
}

/**
 * The element that a breakpoint on a line means: the outermost one that begins on the line, else the innermost one around it.
 * @param line as `lineOf` counts lines
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
    return begins ?? around;
}

/** The element that a name means: a qualified name, or a path below the behaviour or a member of it at any depth. */
export function stoppableNamed(model: Model, behaviour: AstNode, name: string): AstNode | undefined {
    const stated = elementOfId(model, name) ?? elementOfId(model, `${elementIdOf(behaviour)}::${name}`);
    if (stated !== undefined) {
        return isStoppable(stated) ? stated : undefined;
    }
    let found: AstNode | undefined;
    visitAll(behaviour, node => {
        found ??= isStoppable(node) && nameOf(node) === name ? node : undefined;
    });
    return found;
}

const NO_PLACE = 'a run stops at states, steps of actions, transitions and successions; there is none here';

/** The breakpoints that a client has set. */
export class Breakpoints {
    private last = 0;
    /** by URI; those of functions under the empty text */
    private readonly placed = new Map<string, readonly PlacedBreakpoint[]>();

    constructor(private readonly places: ClientPlaces) {}

    get all(): readonly PlacedBreakpoint[] {
        return [...this.placed.values()].flat();
    }

    /** A run begins: nothing has been reached. */
    begin(): void {
        this.all.forEach(b => (b.hits = 0));
    }

    /** Sets those of a file, in the place of the ones before. @returns what the client is answered for each */
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

    /** Sets those of names, in the place of the ones before. */
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
            placed.push({ id, element: elementIdOf(element), condition, hitCondition, logMessage, hits: 0 });
            return { id, verified: true, ...this.places.placeOf(element) };
        });
        this.placed.set(key, placed);
        return answers;
    }

    /** The lines between two on which a breakpoint may be. */
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

/**
 * Whether a run is to stop at a breakpoint that it has reached, which counts the hit.
 * @param textOf the value of an expression where the run stands
 * @param log takes the text of a breakpoint that logs in place of a stop
 */
export function isStop(breakpoint: PlacedBreakpoint, textOf: (expression: string) => string, log: (text: string) => void): boolean {
    const { condition = '', hitCondition = '', logMessage = '' } = breakpoint;
    if (condition !== '' && textOf(condition) !== 'true') {
        return false;
    }
    breakpoint.hits++;
    if (hitCondition !== '' && breakpoint.hits < Number(hitCondition.replace(/^\D+/, ''))) {
        return false;
    }
    if (logMessage !== '') {
        log(logMessage.replace(/\{([^{}]*)\}/g, (_, expression: string) => textOf(expression)));
        return false;
    }
    return true;
}
