/**
 * `sysml-workbench format [--check] [--width N] PATH…`: formats files in place, or standard input to standard output. Exit status: 0
 * formatted; 1 with `--check` if a file is not formatted; 2 if the command line or a file cannot be used.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from '../exchange/formatter/format.js';
import { bareCommand, countOf, parseArguments, refusing } from './command-line.js';
import { readSources, unwritable } from './sources.js';

export function formatCommand(args: readonly string[]): Promise<number> {
    const program = bareCommand(
        'format',
        'Lays out files in place: indentation, blank lines and blanks between tokens; every token, comment and line break stays.',
        '0 formatted, 1 with --check if a file is not formatted, 2 if an argument or a file cannot be used.'
    )
        .argument('<path...>', 'files (.sysml, .kerml) and folders; - for standard input')
        .option('--check', 'change nothing, print the names of the files that are not formatted')
        .option('--width <characters>', 'break lines that are longer, and bodies that have several members on one line', countOf);
    return refusing(program, () => {
        parseArguments(program, args);
        return run(program.args, program.opts<{ readonly check?: boolean; readonly width?: number }>());
    });
}

function run(paths: readonly string[], { check = false, width = 0 }: { readonly check?: boolean; readonly width?: number }): number {
    let isChanged = false;
    for (const { name, content } of readSources(paths, true)) {
        const isStandardInput = name === '<stdin>';
        // keep a byte order mark, which the reader of models removes
        const text = isStandardInput ? content : readFileSync(name, 'utf8');
        const formatted = format(text, { width });
        isChanged ||= formatted !== text;
        if (isStandardInput && !check) {
            process.stdout.write(formatted);
        } else if (formatted !== text) {
            if (check) {
                process.stdout.write(`${name}\n`);
            } else {
                write(name, formatted);
            }
        }
    }
    return check && isChanged ? 1 : 0;
}

function write(name: string, text: string): void {
    try {
        writeFileSync(name, text);
    } catch (e) {
        throw unwritable(name, e);
    }
    process.stderr.write(`wrote ${name}\n`);
}
