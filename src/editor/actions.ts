/** Code actions: quick fixes for findings with one clear repair (contract: edits-and-diagnostics 2.7), refactorings, and element ids. */
import type { AstNode } from '../language/generated/tree.js';
import { entryFor } from '../language/closed-lists.js';
import { type CodeAction, CodeActionKind, type Diagnostic, type Range, type TextEdit } from 'vscode-languageserver';
import { applyEdits, type EditOperation } from '../editing/index.js';
import { membersOf, namesIn, isReferring, segmentsOfNode } from '../language/positions/name-segments.js';
import { nodeAt } from '../language/positions/places.js';
import { membershipOf } from '../language/semantics/memberships.js';
import { notationNameOf, qualifiedNameOf } from '../language/semantics/naming.js';
import { isPackage, lastSegment, ownedMembersOf } from '../language/semantics/structure.js';
import { isForeignWord, nameSpanOf, type Span, spanOf } from '../language/syntax/index.js';
import { inputBeforeSubject } from '../language/validation/requirements.js';
import { candidatesFor } from '../language/validation/suggestions.js';
import type { Document } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { documentEdits } from './edits.js';
import { type Refactoring, refactorings } from './refactorings.js';
import { type EditorModels, uriOf } from './models.js';
import { quoted } from '../runtime/values/index.js';
import { missingDeclaration } from './missing-declarations.js';
import { offsetOf, rangeOf } from './places.js';

export const ACTION_KINDS = [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, CodeActionKind.RefactorExtract];

/** The data of an action whose edit is computed when the user chooses it. */
interface RewriteData {
    readonly uri: string;
    readonly operations: readonly EditOperation[];
}

export function codeActions(model: Model, document: Document, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
    if (document.isLibrary) {
        return [];
    }
    const offset = offsetOf(document, range.start);
    const element = declaredNameAt(document, offset);
    return [
        ...diagnostics.flatMap(d => fixesOf(model, document, d)),
        ...(element === undefined ? [] : refactorings(model, document, element).map(r => actionOf(document, r))),
        ...rewritings(document, offset)
    ];
}

// --- Quick fixes ------------------------------------------------------------------------------------------------------

interface Fix {
    readonly title: string;
    readonly edits: readonly TextEdit[];
    readonly isPreferred?: boolean;
}

type Fixes = (model: Model, document: Document, span: Span, diagnostic: Diagnostic) => readonly Fix[];

/** The fixes of findings by their codes. */
const FIXES: Readonly<Record<string, Fixes>> = {
    syntax: (_, document, span) => [...missingSemicolon(document, span), ...quotedName(document, span)],
    'nonstandard-notation': (_, document, span) => pseudostate(document, span),
    'subject-parameter-position': (_, document, span) => missingSubject(document, span)
};

const otherFixes: Fixes = (model, document, span, diagnostic) => [
    ...(unresolvedName(model, document, span) ?? suggested(diagnostic)),
    ...missingDeclaration(document, span)
];

function fixesOf(model: Model, document: Document, diagnostic: Diagnostic): CodeAction[] {
    const span = { offset: offsetOf(document, diagnostic.range.start), end: offsetOf(document, diagnostic.range.end) };
    const fixesFor = FIXES[String(diagnostic.code)] ?? otherFixes;
    const fixes = fixesFor(model, document, span, diagnostic);
    return fixes.map(({ title, edits, isPreferred }) => ({
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        ...(isPreferred === true && { isPreferred }),
        edit: { changes: { [uriOf(document)]: [...edits] } }
    }));
}

/** Fixes that replace an unresolved name by a similar one; undefined if there is no unresolved name at the span. */
function unresolvedName(model: Model, document: Document, span: Span): readonly Fix[] | undefined {
    for (let node: AstNode | undefined = nodeAt(document, span.offset); node !== undefined; node = node.$container) {
        if (!isReferring(node) || node.$type === 'Argument') {
            continue;
        }
        const referring = node;
        const members = membersOf(referring);
        const at = namesIn(referring).findIndex((_, i) => members[i] === undefined);
        const segment = segmentsOfNode(document, referring).find(s => s.index === at);
        if (segment === undefined || segment.span.offset > span.end || segment.span.end < span.offset) {
            continue;
        }
        const candidates = candidatesFor(referring, at, model);
        return candidates.flatMap(({ text, name, element }): Fix[] => {
            const replacement: Fix = {
                title: `Replace with ${text}`,
                edits: [{ range: rangeOf(document, segment.span), newText: text }],
                isPreferred: candidates.length === 1
            };
            const namespace = text.includes('::') && name === segment.name && at === 0 ? element.$container : undefined;
            const importing = namespace === undefined ? undefined : importFix(document, referring, namespace);
            return importing === undefined ? [replacement] : [replacement, importing];
        });
    }
    return undefined;
}

