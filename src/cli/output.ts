/** Where a command writes what it makes: a file, or standard output. What comes in pieces is there whole or not at all. */
import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { SourceError, unwritable } from './sources.js';

/** What is written piece by piece stands in a file beside its own until it is complete, and replaces it then. */
export class Output {
    private readonly pieces: Buffer[] = [];
    private open: { readonly file: number; readonly written: string; readonly path: string } | undefined;

    /**
     * @param path of the file; standard output when absent or `-`
     * @param kind of the content: no terminal shows what is binary
     */
    constructor(
        private readonly path: string | undefined,
        private readonly kind: 'text' | 'binary' = 'text'
    ) {}

    private get isStandard(): boolean {
        return this.path === undefined || this.path === '-';
    }

    /** Writes a whole content. @throws SourceError */
    writeAll(content: string | Uint8Array): void {
        this.write(typeof content === 'string' ? Buffer.from(content) : content);
        this.end();
    }

    /** Writes a piece, whose memory may be written again afterwards. @throws SourceError */
    write(piece: Uint8Array): void {
        if (this.isStandard) {
            if (this.kind === 'binary' && isatty(1)) {
                throw new SourceError('an archive is bytes, which no terminal shows: name a file (--output)');
            }
            this.pieces.push(Buffer.from(piece));
            return;
        }
        this.attempt(() => {
            const { file } = (this.open ??= begun(this.path!));
            for (let at = 0; at < piece.length;) {
                at += writeSync(file, piece, at);
            }
        });
    }

    /** Says that all is written. @throws SourceError */
    end(): void {
        if (this.isStandard) {
            this.pieces.splice(0).forEach(piece => process.stdout.write(piece));
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

    /** Leaves nothing of what was written. */
    discard(): void {
        this.pieces.length = 0;
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
            throw unwritable(this.path!, e);
        }
    }
}

/** Begins to write a file: beside it, unless it is there and no plain file (a device, a pipe), or its folder takes no other one. */
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
