// What can be known of a configuration before the service listens: settings that cannot be used. Knows no worker and no transport.

import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { isObject } from '../../language/narrowing.js';
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import { ConfigurationError, type Environment } from './environment.js';
import type { Flags } from './flags.js';
import { codeOfFailure, messageOf } from '../../language/failures.js';

/**
 * Refuses settings that the service cannot start with.
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
    if (flags.serveExternalEngines.some(name => name !== 'all') && !texts.SERVICE_ENGINES && !texts.SERVICE_TOOLS) {
        throw new ConfigurationError(
            `-serve-external-engines ${flags.serveExternalEngines.join(',')}: no external engine is listed (SERVICE_ENGINES is unset)`
        );
    }
    if (flags.sourceRoot !== '' && !statSync(flags.sourceRoot, { throwIfNoEntry: false })?.isDirectory()) {
        throw new ConfigurationError(`-source-root ${flags.sourceRoot} is no folder`);
    }
    if (texts.SERVICE_LIBRARY_PATH !== '' && statSync(texts.SERVICE_LIBRARY_PATH, { throwIfNoEntry: false }) === undefined) {
        throw new ConfigurationError(`SERVICE_LIBRARY_PATH: ${texts.SERVICE_LIBRARY_PATH} is not there`);
    }
}

/**
 * What the environment names and the service has to do without (contract sheet 12.1, 14): a solver, folders of manifests.
 * @param path the search path of programs
 * @returns one message a fault; none when everything can be used
 */
export function unusableSettings({ texts }: Environment, path = process.env.PATH ?? ''): string[] {
    const faults: string[] = [];
    if (texts.SERVICE_SMT !== '' && !isProgram(texts.SERVICE_SMT, path)) {
        faults.push(`SERVICE_SMT: "${texts.SERVICE_SMT}" names no program that can be run`);
    }
    const owners = new Map<string, string>();
    for (const variable of ['SERVICE_TOOLS', 'SERVICE_ENGINES'] as const) {
        const folder = texts[variable];
        if (folder !== '') {
            faults.push(...manifestFaults(folder, owners).map(fault => `${variable}: ${fault}`));
        }
    }
    return faults;
}

/** Whether a name or path leads to a file that may be executed. */
function isProgram(name: string, path: string): boolean {
    const places =
        name.includes(sep) || isAbsolute(name) ? [resolve(name)] : path.split(delimiter).map(folder => join(folder || '.', name));
    return places.some(place => {
        try {
            accessSync(place, constants.X_OK);
            return statSync(place).isFile();
        } catch {
            return false;
        }
    });
}

/** @param owners file by the name its manifest registers, over all folders */
function manifestFaults(folder: string, owners: Map<string, string>): string[] {
    let names: string[];
    try {
        if (isWritableByOthers(folder)) {
            return [`${folder} may be written by others than its owner`];
        }
        names = readdirSync(folder)
            .filter(name => name.endsWith('.json'))
            .sort();
    } catch (error) {
        return [`${folder} cannot be read as a folder (${codeOfFailure(error)})`];
    }
    return names.flatMap(name => manifestFault(join(folder, name), owners) ?? []);
}

/** In bytes. */
const LARGEST_MANIFEST = 1024 * 1024;

function manifestFault(file: string, owners: Map<string, string>): string | undefined {
    try {
        if (isWritableByOthers(file)) {
            return `${file} may be written by others than its owner`;
        }
        const stats = statSync(file);
        if (!stats.isFile() || stats.size > LARGEST_MANIFEST) {
            return `${file} is ${stats.isFile() ? `larger than ${LARGEST_MANIFEST} bytes` : 'no regular file'}`;
        }
        const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
        if (!isObject(manifest)) {
            return `${file} is no JSON object`;
        }
        const { toolName, name } = manifest;
        const registered = typeof toolName === 'string' ? `tool:${toolName}` : typeof name === 'string' ? name : undefined;
        if (registered === undefined) {
            return `${file} has neither a toolName nor a name`;
        }
        const other = owners.get(registered);
        owners.set(registered, file);
        return other && `${file} registers "${registered}" as ${other} does`;
    } catch (error) {
        return `${file} cannot be read: ${messageOf(error)}`;
    }
}

function isWritableByOthers(path: string): boolean {
    return process.platform !== 'win32' && (statSync(path).mode & 0o022) !== 0;
}
