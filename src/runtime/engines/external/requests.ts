/** Writes the input of a tool: the request object, or a table with one row. (Contract: verification-and-engines 12.2, 12.3.) */
import type { ToolCall } from '../../evaluation/toolbox.js';

/** Returns the request of the `object` protocol, as JSON. */
export function objectOf({ toolName, uri, inputs }: ToolCall): string {
    return JSON.stringify({ toolName, uri, inputs: Object.fromEntries(inputs) });
}

/**
 * Returns a header and one row. The unit of a variable is in an additional column after its value. @param variables in the order of the
 * columns
 */
export function csvOf({ inputs }: ToolCall, variables: readonly string[]): string {
    const columns = variables
        .filter(v => inputs.has(v))
        .flatMap(v => {
            const { value, unit } = inputs.get(v)!;
            return [[v, String(value)], ...(unit === undefined ? [] : [[`${v}.unit`, unit]])];
        });
    const line = (place: 0 | 1): string => columns.map(c => cell(c[place])).join(',');
    return `${line(0)}\n${line(1)}\n`;
}

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
