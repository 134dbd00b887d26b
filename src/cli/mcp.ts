/** `sysml-workbench mcp [FOLDER]`: serves the models of a folder as tools for an assistant on standard input and output. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { diskFiles } from '../editor/disk.js';
import { EditorModels } from '../editor/models.js';
import { mcpServer } from '../hosts/mcp/server.js';
import { loadLibrary } from '../language/library/loading.js';
import { build } from '../service/version.js';
import { modelCommand, parseArguments, refusing } from './command-line.js';
import { rasterized } from './diagram-forms.js';

export function mcpCommand(args: readonly string[]): Promise<number | undefined> {
    const program = modelCommand(
        'mcp',
        'Serves the models of a folder to an assistant (Model Context Protocol).',
        '0 when the client ends.'
    )
        .argument('[folder]', 'folder of the models', '.')
        .option('--write', 'allows edits to write the files');
    return refusing(program, async () => {
        parseArguments(program, args);
        const { library: path, write } = program.opts<{ library?: string; write?: boolean }>();
        const folder = pathToFileURL(resolve(program.args[0] ?? '.')).href.replace(/\/$/, '');
        const models = new EditorModels(loadLibrary(path === undefined ? {} : { path }), [diskFiles]);
        models.addFolder(folder);
        const server = mcpServer(models, {
            version: build.version,
            folder,
            refresh: () => models.fileChanged(folder),
            rasterize: rasterized,
            ...(write === true && { write: (uri: string, text: string) => writeFileSync(fileURLToPath(uri), text) })
        });
        await server.connect(new StdioServerTransport());
        return undefined;
    });
}
