import { dirname, join, relative, sep } from 'node:path';
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/**
 * The rooms of src/ from the ground up (ARCHITECTURE.md): an import may only point down this list. A room is a folder.
 */
const rooms = [
    'runtime/values',
    'language',
    'runtime/evaluation',
    'runtime/behaviour',
    'runtime/verification',
    'runtime/engines',
    'exchange',
    'migration',
    'queries',
    'editing',
    'data',
    'views',
    'documents',
    'wire',
    'session',
    'debugger',
    'service',
    'editor',
    'hosts',
    'cli'
];

/** Folders whose `index.ts` is the only door: what the file exports is the room, all else may change without notice. */
const CLOSED_ROOMS = [
    'runtime/values',
    'runtime/behaviour',
    'runtime/verification',
    'exchange',
    'migration',
    'queries',
    'editing',
    'data',
    'views',
    'documents'
];

/** Doors beside `index.ts`, for those who must not load the whole room. */
const SIDE_DOORS = {
    'runtime/behaviour': ['schedules/policy'], // the thread of the transports reads schedules and loads no model
    exchange: [
        'formats', // that thread reads names of formats, too
        'archive-content', // reading files needs no graph
        'packages/index', // nor do the packages of a project
        'formatter/format', // nor does formatting
        'ids', // browsers hash ids and read no archives
        'normative',
        'convert', // sessions in browsers save models and query elements, and read no archives
        'builder/comments'
    ],
    views: ['drawing/kernel-threads'] // Node's threads, which browsers do not have
};

const source = join(import.meta.dirname, 'src');

/** The room of a file of src/, and the file's path in it. */
function placeOf(file) {
    const path = relative(source, file).replaceAll(sep, '/');
    const room = rooms.find(r => path.startsWith(`${r}/`));
    return room && { room, path: path.slice(room.length + 1) };
}

/** Why a file of one room may not import a file of another; undefined where it may. */
function importFault(from, to) {
    if (rooms.indexOf(to.room) > rooms.indexOf(from.room)) {
        return `The room ${from.room} may only import from rooms below it.`;
    }
    const isClosed = CLOSED_ROOMS.includes(to.room) || (to.room === 'runtime/evaluation' && !from.room.startsWith('runtime/'));
    const doors = ['index', ...(SIDE_DOORS[to.room] ?? [])];
    return isClosed && !doors.includes(to.path.replace(/\.[jt]s$/, '')) ? `The door of the room ${to.room} is its index.ts.` : undefined;
}

/** Imports between rooms: arrows point down, and lead to the doors of closed rooms. */
const imports = {
    create(context) {
        const from = placeOf(context.filename);
        const check = node => {
            const target = node.source?.value;
            const to = from && target?.startsWith('.') ? placeOf(join(dirname(context.filename), target)) : undefined;
            const fault = to === undefined || to.room === from.room ? undefined : importFault(from, to);
            if (fault !== undefined) {
                context.report({ node, message: fault });
            }
        };
        return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, TSImportType: check };
    }
};

export default tseslint.config(
    { ignores: ['dist/', 'build/', 'node_modules/', '**/generated/', '.cache/', 'editors/tree-sitter/*/grammar.js'] },
    js.configs.recommended,
    {
        // what the formatter leaves as it is: comments; a text or a pattern is one piece
        rules: {
            'max-len': [
                'error',
                { code: 140, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true }
            ]
        }
    },
    {
        files: ['**/*.ts'],
        extends: [...tseslint.configs.recommendedTypeChecked],
        languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
        rules: {
            '@typescript-eslint/no-non-null-assertion': 'off',
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
            '@typescript-eslint/restrict-template-expressions': 'off',
            '@typescript-eslint/require-await': 'off',
            '@typescript-eslint/prefer-promise-reject-errors': 'off'
        }
    },
    { files: ['src/**/*.ts'], plugins: { rooms: { rules: { imports } } }, rules: { 'rooms/imports': 'error' } },
    {
        // functions that a reader takes in at once; a `switch` is one decision, since its cases stand beside each other
        files: ['**/*.{ts,mjs}'],
        rules: { complexity: ['error', { max: 20, variant: 'modified' }], 'max-params': ['error', 5] }
    },
    // the parameters of a test are the columns of its table
    { files: ['test/**/*.ts'], rules: { 'max-params': 'off' } },
    // files that are older than these rules: the list only shrinks
    {
        files: ['editors/vscode/preview/page.ts', 'scripts/parser/{compile,emit-language,emit-rules}.ts'],
        rules: { complexity: 'off', 'max-params': 'off' }
    },
    {
        files: ['**/*.mjs'],
        languageOptions: {
            globals: {
                process: 'readonly',
                console: 'readonly',
                URL: 'readonly',
                performance: 'readonly',
                Buffer: 'readonly',
                fetch: 'readonly',
                TextEncoder: 'readonly',
                setTimeout: 'readonly',
                clearTimeout: 'readonly',
                AbortSignal: 'readonly'
            }
        }
    }
);
