/** How editors show an element: its kind, type, comments, and the place of its name. */
import type { AstNode } from '../language/generated/tree.js';
import { CompletionItemKind, type Location, SymbolKind } from 'vscode-languageserver';
import { symbolKindOf } from '../language/symbols/symbol-kind.js';
import { declaredRangeOf } from '../language/semantics/multiplicity.js';
import { nameOf, qualifiedNameOf } from '../language/semantics/naming.js';
import { declaredSpecializationsOf, typesOf } from '../language/semantics/specialization.js';
import { isDefinition, isUsage, ownedMembersOf } from '../language/semantics/structure.js';
import { documentOf, textOf } from '../language/semantics/text.js';
import { shortNameSpanOf } from '../language/positions/short-names.js';
import { nameSpanOf, notesOf, type Span, spanOf } from '../language/syntax/index.js';
import { locationOf } from './places.js';

/** The place of an element's declaration: its name, or the whole declaration if it has none. */
export function declaredAt(element: AstNode): Span {
    return nameSpanOf(element) ?? shortNameSpanOf(element) ?? spanOf(element);
}

export function locationOfElement(element: AstNode): Location {
    return locationOf(documentOf(element), declaredAt(element));
}

/** The name under which an element is shown. */
export function shownName(element: AstNode): string {
    return nameOf(element) ?? element.shortName ?? '';
}

/** Words for a symbol kind: `partDef` is "part def". */
export function kindWords(element: AstNode): string {
    return symbolKindOf(element)
        .replace(/Usage$/, '')
        .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}

/** The types of a feature or the generals of a definition, as written or as implied. */
export function typeText(element: AstNode): string {
    if (isDefinition(element) || isUsage(element)) {
        const written = declaredSpecializationsOf(element).map(node => textOf(node).replace(/\s+/g, ' '));
        if (written.length > 0) {
            return written.join(', ');
        }
    }
    return isUsage(element)
        ? typesOf(element)
              .map(type => qualifiedNameOf(type) ?? '')
              .filter(name => name !== '')
              .join(', ')
        : '';
}

export function multiplicityText(element: AstNode): string {
    const range = declaredRangeOf(element);
    return range === undefined ? '' : textOf(range);
}

/** The documentation of an element: its `doc`, or else the comments and notes before it. */
export function documentationOf(element: AstNode): string {
    const docs = ownedMembersOf(element).filter(member => member.$type === 'Documentation');
    if (docs.length > 0) {
        return docs.map(doc => cleaned(textOf(doc).replace(/^[^/]*/, ''))).join('\n\n');
    }
    const { text, language, isLibrary } = documentOf(element);
    if (isLibrary) {
        return '';
    }
    let { offset } = spanOf(element);
    const lines: string[] = [];
    const { $container: owner, $containerIndex: index = 0 } = element;
    const previous = owner?.members?.[index - 1];
    const from =
        previous !== undefined && owner?.members?.[index] === element
            ? spanOf(previous).end
            : owner === undefined
              ? 0
              : spanOf(owner).offset;
    for (const note of notesOf(text, language, { offset: from, end: offset }).reverse()) {
        if (note.end <= offset && text.slice(note.end, offset).trim() === '') {
            lines.unshift(cleaned(text.slice(note.offset, note.end)));
            ({ offset } = note);
        }
    }
    return lines.join('\n');
}

function cleaned(comment: string): string {
    return comment
        .replace(/^\/\/\*|^\/\*\*?|\*\/$|^\/\//g, '')
        .split('\n')
        .map(line => line.replace(/^\s*\* ?/, '').trimEnd())
        .join('\n')
        .trim();
}

const SYMBOL_KINDS: readonly (readonly [RegExp, SymbolKind, CompletionItemKind])[] = [
    [/^(package|namespace)$/, SymbolKind.Package, CompletionItemKind.Module],
    [/^enumDef$/, SymbolKind.Enum, CompletionItemKind.Enum],
    [/^enumUsage$/, SymbolKind.EnumMember, CompletionItemKind.EnumMember],
    [/^(port|interface)Def$/, SymbolKind.Interface, CompletionItemKind.Interface],
    [/^(attribute|item)Def$/, SymbolKind.Struct, CompletionItemKind.Struct],
    [/^(action|calc|state|constraint|requirement|case|useCase)(Def|Usage)$/, SymbolKind.Function, CompletionItemKind.Function],
    [/Def$|^metaclass$|^kermlType$/, SymbolKind.Class, CompletionItemKind.Class]
];

export function symbolKind(element: AstNode): SymbolKind {
    const kind = symbolKindOf(element);
    return SYMBOL_KINDS.find(([pattern]) => pattern.test(kind))?.[1] ?? SymbolKind.Property;
}

export function completionKind(element: AstNode): CompletionItemKind {
    const kind = symbolKindOf(element);
    return SYMBOL_KINDS.find(([pattern]) => pattern.test(kind))?.[2] ?? CompletionItemKind.Property;
}
