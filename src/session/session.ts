/**
 * A session executes cells one after another and returns an answer for each. Notation is added to one model, expressions are evaluated on
 * it, commands are looked up in a table. A cell changes the session as a whole: a faulty one leaves it unchanged. Does not depend on
 * terminals, notebooks or pages; the host supplies files and interruption.
 */
import type { AstNode } from '../language/generated/tree.js';
import { memberElement, resolveIn } from '../language/semantics/names.js';
import { nameOf, qualifiedNameOf } from '../language/semantics/naming.js';
import { ownedMembersOf } from '../language/semantics/structure.js';
import { LineIndex } from '../language/syntax/index.js';
import { nearest } from '../language/validation/near-names.js';
import type { Diagnostic, DiagnosticSpan } from '../language/workspace/diagnostics.js';
import type { Document, SourceDocument } from '../language/workspace/document.js';
import { type Model, Workspace } from '../language/workspace/workspace.js';
import { messageOf } from '../language/failures.js';
import {
    type BehaviourOptions,
    type HeldObjects,
    type Population,
    Scheduler,
    startRun,
    type TraceRecord
} from '../runtime/behaviour/index.js';
import type { FilePlace } from '../views/index.js';
import { Display, type Failed, type Run } from '../runtime/evaluation/index.js';
import { CellFailure, type CellAnswer, type Shown } from './answers/shown.js';
import { declarationsOf, isGenerated, labelOf, type Source } from './cells/declared.js';
import { type Completeness, completenessOf, type CellPart, partsOf } from './cells/split.js';
import type { Debugging } from './debugging.js';
import { Interrupted, type SessionHost } from './host.js';
import { LiveObjects } from './live-objects.js';
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
import { type ElementAt, elementAt, ownerOfOnly } from './questions/element-paths.js';
import { withSuggestions } from './questions/suggestions.js';
import { chanceFrom, initialSettings, policyFrom, type Settings } from './settings.js';

/** The output of a command; `undefined` prints the usage, because required arguments are missing. */
export type CommandAnswer = Shown | readonly Shown[] | undefined;

export interface Command {
    /** without the percent sign */
    readonly name: string;
    /** alternative names */
    readonly aliases?: readonly string[];
    /** the arguments in the help: `<name>` is required, `[name]` is optional */
    readonly usage: string;
    /** a whole line, for the help of a command with arguments */
    readonly example?: string;
    readonly summary: string;
    /** possible arguments, for completion; elements of the model by default */
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

/** The abilities of a session: its commands, and the evaluation of an expression. @throws CellFailure */
export interface Abilities {
    readonly groups: readonly CommandGroup[];
    readonly evaluate: (session: Session, expression: string) => Shown;
}

export interface CellOptions {
    /** a cell with an id replaces its previous declarations when it runs again */
    readonly id?: string;
    /** for findings; `cell 3` by default */
    readonly label?: string;
}

export class Session {
    private readonly workspace: Workspace;
    private state: SessionModel;
    /** the declarations before the last change */
    private earlier: SessionModel | undefined;
    private cells = 0;
    private readonly labels = new Map<string, string>();
    readonly settings: Settings = initialSettings();
    private readonly live = new LiveObjects(this);
    /** the trace of the last run, and its end in seconds */
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

    /** The declarations before the last change. */
    get declaredBefore(): SessionModel | undefined {
        return this.earlier;
    }

    /** The current declarations with their origins. */
    get declared(): SessionModel {
        return this.state;
    }

    private get reading(): Reading {
        const { isStrict, lints } = this.settings;
        return { workspace: this.workspace, isStrict, lints };
    }

    // --- Cells ---

