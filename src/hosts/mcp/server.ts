/**
 * Serves the models of a folder as tools for an AI assistant (Model Context Protocol): findings, values, runs, drawings, edits. The tools
 * use the requests of the editor (docs/editor-protocol.md) and return texts of bounded length. Does not depend on the transport and writes
 * files only through its options.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { CancellationToken } from 'vscode-languageserver';
import * as z from 'zod';
import type { TextEdit } from 'vscode-languageserver';
import { diagnosticsOf } from '../../editor/findings.js';
import { type EditorModels, uriOf } from '../../editor/models.js';
import { offsetOf } from '../../editor/places.js';
import { answerCustom, customRequests, DebugSessions, type Session, type Unsound } from '../../editor/requests/index.js';
import { messageOf } from '../../language/failures.js';

/** maximum characters of an answer, and findings in a list */
const MOST_LETTERS = 60_000;
const MOST_FINDINGS = 200;
const MOST_RECORDS = 200;
/** maximum pixels of a side of a picture: assistants scale larger ones */
const MOST_PIXELS = 2000;
/** maximum seconds of a run's clock, and events of one run */
const MOST_SECONDS = 1e7;
const MOST_EVENTS = 1000;

export interface McpOptions {
    readonly version: string;
    /** the folder of the models, as a URI */
    readonly folder: string;
    /** reads the folder again */
    readonly refresh: () => void;
    /** a drawing with a fixed theme as PNG, with at most the given number of pixels per side; undefined if there are no pictures */
    readonly rasterize?: (svg: string, most: number) => Promise<Uint8Array>;
    /** writes a file; undefined if edits are only shown */
    readonly write?: (uri: string, text: string) => void;
}

const element = z.string().describe('qualified name of an element, without quotes: Package::Part::feature');
const force = z.boolean().optional().describe('in spite of errors that it does not reach');

/** Creates a server with the tools for these models; the caller connects it. */
export function mcpServer(models: EditorModels, options: McpOptions): McpServer {
    const server = new McpServer({ name: 'sysml-workbench', version: options.version });
    const tools = new Tools(models, options);
    const readOnlyHint = true;
    server.registerTool(
        'check',
        {
            description: 'Findings of the SysML v2 and KerML models of the folder: severity, file:line:column, message.',
            inputSchema: { file: z.string().optional().describe('the end of a file name; all files without it') },
            annotations: { readOnlyHint }
        },
        ({ file }) => tools.answer(() => tools.check(file))
    );
    server.registerTool(
        'evaluate',
        {
            description: 'The value of an expression in the notation, or the verdict of a constraint or requirement.',
            inputSchema: {
                expression: z.string().optional().describe('for example car.mass + 2 [SI::kg]'),
                context: element.optional().describe('where the names of the expression are looked up'),
                element: element.optional().describe('a calculation, constraint or requirement, in place of an expression'),
                subject: z.string().optional().describe('path of the object that it is about'),
                force
            },
            annotations: { readOnlyHint }
        },
        args => tools.answer(() => tools.request('sysml/evaluate', args))
    );
    server.registerTool(
        'run',
        {
            description: 'Runs an action or a state machine. Returns the events, the state at the end and the values.',
            inputSchema: {
                element,
                performer: z.string().optional().describe('path of the part that performs it; without it the first one that can'),
                inputs: z.array(z.string()).max(MOST_EVENTS).optional().describe('name = expression'),
                events: z.array(z.string()).max(MOST_EVENTS).optional().describe('in order: Press, or Goto(height = 30 [SI::m])'),
                seconds: z.number().min(0).max(MOST_SECONDS).optional().describe('how long its clock continues after the events'),
                force
            },
            annotations: { readOnlyHint }
        },
        args => tools.answer(() => tools.run(args))
    );
    server.registerTool(
        'render',
        {
            description:
                'A view or an element as a diagram or table: in text (text, mermaid, markdown, plantuml, dot, d2, csv, tsv), ' +
                'as a drawing (svg) or as a picture to look at (png).',
            inputSchema: {
                file: z.string().describe('the end of a file name'),
                view: z.string().describe('a declared view, or #tree:P::x, #interconnection:P::x, #state:P::x, #action:P::x, #table:P::x'),
                form: z.string().default('text'),
                levels: z.enum(['auto', 'all']).optional().describe('auto: of a big diagram only as many levels as can be surveyed')
            },
            annotations: { readOnlyHint }
        },
        args => tools.answer(() => tools.render(args))
    );
    server.registerTool(
        'edit',
        {
            description:
                'Edits the text of the models by operations on elements, e.g. {"rename":{"target":"P::a","newName":"b"}}, ' +
                '{"addMember":{"owner":"P","kind":"part","name":"x","type":"X"}}, {"setValue":{"target":"P::m","value":"3"}}, ' +
                '{"delete":{"target":"P::a"}}, {"move":{"target":"P::a","owner":"Q"}}. All of them or none.',
            inputSchema: {
                file: z.string().describe('the end of the name of the file whose declarations are meant'),
                operations: z.array(z.record(z.string(), z.unknown())).min(1).max(200),
                write: z.boolean().default(false).describe('writes the files; without it the new texts are shown only')
            },
            annotations: { destructiveHint: true }
        },
        args => tools.answer(() => tools.edit(args))
    );
    return server;
}

