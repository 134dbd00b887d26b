/**
 * Manifests of tools and engines: one JSON object per file, read once at the start. An error in one file prevents the registration of its
 * whole folder. Reads files and starts nothing. (Contract: verification-and-engines 12.1, 13.1.)
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOfFailure, messageOf } from '../../../language/failures.js';
import { programAt } from '../programs.js';
import { type Invocation, type Reply, readInvocation, readReply } from './invocations.js';
import { ManifestFault, type Members, membersOf, optionalText, placeOf, requiredText, texts } from './manifest-members.js';

/** A tool that performs annotated actions and calculations. */
export interface ToolManifest {
    readonly kind: 'tool';
    /** name in lists: `tool:<toolName>` */
    readonly name: string;
    readonly toolName: string;
    readonly version: string;
    readonly file: string;
    readonly folder: string;
    /** as stated in the manifest */
    readonly executable: string;
    /** path of the program; undefined if it does not exist */
    readonly program: string | undefined;
    readonly variables: readonly string[];
    readonly invocation: Invocation | undefined;
    readonly reply: Reply;
}

/** An engine, a policy or a sampler that uses the protocol of engines. */
export interface EngineManifest {
    readonly kind: 'engine' | 'policy' | 'sampler' | 'module';
    readonly name: string;
    readonly version: string;
    readonly file: string;
    readonly command: readonly string[];
    /** strongest result that it claims to give; `not covered` if it answers no questions */
    readonly authority: string;
    readonly answers: readonly string[];
    readonly subjects: readonly string[];
    readonly model: readonly string[];
    readonly bounds: readonly string[];
    readonly witness: string;
    readonly transport: string;
    readonly concurrent: boolean;
    /** why this build cannot use it; empty if it can */
    readonly unservable: string;
}

export type Manifest = ToolManifest | EngineManifest;

export interface Registrations {
    readonly tools: readonly ToolManifest[];
    readonly engines: readonly EngineManifest[];
    /** errors that prevented the registration of folders */
    readonly faults: readonly string[];
}

/** A folder, and the variable that states it. */
export interface ManifestFolder {
    readonly variable: string;
    readonly folder: string;
}

/** Returns the name of a tool's protocol, such as `object` or `argv+csv/lines`. */
export function toolProtocol({ invocation, reply }: ToolManifest): string {
    const call = invocation === undefined ? '' : `argv+${invocation.stdin.kind}`;
    return [call, reply.format === 'object' ? '' : reply.format].filter(p => p !== '').join('/') || 'object';
}

/**
 * Reads the manifests of folders. Ignores empty folder names.
 * @param path search path for programs
 * @param workspaces folders of models, which must not contain manifests
 */
export function readManifests(folders: readonly ManifestFolder[], path: string, workspaces: readonly string[] = []): Registrations {
    const faults: string[] = [];
    const read = folders
        .filter(({ folder }) => folder !== '')
        .flatMap(({ variable, folder }) => {
            const workspace = workspaces.find(w => liesIn(folder, w));
            const found = workspace === undefined ? manifestsIn(folder, path) : inWorkspace(folder, workspace);
            faults.push(...found.faults.map(fault => `${variable}: ${fault}`));
            return found.faults.length > 0 ? [] : found.manifests;
        });
    const twice = read.filter(m => read.some(other => other !== m && other.name === m.name));
    for (const [i, manifest] of twice.entries()) {
        const first = twice.findIndex(m => m.name === manifest.name);
        if (first < i) {
            faults.push(`${manifest.file} registers "${manifest.name}" as ${twice[first].file} does`);
        }
    }
    const known = read.filter(m => !twice.includes(m));
    return {
        tools: known.filter(m => m.kind === 'tool'),
        engines: known.filter(m => m.kind !== 'tool'),
        faults
    };
}

const inWorkspace = (folder: string, workspace: string): ReturnType<typeof manifestsIn> => ({
    manifests: [],
    faults: [`${folder} lies in the workspace ${workspace}: programs may not come with models`]
});

