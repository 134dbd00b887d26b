/** What a room exports through its door has a doc comment: functions and constants their own, a class its own or that of its file. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const doors = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(file => /(?:^|[\\/])index\.ts$/.test(file) && !file.includes('generated'))
    .map(file => join('src', file));

/** What a door exports of another file: that file and the name; no name for all that it has. */
function exportsOf(door: string): (readonly [file: string, name: string])[] {
    return [...read(door).matchAll(/export (?:type )?(?:\*|\{([^}]*)\}) from '(\.[^']+)\.js'/g)].flatMap(([, names, path]) => {
        const file = `${join(dirname(door), path)}.ts`;
        return (names?.split(',') ?? ['\\w+']).map(name => [file, name.replace(/^\s*type\s|\sas\s.*$/g, '').trim()] as const);
    });
}

/** The exported declarations of a name without a comment above. */
function undocumented(file: string, name: string): string[] {
    const lines = read(file).split('\n');
    const hasHead = /^\/[*/]/.test(lines[0]);
    const declared = new RegExp(`^export (?:async |abstract )?(function\\*?|const|class) (${name})\\b`);
    const seen = new Set<string>();
    return lines.flatMap((line, i) => {
        const [, kind, found] = declared.exec(line) ?? [];
        if (found === undefined || seen.has(found)) {
            return []; // the comment of overloads is above the first one
        }
        seen.add(found);
        // a comment, or another declaration of the same group
        const isDocumented = i > 0 && /\*\/$|^\s*\/\/|^export /.test(lines[i - 1]);
        return isDocumented || (kind === 'class' && hasHead) ? [] : [`${file}: ${found}`];
    });
}

it('every export of a door has a doc comment', () => {
    const exported = doors.flatMap(exportsOf);
    expect(exported.length).toBeGreaterThan(500);
    expect([...new Set(exported.flatMap(([file, name]) => (name === '' ? [] : undocumented(file, name))))]).toEqual([]);
});
