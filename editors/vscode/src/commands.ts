/** The commands of the extension, a row a command. */
import * as vscode from 'vscode';
import type { ServerCommand } from './discovery.js';
import type { PreviewPanel } from './preview/panel.js';
import { isModel, type Previews } from './preview/previews.js';
import { elementAround } from './preview/subject.js';
import type { Element, ElementAt, Location } from './protocol.js';
import { renderDocument } from './documents.js';
import { debugElement } from './debugging.js';
import { migrateModel } from './migration.js';
import { runElement } from './run-task.js';
import type { Server } from './session.js';
import { canHold, whichVariants } from './solver.js';

export interface CommandContext {
    readonly server: Server;
    readonly previews: Previews;
    /** the command line; undefined where there is none */
    program(): ServerCommand | undefined;
}

type Command = (context: CommandContext, ...args: never[]) => unknown;

/** Commands by their names; those that are not in the palette are of lenses. */
export const COMMANDS: Readonly<Record<string, Command>> = {
    'sysml.openPreview': (context, uri?: vscode.Uri) => open(context, vscode.ViewColumn.Active, uri),
    'sysml.openPreviewToSide': (context, uri?: vscode.Uri) => open(context, vscode.ViewColumn.Beside, uri),
    'sysml.showSource': async ({ previews }) => {
        const uri = previews.current?.uri;
        if (uri !== undefined) {
            const column = vscode.window.visibleTextEditors.find(e => e.document.uri.toString() === uri.toString())?.viewColumn;
            await vscode.window.showTextDocument(uri, { viewColumn: column ?? vscode.ViewColumn.One });
        }
    },
    'sysml.exportDiagram': context => (context.previews.current ?? open(context, vscode.ViewColumn.Beside))?.export(),
    'sysml.renderDocument': ({ server }) => renderDocument(server),
    'sysml.migrateModel': async (context, given?: vscode.Uri) => {
        const program = context.program();
        if (program === undefined) {
            void vscode.window.showWarningMessage('There is no command line here, which migrates models.');
        } else {
            await migrateModel(program, given);
        }
    },
    'sysml.runElement': async (context, given?: GivenElement) => {
        const found = await elementFor(context, given, ({ role }) => role !== null);
        const program = context.program();
        if (program === undefined) {
            void vscode.window.showWarningMessage('There is no command line here; the diagram can run the element.');
        } else if (found !== undefined) {
            await runElement(program, found, context.server.toUri(found.location.uri));
        }
    },
    'sysml.debugElement': async (context, given?: GivenElement) => {
        const found = await elementFor(context, given, ({ role }) => role === 'run');
        if (found !== undefined) {
            await debugElement(found, context.server);
        }
    },
    'sysml.runInPreview': (context, given?: GivenElement) =>
        inPreview(
            context,
            given,
            ({ role }) => role === 'run',
            (panel, { id }) => panel.startRun(id),
            false
        ),
    'sysml.exploreInPreview': (context, given?: GivenElement) =>
        inPreview(
            context,
            given,
            ({ role }) => role === 'run',
            (panel, { id }) => panel.explore(id)
        ),
    'sysml.verifyInPreview': (context, given?: GivenElement) =>
        inPreview(
            context,
            given,
            ({ role }) => role === 'verify' || role === 'evaluate',
            (panel, { id }) => panel.verify(id)
        ),
    'sysml.sweepInPreview': (context, given?: GivenElement) =>
        inPreview(
            context,
            given,
            ({ role }) => role === 'analyze' || role === 'evaluate',
            (panel, { id }) => panel.sweep(id)
        ),
    'sysml.showValues': (context, given?: GivenElement) =>
        inPreview(
            context,
            given,
            ({ role }) => role === 'instantiate',
            (panel, { id }) => panel.showValues(id)
        ),
    'sysml.verifyAll': context => withErrors(async () => open(context, vscode.ViewColumn.Beside)?.verify('')),
    'sysml.restartServer': ({ server }) => server.restart(),
    'sysml.showOutput': ({ server }) => server.channel.show(),
    'sysml.run': (context, uri: string, id: string) => ofLens(context, uri, panel => panel.startRun(id), false),
    'sysml.evaluate': (context, uri: string, id: string) => ofLens(context, uri, panel => panel.evaluate(id)),
    'sysml.verify': (context, uri: string, id: string) => ofLens(context, uri, panel => panel.verify(id)),
    'sysml.analyze': (context, uri: string, id: string) => ofLens(context, uri, panel => panel.analyze(id)),
    'sysml.canHold': ({ server }, uri: string, id: string) => canHold(server, server.toUri(uri), id),
    'sysml.whichVariants': ({ server }, uri: string, id: string) => whichVariants(server, server.toUri(uri), id),
    'sysml.showReferences': async ({ server }, uri: string, position: TextPosition, places: readonly Location[]) => {
        const at = new vscode.Position(position.line, position.character);
        const locations = places.map(
            ({ uri: of, range: { start, end } }) =>
                new vscode.Location(server.toUri(of), new vscode.Range(start.line, start.character, end.line, end.character))
        );
        await vscode.commands.executeCommand('editor.action.showReferences', server.toUri(uri), at, locations);
    }
};

