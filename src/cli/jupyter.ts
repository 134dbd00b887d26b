/** `sysml-workbench jupyter install` and `jupyter kernel -f FILE`: the kernel of notebooks. */
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { messageOf } from '../language/failures.js';
import { build } from '../service/version.js';
import { installKernelSpec, kernelSpec, prefixFolder, userFolder } from '../hosts/jupyter/kernelspec.js';
import { bareCommand, parseArguments, refusing } from './command-line.js';
import { startSession } from './session-worker.js';
import { SourceError, unwritable } from './sources.js';

interface InstallOptions {
    readonly user?: boolean;
    readonly prefix?: string;
    readonly name: string;
    readonly displayName: string;
}

interface KernelOptions {
    readonly connectionFile: string;
    readonly verbose?: boolean;
}

const KINDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = { install, kernel };

export function jupyterCommand([kind, ...args]: readonly string[]): Promise<number> {
    const known = kind !== undefined && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    if (known !== undefined) {
        return known(args);
    }
    const program = bareCommand('jupyter', 'The kernel of Jupyter notebooks.', '0 done, 2 impossible: misuse.')
        .usage('install | kernel [options]')
        .addHelpText(
            'after',
            '\n  install  registers the kernel with Jupyter (install --help)\n  kernel   runs the kernel; Jupyter starts it (kernel --help)'
        );
    return refusing(program, () => {
        parseArguments(program, kind === undefined ? [] : [kind]);
        return program.error(`${kind ?? 'nothing'}: expected install or kernel`);
    });
}

function install(args: readonly string[]): Promise<number> {
    const program = bareCommand(
        'jupyter install',
        'Registers the kernel with Jupyter.',
        '0 installed, 2 impossible: misuse, a folder that cannot be written.'
    )
        .option('--user', 'install for this user only (default)')
        .option('--prefix <dir>', 'install into DIR/share/jupyter, for example of a virtual environment')
        .option('--name <name>', 'the name by which notebooks refer to the kernel', 'sysml')
        .option('--display-name <name>', 'the name that users see', 'SysML v2 (workbench)');
    return refusing(program, () => {
        parseArguments(program, args);
        const { user, prefix, name, displayName } = program.opts<InstallOptions>();
        if (user === true && prefix !== undefined) {
            program.error('--user and --prefix are two places: name one');
        }
        if (!/^[\w.-]+$/.test(name)) {
            program.error(`--name ${name}: letters, digits, dots, dashes and underscores`);
        }
        const folder = prefix === undefined ? userFolder(process.env, process.platform) : prefixFolder(prefix);
        try {
            process.stdout.write(`installed ${installKernelSpec(folder, name, kernelSpec(startOfCommand(), displayName))}\n`);
        } catch (error) {
            throw unwritable(folder, error, 'folder');
        }
        return 0;
    });
}

/** The command that starts this program from any folder. */
function startOfCommand(): string[] {
    const beside = ['../bin/sysml-workbench.mjs', '../../bin/sysml-workbench.mjs'].map(path =>
        fileURLToPath(new URL(path, import.meta.url))
    );
    const file = beside.find(existsSync) ?? process.argv[1];
    return [process.execPath, file];
}

/** milliseconds between checks whether the parent process exists */
const PARENT_INTERVAL = 3000;

function kernel(args: readonly string[]): Promise<number> {
    const program = bareCommand(
        'jupyter kernel',
        'Runs the kernel, until Jupyter shuts it down.',
        '0 shut down, 2 impossible: misuse, no connection.'
    )
        .requiredOption('-f, --connection-file <file>', 'the file in which Jupyter states its connections')
        .option('--verbose', 'write received messages to standard error');
    return refusing(program, async () => {
        parseArguments(program, args);
        const { connectionFile, verbose = false } = program.opts<KernelOptions>();
        const { runKernel } = await import('../hosts/jupyter/kernel.js');
        const { ConnectionFault, readConnection } = await import('../hosts/jupyter/sockets.js');
        const client = startSession({ library: process.env.SERVICE_LIBRARY_PATH, theme: 'light' });
        process.on('SIGINT', () => client.interrupt());
        const watch = watchParent();
        try {
            await runKernel(client, {
                connection: readConnection(connectionFile),
                version: build.version,
                log: text => process.stderr.write(verbose ? `${text}\n` : '')
            });
            return 0;
        } catch (error) {
            if (error instanceof ConnectionFault) {
                throw new SourceError(messageOf(error));
            }
            throw error;
        } finally {
            clearInterval(watch);
            await client.end();
        }
    });
}

/** Ends the kernel when its parent process has ended. */
function watchParent(): NodeJS.Timeout {
    const parent = Number(process.env.JPY_PARENT_PID ?? 0);
    return setInterval(() => {
        if (parent > 1) {
            try {
                process.kill(parent, 0);
            } catch {
                process.exit(0);
            }
        }
    }, PARENT_INTERVAL).unref();
}
