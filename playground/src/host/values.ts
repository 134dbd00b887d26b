/** The plain values of the editor's extension API that the preview uses: places (from 0), events, disposables. */
import { Uri as MonacoUri } from 'monaco-editor';

export const Uri = MonacoUri;
export type Uri = MonacoUri;

export class Position {
    constructor(
        readonly line: number,
        readonly character: number
    ) {}
}

export class Range {
    readonly start: Position;
    readonly end: Position;

    constructor(start: Position | number, end: Position | number, endLine = 0, endCharacter = 0) {
        this.start = typeof start === 'number' ? new Position(start, end as number) : start;
        this.end = typeof end === 'number' ? new Position(endLine, endCharacter) : end;
    }
}

export class Selection extends Range {
    constructor(
        readonly anchor: Position,
        readonly active: Position
    ) {
        super(anchor, active);
    }
}

export class Location {
    constructor(
        readonly uri: Uri,
        readonly range: Range
    ) {}
}

export class Disposable {
    constructor(readonly dispose: () => void) {}

    static from(...all: readonly { dispose(): unknown }[]): Disposable {
        return new Disposable(() => all.forEach(one => one.dispose()));
    }
}

/** An event that several listeners hear. */
export class EventEmitter<T> {
    private readonly listeners = new Set<(value: T) => unknown>();

    readonly event = (listener: (value: T) => unknown): Disposable => {
        this.listeners.add(listener);
        return new Disposable(() => this.listeners.delete(listener));
    };

    fire(value: T): void {
        this.listeners.forEach(listener => listener(value));
    }

    dispose(): void {
        this.listeners.clear();
    }
}

export const ViewColumn = { Active: -1, Beside: -2, One: 1, Two: 2 } as const;
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 } as const;
export const TextEditorRevealType = { Default: 0, InCenter: 1, InCenterIfOutsideViewport: 2, AtTop: 3 } as const;
