#!/usr/bin/env node
// Starts the program that the build made.
import { existsSync } from 'node:fs';
import module from 'node:module';

// where Node keeps compiled code between runs (22.8 and later)
module.enableCompileCache?.();

// The C library keeps memory that threads freed unless this is set when a process begins: docs/service.md, Memory. A process that was
// forked would lose the channel to its parent.
const mayRestart = process.platform === 'linux' && process.execve !== undefined && process.send === undefined;
if (process.argv[2] === 'serve' && mayRestart) {
    const { execPath, execArgv, argv, env } = process;
    if (env.MALLOC_TRIM_THRESHOLD_ === undefined) {
        process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, MALLOC_TRIM_THRESHOLD_: '131072' });
    }
}

const bundle = new URL('../dist/sysml-workbench.mjs', import.meta.url);
if (existsSync(bundle)) {
    await import(bundle.href);
} else {
    process.stderr.write('sysml-workbench: not built yet: run `npm run build` first\n');
    process.exitCode = 2;
}
