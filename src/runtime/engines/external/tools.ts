/**
 * Runs tools as processes: one for each performance, with exactly the input that its manifest states. There are no default values: if a
 * tool fails, its performance fails. (Contract: verification-and-engines 12.2 to 12.4.)
 */
import { lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Toolbox, ToolCall, ToolValue } from '../../evaluation/toolbox.js';
import { EvaluationError, numberText, real } from '../../values/index.js';
import { Attendant, type ProgramReply, type ProgramRequest } from '../waiting.js';
import type { ToolPreview } from './dry-run.js';
import { fmiUnavailable, performUnit } from './fmi.js';
import type { Template } from './invocations.js';
import { type ToolManifest, toolProtocol } from './manifests.js';
import { readReplyOf, ToolFault } from './replies.js';
import { csvOf, objectOf } from './requests.js';

/** Settings for all performances of a service. */
export interface ToolSettings {
    /** milliseconds */
    readonly timeout: number;
    /** greatest number of bytes in each stream */
    readonly mostOutput: number;
    /** names of environment variables that are passed to tools with an invocation */
    readonly passthrough: readonly string[];
    /** whether the folder of an invocation is kept */
    readonly keepsFolders: boolean;
    readonly environment: Readonly<Record<string, string | undefined>>;
    /** program that `SERVICE_FMI_RUNNER` names; empty if not set */
    readonly fmiRunner?: string;
}

/** Environment variables that every tool with an invocation gets. */
const PASSED = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

/** The registered tools, for one run. */
export class Tools implements Toolbox {
    constructor(
        private readonly manifests: readonly ToolManifest[],
        private readonly settings: ToolSettings,
        private readonly attendant: Attendant,
        private readonly checkCancelled: () => void
    ) {}

    /** @throws EvaluationError with a text that starts with `tool '<name>'` */
    perform(call: ToolCall): ReadonlyMap<string, ToolValue> {
        if (this.isUnit(call)) {
            const { fmiRunner: runner = '', timeout, mostOutput } = this.settings;
            const run = (request: ProgramRequest): ProgramReply => this.attendant.run(request, this.checkCancelled);
            return performUnit(call, { runner, timeout, mostOutput, run });
        }
        return this.withManifest(call, (manifest, program) => this.performed(manifest, program, call));
    }

    /** Returns the input that a performance would give the tool. Starts nothing and creates no folder. @throws EvaluationError */
    preview(call: ToolCall): ToolPreview {
        if (this.isUnit(call)) {
            throw new EvaluationError(
                fmiUnavailable(this.settings.fmiRunner ?? '') ??
                    'engine tool:fmi is consulted before tool fmi and may answer the call; preview cannot decide without asking it'
            );
        }
        return this.withManifest(call, (manifest, program) => this.previewed(manifest, program, call));
    }

    /** Whether a call performs an FMI unit. A manifest for the tool `fmi` takes precedence. */
    private isUnit({ toolName }: ToolCall): boolean {
        return toolName === 'fmi' && !this.manifests.some(m => m.toolName === toolName);
    }

    private withManifest<T>(call: ToolCall, work: (manifest: ToolManifest, program: string) => T): T {
        const manifest = this.manifests.find(m => m.toolName === call.toolName);
        if (manifest === undefined) {
            throw new EvaluationError(`tool '${call.toolName}' is not registered; set SERVICE_TOOLS`);
        }
        try {
            const unknown = [...call.inputs.keys(), ...call.outputs].find(v => !manifest.variables.includes(v));
            if (unknown !== undefined) {
                throw new ToolFault(`variable ${unknown} is not one of the manifest's: ${manifest.variables.join(', ')}`);
            }
            const list = [...call.inputs].find(([, { value }]) => typeof value === 'object')?.[0];
            if (list !== undefined) {
                const parameter = call.parameters?.get(list) ?? list;
                throw new ToolFault(`input not carried: ${list} (${parameter}): it has several values, and an input of a tool has one`);
            }
            if (manifest.program === undefined) {
                throw new ToolFault(`tool error: ${manifest.executable} is no program that can be run`);
            }
            return work(manifest, manifest.program);
        } catch (error) {
            if (error instanceof ToolFault) {
                throw new EvaluationError(`tool '${call.toolName}': ${error.message}`);
            }
            throw error;
        }
    }

