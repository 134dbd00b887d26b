/**
 * Stops of a run within a move, before a statement of a body. The executor performs a move in one piece, so a stop abandons the run. To
 * continue, a client repeats the run up to the move, and the move up to a later stop.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { nameOf } from '../../language/semantics/naming.js';
import { textOf } from '../../language/semantics/text.js';
import { type CallStack, stacksAt } from './call-stacks.js';
import type { StatementWatch } from './simulation/simulation.js';

export interface StatementStop {
    /** number of the statement among those of its move, from 1 */
    readonly statement: number;
    readonly element: AstNode;
    readonly label: string;
    /** number of enclosing performed actions */
    readonly depth: number;
    /** the call stacks, that of the statement first */
    readonly stacks: readonly CallStack[];
}

/** Where a run stops within its moves. */
export interface StatementStops {
    /** number of statements of the first move at which it does not stop */
    readonly after: number;
    readonly isStop: (stop: StatementStop) => boolean;
}

/** Thrown to leave the executor at a stop. */
export class Stopped extends Error {
    constructor(readonly at: StatementStop) {
        super('stopped at a statement');
    }
}

/** The watch over the statements of one move. @param stacks the call stacks of the run at this moment */
export function watchOf({ after, isStop }: StatementStops, stacks: () => readonly CallStack[]): StatementWatch {
    let statement = 0;
    return (element, frame, performed) => {
        statement++;
        if (statement > after) {
            const stop = new Stop(statement, element, performed.length, () => stacksAt(stacks(), labelOf(element), element, frame));
            if (isStop(stop)) {
                throw new Stopped({ statement, element, label: stop.label, depth: stop.depth, stacks: stop.stacks });
            }
        }
    };
}

/** A possible stop, which computes its stacks when they are read. */
class Stop implements StatementStop {
    constructor(
        readonly statement: number,
        readonly element: AstNode,
        readonly depth: number,
        private readonly found: () => readonly CallStack[]
    ) {}

    get label(): string {
        return labelOf(this.element);
    }

    get stacks(): readonly CallStack[] {
        return this.found();
    }
}

const KEYWORDS: Readonly<Record<string, string>> = {
    IfActionUsage: 'if',
    WhileLoopActionUsage: 'while',
    ForLoopActionUsage: 'for',
    SendActionUsage: 'send',
    AcceptActionUsage: 'accept',
    TerminateActionUsage: 'terminate'
};

function labelOf(element: AstNode): string {
    const assigned = element.$type === 'AssignmentActionUsage' ? `assign ${textOf(element.target).trim()}` : undefined;
    return nameOf(element) ?? assigned ?? KEYWORDS[element.$type] ?? 'a statement';
}

/** The stop at the statement of a number, for a repetition. */
export const stopAt = (statement: number): StatementStops => ({ after: statement - 1, isStop: () => true });
