/** One preview: a panel with the drawing of an element, kept up to date. Several may be open. */
import * as vscode from 'vscode';
import type { Drawing, FromPage, ToPage } from '../../preview/messages.js';
import type { Element, ElementAt, Judged, Location, Objects, Rendering, Results, SweepRows } from '../protocol.js';
import { LIBRARY_SCHEME } from '../library.js';
import type { Server } from '../session.js';
import { editModel } from './edits.js';
import { exportDrawing } from './export.js';
import { newNonce, pageHtml } from './page-html.js';
import { PreviewRun } from './run.js';
import { drawingOf, exploredOf, rangeIn, resultsOf, runShown, sweepOf, valuesOf, verdictsOf } from './shown.js';
import { type AskModel, askModelOf } from '../questions.js';
import { type Subject, subjectAt, viewOf, WHOLE_DOCUMENT } from './subject.js';

export const PREVIEW = 'sysml.preview';

/** What a panel is about; kept when the window is loaded again. */
export interface PreviewState {
    readonly uri: string;
    readonly subject: Subject;
    readonly kind: string;
    readonly isPinned: boolean;
    readonly folded: readonly string[];
    /** what a reader opened of a big drawing */
    readonly opened?: readonly string[];
}

export class PreviewPanel {
    private state: PreviewState;
    private rendering: Rendering | undefined;
    /** document and view of the last drawing */
    private drawn = '';
    private readonly run: PreviewRun;
    private readonly ask: AskModel;
    private isReady = false;
    private readonly waiting: ToPage[] = [];
    /** counts drawings: an answer that is overtaken is dropped */
    private drawings = 0;
    private isStale = true;
    /** counts changes of the model */
    private revision = 0;
    private performers: readonly string[] = [];
    /** what of the drawing can be run */
    private runnable: readonly string[] = [];
    /** the place of the cursor that the drawing followed last */
    private followed = '';
    /** kinds that a reader chose, by the kinds there were to choose from */
    private readonly chosen = new Map<string, string>();
    private painted: ((png: string) => void) | undefined;