/** Whether a folder is inside another one or equal to it, with links resolved. */
function liesIn(folder: string, outer: string): boolean {
    const real = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));
    const way = relative(real(outer), real(folder));
    return way === '' || !(isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`));
}

/** Returns the manifests of a folder, and all errors in them. */
function manifestsIn(folder: string, path: string): { readonly manifests: readonly Manifest[]; readonly faults: readonly string[] } {
    let names: string[];
    try {
        checkWriters(folder);
        names = readdirSync(folder)
            .filter(name => name.endsWith('.json'))
            .sort();
    } catch (error) {
        const fault = error instanceof ManifestFault ? error.message : `${folder} cannot be read as a folder (${codeOfFailure(error)})`;
        return { manifests: [], faults: [fault] };
    }
    const manifests: Manifest[] = [];
    const faults: string[] = [];
    for (const name of names) {
        try {
            const manifest = manifestIn(join(folder, name), folder, path);
            const other = manifests.find(m => m.name === manifest.name);
            if (other !== undefined) {
                throw new ManifestFault(`${manifest.file} registers "${manifest.name}" as ${other.file} does`);
            }
            manifests.push(manifest);
        } catch (error) {
            if (!(error instanceof ManifestFault)) {
                throw error;
            }
            faults.push(error.message);
        }
    }
    return { manifests, faults };
}

/** In bytes. */
const LARGEST_MANIFEST = 1024 * 1024;

function manifestIn(file: string, folder: string, path: string): Manifest {
    try {
        checkWriters(file);
        const stats = statSync(file);
        if (!stats.isFile() || stats.size > LARGEST_MANIFEST) {
            throw new ManifestFault(stats.isFile() ? `is larger than ${LARGEST_MANIFEST} bytes` : 'is no regular file');
        }
        const members = membersOf(readFileSync(file, 'utf8'));
        const { kind = 'toolName' in members ? 'tool' : undefined } = members;
        if (kind === 'tool') {
            return toolIn(members, file, folder, path);
        }
        if (kind === 'engine' || kind === 'policy' || kind === 'sampler') {
            return engineIn(members, kind, file, folder);
        }
        throw new ManifestFault(kind === undefined ? 'has neither a toolName nor a kind' : `has the unknown kind ${JSON.stringify(kind)}`);
    } catch (error) {
        throw new ManifestFault(
            error instanceof ManifestFault ? `${file} ${error.message}` : `${file} cannot be read: ${messageOf(error)}`
        );
    }
}

/** Throws unless only the owner may write a path, because manifests name programs that are run. */
function checkWriters(path: string): void {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o022) !== 0) {
        throw new ManifestFault(`${path} may be written by others than its owner`);
    }
}

const TOOL_MEMBERS = ['kind', 'toolName', 'version', 'executable', 'variables', 'invocation', 'reply'];

function toolIn(members: Members, file: string, folder: string, path: string): ToolManifest {
    checkMembers(members, TOOL_MEMBERS);
    const toolName = requiredText(members, 'toolName');
    const executable = requiredText(members, 'executable');
    const variables = texts(members, 'variables');
    if (variables.length === 0 || new Set(variables).size < variables.length) {
        throw new ManifestFault('must list its variables, each once');
    }
    const invocation = 'invocation' in members ? readInvocation(members.invocation, variables, folder) : undefined;
    return {
        kind: 'tool',
        name: `tool:${toolName}`,
        toolName,
        version: optionalText(members, 'version'),
        file,
        folder,
        executable,
        program: executable.includes('/') ? programAt(placeOf(executable, folder), '') : programAt(executable, path),
        variables,
        invocation,
        reply: readReply(members.reply, variables)
    };
}

const ENGINE_MEMBERS = [
    'kind',
    'name',
    'version',
    'command',
    'module',
    'transport',
    'address',
    'protocol',
    'answers',
    'subjects',
    'model',
    'bounds',
    'witness',
    'authority',
    'concurrent'
];
const PLAIN_MEMBERS = ['kind', 'name', 'version', 'command', 'module', 'transport', 'address', 'protocol'];

/** Kinds of questions (contract: verification-and-engines 11.1). */
const QUESTIONS = ['evaluate', 'outcomes', 'holds', 'sensitive', 'satisfiable', 'sweep', 'compute'];

function engineIn(members: Members, kind: EngineManifest['kind'], file: string, folder: string): EngineManifest {
    checkMembers(members, kind === 'engine' ? ENGINE_MEMBERS : PLAIN_MEMBERS);
    const name = requiredText(members, 'name');
    if (/\s/.test(name) || name === 'auto' || name === 'all' || name.startsWith('tool:')) {
        throw new ManifestFault(`has the name "${name}", which no engine may have`);
    }
    const { protocol, concurrent = true } = members;
    if (protocol !== 1) {
        throw new ManifestFault(`asks for protocol ${JSON.stringify(protocol)}; served is 1`);
    }
    if (typeof concurrent !== 'boolean') {
        throw new ManifestFault('has a member concurrent that is no Boolean');
    }
    const transport = among(members, 'transport', ['stdio', 'grpc'], 'stdio');
    const isModule = 'module' in members;
    const answers = kind === 'engine' ? listed(members, 'answers', QUESTIONS) : [];
    if (kind === 'engine' && answers.length === 0) {
        throw new ManifestFault('must list what it answers');
    }
    const model = listed(members, 'model', ['sources', 'graphs:1', 'rdf']);
    return {
        kind: isModule ? 'module' : kind,
        name,
        version: requiredText(members, 'version'),
        file,
        command: transport === 'stdio' && !isModule ? commandOf(members, folder) : [],
        authority: kind === 'engine' ? among(members, 'authority', ['observed', 'witnessed', 'bounded', 'proved']) : 'not covered',
        answers,
        subjects: 'subjects' in members ? texts(members, 'subjects') : [],
        model,
        bounds: listed(members, 'bounds', ['depth', 'steps', 'runs', 'memory']),
        witness: among(members, 'witness', ['schedule', 'assignment', 'none'], 'none'),
        transport,
        concurrent,
        unservable: unservableBecause(kind, transport, isModule, model)
    };
}

function unservableBecause(kind: string, transport: string, isModule: boolean, model: readonly string[]): string {
    if (kind !== 'engine') {
        return `this build runs no ${kind === 'policy' ? 'external scheduling policies' : 'external samplers'}`;
    }
    if (isModule) {
        return 'this build runs no WebAssembly engines';
    }
    if (transport === 'grpc') {
        return 'this build speaks to engines over standard input and output only';
    }
    return model.includes('rdf') ? 'this build sends engines no rdf' : '';
}

function commandOf(members: Members, folder: string): readonly string[] {
    const [program, ...args] = texts(members, 'command');
    if (program === undefined) {
        throw new ManifestFault('has an empty command');
    }
    return [placeOf(program, folder), ...args];
}

function checkMembers(members: Members, known: readonly string[]): void {
    const unknown = Object.keys(members).find(name => !known.includes(name));
    if (unknown !== undefined) {
        throw new ManifestFault(unknown === 'admit' ? 'has the member admit, which is not honoured' : `has the unknown member ${unknown}`);
    }
}

function among(members: Members, name: string, words: readonly string[], otherwise?: string): string {
    const value = members[name] ?? otherwise;
    const word = words.find(w => w === value);
    if (word === undefined) {
        throw new ManifestFault(`must have a member ${name} that is ${words.join(', ')}`);
    }
    return word;
}

function listed(members: Members, name: string, words: readonly string[]): readonly string[] {
    const values = name in members ? texts(members, name) : [];
    const unknown = values.find(v => !words.includes(v));
    if (unknown !== undefined || new Set(values).size < values.length) {
        throw new ManifestFault(
            unknown === undefined ? `lists a member of ${name} twice` : `lists "${unknown}" in ${name}: it takes ${words.join(', ')}`
        );
    }
    return values;
}
