/** `npm run dev [-- FLAGS]`: the service from what is built, built and started again whenever a source changes. */
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const flags = process.argv.slice(2);
/** Editors write a file in several steps. */
const QUIET = 200;

let service;
let timer;

function restart() {
    const { status } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' });
    if (status !== 0) {
        console.error('not built: the service goes on as it was');
        return;
    }
    service?.kill('SIGKILL');
    service = spawn(process.execPath, ['bin/sysml-workbench.mjs', 'serve', ...flags], { cwd: root, stdio: 'inherit' });
}

for (const folder of ['src', 'grammars', 'library', 'proto']) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
        if (!name?.includes('generated')) {
            clearTimeout(timer);
            timer = setTimeout(restart, QUIET);
        }
    });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
        service?.kill('SIGTERM');
        process.exit();
    });
}
restart();
