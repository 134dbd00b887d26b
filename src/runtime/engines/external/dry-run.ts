/** What a tool would be given, without starting it (contract: newest-operations 1.4). The run ends at its first performance by a tool. */
import type { Toolbox, ToolCall, ToolValue } from '../../evaluation/toolbox.js';

export interface ToolPreview {
    /** qualified name of the action or calculation that is performed */
    readonly action: string;
    readonly tool: string;
    readonly version: string;
    /** the manifest's file */
    readonly manifest: string;
    readonly executable: string;
    readonly protocol: string;
    readonly args: readonly string[];
    /** `NAME=value`; none where the tool gets the environment of the service */
    readonly env: readonly string[];
    readonly cwd: string;
    readonly stdin: string;
    readonly stdinData: string;
    readonly inputFile?: { readonly name: string; readonly format: string; readonly data: string };
    readonly outputDir: boolean;
    readonly inputs: readonly { readonly variable: string; readonly parameter: string; readonly value: string; readonly unit: string }[];
    readonly outputs: readonly { readonly variable: string; readonly parameter: string }[];
    readonly replySource: 'stdout' | 'file';
}

/** Ends a run: what it would have done is known. */
export class Previewed extends Error {
    constructor(readonly preview: ToolPreview) {
        super(`dry run of tool '${preview.tool}': the process was not started`);
    }
}

/** Tools of which none is started: the first one that is to perform something ends the run. */
export class PreviewedTools implements Toolbox {
    constructor(private readonly tools: { preview(call: ToolCall): ToolPreview }) {}

    /** @throws Previewed, and what keeps the tool from being performed */
    perform(call: ToolCall): ReadonlyMap<string, ToolValue> {
        throw new Previewed(this.tools.preview(call));
    }
}

/** The report of a preview. */
export function previewLines(preview: ToolPreview): string[] {
    const { tool, action, version, manifest, executable, protocol, args, env, cwd, stdin, stdinData, inputFile, inputs, outputs } = preview;
    const told = (name: string, text: string): string[] => (text === '' ? [] : [`  ${name}: ${text}`]);
    return [
        `dry run of tool '${tool}': the process was not started`,
        ...told('action', action),
        ...told('manifest', `${manifest}${version === '' ? '' : ` (version ${version})`}`),
        ...told('executable', executable),
        ...told('protocol', protocol),
        ...args.map((arg, i) => `  argument ${i + 1}: ${arg}`),
        ...env.map(variable => `  environment: ${variable}`),
        ...told('working directory', cwd),
        ...inputs.map(i => `  input ${i.variable} (${i.parameter}) = ${i.value}${i.unit === '' ? '' : ` [${i.unit}]`}`),
        ...outputs.map(o => `  output ${o.variable} (${o.parameter})`),
        ...told(`standard input (${stdin})`, stdinData.trimEnd()),
        ...(inputFile === undefined ? [] : [`  input file ${inputFile.name} (${inputFile.format}): ${inputFile.data.trimEnd()}`]),
        `  reply: ${preview.replySource}`
    ];
}
