/** Files of the person's machine: opened by a picker or dropped, written back where the browser can, else downloaded. */
import { notify } from './dialogs.js';
import { nameOf, type Texts } from './texts.js';

/** What browsers with file system access give. */
interface FileHandle {
    readonly name: string;
    getFile(): Promise<File>;
    createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}

interface Pickers {
    readonly showOpenFilePicker?: (options: object) => Promise<FileHandle[]>;
}

const NOTATION = /\.(sysml|kerml)$/;
const TYPES = [{ description: 'Models in notation', accept: { 'text/plain': ['.sysml', '.kerml'] } }];
const handles = new Map<string, FileHandle>();

export async function openFiles(texts: Texts): Promise<void> {
    const { showOpenFilePicker } = window as Pickers;
    if (showOpenFilePicker === undefined) {
        const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, accept: '.sysml,.kerml' });
        input.addEventListener('change', () => void addFiles(texts, [...(input.files ?? [])]));
        input.click();
        return;
    }
    const picked = await showOpenFilePicker
        .call(window, { multiple: true, types: TYPES })
        // the picker was closed
        .catch(() => []);
    picked.forEach(handle => handles.set(handle.name, handle));
    await addFiles(texts, await Promise.all(picked.map(handle => handle.getFile())));
}

/** Adds files of notation; others are named and left out. */
export async function addFiles(texts: Texts, files: readonly File[]): Promise<void> {
    const others = files.filter(({ name }) => !NOTATION.test(name));
    if (others.length > 0) {
        void notify('warning', `Left out: ${others.map(f => f.name).join(', ')}. Models end in .sysml or .kerml.`);
    }
    const models = [];
    for (const file of files.filter(({ name }) => NOTATION.test(name))) {
        models.push(texts.add({ name: file.name, text: await file.text() }));
    }
    texts.show(models[0]);
}

/** Writes the shown text to its file, or downloads it. */
export async function save(texts: Texts): Promise<void> {
    const { current } = texts;
    if (current === null) {
        return;
    }
    const name = nameOf(current);
    const handle = handles.get(name);
    if (handle !== undefined && !texts.isGuest(current)) {
        const stream = await handle.createWritable();
        await stream.write(current.getValue());
        await stream.close();
        void notify('info', `Saved ${name}.`);
        return;
    }
    const url = URL.createObjectURL(new Blob([current.getValue()], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
}

/** Files that are dropped anywhere on the page are opened. */
export function takeDrops(texts: Texts): void {
    document.addEventListener('dragover', event => event.preventDefault());
    document.addEventListener('drop', event => {
        event.preventDefault();
        void addFiles(texts, [...(event.dataTransfer?.files ?? [])]);
    });
}
