/**
 * Shows the input that a tool would get, without starting it (contract: newest-operations 1.4). The run ends at its first performance by a
 * tool.
 */
import type { Toolbox, ToolCall, ToolValue } from '../../evaluation/toolbox.js';

export interface ToolPreview {
    /** qualified name of the performed action or calculation */
    readonly action: string;
    readonly tool: string;
    readonly version: string;
    /** file of the manifest */
    readonly manifest: string;
    readonly executable: string;
    readonly protocol: string;
    readonly args: readonly string[];
    /** `NAME=value`; empty if the tool inherits the environment of the service */
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

/** Ends a run as soon as the input of the tool is known. */
export class Previewed extends Error {
    constructor(readonly preview: ToolPreview) {
        super(`dry run of tool '${preview.tool}': the process was not started`);
    }
}

/** Tools that are never started: the first performance ends the run. */
export class PreviewedTools implements Toolbox {
    constructor(private readonly tools: { preview(call: ToolCall): ToolPreview }) {}

    /** @throws Previewed; EvaluationError if the tool could not perform the call */
    perform(call: ToolCall): ReadonlyMap<string, ToolValue> {
        throw new Previewed(this.tools.preview(call));
    }
}

/** The error of a dry run that ends without a performance of a tool. @param subject the case or action */
export const nothingToPreview = (subject: string): string =>
    `${subject} reaches no performance of a tool: it performs no action with a ToolExecution that a manifest names`;

/** Returns the lines of a preview's report. */
export function previewLines(preview: ToolPreview): string[] {
    const { tool, action, version, manifest, executable, protocol, args, env, cwd, stdin, stdinData, inputFile, inputs, outputs } = preview;
    const line = (name: string, text: string): string[] => (text === '' ? [] : [`  ${name}: ${text}`]);
    return [
        `dry run of tool '${tool}': the process was not started`,
        ...line('action', action),
        ...line('manifest', `${manifest}${version === '' ? '' : ` (version ${version})`}`),
        ...line('executable', executable),
        ...line('protocol', protocol),
        ...args.map((arg, i) => `  argument ${i + 1}: ${arg}`),
        ...env.map(variable => `  environment: ${variable}`),
        ...line('working directory', cwd),
        ...inputs.map(i => `  input ${i.variable} (${i.parameter}) = ${i.value}${i.unit === '' ? '' : ` [${i.unit}]`}`),
        ...outputs.map(o => `  output ${o.variable} (${o.parameter})`),
        ...line(`standard input (${stdin})`, stdinData.trimEnd()),
        ...(inputFile === undefined ? [] : [`  input file ${inputFile.name} (${inputFile.format}): ${inputFile.data.trimEnd()}`]),
        `  reply: ${preview.replySource}`
    ];
}
