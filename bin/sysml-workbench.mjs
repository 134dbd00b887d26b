#!/usr/bin/env node
// Starts the program that the build made.
import { existsSync } from 'node:fs';
import module from 'node:module';

// where Node keeps compiled code between runs (22.8 and later)
module.enableCompileCache?.();

const bundle = new URL('../dist/sysml-workbench.mjs', import.meta.url);
if (existsSync(bundle)) {
    await import(bundle.href);
} else {
    process.stderr.write('sysml-workbench: not built yet: run `npm run build` first\n');
    process.exitCode = 2;
}
