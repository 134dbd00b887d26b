/**
 * The queries of tree-sitter's grammars: which nodes have which colour, in the names that editors share, what folds, what is indented, what
 * an outline has. Knows the grammars' node names.
 */
import type { Tokens } from './tokens.js';

/** Words that are values. */
const VALUES = ['true', 'false', 'null'];

/** What holds for both languages. No two patterns match one node: editors differ in which of two wins. */
const SHARED = `(line_note) @comment
(block_note) @comment
(regular_comment) @comment
(string_value) @string
(decimal_value) @number
(real_value) @number

(declaration "package" name: (name) @module)
(imported_name) @module
(feature_typing text: (feature_chain) @type)
(subclassification text: (feature_chain) @type)
(prefix_metadata) @attribute
(metadata_typing) @attribute
(base_expression text: (qualified_name) @function.call "(")
(declaration short_name: (name) @constant)
`;

/** What a definition is known by: `def`, or the keyword in front of its name. */
const DEFINITIONS: Readonly<Record<string, string>> = {
    sysml: '(declaration "def" name: (name) @type)',
    kerml: `(declaration
    kind: ["class" "struct" "datatype" "classifier" "behavior" "function" "predicate" "metaclass" "interaction" "type"]
    name: (name) @type)`
};

/** The text of a language's `highlights.scm`. */
export function highlights(language: string, tokens: Tokens): string {
    const all = [...tokens.keywords.keys()];
    const list = (words: readonly string[]): string => `[\n${words.map(word => `    ${JSON.stringify(word)}`).join('\n')}\n]`;
    const isWord = (text: string): boolean => /^\w/.test(text);
    const isBracket = (text: string): boolean => /^[()[\]{}]$/.test(text);
    const isDelimiter = (text: string): boolean => /^[,;.]$/.test(text);
    const operators = all.filter(text => !isWord(text) && !isBracket(text) && !isDelimiter(text));
    const parts = [
        '; Made by `npm run tree-sitter`: do not change it here.',
        SHARED + DEFINITIONS[language],
        `${list(all.filter(text => isWord(text) && !VALUES.includes(text)))} @keyword`,
        `${list(VALUES)} @constant.builtin`,
        `${list(operators)} @operator`,
        `${list(all.filter(isBracket))} @punctuation.bracket`,
        `${list(all.filter(isDelimiter))} @punctuation.delimiter`
    ];
    return `${parts.join('\n\n')}\n`;
}

/** Queries that are the same for both languages, by the names that editors have for them. */
export const QUERIES: Readonly<Record<string, string>> = {
    folds: '[(declaration) (import) (alias) (regular_comment)] @fold\n',
    // Helix
    indents: '(declaration "{") @indent\n"}" @outdent\n',
    // Zed
    brackets: '("{" @open "}" @close)\n("(" @open ")" @close)\n("[" @open "]" @close)\n',
    outline: '(declaration name: (name) @name) @item\n'
};
