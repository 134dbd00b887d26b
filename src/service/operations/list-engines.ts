// ListEngines: the engines of this build and those of the environment's manifests, in name order (contract sheet 11.3, 12.1, 13.1).

import { create } from '@bufbuild/protobuf';
import { probe, toolProtocol, type EngineManifest, type ToolManifest } from '../../runtime/engines/index.js';
import { type EngineInfo, EngineInfoSchema, ListEnginesResponseSchema } from '../../wire/generated/sysml_pb.js';
import { sessionSettings } from './external.js';
import type { Operation, Services } from './operation.js';
import { ENGINES, isServed } from './standing.js';
import { existsSync } from 'node:fs';

export const listEngines: Operation<'ListEngines'> = {
    provides: ['engines'],
    run({ solver, registrations, servedEngines, attendant, environment }, { probe: isProbed }, context) {
        const settings = sessionSettings(environment, () => context.checkCancelled());
        const engines = [
            ...builtIn(solver),
            ...registrations.tools.map(toolInfo),
            ...registrations.engines.map(manifest => {
                const served = isServed(manifest.name, servedEngines);
                const isAsked = isProbed && served && manifest.unservable === '';
                return engineInfo(manifest, served, isAsked ? probe(attendant, manifest, settings) : '');
            })
        ];
        return create(ListEnginesResponseSchema, { engines: engines.sort((a, b) => (a.name < b.name ? -1 : 1)) });
    }
};

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

/** Which program the solver is, or why there is none. */
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

/** @param fault why a probe has found it not to be what its manifest says */
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
