/** Panels of the extension as frames of the page: a tab each. A frame runs under the policy that its own text states. */
import { byId, element } from '../dialogs.js';
import { Disposable, EventEmitter, Uri } from './values.js';

/** Of what is open, the panel that is seen; the others wait behind their tabs. */
const open: Panel[] = [];
let shown: Panel | undefined;

class Webview {
    private readonly received = new EventEmitter<unknown>();
    readonly onDidReceiveMessage = this.received.event;
    readonly cspSource = location.origin;
    options: unknown;

    constructor(private readonly frame: HTMLIFrameElement) {
        window.addEventListener('message', event => {
            if (event.source === frame.contentWindow) {
                this.received.fire(event.data);
            }
        });
    }

    /** The document; a script that the preview's page expects from its editor precedes its own. */
    set html(text: string) {
        const nonce = /<script nonce="([^"]+)"/.exec(text)?.[1];
        const theme = document.documentElement.dataset.theme ?? 'light';
        const ours =
            nonce === undefined
                ? ''
                : `<link rel="stylesheet" href="${asset('theme.css')}" nonce="${nonce}"><script nonce="${nonce}" src="${asset('frame.js')}"></script>`;
        this.frame.srcdoc = text
            .replace('<html', `<html data-theme="${theme}"`)
            .replace('<body', `<body class="vscode-${theme}"`)
            .replace('</head>', `${ours}</head>`);
    }

    postMessage(message: unknown): Promise<boolean> {
        this.frame.contentWindow?.postMessage(message, '*');
        return Promise.resolve(true);
    }

    asWebviewUri(uri: Uri): Uri {
        return uri;
    }
}

const asset = (name: string): string => new URL(name, location.href).toString();

class Panel {
    readonly webview: Webview;
    private readonly disposed = new EventEmitter<void>();
    private readonly changedState = new EventEmitter<void>();
    readonly onDidDispose = this.disposed.event;
    readonly onDidChangeViewState = this.changedState.event;
    readonly frame = element('iframe');
    iconPath: unknown;
    private caption: string;

    constructor(
        readonly viewType: string,
        title: string
    ) {
        this.caption = title;
        this.frame.title = title;
        this.webview = new Webview(this.frame);
        byId('frames').append(this.frame);
        open.push(this);
        show(this);
    }

    get title(): string {
        return this.caption;
    }

    set title(text: string) {
        if (text !== this.caption) {
            this.caption = text;
            this.frame.title = text;
            drawTabs();
        }
    }

    get visible(): boolean {
        return shown === this;
    }

    get active(): boolean {
        return shown === this;
    }

    reveal(): void {
        show(this);
    }

    seen(): void {
        this.changedState.fire();
    }

    dispose(): void {
        open.splice(open.indexOf(this), 1);
        this.frame.remove();
        this.disposed.fire();
        if (shown === this) {
            shown = undefined;
            show(open.at(-1));
        }
        drawTabs();
    }
}

function show(panel: Panel | undefined): void {
    const before = shown;
    shown = panel;
    open.forEach(p => (p.frame.hidden = p !== panel));
    drawTabs();
    [before, panel].forEach(p => p?.seen());
}

/** The first panel follows the cursor and is always there. */
function drawTabs(): void {
    byId('panels').replaceChildren(
        ...open.map((panel, i) => {
            const tab = element('button', { type: 'button', textContent: panel.title, onclick: () => show(panel) });
            tab.setAttribute('role', 'tab');
            tab.setAttribute('aria-selected', String(panel === shown));
            const close = element('button', { type: 'button', className: 'close', textContent: '×', onclick: () => panel.dispose() });
            close.setAttribute('aria-label', `Close ${panel.title}`);
            return element('span', { className: 'tab' }, tab, ...(i === 0 ? [] : [close]));
        })
    );
}

export const createWebviewPanel = (viewType: string, title: string): Panel => new Panel(viewType, title);
export const registerWebviewPanelSerializer = (): Disposable => new Disposable(() => undefined);

/** Gives every frame the colours that the page has now. */
export function themeFrames(theme: string): void {
    for (const { frame } of open) {
        frame.contentWindow?.postMessage({ type: 'playground.theme', theme }, '*');
    }
}
