/**
 * A debug adapter: answers the requests of one debugging session of an editor by a recorded run. A thread is what goes on beside others
 * (an active state, a token), a frame is a performance; all of them stand when one stands. Knows no transport.
 */
import type { AstNode } from '../language/generated/tree.js';
import { nameOf } from '../language/semantics/naming.js';
import { documentOf } from '../language/semantics/text.js';
import { nameSpanOf, spanOf } from '../language/syntax/index.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { messageOf } from '../language/failures.js';
import type { BehaviourOptions, StackedPerformance, SteppedSnapshot } from '../runtime/behaviour/index.js';
import { displayed } from '../runtime/evaluation/index.js';
import { elementIdOf } from '../views/index.js';
import { type Conditions, type PlacedBreakpoint, stoppableAt, stoppableNamed } from './breakpoints.js';
import { completionsOf, wordOf } from './console.js';
import type * as protocol from './protocol.js';
import { type Command, RecordedRun, type RunSettings } from './recorded-run.js';
import { Variables } from './variables.js';

/** What a client asks to be debugged. */
export interface LaunchArguments extends RunSettings {
    /** qualified name of an action or state machine */
    readonly element?: string;
    /** path or URI of a file of the model */
    readonly program?: string;
    /** errors that the behaviour does not reach are not minded */
    readonly force?: boolean;
    /** stops before the first move */
    readonly stopOnEntry?: boolean;
    /** stops at no breakpoint and not at the end */
    readonly noDebug?: boolean;
}

/** The models that are debugged, and the places of their texts. */
export interface DebuggedModels {
    /** @throws an error that says what is missing */
    behaviourOf(launch: LaunchArguments): Promise<AstNode> | AstNode;
    /** The model with a document as it is now. */
    modelOf(uri: string): Model;
    document(uri: string): Document | undefined;
    uriOf(document: Document): string;
    uriOfPath(path: string): string;
    pathOfUri(uri: string): string;
    /** Lines and columns from 0. */
    positionOf(document: Document, offset: number): { readonly line: number; readonly character: number };
    limits(): BehaviourOptions;
}

/** What is asked of the adapter that means nothing, with a text for people. */
export class AdapterError extends Error {}

/** What is debugged now. */
interface Debugged {
    readonly launch: LaunchArguments;
    readonly recorded: RecordedRun;
    readonly uri: string;
    /** by moves of the client: how many commands each made */
    readonly moves: number[];
    shown: SteppedSnapshot;
}

type Answer = object | undefined | void;

export class DebugAdapter {
    private sequence = 0;
    private ways: protocol.ClientWays = { linesStartAt1: true, columnsStartAt1: true, pathFormat: 'path' };
    private debugged: Debugged | undefined;
    private readonly variables = new Variables();
    private readonly threads = new Map<string, number>();
    private lastBreakpoint = 0;
    /** by URI; those of functions under the empty text */
    private readonly breakpoints = new Map<string, readonly PlacedBreakpoint[]>();
    private pending: (() => void)[] = [];
    /** a model on which the run could not be repeated */
    private unfit: Model | undefined;

    constructor(
        private readonly models: DebuggedModels,
        private readonly send: (message: protocol.Response | protocol.Event) => void
    ) {}

    /** Answers a request: its response, and the events that follow. */
    async handle(request: protocol.Request): Promise<void> {
        const { seq: request_seq, command } = request;
        const respond = (more: Pick<protocol.Response, 'success' | 'body' | 'message'>): void =>
            this.send({ seq: ++this.sequence, type: 'response', request_seq, command, ...more });
        try {
            const answer = Object.hasOwn(this.requests, command) ? this.requests[command] : undefined;
            if (answer === undefined) {
                throw new AdapterError(`${command} is not supported`);
            }
            const body = await answer((request.arguments ?? {}) as never);
            respond({ success: true, ...(body !== undefined && { body }) });
        } catch (error) {
            const message = messageOf(error);
            respond({ success: false, message, body: { error: { id: 1, format: message.replace(/[{}]/g, '') } } });
        }
        this.pending.splice(0).forEach(event => event());
    }

    /** An event, told behind the response of the request that is being answered. */
    private later(event: string, body: object = {}): void {
        this.pending.push(() => this.tell(event, body));
    }

    private tell(event: string, body: object): void {
        this.send({ seq: ++this.sequence, type: 'event', event, body });
    }

    private print(text: string, category = 'console'): void {
        this.later('output', { category, output: `${text}\n` });
    }

