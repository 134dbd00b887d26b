#!/usr/bin/env node
// The service alone, with its flags on the command line: for programs that start a server by its path.
import { fileURLToPath } from 'node:url';

// the command line is that of the other program from here on: processes that this one starts (-processes) are started with it
process.argv.splice(1, 1, fileURLToPath(new URL('sysml-workbench.mjs', import.meta.url)), 'serve');
await import('./sysml-workbench.mjs');
