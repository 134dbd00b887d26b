/** Many runs in several threads: the report and the JSON are those of one thread, byte for byte. Threads need a build. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { cases, portion } from '../support/thorough.js';
import { inProcess } from './command.js';

const FOLDER = temporaryFolder('shared-runs-');
writeFileSync(
    join(FOLDER, 'm.sysml'),
    `package P {
    private import ScalarValues::*;
    private import RandomFunctions::*;
    action def Plain {
        attribute n : Integer := 0;
        attribute level : String := "";
        attribute x : Real := 0.0;
        first start;
        then action a assign n := uniformInteger(1, 6);
        then action b assign level := if n > 4 ? "high" else "low";
        then action c assign x := normal(3.0, 1.0);
        then action d assign n := 60 % (n - 3);
        then done;
    }
    action def Late {
        attribute n : Integer := 0;
        attribute any := 0;
        first start;
        then action a assign n := uniformInteger(1, 100000);
        then action b assign any := if n > 99990 ? "high" else n % 10;
        then done;
    }
}
`
);

/** Late has a value of another type in one run of ten thousand. */
const RUNS = String(cases(0, 35_000, 150_000));

async function table(action: string, jobs: number): Promise<string> {
    const args = ['runs', `P::${action}`, '-n', RUNS, '--seed', '11', '--json', 'm.sysml'];
    const { stdout } = await inProcess(args, { cwd: FOLDER, env: { SERVICE_JOBS: String(jobs) } });
    return stdout;
}

it.each(['Plain', 'Late'].map((action, i) => [action, portion([2, 4], 2, i)] as const))('%s in %j threads', async (action, numbers) => {
    const one = await table(action, 1);
    expect(one).toContain('"count":');
    for (const threads of numbers) {
        expect(await table(action, threads)).toBe(one);
    }
});
