// The command `serve`: runs the network service until it is told to stop. Exit status 0 when ended as asked, 1 when it cannot serve,
// 2 for an unusable command line. Writes nothing to standard output but the address line (and the frames of stdio).

import { fileURLToPath } from 'node:url';
import { readEnvironment } from '../service/config/environment.js';
import { helpText, parseFlags, UsageError, type Flags } from '../service/config/flags.js';
import { createLog, type Log } from '../service/log.js';
import { startService, type RunningService } from '../service/service.js';
import { build } from '../service/version.js';

const PROGRAM = 'sysml-workbench serve';

/**
 * Runs the service.
 * @param args the command line after `serve`
 * @returns the exit status, once the service has ended
 */
export async function serve(args: readonly string[]): Promise<number> {
    let flags: Flags;
    try {
        flags = parseFlags(args);
    } catch (error) {
        process.stderr.write(`${(error as UsageError).message}\n${helpText(PROGRAM)}`);
        return 2;
    }
    if (flags.help) {
        process.stdout.write(helpText(PROGRAM));
        return 0;
    }
    if (flags.version) {
        process.stdout.write(`sysml-grpc ${build.version}\ncommit: ${build.commit}\nbuilt: ${build.buildTime}\n`);
        return 0;
    }
    return run(flags, createLog(flags.logLevel));
}

async function run(flags: Flags, log: Log): Promise<number> {
    let fail: (status: number) => void = () => undefined;
    const failed = new Promise<number>(resolve => {
        fail = resolve;
    });
    // before the address is told: whoever reads it may end the service at once
    const stop = stopAsked(flags);
    let service: RunningService;
    try {
        service = await startService({
            flags,
            environment: readEnvironment(process.env),
            build,
            log,
            onUnusable: message => {
                log.error('the service cannot serve', { error: message });
                fail(1);
            }
        });
    } catch (error) {
        log.error('the service cannot start', { error: (error as Error).message });
        return 1;
    }
    if (flags.reportAddress) {
        process.stdout.write(`${service.address}\n`);
    }
    const status = await Promise.race([failed, service.ended.then(() => 0), stop.then(() => 0)]);
    await service.shutdown();
    // an open standard input would keep the process
    process.stdin.destroy();
    return status;
}

/** Resolves at a signal to end or, when so asked, at the end of standard input. */
function stopAsked({ exitWithParent }: Flags): Promise<void> {
    return new Promise(resolve => {
        process.once('SIGINT', () => resolve());
        process.once('SIGTERM', () => resolve());
        if (exitWithParent) {
            process.stdin
                .on('end', () => resolve())
                .on('close', () => resolve())
                .on('error', () => resolve())
                .resume();
        }
    });
}

// run as a file of its own from sources; in a bundle this module is the bundle and the command line decides
if (import.meta.url.endsWith('/serve.ts') && fileURLToPath(import.meta.url) === process.argv[1]) {
    process.exitCode = await serve(process.argv.slice(2));
    process.exit();
}
