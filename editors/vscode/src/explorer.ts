/**
 * The model explorer: the tree of what the models declare, with a filter, verdicts of requirements, and moving by drag and drop; and the
 * inspector, a sheet of the element that is selected there or stands at the cursor.
 */
import * as vscode from 'vscode';
import { applyOperations } from './preview/edits.js';
import { moveOperation } from './preview/operations.js';
import { isModel } from './preview/previews.js';
import type { ElementAt, ExplorerItem, Judged, Sheet, SheetRow } from './protocol.js';
import type { Server } from './session.js';

/** Milliseconds without a change after which the views are drawn again. */
const QUIET = 400;
const MIME = 'application/vnd.code.tree.sysml.explorer';

/** Icons by the words of a kind, the first that fits. */
const ICONS: readonly (readonly [RegExp, string])[] = [
    [/package|namespace/, 'package'],
    [/requirement|concern|objective/, 'checklist'],
    [/constraint/, 'symbol-ruler'],
    [/satisf/, 'pass'],
    [/verification|analysis|case/, 'beaker'],
    [/state|exhibit/, 'circle-large-outline'],
    [/transition|succession/, 'arrow-right'],
    [/calc/, 'symbol-operator'],
    [/action|perform/, 'symbol-event'],
    [/enum/, 'symbol-enum'],
    [/attribute/, 'symbol-field'],
    [/port|interface/, 'plug'],
    [/connect|flow|bind|allocat/, 'link'],
    [/view|rendering/, 'preview'],
    [/metadata/, 'tag'],
    [/ def$/, 'symbol-class'],
    [/part|item|individual/, 'symbol-structure']
];

const VERDICT_ICONS = {
    holds: new vscode.ThemeIcon('pass-filled', new vscode.ThemeColor('testing.iconPassed')),
    fails: new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed')),
    undecided: new vscode.ThemeIcon('question', new vscode.ThemeColor('testing.iconSkipped'))
} as const;

type Status = keyof typeof VERDICT_ICONS;
const WORST: readonly Status[] = ['fails', 'undecided', 'holds'];

class Explorer implements vscode.TreeDataProvider<ExplorerItem>, vscode.TreeDragAndDropController<ExplorerItem> {
    private readonly changed = new vscode.EventEmitter<void>();
    readonly onDidChangeTreeData = this.changed.event;
    readonly dragMimeTypes = [MIME];
    readonly dropMimeTypes = [MIME];
    filter = '';
    /** of requirements, by their ids */
    private verdicts = new Map<string, Status>();
    /** whether the models have changed since */
    private isStale = false;

    constructor(private readonly server: Server) {}

    refresh(): void {
        this.changed.fire();
    }

    modelsChanged(): void {
        this.isStale = true;
        this.refresh();
    }

    async getChildren(parent?: ExplorerItem): Promise<ExplorerItem[]> {
        const { server, filter } = this;
        if (!server.isRunning || !server.offers('sysmlExplorer')) {
            return [];
        }
        const of = parent === undefined ? {} : { element: parent.id, textDocument: { uri: parent.location.uri } };
        return (await server.ask<{ items: ExplorerItem[] }>('sysml/members', { ...of, filter })).items;
    }

    async getParent({ owner, location }: ExplorerItem): Promise<ExplorerItem | undefined> {
        return owner === '' ? undefined : this.itemOf(owner, location.uri);
    }

    /** A line of the tree by its id. */
    async itemOf(id: string, uri: string): Promise<ExplorerItem | undefined> {
        const { location } = await this.server.ask<ExplorerItem>('sysml/element', { element: id, textDocument: { uri } });
        const [last] = id.split('::').slice(-1);
        const owner = id.slice(0, Math.max(0, id.length - last.length - 2));
        const of = owner === '' ? {} : { element: owner, textDocument: { uri: location.uri } };
        const { items } = await this.server.ask<{ items: ExplorerItem[] }>('sysml/members', of);
        return items.find(item => item.id === id);
    }

