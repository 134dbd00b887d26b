/**
 * A session: cells are given to it one after another, and each has an answer. Notation accumulates into one model, expressions are
 * evaluated over it, commands are looked up in a table. The session is changed by whole cells: a faulty one leaves it as it was. Knows no
 * terminal, no notebook and no page; files and interruption come from its host.
 */
import type { AstNode } from '../language/generated/tree.js';
import { memberElement, resolveIn } from '../language/semantics/names.js';
import { qualifiedNameOf } from '../language/semantics/naming.js';
import { supertypesOf } from '../language/semantics/specialization.js';
import { ownedMembersOf } from '../language/semantics/structure.js';
import { LineIndex } from '../language/syntax/index.js';
import type { Diagnostic, DiagnosticSpan } from '../language/workspace/diagnostics.js';
import type { Document, SourceDocument } from '../language/workspace/document.js';
import { type Model, Workspace } from '../language/workspace/workspace.js';
import { messageOf } from '../language/failures.js';
import { type BehaviourOptions, HeldObjects, type Population, startRun, type TraceRecord } from '../runtime/behaviour/index.js';
import type { FilePlace } from '../views/index.js';
import { Display, type Failed, type Run } from '../runtime/evaluation/index.js';
import { CellFailure, type CellAnswer, type Shown } from './answers/shown.js';
import { declarationsOf, labelOf, type Source } from './cells/declared.js';
import { type Completeness, completenessOf, type CellPart, partsOf } from './cells/split.js';
import type { Debugging } from './debugging.js';
import { Interrupted, type SessionHost } from './host.js';
import {
    composedModel,
    emptyModel,
    errorsOf,
    findingsOf,
    placer,
    type Reading,
    type SessionModel,
    type Submission,
    submitted,
    withoutSource
} from './model.js';
import { type ElementAt, elementAt } from './questions/element-paths.js';
import { withSuggestions } from './questions/suggestions.js';
import { chanceFrom, initialSettings, type Settings } from './settings.js';

/** What a command shows; `undefined` prints the usage: needed arguments are missing. */
export type CommandAnswer = Shown | readonly Shown[] | undefined;

export interface Command {
    /** without the percent sign */
    readonly name: string;
    /** other names for it */
    readonly aliases?: readonly string[];
    /** the arguments as the help shows them: `<name>` is needed, `[name]` is not */
    readonly usage: string;
    readonly summary: string;
    /** what may stand for its arguments, for completion: elements of the model by default */
    readonly words?: readonly string[];
    /** whether it needs the files of the host */
    readonly needsFiles?: boolean;
    /** @throws CellFailure */
    run(session: Session, argument: string): CommandAnswer | Promise<CommandAnswer>;
}

export interface CommandGroup {
    readonly title: string;
    readonly commands: readonly Command[];
}

/** What a session can do: its commands, and how it answers a bare expression. @throws CellFailure */
export interface Abilities {
    readonly groups: readonly CommandGroup[];
    readonly evaluate: (session: Session, expression: string) => Shown;
}

export interface CellOptions {
    /** a cell with an id takes back what it declared before, when it is run again */
    readonly id?: string;
    /** for findings; `cell 3` by default */
    readonly label?: string;
}

export class Session {
    private readonly workspace: Workspace;
    private state: SessionModel;
    /** what was declared before the last change */
    private earlier: SessionModel | undefined;
    private cells = 0;
    private readonly labels = new Map<string, string>();
    readonly settings: Settings = initialSettings();
    /** objects that were made, with what they became since */
    held = new HeldObjects();
    /** the action or machine that is moved step by step */
    debugging: Debugging | undefined;
    /** what the last run recorded, and until when, in seconds */
    recorded: { readonly records: readonly TraceRecord[]; readonly end: number } = { records: [], end: 0 };
    readonly groups: readonly CommandGroup[];

    constructor(
        readonly host: SessionHost,
        private readonly abilities: Abilities
    ) {
        this.workspace = new Workspace({ library: host.library });
        this.state = emptyModel(this.reading);
        const isOverridden = (name: string, at: number): boolean =>
            abilities.groups.slice(at + 1).some(g => g.commands.some(c => c.name === name));
        this.groups = abilities.groups
            .map(({ title, commands }, at) => ({
                title,
                commands: commands.filter(c => (host.files !== undefined || c.needsFiles !== true) && !isOverridden(c.name, at))
            }))
            .filter(g => g.commands.length > 0);
    }

    get model(): Model {
        return this.state.model;
    }

