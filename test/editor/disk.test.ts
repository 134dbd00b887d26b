/** Files of a workspace on disk: links lead to each file once, and end where they lead back. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { diskFiles } from '../../src/editor/disk.js';
import { temporaryFolder } from '../support/folders.js';

it('reads each file below a folder once, by its own path, whatever links lead to it', async () => {
    const folder = temporaryFolder('links-');
    const outside = temporaryFolder('outside-');
    mkdirSync(join(folder, 'b', 'deep'), { recursive: true });
    writeFileSync(join(folder, 'b', 'one.sysml'), 'package One;');
    writeFileSync(join(outside, 'two.sysml'), 'package Two;');
    symlinkSync(join(folder, 'b'), join(folder, 'a'));
    symlinkSync(folder, join(folder, 'b', 'deep', 'back'));
    symlinkSync(join(folder, 'b', 'one.sysml'), join(folder, 'again.sysml'));
    symlinkSync(join(folder, 'self'), join(folder, 'self'));
    symlinkSync(outside, join(folder, 'outside'));
    const uriOf = (...path: string[]): string => pathToFileURL(join(folder, ...path)).href;
    const texts = await diskFiles.below(uriOf());
    expect([...texts.keys()].sort()).toEqual([uriOf('b', 'one.sysml'), uriOf('outside', 'two.sysml')]);
    expect(diskFiles.isFolder(uriOf('self'))).toBe(false);
});
