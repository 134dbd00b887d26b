// What an operation is: a plain function over messages of the wire contract, with the services it may use and the
// context of its call. Knows no transport, no thread and no encoding.

import type { Environment } from '../config/environment.js';
import type { Capability } from '../../wire/capabilities.js';
import type { MethodName, RequestOf, ResponseOf } from '../../wire/methods.js';
import type { CapabilitySet } from '../../wire/capability-filter.js';
import type { SymbolFacts } from '../../wire/symbols.js';
import type { Division } from './division.js';
import type { Attendant, Registrations, Solver, SolverMissing } from '../../runtime/engines/index.js';
import type { Document, Model, ModelWorkspace, SourceDocument } from './core.js';
import type { FileReader, SourceFiles } from './source-files.js';

/** What operations hold for a model while it stays cached (objects that `Instantiate` created). */
export interface Held {
    /** what is held for the model; made at the first use */
    of<T>(model: Model, make: () => T): T;
    /** releases everything held for the model */
    drop(model: Model): void;
}

/** Facts about elements, from the language core. */
export interface SymbolSource {
    rootSymbol(...documents: readonly Document[]): SymbolFacts;
    /** undefined for a name the model does not have; either spelling of a segment is read */
    symbolInfo(model: Model, id: string): SymbolFacts | undefined;
}

/** What every operation of one worker (or embedding) shares. */
export interface Services {
    readonly workspace: ModelWorkspace;
    readonly symbols: SymbolSource;
    /** the files of the machine that requests may name */
    readonly files: SourceFiles;
    /** the objects held for each model */
    readonly held: Held;
    /** version string of the build */
    readonly version: string;
    readonly environment: Environment;
    /** what the service advertises, in code-unit order */
    readonly capabilities: CapabilitySet;
    /** names of external engines the service may run; `all` for every listed one */
    readonly servedEngines: readonly string[];
    /** the solver of the service, which starts with the first question; or why there is none */
    readonly solver: Solver | SolverMissing;
    /** tools and engines of the environment's manifests */
    readonly registrations: Registrations;
    /** runs the programs of tools */
    readonly attendant: Attendant;
}

/** One call. */
export interface CallContext {
    /** the model the request names; only an operation whose request names none (or may name none) must not read it */
    readonly model: Model;
    /** reads the files that the request names, while the call is wanted */
    readonly files: FileReader;
    /** when the call is over, in milliseconds since the epoch; 0 for never */
    readonly deadline: number;
    /**
     * Whether the client has gone or the deadline has passed. Cheap enough for an inner loop's every hundredth step.
     */
    isCancelled(): boolean;
    /**
     * To be called between the steps of a long computation.
     * @throws Refusal canceled or deadline_exceeded
     */
    checkCancelled(): void;
    /** Says that a model was parsed, with its documents as read, so that the service can make it again elsewhere. */
    parsed(model: Model, documents: readonly SourceDocument[], filesRead: boolean): void;
    /** Says that objects held for the model changed, so that the service repeats the call wherever it needs the same population. */
    populationChanged(): void;
}

export interface Operation<M extends MethodName> {
    /** capabilities that exist because this operation is there; the advertised list is their union */
    readonly provides: readonly Capability[];
    /** whether it reads objects held for the model (`Instantiate` creates them), so that it runs where they are */
    readonly population?: 'reads' | 'writes';
    /** the answer follows from the request and the model alone, so that a small one may be given again without computing it */
    readonly repeatable?: true;
    /**
     * There when a call is often so small that handing it to a worker costs more than computing it: whether an answer computed under small
     * budgets would be the same under the full ones.
     */
    isFinal?(response: ResponseOf<M>): boolean;
    /**
     * @returns the response, or the parts it is put together from
     * @throws Refusal when the request is unacceptable; what the model does not do is `error` in the response
     */
    run(services: Services, request: RequestOf<M>, context: CallContext): ResponseOf<M> | Promise<ResponseOf<M>> | Division<ResponseOf<M>>;
}

/** The operations there are, by procedure. */
export type Registry = { readonly [M in MethodName]?: Operation<M> };
