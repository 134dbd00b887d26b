#!/usr/bin/env node
// The service alone, with its flags on the command line: for programs that start a server by its path.
process.argv.splice(2, 0, 'serve');
await import('./sysml-workbench.mjs');
