import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/**
 * The rooms of src/ from the ground up (ARCHITECTURE.md): an import may only point down this list. A room is a folder; what a room imports
 * is compared by the folder's path, so that `runtime/values` may be below `language` and `runtime/evaluation` above it.
 */
const rooms = [
    'runtime/values',
    'language',
    'runtime/evaluation',
    'runtime/behaviour',
    'runtime/verification',
    'exchange',
    'queries',
    'editing',
    'views',
    'documents',
    'wire',
    'session',
    'service',
    'editor',
    'cli'
];

/** A folder of a room as other rooms import it: by way of src/, or from a neighbour in the same folder. */
const importsOf = room => {
    const [top, inner] = room.split('/');
    return inner === undefined ? top : `(${top}/)?${inner}`;
};
const arrowsPointDown = rooms.slice(0, -1).map((room, floor) => ({
    files: [`src/${room}/**/*.ts`],
    rules: {
        'no-restricted-imports': [
            'error',
            {
                patterns: [
                    {
                        regex: `^(\\.\\./)+(${rooms
                            .slice(floor + 1)
                            .map(importsOf)
                            .join('|')})/`,
                        message: `The room ${room} may only import from rooms below it.`
                    }
                ]
            }
        ]
    }
}));

export default tseslint.config(
    { ignores: ['dist/', 'build/', 'node_modules/', '**/generated/', '.cache/'] },
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
    ...arrowsPointDown,
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
                setTimeout: 'readonly',
                clearTimeout: 'readonly',
                AbortSignal: 'readonly'
            }
        }
    }
);
