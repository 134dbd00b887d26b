// Has Langium generate its own files: `run-langium.mjs CONFIG`. As its command line (`langium generate`) does, but for the check of
// the configuration: the package behind that check does not work on Node 24.

import { runGenerator } from '../../node_modules/langium-cli/lib/generate.js';
import { loadConfig } from '../../node_modules/langium-cli/lib/package.js';

const options = { file: process.argv[2], mode: 'production' };
const { success } = await runGenerator(await loadConfig(options), options);
process.exitCode = success ? 0 : 1;