    /** The model was edited: the run is repeated on it; on one with errors in what it reaches it is not, and stands where it stood. */
    async modelChanged(): Promise<void> {
        const { debugged } = this;
        const model = debugged === undefined ? undefined : this.models.modelOf(debugged.uri);
        if (debugged === undefined || model === undefined || model === debugged.recorded.model || model === this.unfit) {
            return;
        }
        try {
            await this.models.behaviourOf({ ...debugged.launch, force: true });
            if (debugged !== this.debugged || model !== this.models.modelOf(debugged.uri)) {
                return;
            }
            debugged.recorded.repeatOn(model);
            debugged.shown = debugged.recorded.run.snapshot();
            this.variables.clear();
            this.tell('stopped', { ...this.stopOf('pause'), description: 'The model was edited: the run was repeated' });
        } catch (error) {
            this.unfit = model;
            this.tell('output', {
                category: 'important',
                output: `The model was edited, the run is of the one before: ${messageOf(error)}\n`
            });
        }
    }

    private readonly requests: Readonly<Record<string, (args: never) => Answer | Promise<Answer>>> = {
        initialize: (ways: Partial<protocol.ClientWays>) => {
            this.ways = { ...this.ways, ...ways };
            return {
                supportsConfigurationDoneRequest: true,
                supportsFunctionBreakpoints: true,
                supportsConditionalBreakpoints: true,
                supportsHitConditionalBreakpoints: true,
                supportsLogPoints: true,
                supportsEvaluateForHovers: true,
                supportsStepBack: true,
                supportsRestartRequest: true,
                supportsTerminateRequest: true,
                supportsExceptionInfoRequest: true,
                supportsBreakpointLocationsRequest: true,
                supportsCompletionsRequest: true
            };
        },
        launch: async (launch: LaunchArguments) => {
            await this.launch(launch);
            this.later('initialized');
        },
        restart: () => this.launch(this.session.launch).then(() => this.begin()),
        configurationDone: () => this.begin(),
        setBreakpoints: (args: { source: protocol.Source; breakpoints?: readonly protocol.SourceBreakpoint[] }) =>
            this.setBreakpoints(args.source, args.breakpoints ?? []),
        setFunctionBreakpoints: (args: { breakpoints: readonly protocol.FunctionBreakpoint[] }) =>
            this.setFunctionBreakpoints(args.breakpoints),
        setExceptionBreakpoints: () => ({ breakpoints: [] }),
        breakpointLocations: (args: { source: protocol.Source; line: number; endLine?: number }) => this.locations(args),
        threads: () => ({
            threads: this.debugged === undefined ? [] : this.threadsNow()
        }),
        stackTrace: (args: { threadId: number; startFrame?: number; levels?: number }) => this.stackTrace(args),
        scopes: ({ frameId }: { frameId: number }) => ({ scopes: this.scopes(frameId) }),
        variables: ({ variablesReference }: { variablesReference: number }) => ({ variables: this.variables.of(variablesReference) }),
        next: () => this.move({ kind: 'step' }, 'step'),
        stepIn: () => this.move({ kind: 'step' }, 'step'),
        stepOut: () => this.stepOut(),
        continue: () => {
            this.goOn();
            return { allThreadsContinued: true };
        },
        pause: () => this.later('stopped', this.stopOf('pause')),
        stepBack: () => this.back(1),
        reverseContinue: () => this.back(Infinity),
        evaluate: (args: { expression: string; frameId?: number; context?: string }) => this.evaluate(args),
        completions: ({ text, column }: { text: string; column: number }) => ({
            targets: completionsOf(this.session.shown, this.frameValues(), text, column - (this.ways.columnsStartAt1 ? 1 : 0))
        }),
        exceptionInfo: () => ({ exceptionId: 'failure', description: this.session.shown.reason, breakMode: 'always' }),
        terminate: () => this.end((event, body) => this.later(event, body)),
        disconnect: () => {
            this.debugged = undefined;
        }
    };

    // --- Beginning and end ---

    private get session(): Debugged {
        if (this.debugged === undefined) {
            throw new AdapterError('nothing is debugged: launch begins');
        }
        return this.debugged;
    }

    private async launch(launch: LaunchArguments): Promise<void> {
        const node = await this.models.behaviourOf(launch);
        const uri = this.models.uriOf(documentOf(node));
        const recorded = new RecordedRun(this.models.modelOf(uri), elementIdOf(node), launch, () => this.models.limits());
        this.debugged = { launch, recorded, uri, moves: [], shown: recorded.run.snapshot() };
        this.variables.clear();
        this.threads.clear();
        [...this.breakpoints.values()].flat().forEach(b => (b.hits = 0));
    }