    getTreeItem(item: ExplorerItem): vscode.TreeItem {
        const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
        const open = this.filter === '' ? Collapsed : Expanded;
        const line = new vscode.TreeItem(item.name, item.hasMembers ? open : None);
        const status = this.verdicts.get(item.id);
        line.id = `${item.location.uri} ${item.id} ${this.filter}`;
        line.description = [item.detail, status === undefined ? '' : this.isStale ? `${status} before the last change` : status]
            .filter(text => text !== '')
            .join('  ');
        line.tooltip = `${item.kind} ${item.id}`;
        line.iconPath =
            status !== undefined && !this.isStale
                ? VERDICT_ICONS[status]
                : new vscode.ThemeIcon(ICONS.find(([pattern]) => pattern.test(item.kind))?.[1] ?? 'symbol-misc');
        line.contextValue = [item.role ?? 'element', item.views.length > 0 ? 'drawn' : ''].join(' ').trim();
        line.command = { command: 'sysml.explorer.open', title: 'Open', arguments: [item] };
        return line;
    }

    async verify(): Promise<void> {
        const { verdicts } = await this.server.ask<Judged>('sysml/verify', {});
        this.verdicts = new Map();
        for (const { requirement, element, status } of verdicts) {
            for (const id of [requirement, element].filter(name => name !== '')) {
                const known = this.verdicts.get(id) ?? 'holds';
                this.verdicts.set(id, WORST.find(s => s === known || s === status) ?? status);
            }
        }
        this.isStale = false;
        this.refresh();
    }

    handleDrag(items: readonly ExplorerItem[], data: vscode.DataTransfer): void {
        data.set(MIME, new vscode.DataTransferItem(items.map(({ id, location }) => ({ id, uri: location.uri }))));
    }

    async handleDrop(target: ExplorerItem | undefined, data: vscode.DataTransfer): Promise<void> {
        const dragged = data.get(MIME)?.value as readonly { readonly id: string; readonly uri: string }[] | undefined;
        if (target === undefined || dragged === undefined || dragged.length === 0) {
            return;
        }
        const operations = dragged.filter(({ id }) => id !== target.id).map(({ id }) => moveOperation(id, target.id));
        await applyOperations(this.server, this.server.toUri(dragged[0].uri), operations);
    }
}

/** A line of the inspector: a group, or a row of one. */
type SheetLine = Sheet['groups'][number] | SheetRow;

class Inspector implements vscode.TreeDataProvider<SheetLine> {
    private readonly changed = new vscode.EventEmitter<void>();
    readonly onDidChangeTreeData = this.changed.event;
    private sheet: Sheet | undefined;
    private shown: { readonly id: string; readonly uri: string } | undefined;

    constructor(
        private readonly server: Server,
        private readonly entitle: (title: string) => void
    ) {}

    async show(id: string, uri: string): Promise<void> {
        this.shown = { id, uri };
        await this.refresh();
    }

    async refresh(): Promise<void> {
        const { shown, server } = this;
        if (shown !== undefined && server.isRunning && server.offers('sysmlExplorer')) {
            this.sheet = await server
                .ask<Sheet>('sysml/inspect', { element: shown.id, textDocument: { uri: shown.uri } })
                .catch(() => undefined); // an element that is gone has no sheet
        }
        this.entitle(this.sheet === undefined ? '' : this.sheet.element.name);
        this.changed.fire();
    }

    getChildren(line?: SheetLine): SheetLine[] {
        return line === undefined ? [...(this.sheet?.groups ?? [])] : 'rows' in line ? [...line.rows] : [];
    }

    getTreeItem(line: SheetLine): vscode.TreeItem {
        const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
        if ('rows' in line) {
            const group = new vscode.TreeItem(line.title, line.rows.length > 20 ? Collapsed : Expanded);
            group.description = line.rows.length > 20 ? String(line.rows.length) : '';
            return group;
        }
        const row = new vscode.TreeItem(line.name === '' ? line.text : line.name, None);
        row.description = line.name === '' ? '' : line.text;
        row.tooltip = line.text;
        if (line.location !== undefined) {
            row.command = { command: 'sysml.explorer.open', title: 'Open', arguments: [line] };
        }
        return row;
    }
}

