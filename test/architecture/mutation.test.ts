// The mutation runner replaces `vitest` by a module of its own (test/mutation/vitest.mjs), which must have what the test files import.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

it('has a stand-in for all that test files import of vitest', () => {
    const script = "import('./test/mutation/vitest.mjs').then(found => console.log(Object.keys(found).join(' ')))";
    const exported = execFileSync(process.execPath, ['-e', script], { cwd: join(root, '..'), encoding: 'utf8' })
        .trim()
        .split(' ');
    const imported = readdirSync(root, { recursive: true })
        .map(String)
        .filter(file => file.endsWith('.test.ts') && !file.includes('node_modules'))
        .map(file => /^import \{([^}]*)\} from 'vitest';$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '')
        .flatMap(names => names.split(','))
        .map(name => name.trim())
        .filter(name => name !== '' && !name.startsWith('type '));
    expect(new Set(exported)).toEqual(new Set([...exported, ...imported]));
    expect(imported.length).toBeGreaterThan(0);
});