type TextPosition = Location['range']['start'];

/** What a code lens asks for, in the preview of its document. */
async function ofLens(
    context: CommandContext,
    uri: string,
    use: (panel: PreviewPanel) => Promise<void>,
    isFollowing = true
): Promise<void> {
    const panel = open(context, vscode.ViewColumn.Beside, context.server.toUri(uri), isFollowing);
    if (panel !== undefined) {
        await use(panel);
    }
}

/** What a menu gives a command: an element id, or nothing. */
type GivenElement = string | { readonly element?: string; readonly id?: string };

export function registerCommands(context: CommandContext): vscode.Disposable {
    return vscode.Disposable.from(
        ...Object.entries(COMMANDS).map(([name, command]) =>
            vscode.commands.registerCommand(name, (...args: never[]) => withErrors(async () => command(context, ...args)))
        )
    );
}

async function withErrors(work: () => Promise<unknown>): Promise<void> {
    try {
        await work();
    } catch (error) {
        void vscode.window.showErrorMessage((error as Error).message);
    }
}

function open({ previews }: CommandContext, column: vscode.ViewColumn, uri?: vscode.Uri, isFollowing = true): PreviewPanel | undefined {
    const active = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(e => isModel(e.document));
    const of = uri ?? (active !== undefined && isModel(active.document) ? active.document.uri : undefined);
    if (of === undefined) {
        void vscode.window.showInformationMessage('Open a model first: a file that ends in .sysml or .kerml.');
        return undefined;
    }
    return previews.open(of, column, isFollowing);
}

/** The element that a command is given, else the innermost one around the cursor that fits. */
async function elementFor(
    { server }: CommandContext,
    given: GivenElement | undefined,
    fits: (element: Element) => boolean
): Promise<Element | undefined> {
    const id = typeof given === 'string' ? given : (given?.element ?? given?.id);
    if (id !== undefined) {
        return server.ask<Element>('sysml/element', { element: id });
    }
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || !isModel(editor.document)) {
        return undefined;
    }
    const at = await server.ask<ElementAt>('sysml/elementAt', {
        textDocument: { uri: server.fromUri(editor.document.uri) },
        position: editor.selection.active
    });
    const found = elementAround(at.around, fits);
    if (found === undefined) {
        void vscode.window.showInformationMessage('Nothing around the cursor fits this command.');
    }
    return found;
}

async function inPreview(
    context: CommandContext,
    given: GivenElement | undefined,
    fits: (element: Element) => boolean,
    use: (panel: PreviewPanel, element: Element) => Promise<void>,
    isFollowing = true
): Promise<void> {
    const element = await elementFor(context, given, fits);
    const panel =
        element === undefined
            ? undefined
            : open(context, vscode.ViewColumn.Beside, context.server.toUri(element.location.uri), isFollowing);
    if (element !== undefined && panel !== undefined) {
        await use(panel, element);
    }
}