export function provideExplorer(server: Server): vscode.Disposable {
    const explorer = new Explorer(server);
    const tree = vscode.window.createTreeView('sysml.explorer', {
        treeDataProvider: explorer,
        dragAndDropController: explorer,
        canSelectMany: true,
        showCollapseAll: true
    });
    const inspector = new Inspector(server, title => (sheet.description = title));
    const sheet = vscode.window.createTreeView('sysml.inspector', { treeDataProvider: inspector });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (work: () => unknown): void => {
        clearTimeout(timer);
        timer = setTimeout(
            () => void Promise.resolve(work()).catch((e: unknown) => server.channel.appendLine(`explorer: ${String(e)}`)),
            QUIET
        );
    };
    const changed = (): void =>
        later(() => {
            explorer.modelsChanged();
            return inspector.refresh();
        });
    const atCursor = async ({ textEditor: { document }, selections }: vscode.TextEditorSelectionChangeEvent): Promise<void> => {
        const [element] = sheet.visible ? await around(server, document, selections[0].active) : [];
        if (element !== undefined) {
            await inspector.show(element.id, element.location.uri);
        }
    };
    const failing =
        <A extends unknown[]>(work: (...args: A) => unknown) =>
        async (...args: A): Promise<void> => {
            try {
                await work(...args);
            } catch (error) {
                void vscode.window.showErrorMessage((error as Error).message);
            }
        };
    return vscode.Disposable.from(
        tree,
        sheet,
        server.onReady(changed),
        server.onNotification('sysml/renderChanged', changed),
        new vscode.Disposable(() => clearTimeout(timer)),
        tree.onDidChangeSelection(({ selection: [item] }) => item !== undefined && void inspector.show(item.id, item.location.uri)),
        vscode.window.onDidChangeTextEditorSelection(change => isModel(change.textEditor.document) && later(() => atCursor(change))),
        vscode.commands.registerCommand(
            'sysml.explorer.open',
            failing((line: SheetRow) => open(server, line))
        ),
        vscode.commands.registerCommand(
            'sysml.explorer.verify',
            failing(() => explorer.verify())
        ),
        vscode.commands.registerCommand(
            'sysml.explorer.filter',
            failing(async () => {
                const asked = await vscode.window.showInputBox({
                    title: 'Filter of the model explorer',
                    placeHolder: 'words of names and kinds, such as "requirement mass"; empty for all',
                    value: explorer.filter
                });
                if (asked !== undefined) {
                    explorer.filter = asked.trim();
                    tree.message = explorer.filter === '' ? undefined : `Filter: ${explorer.filter}`;
                    explorer.refresh();
                }
            })
        ),
        vscode.commands.registerCommand(
            'sysml.revealInExplorer',
            failing(async () => {
                const editor = vscode.window.activeTextEditor;
                const [element] = editor === undefined ? [] : await around(server, editor.document, editor.selection.active);
                const item = element === undefined ? undefined : await explorer.itemOf(element.id, element.location.uri);
                if (item === undefined) {
                    void vscode.window.showInformationMessage('Nothing around the cursor stands in the model explorer.');
                } else {
                    await tree.reveal(item, { select: true, focus: true, expand: true });
                }
            })
        )
    );
}

async function around(server: Server, document: vscode.TextDocument, position: vscode.Position): Promise<ElementAt['around']> {
    if (!isModel(document) || !server.isRunning) {
        return [];
    }
    const textDocument = { uri: server.fromUri(document.uri) };
    return (await server.ask<ElementAt>('sysml/elementAt', { textDocument, position })).around;
}

async function open(server: Server, { location }: SheetRow): Promise<void> {
    if (location !== undefined) {
        const { start, end } = location.selectionRange;
        await vscode.window.showTextDocument(server.toUri(location.uri), {
            selection: new vscode.Range(start.line, start.character, end.line, end.character),
            preserveFocus: true
        });
    }
}
