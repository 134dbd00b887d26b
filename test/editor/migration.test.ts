// *Migrate SysML v1 Model…* without a window: the command line that the editor runs writes beside the model, and the language server reads
// what the editor opens then. What a person sees of it needs a real editor.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILTERS, migrationArguments, writtenDocument } from '../../editors/vscode/src/migration-command.js';
import { command } from '../cli/command.js';
import { xmi } from '../migration/v1.js';
import { type Client, startInside } from './client.js';

const PUMP = xmi(
    `<packagedElement:Class pump "Pump"><ownedComment:Comment c body="Moves water."><annotatedElement xmi:idref="pump"/></ownedComment:Comment>
     <ownedAttribute:Property drive "drive" type="motor" aggregation="composite"/></packagedElement:Class>
     <packagedElement:Class motor "Motor"/>`,
    '<sysml:Block xmi:id="a1" base_Class="pump"/><sysml:Block xmi:id="a2" base_Class="motor"/>'
);

let client: Client;
beforeAll(async () => {
    client = await startInside({ 'other.sysml': 'package Other;' });
});
afterAll(async () => {
    expect(await client.stop()).toBe(0);
});

describe('a model of SysML v1 that is migrated in the editor', () => {
    /** Runs the command line as the editor does for these files of the workspace. */
    const migrate = (...names: string[]): ReturnType<typeof command> =>
        command(
            migrationArguments(
                names.map(name => join(client.folder, name)),
                client.folder
            )
        );

    it.each([
        ['pump.xmi', strToU8(PUMP)],
        ['pump two.uml', strToU8(PUMP)],
        ['pump.v3.mdzip', zipSync({ 'com.nomagic.magicdraw.uml_model.model': strToU8(PUMP) })]
    ])('%s is read by the language server', async (name, bytes) => {
        writeFileSync(join(client.folder, name), bytes);
        expect(FILTERS['Models of SysML v1']).toContain(name.split('.').at(-1));
        expect((await migrate(name)).status).toBe(0);
        const path = writtenDocument(join(client.folder, name));
        const document = basename(path);
        const text = readFileSync(path, 'utf8');
        const findings = client.findings(document);
        client.open(document, text);
        expect(await findings).toEqual([]);
        const at = { line: 2, character: text.split('\n')[2].indexOf('Motor') };
        const definition = await client.ask<{ uri: string; range: { start: object } }[]>('textDocument/definition', document, at);
        expect([definition].flat()).toMatchObject([{ uri: client.uri(document) }]);
        const hover = await client.ask<{ contents: { value: string } }>('textDocument/hover', document, { line: 0, character: 9 });
        expect(hover.contents.value).toContain('Moves water.');
    });

    it('has a page beside it that says what became of each element', async () => {
        writeFileSync(join(client.folder, 'first.xmi'), PUMP);
        writeFileSync(join(client.folder, 'second.xmi'), PUMP);
        expect((await migrate('first.xmi', 'second.xmi')).status).toBe(0);
        const page = readFileSync(join(client.folder, 'migration-report.html'), 'utf8');
        expect(page).toContain('first.xmi');
        expect(page).toContain('second.xmi');
    });

    it('that cannot be read is refused, and nothing is written for it', async () => {
        writeFileSync(join(client.folder, 'broken.xmi'), PUMP.slice(0, 300));
        const { status, stderr } = await migrate('broken.xmi');
        expect(status).not.toBe(0);
        expect(stderr).toContain('broken.xmi: ');
        expect(() => readFileSync(writtenDocument(join(client.folder, 'broken.xmi')))).toThrow();
    });
});