    private performed(manifest: ToolManifest, program: string, call: ToolCall): ReadonlyMap<string, ToolValue> {
        const { invocation } = manifest;
        const folder = needsFolder(manifest) ? mkdtempSync(join(tmpdir(), 'sysml-tool-')) : undefined;
        try {
            const values = placeholdersOf(manifest, call, folder);
            const file = invocation?.inputFile;
            if (file !== undefined) {
                writeFileSync(values.get('inputFile')!, fileOf(manifest, call, file.format));
            }
            const answer = this.attendant.run(
                {
                    path: program,
                    ...this.launchOf(manifest, call, values),
                    timeout: this.settings.timeout,
                    most: this.settings.mostOutput
                },
                this.checkCancelled
            );
            const text = this.checkedOutput(manifest, answer, folder, values);
            return readReplyOf(manifest, call, text, answer.status ?? -1);
        } finally {
            if (folder !== undefined && !this.settings.keepsFolders) {
                rmSync(folder, { recursive: true, force: true });
            }
        }
    }

    private previewed(manifest: ToolManifest, program: string, call: ToolCall): ToolPreview {
        const { invocation, reply } = manifest;
        const values = placeholdersOf(manifest, call, needsFolder(manifest) ? PREVIEWED_FOLDER : undefined);
        const { args, env = {}, cwd = '', input } = this.launchOf(manifest, call, values);
        const parameter = (variable: string): string => call.parameters?.get(variable) ?? variable;
        const file = invocation?.inputFile;
        return {
            action: call.action ?? '',
            tool: call.toolName,
            version: manifest.version,
            manifest: manifest.file,
            executable: program,
            protocol: toolProtocol(manifest),
            args,
            env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
            cwd,
            stdin: invocation?.stdin.kind ?? 'json',
            stdinData: input,
            ...(file !== undefined && { inputFile: { name: file.name, format: file.format, data: fileOf(manifest, call, file.format) } }),
            outputDir: needsFolder(manifest),
            inputs: [...call.inputs].map(([variable, { value, unit = '' }]) => ({
                variable,
                parameter: parameter(variable),
                value: typeof value === 'number' ? numberText(real(value)) : String(value),
                unit
            })),
            outputs: call.outputs.map(variable => ({ variable, parameter: parameter(variable) })),
            replySource: reply.file === undefined ? 'stdout' : 'file'
        };
    }

    /** Returns the arguments, environment, folder and input of the process. */
    private launchOf(
        manifest: ToolManifest,
        call: ToolCall,
        values: ReadonlyMap<string, string>
    ): Pick<ProgramRequest, 'args' | 'env' | 'cwd' | 'input'> {
        const { invocation } = manifest;
        return {
            args: (invocation?.args ?? []).map(t => filled(t, values)),
            ...(invocation !== undefined && { env: this.environmentFor(manifest, values) }),
            ...(invocation?.cwd !== undefined && { cwd: invocation.cwd }),
            input: inputOf(manifest, call, values)
        };
    }

    private environmentFor({ invocation }: ToolManifest, values: ReadonlyMap<string, string>): Record<string, string> {
        const { environment, passthrough } = this.settings;
        const passed = [...PASSED, ...passthrough].filter(name => environment[name] !== undefined);
        return {
            ...Object.fromEntries(passed.map(name => [name, environment[name]!])),
            ...Object.fromEntries(invocation!.env.map(([name, template]) => [name, filled(template, values)]))
        };
    }

