// A day's load and a long line of changes: `npm run soak [-- CALLS EDITS]`, by default a million calls of the service, whose workers die
// now and then, and 100,000 changes of models, each checked against a core that knows nothing else. The calls take half an hour on two
// cores, the changes hours; the long suite makes the same tests in short.

import { spawnSync } from 'node:child_process';

const [calls = '1000000', edits = '100000'] = process.argv.slice(2);
const { status } = spawnSync(
    process.execPath,
    [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config',
        'vitest.long.config.ts',
        'test/service/day.long.test.ts',
        'test/service/incremental-answers.proof.test.ts'
    ],
    { cwd: new URL('..', import.meta.url), stdio: 'inherit', env: { ...process.env, SOAK_CALLS: calls, SOAK_EDITS: edits } }
);
process.exitCode = status ?? 1;
