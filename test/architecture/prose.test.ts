/** Lines of Markdown have at most 140 columns, as those of sources have (max-len): a formatter would rewrite tables and lists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const COLUMNS = 140;
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The lines of a page that could be broken and are too long, with their numbers: not those of code and tables, which are one piece. */
function longLines(text: string): string[] {
    let isCode = false;
    return text.split('\n').flatMap((line, index) => {
        const isFence = /^\s*```/.test(line);
        isCode = isFence ? !isCode : isCode;
        const isOnePiece = isCode || isFence || /^(\s*\||\s{4}|`[^`]*`\W?$)/.test(line);
        return line.length > COLUMNS && !isOnePiece ? [`${index + 1}: ${line}`] : [];
    });
}

describe('lines of Markdown', () => {
    const rooms = readdirSync(join(root, 'src')).map(room => join('src', room));
    const others = ['.', 'docs', 'bench', 'examples', 'editors/vscode', 'editors/vscode/src', 'src/runtime/engines'];
    const pages = [...others, ...rooms].flatMap(folder =>
        readdirSync(join(root, folder))
            .filter(file => file.endsWith('.md'))
            .map(file => join(folder, file))
    );

    it.each(pages)('%s has none that is too long', page => expect(longLines(readFileSync(join(root, page), 'utf8'))).toEqual([]));

    it('every room has a page of its own', () => {
        expect(rooms.filter(room => !pages.includes(join(room, 'README.md')))).toEqual([]);
    });

    it('may be long where they are code or a table', () => {
        const long = 'word '.repeat(40);
        const text = [long, '```', long, '```', `| ${long} |`, `    ${long}`, `\`${long}\`:`].join('\n');
        expect(longLines(text)).toEqual([`1: ${long}`]);
    });
});