    constructor(
        private readonly server: Server,
        readonly view: vscode.WebviewPanel,
        extension: vscode.Uri,
        state: PreviewState
    ) {
        this.state = state;
        this.ask = askModelOf(server, () => this.uri);
        this.run = new PreviewRun(this.ask, {
            shown: (snapshot, records, isReplay) =>
                this.post(
                    runShown(snapshot, this.rendering, { performer: this.run.performer, performers: this.performers, records, isReplay })
                ),
            ended: reason => this.post({ type: 'runEnded', reason })
        });
        const { webview } = view;
        webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [vscode.Uri.joinPath(extension, 'preview')] };
        webview.onDidReceiveMessage((message: FromPage) => this.guarded(() => this.receive(message)));
        const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, 'preview', name)).toString();
        webview.html = pageHtml({ script: file('page.js'), style: file('page.css'), source: webview.cspSource, nonce: newNonce() });
        view.onDidChangeViewState(() => view.visible && this.isStale && this.redraw());
        view.onDidDispose(() => void this.run.stop(undefined));
        view.iconPath = vscode.Uri.joinPath(extension, 'preview', 'icon.svg');
    }

    get uri(): vscode.Uri {
        return vscode.Uri.parse(this.state.uri);
    }

    get isPinned(): boolean {
        return this.state.isPinned;
    }

    private post(message: ToPage): void {
        if (this.isReady) {
            void this.view.webview.postMessage(message);
        } else {
            this.waiting.push(message);
        }
    }

    private async guarded(work: () => Promise<void> | void): Promise<void> {
        try {
            await work();
        } catch (error) {
            this.post({ type: 'failed', message: (error as Error).message });
        }
    }

    // --- Drawing ----------------------------------------------------------------------------------------------------------

    /** Draws something else. */
    show(uri: vscode.Uri, subject: Subject, kind?: string): void {
        const known = this.chosen.get(subject.kinds.join());
        const next = kind ?? (known !== undefined && subject.kinds.includes(known) ? known : subject.kinds[0]);
        this.state = { ...this.state, uri: uri.toString(), subject, kind: next };
        this.runnable = [];
        this.redraw();
    }

    /** The server has analysed the models. @param isOther they say something else than before */
    modelChanged(isOther: boolean): void {
        this.revision += isOther ? 1 : 0;
        this.redraw();
    }

    /** Draws again what is shown; a panel that nobody sees waits until it is seen. */
    redraw(): void {
        this.isStale = true;
        if (this.view.visible) {
            void this.guarded(() => this.draw());
        }
    }

    private async draw(): Promise<void> {
        const { subject, kind, uri, folded, opened = [], isPinned } = this.state;
        this.view.title = `Diagram ${subject.name || shortName(this.uri)}`;
        const ask = ++this.drawings;
        const broken = syntaxErrorIn(this.uri);
        const asked = viewOf(subject, kind);
        if (broken !== undefined && this.drawn === `${uri} ${asked}`) {
            this.post({ type: 'failed', message: `Drawn as before the error in ${broken}` });
            return;
        }
        const settings = vscode.workspace.getConfiguration('sysml.diagram', this.uri);
        const rendering = await this.server.ask<Rendering>('sysml/render', {
            textDocument: { uri: this.server.fromUri(vscode.Uri.parse(uri)) },
            view: asked,
            ports: settings.get('ports', 'minimal'),
            folded,
            levels: 'auto',
            opened
        });
        if (ask !== this.drawings) {
            return;
        }
        this.isStale = false;
        this.runnable = await this.runnableIn(rendering);
        this.rendering = rendering;
        this.drawn = `${uri} ${asked}`;
        this.post(
            drawingOf(rendering, kind, {
                title: subject.name || shortName(this.uri),
                kinds: subject.kinds,
                folded,
                isPinned,
                colours: settings.get<Drawing['colours']>('colours', 'editor'),
                runnable: this.runnable,
                state: this.state,
                version: this.revision,
                isEditable: other => !other.startsWith(`${LIBRARY_SCHEME}:`)
            })
        );
        if (broken !== undefined) {
            this.post({ type: 'failed', message: `What follows the error may be missing here: ${broken}` });
        }
        this.run.again();
    }

    /** What of a drawing can be run: the behaviour that it shows, or those that stand at its top. */
    private async runnableIn({ element, kind, nodes }: Rendering): Promise<readonly string[]> {
        const shown = [
            element,
            ...nodes.filter(n => ['state', 'action'].some(k => n.kind.includes(k)) && n.parent === '').map(n => n.element)
        ];
        if (!['state', 'action', 'mixed', 'sequence'].includes(kind)) {
            return [];
        }
        const candidates = [...new Set(shown)].filter(id => id !== '' && !id.includes('@')).slice(0, 5);
        const elements = await Promise.all(
            candidates.map(id => this.ask<Element>('sysml/element', { element: id }).catch(() => undefined))
        );
        return elements.filter(e => e?.role === 'run').map(e => e!.id);
    }

    /** Takes a place of the cursor for followed. @returns whether it was another one before */
    isNew(uri: vscode.Uri, { line, character }: vscode.Position): boolean {
        const before = this.followed;
        this.followed = `${uri.toString()} ${line}:${character}`;
        return this.followed !== before;
    }

    /** Follows the cursor from where it stands. */
    followAgain(): void {
        this.followed = '';
    }

    /** The cursor of an editor moved, or the editor has the focus again: that alone changes no drawing. */
    async follow(uri: vscode.Uri, position: vscode.Position): Promise<void> {
        if (!this.view.visible || !this.server.isRunning || !this.isNew(uri, position)) {
            return;
        }
        const at = await this.server.ask<ElementAt>('sysml/elementAt', { textDocument: { uri: this.server.fromUri(uri) }, position });
        const subject = subjectAt(at.around);
        if (!this.isPinned && (subject.element !== this.state.subject.element || uri.toString() !== this.state.uri)) {
            this.show(uri, subject);
        }
        this.post({ type: 'highlight', elements: at.around.map(e => e.id) });
    }

    // --- What the page says -----------------------------------------------------------------------------------------------

    private async receive(message: FromPage): Promise<void> {
        switch (message.type) {
            case 'ready':
                this.isReady = true;
                this.waiting.splice(0).forEach(m => this.post(m));
                return this.redraw();
            case 'reveal':
                return this.reveal(message.element);
            case 'draw':
                return this.drawOther(message);
            case 'pin':
                this.state = { ...this.state, isPinned: message.isPinned };
                return this.redraw();
            case 'fold': {
                const { folded, opened = [] } = this.state;
                const [closed, open] = [folded, opened].map(list => list.filter(f => f !== message.element));
                this.state = message.isFolded
                    ? { ...this.state, folded: [...closed, message.element], opened: open }
                    : { ...this.state, folded: closed, opened: [...open, message.element] };
                return this.redraw();
            }
            case 'edit':
                return this.rendering === undefined ? undefined : editModel(this.server, this.uri, message.edit, this.rendering);
            case 'run':
                return message.command === 'start' && message.performer === undefined
                    ? this.startRun(message.element)
                    : this.running(() => this.run.do(message));
            case 'explore':
                return this.explore(message.element);
            case 'showValues':
                return this.showValues(message.element);
            case 'verify':
                return this.verify(message.element);
            case 'sweep':
                return this.sweep(message.element);
            case 'export':
                return this.export();
            case 'painted':
                return this.painted?.(message.data);
            case 'failed':
                void vscode.window.showErrorMessage(message.message);
        }
    }

    private async drawOther({ element, kind }: { readonly element?: string; readonly kind?: string }): Promise<void> {
        if (element !== undefined) {
            this.state = { ...this.state, isPinned: true };
            await this.showElement(element, kind);
        } else if (kind !== undefined) {
            this.chosen.set(this.state.subject.kinds.join(), kind);
            this.show(this.uri, this.state.subject, kind);
        }
    }

    private async showElement(element: string, kind?: string): Promise<void> {
        const found = await this.ask<Element>('sysml/element', { element });
        this.show(this.server.toUri(found.location.uri), subjectAt([{ ...found, location: { ...found.location, range: WIDE } }]), kind);
    }

    private locationOf(element: string): Location | undefined {
        const { nodes = [], edges = [], relationships = [], rows = [] } = this.rendering ?? {};
        return [...nodes, ...nodes.flatMap(n => n.ports), ...edges, ...relationships, ...rows].find(e => e.element === element)?.location;
    }

    private async reveal(element: string): Promise<void> {
        const place = this.locationOf(element) ?? (await this.ask<Element>('sysml/element', { element })).location;
        const uri = this.server.toUri(place.uri);
        const open = vscode.window.visibleTextEditors.find(e => e.document.uri.toString() === uri.toString());
        const { start, end } = place.range;
        const at = new vscode.Position(start.line, start.character);
        const document = open?.document ?? (await vscode.workspace.openTextDocument(uri));
        const editor = await vscode.window.showTextDocument(document, {
            viewColumn: open?.viewColumn ?? vscode.ViewColumn.One,
            preserveFocus: true,
            preview: true
        });
        editor.selection = new vscode.Selection(at, at);
        editor.revealRange(
            new vscode.Range(at, new vscode.Position(end.line, end.character)),
            vscode.TextEditorRevealType.InCenterIfOutsideViewport
        );
    }

    // --- Runs and questions -----------------------------------------------------------------------------------------------

    private async running(work: () => Promise<void> | undefined): Promise<void> {
        try {
            await work();
        } catch (error) {
            await this.run.stop((error as Error).message);
        }
    }

    /** Runs an element, in a drawing of it: what is drawn is changed where it does not show the element and is not kept. */
    async startRun(element: string): Promise<void> {
        await this.running(async () => {
            if (!this.isPinned && !this.runnable.includes(element)) {
                await this.showElement(element);
            }
            await this.run.do({ command: 'start', element, performer: await this.performerOf(element) });
        });
    }

    /** Who performs a behaviour first, of those that the panel then offers; empty where it performs itself. */
    private async performerOf(element: string): Promise<string> {
        ({ performers: this.performers } = await this.ask<{ performers: string[] }>('sysml/performers', { element }));
        return this.performers[0] ?? '';
    }

    async explore(element: string): Promise<void> {
        // an exploration of what runs is of the same performer
        const { performer } = this.run.element === element ? this.run : { performer: await this.performerOf(element) };
        const known = await this.run.eventsOf(element, performer);
        let events: readonly string[] = [];
        if (known.length > 0) {
            const given = await vscode.window.showInputBox({
                title: `Explore ${element}`,
                prompt: `Events that come, in order, separated by ";". It reacts to ${known.join(', ')}.`,
                value: (this.run.element === element ? this.run.sent : []).join('; ')
            });
            if (given === undefined) {
                return;
            }
            events = given
                .split(';')
                .map(e => e.trim())
                .filter(e => e !== '');
        }
        this.post(exploredOf(element, await this.run.explore(element, performer, events)));
    }

    async showValues(element: string): Promise<void> {
        const objects = await this.ask<Objects>('sysml/instantiate', { element });
        this.post(valuesOf(element, objects));
    }

    /** @param element empty for all satisfactions of the model */
    async verify(element: string): Promise<void> {
        const judged = await this.ask<Judged>('sysml/verify', element === '' ? {} : { element });
        this.post(verdictsOf(element === '' ? 'All satisfactions of the model' : titleOf(element), judged));
    }

    /** The values of a calculation, or the verdict of a constraint or requirement. */
    async evaluate(element: string): Promise<void> {
        const answer = await this.ask<Results | Judged>('sysml/evaluate', { element });
        this.post('verdicts' in answer ? verdictsOf(element, answer) : resultsOf(element, answer));
    }

    async analyze(element: string): Promise<void> {
        const answer = await this.ask<Results & Judged>('sysml/analyze', { element });
        if (answer.verdicts.length > 0 || answer.verifications.length > 0) {
            this.post(verdictsOf(element, answer));
        }
        this.post(resultsOf(element, answer));
    }

    async sweep(element: string): Promise<void> {
        const text = await vscode.window.showInputBox({
            title: `Sweep ${element}`,
            placeHolder: 'parameter = from .. to : step',
            prompt: 'For example: wind = 0 [m/s] .. 12 [m/s] : 1 [m/s]',
            validateInput: given => (rangeIn(given) === undefined ? 'parameter = from .. to : step' : undefined)
        });
        const range = text === undefined ? undefined : rangeIn(text);
        if (range !== undefined) {
            this.post(sweepOf(element, await this.ask<SweepRows>('sysml/sweep', { element, ranges: [range] })));
        }
    }

    runChanged(snapshot: Parameters<PreviewRun['changed']>[0]): void {
        this.run.changed(snapshot);
    }

    async export(): Promise<void> {
        const { subject, kind, uri } = this.state;
        const picture = async (svg: string): Promise<string> => {
            this.post({ type: 'paint', svg });
            return new Promise(resolve => (this.painted = resolve));
        };
        await exportDrawing(
            this.server,
            { uri: vscode.Uri.parse(uri), view: viewOf(subject, kind), name: subject.name || shortName(this.uri) },
            picture
        );
    }
}

/** An id as a title: an element without a name is one of what declares it. */
const titleOf = (element: string): string => element.replace(/^(.*)::@\d+$/, 'Of $1');

/** An element that was asked for is drawn by itself, however long its text is. */
const WIDE = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };

export const shortName = (uri: vscode.Uri): string => uri.path.slice(uri.path.lastIndexOf('/') + 1);

export const wholeDocument = (uri: vscode.Uri): PreviewState => ({
    uri: uri.toString(),
    subject: WHOLE_DOCUMENT,
    kind: WHOLE_DOCUMENT.kinds[0],
    isPinned: false,
    folded: []
});

/** The first syntax error of a document with its line: what stands behind it may be missing in a drawing. */
function syntaxErrorIn(uri: vscode.Uri): string | undefined {
    const error = vscode.languages.getDiagnostics(uri).find(d => d.code === 'syntax' && d.severity === vscode.DiagnosticSeverity.Error);
    return error === undefined ? undefined : `line ${error.range.start.line + 1}: ${error.message}`;
}
