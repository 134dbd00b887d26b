/** Breakpoints of a client: which element a line or a name means, and whether a stop there counts. */
import type { AstNode } from '../language/generated/tree.js';
import { nameOf } from '../language/semantics/naming.js';
import { spanOf, visitAll } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { isStep, isSuccession } from '../runtime/behaviour/index.js';
import { isA } from '../runtime/evaluation/index.js';
import { elementIdOf, elementOfId } from '../views/index.js';

/** What a client says of a breakpoint beside its place. */
export interface Conditions {
    /** an expression that is true where the run is to stop */
    readonly condition?: string;
    /** a number: it stops that many times later, from the n-th on */
    readonly hitCondition?: string;
    /** a text that is told in place of a stop, with expressions in braces */
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
 * @param line from 0
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
