// Checks the configuration before the service listens.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readManifests, type Registrations } from '../../runtime/engines/external/manifests.js';
import { programAt } from '../../runtime/engines/programs.js';
import { ConfigurationError, type Environment, manifestFolders } from './environment.js';
import type { Flags } from './flags.js';

/**
 * Checks settings without which the service cannot start.
 * @throws ConfigurationError
 */
export function checkConfiguration(flags: Flags, { texts }: Environment): void {
    if (flags.cacheSize < 1) {
        throw new ConfigurationError(`-cache-size ${flags.cacheSize} is not positive`);
    }
    for (const [name, port] of [
        ['port', flags.port],
        ['health-port', flags.healthPort]
    ] as const) {
        if (port < 0 || port > 65_535) {
            throw new ConfigurationError(`-${name} ${port} is no port`);
        }
    }
    checkServedEngines(flags, texts);
    if (flags.sourceRoot !== '' && !statSync(flags.sourceRoot, { throwIfNoEntry: false })?.isDirectory()) {
        throw new ConfigurationError(`-source-root ${flags.sourceRoot} is no folder`);
    }
    if (texts.SERVICE_LIBRARY_PATH !== '' && statSync(texts.SERVICE_LIBRARY_PATH, { throwIfNoEntry: false }) === undefined) {
        throw new ConfigurationError(`SERVICE_LIBRARY_PATH: ${texts.SERVICE_LIBRARY_PATH} is not there`);
    }
    if (texts.SERVICE_PROJECT !== '' && !statSync(join(texts.SERVICE_PROJECT, '.project.json'), { throwIfNoEntry: false })?.isFile()) {
        throw new ConfigurationError(`SERVICE_PROJECT: ${texts.SERVICE_PROJECT} is no folder with a .project.json`);
    }
}

/** The external tools and engines of a service. Their folders must be outside the folders of models (contract sheet 12.1). */
export function serviceManifests(texts: Environment['texts'], sourceRoot: string, path = process.env.PATH ?? ''): Registrations {
    return readManifests(
        manifestFolders({ texts }),
        path,
        [sourceRoot, texts.SERVICE_PROJECT].filter(folder => folder !== '')
    );
}

/** @throws ConfigurationError for a name without a manifest of an engine */
function checkServedEngines({ serveExternalEngines: served, sourceRoot }: Flags, texts: Environment['texts']): void {
    const { engines } = serviceManifests(texts, sourceRoot);
    const names = engines
        .filter(e => e.kind === 'engine')
        .map(e => e.name)
        .sort();
    const unknown = served.find(name => name !== 'all' && !names.includes(name));
    if (unknown !== undefined) {
        const listed = names.length === 0 ? 'no external engine is listed' : `listed are ${names.join(', ')}`;
        throw new ConfigurationError(`-serve-external-engines ${unknown}: ${listed} (SERVICE_ENGINES)`);
    }
}

/**
 * Faults of optional settings (contract sheet 12.1, 14): a missing solver, unusable folders of manifests. The service starts without them.
 * @param sourceRoot the folder to which file paths of requests are confined; empty if there is none
 * @param path the search path of programs
 * @returns one message per fault
 */
export function unusableSettings({ texts }: Environment, sourceRoot: string, path = process.env.PATH ?? ''): string[] {
    const faults: string[] = [];
    if (texts.SERVICE_SMT !== '' && programAt(texts.SERVICE_SMT, path) === undefined) {
        faults.push(`SERVICE_SMT: "${texts.SERVICE_SMT}" names no program that can be run`);
    }
    return [...faults, ...serviceManifests(texts, sourceRoot, path).faults];
}
