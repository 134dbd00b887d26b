/**
 * Engine `tool:fmi`: performs FMI units as tools, with the runner that `SERVICE_FMI_RUNNER` names. Each performance is one process that
 * reads one JSON object and writes one (contract: newest-operations 8).
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolCall, ToolValue } from '../../evaluation/toolbox.js';
import { EvaluationError } from '../../values/index.js';
import { programAt } from '../programs.js';
import type { ProgramReply, ProgramRequest } from '../waiting.js';
import { type FmiDescription, type FmiVariable, readDescription } from './fmi-description.js';

/** Returns the path of the runner; undefined if it is not a program. */
export const fmiRunnerAt = (runner: string): string | undefined => (runner === '' ? undefined : programAt(runner, process.env.PATH ?? ''));

/**
 * Returns the reason why no unit can be run; undefined if the runner is a program. @param runner value of `SERVICE_FMI_RUNNER`; empty if
 * not set
 */
export function fmiUnavailable(runner: string): string | undefined {
    if (runner === '') {
        return "SERVICE_FMI_RUNNER is not set: the fmi engine runs an FMU's native code through the runner that variable names";
    }
    return fmiRunnerAt(runner) === undefined ? `SERVICE_FMI_RUNNER names no program: ${runner}` : undefined;
}

/** Settings for running the runner. */
export interface FmiSettings {
    readonly runner: string;
    /** milliseconds */
    readonly timeout: number;
    /** greatest number of bytes in each stream */
    readonly mostOutput: number;
    readonly run: (request: ProgramRequest) => ProgramReply;
}

const refusal = (text: string): EvaluationError => new EvaluationError(`fmi: ${text}`);
const fault = (text: string): EvaluationError => new EvaluationError(`tool 'fmi': ${text}`);

/** Inputs for the experiment settings of a unit, and the output for its final time. */
const EXPERIMENT = ['fmi:startTime', 'fmi:stopTime', 'fmi:stepSize', 'fmi:tolerance'];
const TIME = 'fmi:time';
const INPUTS: ReadonlySet<string> = new Set(['input', 'parameter', 'structuralParameter']);

/** Runs a unit for a performance. @throws EvaluationError if the unit cannot be run or the runner's reply is invalid */
export function performUnit(call: ToolCall, settings: FmiSettings): ReadonlyMap<string, ToolValue> {
    const unavailable = fmiUnavailable(settings.runner);
    if (unavailable !== undefined) {
        throw new EvaluationError(unavailable);
    }
    const path = pathOf(call);
    const before = versionOf(path);
    const description = descriptionOf(path);
    const request = requestOf(call, path, description);
    const { runner, timeout, mostOutput, run } = settings;
    const input = `${JSON.stringify(request)}\n`;
    const reply = run({ path: fmiRunnerAt(runner)!, args: [], input, timeout, most: mostOutput });
    if (versionOf(path) !== before) {
        throw refusal(`${basename(path)}: the FMU changed since it was read`);
    }
    return answerOf(call, description, reply, timeout);
}

/** Returns the file of a unit: a `file:` URI, or a path relative to the file of the declaration. A query is ignored. */
function pathOf({ uri, document = '' }: ToolCall): string {
    const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(uri)?.[1];
    const place = uri.replace(/\?.*$/, '');
    if (scheme?.toLowerCase() === 'file') {
        try {
            return fileURLToPath(place);
        } catch (error) {
            throw refusal(`the FMU uri ${JSON.stringify(uri)} names no file: ${error instanceof Error ? error.message : String(error)}`);
        }
    }
    if (scheme !== undefined) {
        throw refusal(`the FMU uri ${JSON.stringify(uri)} names scheme ${scheme}; a file or a path is needed`);
    }
    if (!isAbsolute(place) && !existsSync(document)) {
        throw refusal('the FMU uri is relative and the declaration has no file');
    }
    return resolve(dirname(document), place);
}

function versionOf(path: string): string {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) {
        throw refusal(`stat ${path}: no such file or directory`);
    }
    return `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
}

function descriptionOf(path: string): FmiDescription {
    try {
        return readDescription(readFileSync(path));
    } catch (error) {
        throw refusal(`${basename(path)}: ${error instanceof Error ? error.message : String(error)}`);
    }
}

/** Returns the request to the runner. */
function requestOf(call: ToolCall, path: string, description: FmiDescription): object {
    if (description.interface === undefined) {
        throw refusal(`${basename(path)}: it is neither of co-simulation nor of model exchange`);
    }
    const experiment: Record<string, ToolValue['value']> = Object.fromEntries(description.experiment);
    const start: Record<string, ToolValue['value']> = {};
    for (const [name, { value, unit }] of call.inputs) {
        if (EXPERIMENT.includes(name)) {
            experiment[name.slice('fmi:'.length)] = carried(call, name, value, TIME_SETTING);
        } else {
            const variable = variableOf(call, path, description, name, true);
            if (unit !== undefined && variable.unit !== undefined && unit !== variable.unit) {
                throw fault(
                    `input not carried: ${name} (${parameterOf(call, name)}): it is in ${unit}, the FMU's variable in ${variable.unit}`
                );
            }
            start[name] = carried(call, name, value, variable);
        }
    }
    const outputs = call.outputs.filter(o => o !== TIME);
    outputs.forEach(name => variableOf(call, path, description, name, false));
    return { protocol: 1, fmu: path, interface: description.interface, experiment, start, outputs };
}

