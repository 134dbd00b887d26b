// ListEngines: the engines of this build and of the environment's manifests, sorted by name (contract sheet 11.3, 12.1, 13.1).

import { create } from '@bufbuild/protobuf';
import {
    fmiRunnerAt,
    fmiUnavailable,
    probe,
    toolProtocol,
    type EngineManifest,
    type SessionSettings,
    type ToolManifest,
    ENGINES
} from '../../runtime/engines/index.js';
import { type EngineInfo, EngineInfoSchema, ListEnginesResponseSchema } from '../../wire/generated/sysml_pb.js';
import { sessionSettings } from './external.js';
import type { Operation, Services } from './operation.js';
import { isServed } from './standing.js';
import { existsSync } from 'node:fs';

export const listEngines: Operation<'ListEngines'> = {
    provides: ['engines'],
    run(services, { probe: isProbed }, context) {
        const settings = sessionSettings(services.environment, () => context.checkCancelled(), context.deadline);
        const { SERVICE_FMI_RUNNER: fmiRunner } = services.environment.texts;
        return create(ListEnginesResponseSchema, { engines: engineInfos({ ...services, fmiRunner }, isProbed ? settings : undefined) });
    }
};

/** The sources of engines. */
export interface EngineSources extends Pick<Services, 'solver' | 'registrations' | 'servedEngines' | 'attendant'> {
    /** the program that runs co-simulation units; empty for none */
    readonly fmiRunner: string;
}

/**
 * The engines of this build and of manifests, sorted by name.
 * @param probing settings to start external engines and compare them with their manifests; they are not started if undefined
 */
export function engineInfos(sources: EngineSources, probing: SessionSettings | undefined): EngineInfo[] {
    const { solver, registrations, servedEngines, attendant, fmiRunner } = sources;
    const isAvailable = (m: EngineManifest): boolean => isServed(m.name, servedEngines) && m.unservable === '';
    const probed = probing === undefined ? [] : registrations.engines.filter(isAvailable);
    const faults = probing === undefined ? [] : probe(attendant, probed, probing);
    const engines = [
        ...builtIn(solver),
        fmiInfo(fmiRunner),
        ...registrations.tools.map(toolInfo),
        ...registrations.engines.map(manifest =>
            engineInfo(manifest, isServed(manifest.name, servedEngines), faults[probed.indexOf(manifest)] ?? '')
        )
    ];
    return engines.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The engine for co-simulation units, which is always listed (contract: newest-operations 8). */
function fmiInfo(runner: string): EngineInfo {
    const unavailable = fmiUnavailable(runner);
    return create(EngineInfoSchema, {
        name: 'tool:fmi',
        kind: 'tool',
        protocol: 'fmi/1',
        authority: 'observed',
        answers: ['compute'],
        process: runner,
        served: true,
        ready: unavailable === undefined,
        ...(unavailable === undefined ? { processFound: fmiRunnerAt(runner) } : { unavailable })
    });
}

function builtIn(solver: Services['solver']): EngineInfo[] {
    return ENGINES.map(({ name, authority, answers, bounds, process }) =>
        create(EngineInfoSchema, {
            name,
            authority,
            answers: [...answers],
            bounds: [...bounds],
            ready: true,
            kind: 'built-in',
            protocol: '-',
            served: true,
            ...(process === 'solver' && solverFacts(solver))
        })
    );
}

/** The program of the solver, or the reason why there is none. */
function solverFacts(solver: Services['solver']): { process?: string; processFound?: string; ready: boolean; unavailable?: string } {
    return 'missing' in solver
        ? { ready: false, unavailable: solver.missing }
        : { process: solver.place.name, processFound: solver.place.path, ready: true };
}

function toolInfo(manifest: ToolManifest): EngineInfo {
    const { name, version, file, executable, program } = manifest;
    return create(EngineInfoSchema, {
        name,
        kind: 'tool',
        authority: 'observed',
        answers: ['compute'],
        protocol: toolProtocol(manifest),
        version,
        source: file,
        command: program ?? executable,
        process: executable,
        processFound: program ?? '',
        served: true,
        ready: program !== undefined,
        unavailable: program === undefined ? `${executable} is no program that can be run` : ''
    });
}

/** @param fault the difference from its manifest that a probe found; empty if there is none */
function engineInfo(manifest: EngineManifest, served: boolean, fault: string): EngineInfo {
    const { kind, name, version, file, command, authority, answers, bounds, unservable, transport } = manifest;
    const [program = ''] = command;
    const isThere = existsSync(program);
    return create(EngineInfoSchema, {
        name,
        kind,
        authority,
        answers: [...answers],
        bounds: [...bounds],
        protocol: `${transport}/1`,
        version,
        source: file,
        command: command.join(' '),
        process: program,
        processFound: isThere ? program : '',
        served: served && unservable === '',
        ready: served && unservable === '' && isThere && fault === '',
        unavailable: unservable !== '' ? unservable : !served ? '' : isThere ? fault : `${program} is no program that can be run`
    });
}
