/** The findings of all texts as a list; a click shows the place. */
import { editor, MarkerSeverity, type Uri } from 'monaco-editor';
import { byId, element } from './dialogs.js';
import { nameOf, type Texts } from './texts.js';

/** Rows that are shown at most. */
const MOST = 500;

const SIGNS: Readonly<Record<number, readonly [sign: string, word: string]>> = {
    [MarkerSeverity.Error]: ['●', 'error'],
    [MarkerSeverity.Warning]: ['▲', 'warning'],
    [MarkerSeverity.Info]: ['■', 'note'],
    [MarkerSeverity.Hint]: ['·', 'hint']
};

export function listProblems(texts: Texts): void {
    const draw = (): void => {
        const markers = editor
            .getModelMarkers({})
            .filter(m => texts.find(m.resource) !== undefined && m.severity !== MarkerSeverity.Hint)
            .sort(
                (a, b) => b.severity - a.severity || a.resource.path.localeCompare(b.resource.path) || a.startLineNumber - b.startLineNumber
            );
        const count = (severity: MarkerSeverity): number => markers.filter(m => m.severity === severity).length;
        const [errors, warnings] = [count(MarkerSeverity.Error), count(MarkerSeverity.Warning)];
        byId('count').textContent = markers.length === 0 ? 'No findings' : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
        byId('problems').replaceChildren(
            ...markers.slice(0, MOST).map(marker => row(marker, () => reveal(texts, marker.resource, marker)))
        );
    };
    editor.onDidChangeMarkers(draw);
    texts.onChange(draw);
    draw();
}

const counted = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

function row({ severity, message, resource, startLineNumber, code }: editor.IMarker, onclick: () => void): HTMLElement {
    const [sign, word] = SIGNS[severity];
    const name = nameOf({ uri: resource } as editor.ITextModel);
    return element(
        'li',
        {},
        element(
            'button',
            { type: 'button', onclick, className: word },
            element('span', { className: 'sign', textContent: sign, title: word }),
            element('span', { className: 'place', textContent: `${name}:${startLineNumber}` }),
            element('span', { className: 'text', textContent: message }),
            element('code', { textContent: typeof code === 'string' ? code : (code?.value ?? '') })
        )
    );
}

function reveal(texts: Texts, uri: Uri, { startLineNumber, startColumn }: editor.IMarker): void {
    texts.show(texts.find(uri));
    texts.code.setPosition({ lineNumber: startLineNumber, column: startColumn });
    texts.code.revealLineInCenterIfOutsideViewport(startLineNumber);
    texts.code.focus();
}