function variableOf(call: ToolCall, path: string, { variables }: FmiDescription, name: string, isInput: boolean): FmiVariable {
    const variable = variables.get(name);
    const file = basename(path);
    const parameter = parameterOf(call, name);
    if (variable === undefined) {
        const known = [...variables.values()].filter(v => (isInput ? INPUTS.has(v.causality) : v.causality === 'output'));
        const names = known.map(v => v.name).sort();
        throw refusal(`${file}: has no variable "${name}"; its ${isInput ? 'inputs' : 'outputs'} are ${names.join(', ')} (${parameter})`);
    }
    if (variable.type === 'clock') {
        throw refusal(`${file}: variable "${name}" is a clock, which has no value (${parameter})`);
    }
    if (isInput && !INPUTS.has(variable.causality)) {
        throw refusal(`${file}: variable "${name}" is causality ${variable.causality}, not an input (${parameter})`);
    }
    return variable;
}

const parameterOf = ({ parameters }: ToolCall, name: string): string => parameters?.get(name) ?? name;

const TYPE_NAMES = { real: 'Real', integer: 'Integer', boolean: 'Boolean', string: 'String', clock: 'Clock' } as const;

/** The type of a setting of the experiment. */
const TIME_SETTING: Pick<FmiVariable, 'type' | 'size'> = { type: 'real' };

/** The value of an input; for an array variable the list of its elements. @throws EvaluationError */
function carried(
    call: ToolCall,
    name: string,
    value: ToolValue['value'],
    { type, size }: Pick<FmiVariable, 'type' | 'size'>
): ToolValue['value'] {
    const fit = fitted(value, type, size);
    if ('fault' in fit) {
        throw fault(`input not carried: ${name} (${parameterOf(call, name)}): ${fit.fault}`);
    }
    return fit.value;
}

/** A value of a variable, or why it is none. A single value is the list of an array of one element. */
function fitted(
    value: unknown,
    type: FmiVariable['type'],
    size: FmiVariable['size']
): { readonly value: ToolValue['value'] } | { readonly fault: string } {
    const elements: readonly unknown[] = Array.isArray(value) ? value : [value];
    const made: (number | boolean | string)[] = [];
    for (const element of elements) {
        if (!isOf(element, type)) {
            return { fault: `${JSON.stringify(element)} is not ${nameOfType(type)}` };
        }
        made.push(element);
    }
    if (size === undefined) {
        return Array.isArray(value) ? { fault: `the variable is no array, and there are ${counted(elements.length)}` } : { value: made[0] };
    }
    return size === 'open' || size === made.length
        ? { value: made }
        : { fault: `the variable is an array of ${size}, and there ${elements.length === 1 ? 'is' : 'are'} ${counted(elements.length)}` };
}

const counted = (count: number): string => `${count} value${count === 1 ? '' : 's'}`;

const nameOfType = (type: FmiVariable['type']): string => `${type === 'integer' ? 'an' : 'a'} ${TYPE_NAMES[type]}`;

function isOf(value: unknown, type: FmiVariable['type']): value is number | boolean | string {
    switch (type) {
        case 'real':
            return Number.isFinite(value); // JSON cannot express other numbers
        case 'integer':
            return Number.isInteger(value);
        case 'boolean':
            return typeof value === 'boolean';
        default:
            return typeof value === 'string';
    }
}

/** Returns the outputs of a performance from the reply of the runner. @throws EvaluationError */
function answerOf(call: ToolCall, { variables }: FmiDescription, reply: ProgramReply, timeout: number): ReadonlyMap<string, ToolValue> {
    const failure = failureOf(reply, timeout);
    const answer = jsonOf(reply.stdout);
    if (typeof answer?.error === 'string') {
        throw refusal(`the runner failed: ${answer.error}`);
    }
    if (failure !== undefined) {
        throw refusal(`the runner failed: ${failure}`);
    }
    if (answer?.protocol !== 1 || typeof answer.outputs !== 'object' || answer.outputs === null) {
        throw fault('malformed output: the reply is no object of protocol 1 with outputs');
    }
    const outputs = new Map<string, unknown>(Object.entries(answer.outputs));
    const extra = [...outputs.keys()].find(name => !call.outputs.includes(name));
    if (extra !== undefined) {
        throw fault(`malformed output: ${extra}: it was not asked for`);
    }
    return new Map(
        call.outputs.map(name => {
            const value = name === TIME ? answer.time : outputs.get(name);
            if (value === undefined) {
                throw fault(`missing output: ${name}`);
            }
            return [name, { value: receivedOf(name, value, name === TIME ? TIME_SETTING : variables.get(name)!) }];
        })
    );
}

function failureOf({ failure, isLate, isTooMuch, status, signal, stderr }: ProgramReply, timeout: number): string | undefined {
    if (failure !== undefined) {
        return `it did not start (${failure})`;
    }
    if (isLate) {
        return `it did not end within ${timeout / 1000}s (SERVICE_TOOL_TIMEOUT)`;
    }
    if (isTooMuch) {
        return 'it wrote more than SERVICE_TOOL_MAX_OUTPUT says';
    }
    const said = stderr.trim().slice(-1000);
    return status === 0 ? undefined : `exit status ${status ?? signal}${said === '' ? '' : `: ${said}`}`;
}

function jsonOf(text: string): Readonly<Record<string, unknown>> | undefined {
    try {
        const value: unknown = JSON.parse(text);
        return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;
    } catch {
        return undefined;
    }
}

/** Checks a value, or the list of values of an array variable, which keeps the form that the runner gave it. @throws EvaluationError */
function receivedOf(name: string, value: unknown, { type, size }: Pick<FmiVariable, 'type' | 'size'>): ToolValue['value'] {
    const fit = fitted(value, type, size);
    if ('fault' in fit) {
        throw fault(`malformed output: ${name}: ${fit.fault}`);
    }
    return typeof fit.value === 'object' && !Array.isArray(value) ? fit.value[0] : fit.value;
}
