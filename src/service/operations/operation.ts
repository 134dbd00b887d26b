// The type of an operation: a function over messages of the contract, with its services and the context of its call. Does not depend on
// transports, threads or encodings.

import type { Environment } from '../config/environment.js';
import type { Capability } from '../../wire/capabilities.js';
import type { MethodName, RequestOf, ResponseOf } from '../../wire/methods.js';
import type { CapabilitySet } from '../../wire/capability-filter.js';
import type { SymbolFacts } from '../../wire/symbols.js';
import type { Division } from './division.js';
import type { Attendant, Registrations, Solver, SolverMissing } from '../../runtime/engines/index.js';
import type { Document, Model, ModelWorkspace, SourceDocument } from './core.js';
import type { FileReader, SourceFiles } from './source-files.js';

/** The objects that the service holds for a model while the model is cached (`Instantiate` creates them). */
export interface Held {
    /** the data held for the model; created on first use */
    of<T>(model: Model, make: () => T): T;
    /** releases everything held for the model */
    drop(model: Model): void;
}

/** Facts about elements, from the language core. */
export interface SymbolSource {
    rootSymbol(...documents: readonly Document[]): SymbolFacts;
    /** undefined for an unknown name; accepts quoted and unquoted segments */
    symbolInfo(model: Model, id: string): SymbolFacts | undefined;
}

/** The services that all operations of one worker or embedding share. */
export interface Services {
    readonly workspace: ModelWorkspace;
    readonly symbols: SymbolSource;
    /** the files that requests may name */
    readonly files: SourceFiles;
    /** the objects held for each model */
    readonly held: Held;
    /** version of the build */
    readonly version: string;
    readonly environment: Environment;
    /** the advertised capabilities, sorted by code unit */
    readonly capabilities: CapabilitySet;
    /** names of the external engines that the service may run; `all` for every listed one */
    readonly servedEngines: readonly string[];
    /** the solver of the service, which starts on first use, or the reason why there is none */
    readonly solver: Solver | SolverMissing;
    /** tools and engines of the environment's manifests */
    readonly registrations: Registrations;
    /** runs the programs of tools */
    readonly attendant: Attendant;
}

/** The context of one call. */
export interface CallContext {
    /** the model that the request names; must not be read if it names none */
    readonly model: Model;
    /** reads the files that the request names, until the call is cancelled */
    readonly files: FileReader;
    /** end of the call, in milliseconds since the epoch; 0 for none */
    readonly deadline: number;
    /** Whether the client cancelled or the deadline has passed. Cheap enough for every hundredth step of an inner loop. */
    isCancelled(): boolean;
    /**
     * Must be called between the steps of a long computation.
     * @throws Refusal canceled or deadline_exceeded
     */
    checkCancelled(): void;
    /** Reports a parsed model with its documents, so that the service can reproduce it elsewhere. */
    parsed(model: Model, documents: readonly SourceDocument[], filesRead: boolean): void;
    /** Reports that objects held for the model changed, so that the service repeats the call wherever it needs the same objects. */
    populationChanged(): void;
}

export interface Operation<M extends MethodName> {
    /** the capabilities that this operation provides; the service advertises their union */
    readonly provides: readonly Capability[];
    /** whether it uses objects held for the model, and must run where these are held */
    readonly population?: 'reads' | 'writes';
    /** whether the answer depends on the request and the model only, so that the service may cache a small answer */
    readonly repeatable?: true;
    /**
     * Present for calls that are often cheaper to compute in the main thread than to hand to a worker: whether an answer under small
     * budgets equals that under full budgets.
     */
    isFinal?(response: ResponseOf<M>): boolean;
    /**
     * @returns the response, or its parts
     * @throws Refusal for an unacceptable request; failures of the model are `error` in the response
     */
    run(services: Services, request: RequestOf<M>, context: CallContext): ResponseOf<M> | Promise<ResponseOf<M>> | Division<ResponseOf<M>>;
}

/** The operations by procedure. */
export type Registry = { readonly [M in MethodName]?: Operation<M> };
