/** Writes the output of a command to a file or standard output. Output that is written in pieces appears as a whole or not at all. */
import { randomUUID } from 'node:crypto';
import { closeSync, createReadStream, existsSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { SourceError, unwritable } from './sources.js';

/** bytes for standard output that are kept in memory; more go to an unnamed temporary file */
const MAX_KEPT = 1 << 24;

/** Writes pieces to a temporary file that replaces the target when it is complete. */
export class Output {
    private readonly pieces: Buffer[] = [];
    private kept = 0;
    private spool: number | undefined;
    private open: { readonly file: number; readonly written: string; readonly path: string } | undefined;

    /**
     * @param path of the file; standard output if absent or `-`
     * @param kind binary content is not written to a terminal
     */
    constructor(
        private readonly path: string | undefined,
        private readonly kind: 'text' | 'binary' = 'text'
    ) {}

    private get isStandard(): boolean {
        return this.path === undefined || this.path === '-';
    }

    /** Writes the whole content. @throws SourceError */
    writeAll(content: string | Uint8Array): Promise<void> {
        this.write(typeof content === 'string' ? Buffer.from(content) : content);
        return this.end();
    }

    /** Writes a piece. Its memory may be reused afterwards. @throws SourceError */
    write(piece: Uint8Array): void {
        if (this.isStandard) {
            if (this.kind === 'binary' && isatty(1)) {
                throw new SourceError('an archive is bytes, which no terminal shows: name a file (--output)');
            }
            this.keep(piece);
            return;
        }
        this.attempt(() => writeTo((this.open ??= begun(this.path!)).file, piece));
    }

    private keep(piece: Uint8Array): void {
        this.kept += piece.length;
        if (this.kept <= MAX_KEPT) {
            this.pieces.push(Buffer.from(piece));
            return;
        }
        this.attempt(() => {
            const file = (this.spool ??= nameless());
            this.pieces.splice(0).forEach(kept => writeTo(file, kept));
            writeTo(file, piece);
        });
    }

    /** Completes the output. @throws SourceError */
    async end(): Promise<void> {
        if (this.isStandard) {
            const { spool } = this;
            this.spool = undefined;
            this.pieces.splice(0).forEach(piece => process.stdout.write(piece));
            await (spool === undefined ? undefined : copied(spool));
            return;
        }
        this.attempt(() => {
            const { file, written, path } = (this.open ??= begun(this.path!));
            closeSync(file);
            if (written !== path) {
                renameSync(written, path);
            }
            this.open = undefined;
        });
    }

    /** Removes everything that was written. */
    discard(): void {
        this.pieces.length = 0;
        this.kept = 0;
        if (this.spool !== undefined) {
            closeSync(this.spool);
            this.spool = undefined;
        }
        if (this.open !== undefined) {
            const { file, written, path } = this.open;
            this.open = undefined;
            closeSync(file);
            if (written !== path) {
                rmSync(written, { force: true });
            }
        }
    }

    private attempt(write: () => void): void {
        try {
            write();
        } catch (e) {
            this.discard();
            throw unwritable(this.path ?? tmpdir(), e);
        }
    }
}

function writeTo(file: number, piece: Uint8Array): void {
    for (let at = 0; at < piece.length;) {
        at += writeSync(file, piece, at);
    }
}

/** A temporary file that disappears when the program ends. */
function nameless(): number {
    const path = join(tmpdir(), `sysml-workbench-${randomUUID()}`);
    const file = openSync(path, 'wx+', 0o600);
    rmSync(path);
    return file;
}

/** Copies a file to standard output at the reader's pace, and closes it. */
async function copied(file: number): Promise<void> {
    const isTaken = (piece: Buffer): Promise<boolean> =>
        new Promise(resolve => process.stdout.write(piece, error => resolve(error === undefined || error === null)));
    const pieces: AsyncIterable<Buffer> = createReadStream('', { fd: file, start: 0, highWaterMark: 1 << 20 });
    for await (const piece of pieces) {
        if (!(await isTaken(piece))) {
            return; // the reader has gone, or the failure is reported elsewhere
        }
    }
}

/**
 * Opens a temporary file next to the target. It opens the target itself if that is a device or a pipe, or if the folder is not writable.
 */
function begun(path: string): { readonly file: number; readonly written: string; readonly path: string } {
    const stat = existsSync(path) ? statSync(path) : undefined;
    const real = stat === undefined ? path : realpathSync(path);
    if (stat?.isFile() === false) {
        return { file: openSync(real, 'w'), written: real, path: real };
    }
    const written = `${real}.${process.pid}.part`;
    try {
        return { file: openSync(written, 'w', stat?.mode), written, path: real };
    } catch (e) {
        if (stat === undefined) {
            throw e;
        }
        return { file: openSync(real, 'w'), written: real, path: real };
    }
}
