/** The host of a session on this machine: budgets of the environment, files. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Library } from '../language/library/library.js';
import type { SourceDocument } from '../language/workspace/document.js';
import { manifestFolders, readEnvironment } from '../service/config/environment.js';
import { sessionSettings } from '../service/operations/external.js';
import { build } from '../service/version.js';
import { Attendant, findSolver, readManifests, Solver, type SolverSettings } from '../runtime/engines/index.js';
import { type EngineCommandSettings, engineCommands } from '../hosts/commands/engine-commands.js';
import { repositoryCommands } from '../hosts/commands/repository-commands.js';
import { solverCommands } from '../hosts/commands/solver-commands.js';
import { type CommandGroup, loadCommand, type SessionFiles, type SessionHost } from '../session/index.js';
import { limitsFromEnvironment } from './model.js';
import { notebookCells } from './notebooks.js';
import { solverCheck } from './solver-check.js';
import { readSources, SourceError, unwritable } from './sources.js';

/** The budgets of one run that `%budget` lists, by environment variable. */
const BUDGETS = {
    'evaluation steps': 'SERVICE_MAX_STEPS',
    'action steps': 'SERVICE_MAX_ACTION_STEPS',
    'state events': 'SERVICE_MAX_EVENTS',
    'do action steps': 'SERVICE_MAX_DO_STEPS',
    'collection elements': 'SERVICE_MAX_ELEMENTS',
    'nested calc depth': 'SERVICE_MAX_CALC_DEPTH',
    'sweep runs': 'SERVICE_MAX_SWEEP_RUNS'
} as const;

export function nodeHost(library: Library, checkCancelled: () => void): SessionHost {
    const { counts } = readEnvironment(process.env);
    return {
        library,
        checkCancelled,
        checkBySolver: solverCheck(checkCancelled),
        limits: limitsFromEnvironment(),
        sweepRuns: counts.SERVICE_MAX_SWEEP_RUNS,
        budgets: Object.entries(BUDGETS).map(([name, variable]) => ({ name, variable, value: counts[variable] })),
        program: thisProgram(),
        files
    };
}

/** Name and version of this program, for records of runs. */
export const thisProgram = (): NonNullable<SessionHost['program']> => ({
    name: `sysml-workbench ${build.version}`,
    epoch: process.env.SOURCE_DATE_EPOCH
});

/** The solver and the limits of its queries, from the environment. */
export function solverSettings(): SolverSettings {
    const { counts, durations, texts } = readEnvironment(process.env);
    return {
        place: findSolver(texts.SERVICE_SMT, process.env.PATH ?? ''),
        timeout: durations.SERVICE_SMT_TIMEOUT,
        coreBudget: durations.SERVICE_SMT_CORE_BUDGET,
        memory: counts.SERVICE_SMT_MEMORY,
        mostConfigurations: counts.SERVICE_SMT_MAX_CONFIGURATIONS
    };
}

/** Settings for engines and tools from the environment. Only the service runs external engines. */
function engineSettings(): EngineCommandSettings {
    const environment = readEnvironment(process.env);
    const { place } = solverSettings();
    return {
        sources: {
            solver: 'missing' in place ? place : new Solver(place, environment.counts.SERVICE_SMT_MEMORY),
            registrations: readManifests(manifestFolders(environment), process.env.PATH ?? ''),
            servedEngines: ['all'],
            attendant: new Attendant(),
            fmiRunner: environment.texts.SERVICE_FMI_RUNNER
        },
        probing: checkCancelled => sessionSettings(environment, checkCancelled)
    };
}

/** The groups of commands that need this machine. */
export function nodeCommands(): readonly CommandGroup[] {
    return [
        solverCommands(solverSettings()),
        engineCommands(engineSettings()),
        repositoryCommands({
            url: process.env.SYSML_API_URL ?? '',
            token: process.env.SYSML_API_TOKEN ?? '',
            loadFiles: loadCommand,
            isPath: path => existsSync(path) || /[*?]|\.(?:sysml|kerml|kpar|ipynb)$/i.test(path)
        })
    ];
}

/** The files that match a path with `*` or `?` in its last segment; any other path unchanged. */
function globbed(path: string): string[] {
    const pattern = basename(path);
    if (!/[*?]/.test(pattern) || existsSync(path)) {
        return [path];
    }
    const expression = new RegExp(
        `^${pattern
            .replace(/[.+^${}()|[\]\\]/g, '\\$&')
            .replaceAll('*', '[^]*')
            .replaceAll('?', '[^]')}$`
    );
    const folder = dirname(path);
    const found = existsSync(folder) ? readdirSync(folder).filter(name => expression.test(name)) : [];
    if (found.length === 0) {
        throw new SourceError(`file not found: ${path}`);
    }
    return found.sort().map(name => join(folder, name));
}

const IS_NOTEBOOK = /\.ipynb$/i;

const files: SessionFiles = {
    read(paths, cells) {
        const named = paths.flatMap(globbed);
        const notebooks = named.filter(p => IS_NOTEBOOK.test(p));
        const others = named.filter(p => !IS_NOTEBOOK.test(p));
        return [...(others.length === 0 ? [] : readSources(others)), ...notebooks.map(path => notebook(path, cells))];
    },
    readText(path) {
        try {
            return readFileSync(path, 'utf8');
        } catch {
            throw new SourceError(`file not found: ${path}`);
        }
    },
    write(path, content) {
        try {
            writeFileSync(path, content);
        } catch (error) {
            throw unwritable(path, error);
        }
    }
};

function notebook(path: string, cells: string | undefined): SourceDocument {
    let text: string;
    try {
        text = readFileSync(path, 'utf8');
    } catch {
        throw new SourceError(`file not found: ${path}`);
    }
    return { name: path, language: 'sysml', content: notebookCells(path, text, cells).join('\n') };
}
