/** The folder that registers the kernel with Jupyter: command, name and logo. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface KernelSpec {
    readonly argv: readonly string[];
    readonly display_name: string;
    readonly language: string;
    readonly interrupt_mode: 'message';
    readonly metadata: { readonly debugger: boolean };
}

/** @param command the command that starts the command line, without its arguments */
export function kernelSpec(command: readonly string[], displayName: string): KernelSpec {
    return {
        argv: [...command, 'jupyter', 'kernel', '-f', '{connection_file}'],
        display_name: displayName,
        language: 'sysml',
        interrupt_mode: 'message',
        metadata: { debugger: false }
    };
}

/** The folder in which Jupyter searches for the kernels of a user. */
export function userFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
    if (environment.JUPYTER_DATA_DIR) {
        return environment.JUPYTER_DATA_DIR;
    }
    if (platform === 'darwin') {
        return join(homedir(), 'Library', 'Jupyter');
    }
    return platform === 'win32'
        ? join(environment.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'jupyter')
        : join(environment.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'jupyter');
}

export const prefixFolder = (prefix: string): string => join(prefix, 'share', 'jupyter');

/** Writes the folder of a kernel. @returns its path @throws errors of the file system */
export function installKernelSpec(jupyter: string, name: string, spec: KernelSpec): string {
    const folder = join(jupyter, 'kernels', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'kernel.json'), `${JSON.stringify(spec, undefined, 2)}\n`);
    writeFileSync(join(folder, 'logo-svg.svg'), LOGO);
    return folder;
}

/** The logo: two connected parts of a whole. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<rect x="4" y="4" width="56" height="56" rx="8" fill="#fff" stroke="#1d4e89" stroke-width="4"/>
<rect x="13" y="14" width="16" height="14" rx="2" fill="#cfe0f3" stroke="#1d4e89" stroke-width="3"/>
<rect x="35" y="36" width="16" height="14" rx="2" fill="#cfe0f3" stroke="#1d4e89" stroke-width="3"/>
<path d="M21 28v15h14" fill="none" stroke="#1d4e89" stroke-width="3"/>
</svg>
`;
