/**
 * The Jupyter kernel. It answers requests of the shell channel one after another, and those of the control channel immediately. It depends
 * only on the client of the session's thread and on two channels.
 */
import type { SessionClient } from '../thread/client.js';
import type { AnsweredCell, AnsweredFailure } from '../thread/messages.js';
import { colours, failureText } from '../prompt/report.js';
import { Codec, type Content, type Header, type Message, MessageFault, PROTOCOL } from './messages.js';
import { codePointsBefore, unitsBefore } from './offsets.js';
import { Past } from './past.js';
import { type Connection, openSockets, type Sockets } from './sockets.js';

export interface KernelOptions {
    readonly connection: Connection;
    readonly version: string;
    /** receives a description of each message, for debugging */
    readonly log: (text: string) => void;
}

type Channel = 'shell' | 'control';

/** A request and the channel for its answer. */
interface Received {
    readonly channel: Channel;
    readonly message: Message;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Runs a kernel until it is shut down. @throws ConnectionFault */
export async function runKernel(client: SessionClient, options: KernelOptions): Promise<void> {
    const kernel = new Kernel(client, options);
    await kernel.open();
    await kernel.ended;
}

type Answer = (content: Content, message: Message) => Content | undefined | Promise<Content | undefined>;

class Kernel {
    private readonly codec: Codec;
    private sockets: Sockets | undefined;
    private readonly queue: Received[] = [];
    private isWorking = false;
    private count = 0;
    private readonly past = new Past();
    private end: () => void = () => undefined;
    readonly ended = new Promise<void>(resolve => {
        this.end = resolve;
    });

    constructor(
        private readonly client: SessionClient,
        private readonly options: KernelOptions
    ) {
        this.codec = new Codec(options.connection.key);
    }

    async open(): Promise<void> {
        this.sockets = await openSockets(this.options.connection, {
            shell: frames => this.receive('shell', frames),
            control: frames => this.receive('control', frames)
        });
        this.publish('status', { execution_state: 'starting' }, undefined);
    }

    private receive(channel: Channel, frames: readonly Uint8Array[]): void {
        let message: Message;
        try {
            message = this.codec.read(frames);
        } catch (error) {
            if (error instanceof MessageFault) {
                this.options.log(`dropped: ${error.message}`);
                return;
            }
            throw error;
        }
        this.options.log(`${channel} ${message.header.msg_type}`);
        if (channel === 'control') {
            void this.answer({ channel, message });
            return;
        }
        this.queue.push({ channel, message });
        void this.work();
    }

    /** Answers the requests of the shell channel in order. */
    private async work(): Promise<void> {
        if (this.isWorking) {
            return;
        }
        this.isWorking = true;
        for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
            await this.answer(next);
        }
        this.isWorking = false;
    }

    private async answer(received: Received): Promise<void> {
        const { header, content } = received.message;
        this.publish('status', { execution_state: 'busy' }, header);
        try {
            const answer = Object.hasOwn(this.answers, header.msg_type) ? this.answers[header.msg_type] : undefined;
            const reply = await answer?.(content, received.message);
            if (reply !== undefined) {
                this.reply(received, reply);
            }
        } catch (error) {
            const evalue = error instanceof Error ? error.message : String(error);
            this.reply(received, { status: 'error', ename: 'KernelError', evalue, traceback: [evalue] });
        } finally {
            this.publish('status', { execution_state: 'idle' }, header);
        }
        if (header.msg_type === 'shutdown_request') {
            await this.sockets?.close();
            this.end();
        }
    }

    private reply({ channel, message }: Received, content: Content): void {
        const type = message.header.msg_type.replace(/_request$/, '_reply');
        void this.sockets?.[channel].send(this.codec.write(type, content, message.header, message.addresses));
    }

    private publish(type: string, content: Content, parent: Header | undefined): void {
        void this.sockets?.iopub.send(this.codec.write(type, content, parent, [type]));
    }

    /** The answers by type of request; other requests get no answer. */
    private readonly answers: Readonly<Record<string, Answer>> = {
        kernel_info_request: () => this.info(),
        execute_request: (content, message) => this.execute(content, message),
        complete_request: content => this.complete(content),
        inspect_request: content => this.inspect(content),
        is_complete_request: content => this.isComplete(content),
        history_request: content => ({ status: 'ok', history: this.past.answer(content) }),
        comm_info_request: () => ({ status: 'ok', comms: {} }),
        comm_open: (content, { header }) => {
            this.publish('comm_close', { comm_id: content.comm_id, data: {} }, header);
            return undefined;
        },
        interrupt_request: () => {
            this.client.interrupt();
            return { status: 'ok' };
        },
        shutdown_request: ({ restart = false }, { header }) => {
            this.client.interrupt();
            this.publish('shutdown_reply', { status: 'ok', restart }, header);
            return { status: 'ok', restart };
        }
    };

