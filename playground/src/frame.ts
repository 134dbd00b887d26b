/** In a preview's frame, before its own script: what an editor gives to such pages. The state of a panel is not kept. */
interface EditorApi {
    postMessage(message: unknown): void;
    setState(state: unknown): void;
    getState(): unknown;
}

let state: unknown;
const api: EditorApi = {
    postMessage: message => parent.postMessage(message, '*'),
    setState: next => (state = next),
    getState: () => state
};
(globalThis as unknown as { acquireVsCodeApi: () => EditorApi }).acquireVsCodeApi = () => api;

window.addEventListener('message', ({ data }: MessageEvent<{ type?: string; theme?: string }>) => {
    if (data.type === 'playground.theme' && data.theme !== undefined) {
        document.documentElement.dataset.theme = data.theme;
        document.body.className = document.body.className.replace(/\bvscode-\w+/, `vscode-${data.theme}`);
    }
});
