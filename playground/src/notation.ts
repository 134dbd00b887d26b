/** Both notations as Monaco knows languages: brackets, comments, and the colours of words until the server's own colouring is there. */
import { editor, languages } from 'monaco-editor';
import words from '#words';

const NAME = /'(?:\\.|[^'\\])*'/;

export function registerNotations(): void {
    for (const language of ['sysml', 'kerml'] as const) {
        languages.register({ id: language, extensions: [`.${language}`] });
        languages.setLanguageConfiguration(language, {
            comments: { lineComment: '//', blockComment: ['//*', '*/'] },
            brackets: [
                ['{', '}'],
                ['[', ']'],
                ['(', ')']
            ],
            autoClosingPairs: [
                { open: '{', close: '}' },
                { open: '[', close: ']' },
                { open: '(', close: ')' },
                { open: '"', close: '"', notIn: ['string', 'comment'] },
                { open: '/*', close: ' */', notIn: ['string', 'comment'] }
            ],
            wordPattern: /[A-Za-z_]\w*|'(?:\\.|[^'\\])*'/,
            onEnterRules: [
                {
                    beforeText: /^\s*(?:\w+\s+)*(?:\/\/\*|\/\*)(?!.*\*\/).*$/,
                    action: { indentAction: languages.IndentAction.None, appendText: ' * ' }
                },
                { beforeText: /^\s*\*(?!\/)(?!.*\*\/).*$/, action: { indentAction: languages.IndentAction.None, appendText: '* ' } }
            ]
        });
        languages.setMonarchTokensProvider(language, {
            ...words[language],
            tokenizer: {
                root: [
                    [/\/\/\*/, 'comment', '@comment'],
                    [/\/\/.*$/, 'comment'],
                    [/\/\*/, 'comment.doc', '@comment'],
                    [/"(?:\\.|[^"\\])*"?/, 'string'],
                    [NAME, 'identifier'],
                    [/[#@]\s*[A-Za-z_][\w:]*/, 'annotation'],
                    [/(\bdef\s+)([A-Za-z_]\w*)/, ['keyword.type', 'type']],
                    [
                        /[A-Za-z_]\w*/,
                        {
                            cases: {
                                '@constant': 'keyword.constant',
                                '@control': 'keyword.control',
                                '@modifier': 'keyword.modifier',
                                '@type': 'keyword.type',
                                '@default': 'identifier'
                            }
                        }
                    ],
                    [/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
                    [/[{}()[\]]/, '@brackets'],
                    [/[:=<>!+\-*/%^&|~?.]+/, 'operator']
                ],
                comment: [
                    [/\*\//, 'comment', '@pop'],
                    [/[^*]+/, 'comment'],
                    [/\*/, 'comment']
                ]
            }
        });
    }
}

/** Colours of tokens, the same for the words above and those that the server names. */
const rules = (dark: boolean): editor.ITokenThemeRule[] => {
    const [keyword, modifier, type, property, comment, text, number, special] = dark
        ? ['7AB7FF', 'C4A1FF', '5FD0B5', 'E6E1CF', '7F8C98', 'E9B872', 'B5D08A', 'E58AB0']
        : ['0B57A4', '7A3FB0', '0F766E', '27313B', '6A737D', '9A5B00', '3F7A1C', 'A8326A'];
    return [
        { token: 'keyword.type', foreground: keyword, fontStyle: 'bold' },
        { token: 'keyword.control', foreground: modifier },
        { token: 'keyword.modifier', foreground: modifier },
        { token: 'keyword.constant', foreground: special },
        { token: 'keyword', foreground: keyword },
        { token: 'type', foreground: type },
        { token: 'class', foreground: type },
        { token: 'enum', foreground: type },
        { token: 'interface', foreground: type },
        { token: 'namespace', foreground: type },
        { token: 'property', foreground: property },
        { token: 'comment', foreground: comment, fontStyle: 'italic' },
        { token: 'string', foreground: text },
        { token: 'number', foreground: number },
        { token: 'annotation', foreground: special },
        { token: 'decorator', foreground: special }
    ];
};

export function defineThemes(): void {
    editor.defineTheme('workbench-light', {
        base: 'vs',
        inherit: true,
        rules: rules(false),
        colors: { 'editor.background': '#FFFFFF', 'editorLineNumber.foreground': '#A3ACB5' }
    });
    editor.defineTheme('workbench-dark', {
        base: 'vs-dark',
        inherit: true,
        rules: rules(true),
        colors: { 'editor.background': '#14181D', 'editorLineNumber.foreground': '#59636E' }
    });
}
