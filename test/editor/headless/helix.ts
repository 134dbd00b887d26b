/** What Helix shows of a model: in a terminal of the program `script`, by keys, read from its log of the protocol and from the screen. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { CompletionItem, Diagnostic, Hover, Location } from 'vscode-languageserver-protocol';

interface Entry {
    readonly id?: number;
    readonly method?: string;
    readonly params?: unknown;
    readonly result?: unknown;
}

const ESCAPE = '\u001b';
const COMPLETE = '\u0018';
/** The name of the model's first definition behind a colour of the text that is not the default, and a background. */
const COLOURED_NAME = new RegExp(`${ESCAPE}\\[38;[0-9;]*m(${ESCAPE}\\[49m)?Wheel`);

/** A folder for `XDG_CONFIG_HOME` with the configuration of editors/helix, and the parser and queries if there are any. */
export function helixConfiguration(editors: string, folder: string, parsers: string | undefined): string {
    const own = join(folder, 'helix');
    mkdirSync(join(own, 'runtime/grammars'), { recursive: true });
    cpSync(join(editors, 'helix/languages.toml'), join(own, 'languages.toml'));
    if (parsers !== undefined) {
        cpSync(join(parsers, 'sysml.so'), join(own, 'runtime/grammars/sysml.so'));
        cpSync(join(parsers, 'sysml/queries'), join(own, 'runtime/queries/sysml'), { recursive: true });
    }
    return folder;
}

/**
 * Opens a model, and requests hover and definition of the name at `keys`, then completion at the end of a line.
 * @param at keys that put the cursor at a name
 * @param line of the completion, from 1
 */
export async function shownByHelix(model: string, log: string, env: NodeJS.ProcessEnv, at: string, line: number) {
    const helix = spawn('script', ['-qfec', `stty rows 30 cols 120; hx -v --log ${log} ${model}`, '/dev/null'], { env });
    let screen = '';
    helix.stdout.on('data', (bytes: Buffer) => (screen += bytes.toString('utf8')));
    const ended = new Promise(resolve => helix.once('close', resolve));

    /** The messages of the protocol so far, of both sides. */
    const entries = (): Entry[] =>
        (existsSync(log) ? readFileSync(log, 'utf8') : '').split('\n').flatMap(each => {
            const [, message] = /sysml-workbench (?:->|<-) (\{"jsonrpc".*\})$/.exec(each) ?? [];
            return message === undefined ? [] : [JSON.parse(message) as Entry];
        });

    /** The parameters of the last message of a method, once there is one that passes. */
    async function sent<T>(method: string, passes: (params: T) => boolean = () => true): Promise<T> {
        const found = (): T | undefined => entries().findLast(e => e.method === method && passes(e.params as T))?.params as T | undefined;
        await expect.poll(found, { timeout: 60_000, interval: 200, message: method }).toBeDefined();
        return found()!;
    }

    /** What the server answers to keys that make a request. */
    async function answer<T>(keys: string, method: string): Promise<T> {
        helix.stdin.write(keys);
        const found = (): Entry | undefined => {
            const all = entries();
            const request = all.findLast(e => e.method === method);
            return request && all.find(e => e.id === request.id && 'result' in e);
        };
        await expect.poll(found, { timeout: 60_000, interval: 200, message: method }).toBeDefined();
        return found()!.result as T;
    }

    try {
        const { textDocument } = await sent<{ textDocument: { languageId: string } }>('textDocument/didOpen');
        const told = await sent<{ diagnostics: Diagnostic[] }>('textDocument/publishDiagnostics', p => p.diagnostics.length > 0);
        const coloured = COLOURED_NAME.test(screen);
        const hover = await answer<Hover>(`${at} k`, 'textDocument/hover');
        const [definition] = [await answer<Location | Location[]>(`${ESCAPE}${at}gd`, 'textDocument/definition')].flat();
        const list = await answer<{ items: CompletionItem[] }>(`${line}ggA${COMPLETE}`, 'textDocument/completion');
        return {
            filetype: textDocument.languageId,
            findings: told.diagnostics.map(d => d.message),
            hover: (hover.contents as { value: string }).value,
            definition: definition.range.start.line,
            completion: list.items.map(i => i.label),
            coloured
        };
    } finally {
        helix.stdin.write(`${ESCAPE}${ESCAPE}:q!\r`);
        await ended;
    }
}
