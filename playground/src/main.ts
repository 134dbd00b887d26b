/** The playground: a text editor, the language server in a worker, and the extension's own previews, on one page without a server. */
import * as vscode from 'vscode';
import { editor } from 'monaco-editor';
import examples from '#examples';
import { registerCommands } from '../../editors/vscode/src/commands.js';
import { provideLibrary } from '../../editors/vscode/src/library.js';
import { Previews } from '../../editors/vscode/src/preview/previews.js';
import { Cells } from './cells.js';
import { askChoice, askLine, byId, element, notify } from './dialogs.js';
import { openFiles, save, takeDrops } from './files.js';
import { themeFrames } from './host/panels.js';
import { useTexts } from './host/window.js';
import { defineThemes, registerNotations } from './notation.js';
import { listProblems } from './problems.js';
import { ROOT } from './root.js';
import { WorkerServer } from './server.js';
import { PageSession } from './session.js';
import { filesOf, fragmentOf, type SharedFile } from './share.js';
import { languageOf, nameOf, Texts } from './texts.js';

(globalThis as { MonacoEnvironment?: unknown }).MonacoEnvironment = { getWorker: () => new Worker('editor.worker.js') };

const KEPT_THEME = 'playground.theme';

registerNotations();
defineThemes();
const texts = new Texts(
    editor.create(byId('editor'), {
        model: null,
        automaticLayout: true,
        minimap: { enabled: false },
        fontSize: 13,
        scrollBeyondLastLine: false,
        'semanticHighlighting.enabled': true,
        fixedOverflowWidgets: true,
        // the server knows the names
        wordBasedSuggestions: 'off',
        ariaLabel: 'Model text'
    })
);
useTexts(texts);
takeDrops(texts);
const server = new WorkerServer({
    all: () => texts.files().map(({ name, text }) => ({ uri: `${ROOT}/${encodeURIComponent(name)}`, text }))
});
const previews = new Previews(server, vscode.Uri.parse(location.href.replace(/[^/]*$/, '')));
previews.register();
provideLibrary(server);
registerCommands({ server, previews, program: () => undefined });
listProblems(texts);

const cells = new Cells(
    new PageSession(
        () => texts.files(),
        ({ name, text }) => texts.show(texts.addGuest(vscode.Uri.parse(`written:/${encodeURIComponent(name)}`), text, languageOf(name)))
    )
);

function showCells(isShown: boolean): void {
    document.body.classList.toggle('has-cells', isShown);
    byId('do-cells').setAttribute('aria-expanded', String(isShown));
    if (isShown) {
        cells.focus();
    }
}

// --- Tabs -----------------------------------------------------------------------------------------------------------------

function drawTabs(): void {
    byId('tabs').replaceChildren(
        ...texts.all.map(model => {
            const name = nameOf(model);
            const tab = element('button', { type: 'button', textContent: name, onclick: () => texts.show(model) });
            tab.setAttribute('role', 'tab');
            tab.setAttribute('aria-selected', String(model === texts.current));
            const close = element('button', { type: 'button', className: 'close', textContent: '×', onclick: () => texts.close(model) });
            close.setAttribute('aria-label', `Close ${name}`);
            return element('span', { className: texts.isGuest(model) ? 'tab guest' : 'tab' }, tab, close);
        }),
        element('button', { type: 'button', className: 'new', textContent: '+', title: 'New file', onclick: () => void newFile() })
    );
}
texts.onChange(drawTabs);

async function newFile(): Promise<void> {
    const name = await askLine({
        title: 'New file',
        prompt: 'Name',
        value: 'model.sysml',
        validateInput: given =>
            !/^[^/\\]+\.(sysml|kerml)$/.test(given)
                ? 'A name that ends in .sysml or .kerml.'
                : texts.all.some(m => nameOf(m) === given)
                  ? 'There is a file of this name.'
                  : undefined
    });
    if (name !== undefined) {
        texts.show(texts.add({ name, text: `package ${name.replace(/\.\w+$/, '').replace(/^\W|\W/g, '_')} {\n    \n}\n` }));
        texts.code.focus();
    }
}

// --- What the address and the examples hold -------------------------------------------------------------------------------

function open(files: readonly SharedFile[]): void {
    texts.replaceAll(files);
    texts.code.setPosition({ lineNumber: 1, column: 1 });
    texts.code.focus();
}

function openFromAddress(): boolean {
    try {
        const files = filesOf(location.hash);
        const named = /^#example=(.*)$/.exec(location.hash)?.[1];
        const found = files ?? examples.find(e => e.title === decodeURIComponent(named ?? ''))?.files;
        if (found !== undefined && found.length > 0) {
            open(found);
            return true;
        }
        if (named !== undefined) {
            void notify('error', `There is no example ${decodeURIComponent(named)}.`);
        }
    } catch (error) {
        void notify('error', (error as Error).message);
    }
    return false;
}

async function share(): Promise<void> {
    try {
        const address = `${location.href.replace(/#.*$/, '')}#${fragmentOf(texts.files())}`;
        history.replaceState(null, '', address);
        await navigator.clipboard.writeText(address).then(
            () => notify('info', 'The address of this model was copied.'),
            () => notify('info', 'The address of this page now holds the model.')
        );
    } catch (error) {
        void notify('error', (error as Error).message);
    }
}

// --- Themes and the bar ---------------------------------------------------------------------------------------------------

function applyTheme(theme: string): void {
    document.documentElement.dataset.theme = theme;
    editor.setTheme(`workbench-${theme}`);
    themeFrames(theme);
}

const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
applyTheme(localStorage.getItem(KEPT_THEME) ?? preferred);

const ACTIONS: Readonly<Record<string, () => unknown>> = {
    examples: async () => {
        const choices = examples.map(e => ({ label: e.title, description: e.files.map(f => f.name).join(', '), files: e.files }));
        const chosen = await askChoice('Open an example', choices);
        if (chosen !== undefined) {
            history.replaceState(null, '', `#example=${encodeURIComponent(chosen.label)}`);
            open(chosen.files);
        }
    },
    open: () => openFiles(texts),
    save: () => save(texts),
    share,
    verify: () => vscode.commands.executeCommand('sysml.verifyAll'),
    document: () => vscode.commands.executeCommand('sysml.renderDocument'),
    cells: () => showCells(!document.body.classList.contains('has-cells')),
    theme: () => {
        const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
        localStorage.setItem(KEPT_THEME, next);
        applyTheme(next);
    }
};

for (const [name, action] of Object.entries(ACTIONS)) {
    byId(`do-${name}`).addEventListener('click', () => void action());
}

/** On narrow pages one of the panes is seen. */
for (const button of document.querySelectorAll<HTMLButtonElement>('#panes button')) {
    button.addEventListener('click', () => {
        document.body.dataset.pane = button.value;
        showCells(button.value === 'cells');
        document.querySelectorAll('#panes button').forEach(b => b.setAttribute('aria-pressed', String(b === button)));
    });
}

window.addEventListener('keydown', event => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        void save(texts);
    }
});
window.addEventListener('hashchange', () => openFromAddress());

// --- Start ----------------------------------------------------------------------------------------------------------------

if (!openFromAddress()) {
    open(examples[0].files);
}
server.onReady(() => {
    document.body.dataset.ready = 'true';
    previews.open(texts.current!.uri, vscode.ViewColumn.Beside);
});
server.start().catch((error: Error) => notify('error', `The language server does not start: ${error.message}`));
if ('serviceWorker' in navigator && location.protocol !== 'file:') {
    navigator.serviceWorker
        .register('service-worker.js')
        .catch((error: Error) => console.info(`works only while online: ${error.message}`));
}
