/**
 * Compiles the Langium grammars: Langium's own output (AST types, grammar, modules) and a recursive-descent parser for each language.
 * Run by itself with `tsx scripts/parser/compile.ts`, or call `compileParsers`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AstUtils, GrammarAST, GrammarUtils, URI, type Grammar } from 'langium';
import { createLangiumGrammarServices, resolveTransitiveImports } from 'langium/grammar';
import { NodeFileSystem } from 'langium/node';
import { emitLanguage, type LanguageOutput } from './emit-language.js';
import { emitNodes } from './emit-nodes.js';
import { emitTree } from './emit-tree.js';
import type { NodeDemand } from './flow.js';
import { convertRule, type Rule } from './ir.js';
import { collectTokens, type Tokens } from './tokens.js';
import { collectTypes, type NodeType } from './types.js';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** What to compile. Paths are absolute or relative to the project. */
export interface CompileOptions {
    /** Folder of the grammar files. */
    readonly grammars: string;
    /** Languages by name, with the files that make up their grammar. */
    readonly languages: Readonly<Record<string, readonly string[]>>;
    /** File of the declared types, imported by each language. */
    readonly types: string;
    /** Langium's own configuration: where the joined grammars of these languages stand, and the folder for the result. */
    readonly config: string;
    /** Rules that can be parsed on their own. */
    readonly entries: readonly string[];
    readonly silent?: boolean;
}

/** The grammars of this project. */
export const PROJECT: CompileOptions = {
    grammars: 'grammars',
    languages: {
        KerML: ['terminals.langium', 'expressions.langium', 'common.langium', 'kerml.langium'],
        SysML: ['terminals.langium', 'expressions.langium', 'common.langium', 'sysml.langium']
    },
    types: 'types.langium',
    config: 'langium-config.json',
    entries: ['Expression']
};

/** Compiles the project's languages. Throws with the reason when a grammar has an error. */
export async function compileParsers(options: CompileOptions = PROJECT): Promise<void> {
    const config = readConfig(options.config);
    const { out } = config;
    const files = joinGrammars(options, config);
    const grammars = await loadGrammars(files, resolve(ROOT, options.grammars, options.types));
    const types = new Map<string, NodeType>();
    const demand: NodeDemand = { classes: new Set(), finals: new Set(), conversions: new Map() };
    const results = new Map<string, string>();
    const syntax = relativeImport(out, resolve(ROOT, 'src/language/syntax'));
    for (const [language, grammar] of grammars) {
        collectTypes(grammar).forEach((type, name) => types.set(name, type));
        const { parser, network, lookahead, report } = compileLanguage(language, grammar, types, options, demand, syntax);
        results.set(`${language.toLowerCase()}-parser.ts`, parser);
        results.set(`${language.toLowerCase()}-network.ts`, network);
        results.set(`${language.toLowerCase()}-lookahead.ts`, lookahead);
        if (!options.silent) {
            report.forEach(line => console.log(`${language}: ${line}`));
        }
    }
    results.set('nodes.ts', emitNodes(types, demand, syntax, hashOf([resolve(ROOT, options.grammars, options.types), ...files.values()])));
    results.set('tree.ts', emitTree(types, demand, syntax));
    // Langium asks what to do with files that are not its own
    rmSync(out, { recursive: true, force: true });
    runLangium(config.file, options.silent ?? false);
    results.forEach((text, name) => writeFileSync(join(out, name), text));
}

export interface LanguageRules {
    readonly rules: ReadonlyMap<string, Rule>;
    readonly tokens: Tokens;
}

/** The rules and tokens of the project's languages, for other writers of parsers. */
export async function languageRules(options: CompileOptions = PROJECT): Promise<ReadonlyMap<string, LanguageRules>> {
    const files = joinGrammars(options, readConfig(options.config));
    const grammars = await loadGrammars(files, resolve(ROOT, options.grammars, options.types));
    return new Map([...grammars].map(([language, grammar]) => [language, rulesOf(grammar)]));
}

/** Identifies grammars by their texts: 16 hexadecimal digits. */
function hashOf(files: readonly string[]): string {
    const hash = createHash('sha256');
    files.forEach(file => hash.update(readFileSync(file)).update('\0'));
    return hash.digest('hex').slice(0, 16);
}

/** What langium-config.json says of the files; every path is absolute. */
interface Config {
    readonly file: string;
    readonly out: string;
    /** the joined grammar of each language, by its id */
    readonly grammars: ReadonlyMap<string, string>;
}

function readConfig(path: string): Config {
    const file = resolve(ROOT, path);
    const { out, languages } = JSON.parse(readFileSync(file, 'utf8')) as {
        out: string;
        languages: readonly { id: string; grammar: string }[];
    };
    const absolute = (name: string): string => resolve(dirname(file), name);
    return { file, out: absolute(out), grammars: new Map(languages.map(({ id, grammar }) => [id, absolute(grammar)])) };
}

