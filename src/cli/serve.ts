// The command `serve`: runs the network service until it is stopped. Exit status 0 after a regular end, 1 if it cannot serve, 2 for an
// unusable command line. Writes only the address line, and the frames of stdio, to standard output.

import { fileURLToPath } from 'node:url';
import { checkConfiguration } from '../service/config/check.js';
import { readEnvironment } from '../service/config/environment.js';
import { helpText, parseFlags, UsageError, type Flags } from '../service/config/flags.js';
import { createLog } from '../service/log.js';
import { membership, Primary, type Membership } from '../service/processes/primary.js';
import { openHealth, reportUnusableSettings, startService, type RunningService } from '../service/service.js';
import type { HealthListener } from '../service/transports/http/health-listener.js';
import { build } from '../service/version.js';
import { messageOf } from '../language/failures.js';

const PROGRAM = 'sysml-workbench serve';

/**
 * Runs the service.
 * @param args the arguments after `serve`
 * @returns the exit status, after the service has ended
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
    const member = membership();
    // install handlers before the address is written: its reader may stop the service immediately
    const stop = member ? Promise.race([member.stopped, stopRequested(flags)]) : stopRequested(flags);
    let isStopRequested = false;
    void stop.then(() => (isStopRequested = true));
    const status = !member && flags.processes > 1 ? await supervise(flags, stop) : await run(flags, stop, member);
    // an open standard input would keep the process alive
    process.stdin.destroy();
    if (flags.transport === 'stdio' && isStopRequested) {
        endWithoutReader(status);
    }
    member?.leave();
    return status;
}

/** Serves alone, or as one of the processes that a primary has started. */
async function run(flags: Flags, stop: Promise<void>, member: Membership | undefined): Promise<number> {
    const log = createLog(flags.logLevel, undefined, member && { process: member.siblings.place + 1 });
    let fail: (status: number) => void = () => undefined;
    const failed = new Promise<number>(resolve => {
        fail = resolve;
    });
    let service: RunningService;
    try {
        service = await startService({
            flags,
            environment: readEnvironment(process.env),
            build,
            log,
            ...(member && { siblings: member.siblings }),
            onUnusable: message => {
                log.error('the service cannot serve', { error: message });
                fail(1);
            }
        });
    } catch (error) {
        log.error('the service cannot start', { error: messageOf(error) });
        return 1;
    }
    if (member) {
        member.listening(service.address!);
    } else if (flags.reportAddress) {
        process.stdout.write(`${service.address}\n`);
    }
    const status = await Promise.race([failed, service.ended.then(() => 0), stop.then(() => 0)]);
    await service.shutdown();
    return status;
}

/** Starts and ends the processes that serve the port together. */
async function supervise(flags: Flags, stop: Promise<void>): Promise<number> {
    const log = createLog(flags.logLevel);
    try {
        const environment = readEnvironment(process.env);
        checkConfiguration(flags, environment);
        reportUnusableSettings({ flags, environment, log });
    } catch (error) {
        log.error('the service cannot start', { error: messageOf(error) });
        return 1;
    }
    const primary = new Primary({ count: flags.processes, flags: ['-health-port', '0', '-exit-with-parent=false'], log });
    const ended = Promise.race([primary.failed, stop.then(() => 0)]);
    const address = await Promise.race([primary.listen(), ended]);
    let health: HealthListener | undefined;
    if (typeof address === 'string') {
        health = await openHealth({ flags, build, log });
        log.info('processes listen', { addr: address, processes: flags.processes });
        if (flags.reportAddress) {
            process.stdout.write(`${address}\n`);
        }
    }
    const status = await ended;
    await primary.stop();
    await health?.close();
    return status;
}

/** time after a request to stop in which a client must take its answers, in milliseconds */
const UNREAD = 5000;

/** Ends the process, which unread answers would keep alive. */
function endWithoutReader(status: number): void {
    let left = process.stdout.writableLength;
    setInterval(() => {
        if (process.stdout.writableLength === left) {
            process.exit(status);
        }
        left = process.stdout.writableLength;
    }, UNREAD).unref();
}

/** interval at which a service below npm checks whether npm's shell still runs, in milliseconds */
const PARENT_LOOK = 500;

/** Resolves at a signal to stop; with `exitWithParent` at the end of standard input; below `npm start` when npm's shell has ended. */
function stopRequested({ exitWithParent }: Flags): Promise<void> {
    return new Promise(resolve => {
        process.once('SIGINT', () => resolve());
        process.once('SIGTERM', () => resolve());
        if (process.env.npm_lifecycle_event === 'start') {
            // npm ends its shell, which does not forward the signal
            const shell = process.ppid;
            setInterval(() => process.ppid !== shell && resolve(), PARENT_LOOK).unref();
        }
        if (exitWithParent) {
            process.stdin
                .on('end', () => resolve())
                .on('close', () => resolve())
                .on('error', () => resolve())
                .resume();
        }
    });
}

// true only when run as a separate file from sources; in a bundle the command line starts it
if (import.meta.url.endsWith('/serve.ts') && fileURLToPath(import.meta.url) === process.argv[1]) {
    process.exitCode = await serve(process.argv.slice(2));
    process.exit();
}
