/**
 * Langium's own parser for both languages: the reference for the compiled parser, in tests and in the bench. It is made on first use, and
 * converts values and decides like the compiled parser.
 */
import {
    createDefaultCoreModule,
    createDefaultSharedCoreModule,
    CstUtils,
    DefaultValueConverter,
    EmptyFileSystem,
    GrammarAST,
    GrammarUtils,
    inject,
    isCompositeCstNode,
    type CstNode,
    type LangiumCoreServices,
    type LangiumSharedCoreServices,
    type ParseResult,
    type ValueType
} from 'langium';
import type { RootNamespace } from '../../../src/language/generated/tree.js';
import { lookahead as kermlLookahead } from '../../../src/language/generated/kerml-lookahead.js';
import { KerMLGeneratedModule, SysMLGeneratedModule, WorkbenchGeneratedSharedModule } from '../../../src/language/generated/module.js';
import { lookahead as sysmlLookahead } from '../../../src/language/generated/sysml-lookahead.js';
import type { SyntaxLanguage } from '../../../src/language/syntax/index.js';
import type { LookaheadTables } from '../../../src/language/syntax/prediction.js';
import { tokenValue } from '../../../src/language/syntax/values.js';
import { TableLookahead } from './langium-lookahead.js';

/** Converts values like the compiled parser: single tokens lose their quotes, sequences of tokens keep their spelling. */
export class SyntaxValueConverter extends DefaultValueConverter {
    protected override runConverter(rule: GrammarAST.AbstractRule, input: string, cstNode: CstNode): ValueType {
        if (GrammarAST.isTerminalRule(rule)) {
            return GrammarUtils.getRuleType(rule) === 'string' ? convertToken(input) : super.runConverter(rule, input, cstNode);
        }
        const leaves = CstUtils.flattenCst(cstNode)
            .filter(leaf => !leaf.hidden)
            .toArray();
        const text =
            leaves.length === 1 && isCompositeCstNode(cstNode) && isSingleToken(rule)
                ? convertToken(leaves[0].text)
                : leaves.map(leaf => leaf.text).join('');
        return GrammarUtils.getRuleType(rule) === 'boolean' ? text === 'true' : text;
    }
}

function convertToken(text: string): string {
    return tokenValue(text);
}

/** Whether a value rule always reads exactly one token. */
function isSingleToken(rule: GrammarAST.AbstractRule): boolean {
    const isSingle = (element: GrammarAST.AbstractElement): boolean => {
        if (element.cardinality !== undefined) {
            return false;
        }
        if (GrammarAST.isAlternatives(element)) {
            return element.elements.every(isSingle);
        }
        return (
            GrammarAST.isKeyword(element) ||
            (GrammarAST.isRuleCall(element) && element.rule.ref !== undefined && isSingleToken(element.rule.ref))
        );
    };
    return GrammarAST.isTerminalRule(rule) || (GrammarAST.isParserRule(rule) && isSingle(rule.definition));
}

/** The Langium services of one language and those that both languages share. */
export interface SyntaxServices {
    readonly shared: LangiumSharedCoreServices;
    readonly language: LangiumCoreServices;
}

/** The part of a Langium module that makes its parser agree with the compiled one; to include in every language server's module. */
export function syntaxModule(language: SyntaxLanguage) {
    return {
        parser: {
            ValueConverter: () => new SyntaxValueConverter(),
            ParserConfig: () => parserConfig(language === 'kerml' ? kermlLookahead() : sysmlLookahead())
        }
    };
}

function parserConfig(tables: LookaheadTables): { recoveryEnabled: boolean; skipValidations: boolean; lookaheadStrategy: never } {
    return { recoveryEnabled: true, skipValidations: true, lookaheadStrategy: new TableLookahead(tables) as never };
}

const services = new Map<SyntaxLanguage, SyntaxServices>();

/** The plain services of a language: enough to parse, no workspace. */
export function langiumServices(language: SyntaxLanguage): SyntaxServices {
    let found = services.get(language);
    if (found === undefined) {
        const shared = inject(createDefaultSharedCoreModule(EmptyFileSystem), WorkbenchGeneratedSharedModule);
        const generated = language === 'kerml' ? KerMLGeneratedModule : SysMLGeneratedModule;
        const core: LangiumCoreServices = inject(createDefaultCoreModule({ shared }), generated, syntaxModule(language));
        shared.ServiceRegistry.register(core);
        found = { shared, language: core };
        services.set(language, found);
    }
    return found;
}

/** Parses with Langium's parser: nodes with a concrete syntax tree. */
export function parseWithLangium(text: string, language: SyntaxLanguage): ParseResult<RootNamespace> {
    return langiumServices(language).language.parser.LangiumParser.parse<RootNamespace>(text);
}