    /** Returns the text of the reply. @throws ToolFault for a tool that did not do its work */
    private checkedOutput(
        { reply }: ToolManifest,
        answer: ProgramReply,
        folder: string | undefined,
        values: ReadonlyMap<string, string>
    ): string {
        const { failure, isLate, isTooMuch, status, signal, stderr } = answer;
        if (failure !== undefined) {
            throw new ToolFault(`tool error: it did not start (${failure})`);
        }
        if (isLate) {
            throw new ToolFault(`tool error: it did not end within ${this.settings.timeout / 1000}s (SERVICE_TOOL_TIMEOUT)`);
        }
        if (isTooMuch) {
            throw new ToolFault(`tool error: it wrote more than ${this.settings.mostOutput} bytes (SERVICE_TOOL_MAX_OUTPUT)`);
        }
        if (reply.format !== 'exitcode' && status !== 0) {
            const said = stderr.trim().slice(-1000);
            throw new ToolFault(`tool error: exit status ${status ?? signal}${said === '' ? '' : `: ${said}`}`);
        }
        if (reply.file === undefined) {
            return answer.stdout;
        }
        const path = filled(reply.file, values);
        const stats = lstatSync(path, { throwIfNoEntry: false });
        if (folder === undefined || !path.startsWith(`${folder}/`) || path.includes('/../') || stats?.isFile() !== true) {
            throw new ToolFault(`missing output: it wrote no file ${path}`);
        }
        if (stats.size > this.settings.mostOutput) {
            throw new ToolFault(`tool error: it wrote more than ${this.settings.mostOutput} bytes (SERVICE_TOOL_MAX_OUTPUT)`);
        }
        return readFileSync(path, 'utf8');
    }
}

/** Text for the folder of a performance in a preview. */
const PREVIEWED_FOLDER = '{outputDir}';

const needsFolder = (manifest: ToolManifest): boolean =>
    manifest.invocation?.inputFile !== undefined || manifest.reply.file !== undefined || mentionsFolder(manifest);

const fileOf = ({ variables }: ToolManifest, call: ToolCall, format: 'json' | 'csv'): string =>
    format === 'json' ? objectOf(call) : csvOf(call, variables);

function mentionsFolder({ invocation }: ToolManifest): boolean {
    const templates = [
        ...(invocation?.args ?? []),
        ...(invocation?.env.map(([, t]) => t) ?? []),
        ...(invocation?.stdin.kind === 'template' ? [invocation.stdin.template] : [])
    ];
    return templates.some(t => t.some(part => typeof part !== 'string' && part.name === 'outputDir'));
}

function inputOf({ invocation, variables }: ToolManifest, call: ToolCall, values: ReadonlyMap<string, string>): string {
    const stdin = invocation?.stdin ?? { kind: 'json' };
    switch (stdin.kind) {
        case 'none':
            return '';
        case 'csv':
            return csvOf(call, variables);
        case 'template':
            return filled(stdin.template, values);
        default:
            return objectOf(call);
    }
}

/** Returns the values of a manifest's placeholders in a performance. */
function placeholdersOf({ invocation }: ToolManifest, call: ToolCall, folder: string | undefined): ReadonlyMap<string, string> {
    const values = new Map<string, string>([
        ['toolName', call.toolName],
        ['uri', call.uri]
    ]);
    for (const [variable, { value, unit }] of call.inputs) {
        values.set(variable, unit === undefined ? String(value) : `${String(value)} ${unit}`);
        values.set(`${variable}.value`, String(value));
        values.set(`${variable}.unit`, unit ?? '');
    }
    if (folder !== undefined) {
        values.set('outputDir', folder);
        if (invocation?.inputFile !== undefined) {
            values.set('inputFile', join(folder, invocation.inputFile.name));
        }
    }
    return values;
}

/** @throws ToolFault for a variable without a value */
function filled(template: Template, values: ReadonlyMap<string, string>): string {
    return template
        .map(part => {
            if (typeof part === 'string') {
                return part;
            }
            const value = values.get(part.name);
            if (value === undefined) {
                throw new ToolFault(`input not carried: ${part.name}: it has no value`);
            }
            if (value.includes('\0')) {
                throw new ToolFault(`input not carried: ${part.name}: it has a zero character`);
            }
            return value;
        })
        .join('');
}
