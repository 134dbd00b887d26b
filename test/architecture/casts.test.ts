/**
 * Type assertions in src/. What a type can say, a type says (a guard, a table by `$type`, a parameter); what is left stands where none can:
 * foreign data (JSON, messages of workers, data that clients send back), fields by descriptors, classes of other libraries, tables whose
 * keys the grammars guarantee. Each room has so many and no more: who needs another one finds one to remove, or says here why not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ALLOWED: Readonly<Record<string, number>> = {
    language: 26,
    runtime: 16,
    exchange: 14,
    queries: 1,
    views: 6,
    wire: 15,
    session: 5,
    debugger: 2, // messages of a client: JSON of no known shape
    service: 21,
    editor: 14,
    hosts: 11,
    cli: 8
};

const root = fileURLToPath(new URL('../../src/', import.meta.url));

/** Lines of comments, and imports, whose `as` asserts nothing: most files have no other one, and parsing all of them takes seconds. */
const WITHOUT_CODE = /^\s*(\*|\/\/|\/\*\*).*$|^import\b[^;]*;/gm;

/** How many assertions a text has; `as const` asserts nothing, `as unknown as T` counts twice. */
function assertionsIn(text: string): number {
    let count = 0;
    if (!/\bas (?!const\b)/.test(text.replaceAll(WITHOUT_CODE, ''))) {
        return count;
    }
    const visit = (node: ts.Node): void => {
        count += ts.isAsExpression(node) && !ts.isConstTypeReference(node.type) ? 1 : 0;
        ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest));
    return count;
}

describe('type assertions', () => {
    const rooms = readdirSync(root, { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(({ name }) => name);

    it.each(rooms)('of %s are no more than are allowed', room => {
        const files = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).filter(
            file => file.endsWith('.ts') && !file.includes('generated')
        );
        const count = files.reduce((sum, file) => sum + assertionsIn(readFileSync(join(root, room, file), 'utf8')), 0);
        expect(count).toBeLessThanOrEqual(ALLOWED[room] ?? 0);
    });

    it('are counted as they are written', () => {
        expect(assertionsIn('const a = b as C; const d = e as unknown as F; const g = [1] as const;')).toBe(3);
    });
});
