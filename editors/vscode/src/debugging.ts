/**
 * Debugging of actions and state machines through the editor's own debug interface: the adapter runs in the language server, so that what
 * is debugged is the model as it is in the editor. Its messages are carried, not read.
 */
import * as vscode from 'vscode';
import { LANGUAGES } from './languages.js';
import { isModel } from './preview/previews.js';
import { elementAround } from './preview/subject.js';
import type { Element, ElementAt, Performers } from './protocol.js';
import type { Server } from './session.js';

const TYPE = 'sysml';

export function provideDebugging(server: Server): vscode.Disposable {
    return vscode.Disposable.from(
        vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, {
            createDebugAdapterDescriptor: session => new vscode.DebugAdapterInlineImplementation(new CarriedAdapter(server, session.id))
        }),
        vscode.debug.registerDebugConfigurationProvider(TYPE, {
            resolveDebugConfiguration: (_folder, configuration) => resolved(server, configuration)
        }),
        vscode.languages.registerEvaluatableExpressionProvider([...LANGUAGES], {
            // qualified names and paths are read as a whole
            provideEvaluatableExpression: (document, position) => {
                const range = document.getWordRangeAtPosition(position, /[\w']+(?:(?:\.|::)[\w']+)*/);
                return range === undefined ? undefined : new vscode.EvaluatableExpression(range);
            }
        })
    );
}

interface AdapterMessage {
    readonly session: string;
    readonly message: vscode.DebugProtocolMessage;
}

/** An adapter that the server runs. */
class CarriedAdapter implements vscode.DebugAdapter {
    private readonly emitter = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
    readonly onDidSendMessage = this.emitter.event;
    private readonly subscriptions: vscode.Disposable[];
    /** requests reach the server one after another */
    private turn: Promise<unknown> = Promise.resolve();

    constructor(
        private readonly server: Server,
        private readonly session: string
    ) {
        this.subscriptions = [
            server.onNotification('sysml/debugAdapterMessage', params => {
                const { session: of, message } = params as AdapterMessage;
                if (of === session) {
                    this.emitter.fire(message);
                }
            }),
            // a server that has been started again knows nothing of the run
            server.onReady(() => this.emitter.fire(event('terminated')))
        ];
    }

    handleMessage(message: vscode.DebugProtocolMessage): void {
        const { session } = this;
        this.turn = this.turn
            .then(() => this.server.ask<null>('sysml/debugAdapter', { session, message }))
            .catch((error: Error) => this.emitter.fire(refusal(message as Asked, error.message)));
    }

    dispose(): void {
        this.subscriptions.forEach(s => {
            s.dispose();
        });
        // a server that is gone has forgotten it
        this.server.ask<null>('sysml/debugAdapter', { session: this.session }).catch(() => undefined);
    }
}

interface Asked {
    readonly seq: number;
    readonly command: string;
}

const event = (name: string): vscode.DebugProtocolMessage => ({ seq: 0, type: 'event', event: name });

const refusal = ({ seq, command }: Asked, message: string): vscode.DebugProtocolMessage => ({
    seq: 0,
    type: 'response',
    request_seq: seq,
    success: false,
    command,
    message
});

/** A configuration with all that it left out: the behaviour around the cursor, the part that performs it. */
async function resolved(server: Server, configuration: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration | undefined> {
    try {
        const element = await elementOf(server, configuration.element as string | undefined);
        if (element === undefined) {
            void vscode.window.showInformationMessage('Put the cursor into an action or a state machine, or name it as "element".');
            return undefined;
        }
        const performer = (configuration.performer as string | undefined) ?? (await performerOf(server, element));
        return {
            stopOnEntry: true,
            ...configuration,
            type: TYPE,
            request: 'launch',
            name: configuration.name || `Debug ${element.name}`,
            element: element.id,
            program: server.toUri(element.location.uri).toString(),
            ...(performer !== undefined && { performer })
        };
    } catch (error) {
        void vscode.window.showErrorMessage((error as Error).message);
        return undefined;
    }
}

/** A named behaviour, else the outermost one around the cursor. */
async function elementOf(server: Server, id: string | undefined): Promise<Element | undefined> {
    if (id !== undefined && id !== '') {
        return server.ask<Element>('sysml/element', { element: id });
    }
    const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(e => isModel(e.document));
    if (editor === undefined || !isModel(editor.document)) {
        return undefined;
    }
    const { around } = await server.ask<ElementAt>('sysml/elementAt', {
        textDocument: { uri: server.fromUri(editor.document.uri) },
        position: editor.selection.active
    });
    return elementAround(around, ({ role }) => role === 'run');
}

/** The part that performs a behaviour of a part: the only one, else one that is picked. */
async function performerOf(server: Server, { id }: Element): Promise<string | undefined> {
    const { performers } = await server.ask<Performers>('sysml/performers', { element: id });
    if (performers.length < 2) {
        return performers[0];
    }
    return vscode.window.showQuickPick([...performers], { title: `Who performs ${id}?` });
}

/** Begins to debug an element. */
export async function debugElement({ id, name, location }: Element, server: Server): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(server.toUri(location.uri));
    await vscode.debug.startDebugging(folder, { type: TYPE, request: 'launch', name: `Debug ${name}`, element: id });
}
