/**
 * A debug adapter: answers the requests of one debugging session of an editor with a recorded run, and sends its events. All threads stop
 * together. Does not depend on the transport.
 */
import { messageOf } from '../language/failures.js';
import { documentOf } from '../language/semantics/text.js';
import type { Model } from '../language/workspace/workspace.js';
import type { SteppedSnapshot } from '../runtime/behaviour/index.js';
import { displayed } from '../runtime/evaluation/index.js';
import { elementIdOf } from '../views/index.js';
import { Breakpoints, isStop, type PlacedBreakpoint } from './breakpoints.js';
import { completionsOf, wordOf } from './console.js';
import { Inspection } from './inspection.js';
import { AdapterError, type DebuggedModels, type LaunchArguments } from './launch.js';
import { ClientPlaces } from './places.js';
import type * as protocol from './protocol.js';
import { RecordedRun } from './recorded-run.js';
import { DebugSession, stateInWords } from './session.js';

type Answer = object | undefined | void;

/** The optional capabilities of the protocol that the adapter supports. */
const CAPABILITIES = {
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

export class DebugAdapter {
    private sequence = 0;
    private debugged: DebugSession | undefined;
    private readonly places: ClientPlaces;
    private readonly breakpoints: Breakpoints;
    private readonly inspection: Inspection;
    /** events to send after the response to the current request */
    private pending: (() => void)[] = [];
    /** an edited model on which the run could not be repeated */
    private unfit: Model | undefined;

    constructor(
        private readonly models: DebuggedModels,
        private readonly send: (message: protocol.Response | protocol.Event) => void
    ) {
        this.places = new ClientPlaces(models);
        this.breakpoints = new Breakpoints(this.places);
        this.inspection = new Inspection(this.places);
    }

    /** Answers a request: sends the response, then the pending events. */
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

    private later(event: string, body: object = {}): void {
        this.pending.push(() => this.sendEvent(event, body));
    }

    private sendEvent(event: string, body: object): void {
        this.send({ seq: ++this.sequence, type: 'event', event, body });
    }

    private print(text: string, category = 'console'): void {
        this.later('output', { category, output: `${text}\n` });
    }

    /** The model was edited: repeats the run on the new model. If that has relevant errors, the run stays on the old model. */
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
            debugged.repeatOn(model);
            this.inspection.variables.clear();
            this.sendEvent('stopped', { ...this.stopOf(debugged, 'pause'), description: 'The model was edited: the run was repeated' });
        } catch (error) {
            this.unfit = model;
            this.sendEvent('output', {
                category: 'important',
                output: `The model was edited; the run still uses the previous model: ${messageOf(error)}\n`
            });
        }
    }

    private readonly requests: Readonly<Record<string, (args: never) => Answer | Promise<Answer>>> = {
        initialize: (ways: Partial<protocol.ClientWays>) => {
            this.places.take(ways);
            return CAPABILITIES;
        },
        launch: async (launch: LaunchArguments) => {
            await this.launch(launch);
            this.later('initialized');
        },
        restart: () => this.launch(this.session.launch).then(() => this.begin()),
        configurationDone: () => this.begin(),
        setBreakpoints: (args: { source: protocol.Source; breakpoints?: readonly protocol.SourceBreakpoint[] }) => ({
            breakpoints: this.breakpoints.setInSource(args.source, args.breakpoints ?? [])
        }),
        setFunctionBreakpoints: (args: { breakpoints: readonly protocol.FunctionBreakpoint[] }) => {
            const { recorded } = this.session;
            const behaviour = recorded.run.stacks()[0]?.performances.at(-1)?.behaviour;
            return { breakpoints: this.breakpoints.setOfFunctions(recorded.model, behaviour, args.breakpoints) };
        },
        setExceptionBreakpoints: () => ({ breakpoints: [] }),
        breakpointLocations: ({ source, line, endLine = line }: { source: protocol.Source; line: number; endLine?: number }) => ({
            breakpoints: this.breakpoints.linesBetween(source, line, endLine).map(l => ({ line: l }))
        }),
        threads: () => ({ threads: this.debugged === undefined ? [] : this.inspection.threadsOf(this.debugged) }),
        stackTrace: (args: { threadId: number; startFrame?: number; levels?: number }) => this.inspection.stackTrace(this.session, args),
        scopes: ({ frameId }: { frameId: number }) => ({ scopes: this.inspection.scopes(this.session, frameId) }),
        variables: ({ variablesReference }: { variablesReference: number }) => ({
            variables: this.inspection.variables.of(variablesReference)
        }),
        next: () => this.step('stepOver'),
        stepIn: () => this.step('stepIn'),
        stepOut: () =>
            this.moving(session => {
                session.stepOut();
                this.stopped(session, 'step');
            }),
        continue: () => {
            this.goOn();
            return { allThreadsContinued: true };
        },
        pause: () => this.later('stopped', this.stopOf(this.session, 'pause')),
        stepBack: () => this.back(1),
        reverseContinue: () => this.back(Infinity),
        evaluate: (args: { expression: string; frameId?: number; context?: string }) => this.evaluate(args),
        completions: ({ text, column }: { text: string; column: number }) => ({
            targets: completionsOf(this.session.shown, this.session.valueNames, text, column - this.places.firstColumn)
        }),
        exceptionInfo: () => ({ exceptionId: 'failure', description: this.session.shown.reason, breakMode: 'always' }),
        terminate: () => this.end(),
        disconnect: () => {
            this.debugged = undefined;
        }
    };

    // --- Beginning and end ---

    private get session(): DebugSession {
        if (this.debugged === undefined) {
            throw new AdapterError('no run is debugged: send launch first');
        }
        return this.debugged;
    }

    private async launch(launch: LaunchArguments): Promise<void> {
        const node = await this.models.behaviourOf(launch);
        const uri = this.models.uriOf(documentOf(node));
        const recorded = new RecordedRun(this.models.modelOf(uri), elementIdOf(node), launch, () => this.models.limits());
        this.debugged = new DebugSession(launch, recorded, uri, shown => this.printTrace(shown));
        this.inspection.begin();
        this.breakpoints.begin();
    }

    private begin(): void {
        const { session } = this;
        this.printTrace(session.shown);
        if (session.launch.stopOnEntry !== false && session.launch.noDebug !== true) {
            this.stopped(session, 'entry');
        } else {
            session.isBeginning = true;
            this.goOn();
        }
    }

    private end(): void {
        this.debugged = undefined;
        this.later('terminated');
        this.later('exited', { exitCode: 0 });
    }

    // --- Moving ---

    /** Moves a run. If the run is over, ends the session instead. */
    private moving(move: (session: DebugSession) => void): void {
        const { session } = this;
        if (session.isOver) {
            this.end();
        } else {
            move(session);
        }
    }

    private step(kind: 'stepOver' | 'stepIn'): void {
        this.moving(session => {
            session[kind]();
            this.stopped(session, 'step');
        });
    }

    private goOn(): void {
        this.moving(session => {
            const isDebugging = session.launch.noDebug !== true;
            const hit = session.goOn(isDebugging ? this.breakpoints.all : [], (breakpoint, textOf) =>
                isStop(breakpoint, textOf, text => this.print(text, 'stdout'))
            );
            if (session.isOver && !isDebugging) {
                this.end();
            } else {
                this.stopped(session, hit.length > 0 ? 'breakpoint' : 'pause', hit);
            }
        });
    }

    private back(moves: number): void {
        const { session } = this;
        this.stopped(session, session.back(moves) ? 'entry' : 'step');
    }

    private stopOf(session: DebugSession, reason: string, hit: readonly PlacedBreakpoint[] = []): object {
        const { shown } = session;
        const failed = shown.state === 'failed';
        return {
            reason: failed ? 'exception' : reason,
            description: stateInWords(shown),
            ...(failed && { text: shown.reason }),
            threadId: this.inspection.threadsOf(session)[0].id,
            allThreadsStopped: true,
            ...(hit.length > 0 && { hitBreakpointIds: hit.map(b => b.id) })
        };
    }

    private stopped(session: DebugSession, reason: string, hit: readonly PlacedBreakpoint[] = []): void {
        this.inspection.variables.clear();
        const { shown } = session;
        if (session.isOver) {
            const values = [...shown.values].map(([name, value]) => `${name} = ${displayed(value)}`);
            this.print([stateInWords(shown), ...values].join('\n    '), shown.state === 'failed' ? 'stderr' : 'stdout');
        }
        this.later('stopped', this.stopOf(session, reason, hit));
    }

    private printTrace({ trace }: SteppedSnapshot): void {
        trace.forEach(({ time, text }) => this.print(`t=${time} s  ${text}`));
    }

    // --- The console ---

    private evaluate({ expression, frameId, context }: { expression: string; frameId?: number; context?: string }): object {
        const { session } = this;
        const { variables } = this.inspection;
        const word = context === 'repl' ? wordOf(expression, session.shown.events) : undefined;
        switch (word?.kind) {
            case 'send':
                session.move({ kind: 'send', event: word.event });
                this.later('invalidated', { areas: ['variables'] });
                return { result: `${word.event} is queued: it is dispatched at the next step`, variablesReference: 0 };
            case 'wait':
                this.moving(() => {
                    session.move({ kind: 'advance', seconds: word.seconds });
                    this.stopped(session, 'step');
                });
                return { result: `t=${this.debugged?.shown.time ?? 0} s`, variablesReference: 0 };
            default: {
                const performance = (frameId === undefined ? undefined : variables.frameOf(frameId)) ?? session.stacks[0]?.performances[0];
                const found = variables.variable('', session.valueOf(word?.expression ?? expression, performance));
                return { result: found.value, variablesReference: found.variablesReference };
            }
        }
    }
}
