/**
 * Files that the editor reads for the server (docs/editor-protocol.md, Files): what the server cannot reach itself, because it is in a
 * browser or the files are.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient, ClientCapabilities } from 'vscode-languageclient';

const READ = /\.(sysml|kerml)$|^\.project\.json$/;
/** Folders that hold no models of their own. */
const SKIPPED = new Set(['node_modules', '.git']);

interface FileText {
    readonly uri: string;
    readonly text: string;
}

/** Reads files for the server of a client that has not started yet, and has it say so. */
export function readFilesFor(client: BaseLanguageClient): void {
    client.registerFeature({
        fillClientCapabilities(capabilities: ClientCapabilities) {
            capabilities.experimental = { ...(capabilities.experimental as object | undefined), sysmlFiles: true };
        },
        initialize() {},
        getState: () => ({ kind: 'static' }),
        clear() {}
    });
    const uriOf = (uri: string): vscode.Uri => client.protocol2CodeConverter.asUri(uri);
    const textOf = async (uri: vscode.Uri): Promise<FileText | undefined> => {
        try {
            const bytes = await vscode.workspace.fs.readFile(uri);
            return { uri: client.code2ProtocolConverter.asUri(uri), text: new TextDecoder().decode(bytes) };
        } catch {
            return undefined;
        }
    };
    const below = async (folder: vscode.Uri): Promise<FileText[]> => {
        const entries = await vscode.workspace.fs.readDirectory(folder).then(
            found => found,
            () => []
        );
        const found = await Promise.all(
            entries.map(async ([name, type]) => {
                const uri = vscode.Uri.joinPath(folder, name);
                // a link to a folder may lead back
                if (type === vscode.FileType.Directory) {
                    return SKIPPED.has(name) ? [] : below(uri);
                }
                const text = (type & vscode.FileType.File) !== 0 && READ.test(name) ? await textOf(uri) : undefined;
                return text === undefined ? [] : [text];
            })
        );
        return found.flat();
    };
    client.onRequest('sysml/files', async ({ folder }: { folder: string }) => ({ files: await below(uriOf(folder)) }));
    client.onRequest('sysml/file', async ({ uri }: { uri: string }) => ({ text: (await textOf(uriOf(uri)))?.text ?? null }));
}
