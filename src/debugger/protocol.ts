/** The messages of the Debug Adapter Protocol that the adapter uses. Types only. */

export interface ProtocolMessage {
    readonly seq: number;
    readonly type: string;
}

export interface Request extends ProtocolMessage {
    readonly type: 'request';
    readonly command: string;
    readonly arguments?: unknown;
}

export interface Response extends ProtocolMessage {
    readonly type: 'response';
    readonly request_seq: number;
    readonly success: boolean;
    readonly command: string;
    readonly message?: string;
    readonly body?: object;
}

export interface Event extends ProtocolMessage {
    readonly type: 'event';
    readonly event: string;
    readonly body?: object;
}

export interface Source {
    readonly name?: string;
    readonly path?: string;
}

export interface SourceBreakpoint {
    readonly line: number;
    readonly condition?: string;
    readonly hitCondition?: string;
    readonly logMessage?: string;
}

export interface FunctionBreakpoint {
    readonly name: string;
    readonly condition?: string;
    readonly hitCondition?: string;
}

export interface Breakpoint {
    readonly id: number;
    readonly verified: boolean;
    readonly message?: string;
    readonly source?: Source;
    readonly line?: number;
}

export interface Variable {
    readonly name: string;
    readonly value: string;
    readonly type?: string;
    readonly variablesReference: number;
    readonly evaluateName?: string;
}

/** The client's conventions for lines, columns and paths. */
export interface ClientWays {
    readonly linesStartAt1: boolean;
    readonly columnsStartAt1: boolean;
    readonly pathFormat: 'path' | 'uri';
}
