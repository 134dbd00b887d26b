/** The five sockets of a kernel over ZeroMQ, which is an optional dependency. Handles frames and does not depend on messages. */
import { readFileSync } from 'node:fs';

/** The contents of a connection file of Jupyter. */
export interface Connection {
    readonly transport: string;
    readonly ip: string;
    readonly shell_port: number;
    readonly control_port: number;
    readonly iopub_port: number;
    readonly stdin_port: number;
    readonly hb_port: number;
    readonly key: string;
    readonly signature_scheme: string;
}

/** The reason why no connection is possible; a message for the user. */
export class ConnectionFault extends Error {}

const PORTS = ['shell_port', 'control_port', 'iopub_port', 'stdin_port', 'hb_port'] as const;

/** @throws ConnectionFault */
export function readConnection(file: string): Connection {
    let given: Partial<Connection>;
    try {
        given = JSON.parse(readFileSync(file, 'utf8')) as Partial<Connection>;
    } catch (error) {
        throw new ConnectionFault(`connection file not readable: ${file}: ${error instanceof Error ? error.message : ''}`);
    }
    const missing = PORTS.find(port => typeof given[port] !== 'number');
    if (missing !== undefined) {
        throw new ConnectionFault(`connection file ${file}: ${missing} is missing`);
    }
    const { transport = 'tcp', ip = '127.0.0.1', key = '', signature_scheme: scheme = 'hmac-sha256' } = given;
    if (key !== '' && scheme !== 'hmac-sha256') {
        throw new ConnectionFault(`connection file ${file}: the signature scheme ${scheme} is not hmac-sha256`);
    }
    return { ...(given as Connection), transport, ip, key, signature_scheme: scheme };
}

export type Frames = readonly (Uint8Array | string)[];

/** A socket that sends and receives frames. It queues frames, because ZeroMQ requires that one send ends before the next begins. */
export class Channel {
    private last: Promise<void> = Promise.resolve();

    constructor(private readonly socket: { send(frames: (Uint8Array | string)[]): Promise<void>; close(): void }) {}

    send(frames: Frames): Promise<void> {
        this.last = this.last.then(() => this.socket.send([...frames])).catch(() => undefined);
        return this.last;
    }

    /** Waits for pending frames, then closes the socket. */
    async close(): Promise<void> {
        await this.last;
        this.socket.close();
    }
}

export interface Sockets {
    readonly shell: Channel;
    readonly control: Channel;
    readonly iopub: Channel;
    close(): Promise<void>;
}

type Receive = (frames: readonly Uint8Array[]) => void;

/** Opens the sockets of a connection, with handlers for the messages of two of them. @throws ConnectionFault */
export async function openSockets(
    connection: Connection,
    received: { readonly shell: Receive; readonly control: Receive }
): Promise<Sockets> {
    const zeromq = await import('zeromq').catch(() => {
        throw new ConnectionFault("the optional package 'zeromq' is not installed: npm install zeromq");
    });
    const { transport, ip } = connection;
    const address = (port: number): string => (transport === 'ipc' ? `ipc://${ip}-${port}` : `${transport}://${ip}:${port}`);
    const [shell, control, stdin] = [
        new zeromq.Router({ linger: 1000 }),
        new zeromq.Router({ linger: 1000 }),
        new zeromq.Router({ linger: 0 })
    ];
    const iopub = new zeromq.Publisher({ linger: 1000 });
    const heartbeat = new zeromq.Reply({ linger: 0 });
    try {
        await Promise.all([
            shell.bind(address(connection.shell_port)),
            control.bind(address(connection.control_port)),
            stdin.bind(address(connection.stdin_port)),
            iopub.bind(address(connection.iopub_port)),
            heartbeat.bind(address(connection.hb_port))
        ]);
    } catch (error) {
        throw new ConnectionFault(`no socket: ${error instanceof Error ? error.message : ''}`);
    }
    const each = async (socket: AsyncIterable<Buffer[]>, take: (frames: Buffer[]) => unknown): Promise<void> => {
        for await (const frames of socket) {
            await take(frames);
        }
    };
    void each(shell, received.shell);
    void each(control, received.control);
    void each(heartbeat, frames => heartbeat.send(frames));
    const channels = { shell: new Channel(shell), control: new Channel(control), iopub: new Channel(iopub) };
    return {
        ...channels,
        async close() {
            await Promise.all(Object.values(channels).map(c => c.close()));
            stdin.close();
            heartbeat.close();
        }
    };
}