    /** What was declared before the last change. */
    get declaredBefore(): SessionModel | undefined {
        return this.earlier;
    }

    /** What was declared, where and as what. */
    get declared(): SessionModel {
        return this.state;
    }

    private get reading(): Reading {
        const { isStrict, lints } = this.settings;
        return { workspace: this.workspace, isStrict, lints };
    }

    // --- Cells ---

    /** Answers a cell. Cells are to be given one after another. */
    async execute(cell: string, options: CellOptions = {}): Promise<CellAnswer> {
        this.cells++;
        const id = options.id ?? `cell ${this.cells}`;
        this.labels.set(id, options.label ?? `cell ${this.cells}`);
        const before = this.state;
        const shown: Shown[] = [];
        let isLast = false;
        try {
            this.state = withoutSource(this.reading, before, id);
            for (const part of partsOf(cell)) {
                if (part.kind === 'command' && /^%(?:quit|exit)\b/.test(part.text)) {
                    isLast = true;
                    break;
                }
                shown.push(...(await this.answer(part, cell, id)));
            }
            return { shown: shown.filter(s => s.text !== '' || s.svg !== undefined), isLast };
        } catch (error) {
            const failure = this.failureOf(error);
            if (failure.kind === 'SubmissionError') {
                this.state = before;
            }
            return { shown, failure };
        }
    }

    private async answer(part: CellPart, cell: string, id: string): Promise<readonly Shown[]> {
        switch (part.kind) {
            case 'command':
                return this.command(part.text);
            case 'expression':
                return [this.abilities.evaluate(this, part.text)];
            default:
                return [this.submit({ source: { id, label: this.labels.get(id)! }, text: part.text, offset: part.offset, whole: cell })];
        }
    }

    /** What went wrong, as the answer of a cell says it. @throws anything that is an error of the program */
    private failureOf(error: unknown): CellFailure {
        if (error instanceof CellFailure) {
            return error;
        }
        if (error instanceof Interrupted) {
            return new CellFailure('Interrupted', 'interrupted: the session is as it was before');
        }
        // An error of the program fails its cell and not the session; the stack is for who reports it.
        return new CellFailure(
            'CommandError',
            `internal error: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`
        );
    }

    completeness(cell: string): Completeness {
        return completenessOf(cell);
    }

    // --- Declarations ---

    /**
     * Adds notation to the model.
     * @throws CellFailure for notation with errors: nothing is added then
     */
    submit(submission: Submission): Shown {
        const { next, declarations, notes, replaced, findings, elsewhere } = submitted(this.reading, this.state, submission);
        const errors = errorsOf(findings);
        const own = findings.map(d => this.labelled(d));
        if (errors.length > 0) {
            const { span, code, message } = errors[0];
            const place = span === undefined ? '' : `${span.startLine}:${span.startCol}: `;
            const texts = new Map([[submission.source.label, submission.whole ?? submission.text]]);
            throw new CellFailure('SubmissionError', `${place}error${code === '' ? '' : `[${code}]`}: ${message}`, own, texts);
        }
        this.adopt(next);
        const dropped = this.dropObjects('what they were made of was replaced', p => isMadeOf(p, replaced));
        const lines = declarations.map(d => `✓ ${labelOf(d)}`);
        const broken = elsewhere
            .map(d => this.labelled(d))
            .map(({ span, message }) => `note: now in error: ${span?.file}:${span?.startLine}: ${message}`);
        const warnings = this.settings.verbosity === 'quiet' ? [] : own.filter(d => d.severity === 'warning').map(warningText);
        const kept = this.settings.verbosity === 'quiet' ? [] : lines;
        return { text: [...warnings, ...kept, ...[...notes, ...dropped].map(n => `note: ${n}`), ...broken].join('\n') };
    }

    /**
     * The model with a text behind what the cells declare, as it would be while somebody writes it: for completion and the like. It is kept
     * nowhere.
     * @returns the document, and where the text begins in it
     */
    draft(text: string): { readonly model: Model; readonly document: Document; readonly offset: number } {
        const sources = this.model.documents.map(({ name, language, text: content }) => ({ name, language, content }));
        const [cells, ...files] = sources;
        const model = this.workspace.parseOnly([{ ...cells, content: `${cells.content}${text}` }, ...files]);
        return { model, document: model.documents[0], offset: cells.content.length };
    }

