// Rules of lint that are the project's own (.oxlintrc.json): which room of src/ may import from which, and how long a line of a comment is.

import { dirname, join, relative, sep } from 'node:path';

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

const source = join(import.meta.dirname, '../src');

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
        return {
            ImportDeclaration: check,
            ExportNamedDeclaration: check,
            ExportAllDeclaration: check,
            ImportExpression: check,
            TSImportType: check
        };
    }
};

const MAX_LENGTH = 140;

/** Lines of comments: the formatter breaks code, and leaves these as they are. Lines with an address may be longer. */
const commentLength = {
    create(context) {
        const { lines } = context.sourceCode;
        return {
            Program() {
                const commented = context.sourceCode.getAllComments().flatMap(({ loc: { start, end } }) => {
                    return Array.from({ length: end.line - start.line + 1 }, (_, i) => start.line + i);
                });
                for (const line of new Set(commented)) {
                    const { length } = lines[line - 1];
                    if (length > MAX_LENGTH && !lines[line - 1].includes('://')) {
                        context.report({
                            loc: { start: { line, column: MAX_LENGTH }, end: { line, column: length } },
                            message: `The line has ${length} characters; ${MAX_LENGTH} are allowed.`
                        });
                    }
                }
            }
        };
    }
};

export default { meta: { name: 'workbench' }, rules: { imports, 'comment-length': commentLength } };