    private info(): Content {
        const { version } = this.options;
        return {
            status: 'ok',
            protocol_version: PROTOCOL,
            implementation: 'sysml-workbench',
            implementation_version: version,
            language_info: {
                name: 'sysml',
                version: '2.0',
                mimetype: 'text/x-sysml',
                file_extension: '.sysml',
                codemirror_mode: 'sysml',
                pygments_lexer: 'text',
                nbconvert_exporter: ''
            },
            banner: `sysml-workbench ${version}: SysML v2 notation, expressions, and % commands (%help lists them)`,
            debugger: false,
            help_links: []
        };
    }

    // --- Cells ---

    private async execute(content: Content, { header, metadata }: Message): Promise<Content> {
        const code = textOf(content.code);
        const isSilent = content.silent === true;
        if (!isSilent && content.store_history !== false) {
            this.count++;
            this.past.add(code);
        }
        const count = this.count;
        const publish = (type: string, published: Content): void => {
            if (!isSilent) {
                this.publish(type, published, header);
            }
        };
        publish('execute_input', { code, execution_count: count });
        const id = textOf(metadata.cellId);
        const stream = (text: string): void => publish('stream', { name: 'stdout', text: `${text}\n` });
        const answer = await this.client.request('execute', { cell: code, label: `In [${count}]`, ...(id !== '' && { id }) }, stream);
        this.show(answer, count, publish);
        const payload: Content[] = answer.isLast ? [{ source: 'ask_exit', keepkernel: false }] : [];
        if (answer.failure !== undefined) {
            const error = errorOf(answer.failure);
            publish('error', error);
            if (content.stop_on_error !== false) {
                this.abort();
            }
            return { status: 'error', execution_count: count, ...error, user_expressions: {}, payload };
        }
        return { status: 'ok', execution_count: count, payload, user_expressions: await this.expressions(content.user_expressions) };
    }

    private show({ shown }: AnsweredCell, count: number, publish: (type: string, content: Content) => void): void {
        const last = shown.findLastIndex(s => s.isResult);
        shown.forEach(({ text, forms }, i) => {
            if (i === last) {
                publish('execute_result', { execution_count: count, data: forms, metadata: {} });
            } else if (Object.keys(forms).length === 1) {
                publish('stream', { name: 'stdout', text: `${text}\n` });
            } else {
                publish('display_data', { data: forms, metadata: {}, transient: {} });
            }
        });
    }

    private async expressions(wanted: unknown): Promise<Content> {
        const values: [string, Content][] = [];
        for (const [name, expression] of Object.entries((wanted ?? {}) as Content)) {
            const { shown, failure } = await this.client.request('execute', { cell: textOf(expression) });
            const value =
                failure === undefined
                    ? { status: 'ok', data: shown.at(-1)?.forms ?? { 'text/plain': '' }, metadata: {} }
                    : { status: 'error', ...errorOf(failure) };
            values.push([name, value]);
        }
        return Object.fromEntries(values);
    }

    /** Aborts the cells that are queued after a failed one. */
    private abort(): void {
        const waiting = this.queue.splice(0);
        for (const received of waiting) {
            const { header } = received.message;
            if (header.msg_type !== 'execute_request') {
                this.queue.push(received);
                continue;
            }
            this.publish('status', { execution_state: 'busy' }, header);
            this.reply(received, { status: 'aborted', execution_count: this.count });
            this.publish('status', { execution_state: 'idle' }, header);
        }
    }

    // --- Editing of cells ---

    private async complete(content: Content): Promise<Content> {
        const code = textOf(content.code);
        const offset = unitsBefore(code, Number(content.cursor_pos ?? code.length));
        const { start, end, items } = await this.client.request('complete', { cell: code, offset });
        const [from, to] = [codePointsBefore(code, start), codePointsBefore(code, end)];
        const types = items.map(({ text, kind, detail }) => ({ start: from, end: to, text, type: kind, signature: detail }));
        return {
            status: 'ok',
            matches: items.map(i => i.text),
            cursor_start: from,
            cursor_end: to,
            metadata: { _jupyter_types_experimental: types }
        };
    }

    private async inspect(content: Content): Promise<Content> {
        const code = textOf(content.code);
        const offset = unitsBefore(code, Number(content.cursor_pos ?? 0));
        const found = await this.client.request('inspect', { cell: code, offset });
        return {
            status: 'ok',
            found: found !== undefined,
            data: found === undefined ? {} : { 'text/plain': found.text, 'text/markdown': found.markdown },
            metadata: {}
        };
    }

    private async isComplete(content: Content): Promise<Content> {
        const status = await this.client.request('completeness', { cell: textOf(content.code) });
        return { status, ...(status === 'incomplete' && { indent: indentOf(textOf(content.code)) }) };
    }
}

/** The indentation of the next line. */
function indentOf(code: string): string {
    const last = code.trimEnd().split('\n').at(-1) ?? '';
    return `${/^\s*/.exec(last)![0]}${/[{([]$/.test(last) ? '    ' : ''}`;
}

function errorOf(failure: AnsweredFailure): Content {
    const { kind, message } = failure;
    return { ename: kind, evalue: message, traceback: failureText(failure, colours).trimEnd().split('\n') };
}