    /** Takes files into the model, each a document of its own; one that is there already is replaced. @throws CellFailure */
    load(sources: readonly SourceDocument[]): Shown {
        const before = this.state;
        const shown: string[] = [];
        try {
            for (const { name, language, content } of sources) {
                this.labels.set(`file ${name}`, name);
                const source = { id: `file ${name}`, label: name };
                this.state = submitted(this.reading, this.state, { source, text: content, language, document: name }).next;
            }
            const found = findingsOf(this.reading, this.state).map(d => this.labelled(d));
            const names = new Set(sources.map(s => s.name));
            const own = found.filter(d => d.span === undefined || names.has(d.span.file));
            const [first] = errorsOf(own);
            if (first !== undefined) {
                const { span, code, message } = first;
                throw new CellFailure(
                    'SubmissionError',
                    `${span?.file}:${span?.startLine}:${span?.startCol}: error[${code}]: ${message}`,
                    own
                );
            }
        } catch (error) {
            this.state = before;
            throw error;
        }
        const replaced = sources.filter(s => before.documents.some(d => d.name === s.name));
        shown.push(...sources.map(s => `✓ ${s.name}${replaced.includes(s) ? ' (again)' : ''}`));
        const dropped = replaced.length > 0 ? this.dropObjects('files were loaded again') : [];
        return { text: [...shown, ...dropped.map(d => `note: ${d}`)].join('\n') };
    }

    /**
     * Takes documents of the model as an edit left them. What they declare belongs to the edit from then on, not to the cells before.
     * @returns notes
     */
    rewrite(documents: readonly { readonly name: string; readonly content: string }[], source: Source): string[] {
        const contents = new Map(documents.map(d => [d.name, d.content]));
        const rewritten = this.state.documents.map(document => {
            const content = contents.get(document.name);
            const given = { id: `${source.id} ${document.name}`, label: source.label };
            return content === undefined ? document : { ...document, declarations: declarationsOf(content, given, document.language) };
        });
        documents.forEach(({ name }) => this.labels.set(`${source.id} ${name}`, source.label));
        const texts = new Map([...this.state.texts, ...documents.map(d => [`${source.id} ${d.name}`, d.content] as const)]);
        this.adopt(composedModel(this.reading, rewritten, texts));
        return this.dropObjects('the model was edited');
    }

    /** Reads the same texts with other settings. @throws nothing: errors that appear are notes */
    reread(): Shown {
        const { documents, texts } = this.state;
        this.adopt(composedModel(this.reading, documents, texts));
        const errors = errorsOf(findingsOf(this.reading, this.state)).map(d => this.labelled(d));
        return { text: errors.map(({ span, message }) => `note: now in error: ${span?.file}:${span?.startLine}: ${message}`).join('\n') };
    }

    private adopt(next: SessionModel): void {
        this.earlier = this.state;
        this.state = next;
    }

    /** Findings in what is declared, with labels of cells and names of files. */
    findings(): Diagnostic[] {
        return findingsOf(this.reading, this.state).map(d => this.labelled(d));
    }

    /** The texts that findings are about, by label. */
    get labelledTexts(): ReadonlyMap<string, string> {
        return new Map([...this.state.texts].map(([id, text]) => [this.labels.get(id) ?? id, text]));
    }

    /** Where a place of the model was given: a label of a cell or the name of a file, with line and column. */
    placeText(span: DiagnosticSpan): string {
        const { file, startLine, startCol } = placer(this.state)(span);
        return `${this.labels.get(file) ?? file}:${startLine}:${startCol}`;
    }

    /** Says where a place of the model is in a loaded file; undefined for what a cell declares. */
    get filePlaces(): FilePlace {
        const place = placer(this.state);
        return span => {
            const { file, startLine, startCol } = place(span);
            return file.startsWith('file ') ? { file: this.labels.get(file) ?? file, line: startLine, col: startCol } : undefined;
        };
    }

    private labelled(diagnostic: Diagnostic): Diagnostic {
        const { span } = diagnostic;
        return span === undefined ? diagnostic : { ...diagnostic, span: { ...span, file: this.labels.get(span.file) ?? span.file } };
    }

    /** Forgets everything but the settings. @returns notes */
    clear(): string[] {
        const dropped = this.dropObjects('the session was reset');
        this.state = emptyModel(this.reading);
        return dropped;
    }

    /** @returns notes */
    private dropObjects(why: string, isDropped: (population: Population) => boolean = () => true): string[] {
        const { populations } = this.held;
        const dropped = populations.filter(isDropped);
        if (dropped.length === 0) {
            return [];
        }
        this.debugging = undefined;
        this.held = new HeldObjects();
        populations.filter(p => !dropped.includes(p)).forEach(p => this.held.keep(p, Infinity));
        const names = dropped.map(p => `${p.name} (#${p.root.id})`).join(', ');
        return [`dropped ${names}, because ${why}: %instantiate makes new ones`];
    }

