/**
 * Which language server is started: the one that a setting names, the one that the workspace brings, the one inside the extension, the one
 * on the search path. Pure: a function reports what exists. Knows no editor.
 */

/** A command that serves the language server protocol on standard input and output. */
export interface ServerCommand {
    /** a script that Node runs, or a program */
    readonly kind: 'script' | 'program';
    readonly path: string;
    /** where it was found, for the output channel */
    readonly origin: string;
}

export interface Surroundings {
    /** the setting, empty for none */
    readonly setting: string;
    /** folders of the workspace; what they bring is only run when the workspace is trusted */
    readonly folders: readonly string[];
    readonly isTrusted: boolean;
    /** folder of the extension */
    readonly extension: string;
    /** folders of the search path */
    readonly searchPath: readonly string[];
    readonly isWindows: boolean;
    readonly exists: (path: string) => boolean;
}

const SCRIPT = /\.[cm]?js$/;
const NAME = 'sysml-workbench';

/** The server to start, or why there is none, with advice. */
export function discoverServer(around: Surroundings): ServerCommand | { readonly advice: string } {
    const { setting, folders, isTrusted, extension, searchPath, isWindows, exists } = around;
    if (setting !== '') {
        return exists(setting)
            ? commandOf(setting, 'the setting sysml.server.path')
            : { advice: `sysml.server.path names ${setting}, which does not exist. Correct the setting or empty it.` };
    }
    const places = [
        ...(isTrusted
            ? folders
                  .flatMap(folder => [`${folder}/bin/${NAME}.mjs`, `${folder}/node_modules/${NAME}/bin/${NAME}.mjs`])
                  .map(path => ({
                      path,
                      origin: 'the workspace'
                  }))
            : []),
        { path: `${extension}/server/${NAME}.mjs`, origin: 'the extension' },
        ...searchPath.map(folder => ({ path: `${folder}/${NAME}${isWindows ? '.cmd' : ''}`, origin: 'the search path' }))
    ];
    const found = places.find(({ path }) => exists(path));
    return found === undefined
        ? { advice: `No language server was found. Install the command with "npm install -g ${NAME}", or set sysml.server.path.` }
        : commandOf(found.path, found.origin);
}

function commandOf(path: string, origin: string): ServerCommand {
    return { kind: SCRIPT.test(path) ? 'script' : 'program', path, origin };
}