    private begin(): void {
        const { launch, shown } = this.session;
        this.printTrace(shown);
        if (launch.stopOnEntry !== false && launch.noDebug !== true) {
            this.stopped('entry');
        } else {
            this.goOn();
        }
    }

    private end(tell: (event: string, body: object) => void): void {
        this.debugged = undefined;
        tell('terminated', {});
        tell('exited', { exitCode: 0 });
    }

    // --- Moving ---

    private command(command: Command): void {
        const { session } = this;
        session.recorded.do(command);
        session.moves[session.moves.length - 1]++;
        session.shown = session.recorded.run.snapshot();
        this.printTrace(session.shown);
    }

    /** Whether the run can move; what is over ends the session. */
    private mayMove(): boolean {
        if (this.isOver) {
            this.end((event, body) => this.later(event, body));
            return false;
        }
        this.session.moves.push(0);
        return true;
    }

    private get isOver(): boolean {
        return ['completed', 'terminated', 'failed'].includes(this.session.shown.state);
    }

    private move(command: Command, reason: string): void {
        if (this.mayMove()) {
            this.command(command);
            this.stopped(reason);
        }
    }

    /** Moves, while time passes, until a breakpoint that counts, an event that is waited for, or the end. */
    private goOn(): void {
        if (!this.mayMove()) {
            return;
        }
        const placed = this.session.launch.noDebug === true ? [] : [...this.breakpoints.values()].flat();
        const breakpoints = placed.map(b => b.element);
        let hit: readonly PlacedBreakpoint[] = [];
        do {
            this.command({ kind: 'continue', seconds: Infinity, breakpoints });
            const at = this.session.recorded.run.stopped;
            hit = placed.filter(b => at !== undefined && b.element === elementIdOf(at) && this.counts(b));
        } while (hit.length === 0 && this.session.recorded.run.stopped !== undefined && this.session.shown.state === 'suspended');
        if (this.isOver && this.session.launch.noDebug === true) {
            this.end((event, body) => this.later(event, body));
        } else {
            this.stopped(hit.length > 0 ? 'breakpoint' : 'pause', hit);
        }
    }

    private stepOut(): void {
        const depth = this.stacks[0]?.performances.length ?? 0;
        if (!this.mayMove()) {
            return;
        }
        do {
            this.command({ kind: 'step' });
        } while (
            !this.isOver &&
            this.session.shown.state !== 'waiting' &&
            (this.stacks[0]?.performances.length ?? 0) >= depth &&
            depth > 1
        );
        this.stopped('step');
    }

    private back(moves: number): void {
        const { session } = this;
        const taken = session.moves.splice(Math.max(0, session.moves.length - moves));
        session.recorded.back(taken.reduce((sum, n) => sum + n, 0));
        session.shown = session.recorded.run.snapshot();
        this.stopped(session.moves.length === 0 ? 'entry' : 'step');
    }

    private stopOf(reason: string, hit: readonly PlacedBreakpoint[] = []): object {
        const { shown } = this.session;
        const failed = shown.state === 'failed';
        return {
            reason: failed ? 'exception' : reason,
            description: describe(shown),
            ...(failed && { text: shown.reason }),
            threadId: this.threadsNow()[0].id,
            allThreadsStopped: true,
            ...(hit.length > 0 && { hitBreakpointIds: hit.map(b => b.id) })
        };
    }

    private stopped(reason: string, hit: readonly PlacedBreakpoint[] = []): void {
        this.variables.clear();
        const { shown } = this.session;
        if (this.isOver) {
            const values = [...shown.values].map(([name, value]) => `${name} = ${displayed(value)}`);
            this.print([describe(shown), ...values].join('\n    '), shown.state === 'failed' ? 'stderr' : 'stdout');
        }
        this.later('stopped', this.stopOf(reason, hit));
    }

    private printTrace({ trace }: SteppedSnapshot): void {
        trace.forEach(({ time, text }) => this.print(`t=${time} s  ${text}`));
    }

    // --- Breakpoints ---

    private setBreakpoints({ path = '' }: protocol.Source, wanted: readonly protocol.SourceBreakpoint[]): object {
        const uri = this.uriOf(path);
        const document = this.models.document(uri);
        const found = wanted.map(b => {
            const line = b.line - this.firstLine;
            const element = document === undefined ? undefined : stoppableAt(document, line, o => this.models.positionOf(document, o).line);
            return this.placed(element, b, document === undefined ? `${path} is no file of the model` : NO_PLACE);
        });
        this.breakpoints.set(
            uri,
            found.flatMap(f => f.placed ?? [])
        );
        return { breakpoints: found.map(f => f.told) };
    }

