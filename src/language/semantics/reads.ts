/**
 * Who reads whom: which element's names lead to which elements, told while documents are analysed. Knows nothing of what is done with it.
 */
import type { AstNode } from 'langium';

/** Told that a name that is part of `from` led to `to`. */
export type ReadObserver = (from: AstNode, to: AstNode) => void;

let observer: ReadObserver | undefined;

/** Does something while an observer is told what names lead to. */
export function observingReads<T>(told: ReadObserver, work: () => T): T {
    const outer = observer;
    observer = told;
    try {
        return work();
    } finally {
        observer = outer;
    }
}

export function noteRead(from: AstNode, to: AstNode): void {
    observer?.(from, to);
}
