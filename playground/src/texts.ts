/**
 * The texts of the playground: a Monaco model each, shown one at a time in the one editor, with a tab a text. Texts of the library are
 * opened read-only beside them. Knows no server.
 */
import { editor, Uri } from 'monaco-editor';
import { EventEmitter } from './host/values.js';
import { ROOT } from './root.js';
import type { SharedFile } from './share.js';

export type Code = editor.IStandaloneCodeEditor;
export type Model = editor.ITextModel;

export const languageOf = (name: string): string => /\.(sysml|kerml|md|html)$/.exec(name)?.[1] ?? 'plaintext';

export class Texts {
    /** in the order of the tabs */
    private models: Model[] = [];
    /** library texts and written documents: no part of the model */
    private readonly guests = new Set<Model>();
    private readonly views = new Map<Model, editor.ICodeEditorViewState | null>();
    private readonly changed = new EventEmitter<void>();
    /** tabs, or what is shown, changed */
    readonly onChange = this.changed.event;

    constructor(readonly code: Code) {}

    get current(): Model | null {
        return this.code.getModel();
    }

    get all(): readonly Model[] {
        return this.models;
    }

    isGuest(model: Model): boolean {
        return this.guests.has(model);
    }

    /** The files of the model, as they are shared and saved. */
    files(): SharedFile[] {
        return this.models.filter(m => !this.guests.has(m)).map(m => ({ name: nameOf(m), text: m.getValue() }));
    }

    find(uri: Uri | string): Model | undefined {
        return this.models.find(m => m.uri.toString() === uri.toString());
    }

    /** Puts other files in the place of all that is open, and shows the first. */
    replaceAll(files: readonly SharedFile[]): void {
        const old = this.models;
        this.models = [];
        this.guests.clear();
        this.views.clear();
        this.code.setModel(null);
        old.forEach(m => m.dispose());
        files.forEach(file => this.add(file));
        this.show(this.models[0]);
    }

    /** Adds a file, or puts another text into the one of that name. */
    add({ name, text }: SharedFile): Model {
        const uri = Uri.parse(`${ROOT}/${encodeURIComponent(name)}`);
        const known = this.find(uri);
        if (known !== undefined) {
            known.setValue(text);
            return known;
        }
        const model = editor.createModel(text, languageOf(name), uri);
        this.models.push(model);
        this.changed.fire();
        return model;
    }

    /** Adds a text that is no part of the model. */
    addGuest(uri: Uri, text: string, language: string): Model {
        const model = this.find(uri) ?? editor.createModel(text, language, uri);
        this.guests.add(model);
        this.models = [...this.models.filter(m => m !== model), model];
        this.changed.fire();
        return model;
    }

    show(model: Model | undefined): void {
        if (model === undefined || model === this.current) {
            return;
        }
        if (this.current !== null) {
            this.views.set(this.current, this.code.saveViewState());
        }
        this.code.setModel(model);
        this.code.updateOptions({ readOnly: this.guests.has(model) });
        this.code.restoreViewState(this.views.get(model) ?? null);
        this.changed.fire();
    }

    close(model: Model): void {
        const at = this.models.indexOf(model);
        this.models = this.models.filter(m => m !== model);
        this.guests.delete(model);
        this.views.delete(model);
        if (this.current === model) {
            this.code.setModel(null);
            this.show(this.models[Math.min(at, this.models.length - 1)]);
        }
        model.dispose();
        this.changed.fire();
    }
}

export const nameOf = (model: Model): string => decodeURIComponent(model.uri.path.slice(model.uri.path.lastIndexOf('/') + 1));