interface FileEdit {
    readonly textDocument: { readonly uri: string };
    readonly edits: readonly TextEdit[];
}

interface RunArguments {
    readonly element: string;
    readonly events?: readonly string[];
    readonly seconds?: number;
}

interface RenderArguments {
    readonly file: string;
    readonly view: string;
    readonly form: string;
    readonly levels?: 'auto' | 'all';
}

interface Drawn {
    readonly artifact: string;
    readonly svg: string;
    readonly notices: readonly string[];
}

interface Stand {
    readonly session: number;
    readonly state: string;
    readonly reason: string;
    readonly time: number;
    readonly finalState: string;
    readonly values: readonly { readonly name: string; readonly text: string }[];
    readonly trace: readonly { readonly time: number; readonly text: string }[];
    readonly notes: readonly string[];
    readonly eventForms: unknown;
}

class Tools {
    private readonly requests = new Map(customRequests(new DebugSessions()).map(r => [r.method, r]));
    private readonly session: Session;

    constructor(
        private readonly models: EditorModels,
        private readonly options: McpOptions
    ) {
        this.session = { models, notify: () => {} };
    }

    /** Answers a request on the current files. A refusal becomes an error of the tool with its text. */
    async answer(work: () => unknown): Promise<CallToolResult> {
        try {
            this.options.refresh();
            const answer = await work();
            if (isContent(answer)) {
                return answer;
            }
            const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 1);
            return { content: [{ type: 'text', text: bounded(text) }] };
        } catch (error) {
            const more = (error as { readonly data?: Partial<Unsound> }).data?.canForce === true ? '; force: true leaves them out' : '';
            return { content: [{ type: 'text', text: bounded(messageOf(error) + more) }], isError: true };
        }
    }

    request<T>(method: string, params: object): Promise<T> {
        return answerCustom(this.requests.get(method)!, this.session, params, CancellationToken.None) as Promise<T>;
    }

    check(file = ''): string {
        const all = this.models.documents.filter(d => !d.isLibrary);
        const documents = all.filter(d => decodeURIComponent(uriOf(d)).endsWith(file));
        if (documents.length === 0 && file !== '') {
            throw this.misnamed(file, 'no such file', all.map(uriOf));
        }
        const found = documents.flatMap(document =>
            diagnosticsOf(this.models.modelOf(document), document, this.models.settings).map(
                ({ severity, range: { start }, message }) =>
                    `${this.nameOf(uriOf(document))}:${start.line + 1}:${start.character + 1}: ${SEVERITIES[(severity ?? 1) - 1]}: ${message}`
            )
        );
        const more = found.length > MOST_FINDINGS ? [`… and ${found.length - MOST_FINDINGS} more`] : [];
        return found.length === 0
            ? `No findings in ${documents.length} ${documents.length === 1 ? 'file' : 'files'}.`
            : [...found.slice(0, MOST_FINDINGS), ...more].join('\n');
    }

    async run({ events = [], seconds, ...start }: RunArguments): Promise<object> {
        const { performers } = await this.request<{ performers: readonly string[] }>('sysml/performers', start);
        let stand = await this.request<Stand>('sysml/debug/start', { performer: performers[0], ...start });
        const { session } = stand;
        try {
            const trace = [...stand.trace];
            const go = async (params: object): Promise<void> => {
                stand = await this.request<Stand>('sysml/debug/continue', { session, ...params });
                trace.push(...stand.trace);
            };
            await go({});
            for (const event of events) {
                await this.request('sysml/debug/send', { session, event });
                await go({});
            }
            if (seconds !== undefined && seconds > 0) {
                await go({ seconds: stand.time + seconds });
            }
            const { state, reason, time, finalState, values, notes, eventForms } = stand;
            return {
                state,
                reason,
                time,
                finalState,
                values: values.map(({ name, text }) => `${name} = ${text}`),
                trace: trace.slice(-MOST_RECORDS).map(r => `${r.time} s: ${r.text}`),
                notes,
                reactsTo: eventForms
            };
        } finally {
            await this.request('sysml/debug/stop', { session });
        }
    }

    async render({ file, form, ...params }: RenderArguments): Promise<string | CallToolResult> {
        const textDocument = { uri: this.uriOfFile(file) };
        if (form !== 'svg' && form !== 'png') {
            const { artifact, notices } = await this.request<Drawn>('sysml/render', { textDocument, svg: false, form, ...params });
            return [artifact, ...notices].join('\n');
        }
        const { svg, notices } = await this.request<Drawn>('sysml/render', { textDocument, theme: 'light', ...params });
        const texts = notices.map(text => ({ type: 'text' as const, text: bounded(text) }));
        if (form === 'svg') {
            if (svg.length > MOST_LETTERS) {
                throw new Error(
                    `the drawing has ${svg.length} letters, at most ${MOST_LETTERS} are sent: render png, or a smaller element`
                );
            }
            return { content: [{ type: 'text', text: svg }, ...texts] };
        }
        const { rasterize } = this.options;
        if (rasterize === undefined) {
            throw new Error('this server makes no pictures: render svg');
        }
        const data = Buffer.from(await rasterize(svg, MOST_PIXELS)).toString('base64');
        return { content: [{ type: 'image', data, mimeType: 'image/png' }, ...texts] };
    }

    async edit({ file, operations, write }: { file: string; operations: readonly unknown[]; write: boolean }): Promise<object> {
        const answer = await this.request<{ edit?: { documentChanges: FileEdit[] }; refused?: object }>('sysml/applyModelEdit', {
            textDocument: { uri: this.uriOfFile(file) },
            operations
        });
        if (answer.edit === undefined) {
            return answer;
        }
        const changed = answer.edit.documentChanges.map(({ textDocument: { uri }, edits }) => ({
            uri,
            text: this.edited(uri, edits)
        }));
        if (!write) {
            return { written: false, texts: changed.map(({ uri, text }) => ({ file: this.nameOf(uri), text })) };
        }
        const { write: to } = this.options;
        if (to === undefined) {
            throw new Error('this server writes no files: start it with --write');
        }
        changed.forEach(({ uri, text }) => to(uri, text));
        return { written: true, files: changed.map(({ uri }) => this.nameOf(uri)) };
    }

    private edited(uri: string, edits: readonly TextEdit[]): string {
        const document = this.models.document(uri)!;
        return [...edits]
            .map(({ range, newText }) => ({ from: offsetOf(document, range.start), to: offsetOf(document, range.end), newText }))
            .sort((a, b) => b.from - a.from)
            .reduce((text, { from, to, newText }) => text.slice(0, from) + newText + text.slice(to), document.text);
    }

    private nameOf(uri: string): string {
        const { folder } = this.options;
        return decodeURIComponent(uri.startsWith(`${folder}/`) ? uri.slice(folder.length + 1) : uri);
    }

    /** The URI of a file name. @throws Error if there is none or several */
    private uriOfFile(file: string): string {
        const uris = this.models.documents.filter(d => !d.isLibrary).map(uriOf);
        const found = uris.filter(uri => this.nameOf(uri) === file || decodeURIComponent(uri).endsWith(`/${file}`));
        if (found.length !== 1) {
            throw found.length === 0 ? this.misnamed(file, 'no such file', uris) : this.misnamed(file, 'several files', found);
        }
        return found[0];
    }

    private misnamed(file: string, fault: string, uris: readonly string[]): Error {
        const names = uris.slice(0, 20).map(uri => this.nameOf(uri));
        return new Error(`${file}: ${fault}: ${names.join(', ')}`);
    }
}

/** Whether an answer is the content of a tool's result already: a drawing. */
const isContent = (answer: unknown): answer is CallToolResult => typeof answer === 'object' && answer !== null && 'content' in answer;

const SEVERITIES = ['error', 'warning', 'information', 'hint'];

const bounded = (text: string): string =>
    text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS)}\n… ${text.length - MOST_LETTERS} more letters`;
