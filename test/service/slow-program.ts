// A solver and tool that starts another program and waits, for tests of cancelled calls.

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in which the program writes the numbers of both processes. */
export const processesIn = (folder: string): string => join(folder, 'processes');

/** Writes the program and its manifest into a folder. @returns settings of a service that runs it, for as long as it takes */
export function slowProgram(folder: string): Readonly<Record<string, string>> {
    const [program, processes] = [join(folder, 'slow'), processesIn(folder)];
    chmodSync(folder, 0o755);
    const script = `#!/bin/sh\nsleep 300 &\necho "$$ $!" > '${processes}.new'\nmv '${processes}.new' '${processes}'\nwait\n`;
    writeFileSync(program, script, { mode: 0o755 });
    const manifest = { toolName: 'Slow', executable: './slow', variables: ['v', 'd'] };
    writeFileSync(join(folder, 'slow.json'), JSON.stringify(manifest), { mode: 0o644 });
    return {
        SERVICE_SMT: program,
        SERVICE_TOOLS: folder,
        SERVICE_SMT_TIMEOUT: '10m',
        SERVICE_TOOL_TIMEOUT: '10m',
        SERVICE_MAX_ACTION_STEPS: '9000000000',
        SERVICE_MAX_STEPS: '9000000000'
    };
}
