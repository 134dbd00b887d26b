// Writes the TypeScript message types of proto/ into src/wire/generated (not committed), as buf.gen.yaml says.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Generates `src/wire/generated/**_pb.ts`; what stood there before is removed. @throws what buf finds wrong, with its place */
export function generateProto() {
    const manifest = createRequire(import.meta.url).resolve('@bufbuild/buf/package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
    const buf = join(dirname(manifest), bin.buf);
    const { status, stderr } = spawnSync(process.execPath, [buf, 'generate', '--clean'], { cwd: root, encoding: 'utf8' });
    if (status !== 0) {
        throw new Error(`buf generate ended with ${status}: ${stderr}`);
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    generateProto();
}