function importFix(document: Document, node: AstNode, namespace: AstNode): Fix | undefined {
    const name = notationNameOf(namespace);
    const edit = name === undefined ? undefined : importEdit(document, node, `${name}::*`);
    return edit === undefined ? undefined : { title: `Import ${name}::*`, edits: [edit] };
}

/** Inserts a private import before the first member of the nearest package around a node. */
function importEdit(document: Document, node: AstNode, target: string): TextEdit | undefined {
    for (let owner = node.$container; owner !== undefined; owner = owner.$container) {
        const [first] = isPackage(owner) ? (owner.members ?? []) : [];
        if (first !== undefined) {
            return insertedBefore(document, first, `private import ${target};`);
        }
    }
    return undefined;
}

/** Inserts a member before another one, on a line of its own if that one begins its line. */
function insertedBefore(document: Document, member: AstNode, text: string): TextEdit {
    const { offset } = spanOf(member);
    const line = document.text.slice(document.text.lastIndexOf('\n', offset - 1) + 1, offset);
    const isOfItsOwn = line.trim() === '';
    const eol = document.text.includes('\r\n') ? '\r\n' : '\n';
    return { range: rangeOf(document, { offset, end: offset }), newText: `${text}${isOfItsOwn ? eol + line : ' '}` };
}

/** Declares the subject of a requirement or case before its first input. */
function missingSubject(document: Document, { offset }: Span): readonly Fix[] {
    for (
        let node: AstNode | undefined = nodeAt(document, offset);
        node !== undefined && spanOf(node).offset === offset;
        node = node.$container
    ) {
        const first = inputBeforeSubject(node);
        if (first !== undefined && !ownedMembersOf(node).some(m => membershipOf(m) === 'SubjectMembership')) {
            return [{ title: "Declare 'subject;'", edits: [insertedBefore(document, first, 'subject;')], isPreferred: true }];
        }
    }
    return [];
}

/** Adds a semicolon, if the parser accepts nothing else at the place, such as a body. */
function missingSemicolon(document: Document, { offset }: Span): readonly Fix[] {
    const finding = document.syntaxErrors.find(e => e.offset === offset);
    if (finding?.expected?.length !== 1 || finding.expected[0] !== "';'") {
        return [];
    }
    const { length } = document.text.slice(0, offset).trimEnd();
    const range = rangeOf(document, { offset: length, end: length });
    return [{ title: "Insert ';'", edits: [{ range, newText: ';' }], isPreferred: true }];
}

/** Puts all occurrences of a name with letters outside ASCII in single quotes. */
function quotedName(document: Document, { offset, end }: Span): readonly Fix[] {
    const { text, syntaxErrors } = document;
    const name = text.slice(offset, end);
    if (!isForeignWord(name)) {
        return [];
    }
    const places = syntaxErrors.filter(e => text.slice(e.offset, e.end) === name);
    const edits = places.map(place => ({ range: rangeOf(document, place), newText: quoted(name) }));
    return [{ title: `Write ${quoted(name)}`, edits, isPreferred: true }];
}

const PSEUDOSTATES: Readonly<Record<string, string>> = {
    choice: 'choice',
    junction: 'junction',
    history: 'shallowHistory',
    shallowhistory: 'shallowHistory',
    deephistory: 'deepHistory'
};
const PSEUDOSTATE_PACKAGE = 'StateMachines';

/** Rewrites `choice c;` as `#choice state c;`, with the import that this needs. */
function pseudostate(document: Document, { offset }: Span): readonly Fix[] {
    for (let node: AstNode | undefined = nodeAt(document, offset); node !== undefined; node = node.$container) {
        const metadata = entryFor(PSEUDOSTATES, node.kind);
        const name = nameSpanOf(node);
        if (metadata === undefined || name === undefined || spanOf(node).offset > offset) {
            continue;
        }
        const words = { offset, end: name.offset };
        const edits = [{ range: rangeOf(document, words), newText: `#${metadata} state ` }];
        const isThere = new RegExp(`import\\s+${PSEUDOSTATE_PACKAGE}\\s*::`).test(document.text);
        const importing = isThere ? undefined : importEdit(document, node, `${PSEUDOSTATE_PACKAGE}::*`);
        return [{ title: `Write '#${metadata} state'`, edits: importing === undefined ? edits : [importing, ...edits], isPreferred: true }];
    }
    return [];
}