    private setFunctionBreakpoints(wanted: readonly protocol.FunctionBreakpoint[]): object {
        const found = wanted.map(b => {
            const { recorded } = this.session;
            const behaviour = recorded.run.stacks()[0]?.performances.at(-1)?.behaviour;
            const element = behaviour === undefined ? undefined : stoppableNamed(recorded.model, behaviour, b.name);
            return this.placed(element, b, `${b.name} is no state, step or transition`);
        });
        this.breakpoints.set(
            '',
            found.flatMap(f => f.placed ?? [])
        );
        return { breakpoints: found.map(f => f.told) };
    }

    private placed(
        element: AstNode | undefined,
        { condition, hitCondition, logMessage }: Conditions,
        why: string
    ): { readonly told: protocol.Breakpoint; readonly placed?: PlacedBreakpoint } {
        const id = ++this.lastBreakpoint;
        return element === undefined
            ? { told: { id, verified: false, message: why } }
            : {
                  told: { id, verified: true, ...this.placeOf(element) },
                  placed: { id, element: elementIdOf(element), condition, hitCondition, logMessage, hits: 0 }
              };
    }

    private locations({
        source: { path = '' },
        line,
        endLine = line
    }: {
        source: protocol.Source;
        line: number;
        endLine?: number;
    }): object {
        const document = this.models.document(this.uriOf(path));
        const lines = new Set<number>();
        for (let l = line; document !== undefined && l <= endLine; l++) {
            const element = stoppableAt(document, l - this.firstLine, o => this.models.positionOf(document, o).line);
            if (element !== undefined) {
                lines.add(this.models.positionOf(document, spanOf(element).offset).line + this.firstLine);
            }
        }
        return { breakpoints: [...lines].filter(l => l >= line && l <= endLine).map(l => ({ line: l })) };
    }

    /** Whether the run is to stop at a breakpoint that it has reached; what it logs is told. */
    private counts(breakpoint: PlacedBreakpoint): boolean {
        const { condition = '', hitCondition = '', logMessage = '' } = breakpoint;
        const [top] = this.stackAtStop();
        const evaluated = (expression: string): string => this.evaluated(expression, top);
        if (condition !== '' && evaluated(condition) !== 'true') {
            return false;
        }
        breakpoint.hits++;
        if (hitCondition !== '' && breakpoint.hits < Number(hitCondition.replace(/^\D+/, ''))) {
            return false;
        }
        if (logMessage !== '') {
            this.print(
                logMessage.replace(/\{([^{}]*)\}/g, (_, expression: string) => evaluated(expression)),
                'stdout'
            );
            return false;
        }
        return true;
    }

    /** The performances around the place at which the run has stopped. */
    private stackAtStop(): readonly StackedPerformance[] {
        const { stopped } = this.session.recorded.run;
        const { stacks } = this;
        return (stacks.find(s => s.performances.some(p => p.element === stopped)) ?? stacks[0])?.performances ?? [];
    }

    // --- Where it stands ---

    /** Those at the breakpoint first. */
    private get stacks(): ReturnType<RecordedRun['run']['stacks']> {
        const { run } = this.session.recorded;
        const stacks = run.stacks();
        const first = stacks.find(s => run.stopped !== undefined && s.performances[0]?.element === run.stopped);
        return first === undefined ? stacks : [first, ...stacks.filter(s => s !== first)];
    }

    /** One at least: an editor takes a run without threads for one that goes on. */
    private threadsNow(): readonly { readonly id: number; readonly name: string }[] {
        const all = this.stacks.map(({ key, label }) => ({ id: this.threadOf(key), name: label }));
        return all.length > 0 ? all : [{ id: this.threadOf('run'), name: this.session.recorded.element }];
    }

    private threadOf(key: string): number {
        const known = this.threads.get(key) ?? this.threads.size + 1;
        this.threads.set(key, known);
        return known;
    }

    private stackTrace({ threadId, startFrame = 0, levels = 0 }: { threadId: number; startFrame?: number; levels?: number }): object {
        const performances = this.stacks.find(s => this.threadOf(s.key) === threadId)?.performances ?? [];
        const shown = performances.slice(startFrame, levels > 0 ? startFrame + levels : undefined);
        return {
            totalFrames: performances.length,
            stackFrames: shown.map(p => ({ id: this.variables.frame(p), name: p.label, ...this.placeOf(p.element) }))
        };
    }

