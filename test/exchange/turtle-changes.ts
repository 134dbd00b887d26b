/** Turtle as it may come out of hands and tools: damaged, repeated, in another order. */
import fc from 'fast-check';

/** A line of a text, by a number of any size. */
const lineAt = (lines: readonly string[], n: number): number => n % lines.length;

const PIECES = [
    ...[
        '"',
        '\\',
        '\n',
        ' ',
        '\t',
        '\r\n',
        '# note\n',
        ';',
        '.',
        ',',
        ' .\n',
        ' ;\n',
        ':',
        '-',
        '..',
        '<',
        '>',
        '^^',
        '@en',
        '{',
        '%41',
        'a ',
        '\0'
    ],
    ...[
        '"""',
        "'",
        "'''",
        '_:b',
        '[]',
        '()',
        'true',
        '12',
        '\\u0041',
        '\\U00000041',
        '\\uD800',
        '\\q',
        '\\"',
        'é',
        '\u{1f600}',
        '\ud800',
        '\ufeff'
    ],
    ...[
        'elmt:',
        'expr:',
        'sysx:',
        'xsd:int',
        'sysml:owner elmt:A ;\n',
        '<urn:sysmlv2:element:A>',
        '<A>',
        '{\\"@id\\":\\"A\\"},',
        'rdf:type'
    ],
    ...['@prefix elmt: <urn:sysmlv2:element:> .\n', '@prefix sysml: <urn:x> .\n', 'PREFIX json: <urn:y>\n', '@base <urn:z:> .\n']
];

/** What somebody does to a text, by two numbers of any size. */
export type Change = (text: string, at: number, other: number) => string;
const splice = (text: string, at: number, count: number, piece = ''): string => text.slice(0, at) + piece + text.slice(at + count);
const inLines = (text: string, change: (lines: string[]) => void): string => {
    const lines = text.split('\n');
    change(lines);
    return lines.join('\n');
};
export const CHANGES: readonly Change[] = [
    (text, at, other) => splice(text, at % text.length, 0, PIECES[other % PIECES.length]),
    (text, at, other) => splice(text, at % text.length, 1, PIECES[other % PIECES.length]),
    (text, at, other) => splice(text, at % text.length, 1 + (other % 12)),
    (text, at) => text.slice(0, at % text.length),
    (text, at) => inLines(text, lines => lines.splice(lineAt(lines, at), 1)),
    (text, at, other) => inLines(text, lines => lines.splice(lineAt(lines, at), 0, lines[lineAt(lines, other)])),
    (text, at, other) => inLines(text, lines => lines.splice(lineAt(lines, at), 1, lines[lineAt(lines, other)])),
    // a subject again, with what it states or with a part of it
    (text, at) => {
        const blocks = text.split('\n\n');
        return `${text}\n${blocks[1 + (at % (blocks.length - 1))]}\n`;
    },
    (text, at) =>
        inLines(
            text,
            lines => (lines[lineAt(lines, at)] = lines[lineAt(lines, at)].replace(/elmt|expr/, b => (b === 'elmt' ? 'expr' : 'elmt')))
        ),
    (text, at) => inLines(text, lines => (lines[lineAt(lines, at)] = lines[lineAt(lines, at)].replace(/(\S+), (\S+)/, '$2, $1')))
];

/** A text with up to three changes, none of which leaves it empty. */
export const changed = (text: string): fc.Arbitrary<string> =>
    fc
        .array(fc.tuple(fc.constantFrom(...CHANGES), fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 })
        .map(changes => changes.reduce((result, [change, at, other]) => (result === '' ? text : change(result, at, other)), text));
