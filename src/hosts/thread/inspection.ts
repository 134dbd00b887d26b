/** Information about a place in a cell: the hover of the language server, the signature of a call, the help of a command. */
import { hover } from '../../editor/navigation.js';
import { positionOf } from '../../editor/places.js';
import { signatureHelp } from '../../editor/signatures.js';
import type { Session } from '../../session/index.js';
import type { Inspected } from './messages.js';

const AS_VALUE = '\nattribute = ';

export function inspected(session: Session, cell: string, offset: number): Inspected | undefined {
    const lineStart = cell.lastIndexOf('\n', offset - 1) + 1;
    const lineEnd = cell.indexOf('\n', offset);
    const line = cell.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
    const match = /^(\s*%)([\w-]+)(\s*)(.*)$/s.exec(line);
    if (match !== null) {
        const [, before, name, blanks, argument] = match;
        const start = before.length + name.length + blanks.length;
        return offset - lineStart < start || argument === ''
            ? commandHelp(session, name)
            : inNotation(session, `${AS_VALUE}${argument}`, offset - lineStart - start, AS_VALUE.length);
    }
    return inNotation(session, `\n${cell}`, offset, 1) ?? inNotation(session, `${AS_VALUE}${cell}`, offset, AS_VALUE.length);
}

function commandHelp(session: Session, name: string): Inspected | undefined {
    const command = session.commandNamed(name);
    if (command === undefined) {
        return undefined;
    }
    const usage = `%${command.name} ${command.usage}`.trimEnd();
    return { markdown: `\`${usage}\`\n\n${command.summary}`, text: `${usage}\n\n${command.summary}` };
}

function inNotation(session: Session, text: string, offset: number, before: number): Inspected | undefined {
    const { document, offset: at } = session.draft(text);
    const position = positionOf(document, at + before + offset);
    const contents = hover(document, position)?.contents;
    if (contents !== undefined && typeof contents === 'object' && 'value' in contents) {
        return plain(contents.value);
    }
    const help = signatureHelp(document, position);
    const signature = help?.signatures[help.activeSignature ?? 0];
    return signature === undefined ? undefined : plain(`\`\`\`sysml\n${signature.label}\n\`\`\``);
}

const plain = (markdown: string): Inspected => ({ markdown, text: markdown.replace(/^```.*\n?/gm, '').trim() });
