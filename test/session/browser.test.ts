/** The session and the workers of a page run in browsers: their bundles for them have nothing of Node. */
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { isThorough } from '../support/thorough.js';

describe('in a browser', () => {
    it('need nothing of Node', async () => {
        const { metafile } = await build({
            entryPoints: ['src/session/index.ts', 'src/hosts/browser/worker.ts'],
            outdir: 'browser',
            bundle: true,
            write: false,
            metafile: true,
            platform: 'browser',
            conditions: ['browser'],
            format: 'esm',
            external: ['node:*'],
            // packages are most of the bundles; the quick suite looks at the project's own modules
            ...(!isThorough && { packages: 'external' as const }),
            logLevel: 'silent'
        });
        const needed = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
            imports.filter(i => i.path.startsWith('node:')).map(i => `${file} imports ${i.path}`)
        );
        expect(needed).toEqual([]);
    });
});
