/** Files that the client reads for the server (docs/editor-protocol.md, Files): for a server in a browser, and for remote file systems. */
import { UriUtils } from 'langium';
import { membersOfObject } from '../language/narrowing.js';
import type { Connection, InitializeParams } from 'vscode-languageserver';
import type { ModelFiles } from './files.js';

/** Schemes whose documents are in no folder. */
const WITHOUT_FOLDER = /^(untitled|git|output|vscode-[\w-]*cell|sysml-stdlib):/;

/** The files of a client that declares that it reads files. */
export function clientFiles(capabilities: InitializeParams['capabilities'], connection: Connection): ModelFiles | undefined {
    const { sysmlFiles } = membersOfObject(capabilities.experimental);
    if (sysmlFiles !== true) {
        return undefined;
    }
    return {
        reads: uri => !WITHOUT_FOLDER.test(uri),
        // a name without an extension may be a folder: the client finds nothing below it if it is none
        isFolder: uri => !/\.\w+$/.test(uri),
        async below(folder) {
            const { files } = await connection.sendRequest<{ files: { uri: string; text: string }[] }>('sysml/files', { folder });
            return new Map(files.map(({ uri, text }) => [UriUtils.normalize(uri), text]));
        },
        text: async uri => (await connection.sendRequest<{ text: string | null }>('sysml/file', { uri })).text ?? undefined
    };
}
