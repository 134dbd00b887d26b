/**
 * Fills Langium's slots for the protocol's requests with the functions of the editor's files. Langium's own providers need concrete syntax
 * trees, which we do not have.
 */
import type { LangiumDocument } from 'langium';
import type { LangiumServices, LangiumSharedServices } from 'langium/lsp';
import type { FormattingOptions, Range, TextEdit } from 'vscode-languageserver';
import { formattingEdits } from '../../exchange/formatter/format.js';
import { codeActions } from '../actions.js';
import { completion } from '../completion.js';
import { incomingCalls, outgoingCalls, prepareCallHierarchy, prepareTypeHierarchy, subtypes, supertypes } from '../hierarchies.js';
import { codeLenses, documentHighlights, documentLinks, inlayHints } from '../lenses.js';
import { type EditorModels, uriOf } from '../models.js';
import { definition, documentSymbols, hover, prepareRename, references, rename, workspaceSymbols } from '../navigation.js';
import { foldingRanges } from '../outline.js';
import { offsetOf, rangeOf } from '../places.js';
import { signatureHelp } from '../signatures.js';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../tokens.js';
import { analysedDocument } from './background.js';
import { ours } from './documents.js';
import { TokenResults } from './token-results.js';

const numbered = (names: readonly string[]): Record<string, number> => Object.fromEntries(names.map((name, index) => [name, index]));

function formatted(models: EditorModels, given: LangiumDocument, { tabSize, insertSpaces }: FormattingOptions, within?: Range): TextEdit[] {
    const document = ours(given);
    const range = within && { offset: offsetOf(document, within.start), end: offsetOf(document, within.end) };
    const indentation = insertSpaces ? ' '.repeat(tabSize) : '\t';
    return formattingEdits(document.text, { indentation, width: models.settings.formatWidth, ...(range && { range }) }).map(edit => ({
        range: rangeOf(document, edit),
        newText: edit.text
    }));
}

/** The requests about one document. */
export function featuresOf(models: EditorModels): LangiumServices['lsp'] {
    const tokens = new TokenResults(models);
    return {
        HoverProvider: { getHoverContent: (document, { position }) => hover(ours(document), position) ?? undefined },
        DefinitionProvider: {
            // the protocol allows locations and links; Langium's type has links only
            getDefinition: (document, { position }) => definition(ours(document), position) as never
        },
        ReferencesProvider: {
            findReferences: (document, { position, context }) => references(models, ours(document), position, context.includeDeclaration)
        },
        DocumentHighlightProvider: {
            getDocumentHighlight: (document, { position }) => documentHighlights(models.modelOf(ours(document)), ours(document), position)
        },
        DocumentSymbolProvider: { getSymbols: document => documentSymbols(ours(document)) },
        DocumentLinkProvider: { getDocumentLinks: document => documentLinks(ours(document)) },
        CompletionProvider: {
            getCompletion: (document, { position }) => completion(models.modelOf(ours(document)), ours(document), position),
            completionOptions: { triggerCharacters: [':', '.', '>'] }
        },
        SignatureHelp: {
            provideSignatureHelp: (document, { position }) => signatureHelp(ours(document), position) ?? undefined,
            signatureHelpOptions: { triggerCharacters: ['(', ','] }
        },
        RenameProvider: {
            prepareRename: (document, { position }) => prepareRename(ours(document), position) as never,
            rename: (document, { position, newName }) => rename(models, ours(document), position, newName) ?? undefined
        },
        Formatter: {
            formatDocument: (document, { options }) => formatted(models, document, options),
            formatDocumentRange: (document, { options, range }) => formatted(models, document, options, range),
            formatDocumentOnType: () => [],
            formatOnTypeOptions: undefined
        },
        FoldingRangeProvider: { getFoldingRanges: document => foldingRanges(ours(document)) },
        CodeActionProvider: {
            getCodeActions: (document, { range, context }) =>
                codeActions(models.modelOf(ours(document)), ours(document), range, context.diagnostics)
        },
        CodeLensProvider: { provideCodeLens: document => codeLenses(ours(document)) },
        InlayHintProvider: {
            getInlayHints: async (document, { range }, token) => {
                const analysed = await analysedDocument(models, uriOf(ours(document)), token);
                return analysed && inlayHints(models.modelOf(analysed), analysed, range);
            }
        },
        SemanticTokenProvider: {
            semanticHighlight: (document, _params, token) => tokens.ofText(ours(document), token),
            semanticHighlightRange: (document, { range }, token) => tokens.ofRange(ours(document), range, token),
            semanticHighlightDelta: (document, { previousResultId }, token) => tokens.since(ours(document), previousResultId, token),
            tokenTypes: numbered(TOKEN_TYPES),
            tokenModifiers: numbered(TOKEN_MODIFIERS),
            semanticTokensOptions: {
                legend: { tokenTypes: TOKEN_TYPES, tokenModifiers: TOKEN_MODIFIERS },
                full: { delta: true },
                range: true
            }
        },
        CallHierarchyProvider: {
            prepareCallHierarchy: (document, { position }) => prepareCallHierarchy(ours(document), position) ?? undefined,
            incomingCalls: ({ item }) => incomingCalls(models, item),
            outgoingCalls: ({ item }) => outgoingCalls(models, item)
        },
        TypeHierarchyProvider: {
            prepareTypeHierarchy: (document, { position }) => prepareTypeHierarchy(ours(document), position) ?? undefined,
            supertypes: ({ item }) => supertypes(models, item),
            subtypes: ({ item }) => subtypes(models, item)
        }
    };
}

/** The request about all documents. */
export function workspaceSymbolsOf(models: EditorModels): NonNullable<LangiumSharedServices['lsp']['WorkspaceSymbolProvider']> {
    return { getSymbols: ({ query }) => workspaceSymbols(models.documents, query) };
}