    /** Executes a cell. Cells must be executed one after another. */
    async execute(cell: string, options: CellOptions = {}): Promise<CellAnswer> {
        this.cells++;
        const id = options.id ?? `cell ${this.cells}`;
        this.labels.set(id, options.label ?? `cell ${this.cells}`);
        const before = this.state;
        const restore = this.live.save();
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
            if (failure.kind === 'SubmissionError' && this.state !== before) {
                this.state = before;
                restore();
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

    /** Converts an error to the failure of a cell. @throws any error that is a fault of the program */
    private failureOf(error: unknown): CellFailure {
        if (error instanceof CellFailure) {
            return error;
        }
        if (error instanceof Interrupted) {
            return new CellFailure('Interrupted', 'interrupted: the session is as it was before');
        }
        // A fault of the program fails its cell, not the session; the stack is for a fault report.
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
     * @throws CellFailure for notation with errors; nothing is added then
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
        const before = this.model;
        this.adopt(next);
        const dropped = [...this.live.dropMadeOf(replaced, before), ...this.live.remake()];
        const lines = declarations.map(d => `✓ ${labelOf(d)}`);
        const broken = elsewhere
            .map(d => this.labelled(d))
            .map(({ span, message }) => `note: now in error: ${span?.file}:${span?.startLine}: ${message}`);
        const warnings = this.settings.verbosity === 'quiet' ? [] : own.filter(d => d.severity === 'warning').map(warningText);
        const kept = this.settings.verbosity === 'quiet' ? [] : lines;
        return { text: [...warnings, ...kept, ...[...notes, ...dropped].map(n => `note: ${n}`), ...broken].join('\n') };
    }

    /**
     * The model with a text after the declarations of the cells, as during editing, for example for completion. It is not kept.
     * @returns the document, and the offset of the text in it
     */
    draft(text: string): { readonly model: Model; readonly document: Document; readonly offset: number } {
        const sources = this.model.documents.map(({ name, language, text: content }) => ({ name, language, content }));
        const [cells, ...files] = sources;
        const model = this.workspace.parseOnly([{ ...cells, content: `${cells.content}${text}` }, ...files]);
        return { model, document: model.documents[0], offset: cells.content.length };
    }

    /** Loads files into the model, each as a document; a document of the same name is replaced. @throws CellFailure */
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
        const again = 'files were loaded again';
        const dropped = replaced.length > 0 ? [...this.live.drop(again), ...this.live.endRun(again)] : this.live.remake();
        return { text: [...shown, ...dropped.map(d => `note: ${d}`)].join('\n') };
    }

    /**
     * Replaces documents by edited ones. Their declarations then belong to the edit rather than to the previous cells.
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
        const edited = 'the model was edited';
        return [...this.live.drop(edited), ...this.live.endRun(edited)];
    }

    /** Parses the same texts with other settings. Errors that appear are notes. */
    reread(): Shown {
        const { documents, texts } = this.state;
        this.adopt(composedModel(this.reading, documents, texts));
        const errors = errorsOf(findingsOf(this.reading, this.state)).map(d => this.labelled(d));
        const notes = this.live.remake().map(note => `note: ${note}`);
        const broken = errors.map(({ span, message }) => `note: now in error: ${span?.file}:${span?.startLine}: ${message}`);
        return { text: [...notes, ...broken].join('\n') };
    }

    private adopt(next: SessionModel): void {
        this.earlier = this.state;
        this.state = next;
    }

    /** The findings in the model, with labels of cells and names of files. */
    findings(): Diagnostic[] {
        return findingsOf(this.reading, this.state).map(d => this.labelled(d));
    }

    /** The texts that findings refer to, by label. */
    get labelledTexts(): ReadonlyMap<string, string> {
        return new Map([...this.state.texts].map(([id, text]) => [this.labels.get(id) ?? id, text]));
    }

    /** The origin of a place in the model: a label of a cell or the name of a file, with line and column. */
    placeText(span: DiagnosticSpan): string {
        const { file, startLine, startCol } = placer(this.state)(span);
        return `${this.labels.get(file) ?? file}:${startLine}:${startCol}`;
    }

    /** Maps places of the model to places in loaded files; undefined for declarations of cells. */
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

    /** Resets the session except for its settings. @returns notes */
    clear(): string[] {
        const reset = 'the session was reset';
        const dropped = [...this.live.drop(reset), ...this.live.endRun(reset)];
        this.state = emptyModel(this.reading);
        return dropped;
    }

    // --- Objects ---

    /** The objects of the session, in their current state. All belong to the present model and to one simulation. */
    get held(): HeldObjects {
        return this.live.objects;
    }

    /** The action or machine in stepwise execution. */
    get debugging(): Debugging | undefined {
        return this.live.debugging;
    }

    set debugging(next: Debugging | undefined) {
        this.live.debugging = next;
    }

    /** Parses documents with the settings of the session. */
    parsedAs(documents: readonly SourceDocument[]): Model {
        return this.workspace.parse(documents, { strict: this.settings.isStrict }).model;
    }

    /** Parses a document as a separate model. */
    parsed(document: SourceDocument): Model {
        return this.workspace.parseOnly([document]);
    }

    // --- Commands ---

    commandNamed(name: string): Command | undefined {
        return this.groups.flatMap(g => g.commands).find(c => c.name === name || c.aliases?.includes(name));
    }

    /** @throws CellFailure for an unknown name, with the commands of similar names */
    requiredCommand(name: string): Command {
        const command = this.commandNamed(name);
        if (command === undefined) {
            const known = this.groups.flatMap(g => g.commands.flatMap(c => [c.name, ...(c.aliases ?? [])]));
            const similar = nearest(
                name,
                known.map(k => ({ text: `%${k}`, name: k, reach: 0 }))
            ).map(k => k.text);
            const hint = similar.length === 0 ? 'try %help' : `did you mean ${similar.join(' or ')}?`;
            throw new CellFailure('UnknownCommand', `unknown command "%${name}" (${hint})`);
        }
        return command;
    }

    private async command(line: string): Promise<readonly Shown[]> {
        const [, name, argument] = /^%([\w-]*)\s*(.*)$/s.exec(line)!;
        const command = this.requiredCommand(name);
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

    /**
     * The limits of a run that reads the session's objects: their names denote them.
     * @param subject the population that an ambiguous name denotes; by default the one created last
     */
    limitsWithObjects(subject?: Population): BehaviourOptions {
        const { populations } = this.held;
        populations.at(-1)?.lend(() => this.host.checkCancelled?.());
        return {
            ...this.limits,
            lastObjectId: this.lastObjectId,
            heldObjects: [...populations, ...(subject === undefined ? [] : [subject])].map(p => p.root)
        };
    }

    /** The greatest id that an object of the session has. */
    get lastObjectId(): number {
        return Math.max(0, ...this.held.populations.map(p => p.simulation.run.objectCount));
    }

    /** A run under the policy and the randomness of the settings, which reads the objects that were made. */
    newRun(): Run {
        return startRun(this.model, this.limitsWithObjects(), this.newScheduler());
    }

    /** A scheduler of the policy and the randomness of the settings. */
    newScheduler(): Scheduler {
        return new Scheduler(policyFrom(this.settings), undefined, undefined, chanceFrom(this.settings));
    }

    get display(): Display {
        return Display.in(this.newRun(), []);
    }

    /**
     * The package whose names need no qualification: the last package that the cells declare, except for records; if there is none, the
     * only loaded package.
     */
    private get openPackage(): string | undefined {
        const [cells, ...files] = this.model.documents.map(({ root }) => ownedMembersOf(root).filter(m => m.$type === 'Package'));
        const records = new Set(this.state.documents[0].declarations.filter(isGenerated).map(d => d.name));
        const loaded = files.flat();
        const found = cells.findLast(c => !records.has(nameOf(c) ?? '')) ?? (loaded.length === 1 ? loaded[0] : undefined);
        return found === undefined ? undefined : qualifiedNameOf(found);
    }

    /** Where a name is looked up that the roots do not have: the open package, and the owner of the only element with that name. */
    namespacesFor(name: string): string[] {
        const namespaces = [this.openPackage, ownerOfOnly(this.model, name)];
        return [...new Set(namespaces.filter(n => n !== undefined))];
    }

    /**
     * Resolves a name or path: from the roots, then as a name in the cells, then in the open package, then through the only element of the
     * session with the first name.
     * @throws CellFailure with similar names
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
        const found = quoted.map(p => elementAt(this.model, p) ?? this.imported(p)).find(f => f !== undefined);
        if (found !== undefined) {
            return found;
        }
        const within = quoted.flatMap(p => this.namespacesFor(p).map(n => `${n}::${p}`));
        return within.map(p => elementAt(this.model, p) ?? this.imported(p)).find(f => f !== undefined);
    }

    private imported(path: string): ElementAt | undefined {
        const { root } = this.model.documents[0];
        const element: AstNode | undefined = /^[\p{L}_']/u.test(path) ? memberElement(resolveIn(root, path)) : undefined;
        const id = element === undefined ? undefined : qualifiedNameOf(element);
        return element === undefined || id === undefined ? undefined : { element, id, path: id };
    }

    /** A failure with suggestions for an unknown name. */
    failed(kind: CellFailure['kind'], { error, unknown }: Failed, diagnostics: readonly Diagnostic[] = []): CellFailure {
        return new CellFailure(kind, unknown === undefined ? error : withSuggestions(this.model, error, unknown), diagnostics);
    }

    /** A place in a cell as text. */
    placeIn(text: string, offset: number): string {
        const { line, column } = new LineIndex(text).positionOf(offset);
        return `${line}:${column}`;
    }
}

const warningText = ({ span, code, message }: Diagnostic): string =>
    `${span === undefined ? '' : `${span.startLine}:${span.startCol}: `}warning${code === '' ? '' : `[${code}]`}: ${message}`;
