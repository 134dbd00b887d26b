/** `sysml-workbench dap`: the debug adapter on standard input and output, until the client disconnects. */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DebugAdapter, type LaunchArguments } from '../debugger/index.js';
import { framed, requestsOf } from '../debugger/framing.js';
import { debuggedModels } from '../editor/debugged-models.js';
import { diskFiles } from '../editor/disk.js';
import { EditorModels } from '../editor/models.js';
import { loadLibrary } from '../language/library/loading.js';
import { modelCommand, parseArguments, refusing } from './command-line.js';

export function dapCommand(args: readonly string[]): Promise<number | undefined> {
    const program = modelCommand('dap', 'Debugs actions and state machines (Debug Adapter Protocol).', '0 when the client ends.');
    return refusing(program, async () => {
        parseArguments(program, args);
        const { library: path } = program.opts<{ library?: string }>();
        const models = new EditorModels(loadLibrary(path === undefined ? {} : { path }), [diskFiles]);
        const debugged = debuggedModels(models, launch => models.addFolder(folderOf(launch)));
        const adapter = new DebugAdapter(debugged, message => process.stdout.write(framed(message)));
        for await (const request of requestsOf(process.stdin)) {
            await adapter.handle(request);
            if (request.command === 'disconnect') {
                break;
            }
        }
        process.stdin.destroy();
        return 0;
    });
}

/** The folder of the models: the working folder that the launch names, or that of its program. */
function folderOf({ program = process.cwd(), cwd }: LaunchArguments & { readonly cwd?: string }): string {
    const path = program.startsWith('file:') ? fileURLToPath(program) : program;
    const folder = cwd ?? (statSync(path, { throwIfNoEntry: false })?.isFile() === true ? dirname(path) : path);
    return pathToFileURL(folder).href.replace(/\/$/, '');
}
