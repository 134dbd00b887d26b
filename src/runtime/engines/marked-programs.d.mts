/** A command to start. */
export interface MarkedCommand {
    readonly path: string;
    readonly args: readonly string[];
    /** whether the mark can be searched for */
    readonly isMarked: boolean;
}

export function newMark(): number;
export function markedCommand(path: string, args: readonly string[], mark: number): MarkedCommand;
export function endMarked(mark: number): void;