    private scopes(frameId: number): object[] {
        const performance = this.variables.frameOf(frameId);
        if (performance === undefined) {
            throw new AdapterError('the run has moved since: ask for the stack again');
        }
        const { variables, session } = this;
        const { recorded, shown } = session;
        const performer = recorded.run.performedBy;
        const name = nameOf(performance.behaviour);
        const scope = (title: string, contents: () => readonly protocol.Variable[]): object => ({
            name: title,
            variablesReference: variables.reference(contents),
            expensive: false
        });
        const text = (key: string, value: string): protocol.Variable => ({ name: key, value, variablesReference: 0 });
        return [
            scope(name === undefined ? 'Values' : `Values of ${name}`, () => variables.named(performance.values)),
            ...(performer === undefined ? [] : [scope('Performer', () => [variables.variable('this', performer)])]),
            scope('Run', () => [
                text('state', describe(shown)),
                text('time', `${shown.time} s`),
                ...(shown.due === undefined ? [] : [text('next instant', `${shown.due} s`)]),
                text('events', shown.events.join(', ')),
                text('queue', shown.queue.join(', ')),
                ...(shown.finalState === '' ? [] : [text('final state', shown.finalState)])
            ])
        ];
    }

    private frameValues(): readonly string[] {
        const own = this.stacks.flatMap(s => s.performances.flatMap(p => [...p.values.keys()]));
        return [...new Set([...own, ...[...this.session.shown.values.keys()].map(name => name.replace('this.', ''))])];
    }

    private evaluate({ expression, frameId, context }: { expression: string; frameId?: number; context?: string }): object {
        const { shown } = this.session;
        const performance = (frameId === undefined ? undefined : this.variables.frameOf(frameId)) ?? this.stacks[0]?.performances[0];
        const word = context === 'repl' ? wordOf(expression, shown.events) : undefined;
        switch (word?.kind) {
            case 'send':
                this.session.moves.push(0);
                this.command({ kind: 'send', event: word.event });
                this.later('invalidated', { areas: ['variables'] });
                return { result: `${word.event} has come: it is dispatched at the next step`, variablesReference: 0 };
            case 'wait':
                this.move({ kind: 'advance', seconds: word.seconds }, 'step');
                return { result: `t=${this.debugged?.shown.time ?? 0} s`, variablesReference: 0 };
            default: {
                const { result, error, diagnostics = [] } = this.answerOf(word?.expression ?? expression, performance);
                if (result === undefined) {
                    throw new AdapterError(diagnostics[0]?.message ?? error ?? 'no value');
                }
                const { value, variablesReference } = this.variables.variable('', result);
                return { result: value, variablesReference };
            }
        }
    }

    private answerOf(expression: string, performance: StackedPerformance | undefined): ReturnType<RecordedRun['run']['evaluate']> {
        if (performance === undefined) {
            throw new AdapterError('the run has no performance to read values of');
        }
        return this.session.recorded.run.evaluate(expression, performance);
    }

    private evaluated(expression: string, performance: StackedPerformance | undefined): string {
        const { result, error, diagnostics = [] } = this.answerOf(expression, performance);
        return result === undefined ? `(${diagnostics[0]?.message ?? error ?? 'no value'})` : displayed(result);
    }

    // --- Places ---

    private get firstLine(): number {
        return this.ways.linesStartAt1 ? 1 : 0;
    }

    private uriOf(path: string): string {
        return this.ways.pathFormat === 'uri' ? path : this.models.uriOfPath(path);
    }

    /** Where an element is declared, by its name where it has one. */
    private placeOf(element: AstNode): { readonly source: protocol.Source; readonly line: number; readonly column: number } {
        const document = documentOf(element);
        const uri = this.models.uriOf(document);
        const { offset } = spanOf(element);
        const { line, character } = this.models.positionOf(document, (nameSpanOf(element) ?? { offset }).offset);
        return {
            source: {
                name: decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1)),
                path: this.ways.pathFormat === 'uri' ? uri : this.models.pathOfUri(uri)
            },
            line: line + this.firstLine,
            column: character + (this.ways.columnsStartAt1 ? 1 : 0)
        };
    }
}

const NO_PLACE = 'a run stops at states, steps of actions, transitions and successions; there is none here';

/** The state of a run in words. */
function describe({ state, reason }: SteppedSnapshot): string {
    return reason === '' || reason === state ? state : `${state}: ${reason}`;
}