/** The names that the message of a finding suggests, as notation writes them. */
function suggested({ message, range }: Diagnostic): readonly Fix[] {
    const [, list = ''] = /: did you mean (.*)\?/.exec(message) ?? [];
    const names = [...list.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([written, name]) => (/^[\w:]+$/.test(name) ? name : written));
    return names.map(name => ({
        title: `Replace with ${name}`,
        edits: [{ range, newText: name }],
        isPreferred: names.length === 1
    }));
}

/** The code action of a refactoring: operations become an edit when the user chooses the action, text changes at once. */
function actionOf(document: Document, { title, kind, operations, changes = [] }: Refactoring): CodeAction {
    const uri = uriOf(document);
    const edits = changes.map(({ offset, end, text }) => ({ range: rangeOf(document, { offset, end }), newText: text }));
    return {
        title,
        kind: kind === 'extract' ? CodeActionKind.RefactorExtract : CodeActionKind.RefactorRewrite,
        ...(operations === undefined ? { edit: { changes: { [uri]: edits } } } : { data: { uri, operations } satisfies RewriteData })
    };
}

// --- Rewritings -------------------------------------------------------------------------------------------------------

const ELEMENT_ID = 'IdentityMetadata::ElementId';
const PROJECT = 'IdentityMetadata::ProjectRef';

/** Actions that annotate the declaration at an offset with its own id. */
function rewritings(document: Document, offset: number): CodeAction[] {
    const element = declaredNameAt(document, offset);
    const id = element && qualifiedNameOf(element);
    if (element === undefined || id === undefined) {
        return [];
    }
    const annotated = (type: string): boolean =>
        ownedMembersOf(element).some(m => m.$type === 'MetadataUsage' && lastSegment(m.typing?.text ?? '') === lastSegment(type));
    const action = (title: string, owner: string, metadataType: string, about: readonly string[], feature: string): CodeAction => ({
        title,
        kind: CodeActionKind.RefactorRewrite,
        data: {
            uri: uriOf(document),
            operations: [
                {
                    case: 'addMetadata',
                    value: {
                        owner,
                        metadataType,
                        name: '',
                        about,
                        values: [{ feature, value: `"${feature === 'id' ? crypto.randomUUID() : 'project-id'}"` }],
                        shorthand: about.length === 0
                    }
                }
            ]
        } satisfies RewriteData
    });
    const isAtRoot = element.$container?.$container === undefined;
    return [
        ...(annotated(ELEMENT_ID)
            ? []
            : [
                  action('Give it an element id', id, ELEMENT_ID, [], 'id'),
                  action('Give it an element id at the end of the file', '', ELEMENT_ID, [notationNameOf(element) ?? id], 'id')
              ]),
        ...(isAtRoot && isPackage(element) && !annotated(PROJECT) ? [action('Bind it to a project', id, PROJECT, [], 'projectId')] : [])
    ];
}

/** The declaration whose name is at an offset. */
function declaredNameAt(document: Document, offset: number): AstNode | undefined {
    for (let node: AstNode | undefined = nodeAt(document, offset); node !== undefined; node = node.$container) {
        const name = nameSpanOf(node);
        if (name !== undefined) {
            const isHere = node.$type !== 'Argument' && name.offset <= offset && offset <= name.end;
            return isHere && 'members' in node ? node : undefined;
        }
    }
    return undefined;
}

/** The action with its edit; disabled with the reason if it cannot be done or changes nothing. */
export function resolvedAction(models: EditorModels, action: CodeAction): CodeAction {
    const { uri, operations } = (action.data ?? {}) as Partial<RewriteData>;
    const document = uri === undefined ? undefined : models.document(uri);
    if (document === undefined || operations === undefined) {
        return action;
    }
    const model = models.modelOf(document);
    const outcome = applyEdits(model, operations, document);
    if ('failure' in outcome) {
        return { ...action, disabled: { reason: outcome.error } };
    }
    const documentChanges = documentEdits(models, model, outcome);
    return documentChanges.length === 0
        ? { ...action, disabled: { reason: 'the text is already as this action would leave it' } }
        : { ...action, edit: { documentChanges } };
}
