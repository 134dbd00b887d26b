/** Edits of the texts that a client has, from the splices of the model's edits: only what changes is replaced. */
import { expect, test } from 'vitest';
import type { AppliedEdit } from '../../src/editing/index.js';
import { textEdits } from '../../src/editor/edits.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';

const workspace = new Workspace({ library: testLibrary(), analysis: 'never' });
type Splice = readonly [operation: number, offset: number, oldText: string, newText: string];

const bytes = (text: string): number => Buffer.byteLength(text);
/** Each edit as `line:column-line:column "new text"`. */
function edited(text: string, content: string, splices: readonly Splice[]): string[] {
    const [document] = workspace.parse([{ name: 'a.sysml', language: 'sysml', content: text }]).model.documents;
    const applied = splices.map(([operationIndex, offset, oldText, newText]) => {
        return { operationIndex, document: 'a.sysml', offset, length: bytes(oldText), oldText, newText } as AppliedEdit;
    });
    return textEdits(document, content, applied).map(
        ({ range: { start, end }, newText }) => `${start.line}:${start.character}-${end.line}:${end.character} ${JSON.stringify(newText)}`
    );
}

test.each<readonly [title: string, text: string, content: string, splices: readonly Splice[], expected: readonly string[]]>([
    ['nothing', 'part a;', 'part a;', [], []],
    ['a replaced name', 'part a;\n', 'part bcd;\n', [[0, 5, 'a', 'bcd']], ['0:5-0:6 "bcd"']],
    ['an insertion', 'part a;\n', 'part a;\npart b;\n', [[0, 8, '', 'part b;\n']], ['1:0-1:0 "part b;\\n"']],
    ['a removal', 'part a;\npart b;\n', 'part a;\n', [[0, 8, 'part b;\n', '']], ['1:0-2:0 ""']],
    ['an insertion at the start', 'part a;', 'part b; part a;', [[0, 0, '', 'part b; ']], ['0:0-0:0 "part b; "']],
    [
        'several places of one operation',
        'part a; part b :> a;',
        'part c; part b :> c;',
        [
            [0, 5, 'a', 'c'],
            [0, 18, 'a', 'c']
        ],
        ['0:5-0:6 "c"', '0:18-0:19 "c"']
    ],
    [
        'places in any order',
        'part a; part b :> a;',
        'part c; part b :> c;',
        [
            [0, 18, 'a', 'c'],
            [0, 5, 'a', 'c']
        ],
        ['0:5-0:6 "c"', '0:18-0:19 "c"']
    ],
    [
        'an operation on the text after the one before it',
        'part a;\npart z;\n',
        'part long;\npart y;\n',
        [
            [0, 5, 'a', 'long'],
            [1, 16, 'z', 'y']
        ],
        ['0:5-0:6 "long"', '1:5-1:6 "y"']
    ],
    [
        'an operation within the text that another one inserts',
        'part a;\n',
        'part a;\npart c;\n',
        [
            [0, 8, '', 'part b;\n'],
            [1, 13, 'b', 'c']
        ],
        ['1:0-1:0 "part c;\\n"']
    ],
    [
        'an operation that removes what another one inserts',
        'part a;\n',
        'part d;\n',
        [
            [0, 8, '', 'part b;\n'],
            [1, 8, 'part b;\n', ''],
            [2, 5, 'a', 'd']
        ],
        ['0:5-0:6 "d"']
    ],
    [
        'operations that refer to the original text together',
        'part a;\npart z;\n',
        'part long;\npart y;\n',
        [
            [0, 5, 'a', 'long'],
            [1, 13, 'z', 'y']
        ],
        ['0:5-0:6 "long"', '1:5-1:6 "y"']
    ],
    [
        'offsets in bytes behind other letters',
        "part 'ä€😀'; part a;",
        "part 'ä€😀'; part b;",
        [[0, bytes("part 'ä€😀'; part "), 'a', 'b']],
        ['0:18-0:19 "b"']
    ],
    ['a text with a byte order mark', '\uFEFFpart a;', '\uFEFFpart b;', [[0, 8, 'a', 'b']], ['0:6-0:7 "b"']],
    [
        'places before and behind an operation within inserted text',
        'part a;\npart z;\n',
        'part c;\npart a;\npart y;\n',
        [
            [0, 0, '', 'part b;\n'],
            [1, 5, 'b', 'c'],
            [2, 21, 'z', 'y']
        ],
        ['0:0-0:0 "part c;\\n"', '1:5-1:6 "y"']
    ],
    [
        'two places behind a byte order mark',
        '\uFEFFpart a; part b;',
        '\uFEFFpart c; part d;',
        [
            [0, 8, 'a', 'c'],
            [0, 16, 'b', 'd']
        ],
        ['0:6-0:7 "c"', '0:14-0:15 "d"']
    ],
    // splices that do not explain the text: one edit from the first difference to the last
    ['splices of another text', 'part a;\n', 'part b;\n', [[0, 5, 'x', 'b']], ['0:5-0:6 "b"']],
    ['no splices', 'part a; part b;', 'part a; item b; part b;', [], ['0:8-0:8 "item b; "']],
    ['no splices of a removal', 'aab', 'ab', [], ['0:1-0:2 ""']],
    ['no splices at the end', 'part a;', 'part a; part b;', [], ['0:7-0:7 " part b;"']],
    ['no splices at the start', 'part b;', 'x part b;', [], ['0:0-0:0 "x "']]
])('%s', (_, text, content, splices, expected) => expect(edited(text, content, splices)).toEqual(expected));
