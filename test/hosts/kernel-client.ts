/** A kernel in a process, and a client of it that speaks the protocol over ZeroMQ. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Dealer, Subscriber } from 'zeromq';
import { Codec, type Content, type Message } from '../../src/hosts/jupyter/messages.js';

const KEY = 'key of a test';

/** A port that is free now. */
function freePort(): Promise<number> {
    return new Promise((resolve, reject) => {
        const server = createServer().once('error', reject);
        server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
        });
    });
}

export interface Answered {
    readonly reply: Content;
    /** what was published about the request */
    readonly published: readonly Message[];
}

export class KernelClient {
    private readonly codec = new Codec(KEY);
    private readonly shell = new Dealer();
    private readonly control = new Dealer();
    private readonly iopub = new Subscriber();
    private readonly folder = mkdtempSync(join(tmpdir(), 'kernel-'));
    private process: ChildProcess | undefined;
    private readonly messages: Message[] = [];
    private readonly waiting: (() => void)[] = [];

    static async start(command: readonly string[]): Promise<KernelClient> {
        const client = new KernelClient();
        const [shell, control, iopub, stdin, heartbeat] = await Promise.all([1, 2, 3, 4, 5].map(freePort));
        const file = join(client.folder, 'connection.json');
        const ports = { shell_port: shell, control_port: control, iopub_port: iopub, stdin_port: stdin, hb_port: heartbeat };
        writeFileSync(file, JSON.stringify({ ...ports, ip: '127.0.0.1', transport: 'tcp', key: KEY, signature_scheme: 'hmac-sha256' }));
        client.process = spawn(command[0], [...command.slice(1), 'jupyter', 'kernel', '-f', file], {
            stdio: ['ignore', 'ignore', 'inherit']
        });
        client.shell.connect(`tcp://127.0.0.1:${shell}`);
        client.control.connect(`tcp://127.0.0.1:${control}`);
        client.iopub.connect(`tcp://127.0.0.1:${iopub}`);
        client.iopub.subscribe();
        void client.listen(client.shell);
        void client.listen(client.control);
        void client.listen(client.iopub);
        await client.request('kernel_info_request', {});
        // a subscription takes a moment: what is published is there from some request on
        while (client.messages.every(m => m.header.msg_type !== 'status')) {
            await client.request('kernel_info_request', {});
        }
        return client;
    }

    private async listen(socket: AsyncIterable<Buffer[]>): Promise<void> {
        for await (const frames of socket) {
            this.messages.push(this.codec.read(frames));
            this.waiting.splice(0).forEach(wake => wake());
        }
    }

    private async until<T>(find: () => T | undefined): Promise<T> {
        for (;;) {
            const found = find();
            if (found !== undefined) {
                return found;
            }
            await new Promise<void>(resolve => this.waiting.push(resolve));
        }
    }

    /** Sends a request and waits for its reply. */
    async request(
        type: string,
        content: Content,
        channel: 'shell' | 'control' = 'shell',
        metadata: Content = {}
    ): Promise<Answered & { readonly id: string }> {
        const frames = this.codec.write(type, content, undefined, [], metadata);
        const { header } = this.codec.read(frames.map(f => Buffer.from(f)));
        await this[channel].send(frames);
        const reply = type.replace('_request', '_reply');
        const isOf = (m: Message): boolean => 'msg_id' in m.parent && m.parent.msg_id === header.msg_id;
        const { content: answer } = await this.until(() => this.messages.find(m => isOf(m) && m.header.msg_type === reply));
        return { id: header.msg_id, reply: answer, published: this.messages.filter(m => isOf(m) && m.header.msg_type !== reply) };
    }

    /** Runs a cell; what it published is complete. */
    async execute(code: string, metadata: Content = {}): Promise<Answered> {
        const content = { code, silent: false, store_history: true, allow_stdin: false, stop_on_error: true, user_expressions: {} };
        const { id, reply } = await this.request('execute_request', content, 'shell', metadata);
        const isOf = (m: Message): boolean => 'msg_id' in m.parent && m.parent.msg_id === id;
        await this.until(() => this.messages.find(m => isOf(m) && m.content.execution_state === 'idle'));
        return { reply, published: this.messages.filter(m => isOf(m) && m.header.msg_type !== 'execute_reply') };
    }

    async end(): Promise<void> {
        const { process: kernel } = this;
        if (kernel !== undefined && kernel.exitCode === null) {
            const ended = new Promise(resolve => kernel.once('exit', resolve));
            await this.request('shutdown_request', { restart: false }, 'control');
            await ended;
        }
        [this.shell, this.control, this.iopub].forEach(s => s.close());
        rmSync(this.folder, { recursive: true });
    }
}