/** Puts the files of each language together: shared rules may call rules that each language has for itself, which an import cannot say. */
function joinGrammars(options: CompileOptions, { grammars }: Config): Map<string, string> {
    const folder = resolve(ROOT, options.grammars);
    const files = new Map<string, string>();
    for (const [language, parts] of Object.entries(options.languages)) {
        const text = parts.map(part => readFileSync(join(folder, part), 'utf8')).join('\n');
        refuseDoubleCardinality(language, text);
        const file = grammars.get(language.toLowerCase())!;
        const types = relativeImport(dirname(file), join(folder, options.types)).replace(/\.langium$/, '');
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, `grammar ${language}\nimport '${types}'\n\n${text}`);
        files.set(language, file);
    }
    return files;
}

/** Langium reads `(x+=X+)?` as `x+=X?`: the parentheses of one element have no node of their own. */
function refuseDoubleCardinality(language: string, text: string): void {
    const found = /\(\s*(\w+\s*\+?=\s*)?\w+[+*?]\s*\)\s*[+*?]/.exec(text);
    if (found !== null) {
        const line = text.slice(0, found.index).split('\n').length;
        throw new Error(`${language}, line ${line}: of ${found[0]} Langium keeps only the outer cardinality.`);
    }
}

/** Reads grammars with Langium, types included, and checks them. */
async function loadGrammars(files: ReadonlyMap<string, string>, types: string): Promise<Map<string, Grammar>> {
    const { shared, grammar: services } = createLangiumGrammarServices(NodeFileSystem);
    const documents = shared.workspace.LangiumDocuments;
    const grammars = new Map<string, Grammar>();
    await documents.getOrCreateDocument(URI.file(types));
    for (const [language, file] of files) {
        const document = await documents.getOrCreateDocument(URI.file(file));
        grammars.set(language, document.parseResult.value as Grammar);
    }
    await shared.workspace.DocumentBuilder.build(documents.all.toArray(), { validation: true });
    const errors = documents.all
        .toArray()
        .flatMap(document =>
            (document.diagnostics ?? [])
                .filter(diagnostic => diagnostic.severity === 1)
                .map(({ range, message }) => `${relative(ROOT, document.uri.fsPath)}:${range.start.line + 1}: ${message}`)
        );
    if (errors.length > 0) {
        throw new Error(`The grammars have errors:\n${errors.join('\n')}`);
    }
    for (const grammar of grammars.values()) {
        for (const imported of resolveTransitiveImports(services.shared.workspace.LangiumDocuments, grammar)) {
            grammar.interfaces.push(...imported.interfaces);
            grammar.types.push(...imported.types);
        }
    }
    return grammars;
}

function compileLanguage(
    language: string,
    grammar: Grammar,
    types: ReadonlyMap<string, NodeType>,
    options: CompileOptions,
    demand: NodeDemand,
    syntax: string
): LanguageOutput {
    const { rules, tokens } = rulesOf(grammar);
    if (![...rules.values()].some(rule => rule.entry)) {
        throw new Error(`${language}: no entry rule.`);
    }
    return emitLanguage(
        language,
        rules,
        types,
        tokens,
        options.entries.filter(name => rules.has(name)),
        demand,
        syntax
    );
}

/** The rules and tokens of a language, in the compiler's own form. */
function rulesOf(grammar: Grammar): LanguageRules {
    const reachable = [...GrammarUtils.getAllReachableRules(grammar, false)];
    const parserRules = reachable.filter((rule): rule is GrammarAST.AbstractParserRule => !GrammarAST.isTerminalRule(rule));
    const keywords = parserRules.flatMap(rule =>
        AstUtils.streamAllContents(rule)
            .filter(GrammarAST.isKeyword)
            .map(keyword => keyword.value)
            .toArray()
    );
    const tokens = collectTokens(reachable.filter(GrammarAST.isTerminalRule), keywords);
    return { rules: new Map<string, Rule>(parserRules.map(rule => [rule.name, convertRule(rule, tokens)])), tokens };
}

/** Lets Langium generate its own files, as its configuration says. */
function runLangium(config: string, silent: boolean): void {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/parser/run-langium.mjs'), config], {
        encoding: 'utf8'
    });
    if (status !== 0) {
        throw new Error(`langium generate failed:\n${stdout}${stderr}`);
    }
    const warnings = stdout.split('\n').filter(line => /warn|:\d+:\d+ - /i.test(line));
    if (!silent && warnings.length > 0) {
        console.log(warnings.join('\n'));
    }
}

function relativeImport(from: string, to: string): string {
    const path = relative(from, to).replaceAll('\\', '/');
    return path.startsWith('.') ? path : `./${path}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    await compileParsers();
}