    /** A model of documents, read as that of the session is. */
    parsedAs(documents: readonly SourceDocument[]): Model {
        return this.workspace.parse(documents, { strict: this.settings.isStrict }).model;
    }

    /** A document as a model of its own. */
    parsed(document: SourceDocument): Model {
        return this.workspace.parseOnly([document]);
    }

    // --- Commands ---

    commandNamed(name: string): Command | undefined {
        return this.groups.flatMap(g => g.commands).find(c => c.name === name || c.aliases?.includes(name));
    }

    private async command(line: string): Promise<readonly Shown[]> {
        const [, name, argument] = /^%([\w-]+)\s*(.*)$/s.exec(line)!;
        const command = this.commandNamed(name);
        if (command === undefined) {
            throw new CellFailure('UnknownCommand', `unknown command "%${name}" (try %help)`);
        }
        const answer: CommandAnswer = await command.run(this, argument.trim());
        if (answer === undefined) {
            return [{ text: `usage: %${command.name} ${command.usage}`.trimEnd() }];
        }
        return 'text' in answer ? [answer] : answer;
    }

    // --- What commands share ---

    /** Budgets, randomness and interruption of every run. */
    get limits(): BehaviourOptions {
        const { limits, checkCancelled } = this.host;
        const { clockStep } = this.settings;
        return { ...limits, chance: chanceFrom(this.settings), clockStep, ...(checkCancelled !== undefined && { checkCancelled }) };
    }

    newRun(): Run {
        return startRun(this.model, this.limits);
    }

    get display(): Display {
        return Display.in(this.newRun(), []);
    }

    /**
     * The package whose names need no qualification where the cells have none of them: the last one that the cells declare, without one the
     * only one that is loaded.
     */
    get openPackage(): string | undefined {
        const [cells, ...files] = this.model.documents.map(({ root }) => ownedMembersOf(root).filter(m => m.$type === 'Package'));
        const loaded = files.flat();
        const found = cells.at(-1) ?? (loaded.length === 1 ? loaded[0] : undefined);
        return found === undefined ? undefined : qualifiedNameOf(found);
    }

    /**
     * The element that a name or path leads to: from the roots, else as a name in the cells, else in the open package.
     * @throws CellFailure with near names
     */
    element(path: string): ElementAt {
        const found = this.elementOrNone(path);
        if (found === undefined) {
            throw this.failed('CommandError', { error: `unresolved reference: ${path}`, unknown: { name: path, kind: 'name' } });
        }
        return found;
    }

    elementOrNone(path: string): ElementAt | undefined {
        const quoted = /^[^']*\s[^']*$/.test(path) ? [path, `'${path}'`] : [path];
        const inside = this.openPackage;
        const within = inside === undefined ? [] : quoted.map(p => `${inside}::${p}`);
        return [...quoted, ...within].map(p => elementAt(this.model, p) ?? this.imported(p)).find(f => f !== undefined);
    }

    private imported(path: string): ElementAt | undefined {
        const { root } = this.model.documents[0];
        const element: AstNode | undefined = /^[\p{L}_']/u.test(path) ? memberElement(resolveIn(root, path)) : undefined;
        const id = element === undefined ? undefined : qualifiedNameOf(element);
        return element === undefined || id === undefined ? undefined : { element, id, path: id };
    }

    /** A failure with what an unknown name may mean. */
    failed(kind: CellFailure['kind'], { error, unknown }: Failed, diagnostics: readonly Diagnostic[] = []): CellFailure {
        return new CellFailure(kind, unknown === undefined ? error : withSuggestions(this.model, error, unknown), diagnostics);
    }

    /** A place in a cell as people read it. */
    placeIn(text: string, offset: number): string {
        const { line, column } = new LineIndex(text).positionOf(offset);
        return `${line}:${column}`;
    }
}

/** Whether an object, its type or a general of that is one of some declarations, or within one. */
function isMadeOf({ root, name }: Population, replaced: readonly string[]): boolean {
    const names = [name, ...[root.type, ...supertypesOf(root.type)].map(t => qualifiedNameOf(t) ?? '')];
    return replaced.some(r => names.some(n => n === r || n.startsWith(`${r}::`)));
}

const warningText = ({ span, code, message }: Diagnostic): string =>
    `${span === undefined ? '' : `${span.startLine}:${span.startCol}: `}warning${code === '' ? '' : `[${code}]`}: ${message}`;
