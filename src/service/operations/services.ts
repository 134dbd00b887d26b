// Creates the services of one worker or embedding: the language core with the library, and the registered operations.

import { packagesOf } from '../../exchange/packages/index.js';
import { withPackages } from '../../language/library/layered.js';
import { loadLibrary } from '../../language/library/loading.js';
import '../../runtime/evaluation/index.js';
import { rootSymbol, symbolInfo } from '../../language/symbols/symbol.js';
import { type AnalysisTime, Workspace } from '../../language/workspace/workspace.js';
import { Attendant, findSolver, Solver } from '../../runtime/engines/index.js';
import type { WorkerSettings } from '../workers/messages.js';
import { serviceManifests } from '../config/check.js';
import { createHeld } from './held.js';
import type { Registry, Services } from './operation.js';
import { advertised } from './registry.js';
import { SourceFiles } from './source-files.js';
import { OPERATIONS } from './table.js';

/** The settings of {@link createServices}. */
export type ServicesSettings = Pick<
    WorkerSettings,
    'environment' | 'version' | 'cacheSize' | 'servedEngines' | 'sourceRoot' | 'librarySnapshot'
> & {
    /** when models are validated; immediately if absent */
    readonly analysis?: AnalysisTime;
};

/** Services, with messages about loading them. */
export interface LoadedServices {
    readonly services: Services;
    /** the block from which other threads load the same library */
    readonly librarySnapshot?: SharedArrayBuffer;
    /** the origin of the library, for the log */
    readonly libraryOrigin?: string;
    /** warnings, for the log */
    readonly warnings?: readonly string[];
}

/** The operations, and the loader of their services. Loading takes long and happens once, on demand. */
export interface ServicesSource {
    readonly registry: Registry;
    /**
     * @param onSolverEnded receives the reason for which the solver ended in the middle of a question
     * @throws Error when the library cannot be loaded
     */
    load(onSolverEnded?: (reason: string) => void): LoadedServices;
}

export type ServicesFactory = (settings: ServicesSettings) => ServicesSource | Promise<ServicesSource>;

/** The services of this project. */
export const createServices: ServicesFactory = ({
    environment,
    version,
    cacheSize,
    servedEngines,
    sourceRoot = '',
    librarySnapshot,
    analysis
}) => ({
    registry: OPERATIONS,
    load(onSolverEnded) {
        const { SERVICE_LIBRARY_PATH: path, SERVICE_PROJECT: project } = environment.texts;
        const packages = packagesOf(project === '' ? [] : [project]);
        const library = withPackages(loadLibrary({ path, ...(librarySnapshot && { snapshot: librarySnapshot }) }), packages);
        const place = findSolver(environment.texts.SERVICE_SMT, process.env.PATH ?? '');
        return {
            services: {
                workspace: new Workspace({ library, cacheSize, analysis }),
                symbols: { rootSymbol, symbolInfo },
                files: new SourceFiles({ root: sourceRoot }),
                held: createHeld(),
                version,
                environment,
                servedEngines,
                solver: 'missing' in place ? place : new Solver(place, environment.counts.SERVICE_SMT_MEMORY, onSolverEnded),
                registrations: serviceManifests(environment.texts, sourceRoot),
                attendant: new Attendant(),
                capabilities: advertised(OPERATIONS, servedEngines, environment.withheldCapabilities)
            },
            ...(library.snapshot && { librarySnapshot: library.snapshot }),
            libraryOrigin: library.origin,
            warnings: [...library.warnings, ...library.problems, ...packages.problems]
        };
    }
});
