/** The session runs in browsers: its bundle for them has nothing of Node. */
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

describe('the session in a browser', () => {
    it('needs nothing of Node', async () => {
        const { metafile } = await build({
            entryPoints: ['src/session/index.ts'],
            bundle: true,
            write: false,
            metafile: true,
            platform: 'browser',
            conditions: ['browser'],
            format: 'esm',
            external: ['node:*'],
            logLevel: 'silent'
        });
        const needed = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
            imports.filter(i => i.path.startsWith('node:')).map(i => `${file} imports ${i.path}`)
        );
        expect(needed).toEqual([]);
    });
});
