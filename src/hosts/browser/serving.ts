/**
 * A session in a web worker of a page. After its start it receives the requests of `thread/messages.ts`, and the files of the page whenever
 * they change. Files that commands write are sent to the page.
 */
import { SnapshotLibrary } from '../../language/library/library.js';
import { Reader } from '../../language/library/reader.js';
import { languageOf } from '../../language/syntax/index.js';
import { PAGE_SOLVER } from '../../runtime/engines/browser/settings.js';
import { newSession, type SessionFiles } from '../../session/index.js';
import { solverCommands } from '../commands/solver-commands.js';
import type { Reply, Request } from '../thread/messages.js';
import { interruptible, serveSession } from '../thread/server.js';

/** A text of the page. */
interface PageFile {
    readonly name: string;
    readonly text: string;
}

export interface SessionStart {
    /** bytes of the library's snapshot */
    readonly library: ArrayBuffer;
    /** one number: 1 interrupts the current computation, if the page shares memory with this worker */
    readonly interruption: ArrayBufferLike;
    /** whether the page has a solver and shares memory with this worker (`SolverMessage`) */
    readonly hasSolver: boolean;
    readonly theme: 'light' | 'dark';
}

/** A file that a command wrote. */
interface Written {
    readonly written: PageFile;
}

type Message = { readonly files: readonly PageFile[] } | Request;

/** The used part of a worker's global scope; the types of browsers are not available here. */
interface WorkerScope {
    onmessage: ((message: { readonly data: Message }) => void) | null;
    postMessage(message: Reply | Written): void;
}

declare const self: WorkerScope;

let pageFiles: readonly PageFile[] = [];

function pageFile(path: string): PageFile {
    const found = pageFiles.find(f => f.name === path);
    if (found === undefined) {
        throw new Error(`file not found: ${path}; the page has ${pageFiles.map(f => f.name).join(', ')}`);
    }
    return found;
}

const files: SessionFiles = {
    read: paths => paths.map(pageFile).map(({ name, text }) => ({ name, language: languageOf(name), content: text })),
    readText: path => pageFile(path).text,
    write(path, content) {
        if (typeof content !== 'string') {
            throw new Error(`${path}: a page takes texts only`);
        }
        self.postMessage({ written: { name: path, text: content } });
    }
};

/** Serves a session to the page of this worker. */
export function serveSessionInWorker({ library, interruption, hasSolver, theme }: SessionStart): void {
    const host = {
        library: new SnapshotLibrary(new Reader(library, false)),
        checkCancelled: interruptible(interruption),
        files,
        theme
    };
    const port = {
        postMessage: (reply: Reply) => self.postMessage(reply),
        on(_event: 'message', listener: (request: Request) => void) {
            self.onmessage = ({ data }) => {
                if ('files' in data) {
                    pageFiles = data.files;
                } else {
                    listener(data);
                }
            };
        }
    };
    serveSession(port, interruption, progress => newSession({ ...host, progress }, hasSolver ? [solverCommands(PAGE_SOLVER)] : []));
}
